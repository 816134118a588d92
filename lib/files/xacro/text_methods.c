/* The methods of texts. */
#include "xacro/dict.h"
#include "xacro/format.h"
#include "xacro/function.h"
#include "xacro/show.h"
#include "xacro/text.h"

#include <stdio.h>
#include <string.h>

static bool needs_text(cdy_interpreter *x, cdy_value v)
{
    return v.kind == CDY_KIND_TEXT || cdy_report_error(x, "expected a text, not a value of type %s", cdy_type_name(v));
}

static bool needs_whole(cdy_interpreter *x, cdy_value v)
{
    return cdy_is_integer(v) ||
           cdy_report_error(x, "expected a whole number, not a value of type %s", cdy_type_name(v));
}

/* Changes the case of ASCII and Latin-1 letters; other characters stay. */
static uint32_t change_case(uint32_t c, bool up)
{
    if (up) {
        const bool lower = (c >= 'a' && c <= 'z') || (c >= 0xe0 && c <= 0xfe && c != 0xf7);
        return lower ? c - 32 : c;
    }
    const bool upper = (c >= 'A' && c <= 'Z') || (c >= 0xc0 && c <= 0xde && c != 0xd7);
    return upper ? c + 32 : c;
}

static bool is_upper(uint32_t c)
{
    return change_case(c, false) != c;
}

static bool is_lower(uint32_t c)
{
    return change_case(c, true) != c;
}

static bool is_letter(uint32_t c)
{
    return is_upper(c) || is_lower(c) || (c >= 0xc0 && c != 0xd7 && c != 0xf7);
}

static bool is_figure(uint32_t c)
{
    return c >= '0' && c <= '9';
}

typedef enum casing { LOWER, UPPER, CAPITAL, TITLE, SWAPPED } casing;

static cdy_value change(cdy_interpreter *x, cdy_value v, casing how)
{
    cdy_builder b = {.x = x};
    bool inside = false; /* behind a letter */
    cdy_add_text(&b, "");
    for (size_t i = 0; i < v.text.length && !x->status; i += cdy_character_length(v.text.bytes + i)) {
        const uint32_t c = cdy_code_of(v.text.bytes + i);
        const bool up =
            how == UPPER || (how == CAPITAL && i == 0) || (how == TITLE && !inside) || (how == SWAPPED && is_lower(c));
        cdy_add_code(&b, change_case(c, up));
        inside = is_letter(c);
    }
    return x->status ? cdy_failed_value : cdy_of_text(b.text, b.length);
}

static cdy_value call_lower(cdy_interpreter *x, const cdy_arguments *a)
{
    return change(x, a->self, LOWER);
}

static cdy_value call_upper(cdy_interpreter *x, const cdy_arguments *a)
{
    return change(x, a->self, UPPER);
}

static cdy_value call_capitalize(cdy_interpreter *x, const cdy_arguments *a)
{
    return change(x, a->self, CAPITAL);
}

static cdy_value call_title(cdy_interpreter *x, const cdy_arguments *a)
{
    return change(x, a->self, TITLE);
}

static cdy_value call_swapcase(cdy_interpreter *x, const cdy_arguments *a)
{
    return change(x, a->self, SWAPPED);
}

/* Whether the character at `p` is stripped: one of `characters`, or white space if none are given. */
static bool is_stripped(const char *p, size_t length, cdy_value characters)
{
    if (characters.kind != CDY_KIND_TEXT) {
        return length == 1 && cdy_is_white(*p);
    }
    for (size_t i = 0; i < characters.text.length; i += cdy_character_length(characters.text.bytes + i)) {
        const char *c = characters.text.bytes + i;
        if (cdy_character_length(c) == length && memcmp(c, p, length) == 0) {
            return true;
        }
    }
    return false;
}

static cdy_value strip(cdy_interpreter *x, const cdy_arguments *a, bool left, bool right)
{
    const cdy_value characters = a->count > 0 ? a->items[0] : cdy_none;
    if ((characters.kind != CDY_KIND_NONE && !needs_text(x, characters)) ||
        !cdy_step(x, characters.kind == CDY_KIND_TEXT ? characters.text.length : 1)) {
        return cdy_failed_value;
    }
    const char *p = a->self.text.bytes, *end = p + a->self.text.length;
    while (left && p < end && is_stripped(p, cdy_character_length(p), characters)) {
        p += cdy_character_length(p);
    }
    while (right && end > p) {
        const char *last = end - 1;
        while (last > p && ((unsigned char)*last & 0xc0) == 0x80) {
            last--;
        }
        if (!is_stripped(last, (size_t)(end - last), characters)) {
            break;
        }
        end = last;
    }
    return cdy_copy_of_text(x, p, (size_t)(end - p));
}

static cdy_value call_strip(cdy_interpreter *x, const cdy_arguments *a)
{
    return strip(x, a, true, true);
}

static cdy_value call_lstrip(cdy_interpreter *x, const cdy_arguments *a)
{
    return strip(x, a, true, false);
}

static cdy_value call_rstrip(cdy_interpreter *x, const cdy_arguments *a)
{
    return strip(x, a, false, true);
}

static bool add_piece(cdy_interpreter *x, cdy_list *list, const char *p, size_t length)
{
    const cdy_value piece = cdy_copy_of_text(x, p, length);
    return piece.kind && cdy_step(x, 1) && cdy_append(x, list, piece);
}

static cdy_value split_at_blanks(cdy_interpreter *x, cdy_value v, int64_t most)
{
    cdy_value list = cdy_new_list(x, CDY_KIND_LIST, 0);
    const char *p = v.text.bytes, *end = p + v.text.length;
    bool added = list.kind;
    while (added) {
        while (p < end && cdy_is_white(*p)) {
            p++;
        }
        if (p == end) {
            break;
        }
        const char *stop = p;
        if (most >= 0 && (int64_t)list.list->count == most) {
            added = add_piece(x, list.list, p, (size_t)(end - p));
            break;
        }
        while (stop < end && !cdy_is_white(*stop)) {
            stop++;
        }
        added = add_piece(x, list.list, p, (size_t)(stop - p));
        p = stop;
    }
    return added ? list : cdy_failed_value;
}

static cdy_value split_at(cdy_interpreter *x, cdy_value v, cdy_value separator, int64_t most)
{
    cdy_value list = cdy_new_list(x, CDY_KIND_LIST, 0);
    size_t from = 0;
    bool added = list.kind;
    while (added) {
        const bool enough = most >= 0 && (int64_t)list.list->count == most;
        const size_t found = enough ? SIZE_MAX : cdy_find_part(v, separator, from);
        const size_t stop = found == SIZE_MAX ? v.text.length : found;
        added = add_piece(x, list.list, v.text.bytes + from, stop - from);
        if (found == SIZE_MAX) {
            break;
        }
        from = found + separator.text.length;
    }
    return added ? list : cdy_failed_value;
}

/* Reads separator and maximal number of splits of split() and rsplit(). */
static bool read_split(cdy_interpreter *x, const cdy_arguments *a, cdy_value *separator, int64_t *most)
{
    *separator = cdy_named_argument(a, "sep", a->count > 0 ? a->items[0] : cdy_none);
    const cdy_value count = cdy_named_argument(a, "maxsplit", a->count > 1 ? a->items[1] : cdy_of_integer(-1));
    if (separator->kind != CDY_KIND_NONE && (!needs_text(x, *separator) || separator->text.length == 0)) {
        return cdy_report_error(x, "split() takes a separator that is not empty");
    }
    if (!cdy_is_integer(count)) {
        return cdy_report_error(x, "split() takes a whole number of cuts");
    }
    *most = cdy_integer_of(count);
    return cdy_step(x, a->self.text.length / 16);
}

static cdy_value call_split(cdy_interpreter *x, const cdy_arguments *a)
{
    cdy_value separator;
    int64_t most;
    if (!read_split(x, a, &separator, &most)) {
        return cdy_failed_value;
    }
    return separator.kind == CDY_KIND_NONE ? split_at_blanks(x, a->self, most) : split_at(x, a->self, separator, most);
}

/* Splits at all separators, and joins the first pieces again if there are too many. */
static cdy_value call_rsplit(cdy_interpreter *x, const cdy_arguments *a)
{
    cdy_value separator;
    int64_t most;
    if (!read_split(x, a, &separator, &most)) {
        return cdy_failed_value;
    }
    const bool blanks = separator.kind == CDY_KIND_NONE;
    cdy_value list = blanks ? split_at_blanks(x, a->self, -1) : split_at(x, a->self, separator, -1);
    if (!list.kind || most < 0 || (int64_t)list.list->count <= most) {
        return list;
    }
    const char *p = a->self.text.bytes, *end = p + a->self.text.length;
    for (int64_t i = 0; i < most; i++) { /* count back over the last pieces */
        while (blanks && cdy_is_white(end[-1])) {
            end--;
        }
        end -= list.list->items[(int64_t)list.list->count - 1 - i].text.length;
        end -= blanks ? 0 : separator.text.length;
    }
    while (blanks && end > p && cdy_is_white(end[-1])) {
        end--;
    }
    cdy_value shorter = cdy_new_list(x, CDY_KIND_LIST, (size_t)most + 1);
    bool added = shorter.kind && add_piece(x, shorter.list, p, (size_t)(end - p));
    for (int64_t i = most; i > 0 && added; i--) {
        added = cdy_append(x, shorter.list, list.list->items[(int64_t)list.list->count - i]);
    }
    return added ? shorter : cdy_failed_value;
}

static cdy_value call_splitlines(cdy_interpreter *x, const cdy_arguments *a)
{
    cdy_value list = cdy_new_list(x, CDY_KIND_LIST, 0);
    const char *p = a->self.text.bytes, *end = p + a->self.text.length;
    bool added = list.kind;
    while (p < end && added) {
        const char *stop = p;
        while (stop < end && *stop != '\n' && *stop != '\r') {
            stop++;
        }
        added = add_piece(x, list.list, p, (size_t)(stop - p));
        p = stop + (end - stop >= 2 && *stop == '\r' && stop[1] == '\n' ? 2 : stop < end);
    }
    return added ? list : cdy_failed_value;
}

static cdy_value call_join(cdy_interpreter *x, const cdy_arguments *a)
{
    const cdy_list *elements = cdy_elements_of(x, a->items[0]);
    cdy_builder b = {.x = x};
    cdy_add_text(&b, "");
    for (size_t i = 0; elements && i < elements->count && needs_text(x, elements->items[i]); i++) {
        cdy_add_bytes(&b, a->self.text.bytes, i > 0 ? a->self.text.length : 0);
        cdy_add_value(&b, elements->items[i]);
        cdy_step(x, 1);
    }
    return x->status ? cdy_failed_value : cdy_of_text(b.text, b.length);
}

static cdy_value call_replace(cdy_interpreter *x, const cdy_arguments *a)
{
    if (!needs_text(x, a->items[0]) || !needs_text(x, a->items[1]) || !cdy_step(x, a->self.text.length / 16)) {
        return cdy_failed_value;
    }
    const cdy_value v = a->self, part = a->items[0];
    if (a->count > 2 && !needs_whole(x, a->items[2])) {
        return cdy_failed_value;
    }
    int64_t left = a->count > 2 ? cdy_integer_of(a->items[2]) : -1;
    cdy_builder b = {.x = x};
    cdy_add_text(&b, "");
    size_t from = 0;
    while (left != 0 && !x->status && cdy_step(x, 1)) {
        const size_t found = cdy_find_part(v, part, from);
        if (found == SIZE_MAX) {
            break;
        }
        cdy_add_bytes(&b, v.text.bytes + from, found - from);
        cdy_add_value(&b, a->items[1]);
        from = found + part.text.length;
        left--;
        if (part.text.length == 0) { /* matches before each character and at the end */
            const size_t length = from < v.text.length ? cdy_character_length(v.text.bytes + from) : 0;
            cdy_add_bytes(&b, v.text.bytes + from, length);
            from += length;
            if (length == 0) {
                break;
            }
        }
    }
    cdy_add_bytes(&b, v.text.bytes + from, v.text.length - from);
    return x->status ? cdy_failed_value : cdy_of_text(b.text, b.length);
}

/* The slice [from : to] of the text that find(), count() and startswith() search; *offset is the number of characters
 * before it, SIZE_MAX where it begins behind the text's end or its own, and holds not even the empty text. */
static cdy_value window(cdy_interpreter *x, const cdy_arguments *a, size_t *offset)
{
    *offset = 0;
    if (a->count < 2) {
        return a->self;
    }
    const int64_t count = (int64_t)cdy_count_characters(a->self);
    const cdy_value part = cdy_slice_value(x, a->self, a->items[1], a->count > 2 ? a->items[2] : cdy_none, cdy_none);
    const cdy_value from = a->items[1].kind == CDY_KIND_NONE ? cdy_of_integer(0) : a->items[1];
    const cdy_value to = a->count < 3 || a->items[2].kind == CDY_KIND_NONE ? cdy_of_integer(count) : a->items[2];
    const cdy_value before = part.kind ? cdy_slice_value(x, a->self, cdy_none, from, cdy_none) : part;
    const cdy_value behind = before.kind ? cdy_slice_value(x, a->self, to, cdy_none, cdy_none) : before;
    if (!behind.kind) {
        return behind;
    }
    *offset = cdy_count_characters(before);
    if (cdy_integer_of(from) > count || (int64_t)(*offset + cdy_count_characters(behind)) > count) {
        *offset = SIZE_MAX;
    }
    return part;
}

static cdy_value find(cdy_interpreter *x, const cdy_arguments *a, bool last, bool must)
{
    size_t offset = 0;
    const cdy_value v = needs_text(x, a->items[0]) ? window(x, a, &offset) : cdy_failed_value;
    if (!v.kind || !cdy_step(x, v.text.length / 16)) {
        return cdy_failed_value;
    }
    size_t found = offset == SIZE_MAX ? SIZE_MAX : cdy_find_part(v, a->items[0], 0);
    for (size_t next = found; last && next != SIZE_MAX && cdy_step(x, 1);) {
        found = next;
        next = cdy_find_part(v, a->items[0], next + 1);
    }
    if (found == SIZE_MAX && must) {
        cdy_report_error(x, "'%.80s' is not in the text", a->items[0].text.bytes);
        return cdy_failed_value;
    }
    return found == SIZE_MAX
               ? cdy_of_integer(-1)
               : cdy_of_integer((int64_t)(offset + cdy_count_characters(cdy_of_text(v.text.bytes, found))));
}

static cdy_value call_find(cdy_interpreter *x, const cdy_arguments *a)
{
    return find(x, a, false, false);
}

static cdy_value call_rfind(cdy_interpreter *x, const cdy_arguments *a)
{
    return find(x, a, true, false);
}

static cdy_value call_index(cdy_interpreter *x, const cdy_arguments *a)
{
    return find(x, a, false, true);
}

static cdy_value call_rindex(cdy_interpreter *x, const cdy_arguments *a)
{
    return find(x, a, true, true);
}

static cdy_value call_count(cdy_interpreter *x, const cdy_arguments *a)
{
    size_t offset = 0;
    const cdy_value v = needs_text(x, a->items[0]) ? window(x, a, &offset) : cdy_failed_value;
    if (!v.kind || !cdy_step(x, v.text.length / 16)) {
        return cdy_failed_value;
    }
    const cdy_value part = a->items[0];
    if (offset == SIZE_MAX) {
        return cdy_of_integer(0);
    }
    int64_t count = part.text.length == 0 ? (int64_t)cdy_count_characters(v) + 1 : 0;
    for (size_t at = 0; part.text.length > 0 && (at = cdy_find_part(v, part, at)) != SIZE_MAX;) {
        at += part.text.length;
        count++;
    }
    return cdy_of_integer(count);
}

static bool matches_end(cdy_value v, cdy_value part, bool at_end)
{
    const size_t length = part.text.length;
    return v.text.length >= length &&
           memcmp(v.text.bytes + (at_end ? v.text.length - length : 0), part.text.bytes, length) == 0;
}

/* Whether the text starts, or ends, with a text or any of a tuple of texts. */
static cdy_value test_end(cdy_interpreter *x, const cdy_arguments *a, bool at_end)
{
    size_t offset;
    const cdy_value v = window(x, a, &offset), parts = a->items[0];
    const cdy_list only = {.items = (cdy_value[]){parts}, .count = 1, .capacity = 1},
                   *list = parts.kind == CDY_KIND_TUPLE ? parts.list : &only;
    bool found = false;
    for (size_t i = 0; v.kind && i < list->count && needs_text(x, list->items[i]); i++) {
        found = found || (offset != SIZE_MAX && matches_end(v, list->items[i], at_end));
    }
    return x->status ? cdy_failed_value : cdy_of_bool(found);
}

static cdy_value call_startswith(cdy_interpreter *x, const cdy_arguments *a)
{
    return test_end(x, a, false);
}

static cdy_value call_endswith(cdy_interpreter *x, const cdy_arguments *a)
{
    return test_end(x, a, true);
}

static cdy_value call_removeprefix(cdy_interpreter *x, const cdy_arguments *a)
{
    const cdy_value v = a->self, part = a->items[0];
    if (!needs_text(x, part) || !matches_end(v, part, false)) {
        return x->status ? cdy_failed_value : v;
    }
    return cdy_copy_of_text(x, v.text.bytes + part.text.length, v.text.length - part.text.length);
}

static cdy_value call_removesuffix(cdy_interpreter *x, const cdy_arguments *a)
{
    const cdy_value v = a->self, part = a->items[0];
    if (!needs_text(x, part) || !matches_end(v, part, true)) {
        return x->status ? cdy_failed_value : v;
    }
    return cdy_copy_of_text(x, v.text.bytes, v.text.length - part.text.length);
}

static cdy_value partition(cdy_interpreter *x, const cdy_arguments *a, bool last)
{
    const cdy_value v = a->self, part = a->items[0];
    if (!needs_text(x, part) || part.text.length == 0) {
        cdy_report_error(x, "partition() takes a separator that is not empty");
        return cdy_failed_value;
    }
    size_t found = cdy_find_part(v, part, 0);
    for (size_t next = found; last && next != SIZE_MAX && cdy_step(x, 1);) {
        found = next;
        next = cdy_find_part(v, part, next + 1);
    }
    cdy_value tuple = cdy_new_list(x, CDY_KIND_TUPLE, 3);
    const bool absent = found == SIZE_MAX;
    const size_t first = absent ? (last ? 0 : v.text.length) : found, width = absent ? 0 : part.text.length;
    const bool added = tuple.kind && add_piece(x, tuple.list, v.text.bytes, first) &&
                       add_piece(x, tuple.list, part.text.bytes, width) &&
                       add_piece(x, tuple.list, v.text.bytes + first + width, v.text.length - first - width);
    return added ? tuple : cdy_failed_value;
}

static cdy_value call_partition(cdy_interpreter *x, const cdy_arguments *a)
{
    return partition(x, a, false);
}

static cdy_value call_rpartition(cdy_interpreter *x, const cdy_arguments *a)
{
    return partition(x, a, true);
}

enum { WIDEST = 1000 }; /* characters of a field */

static cdy_value fail_too_wide(cdy_interpreter *x, int64_t width)
{
    cdy_report_error(x, "a field of %lld characters is too wide; expected %d at most", (long long)width, WIDEST);
    return cdy_failed_value;
}

/* Pads to `width` characters: text at the left, right or middle. */
static cdy_value justify(cdy_interpreter *x, const cdy_arguments *a, char align)
{
    char format[32];
    const cdy_value fill = a->count > 1 ? a->items[1] : cdy_of_words(" ");
    if (!needs_whole(x, a->items[0]) || !needs_text(x, fill)) {
        return cdy_failed_value;
    }
    if (cdy_count_characters(fill) != 1) {
        cdy_report_error(x, "expected one character to fill with, not '%.80s'", fill.text.bytes);
        return cdy_failed_value;
    }
    const int64_t width = cdy_integer_of(a->items[0]);
    if (width <= (int64_t)cdy_count_characters(a->self)) {
        return a->self;
    }
    if (width > WIDEST) {
        return fail_too_wide(x, width);
    }
    cdy_builder b = {.x = x};
    snprintf(format, sizeof format, "%.*s%c%d", (int)fill.text.length, fill.text.bytes, align, (int)width);
    cdy_add_formatted(&b, a->self, format);
    return x->status ? cdy_failed_value : cdy_of_text(b.text, b.length);
}

static cdy_value call_ljust(cdy_interpreter *x, const cdy_arguments *a)
{
    return justify(x, a, '<');
}

static cdy_value call_rjust(cdy_interpreter *x, const cdy_arguments *a)
{
    return justify(x, a, '>');
}

/* If the padding is odd, the larger half is at the left where the width is odd, as in Python. */
static cdy_value call_center(cdy_interpreter *x, const cdy_arguments *a)
{
    if (!needs_whole(x, a->items[0])) {
        return cdy_failed_value;
    }
    const int64_t count = (int64_t)cdy_count_characters(a->self);
    const int64_t width = cdy_integer_of(a->items[0]), padding = width - count;
    if (padding <= 0 || padding % 2 == 0 || width % 2 == 0) {
        return justify(x, a, '^');
    }
    cdy_value items[2] = {cdy_of_integer(count + padding / 2 + 1), a->count > 1 ? a->items[1] : cdy_of_words(" ")};
    const cdy_arguments left = {.self = a->self, .items = items, .count = 2};
    const cdy_value half = justify(x, &left, '>');
    items[0] = cdy_of_integer(width);
    const cdy_arguments right = {.self = half, .items = items, .count = 2};
    return half.kind ? justify(x, &right, '<') : half;
}

static cdy_value call_zfill(cdy_interpreter *x, const cdy_arguments *a)
{
    const cdy_value v = a->self;
    if (!needs_whole(x, a->items[0])) {
        return cdy_failed_value;
    }
    const size_t sign = v.text.length > 0 && strchr("+-", *v.text.bytes) ? 1 : 0, count = cdy_count_characters(v);
    const int64_t width = cdy_integer_of(a->items[0]);
    if (width <= (int64_t)count) {
        return v;
    }
    if (width > WIDEST) {
        return fail_too_wide(x, width);
    }
    cdy_builder b = {.x = x};
    cdy_add_bytes(&b, v.text.bytes, sign);
    cdy_add_repeated(&b, '0', (size_t)width - count);
    cdy_add_bytes(&b, v.text.bytes + sign, v.text.length - sign);
    return x->status ? cdy_failed_value : cdy_of_text(b.text, b.length);
}

/* Whether a text is not empty and all its characters are of a kind. */
static cdy_value test_all(const cdy_arguments *a, bool (*is)(uint32_t))
{
    bool all = a->self.text.length > 0;
    for (size_t i = 0; i < a->self.text.length && all; i += cdy_character_length(a->self.text.bytes + i)) {
        all = is(cdy_code_of(a->self.text.bytes + i));
    }
    return cdy_of_bool(all);
}

static bool is_letter_or_figure(uint32_t c)
{
    return is_letter(c) || is_figure(c);
}

static bool is_blank(uint32_t c)
{
    return c < 0x80 && cdy_is_white((char)c);
}

static cdy_value call_isdigit(cdy_interpreter *x, const cdy_arguments *a)
{
    (void)x;
    return test_all(a, is_figure);
}

static cdy_value call_isalpha(cdy_interpreter *x, const cdy_arguments *a)
{
    (void)x;
    return test_all(a, is_letter);
}

static cdy_value call_isalnum(cdy_interpreter *x, const cdy_arguments *a)
{
    (void)x;
    return test_all(a, is_letter_or_figure);
}

static cdy_value call_isspace(cdy_interpreter *x, const cdy_arguments *a)
{
    (void)x;
    return test_all(a, is_blank);
}

/* Whether there are cased letters, all of the given case. */
static cdy_value test_case(const cdy_arguments *a, bool up)
{
    bool some = false;
    for (size_t i = 0; i < a->self.text.length; i += cdy_character_length(a->self.text.bytes + i)) {
        const uint32_t c = cdy_code_of(a->self.text.bytes + i);
        if (up ? is_lower(c) : is_upper(c)) {
            return cdy_of_bool(false);
        }
        some = some || is_upper(c) || is_lower(c);
    }
    return cdy_of_bool(some);
}

static cdy_value call_isupper(cdy_interpreter *x, const cdy_arguments *a)
{
    (void)x;
    return test_case(a, true);
}

static cdy_value call_islower(cdy_interpreter *x, const cdy_arguments *a)
{
    (void)x;
    return test_case(a, false);
}

const cdy_function cdy_text_methods[] = {
    {.name = "split", .call = call_split, .least = 0, .most = 2, .names = {"sep", "maxsplit"}, .place = 0},
    {.name = "rsplit", .call = call_rsplit, .least = 0, .most = 2, .names = {"sep", "maxsplit"}, .place = 0},
    {.name = "splitlines", .call = call_splitlines, .least = 0, .most = 0},
    {.name = "join", .call = call_join, .least = 1, .most = 1},
    {.name = "replace", .call = call_replace, .least = 2, .most = 3},
    {.name = "lower", .call = call_lower, .least = 0, .most = 0},
    {.name = "casefold", .call = call_lower, .least = 0, .most = 0},
    {.name = "upper", .call = call_upper, .least = 0, .most = 0},
    {.name = "capitalize", .call = call_capitalize, .least = 0, .most = 0},
    {.name = "title", .call = call_title, .least = 0, .most = 0},
    {.name = "swapcase", .call = call_swapcase, .least = 0, .most = 0},
    {.name = "strip", .call = call_strip, .least = 0, .most = 1},
    {.name = "lstrip", .call = call_lstrip, .least = 0, .most = 1},
    {.name = "rstrip", .call = call_rstrip, .least = 0, .most = 1},
    {.name = "find", .call = call_find, .least = 1, .most = 3},
    {.name = "rfind", .call = call_rfind, .least = 1, .most = 3},
    {.name = "index", .call = call_index, .least = 1, .most = 3},
    {.name = "rindex", .call = call_rindex, .least = 1, .most = 3},
    {.name = "count", .call = call_count, .least = 1, .most = 3},
    {.name = "startswith", .call = call_startswith, .least = 1, .most = 3},
    {.name = "endswith", .call = call_endswith, .least = 1, .most = 3},
    {.name = "removeprefix", .call = call_removeprefix, .least = 1, .most = 1},
    {.name = "removesuffix", .call = call_removesuffix, .least = 1, .most = 1},
    {.name = "partition", .call = call_partition, .least = 1, .most = 1},
    {.name = "rpartition", .call = call_rpartition, .least = 1, .most = 1},
    {.name = "ljust", .call = call_ljust, .least = 1, .most = 2},
    {.name = "rjust", .call = call_rjust, .least = 1, .most = 2},
    {.name = "center", .call = call_center, .least = 1, .most = 2},
    {.name = "zfill", .call = call_zfill, .least = 1, .most = 1},
    {.name = "isdigit", .call = call_isdigit, .least = 0, .most = 0},
    {.name = "isdecimal", .call = call_isdigit, .least = 0, .most = 0},
    {.name = "isnumeric", .call = call_isdigit, .least = 0, .most = 0},
    {.name = "isalpha", .call = call_isalpha, .least = 0, .most = 0},
    {.name = "isalnum", .call = call_isalnum, .least = 0, .most = 0},
    {.name = "isspace", .call = call_isspace, .least = 0, .most = 0},
    {.name = "isupper", .call = call_isupper, .least = 0, .most = 0},
    {.name = "islower", .call = call_islower, .least = 0, .most = 0},
    {.name = "format", .call = cdy_call_format, .least = 0, .most = -1, .takes_names = true},
    {.name = NULL},
};
