/* A loaded robot can be written, and the text loads as the same robot. */
#include "fuzz.h"
#include "support/same_tree.h"
#include "support/steps.h"

#include <stdlib.h>
#include <string.h>

static fuzz_text write_tree(const cdy_tree *tree)
{
    cdy_error error = {0};
    fuzz_text t = {0};
    require_status(cdy_urdf_write(tree, fuzz_keep, &t, &error), CDY_OK, &error);
    return t;
}

static cdy_tree *load(const char *bytes, size_t size, bool floating_base, cdy_status other)
{
    cdy_error error = {0};
    cdy_urdf_options options = cdy_urdf_options_default();
    options.floating_base = floating_base;
    cdy_tree *tree = NULL;
    require_status(cdy_urdf_load_text(bytes, size, "fuzz.urdf", &options, &tree, &error), other, &error);
    return tree;
}

void exercise_export(const char *text, size_t size)
{
    cdy_tree *tree = load(text, size, size & 1, CDY_ERROR_ROBOT);
    if (!tree) {
        return;
    }
    const uint64_t before = steps_taken();
    fuzz_text first = write_tree(tree);
    require_steps(before, first.size, 1, "export");
    cdy_tree *again = load(first.bytes, first.size, false, CDY_OK);
    if (again) {
        char difference[DIFFERENCE_SIZE];
        const char *found = find_difference(tree, again, difference);
        require(!found, "%s in\n%.*s", found, (int)first.size, first.bytes);
        fuzz_text second = write_tree(again);
        require(first.size == second.size && memcmp(first.bytes, second.bytes, first.size) == 0,
                "written anew it is\n%.*sinstead of\n%.*s", (int)second.size, second.bytes, (int)first.size,
                first.bytes);
        free(second.bytes);
    }
    free(first.bytes);
    cdy_tree_destroy(again);
    cdy_tree_destroy(tree);
}
