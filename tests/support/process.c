#include "support/process.h"

#include <check.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* Returns a nameless file that holds these bytes, positioned at its beginning. */
static FILE *file_with(const char *bytes, size_t size)
{
    FILE *file = tmpfile();
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, size, file), size);
    ck_assert_int_eq(fflush(file), 0);
    rewind(file);
    return file;
}

static char *content_of(FILE *file, size_t *size)
{
    ck_assert_int_eq(fseek(file, 0, SEEK_END), 0);
    long length = ftell(file);
    ck_assert_int_ge(length, 0);
    rewind(file);
    char *content = malloc((size_t)length + 1);
    ck_assert_ptr_nonnull(content);
    *size = fread(content, 1, (size_t)length, file);
    ck_assert_uint_eq(*size, (size_t)length);
    content[*size] = 0;
    fclose(file);
    return content;
}

/* Input and outputs are files, not pipes, so that neither process waits for the other. */
static process_result run_arguments(char *const arguments[], const char *input, int stdout_file)
{
    process_result result = {.exit_code = -1};
    FILE *in = file_with(input, strlen(input)), *out = file_with("", 0), *err = file_with("", 0);
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status;
    ck_assert_int_eq(posix_spawn_file_actions_init(&actions), 0);
    ck_assert_int_eq(posix_spawn_file_actions_adddup2(&actions, fileno(in), STDIN_FILENO), 0);
    ck_assert_int_eq(
        posix_spawn_file_actions_adddup2(&actions, stdout_file >= 0 ? stdout_file : fileno(out), STDOUT_FILENO), 0);
    ck_assert_int_eq(posix_spawn_file_actions_adddup2(&actions, fileno(err), STDERR_FILENO), 0);
    ck_assert_int_eq(posix_spawn(&child, arguments[0], &actions, NULL, arguments, environ), 0);
    ck_assert_int_eq(posix_spawn_file_actions_destroy(&actions), 0);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    result.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    fclose(in);
    result.out = content_of(out, &result.out_size);
    result.err = content_of(err, &result.err_size);
    return result;
}

process_result run_process(const char *program, const char *line, const char *input, int stdout_file)
{
    size_t length = strlen(line), count = 0;
    char *copy = malloc(length + 1), *path = malloc(strlen(program) + 1);
    char **arguments = calloc(length / 2 + 3, sizeof *arguments);
    ck_assert(copy && path && arguments);
    memcpy(copy, line, length + 1);
    strcpy(path, program);
    arguments[count++] = path;
    for (char *rest, *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        arguments[count++] = word;
    }
    process_result result = run_arguments(arguments, input ? input : "", stdout_file);
    free(arguments);
    free(path);
    free(copy);
    return result;
}

process_result run_script(const char *script)
{
    char shell[] = "/bin/sh", flag[] = "-c";
    char *copy = strdup(script);
    ck_assert_ptr_nonnull(copy);
    char *arguments[] = {shell, flag, copy, NULL};
    process_result result = run_arguments(arguments, "", -1);
    free(copy);
    return result;
}

void free_result(process_result *result)
{
    free(result->out);
    free(result->err);
    *result = (process_result){0};
}
