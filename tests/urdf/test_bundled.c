/* Robots by name: the bundled robots, and those in the folders that the environment names.  Robots by file and pipe. */
#include "support/compare.h"
#include "support/suite.h"
#include "urdf/urdf_case.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char folder[] = "/tmp/condyle-test-XXXXXX";

static void write_robot(const char *place, const char *file, const char *name)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, place);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/%s/%s", folder, place, file);
    FILE *out = fopen(path, "w");
    ck_assert_ptr_nonnull(out);
    fprintf(out, "<robot name='%s'><link name='a'/></robot>", name);
    ck_assert_int_eq(fclose(out), 0);
}

static void remove_robot(const char *place, const char *file)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s/%s", folder, place, file);
    unlink(path);
    snprintf(path, sizeof path, "%s/%s", folder, place);
    rmdir(path);
}

static void set_up(void)
{
    strcpy(folder, "/tmp/condyle-test-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    write_robot("one", "robo.urdf", "first");
    write_robot("one", "notes.txt", "not a robot");
    write_robot("one", ".hidden.urdf", "not seen");
    write_robot("two", "robo.urdf", "second");
    write_robot("two", "another.urdf", "another");
    char path[256];
    snprintf(path, sizeof path, "%s/none::%s/one:%s/two:", folder, folder, folder);
    setenv("CONDYLE_URDF_PATH", path, 1);
}

static void tear_down(void)
{
    remove_robot("one", "notes.txt");
    remove_robot("one", ".hidden.urdf");
    remove_robot("one", "robo.urdf");
    remove_robot("two", "robo.urdf");
    remove_robot("two", "another.urdf");
    rmdir(folder);
    unsetenv("CONDYLE_URDF_PATH");
}

static void expect_robot(const char *name, const char *robot)
{
    cdy_error error = {0};
    cdy_tree *tree = NULL;
    ck_assert_ok(cdy_urdf_load_bundled(name, NULL, &tree, &error), error);
    ck_assert_str_eq(cdy_tree_name(tree), robot);
    cdy_tree_destroy(tree);
}

START_TEST(the_environment_comes_first)
{
    expect_robot("robo", "first");
    expect_robot("robo.urdf", "first");
    expect_robot("another", "another");
    write_robot("two", "universalUR5e.urdf", "mine");
    expect_robot("universalUR5e", "mine");
    remove_robot("two", "universalUR5e.urdf");
}
END_TEST

/* The path is that of the file that is loaded. */
START_TEST(bundled_robots_have_a_path)
{
    cdy_error error = {0};
    char path[4096] = "as it was", expected[4096], place[4096];
    ck_assert_ok(cdy_urdf_locate_bundled("robo", path, sizeof path, &error), error);
    snprintf(expected, sizeof expected, "%s/one/robo.urdf", folder);
    ck_assert_str_eq(path, expected);
    memset(place, 'x', sizeof place);
    ck_assert_fails(cdy_urdf_locate_bundled("robo", place, strlen(path), &error), CDY_ERROR_IO, error);
    ck_assert_int_eq(place[0], 'x');
    ck_assert_ok(cdy_urdf_locate_bundled("robo", place, strlen(path) + 1, &error), error);
    ck_assert_str_eq(place, path);
    ck_assert_ok(cdy_urdf_locate_bundled("ur5e", path, sizeof path, &error), error);
    ck_assert_msg(path[0] == '/' && !strstr(path, "/../"), "%s", path); /* short, for messages */
    ck_assert_str_eq(strrchr(path, '/'), "/universalUR5e.urdf");
    ck_assert_fails(cdy_urdf_locate_bundled("nobody", path, sizeof path, &error), CDY_ERROR_IO, error);
    ck_assert_fails(cdy_urdf_locate_bundled("one/robo", path, sizeof path, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_urdf_locate_bundled("robo", NULL, 5, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_urdf_locate_bundled("robo", path, 0, &error), CDY_ERROR_ARGUMENT, error);
}
END_TEST

START_TEST(bundled_robots_load)
{
    const char *const names[] = {"kukaIiwa14", "omronEcobra600", "universalUR5e"};
    const int counts[] = {7, 4, 6};
    unsetenv("CONDYLE_URDF_PATH");
    for (int i = 0; i < 3; i++) {
        cdy_error error = {0};
        cdy_tree *tree = NULL;
        ck_assert_ok(cdy_urdf_load_bundled(names[i], NULL, &tree, &error), error);
        int moving = 0;
        for (int b = 1; b <= cdy_tree_body_count(tree); b++) {
            moving += cdy_joint_type_nv(cdy_tree_body(tree, b)->joint.type);
        }
        ck_assert_int_eq(moving, counts[i]);
        cdy_tree_destroy(tree);
    }
}
END_TEST

static void add_name(void *context, const char *name)
{
    char *list = context;
    strcat(strcat(list, name), " ");
}

START_TEST(robots_are_listed_in_order_and_once)
{
    char list[4096] = "";
    cdy_error error = {0};
    ck_assert_ok(cdy_urdf_list_bundled(add_name, list, &error), error);
    ck_assert_ptr_eq(
        strstr(list, "abbIrb120 abbIrb120T abbIrb1600 abbYuMi amrPioneer3AT amrPioneer3DX amrPioneerLX another "),
        list);
    ck_assert_ptr_nonnull(strstr(list, " rethinkSawyer robo robotiq2F85 "));
    ck_assert_ptr_nonnull(strstr(list, " willowgaragePR2 yaskawaMotomanMH5 ")); /* the last one */
    ck_assert_ptr_eq(strstr(strstr(list, " robo ") + 1, " robo "), NULL);
    ck_assert_fails(cdy_urdf_list_bundled(NULL, NULL, &error), CDY_ERROR_ARGUMENT, error);
}
END_TEST

START_TEST(unknown_robots_are_reported_with_the_known_ones)
{
    cdy_error error = {0};
    cdy_tree *tree = (cdy_tree *)&error;
    ck_assert_fails(cdy_urdf_load_bundled("kukaIiwa1", NULL, &tree, &error), CDY_ERROR_IO, error);
    ck_assert_ptr_null(tree);
    ck_assert_msg(strstr(error.text, "did you mean 'kukaIiwa14'?") && strstr(error.text, "frankaFR3"), "%s",
                  error.text);
    ck_assert_fails(cdy_urdf_load_bundled("entirely else", NULL, &tree, &error), CDY_ERROR_IO, error);
    ck_assert_ptr_null(strstr(error.text, "did you mean"));
    ck_assert_fails(cdy_urdf_load_bundled("notes", NULL, &tree, &error), CDY_ERROR_IO, error);
}
END_TEST

START_TEST(names_do_not_lead_elsewhere)
{
    const char *const names[] = {"", "../one/robo", "one/robo", "/etc/passwd", ".hidden", NULL, ".", ".."};
    const size_t first_directory = 6; /* told as such: CDY_ERROR_IO */
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        cdy_error error = {0};
        cdy_tree *tree = (cdy_tree *)&error;
        ck_assert_fails(cdy_urdf_load_bundled(names[i], NULL, &tree, &error),
                        i < first_directory ? CDY_ERROR_ARGUMENT : CDY_ERROR_IO, error);
        ck_assert_ptr_null(tree);
    }
    cdy_error error = {0};
    ck_assert_fails(cdy_urdf_load_bundled("robo", NULL, NULL, &error), CDY_ERROR_ARGUMENT, error);
}
END_TEST

/* ---- files ---- */

static void expect_no_file(const char *path, const char *snippet)
{
    cdy_error error = {0};
    cdy_tree *tree = (cdy_tree *)&error;
    ck_assert_fails(cdy_load_file(path, NULL, &tree, &error), CDY_ERROR_IO, error);
    ck_assert_ptr_null(tree);
    ck_assert_str_eq(error.file, path);
    ck_assert_msg(strstr(error.text, snippet) != NULL, "%s: %s", path, error.text);
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(text, 1, strlen(text), file), strlen(text));
    ck_assert_int_eq(fclose(file), 0);
}

START_TEST(files_load_and_their_faults_name_them)
{
    char place[] = "/tmp/condyle-test-XXXXXX";
    ck_assert_ptr_nonnull(mkdtemp(place));
    char path[64];
    snprintf(path, sizeof path, "%s/robot.urdf", place);
    cdy_error error = {0};
    cdy_tree *tree = NULL;
    write_file(path, LINK(""));
    ck_assert_ok(cdy_load_file(path, NULL, &tree, &error), error);
    cdy_tree_destroy(tree);
    write_file(path, LINK("<inertial/><inertial/>"));
    ck_assert_fails(cdy_load_file(path, NULL, &tree, &error), CDY_ERROR_ROBOT, error);
    ck_assert_str_eq(error.file, path);
    ck_assert_int_eq(error.line, 3);
    write_file(path, "");
    ck_assert_fails(cdy_load_file(path, NULL, &tree, &error), CDY_ERROR_ROBOT, error);
    ck_assert_ptr_null(tree);
    unlink(path);
    ck_assert_int_eq(mkfifo(path, 0600), 0);
    expect_no_file(path, "no program wrote into this pipe");
    unlink(path);
    expect_no_file(path, "No such file");
    expect_no_file(place, "is a directory");
    expect_no_file("/dev/null", "is a device");
    expect_no_file("", "No such file");
    rmdir(place);
}
END_TEST

START_TEST(pipes_load)
{
    int ends[2];
    char path[32];
    cdy_error error = {0};
    cdy_tree *tree = NULL;
    ck_assert_int_eq(pipe(ends), 0);
    ck_assert_int_eq(write(ends[1], LINK(""), strlen(LINK(""))), strlen(LINK("")));
    close(ends[1]);
    snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
    if (access(path, R_OK) == 0) {
        ck_assert_ok(cdy_load_file(path, NULL, &tree, &error), error);
        ck_assert_str_eq(cdy_tree_name(tree), "r");
    }
    cdy_tree_destroy(tree);
    close(ends[0]);
}
END_TEST

/* Writes a robot into a pipe in two pieces, late and slowly; returns 0, or 1 where that failed. */
static int write_late(const char *path)
{
    const struct timespec pause = {.tv_nsec = 300 * 1000 * 1000};
    const char *text = LINK("");
    ssize_t rest = (ssize_t)strlen(text) - 10;
    nanosleep(&pause, NULL);
    int pipe = open(path, O_WRONLY);
    nanosleep(&pause, NULL);
    bool done = write(pipe, text, 10) == 10;
    nanosleep(&pause, NULL);
    return done && write(pipe, text + 10, (size_t)rest) == rest ? 0 : 1;
}

START_TEST(pipes_load_whose_writer_comes_later)
{
    char place[] = "/tmp/condyle-test-XXXXXX";
    ck_assert_ptr_nonnull(mkdtemp(place));
    char path[64];
    snprintf(path, sizeof path, "%s/pipe.urdf", place);
    ck_assert_int_eq(mkfifo(path, 0600), 0);
    pid_t writer = fork();
    if (writer == 0) {
        alarm(20); /* instead of waiting for a reader for ever */
        _exit(write_late(path));
    }
    cdy_error error = {0};
    cdy_tree *tree = NULL;
    cdy_status status = cdy_load_file(path, NULL, &tree, &error);
    int code = -1;
    ck_assert_int_eq(waitpid(writer, &code, 0), writer);
    unlink(path);
    rmdir(place);
    ck_assert_ok(status, error);
    ck_assert_int_eq(code, 0);
    ck_assert_str_eq(cdy_tree_name(tree), "r");
    cdy_tree_destroy(tree);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("bundled");
    TCase *names = add_case(suite, "names", the_environment_comes_first);
    tcase_add_checked_fixture(names, set_up, tear_down);
    tcase_add_test(names, bundled_robots_have_a_path);
    tcase_add_test(names, bundled_robots_load);
    tcase_add_test(names, robots_are_listed_in_order_and_once);
    tcase_add_test(names, unknown_robots_are_reported_with_the_known_ones);
    tcase_add_test(names, names_do_not_lead_elsewhere);
    TCase *files = add_case(suite, "files", files_load_and_their_faults_name_them);
    tcase_add_test(files, pipes_load);
    tcase_add_test(files, pipes_load_whose_writer_comes_later);
    return run_suites(suite, NULL);
}
