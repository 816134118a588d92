/* Destinations of results: files that are complete or absent, pipes, full disks, terminals. */
#include "support/folder.h"
#include "support/suite.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define RANDOM "\"$CONDYLE\" random omronEcobra600 "

/* ---- files ---- */

START_TEST(a_file_has_what_the_standard_output_has)
{
    check_run(RANDOM "-n 20 > a; " RANDOM "-n 20 -o b; " RANDOM "-n 20 --output=c; cmp a b && cmp a c; ls", 0,
              "a\nb\nc\n", "");
    check_run(RANDOM "-n 20 -o - | cmp - a; " RANDOM "-n 20 -o /dev/stdout | cmp - a", 0, "", "");
    check_run("\"$CONDYLE\" show omronEcobra600 > d; \"$CONDYLE\" show omronEcobra600 -o e; cmp d e", 0, "", "");
}
END_TEST

START_TEST(the_format_follows_the_files_name)
{
    check_run(RANDOM "-o a.json; head -c 5 a.json; " RANDOM "-o a.csv; head -c 5 a.csv; " RANDOM
                     "-o a.npy; tail -c +2 a.npy | head -c 5; " RANDOM "-o b.npy --format csv; head -c 5 b.npy",
              0, "{\"q\":q.joiNUMPYq.joi", "");
    check_run("\"$CONDYLE\" gravity omronEcobra600 -o c.jsonl; head -c 10 c.jsonl", 0, "{\"command\"", "");
}
END_TEST

START_TEST(an_existing_file_is_replaced_only_by_force)
{
    check_run("echo old > a; " RANDOM "-o a; echo $?; cat a; ls", 0, "3\nold\na\n",
              "condyle: error: 'a' exists already; use another name, or --force to replace it");
    check_run(RANDOM "-o a --force; head -c 8 a; ls", 0, "q.joint1a\n", "");
    check_run("echo old > mine; chmod 640 mine; " RANDOM "-o mine --force; stat -c %a mine; rm mine", 0, "640\n", "");
    check_run("for f in csv json; do " RANDOM "--deg --format $f --fields q.joint2 | "
              "\"$CONDYLE\" id omronEcobra600 --input - --format csv --fields q.joint2; done | sort | uniq -c | wc -l",
              0, "2\n", "");
    check_run("ln -s a link; " RANDOM "-n 2 --force -o link; test -h link && wc -l < a | tr -d ' '", 0, "3\n", "");
    check_run("ln -s nothing dangling; " RANDOM "-o dangling; echo $?; ls", 0, "3\na\ndangling\nlink\n",
              "condyle: error: 'dangling' is a link to a file that is not there");
    check_run("\"$CONDYLE\" export omronEcobra600 -o a; echo $?; head -c 8 a", 0, "3\nq.joint1", "exists already");
    check_run("\"$CONDYLE\" export omronEcobra600 -o a --force; head -c 5 a", 0, "<?xml", "");
}
END_TEST

START_TEST(nothing_remains_of_a_run_that_fails)
{
    check_run(
        "printf 'q.joint1\\n1\\nx\\n' > in.csv; \"$CONDYLE\" id omronEcobra600 --input in.csv -o out.csv; echo $?; ls",
        0, "1\nin.csv\n", "in.csv:3: error: ");
    check_run("echo old > out.csv; \"$CONDYLE\" id omronEcobra600 --input in.csv -o out.csv --force; echo $?; cat "
              "out.csv; ls",
              0, "1\nold\nin.csv\nout.csv\n", "in.csv:3: error: ");
    check_run("\"$CONDYLE\" show nobody -o a; echo $?; ls", 0, "3\nin.csv\nout.csv\n", "named 'nobody'");
    check_run("\"$CONDYLE\" id omronEcobra600 --q x -o a; echo $?; ls", 0, "2\nin.csv\nout.csv\n", "--q: ");
    check_run(RANDOM "-o no/such/folder; echo $?", 0, "3\n",
              "cannot write 'no/such/folder': No such file or directory");
    check_run(RANDOM "-o .; echo $?", 0, "3\n", "cannot write '.': Is a directory");
}
END_TEST

START_TEST(files_have_the_usual_permissions)
{
    check_run("umask 027; " RANDOM "-o a; ls -l a | cut -c 1-10", 0, "-rw-r-----\n", "");
}
END_TEST

/* The name of the temporary file must fit where the name of the output has the largest length. */
START_TEST(files_may_have_the_longest_of_names)
{
    check_run(RANDOM "-o $(printf '%0255d' 0); ls | wc -c | tr -d ' '", 0, "256\n", "");
}
END_TEST

/* ---- pipes and devices ---- */

START_TEST(a_full_disk_is_reported)
{
    if (access("/dev/full", W_OK) != 0) {
        return; /* only Linux has /dev/full */
    }
    check_run(RANDOM "-n 100000 > /dev/full", 3, "", "condyle: error: cannot write to the standard output: ");
    check_run(RANDOM "-n 10 > /dev/full", 3, "", "condyle: error: cannot write to the standard output: ");
    check_run(RANDOM "-n 100000 -o /dev/full", 3, "", "condyle: error: cannot write to /dev/full: ");
    check_run(RANDOM "-n 10 --format npy -o /dev/full", 3, "", "condyle: error: cannot write to /dev/full: ");
}
END_TEST

START_TEST(a_reader_that_goes_away_ends_the_run_quietly)
{
    check_run(RANDOM "-n 1000000000 | head -n 2 | wc -l | tr -d ' '", 0, "2\n", "");
    check_run(RANDOM "-n 1000000000 | \"$CONDYLE\" id omronEcobra600 --input - | head -n 2 | wc -l | tr -d ' '", 0,
              "2\n", "");
    check_run("trap '' PIPE; (" RANDOM "-n 1000000000; echo $? > code) | head -n 1 | wc -l | tr -d ' '; cat code", 0,
              "1\n3\n", "");
}
END_TEST

START_TEST(arrays_on_pipes_need_their_number_of_rows)
{
    check_run(RANDOM "-n 3 --format npy | tail -c +2 | head -c 5", 0, "NUMPY", "");
    check_run(RANDOM "-n 3 | \"$CONDYLE\" id omronEcobra600 --input - --format npy | cat", 0, "",
              "condyle: error: an array's header has the number of its rows");
    check_run(RANDOM "-n 3 --format npy | \"$CONDYLE\" id omronEcobra600 --input - --format npy | \"$CONDYLE\" gravity "
                     "omronEcobra600 --input - --fields q --precision 2 | sed 1d | wc -l | tr -d ' '",
              0, "3\n", "<stdin>:1: warning: joint3 is at -19.62 m, beyond its limit of 0 m"); /* it was a force */
    /* The array has no rows for skipped rows of the input. */
    check_run(
        "printf 'q.joint1\\n1\\nx\\n2\\n' > a.csv; \"$CONDYLE\" gravity omronEcobra600 --input a.csv --keep-going "
        "--fields q -o a.npy; \"$CONDYLE\" gravity omronEcobra600 --input a.npy --fields q.joint1",
        0, "q.joint1\n1\n2\n", "1 row skipped");
    check_run(
        "(echo before; \"$CONDYLE\" gravity omronEcobra600 --input a.csv --keep-going --fields q --format npy; echo "
        "behind) > b; tail -c +8 b | head -c 192 | cmp - a.npy; tail -n 1 b | tail -c 7",
        0, "behind\n", "1 row skipped");
    check_run("\"$CONDYLE\" gravity omronEcobra600 --input a.csv --keep-going --format npy >> b; echo $?", 0, "2\n",
              "an array's header");
}
END_TEST

START_TEST(a_row_that_is_wrong_stops_behind_those_before)
{
    check_run(
        "printf '{\"q\":[1,0,0,0]}\\n{\"q\":{}}\\n{\"q\":1}\\n{}\\n' | \"$CONDYLE\" gravity omronEcobra600 --input - "
        "--format json "
        "--fields q",
        1, "{\"q\": [1.0, 0.0, 0.0, 0.0]}\n{\"q\": [0.0, 0.0, 0.0, 0.0]}\n", "<stdin>:3: error: ");
}
END_TEST

/* Rows with more wrenches than the rows before fail where the header is already written. */
START_TEST(wrenches_without_a_column_are_not_lost_silently)
{
    const char *rows = "{\"q\": [0.5,0,0,0]}\n{\"wrenches\": [{\"body\": \"link4\", \"wrench\": [0,0,0,0,0,1]}]}\n";
    put_file("a.jsonl", rows);
    process_result r = run_in_folder("\"$CONDYLE\" id omronEcobra600 --input a.jsonl");
    ck_assert_int_eq(r.exit_code, 1);
    ck_assert_ptr_nonnull(strstr(r.err, "a.jsonl:2: error: a wrench on a body that the first row has none on"));
    free_result(&r);
    check_run("\"$CONDYLE\" id omronEcobra600 --input a.jsonl --format json | \"$CONDYLE\" id omronEcobra600 --input - "
              "--format json | grep -c wrenches",
              0, "1\n", "");
}
END_TEST

START_TEST(tables_of_rows_stand_in_columns)
{
    check_run(
        "printf 'q.joint1\\n1\\n-1.75\\n' | \"$CONDYLE\" gravity omronEcobra600 --input - --format table --fields "
        "q.joint1,tau.joint3",
        0, "       q.joint1     tau.joint3\n              1         -19.62\n          -1.75         -19.62\n", "");
}
END_TEST

/* A signal removes the temporary file and keeps the old output file, and the shell receives the signal as the exit
 * status. */
START_TEST(a_run_that_is_stopped_leaves_nothing_behind)
{
    static const char *const names[] = {"TERM", "HUP"};
    static const int signals[] = {SIGTERM, SIGHUP};
    struct sigaction present;
    if (sigaction(signals[_i], NULL, &present) != 0 || present.sa_handler == SIG_IGN) {
        return; /* an ignored signal, as under nohup, does not stop the command */
    }
    char script[512];
    snprintf(script, sizeof script,
             "echo old > a.csv; mkfifo rows; \"$CONDYLE\" gravity omronEcobra600 --input rows -o a.csv --force & "
             "run=$!; exec 3> rows; printf 'q.joint1\\n1\\n' >&3; until ls a.csv.?????? > list 2> list; do sleep 0.01; "
             "done; exec 2> list; kill -s %s $run; wait $run; test $? -gt 128 && cat a.csv; ls a.csv*",
             names[_i]);
    check_run(script, 0, "old\na.csv\n", "");
}
END_TEST

int main(void)
{
    if (!getenv("CONDYLE") || access(getenv("CONDYLE"), X_OK) != 0) {
        return skip_suites("the environment variable CONDYLE does not name the command");
    }
    unsetenv("CONDYLE_URDF_PATH"); /* the bundled robots, and no others */
    Suite *suite = suite_create("batch_output");
    TCase *files = tcase_create("files");
    tcase_add_checked_fixture(files, open_folder, close_folder);
    tcase_add_test(files, a_file_has_what_the_standard_output_has);
    tcase_add_test(files, the_format_follows_the_files_name);
    tcase_add_test(files, an_existing_file_is_replaced_only_by_force);
    tcase_add_test(files, nothing_remains_of_a_run_that_fails);
    tcase_add_test(files, files_have_the_usual_permissions);
    tcase_add_test(files, files_may_have_the_longest_of_names);
    tcase_add_loop_test(files, a_run_that_is_stopped_leaves_nothing_behind, 0, 2);
    suite_add_tcase(suite, files);
    TCase *pipes = tcase_create("pipes");
    tcase_add_checked_fixture(pipes, open_folder, close_folder);
    tcase_add_test(pipes, a_full_disk_is_reported);
    tcase_add_test(pipes, a_reader_that_goes_away_ends_the_run_quietly);
    tcase_add_test(pipes, arrays_on_pipes_need_their_number_of_rows);
    tcase_add_test(pipes, a_row_that_is_wrong_stops_behind_those_before);
    tcase_add_test(pipes, wrenches_without_a_column_are_not_lost_silently);
    tcase_add_test(pipes, tables_of_rows_stand_in_columns);
    suite_add_tcase(suite, pipes);
    return run_suites(suite, NULL);
}
