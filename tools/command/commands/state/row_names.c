#include "commands/state/row_names.h"

#include "values/task_rows.h"

#include <string.h>

size_t row_names_count(unsigned rows)
{
    size_t count = 0;
    for (; rows; rows >>= 1) {
        count += rows & 1;
    }
    return count;
}

exit_code row_names_begin(dimensions *d, size_t count, size_t rows)
{
    return named_elements_create(&d->constraints, count) && named_elements_create(&d->rows, rows) ? EXIT_FINE
                                                                                                  : fail_memory();
}

/* Appends to a name the first number from 2 on that makes the name a new one. Each search goes on where the last one
 * for this name ended, so that many equal names take time in proportion to their number. */
static bool number_name(dimensions *d, const char *name, text_buffer *text)
{
    const int last = cdy_name_table_find(&d->taken, name);
    int number = last;
    text_add(text, "%s", name);
    while (!text->failed && cdy_name_table_find(&d->taken, text_get(text)) >= 0) {
        text_reset(text);
        text_add(text, "%s#%d", name, ++number);
    }
    return !text->failed && (last < 0 || cdy_name_table_set(&d->taken, name, number));
}

exit_code row_names_add(dimensions *d, size_t index, const char *name, unsigned rows, size_t *row)
{
    text_buffer text = {0};
    bool made = number_name(d, name, &text) && named_elements_set(&d->constraints, index, &text) &&
                cdy_name_table_set(&d->taken, d->constraints.names[index], 1);
    for (int k = 0; k < 6 && made; k++) {
        if (rows & 1u << k) {
            text_reset(&text);
            text_add(&text, "%s.%s", d->constraints.names[index], task_row_name(k));
            made = named_elements_set(&d->rows, (*row)++, &text);
        }
    }
    text_clear(&text);
    return made ? EXIT_FINE : fail_memory();
}
