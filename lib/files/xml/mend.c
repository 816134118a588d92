#include "xml/mend.h"

#include "base/error.h"
#include "base/memory.h"

#include <string.h>

/* Returns the first place of a mark between two places; NULL: none. */
static const char *find(const char *from, const char *end, const char *mark)
{
    const size_t length = strlen(mark);
    for (const char *p = from; (size_t)(end - p) >= length; p++) {
        p = memchr(p, *mark, (size_t)(end - p) - length + 1);
        if (!p) {
            return NULL;
        }
        if (memcmp(p, mark, length) == 0) {
            return p;
        }
    }
    return NULL;
}

static bool begins(const char *p, const char *end, const char *mark)
{
    const size_t length = strlen(mark);
    return (size_t)(end - p) >= length && memcmp(p, mark, length) == 0;
}

/* Whether the root of a text is one of formats that are not read as strictly as XML: the first tag behind comments and
 * instructions. */
static bool is_free(const char *start, const char *end)
{
    static const char *const roots[] = {"<mujoco", "<mujocoinclude", "<sdf"};
    for (const char *p = find(start, end, "<"); p; p = find(p, end, "<")) {
        const bool comment = begins(p, end, "<!--");
        if (!comment && !begins(p, end, "<?")) {
            for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
                const char *behind = p + strlen(roots[i]);
                if (begins(p, end, roots[i]) && behind < end && strchr(" \t\r\n/>", *behind)) {
                    return true;
                }
            }
            return false;
        }
        p = find(p + (comment ? 4 : 2), end, comment ? "-->" : "?>");
        if (!p) {
            return false;
        }
    }
    return false;
}

/* Writes the mended text: counts its bytes while `copy` is NULL, and copies them in a second pass. */
typedef struct pen {
    char *copy;
    size_t size;
    bool differs;
} pen;

static void put(pen *to, char c)
{
    if (to->copy) {
        to->copy[to->size] = c;
    }
    to->size++;
}

static const char *put_until(pen *to, const char *p, const char *stop)
{
    if (to->copy) {
        memcpy(to->copy + to->size, p, (size_t)(stop - p));
    }
    to->size += (size_t)(stop - p);
    return stop;
}

/* Puts everything to a mark and the mark itself, or to the end where there is no mark. */
static const char *put_past(pen *to, const char *p, const char *end, const char *mark)
{
    const char *at = find(p, end, mark);
    return put_until(to, p, at ? at + strlen(mark) : end);
}

static const char *mend_comment(pen *to, const char *p, const char *end)
{
    const char *close = find(p + 4, end, "-->");
    if (!close) {
        return put_until(to, p, end);
    }
    for (p = put_until(to, p, p + 4); p < close; p++) {
        to->differs = to->differs || *p == '-';
        put(to, *p == '-' ? '=' : *p);
    }
    return put_until(to, close, close + 3);
}

/* Whether a byte begins a name as MuJoCo and libsdformat take it. */
static bool begins_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':' || (unsigned char)c >= 128;
}

static const char *mend_tag(pen *to, const char *p, const char *end)
{
    while (p < end && *p != '>') {
        const char quote = *p;
        put(to, *p++);
        if (quote != '"' && quote != '\'') {
            continue;
        }
        const char *close = memchr(p, quote, (size_t)(end - p));
        p = put_until(to, p, close ? close + 1 : end);
        if (p < end && begins_name(*p)) {
            put(to, ' ');
            to->differs = true;
        }
    }
    return p;
}

static void mend(pen *to, const char *p, const char *end)
{
    while (p < end) {
        if (begins(p, end, "<!--")) {
            p = mend_comment(to, p, end);
        } else if (begins(p, end, "<![CDATA[")) {
            p = put_past(to, p, end, "]]>");
        } else if (begins(p, end, "<?")) {
            p = put_past(to, p, end, "?>");
        } else if (begins(p, end, "</")) {
            p = put_past(to, p, end, ">");
        } else if (*p == '<') {
            p = mend_tag(to, p, end);
        } else {
            const char *tag = memchr(p, '<', (size_t)(end - p));
            p = put_until(to, p, tag ? tag : end);
        }
    }
}

cdy_status cdy_mend_text(const cdy_text *text, cdy_text *mended, cdy_error *error)
{
    const char *start = text->start, *end = start + text->size;
    pen count = {0};
    *mended = *text;
    mended->memory = NULL;
    if (is_free(start, end)) {
        mend(&count, start, end);
    }
    if (!count.differs) {
        return CDY_OK;
    }
    pen to = {.copy = cdy_allocate(count.size + 1, 1)};
    if (!to.copy) {
        return cdy_fail_memory(error);
    }
    mend(&to, start, end);
    mended->start = mended->memory = to.copy;
    mended->size = to.size;
    return CDY_OK;
}
