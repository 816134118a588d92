/* showdetails: the table of bodies, joints, parents and children, byte for byte as documented. */
#include "tree/node.h"

#include <stdio.h>
#include <string.h>

/* An output buffer that truncates the text at its size and counts the whole length. */
typedef struct sink {
    char *text;
    size_t size, length;
} sink;

static void put(sink *out, const char *text, size_t length)
{
    if (out->length < out->size) {
        size_t space = out->size - out->length;
        memcpy(out->text + out->length, text, length < space ? length : space);
    }
    out->length += length;
}

static void terminate(const sink *out)
{
    if (out->size > 0) {
        out->text[out->length < out->size ? out->length : out->size - 1] = '\0';
    }
}

/* A name as printed: a long name is cut and followed by "...". */
typedef struct printed_name {
    const char *name;
    size_t length;
    bool cut;
} printed_name;

/* Limits the width of a column: each name appears in several cells, and the longest name widens all rows. */
static printed_name printed(const char *name)
{
    enum { MAX_NAME = 256 };
    size_t length = 0;
    while (length <= MAX_NAME && name[length]) {
        length++;
    }
    const bool cut = length > MAX_NAME;
    length = cut ? MAX_NAME - 3 : length;
    while (cut && length > 0 && ((unsigned char)name[length] & 0xc0) == 0x80) {
        length--; /* a continuation byte of UTF-8 */
    }
    return (printed_name){name, length, cut};
}

static size_t width_of(printed_name s)
{
    return s.length + (s.cut ? 3 : 0);
}

/* Replaces control characters by '?', so that a name cannot forge a row of the table. */
static void put_name(sink *out, printed_name s)
{
    for (size_t i = 0; i < s.length; i++) {
        const unsigned char c = (unsigned char)s.name[i];
        put(out, c < 0x20 || c == 0x7f ? "?" : s.name + i, 1);
    }
    put(out, "...", s.cut ? 3 : 0);
}

static void put_text(sink *out, const char *text)
{
    put(out, text, strlen(text));
}

static void put_right(sink *out, const char *text, size_t width)
{
    const printed_name s = printed(text);
    for (size_t i = width_of(s); i < width; i++) {
        put(out, " ", 1);
    }
    put_name(out, s);
}

static size_t reference_suffix(char suffix[16], int index)
{
    return (size_t)snprintf(suffix, 16, "(%d)", index);
}

/* Writes name(index), right-aligned to `width`. */
static void put_reference(sink *out, const cdy_tree *tree, int index, size_t width)
{
    const char *name = cdy_node_at(tree, index)->body.name;
    char suffix[16];
    size_t length = reference_suffix(suffix, index);
    put_right(out, name, width > length ? width - length : 0);
    put(out, suffix, length);
}

typedef struct columns {
    size_t body, joint, parent;
} columns;

static columns measure_columns(const cdy_tree *tree)
{
    size_t body = 5, joint = 5; /* minimum widths that separate the column titles */
    for (int i = 1; i < tree->count; i++) {
        const cdy_body *b = &cdy_node_at(tree, i)->body;
        size_t body_length = width_of(printed(b->name)), joint_length = width_of(printed(b->joint.name));
        body = body_length > body ? body_length : body;
        joint = joint_length > joint ? joint_length : joint;
    }
    return (columns){body + 8, joint + 8, body + 15};
}

static void put_header(sink *out, columns width, const char *const titles[6])
{
    put_right(out, titles[0], 4);
    put_right(out, titles[1], width.body);
    put_right(out, titles[2], width.joint);
    put_right(out, titles[3], width.joint);
    put_right(out, titles[4], width.parent);
    put_text(out, "   ");
    put_text(out, titles[5]);
    put_text(out, "\n");
}

static void put_body(sink *out, columns width, const cdy_tree *tree, int index)
{
    const cdy_body *body = &cdy_node_at(tree, index)->body;
    char number[16];
    snprintf(number, sizeof number, "%4d", index);
    put_text(out, number);
    put_right(out, body->name, width.body);
    put_right(out, body->joint.name, width.joint);
    put_right(out, cdy_joint_type_name(body->joint.type), width.joint);
    put_reference(out, tree, tree->parents[index], width.parent);
    put_text(out, "   ");
    for (int child = cdy_tree_first_child(tree, index); child >= 0; child = tree->siblings[child]) {
        put_reference(out, tree, child, 0);
        put_text(out, "  ");
    }
    put_text(out, "\n");
}

size_t cdy_tree_write_details(const cdy_tree *tree, char *text, size_t size)
{
    static const char *const titles[] = {"Idx",        "Body Name",        "Joint Name",
                                         "Joint Type", "Parent Name(Idx)", "Children Name(s)"};
    static const char *const rules[] = {"---",        "---------",        "----------",
                                        "----------", "----------------", "----------------"};
    sink out = {text, text ? size : 0, 0};
    char line[64];
    if (!tree) {
        terminate(&out);
        return 0;
    }
    columns width = measure_columns(tree);
    snprintf(line, sizeof line, "--------------------\nRobot: (%d bodies)\n\n", tree->count - 1);
    put_text(&out, line);
    put_header(&out, width, titles);
    put_header(&out, width, rules);
    for (int i = 1; i < tree->count; i++) {
        put_body(&out, width, tree, i);
    }
    put_text(&out, "--------------------\n");
    terminate(&out);
    return out.length;
}
