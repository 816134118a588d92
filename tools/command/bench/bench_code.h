/* Bench code: the machine code of the library and of the code for one robot, by objdump (binutils), which knows every
 * instruction of the processor. */
#ifndef CONDYLE_TOOLS_BENCH_CODE_H
#define CONDYLE_TOOLS_BENCH_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An instruction, and its floating-point operations: one for each number that it adds, multiplies, divides, takes the
 * root of or chooses as the lesser or greater of two, two for each that it multiplies and adds. */
typedef struct bench_instruction {
    uint64_t address;
    unsigned operations;
} bench_instruction;

/* A part of the process: the program, a shared library. */
typedef struct bench_object {
    uint64_t first, end; /* addresses */
    bool is_ours;        /* the library or the code for a robot, which have instructions */
    bool is_caller;      /* the program that calls them, where the library is a shared one */
    bench_instruction *instructions;
    size_t count;
} bench_object;

typedef struct bench_code {
    bench_object *objects;
    size_t count;
} bench_code;

/* Reads the code of all objects that are loaded now. On failure: false, with the reason in *reason. Clear it in both
 * cases. */
bool bench_code_read(bench_code *code, const char **reason);

/* Returns the object that an address is in; NULL where it is in none. */
const bench_object *bench_find_object(const bench_code *code, uint64_t address);

/* Returns the operations of the instruction at an address of an object; 0 where it does not compute. */
unsigned bench_operations_at(const bench_object *object, uint64_t address);

/* Frees the code. */
void bench_code_clear(bench_code *code);

#endif
