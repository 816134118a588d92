#include "support/near_singular.h"

#include "support/compare.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_LINKS = 6, NAME_SIZE = 16 };

/* A point mass, a body with inertia, or a massless link. */
static void draw_mass(uint64_t *seed, cdy_body *body)
{
    const int kind = draw_below(seed, 4);
    const double mass = pow(10, draw(seed, -2, 1)), radius = draw(seed, 0.01, 0.2), I = mass * radius * radius;
    const double ball[6] = {I * draw(seed, 0.8, 1.2), 0, 0, I * draw(seed, 0.8, 1.2), 0, I}, point[6] = {0};
    if (kind > 0) {
        set_inertial(body, mass, draw(seed, -0.4, 0.4), draw(seed, -0.4, 0.4), draw(seed, -0.4, 0.4),
                     kind == 1 ? ball : point);
    }
}

/* Axes are mostly those of the frame, and origins near or equal, so that joints become redundant. */
static cdy_body draw_link(uint64_t *seed, const char *name, const char *joint)
{
    static const cdy_joint_type types[] = {CDY_JOINT_REVOLUTE, CDY_JOINT_CONTINUOUS, CDY_JOINT_REVOLUTE,
                                           CDY_JOINT_PRISMATIC};
    cdy_body body = make_body(name, joint, types[draw_below(seed, 4)]);
    const int axis = draw_below(seed, 4), place = draw_below(seed, 3);
    if (axis < 3) {
        set_axis(&body, axis == 0, axis == 1, axis == 2);
    } else {
        set_axis(&body, draw(seed, -1, 1), draw(seed, -1, 1), draw(seed, 0.1, 1));
    }
    if (place == 1) {
        set_origin(&body, draw(seed, -1, 1), 0, 0, 0, 0, 0);
    } else if (place == 2) {
        set_origin(&body, draw(seed, -1, 1), draw(seed, -1, 1), draw(seed, -1, 1), draw(seed, -3, 3), draw(seed, -3, 3),
                   0);
    }
    draw_mass(seed, &body);
    return body;
}

static cdy_tree *make_links(near_singular_kind kind, uint64_t *seed)
{
    cdy_tree *tree = make_tree("world", 9.81);
    char names[MOST_LINKS + 1][NAME_SIZE] = {"root"}, joint[NAME_SIZE], leader[NAME_SIZE] = "";
    cdy_body body = make_body("root", "move", kind == NEAR_SINGULAR_BASE ? CDY_JOINT_FLOATING : CDY_JOINT_REVOLUTE);
    if (draw_below(seed, 3) == 0) {
        draw_mass(seed, &body);
    }
    add_body(tree, &body, "world");
    const int links = 1 + draw_below(seed, MOST_LINKS);
    for (int i = 1; i <= links; i++) {
        const int parent = draw_below(seed, 4) ? i - 1 : draw_below(seed, i);
        snprintf(names[i], NAME_SIZE, "l%d", i);
        snprintf(joint, NAME_SIZE, "j%d", i);
        body = draw_link(seed, names[i], joint);
        if (kind == NEAR_SINGULAR_RING && leader[0] && draw_below(seed, 2)) {
            static const double gears[] = {-1, 1, 0.5};
            body.joint.mimic = (cdy_mimic){leader, gears[draw_below(seed, 3)], 0};
        } else {
            memcpy(leader, joint, NAME_SIZE);
        }
        add_body(tree, &body, names[parent]);
    }
    return tree;
}

/* Two or three fingers of three links on a body that floats or turns, up to 1e12 times as heavy. */
static cdy_tree *make_fingers(uint64_t *seed)
{
    cdy_tree *tree = make_tree("world", 9.81);
    const double heavy = pow(10, draw(seed, 1, 3)), light = pow(10, draw(seed, -9, -5)), size = 0.01;
    cdy_body body = make_body("root", "move", draw_below(seed, 2) ? CDY_JOINT_FLOATING : CDY_JOINT_REVOLUTE);
    set_inertial(&body, heavy, 0.1, 0.2, 0.1, (double[6]){heavy, 0, 0, heavy, 0, heavy});
    add_body(tree, &body, "world");
    const int fingers = 2 + draw_below(seed, 2);
    for (int i = 0; i < 3 * fingers; i++) {
        char name[NAME_SIZE], joint[NAME_SIZE], parent[NAME_SIZE] = "root";
        const double mass = light * draw(seed, 1, 2), I = mass * size * size / 5;
        snprintf(name, NAME_SIZE, "l%d", i);
        snprintf(joint, NAME_SIZE, "j%d", i);
        if (i % 3) {
            snprintf(parent, NAME_SIZE, "l%d", i - 1);
        }
        body = make_body(name, joint, CDY_JOINT_REVOLUTE);
        set_axis(&body, i % 3 == 0, i % 3 > 0, 0);
        set_origin(&body, i % 3 ? size : 0.3 * i, 0, 0, 0, 0, 0);
        set_inertial(&body, mass, size / 2, size / 3, 0, (double[6]){I, 0, 0, I, 0, I});
        add_body(tree, &body, parent);
    }
    return tree;
}

robot make_near_singular(near_singular_kind kind, uint64_t seed)
{
    return make_robot(kind == NEAR_SINGULAR_FINGERS ? make_fingers(&seed) : make_links(kind, &seed));
}

void draw_near_singular(const robot *r, uint64_t *seed, double *q, size_t count)
{
    const size_t nq = (size_t)r->nq, first = r->nq > r->nv ? 7 : 0; /* a quaternion stays unchanged */
    for (size_t b = 0; b < count; b++) {
        cdy_random_configuration(r->model, seed, q + b * nq);
        const int how = draw_below(seed, 3);
        for (size_t i = first; how > 0 && i < nq; i++) {
            if (draw_below(seed, 2)) {
                q[b * nq + i] = how == 1 ? 0 : pow(10, draw(seed, -9, -2));
            }
        }
    }
}
