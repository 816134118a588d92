#include "xml/start_tag.h"

#include <string.h>

/* Returns the end of the first occurrence of `word`; `end` if there is none. */
static const char *skip_past(const char *p, const char *end, const char *word)
{
    size_t length = strlen(word);
    while ((p = memchr(p, word[0], (size_t)(end - p)))) {
        if ((size_t)(end - p) < length) {
            return end;
        }
        if (memcmp(p, word, length) == 0) {
            return p + length;
        }
        p++;
    }
    return end;
}

static bool begins_with(const char *p, const char *end, const char *word)
{
    size_t length = strlen(word);
    return (size_t)(end - p) >= length && memcmp(p, word, length) == 0;
}

/* Counts the attributes of the start tag at p by their '=' outside quotes and returns the position of its '>'. */
static const char *count_attributes(const char *p, const char *end, int *count)
{
    *count = 0;
    for (; p < end && *p != '>'; p++) {
        *count += *p == '=';
        if (*p == '"' || *p == '\'') {
            p = memchr(p + 1, *p, (size_t)(end - p - 1));
            if (!p) {
                return end;
            }
        }
    }
    return p;
}

/* Skips comments, CDATA sections, processing instructions and end tags, in which a quote begins no attribute value. */
const char *cdy_find_oversized_tag(const cdy_text *text)
{
    const char *end = text->start + text->size;
    const char *p = text->start;
    while (p < end && (p = memchr(p, '<', (size_t)(end - p)))) {
        if (begins_with(p, end, "<!--")) {
            p = skip_past(p + 4, end, "-->");
        } else if (begins_with(p, end, "<![CDATA[")) {
            p = skip_past(p, end, "]]>");
        } else if (begins_with(p, end, "<?")) {
            p = skip_past(p, end, "?>");
        } else if (begins_with(p, end, "</")) {
            p = skip_past(p, end, ">");
        } else {
            int count;
            const char *tag = p;
            p = count_attributes(p, end, &count);
            if (count > CDY_MOST_ATTRIBUTES) {
                return tag;
            }
        }
    }
    return NULL;
}
