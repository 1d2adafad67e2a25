#pragma once

/* Verifies signatures of identity providers with OpenSSL 3. */

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <openssl/rsa.h>

/* A public RSA key from its big-endian modulus and exponent; NULL when they are invalid. */
static inline EVP_PKEY *trolley_rsa_key(
    const unsigned char *n, int n_count, const unsigned char *e, int e_count) {
  EVP_PKEY *key = NULL;
  OSSL_PARAM *params = NULL;
  EVP_PKEY_CTX *making = EVP_PKEY_CTX_new_from_name(NULL, "RSA", NULL);
  OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
  BIGNUM *modulus = BN_bin2bn(n, n_count, NULL);
  BIGNUM *exponent = BN_bin2bn(e, e_count, NULL);
  if (making && builder && modulus && exponent &&
      OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_N, modulus) &&
      OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_E, exponent) &&
      (params = OSSL_PARAM_BLD_to_param(builder)) && EVP_PKEY_fromdata_init(making) == 1 &&
      EVP_PKEY_fromdata(making, &key, EVP_PKEY_PUBLIC_KEY, params) != 1) {
    key = NULL;
  }
  OSSL_PARAM_free(params);
  BN_free(exponent);
  BN_free(modulus);
  OSSL_PARAM_BLD_free(builder);
  EVP_PKEY_CTX_free(making);
  return key;
}

/* RSASSA-PKCS1-v1_5 with SHA-256 (RFC 7518, RS256): 1 when the signature is valid. */
static inline int trolley_rs256_verify(
    EVP_PKEY *key, const unsigned char *text, size_t text_count, const unsigned char *signature,
    size_t signature_count) {
  EVP_MD_CTX *check = EVP_MD_CTX_new();
  EVP_PKEY_CTX *padding = NULL;
  int is_right = check && EVP_DigestVerifyInit(check, &padding, EVP_sha256(), NULL, key) == 1 &&
                 EVP_PKEY_CTX_set_rsa_padding(padding, RSA_PKCS1_PADDING) == 1 &&
                 EVP_DigestVerify(check, signature, signature_count, text, text_count) == 1;
  EVP_MD_CTX_free(check);
  return is_right;
}
