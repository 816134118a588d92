#include "values/task_rows.h"

#include <condyle/operational_space.h>
#include <string.h>

enum { WORDS = 9 };
static const char *const words[] = {"wx", "wy", "wz", "vx", "vy", "vz", "all", "linear", "angular", NULL};
static const unsigned rows_of_words[WORDS] = {CDY_ROW_WX, CDY_ROW_WY,   CDY_ROW_WZ,      CDY_ROW_VX,      CDY_ROW_VY,
                                              CDY_ROW_VZ, CDY_ROWS_ALL, CDY_ROWS_LINEAR, CDY_ROWS_ANGULAR};

const char *task_row_name(int row)
{
    return words[row];
}

/* Replaces the bits of the words by the rows that they mean. */
static exit_code complete(void *values, const invocation *given)
{
    unsigned *rows = values, meant = 0;
    (void)given;
    for (int i = 0; i < WORDS; i++) {
        meant |= *rows & 1u << i ? rows_of_words[i] : 0;
    }
    *rows = meant;
    return EXIT_FINE;
}

static const option_row rows[] = {
    {.kind = OPTION_SET,
     .name = "--components",
     .metavar = "LIST",
     .standard = "all",
     .help = "components of the velocity: linear, angular, all, or wx, wy, wz, vx, vy, vz, separated by commas",
     .words = words},
    {0},
};
const option_table task_row_table = {.rows = rows, .complete = complete};

bool task_rows_read(const char *text, size_t length, char separator, unsigned *selected)
{
    const char *end = text + length;
    *selected = 0;
    for (bool more = true; more;) {
        const char *stop = memchr(text, separator, (size_t)(end - text));
        const size_t size = (size_t)((stop ? stop : end) - text);
        int i = 0;
        while (i < WORDS && (strlen(words[i]) != size || memcmp(words[i], text, size) != 0)) {
            i++;
        }
        if (i == WORDS) {
            *selected = 0;
            return false;
        }
        *selected |= rows_of_words[i];
        text += size + 1;
        more = stop != NULL;
    }
    return true;
}
