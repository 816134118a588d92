#include "dynamics/instruction_set.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static instruction_set of_this_machine(void)
{
#if defined(__x86_64__) || defined(__i386__)
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) {
        return INSTRUCTIONS_OF_ANY_MACHINE;
    }
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")
               ? INSTRUCTIONS_AVX512
               : INSTRUCTIONS_AVX2;
#else
    return INSTRUCTIONS_OF_ANY_MACHINE;
#endif
}

static instruction_set bound_of_environment(void)
{
    const char *name = getenv("CONDYLE_ISA");
    return name && strcmp(name, "sse2") == 0   ? INSTRUCTIONS_OF_ANY_MACHINE
           : name && strcmp(name, "avx2") == 0 ? INSTRUCTIONS_AVX2
                                               : INSTRUCTIONS_AVX512;
}

instruction_set cdy_instruction_set(void)
{
    static atomic_int known;
    int set = atomic_load_explicit(&known, memory_order_relaxed);
    if (set == 0) {
        const int machine = (int)of_this_machine(), bound = (int)bound_of_environment();
        set = machine < bound ? machine : bound;
        int before = 0;
        if (!atomic_compare_exchange_strong(&known, &before, set)) {
            set = before; /* another thread was first */
        }
    }
    return (instruction_set)set;
}
