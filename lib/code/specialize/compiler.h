/* The user's compiler: found, identified and run without a shell, within a time. */
#ifndef CDY_SPECIALIZE_COMPILER_H
#define CDY_SPECIALIZE_COMPILER_H

#include "base/arena.h"

#include <condyle/status.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <sys/types.h>

enum { MOST_WORDS = 16 };

typedef struct compiler {
    const char *words[MOST_WORDS]; /* the program and its first arguments */
    int word_count;
    const char *path; /* of the program */
    struct stat file; /* the program, after following links */
} compiler;

/* Finds the compiler of a command line whose words are separated by blanks; NULL: that of $CC, or cc. The strings are
 * in the arena. Fails with CDY_ERROR_UNSUPPORTED where there is none, or CDY_ERROR_MEMORY. */
cdy_status cdy_find_compiler(const char *command_line, cdy_arena *arena, compiler *c, cdy_error *error);

/* Runs the compiler in a process group with more arguments (NULL-terminated), at most `time_limit` seconds, to make the
 * file `object`. Fails with CDY_ERROR_IO where it cannot be started, fails, takes longer or makes no file, with the
 * beginning of its messages; where it takes longer, it and the whole group are ended. */
cdy_status cdy_run_compiler(const compiler *c, pid_t group, const char *const *arguments, const char *object,
                            double time_limit, cdy_error *error);

#endif
