/* condyle check --fix and --in-place: corrected copies, files corrected in place, lists of corrections, and refused
 * files. */
#include "support/folder.h"
#include "support/suite.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static const char bad[] = "<?xml version='1.0'?> <!-- kept -->\n"
                          "<robot name='r'>\t<link name='a'/>\n"
                          "<link name='b'><inertal><mass value='1 '/><inertia ixx='2' ixy='0' ixz='0' iyy='2' iyz='0' "
                          "izz='2'/></inertal></link>\n"
                          "<joint name='j' type='revolute'><parent link='a'/><child link='b'/><axis xyz='0 0 1'/>\n"
                          "<limit lower='1' upper='-1' effort='1' velocity='1'/></joint>\n</robot>\n";
static const char good[] = "<?xml version='1.0'?> <!-- kept -->\n"
                           "<robot name='r'>\t<link name='a'/>\n"
                           "<link name='b'><inertial><mass value='1'/><inertia ixx='2' ixy='0' ixz='0' iyy='2' iyz='0' "
                           "izz='2'/></inertial></link>\n"
                           "<joint name='j' type='revolute'><parent link='a'/><child link='b'/><axis xyz='0 0 1'/>\n"
                           "<limit lower='-1' upper='1' effort='1' velocity='1'/></joint>\n</robot>\n";
static const char hopeless[] = "<robot name='r'><lnik name='a'/><lnik name='b'/></robot>";

#define CHANGES                                                                                                        \
    "bad.urdf:3: corrected: link 'b': <inertal> is now <inertial> [element-misspelled]\n"                              \
    "bad.urdf:3: corrected: link 'b': value=\"1 \" is now value=\"1\" [number-space]\n"                                \
    "bad.urdf:5: corrected: joint 'j': lower=\"1\" upper=\"-1\" is now lower=\"-1\" upper=\"1\" [limits-reversed]\n"   \
    "0 errors, 0 warnings, 0 notes in 1 file\n"

static void put_robots(void)
{
    open_folder();
    put_file("bad.urdf", bad);
    put_file("good.urdf", good);
    put_file("hopeless.urdf", hopeless);
}

static void check_file(const char *name, const char *expected)
{
    char *content = get_file(name, NULL);
    ck_assert_str_eq(content, expected);
    free(content);
}

START_TEST(a_copy_is_written)
{
    check_run("\"$CONDYLE\" check bad.urdf > /dev/null", 1, "", "");
    check_run("\"$CONDYLE\" check bad.urdf --fix out.urdf", 0, CHANGES, "");
    check_file("out.urdf", good);
    check_file("bad.urdf", bad);
    check_run("\"$CONDYLE\" check bad.urdf --fix out.urdf | tail -n 1; \"$CONDYLE\" check bad.urdf --fix out.urdf > "
              "/dev/null",
              3, "", "exists already");
    check_run("\"$CONDYLE\" check good.urdf --fix out.urdf --force", 0, "0 errors, 0 warnings, 0 notes in 1 file\n",
              "");
    check_file("out.urdf", good);
    check_run("\"$CONDYLE\" check bad.urdf --fix none/out.urdf --strict > /dev/null", 3, "", "cannot");
    check_run("ls | sort | tr '\\n' ' '", 0, "bad.urdf good.urdf hopeless.urdf out.urdf ", "");
}
END_TEST

START_TEST(what_is_left_decides)
{
    check_run(
        "\"$CONDYLE\" check hopeless.urdf --fix out.urdf", 1,
        "hopeless.urdf:1: corrected: <lnik> is now <link> [element-misspelled]\n"
        "hopeless.urdf:1: corrected: <lnik> is now <link> [element-misspelled]\n"
        "out.urdf:1:33: error: link 'b': the child of no joint, as link 'a' in line 1; expected one root [roots]\n"
        "1 error, 0 warnings, 0 notes in 1 file\n",
        "");
}
END_TEST

START_TEST(files_are_mended_in_place)
{
    check_run("chmod 640 bad.urdf; ln -s bad.urdf link.urdf; touch -d 2001-01-01 good.urdf", 0, "", "");
    check_run("\"$CONDYLE\" check good.urdf link.urdf --in-place | tail -n 1", 0,
              "0 errors, 0 warnings, 0 notes in 2 files\n", "");
    check_file("bad.urdf", good);
    check_run("stat -c '%a %Y' bad.urdf | cut -c 1-3; stat -c %F link.urdf; date -r good.urdf +%Y", 0,
              "640\nsymbolic link\n2001\n", "");
}
END_TEST

/* A file with several hard links is not replaced, even with --force: its other names would keep the old content. */
START_TEST(files_with_several_names_are_left)
{
    check_run("cp bad.urdf kept.urdf; ln bad.urdf other.urdf", 0, "", "");
    check_run("\"$CONDYLE\" check bad.urdf --in-place > out.txt", 3, "", "bad.urdf: error: has 2 names (hard links)");
    check_run("\"$CONDYLE\" check good.urdf --fix bad.urdf --force > out.txt", 3, "", "has 2 names (hard links)");
    check_run("\"$CONDYLE\" export good.urdf -o bad.urdf --force", 3, "", "has 2 names (hard links)");
    check_run("cmp bad.urdf kept.urdf && [ bad.urdf -ef other.urdf ] && ls -A | wc -l", 0, "6\n", "");
}
END_TEST

/* Only root can change the owner of a file. */
START_TEST(files_keep_their_owner)
{
    check_run(
        "chmod 604 bad.urdf; [ $(id -u) != 0 ] || chown 65531:65532 bad.urdf; stat -c '%u %g %a' bad.urdf > facts\n"
        "\"$CONDYLE\" check bad.urdf --in-place | tail -n 1; stat -c '%u %g %a' bad.urdf | cmp - facts\n"
        "\"$CONDYLE\" export good.urdf --force -o bad.urdf; stat -c '%u %g %a' bad.urdf | cmp - facts",
        0, "0 errors, 0 warnings, 0 notes in 1 file\n", "");
}
END_TEST

START_TEST(rules_are_left_out)
{
    check_run("\"$CONDYLE\" check bad.urdf --fix out.urdf --disable limits-reversed,number-space | wc -l", 0, "2\n",
              "");
    check_run("\"$CONDYLE\" check out.urdf | grep -c 'limits-reversed\\|number-space'", 0, "2\n", "");
    check_run("\"$CONDYLE\" check --explain limits-reversed | tail -n 1", 0,
              "  --fix and --in-place correct it where that needs no guess.\n", "");
}
END_TEST

START_TEST(json_lists_changes)
{
    char *text = output_of("\"$CONDYLE\" check bad.urdf --fix out.urdf --format json");
    json_t *found = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    json_t *expected =
        json_pack("{s:[{s:s,s:[{s:s,s:i,s:s,s:s,s:s},{s:s,s:i,s:s,s:s,s:s},{s:s,s:i,s:s,s:s,s:s}],s:[]}]}", "files",
                  "file", "out.urdf", "changes", "code", "element-misspelled", "line", 3, "element", "link 'b'", "was",
                  "<inertal>", "is", "<inertial>", "code", "number-space", "line", 3, "element", "link 'b'", "was",
                  "value=\"1 \"", "is", "value=\"1\"", "code", "limits-reversed", "line", 5, "element", "joint 'j'",
                  "was", "lower=\"1\" upper=\"-1\"", "is", "lower=\"-1\" upper=\"1\"", "findings");
    ck_assert_msg(found && expected && json_equal(found, expected), "%s", text);
    json_decref(found);
    json_decref(expected);
    free(text);
}
END_TEST

START_TEST(wrong_usage_is_refused)
{
    check_run("\"$CONDYLE\" check bad.urdf --fix out.urdf --in-place", 2, "", "one of them");
    check_run("\"$CONDYLE\" check bad.urdf good.urdf --fix out.urdf", 2, "", "--fix takes one robot, not 2");
    check_run("\"$CONDYLE\" check bad.urdf --fix out.urdf --format sarif", 2, "", "SARIF");
    check_run("\"$CONDYLE\" check bad.urdf --fix ''", 2, "", "needs the name of a file");
    check_run("\"$CONDYLE\" check bad.urdf --fix -", 2, "", "needs the name of a file");
    check_run("\"$CONDYLE\" check - --in-place < bad.urdf > out.txt", 2, "", "--in-place needs a file");
    check_run("\"$CONDYLE\" check universalUR5e --in-place > out.txt", 2, "", "the name of a bundled robot");
    check_run("\"$CONDYLE\" check nothing.urdf --in-place > out.txt", 3, "", "nothing.urdf: error: cannot open");
    check_run("ls | sort | tr '\\n' ' '", 0, "bad.urdf good.urdf hopeless.urdf out.txt ", "");
    check_file("bad.urdf", bad);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("fix_command");
    TCase *fix = add_case(suite, "fix", a_copy_is_written);
    tcase_add_checked_fixture(fix, put_robots, close_folder);
    tcase_add_test(fix, what_is_left_decides);
    tcase_add_test(fix, files_are_mended_in_place);
    tcase_add_test(fix, files_with_several_names_are_left);
    tcase_add_test(fix, files_keep_their_owner);
    tcase_add_test(fix, rules_are_left_out);
    tcase_add_test(fix, json_lists_changes);
    tcase_add_test(fix, wrong_usage_is_refused);
    return run_suites(suite, NULL);
}
