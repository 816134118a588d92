/* Commands in README.md, docs/ and the wings' READMEs: every block of code has a language that some suite runs, and
 * every command runs here as it is typed, unless it stands in a short list with the reason.  The suite readme compares
 * what
 * `$ condyle ...` prints. */
#include "support/folder.h"
#include "support/process.h"
#include "support/suite.h"

#include <glob.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Languages of fenced blocks, and what runs or reads them. */
static const char *const languages[][2] = {
    {"text", "readme"},
    {"c", "fragments"},
    {"c++", "cpp"},
    {"cpp", "package_pkgconfig"},
    {"python", "python"},
    {"octave", "octave"},
    {"sh", "here"},
    {"json", "constraints"},
    {"cmake", "package_cmake"},
    {"meson", "package_subproject"},
    {"cuda", "generated code, declarations"},
};

/* Blocks that do not run here, by their first line. */
static const struct {
    const char *document, *line, *reason;
} left_out[] = {
    {"README.md", "pip install .", ".ci/wheel and the package suites install it"},
    {"README.md", "tools/quickstart.sh", ".ci/fresh runs it"},
    {"README.md", "tools/test.sh", ".ci/fresh runs it"},
    {"docs/building.md", "meson setup build && ", ".ci/run does so"},
    {"docs/building.md", "meson setup build -Durdf=disabled", ".ci/run has the core alone"},
    {"docs/building.md", "cc torques.c", "package_pkgconfig runs it on an installed library"},
    {"docs/command.md", "condyle COMMAND ROBOT", "a synopsis"},
    {"docs/octave.md", "pkg install condyle-VERSION", "needs a package that is released"},
    {"docs/octave.md",
     ">> robot = loadrobot(\"universalUR5e\",DataFormat=\"row\",Gravity=[0 0 -9.81]);\n>> writeAsFunction",
     "compiles code, as the tests of writeAsFunction do"},
    {"docs/octave.md", "octave --path", "starts an interpreter; octave runs in it"},
    {"docs/octave.md", "meson compile -C build octave-package", ".ci/run builds it"},
    {"docs/octave.md", "tools/octave/package/release.sh", "needs the package and an address"},
    {"docs/performance.md", "condyle bench", "takes minutes; command_bench runs the options"},
    {"docs/performance.md", "meson test -C build --benchmark", "takes hours"},
    {"docs/generate.md", "condyle bench", "takes minutes; command_bench runs the options"},
    {"docs/generate.md", "condyle generate universalUR5e --name ur5e --calls id --target cuda", "needs nvcc and a GPU"},
    {"docs/identification.md", "condyle identify arm.urdf --gains", "needs currents of a real arm; gains runs it"},
    {"docs/rows.md", "#!/bin/sh", "needs SLURM"},
    {"docs/rows.md", "seq 0 99 | parallel", "needs GNU parallel and MPI"},
    {"docs/xacro.md", "condyle show ur_description", "needs the package ur_description"},
    {"docs/view.md", "condyle trajectory ur5e", "needs the page as well"},
    {"docs/view.md", "condyle view", "needs the page, which not every build has; view and serve run the options"},
};
static bool was_left_out[sizeof left_out / sizeof *left_out];

static bool leaves_out(const char *document, const char *line)
{
    for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++) {
        if (strcmp(document, left_out[i].document) == 0 &&
            strncmp(line, left_out[i].line, strlen(left_out[i].line)) == 0) {
            return was_left_out[i] = true;
        }
    }
    return false;
}

/* What stands for the command. A build without the page of `view` can make none: it says so, and other lines run. */
#define CONDYLE                                                                                                        \
    "condyle() { [ \"$1\" != view ] || [ \"$HAVE_PAGE\" = yes ] || return 0; \"$CONDYLE\" \"$@\"; }\nset -e\n"

/* The files that commands of the documents read, in the folder `inputs`. */
static const char inputs[] = CONDYLE
    "rm -rf inputs\nmkdir inputs\ncd inputs\n"
    "condyle export universalUR5e -o arm.urdf\ncp arm.urdf my_robot.urdf\n"
    "cat >robot.urdf <<'END'\n<robot name='r'><link name='base_link'><collision><geometry><box size='1 1 "
    "1'/></geometry>"
    "</collision></link><link name='arm'><collision><geometry><box size='1 1 1'/></geometry></collision></link>"
    "<joint name='j' type='continuous'><parent link='base_link'/><child link='arm'/></joint></robot>\nEND\n"
    "condyle random universalUR5e -n 4 --seed 2 -o way.csv\n"
    "cp \"$SOURCE_ROOT/docs/examples/drives.csv\" drives.csv\n"
    "printf 'q.elbow_joint\\n0\\n0.05\\n' | condyle trajectory universalUR5e --through - --acceleration 5 --rate 50 | "
    "condyle id universalUR5e --input - -o motion.csv\n"
    "condyle random universalUR5e -n 40 --seed 3 | condyle trajectory universalUR5e --through - --acceleration 5 "
    "--rate "
    "40 -o moves.csv\n"
    "for name in recording free empty other states; do condyle id universalUR5e --input moves.csv -o $name.csv; done\n"
    "condyle id universalUR5e --input moves.csv --payload tool0:2 -o loaded.csv\n"
    "condyle random universalUR5e -n 100000 --format npy -o states.npy\n";

/* Runs a block of commands in the document's folder. Files that they write are removed before. */
static void run_block(const char *document, const char *block)
{
    static const char begin[] = CONDYLE "cd work\n";
    const size_t size = sizeof begin + 3 * strlen(block) + 64;
    char *script = calloc(size, 1);
    ck_assert_ptr_nonnull(script);
    strcat(script, begin);
    for (const char *o = block; (o = strstr(o, " -o ")) != NULL;) {
        o += strlen(" -o ");
        snprintf(script + strlen(script), size - strlen(script), "rm -rf %.*s\n", (int)strcspn(o, " \n"), o);
    }
    strcat(script, block);
    process_result result = run_script(script);
    ck_assert_msg(result.exit_code == 0, "%s:\n%sended with %d: %s", document, block, result.exit_code, result.err);
    /* One document makes a robot whose inertias its recording does not tell: they warn, and it says so. */
    ck_assert_msg(!strstr(result.err, "warning:") || strstr(document, "why.md"), "%s:\n%swarns: %s", document, block,
                  result.err);
    free_result(&result);
    free(script);
}

/* Whether a line of an indented block begins with a command. */
static bool is_command(const char *line)
{
    static const char *const words[] = {"condyle ", "meson ", "pip ", "tools/", "cc ",      "octave ", "python ",
                                        ".ci/",     "ninja ", "git ", "sudo ",  "apt-get ", "./"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strncmp(line, words[i], strlen(words[i])) == 0) {
            return true;
        }
    }
    return false;
}

/* Copies the block of lines indented by four that begins at *text, without the indentation, and moves on behind it. */
static char *take_indented(const char **text)
{
    char *block = calloc(strlen(*text) + 1, 1);
    ck_assert_ptr_nonnull(block);
    while (strncmp(*text, "    ", 4) == 0) {
        const size_t length = strcspn(*text, "\n") + 1;
        strncat(block, *text + 4, length - 4);
        *text += length;
    }
    return block;
}

/* Runs or classes one fenced block, whose content is `block`. */
static void check_fence(const char *document, const char *language, const char *block)
{
    bool known = !*language && leaves_out(document, block);
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++) {
        known = known || strcmp(language, languages[i][0]) == 0;
    }
    ck_assert_msg(known, "%s: no suite runs blocks of '%s'; expected a language of the list in this test", document,
                  language);
    if (strcmp(language, "sh") == 0 && !leaves_out(document, block)) {
        run_block(document, block);
    }
}

/* Copies the fenced block that begins at *text, and moves on behind it. */
static char *take_fenced(const char **text, char *language, size_t size)
{
    const char *first = strchr(*text, '\n') + 1, *last = strstr(first, "\n```");
    ck_assert_ptr_nonnull(last);
    snprintf(language, size, "%.*s", (int)strcspn(*text + 3, "\n"), *text + 3);
    *text = strchr(last + 1, '\n') + 1;
    return strndup(first, (size_t)(last + 1 - first));
}

static void check_document(const char *name, const char *text)
{
    process_result copied = run_script("rm -rf work && cp -r inputs work");
    ck_assert_msg(copied.exit_code == 0, "%s", copied.err);
    free_result(&copied);
    while (*text) {
        char language[32];
        const bool fenced = strncmp(text, "```", 3) == 0;
        if (!fenced && !(strncmp(text, "    ", 4) == 0 && is_command(text + 4))) {
            text += strcspn(text, "\n");
            text += *text == '\n';
            continue;
        }
        char *block = fenced ? take_fenced(&text, language, sizeof language) : take_indented(&text);
        if (fenced) {
            check_fence(name, language, block);
        } else if (!leaves_out(name, block)) {
            run_block(name, block);
        }
        free(block);
    }
}

START_TEST(every_command_runs_as_typed)
{
    static const char *const patterns[] = {"README.md", "docs/*.md", "lib/*/README.md"};
    const char *root = getenv("SOURCE_ROOT");
    glob_t found;
    open_folder();
    process_result made = run_script(inputs);
    ck_assert_msg(made.exit_code == 0, "%s", made.err);
    free_result(&made);
    for (size_t p = 0; p < sizeof patterns / sizeof *patterns; p++) {
        char pattern[4096];
        snprintf(pattern, sizeof pattern, "%s/%s", root, patterns[p]);
        ck_assert_int_eq(glob(pattern, 0, NULL, &found), 0);
        for (size_t i = 0; i < found.gl_pathc; i++) {
            char *text = read_whole_file(found.gl_pathv[i], NULL);
            check_document(found.gl_pathv[i] + strlen(root) + 1, text);
            free(text);
        }
        globfree(&found);
    }
    close_folder();
    for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++) {
        ck_assert_msg(was_left_out[i], "%s has no block that begins with '%s' (%s); expected none in the list",
                      left_out[i].document, left_out[i].line, left_out[i].reason);
    }
}
END_TEST

int main(void)
{
    if (!getenv("CONDYLE") || access(getenv("CONDYLE"), X_OK) != 0 || !getenv("SOURCE_ROOT")) {
        return skip_suites("the environment variables CONDYLE and SOURCE_ROOT do not name the command and the sources");
    }
    Suite *suite = suite_create("documented");
    add_case(suite, "commands", every_command_runs_as_typed);
    return run_suites(suite, NULL);
}
