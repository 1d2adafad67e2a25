#pragma once

/* What Swift cannot import: variadic system calls, those of one C library alone, and instructions. */

#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__GLIBC__)
#include <malloc.h>
#include <unistd.h>

/* Threads share two malloc arenas: 64 MB of addresses for each thread would soon hit the limit. */
static inline void trolley_share_memory(void) { mallopt(M_ARENA_MAX, 2); }
#else
static inline void trolley_share_memory(void) {}
#endif

/* Leaves a copy of this process behind that does nothing but close descriptors: all others at once,
 * then those in `slow`, which ascend. */
static inline void trolley_leave_closing(const int *slow, int count) {
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
  extern int _Fork(void);
  extern int close_range(unsigned from, unsigned to, int flags);
  if (count == 0 || _Fork() != 0) return;
  int from = 0;
  for (int i = 0; i < count; i++) {
    if (from < slow[i]) close_range((unsigned)from, (unsigned)slow[i] - 1, 0);
    from = slow[i] + 1;
  }
  close_range((unsigned)from, ~0u, 0);
  _exit(0);
#endif
}

#if defined(__linux__)
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <unistd.h>

/* A descriptor from which signals are read that are blocked. */
static inline int trolley_signal_descriptor(const sigset_t *signals) {
  return signalfd(-1, signals, SFD_CLOEXEC | SFD_NONBLOCK);
}

/* The number of the next one; 0 for none. */
static inline int trolley_next_signal(int descriptor) {
  struct signalfd_siginfo info;
  return read(descriptor, &info, sizeof info) == sizeof info ? (int)info.ssi_signo : 0;
}

/* Has the kernel kill this process when its parent dies. 0 on success. */
static inline int trolley_die_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL); }

/* Only root may read this process's memory. */
static inline int trolley_hide_memory(void) { return prctl(PR_SET_DUMPABLE, 0); }
#else
static inline int trolley_signal_descriptor(const sigset_t *signals) { return -1; }
static inline int trolley_next_signal(int descriptor) { return 0; }
static inline int trolley_die_with_parent(void) { return 0; }
static inline int trolley_hide_memory(void) { return 0; }
#endif

#if defined(__x86_64__)
#include <cpuid.h>

/* Whether the processor has the instruction for CRC-32C. */
static inline int trolley_has_crc32c(void) {
  unsigned a, b, c, d;
  return __get_cpuid(1, &a, &b, &c, &d) && (c & bit_SSE4_2);
}

static inline uint64_t trolley_crc32c_eight(uint64_t crc, const unsigned char *at) {
  uint64_t value;
  memcpy(&value, at, 8);
  __asm__("crc32q %1, %0" : "+r"(crc) : "r"(value));
  return crc;
}

/* The register after `count` bytes, from the register before. */
static inline uint32_t trolley_crc32c(uint32_t start, const void *bytes, size_t count) {
  const unsigned char *at = bytes;
  uint64_t crc = start;
  for (; count >= 8; at += 8, count -= 8) crc = trolley_crc32c_eight(crc, at);
  for (; count > 0; at++, count--) __asm__("crc32b %1, %k0" : "+r"(crc) : "r"(*at));
  return (uint32_t)crc;
}

/* The same for three streams behind each other, each of `third` bytes, a multiple of 8. */
static inline void trolley_crc32c_three(uint32_t crcs[3], const void *bytes, size_t third) {
  const unsigned char *at = bytes;
  uint64_t x = crcs[0], y = crcs[1], z = crcs[2];
  for (size_t i = 0; i < third; i += 8) {
    x = trolley_crc32c_eight(x, at + i);
    y = trolley_crc32c_eight(y, at + third + i);
    z = trolley_crc32c_eight(z, at + 2 * third + i);
  }
  crcs[0] = (uint32_t)x;
  crcs[1] = (uint32_t)y;
  crcs[2] = (uint32_t)z;
}
#else
static inline int trolley_has_crc32c(void) { return 0; }
static inline uint32_t trolley_crc32c(uint32_t start, const void *bytes, size_t count) {
  return start;
}
static inline void trolley_crc32c_three(uint32_t crcs[3], const void *bytes, size_t third) {}
#endif
