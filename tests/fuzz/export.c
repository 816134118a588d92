/* A robot that was loaded can be written, and the text is the same robot. */
#include "fuzz.h"
#include "support/same_tree.h"

#include <stdlib.h>
#include <string.h>

typedef struct text {
    char *bytes;
    size_t size;
} text;

static cdy_status keep(void *context, const char *bytes, size_t size)
{
    text *t = context;
    char *larger = realloc(t->bytes, t->size + size + 1);
    require(larger, "no memory");
    memcpy(larger + t->size, bytes, size);
    t->bytes = larger;
    t->size += size;
    return CDY_OK;
}

static text write_tree(const cdy_tree *tree)
{
    cdy_error error = {0};
    text t = {0};
    require_status(cdy_write_urdf(tree, keep, &t, &error), CDY_OK, &error);
    return t;
}

static cdy_tree *load(const char *bytes, size_t size, bool floating_base, cdy_status other)
{
    cdy_error error = {0};
    cdy_urdf_options options = cdy_urdf_options_default();
    options.floating_base = floating_base;
    cdy_tree *tree = NULL;
    require_status(cdy_load_urdf_text(bytes, size, "fuzz.urdf", &options, &tree, &error), other, &error);
    return tree;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    cdy_tree *tree = load((const char *)data, size, size & 1, CDY_ERROR_ROBOT);
    if (!tree) {
        return 0;
    }
    text first = write_tree(tree);
    cdy_tree *again = load(first.bytes, first.size, false, CDY_OK);
    if (again) {
        char difference[DIFFERENCE_SIZE];
        const char *found = find_difference(tree, again, difference);
        require(!found, "%s in\n%.*s", found, (int)first.size, first.bytes);
        text second = write_tree(again);
        require(first.size == second.size && memcmp(first.bytes, second.bytes, first.size) == 0,
                "written anew it is\n%.*sinstead of\n%.*s", (int)second.size, second.bytes, (int)first.size,
                first.bytes);
        free(second.bytes);
    }
    free(first.bytes);
    cdy_tree_destroy(again);
    cdy_tree_destroy(tree);
    return 0;
}
