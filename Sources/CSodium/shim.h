#pragma once

/* The parts of libsodium that seal PINs and name tokens. */

#include <sodium.h>
