/* The bare cost of checking a password: Argon2id with three passes over 64 MiB, as in Trolley.
   Prints "argon2id alone<tab>MICROSECONDS" once for each of argv[1] checks. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

int main(int count, char **arguments) {
  const char *password = "correct horse battery";
  char hash[crypto_pwhash_STRBYTES];
  int checks = count > 1 ? atoi(arguments[1]) : 10;
  if (sodium_init() < 0) return 1;
  if (crypto_pwhash_str(hash, password, strlen(password), 3, 64UL << 20) != 0) return 1;
  for (int i = 0; i < checks; i++) {
    double start = now();
    if (crypto_pwhash_str_verify(hash, password, strlen(password)) != 0) return 1;
    printf("argon2id alone\t%.0f\n", now() - start);
  }
  return 0;
}
