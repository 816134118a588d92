/* Which functions become a part of their caller, where the compiler would choose otherwise. */
#ifndef CDY_KERNELS_INLINING_H
#define CDY_KERNELS_INLINING_H

/* Functions whose arguments are constants in every call: inlined, little is left of them. */
#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* Functions that need many registers or addresses: inlined, their caller would save registers, or compute addresses,
 * for all of them at its beginning. */
#define NOT_INLINE __attribute__((noinline))

#endif
