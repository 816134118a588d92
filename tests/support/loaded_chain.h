/* Bars, and a chain of three of them with a load at its end, for the suites of constraints and of mechanisms. */
#ifndef CDY_TESTS_LOADED_CHAIN_H
#define CDY_TESTS_LOADED_CHAIN_H

#include "support/robot.h"

/* Moments of inertia of a bar along x about its middle, kg m2. */
static const double slender[6] = {0.01, 0, 0, 0.1, 0, 0.1};

/* Returns a bar along x that turns about y, `at` m along x of its parent. */
static inline cdy_body make_bar(const char *name, double mass, double length, double at)
{
    cdy_body bar = make_body(name, name, CDY_JOINT_REVOLUTE);
    set_axis(&bar, 0, 1, 0);
    set_origin(&bar, at, 0, 0, 0, 0, 0);
    set_inertial(&bar, mass, length / 2, 0, 0, slender);
    return bar;
}

/* The load `z` is a body of the tree, or a free body that load_weld() ties to the chain. */
static inline robot make_loaded_chain_robot(bool welded)
{
    cdy_tree *tree = make_tree("ground", 9.81);
    cdy_body body = make_bar("a", 1, 0.5, 0);
    add_body(tree, &body, "ground");
    body = make_bar("b", 2, 0.4, 0.5);
    set_axis(&body, 1, 0, 1);
    add_body(tree, &body, "a");
    body = make_bar("c", 0.5, 0.4, 0.4);
    set_axis(&body, 0.3, 1, 1);
    add_body(tree, &body, "b");
    cdy_body load = make_body("z", "z", welded ? CDY_JOINT_FLOATING : CDY_JOINT_FIXED);
    set_inertial(&load, 3, 0.1, -0.1, 0.2, (double[6]){0.1, 0.01, 0.02, 0.2, 0.01, 0.15});
    if (!welded) {
        set_origin(&load, 0.4, 0.1, 0, 0.3, 0.2, 0.1);
    }
    add_body(tree, &load, welded ? "ground" : "c");
    return make_robot(tree);
}

/* The weld of the load to the end of the chain, where the tree has it. */
static inline cdy_constraint load_weld(const cdy_model *model)
{
    return (cdy_constraint){.frame = cdy_model_find_frame(model, "z"),
                            .other = cdy_model_find_frame(model, "c"),
                            .rows = CDY_ROWS_WELD,
                            .in_other = {{0.4, 0.1, 0}, {0.3, 0.2, 0.1}}};
}

#endif
