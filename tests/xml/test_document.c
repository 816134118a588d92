/* XML below URDF: refused documents, encodings, lines, sizes, quaternions. */
#include "support/compare.h"
#include "support/suite.h"
#include "urdf/urdf_case.h"

#include "description/reader.h"
#include "tree/tree.h"

#include <locale.h>
#include <math.h>
#include <stdlib.h>

/* ---- encodings, and the text around the document ---- */

typedef struct bytes_case {
    const char *bytes;
    size_t size;
    const char *link; /* name of the root link, UTF-8 */
    const char *warnings;
} bytes_case;

#define BYTES(literal) (literal), sizeof(literal) - 1
#define DOCUMENT       "<robot name='r'><link name='a'/></robot>"
#define UMLAUT(byte)   "<robot name='r'><link name='" byte "'/></robot>"

static const bytes_case encodings[] = {
    {BYTES(DOCUMENT), "a", ""},
    {BYTES(DOCUMENT "\0"), "a", ""},
    {BYTES(DOCUMENT "\n\0\0 \0\n"), "a", ""},
    {BYTES("\n \r\n" DOCUMENT "\r\n"), "a", ""},
    {BYTES("<!-- c --><!-- d -->\n" DOCUMENT "<!-- e -->"), "a", ""},
    {BYTES("\xef\xbb\xbf" DOCUMENT), "a", ""},
    {BYTES("\xef\xbb\xbf<?xml version='1.0' encoding='ISO-8859-1'?>" UMLAUT("\xc3\xa4")), "\xc3\xa4", ""},
    {BYTES("<?xml version='1.0'?>" DOCUMENT), "a", ""},
    {BYTES("<?xml verison=\"1.0\"?>" DOCUMENT), "a", ""},
    {BYTES("<?xml?>" DOCUMENT), "a", ""},
    {BYTES("  \n<?xml version='1.0'?>\n" DOCUMENT), "a", "xml-declaration:2 "},
    {BYTES("<?xml version='1.0' encoding='nonsense'?>" DOCUMENT), "a", "xml-declaration:1 "},
    {BYTES("<?xml version='1.0' encoding='UTF-16'?>" DOCUMENT), "a", ""},
    {BYTES("<?xml-model href='x'?>" DOCUMENT), "a", ""},
    {BYTES("<?xml version='1.0'?><?xml-model href='>'?>" DOCUMENT), "a", ""},
    {BYTES(UMLAUT("\xc3\xa4")), "\xc3\xa4", ""},
    {BYTES(UMLAUT("\xe6\xb7\xb1\xf0\x9f\x98\x80")), "\xe6\xb7\xb1\xf0\x9f\x98\x80", ""},
    {BYTES(UMLAUT("\xe4")), "\xc3\xa4", "encoding:1 "},
    {BYTES("<?xml version='1.0' encoding=\"utf-8\"?>" UMLAUT("\xe4")), "\xc3\xa4", "encoding:1 "},
    {BYTES("<?xml version='1.0' encoding = 'us-ascii' ?>" UMLAUT("\xe4")), "\xc3\xa4", "encoding:1 "},
    {BYTES("<?xml version='1.0' encoding='ISO-8859-1'?>" UMLAUT("\xe4")), "\xc3\xa4", ""},
    {BYTES("<?xml version='1.0' encoding='latin1'?>" UMLAUT("\xc3\xa4")), "\xc3\x83\xc2\xa4", ""},
    {BYTES("<?xml version='1.0' encoding='ISO-8859-1'?>" UMLAUT("\x80")), "\xc2\x80", ""},
    {BYTES("<?xml version='1.0' encoding='windows-1252'?>" UMLAUT("\xe4\xa0")), "\xc3\xa4\xc2\xa0", ""},
    {BYTES("<?xml version='1.0' encoding='windows-1252'?>" UMLAUT("\x80")), "\xc2\x80", "encoding:1 "},
    {BYTES("<?xml version='1.0' encoding='CP1252'?>" UMLAUT("\xe4\x9f")), "\xc3\xa4\xc2\x9f", "encoding:1 "},
    {BYTES("<?xml version='1.0' encoding='gb2312'?>" UMLAUT("\xb0\xa1")), "\xc2\xb0\xc2\xa1", "encoding:1 "},
    {BYTES(UMLAUT("\xc0\x80")), "\xc3\x80\xc2\x80", "encoding:1 "},             /* an overlong sequence */
    {BYTES(UMLAUT("\xed\xa0\x80")), "\xc3\xad\xc2\xa0\xc2\x80", "encoding:1 "}, /* a single surrogate */
    {BYTES(UMLAUT("\xf4\x90\x80\x80")), "\xc3\xb4\xc2\x90\xc2\x80\xc2\x80", "encoding:1 "},
    {BYTES(UMLAUT("&#228;&amp;&lt;&#38;&#x26;#38;amp;&quot;")), "\xc3\xa4&<&&#38;amp;\"", ""},
};

START_TEST(documents_load_in_their_encodings)
{
    const bytes_case *c = &encodings[_i];
    cdy_tree *tree = accept_with(c->bytes, c->size, cdy_load_options_default(), c->warnings);
    ck_assert_str_eq(cdy_tree_body(tree, 0)->name, c->link);
    cdy_tree_destroy(tree);
}
END_TEST

/* Encodings are known by their names, in either case, or by the beginnings of the names; Latin-1 is read under each of
 * its names. */
START_TEST(names_of_encodings_are_known)
{
    static const struct {
        const char *name;
        bool latin1, known;
    } names[] = {
        {"ISO-8859-1", true, true},   {"iso_8859-1", true, true},   {"iso8859-1", true, true},
        {"Latin1", true, true},       {"latin-1", true, true},      {"L1", true, true},
        {"windows-1252", true, true}, {"cp1252", true, true},       {"ascii", false, true},
        {"US-ASCII", false, true},    {"utf8", false, true},        {"gbk", false, true},
        {"Big5", false, true},        {"koi8-u", false, true},      {"macintosh", false, true},
        {"UTF-7", false, true},       {"iso-8859-15", false, true}, {"iso_8859-2", false, true},
        {"iso8859-2", false, true},   {"cp437", false, true},       {"windows-1251", false, true},
        {"ucs-2", false, true},       {"koi8-r", false, true},      {"gb2312", false, true},
        {"gb18030", false, true},     {"shift_jis", false, true},   {"sjis", false, true},
        {"euc-jp", false, true},      {"iso-2022-jp", false, true}, {"ibm850", false, true},
        {"iso-10646", false, true},   {"latin2", false, true},      {"x-mac-roman", false, true},
        {"tis-620", false, true},     {"ebcdic-us", false, true},   {"utf8x", false, false},
        {"utf", false, false},        {"big", false, false},        {"asciii", false, false},
        {"x", false, false},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char text[128];
        const size_t size = (size_t)snprintf(text, sizeof text, "<?xml version='1.0' encoding='%s'?>%s", names[i].name,
                                             names[i].latin1 ? UMLAUT("\xe4") : DOCUMENT);
        cdy_tree *tree =
            accept_with(text, size, cdy_load_options_default(), names[i].known ? "" : "xml-declaration:1 ");
        ck_assert_str_eq(cdy_tree_body(tree, 0)->name, names[i].latin1 ? "\xc3\xa4" : "a");
        cdy_tree_destroy(tree);
    }
}
END_TEST

/* Latin-1 text as UTF-16, with or without a mark, and with a pair for one character beyond its range. */
static size_t widen(const char *text, bool big_endian, bool mark, unsigned char *out)
{
    size_t size = 0;
    unsigned units[600];
    size_t count = 0;
    if (mark) {
        units[count++] = 0xfeff;
    }
    for (; *text; text++) {
        if (*text == '@') {
            units[count++] = 0xd83d;
            units[count++] = 0xde00;
        } else {
            units[count++] = (unsigned char)*text;
        }
    }
    for (size_t i = 0; i < count; i++) {
        out[size + big_endian] = (unsigned char)(units[i] & 0xff);
        out[size + !big_endian] = (unsigned char)(units[i] >> 8);
        size += 2;
    }
    return size;
}

START_TEST(documents_load_in_utf16)
{
    unsigned char wide[1300];
    const char *text = "<?xml version='1.0' encoding='utf-16'?>\r\n<robot name='r'><link name='\xe4@'/></robot>\r\n";
    for (int i = 0; i < 4; i++) {
        size_t size = widen(text, i & 1, i & 2, wide);
        cdy_tree *tree = accept_with((const char *)wide, size, cdy_load_options_default(), "");
        ck_assert_str_eq(cdy_tree_body(tree, 0)->name, "\xc3\xa4\xf0\x9f\x98\x80");
        cdy_tree_destroy(tree);
    }
    size_t size = widen("<robot name='r'>\n<link name='a'/>\n", false, true, wide);
    reject_with((const char *)wide, size, cdy_load_options_default(), 2, "not well-formed XML");
}
END_TEST

/* ---- XML ---- */

static const bytes_case broken[] = {
    {BYTES(""), "empty", ""},
    {BYTES(" \n\t"), "empty", ""},
    {BYTES("\0\0\0"), "empty", ""},
    {BYTES("\xef\xbb\xbf"), "empty", ""},
    {BYTES("robot"), "not well-formed XML", ""},
    {BYTES("<robot"), "not well-formed XML", ""},
    {BYTES("<robot>"), "not well-formed XML", ""},
    {BYTES("<robot name='r'><link name='a'/></robot><robot/>"), "not well-formed XML: Extra content", ""},
    {BYTES("<robot name='r'><link name='a' name='b'/></robot>"), "not well-formed XML: Attribute name redefined", ""},
    {BYTES("<robot name=r><link name='a'/></robot>"), "not well-formed XML", ""},
    {BYTES("<robot name='r'><link name='&lab;'/></robot>"), "not well-formed XML: Entity 'lab' not defined", ""},
    {BYTES("<robot name='r'><link name='a\1'/></robot>"), "not well-formed XML", ""},
    {BYTES("<robot name='r'><link name='a'/>\0</robot>"), "a zero byte", ""},
    {BYTES("<robot name='r'><link name='a\0'/></robot>"), "a zero byte", ""},
    {BYTES(DOCUMENT "\0 x"), "a zero byte", ""},
    {BYTES(DOCUMENT "\0" DOCUMENT "\0"), "a zero byte", ""},
    {BYTES("<?xml version='1.0'?><\0?\0>\0"), "a zero byte", ""},
    {BYTES("<x:robot name='r'><link name='a'/></x:robot>"), "expected <robot>", ""},
    {BYTES("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n"), "a pointer of Git LFS", ""},
    {BYTES("<!-- only -->"), "not well-formed XML", ""},
    {BYTES("<?xml version='1.0'?>"), "empty", ""},
    {BYTES("<?xml version='1.0'"), "not well-formed XML", ""},
    {BYTES("<?xml version='1.0'>" DOCUMENT "<?pi ?>" DOCUMENT), "<?xml ...?> has no end", ""},
    {BYTES("<?xml version='1.0'" DOCUMENT "<?pi ?>" DOCUMENT), "<?xml ...?> has no end", ""},
    {BYTES("<?xml ><?pi ?>" DOCUMENT), "<?xml ...?> has no end", ""},
    {BYTES("<?xml version='1.0'?><?xml version='1.0'?>" DOCUMENT), "a second XML declaration", ""},
    {BYTES("<?xml version='1.0'?><?xml version='1.0' encoding='UTF-7'?>" UMLAUT("a+AF8-x")), "a second XML decl", ""},
    {BYTES("<?xml version='1.0'?>\x20<?xml version='1.0'?>" DOCUMENT), "not well-formed XML: XML declaration", ""},
    {BYTES("\xef\xbb\xbf\xef\xbb\xbf" DOCUMENT), "a byte order mark", ""},
    {BYTES("\xef\xbb\xbf<?xml version='1.0'?>\xef\xbb\xbf" DOCUMENT), "a byte order mark", ""},
    {BYTES("\xff\xfe\xff\xfe<\0a\0/\0>\0"), "a byte order mark", ""},
    {BYTES("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\xb3\x29"), "compressed by gzip", ""},
    {BYTES("\x1f\x8b"), "compressed by gzip", ""},
    {BYTES("<!DOCTYPE robot><robot name='r'><link name='a'/></robot>"), "<!DOCTYPE ...>) is refused", ""},
    {BYTES("<!DOCTYPE robot SYSTEM 'file:///etc/passwd'><robot/>"), "<!DOCTYPE ...>) is refused", ""},
    {BYTES("<!DOCTYPE robot PUBLIC 'x' 'http://localhost/x.dtd'><robot/>"), "<!DOCTYPE ...>) is refused", ""},
    {BYTES("<!DOCTYPE r [<!ENTITY a 'b'>]><robot name='&a;'><link name='a'/></robot>"), "is refused", ""},
    {BYTES("<!DOCTYPE r [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><robot name='&a;'/>"), "is refused", ""},
    {BYTES("<!DOCTYPE r [<!ENTITY % p SYSTEM 'file:///etc/passwd'> %p;]><robot/>"), "is refused", ""},
    {BYTES("<!DOCTYPE r [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;'><!ENTITY c '&b;&b;&b;&b;'>]>"
           "<robot name='&c;'/>"),
     "is refused", ""},
};

START_TEST(broken_documents_are_refused)
{
    const bytes_case *c = &broken[_i];
    reject_with(c->bytes, c->size, cdy_load_options_default(), 1, c->link);
}
END_TEST

START_TEST(a_document_type_is_refused_in_its_line)
{
    reject_text("<?xml version='1.0'?>\n<!-- c -->\n<!DOCTYPE r [\n<!ENTITY a 'b'>\n]>\n<robot/>", 3, "is refused");
}
END_TEST

START_TEST(what_the_parser_would_pass_over_is_refused_in_its_line)
{
    static const char zero[] = "\n<?xml version='1.0'?>\n" DOCUMENT "\n\0\n" DOCUMENT;
    reject_with(zero, sizeof zero - 1, cdy_load_options_default(), 4, "a zero byte");
    reject_text("\n<?xml version='1.0'\n?><?xml version='1.0'?>\n" DOCUMENT, 3, "a second XML declaration");
    reject_text("\n\n<?xml version='1.0'>\n" DOCUMENT "<?pi ?>\n" DOCUMENT, 3, "has no end");
}
END_TEST

/* Every prefix of a file is refused with a report. */
START_TEST(cut_documents_are_refused)
{
    static const char text[] = "<?xml version='1.0' encoding='utf-8'?>\n<!-- c -->\n" ROBOT(
        "<link name='\xc3\xa4'/><link name='b'/>\n" HINGE("j", "\xc3\xa4", "b", "<x:y a='&amp;'/>"));
    size_t whole = sizeof text - 2; /* without the last line feed */
    for (size_t size = 0; size <= whole; size++) {
        char *cut = malloc(size + 1); /* a block of exactly this size, so that a sanitizer detects reads behind it */
        memcpy(cut, text, size);
        cdy_error error = {0};
        cdy_tree *tree = NULL;
        cdy_status status = cdy_load_text(cut, size, "cut.urdf", NULL, &tree, &error);
        ck_assert_int_eq(status, size < whole ? CDY_ERROR_ROBOT : CDY_OK);
        ck_assert((tree != NULL) == (size == whole));
        ck_assert(size == whole || error.line > 0);
        cdy_tree_destroy(tree);
        free(cut);
    }
}
END_TEST

/* Bytes changed at random make a robot or a report. */
START_TEST(damaged_documents_do_no_harm)
{
    static const char text[] = ROBOT("<link name='a'/><link name='b'/>\n" HINGE("j", "a", "b", "<axis xyz='0 0 1'/>"));
    static const char alphabet[] = "<>/='\"&!?-[] \n\0:x0";
    char damaged[sizeof text];
    uint64_t state = 3;
    for (int round = 0; round < 3000; round++) {
        memcpy(damaged, text, sizeof text);
        for (int i = draw_below(&state, 4); i >= 0; i--) {
            int byte = round % 2 ? draw_below(&state, 256) : alphabet[draw_below(&state, sizeof alphabet)];
            damaged[draw_below(&state, (int)sizeof text - 1)] = (char)byte;
        }
        cdy_error error = {0};
        cdy_tree *tree = NULL;
        cdy_status status = cdy_load_text(damaged, sizeof text - 1, "damaged.urdf", NULL, &tree, &error);
        ck_assert((status == CDY_OK && tree) || (status == CDY_ERROR_ROBOT && !tree && error.line > 0));
        cdy_tree_destroy(tree);
    }
}
END_TEST

/* ---- lines ---- */

START_TEST(lines_are_those_of_the_file)
{
    reject_text("\n\n<?xml version='1.0'\n?>\n<robot name='r'><link name='a'>\n<inertial>\n<mass value='x'/>", 7,
                "not well-formed XML");
    reject_text(
        "\n\n<?xml version='1.0'\n?>\n<robot name='r'><link name='a'>\n<inertial>\n<mass value='x'/></inertial>\n"
        "</link></robot>",
        7, "'x' is not a number");
    reject_text("\n\n<?xml version='1.0'?>\n<robot name='r'>\n<link name='a'>\n</robot>", 6, "link line 5");
    reject_text("<robot name='r'>\r\n<link\r\n name='a'\r\n/>\r\n<link\r\n\r\nname='a'/></robot>", 5, "in line 2");
    reject_text(LINK("<visual>\n<origin\nxyz='0\n0 0'\nrpy='x'/></visual>"), 7, "<origin> rpy");
}
END_TEST

START_TEST(lines_above_65535_are_right)
{
    enum { LINES = 200000 };
    static const char tail[] = "<link name='a'>\n\n<inertial><mass\n\nvalue='1,5'/></inertial></link></robot>";
    char *text = malloc(LINES + sizeof tail + 20);
    ck_assert_ptr_nonnull(text);
    strcpy(text, "<robot name='r'>");
    size_t length = strlen(text);
    memset(text + length, '\n', LINES);
    strcpy(text + length + LINES, tail);
    reject_text(text, LINES + 5, "'1,5' is not a number");
    free(text);
}
END_TEST

/* ---- sizes ---- */

START_TEST(an_element_has_a_bounded_number_of_attributes)
{
    char text[12000];
    for (int k = 0; k < 8; k++) { /* with a line feed before the robot, and without */
        const int count = 255 + k / 2;
        size_t length =
            (size_t)sprintf(text, "%s<robot name='r'>\n<!-- <a b=''>'\" --><link name='a'", k % 2 ? "\n" : "");
        for (int i = 1; i < count; i++) {
            length += (size_t)sprintf(text + length, " a%d='=>='", i);
        }
        strcpy(text + length, "/></robot>");
        if (count <= 256) {
            cdy_tree_destroy(accept_text(text, ""));
        } else {
            reject_text(text, 2 + k % 2, "more than 256 attributes");
        }
    }
}
END_TEST

/* A crowded tag behind a fault, where the parser would read the tag as a part of something else: the parser stops at
 * the first fault, since the steps for a tag grow with the pairs of its attributes. */
START_TEST(the_first_fault_ends_the_parser)
{
    enum { COUNT = 300000 };
    static const char *const beginnings[] = {"<x></x '>",   "<x></x>]]><z q='", "<!-- \1",
                                             "<![CDATA[\1", "<?p \1",           "&#1;'"};
    for (size_t k = 0; k < sizeof beginnings / sizeof *beginnings; k++) {
        char *text = malloc(16 * COUNT);
        ck_assert_ptr_nonnull(text);
        char *p = text + sprintf(text, "<robot name='r'><link name='a'/>\n%s<y", beginnings[k]);
        for (int i = 0; i < COUNT; i++) {
            p += sprintf(p, " a%d='1'", i);
        }
        strcpy(p, "/></robot>");
        cdy_error error = {0};
        cdy_tree *tree = NULL;
        ck_assert_fails(cdy_load_text(text, strlen(text), "t", NULL, &tree, &error), CDY_ERROR_ROBOT, error);
        ck_assert_int_eq(error.line, 2);
        free(text);
    }
}
END_TEST

START_TEST(a_document_has_a_bounded_number_of_namespaces)
{
    char text[20000];
    for (int count = 255; count <= 258; count++) {
        char *p = text + sprintf(text, "<robot name='r'><link name='a'/>\n<gazebo xmlns='v'>");
        for (int i = 1; i < count; i++) {
            p += sprintf(p, "%s<x:y xmlns:p%d='u'/>", i == count - 1 ? "\n" : "", i);
        }
        strcpy(p, "</gazebo></robot>");
        if (count <= 256) {
            cdy_tree_destroy(accept_text(text, ""));
        } else {
            reject_text(text, count == 257 ? 3 : 2, "more than 256 namespaces");
        }
    }
}
END_TEST

/* The parser has limits of its own, whose messages the library replaces. */
START_TEST(long_parts_are_refused_in_plain_words)
{
    static const char *const parts[][3] = {{"<link ", "name='b'/>", "more than 10 MB end in a tag"},
                                           {"<x y='", "'/>", "an attribute is longer than 10 MB"},
                                           {"<x><![CDATA[", "]]></x>", "a CDATA section is longer than 10 MB"},
                                           {"<?p ", "?>", "a processing instruction is longer than 10 MB"}};
    enum { LENGTH = 11000000 };
    char *text = malloc(LENGTH + 200);
    ck_assert_ptr_nonnull(text);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        char *p = text + sprintf(text, "<robot name='r'><link name='a'/>\n%s", parts[i][0]);
        memset(p, i == 0 ? ' ' : 'x', LENGTH);
        sprintf(p + LENGTH, "%s</robot>", parts[i][1]);
        reject_text(text, 2, parts[i][2]);
    }
    char *p = text + sprintf(text, "<robot name='r'><link name='a'/>\n<");
    memset(p, 'x', LENGTH);
    strcpy(p + LENGTH, "/></robot>");
    reject_text(text, 2, "is longer than 50000 bytes");
    free(text);
}
END_TEST

START_TEST(deep_documents_are_refused)
{
    enum { DEPTH = 50000 };
    char *text = malloc(8 * DEPTH + 100);
    ck_assert_ptr_nonnull(text);
    char *p = text + sprintf(text, "<robot name='r'>");
    for (int i = 0; i < DEPTH; i++) {
        p += sprintf(p, "<x>");
    }
    reject_text(text, 1, "elements lie more than 256 deep in each other");
    free(text);
}
END_TEST

START_TEST(names_may_be_long)
{
    enum { LENGTH = 1000000 };
    char *name = malloc(LENGTH + 1);
    char *text = malloc(3 * LENGTH);
    ck_assert(name && text);
    memset(name, 'n', LENGTH);
    name[LENGTH] = '\0';
    sprintf(text, "<robot name='r'><link name='%s'/></robot>", name);
    cdy_tree *tree = accept_text(text, "");
    ck_assert_str_eq(cdy_tree_body(tree, 0)->name, name);
    cdy_tree_destroy(tree);
    sprintf(text, "<robot name='r'><link name='a'/>\n<joint name='j' type='%s'/></robot>", name);
    reject_text(text, 2, "type 'nnnn");
    sprintf(text, "<robot name='r'><link name='%s'/>\n<link name='%s'/></robot>", name, name);
    reject_text(text, 2, "of this name in line 1");
    free(name);
    free(text);
}
END_TEST

static char *write_star(int count, bool chain)
{
    char *text = malloc((size_t)count * 200 + 100);
    ck_assert_ptr_nonnull(text);
    char *p = text + sprintf(text, "<robot name='r'><link name='l0'/>\n");
    for (int i = 1; i <= count; i++) {
        p += sprintf(p,
                     "<link name='l%d'/><joint name='j%d' type='continuous'><parent link='l%d'/><child link='l%d'/>"
                     "<origin xyz='0 0 0.123456789012345678'/></joint>\n",
                     i, i, chain ? i - 1 : 0, i);
    }
    strcpy(p, "</robot>");
    return text;
}

/* The suite `growth` counts that the work grows no faster than the number of links. */
START_TEST(large_chains_and_stars_load)
{
    const int count = UNLESS_WATCHED(100000, 20000);
    for (int chain = 0; chain < 2; chain++) {
        char *text = write_star(count, chain);
        cdy_tree *tree = accept_text(text, "");
        ck_assert_int_eq(cdy_tree_body_count(tree), count);
        ck_assert_int_eq(cdy_tree_parent(tree, count), chain ? count - 1 : 0);
        cdy_tree_destroy(tree);
        free(text);
    }
}
END_TEST

START_TEST(a_large_cycle_is_found)
{
    enum { COUNT = UNLESS_WATCHED(100000, 20000) };
    char *text = write_star(COUNT, true);
    char *end = strstr(text, "</robot>");
    ck_assert_ptr_nonnull(end);
    sprintf(end, "<joint name='back' type='fixed'><parent link='l%d'/><child link='l0'/></joint></robot>", COUNT);
    reject_text(text, 2, "joint 'j1' is part of a cycle");
    free(text);
}
END_TEST

/* ---- locale ---- */

START_TEST(robots_do_not_depend_on_the_locale)
{
    const char *names[] = {"de_DE.UTF-8", "de_DE.utf8", "de_DE", "fr_FR.UTF-8", "fr_FR", "it_IT.UTF-8", "tr_TR.UTF-8"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (setlocale(LC_ALL, names[i])) {
            cdy_tree *tree = accept_text(LINK("<inertial><mass value='1.5707963267948966'/><inertia ixx='1.5' iyy='1' "
                                              "izz='1'/></inertial>"),
                                         "");
            ck_assert_double_eq(cdy_tree_body(tree, 0)->inertial.mass, 1.5707963267948966);
            ck_assert_double_eq(cdy_tree_body(tree, 0)->inertial.inertia[0], 1.5);
            cdy_tree_destroy(tree);
            reject_text(LINK("<inertial><mass value='1,5'/></inertial>"), 3, "'1,5' is not a number");
        }
    }
    setlocale(LC_ALL, "C");
}
END_TEST

/* ---- rotations ---- */

typedef struct quaternion {
    double x, y, z, w;
} quaternion;

static void rotation_of_quaternion(quaternion q, double R[9])
{
    double n = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    const double rows[9] = {
        n - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y - q.z * q.w),     2 * (q.x * q.z + q.y * q.w),
        2 * (q.x * q.y + q.z * q.w),     n - 2 * (q.x * q.x + q.z * q.z), 2 * (q.y * q.z - q.x * q.w),
        2 * (q.x * q.z - q.y * q.w),     2 * (q.y * q.z + q.x * q.w),     n - 2 * (q.x * q.x + q.y * q.y)};
    for (int i = 0; i < 9; i++) {
        R[i] = rows[i] / n;
    }
}

static void rotation_of_rpy(const double rpy[3], double R[9])
{
    double a = sin(rpy[0]), A = cos(rpy[0]), b = sin(rpy[1]), B = cos(rpy[1]), c = sin(rpy[2]), C = cos(rpy[2]);
    const double rows[9] = {
        C * B, C * b * a - c * A, C * b * A + c * a, c * B, c * b * a + C * A, c * b * A - C * a, -b, B * a, B * A};
    memcpy(R, rows, sizeof rows);
}

static void check_quaternion(quaternion q)
{
    double rpy[3], R[9], expected[9];
    cdy_quaternion_to_rpy((double[]){q.x, q.y, q.z, q.w}, rpy);
    rotation_of_rpy(rpy, R);
    rotation_of_quaternion(q, expected);
    ck_assert_near(R, expected, 9, 2e-15);
}

START_TEST(quaternions_become_the_same_rotation)
{
    const double half = sqrt(0.5);
    const quaternion turns[] = {{0, 0, 0, 1},     {0, 0, 0, -3},      {1, 0, 0, 0},        {0, 1, 0, 0},
                                {0, 0, 1, 0},     {0, half, 0, half}, {0, -half, 0, half}, {half, 0, 0, half},
                                {.5, .5, .5, .5}, {.5, -.5, .5, -.5}, {-.5, .5, .5, .5}};
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
        check_quaternion(turns[i]);
    }
    uint64_t state = 5;
    for (int i = 0; i < 20000; i++) {
        quaternion q = {draw(&state, -1, 1), draw(&state, -1, 1), draw(&state, -1, 1), draw(&state, -1, 1)};
        check_quaternion(q);
        /* Near pitch 90 degrees: Rz(yaw) Ry(90 degrees) and a little. */
        double yaw = draw(&state, -3, 3), tiny = ldexp(draw(&state, -1, 1), -draw_below(&state, 60));
        check_quaternion((quaternion){-sin(yaw / 2) + tiny, cos(yaw / 2), sin(yaw / 2), cos(yaw / 2) - tiny});
    }
}
END_TEST

START_TEST(quaternions_of_any_length_are_rotations)
{
    double rpy[3], expected[3];
    cdy_quaternion_to_rpy((double[]){0.1, 0.2, 0.3, 0.4}, expected);
    cdy_quaternion_to_rpy((double[]){ldexp(0.1, 1020), ldexp(0.2, 1020), ldexp(0.3, 1020), ldexp(0.4, 1020)}, rpy);
    ck_assert_near(rpy, expected, 3, 1e-15);
    cdy_quaternion_to_rpy((double[]){ldexp(0.1, -1000), ldexp(0.2, -1000), ldexp(0.3, -1000), ldexp(0.4, -1000)}, rpy);
    ck_assert_near(rpy, expected, 3, 1e-15);
    cdy_quaternion_to_rpy((double[]){0, 0, 0, 1}, rpy);
    ck_assert_near(rpy, ((double[]){0, 0, 0}), 3, 0);
}
END_TEST

START_TEST(origins_take_quaternions)
{
    const char *text = JOINT("fixed", "<origin xyz='1 2 3' quat_xyzw='0 0 1 1'/>");
    cdy_tree *tree = accept_text(text, "version-too-low:7 ");
    const cdy_placement *origin = &cdy_tree_body(tree, 1)->joint.origin;
    ck_assert_near(origin->rpy, ((double[]){0, 0, acos(0)}), 3, 1e-15);
    ck_assert_near(origin->xyz, ((double[]){1, 2, 3}), 3, 0);
    cdy_tree_destroy(tree);
    static const char *const halves[] = {"1 0 0 0", "0 1 0 0", "0 0 1 0"}; /* turns about x, y and z */
    for (int i = 0; i < 3; i++) {
        char one[1024];
        snprintf(one, sizeof one, JOINT("fixed", "<origin quat_xyzw='%s'/>"), halves[i]);
        tree = accept_text(one, "version-too-low:7 ");
        const double *rpy = cdy_tree_body(tree, 1)->joint.origin.rpy;
        ck_assert_double_eq_tol(cos(rpy[1]) * cos(rpy[2]), i == 0 ? 1 : -1, 1e-15); /* of the x axis along x */
        ck_assert_double_eq_tol(cos(rpy[0]) * cos(rpy[1]), i == 2 ? 1 : -1, 1e-15); /* of the z axis along z */
        cdy_tree_destroy(tree);
    }
}
END_TEST

/* ---- the table of rules ---- */

START_TEST(rules_have_stable_names_and_meanings)
{
    ck_assert_int_eq(cdy_check_rule_count(), CDY_RULE_COUNT);
    for (int i = 0; i < CDY_RULE_COUNT; i++) {
        const cdy_check_rule *rule = cdy_check_rule_at(i);
        ck_assert(rule && rule->code && rule->meaning && rule->advice);
        ck_assert_uint_eq(strspn(rule->code, "abcdefghijklmnopqrstuvwxyz-"), strlen(rule->code));
        ck_assert_msg(strchr(rule->meaning, '.') && strchr(rule->advice, '.'), "%s has no sentence", rule->code);
        ck_assert_msg(i == 0 || strcmp(cdy_check_rule_at(i - 1)->code, rule->code) < 0, "%s is out of order",
                      rule->code);
        ck_assert_int_eq(cdy_check_find_rule(rule->code), i);
    }
    ck_assert_ptr_null(cdy_check_rule_at(-1));
    ck_assert_ptr_null(cdy_check_rule_at(CDY_RULE_COUNT));
    ck_assert_int_eq(cdy_check_find_rule("no-such-rule"), -1);
    ck_assert_int_eq(cdy_check_find_rule(NULL), -1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("document");
    TCase *xml = add_case(suite, "xml", a_document_type_is_refused_in_its_line);
    tcase_add_loop_test(xml, documents_load_in_their_encodings, 0, sizeof encodings / sizeof *encodings);
    tcase_add_test(xml, names_of_encodings_are_known);
    tcase_add_test(xml, documents_load_in_utf16);
    tcase_add_loop_test(xml, broken_documents_are_refused, 0, sizeof broken / sizeof *broken);
    tcase_add_test(xml, what_the_parser_would_pass_over_is_refused_in_its_line);
    tcase_add_test(xml, cut_documents_are_refused);
    tcase_add_test(xml, damaged_documents_do_no_harm);
    tcase_add_test(xml, lines_are_those_of_the_file);
    tcase_add_test(xml, lines_above_65535_are_right);
    tcase_add_test(xml, robots_do_not_depend_on_the_locale);
    TCase *sizes = add_case(suite, "sizes", an_element_has_a_bounded_number_of_attributes);
    tcase_add_test(sizes, the_first_fault_ends_the_parser);
    tcase_add_test(sizes, a_document_has_a_bounded_number_of_namespaces);
    tcase_add_test(sizes, long_parts_are_refused_in_plain_words);
    tcase_add_test(sizes, deep_documents_are_refused);
    tcase_add_test(sizes, names_may_be_long);
    tcase_add_test(sizes, large_chains_and_stars_load);
    tcase_add_test(sizes, a_large_cycle_is_found);
    TCase *rotations = add_case(suite, "rotations", quaternions_become_the_same_rotation);
    tcase_add_test(rotations, quaternions_of_any_length_are_rotations);
    tcase_add_test(rotations, origins_take_quaternions);
    add_case(suite, "rules", rules_have_stable_names_and_meanings);
    return run_suites(suite, NULL);
}
