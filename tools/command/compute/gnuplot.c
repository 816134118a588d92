#include "compute/gnuplot.h"

#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static bool is_program(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, X_OK) == 0;
}

exit_code gnuplot_find(text_buffer *path)
{
    const char *folder = getenv("PATH");
    while (folder && *folder) {
        size_t length = strcspn(folder, ":");
        text_reset(path);
        text_add_bytes(path, folder, length);
        text_add(path, "%sgnuplot", length ? "/" : "./");
        if (path->failed) {
            return fail_memory();
        }
        if (is_program(text_get(path))) {
            return EXIT_FINE;
        }
        folder += length + (folder[length] == ':');
    }
    return fail(EXIT_IO, "--plot needs gnuplot, which is not in the PATH: install it, or draw the rows with another "
                         "program");
}

static int spawn(pid_t *child, const char *path, FILE *script, FILE *picture, FILE *messages)
{
    char name[] = "gnuplot", defaults[] = "-d", input[] = "-";
    char *const arguments[] = {name, defaults, input, NULL}; /* -d: ignore the user's settings */
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);
    if (error) {
        return error;
    }
    error = posix_spawn_file_actions_adddup2(&actions, fileno(script), STDIN_FILENO);
    error = error ? error : posix_spawn_file_actions_adddup2(&actions, fileno(picture), STDOUT_FILENO);
    error = error ? error : posix_spawn_file_actions_adddup2(&actions, fileno(messages), STDERR_FILENO);
    error = error ? error : posix_spawn(child, path, &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

/* Fails with the exit status of gnuplot and its messages, as one line. */
static exit_code fail_with_messages(FILE *messages, int status)
{
    char text[400] = "";
    rewind(messages);
    size_t length = fread(text, 1, sizeof text - 1, messages);
    for (size_t i = 0; i < length; i++) {
        text[i] = text[i] >= ' ' && text[i] < 127 ? text[i] : ' ';
    }
    return WIFSIGNALED(status) ? fail(EXIT_IO, "gnuplot was ended by signal %d", WTERMSIG(status))
                               : fail(EXIT_IO, "gnuplot fails with exit code %d%s%s", WEXITSTATUS(status),
                                      *text ? ": " : " and says nothing", text);
}

exit_code gnuplot_run(const char *path, FILE *script, FILE *picture)
{
    FILE *messages = tmpfile();
    if (!messages) {
        return fail(EXIT_IO, "no temporary file can be made: %s", strerror(errno));
    }
    pid_t child;
    int status = 0, error = fflush(script) || fflush(picture) || fseek(script, 0, SEEK_SET) ? errno : 0;
    error = error ? error : spawn(&child, path, script, picture, messages);
    if (!error) {
        while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
        }
    }
    exit_code code = error    ? fail(EXIT_IO, "gnuplot cannot be run: %s", strerror(error))
                     : status ? fail_with_messages(messages, status)
                              : EXIT_FINE;
    fclose(messages);
    return code;
}
