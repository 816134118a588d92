#include "support/random_tree.h"

#include "support/compare.h"
#include "support/robot.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NAME_SIZE = 32 };

typedef struct builder {
    cdy_tree *tree;
    uint64_t state;
    random_joints joints;
    int bodies; /* bodies added so far, the base included: also the number in the next name */
    char names[256][NAME_SIZE];
    char leader[NAME_SIZE]; /* joint of the last body with one degree of freedom of its own, or "" */
} builder;

/* The inertia of a cloud of points, so that it is physically possible. */
static void draw_inertial(builder *b, cdy_body *body)
{
    double mass = draw(&b->state, 0.2, 3), S[6] = {0};
    for (int i = 0; i < 5; i++) {
        double r[3];
        draw_array(&b->state, 0.15, r, 3);
        const double products[6] = {r[0] * r[0], r[0] * r[1], r[0] * r[2], r[1] * r[1], r[1] * r[2], r[2] * r[2]};
        for (int k = 0; k < 6; k++) {
            S[k] += mass / 5 * products[k];
        }
    }
    const double I[6] = {S[3] + S[5], -S[1], -S[2], S[0] + S[5], -S[4], S[0] + S[3]};
    /* One after the other: compilers differ in the order of arguments, and some tests record results. */
    const double z = draw(&b->state, -0.1, 0.1), y = draw(&b->state, -0.1, 0.1), x = draw(&b->state, -0.1, 0.1);
    set_inertial(body, mass, x, y, z, I);
    draw_array(&b->state, 3, body->inertial.origin.rpy, 3);
}

static cdy_joint_type draw_type(builder *b)
{
    static const cdy_joint_type types[] = {CDY_JOINT_REVOLUTE,  CDY_JOINT_REVOLUTE,  CDY_JOINT_REVOLUTE,
                                           CDY_JOINT_PRISMATIC, CDY_JOINT_PRISMATIC, CDY_JOINT_CONTINUOUS,
                                           CDY_JOINT_PLANAR,    CDY_JOINT_FLOATING,  CDY_JOINT_SPHERICAL};
    static const int counts[] = {[RANDOM_JOINTS_ALL] = 9, [RANDOM_JOINTS_URDF] = 8, [RANDOM_JOINTS_ONE_DEGREE] = 6};
    return types[draw_below(&b->state, counts[b->joints])];
}

/* Adds a body whose name and joint name are in random order, and returns its number. */
static int add_random_body(builder *b, int parent, cdy_joint_type type, bool massive)
{
    char joint[NAME_SIZE];
    char *name = b->names[b->bodies];
    snprintf(name, NAME_SIZE, "l%d", b->bodies);
    snprintf(joint, NAME_SIZE, "j%04x-%d", (unsigned)draw_below(&b->state, 65536), b->bodies);
    cdy_body body = make_body(name, joint, type);
    draw_array(&b->state, 0.4, body.joint.origin.xyz, 3);
    draw_array(&b->state, 3, body.joint.origin.rpy, 3);
    draw_array(&b->state, 2, body.joint.axis, 3);
    body.joint.axis[2] += body.joint.axis[2] < 0 ? -0.1 : 0.1;
    if (massive) {
        draw_inertial(b, &body);
    }
    bool single = cdy_joint_type_nv(type) == 1;
    if (single && massive && b->joints != RANDOM_JOINTS_ONE_DEGREE && b->leader[0] && draw_below(&b->state, 6) == 0) {
        body.joint.mimic = (cdy_mimic){b->leader, draw(&b->state, -2, 2), draw(&b->state, -1, 1)};
    } else if (single) {
        memcpy(b->leader, joint, sizeof b->leader);
    }
    add_body(b->tree, &body, b->names[parent]);
    return b->bodies++;
}

/* Adds a massive body, sometimes behind a welded body or behind a moving massless one. */
static int add_link(builder *b, int parent, bool root)
{
    cdy_joint_type type = draw_type(b);
    if (root && b->joints != RANDOM_JOINTS_ONE_DEGREE && draw_below(&b->state, 2)) {
        type = draw_below(&b->state, 2) ? CDY_JOINT_FLOATING : CDY_JOINT_PLANAR;
    }
    int moving = 1;
    switch (draw_below(&b->state, 6)) {
    case 0: parent = add_random_body(b, parent, CDY_JOINT_FIXED, true); break;
    case 1: parent = add_random_body(b, parent, CDY_JOINT_FIXED, false); break;
    case 2:
        parent = add_random_body(b, parent, CDY_JOINT_REVOLUTE, false);
        type = CDY_JOINT_PRISMATIC;
        moving = 2;
        break;
    default: break;
    }
    int body = add_random_body(b, parent, type, true);
    if (draw_below(&b->state, 5) == 0) {
        add_random_body(b, body, CDY_JOINT_FIXED, draw_below(&b->state, 2));
    }
    return moving;
}

cdy_tree *random_tree(uint64_t seed, int count, random_joints joints)
{
    builder b = {.tree = make_tree("base", 0), .state = seed, .joints = joints, .bodies = 1, .names = {"base"}};
    double gravity[3];
    cdy_error error = {0};
    draw_array(&b.state, 9, gravity, 3);
    ck_assert_ok(cdy_tree_set_gravity(b.tree, gravity, &error), error);
    for (int moving = 0; moving < count;) {
        int parent = draw_below(&b.state, 3) ? b.bodies - 1 : draw_below(&b.state, b.bodies);
        moving += add_link(&b, parent, moving == 0);
    }
    return b.tree;
}

void random_state(uint64_t *state, const cdy_tree *tree, double *q)
{
    for (int i = 1; i <= cdy_tree_body_count(tree); i++) {
        const cdy_joint *joint = &cdy_tree_body(tree, i)->joint;
        int count = cdy_joint_type_nq(joint->type);
        if (count == 1 && joint->mimic.joint && !cdy_tree_mimic_independent(tree)) {
            continue;
        }
        draw_array(state, 2, q, count);
        if (cdy_joint_type_traits(joint->type)->quaternion == 0) {
            q[0] += q[0] < 0 ? -0.2 : 0.2;
        }
        q += count;
    }
}
