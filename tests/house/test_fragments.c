/* The fragments of C in README.md and docs/: each compiles as the body of a function, after what its text names. */
#include "support/folder.h"
#include "support/suite.h"

#include <glob.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The caller's variables, by the names that all documents give them; a fragment that declares one hides this one. */
static const char variables[] =
    "#include <condyle/condyle.h>\n#include <stdio.h>\n"
    "extern cdy_error error; extern cdy_robot *robot; extern cdy_model *model; extern cdy_workspace *workspace;\n"
    "extern cdy_batch *batch; extern cdy_row_solver *solver; extern cdy_simulation *simulation;\n"
    "extern cdy_motion_model *law; extern cdy_constraint_report report; extern int tool, left_sole, right_sole;\n"
    "extern size_t count; extern cdy_status statuses[]; extern double t, T[16], q[], qd[], qdd[], tau[], fext[];\n"
    "extern double w[], dq[], dqd[], dqdd[], dtau[], forces[], dtau_dq[], dtau_dqd[], dqdd_dq[], dqdd_dqd[];\n"
    "extern double dqdd_dtau[], by_q[], by_qd[], by_qdd[], by_tau[], by_fext[], by_gravity[], by_parameters[];\n"
    "extern double q_path[], qd_path[], M[], J[], a[6], kinetic_by_q[], kinetic_by_qd[], potential_by_q[];\n";

/* The lines of the document in front of a place. */
static int count_lines(const char *document, const char *place)
{
    int count = 0;
    for (const char *c = document; c < place; c++) {
        count += *c == '\n';
    }
    return count;
}

/* Compiles a fragment of `length` characters, of which the first stands in line `line` of the file `name`. */
static process_result compile(const char *fragment, size_t length, const char *name, int line)
{
    const size_t size = sizeof variables + length + strlen(name) + 200;
    char *source = malloc(size);
    ck_assert_ptr_nonnull(source);
    snprintf(source, size, "%sint fragment(void);\nint fragment(void)\n{\n#line %d \"%s\"\n%.*s\nreturn 0;\n}\n",
             variables, line, name, (int)length, fragment);
    put_file("fragment.c", source);
    free(source);
    return run_in_folder("$COMPILER -std=c17 -fsyntax-only -Wall -Wextra -Wno-unused -Wno-uninitialized -Werror "
                         "-I \"$SOURCE_ROOT/lib/include\" fragment.c");
}

/* Compiles the fragments of a document, those apart that are whole programs; returns their number. */
static int check_fragments(const char *path, const char *document)
{
    static const char fence[] = "```c\n";
    int count = 0;
    for (const char *at = document; (at = strstr(at, fence));) {
        const char *begin = at + strlen(fence), *end = strstr(begin, "```"), *program = strstr(begin, "int main(");
        ck_assert_ptr_nonnull(end);
        if (!program || program > end) {
            process_result result =
                compile(begin, (size_t)(end - begin), strrchr(path, '/') + 1, count_lines(document, begin) + 1);
            ck_assert_msg(result.exit_code == 0, "%s%s", result.out, result.err);
            free_result(&result);
            count++;
        }
        at = end;
    }
    return count;
}

START_TEST(every_fragment_compiles)
{
    static const char *const patterns[] = {"README.md", "docs/*.md"};
    int count = 0;
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        glob_t found;
        char *pattern = source_path(patterns[i]);
        ck_assert_int_eq(glob(pattern, 0, NULL, &found), 0);
        for (size_t k = 0; k < found.gl_pathc; k++) {
            char *document = read_whole_file(found.gl_pathv[k], NULL);
            count += check_fragments(found.gl_pathv[k], document);
            free(document);
        }
        globfree(&found);
        free(pattern);
    }
    ck_assert_int_ge(count, 12);
}
END_TEST

START_TEST(wrong_fragments_are_told)
{
    static const char *const wrong[] = {
        "cdy_gravity_torque(model, workspace, q, &error);\n",
        "cdy_forward_dynamics_derivatives(model, workspace, q, qd, tau, fext, by_q, by_qd, by_tau, &error);\n",
        "cdy_gravity_torque(model, workspace, q, (float *)0, &error);\n",
        "cdy_gravity_torques(model, workspace, q, tau, &error);\n",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        process_result result = compile(wrong[i], strlen(wrong[i]), "guide.md", 70);
        ck_assert_msg(result.exit_code != 0 && strstr(result.err, "guide.md:70"), "%s%s", wrong[i], result.err);
        free_result(&result);
    }
}
END_TEST

int main(void)
{
    const bool compiles = system("echo 'int x;' | $COMPILER -std=c17 -x c -fsyntax-only - > /dev/null 2>&1") == 0;
    const char *reason = compiles ? NULL : "there is no compiler for C17";
    Suite *suite = suite_create("fragments");
    TCase *tests = tcase_create("fragments");
    tcase_add_checked_fixture(tests, open_folder, close_folder);
    add_or_skip(tests, every_fragment_compiles, 0, 1, reason);
    add_or_skip(tests, wrong_fragments_are_told, 0, 1, reason);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
