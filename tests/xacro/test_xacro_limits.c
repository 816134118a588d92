/* Calls of xacro: their arguments and limits, the properties of an expansion, failing allocations. */
#include "support/allocation.h"
#include "support/folder.h"
#include "support/suite.h"

#include <condyle/condyle.h>
#include <stdio.h>
#include <string.h>

#define OPENING "<robot xmlns:xacro=\"http://www.ros.org/wiki/xacro\">"

static cdy_status expand(const char *text, const cdy_xacro_options *options, cdy_expansion **expansion,
                         cdy_error *error)
{
    return cdy_xacro_expand_text(text, strlen(text), "robot.xacro", options, expansion, error);
}

/* Invalid options, and the nearest valid options. */
static const struct {
    cdy_xacro_options options;
    const char *text; /* NULL: all options are valid */
} given[] = {
    {{.max_depth = -1}, "max_depth is -1; expected 0 to 5000"},
    {{.max_depth = 5001}, "max_depth is 5001; expected 0 to 5000"},
    {{.max_depth = 5000}, NULL},
    {{.max_depth = 0}, NULL},
    {{.max_bytes = 1073741824}, "max_bytes is 1073741824; expected 1073741823 at most"},
    {{.max_bytes = 1073741823}, NULL},
    {{.argument_count = 1}, "argument 0 has no name or no value"},
    {{.arguments = &(cdy_xacro_argument){NULL, "1"}, .argument_count = 1}, "argument 0 has no name or no value"},
    {{.arguments = &(cdy_xacro_argument){"", "1"}, .argument_count = 1}, "argument 0 has no name or no value"},
    {{.arguments = &(cdy_xacro_argument){"a", NULL}, .argument_count = 1}, "argument 0 has no name or no value"},
    {{.arguments = (cdy_xacro_argument[]){{"a", "1"}, {"b", NULL}}, .argument_count = 2},
     "argument 1 has no name or no value"},
    {{.arguments = &(cdy_xacro_argument){"a", ""}, .argument_count = 1}, NULL},
    {{.package_path_count = 1}, "package path 0 is missing"},
    {{.package_paths = (const char *const[]){NULL}, .package_path_count = 1}, "package path 0 is missing"},
    {{.package_paths = (const char *const[]){"/", ""}, .package_path_count = 2}, "package path 1 is missing"},
    {{.package_paths = (const char *const[]){"/"}, .package_path_count = 1}, NULL},
};

START_TEST(options_that_cannot_be_are_refused)
{
    for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
        char nowhere;
        cdy_expansion *expansion = (cdy_expansion *)(void *)&nowhere;
        cdy_error error = {0};
        const cdy_status status = expand("<robot/>", &given[i].options, &expansion, &error);
        ck_assert_int_eq(status, given[i].text ? CDY_ERROR_ARGUMENT : CDY_OK);
        ck_assert_str_eq(error.text, given[i].text ? given[i].text : "");
        ck_assert((expansion == NULL) == (given[i].text != NULL));
        cdy_expansion_destroy(expansion);
    }
}
END_TEST

START_TEST(missing_arguments_are_named)
{
    cdy_expansion *expansion = NULL;
    cdy_error error = {0};
    ck_assert_int_eq(cdy_xacro_expand(NULL, NULL, &expansion, &error), CDY_ERROR_ARGUMENT);
    ck_assert_str_eq(error.text, "no file was given");
    ck_assert_int_eq(cdy_xacro_expand("robot.xacro", NULL, NULL, &error), CDY_ERROR_ARGUMENT);
    ck_assert_str_eq(error.text, "no pointer for the expansion was given");
    ck_assert_int_eq(cdy_xacro_find_arguments(NULL, NULL, &expansion, &error), CDY_ERROR_ARGUMENT);
    ck_assert_int_eq(cdy_xacro_expand_text(NULL, 1, "robot.xacro", NULL, &expansion, &error), CDY_ERROR_ARGUMENT);
    ck_assert_str_eq(error.text, "no text was given");
    ck_assert_int_eq(cdy_xacro_expand_text("<r/>", 4, "robot.xacro", NULL, NULL, &error), CDY_ERROR_ARGUMENT);
    ck_assert_str_eq(error.text, "no pointer for the expansion was given");
    ck_assert_int_eq(cdy_xacro_expand_text(NULL, 0, "robot.xacro", NULL, &expansion, &error), CDY_ERROR_ROBOT);
    ck_assert_str_eq(error.text, "the file is empty");
    ck_assert_int_eq(error.line, 1);
    ck_assert_int_eq(cdy_xacro_expand_text("<r/>", 4, NULL, NULL, &expansion, NULL), CDY_OK);
    ck_assert_str_eq(cdy_expansion_file(expansion, 0), "");
    cdy_expansion_destroy(expansion);
    ck_assert_int_eq(cdy_xacro_expand("/no/such/file.xacro", NULL, &expansion, &error), CDY_ERROR_IO);
    ck_assert_int_eq(cdy_xacro_expand_text("<r/>", 4, "\xff", NULL, &expansion, &error), CDY_ERROR_ROBOT);
    ck_assert_ptr_nonnull(strstr(error.text, "is not UTF-8"));
}
END_TEST

/* Documents, and the smallest limits within which they expand. */
static const struct {
    const char *body;
    int depth;
    uint64_t steps;
} needs[] = {
    {"<p/>", 2, 4},
    {"<a><b><c/></b></a>", 4, 8},
    {"<p v='${1}'/>", 4, 10},
    {"<p v='${1 + 2}'/>", 5, 14},
    {"<p v='${[x for x in range(10)]}'/>", 6, 63},
    {"<p v='${((((1))))}'/>", 8, 18},
    {"<p v='${- - - -1}'/>", 8, 18},
    {"<p v='${not not not 1}'/>", 7, 16},
    {"<p v='${2 ** 2 ** 2 ** 2}'/>", 7, 22},
    {"<p v='${[[[[1]]]] == [[[[1]]]]}'/>", 9, 43},
    {"<xacro:macro name='m' params='a'><p v='${a}'/></xacro:macro><xacro:m a='1'/>", 6, 18},
    {"<xacro:property name='a' value='${b}'/><xacro:property name='b' value='1'/><p v='${a}'/>", 7, 24},
    {"<xacro:arg name='a' default='1'/><p v='$(arg a)'/>", 3, 26},
};

static cdy_status expand_within(const char *body, int depth, uint64_t steps, char text[512])
{
    char document[512];
    cdy_expansion *expansion = NULL;
    cdy_error error = {0};
    snprintf(document, sizeof document, OPENING "%s</robot>", body);
    const cdy_xacro_options options = {.max_depth = depth, .max_steps = steps};
    const cdy_status status = expand(document, &options, &expansion, &error);
    cdy_expansion_destroy(expansion);
    snprintf(text, 512, "%s", error.text);
    return status;
}

START_TEST(limits_are_exact)
{
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++) {
        char text[512], expected[512];
        ck_assert_msg(expand_within(needs[i].body, needs[i].depth, needs[i].steps, text) == CDY_OK, "%s: %s",
                      needs[i].body, text);
        ck_assert_msg(expand_within(needs[i].body, needs[i].depth - 1, 0, text) == CDY_ERROR_ROBOT, "%s: depth",
                      needs[i].body);
        snprintf(expected, sizeof expected, "more than %d deep in each other, the limit", needs[i].depth - 1);
        ck_assert_msg(strstr(text, expected) != NULL, "%s: %s", needs[i].body, text);
        ck_assert_msg(expand_within(needs[i].body, 0, needs[i].steps - 1, text) == CDY_ERROR_ROBOT, "%s: steps",
                      needs[i].body);
        snprintf(expected, sizeof expected, "the expansion takes more than %llu steps, the limit that is set",
                 (unsigned long long)needs[i].steps - 1);
        ck_assert_msg(strstr(text, expected) == text, "%s: %s", needs[i].body, text);
    }
}
END_TEST

/* Where an expansion just fits the memory limit, a limit one byte lower is refused, and the message has the limit in
 * MiB. */
START_TEST(memory_is_bounded)
{
    static const char text[] = OPENING "<p v='${len([0 for x in range(200000)])}'/></robot>";
    size_t low = 1 << 20, high = 64 << 20;
    cdy_expansion *expansion = NULL;
    while (low + 1 < high) {
        const size_t middle = (low + high) / 2;
        const cdy_status status = expand(text, &(cdy_xacro_options){.max_memory = middle}, &expansion, NULL);
        cdy_expansion_destroy(expansion);
        *(status ? &low : &high) = middle;
    }
    cdy_error error = {0};
    char expected[128];
    ck_assert_int_eq(expand(text, &(cdy_xacro_options){.max_memory = low}, &expansion, &error), CDY_ERROR_ROBOT);
    snprintf(expected, sizeof expected, "the expansion takes more than %zu MiB of memory, the limit that is set",
             low >> 20);
    ck_assert_str_eq(error.text, expected);
    ck_assert_uint_gt(high, 200000 * sizeof(double) * 2);
}
END_TEST

/* An XML document may be 250 elements deep, an element have 10000 attributes, a document 1000 namespaces. */
START_TEST(documents_have_limits)
{
    static char text[1 << 20];
    for (int kind = 0; kind < 3; kind++) {
        static const int most[] = {250, 10000, 1000};
        for (int more = 0; more < 2; more++) {
            const int count = most[kind] + more;
            size_t length = (size_t)snprintf(text, sizeof text, "%s", kind ? "<r" : "");
            for (int i = 0; i < count; i++) {
                length += (size_t)snprintf(text + length, sizeof text - length,
                                           kind == 0   ? "<r>"
                                           : kind == 1 ? " a%d='1'"
                                                       : " xmlns:a%d='u'",
                                           i);
            }
            length += (size_t)snprintf(text + length, sizeof text - length, "%s", kind ? "/>" : "");
            for (int i = 0; i < count && kind == 0; i++) {
                length += (size_t)snprintf(text + length, sizeof text - length, "</r>");
            }
            cdy_expansion *expansion = NULL;
            cdy_error error = {0};
            ck_assert_msg(expand(text, NULL, &expansion, &error) == (more ? CDY_ERROR_ROBOT : CDY_OK), "%d of kind %d",
                          count, kind);
            ck_assert_str_eq(error.text, !more       ? ""
                                         : kind == 0 ? "elements lie more than 250 deep in each other"
                                                     : "there are too many attributes or namespaces");
            cdy_expansion_destroy(expansion);
        }
    }
}
END_TEST

START_TEST(elements_of_xacro_are_found)
{
    static const struct {
        const char *text;
        size_t size;
        bool needed;
    } texts[] = {
        {"<xacro:", 7, true},  {"<xacro:", 6, false},       {"<xacro", 6, false},       {"", 0, false},
        {NULL, 0, false},      {"a<xacro:if/>", 12, true},  {"<<xacro:", 8, true},      {"xacro:", 6, false},
        {"<xacra:", 7, false}, {"<a><b><xacro:", 13, true}, {"<a>  xacro:", 11, false}, {"<a <xacro", 9, false},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        ck_assert_int_eq(cdy_xacro_is_needed(texts[i].text, texts[i].size), texts[i].needed);
    }
}
END_TEST

START_TEST(an_expansion_knows_its_places_calls_arguments_and_files)
{
    static const char text[] = OPENING "\n<xacro:arg name='a' default='1'/>\n<xacro:arg name='b' default='${2}'/>\n"
                                       "<xacro:macro name='n' params=''>\n<p/></xacro:macro>\n"
                                       "<xacro:macro name='m' params=''>\n<xacro:n/></xacro:macro>\n<xacro:m/>\n"
                                       "<xacro:arg name='a' default='3'/></robot>";
    cdy_expansion *e = NULL;
    const cdy_xacro_options options = {.arguments = &(cdy_xacro_argument){"a", "7"}, .argument_count = 1};
    ck_assert_int_eq(expand(text, &options, &e, NULL), CDY_OK);
    size_t size = 0;
    ck_assert_str_eq(cdy_expansion_text(e, &size),
                     "<?xml version=\"1.0\" ?>\n"
                     "<!-- expanded from robot.xacro: change that file, not this one -->\n"
                     "<robot>\n  <p/>\n</robot>\n");
    ck_assert_uint_eq(size, strlen(cdy_expansion_text(e, NULL)));
    static const int lines[] = {0, 1, 1, 1, 5, 1, 0}; /* line of the source, by line of the expansion from 0 on */
    for (int i = 0; i < 7; i++) {
        ck_assert_int_eq(cdy_expansion_place(e, i).line, lines[i]);
        ck_assert_str_eq(cdy_expansion_place(e, i).file, lines[i] ? "robot.xacro" : "");
    }
    ck_assert_int_eq(cdy_expansion_place(e, -1).line, 0);
    ck_assert_str_eq(cdy_expansion_call(e, 4, 0).macro, "n");
    ck_assert_int_eq(cdy_expansion_call(e, 4, 0).place.line, 7);
    ck_assert_str_eq(cdy_expansion_call(e, 4, 1).macro, "m");
    ck_assert_int_eq(cdy_expansion_call(e, 4, 1).place.line, 8);
    ck_assert_ptr_null(cdy_expansion_call(e, 4, 2).macro);
    ck_assert_ptr_null(cdy_expansion_call(e, 4, -1).macro);
    ck_assert_ptr_null(cdy_expansion_call(e, 3, 0).macro);
    ck_assert_str_eq(cdy_expansion_call(e, 4, 2).place.file, "");
    ck_assert_uint_eq(cdy_expansion_argument_count(e), 2);
    const cdy_declared_argument *a = cdy_expansion_argument(e, 0), *b = cdy_expansion_argument(e, 1);
    ck_assert_str_eq(a->name, "a");
    ck_assert_str_eq(a->standard, "1");
    ck_assert_str_eq(a->value, "7");
    ck_assert_str_eq(a->file, "robot.xacro");
    ck_assert_int_eq(a->line, 2);
    ck_assert_str_eq(b->name, "b");
    ck_assert_str_eq(b->standard, "${2}");
    ck_assert_str_eq(b->value, "2");
    ck_assert_int_eq(b->line, 3);
    ck_assert_ptr_null(cdy_expansion_argument(e, 2));
    ck_assert_str_eq(cdy_expansion_file(e, 0), "robot.xacro");
    ck_assert_ptr_null(cdy_expansion_file(e, 1));
    cdy_expansion_destroy(e);
}
END_TEST

START_TEST(no_expansion_has_nothing)
{
    size_t size = 5;
    ck_assert_ptr_null(cdy_expansion_text(NULL, &size));
    ck_assert_uint_eq(size, 0);
    ck_assert_int_eq(cdy_expansion_place(NULL, 1).line, 0);
    ck_assert_ptr_null(cdy_expansion_call(NULL, 1, 0).macro);
    ck_assert_uint_eq(cdy_expansion_argument_count(NULL), 0);
    ck_assert_ptr_null(cdy_expansion_argument(NULL, 0));
    ck_assert_ptr_null(cdy_expansion_file(NULL, 0));
    ck_assert_ptr_null(cdy_expansion_missing_file(NULL, 0));
    cdy_expansion_destroy(NULL);
}
END_TEST

static void note(void *context, const char *file, int line, const char *text)
{
    snprintf(context, 512, "%s:%d: %s", file, line, text);
}

/* An argument that the file does not declare causes a warning where a declared argument has a similar name. */
START_TEST(arguments_are_taken_and_checked)
{
    static const struct {
        const char *name, *value, *shown, *warning;
    } rows[] = {
        {"arm", "5", "5", ""},
        {"arm", "", "1", ""},
        {"amr", "5", "1", "robot.xacro:1: nothing declares the argument 'amr'; did you mean 'arm'?"},
        {"something", "5", "1", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char warning[512] = "", expected[64];
        const cdy_xacro_argument argument = {rows[i].name, rows[i].value};
        const cdy_xacro_options options = {
            .arguments = &argument, .argument_count = 1, .warn = note, .context = warning};
        cdy_expansion *expansion = NULL;
        ck_assert_int_eq(expand(OPENING "\n<xacro:arg name='arm' default='1'/>\n<p v='$(arg arm)'/>\n</robot>",
                                &options, &expansion, NULL),
                         CDY_OK);
        snprintf(expected, sizeof expected, "<p v=\"%s\"/>", rows[i].shown);
        ck_assert_ptr_nonnull(strstr(cdy_expansion_text(expansion, NULL), expected));
        ck_assert_str_eq(warning, rows[i].warning);
        cdy_expansion_destroy(expansion);
    }
}
END_TEST

/* The arguments of a file are listed where the file is well-formed but cannot be expanded, and are not where it cannot
 * be read. */
START_TEST(arguments_are_found_without_an_expansion)
{
    char path[256];
    put_file("robot.xacro",
             OPENING "<xacro:arg name='a' default='1'/><p v='$(arg b)'/>\n"
                     "<g><xacro:arg name='b'/></g><xacro:macro name='m'><xacro:arg name='c' default='1'/>"
                     "</xacro:macro></robot>");
    cdy_expansion *e = NULL;
    cdy_error error = {0};
    ck_assert_int_eq(cdy_xacro_find_arguments(path_in_folder(path, sizeof path, "robot.xacro"), NULL, &e, &error),
                     CDY_OK);
    ck_assert_str_eq(cdy_expansion_text(e, NULL), "");
    ck_assert_uint_eq(cdy_expansion_argument_count(e), 2);
    ck_assert_str_eq(cdy_expansion_argument(e, 0)->value, "1");
    ck_assert_str_eq(cdy_expansion_argument(e, 1)->name, "b");
    ck_assert_ptr_null(cdy_expansion_argument(e, 1)->standard);
    ck_assert_ptr_null(cdy_expansion_argument(e, 1)->value);
    ck_assert_int_eq(cdy_expansion_argument(e, 1)->line, 2);
    ck_assert_int_eq(cdy_expansion_place(e, 1).line, 0);
    cdy_expansion_destroy(e);
    put_file("robot.xacro", "<robot>");
    ck_assert_int_eq(cdy_xacro_find_arguments(path, NULL, &e, &error), CDY_ERROR_ROBOT);
    ck_assert_ptr_nonnull(strstr(error.text, "not well-formed XML"));
    ck_assert_ptr_null(e);
}
END_TEST

/* Long expansions have the source line of every line; macros may have many parameters. */
START_TEST(there_may_be_many_lines_and_parameters)
{
    enum { COUNT = 300 };
    static char text[40000];
    size_t length = (size_t)snprintf(text, sizeof text, OPENING "\n");
    for (int i = 0; i < COUNT; i++) {
        length += (size_t)snprintf(text + length, sizeof text - length, "<p/>\n");
    }
    length += (size_t)snprintf(text + length, sizeof text - length, "<xacro:macro name='m' params='");
    for (int i = 0; i < COUNT; i++) {
        length += (size_t)snprintf(text + length, sizeof text - length, " a%d%s", i, i % 3 ? "" : ":=7");
    }
    length += (size_t)snprintf(text + length, sizeof text - length, "'><q v='");
    for (int i = 0; i < COUNT; i++) {
        length += (size_t)snprintf(text + length, sizeof text - length, "${a%d}", i);
    }
    length += (size_t)snprintf(text + length, sizeof text - length, "'/></xacro:macro><xacro:m");
    for (int i = 0; i < COUNT; i++) {
        length += (size_t)(i % 3 ? snprintf(text + length, sizeof text - length, " a%d='%d'", i, i % 3) : 0);
    }
    snprintf(text + length, sizeof text - length, "/></robot>");
    char expected[COUNT + 1] = "";
    for (int i = 0; i < COUNT; i++) {
        expected[i] = "712"[i % 3];
    }
    cdy_expansion *e = NULL;
    cdy_error error = {0};
    ck_assert_msg(expand(text, NULL, &e, &error) == CDY_OK, "%s", error.text);
    ck_assert_ptr_nonnull(strstr(cdy_expansion_text(e, NULL), expected));
    for (int i = 0; i < COUNT; i++) { /* from the fourth line on */
        ck_assert_int_eq(cdy_expansion_place(e, 4 + i).line, 2 + i);
        ck_assert_str_eq(cdy_expansion_place(e, 4 + i).file, "robot.xacro");
    }
    cdy_expansion_destroy(e);
    *strstr(text, " a298='1'") = '\0';
    strcat(text, "/></robot>");
    ck_assert_int_eq(expand(text, NULL, &e, &error), CDY_ERROR_ROBOT);
    ck_assert_str_eq(error.text, "the macro 'm' needs its parameter 'a298'; write a298=\"...\"");
}
END_TEST

/* Lists of lengths around powers of two, and one that is larger than any other memory of the expansion; a number has no
 * factor 7, so that all remainders occur. */
START_TEST(long_lists_are_sorted)
{
    static const int counts[] = {0, 1, 2, 3, 4, 5, 8, 9, 62, 64, 65, 69999};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        const int n = counts[i];
        char text[512];
        cdy_expansion *expansion = NULL;
        cdy_error error = {0};
        snprintf(text, sizeof text,
                 OPENING "<xacro:property name=\"l\" value=\"${sorted([(7 * i + 3) %% %d for i in range(%d)])}\"/>"
                         "<a b=\"${l == list(range(%d))}\"/></robot>",
                 n, n, n);
        ck_assert_msg(expand(text, NULL, &expansion, &error) == CDY_OK, "%d numbers: %s", n, error.text);
        ck_assert_msg(strstr(cdy_expansion_text(expansion, NULL), "<a b=\"True\"/>") != NULL, "%d numbers", n);
        cdy_expansion_destroy(expansion);
    }
}
END_TEST

/* A file that is included twice is read once. */
START_TEST(files_are_read_once)
{
    char path[256];
    put_file("a.xacro", "<robot><a/></robot>");
    put_file("b.xacro", "<robot><b/></robot>");
    put_file("robot.xacro", OPENING "<xacro:include filename='a.xacro'/><xacro:include filename='b.xacro'/>"
                                    "<xacro:include filename='a.xacro'/><xacro:include filename='b.xacro'/></robot>");
    cdy_expansion *e = NULL;
    ck_assert_int_eq(cdy_xacro_expand(path_in_folder(path, sizeof path, "robot.xacro"), NULL, &e, NULL), CDY_OK);
    ck_assert_ptr_nonnull(strstr(cdy_expansion_text(e, NULL), "<a/>\n  <b/>\n  <a/>\n  <b/>\n"));
    ck_assert_str_eq(cdy_expansion_file(e, 0), path);
    ck_assert_str_eq(strrchr(cdy_expansion_file(e, 1), '/'), "/a.xacro");
    ck_assert_str_eq(strrchr(cdy_expansion_file(e, 2), '/'), "/b.xacro");
    ck_assert_ptr_null(cdy_expansion_file(e, 3));
    cdy_expansion_destroy(e);
}
END_TEST

/* Files that are not there are told, optional ones too, and where the expansion fails at one. */
START_TEST(missing_files_are_told)
{
    char path[256];
    put_file("robot.xacro", OPENING "<xacro:include filename='gone.xacro' optional='true'/>"
                                    "<xacro:include filename='absent.xacro'/><a/></robot>");
    cdy_expansion *e = NULL;
    path_in_folder(path, sizeof path, "robot.xacro");
    ck_assert_int_eq(cdy_xacro_expand(path, NULL, &e, NULL), CDY_ERROR_ROBOT);
    ck_assert_int_eq(cdy_xacro_find_arguments(path, NULL, &e, NULL), CDY_OK);
    ck_assert_ptr_null(cdy_expansion_file(e, 1));
    ck_assert_str_eq(strrchr(cdy_expansion_missing_file(e, 0), '/'), "/gone.xacro");
    ck_assert_str_eq(strrchr(cdy_expansion_missing_file(e, 1), '/'), "/absent.xacro");
    ck_assert_ptr_null(cdy_expansion_missing_file(e, 2));
    cdy_expansion_destroy(e);
    put_file("absent.xacro", "<robot><b/></robot>");
    ck_assert_int_eq(cdy_xacro_expand(path, NULL, &e, NULL), CDY_OK);
    ck_assert_str_eq(strrchr(cdy_expansion_missing_file(e, 0), '/'), "/gone.xacro");
    ck_assert_ptr_null(cdy_expansion_missing_file(e, 1));
    cdy_expansion_destroy(e);
}
END_TEST

/* Expands a file with each instruction, with every allocation failing in turn. */
START_TEST(lost_memory_is_reported)
{
    char path[256];
    put_file("a.xacro",
             OPENING "<xacro:property name='v' value='3'/><xacro:macro name='n' params='a **b'><q v='${a + v}'>"
                     "<xacro:insert_block name='b'/></q></xacro:macro></robot>");
    put_file("a.yaml", "a: &x {b: 1}\nc: {<<: *x, d: [!degrees 90, ~]}\n");
    put_file("robot.xacro", OPENING
             "<xacro:include filename='a.xacro' ns='s'/><xacro:include filename='?.xacro'/>"
             "<xacro:property name='y' value=\"${load_yaml('a.yaml')}\"/><!-- xacro:eval-comments --><!-- ${1} -->"
             "<xacro:s.n a='1'><g><h/></g></xacro:s.n><xacro:element xacro:name='e'><xacro:attribute name='k' "
             "value='${y.c.d}'/></xacro:element><p v=\"${'%05.1f %s' % (1.5, [1])}\"/>"
             "<p v=\"${sorted([3, 1], key=lambda v: -v)} ${'a,b'.split(',')} ${'x'.center(5)} ${f'a'}\"/>"
             "</robot>");
    if (!heap_is_counted()) {
        return;
    }
    bool done = false;
    for (size_t number = 1; !done; number++) {
        cdy_error error = {0};
        cdy_expansion *expansion = NULL;
        heap_fail_at(number);
        const cdy_status status =
            cdy_xacro_expand(path_in_folder(path, sizeof path, "robot.xacro"), NULL, &expansion, &error);
        done = !heap_has_failed();
        heap_fail_at(0);
        cdy_expansion_destroy(expansion);
        ck_assert_msg(done || status == CDY_ERROR_MEMORY || status == CDY_OK, "allocation %zu: %s", number, error.text);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("xacro_limits");
    TCase *tests = add_case(suite, "calls", options_that_cannot_be_are_refused);
    tcase_add_test(tests, missing_arguments_are_named);
    tcase_add_test(tests, limits_are_exact);
    tcase_add_test(tests, memory_is_bounded);
    tcase_add_test(tests, documents_have_limits);
    tcase_add_test(tests, elements_of_xacro_are_found);
    tcase_add_test(tests, long_lists_are_sorted);
    tcase_add_test(tests, there_may_be_many_lines_and_parameters);
    tcase_add_test(tests, an_expansion_knows_its_places_calls_arguments_and_files);
    tcase_add_test(tests, no_expansion_has_nothing);
    tcase_add_test(tests, arguments_are_taken_and_checked);
    TCase *files = add_case(suite, "files", arguments_are_found_without_an_expansion);
    tcase_add_checked_fixture(files, open_folder, close_folder);
    tcase_add_test(files, files_are_read_once);
    tcase_add_test(files, missing_files_are_told);
    tcase_add_test(files, lost_memory_is_reported);
    return run_suites(suite, NULL);
}
