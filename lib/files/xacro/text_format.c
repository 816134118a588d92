/* The method format() of texts, with fields {0}, {name:.3f}, {}. */
#include "xacro/format.h"
#include "xacro/function.h"
#include "xacro/show.h"
#include "xacro/text.h"

#include <string.h>

/* Finds the value of a field `{0}`, `{name}`, `{}`, `{0.key[1]}`. */
static cdy_value field_value(cdy_interpreter *x, const cdy_arguments *a, const char *p, const char *end, size_t *next)
{
    const char *stop = p;
    while (stop < end && *stop != '.' && *stop != '[') {
        stop++;
    }
    const cdy_value name = cdy_copy_of_text(x, p, (size_t)(stop - p));
    if (!name.kind) {
        return name;
    }
    const bool number = stop > p && strspn(p, "0123456789") >= (size_t)(stop - p);
    size_t place = SIZE_MAX;
    if (stop == p) {
        place = (*next)++;
    } else if (number) {
        place = 0;
        for (const char *digit = p; digit < stop; digit++) {
            place = place > 10000 ? place : place * 10 + (size_t)(*digit - '0');
        }
    }
    cdy_value v = place < a->count    ? a->items[place]
                  : place == SIZE_MAX ? cdy_named_argument(a, name.text.bytes, cdy_failed_value)
                                      : cdy_failed_value;
    if (!v.kind) {
        cdy_report_error(x, "format() has no value for '{%.80s}'", name.text.bytes);
    }
    while (v.kind && stop < end) {
        const bool index = *stop == '[';
        p = ++stop;
        stop += strcspn(stop, index ? "]" : ".[");
        stop = stop > end ? end : stop;
        const cdy_value part = cdy_copy_of_text(x, p, (size_t)(stop - p));
        if (!part.kind) {
            return part;
        }
        cdy_value key = part;
        if (index && stop > p && strspn(part.text.bytes, "0123456789") == part.text.length && part.text.length < 10) {
            int64_t place_of_index = 0;
            for (const char *digit = p; digit < stop; digit++) {
                place_of_index = place_of_index * 10 + (*digit - '0');
            }
            key = cdy_of_integer(place_of_index);
        }
        if (!index && strncmp(part.text.bytes, "__", 2) == 0) {
            cdy_report_error(x, "the name '%.80s' is not allowed", part.text.bytes);
            return cdy_failed_value;
        }
        v = index ? cdy_index_value(x, v, key) : cdy_attribute_of(x, v, part.text.bytes);
        stop += index && stop < end;
    }
    return v;
}

static void add_format_field(cdy_builder *b, const cdy_arguments *a, const char *p, const char *end, size_t *next)
{
    const char *stop = p;
    while (stop < end && *stop != ':' && *stop != '!') {
        stop++;
    }
    cdy_value v = field_value(b->x, a, p, stop, next);
    const bool converts = stop < end && *stop == '!', quoted = converts && stop + 1 < end && stop[1] == 'r';
    while (stop < end && *stop != ':') {
        stop++;
    }
    const cdy_value format = cdy_copy_of_text(b->x, stop + (stop < end), (size_t)(end - stop) - (stop < end));
    if (v.kind && quoted) {
        cdy_builder shown = {.x = b->x};
        cdy_add_repr(&shown, v);
        v = cdy_of_text(shown.text, shown.length);
    } else if (v.kind && converts) {
        v = cdy_to_text(b->x, v);
    }
    if (!b->x->status) {
        cdy_add_formatted(b, v, format.text.bytes);
    }
}

cdy_value cdy_call_format(cdy_interpreter *x, const cdy_arguments *a)
{
    cdy_builder b = {.x = x};
    const char *p = a->self.text.bytes, *end = p + a->self.text.length;
    size_t next = 0;
    cdy_add_text(&b, "");
    while (p < end && !x->status && cdy_step(x, 1)) {
        const size_t plain = strcspn(p, "{}");
        cdy_add_bytes(&b, p, plain);
        p += plain;
        if (p >= end || !*p) {
            cdy_add_bytes(&b, p, p < end ? 1 : 0);
            p++;
        } else if (p[1] == *p) {
            cdy_add_character(&b, *p);
            p += 2;
        } else {
            const char *close = *p == '{' ? memchr(p, '}', (size_t)(end - p)) : NULL;
            if (!close) {
                cdy_report_error(x, "the braces of a format do not match");
                break;
            }
            add_format_field(&b, a, p + 1, close, &next);
            p = close + 1;
        }
    }
    return x->status ? cdy_failed_value : cdy_of_text(b.text, b.length);
}
