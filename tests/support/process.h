/* Processes: programs that a test runs, with their outputs and exit codes. */
#ifndef CDY_TESTS_PROCESS_H
#define CDY_TESTS_PROCESS_H

#include <stddef.h>

/* The exit of a program and its outputs, both with a closing 0. */
typedef struct process_result {
    int exit_code; /* exit code; -1 where a signal ended the program */
    int signal;    /* signal; 0 where the program ended by itself */
    char *out;
    char *err;
    size_t out_size, err_size;
} process_result;

/* Runs a program (a path) with the arguments in `line`, which blanks separate, and a text on its standard input
 * (NULL: none).  `stdout_file` is the descriptor of its standard output, -1: caught in the result.  Fails the running
 * test where the program cannot be run. */
process_result run_process(const char *program, const char *line, const char *input, int stdout_file);

/* Runs a script with /bin/sh; the environment variable CONDYLE names the command, so that "$CONDYLE" runs it. */
process_result run_script(const char *script);

/* Frees a result. */
void free_result(process_result *result);

#endif
