/* Robots as text in memory, for the suites of the export. */
#ifndef CDY_TESTS_EXPORT_CASE_H
#define CDY_TESTS_EXPORT_CASE_H

#include "support/compare.h"

#include <condyle/condyle.h>
#include <stdlib.h>
#include <string.h>

typedef struct text {
    char *bytes;
    size_t size, capacity;
} text;

static inline cdy_status collect(void *context, const char *piece, size_t size)
{
    text *t = context;
    if (t->size + size + 1 > t->capacity) {
        t->capacity = 2 * (t->size + size + 1);
        t->bytes = realloc(t->bytes, t->capacity);
        ck_assert_ptr_nonnull(t->bytes);
    }
    memcpy(t->bytes + t->size, piece, size);
    t->size += size;
    t->bytes[t->size] = '\0';
    return CDY_OK;
}

/* Writes a tree; the caller frees the bytes, which a 0 closes. */
static inline text write_text(const cdy_tree *tree)
{
    cdy_error error = {0};
    text t = {0};
    ck_assert_ok(cdy_urdf_write(tree, collect, &t, &error), error);
    ck_assert_uint_gt(t.size, 0);
    return t;
}

#endif
