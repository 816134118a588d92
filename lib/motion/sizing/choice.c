/* Drives for all joints of a robot that makes a motion, and carries its drives. */
#include <condyle/drive_sizing.h>

#include "base/error.h"
#include "base/finite.h"
#include "base/memory.h"
#include "dynamics/workspace.h"
#include "model/model.h"

#include <condyle/drives.h>
#include <condyle/dynamics.h>
#include <condyle/kinematics.h>
#include <condyle/model_file.h>
#include <condyle/payload.h>
#include <math.h>
#include <string.h>

/* ---- masses of drives ---- */

/* The frame of a body, -1 for the base. */
static int frame_of_body(const cdy_model *model, int32_t body)
{
    const model_frame *frames = model_frames(model);
    for (int i = 0; body >= 0 && i < model->frame_count; i++) {
        if (frames[i].body == body) {
            return i;
        }
    }
    return -1;
}

/* The frame of the body that the joint of a degree of freedom moves. */
static int frame_of_joint(const cdy_model *model, int velocity)
{
    cdy_moving_joint joint;
    for (int i = 0; cdy_model_joint(model, i, &joint) == CDY_OK; i++) {
        if (!joint.is_follower && joint.velocity == velocity) {
            return joint.frame;
        }
    }
    return 0;
}

/* Adds m (|d|^2 E - d d^T) to an inertia Ixx Iyy Izz Iyz Ixz Ixy. */
static void add_point(double I[6], double mass, const double d[3])
{
    I[0] += mass * (d[1] * d[1] + d[2] * d[2]);
    I[1] += mass * (d[0] * d[0] + d[2] * d[2]);
    I[2] += mass * (d[0] * d[0] + d[1] * d[1]);
    I[3] -= mass * d[1] * d[2];
    I[4] -= mass * d[0] * d[2];
    I[5] -= mass * d[0] * d[1];
}

/* Adds a point mass to a payload. */
static cdy_payload with_point(cdy_payload p, double mass, const double at[3])
{
    const double sum = p.mass + mass;
    double before[3], after[3];
    for (int k = 0; k < 3; k++) {
        const double center = (p.mass * p.center_of_mass[k] + mass * at[k]) / sum;
        before[k] = p.center_of_mass[k] - center;
        after[k] = at[k] - center;
        p.center_of_mass[k] = center;
    }
    add_point(p.inertia, p.mass, before);
    add_point(p.inertia, mass, after);
    p.mass = sum;
    return p;
}

/* Puts the drive of a joint on the body before the joint. */
static cdy_status put_drive(cdy_model *model, cdy_workspace *w, int velocity, double mass, const double *q,
                            cdy_error *error)
{
    const int moved = frame_of_joint(model, velocity);
    const int32_t body = model_frames(model)[moved].body;
    const int carrier = body < 0 ? -1 : frame_of_body(model, model_bodies(model)[body].parent);
    cdy_payload payload = {0};
    double T[16];
    if (carrier < 0 || mass <= 0) {
        return CDY_OK;
    }
    const cdy_status status = cdy_get_transform(model, w, moved, carrier, q, T, error);
    if (status) {
        return status;
    }
    cdy_model_get_payload(model, carrier, &payload);
    payload = with_point(payload, mass, (double[3]){T[3], T[7], T[11]});
    return cdy_model_set_payload(model, carrier, &payload, error);
}

/* Makes a copy of the model that carries drives, without rotors; the caller destroys the copy. */
static cdy_status copy_with_drives(const cdy_model *model, const double *mass, cdy_model **copy, cdy_error *error)
{
    const size_t size = cdy_model_bytes(model);
    const int n = cdy_model_nv(model);
    cdy_workspace *w = NULL;
    cdy_drive_options acting = cdy_drive_options_default();
    char *bytes = cdy_allocate(size, 1);
    double *zero = cdy_allocate((size_t)n + 1, sizeof *zero);
    cdy_status status = bytes && zero ? cdy_model_to_bytes(model, bytes, size, error) : cdy_fail_memory(error);
    status = status ? status : cdy_model_from_bytes(bytes, size, copy, error);
    if (!status) {
        cdy_model_get_drives(*copy, &acting);
        acting.rotors = false;
        status = cdy_model_set_drives(*copy, &acting, error);
    }
    status = status ? status : cdy_workspace_create(*copy, &w, error);
    for (int i = 0; mass && !status && i < n; i++) {
        status = put_drive(*copy, w, i, mass[i], zero, error);
    }
    cdy_workspace_destroy(w);
    cdy_release(zero);
    cdy_release(bytes);
    return status;
}

/* ---- torques ---- */

static cdy_status check_motion(const cdy_model *model, const cdy_drive_motion *m, const double *mass, cdy_error *error)
{
    if (!model || !m || !m->time || !m->q || !m->qd || !m->qdd || m->count < 2) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "a motion needs a model, and time, q, qd and qdd of two rows");
    }
    const int n = cdy_model_nv(model);
    for (int i = 0; i < n; i++) {
        cdy_coordinate c;
        cdy_model_velocity(model, i, &c);
        if (c.count > 1) {
            return cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                            "joint '%.80s' has several degrees of freedom; drives move "
                            "one",
                            c.joint);
        }
        if (mass && (!(mass[i] >= 0) || isinf(mass[i]))) {
            return cdy_fail(error, CDY_ERROR_ARGUMENT, "the drive of joint '%.80s' weighs %g kg", c.joint, mass[i]);
        }
    }
    const size_t numbers = m->count * (size_t)n;
    return cdy_all_finite(m->time, m->count) && cdy_all_finite(m->q, numbers) && cdy_all_finite(m->qd, numbers) &&
                   cdy_all_finite(m->qdd, numbers)
               ? CDY_OK
               : cdy_fail(error, CDY_ERROR_ARGUMENT, "the motion has a number that is not finite");
}

/* Torques of one row; `scratch` has n x n + n numbers. */
static cdy_status take_row(const cdy_model *model, cdy_workspace *w, const cdy_drive_motion *m, size_t row,
                           double *torque, double *scratch, double *most_inertia, double *holding, cdy_error *error)
{
    const size_t n = (size_t)cdy_model_nv(model);
    const double *q = m->q + row * n;
    double *M = scratch, *g = scratch + n * n;
    cdy_status status =
        cdy_inverse_dynamics(model, w, q, m->qd + row * n, m->qdd + row * n, NULL, torque + row * n, error);
    status = status ? status : cdy_mass_matrix(model, w, q, M, error);
    status = status ? status : cdy_gravity_torque(model, w, q, g, error);
    for (size_t i = 0; !status && i < n; i++) {
        most_inertia[i] = fmax(most_inertia[i], M[i * n + i]);
        holding[i] = fmax(holding[i], fabs(g[i]));
    }
    return status;
}

cdy_status cdy_find_drive_torques(const cdy_model *model, const cdy_drive_motion *cycle, const double *mass,
                                  double *torque, double *largest, double *holding, cdy_error *error)
{
    cdy_status status = check_motion(model, cycle, mass, error);
    if (!status && (!torque || !largest || !holding)) {
        status = cdy_fail(error, CDY_ERROR_ARGUMENT, "no memory for torques, inertias and holding torques was given");
    }
    if (status) {
        return status;
    }
    const size_t n = (size_t)cdy_model_nv(model);
    cdy_model *copy = NULL;
    cdy_workspace *w = NULL;
    double *torques = cdy_allocate(cycle->count, (n + 1) * sizeof *torques);
    double *scratch = cdy_allocate(n * n + 3 * n + 1, sizeof *scratch);
    double *inertias = scratch ? scratch + n * n + n : NULL, *holdings = scratch ? inertias + n : NULL;
    status = torques && scratch ? copy_with_drives(model, mass, &copy, error) : cdy_fail_memory(error);
    status = status ? status : cdy_workspace_create(copy, &w, error);
    for (size_t row = 0; !status && row < cycle->count; row++) {
        status = take_row(copy, w, cycle, row, torques, scratch, inertias, holdings, error);
    }
    if (!status) {
        memcpy(torque, torques, cycle->count * n * sizeof *torque);
        memcpy(largest, inertias, n * sizeof *largest);
        memcpy(holding, holdings, n * sizeof *holding);
    }
    cdy_workspace_destroy(w);
    cdy_model_destroy(copy);
    cdy_release(torques);
    cdy_release(scratch);
    return status;
}

/* ---- choice ---- */

/* A choice while it is made. */
typedef struct choosing {
    const cdy_model *model;
    const cdy_drive_motion *cycle;
    const cdy_motor_drive *drives;
    int count, n;
    const cdy_drive_demand *demand;
    const double *included;
    const int *given;
    double *torque, *inertias, *holding, *mass; /* of the robot with the drives of this round */
    double *columns;                            /* speed, acceleration and torque of one joint, a column each */
    cdy_drive_choice *choices;
} choosing;

static double weight(const cdy_motor_drive *d)
{
    return isnan(d->mass) ? HUGE_VAL : d->mass;
}

static double most_used(const cdy_drive_use *u)
{
    return u->nearest < CDY_DRIVE_LIMITS ? u->used[u->nearest] : 0;
}

/* Whether a drive is to be preferred to the present choice: a drive that does the motion to one that does not; of two
 * drives that do it, the lighter one; of two that are alike, the one whose nearest limit is less used. */
static bool is_better(const choosing *s, int drive, const cdy_drive_use *use, const cdy_drive_choice *than)
{
    const cdy_drive_use *other = &than->use;
    if (than->drive < 0) {
        return true;
    }
    const bool does = !use->exceeded && !(s->demand->strict && use->unknown);
    const bool other_does = !other->exceeded && !(s->demand->strict && other->unknown);
    const double mass = weight(&s->drives[drive]), other_mass = weight(&s->drives[than->drive]);
    if (does != other_does) {
        return does;
    }
    return does && (mass < other_mass || mass > other_mass) ? mass < other_mass : most_used(use) < most_used(other);
}

/* The cycle of a joint. */
static cdy_drive_duty duty_of(const choosing *s, int joint)
{
    const size_t rows = s->cycle->count, n = (size_t)s->n, i = (size_t)joint;
    double *speed = s->columns, *acceleration = speed + rows, *torque = acceleration + rows;
    for (size_t row = 0; row < rows; row++) {
        speed[row] = s->cycle->qd[row * n + i];
        acceleration[row] = s->cycle->qdd[row * n + i];
        torque[row] = s->torque[row * n + i];
    }
    return (cdy_drive_duty){rows, s->cycle->time, speed, acceleration, torque, s->inertias[i], s->holding[i]};
}

/* Chooses the drive of one joint among those not lighter than its present one. */
static cdy_status choose_joint(const choosing *s, int joint, cdy_drive_choice *choice, cdy_error *error)
{
    cdy_coordinate c;
    cdy_drive_choice best = {.drive = -1};
    const cdy_drive_duty duty = duty_of(s, joint);
    const int given = s->given ? s->given[joint] : -1, present = choice->drive;
    cdy_status status = CDY_OK;
    cdy_model_velocity(s->model, joint, &c);
    for (int i = 0; !status && i < s->count; i++) {
        const bool fits = given >= 0 ? i == given : s->drives[i].linear == !c.angular;
        if (!fits || (present >= 0 && weight(&s->drives[i]) < weight(&s->drives[present]))) {
            continue;
        }
        cdy_drive_use use;
        status = cdy_find_drive_use(&s->drives[i], &duty, s->demand, &use, error);
        if (!status && is_better(s, i, &use, &best)) {
            best = (cdy_drive_choice){i, use};
        }
    }
    if (!status) {
        *choice = best;
    }
    return status;
}

/* Chooses all drives once; *changed tells whether a mass is another than before. */
static cdy_status choose_once(choosing *s, bool *changed, cdy_error *error)
{
    cdy_status status = cdy_find_drive_torques(s->model, s->cycle, s->mass, s->torque, s->inertias, s->holding, error);
    *changed = false;
    for (int i = 0; !status && i < s->n; i++) {
        status = choose_joint(s, i, &s->choices[i], error);
        const int drive = s->choices[i].drive;
        const double mass = drive < 0 || isnan(s->drives[drive].mass) ? 0 : s->drives[drive].mass;
        const double added = fmax(mass - (s->included ? s->included[i] : 0), 0);
        *changed = *changed || added > s->mass[i] || added < s->mass[i];
        s->mass[i] = added;
    }
    return status;
}

static cdy_status check_choice(const choosing *s, cdy_error *error)
{
    cdy_status status = check_motion(s->model, s->cycle, s->included, error);
    if (!status && (!s->drives || !s->demand || !s->choices || s->count < 1)) {
        status = cdy_fail(error, CDY_ERROR_ARGUMENT, "no drives, demand or memory for the choices was given");
    }
    for (int i = 0; !status && s->given && i < cdy_model_nv(s->model); i++) {
        if (s->given[i] < -1 || s->given[i] >= s->count) {
            status = cdy_fail(error, CDY_ERROR_ARGUMENT, "there is no drive %d; expected 0 to %d, or -1", s->given[i],
                              s->count - 1);
        }
    }
    return status;
}

static cdy_status open_choice(choosing *s, cdy_error *error)
{
    const size_t n = (size_t)s->n, rows = s->cycle->count;
    s->torque = cdy_allocate(rows, (n + 1) * sizeof *s->torque);
    s->inertias = cdy_allocate(3 * n + 1, sizeof *s->inertias);
    s->columns = cdy_allocate(rows, 3 * sizeof *s->columns);
    s->choices = cdy_allocate(n + 1, sizeof *s->choices);
    if (!s->torque || !s->inertias || !s->columns || !s->choices) {
        return cdy_fail_memory(error);
    }
    s->holding = s->inertias + n;
    s->mass = s->holding + n;
    for (size_t i = 0; i < n; i++) {
        s->choices[i].drive = -1;
    }
    return CDY_OK;
}

cdy_status cdy_choose_drives(const cdy_model *model, const cdy_drive_motion *cycle, const cdy_motor_drive *drives,
                             int count, const cdy_drive_demand *demand, const double *included, const int *given,
                             cdy_drive_choice *choices, int *rounds, cdy_error *error)
{
    choosing s = {.model = model,
                  .cycle = cycle,
                  .drives = drives,
                  .count = count,
                  .demand = demand,
                  .included = included,
                  .given = given,
                  .choices = choices};
    cdy_status status = check_choice(&s, error);
    if (status) {
        return status;
    }
    s.n = cdy_model_nv(model);
    status = open_choice(&s, error);
    int round = 0;
    for (bool changed = true; changed && !status; round++) {
        status = choose_once(&s, &changed, error);
    }
    if (!status) {
        memcpy(choices, s.choices, (size_t)s.n * sizeof *choices);
        if (rounds) {
            *rounds = round;
        }
    }
    cdy_release(s.torque);
    cdy_release(s.inertias);
    cdy_release(s.columns);
    cdy_release(s.choices);
    return status;
}
