/* The tree: building, order, refusals, inertia conventions, mimic joints. */
#include "support/compare.h"
#include "support/robot.h"
#include "support/suite.h"

#include "tree/tree.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- building ---- */

static void check_placement(const cdy_placement *p)
{
    const double zero[3] = {0};
    ck_assert_near(p->xyz, zero, 3, 0);
    ck_assert_near(p->rpy, zero, 3, 0);
}

START_TEST(the_default_body_is_the_documented_one)
{
    cdy_body body = cdy_body_default();
    const cdy_joint *joint = &body.joint;
    const double unit[6] = {1, 1, 1, 0, 0, 0}, z[3] = {0, 0, 1}, zero[7] = {0};
    double inertia[6];
    ck_assert_ptr_null(body.name);
    ck_assert(!body.visuals && body.visual_count == 0 && !body.collisions && body.collision_count == 0);
    ck_assert(body.inertial.given);
    ck_assert_double_eq(body.inertial.mass, 1);
    check_placement(&body.inertial.origin);
    cdy_inertial_about_origin(&body.inertial, inertia);
    ck_assert_near(inertia, unit, 6, 0);
    ck_assert_ptr_null(joint->name);
    ck_assert_int_eq(joint->type, CDY_JOINT_FIXED);
    check_placement(&joint->origin);
    check_placement(&joint->child);
    ck_assert_near(joint->axis, z, 3, 0);
    ck_assert_ptr_null(joint->mimic.joint);
    ck_assert_double_eq(joint->mimic.multiplier, 1);
    ck_assert_double_eq(joint->mimic.offset, 0);
    ck_assert(!joint->limit.given && !joint->dynamics.given && !joint->safety.given && !joint->home_given);
    ck_assert(!joint->calibration.rising_given && !joint->calibration.falling_given);
    ck_assert_near(
        ((const double[]){joint->limit.lower, joint->limit.upper, joint->limit.effort, joint->limit.velocity}), zero, 4,
        0);
    ck_assert_near(((const double[]){joint->dynamics.damping, joint->dynamics.friction, joint->dynamics.stiffness,
                                     joint->dynamics.spring_rest}),
                   zero, 4, 0);
    ck_assert_near(((const double[]){joint->safety.soft_lower, joint->safety.soft_upper, joint->safety.k_position,
                                     joint->safety.k_velocity}),
                   zero, 4, 0);
    ck_assert_near(joint->home, zero, 7, 0);
    ck_assert_double_eq(joint->rotor_inertia, 0);
    ck_assert_double_eq(joint->gear_ratio, 1);
}
END_TEST

START_TEST(joint_types_have_names_and_degrees)
{
    static const struct {
        const char *name;
        int nv, nq;
    } expected[] = {{"fixed", 0, 0},     {"revolute", 1, 1}, {"continuous", 1, 1},
                    {"prismatic", 1, 1}, {"planar", 3, 3},   {"floating", 6, 7}};
    for (int i = 0; i < 6; i++) {
        ck_assert_str_eq(cdy_joint_type_name((cdy_joint_type)i), expected[i].name);
        ck_assert_int_eq(cdy_joint_type_nv((cdy_joint_type)i), expected[i].nv);
        ck_assert_int_eq(cdy_joint_type_nq((cdy_joint_type)i), expected[i].nq);
    }
    ck_assert_str_eq(cdy_joint_type_name((cdy_joint_type)77), "unknown");
}
END_TEST

START_TEST(a_tree_tells_what_it_was_given)
{
    cdy_tree *tree = make_tree("ground", 0);
    char name[] = "arm", joint[] = "shoulder", mesh[] = "package://arm.stl";
    cdy_shape shape = {.name = NULL, .geometry = {.type = CDY_GEOMETRY_MESH, .mesh = mesh, .scale = {1, 2, 3}}};
    cdy_body body = make_body(name, joint, CDY_JOINT_REVOLUTE);
    body.visuals = &shape;
    body.visual_count = 1;
    body.joint.limit = (cdy_limit){true, -1, 2, 3, 4};
    add_body(tree, &body, "ground");
    memset(name, 'x', 3); /* the tree has copies */
    memset(joint, 'x', 8);
    memset(mesh, 'x', 7);
    shape.geometry.scale[1] = 7;
    const cdy_body *arm = cdy_tree_body(tree, 1);
    ck_assert_str_eq(arm->name, "arm");
    ck_assert_str_eq(arm->joint.name, "shoulder");
    ck_assert_double_eq(arm->joint.limit.upper, 2);
    ck_assert_uint_eq(arm->visual_count, 1);
    ck_assert_uint_eq(arm->collision_count, 0);
    ck_assert_str_eq(arm->visuals[0].geometry.mesh, "package://arm.stl");
    ck_assert_double_eq(arm->visuals[0].geometry.scale[1], 2);
    ck_assert_int_eq(cdy_tree_body_count(tree), 1);
    ck_assert_int_eq(cdy_tree_find_body(tree, "arm"), 1);
    ck_assert_int_eq(cdy_tree_find_body(tree, "ground"), 0);
    ck_assert_int_eq(cdy_tree_find_body(tree, "shoulder"), -1);
    ck_assert_int_eq(cdy_tree_find_joint(tree, "shoulder"), 1);
    ck_assert_int_eq(cdy_tree_find_joint(tree, "arm"), -1);
    ck_assert_int_eq(cdy_tree_find_body(tree, NULL), -1);
    ck_assert_str_eq(cdy_tree_name(tree), "robot");
    ck_assert_ptr_null(cdy_tree_body(tree, 2));
    ck_assert_ptr_null(cdy_tree_body(tree, -1));
    ck_assert_ptr_null(cdy_tree_body(tree, 0)->joint.name);
    cdy_tree_destroy(tree);
    cdy_tree_destroy(NULL);
}
END_TEST

START_TEST(children_are_walked_in_order)
{
    cdy_tree *tree = make_tree("base", 0);
    add_massless(tree, "c", "j3", CDY_JOINT_FIXED, "base");
    add_massless(tree, "a", "j1", CDY_JOINT_FIXED, "base");
    add_massless(tree, "b", "j2", CDY_JOINT_FIXED, "base");
    add_massless(tree, "d", "j0", CDY_JOINT_FIXED, "a");
    /* base(0): a(1): d(2); b(3); c(4) */
    ck_assert_int_eq(cdy_tree_first_child(tree, 0), 1);
    ck_assert_int_eq(cdy_tree_first_child(tree, 1), 2);
    ck_assert_int_eq(cdy_tree_next_sibling(tree, 1), 3);
    ck_assert_int_eq(cdy_tree_next_sibling(tree, 3), 4);
    ck_assert_int_eq(cdy_tree_next_sibling(tree, 4), -1);
    ck_assert_int_eq(cdy_tree_next_sibling(tree, 2), -1);
    ck_assert_int_eq(cdy_tree_first_child(tree, 4), -1);
    ck_assert_int_eq(cdy_tree_parent(tree, 2), 1);
    ck_assert_int_eq(cdy_tree_parent(tree, 0), -1);
    ck_assert_int_eq(cdy_tree_parent(tree, 99), -1);
    ck_assert_int_eq(cdy_tree_first_child(tree, -1), -1);
    ck_assert_int_eq(cdy_tree_next_sibling(tree, 99), -1);
    cdy_tree_destroy(tree);
}
END_TEST

/* ---- order ---- */

enum { BODIES = 120 };

typedef struct plan {
    char name[16], joint[16];
    int parent;        /* a smaller body number; -1: the base */
    bool added, taken; /* number in the tree; number in the expected order */
} plan;

/* The expected order by its definition: after each body its children, the least joint name first. */
static void visit(plan *plans, int parent, int *order, int *count)
{
    for (;;) {
        int least = -1;
        for (int i = 0; i < BODIES; i++) {
            if (!plans[i].taken && plans[i].parent == parent &&
                (least < 0 || strcmp(plans[i].joint, plans[least].joint) < 0)) {
                least = i;
            }
        }
        if (least < 0) {
            return;
        }
        plans[least].taken = true;
        order[(*count)++] = least;
        visit(plans, least, order, count);
    }
}

/* Names of few letters, one a byte above 127, so that many names begin alike. */
static void make_plans(uint64_t *state, plan *plans)
{
    static const char letters[] = "aAb_\xc3";
    for (int i = 0; i < BODIES; i++) {
        plan *p = &plans[i];
        *p = (plan){.parent = draw_below(state, 3) ? draw_below(state, i + 1) - 1 : i - 1};
        snprintf(p->name, sizeof p->name, "body%d", i);
        bool taken = true;
        while (taken) {
            int length = 1 + draw_below(state, 6);
            for (int k = 0; k < length; k++) {
                p->joint[k] = letters[draw_below(state, 5)];
            }
            p->joint[length] = '\0';
            taken = false;
            for (int k = 0; k < i; k++) {
                taken = taken || strcmp(plans[k].joint, p->joint) == 0;
            }
        }
    }
}

START_TEST(bodies_come_depth_first_by_joint_name)
{
    static plan plans[BODIES];
    int order[BODIES], count = 0;
    uint64_t state = (uint64_t)_i;
    make_plans(&state, plans);
    visit(plans, -1, order, &count);
    ck_assert_int_eq(count, BODIES);
    cdy_tree *tree = make_tree("base", 0);
    for (int left = BODIES; left > 0;) {
        plan *p = &plans[draw_below(&state, BODIES)];
        if (!p->added && (p->parent < 0 || plans[p->parent].added)) {
            add_massless(tree, p->name, p->joint, CDY_JOINT_REVOLUTE, p->parent < 0 ? "base" : plans[p->parent].name);
            p->added = true;
            left--;
        }
    }
    for (int i = 0; i < BODIES; i++) {
        const plan *p = &plans[order[i]];
        ck_assert_str_eq(cdy_tree_body(tree, i + 1)->name, p->name);
        ck_assert_int_eq(cdy_tree_find_body(tree, p->name), i + 1);
        ck_assert_int_eq(cdy_tree_find_joint(tree, p->joint), i + 1);
        const cdy_body *parent = cdy_tree_body(tree, cdy_tree_parent(tree, i + 1));
        ck_assert_str_eq(parent->name, p->parent < 0 ? "base" : plans[p->parent].name);
    }
    cdy_tree_destroy(tree);
}
END_TEST

/* ---- refusals ---- */

enum { SPOILS = 22 };

/* Makes a valid body invalid in one of several ways; returns the number of the way. */
static const char *spoil(cdy_body *body, int way)
{
    const double inf = (double)INFINITY, nan = (double)NAN;
    switch (way) {
    case 0: body->name = ""; return "empty name";
    case 1: body->name = NULL; return "no name";
    case 2: body->name = "arm"; return "body name that is taken";
    case 3: body->name = "base"; return "name of the base";
    case 4: body->joint.name = ""; return "empty joint name";
    case 5: body->joint.name = NULL; return "no joint name";
    case 6: body->joint.name = "shoulder"; return "joint name that is taken";
    case 7: body->inertial.mass = -1; return "negative mass";
    case 8: body->inertial.mass = nan; return "mass NaN";
    case 9: body->inertial.mass = inf; return "infinite mass";
    case 10: body->inertial.inertia[3] = nan; return "inertia NaN";
    case 11: body->inertial.origin.xyz[1] = inf; return "infinite centre of mass";
    case 12: set_axis(body, 0, 0, 0); return "zero axis";
    case 13: set_axis(body, 0, nan, 1); return "axis NaN";
    case 14: set_axis(body, 0, 0, inf); return "infinite axis";
    case 15: body->joint.origin.xyz[2] = nan; return "origin NaN";
    case 16: body->joint.origin.rpy[0] = inf; return "infinite angle";
    case 17: body->joint.type = (cdy_joint_type)17; return "unknown joint type";
    case 18: body->joint.limit = (cdy_limit){true, nan, 1, 0, 0}; return "limit NaN";
    case 19: body->joint.mimic = (cdy_mimic){"shoulder", nan, 0}; return "multiplier NaN";
    case 20: body->joint.mimic = (cdy_mimic){"shoulder", 1, inf}; return "infinite offset";
    default: body->joint.dynamics = (cdy_joint_dynamics){true, nan, 0, 0, 0}; return "damping NaN";
    }
}

START_TEST(a_refused_body_leaves_the_tree_as_it_was)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("base", 0);
    add_massless(tree, "arm", "shoulder", CDY_JOINT_REVOLUTE, "base");
    char *before = new_details(tree);
    const double unit[6] = {1, 0, 0, 1, 0, 1};
    cdy_body body = make_body("hand", "wrist", CDY_JOINT_REVOLUTE);
    set_inertial(&body, 1, 0, 0, 0, unit);
    const char *fault = spoil(&body, _i);
    cdy_status status = cdy_tree_add_body(tree, &body, "arm", &error);
    ck_assert_msg(status == CDY_ERROR_ARGUMENT && error.text[0], "%s was taken", fault);
    ck_assert_int_eq(cdy_tree_add_body(tree, &body, "arm", NULL), CDY_ERROR_ARGUMENT);
    char *after = new_details(tree);
    ck_assert_str_eq(after, before);
    ck_assert_int_eq(cdy_tree_find_body(tree, "hand"), -1);
    ck_assert_int_eq(cdy_tree_find_joint(tree, "wrist"), -1);
    body = make_body("hand", "wrist", CDY_JOINT_REVOLUTE); /* and the names are still free */
    add_body(tree, &body, "arm");
    free(before);
    free(after);
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(an_unknown_parent_is_refused)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("hand", "wrist", CDY_JOINT_REVOLUTE);
    ck_assert_fails(cdy_tree_add_body(tree, &body, "arm", &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_ptr_nonnull(strstr(error.text, "arm"));
    ck_assert_fails(cdy_tree_add_body(tree, &body, "hand", &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_tree_add_body(tree, &body, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_tree_add_body(tree, NULL, "base", &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_tree_add_body(NULL, &body, "base", &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_int_eq(cdy_tree_body_count(tree), 0);
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(a_bad_base_makes_no_tree)
{
    cdy_error error = {0};
    cdy_body base = make_body("", NULL, CDY_JOINT_FIXED);
    cdy_tree *tree = (cdy_tree *)&base;
    ck_assert_fails(cdy_tree_create("robot", &base, &tree, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_ptr_null(tree);
    base.name = "base";
    base.inertial = (cdy_inertial){.given = true, .mass = -1};
    ck_assert_fails(cdy_tree_create("robot", &base, &tree, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_tree_create("robot", NULL, &tree, &error), CDY_ERROR_ARGUMENT, error);
    base.inertial.mass = 1;
    ck_assert_ok(cdy_tree_create(NULL, &base, &tree, &error), error);
    ck_assert_str_eq(cdy_tree_name(tree), "");
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(an_axis_does_not_matter_where_it_is_unused)
{
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("a", "ja", CDY_JOINT_FLOATING);
    set_axis(&body, 0, 0, 0);
    add_body(tree, &body, "base");
    body = make_body("b", "jb", CDY_JOINT_FIXED);
    set_axis(&body, 0, 0, 0);
    add_body(tree, &body, "base");
    ck_assert_int_eq(cdy_tree_body_count(tree), 2);
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(gravity_is_kept_and_checked)
{
    cdy_error error = {0};
    const double g[3] = {1, -2, 3}, bad[3] = {0, (double)NAN, 0}, zero[3] = {0};
    double read[3] = {7, 7, 7};
    cdy_body base = make_body("base", NULL, CDY_JOINT_FIXED);
    cdy_tree *tree = NULL;
    ck_assert_ok(cdy_tree_create("robot", &base, &tree, &error), error);
    cdy_tree_get_gravity(tree, read);
    ck_assert_near(read, zero, 3, 0);
    ck_assert_ok(cdy_tree_set_gravity(tree, g, &error), error);
    ck_assert_fails(cdy_tree_set_gravity(tree, bad, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_tree_set_gravity(tree, NULL, &error), CDY_ERROR_ARGUMENT, error);
    cdy_tree_get_gravity(tree, read);
    ck_assert_near(read, g, 3, 0);
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(limits_are_put_in_order)
{
    double lower, upper;
    cdy_joint joint = {.type = CDY_JOINT_REVOLUTE, .limit = {true, 2, -1, 0, 0}};
    cdy_joint_position_limits(&joint, &lower, &upper);
    ck_assert_double_eq(lower, -1);
    ck_assert_double_eq(upper, 2);
    joint.type = CDY_JOINT_CONTINUOUS;
    cdy_joint_position_limits(&joint, &lower, &upper);
    ck_assert(isinf(lower) && lower < 0 && isinf(upper) && upper > 0);
    joint.type = CDY_JOINT_PRISMATIC;
    joint.limit.given = false;
    cdy_joint_position_limits(&joint, &lower, &upper);
    ck_assert(isinf(lower) && lower < 0 && isinf(upper) && upper > 0);
}
END_TEST

/* ---- inertia ---- */

/* 2 kg at (0.1, 0.2, 0.3), about its centre diag(1, 2, 3) in axes turned by a quarter about z: by Steiner's rule
 * Ixx = 2 + 2 (0.04 + 0.09), Iyy = 1 + 2 (0.01 + 0.09), Izz = 3 + 2 (0.01 + 0.04), Iyz = -2 0.06, ... */
START_TEST(inertia_is_carried_to_the_origin)
{
    const double expected[6] = {2.26, 1.2, 3.1, -0.12, -0.06, -0.04};
    cdy_inertial inertial = {
        .given = true, .mass = 2, .origin = {{0.1, 0.2, 0.3}, {0, 0, acos(-1) / 2}}, .inertia = {1, 0, 0, 2, 0, 3}};
    double inertia[6];
    cdy_inertial_about_origin(&inertial, inertia);
    ck_assert_near(inertia, expected, 6, 1e-15);
    inertial.given = false;
    const double none[6] = {0};
    cdy_inertial_about_origin(&inertial, inertia);
    ck_assert_near(inertia, none, 6, 0);
}
END_TEST

START_TEST(inertia_is_carried_back_to_the_centre_of_mass)
{
    const double about_origin[6] = {2.26, 1.2, 3.1, -0.12 + 0.5, -0.06, -0.04 + 0.25}, center[3] = {0.1, 0.2, 0.3};
    const double expected[6] = {2, 0.25, 0, 1, 0.5, 3};
    cdy_inertial inertial = {.origin = {.rpy = {1, 2, 3}}};
    double again[6];
    cdy_inertial_set_about_origin(&inertial, 2, center, about_origin);
    ck_assert(inertial.given);
    ck_assert_double_eq(inertial.mass, 2);
    ck_assert_near(inertial.origin.xyz, center, 3, 0);
    ck_assert_near(inertial.inertia, expected, 6, 1e-15);
    cdy_inertial_about_origin(&inertial, again);
    ck_assert_near(again, about_origin, 6, 1e-15);
}
END_TEST

/* A rotation has several triples of angles: the tree gives the triple with roll and yaw in (-pi, pi] and pitch in
 * [-pi/2, pi/2]. */
START_TEST(angles_are_in_their_ranges)
{
    const double pi = 3.14159265358979323846, rounding = 1e-15;
    for (int i = 1; i < 9 * 9 * 9 * 9; i++) {
        const double xyzw[4] = {i % 9 - 4, i / 9 % 9 - 4, i / 81 % 9 - 4, i / 729 - 4};
        double rpy[3];
        if (xyzw[0] == 0 && xyzw[1] == 0 && xyzw[2] == 0 && xyzw[3] == 0) {
            continue;
        }
        cdy_quaternion_to_rpy(xyzw, rpy);
        for (int k = 0; k < 3; k++) {
            const double most = k == 1 ? pi / 2 + rounding : pi;
            ck_assert_msg(fabs(rpy[k]) <= most && (k == 1 || rpy[k] > -pi), "angle %d of %g %g %g %g: %g", k, xyzw[0],
                          xyzw[1], xyzw[2], xyzw[3], rpy[k]);
        }
    }
}
END_TEST

/* ---- mimic ---- */

static void add_mimic(cdy_tree *tree, const char *name, cdy_joint_type type, const char *leader, double multiplier,
                      double offset)
{
    cdy_body body = make_body(name, name, type); /* a body and a joint may have one name */
    body.joint.mimic = (cdy_mimic){leader, multiplier, offset};
    add_body(tree, &body, "base");
}

START_TEST(chains_of_leaders_are_followed_to_their_end)
{
    cdy_error error = {0};
    cdy_follower followers[6];
    cdy_tree *tree = make_tree("base", 0);
    add_mimic(tree, "a", CDY_JOINT_REVOLUTE, "b", 2, 1);
    add_mimic(tree, "b", CDY_JOINT_PRISMATIC, "d", -3, 0.5);
    add_mimic(tree, "c", CDY_JOINT_PLANAR, "d", 5, 5);
    add_mimic(tree, "d", CDY_JOINT_CONTINUOUS, NULL, 1, 0);
    add_mimic(tree, "e", CDY_JOINT_REVOLUTE, "a", 10, -1);
    ck_assert_ok(cdy_tree_resolve_mimic(tree, followers, NULL, &error), error);
    /* a = 2 b + 1 = 2 (-3 d + 0.5) + 1 = -6 d + 2; e = 10 a - 1 = -60 d + 19; a planar joint cannot follow. */
    const cdy_follower expected[6] = {{-1, 1, 0}, {4, -6, 2}, {4, -3, 0.5}, {-1, 1, 0}, {-1, 1, 0}, {4, -60, 19}};
    for (int i = 0; i < 6; i++) {
        ck_assert_int_eq(followers[i].leader, expected[i].leader);
        ck_assert_double_eq(followers[i].multiplier, expected[i].multiplier);
        ck_assert_double_eq(followers[i].offset, expected[i].offset);
    }
    cdy_tree_set_mimic_independent(tree, true);
    ck_assert(cdy_tree_mimic_independent(tree));
    ck_assert_ok(cdy_tree_resolve_mimic(tree, followers, NULL, &error), error);
    for (int i = 0; i < 6; i++) {
        ck_assert_int_eq(followers[i].leader, -1);
    }
    cdy_tree_destroy(tree);
}
END_TEST

/* q_i = 1 q_(i+1) + 1 along the whole chain, whichever end comes first in the order of bodies. */
START_TEST(long_chains_of_leaders_are_followed)
{
    enum { LENGTH = 1000 };
    static cdy_follower followers[LENGTH + 2];
    cdy_error error = {0};
    cdy_tree *tree = make_tree("base", 0);
    for (int i = 0; i <= LENGTH; i++) {
        char name[16], leader[16];
        snprintf(name, sizeof name, "j%05d", _i ? i : LENGTH - i);
        snprintf(leader, sizeof leader, "j%05d", _i ? i - 1 : LENGTH - i + 1);
        add_mimic(tree, name, CDY_JOINT_REVOLUTE, i > 0 ? leader : NULL, 1, 1);
    }
    ck_assert_ok(cdy_tree_resolve_mimic(tree, followers, NULL, &error), error);
    int end = _i ? 1 : LENGTH + 1;
    for (int i = 1; i <= LENGTH + 1; i++) {
        ck_assert_int_eq(followers[i].leader, i == end ? -1 : end);
        ck_assert_double_eq(followers[i].offset, abs(i - end));
    }
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(bad_leaders_are_named)
{
    static const struct {
        const char *leader_of_a, *leader_of_b;
        cdy_joint_type type_of_b;
        const char *word;
    } bad[] = {
        {"nobody", NULL, CDY_JOINT_REVOLUTE, "nobody"}, {"a", NULL, CDY_JOINT_REVOLUTE, "itself"},
        {"b", "a", CDY_JOINT_REVOLUTE, "ring"},         {"b", NULL, CDY_JOINT_PLANAR, "one degree"},
        {"b", NULL, CDY_JOINT_FIXED, "one degree"},     {"b", NULL, CDY_JOINT_FLOATING, "one degree"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        cdy_error error = {0};
        cdy_follower followers[3];
        int culprit = -1;
        cdy_tree *tree = make_tree("base", 0);
        cdy_model *model = (cdy_model *)followers;
        add_mimic(tree, "a", CDY_JOINT_REVOLUTE, bad[i].leader_of_a, 1, 0);
        add_mimic(tree, "b", bad[i].type_of_b, bad[i].leader_of_b, 1, 0);
        ck_assert_fails(cdy_tree_resolve_mimic(tree, followers, &culprit, &error), CDY_ERROR_ROBOT, error);
        ck_assert_int_eq(culprit, 1);
        ck_assert_msg(strstr(error.text, bad[i].word), "no '%s' in '%s'", bad[i].word, error.text);
        ck_assert_fails(cdy_model_create(tree, &model, &error), CDY_ERROR_ROBOT, error);
        ck_assert_ptr_null(model);
        cdy_tree_destroy(tree);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("tree");
    TCase *tests = add_case(suite, "building", the_default_body_is_the_documented_one);
    tcase_add_test(tests, joint_types_have_names_and_degrees);
    tcase_add_test(tests, a_tree_tells_what_it_was_given);
    tcase_add_test(tests, children_are_walked_in_order);
    tests = tcase_create("order");
    tcase_add_loop_test(tests, bodies_come_depth_first_by_joint_name, 0, 30);
    suite_add_tcase(suite, tests);
    tests = tcase_create("refusals");
    tcase_add_loop_test(tests, a_refused_body_leaves_the_tree_as_it_was, 0, SPOILS);
    tcase_add_test(tests, an_unknown_parent_is_refused);
    tcase_add_test(tests, a_bad_base_makes_no_tree);
    tcase_add_test(tests, an_axis_does_not_matter_where_it_is_unused);
    tcase_add_test(tests, gravity_is_kept_and_checked);
    tcase_add_test(tests, limits_are_put_in_order);
    suite_add_tcase(suite, tests);
    tests = add_case(suite, "inertia", inertia_is_carried_to_the_origin);
    tcase_add_test(tests, inertia_is_carried_back_to_the_centre_of_mass);
    add_case(suite, "angles", angles_are_in_their_ranges);
    tests = add_case(suite, "mimic", chains_of_leaders_are_followed_to_their_end);
    tcase_add_loop_test(tests, long_chains_of_leaders_are_followed, 0, 2);
    tcase_add_test(tests, bad_leaders_are_named);
    return run_suites(suite, NULL);
}
