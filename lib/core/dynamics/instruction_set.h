/* The vector instructions that kernels may use. */
#ifndef CDY_DYNAMICS_INSTRUCTION_SET_H
#define CDY_DYNAMICS_INSTRUCTION_SET_H

/* Each has the instructions of those before it. */
typedef enum instruction_set {
    INSTRUCTIONS_OF_ANY_MACHINE = 1, /* SSE2 on x86-64 */
    INSTRUCTIONS_AVX2,               /* with fused multiply-adds */
    INSTRUCTIONS_AVX512              /* F, DQ, VL */
} instruction_set;

/* Returns the largest set that this machine has, at most the one that the environment names at the first call:
 * CONDYLE_ISA is sse2, avx2 or avx512, and anything else, or none, bounds nothing. Later calls return the same, since
 * the sizes of workspaces depend on it. */
instruction_set cdy_instruction_set(void);

#endif
