#include "specialize/compiler.h"

#include "base/error.h"
#include "text/file.h"
#include "text/system.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { MOST_ARGUMENTS = 48, MESSAGE_SIZE = 320 };

/* A program under way, whose messages arrive in a pipe. */
typedef struct run {
    pid_t process, group;
    int messages; /* descriptor to read */
    double end;   /* s of the monotonic clock */
    char text[MESSAGE_SIZE];
    size_t length;
} run;

static cdy_status fail_missing(const char *name, cdy_error *error)
{
    return cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                    "there is no compiler '%.80s'; install one, or name one by the option `compiler` or by CC", name);
}

/* Whether a path is a program; fills c->file. */
static bool is_program(compiler *c, const char *path)
{
    c->path = path;
    return path && stat(path, &c->file) == 0 && S_ISREG(c->file.st_mode) && access(path, X_OK) == 0;
}

/* Looks a program up in the folders of PATH. Folders with relative names are left out: their content depends on the
 * working directory. */
static bool find_in_path(compiler *c, const char *name, cdy_arena *arena)
{
    const char *folder = getenv("PATH");
    while (folder && *folder) {
        const size_t length = strcspn(folder, ":");
        char *path = cdy_arena_allocate(arena, length + strlen(name) + 2, 1);
        if (!path) {
            return false;
        }
        memcpy(path, folder, length);
        path[length] = '/';
        strcpy(path + length + 1, name);
        if (folder[0] == '/' && is_program(c, path)) {
            return true;
        }
        folder += length + (folder[length] == ':');
    }
    return false;
}

cdy_status cdy_find_compiler(const char *command_line, cdy_arena *arena, compiler *c, cdy_error *error)
{
    const char *preferred = getenv("CC");
    const char *line = command_line ? command_line : preferred && *preferred ? preferred : "cc";
    char *words = cdy_arena_copy(arena, line);
    *c = (compiler){.word_count = 0};
    if (!words) {
        return cdy_fail_memory(error);
    }
    char *place = NULL;
    for (char *word = strtok_r(words, " \t", &place); word; word = strtok_r(NULL, " \t", &place)) {
        if (c->word_count == MOST_WORDS) {
            return cdy_fail(error, CDY_ERROR_UNSUPPORTED, "the compiler '%.80s' has more than %d words", line,
                            MOST_WORDS);
        }
        c->words[c->word_count++] = word;
    }
    if (c->word_count == 0) {
        return fail_missing(line, error);
    }
    const bool found = strchr(c->words[0], '/') ? is_program(c, c->words[0]) : find_in_path(c, c->words[0], arena);
    return found ? CDY_OK : arena->failed ? cdy_fail_memory(error) : fail_missing(c->words[0], error);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* A pipe that programs started meanwhile by other threads do not inherit for long. */
static bool open_pipe(int ends[2])
{
    return pipe(ends) == 0 && fcntl(ends[0], F_SETFD, FD_CLOEXEC) == 0 && fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0;
}

/* Starts the program with no input, in its process group and with the usual signals. Returns an errno. */
static int start(run *r, const char *path, char *const *arguments, int messages)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t none, usual;
    sigemptyset(&none);
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    sigaddset(&usual, SIGCHLD);
    sigaddset(&usual, SIGINT);
    sigaddset(&usual, SIGTERM);
    int code = posix_spawn_file_actions_init(&files);
    if (code) {
        return code;
    }
    code = posix_spawnattr_init(&attributes);
    if (code) {
        posix_spawn_file_actions_destroy(&files);
        return code;
    }
    code = posix_spawn_file_actions_adddup2(&files, messages, STDOUT_FILENO);
    code = code ? code : posix_spawn_file_actions_adddup2(&files, messages, STDERR_FILENO);
    code = code ? code : posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    code = code ? code : posix_spawnattr_setsigmask(&attributes, &none);
    code = code ? code : posix_spawnattr_setsigdefault(&attributes, &usual);
    code = code ? code : posix_spawnattr_setpgroup(&attributes, r->group);
    code = code ? code
                : posix_spawnattr_setflags(&attributes,
                                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    code = code ? code : posix_spawn(&r->process, path, &files, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return code;
}

/* Reads messages that have arrived, and keeps the beginning. Returns false at their end. */
static bool read_messages(run *r)
{
    char bytes[512];
    const ssize_t count = read(r->messages, bytes, sizeof bytes);
    for (ssize_t i = 0; i < count && r->length + 1 < sizeof r->text; i++) {
        r->text[r->length++] = (char)(bytes[i] == '\n' || bytes[i] == '\t' ? ' ' : bytes[i]);
    }
    return count > 0 || (count < 0 && errno == EINTR);
}

/* Follows the program to its end, not to the end of its messages: a child that outlives the program may hold the pipe
 * open. *result is its status, 0 where another part of the process has taken it. Returns false at the end of its time.
 */
static bool follow(run *r, int *result)
{
    struct pollfd pipe = {.fd = r->messages, .events = POLLIN};
    bool ended = false;
    *result = 0;
    for (;;) {
        if (!ended) {
            const pid_t found = waitpid(r->process, result, WNOHANG);
            ended = found == r->process || (found < 0 && errno != EINTR);
        }
        const int ready = poll(&pipe, 1, ended ? 0 : 10);
        if (ready > 0 && !read_messages(r)) {
            pipe.fd = -1; /* poll() leaves it out */
        } else if (ready == 0 && ended) {
            return true;
        }
        if (now() > r->end) {
            return ended;
        }
    }
}

/* Ends the program and all that it has started: first so that it removes its files, after a second in any case. The
 * program may have left its group, as `timeout` does, and `setsid`. */
static void stop(run *r)
{
    int result;
    kill(-r->group, SIGTERM);
    kill(r->process, SIGTERM);
    r->end = now() + 1;
    const bool ended = follow(r, &result);
    kill(-r->group, SIGKILL);
    if (!ended) {
        kill(r->process, SIGKILL);
    }
    while (!ended && waitpid(r->process, &result, 0) < 0 && errno == EINTR) {
    }
}

/* The name of a signal that ends compilers, for example where memory runs out; "" for the others. */
static const char *signal_name(int number)
{
    static const struct {
        int number;
        const char *name;
    } names[] = {{SIGSEGV, " (SIGSEGV)"}, {SIGBUS, " (SIGBUS)"},   {SIGABRT, " (SIGABRT)"}, {SIGKILL, " (SIGKILL)"},
                 {SIGTERM, " (SIGTERM)"}, {SIGINT, " (SIGINT)"},   {SIGHUP, " (SIGHUP)"},   {SIGILL, " (SIGILL)"},
                 {SIGFPE, " (SIGFPE)"},   {SIGXCPU, " (SIGXCPU)"}, {SIGXFSZ, " (SIGXFSZ)"}, {SIGPIPE, " (SIGPIPE)"}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (names[i].number == number) {
            return names[i].name;
        }
    }
    return "";
}

/* Tells how the program ended, `result` of waitpid(), and its messages. */
static cdy_status fail_result(const run *r, const compiler *c, int result, cdy_error *error)
{
    const char *colon = r->length ? ": " : " and without a message";
    if (WIFSIGNALED(result)) {
        return cdy_fail(error, CDY_ERROR_IO, "the compiler '%.80s' was ended by signal %d%s%s%.300s", c->words[0],
                        WTERMSIG(result), signal_name(WTERMSIG(result)), r->length ? ": " : "", r->text);
    }
    return cdy_fail(error, CDY_ERROR_IO, "the compiler '%.80s' failed with exit status %d%s%.300s", c->words[0],
                    WEXITSTATUS(result), colon, r->text);
}

static cdy_status finish(run *r, const compiler *c, const char *object, double time_limit, cdy_error *error)
{
    int result = 0;
    if (!follow(r, &result)) {
        stop(r);
        return cdy_fail(error, CDY_ERROR_IO, "the compiler '%.80s' took longer than %g s%s%.300s", c->words[0],
                        time_limit, r->length ? ": " : "", r->text);
    }
    if (result != 0) {
        return fail_result(r, c, result, error);
    }
    if (access(object, R_OK) != 0) {
        return cdy_fail(error, CDY_ERROR_IO, "the compiler '%.80s' wrote no code%s%.300s", c->words[0],
                        r->length ? ": " : "", r->text);
    }
    return CDY_OK;
}

cdy_status cdy_run_compiler(const compiler *c, pid_t group, const char *const *arguments, const char *object,
                            double time_limit, cdy_error *error)
{
    char *words[MOST_WORDS + MOST_ARGUMENTS + 1] = {NULL};
    int count = 0, ends[2];
    for (int i = 0; i < c->word_count; i++) {
        memcpy(&words[count++], &c->words[i], sizeof c->words[i]); /* posix_spawn() leaves them as they are */
    }
    for (int i = 0; i < MOST_ARGUMENTS && arguments[i]; i++) {
        memcpy(&words[count++], &arguments[i], sizeof arguments[i]);
    }
    if (!open_pipe(ends)) {
        return cdy_fail_with_errno(error, c->path, "open a pipe for", errno);
    }
    run r = {.group = group, .messages = ends[0], .end = now() + time_limit};
    const int code = start(&r, c->path, words, ends[1]);
    close(ends[1]);
    const cdy_status status =
        code ? cdy_fail_with_errno(error, c->path, "start", code) : finish(&r, c, object, time_limit, error);
    close(ends[0]);
    return status;
}
