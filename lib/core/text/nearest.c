#include "text/nearest.h"

#include "base/error.h"

#include <stdint.h>
#include <string.h>

enum {
    MAX_LENGTH = 128,     /* bytes of the longest name that is compared */
    PARTIAL_MATCH = 1000, /* added to the distance of a name that is only a part or an extension of the word */
    MIN_PART = 3          /* minimum length in bytes of a part */
};

/* Length of a name, at most MAX_LENGTH + 1, so that the cost does not grow with very long names. */
static size_t bounded_length(const char *name)
{
    size_t length = 0;
    while (length <= MAX_LENGTH && name[length]) {
        length++;
    }
    return length;
}

cdy_nearest cdy_nearest_to(const char *typed)
{
    return (cdy_nearest){.typed = typed, .distance = SIZE_MAX, .typed_length = bounded_length(typed)};
}

static int fold(char c)
{
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

static size_t min_size(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Computes row i of the edit-distance table: before[j], last[j] and row[j] are the distances from the first i - 2, i -
 * 1 and i letters of a to the first j letters of b. Returns the minimum of the row; because a swap reads two rows back,
 * later entries are bounded from below by the minimum of two successive rows. */
static size_t fill_row(const char *a, size_t i, const char *b, size_t from, size_t to, const size_t *before,
                       const size_t *last, size_t *row)
{
    size_t smallest = row[from - 1];
    for (size_t j = from; j <= to; j++) {
        bool same = fold(a[i - 1]) == fold(b[j - 1]);
        row[j] = min_size(min_size(last[j], row[j - 1]) + 1, last[j - 1] + (same ? 0 : 1));
        if (i > 1 && j > 1 && fold(a[i - 1]) == fold(b[j - 2]) && fold(a[i - 2]) == fold(b[j - 1])) {
            row[j] = min_size(row[j], before[j - 2] + 1);
        }
        smallest = min_size(smallest, row[j]);
    }
    return smallest;
}

/* Edit distance with insertions, deletions, replacements and swaps of neighbours (optimal string alignment) between two
 * names of at most MAX_LENGTH bytes; SIZE_MAX if it exceeds `allowed`. Only a band of that width about the diagonal is
 * computed (Ukkonen 1985). */
static size_t edit_distance(cdy_nearest *search, size_t a_length, const char *b, size_t b_length, size_t allowed)
{
    size_t rows[3][MAX_LENGTH + 2];
    size_t *before = rows[0], *last = rows[1], *row = rows[2], smallest = 0;
    for (size_t j = 0; j <= b_length; j++) {
        before[j] = last[j] = j;
    }
    for (size_t i = 1; i <= a_length; i++) {
        const size_t from = i > allowed ? i - allowed : 1, to = min_size(i + allowed, b_length), above = smallest;
        row[from - 1] = i > allowed ? allowed + 1 : i;
        smallest = fill_row(search->typed, i, b, from, to, before, last, row);
        row[to + 1] = allowed + 1;
        search->letters += to + 1 - from;
        if (smallest > allowed && above > allowed) {
            return SIZE_MAX;
        }
        size_t *free_row = before;
        before = last;
        last = row;
        row = free_row;
    }
    // NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): the band of the last row reaches b_length
    return last[b_length] <= allowed ? last[b_length] : SIZE_MAX;
}

/* Whether `name` contains `part`, ignoring case. */
static bool contains(cdy_nearest *search, const char *name, size_t name_length, const char *part, size_t part_length)
{
    if (part_length < MIN_PART) {
        return false;
    }
    for (size_t i = 0; i + part_length <= name_length; i++) {
        size_t j = 0;
        while (j < part_length && fold(name[i + j]) == fold(part[j])) {
            j++;
        }
        search->letters += j + 1;
        if (j == part_length) {
            return true;
        }
    }
    return false;
}

/* Distance of a name from the word; SIZE_MAX if the name is not near, or farther than the best name so far. */
static size_t find_distance(cdy_nearest *search, const char *name, size_t length)
{
    const char *typed = search->typed;
    const size_t typed_length = search->typed_length;
    const size_t difference = length > typed_length ? length - typed_length : typed_length - length;
    const size_t allowed = min_size(typed_length < 6 ? 1 + typed_length / 3 : typed_length / 3, search->distance);
    if (difference <= allowed) {
        const size_t edits = edit_distance(search, typed_length, name, length, allowed);
        if (edits < length) {
            return edits;
        }
    }
    if (search->distance < PARTIAL_MATCH) {
        return SIZE_MAX;
    }
    const bool within = length > typed_length ? contains(search, name, length, typed, typed_length)
                                              : contains(search, typed, typed_length, name, length);
    return within ? PARTIAL_MATCH + difference : SIZE_MAX;
}

void cdy_nearest_consider(cdy_nearest *search, const char *name)
{
    const size_t length = bounded_length(name);
    search->letters += length + 1;
    if (search->typed_length > MAX_LENGTH || length > MAX_LENGTH) {
        return;
    }
    const size_t distance = find_distance(search, name, length);
    if (distance < search->distance) {
        search->distance = distance;
        search->name = name;
        search->shared = false;
    } else if (search->name && distance == search->distance) {
        search->shared = search->shared || strcmp(search->name, name) != 0;
    }
}

cdy_status cdy_fail_unknown(const cdy_nearest *search, const char *kind, cdy_error *error)
{
    if (search->name) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the robot has no %s '%.80s'; did you mean '%.80s'?", kind,
                        search->typed, search->name);
    }
    return cdy_fail(error, CDY_ERROR_ARGUMENT, "the robot has no %s '%.80s'", kind, search->typed);
}

const char *cdy_nearest_name(const char *name, size_t count, const char *const *names)
{
    cdy_nearest search = cdy_nearest_to(name);
    for (size_t i = 0; i < count; i++) {
        cdy_nearest_consider(&search, names[i]);
    }
    return search.name;
}

int cdy_nearest_within(const char *name, int count, const char *(*name_of)(const void *names, int i), const void *names,
                       size_t *letters)
{
    cdy_nearest search = cdy_nearest_to(name);
    int nearest = -1;
    for (int i = 0; i < count && search.typed_length <= MAX_LENGTH && search.letters <= *letters; i++) {
        const char *before = search.name, *other = name_of(names, i);
        cdy_nearest_consider(&search, other);
        nearest = search.name != before ? i : nearest;
    }
    const bool spent = search.letters > *letters;
    *letters -= spent ? *letters : search.letters;
    return spent ? -1 : nearest;
}
