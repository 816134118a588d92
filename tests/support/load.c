#include "support/compare.h"
#include "support/robot.h"

robot load_bundled_robot(const char *name)
{
    cdy_error error = {0};
    cdy_load_options options = cdy_load_options_default();
    options.gravity[2] = -9.81;
    cdy_tree *tree = NULL;
    ck_assert_ok(cdy_urdf_load_bundled(name, &options, &tree, &error), error);
    return make_robot(tree);
}

robot load_robot_file(const char *path, bool floating_base, bool mimic_independent)
{
    cdy_error error = {0};
    cdy_load_options options = cdy_load_options_default();
    options.gravity[2] = -9.81;
    options.floating_base = floating_base;
    options.mimic_independent = mimic_independent;
    cdy_tree *tree = NULL;
    ck_assert_ok(cdy_load_file(path, &options, &tree, &error), error);
    return make_robot(tree);
}
