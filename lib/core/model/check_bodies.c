#include "base/error.h"
#include "base/finite.h"
#include "model/check.h"
#include "model/dh_link.h"
#include "model/drives.h"
#include "model/hash.h"
#include "model/payload.h"
#include "model/placement.h"
#include "tree/drive.h"

#include <math.h>
#include <string.h>

static bool is_coordinate(const model_coordinate *c, int64_t index, int32_t body, double multiplier, double offset)
{
    return c->index == index && c->body == body && cdy_same_number(c->multiplier, multiplier) &&
           cdy_same_number(c->offset, offset);
}

/* Whether the parent precedes the body and bodies are in depth-first order. */
static bool is_valid_parent(const model_body *bodies, int32_t body)
{
    const int32_t parent = bodies[body].parent;
    if (parent < 0 || parent >= body) {
        return false;
    }
    int32_t ancestor = body - 1;
    while (ancestor > parent) {
        ancestor = bodies[ancestor].parent;
    }
    return ancestor == parent;
}

static const char *find_fault_in_numbers(const model_body *body, const model_joint *joint)
{
    const double *home = joint->home;
    if (!cdy_is_placement(body->rotation, body->translation)) {
        return "its placement is none";
    }
    if (!cdy_dh_link_is_right(body)) {
        return "its placement differs from that of its link";
    }
    if (!isfinite(body->mass) || body->mass < 0 || !cdy_all_finite(body->h, 3) || !cdy_all_finite(body->inertia, 6)) {
        return "its mass or inertia is negative or not finite";
    }
    if (!(joint->lower <= joint->upper && joint->lower < HUGE_VAL && joint->upper > -HUGE_VAL)) {
        return "its limits leave no position";
    }
    if (!(joint->effort_limit > 0) || !(joint->velocity_limit > 0)) {
        return "its limit of effort or velocity is negative or not a number";
    }
    if (body->nv > 1 && (isfinite(joint->lower) || isfinite(joint->upper) || isfinite(joint->effort_limit) ||
                         isfinite(joint->velocity_limit))) {
        return "its joint has several degrees of freedom, and limits";
    }
    if (!cdy_all_finite(home, 7)) {
        return "its home position is not finite";
    }
    if (!joint->is_follower && !(joint->lower <= home[0] && home[0] <= joint->upper)) {
        return "its home position is beyond its limits";
    }
    const double square = home[0] * home[0] + home[1] * home[1] + home[2] * home[2] + home[3] * home[3];
    const bool usable = !has_quaternion((joint_kind)body->kind) || (square > 1e-300 && square < 1e300);
    return usable ? NULL : "its home position has no orientation";
}

static const char *find_fault_in_kind(const cdy_model *m, const model_body *body, const model_joint *joint)
{
    const cdy_joint_type type = (cdy_joint_type)joint->type;
    if (joint->type < 0 || cdy_joint_type_nv(type) == 0 || body->kind != cdy_kind_of(type) ||
        body->nv != cdy_joint_type_nv(type)) {
        return "its joint is of no type that moves";
    }
    if ((joint->is_follower != 0 && joint->is_follower != 1) || (joint->is_follower && body->nv != 1)) {
        return "its joint cannot be a mimic joint";
    }
    return is_name(m, joint->name) ? NULL : "its joint's name is not among the names";
}

/* The next free coordinates and force row of followers. */
typedef struct numbering {
    int64_t tree_q, tree_v, q, v, follower_row;
} numbering;

/* Whether the coordinates are numbered as by the compiler: consecutive within a joint, without gaps between joints. */
static bool are_numbers_valid(const cdy_model *m, int32_t i, const numbering *n)
{
    const model_body *body = &model_bodies(m)[i];
    const model_joint *joint = &model_joints(m)[i];
    const int32_t nq = cdy_joint_type_nq((cdy_joint_type)joint->type), nv = body->nv;
    const int32_t *own_positions = model_section(m, m->own_positions);
    const int32_t *own_velocities = model_section(m, m->own_velocities);
    bool valid = n->tree_q + nq <= m->tree_nq && n->tree_v + nv <= m->tree_nv;
    valid = valid && body->q == n->tree_q && body->v == n->tree_v;
    valid = valid && body->force_row == (joint->is_follower ? n->follower_row : n->v);
    valid = valid && body->force_row + nv <= m->force_rows;
    if (!valid || joint->is_follower) {
        return valid;
    }
    valid = n->q + nq <= m->nq && n->v + nv <= m->nv && joint->position == n->q && joint->velocity == n->v;
    for (int32_t k = 0; valid && k < nq; k++) {
        valid = own_positions[n->q + k] == n->tree_q + k &&
                is_coordinate(&model_positions(m)[n->tree_q + k], n->q + k, i, 1, 0);
    }
    for (int32_t k = 0; valid && k < nv; k++) {
        valid = own_velocities[n->v + k] == n->tree_v + k &&
                is_coordinate(&model_velocities(m)[n->tree_v + k], n->v + k, i, 1, 0);
    }
    return valid;
}

static void advance(numbering *n, const model_body *body, const model_joint *joint)
{
    const int nq = cdy_joint_type_nq((cdy_joint_type)joint->type), nv = body->nv;
    n->tree_q += nq;
    n->tree_v += nv;
    n->q += joint->is_follower ? 0 : nq;
    n->v += joint->is_follower ? 0 : nv;
    n->follower_row += joint->is_follower ? nv : 0;
}

/* Whether a follower's coordinates refer to a leader with one degree of freedom that is no follower. Needs the check of
 * all other joints. */
static bool is_valid_follower(const cdy_model *m, int32_t i)
{
    const model_body *body = &model_bodies(m)[i];
    const model_joint *joint = &model_joints(m)[i];
    if (joint->position < 0 || joint->position >= m->nq || joint->velocity < 0 || joint->velocity >= m->nv) {
        return false;
    }
    const int32_t *own = model_section(m, m->own_positions);
    const int32_t leader = model_positions(m)[own[joint->position]].body;
    const model_coordinate *q = &model_positions(m)[body->q], *v = &model_velocities(m)[body->v];
    return model_bodies(m)[leader].nv == 1 && model_joints(m)[leader].velocity == joint->velocity &&
           cdy_all_finite(&q->multiplier, 1) && cdy_all_finite(&q->offset, 1) &&
           is_coordinate(q, joint->position, i, q->multiplier, q->offset) && cdy_all_finite(&v->multiplier, 1) &&
           is_coordinate(v, joint->velocity, i, q->multiplier, 0);
}

static const char *find_fault_in_body(const cdy_model *m, int32_t i, const numbering *n)
{
    const model_body *body = &model_bodies(m)[i];
    const model_joint *joint = &model_joints(m)[i];
    if (!is_valid_parent(model_bodies(m), i)) {
        return "its parent cannot be";
    }
    const char *fault = find_fault_in_kind(m, body, joint);
    fault = fault ? fault : find_fault_in_numbers(body, joint);
    return fault || are_numbers_valid(m, i, n) ? fault : "its coordinates have wrong numbers";
}

static cdy_status fail_body(cdy_error *error, int32_t body, const char *fault)
{
    return cdy_fail(error, CDY_ERROR_ROBOT, "the model is damaged: moving body %ld: %s; compile the robot again",
                    (long)body, fault);
}

/* Whether the base, which is only a parent, has no data. */
static bool base_is_empty(const cdy_model *m)
{
    static const model_body body;
    static const model_joint joint;
    return memcmp(&model_bodies(m)[0], &body, sizeof body) == 0 &&
           memcmp(&model_joints(m)[0], &joint, sizeof joint) == 0;
}

static cdy_status check_bodies(const cdy_model *m, cdy_error *error)
{
    numbering n = {.follower_row = m->nv};
    if (!base_is_empty(m)) {
        return fail_body(error, 0, "the base moves");
    }
    for (int32_t i = 1; i < m->body_count; i++) {
        const char *fault = find_fault_in_body(m, i, &n);
        if (fault) {
            return fail_body(error, i, fault);
        }
        advance(&n, &model_bodies(m)[i], &model_joints(m)[i]);
    }
    if (n.tree_q != m->tree_nq || n.tree_v != m->tree_nv || n.q != m->nq || n.v != m->nv ||
        m->force_rows != m->tree_nv || m->has_followers != (m->nv < m->tree_nv)) {
        return fail_body(error, m->body_count - 1,
                         "the numbers of coordinates of the bodies do not sum to those of the model");
    }
    for (int32_t i = 1; i < m->body_count; i++) {
        if (model_joints(m)[i].is_follower && !is_valid_follower(m, i)) {
            return fail_body(error, i, "its mimic joint does not match the coordinates of its leader");
        }
    }
    return CDY_OK;
}

/* Whether the law of a drive is one that the tree accepts (cdy_joint_drive). */
static bool is_valid_law(const model_drive *d)
{
    const model_drive_law *l = &d->law;
    const cdy_joint joint = {
        .dynamics = {.given = true, .damping = d->damping, .friction = d->friction},
        .drive = {.friction_asymmetry = l->friction_asymmetry,
                  .damping_asymmetry = l->damping_asymmetry,
                  .stribeck = l->stribeck,
                  .stribeck_velocity = l->stribeck_velocity,
                  .stribeck_exponent = l->stribeck_exponent,
                  .load_friction = l->load_friction,
                  .load_asymmetry = l->load_asymmetry,
                  .load_stribeck = l->load_stribeck,
                  .load_damping = l->load_damping,
                  .load_velocity = l->load_velocity,
                  .power_friction = l->power_friction,
                  .power_exponent = l->power_exponent,
                  .offset = l->offset,
                  .friction_width = l->width,
                  .load_width = l->load_width,
                  .friction_temperature = l->friction_temperature,
                  .damping_temperature = l->damping_temperature},
    };
    return !cdy_find_drive_fault(&joint);
}

/* Whether the numbers of a drive are valid: springs, rotors and laws only on joints with one degree of freedom, and a
 * spring acts on its own joint's position. */
static bool is_valid_drive(const cdy_model *m, int32_t v, const model_drive *d)
{
    const model_body *body = &model_bodies(m)[model_velocities(m)[v].body];
    const double numbers[] = {d->rotor, d->damping, d->friction, d->stiffness, d->rest, d->rise};
    const bool has_rotor = d->rotor < 0 || d->rotor > 0, has_spring = d->stiffness < 0 || d->stiffness > 0;
    static const model_drive_law none;
    const bool has_law = memcmp(&d->law, &none, sizeof none) != 0;
    return cdy_all_finite(numbers, sizeof numbers / sizeof numbers[0]) && d->rotor >= 0 && d->position == body->q &&
           (body->nv == 1 || (!has_spring && !has_rotor && !has_law)) && is_valid_law(d);
}

static cdy_status check_drives(const cdy_model *m, cdy_error *error)
{
    const model_drive *all = model_section(m, m->robot_drives), *active = model_drives(m);
    bool any_acts = false, load_acts = false;
    for (int32_t v = 0; v < m->tree_nv; v++) {
        const model_drive a = active[v], expected = cdy_acting_drive(&m->drive_options, &all[v], a.rise);
        if (!is_valid_drive(m, v, &all[v]) || !isfinite(a.rise) || !isfinite(a.friction) || !isfinite(a.damping) ||
            !cdy_same_drive(&a, &expected)) {
            return fail_body(error, model_velocities(m)[v].body, "its drive has invalid numbers");
        }
        any_acts = any_acts || cdy_drive_acts(&a);
        load_acts = load_acts || (a.terms & DRIVE_LOAD) != 0;
    }
    return m->drives_act == any_acts && m->load_acts == load_acts && m->drive_mark == cdy_model_drive_mark(m)
               ? CDY_OK
               : fail_body(error, 0, "the flag of acting drives contradicts the drives");
}

cdy_status cdy_check_model_bodies(const cdy_model *model, cdy_error *error)
{
    cdy_status status = check_bodies(model, error);
    status = status ? status : check_drives(model, error);
    const int32_t body = status ? -1 : cdy_find_payload_fault(model);
    return body < 0 ? status : fail_body(error, body, "its mass is not the sum of its links and payloads");
}
