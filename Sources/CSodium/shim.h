#pragma once

/* libsodium, which seals PINs and hashes tokens and passwords. */

#include <sodium.h>
