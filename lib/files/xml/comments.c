#include "xml/comments.h"

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

cdy_status cdy_mend_comments(const cdy_text *text, char **copy, cdy_error *error)
{
    const char *start = text->start, *end = start + text->size;
    *copy = NULL;
    if (!is_free(start, end)) {
        return CDY_OK;
    }
    for (const char *p = find(start, end, "<!--"); p; p = find(p, end, "<!--")) {
        const char *content = p + 4, *close = find(content, end, "-->");
        if (!close) {
            return CDY_OK;
        }
        for (const char *h = content; h < close; h++) {
            if (*h != '-') {
                continue;
            }
            if (!*copy) {
                *copy = cdy_allocate(text->size + 1, 1);
                if (!*copy) {
                    return cdy_fail_memory(error);
                }
                memcpy(*copy, start, text->size);
            }
            (*copy)[h - start] = '=';
        }
        p = close;
    }
    return CDY_OK;
}
