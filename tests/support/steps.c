#define _GNU_SOURCE /* dl_iterate_phdr */
#include "support/steps.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined CDY_COUNTS_STRINGS && defined __linux__
#include <link.h>
#endif

static uint64_t steps;

uint64_t steps_taken(void)
{
    return steps;
}

/* The compiler calls this function at every branch; libFuzzer has a function of the same name, so that its targets are
 * linked with --wrap=__sanitizer_cov_trace_pc. */
#ifdef CDY_WRAPS_TRACE
#define TRACE __wrap___sanitizer_cov_trace_pc
#else
#define TRACE __sanitizer_cov_trace_pc
#endif

void TRACE(void); // NOLINT(bugprone-reserved-identifier): the compiler's name

void TRACE(void) // NOLINT(bugprone-reserved-identifier)
{
    steps++;
}

__attribute__((destructor)) static void write_steps(void)
{
    const char *path = getenv("STEPS_FILE");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (file) {
        fprintf(file, "%llu\n", (unsigned long long)steps);
        fclose(file);
    }
}

#ifdef CDY_COUNTS_STRINGS
/* These functions replace the functions of the C library, for every library that the program loads. */

size_t strlen(const char *text)
{
    const char *end = text;
    while (*end) {
        end++;
    }
    steps += (size_t)(end - text);
    return (size_t)(end - text);
}

size_t strnlen(const char *text, size_t most)
{
    size_t length = 0;
    while (length < most && text[length]) {
        length++;
    }
    steps += length;
    return length;
}

int strncmp(const char *a, const char *b, size_t most)
{
    size_t i = 0;
    while (i < most && a[i] && a[i] == b[i]) {
        i++;
    }
    steps += i;
    return i < most ? (unsigned char)a[i] - (unsigned char)b[i] : 0;
}

int strcmp(const char *a, const char *b)
{
    return strncmp(a, b, SIZE_MAX);
}

int memcmp(const void *a, const void *b, size_t size)
{
    const unsigned char *x = a, *y = b;
    size_t i = 0;
    while (i < size && x[i] == y[i]) {
        i++;
    }
    steps += i;
    return i < size ? x[i] - y[i] : 0;
}

void *memchr(const void *bytes, int byte, size_t size)
{
    const unsigned char *p = bytes;
    size_t i = 0;
    while (i < size && p[i] != (unsigned char)byte) {
        i++;
    }
    steps += i;
    return i < size ? (void *)(uintptr_t)(p + i) : NULL;
}

char *strchr(const char *text, int letter)
{
    const char *p = text;
    while (*p && *p != (char)letter) {
        p++;
    }
    steps += (size_t)(p - text);
    return *p == (char)letter ? (char *)(uintptr_t)p : NULL;
}

/* Counts the steps of a search that begins anew at every letter, an upper bound for the C library's. */
char *strstr(const char *text, const char *part)
{
    const size_t length = strlen(part);
    for (const char *p = text;; p++) {
        if (strncmp(p, part, length) == 0) {
            return (char *)(uintptr_t)p;
        }
        if (!*p) {
            return NULL;
        }
        steps++;
    }
}

/* The code of the shared library, which in these suites computes dynamics only: the readers are linked into the
 * program.  The mass matrix of n joints at depth d takes n d copies of structures; clang calls memcpy() for them, and
 * gcc does not. */
static uintptr_t dynamics_start, dynamics_end;

#ifdef __linux__
static int find_segments(struct dl_phdr_info *object, size_t size, void *unused)
{
    (void)size, (void)unused;
    if (!strstr(object->dlpi_name, "/libcondyle.so")) {
        return 0;
    }
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
        if (segment->p_type == PT_LOAD && (segment->p_flags & PF_X)) {
            dynamics_start = object->dlpi_addr + segment->p_vaddr;
            dynamics_end = dynamics_start + segment->p_memsz;
        }
    }
    return 1;
}

__attribute__((constructor)) static void find_dynamics(void)
{
    dl_iterate_phdr(find_segments, NULL);
}
#endif

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    const uintptr_t caller = (uintptr_t)__builtin_return_address(0);
    unsigned char *out = to;
    const unsigned char *in = from;
    for (size_t i = 0; i < size; i++) {
        out[i] = in[i];
    }
    steps += caller >= dynamics_start && caller < dynamics_end ? 0 : size;
    return to;
}

size_t strcspn(const char *text, const char *stops)
{
    size_t i = 0;
    while (text[i] && !strchr(stops, text[i])) {
        i++;
    }
    return i;
}
#endif
