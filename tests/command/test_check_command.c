/* condyle check: its formats, options and exit codes, the files that a robot names, and robot files of the corpus. */
#define _XOPEN_SOURCE 700 /* posix_openpt */
#include "support/folder.h"
#include "support/suite.h"

#include <fcntl.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define INERTIAL                                                                                                       \
    "<inertial><mass value='1'/><inertia ixx='0.01' ixy='0' ixz='0' iyy='0.01' iyz='0' izz='0.01'/></inertial>"

static const char good[] = "<robot name='r'><link name='a'>" INERTIAL "</link></robot>";
static const char warned[] = "<robot name='r'><link name='a'>" INERTIAL "<foo/></link></robot>";
static const char bad[] = "<robot name='r'>\n<link name='a'>" INERTIAL "</link>\n <link name='b'/></robot>";

static void put_robots(void)
{
    open_folder();
    put_file("good.urdf", good);
    put_file("warned.urdf", warned);
    put_file("bad.urdf", bad);
}

/* ---- text and exit codes ---- */

START_TEST(exit_codes_tell_what_was_found)
{
    check_run("\"$CONDYLE\" check good.urdf", 0, "0 errors, 0 warnings, 0 notes in 1 file\n", "");
    check_run("\"$CONDYLE\" check bad.urdf", 1,
              "bad.urdf:3:2: error: link 'b': the child of no joint, as link 'a' in line 2; expected one root [roots]\n"
              "1 error, 0 warnings, 0 notes in 1 file\n",
              "");
    check_run("\"$CONDYLE\" check good.urdf warned.urdf", 0,
              "warned.urdf:1:137: warning: link 'a': <foo> in <link> is unknown and ignored [unknown-element]\n"
              "0 errors, 1 warning, 0 notes in 2 files\n",
              "");
    check_run("\"$CONDYLE\" check --strict warned.urdf > /dev/null", 1, "", "");
    check_run("\"$CONDYLE\" check --strict --disable unknown-element warned.urdf > /dev/null", 0, "", "");
    check_run("\"$CONDYLE\" check --disable axis-zero,roots --disable number bad.urdf > /dev/null", 0, "", "");
    check_run("cat bad.urdf | \"$CONDYLE\" check - | head -n 1 | cut -d: -f1-3", 0, "<stdin>:3:2\n", "");
    check_run("\"$CONDYLE\" check universalUR5e kukaIiwa14 --strict", 0, "0 errors, 0 warnings, 0 notes in 2 files\n",
              "");
    check_run(
        "\"$CONDYLE\" check nothing.urdf bad.urdf | tail -n 1; \"$CONDYLE\" check nothing.urdf good.urdf > /dev/null",
        3, "1 error, 0 warnings, 0 notes in 1 file; 1 file could not be checked\n", "nothing.urdf: error: cannot open");
    check_run("\"$CONDYLE\" check nothing.urdf", 3, "", "nothing.urdf: error: cannot open");
    check_run("\"$CONDYLE\" check nothing.urdf no.urdf good.urdf", 3,
              "0 errors, 0 warnings, 0 notes in 1 file; 2 files could not be checked\n", "no.urdf: error: cannot open");
    check_run("\"$CONDYLE\" check good.urdf --fix bad.urdf", 3, "", "bad.urdf: error: exists already");
    check_run("\"$CONDYLE\" check bad.urdf --output found.txt; tail -n 1 found.txt", 0,
              "1 error, 0 warnings, 0 notes in 1 file\n", "");
}
END_TEST

START_TEST(wrong_usage_is_refused)
{
    check_run("\"$CONDYLE\" check", 2, "", "needs a robot");
    check_run("\"$CONDYLE\" check good.urdf --disable root", 2, "", "did you mean 'roots'?");
    check_run("\"$CONDYLE\" check good.urdf --disable ''", 2, "", "no rule has the code ''");
    check_run("\"$CONDYLE\" check - good.urdf - < good.urdf", 2, "",
              "the standard input can be read once; expected '-' once");
    check_run("\"$CONDYLE\" check good.urdf --format table", 2, "", "not one of text, json, sarif");
    check_run("\"$CONDYLE\" check good.urdf --package-path x=", 2, "", "expected FOLDER or PACKAGE=FOLDER");
    check_run("\"$CONDYLE\" check good.urdf --package-path a/b=x", 2, "", "without '/'");
    check_run("\"$CONDYLE\" check --explain nonsense", 2, "", "no rule has the code 'nonsense'");
    check_run("\"$CONDYLE\" check good.urdf --for mojoco", 2, "", "did you mean 'mujoco'?");
    check_run("\"$CONDYLE\" check good.urdf --for drake --for drake", 2, "", "--for is given twice");
    check_run("\"$CONDYLE\" check good.urdf --all --all", 2, "", "--all is given twice");
    check_run("\"$CONDYLE\" check --strict --all --for drake good.urdf | tail -n 1", 0,
              "0 errors, 0 warnings, 0 notes in 1 file\n", "");
    check_run("\"$CONDYLE\" id good.urdf bad.urdf", 2, "", "two robots");
    check_run("\"$CONDYLE\" id good.urdf --strict", 2, "", "takes no option");
}
END_TEST

/* A failed run does not replace an output file. */
START_TEST(failures_leave_the_output_as_it_was)
{
    static const char *const wrong[] = {"check good.urdf --disable typo",
                                        "check --explain typo",
                                        "check good.urdf bad.urdf --fix z.urdf",
                                        "check - - < good.urdf",
                                        "check missing.urdf",
                                        "diff good.urdf missing.urdf",
                                        "diff good.urdf"};
    char command[256];
    put_robots();
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        put_file("log.txt", "precious\n");
        snprintf(command, sizeof command, "\"$CONDYLE\" %s -o log.txt --force 2>/dev/null; echo $?; cat log.txt",
                 wrong[i]);
        check_run(command, 0, strstr(wrong[i], "missing") ? "3\nprecious\n" : "2\nprecious\n", "");
    }
    check_run("\"$CONDYLE\" check bad.urdf -o log.txt --force; wc -l < log.txt", 0, "2\n", "");
}
END_TEST

START_TEST(rules_are_explained)
{
    check_run("\"$CONDYLE\" check --explain roots", 0,
              "roots (error)\n  One link is the root, all others are the child of a joint.\n"
              "  Connect the separate part to the robot by a joint.\n",
              "");
    check_run("test $(\"$CONDYLE\" check --explain all | grep -cE '^[a-z-]+ [(]') -ge 72 && echo all", 0, "all\n", "");
}
END_TEST

START_TEST(colours_are_not_for_files)
{
    check_run("TERM=xterm \"$CONDYLE\" check bad.urdf | grep -c '\033'", 1, "0\n", "");
}
END_TEST

/* Opens a pseudo terminal. Returns its program side, -1 where the system has no free terminal; *reader receives the
 * side that reads the output. */
static int open_terminal(int *reader)
{
    *reader = posix_openpt(O_RDWR | O_NOCTTY);
    const bool ready = *reader >= 0 && grantpt(*reader) == 0 && unlockpt(*reader) == 0;
    const int terminal = ready ? open(ptsname(*reader), O_RDWR | O_NOCTTY) : -1;
    if (*reader >= 0 && terminal < 0) {
        close(*reader);
    }
    return terminal;
}

static bool have_terminals(void)
{
    int reader;
    const int terminal = open_terminal(&reader);
    if (terminal >= 0) {
        close(terminal);
        close(reader);
    }
    return terminal >= 0;
}

/* Returns whether `check` prints colors on a terminal; the output fits into the buffer of the terminal. */
static bool is_coloured(const char *environment)
{
    char script[256], printed[4096];
    int reader;
    const int terminal = open_terminal(&reader);
    ck_assert_int_ge(terminal, 0);
    snprintf(script, sizeof script, "%s \"$CONDYLE\" check bad.urdf > %s", environment, ptsname(reader));
    check_run(script, 1, "", "");
    const ssize_t size = read(reader, printed, sizeof printed - 1);
    ck_assert_int_gt(size, 0);
    printed[size] = '\0';
    ck_assert_msg(strstr(printed, "bad.urdf") != NULL, "printed\n%s", printed);
    close(terminal);
    close(reader);
    return strchr(printed, '\033') != NULL;
}

START_TEST(colours_are_for_terminals)
{
    ck_assert(is_coloured("TERM=xterm"));
    ck_assert(!is_coloured("NO_COLOR=1 TERM=xterm"));
}
END_TEST

/* ---- documents ---- */

/* A robot with five elements that URDF does not know. */
static void put_noisy(void)
{
    put_file("noisy.urdf", "<robot name='r'><link name='a'>" INERTIAL "<foo/>\n<foo/>\n<foo/>\n<foo/>\n<foo/>"
                           "</link></robot>");
}

/* Text shows three findings of one rule and the number of the others; JSON has all findings. */
START_TEST(findings_of_a_kind_are_folded)
{
    put_noisy();
    check_run("\"$CONDYLE\" check noisy.urdf | cut -d: -f1-3,5", 0,
              "noisy.urdf:1:137: link 'a'\nnoisy.urdf:2:1: link 'a'\nnoisy.urdf:3:1: link 'a'\n"
              "noisy.urdf: warning: 2 more of the kind, which --all lists [unknown-element]\n"
              "0 errors, 5 warnings, 0 notes in 1 file\n",
              "");
    check_run("\"$CONDYLE\" check noisy.urdf --all | grep -c foo; \"$CONDYLE\" check noisy.urdf --all | grep -c more",
              1, "5\n0\n", "");
    check_run("\"$CONDYLE\" check noisy.urdf noisy.urdf | grep -c '2 more'", 0, "2\n", "");
    check_run("\"$CONDYLE\" check noisy.urdf --format json | grep -o unknown-element | wc -l", 0, "5\n", "");
    check_run("\"$CONDYLE\" check noisy.urdf --format sarif | grep -o '\"ruleId\": \"unknown-element\"' | wc -l", 0,
              "5\n", "");
}
END_TEST

/* All errors are shown, because each error needs a correction of its own. */
START_TEST(levels_follow_the_program)
{
    put_file("old.urdf", "<robot name='r' version='1.1'><link name='a'>" INERTIAL "</link></robot>");
    check_run("\"$CONDYLE\" check old.urdf | cut -d: -f4 -s", 0, " note\n", "");
    check_run("\"$CONDYLE\" check old.urdf --for urdfdom | cut -d: -f4 -s", 0, " error\n", "");
    check_run("\"$CONDYLE\" check old.urdf --for mujoco > /dev/null", 0, "", "");
    check_run("\"$CONDYLE\" check old.urdf --for urdfdom > /dev/null", 1, "", "");
    check_run("\"$CONDYLE\" check old.urdf --for sdformat --format json | grep -c '\"level\": \"error\"'", 0, "1\n",
              "");
    check_run("\"$CONDYLE\" check old.urdf --for urdfdom --format sarif | grep -c '\"ruleId\": \"read-otherwise\"'", 0,
              "1\n", "");
    check_run("\"$CONDYLE\" check --explain inertia-incomplete | tail -n 1", 0,
              "  Refused or read differently by urdfdom, mujoco, pinocchio, sdformat.\n", "");
}
END_TEST

/* Commands that compute forces warn once of a robot without mass. */
START_TEST(weightless_robots_are_told_of)
{
    static const char *const weighing[] = {"id", "fd", "mass", "gravity", "coriolis", "energy", "com"};
    char script[128];
    put_file("light.urdf", "<robot name='r'><link name='a'/><link name='b'/><joint name='j' type='continuous'>"
                           "<parent link='a'/><child link='b'/><axis xyz='0 0 1'/></joint></robot>");
    for (size_t i = 0; i < sizeof weighing / sizeof *weighing; i++) {
        snprintf(script, sizeof script,
                 "\"$CONDYLE\" %s light.urdf 2>&1 > /dev/null | grep -c \"no link that moves has a mass\"",
                 weighing[i]);
        check_run(script, 0, "1\n", "");
    }
    /* the root's mass acts on nothing, unless the base floats */
    check_run("\"$CONDYLE\" gravity light.urdf 2>&1 > /dev/null | grep -o \"mass ([^)]*)\"", 0, "mass ('b')\n", "");
    check_run("\"$CONDYLE\" gravity light.urdf --floating-base 2>&1 > /dev/null | grep -o \"mass ([^)]*)\"", 0,
              "mass ('a', 'b')\n", "");
    check_run("\"$CONDYLE\" show light.urdf > /dev/null && \"$CONDYLE\" transform light.urdf --body b > /dev/null", 0,
              "", "");
    check_run("\"$CONDYLE\" check light.urdf --strict > /dev/null", 1, "", "");
}
END_TEST

/* Every subcommand that needs a robot refuses a file that xacro must expand first. */
START_TEST(unexpanded_files_are_refused)
{
    put_file("arm.urdf.xacro", "<robot name='r' xmlns:xacro='http://www.ros.org/wiki/xacro'>\n"
                               "<xacro:include filename='x.xacro'/>\n<xacro:arm/></robot>");
    put_file("plain.urdf", "<robot name='r' xmlns:xacro='http://www.ros.org/wiki/xacro'><link name='a'/></robot>");
    check_run("\"$CONDYLE\" show arm.urdf.xacro", 1, "", "arm.urdf.xacro:2: error: there is no file 'x.xacro'");
    check_run("\"$CONDYLE\" id - < arm.urdf.xacro", 1, "",
              "expected the output of xacro: condyle xacro FILE > ROBOT.urdf");
    check_run("\"$CONDYLE\" check - < arm.urdf.xacro | cut -d: -f1-4", 0,
              "<stdin>:2:1: error\n1 error, 0 warnings, 0 notes in 1 file\n", "");
    check_run("\"$CONDYLE\" show plain.urdf > /dev/null", 0, "", "");
}
END_TEST

/* Limits of 0 mean unknown limits: no drive has neither force nor speed. */
START_TEST(limits_of_zero_are_not_known)
{
    put_file("limp.urdf",
             "<robot name='r'><link name='a'/><link name='b'>" INERTIAL "</link><joint name='j' type='revolute'>"
             "<parent link='a'/><child link='b'/><axis xyz='0 0 1'/>"
             "<limit lower='-1' upper='1' effort='0' velocity='2'/></joint></robot>");
    check_run("\"$CONDYLE\" show limp.urdf --format json | tr -d ' \n' | grep -o '\"effort\":[^}]*'", 0,
              "\"effort\":null,\"velocity\":2.0\n", "");
    check_run("\"$CONDYLE\" show limp.urdf --format csv | grep -c ',-1,1,,2,'", 0, "1\n", "");
}
END_TEST

static json_t *document_of(const char *script)
{
    process_result r = run_in_folder(script);
    json_error_t error;
    json_t *document = json_loadb(r.out, r.out_size, JSON_REJECT_DUPLICATES, &error);
    ck_assert_msg(document != NULL, "%s: %s", script, error.text);
    ck_assert_int_eq(r.exit_code, 1);
    free_result(&r);
    return document;
}

START_TEST(json_is_one_object)
{
    json_t *found = document_of("\"$CONDYLE\" check good.urdf bad.urdf --format json");
    json_t *expected = json_pack("{s:[{s:s,s:[]},{s:s,s:[{s:s,s:s,s:s,s:i,s:i,s:s,s:s}]}]}", "files", "file",
                                 "good.urdf", "findings", "file", "bad.urdf", "findings", "code", "roots", "level",
                                 "error", "file", "bad.urdf", "line", 3, "column", 2, "element", "link 'b'", "message",
                                 "the child of no joint, as link 'a' in line 2; expected one root");
    ck_assert(expected && json_equal(found, expected));
    json_decref(expected);
    json_decref(found);
}
END_TEST

/* A missing file is an error, not a file without findings. */
START_TEST(json_tells_what_was_not_checked)
{
    check_run("\"$CONDYLE\" check nothing.urdf warned.urdf universalUR16x --format json --disable unknown-element -o "
              "out.json",
              3, "", "nothing.urdf: error: cannot open");
    json_t *found = document_of("cat out.json; false"),
           *expected = json_pack("[{s:s,s:s},{s:s,s:[]}]", "file", "nothing.urdf", "error",
                                 "cannot open: No such file or directory", "file", "warned.urdf", "findings");
    json_t *files = json_object_get(found, "files");
    ck_assert_uint_eq(json_array_size(files), 3);
    const json_t *bundled = json_array_get(files, 2);
    const char *error = json_string_value(json_object_get(bundled, "error"));
    ck_assert(error && strstr(error, "did you mean 'universalUR16e'?"));
    ck_assert_ptr_null(json_object_get(bundled, "findings"));
    json_array_remove(files, 2);
    ck_assert(expected && json_equal(files, expected));
    json_decref(expected);
    json_decref(found);
}
END_TEST

static const json_t *at(const json_t *value, const char *key, size_t index)
{
    const json_t *array = json_object_get(value, key);
    ck_assert_uint_gt(json_array_size(array), index);
    return json_array_get(array, index);
}

START_TEST(sarif_is_complete)
{
    put_file("b \xc3\xa4#.urdf", bad);
    json_t *found = document_of("\"$CONDYLE\" check good.urdf 'b \xc3\xa4#.urdf' --format sarif");
    ck_assert_str_eq(json_string_value(json_object_get(found, "version")), "2.1.0");
    ck_assert_ptr_nonnull(strstr(json_string_value(json_object_get(found, "$schema")), "sarif-2.1.0.json"));
    const json_t *run = at(found, "runs", 0), *result = at(run, "results", 0);
    const json_t *driver = json_object_get(json_object_get(run, "tool"), "driver");
    ck_assert_str_eq(json_string_value(json_object_get(driver, "name")), "condyle");
    ck_assert_uint_eq(json_array_size(json_object_get(run, "results")), 1);
    const char *code = json_string_value(json_object_get(result, "ruleId"));
    ck_assert_str_eq(code, "roots");
    const json_t *rule = at(driver, "rules", (size_t)json_integer_value(json_object_get(result, "ruleIndex")));
    ck_assert_str_eq(json_string_value(json_object_get(rule, "id")), code);
    ck_assert_ptr_nonnull(json_string_value(json_object_get(json_object_get(rule, "shortDescription"), "text")));
    ck_assert_ptr_nonnull(json_string_value(json_object_get(json_object_get(rule, "help"), "text")));
    ck_assert_str_eq(json_string_value(json_object_get(json_object_get(rule, "defaultConfiguration"), "level")),
                     "error");
    const json_t *location = at(result, "locations", 0), *place = json_object_get(location, "physicalLocation");
    ck_assert_str_eq(json_string_value(json_object_get(json_object_get(place, "artifactLocation"), "uri")),
                     "b%20%C3%A4%23.urdf");
    const json_t *region = json_object_get(place, "region");
    ck_assert_int_eq(json_integer_value(json_object_get(region, "startLine")), 3);
    ck_assert_int_eq(json_integer_value(json_object_get(region, "startColumn")), 2);
    ck_assert_str_eq(json_string_value(json_object_get(at(location, "logicalLocations", 0), "fullyQualifiedName")),
                     "link 'b'");
    json_decref(found);
}
END_TEST

/* A fault in the expansion is a finding in the source file with the fault. */
START_TEST(failed_expansions_are_findings)
{
    put_file("bad.urdf.xacro", "<robot name='r' xmlns:xacro='http://www.ros.org/wiki/xacro'>\n"
                               "<xacro:include filename='part.xacro'/>\n<xacro:part/></robot>");
    put_file("part.xacro", "<robot xmlns:xacro='http://www.ros.org/wiki/xacro'>\n<xacro:macro name='part' params=''>\n"
                           "<link name='${1 / 0}'/></xacro:macro></robot>");
    put_file("good.urdf", "<robot name='r'><link name='a'/></robot>");
    check_run(
        "\"$CONDYLE\" check bad.urdf.xacro good.urdf | sed 's,^[^ ]*/,,'; \"$CONDYLE\" check bad.urdf.xacro > said", 1,
        "part.xacro:3: error: division by zero; in macro 'part' called from bad.urdf.xacro:3 [xacro]\n"
        "1 error, 0 warnings, 0 notes in 2 files\n",
        "");
    json_t *found = document_of("\"$CONDYLE\" check bad.urdf.xacro --format json");
    const json_t *finding = at(at(found, "files", 0), "findings", 0);
    ck_assert_str_eq(json_string_value(json_object_get(finding, "code")), "xacro");
    ck_assert_int_eq(json_integer_value(json_object_get(finding, "line")), 3);
    const char *file = json_string_value(json_object_get(finding, "file"));
    ck_assert(file && strlen(file) >= 10 && strcmp(file + strlen(file) - 10, "part.xacro") == 0);
    json_decref(found);
    found = document_of("\"$CONDYLE\" check bad.urdf.xacro --format sarif");
    const json_t *place =
        json_object_get(at(at(at(found, "runs", 0), "results", 0), "locations", 0), "physicalLocation");
    file = json_string_value(json_object_get(json_object_get(place, "artifactLocation"), "uri"));
    ck_assert(file && strlen(file) >= 10 && strcmp(file + strlen(file) - 10, "part.xacro") == 0);
    ck_assert_int_eq(json_integer_value(json_object_get(json_object_get(place, "region"), "startLine")), 3);
    json_decref(found);
    check_run("\"$CONDYLE\" check bad.urdf.xacro --disable xacro", 1, "", "part.xacro:3: error: division by zero");
}
END_TEST

/* Braces in the text of a SARIF message are placeholders of arguments, and must be doubled. */
START_TEST(sarif_doubles_braces)
{
    put_file("braces.urdf", "<robot name='r'><link name='${a}'/><link name='b'/></robot>");
    json_t *found = document_of("\"$CONDYLE\" check braces.urdf --format sarif --disable xacro");
    const json_t *result = at(at(found, "runs", 0), "results", 0);
    ck_assert_str_eq(json_string_value(json_object_get(json_object_get(result, "message"), "text")),
                     "link 'b': the child of no joint, as link '${{a}}' in line 1; expected one root");
    json_decref(found);
}
END_TEST

START_TEST(sarif_tells_what_was_not_checked)
{
    check_run("\"$CONDYLE\" check nothing.urdf bad.urdf --format sarif -o out.sarif", 3, "",
              "nothing.urdf: error: cannot");
    json_t *found = document_of("cat out.sarif; false");
    const json_t *run = at(found, "runs", 0), *invocation = at(run, "invocations", 0);
    ck_assert(json_is_false(json_object_get(invocation, "executionSuccessful")));
    ck_assert_uint_eq(json_array_size(json_object_get(run, "results")), 1);
    ck_assert_uint_eq(json_array_size(json_object_get(invocation, "toolExecutionNotifications")), 1);
    const json_t *notice = at(invocation, "toolExecutionNotifications", 0);
    const json_t *place = json_object_get(at(notice, "locations", 0), "physicalLocation");
    ck_assert_str_eq(json_string_value(json_object_get(notice, "level")), "error");
    ck_assert_str_eq(json_string_value(json_object_get(json_object_get(notice, "message"), "text")),
                     "cannot open: No such file or directory");
    ck_assert_str_eq(json_string_value(json_object_get(json_object_get(place, "artifactLocation"), "uri")),
                     "nothing.urdf");
    json_decref(found);
    found = document_of("\"$CONDYLE\" check good.urdf --format sarif; false");
    invocation = at(at(found, "runs", 0), "invocations", 0);
    ck_assert(json_is_true(json_object_get(invocation, "executionSuccessful")));
    ck_assert_uint_eq(json_array_size(json_object_get(invocation, "toolExecutionNotifications")), 0);
    json_decref(found);
}
END_TEST

/* ---- assets ---- */

/* A robot with one mesh. */
static void put_mesh(const char *mesh)
{
    char text[1024];
    snprintf(text, sizeof text,
             "<robot name='r'><link name='a'>" INERTIAL
             "<visual><geometry><mesh filename='%s'/></geometry></visual></link></robot>",
             mesh);
    put_file("m.urdf", text);
}

static void check_mesh(const char *mesh, const char *script, const char *code)
{
    char expected[128] = "";
    put_mesh(mesh);
    if (*code) {
        snprintf(expected, sizeof expected, "%s\n", code);
    }
    char whole[1024];
    snprintf(whole, sizeof whole,
             "mkdir -p p/urdf p/meshes q/share/p/meshes xp/meshes; : > p/meshes/A.stl; : > q/share/p/meshes/B.stl; : > "
             "xp/meshes/A.stl; cp m.urdf p/urdf/; %s | sed -n 's/.*\\[\\(.*\\)\\]$/\\1/p'; rm -r p q xp",
             script);
    check_run(whole, 0, expected, "");
}

#define HEAVY "<inertial><mass>-1</mass></inertial>"

typedef struct several_models {
    const char *file, *arguments, *out;
} several_models;

static const several_models several[] = {
    {"two.sdf", "", "two.sdf:2 mass-negative\ntwo.sdf:3 dynamics-unread\ntwo.sdf:4 mass-negative\n"},
    {"two.sdf", "--model n", "two.sdf:2 model-unread\ntwo.sdf:3 model-unread\ntwo.sdf:4 mass-negative\n"},
    {"two.sdf", "--model floor", "two.sdf:2 model-unread\ntwo.sdf:3 dynamics-unread\ntwo.sdf:4 model-unread\n"},
    {"two.sdf", "--model none", "two.sdf:1 reference-unknown\n"},
    {"two.sdf", "--model none --disable reference-unknown", "two.sdf:1 reference-unknown\n"},
    {"two.usda", "", "two.usda:4 mass-negative\ntwo.usda:7 mass-negative\n"},
    {"two.usda", "--model two", "two.usda:4 part-unread\ntwo.usda:7 mass-negative\n"},
    {"many.sdf", "", "many.sdf:1 roots\n"},
    {"good.urdf", "--model r", ""},
    {"good.urdf", "--model s", "good.urdf:1 reference-unknown\n"},
};

static void put_models(void)
{
    char text[8000];
    size_t length = (size_t)snprintf(text, sizeof text, "<sdf version='1.9'><world name='w'>");
    put_file("two.sdf", "<sdf version='1.9'><world name='w'>\n<model name='m'><link name='a'>" HEAVY "</link></model>\n"
                        "<model name='floor'><static>1</static><link name='c'/></model>\n"
                        "<model name='n'><link name='b'>" HEAVY "</link></model></world></sdf>");
    put_file(
        "two.usda",
        "#usda 1.0\n(metersPerUnit = 1 upAxis = 'Z')\ndef Xform 'one' (prepend apiSchemas = "
        "['PhysicsArticulationRootAPI']) {\ndef Xform 'a' (prepend apiSchemas = ['PhysicsRigidBodyAPI', "
        "'PhysicsMassAPI']) { float physics:mass = -2 float3 physics:diagonalInertia = (1, 1, 1) }\n}\n"
        "def Xform 'two' (prepend apiSchemas = ['PhysicsArticulationRootAPI']) {\ndef Xform 'a' (prepend apiSchemas = "
        "['PhysicsRigidBodyAPI', 'PhysicsMassAPI']) { float physics:mass = -2 float3 physics:diagonalInertia = (1, "
        "1, 1) }\n}\ndef Xform 'empty' (prepend apiSchemas = ['PhysicsArticulationRootAPI']) {}\n");
    for (int i = 0; i < 33; i++) {
        length +=
            (size_t)snprintf(text + length, sizeof text - length, "\n<model name='m%d'><link name='a'/></model>", i);
    }
    snprintf(text + length, sizeof text - length, "</world></sdf>");
    put_file("many.sdf", text);
}

/* Where a file has several models and none is named, each is checked; what they share is found once. */
START_TEST(several_models_are_checked)
{
    char script[600];
    put_models();
    snprintf(
        script, sizeof script,
        "\"$CONDYLE\" check %s %s --format json | tr '{' '\\n' | sed -n 's/.*\"code\": \"\\([a-z-]*\\)\".*\"file\": "
        "\"\\([a-z.]*\\)\", \"line\": \\([0-9]*\\).*/\\2:\\3 \\1/p'",
        several[_i].file, several[_i].arguments);
    check_run(script, 0, several[_i].out, "");
}
END_TEST

/* Shapes whose inertia is beyond all numbers have an error, and no moments that are no numbers. */
START_TEST(boundless_inertias_have_no_moments)
{
    static const char *const types[] = {"sphere", "box", "capsule", "cylinder", "ellipsoid"};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        char text[256];
        snprintf(
            text, sizeof text,
            "<mujoco><worldbody><body><joint/><geom type='%s' size='1e308 1e308 1e308'/></body></worldbody></mujoco>",
            types[i]);
        put_file("vast.xml", text);
        check_run(
            "\"$CONDYLE\" check vast.xml > found; grep -c 'error: ' found; grep -ciE '[^a-z](nan|inf)[^a-z]' found", 1,
            "2\n0\n", "");
    }
}
END_TEST

START_TEST(a_model_of_sdf_is_chosen)
{
    put_file("x.sdf", "<sdf version='1.9'><world name='w'>\n<model name='m'><link name='a'/></model>\n<model name='n'>"
                      "<link name='b'/></model></world></sdf>");
    check_run("\"$CONDYLE\" show x.sdf", 1, "",
              "x.sdf:1: error: the file has several models that move: 'm', 'n'; expected the name of one, by --model, "
              "of an obstacle by --with FILE#NAME, or by the option `model`\n");
    check_run("\"$CONDYLE\" export x.sdf --model n | grep -c '<robot name=\"n\">'", 0, "1\n",
              "x.sdf:3: warning: link 'b': the link has no <inertial>");
}
END_TEST

START_TEST(usd_is_read_as_text)
{
    static const char text[] =
        "#usda 1.0\n(metersPerUnit = 1 upAxis = 'Z')\ndef Xform 'm' {\n"
        "def Xform 'a' (prepend apiSchemas = ['PhysicsRigidBodyAPI', 'PhysicsMassAPI']) {\n"
        "float physics:mass = 2 point3f physics:centerOfMass = (0.5, 0, 0)\n"
        "float3 physics:diagonalInertia = (0.1, 0.1, 0.1) }\n"
        "def PhysicsRevoluteJoint 'j' { rel physics:body1 = </m/a> token physics:axis = 'Y' } }\n";
    put_file("x.usd", text);
    check_run("\"$CONDYLE\" gravity x.usd | tail -1", 0, "  j      continuous  0 rad  -9.81 N m\n", "");
    check_run("\"$CONDYLE\" export x.usd | \"$CONDYLE\" diff x.usd - > /dev/null", 0, "", "");
    put_file("y.usd", "#usda 1.0\n(metersPerUnit = 1 upAxis = 'Z')\ndef Xform 'm' {\n"
                      "def Xform 'a' (prepend apiSchemas = ['PhysicsRigidBodyAPI']) { float physics:mass = 2\n"
                      "float xformOp:rotateZ = 90\nuniform token[] xformOpOrder = ['xformOp:rotateZ'] }\n"
                      "def PhysicsRevoluteJoint 'j' { rel physics:body1 = </m/a> token physics:axis = 'Y' } }\n");
    check_run("\"$CONDYLE\" check y.usd | grep -o 'are .* rad apart'", 0, "are 0 m and 1.5708 rad apart\n", "");
    put_file("x.usd", "PXR-USDC");
    check_run(
        "\"$CONDYLE\" show x.usd", 1, "",
        "x.usd:1: error: the file 'x.usd' is binary USD, which is not read; the Python package usd-core makes one "
        "text of the robot: python3 -c \"from pxr import Usd; Usd.Stage.Open('x.usd').Export('robot.usda')\"\n");
}
END_TEST

START_TEST(meshes_are_looked_for)
{
    static const char here[] = "\"$CONDYLE\" check m.urdf", inside[] = "\"$CONDYLE\" check p/urdf/m.urdf";
    static const char given[] = "\"$CONDYLE\" check m.urdf --package-path p=p";
    static const char below[] = "ROS_PACKAGE_PATH=/none:$PWD \"$CONDYLE\" check m.urdf";
    static const char itself[] = "ROS_PACKAGE_PATH=$PWD/p \"$CONDYLE\" check m.urdf";
    static const char ament[] = "AMENT_PREFIX_PATH=/none:$PWD/q \"$CONDYLE\" check m.urdf";
    static const char slash[] = "ROS_PACKAGE_PATH=$PWD/p// \"$CONDYLE\" check m.urdf";
    static const char bare[] = "ROS_PACKAGE_PATH=none:p \"$CONDYLE\" check m.urdf";
    static const char longer[] = "ROS_PACKAGE_PATH=$PWD/xp \"$CONDYLE\" check m.urdf";
    static const char shorter[] = "ROS_PACKAGE_PATH=/p:/p/ \"$CONDYLE\" check m.urdf";
    static const char both[] = "ROS_PACKAGE_PATH=$PWD AMENT_PREFIX_PATH=$PWD/q \"$CONDYLE\" check m.urdf";
    static const char first[] = "ROS_PACKAGE_PATH=$PWD \"$CONDYLE\" check m.urdf --package-path q/share";
    static const char folder[] = "\"$CONDYLE\" check m.urdf --package-path p/";
    check_mesh("p/meshes/A.stl", here, "");
    check_mesh("p/meshes/C.stl", here, "mesh-not-found");
    check_mesh("p/none/C.stl", here, "mesh-not-found");
    check_mesh("p/meshes/a.stl", here, "mesh-case");
    check_mesh("p/Meshes/A.stl", here, "mesh-case");
    check_mesh("p/meshes", here, "mesh-not-found");
    check_mesh("../meshes/A.stl", inside, "");
    check_mesh("../meshes/B.stl", inside, "mesh-not-found");
    check_mesh("../../p/meshes/A.stl", inside, "mesh-escapes");
    check_mesh("../../p/meshes/A.stl", "\"$CONDYLE\" check p/urdf/m.urdf --package-path .", "");
    check_mesh("../../p/meshes/A.stl", "\"$CONDYLE\" check p/urdf/m.urdf --package-path p", "");
    check_mesh("../../p/meshes/A.stl", "\"$CONDYLE\" check p/urdf/m.urdf --package-path q", "mesh-escapes");
    check_mesh("package://p/meshes/A.stl", "(cd p/urdf && \"$CONDYLE\" check m.urdf)", "");
    check_mesh("package://p/meshes/A.stl", "(cd p && \"$CONDYLE\" check urdf/m.urdf)", "");
    check_mesh("package://p/meshes/A.stl", "ln -s ../p/urdf/m.urdf q/l.urdf; (cd q && \"$CONDYLE\" check l.urdf)", "");
    check_mesh("package://p/meshes/A.stl", here, "package-not-found");
    check_mesh("package://p/meshes/A.stl", inside, "");
    check_mesh("package://p/meshes/A.stl", given, "");
    check_mesh("package://p/meshes/a.stl", given, "mesh-case");
    check_mesh("package://p/meshes/C.stl", given, "mesh-not-found");
    check_mesh("package://p/../m.urdf", given, "mesh-escapes");
    check_mesh("package://p/meshes/A.stl", below, "");
    check_mesh("package://p/meshes/A.stl", itself, "");
    check_mesh("package://p/meshes/B.stl", ament, "");
    check_mesh("package://../p/meshes/A.stl", given, "package-not-found");
    check_mesh("package://p/meshes/A.stl", slash, "");
    check_mesh("package://p/meshes/A.stl", bare, "");
    check_mesh("package://p/meshes/A.stl", longer, "package-not-found");
    check_mesh("package://p/meshes/A.stl", shorter, "package-not-found");
    check_mesh("package://p/meshes/A.stl", both, "");
    check_mesh("package://p/meshes/B.stl", both, "mesh-not-found");
    check_mesh("package://p/meshes/A.stl", first, "mesh-not-found");
    check_mesh("package://p/meshes/B.stl", first, "");
    check_mesh("package://p/meshes/A.stl", folder, "");
    check_mesh("model://p/meshes/A.stl", given, "");
    check_mesh("package:///meshes/A.stl", given, "package-not-found");
    check_mesh("package://p/meshes/.././/urdf/../meshes/A.stl", given, "");
    check_mesh("package://p/./../m.urdf", given, "mesh-escapes");
    check_mesh("package://p//../m.urdf", given, "mesh-escapes");
    check_mesh("package://p/meshes/../../m.urdf", given, "mesh-escapes");
    check_mesh("package://p/meshes/..", given, "mesh-not-found");
    check_mesh("package://p/..meshes/A.stl", given, "mesh-not-found");
    check_mesh("package://p/x./../meshes/C.stl", given, "mesh-not-found");
    check_mesh("file:///etc/passwd", here, "mesh-absolute");
    check_mesh("/etc/passwd", here, "mesh-absolute");
    check_mesh("C:/meshes/A.stl", here, "mesh-absolute");
    check_mesh("http://example.com/a.stl", here, "");
}
END_TEST

/* Textures of the materials of the robot and of visuals are looked for in the same places as meshes. */
START_TEST(textures_are_looked_for)
{
    put_file("t.urdf", "<robot name='r'><material name='m'><texture filename='here.png'/></material>\n"
                       "<material name='n'><texture filename='gone.png'/></material>\n<link name='a'>" INERTIAL "\n"
                       "<visual><geometry><box size='1 1 1'/></geometry>"
                       "<material name='o'><texture filename='away.png'/></material></visual></link></robot>");
    check_run(": > here.png; \"$CONDYLE\" check t.urdf | sed -n 's/; expected.*//p'; rm here.png", 0,
              "t.urdf:2:29: warning: texture 'gone.png' names no file\n"
              "t.urdf:4:77: warning: link 'a': texture 'away.png' names no file\n",
              "");
}
END_TEST

/* ---- robot files of the corpus ---- */

START_TEST(real_robots_have_no_errors)
{
    check_run("for f in \"$REFERENCE_DIR\"/corpus/robots/*.urdf; do \"$CONDYLE\" check \"$f\" > /dev/null; echo $?; "
              "done | sort | uniq -c | awk '{ print $2, $1 }'",
              0, "0 76\n", "");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("check_command");
    TCase *text = add_case(suite, "text", exit_codes_tell_what_was_found);
    tcase_add_checked_fixture(text, put_robots, close_folder);
    tcase_add_test(text, wrong_usage_is_refused);
    tcase_add_test(text, failures_leave_the_output_as_it_was);
    tcase_add_test(text, rules_are_explained);
    tcase_add_test(text, colours_are_not_for_files);
    add_or_skip(text, colours_are_for_terminals, 0, 1, have_terminals() ? NULL : "there is no pseudo terminal");
    tcase_add_test(text, findings_of_a_kind_are_folded);
    tcase_add_test(text, levels_follow_the_program);
    tcase_add_test(text, weightless_robots_are_told_of);
    tcase_add_test(text, unexpanded_files_are_refused);
    tcase_add_test(text, limits_of_zero_are_not_known);
    tcase_add_test(text, json_is_one_object);
    tcase_add_test(text, json_tells_what_was_not_checked);
    tcase_add_test(text, sarif_is_complete);
    tcase_add_test(text, sarif_doubles_braces);
    tcase_add_test(text, failed_expansions_are_findings);
    tcase_add_test(text, sarif_tells_what_was_not_checked);
    tcase_add_test(text, a_model_of_sdf_is_chosen);
    tcase_add_test(text, boundless_inertias_have_no_moments);
    tcase_add_loop_test(text, several_models_are_checked, 0, sizeof several / sizeof *several);
    tcase_add_test(text, usd_is_read_as_text);
    tcase_add_test(text, meshes_are_looked_for);
    tcase_add_test(text, textures_are_looked_for);
    char *robots = reference_path("corpus/robots");
    add_or_skip(text, real_robots_have_no_errors, 0, 1, robots ? NULL : "there are no reference samples");
    free(robots);
    return run_suites(suite, NULL);
}
