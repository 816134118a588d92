#include "support/singular_robots.h"

robot make_large_gear_ratio(void)
{
    const double ball[6] = {1, 0, 0, 1, 0, 1};
    cdy_tree *tree = make_tree("world", 9.81);
    cdy_body body = make_body("trunk", "fly", CDY_JOINT_FLOATING);
    set_inertial(&body, 3, 0.1, 0, 0, ball);
    add_body(tree, &body, "world");
    body = make_body("thumb", "a", CDY_JOINT_REVOLUTE);
    set_inertial(&body, 1, 0.1, 0, 0, ball);
    add_body(tree, &body, "trunk");
    body.name = "finger";
    body.joint.name = "b";
    body.joint.mimic = (cdy_mimic){"a", -1e10, 0.1};
    add_body(tree, &body, "trunk");
    return make_robot(tree);
}

static cdy_tree *make_shoulder_to_hand(void)
{
    cdy_tree *tree = make_tree("world", 9.81);
    cdy_body body = make_body("shoulder", "swing", CDY_JOINT_REVOLUTE);
    add_body(tree, &body, "world");
    body = make_body("wrist", "turn", CDY_JOINT_REVOLUTE);
    set_axis(&body, 1, 0, 0);
    add_body(tree, &body, "shoulder");
    body = make_body("hand", "roll", CDY_JOINT_REVOLUTE);
    set_inertial(&body, 2, 0.1, 0.2, 0.3, (double[6]){0.3, 0, 0, 0.2, 0, 0.1});
    add_body(tree, &body, "wrist");
    return tree;
}

robot make_sometimes_singular(void)
{
    return make_robot(make_shoulder_to_hand());
}

robot make_far_reaching(void)
{
    cdy_tree *tree = make_shoulder_to_hand();
    cdy_body body = make_body("finger", "slide", CDY_JOINT_PRISMATIC);
    set_axis(&body, 0.6, 0.8, 0);
    set_inertial(&body, 1, 0.1, 0, 0.2, (double[6]){0.3, 0, 0, 0.2, 0, 0.1});
    add_body(tree, &body, "hand");
    return make_robot(tree);
}
