/* Elements: every field of parsed documents, the start tags that are refused before parsing, and failing memory. */
#include "support/allocation.h"
#include "support/compare.h"
#include "support/suite.h"
#include "xml/document.h"
#include "xml/precheck.h"
#include "xml/start_tag.h"

#include "base/memory.h"

#include <condyle/condyle.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BYTES(literal) (literal), sizeof(literal) - 1

/* ---- documents as text ---- */

enum { DUMP_SIZE = 1 << 16 };

static __attribute__((format(printf, 2, 3))) void append(char dump[DUMP_SIZE], const char *format, ...)
{
    const size_t length = strlen(dump);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(dump + length, DUMP_SIZE - length, format, arguments);
    va_end(arguments);
}

/* Writes "name@line:column(attribute@line:column=text ...)", a '!' for a break in the list of an attribute and for a
 * foreign first child, the stray text with its place, the text, and the children in brackets. */
static void dump_element(const cdy_element *e, char dump[DUMP_SIZE])
{
    append(dump, "%s@%d:%d", e->name, e->at.line, e->at.column);
    for (size_t i = 0; i < e->attribute_count; i++) {
        const cdy_attribute *a = &e->attributes[i];
        append(dump, "%s%s@%d:%d=%s%s", i ? " " : "(", a->name, a->at.line, a->at.column, a->text,
               a->has_break ? "!" : "");
    }
    append(dump, "%s%s", e->attribute_count ? ")" : "", e->foreign_first ? "!" : "");
    if (e->stray_text || e->stray.line) {
        append(dump, " stray@%d:%d'%s'", e->stray.line, e->stray.column, e->stray_text ? e->stray_text : "NULL");
    }
    append(dump, "%s%s%s", e->text ? " '" : "", e->text ? e->text : "", e->text ? "'" : "");
    const cdy_element *last = NULL;
    for (const cdy_element *child = e->first_child; child; child = child->next) {
        append(dump, "%s", last ? " " : "[");
        ck_assert_ptr_eq(child->parent, e);
        dump_element(child, dump);
        last = child;
    }
    ck_assert_ptr_eq(e->last_child, last);
    append(dump, "%s", last ? "]" : "");
}

static void dump_document(const cdy_document *d, char dump[DUMP_SIZE])
{
    ck_assert_ptr_null(d->root->parent);
    ck_assert_ptr_null(d->root->next);
    dump_element(d->root, dump);
    if (d->macro.line || d->macro.column || d->macro_name || d->has_instruction) {
        append(dump, " %s %s@%d:%d", d->has_instruction ? "instruction" : "macro", d->macro_name, d->macro.line,
               d->macro.column);
    }
    if (d->prefixed_count) {
        append(dump, " %zu prefixed", d->prefixed_count);
    }
}

static cdy_status parse(cdy_document *d, const char *bytes, size_t size, int depth, cdy_error *error)
{
    cdy_text text;
    *d = (cdy_document){0};
    cdy_status status = cdy_decode_text(bytes, size, &text, error);
    if (!status) {
        status = cdy_document_parse(d, &text, depth, "case.xml", error);
    }
    cdy_release(text.memory);
    return status;
}

typedef struct xml_case {
    const char *text, *dump;
} xml_case;

#define TEN         "abcdefghij"
#define THIRTY_NINE TEN TEN TEN "abcdefghi"
#define HUNDRED     TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN
#define MANY        HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED TEN TEN /* 1020 */

static const xml_case documents[] = {
    {"<a/>", "a@1:1"},
    {"<?xml version='1.0'?><a/>", "a@1:22"},
    /* places count characters */
    {"<a><b/>\n <c>\n<d/></c><!--\xc3\xa4--><e/></a>", "a@1:1[b@1:4 c@2:2[d@3:1] e@3:17]"},
    {"<a\n x='1'\r\n\ty = \"\xc3\xa4\"\tz='>'/>", "a@1:1(x@2:2=1 y@3:2=\xc3\xa4 z@3:10=>)"},
    {"<a x='1'><b x='2'><c x='3'/></b><b y='4'/></a>", "a@1:1(x@1:4=1)[b@1:10(x@1:13=2)[c@1:19(x@1:22=3)] "
                                                       "b@1:33(y@1:36=4)]"},
    /* places are those of the file where formats need no blank between attributes */
    {"<mujoco x='1'y='2'z='3' u='4'><b v='5'w='6'/>c<d/></mujoco>",
     "mujoco@1:1(x@1:9=1 y@1:14=2 z@1:19=3 u@1:25=4) stray@1:46'c'[b@1:31(v@1:34=5 w@1:39=6) d@1:47]"},
    {"<mujoco x='1'\xc3\xa4='2' y='3'/>", "mujoco@1:1(x@1:9=1 \xc3\xa4@1:14=2 y@1:20=3)"},
    {"<sdf x='1'y='2\n'z='3' w='4'/>", "sdf@1:1(x@1:6=1 y@1:11=2 ! z@2:2=3 w@2:8=4)"},
    /* namespace declarations and attributes with a prefix are left out */
    {"<a xmlns='u' x='1' xmlns:p='v' p:y='2' z='3'/>", "a@1:1(x@1:14=1 z@1:40=3)"},
    {"<a xmlns ='u' xmlnsx='1' xmln='2' x='3'/>", "a@1:1(xmlnsx@1:15=1 xmln@1:26=2 x@1:35=3)"},
    {"<a xmlns\n=\n'u' x='1'/>", "a@1:1(x@3:5=1)"},
    {"<a xmlns\t='u' xmlns:q\n='v' x='1'/>", "a@1:1(x@2:6=1)"},
    /* references */
    {"<a x='&amp;&lt;&#38;&#228;&amp;#38;'/>", "a@1:1(x@1:4=&<&\xc3\xa4&#38;)"},
    {"<a x=''/>", "a@1:1(x@1:4=)"},
    /* a tab or line break in a list: behind a number, or behind a blank with none following */
    {"<a x='1 2'/>", "a@1:1(x@1:4=1 2)"},
    {"<a x='1\n2'/>", "a@1:1(x@1:4=1 2!)"},
    {"<a x='1\t2'/>", "a@1:1(x@1:4=1 2!)"},
    {"<a x='1 \n2'/>", "a@1:1(x@1:4=1  2)"},
    {"<a x='1 \n\t2'/>", "a@1:1(x@1:4=1   2)"},
    {"<a x='1 \n 2'/>", "a@1:1(x@1:4=1   2!)"},
    {"<a x='1 \n2\n'/>", "a@1:1(x@1:4=1  2 !)"},
    {"<a x='\n1'/>", "a@1:1(x@1:4= 1)"},
    {"<a x='\n 1'/>", "a@1:1(x@1:4=  1!)"},
    {"<a x='1\n'/>", "a@1:1(x@1:4=1 !)"},
    {"<a x='1 \n'/>", "a@1:1(x@1:4=1  !)"},
    {"<a x='1\n2' y='1 2'/>", "a@1:1(x@1:4=1 2! y@2:4=1 2)"},
    {"<a x='1 2'\ty='1\n2'/>", "a@1:1(x@1:4=1 2 y@1:12=1 2!)"},
    /* the text behind the last child, shorter than CDY_LONGEST_TEXT, and the first stray text */
    {"<a>b</a>", "a@1:1 stray@1:4'b' 'b'"},
    {"<a> \r\n\t</a>", "a@1:1"},
    {"<a> b \n</a>", "a@1:1 stray@1:5'b' ' b \n'"},
    {"<a><b/>c</a>", "a@1:1 stray@1:8'c' 'c'[b@1:4]"},
    {"<a>c<b/></a>", "a@1:1 stray@1:4'c'[b@1:5]"},
    {"<a>b<c/>d</a>", "a@1:1 stray@1:4'b' 'd'[c@1:5]"},
    {"<a><b>1</b><b>2</b></a>", "a@1:1[b@1:4 stray@1:7'1' '1' b@1:12 stray@1:15'2' '2']"},
    {"<a>b&amp;c</a>", "a@1:1 stray@1:4'b&amp;c' 'b&c'"},
    {"<a>" MANY "123</a>", "a@1:1 stray@1:4'" TEN TEN TEN TEN "' '" MANY "123'"},
    {"<a>" MANY "1234</a>", "a@1:1 stray@1:4'" TEN TEN TEN TEN "'"},
    {"<a>" MANY "123&#52;</a>", "a@1:1 stray@1:4'" TEN TEN TEN TEN "'"},
    {"<a>" MANY "&#49;23</a>", "a@1:1 stray@1:4'" TEN TEN TEN TEN "' '" MANY "123'"},
    {"<a>" MANY "12345&#54;</a>", "a@1:1 stray@1:4'" TEN TEN TEN TEN "'"},
    /* stray text: its first line, at most 40 bytes of whole characters, without blanks at its end */
    {"<a>\n  b c \t\r\nd</a>", "a@1:1 stray@2:3'b c' '\n  b c \t\nd'"},
    {"<a>b<c/></a>", "a@1:1 stray@1:4'b'[c@1:5]"},
    {"<a>" THIRTY_NINE "\xc3\xa4<c/></a>", "a@1:1 stray@1:4'" THIRTY_NINE "'[c@1:44]"},
    {"<a>" TEN TEN TEN "abcdefgh\xc3\xa4<c/></a>", "a@1:1 stray@1:4'" TEN TEN TEN "abcdefgh\xc3\xa4'[c@1:43]"},
    {"<a>" TEN TEN TEN "abcdefgh\xf0\x9f\xa4\x96<c/></a>", "a@1:1 stray@1:4'" TEN TEN TEN "abcdefgh'[c@1:43]"},
    {"<a>" THIRTY_NINE " x<c/></a>", "a@1:1 stray@1:4'" THIRTY_NINE "'[c@1:45]"},
    /* comments, instructions and the signs around CDATA are no text */
    {"<a><!-- b --> c<d/></a>", "a@1:1 stray@1:15'c'[d@1:16]"},
    {"<a><!--><--> --> c<d/></a>", "a@1:1 stray@1:14'--> c'[d@1:19]"},
    {"<a><?b?>\n<!-- -->c<d/></a>", "a@1:1 stray@2:9'c'[d@2:10]"},
    {"<a><?b > ?>c<d/></a>", "a@1:1 stray@1:12'c'[d@1:13]"},
    {"<a><![CDATA[ b<c]]>d<e/></a>", "a@1:1 stray@1:14'b'[e@1:21]"},
    {"<a><![CDATA[<b>\r\nc]]><e/></a>", "a@1:1 stray@1:13'<b>'[e@2:5]"},
    {"<a><![CDATA[ ]]>b<e/></a>", "a@1:1 stray@1:17'b'[e@1:18]"},
    {"<a><![CDATA[ ]]> b<e/></a>", "a@1:1 stray@1:18'b'[e@1:19]"},
    {"<a><![CDATA[b]]>c<e/></a>", "a@1:1 stray@1:13'b'[e@1:18]"},
    {"<a><!-- - -->b--><e/></a>", "a@1:1 stray@1:14'b-->'[e@1:18]"},
    /* elements with a prefix are left out with their content */
    {"<a><p:b><c/>d</p:b></a>", "a@1:1! 1 prefixed"},
    {"<a><b/><p:b/><p:c><q:d/></p:c><e/></a>", "a@1:1[b@1:4 e@1:31] 2 prefixed"},
    {"<a><b><p:b/></b><c/></a>", "a@1:1[b@1:4! c@1:17] 1 prefixed"},
    {"<a>b<p:c>d</p:c>e</a>", "a@1:1! stray@1:4'b' 'e' 1 prefixed"},
    /* xacro: by its address whatever the prefix, else by the prefix; the first instruction, else the first call */
    {"<a><xacro:b/></a>", "a@1:1! macro b@1:4"},
    {"<a><xacro:b/><xacro:c/></a>", "a@1:1! macro b@1:4"},
    {"<a><xacro:b/>\n<xacro:if/><xacro:unless/></a>", "a@1:1! instruction if@2:1"},
    {"<a><xacro:arg/><xacro:b/></a>", "a@1:1! instruction arg@1:4"},
    {"<a><p:b><xacro:c/></p:b></a>", "a@1:1! macro c@1:9 1 prefixed"},
    {"<a xmlns:xacro='u'><xacro:b/></a>", "a@1:1! 1 prefixed"},
    {"<a xmlns:x='http://www.ros.org/wiki/xacro'><x:b/></a>", "a@1:1! macro b@1:44"},
    {"<a xmlns:x='https://ros.org/wiki/xacro/'><x:b/></a>", "a@1:1! macro b@1:42"},
    {"<a xmlns:x='wiki.ros.org/xacro'><x:b/></a>", "a@1:1! macro b@1:33"},
    {"<a xmlns:x='http://wiki.ros.org/xacro//'><x:b/></a>", "a@1:1! 1 prefixed"},
    {"<a xmlns:x='http://wiki.ros.org/xacr'><x:b/></a>", "a@1:1! 1 prefixed"},
    {"<a xmlns:x='http:/_wiki.ros.org/xacro'><x:b/></a>", "a@1:1! 1 prefixed"},
    {"<a xmlns:x='https:/_wiki.ros.org/xacro'><x:b/></a>", "a@1:1! 1 prefixed"},
    {"<a xmlns:x='ftp://wiki.ros.org/xacro'><x:b/></a>", "a@1:1! 1 prefixed"},
    {"<a><b xmlns='http://wiki.ros.org/xacro'/></a>", "a@1:1[b@1:4]"},
};

START_TEST(documents_become_elements)
{
    char dump[DUMP_SIZE] = "";
    cdy_document d;
    cdy_error error = {0};
    const xml_case *c = &documents[_i];
    ck_assert_ok(parse(&d, c->text, strlen(c->text), 10, &error), error);
    dump_document(&d, dump);
    ck_assert_msg(strcmp(dump, c->dump) == 0, "%s\nbecame\n%s, not\n%s", c->text, dump, c->dump);
    cdy_document_clear(&d);
    ck_assert(!d.root && !d.names);
    cdy_document_clear(&d);
}
END_TEST

START_TEST(instructions_are_known)
{
    static const char *const names[] = {"arg",   "attribute", "call",   "element", "if",      "include", "insert_block",
                                        "macro", "property",  "unless", "un",      "unlessx", "IF"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char text[64];
        cdy_document d;
        snprintf(text, sizeof text, "<a><xacro:%s/></a>", names[i]);
        ck_assert_int_eq(parse(&d, text, strlen(text), 10, NULL), CDY_OK);
        ck_assert_str_eq(d.macro_name, names[i]);
        ck_assert_int_eq(d.has_instruction, i < 10);
        cdy_document_clear(&d);
    }
}
END_TEST

START_TEST(elements_are_found_by_name)
{
    static const char text[] = "<a u='0'>\n<b x='1' y='2'/>\n<c/>\n<b z='3'/></a>";
    cdy_document d;
    ck_assert_int_eq(parse(&d, BYTES(text), 10, NULL), CDY_OK);
    const cdy_element *b = cdy_first_child(d.root, "b"), *c = cdy_first_child(d.root, "c");
    ck_assert_int_eq(b->at.line, 2);
    ck_assert_int_eq(c->at.line, 3);
    ck_assert_int_eq(cdy_next_alike(b)->at.line, 4);
    ck_assert_ptr_null(cdy_next_alike(c));
    ck_assert_ptr_null(cdy_next_alike(cdy_next_alike(b)));
    ck_assert_ptr_null(cdy_first_child(d.root, "d"));
    ck_assert_ptr_null(cdy_first_child(c, "b"));
    ck_assert_str_eq(cdy_find_attribute(b, "x")->text, "1");
    ck_assert_str_eq(cdy_find_attribute(b, "y")->text, "2");
    ck_assert_ptr_null(cdy_find_attribute(b, "z"));
    static const struct {
        const char *child, *attribute;
        int line, column;
    } places[] = {{NULL, NULL, 1, 1}, {NULL, "u", 1, 4}, {NULL, "x", 1, 1}, {"b", NULL, 2, 1}, {"b", "y", 2, 10},
                  {"b", "z", 2, 1},   {"d", NULL, 1, 1}, {"d", "u", 1, 1},  {"c", "x", 3, 1}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const cdy_place at = cdy_place_of(d.root, places[i].child, places[i].attribute);
        ck_assert_int_eq(at.line, places[i].line);
        ck_assert_int_eq(at.column, places[i].column);
    }
    cdy_document_clear(&d);
}
END_TEST

/* ---- refused documents ---- */

typedef struct refused_case {
    const char *bytes;
    size_t size;
    int line, column; /* column 0: unknown */
    const char *text;
} refused_case;

static const refused_case refused[] = {
    {BYTES(""), 1, 0, "empty; expected a robot in URDF"},
    {BYTES("<a>\n<b></a>"), 2, 8, "not well-formed XML: Opening and ending tag mismatch: b line 2 and a"},
    {BYTES("<a>\n\0</a>"), 2, 0, "not well-formed XML: a zero byte with more behind it; expected UTF-8, so remove it"},
    {BYTES("\n<?xml ?>\n<?xml ?><a/>"), 3, 6, "not well-formed XML: XML declaration allowed only at the start"},
    {BYTES("\n<?xml ?><?xml ?><a/>"), 2, 0,
     "not well-formed XML: a second XML declaration <?xml ...?>; expected one only, so remove it"},
    {BYTES("\n<?xml >"), 2, 0,
     "not well-formed XML: the XML declaration <?xml ...?> has no end; expected '?>' before any '<' or '>'"},
    {BYTES("<?xml?>\xef\xbb\xbf<a/>"), 1, 0,
     "not well-formed XML: a byte order mark that does not begin the file; remove it"},
    {BYTES("<?xml?>\xef\xbb\xbf"), 1, 0,
     "not well-formed XML: a byte order mark that does not begin the file; remove it"},
    {BYTES("\n<!DOCTYPE a><a/>"), 2, 0,
     "a document type (<!DOCTYPE ...>) is refused, and entities with it; remove it from the file"},
    {BYTES("<a><b>\n<c><d/></c></b></a>"), 2, 0,
     "elements lie more than 3 deep in each other; expected fewer than ten"},
    {BYTES("\n<p:a/>"), 2, 0, "the root element has a namespace prefix; expected <robot>"},
    {BYTES("<a/>\n<b/>"), 2, 1, "not well-formed XML: Extra content at the end of the document"},
};

START_TEST(faults_have_their_places)
{
    const refused_case *c = &refused[_i];
    cdy_document d;
    cdy_error error = {0};
    ck_assert_fails(parse(&d, c->bytes, c->size, 3, &error), CDY_ERROR_ROBOT, error);
    ck_assert_str_eq(error.file, "case.xml");
    ck_assert_msg(error.line == c->line && d.fault_column == c->column && strstr(error.text, c->text) == error.text,
                  "%s\nis refused at %d:%d: %s", c->bytes, error.line, d.fault_column, error.text);
    ck_assert_ptr_null(strchr(error.text, '\n'));
    cdy_document_clear(&d);
}
END_TEST

/* The parser counts bytes in int. */
START_TEST(texts_have_at_most_int_max_bytes)
{
    cdy_text text = {.start = "", .size = INT_MAX, .first_line = 1};
    cdy_error error = {0};
    ck_assert_fails(cdy_check_decoded_text(&text, "f", &error), CDY_ERROR_ROBOT, error);
    ck_assert_ptr_nonnull(strstr(error.text, "a zero byte"));
    text.size++;
    ck_assert_fails(cdy_check_decoded_text(&text, "f", &error), CDY_ERROR_ROBOT, error);
    ck_assert_str_eq(error.text, "larger than 2147483647 bytes as UTF-8; expected a smaller file");
    ck_assert_int_eq(error.line, 1);
}
END_TEST

START_TEST(depths_are_counted_up_and_down)
{
    static const char *const texts[] = {"<a><b><c/></b><b><c/><c/></b></a>", "<a><p:b><c/></p:b><b><q:c/></b></a>",
                                        "<a><b><c><d/></c></b></a>", "<a><p:b><c><d/></c></p:b></a>"};
    for (int i = 0; i < 4; i++) {
        cdy_document d;
        ck_assert_int_eq(parse(&d, texts[i], strlen(texts[i]), 3, NULL), i < 2 ? CDY_OK : CDY_ERROR_ROBOT);
        cdy_document_clear(&d);
    }
}
END_TEST

START_TEST(bytes_of_other_files_are_refused)
{
    static const char pointer[] = "version https://git-lfs.github.com/spec/";
    cdy_error error = {0};
    ck_assert_fails(cdy_check_bytes(BYTES(pointer), "f", &error), CDY_ERROR_ROBOT, error);
    ck_assert_str_eq(error.text, "a pointer of Git LFS in the place of the file; fetch the file itself (git lfs pull)");
    ck_assert_int_eq(error.line, 1);
    ck_assert_str_eq(error.file, "f");
    ck_assert_int_eq(cdy_check_bytes(pointer, sizeof pointer - 2, "f", NULL), CDY_OK);
    ck_assert_fails(cdy_check_bytes("\x1f\x8b", 2, "f", &error), CDY_ERROR_ROBOT, error);
    ck_assert_str_eq(error.text, "compressed by gzip; expected a robot in URDF, so unpack it (gunzip)");
    ck_assert_int_eq(cdy_check_bytes("\x1f\x8b", 1, "f", NULL), CDY_OK);
    ck_assert_int_eq(cdy_check_bytes("\x1f\x8a", 2, "f", NULL), CDY_OK);
    ck_assert_int_eq(cdy_check_bytes("", 0, "f", NULL), CDY_OK);
}
END_TEST

/* ---- start tags ---- */

/* Texts around a tag "<y" with many attributes, a '@' in the first part; whether the tag is found. */
static const struct {
    const char *before, *after;
    bool found;
} crowds[] = {
    {"", "/>", true},
    {"<a>", ">", true},
    {"<a>", "", true},
    {"<a x='1>'>", ">", true},
    {"<!-->", ">", false},
    {"<!-- <", "--", false},
    {"<!-- ' -->", ">", true},
    {"<!-- -- >", ">", false},
    {"<![CDATA[ ' ]]>", ">", true},
    {"<![CDATA[ ]] >", ">", false},
    {"<![CDATA[", "]]>", false},
    {"<?a ' ?>", ">", true},
    {"<?a >", "?>", false},
    {"</a'>", ">", true},
    {"</a ", ">", false},
    {"<b ' ", ">", false},
    {"<b '>'>", ">", true},
    {"<b \">\">", ">", true},
};

START_TEST(crowded_tags_are_found)
{
    char text[8192];
    for (int more = 0; more < 2; more++) {
        char *p = text + sprintf(text, "%s", crowds[_i].before);
        const char *tag = p;
        p += sprintf(p, "<y");
        for (int i = 0; i < CDY_MOST_ATTRIBUTES + more; i++) {
            p += sprintf(p, " a%d=%s", i, i % 3 == 0 ? "'=='" : i % 3 == 1 ? "\"'=>\"" : "'\"'");
        }
        p += sprintf(p, "%s", crowds[_i].after);
        const cdy_text t = {.start = text, .size = (size_t)(p - text), .first_line = 1};
        ck_assert_ptr_eq(cdy_find_oversized_tag(&t), more && crowds[_i].found ? tag : NULL);
    }
}
END_TEST

START_TEST(crowded_tags_are_refused_in_their_line)
{
    char text[4096];
    char *p = text + sprintf(text, "\n<a>\n<b");
    for (int i = 0; i <= CDY_MOST_ATTRIBUTES; i++) {
        p += sprintf(p, " a%d=''", i);
    }
    p += sprintf(p, "/></a>");
    cdy_document d;
    cdy_error error = {0};
    ck_assert_fails(parse(&d, text, (size_t)(p - text), 10, &error), CDY_ERROR_ROBOT, error);
    ck_assert_int_eq(error.line, 3);
    ck_assert_str_eq(error.text, "an element has more than 256 attributes; expected fewer than ten");
    cdy_document_clear(&d);
}
END_TEST

/* ---- memory ---- */

/* Every allocation fails once: the document is parsed, or the failure is reported, and all memory is freed. The many
 * elements make the arena grow in each of its users. */
START_TEST(failing_memory_is_reported)
{
    static char text[1 << 14], whole[DUMP_SIZE], dump[DUMP_SIZE];
    char *p = text + sprintf(text, "<a>stray");
    for (int i = 0; i < 150; i++) {
        p += sprintf(p, i % 2 ? "<b x='%.*s'>text</b>" : "<c x='%.*s'/><d>%i<p:e/></d>", i, TEN MANY MANY TEN TEN, i);
    }
    p += sprintf(p, "</a>");
    cdy_document d;
    ck_assert_int_eq(parse(&d, text, (size_t)(p - text), 10, NULL), CDY_OK);
    dump_document(&d, whole);
    cdy_document_clear(&d);
    const size_t live = heap_count().live + 4; /* libxml2 keeps its last message */
    size_t failures = 0;
    bool failed = true;
    for (size_t n = 1; heap_is_counted() && failed; n++) {
        cdy_error error = {0};
        heap_fail_at(n);
        const cdy_status status = parse(&d, text, (size_t)(p - text), 10, &error);
        failed = heap_has_failed();
        heap_fail_at(0);
        ck_assert(status == CDY_OK || (status == CDY_ERROR_MEMORY && error.status == status));
        if (status == CDY_OK) {
            dump[0] = '\0';
            dump_document(&d, dump);
            ck_assert_str_eq(dump, whole);
        }
        failures += status == CDY_ERROR_MEMORY;
        cdy_document_clear(&d);
        ck_assert_uint_le(heap_count().live, live);
    }
    ck_assert(failures > 10 || !heap_is_counted());
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("elements");
    TCase *content = add_case(suite, "content", instructions_are_known);
    tcase_add_loop_test(content, documents_become_elements, 0, sizeof documents / sizeof *documents);
    tcase_add_test(content, elements_are_found_by_name);
    TCase *faults = add_case(suite, "faults", depths_are_counted_up_and_down);
    tcase_add_loop_test(faults, faults_have_their_places, 0, sizeof refused / sizeof *refused);
    tcase_add_test(faults, texts_have_at_most_int_max_bytes);
    tcase_add_test(faults, bytes_of_other_files_are_refused);
    tcase_add_loop_test(faults, crowded_tags_are_found, 0, sizeof crowds / sizeof *crowds);
    tcase_add_test(faults, crowded_tags_are_refused_in_their_line);
    tcase_add_test(faults, failing_memory_is_reported);
    return run_suites(suite, NULL);
}
