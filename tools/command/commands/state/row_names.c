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

static bool is_taken(const dimensions *d, size_t count, const char *name)
{
    bool taken = false;
    for (size_t i = 0; i < count && !taken; i++) {
        taken = strcmp(d->constraints.names[i], name) == 0;
    }
    return taken;
}

exit_code row_names_add(dimensions *d, size_t index, const char *name, unsigned rows, size_t *row)
{
    text_buffer text = {0};
    text_add(&text, "%s", name);
    for (int number = 2; !text.failed && is_taken(d, index, text_get(&text)); number++) {
        text_reset(&text);
        text_add(&text, "%s#%d", name, number);
    }
    bool made = named_elements_set(&d->constraints, index, &text);
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
