/* A loaded robot can be written, and the text loads as the same robot. */
#include "fuzz.h"
#include "support/same_tree.h"
#include "support/steps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Whether a joint has a limit on one side alone, which MJCF can say and URDF cannot. */
static bool has_half_limit(const cdy_tree *tree)
{
    bool found = false;
    for (int i = 0; i <= cdy_tree_body_count(tree) && !found; i++) {
        const cdy_limit *limit = &cdy_tree_body(tree, i)->joint.limit;
        found = limit->given && (isinf(limit->lower) || isinf(limit->upper));
    }
    return found;
}

static bool has_spherical_joint(const cdy_tree *tree)
{
    bool found = false;
    for (int i = 1; i <= cdy_tree_body_count(tree) && !found; i++) {
        found = cdy_tree_body(tree, i)->joint.type == CDY_JOINT_SPHERICAL;
    }
    return found;
}

/* Writes a tree; there is no text where URDF cannot say what the tree has. */
static fuzz_text write_tree(const cdy_tree *tree)
{
    cdy_error error = {0};
    fuzz_text t = {0};
    const cdy_status status = cdy_urdf_write(tree, fuzz_keep, &t, &error);
    const bool unsupported = status == CDY_ERROR_UNSUPPORTED && has_spherical_joint(tree);
    if (!require_status(status, unsupported ? status : has_half_limit(tree) ? CDY_ERROR_ARGUMENT : CDY_OK, &error)) {
        free(t.bytes);
        t = (fuzz_text){0};
    }
    return t;
}

static cdy_tree *load(const char *bytes, size_t size, bool floating_base, cdy_status other)
{
    cdy_error error = {0};
    cdy_load_options options = cdy_load_options_default();
    options.floating_base = floating_base;
    cdy_tree *tree = NULL;
    require_status(cdy_load_text(bytes, size, "fuzz.urdf", &options, &tree, &error), other, &error);
    return tree;
}

static bool is_placed(const cdy_placement *child)
{
    bool placed = false;
    for (int i = 0; i < 3; i++) {
        placed = placed || child->xyz[i] != 0 || child->rpy[i] != 0;
    }
    return placed;
}

/* Whether a joint has a home of its own, or stands away from its body's frame: MJCF says so, URDF has no word for the
 * one and makes two links of the other. */
static bool exceeds_urdf(const cdy_tree *tree)
{
    bool found = false;
    for (int i = 0; i <= cdy_tree_body_count(tree) && !found; i++) {
        const cdy_joint *joint = &cdy_tree_body(tree, i)->joint;
        found = joint->home_given || is_placed(&joint->child);
    }
    return found;
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
    cdy_tree *again = first.size == 0 ? NULL : load(first.bytes, first.size, false, CDY_OK);
    if (again) {
        char difference[DIFFERENCE_SIZE];
        const char *found = exceeds_urdf(tree) ? NULL : find_difference(tree, again, difference);
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
