/* Bounds of memory that are known when a program is compiled hold for every robot. */
#include "support/random_tree.h"
#include "support/robot.h"
#include "support/suite.h"

#include <stdio.h>
#include <string.h>

static size_t name_bytes(const robot *r)
{
    size_t bytes = strlen(cdy_tree_name(r->tree)) + 1;
    for (int i = 0; i <= cdy_tree_body_count(r->tree); i++) {
        const cdy_body *body = cdy_tree_body(r->tree, i);
        bytes += strlen(body->name) + 1 + (body->joint.name ? strlen(body->joint.name) + 1 : 0);
    }
    return bytes;
}

static void check_bounds(const robot *r)
{
    const int bodies = cdy_tree_body_count(r->tree), degrees = cdy_model_force_rows(r->model);
    ck_assert_uint_le(cdy_model_bytes(r->model), CDY_MODEL_BYTES(bodies, degrees, name_bytes(r)));
    ck_assert_uint_le(cdy_workspace_size(r->model), CDY_WORKSPACE_BYTES(bodies, degrees));
    ck_assert_uint_le(cdy_workspace_size(r->model), CDY_WORKSPACE_BYTES(bodies, 6 * bodies));
}

static robot make_chain(int count, cdy_joint_type type)
{
    cdy_tree *tree = make_tree("base", 9.81);
    char name[32] = "base", parent[32], joint[32];
    for (int i = 0; i < count; i++) {
        memcpy(parent, name, sizeof parent);
        snprintf(name, sizeof name, "link%d", i);
        snprintf(joint, sizeof joint, "joint%d", i);
        cdy_body body = make_body(name, joint, type);
        set_inertial(&body, 1, 0.1, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
        add_body(tree, &body, parent);
    }
    return make_robot(tree);
}

START_TEST(the_bounds_hold)
{
    static unsigned char memory[CDY_WORKSPACE_BYTES(2, 2)]; /* a constant expression */
    ck_assert_uint_gt(sizeof memory, 0);
    for (int i = 0; i < 60; i++) {
        robot r = make_robot(random_tree((uint64_t)i, i, i % 2 ? RANDOM_JOINTS_ALL : RANDOM_JOINTS_ONE_DEGREE));
        check_bounds(&r);
        free_robot(&r);
    }
    static const cdy_joint_type types[] = {CDY_JOINT_FIXED, CDY_JOINT_REVOLUTE, CDY_JOINT_PLANAR, CDY_JOINT_FLOATING};
    for (int i = 0; i < 4; i++) {
        for (int count = 0; count <= 40; count += 1 + count) {
            robot r = make_chain(count, types[i]);
            check_bounds(&r);
            free_robot(&r);
        }
    }
}
END_TEST

START_TEST(memory_is_small)
{
    robot r = make_chain(256, CDY_JOINT_REVOLUTE);
    const size_t bytes = cdy_model_bytes(r.model) + cdy_workspace_size(r.model);
    ck_assert_msg(bytes < 4 * 1024 * 1024, "a chain of 256 takes %zu bytes", bytes);
    ck_assert_uint_lt(CDY_MODEL_BYTES(256, 256, 8192) + CDY_WORKSPACE_BYTES(256, 256), 4 * 1024 * 1024);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("static");
    TCase *tests = add_case(suite, "bounds", the_bounds_hold);
    tcase_add_test(tests, memory_is_small);
    return run_suites(suite, NULL);
}
