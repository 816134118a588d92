/* Folders: scripts and files of a test in a folder of its own, one at a time. */
#ifndef CDY_TESTS_FOLDER_H
#define CDY_TESTS_FOLDER_H

#include "support/process.h"

#include <stddef.h>

/* Makes the folder, below /tmp, or removes it with its files: a test case's fixture. */
void open_folder(void);
void close_folder(void);

/* Writes the path of a file in the folder to `path` and returns it. */
char *path_in_folder(char *path, size_t size, const char *name);

/* Writes a file in the folder. */
void put_bytes(const char *name, const void *bytes, size_t size);
void put_file(const char *name, const char *text);

/* Returns a file's content with a closing 0, which the caller frees. */
char *get_file(const char *name, size_t *size);

/* Runs a script in the folder; "$CONDYLE" is the command. */
process_result run_in_folder(const char *script);

/* Runs a script, which must succeed without a message, and returns its output, which the caller frees. */
char *output_of(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Runs a script as output_of() does and compares its output. */
void check_output(const char *expected, const char *script);

/* Runs a script and checks its exit code, its whole standard output, and a piece of its standard error ("": it is
 * empty). */
void check_run(const char *script, int exit_code, const char *out, const char *said);

#endif
