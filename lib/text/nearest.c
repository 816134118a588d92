#include "text/nearest.h"

#include <stdint.h>
#include <string.h>

enum {
    LONGEST = 128,    /* bytes of the longest name that is compared letter by letter */
    FAR = 1000,       /* added where a name only contains what was typed */
    SHORTEST_PART = 3 /* bytes that a name must share to count as containing it */
};

/* Length up to one more than the longest that counts, so that a name of a million characters costs no more. */
static size_t bounded_length(const char *name)
{
    size_t length = 0;
    while (length <= LONGEST && name[length]) {
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

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The row i of the table of edits: before[j], last[j] and row[j] are those that turn the first i - 2, i - 1 and i
 * letters of a into the first j of b.  Returns the least of the row, which no later row falls below by more than the
 * swap of two neighbours, that is, never below the least of two rows. */
static size_t fill_row(const char *a, size_t i, const char *b, size_t from, size_t to, const size_t *before,
                       const size_t *last, size_t *row)
{
    size_t smallest = row[from - 1];
    for (size_t j = from; j <= to; j++) {
        bool same = fold(a[i - 1]) == fold(b[j - 1]);
        row[j] = least(least(last[j], row[j - 1]) + 1, last[j - 1] + (same ? 0 : 1));
        if (i > 1 && j > 1 && fold(a[i - 1]) == fold(b[j - 2]) && fold(a[i - 2]) == fold(b[j - 1])) {
            row[j] = least(row[j], before[j - 2] + 1);
        }
        smallest = least(smallest, row[j]);
    }
    return smallest;
}

/* Letters to insert, delete, replace or swap with their neighbour to turn one name into the other, both at most
 * LONGEST long; SIZE_MAX where that is more than `allowed`.  Only entries at most so far off the diagonal can be as
 * small (Ukkonen 1985). */
static size_t edit_distance(cdy_nearest *search, size_t a_length, const char *b, size_t b_length, size_t allowed)
{
    size_t rows[3][LONGEST + 2];
    size_t *before = rows[0], *last = rows[1], *row = rows[2], smallest = 0;
    for (size_t j = 0; j <= b_length; j++) {
        before[j] = last[j] = j;
    }
    for (size_t i = 1; i <= a_length; i++) {
        const size_t from = i > allowed ? i - allowed : 1, to = least(i + allowed, b_length), above = smallest;
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

/* Whether `name` contains `part`, upper and lower case being the same. */
static bool contains(cdy_nearest *search, const char *name, size_t name_length, const char *part, size_t part_length)
{
    if (part_length < SHORTEST_PART) {
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

/* How far a name is; SIZE_MAX where it is not near, or farther than the best. */
static size_t find_distance(cdy_nearest *search, const char *name, size_t length)
{
    const char *typed = search->typed;
    const size_t typed_length = search->typed_length;
    const size_t difference = length > typed_length ? length - typed_length : typed_length - length;
    const size_t allowed = least(typed_length < 6 ? 1 + typed_length / 3 : typed_length / 3, search->distance);
    if (difference <= allowed) {
        const size_t edits = edit_distance(search, typed_length, name, length, allowed);
        if (edits < length) {
            return edits;
        }
    }
    if (search->distance < FAR) {
        return SIZE_MAX;
    }
    const bool within = length > typed_length ? contains(search, name, length, typed, typed_length)
                                              : contains(search, typed, typed_length, name, length);
    return within ? FAR + difference : SIZE_MAX;
}

void cdy_nearest_consider(cdy_nearest *search, const char *name)
{
    const size_t length = bounded_length(name);
    search->letters += length + 1;
    if (search->typed_length > LONGEST || length > LONGEST) {
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
    for (int i = 0; i < count && search.typed_length <= LONGEST && search.letters <= *letters; i++) {
        const char *before = search.name, *other = name_of(names, i);
        cdy_nearest_consider(&search, other);
        nearest = search.name != before ? i : nearest;
    }
    const bool spent = search.letters > *letters;
    *letters -= spent ? *letters : search.letters;
    return spent ? -1 : nearest;
}
