#include "base/nearest.h"

#include <string.h>

enum { LONGEST = 64, MOST_CHANGES = 3 };

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* Length up to one more than the longest that counts, so that a name of a million characters costs no more. */
static int bounded_length(const char *name)
{
    int length = 0;
    while (length <= LONGEST && name[length]) {
        length++;
    }
    return length;
}

/* Optimal string alignment, three rows of the table at a time: rows[2] is the current one. */
static int count_changes(const char *a, int a_length, const char *b, int b_length)
{
    int rows[3][LONGEST + 1] = {{0}};
    for (int j = 0; j <= b_length; j++) {
        rows[2][j] = j;
    }
    for (int i = 1; i <= a_length; i++) {
        memcpy(rows[0], rows[1], sizeof rows[0]);
        memcpy(rows[1], rows[2], sizeof rows[1]);
        rows[2][0] = i;
        for (int j = 1; j <= b_length; j++) {
            int replaced = rows[1][j - 1] + (a[i - 1] != b[j - 1]);
            int best = smaller(replaced, 1 + smaller(rows[1][j], rows[2][j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                best = smaller(best, rows[0][j - 2] + 1);
            }
            rows[2][j] = best;
        }
    }
    return rows[2][b_length];
}

const char *cdy_nearest_name(const char *name, size_t count, const char *const *names)
{
    int length = bounded_length(name);
    if (length > LONGEST) {
        return NULL;
    }
    const char *nearest = NULL;
    int fewest = smaller(MOST_CHANGES, length / 3) + 1;
    for (size_t i = 0; i < count && fewest > 0; i++) {
        int other = bounded_length(names[i]);
        int apart = other > length ? other - length : length - other;
        if (other > LONGEST || apart >= fewest) {
            continue;
        }
        int changes = count_changes(name, length, names[i], other);
        if (changes < fewest) {
            fewest = changes;
            nearest = names[i];
        }
    }
    return nearest;
}
