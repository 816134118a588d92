#include "mesh/words.h"

#include "base/error.h"
#include "text/number.h"

#include <string.h>
#include <strings.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

/* Returns the length of a continuation at the place to read, a backslash and the end of its line; 0: there is none. */
static size_t continuation(const cdy_words *w)
{
    const size_t left = (size_t)(w->end - w->next);
    if (left >= 2 && w->next[0] == '\\' && w->next[1] == '\n') {
        return 2;
    }
    return left >= 3 && memcmp(w->next, "\\\r\n", 3) == 0 ? 3 : 0;
}

bool cdy_next_word(cdy_words *w, bool in_line)
{
    w->length = 0;
    while (w->next < w->end && (is_blank(*w->next) || *w->next == '\n' || *w->next == '\\')) {
        const size_t joined = continuation(w);
        if (*w->next == '\n' && in_line) {
            return false;
        }
        if (*w->next == '\\' && !joined) {
            break;
        }
        w->line += *w->next == '\n' || joined;
        w->next += joined ? joined : 1;
    }
    w->word = w->next;
    while (w->next < w->end && !is_blank(*w->next) && *w->next != '\n' && !continuation(w)) {
        w->next++;
    }
    w->length = (size_t)(w->next - w->word);
    return w->length > 0;
}

void cdy_skip_line(cdy_words *w)
{
    const char *line = memchr(w->next, '\n', (size_t)(w->end - w->next));
    w->next = line ? line : w->end;
}

bool cdy_is_word(const cdy_words *w, const char *text)
{
    return w->length == strlen(text) && strncasecmp(w->word, text, w->length) == 0;
}

cdy_status cdy_fail_word(const cdy_words *w, const char *expected, cdy_error *error)
{
    const int length = w->length < 40 ? (int)w->length : 40;
    return cdy_fail_at(error, CDY_ERROR_ROBOT, w->name, w->line, "%s%.*s%s; expected %s",
                       length ? "'" : "the file or line ends", length, w->word, length ? "'" : "", expected);
}

cdy_status cdy_read_point(cdy_words *w, double xyz[3], cdy_error *error)
{
    for (int k = 0; k < 3; k++) {
        if (!cdy_next_word(w, true) || cdy_parse_number(w->word, w->length, &xyz[k]) != CDY_NUMBER_OK ||
            !cdy_is_coordinate(xyz[k])) {
            return cdy_fail_word(w, "a coordinate, a number up to 1e30", error);
        }
    }
    return CDY_OK;
}
