/* The process of the compiler: how it ends, whatever ends the program, and which signals and files it and the process
 * that watches the program have. */
#include "specialize/robots.h"
#include "specialize/specialize_case.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Whether a process is there and not dead: an orphan that has ended may not have been waited for yet. */
static bool is_running(int process)
{
    char *state = output_of("ps -o stat= -p %d | grep -v Z || true", process);
    const bool running = state[0] != '\0';
    free(state);
    return running;
}

/* Puts a compiler that takes for ever, with a program that it has started. */
static void put_endless_compiler(void)
{
    char script[2048], pids[PATH_SIZE];
    path_in_folder(pids, sizeof pids, "pids");
    snprintf(script, sizeof script,
             "sleep 1000 &\necho $$ $! > '%s.new'\necho 'still thinking'\nmv '%s.new' '%s'\nwait\n", pids, pids, pids);
    put_compiler(script);
}

/* Reads the numbers of both processes, within a minute. */
static void read_pids(int pids[2])
{
    char path[PATH_SIZE];
    path_in_folder(path, sizeof path, "pids");
    FILE *file = NULL;
    for (int i = 0; !file && i < 3000; i++) {
        file = fopen(path, "r");
        if (!file) {
            pause_shortly();
        }
    }
    ck_assert_msg(file != NULL, "the compiler has not begun");
    ck_assert_int_eq(fscanf(file, "%d %d", &pids[0], &pids[1]), 2);
    fclose(file);
}

static const int deaths[] = {SIGTERM, SIGINT, SIGKILL};

/* The compiler and what it has started end with the process, whatever ends that, and so does the work folder. */
START_TEST(a_compiler_ends_with_its_process)
{
    robot r = load_bundled_robot("universalUR5e");
    const cdy_specialize_options options = usual_options();
    int pids[2], result;
    char path[PATH_SIZE];
    put_endless_compiler();
    const pid_t process = start_specializing(&r, &options);
    read_pids(pids);
    ck_assert(is_running(pids[0]) && is_running(pids[1]));
    ck_assert_int_eq(kill(process, deaths[_i]), 0);
    ck_assert_int_eq(waitpid(process, &result, 0), process);
    ck_assert(WIFSIGNALED(result) && WTERMSIG(result) == deaths[_i]);
    wait_for_removal();
    for (int i = 0; i < 3000 && (is_running(pids[0]) || is_running(pids[1])); i++) {
        pause_shortly();
    }
    ck_assert(!is_running(pids[0]) && !is_running(pids[1]));
    ck_assert_int_eq(count_code(path), 0);
    free_robot(&r);
}
END_TEST

/* The compiler and what it has started are ended. */
START_TEST(a_compiler_that_hangs_is_ended)
{
    robot r = load_bundled_robot("universalUR5e");
    cdy_specialize_options options = usual_options();
    char path[PATH_SIZE];
    int pids[2];
    put_endless_compiler();
    options.time_limit = 4;
    check_refusal(r.model, &options, CDY_ERROR_IO, "took longer than 4 s: still thinking");
    read_pids(pids);
    ck_assert(kill(pids[0], 0) != 0 && errno == ESRCH);
    ck_assert(!is_running(pids[1]));
    ck_assert_int_eq(count_code(path), 0);
    ck_assert(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD);
    free_robot(&r);
}
END_TEST

/* A wrapper that leads a process group of its own is ended as well. */
START_TEST(a_wrapped_compiler_that_hangs_is_ended)
{
    robot r = load_bundled_robot("universalUR5e");
    cdy_specialize_options options = usual_options();
    char script[2048], pids[PATH_SIZE], late[PATH_SIZE];
    int found[2];
    path_in_folder(pids, sizeof pids, "pids");
    path_in_folder(late, sizeof late, "late");
    snprintf(script, sizeof script, "echo $$ 0 > '%s'\nexec timeout 1000 sh -c 'sleep 30; echo > \"%s\"'\n", pids,
             late);
    put_compiler(script);
    options.time_limit = 4;
    check_refusal(r.model, &options, CDY_ERROR_IO, "took longer than 4 s");
    read_pids(found);
    ck_assert(kill(found[0], 0) != 0 && errno == ESRCH);
    ck_assert_int_ne(access(late, F_OK), 0);
    free_robot(&r);
}
END_TEST

/* The lowest descriptor that is free. */
static int free_descriptor(void)
{
    const int descriptor = dup(STDOUT_FILENO);
    ck_assert_int_ge(descriptor, 0);
    close(descriptor);
    return descriptor;
}

/* Neither new code nor code from the cache nor a failure leaves a descriptor open. */
START_TEST(no_descriptor_stays_open)
{
    robot r = make_pendulum();
    cdy_specialize_options options = usual_options();
    const int before = free_descriptor();
    char path[PATH_SIZE];
    options.calls = CDY_GENERATE_MASS_MATRIX;
    cdy_specialization_destroy(specialize(r.model, &options));
    ck_assert_int_eq(free_descriptor(), before);
    cdy_specialization_destroy(specialize(r.model, &options));
    ck_assert_int_eq(free_descriptor(), before);
    ck_assert_int_eq(count_code(path), 1);
    put_file(strrchr(path, '/') + 1, "broken");
    cdy_specialization_destroy(specialize(r.model, &options));
    ck_assert_int_eq(free_descriptor(), before);
    put_compiler("exit 1\n");
    check_refusal(r.model, &options, CDY_ERROR_IO, "failed with exit status 1");
    ck_assert_int_eq(free_descriptor(), before);
    put_compiler("while [ \"$1\" != -o ]; do shift; done\necho text > \"$2\"\n");
    check_refusal(r.model, &options, CDY_ERROR_IO, "cannot be loaded");
    ck_assert_int_eq(free_descriptor(), before);
    free_robot(&r);
}
END_TEST

#ifdef __linux__
/* The signals of a line of /proc/self/status, of which `line` is the name. */
static unsigned long long signals_of(const char *status, const char *line)
{
    const char *found = strstr(status, line);
    ck_assert_ptr_nonnull(found);
    return strtoull(found + strlen(line), NULL, 16);
}

/* The compiler reads nothing and can be ended, whatever the program ignores or blocks; the program itself still ignores
 * and blocks the same. */
START_TEST(the_compiler_starts_with_usual_signals)
{
    static const int ignored[] = {SIGPIPE, SIGINT, SIGTERM};
    robot r = make_pendulum();
    cdy_specialize_options options = usual_options();
    sigset_t blocked, before, after;
    int input[2];
    options.calls = CDY_GENERATE_MASS_MATRIX;
    put_compiler("cat /proc/self/status > \"${0%/*}/status\"\nif read word; then exit 4; fi\n"
                 "exec \"$COMPILER\" \"$@\" -O0\n");
    ck_assert(pipe(input) == 0 && dup2(input[0], STDIN_FILENO) == STDIN_FILENO && write(input[1], "word\n", 5) == 5);
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) {
        signal(ignored[i], SIG_IGN);
    }
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGUSR1);
    sigaddset(&blocked, SIGTERM);
    ck_assert_int_eq(sigprocmask(SIG_BLOCK, &blocked, &before), 0);
    cdy_specialization_destroy(specialize(r.model, &options));
    ck_assert_int_eq(sigprocmask(SIG_SETMASK, &before, &after), 0);
    ck_assert(sigismember(&after, SIGUSR1) && sigismember(&after, SIGTERM) && !sigismember(&after, SIGUSR2));
    char *status = get_file("status", NULL);
    ck_assert_uint_eq(signals_of(status, "SigBlk:"), 0);
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) {
        ck_assert_msg(!(signals_of(status, "SigIgn:") >> (ignored[i] - 1) & 1), "signal %d is ignored", ignored[i]);
    }
    free(status);
    close(input[0]);
    close(input[1]);
    free_robot(&r);
}
END_TEST

/* The process that watches a program has none of its files, and no signal but SIGKILL ends it. */
START_TEST(the_guardian_has_no_files_and_no_signals)
{
    robot r = make_pendulum();
    const cdy_specialize_options options = usual_options();
    int pids[2], result;
    put_endless_compiler();
    const pid_t process = start_specializing(&r, &options);
    read_pids(pids);
    const pid_t guardian = getpgid(pids[0]);
    ck_assert(guardian != process && guardian != getpgid(0) && guardian != pids[0] && getpgid(pids[1]) == guardian);
    char *files = output_of("ls /proc/%d/fd | wc -l", (int)guardian);
    ck_assert_str_eq(files, "0\n");
    free(files);
    ck_assert_int_eq(kill(guardian, SIGTERM), 0);
    ck_assert_int_eq(kill(guardian, SIGUSR1), 0);
    pause_shortly();
    ck_assert(is_running(guardian));
    ck_assert_int_eq(kill(process, SIGKILL), 0);
    ck_assert_int_eq(waitpid(process, &result, 0), process);
    wait_for_removal();
    free_robot(&r);
}
END_TEST
#endif

int main(void)
{
    Suite *suite = suite_create("specialize_process");
    TCase *tests = add_compiling_case(suite, "specialize_process");
    tcase_add_loop_test(tests, a_compiler_ends_with_its_process, 0, sizeof deaths / sizeof deaths[0]);
    tcase_add_test(tests, a_compiler_that_hangs_is_ended);
    tcase_add_test(tests, a_wrapped_compiler_that_hangs_is_ended);
    tcase_add_test(tests, no_descriptor_stays_open);
#ifdef __linux__
    tcase_add_test(tests, the_compiler_starts_with_usual_signals);
    tcase_add_test(tests, the_guardian_has_no_files_and_no_signals);
#endif
    return run_suites(suite, NULL);
}
