#pragma once

/* QR codes. */

#include <qrencode.h>
