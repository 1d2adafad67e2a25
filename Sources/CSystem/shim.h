#pragma once

/* System calls that do not reach Swift: variable arguments, headers of one C library alone. */

#include <signal.h>

#if defined(__GLIBC__)
#include <malloc.h>

/* Threads share two pools of memory: one of 64 MB for each would soon reach a limit. */
static inline void trolley_share_memory(void) { mallopt(M_ARENA_MAX, 2); }
#else
static inline void trolley_share_memory(void) {}
#endif

#if defined(__linux__)
#include <sys/prctl.h>

/* This process is killed when the one that started it is gone. 0 when that is arranged. */
static inline int trolley_die_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL); }

/* Nobody without rights over the system may read its memory. */
static inline int trolley_hide_memory(void) { return prctl(PR_SET_DUMPABLE, 0); }
#else
static inline int trolley_die_with_parent(void) { return 0; }
static inline int trolley_hide_memory(void) { return 0; }
#endif
