#include "support/folder.h"

#include "support/suite.h"

#include <dirent.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LONGEST = 8192 };

static char folder[] = "/tmp/condyle-test-XXXXXX";

void open_folder(void)
{
    memcpy(folder + sizeof folder - 7, "XXXXXX", 6);
    ck_assert_ptr_nonnull(mkdtemp(folder));
}

/* The folder has only files: no test makes a folder in its folder. */
void close_folder(void)
{
    char file[LONGEST];
    DIR *entries = opendir(folder);
    ck_assert_ptr_nonnull(entries);
    for (struct dirent *entry = readdir(entries); entry; entry = readdir(entries)) {
        snprintf(file, sizeof file, "%s/%s", folder, entry->d_name);
        unlink(file);
    }
    closedir(entries);
    ck_assert_int_eq(rmdir(folder), 0);
}

char *path_in_folder(char *path, size_t size, const char *name)
{
    snprintf(path, size, "%s/%s", folder, name);
    return path;
}

void put_bytes(const char *name, const void *bytes, size_t size)
{
    char path[LONGEST];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, size, file), size);
    ck_assert_int_eq(fclose(file), 0);
}

void put_file(const char *name, const char *text)
{
    put_bytes(name, text, strlen(text));
}

char *get_file(const char *name, size_t *size)
{
    char path[LONGEST];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return read_whole_file(path, size);
}

process_result run_in_folder(const char *script)
{
    char whole[LONGEST];
    snprintf(whole, sizeof whole, "cd %s\n%s", folder, script);
    return run_script(whole);
}

char *output_of(const char *format, ...)
{
    char script[LONGEST];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(script, sizeof script, format, arguments);
    va_end(arguments);
    process_result r = run_in_folder(script);
    ck_assert_msg(r.exit_code == 0 && !r.err_size, "%s: exit code %d, %s", script, r.exit_code, r.err);
    free(r.err);
    return r.out;
}

void check_output(const char *expected, const char *script)
{
    char *printed = output_of("%s", script);
    ck_assert_msg(strcmp(printed, expected) == 0, "%s printed\n%s\nexpected\n%s", script, printed, expected);
    free(printed);
}

void check_run(const char *script, int exit_code, const char *out, const char *said)
{
    process_result r = run_in_folder(script);
    ck_assert_msg(r.exit_code == exit_code, "%s: exit code %d, signal %d, %s", script, r.exit_code, r.signal, r.err);
    ck_assert_msg(strcmp(r.out, out) == 0, "%s printed\n%s", script, r.out);
    ck_assert_msg(*said ? strstr(r.err, said) != NULL : !r.err_size, "%s said\n%s", script, r.err);
    free_result(&r);
}
