/* Files and streams that fail: full disks, readers that go away, what is no file, bytes that come one by one, and
 * signals while files are written.  Every failure is reported, and no half of a file is left. */
#include "support/folder.h"
#include "support/suite.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COMMAND "\"$CONDYLE\" "

/* Every subcommand, with an output of some kilobytes where possible. */
static const char *const runs[] = {
    "show universalUR5e",
    "id universalUR5e",
    "fd universalUR5e --format json",
    "mass kukaIiwa14",
    "gravity universalUR5e",
    "coriolis universalUR5e",
    "transform universalUR5e --body tool0",
    "jacobian universalUR5e --body tool0 --format csv",
    "com universalUR5e --jacobian",
    "energy universalUR5e",
    "derivatives kukaIiwa14 --of id",
    "ik universalUR5e --body tool0 --pose .3,.2,.5,0,0,0",
    "sim universalUR5e --time 0.05",
    "identify universalUR5e --input log.csv --prior 0.1 --no-consistency",
    "random universalUR5e -n 100",
    "id universalUR5e --input log.csv",
    "export universalUR5e",
    "compile universalUR5e --c-array",
    "check universalUR5e --strict",
    "check universalUR5e --format sarif",
    "check --explain all",
    "diff universalUR5e universalUR10e",
    "bench universalUR5e --time 0 --threads 1 --algorithms rnea",
};
enum { RUNS = sizeof runs / sizeof *runs };

/* Files that are made once and copied to the folder of every test. */
typedef struct ready_file {
    const char *name;
    char *bytes;
    size_t size;
} ready_file;

static ready_file ready[] = {{"q.csv", NULL, 0}, {"log.csv", NULL, 0}, {"arm.urdf", NULL, 0}};
enum { READY = sizeof ready / sizeof *ready };

static void make_files(void)
{
    if (ready[0].bytes) {
        return;
    }
    open_folder();
    free(output_of(COMMAND "random universalUR5e -n 20 > q.csv; " COMMAND "id universalUR5e --input q.csv "
                           "--qd random --qdd random > log.csv; " COMMAND "export universalUR5e -o arm.urdf"));
    for (int i = 0; i < READY; i++) {
        ready[i].bytes = get_file(ready[i].name, &ready[i].size);
    }
    close_folder();
}

static void set_up(void)
{
    open_folder();
    for (int i = 0; i < READY; i++) {
        put_bytes(ready[i].name, ready[i].bytes, ready[i].size);
    }
    free(output_of("mkdir folder"));
}

static void tear_down(void)
{
    process_result r = run_in_folder("rm -rf folder");
    free_result(&r);
    close_folder();
}

/* Runs a subcommand between two parts of a script; checks the exit code, the output, and a part of the messages. */
static void check_script(int exit_code, const char *out, const char *said, const char *before, const char *run,
                         const char *behind)
{
    char script[2048];
    snprintf(script, sizeof script, "%s" COMMAND "%s%s", before, run, behind);
    check_run(script, exit_code, out, said);
}

/* ---- full disks ---- */

START_TEST(a_full_disk_is_reported)
{
    check_script(3, "", "condyle: error: cannot write to the standard output: No space left", "", runs[_i],
                 " > /dev/full");
    check_script(3, "", "/dev/full: No space left", "", runs[_i], " -o /dev/full --force");
}
END_TEST

/* A limit of the size of files acts like a full disk. Shorter outputs succeed. */
START_TEST(a_disk_that_gets_full_leaves_the_old_file)
{
    check_script(0, "3\nold\n", "cannot write", "echo old > made; trap '' XFSZ; (ulimit -f 1; ", runs[_i],
                 " -o made --force); code=$?; if test $code -eq 3; then echo $code; cat made; else echo 3; echo old; "
                 "echo cannot write >&2; fi; ls -A | grep made. >&2; true");
}
END_TEST

/* Outputs that are longer than the limit: files are complete or absent. */
START_TEST(long_files_are_whole_or_not_there)
{
    static const char *const files[] = {"export universalUR5e -o made",
                                        "compile universalUR5e -o made",
                                        "sim universalUR5e --time 0.1 -o made",
                                        "show universalUR5e --format json -o made",
                                        "random universalUR5e -n 1000 --format npy -o made",
                                        "check faulty.urdf --fix made"};
    check_run("sed 's/<mass value=/<mass vlaue=/' arm.urdf > faulty.urdf", 0, "", "");
    char script[1024];
    snprintf(script, sizeof script,
             "trap '' XFSZ; (ulimit -f 1; " COMMAND
             "%s > /dev/null); echo $?; ls -A | grep -v -e folder -e csv -e urdf; true",
             files[_i]);
    check_run(script, 0, "3\n", "File too large");
    snprintf(script, sizeof script,
             "echo old > made; trap '' XFSZ; (ulimit -f 1; " COMMAND "%s --force > /dev/null); echo $?; cat made; "
             "ls -A | grep -v -e folder -e csv -e urdf",
             files[_i]);
    check_run(script, 0, "3\nold\nmade\n", "File too large");
}
END_TEST

START_TEST(a_file_that_cannot_be_mended_in_place_stays)
{
    check_run("sed 's/<mass value=/<mass vlaue=/' arm.urdf > faulty.urdf; cp faulty.urdf given; trap '' XFSZ; "
              "(ulimit -f 1; " COMMAND "check faulty.urdf --in-place > /dev/null); echo $?; cmp given faulty.urdf; "
              "ls -A | grep -v -e folder -e csv -e urdf",
              0, "3\ngiven\n", "File too large");
}
END_TEST

/* ---- readers that go away ---- */

START_TEST(a_reader_that_goes_away_ends_the_run_quietly)
{
    check_script(0, "", "", "(", runs[_i], "; true) | head -c 0");
    check_script(0, "3\n", "", "trap '' PIPE; mkfifo pipe; exec 4<> pipe 5> pipe 4<&-; rm pipe; ", runs[_i],
                 " >&5; echo $?");
}
END_TEST

/* ---- unreadable inputs ---- */

typedef struct bad_file {
    const char *script;
    const char *said;
} bad_file;

static const bad_file bad_files[] = {
    {"id folder/", "is a directory"},
    {"id ./folder", "is a directory"},
    {"check ./folder", "is a directory"},
    {"check folder/ --fix made", "is a directory"},
    {"check folder/ --in-place", "is a directory"},
    {"id no/such.urdf", "No such file"},
    {"check no/such.urdf", "No such file"},
    {"diff arm.urdf no/such.urdf", "No such file"},
    {"id arm.urdf/robot.urdf", "Not a directory"},
    {"id /dev/zero", "is a device"},
    {"check /dev/zero", "is a device"},
    {"id universalUR5e --input folder", "Is a directory"},
    {"id universalUR5e --input no.csv", "No such file"},
    {"identify universalUR5e --input folder", "Is a directory"},
    {"id universalUR5e -o folder", "Is a directory"},
    {"export universalUR5e -o folder --force", "Is a directory"},
    {"compile universalUR5e -o no/made.cdy", "No such file"},
    {"check universalUR5e -o folder", "Is a directory"},
    {"check arm.urdf --fix folder", "exists already"},
    {"check arm.urdf --fix folder --force", "is not a regular file"},
    {"check arm.urdf --fix no/made", "No such file"},
    {"sim universalUR5e --time 0.01 --plot folder --force", "Is a directory"},
    {"sim universalUR5e --time 0.01 --plot no/made.svg", "No such file"},
    {"bench universalUR5e --time 0 -o folder", "Is a directory"},
    {"show - < /proc/self/mem", "cannot read the standard input: Input/output error"},
    {"show - < folder", "cannot read the standard input: Is a directory"},
    {"check - < folder", "cannot read the standard input: Is a directory"},
    {"show /proc/self/mem", "cannot read: Input/output error"},
    {"check /proc/self/mem", "cannot read: Input/output error"},
    {"check /proc/self/mem --fix made", "cannot read: Input/output error"},
    {"id universalUR5e --input /proc/self/mem", "cannot read the input: Input/output error"},
    {"identify universalUR5e --input /proc/self/mem", "cannot read the input: Input/output error"},
    {"id universalUR5e --input - <&-", "cannot read the input: Bad file descriptor"},
    {"id closed.urdf", "Permission denied"},
    {"check closed.urdf", "Permission denied"},
    {"id universalUR5e --input closed.urdf", "Permission denied"},
    {"export universalUR5e -o shut/made", "Permission denied"},
    {"check arm.urdf --fix shut/made", "Permission denied"},
};

enum { BAD_FILES = sizeof bad_files / sizeof *bad_files };

/* Returns why a stream of the table cannot be tested here, or NULL. */
static const char *missing_for_bad_file(const bad_file *bad)
{
    return strstr(bad->said, "denied") && geteuid() == 0                          ? "nothing is denied to root"
           : strstr(bad->script, "/proc/") && access("/proc/self/mem", R_OK) != 0 ? "there is no /proc/self/mem"
           : strstr(bad->script, "--plot") && !have_program("gnuplot")            ? "gnuplot is not installed"
                                                                                  : NULL;
}

START_TEST(what_cannot_be_read_or_written_is_named)
{
    const bad_file *bad = &bad_files[_i];
    char script[1024];
    snprintf(script, sizeof script,
             "cp arm.urdf closed.urdf; chmod 0 closed.urdf; mkdir shut; chmod 500 shut; " COMMAND
             "%s > /dev/null; code=$?; rm -rf shut; test ! -e made && exit $code",
             bad->script);
    check_run(script, 3, "", bad->said);
}
END_TEST

/* ---- bytes that come one by one ---- */

START_TEST(pieces_of_any_size_are_read)
{
    static const char *const scripts[] = {
        "dd if=arm.urdf bs=1 2> said | " COMMAND "id - --format csv > made; " COMMAND
        "id arm.urdf --format csv | cmp made -",
        "dd if=arm.urdf bs=13 2> said | " COMMAND "check - --format json > made; " COMMAND
        "check - --format json < arm.urdf | cmp made -",
        "mkfifo pipe; dd if=arm.urdf of=pipe bs=7 2> said & " COMMAND "show pipe > made; " COMMAND
        "show arm.urdf | cmp made -",
        COMMAND "compile arm.urdf -o arm.cdy; dd if=arm.cdy bs=5 2> said | " COMMAND
                "gravity - --format csv > made; " COMMAND "gravity arm.cdy --format csv | cmp made -",
        "dd if=log.csv bs=1 2> said | " COMMAND "id arm.urdf --input - > made; " COMMAND
        "id arm.urdf --input log.csv | cmp made -",
        COMMAND "id arm.urdf --input log.csv --format json -o log.json; dd if=log.json bs=3 2> said | " COMMAND
                "id arm.urdf --input - > made; " COMMAND "id arm.urdf --input log.json | cmp made -",
        COMMAND "random arm.urdf -n 50 -o log.npy; dd if=log.npy bs=1 2> said | " COMMAND
                "gravity arm.urdf --input - > made; " COMMAND "gravity arm.urdf --input log.npy | cmp made -",
    };
    if (_i < (int)(sizeof scripts / sizeof *scripts)) {
        check_run(scripts[_i], 0, "", "");
    }
}
END_TEST

/* ---- signals ---- */

/* A run that lasts until a signal ends it, and the temporary file that shows that the run has begun. */
typedef struct stopped_run {
    const char *run;
    const char *begun;
    bool draws;
} stopped_run;

static const stopped_run stopped[] = {
    {"sim universalUR5e --time 1000 -o made --force", "made.??????", false},
    {"sim universalUR5e --time 1000 -o made --plot picture --force", "made.??????", true},
    {"sim universalUR5e --time 1000 --plot made --force", "made.??????", true},
    {"bench universalUR5e --time 60 -o made --force", "made.??????", false},
    {"identify universalUR5e --input rows -o made --force", "rows", false},
    {"id universalUR5e --input rows -o made --force", "made.??????", false},
    {"random universalUR5e -n 100000000 --format npy -o made --force", "made.??????", false},
    {"check long.urdf --fix made --force", ".condyle-*", false},
};

enum { STOPPED = sizeof stopped / sizeof *stopped };

/* The signals that stop a run. */
static const struct {
    const char *name;
    int number;
} signals[] = {{"TERM", SIGTERM}, {"HUP", SIGHUP}};
enum { SIGNALS = sizeof signals / sizeof *signals };

/* Returns why this run cannot be stopped by this signal here, or NULL. */
static const char *missing_for_stop(const stopped_run *s, int number)
{
    struct sigaction present;
    return sigaction(number, NULL, &present) != 0 || present.sa_handler == SIG_IGN ? "the signal is ignored"
           : s->draws && !have_program("gnuplot")                                  ? "gnuplot is not installed"
                                                                                   : NULL;
}

/* Whenever the signal comes, the old file stays or the new file is complete, and no other file is left. */
START_TEST(a_run_that_is_stopped_leaves_no_half)
{
    const stopped_run *s = &stopped[_i / SIGNALS];
    char script[2048];
    snprintf(script, sizeof script,
             "(echo \"<robot name='l'><link name='a'>\"; i=0; while test $i -lt 3000; do "
             "echo \"<visual><geometry><box siz='1 1 1'/></geometry></visual>\"; i=$((i+1)); done; "
             "echo '</link></robot>') > long.urdf; " COMMAND "check long.urdf --fix whole > said; "
             "echo old > made; echo old > picture; mkfifo rows; exec 3<> rows; head -n 5 log.csv >&3; " COMMAND
             "%s > said 2>&1 & run=$!; tries=0; "
             "until ls %s > list 2>&1 || test $tries -ge 300; do sleep 0.01; tries=$((tries+1)); done; "
             "kill -s %s $run 2> list; wait $run 2> list; code=$?; "
             "cat made | cmp -s - whole && code=200 && echo old > made; "
             "test $code -gt 128 && cat made picture; rm -f whole; ls -A | grep -e made -e picture -e condyle",
             s->run, s->begun, signals[_i % SIGNALS].name);
    check_run(script, 0, "old\nold\nmade\npicture\n", "");
}
END_TEST

/* Sends SIGINT to the process group, as a terminal does. */
START_TEST(an_interrupted_run_leaves_no_half)
{
    check_run("echo old > made; timeout -s INT 0.5 " COMMAND
              "sim universalUR5e --time 1000 -o made --force > said 2>&1; test $? -ge 124 && cat made; "
              "ls -A | grep made",
              0, "old\nmade\n", "");
}
END_TEST

static TCase *add_folder_case(Suite *suite, const char *name)
{
    TCase *tests = tcase_create(name);
    tcase_add_unchecked_fixture(tests, make_files, NULL);
    tcase_add_checked_fixture(tests, set_up, tear_down);
    suite_add_tcase(suite, tests);
    return tests;
}

int main(void)
{
    if (!getenv("CONDYLE") || access(getenv("CONDYLE"), X_OK) != 0) {
        return skip_suites("the environment variable CONDYLE does not name the command");
    }
    unsetenv("CONDYLE_URDF_PATH"); /* the bundled robots, and no others */
    Suite *suite = suite_create("streams");
    TCase *disks = add_folder_case(suite, "disks");
    add_or_skip(disks, a_full_disk_is_reported, 0, RUNS,
                access("/dev/full", W_OK) == 0 ? NULL : "there is no /dev/full");
    tcase_add_loop_test(disks, a_disk_that_gets_full_leaves_the_old_file, 0, RUNS);
    tcase_add_loop_test(disks, long_files_are_whole_or_not_there, 0, 6);
    tcase_add_test(disks, a_file_that_cannot_be_mended_in_place_stays);
    TCase *pipes = add_folder_case(suite, "pipes");
    tcase_add_loop_test(pipes, a_reader_that_goes_away_ends_the_run_quietly, 0, RUNS);
    tcase_add_loop_test(pipes, pieces_of_any_size_are_read, 0, 7);
    TCase *files = add_folder_case(suite, "files");
    for (int i = 0; i < BAD_FILES; i++) {
        add_or_skip(files, what_cannot_be_read_or_written_is_named, i, i + 1, missing_for_bad_file(&bad_files[i]));
    }
    TCase *stops = add_folder_case(suite, "signals");
    for (int i = 0; i < STOPPED * SIGNALS; i++) {
        add_or_skip(stops, a_run_that_is_stopped_leaves_no_half, i, i + 1,
                    missing_for_stop(&stopped[i / SIGNALS], signals[i % SIGNALS].number));
    }
    add_or_skip(stops, an_interrupted_run_leaves_no_half, 0, 1,
                have_program("timeout") ? NULL : "timeout is not installed");
    const int code = run_suites(suite, NULL);
    for (int i = 0; i < READY; i++) {
        free(ready[i].bytes);
    }
    return code;
}
