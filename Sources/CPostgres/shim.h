#pragma once

/* libpq, PostgreSQL's client library. Debian keeps its headers in a directory of their own. */

#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#else
#include <postgresql/libpq-fe.h>
#endif

#include <openssl/ssl.h>

/* The TLS of a connection while it is being made, to be released with SSL_free(); NULL before there is
   one. libpq forgets it as soon as the handshake fails, and says only that it did. */
static inline SSL *_Nullable trolley_hold_tls(PGconn *_Nonnull connection) {
  SSL *tls = (SSL *)PQsslStruct(connection, "OpenSSL");
  return tls && SSL_up_ref(tls) ? tls : NULL;
}

/* Why a certificate was refused, in OpenSSL's words; NULL if it was not. */
static inline const char *_Nullable trolley_refusal(SSL *_Nonnull tls) {
  long result = SSL_get_verify_result(tls);
  return result == X509_V_OK ? NULL : X509_verify_cert_error_string(result);
}
