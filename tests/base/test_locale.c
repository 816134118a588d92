/* In a process whose locale has decimal commas, the library and the command read and write the same bytes as in the
 * locale "C". */
#include "support/comma_locale.h"
#include "support/compare.h"
#include "support/folder.h"
#include "support/suite.h"

#include <condyle/condyle.h>
#include <fcntl.h>
#include <locale.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The command's main(), in this process. */
int condyle_main(int argc, char **argv);

enum { MOST_WORDS = 32 };

static const char *comma; /* the locale */

/* ---- the library ---- */

typedef struct bytes {
    char text[20000];
    size_t size;
} bytes;

static cdy_status keep(void *context, const char *text, size_t size)
{
    bytes *b = context;
    if (size >= sizeof b->text - b->size) {
        return CDY_ERROR_MEMORY;
    }
    memcpy(b->text + b->size, text, size);
    b->size += size;
    return CDY_OK;
}

START_TEST(robots_are_loaded_and_written_as_anywhere)
{
    static bytes written[2];
    char details[2][2000];
    double tau[2][6];
    for (int i = 0; i < 2; i++) {
        cdy_error error = {0};
        cdy_tree *tree = NULL;
        cdy_model *model = NULL;
        cdy_workspace *work = NULL;
        setlocale(LC_ALL, i ? comma : "C");
        ck_assert_ok(cdy_urdf_load_bundled("universalUR5e", NULL, &tree, &error), error);
        ck_assert_ok(cdy_tree_set_gravity(tree, (double[]){0, 0.5, -9.81}, &error), error);
        ck_assert_ok(cdy_urdf_write(tree, keep, &written[i], &error), error);
        cdy_tree_write_details(tree, details[i], sizeof details[i]);
        ck_assert_ok(cdy_model_create(tree, &model, &error), error);
        ck_assert_ok(cdy_workspace_create(model, &work, &error), error);
        ck_assert_ok(cdy_inverse_dynamics(model, work, NULL, NULL, NULL, NULL, tau[i], &error), error);
        cdy_workspace_destroy(work);
        cdy_model_destroy(model);
        cdy_tree_destroy(tree);
    }
    ck_assert(written[0].size > 1000 && written[0].size == written[1].size &&
              memcmp(written[0].text, written[1].text, written[0].size) == 0);
    ck_assert_str_eq(details[0], details[1]);
    ck_assert(memcmp(tau[0], tau[1], sizeof tau[0]) == 0);
}
END_TEST

START_TEST(commas_are_no_points)
{
    cdy_error error = {0};
    cdy_tree *tree = NULL;
    const char *text = "<robot name='r'><link name='a'><inertial><mass value='1,5'/><inertia ixx='1' iyy='1' izz='1'/>"
                       "</inertial></link></robot>";
    setlocale(LC_ALL, comma);
    ck_assert_fails(cdy_load_text(text, strlen(text), "r", NULL, &tree, &error), CDY_ERROR_ROBOT, error);
    ck_assert_ptr_nonnull(strstr(error.text, "'1,5' is not a number"));
}
END_TEST

/* ---- the command ---- */

/* Output that other programs read. Tables are for people, in the locale of the process, which the command leaves at
 * "C". */
static const char *const lines[] = {
    "id universalUR5e --q 0.1,-0.2,0.3,0.4,0.5,0.6 --qd random --format csv",
    "id universalUR5e --q elbow_joint=1.25 --gravity 0,0.5,-9.75 --format json",
    "id universalUR5e --input rows.csv --format csv",
    "id universalUR5e --input rows.json --format json",
    "fd universalUR5e --tau 0.5,0,0,0,0,0 --wrench tool0:0.1,0.2,0.3,0.4,0.5,0.6 --format json",
    "mass universalUR5e --format csv",
    "transform universalUR5e --body tool0 --precision 5 --format csv",
    "ik universalUR5e --body tool0 --pose 0.3,0.2,0.5,0,0.25,0 --format csv",
    "sim universalUR5e --time 0.01 --dt 0.0025",
    "identify universalUR5e --input log.csv --prior 0.5 --format json",
    "random universalUR5e -n 3 --format json",
    "show universalUR5e --format json",
    "show universalUR5e --format csv",
    "export universalUR5e",
    "check faulty.urdf --format json",
    "check faulty.urdf --format sarif",
    "diff universalUR5e other.urdf --format json",
};

static char start[4096];

/* Files of a folder, made by the command as others run it; and the process in the folder. */
static void set_up(void)
{
    open_folder();
    char *folder = output_of(
        "\"$CONDYLE\" random universalUR5e -n 20 > rows.csv; \"$CONDYLE\" random universalUR5e -n 3 "
        "-o rows.json; \"$CONDYLE\" id universalUR5e --input rows.csv --qd random --qdd random > "
        "log.csv; \"$CONDYLE\" export universalUR5e | sed \"s/izz=/izzz=/\" > faulty.urdf; "
        "\"$CONDYLE\" export universalUR5e | sed \"s/mass value=\\(.\\)3/mass value=\\12/\" > other.urdf; pwd");
    folder[strcspn(folder, "\n")] = '\0';
    ck_assert_ptr_nonnull(getcwd(start, sizeof start));
    ck_assert_int_eq(chdir(folder), 0);
    free(folder);
}

static void tear_down(void)
{
    setlocale(LC_ALL, "C");
    ck_assert_int_eq(chdir(start), 0);
    close_folder();
}

/* Runs the command in this process, and so in its locale, with its output in a file. */
static int run_line(const char *line, const char *file)
{
    char text[512], *words[MOST_WORDS] = {0};
    int count = 0;
    snprintf(text, sizeof text, "condyle %s", line);
    for (char *rest, *word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        words[count++] = word;
    }
    fflush(stdout);
    const int before = dup(STDOUT_FILENO), out = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ck_assert_int_ge(dup2(out, STDOUT_FILENO), 0);
    close(out);
    const int code = condyle_main(count, words);
    fflush(stdout);
    ck_assert_int_ge(dup2(before, STDOUT_FILENO), 0);
    close(before);
    return code;
}

START_TEST(the_command_prints_the_same)
{
    size_t sizes[2];
    setlocale(LC_ALL, "C");
    const int code = run_line(lines[_i], "plain");
    setlocale(LC_ALL, comma);
    ck_assert_int_eq(run_line(lines[_i], "comma"), code);
    setlocale(LC_ALL, "C");
    char *plain = get_file("plain", &sizes[0]), *with_comma = get_file("comma", &sizes[1]);
    ck_assert_uint_gt(sizes[0], 20);
    ck_assert_msg(sizes[0] == sizes[1] && memcmp(plain, with_comma, sizes[0]) == 0, "%s printed\n%.1000s\nnot\n%.1000s",
                  lines[_i], with_comma, plain);
    free(plain);
    free(with_comma);
}
END_TEST

/* The environment does not change the output, tables included. */
START_TEST(the_environment_does_not_matter)
{
    char script[512];
    snprintf(
        script, sizeof script,
        "for c in 'id universalUR5e --input rows.csv' 'mass universalUR5e' 'show universalUR5e' 'energy universalUR5e' "
        "'check universalUR5e' 'random universalUR5e -n 2 --format table'; do \"$CONDYLE\" $c > plain; "
        "LC_ALL=%s \"$CONDYLE\" $c | cmp - plain; done",
        comma);
    check_run(script, 0, "", "");
}
END_TEST

int main(void)
{
    char folder[] = "/tmp/condyle-locale-XXXXXX";
    comma = find_comma_locale(folder);
    int result = EXIT_SUCCESS;
    if (!comma) {
        result = skip_suites("there is no locale with decimal commas, and localedef cannot make one");
    } else {
        Suite *suite = suite_create("locale");
        TCase *tests = add_case(suite, "library", robots_are_loaded_and_written_as_anywhere);
        tcase_add_test(tests, commas_are_no_points);
        if (getenv("CONDYLE")) {
            tests = tcase_create("command");
            tcase_add_checked_fixture(tests, set_up, tear_down);
            tcase_add_loop_test(tests, the_command_prints_the_same, 0, sizeof lines / sizeof *lines);
            tcase_add_test(tests, the_environment_does_not_matter);
            suite_add_tcase(suite, tests);
        }
        result = run_suites(suite, NULL);
    }
    return remove_comma_locale(folder) ? result : EXIT_FAILURE;
}
