/* Chains of any length. */
#ifndef CDY_BENCH_CHAIN_H
#define CDY_BENCH_CHAIN_H

#include <stddef.h>

/* A chain of `count` links as URDF text, which the caller frees; NULL where memory runs out. */
char *make_chain(int count, size_t *size);

#endif
