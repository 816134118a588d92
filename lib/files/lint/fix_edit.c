/* Edits: locates the elements and attributes of a document in the bytes of its file, and replaces them. */
#include "base/error.h"
#include "base/name_table.h"
#include "lint/fix.h"
#include "text/decimal.h"
#include "text/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 160 }; /* maximum length of a shown change */

/* A proposal with the offsets of its element or attributes. */
typedef struct located_proposal {
    const cdy_proposal *proposal;
    size_t first, second; /* element or attribute; for limits, lower and upper */
} located_proposal;

/* A line and column whose offset is sought. */
typedef struct spot {
    cdy_place at;
    size_t *offset;
} spot;

/* A range of bytes. */
typedef struct span {
    size_t from, to;
} span;

/* ---- places ---- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static int compare_places(cdy_place a, cdy_place b)
{
    return a.line != b.line ? (a.line < b.line ? -1 : 1) : (a.column > b.column) - (a.column < b.column);
}

static int compare_spots(const void *a, const void *b)
{
    return compare_places(((const spot *)a)->at, ((const spot *)b)->at);
}

/* Finds the offsets of all spots in one pass, which counts lines and columns as the document's parser does. */
static void find_spots(const cdy_bytes *bytes, spot *spots, size_t count)
{
    cdy_place at = {1, 1, 0};
    size_t i = bytes->size >= 3 && memcmp(bytes->start, "\xef\xbb\xbf", 3) == 0 ? 3 : 0, found = 0;
    qsort(spots, count, sizeof *spots, compare_spots);
    for (; i < bytes->size && found < count; i++) {
        const bool inside = !bytes->is_single_byte && cdy_continues_character(bytes->start[i]);
        while (found < count && !inside && compare_places(spots[found].at, at) <= 0) {
            *spots[found++].offset = i;
        }
        if (bytes->start[i] == '\n') {
            at = (cdy_place){at.line + 1, 1, 0};
        } else if (bytes->is_single_byte || i + 1 == bytes->size || !cdy_continues_character(bytes->start[i + 1])) {
            at.column++;
        }
    }
}

/* ---- parts of tags ---- */

/* Whether the bytes at an offset are this word, and not the end of the text. */
static bool is_at(const cdy_bytes *b, size_t offset, const char *word)
{
    const size_t length = strlen(word);
    return offset < b->size && b->size - offset > length && memcmp(b->start + offset, word, length) == 0;
}

/* Returns the value, without quotes, of the attribute at an offset; an empty span at 0 where there is none. */
static span find_value(const cdy_bytes *b, size_t offset)
{
    size_t from = offset;
    while (from < b->size && b->start[from] != '"' && b->start[from] != '\'') {
        from++;
    }
    const char *close = from < b->size ? memchr(b->start + from + 1, b->start[from], b->size - from - 1) : NULL;
    return close ? (span){from + 1, (size_t)(close - b->start)} : (span){0, 0};
}

/* Returns a value without surrounding blanks. */
static span trim(const cdy_bytes *b, span value)
{
    while (value.from < value.to && is_blank(b->start[value.to - 1])) {
        value.to--;
    }
    while (value.from < value.to && is_blank(b->start[value.from])) {
        value.from++;
    }
    return value;
}

/* Whether a span holds `count` numbers, without references such as &#32;. */
static bool holds_numbers(const cdy_bytes *b, span part, double *values, size_t count)
{
    return part.to > part.from && !memchr(b->start + part.from, '&', part.to - part.from) &&
           cdy_parse_numbers(b->start + part.from, part.to - part.from, values, count) == CDY_NUMBER_OK;
}

static size_t skip_past(const cdy_bytes *b, size_t i, const char *word)
{
    const size_t length = strlen(word);
    while (i + length <= b->size && memcmp(b->start + i, word, length) != 0) {
        i++;
    }
    return i + length <= b->size ? i + length : b->size;
}

/* Returns the offset after the '>' of a start tag; *empty is true for an empty-element tag. */
static size_t skip_start_tag(const cdy_bytes *b, size_t i, bool *empty)
{
    char quote = '\0';
    for (; i < b->size && (quote || b->start[i] != '>'); i++) {
        if (quote) {
            quote = b->start[i] == quote ? '\0' : quote;
        } else if (b->start[i] == '"' || b->start[i] == '\'') {
            quote = b->start[i];
        }
    }
    *empty = i > 0 && b->start[i - 1] == '/';
    return i < b->size ? i + 1 : b->size;
}

/* Returns the offset of the name in the end tag of the element at an offset; 0 where it has none. */
static size_t find_end_tag(const cdy_bytes *b, size_t i)
{
    int depth = 0;
    while (i < b->size) {
        if (is_at(b, i, "<!--")) {
            i = skip_past(b, i + 4, "-->");
        } else if (is_at(b, i, "<![CDATA[")) {
            i = skip_past(b, i, "]]>");
        } else if (is_at(b, i, "<?")) {
            i = skip_past(b, i, "?>");
        } else if (is_at(b, i, "</")) {
            depth--;
            if (depth == 0) {
                return i + 2;
            }
            i++;
        } else if (b->start[i] == '<') {
            bool empty;
            i = skip_start_tag(b, i, &empty);
            depth += !empty;
            if (depth == 0) {
                return 0;
            }
        } else {
            i++;
        }
    }
    return 0;
}

/* ---- edits ---- */

static void add_edit(cdy_mending *m, size_t from, size_t to, const char *text, size_t size)
{
    m->edits[m->edit_count++] = (cdy_edit){from, to - from, text, size, NULL};
}

/* Replaces bytes by a word. */
static void replace(cdy_mending *m, size_t from, size_t to, const char *word)
{
    add_edit(m, from, to, word, strlen(word));
}

/* Records a change; its texts are copied. */
static void add_change(cdy_mending *m, const cdy_proposal *p, int line, const char *was, const char *is)
{
    cdy_change_entry *e = cdy_arena_allocate(m->memory, 1, sizeof *e);
    char *texts[3] = {cdy_arena_copy(m->memory, p->subject), cdy_arena_copy(m->memory, was),
                      cdy_arena_copy(m->memory, is)};
    if (!e || !texts[0] || !texts[1] || !texts[2]) {
        m->out_of_memory = true;
        return;
    }
    for (int i = 0; i < 3; i++) {
        for (char *c = texts[i]; *c; c++) {
            *c = is_blank(*c) ? ' ' : *c;
        }
        cdy_make_printable(texts[i]);
    }
    const cdy_check_rule *rule = cdy_check_rule_at((int)p->rule);
    *e = (cdy_change_entry){.before = m->changes,
                            .number = m->change_count++,
                            .level = rule->level,
                            .kept = true,
                            .change = {rule->code, m->file, line, texts[0], texts[1], texts[2]}};
    m->changes = e;
}

/* Returns the shown length of a text. */
static int shorten(size_t length, int most)
{
    return length < (size_t)most ? (int)length : most;
}

/* Formats NAME="VALUE" for a change. */
static void format_attribute(char out[SHOWN], const char *name, const char *value, size_t length)
{
    snprintf(out, SHOWN, "%.40s=\"%.*s\"", name, shorten(length, 70), value);
}

static void rename_element(cdy_mending *m, const located_proposal *t)
{
    const cdy_bytes *b = m->bytes;
    const cdy_proposal *p = t->proposal;
    const char *name = p->element->name;
    const size_t start = t->first + 1, end = find_end_tag(b, t->first);
    if (!is_at(b, start, name) || (end > 0 && !is_at(b, end, name))) {
        return;
    }
    replace(m, start, start + strlen(name), p->word);
    if (end > 0) {
        replace(m, end, end + strlen(name), p->word);
    }
    char was[SHOWN], is[SHOWN];
    snprintf(was, sizeof was, "<%.100s>", name);
    snprintf(is, sizeof is, "<%.100s>", p->word);
    add_change(m, p, p->element->at.line, was, is);
}

static void rename_attribute(cdy_mending *m, const located_proposal *t)
{
    const cdy_bytes *b = m->bytes;
    const cdy_proposal *p = t->proposal;
    const span value = find_value(b, t->first);
    char was[SHOWN], is[SHOWN];
    replace(m, t->first, t->first + strlen(p->attribute->name), p->word);
    format_attribute(was, p->attribute->name, b->start + value.from, value.to - value.from);
    format_attribute(is, p->word, b->start + value.from, value.to - value.from);
    add_change(m, p, p->attribute->at.line, was, is);
}

/* Replaces a part of an attribute's value; the change shows the whole value, before and after. */
static void replace_value(cdy_mending *m, const located_proposal *t, span part, const char *text)
{
    const cdy_proposal *p = t->proposal;
    const span value = find_value(m->bytes, t->first);
    char was[SHOWN], is[SHOWN];
    replace(m, part.from, part.to, text);
    format_attribute(was, p->attribute->name, m->bytes->start + value.from, value.to - value.from);
    snprintf(is, sizeof is, "%.40s=\"%.*s%.70s%.*s\"", p->attribute->name, shorten(part.from - value.from, 15),
             m->bytes->start + value.from, text, shorten(value.to - part.to, 15), m->bytes->start + part.to);
    add_change(m, p, p->attribute->at.line, was, is);
}

static bool has_line_break(const cdy_bytes *b, size_t from, size_t to)
{
    return memchr(b->start + from, '\n', to - from) || memchr(b->start + from, '\r', to - from);
}

/* Corrects the type of a joint. A value with a line break is left alone: removing the break would renumber the lines
 * below. */
static void correct_type(cdy_mending *m, const located_proposal *t)
{
    const span value = find_value(m->bytes, t->first);
    if (!has_line_break(m->bytes, value.from, value.to)) {
        replace_value(m, t, value, t->proposal->word);
    }
}

/* Removes blanks from a value. Blanks with a line break are exchanged with the adjacent quote instead, so that the
 * lines keep their numbers. */
static void remove_part(cdy_mending *m, span blank, bool after)
{
    const cdy_bytes *b = m->bytes;
    const size_t length = blank.to - blank.from;
    if (length == 0) {
        return;
    }
    if (!has_line_break(b, blank.from, blank.to)) {
        replace(m, blank.from, blank.to, "");
        return;
    }
    char *text = cdy_arena_allocate(m->memory, length + 1, 1);
    if (!text) {
        m->out_of_memory = true;
        return;
    }
    text[after ? 0 : length] = b->start[after ? blank.to : blank.from - 1];
    memcpy(text + after, b->start + blank.from, length);
    add_edit(m, blank.from - !after, blank.to + after, text, length + 1);
}

/* Records the value of a limit without blanks in the case that its element's swap is kept too. */
static void record_swapped_value(cdy_mending *m, const cdy_proposal *p)
{
    const bool lower = strcmp(p->attribute->name, "lower") == 0;
    if (m->out_of_memory || p->element != m->swapped || (!lower && strcmp(p->attribute->name, "upper") != 0)) {
        return;
    }
    const char *number = lower ? m->new_lower : m->new_upper;
    char is[SHOWN];
    format_attribute(is, p->attribute->name, number, strlen(number));
    m->changes->other = m->swap;
    m->changes->is_with_other = cdy_arena_copy(m->memory, is);
    m->out_of_memory = !m->changes->is_with_other;
}

static void remove_blanks(cdy_mending *m, const located_proposal *t)
{
    const cdy_bytes *b = m->bytes;
    const cdy_proposal *p = t->proposal;
    const span value = find_value(b, t->first), number = trim(b, value);
    double ignored;
    if (!holds_numbers(b, number, &ignored, 1) || number.to - number.from == value.to - value.from) {
        return;
    }
    remove_part(m, (span){value.from, number.from}, false);
    remove_part(m, (span){number.to, value.to}, true);
    char was[SHOWN], is[SHOWN];
    format_attribute(was, p->attribute->name, b->start + value.from, value.to - value.from);
    format_attribute(is, p->attribute->name, b->start + number.from, number.to - number.from);
    add_change(m, p, p->attribute->at.line, was, is);
    record_swapped_value(m, p);
}

/* Normalises a vector; false where overflow or underflow prevents that. */
static bool make_unit(double axis[3])
{
    const double most = fmax(fabs(axis[0]), fmax(fabs(axis[1]), fabs(axis[2])));
    const double scaled[3] = {axis[0] / most, axis[1] / most, axis[2] / most};
    const double length = hypot(hypot(scaled[0], scaled[1]), scaled[2]);
    for (int i = 0; i < 3; i++) {
        axis[i] = scaled[i] / length;
    }
    return fabs(hypot(hypot(axis[0], axis[1]), axis[2]) - 1) < 1e-12;
}

/* Replaces each number of an axis; the blanks between them stay. */
static void scale_axis(cdy_mending *m, const located_proposal *t)
{
    const cdy_bytes *b = m->bytes;
    const span part = trim(b, find_value(b, t->first));
    double axis[3];
    if (!holds_numbers(b, part, axis, 3) || !make_unit(axis)) {
        return;
    }
    char *text = cdy_arena_allocate(m->memory, part.to - part.from + (size_t)3 * CDY_DECIMAL_SIZE + 1, 1);
    if (!text) {
        m->out_of_memory = true;
        return;
    }
    char *out = text;
    size_t i = part.from;
    for (int k = 0; k < 3; k++) {
        out += cdy_write_decimal(axis[k], 0, out);
        while (i < part.to && !is_blank(b->start[i])) {
            i++;
        }
        while (i < part.to && is_blank(b->start[i])) {
            *out++ = b->start[i++];
        }
    }
    *out = '\0';
    replace_value(m, t, part, text);
}

static void swap_limits(cdy_mending *m, const located_proposal *t)
{
    const cdy_bytes *b = m->bytes;
    const span lower = trim(b, find_value(b, t->first)), upper = trim(b, find_value(b, t->second));
    double values[2];
    if (!holds_numbers(b, lower, &values[0], 1) || !holds_numbers(b, upper, &values[1], 1)) {
        return;
    }
    const int lower_size = shorten(lower.to - lower.from, 40), upper_size = shorten(upper.to - upper.from, 40);
    char was[SHOWN], is[SHOWN], low[SHOWN], high[SHOWN];
    snprintf(low, sizeof low, "%.*s", upper_size, b->start + upper.from);
    snprintf(high, sizeof high, "%.*s", lower_size, b->start + lower.from);
    snprintf(was, sizeof was, "lower=\"%.40s\" upper=\"%.40s\"", high, low);
    snprintf(is, sizeof is, "lower=\"%.40s\" upper=\"%.40s\"", low, high);
    add_edit(m, lower.from, lower.to, b->start + upper.from, upper.to - upper.from);
    add_edit(m, upper.from, upper.to, b->start + lower.from, lower.to - lower.from);
    add_change(m, t->proposal, t->proposal->element->at.line, was, is);
    m->swapped = t->proposal->element;
    m->swap = m->changes;
    m->new_lower = cdy_arena_copy(m->memory, low);
    m->new_upper = cdy_arena_copy(m->memory, high);
    m->out_of_memory = m->out_of_memory || !m->new_lower || !m->new_upper;
}

/* Returns the offset after the element at an offset; 0 where it holds anything but blanks. */
static size_t find_end_if_blank(const cdy_bytes *b, size_t start)
{
    bool empty;
    size_t i = skip_start_tag(b, start, &empty);
    if (empty) {
        return i;
    }
    while (i < b->size && is_blank(b->start[i])) {
        i++;
    }
    return is_at(b, i, "</") ? skip_past(b, i, ">") : 0;
}

/* Removes an element that says nothing; its line breaks stay, so that the lines below keep their numbers. */
static void remove_element(cdy_mending *m, const located_proposal *t)
{
    const cdy_bytes *b = m->bytes;
    const size_t end = find_end_if_blank(b, t->first);
    char *breaks = end > 0 ? cdy_arena_allocate(m->memory, end - t->first, 1) : NULL;
    if (!breaks) {
        m->out_of_memory = m->out_of_memory || end > 0;
        return;
    }
    size_t count = 0;
    for (size_t i = t->first; i < end; i++) {
        if (b->start[i] == '\n' || b->start[i] == '\r') {
            breaks[count++] = b->start[i];
        }
    }
    char was[SHOWN];
    snprintf(was, sizeof was, "%.*s", shorten(end - t->first, SHOWN - 1), b->start + t->first);
    add_edit(m, t->first, end, breaks, count);
    add_change(m, t->proposal, t->proposal->element->at.line, was, "");
}

/* ---- proposals ---- */

/* Whether the names at the offsets are those of the proposal; nothing is written elsewhere. */
static bool is_found(const cdy_bytes *b, const located_proposal *t)
{
    const cdy_proposal *p = t->proposal;
    if (p->rule == CDY_RULE_LIMITS_REVERSED) {
        return is_at(b, t->first, "lower") && is_at(b, t->second, "upper");
    }
    return p->attribute ? is_at(b, t->first, p->attribute->name) : is_at(b, t->first, "<");
}

static void edit(cdy_mending *m, const located_proposal *t)
{
    const size_t first = m->edit_count;
    if (!is_found(m->bytes, t)) {
        return;
    }
    switch ((int)t->proposal->rule) {
    case CDY_RULE_ELEMENT_MISSPELLED: rename_element(m, t); break;
    case CDY_RULE_ATTRIBUTE_MISSPELLED: rename_attribute(m, t); break;
    case CDY_RULE_JOINT_TYPE: correct_type(m, t); break;
    case CDY_RULE_NUMBER_SPACE: remove_blanks(m, t); break;
    case CDY_RULE_AXIS_NOT_UNIT: scale_axis(m, t); break;
    case CDY_RULE_LIMITS_REVERSED: swap_limits(m, t); break;
    case CDY_RULE_ORIGIN_OF_LINK: remove_element(m, t); break;
    default: break;
    }
    for (size_t i = first; i < m->edit_count; i++) {
        m->edits[i].entry = m->changes;
    }
}

static cdy_place place_of(const cdy_proposal *p)
{
    return p->attribute ? p->attribute->at : p->element->at;
}

/* Sorts by place, so that repeated proposals are adjacent. */
static int compare_proposals(const void *a, const void *b)
{
    const cdy_proposal *x = *(const cdy_proposal *const *)a, *y = *(const cdy_proposal *const *)b;
    const int places = compare_places(place_of(x), place_of(y));
    return places ? places : (x->rule > y->rule) - (x->rule < y->rule);
}

/* Returns a key that is equal for elements or attributes that would get the same unique name; NULL where the name need
 * not be unique, or memory runs out. */
static const char *name_rivals(cdy_mending *m, const cdy_proposal *p)
{
    static const char *const many[] = {"link", "joint", "material", "visual", "collision"};
    if (p->rule != CDY_RULE_ELEMENT_MISSPELLED && p->rule != CDY_RULE_ATTRIBUTE_MISSPELLED) {
        return NULL;
    }
    for (size_t i = 0; i < sizeof many / sizeof *many && !p->attribute; i++) {
        if (strcmp(p->word, many[i]) == 0) {
            return NULL;
        }
    }
    char text[128];
    snprintf(text, sizeof text, "%p %d %.60s",
             p->attribute ? (const void *)p->element : (const void *)p->element->parent, p->attribute != NULL, p->word);
    const char *copy = cdy_arena_copy(m->memory, text);
    m->out_of_memory = m->out_of_memory || !copy;
    return copy;
}

/* Keeps one of repeated proposals and drops rivals; returns the number left of the `count` sorted proposals. */
static size_t keep_sure(cdy_mending *m, const cdy_proposal **sorted, size_t count)
{
    cdy_name_table table = {0};
    size_t once = 0, sure = 0;
    for (size_t i = 0; i < count; i++) {
        if (once > 0 && compare_proposals(&sorted[once - 1], &sorted[i]) == 0) {
            continue;
        }
        const char *key = name_rivals(m, sorted[i]);
        sorted[once++] = sorted[i];
        if (key && !cdy_name_table_set(&table, key, cdy_name_table_find(&table, key) < 0 ? 1 : 2)) {
            m->out_of_memory = true;
        }
    }
    for (size_t i = 0; i < once; i++) {
        const char *key = name_rivals(m, sorted[i]);
        if (!key || cdy_name_table_find(&table, key) == 1) {
            sorted[sure++] = sorted[i];
        }
    }
    cdy_name_table_clear(&table);
    return sure;
}

/* Sets up a located proposal and adds the spots of its offsets, which find_spots() fills. */
static void add_located(located_proposal *t, const cdy_proposal *p, spot *spots, size_t *spot_count)
{
    *t = (located_proposal){p, 0, 0};
    if (p->rule != CDY_RULE_LIMITS_REVERSED) {
        spots[(*spot_count)++] = (spot){place_of(p), &t->first};
        return;
    }
    const cdy_attribute *lower = cdy_find_attribute(p->element, "lower");
    const cdy_attribute *upper = cdy_find_attribute(p->element, "upper");
    if (lower && upper) {
        spots[(*spot_count)++] = (spot){lower->at, &t->first};
        spots[(*spot_count)++] = (spot){upper->at, &t->second};
    }
}

void cdy_edit_proposals(cdy_mending *m, const cdy_proposal *newest, size_t count)
{
    const cdy_proposal **sorted = cdy_arena_allocate(m->memory, count, sizeof *sorted);
    located_proposal *located = cdy_arena_allocate(m->memory, count, sizeof *located);
    spot *spots = cdy_arena_allocate(m->memory, 2 * count, sizeof *spots);
    m->edits = cdy_arena_allocate(m->memory, 2 * count, sizeof *m->edits);
    if (!sorted || !located || !spots || !m->edits) {
        m->out_of_memory = true;
        return;
    }
    size_t n = 0, spot_count = 0;
    for (const cdy_proposal *p = newest; p; p = p->before) {
        sorted[n++] = p;
    }
    qsort(sorted, n, sizeof *sorted, compare_proposals);
    n = keep_sure(m, sorted, n);
    for (size_t i = 0; i < n; i++) {
        add_located(&located[i], sorted[i], spots, &spot_count);
    }
    find_spots(m->bytes, spots, spot_count);
    for (size_t i = 0; i < n && !m->out_of_memory; i++) {
        edit(m, &located[i]);
    }
}
