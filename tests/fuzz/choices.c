#include "choices.h"

#include <stdlib.h>
#include <string.h>

unsigned choose(maker *m, unsigned count)
{
    if (m->left == 0) {
        return 0;
    }
    m->left--;
    return *m->data++ % count;
}

void put(maker *m, const char *text)
{
    fuzz_keep(&m->text, text, strlen(text));
}

bool has_room(const maker *m)
{
    static const size_t most_bytes = 8000;
    return m->text.size < most_bytes;
}

void exercise_choices(const uint8_t *data, size_t size, char first, void (*put_file)(maker *m))
{
    maker m = {data, size, {0}};
    const bool is_text = size > 0 && *data == (uint8_t)first;
    if (!is_text) {
        put_file(&m);
    }
    const char *text = is_text ? (const char *)data : m.text.bytes;
    size = is_text ? size : m.text.size;
    exercise_robot(text, size);
    exercise_export(text, size);
    exercise_fix(text, size);
    free(m.text.bytes);
}
