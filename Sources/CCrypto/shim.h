#pragma once

/* Verifies signatures of identity providers with OpenSSL 3, which is loaded for the first one. */

#include <dlfcn.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/opensslv.h>
#include <openssl/param_build.h>
#include <openssl/rsa.h>

#define TROLLEY_TEXT_OF(number) #number
#define TROLLEY_TEXT(number) TROLLEY_TEXT_OF(number)

/* NULL where it cannot be loaded. */
static inline void *trolley_crypto_function(const char *name) {
  static void *library;
  if (!library) {
    library = dlopen("libcrypto.so." TROLLEY_TEXT(OPENSSL_SHLIB_VERSION), RTLD_NOW | RTLD_LOCAL);
  }
  return library ? dlsym(library, name) : NULL;
}

#define TROLLEY_CRYPTO(name) ((__typeof__(&name))trolley_crypto_function(#name))

/* A public RSA key from its big-endian modulus and exponent; NULL when they are invalid. */
static inline EVP_PKEY *trolley_rsa_key(
    const unsigned char *n, int n_count, const unsigned char *e, int e_count) {
  EVP_PKEY *key = NULL;
  if (!trolley_crypto_function("BN_bin2bn")) return NULL;
  OSSL_PARAM *params = NULL;
  EVP_PKEY_CTX *making = TROLLEY_CRYPTO(EVP_PKEY_CTX_new_from_name)(NULL, "RSA", NULL);
  OSSL_PARAM_BLD *builder = TROLLEY_CRYPTO(OSSL_PARAM_BLD_new)();
  BIGNUM *modulus = TROLLEY_CRYPTO(BN_bin2bn)(n, n_count, NULL);
  BIGNUM *exponent = TROLLEY_CRYPTO(BN_bin2bn)(e, e_count, NULL);
  if (making && builder && modulus && exponent &&
      TROLLEY_CRYPTO(OSSL_PARAM_BLD_push_BN)(builder, OSSL_PKEY_PARAM_RSA_N, modulus) &&
      TROLLEY_CRYPTO(OSSL_PARAM_BLD_push_BN)(builder, OSSL_PKEY_PARAM_RSA_E, exponent) &&
      (params = TROLLEY_CRYPTO(OSSL_PARAM_BLD_to_param)(builder)) &&
      TROLLEY_CRYPTO(EVP_PKEY_fromdata_init)(making) == 1 &&
      TROLLEY_CRYPTO(EVP_PKEY_fromdata)(making, &key, EVP_PKEY_PUBLIC_KEY, params) != 1) {
    key = NULL;
  }
  TROLLEY_CRYPTO(OSSL_PARAM_free)(params);
  TROLLEY_CRYPTO(BN_free)(exponent);
  TROLLEY_CRYPTO(BN_free)(modulus);
  TROLLEY_CRYPTO(OSSL_PARAM_BLD_free)(builder);
  TROLLEY_CRYPTO(EVP_PKEY_CTX_free)(making);
  return key;
}

/* RSASSA-PKCS1-v1_5 with SHA-256 (RFC 7518, RS256): 1 when the signature is valid. */
static inline int trolley_rs256_verify(
    EVP_PKEY *key, const unsigned char *text, size_t text_count, const unsigned char *signature,
    size_t signature_count) {
  EVP_MD_CTX *check = TROLLEY_CRYPTO(EVP_MD_CTX_new)();
  EVP_PKEY_CTX *padding = NULL;
  const EVP_MD *sha256 = TROLLEY_CRYPTO(EVP_sha256)();
  int is_right =
      check &&
      TROLLEY_CRYPTO(EVP_DigestVerifyInit)(check, &padding, sha256, NULL, key) == 1 &&
      TROLLEY_CRYPTO(EVP_PKEY_CTX_set_rsa_padding)(padding, RSA_PKCS1_PADDING) == 1 &&
      TROLLEY_CRYPTO(EVP_DigestVerify)(check, signature, signature_count, text, text_count) == 1;
  TROLLEY_CRYPTO(EVP_MD_CTX_free)(check);
  return is_right;
}

static inline void trolley_rsa_free(EVP_PKEY *key) { TROLLEY_CRYPTO(EVP_PKEY_free)(key); }
