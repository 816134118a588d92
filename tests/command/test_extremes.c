/* The command on extreme robots: names of a megabyte, a hundred thousand links, rare encodings, elements with very many
 * attributes or children. Each subcommand that reads a robot works, or fails with the line of the fault. */
#include "support/folder.h"
#include "support/suite.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Every way to read a robot: the command line before and behind the name of the file. */
typedef struct reading {
    const char *before, *behind;
    bool checks; /* prints the faults on the standard output */
    bool large;  /* also run with large robots */
} reading;

static const reading readings[] = {
    {"show", "", false, false},
    {"show", "--format json", false, false},
    {"export", "", false, true},
    {"compile", "-o made.cdy --force", false, true},
    {"check", "", true, true},
    {"check", "--format json", true, false},
    {"check", "--format sarif", true, false},
    {"check", "--fix made.urdf --force", true, false},
    {"id", "--format csv", false, true},
    {"mass", "--format csv", false, false},
};

/* Runs one of the ways on a file; checks the exit code and, where the file is refused, that the message names the
 * line. */
static void read_file(const reading *how, const char *file, bool loads)
{
    char script[512];
    snprintf(script, sizeof script,
             "\"$CONDYLE\" %s %s %s > out 2> said; echo $?; grep -c -e ':[0-9]*:.* error:' -e ': error:' -e "
             "'\"error\"' %s; true",
             how->before, file, how->behind, how->checks ? "out" : "said");
    process_result r = run_in_folder(script);
    int code = -1, errors = -1;
    ck_assert_msg(sscanf(r.out, "%d %d", &code, &errors) == 2, "%s", r.out);
    if (strstr(how->behind, "--fix") && !loads && code == 3) {
        errors = 0; /* `--fix` refuses UTF-16 */
    } else if (strstr(how->behind, "sarif")) {
        ck_assert_msg(code == !loads || code == 1, "%s %s: exit code %d", file, how->behind,
                      code); /* SARIF lists all rules */
    } else if (how->checks) {
        ck_assert_msg(code == (errors > 0), "%s %s %s: exit code %d, %d lines of errors", how->before, file,
                      how->behind, code, errors);
        ck_assert_msg(loads || errors > 0, "%s %s %s: nothing is found", how->before, file, how->behind);
    } else {
        ck_assert_msg(code == !loads && errors == !loads, "%s %s %s: exit code %d, %d lines of errors", how->before,
                      file, how->behind, code, errors);
    }
    free_result(&r);
}

static void read_text(const char *bytes, size_t size, bool loads)
{
    put_bytes("robot.urdf", bytes, size);
    for (size_t i = 0; i < sizeof readings / sizeof *readings; i++) {
        read_file(&readings[i], "robot.urdf", loads);
    }
}

/* ---- encodings ---- */

typedef struct text_case {
    const char *bytes;
    size_t size;
    bool loads;
} text_case;

#define BYTES(literal) (literal), sizeof(literal) - 1
#define ROBOT(name)                                                                                                    \
    "<robot name='r'><link name='a'/><link name='" name "'><inertial><mass value='1'/><inertia ixx='1' iyy='1' "       \
    "izz='1'/></inertial></link><joint name='j' type='continuous'><parent link='a'/><child link='" name "'/></joint>"  \
    "</robot>\n"

static const text_case texts[] = {
    {BYTES(ROBOT("b")), true},
    {BYTES("\xef\xbb\xbf" ROBOT("b")), true},
    {BYTES("\xef\xbb\xbf\xef\xbb\xbf" ROBOT("b")), false},
    {BYTES(ROBOT("\xff\xfe")), true}, /* read as Latin-1 */
    {BYTES(ROBOT("\xed\xa0\x80")), true},
    {BYTES(ROBOT("\xc3\xa4\xf0\x9f\x98\x80")), true},
    {BYTES(ROBOT("a&#10;b\\'$(x)`x`;%s%n")), false}, /* the quote ends the name */
    {BYTES(ROBOT("$(x)`x`;%s%n\\")), true},
    {BYTES("<\0r\0o\0b\0o\0t\0 \0n\0a\0m\0e\0=\0'\0r\0'\0>\0<\0/\0r\0o\0b\0o\0t\0>\0"), false}, /* has no link */
    {BYTES("\xff\xfe<\0l\0"), false},
    {BYTES("<robot name='r'>\n<link name='a'/>\0</robot>"), false},
    {BYTES("<robot name='r'>\n<link name='a\0'/></robot>"), false},
    {BYTES("<!DOCTYPE r SYSTEM 'file:///etc/passwd'><robot name='r'><link name='a'/></robot>"), false},
    {BYTES("\x1f\x8b\x08\0\0\0\0\0"), false},
    {BYTES(""), false},
};

START_TEST(odd_texts_are_read_or_refused)
{
    read_text(texts[_i].bytes, texts[_i].size, texts[_i].loads);
}
END_TEST

/* ---- sizes ---- */

START_TEST(names_of_a_megabyte_are_names)
{
    enum { LENGTH = UNLESS_WATCHED(1 << 20, 1 << 18) };
    char *name = malloc(LENGTH + 1), *text = malloc(6 * LENGTH);
    ck_assert(name && text);
    memset(name, 'n', LENGTH);
    name[LENGTH] = '\0';
    int size = sprintf(text,
                       "<robot name='%s'><link name='a'/><link name='%s'><inertial><mass value='1'/><inertia ixx='1' "
                       "iyy='1' izz='1'/></inertial></link><joint name='%s' type='continuous'><parent link='a'/><child "
                       "link='%s'/></joint></robot>",
                       name, name, name, name);
    read_text(text, (size_t)size, true);
    size = sprintf(text, "<robot name='r'><link name='a'/>\n<joint name='j' type='%s'/></robot>", name);
    read_text(text, (size_t)size, false);
    free(name);
    free(text);
}
END_TEST

START_TEST(crowded_elements_are_refused)
{
    enum { COUNT = 5000 };
    char *text = malloc(16 * COUNT + 128), *end = text;
    ck_assert_ptr_nonnull(text);
    end += sprintf(end, "<robot name='r'>\n<link name='a'");
    for (int i = 0; i < COUNT; i++) {
        end += sprintf(end, " a%d='1'", i);
    }
    end += sprintf(end, "/></robot>");
    read_text(text, (size_t)(end - text), false);
    free(text);
}
END_TEST

/* A chain of links, or a star, in which all links are children of one link. */
START_TEST(robots_of_100000_links_are_read)
{
    enum { LINKS = UNLESS_WATCHED(100000, 20000) };
    char *text = malloc((size_t)LINKS * 300 + 128), *end = text;
    ck_assert_ptr_nonnull(text);
    end += sprintf(end, "<robot name='r'><link name='l0'/>\n");
    for (int i = 1; i <= LINKS; i++) {
        end +=
            sprintf(end,
                    "<link name='l%d'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/></inertial></link>"
                    "<joint name='j%d' type='continuous'><parent link='l%d'/><child link='l%d'/></joint>\n",
                    i, i, _i ? 0 : i - 1, i);
    }
    end += sprintf(end, "</robot>\n");
    put_bytes("robot.urdf", text, (size_t)(end - text));
    for (size_t i = 0, large = 0; i < sizeof readings / sizeof *readings; i++) {
        if (readings[i].large &&
            (int)(large++ % 2) == _i) { /* some ways run on the chain, the other ways on the star, to save time */
            read_file(&readings[i], "robot.urdf", true);
        }
    }
    free(text);
}
END_TEST

int main(void)
{
    if (!getenv("CONDYLE") || access(getenv("CONDYLE"), X_OK) != 0) {
        return skip_suites("the environment variable CONDYLE does not name the command");
    }
    Suite *suite = suite_create("extremes");
    TCase *tests = tcase_create("texts");
    tcase_add_checked_fixture(tests, open_folder, close_folder);
    tcase_add_loop_test(tests, odd_texts_are_read_or_refused, 0, sizeof texts / sizeof *texts);
    suite_add_tcase(suite, tests);
    tests = tcase_create("sizes");
    tcase_add_checked_fixture(tests, open_folder, close_folder);
    tcase_add_test(tests, names_of_a_megabyte_are_names);
    tcase_add_test(tests, crowded_elements_are_refused);
    tcase_add_loop_test(tests, robots_of_100000_links_are_read, 0, 2);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
