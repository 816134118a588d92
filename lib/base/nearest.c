#include "base/nearest.h"

#include <stdint.h>
#include <string.h>

enum {
    LONGEST = 128,    /* bytes of the longest name that is compared letter by letter */
    FAR = 1000,       /* added where a name only contains what was typed */
    SHORTEST_PART = 3 /* bytes that a name must share to count as containing it */
};

cdy_nearest cdy_nearest_to(const char *typed)
{
    return (cdy_nearest){.typed = typed, .name = NULL, .distance = SIZE_MAX};
}

/* Length up to one more than the longest that counts, so that a name of a million characters costs no more. */
static size_t bounded_length(const char *name)
{
    size_t length = 0;
    while (length <= LONGEST && name[length]) {
        length++;
    }
    return length;
}

static int fold(char c)
{
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Letters to insert, delete, replace or swap with their neighbour to turn one name into the other; both are at most
 * LONGEST long. */
static size_t edit_distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    size_t rows[3][LONGEST + 1];
    size_t *before = rows[0], *last = rows[1], *row = rows[2];
    for (size_t j = 0; j <= b_length; j++) {
        last[j] = j;
    }
    for (size_t i = 1; i <= a_length; i++) {
        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            bool same = fold(a[i - 1]) == fold(b[j - 1]);
            row[j] = least(least(last[j], row[j - 1]) + 1, last[j - 1] + (same ? 0 : 1));
            if (i > 1 && j > 1 && fold(a[i - 1]) == fold(b[j - 2]) && fold(a[i - 2]) == fold(b[j - 1])) {
                row[j] = least(row[j], before[j - 2] + 1);
            }
        }
        size_t *free_row = before;
        before = last;
        last = row;
        row = free_row;
    }
    return last[b_length];
}

/* Whether `name` contains `part`, upper and lower case being the same. */
static bool contains(const char *name, size_t name_length, const char *part, size_t part_length)
{
    if (part_length < SHORTEST_PART) {
        return false;
    }
    for (size_t i = 0; i + part_length <= name_length; i++) {
        size_t j = 0;
        while (j < part_length && fold(name[i + j]) == fold(part[j])) {
            j++;
        }
        if (j == part_length) {
            return true;
        }
    }
    return false;
}

void cdy_nearest_consider(cdy_nearest *search, const char *name)
{
    size_t typed_length = bounded_length(search->typed), length = bounded_length(name);
    if (typed_length > LONGEST || length > LONGEST) {
        return;
    }
    size_t difference = length > typed_length ? length - typed_length : typed_length - length;
    size_t allowed = typed_length < 6 ? 1 + typed_length / 3 : typed_length / 3;
    size_t distance = SIZE_MAX;
    if (difference <= allowed) {
        size_t edits = edit_distance(search->typed, typed_length, name, length);
        distance = edits <= allowed && edits < length ? edits : SIZE_MAX;
    }
    if (distance == SIZE_MAX &&
        (contains(name, length, search->typed, typed_length) || contains(search->typed, typed_length, name, length))) {
        distance = FAR + difference;
    }
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
