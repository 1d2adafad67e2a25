#pragma once

/* libpq, PostgreSQL's client library. Debian keeps its headers in a directory of their own. */

#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#else
#include <postgresql/libpq-fe.h>
#endif

#include <openssl/ssl.h>

/* Calls a function whenever a TLS connection of this program is given up, on the thread that does so. */
static inline void trolley_watch_tls(
    void (*_Nonnull ended)(void *_Nullable tls, void *_Nullable, CRYPTO_EX_DATA *_Nullable, int, long,
                           void *_Nullable)) {
  SSL_get_ex_new_index(0, NULL, NULL, NULL, ended);
}

/* Why the certificate at the other end was refused, in OpenSSL's words; NULL if it was not. */
static inline const char *_Nullable trolley_refusal(void *_Nonnull tls) {
  long result = SSL_get_verify_result((SSL *)tls);
  return result == X509_V_OK ? NULL : X509_verify_cert_error_string(result);
}
