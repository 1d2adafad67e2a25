#pragma once

/* libpq, PostgreSQL's client library. Debian keeps its headers in a directory of their own. */

#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#else
#include <postgresql/libpq-fe.h>
#endif
