#pragma once

/* System calls that Swift cannot import: variadic ones, and those of one C library alone. */

#include <signal.h>

#if defined(__GLIBC__)
#include <malloc.h>

/* Threads share two malloc arenas: 64 MB of addresses for each thread would soon hit the limit. */
static inline void trolley_share_memory(void) { mallopt(M_ARENA_MAX, 2); }
#else
static inline void trolley_share_memory(void) {}
#endif

#if defined(__linux__)
#include <sys/prctl.h>

/* Has the kernel kill this process when its parent dies. 0 on success. */
static inline int trolley_die_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL); }

/* Only root may read this process's memory. */
static inline int trolley_hide_memory(void) { return prctl(PR_SET_DUMPABLE, 0); }
#else
static inline int trolley_die_with_parent(void) { return 0; }
static inline int trolley_hide_memory(void) { return 0; }
#endif
