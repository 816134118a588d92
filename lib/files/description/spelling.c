#include "description/spelling.h"

#include <string.h>

enum { LONG_WORD = 8, MIN_CORRECTED = 5 };

static bool is_among(const char *word, size_t count, const char *const *words)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(word, words[i]) == 0) {
            return true;
        }
    }
    return false;
}

bool cdy_means_something_else(const char *word)
{
    /* words of other formats or of plain English */
    static const char *const words[] = {
        "argb",  "bgra",      "failing", "filling", "fraction", "frame",    "joist", "line",    "patent", "point",
        "power", "quat_wxyz", "rgb",     "rpyw",    "sink",     "stiction", "valve", "virtual", "wxyz",   "xyzw",
    };
    return is_among(word, sizeof words / sizeof *words, words);
}

/* Words whose letters denote components or their order; another letter or order has another meaning. */
static bool is_component_word(const char *known)
{
    static const char *const words[] = {"ixx", "ixy", "ixz", "iyy", "iyz", "izz", "quat_xyzw", "rgba", "rpy", "xyz"};
    return is_among(known, sizeof words / sizeof *words, words);
}

static int fold(char c)
{
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

size_t cdy_common_length(const char *a, const char *b)
{
    size_t i = 0;
    while (a[i] && fold(a[i]) == fold(b[i])) {
        i++;
    }
    return i;
}

/* Whether two words differ by a final s only. */
static bool is_plural(const char *a, const char *b)
{
    const size_t i = cdy_common_length(a, b);
    return (fold(a[i]) == 's' && !a[i + 1] && !b[i]) || (fold(b[i]) == 's' && !b[i + 1] && !a[i]);
}

/* Whether two words differ only by a swap of two neighbouring letters. */
static bool is_transposed(const char *a, const char *b)
{
    const size_t i = cdy_common_length(a, b);
    return a[i] && a[i + 1] && b[i] && fold(a[i]) == fold(b[i + 1]) && fold(a[i + 1]) == fold(b[i]) &&
           strlen(a) == strlen(b) && cdy_common_length(a + i + 2, b + i + 2) == strlen(a + i + 2);
}

bool cdy_is_near(const cdy_nearest *search)
{
    return search->name && search->distance <= (strlen(search->typed) < 5 ? 1 : 2) &&
           !cdy_means_something_else(search->typed);
}

bool cdy_is_misspelled(const cdy_nearest *search)
{
    if (!cdy_is_near(search)) {
        return false;
    }
    if (is_component_word(search->name)) {
        return search->distance <= 1;
    }
    return search->distance <= (strlen(search->typed) < LONG_WORD ? 1 : 2) &&
           (cdy_common_length(search->typed, search->name) > 0 || is_transposed(search->typed, search->name));
}

bool cdy_is_certain_correction(const cdy_nearest *search)
{
    if (!cdy_is_misspelled(search) || search->shared || search->distance > 1) {
        return false;
    }
    if (search->distance == 0) {
        return true;
    }
    return !is_component_word(search->name) &&
           (is_plural(search->typed, search->name) || is_transposed(search->typed, search->name) ||
            (strlen(search->name) >= MIN_CORRECTED && cdy_common_length(search->typed, search->name) > 0));
}
