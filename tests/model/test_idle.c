/* Structures whose mass matrix is singular in every state: the note of the model against the rank of M in states drawn
 * at random, and what calls do with it. */
#include "base/jacobi.h"
#include "model/idle.h"
#include "support/compare.h"
#include "support/robot.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_BODIES = 7, MOST_DEGREES = 6 * MOST_BODIES };

/* A body that resists nothing, that is a point, a rod, an inertia without mass, or a body as all are. */
static void draw_structure(uint64_t *seed, cdy_body *body)
{
    static const double moments[5][6] = {
        {0}, {0}, {1, 0, 0, 1, 0, 0}, {0, 0, 0, 0, 0, 1}, {1, 0.1, 0.2, 1.1, 0.1, 1.2}};
    const int kind = draw_below(seed, 6), shape = kind > 4 ? 4 : kind;
    const double at = draw_below(seed, 2) ? draw(seed, -1, 1) : 0;
    if (kind > 0) {
        set_inertial(body, shape == 3 ? 0 : draw(seed, 0.5, 2), at, draw_below(seed, 2) ? draw(seed, -1, 1) : 0, 0,
                     moments[shape]);
        body->inertial.origin.rpy[1] = at;
    }
}

static cdy_body draw_body(uint64_t *seed, const char *name)
{
    static const cdy_joint_type types[] = {CDY_JOINT_REVOLUTE,  CDY_JOINT_REVOLUTE, CDY_JOINT_CONTINUOUS,
                                           CDY_JOINT_PRISMATIC, CDY_JOINT_PLANAR,   CDY_JOINT_FLOATING,
                                           CDY_JOINT_FIXED};
    cdy_body body = make_body(name, name, types[draw_below(seed, 7)]);
    const int axis = draw_below(seed, 5);
    if (axis < 3) {
        set_axis(&body, axis == 0, axis == 1, axis == 2);
    } else {
        set_axis(&body, draw(seed, -1, 1), draw(seed, -1, 1), draw(seed, 0.1, 1));
    }
    if (draw_below(seed, 2)) {
        set_origin(&body, draw(seed, -1, 1), draw(seed, -1, 1), draw(seed, -1, 1), draw_below(seed, 2) ? 0.7 : 0,
                   draw_below(seed, 2) ? -0.4 : 0, 0.3);
    }
    draw_structure(seed, &body);
    return body;
}

static cdy_tree *draw_tree(uint64_t seed)
{
    char names[MOST_BODIES + 1][16] = {"world"}, leader[16] = "";
    cdy_tree *tree = make_tree("world", 9.81);
    const int count = 1 + draw_below(&seed, MOST_BODIES), coupled = draw_below(&seed, 3);
    for (int i = 1; i <= count; i++) {
        snprintf(names[i], sizeof names[i], "b%d", i);
        cdy_body body = draw_body(&seed, names[i]);
        body.joint.rotor_inertia = draw_below(&seed, 2) ? 0.3 : 0;
        if (coupled == 0 && cdy_joint_type_nv(body.joint.type) == 1) {
            if (leader[0] && draw_below(&seed, 2)) {
                body.joint.mimic = (cdy_mimic){leader, draw_below(&seed, 2) ? -1 : 0.7, 0};
            } else if (!leader[0] || draw_below(&seed, 3) == 0) {
                memcpy(leader, names[i], sizeof leader);
            }
        }
        add_body(tree, &body, names[draw_below(&seed, 3) ? i - 1 : draw_below(&seed, i)]);
    }
    return tree;
}

/* The eigenvalues of M that rounding makes of zeros, in the best of some random states. */
static int count_by_mass_matrix(const robot *r, uint64_t seed)
{
    double q[MOST_DEGREES + MOST_BODIES], M[MOST_DEGREES * MOST_DEGREES];
    cdy_error error = {0};
    int least = r->nv;
    for (int state = 0; state < 3; state++) {
        int count = 0;
        cdy_random_configuration(r->model, &seed, q);
        ck_assert_ok(cdy_mass_matrix(r->model, r->work, q, M, &error), error);
        const double most = largest(M, (size_t)r->nv * (size_t)r->nv);
        cdy_jacobi(r->nv, M, NULL);
        for (int i = 0; i < r->nv; i++) {
            count += !(fabs(M[i * (r->nv + 1)]) > 1e-13 * most);
        }
        least = count < least ? count : least;
    }
    return least;
}

/* Fails unless a call for accelerations is refused with joints where the note says so, and inverse dynamics is not. */
static void check_calls(const robot *r)
{
    double zero[MOST_DEGREES] = {0}, out[MOST_DEGREES * MOST_DEGREES];
    cdy_error error = {0};
    cdy_simulation *simulation = NULL;
    ck_assert_ok(cdy_inverse_dynamics(r->model, r->work, NULL, NULL, zero, NULL, out, &error), error);
    if (r->model->idle_count == 0) {
        return;
    }
    ck_assert_fails(cdy_forward_dynamics(r->model, r->work, NULL, NULL, NULL, NULL, out, &error), CDY_ERROR_NUMERIC,
                    error);
    ck_assert_msg(strstr(error.text, "in every state") && strstr(error.text, "joint 'b"), "%s", error.text);
    ck_assert_fails(cdy_inverse_mass_matrix(r->model, r->work, NULL, out, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_ok(cdy_simulation_create(r->model, NULL, &simulation, &error), error);
    ck_assert_fails(cdy_simulation_step(simulation, &error), CDY_ERROR_NUMERIC, error);
    cdy_simulation_destroy(simulation);
}

#ifdef CDY_WATCHED
enum { TREES = 300 };
#else
enum { TREES = 2000 };
#endif

/* With and without rotors, and with a payload, the note tells how many eigenvalues of M are zero in all states. */
START_TEST(the_note_is_the_rank_of_the_mass_matrix)
{
    const cdy_payload box = {.mass = 1, .center_of_mass = {0.1, 0.2, 0.3}, .inertia = {1, 1, 1, 0, 0, 0}};
    cdy_drive_options drives = cdy_drive_options_default();
    cdy_error error = {0};
    int idle = 0, coupled = 0;
    for (int k = 0; k < TREES; k++) {
        robot r = make_robot(draw_tree((uint64_t)k));
        const int bare = r.model->idle_count;
        for (int way = 0; way < 4; way++) { /* bare, loaded, loaded with rotors, bare again */
            drives.rotors = way == 2;
            ck_assert_ok(cdy_model_set_drives(r.model, &drives, &error), error);
            const int frame = 1 + k % cdy_tree_body_count(r.tree);
            ck_assert_ok(cdy_model_set_payload(r.model, frame, way % 3 ? &box : NULL, &error), error);
            const int expected = count_by_mass_matrix(&r, (uint64_t)k);
            ck_assert_msg(r.model->idle_count == expected, "tree %d, way %d: %d, but %d of M", k, way,
                          (int)r.model->idle_count, expected);
            check_calls(&r);
        }
        ck_assert_int_eq(r.model->idle_count, bare);
        idle += bare > 0;
        coupled += bare > 0 && r.model->has_followers;
        free_robot(&r);
    }
    ck_assert_int_gt(idle, TREES / 10);
    ck_assert_int_gt(coupled, TREES / 100);
}
END_TEST

/* A rod 1e-8 rad from its axis, and hinges 1e-7 rad apart: small, and no structure. */
START_TEST(small_is_not_idle)
{
    cdy_tree *tree = make_tree("world", 0);
    cdy_body body = make_body("a", "a", CDY_JOINT_REVOLUTE);
    if (_i) {
        set_inertial(&body, 1, 1e-8, 0, -1, (double[6]){0});
    }
    add_body(tree, &body, "world");
    body = make_body("b", "b", CDY_JOINT_REVOLUTE);
    set_axis(&body, 1e-7, 0, 1);
    set_inertial(&body, 1, 1, 0, 0, (double[6]){0.1, 0, 0, 0.1, 0, 0.1});
    add_body(tree, &body, _i ? "world" : "a");
    robot r = make_robot(tree);
    ck_assert_int_eq(r.model->idle_count, 0);
    free_robot(&r);
}
END_TEST

/* Two hinges on one line in any direction, told by names; a third link does not hide it. */
START_TEST(joints_are_named)
{
    cdy_error error = {0};
    double qdd[3];
    cdy_tree *tree = make_tree("world", 9.81);
    for (int i = 0; i < 3; i++) {
        static const char *const names[] = {"outer", "inner", "hand"}, *const parents[] = {"world", "outer", "inner"};
        cdy_body body = make_body(names[i], names[i], CDY_JOINT_REVOLUTE);
        set_axis(&body, i < 2 ? 0.48 : 1, i < 2 ? 0.6 : 0, i < 2 ? 0.64 : 0);
        if (i > 0) {
            set_inertial(&body, 2, 0.1, 0.2, 0.3, (double[6]){0.1, 0, 0, 0.2, 0, 0.3});
        }
        add_body(tree, &body, parents[i]);
    }
    robot r = make_robot(tree);
    ck_assert_fails(cdy_forward_dynamics(r.model, r.work, NULL, NULL, NULL, NULL, qdd, &error), CDY_ERROR_NUMERIC,
                    error);
    ck_assert_msg(strstr(error.text, "joint 'outer' moves against 'inner' (1 of the robot's 3"), "%s", error.text);
    free_robot(&r);
}
END_TEST

/* Where every link has mass and moments, a model has no room for notes. */
START_TEST(notes_take_room_where_a_link_lacks_inertia)
{
    cdy_tree *tree = make_tree("world", 9.81);
    cdy_body body = make_body("a", "a", CDY_JOINT_REVOLUTE);
    set_inertial(&body, 2, 0.1, 0.2, 0.3, (double[6]){0.1, 0, 0, 0.2, 0, 0.3});
    add_body(tree, &body, "world");
    robot r = make_robot(tree);
    ck_assert_int_eq(r.model->doubtful_count, 0);
    ck_assert(cdy_idle_notes_are_valid(r.model));
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("idle");
    TCase *tests = tcase_create("idle");
    suite_add_tcase(suite, tests);
    tcase_add_test(tests, the_note_is_the_rank_of_the_mass_matrix);
    tcase_add_loop_test(tests, small_is_not_idle, 0, 2);
    tcase_add_test(tests, joints_are_named);
    tcase_add_test(tests, notes_take_room_where_a_link_lacks_inertia);
    return run_suites(suite, NULL);
}
