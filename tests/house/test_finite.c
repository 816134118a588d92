/* No call returns CDY_OK with a number that is not finite: for every number in an argument or a robot, the results are
 * finite or the call fails with a message. */
#include "batch/batch_case.h"
#include "batch/float_case.h"
#include "support/driven.h"
#include "support/suite.h"

#include <condyle/condyle.h>
#include <float.h>
#include <math.h>
#include <stdio.h>

/* The smallest and the largest numbers, negative zero, infinities, NaN, and numbers whose squares overflow. */
static const double extremes[] = {1e308,  -1e308,  DBL_MAX, -DBL_MAX, 5e-324,    -5e-324,     -0.0,
                                  1e-308, 1.5e154, 1e300,   HUGE_VAL, -HUGE_VAL, (double)NAN, 1e16};
enum { EXTREMES = sizeof extremes / sizeof *extremes, BODIES = 5, ROWS = 2, ROBOTS = 2 };
enum { ROOM = 1024, MORE = 64 };

/* Arguments of the calls besides states: numbers, of which each call reads as many as it needs, and arrays for results,
 * which hold finite numbers before the call. */
typedef struct world {
    states s;
    cdy_batch *batch;
    cdy_row_solver *solver;
    cdy_motion_model *motion;
    cdy_simulation *simulation;
    double more[MORE];
    double out[4][ROOM];
    size_t turn;
    const char *said; /* name of the changed number, for messages */
} world;

static void spread(cdy_body bodies[BODIES], int number)
{
    static const cdy_joint_type types[ROBOTS][BODIES] = {
        {CDY_JOINT_REVOLUTE, CDY_JOINT_PRISMATIC, CDY_JOINT_CONTINUOUS, CDY_JOINT_REVOLUTE, CDY_JOINT_FIXED},
        {CDY_JOINT_FLOATING, CDY_JOINT_REVOLUTE, CDY_JOINT_PLANAR, CDY_JOINT_REVOLUTE, CDY_JOINT_PRISMATIC}};
    static const char *const names[BODIES] = {"a", "b", "c", "d", "e"};
    for (int i = 0; i < BODIES; i++) {
        const double inertia[6] = {0.2, 0.01, 0.02, 0.3, 0.03, 0.25 + 0.01 * i};
        bodies[i] = make_body(names[i], names[i], types[number][i]);
        set_inertial(&bodies[i], 1 + i, 0.1, 0.05 * i, -0.1, inertia);
        set_origin(&bodies[i], 0.3, 0.1 * i, 0.2, 0.1, 0.2 * i, 0.3);
        set_axis(&bodies[i], 0, i % 2, 1);
        bodies[i].joint.limit = (cdy_limit){types[number][i] != CDY_JOINT_CONTINUOUS, -1, 1, 100, 10};
        bodies[i].joint.dynamics = (cdy_joint_dynamics){true, 0.1, 0.2, 3, 0.1};
        bodies[i].joint.rotor_inertia = 1e-4;
        bodies[i].joint.gear_ratio = 50;
    }
    bodies[3].joint.mimic = (cdy_mimic){bodies[number].name, 0.5, 0.1};
    bodies[3].joint.mimic.joint = number == 0 ? "a" : "b";
}

/* Builds the robot with all drives on; returns false where a call refuses a number of the robot with a message. */
static bool build(const cdy_body bodies[BODIES], const double gravity[3], robot *r)
{
    cdy_error error = {0};
    *r = (robot){.tree = make_tree("world", 9.81)};
    const cdy_drive_options drives = all_drives();
    cdy_status status = cdy_tree_set_gravity(r->tree, gravity, &error);
    for (int i = 0; i < BODIES && !status; i++) {
        status = cdy_tree_add_body(r->tree, &bodies[i], i == 0 ? "world" : bodies[i - 1].name, &error);
    }
    status = status ? status : cdy_model_create(r->tree, &r->model, &error);
    status = status ? status : cdy_model_set_drives(r->model, &drives, &error);
    status = status ? status : cdy_workspace_create(r->model, &r->work, &error);
    if (status) {
        ck_assert_str_ne(error.text, "");
        free_robot(r);
        return false;
    }
    r->nq = cdy_model_nq(r->model);
    r->nv = cdy_model_nv(r->model);
    return true;
}

/* Fails the test where a result is not finite. An assertion for each number would take longer than the call. */
static void check_finite(const world *w, const char *call, const double *x, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(x[i])) {
            ck_abort_msg("%s is CDY_OK and gives %g in place %zu where %s", call, x[i], i, w->said);
        }
    }
}

static void check_said(const world *w, const char *call, cdy_status status, const cdy_error *error)
{
    if (status && !error->text[0]) {
        ck_abort_msg("%s fails without a word where %s", call, w->said);
    }
}

#define CALL(NAME, EXPRESSION)                                                                                         \
    static cdy_status call_##NAME(world *w, double(*out)[ROOM], cdy_error *error)                                      \
    {                                                                                                                  \
        const cdy_model *const model = w->s.r.model;                                                                   \
        cdy_workspace *const work = w->s.r.work;                                                                       \
        const double *const q = w->s.q, *const qd = w->s.qd, *const x = w->s.qdd, *const more = w->more;               \
        const int frame = (int)w->s.frames - 1;                                                                        \
        (void)model, (void)work, (void)q, (void)qd, (void)x, (void)more, (void)frame, (void)out, (void)error;          \
        return EXPRESSION;                                                                                             \
    }

/* Makes a target from numbers of `more`; with the first values of `more`, the target is a valid placement. */
static void fill_target(const world *w, double T[16])
{
    static const int places[3] = {3, 7, 11};
    const double turned[16] = {0, -1, 0, 0.3, 1, 0, 0, 0.2, 0, 0, 1, 0.4, 0, 0, 0, 1};
    memcpy(T, turned, sizeof turned);
    for (int i = 0; i < 3; i++) {
        T[places[i]] = w->more[i];
    }
    T[0] = w->more[3];
}

static cdy_status look_for(world *w, double (*out)[ROOM], cdy_error *error)
{
    double T[16];
    cdy_ik_options o = cdy_ik_options_default();
    cdy_ik_report report;
    o.iterations = 20;
    o.restarts = 2;
    fill_target(w, T);
    for (int i = 0; i < 6; i++) {
        o.weights[i] = w->more[4 + i];
    }
    o.angular_tolerance = w->more[10];
    o.linear_tolerance = w->more[11];
    cdy_status status = cdy_inverse_kinematics(
        w->s.r.model, w->s.r.work,
        &(cdy_ik_problem){.frame = (int)w->s.frames - 1, .target = T, .start = w->s.q, .options = &o}, out[0], &report,
        error);
    if (!status) {
        out[1][0] = report.angular_error;
        out[1][1] = report.linear_error;
    }
    return status;
}

/* Every kind of constraint in turn, with numbers of any size. */
static cdy_status look_for_constrained(world *w, double (*out)[ROOM], cdy_error *error)
{
    static int turn;
    cdy_ik_constraint list[2] = {cdy_ik_constraint_default((cdy_ik_constraint_kind)(turn++ % 10)),
                                 cdy_ik_constraint_default(CDY_IK_POSITION)};
    cdy_gik_options o = {.tolerance = w->more[10], .iterations = 40, .restarts = 2};
    cdy_gik_report report;
    cdy_ik_violation violations[2];
    list[0].frame = list[1].frame = (int)w->s.frames - 1;
    list[0].position = 0;
    fill_target(w, list[0].in_reference);
    fill_target(w, list[1].in_frame);
    list[0].angular_tolerance = w->more[11];
    list[1].linear_tolerance = w->more[12];
    for (int i = 0; i < 7; i++) {
        list[0].weights[i] = w->more[4 + i];
    }
    const cdy_gik_problem problem = {.constraints = list, .count = 2, .start = w->s.q, .options = &o};
    cdy_status status =
        cdy_generalized_inverse_kinematics(w->s.r.model, w->s.r.work, &problem, out[0], &report, violations, error);
    if (!status) {
        out[1][0] = report.cost;
        out[1][1] = report.violation;
        memcpy(out[1] + 2, violations, sizeof violations);
    }
    return status;
}

static cdy_constraint make_constraint(const world *w)
{
    cdy_constraint c = {.frame = (int)w->s.frames - 1, .rows = CDY_ROWS_BALL};
    for (int i = 0; i < 3; i++) {
        c.in_frame.xyz[i] = w->more[12 + i];
        c.in_other.xyz[i] = w->more[15 + i];
        c.in_other.rpy[i] = w->more[18 + i];
    }
    return c;
}

static cdy_constraint_options make_constraint_options(const world *w)
{
    cdy_constraint_options o = cdy_constraint_options_default();
    o.iterations = 10;
    o.velocity_gain = w->more[21];
    o.position_gain = w->more[22];
    o.rank_tolerance = w->more[23];
    o.gap_tolerance = w->more[24];
    return o;
}

static cdy_status constrain(world *w, double (*out)[ROOM], cdy_error *error)
{
    const cdy_constraint c = make_constraint(w);
    const cdy_constraint_options o = make_constraint_options(w);
    cdy_constraint_report report = {0};
    const states *s = &w->s;
    cdy_status status = cdy_constrained_forward_dynamics(
        s->r.model, s->r.work, w->solver,
        &(cdy_constrained_state){
            .q = s->q, .qd = s->qd, .tau = s->qdd, .fext = s->fext, .constraints = &c, .count = 1, .options = &o},
        out[0], out[1], &report, error);
    out[2][0] = status ? 0 : report.residual;
    return status;
}

static cdy_status strike(world *w, double (*out)[ROOM], cdy_error *error)
{
    const cdy_constraint c = make_constraint(w);
    const cdy_constraint_options o = make_constraint_options(w);
    cdy_constraint_report report = {0};
    const states *s = &w->s;
    cdy_status status = cdy_impact(
        s->r.model, s->r.work, w->solver,
        &(cdy_constrained_state){
            .q = s->q, .qd = s->qd, .constraints = &c, .count = 1, .options = &o, .restitution = w->more[25]},
        out[0], out[1], &report, error);
    out[2][0] = status ? 0 : report.residual;
    return status;
}

static cdy_status project(world *w, double (*out)[ROOM], cdy_error *error)
{
    const cdy_constraint c = make_constraint(w);
    const cdy_constraint_options o = make_constraint_options(w);
    cdy_projection_report report = {0};
    cdy_status status = cdy_constraint_project(
        w->s.r.model, w->s.r.work, w->solver,
        &(cdy_constrained_state){.q = w->s.q, .constraints = &c, .count = 1, .options = &o}, out[0], &report, error);
    out[1][0] = status ? 0 : report.gap;
    return status;
}

static cdy_status measure_gap(world *w, double (*out)[ROOM], cdy_error *error)
{
    const cdy_constraint c = make_constraint(w);
    return cdy_constraint_gap(w->s.r.model, w->s.r.work, w->s.q, &c, 1, out[0], error);
}

static cdy_status find_wrenches(world *w, double (*out)[ROOM], cdy_error *error)
{
    const cdy_constraint c = make_constraint(w);
    return cdy_constraint_wrenches(w->s.r.model, w->s.r.work, w->s.q, &c, 1, w->more + 26, out[0], error);
}

static cdy_status anchor(world *w, double (*out)[ROOM], cdy_error *error)
{
    cdy_constraint c = make_constraint(w);
    c.rows = CDY_ROWS_WELD;
    cdy_status status = cdy_constraint_anchor(w->s.r.model, w->s.r.work, w->s.q, &c, error);
    memcpy(out[0], &c.in_other, status ? 0 : sizeof c.in_other);
    return status;
}

static cdy_status solve_task(world *w, double (*out)[ROOM], cdy_error *error)
{
    cdy_task task = {.frame = (int)w->s.frames - 1, .axes = CDY_AXES_BODY, .rows = CDY_ROWS_LINEAR};
    const size_t n = w->s.nv;
    memcpy(task.point, w->more + 12, sizeof task.point);
    cdy_operational_space result = {
        .J = out[0], .Lambda = out[1], .Jbar = out[1] + 9, .N = out[2], .mu = out[2] + n * n, .p = out[2] + n * n + 3};
    return cdy_task_dynamics(
        w->s.r.model, w->s.r.work, w->solver,
        &(cdy_task_state){.q = w->s.q, .qd = w->s.qd, .tasks = &task, .count = 1, .tolerance = w->more[23]}, &result,
        error);
}

/* A step and the queries of the state after it; implicit steps if `integrator` is implicit. */
static cdy_status simulate(world *w, cdy_integrator integrator, double (*out)[ROOM], cdy_error *error)
{
    cdy_simulation_options o = cdy_simulation_options_default();
    cdy_simulation *simulation;
    const states *s = &w->s;
    o.integrator = integrator;
    o.step = w->more[29];
    o.relative_tolerance = w->more[30];
    o.absolute_tolerance = w->more[31];
    cdy_status status = cdy_simulation_create(s->r.model, &o, &simulation, error);
    if (status) {
        return status;
    }
    status = cdy_simulation_set_state(simulation, w->more[32], s->q, s->qd, error);
    status = status ? status : cdy_simulation_step(simulation, error);
    if (!status) {
        out[0][0] = cdy_simulation_time(simulation);
        memcpy(out[1], cdy_simulation_q(simulation), s->nq * sizeof(double));
        memcpy(out[2], cdy_simulation_qd(simulation), s->nv * sizeof(double));
        status = cdy_simulation_energy(simulation, out[0] + 1, out[0] + 2, error);
    }
    cdy_simulation_destroy(simulation);
    return status;
}

static cdy_status control(world *w, cdy_motion_type type, bool derive, double (*out)[ROOM], cdy_error *error)
{
    cdy_motion_model *motion;
    const states *s = &w->s;
    double omega[MORE], zeta[MORE], Kp[MORE * MORE] = {0}, Kd[MORE * MORE] = {0};
    cdy_status status = cdy_motion_model_create(s->r.model, type, &motion, error);
    if (status) {
        return status;
    }
    for (size_t i = 0; i < s->nv; i++) {
        omega[i] = w->more[33];
        zeta[i] = w->more[34];
        Kp[i * s->nv + i] = w->more[35];
        Kd[i * s->nv + i] = w->more[36];
    }
    status = cdy_motion_model_set_error_dynamics(motion, omega, zeta, error);
    status = status ? status : cdy_motion_model_set_gains(motion, Kp, Kd, error);
    status =
        status ? status : cdy_motion_model_set_reference(motion, s->q + s->nq, s->qd + s->nv, s->qdd + s->nv, error);
    if (!status && derive) {
        status = cdy_motion_model_derivative(motion, s->q, s->qd, s->fext, out[0], error);
    } else if (!status) {
        status = cdy_motion_model_control(motion, 0, s->q, s->qd, out[0]);
        cdy_error said = {.text = "a control law has no place for its reason"};
        *error = said;
    }
    cdy_motion_model_destroy(motion);
    return status;
}

static cdy_status make_nearest(world *w, double (*out)[ROOM], cdy_error *error)
{
    return cdy_parameters_make_consistent(w->more + 37, w->more[47], out[0], out[1], error);
}

static cdy_status apply(world *w, double (*out)[ROOM], cdy_error *error)
{
    const cdy_model *model = w->s.r.model;
    const int p = cdy_parameter_count(model, NULL);
    double *pi = w->out[3];
    cdy_tree *identified = NULL;
    cdy_status status = cdy_inertial_parameters(model, pi, error);
    for (int i = 0; i < 10 && !status; i++) {
        pi[p - 10 + i] *= w->more[37 + i] / w->more[37];
    }
    status = status ? status : cdy_tree_apply_parameters(w->s.r.tree, model, NULL, pi, &identified, error);
    for (int i = 0; !status && i < p; i++) {
        pi[i] = 0;
    }
    for (int i = 0; !status && i < cdy_tree_body_count(identified); i++) {
        const cdy_inertial *inertial = &cdy_tree_body(identified, i)->inertial;
        memcpy(out[0] + 12 * i, inertial->origin.xyz, 3 * sizeof(double));
        memcpy(out[0] + 12 * i + 3, inertial->inertia, 6 * sizeof(double));
        out[0][12 * i + 9] = inertial->mass;
    }
    cdy_tree_destroy(identified);
    return status;
}

static cdy_status identify(world *w, double (*out)[ROOM], cdy_error *error)
{
    cdy_identification *id;
    cdy_identification_result result;
    const states *s = &w->s;
    double q[MORE], qd[MORE], qdd[MORE], tau[MORE], weights[MORE];
    uint64_t seed = 9;
    cdy_status status = cdy_identification_create(s->r.model, NULL, &id, error);
    if (status) {
        return status;
    }
    for (int i = 0; i < 40 && !status; i++) {
        cdy_random_configuration(s->r.model, &seed, q);
        draw_array(&seed, 2, qd, (int)s->nv);
        draw_array(&seed, 2, qdd, (int)s->nv);
        draw_array(&seed, 9, tau, (int)s->nv);
        for (size_t k = 0; k < s->nv; k++) {
            weights[k] = w->more[48];
        }
        status = i == 7 ? cdy_identification_add(id, s->q, s->qd, s->qdd, s->fext, s->qdd + s->nv, weights, error)
                        : cdy_identification_add(id, q, qd, qdd, NULL, tau, NULL, error);
    }
    status = status ? status : cdy_identification_solve(id, &result, error);
    if (!status) {
        const size_t p = (size_t)result.parameter_count;
        memcpy(out[0], result.parameters, p * sizeof(double));
        memcpy(out[1], result.standard_deviations, p * sizeof(double));
        memcpy(out[2], result.base_values, (size_t)result.rank * sizeof(double));
        memcpy(out[2] + p, result.joint_rms, s->nv * sizeof(double));
        out[2][p + s->nv] = result.noise;
        out[2][p + s->nv + 1] = result.condition_number;
        out[2][p + s->nv + 2] = result.consistency_cost;
    }
    cdy_identification_destroy(id);
    return status;
}

static cdy_status place(world *w, double (*out)[ROOM], cdy_error *error)
{
    double T[16];
    cdy_joint joint = cdy_body_default().joint;
    fill_target(w, T);
    cdy_status status = cdy_joint_set_fixed_transform(&joint, T, error);
    memcpy(out[0], &joint.origin, sizeof joint.origin);
    return status;
}

static cdy_status set_dh(world *w, bool modified, double (*out)[ROOM], cdy_error *error)
{
    cdy_joint joint = cdy_body_default().joint;
    const double *m = w->more;
    joint.type = CDY_JOINT_REVOLUTE;
    cdy_status status = modified ? cdy_joint_set_modified_dh(&joint, m[0], m[1], m[2], m[3], error)
                                 : cdy_joint_set_dh(&joint, m[0], m[1], m[2], m[3], error);
    memcpy(out[0], &joint.origin, sizeof joint.origin);
    memcpy(out[1], &joint.child, sizeof joint.child);
    return status;
}

static cdy_status bring_home(world *w, double (*out)[ROOM])
{
    uint64_t seed = 3;
    cdy_home_configuration(w->s.r.model, out[0]);
    cdy_random_configuration(w->s.r.model, &seed, out[1]);
    out[2][0] = cdy_total_mass(w->s.r.model);
    return CDY_OK;
}

static cdy_status clamp(world *w, double (*out)[ROOM])
{
    for (size_t i = 0; i < w->s.nq; i++) {
        out[0][i] = isfinite(w->s.q[i]) ? w->s.q[i] : 0;
    }
    cdy_configuration_clamp(w->s.r.model, out[0]);
    return CDY_OK;
}

static cdy_status know_energies(world *w, double (*out)[ROOM], cdy_error *error)
{
    struct {
        double kinetic, potential;
    } e;
    cdy_status status = cdy_energy(w->s.r.model, w->s.r.work, w->s.q, w->s.qd, &e.kinetic, &e.potential, error);
    memcpy(out[0], &e, status ? 0 : sizeof e);
    return status;
}

CALL(external_force, cdy_external_force(model, work, frame, more + 49, NULL, out[0], error))
CALL(external_force_in_body, cdy_external_force(model, work, frame, more + 49, q, out[0], error))
CALL(energy, know_energies(w, out, error))
CALL(integrate, cdy_configuration_integrate(model, q, qd, out[0], error))
CALL(difference, cdy_configuration_difference(model, q, q + w->s.nq, out[0], error))
CALL(home_and_random, bring_home(w, out))
CALL(clamp, clamp(w, out))
CALL(inertial_parameters, cdy_inertial_parameters(model, out[0], error))
CALL(tree_parameters, cdy_tree_parameters(w->s.r.tree, model, NULL, out[0], error))
CALL(apply_parameters, apply(w, out, error))
CALL(nearest_consistent, make_nearest(w, out, error))
CALL(identification, identify(w, out, error))
CALL(inverse_kinematics, look_for(w, out, error))
CALL(generalized_inverse_kinematics, look_for_constrained(w, out, error))
CALL(constrained, constrain(w, out, error))
CALL(impact, strike(w, out, error))
CALL(projection, project(w, out, error))
CALL(gap, measure_gap(w, out, error))
CALL(wrenches, find_wrenches(w, out, error))
CALL(anchor, anchor(w, out, error))
CALL(task, solve_task(w, out, error))
CALL(euler, simulate(w, CDY_SEMI_IMPLICIT_EULER, out, error))
CALL(runge_kutta, simulate(w, CDY_RK4, out, error))
CALL(variational, simulate(w, CDY_VARIATIONAL, out, error))
CALL(computed_torque, control(w, CDY_COMPUTED_TORQUE_CONTROL, false, out, error))
CALL(pd, control(w, CDY_PD_CONTROL, false, out, error))
CALL(computed_motion, control(w, CDY_COMPUTED_TORQUE_CONTROL, true, out, error))
CALL(pd_motion, control(w, CDY_PD_CONTROL, true, out, error))
CALL(independent_motion, control(w, CDY_INDEPENDENT_JOINT_MOTION, true, out, error))
CALL(from_step, cdy_error_dynamics_from_step(more[29], more[25], out[0], out[1], error))
CALL(placement, place(w, out, error))
CALL(dh, set_dh(w, false, out, error))
CALL(modified_dh, set_dh(w, true, out, error))

#define ROW(NAME)                                                                                                      \
    {                                                                                                                  \
#NAME, call_##NAME                                                                                             \
    }
static const struct {
    const char *name;
    cdy_status (*run)(world *w, double (*out)[ROOM], cdy_error *error);
} calls[] = {ROW(external_force),
             ROW(external_force_in_body),
             ROW(energy),
             ROW(integrate),
             ROW(difference),
             ROW(home_and_random),
             ROW(clamp),
             ROW(inertial_parameters),
             ROW(tree_parameters),
             ROW(apply_parameters),
             ROW(nearest_consistent),
             ROW(identification),
             ROW(inverse_kinematics),
             ROW(generalized_inverse_kinematics),
             ROW(constrained),
             ROW(impact),
             ROW(projection),
             ROW(gap),
             ROW(wrenches),
             ROW(anchor),
             ROW(task),
             ROW(euler),
             ROW(runge_kutta),
             ROW(variational),
             ROW(computed_torque),
             ROW(pd),
             ROW(computed_motion),
             ROW(pd_motion),
             ROW(independent_motion),
             ROW(from_step),
             ROW(placement),
             ROW(dh),
             ROW(modified_dh)};
enum { CALLS = sizeof calls / sizeof *calls };

static void fill_more(double *more)
{
    const double usual[MORE] = {0.3,  0.2,  0.4,  0,     1,    1,    1,   1,   1,  1,     1e-8,  1e-8, 0.1, 0.2,
                                0.1,  0.4,  0.1,  0.3,   0.1,  0.2,  0.3, 10,  25, 1e-10, 1e-10, 0.5,  3,   4,
                                5,    1e-3, 1e-8, 1e-10, 0.5,  10,   1,   100, 10, 2,     0.2,   0.1,  0.1, 0.3,
                                0.01, 0.02, 0.2,  0.01,  0.25, 1e-3, 1,   1,   2,  3,     4,     5,    6};
    memcpy(more, usual, sizeof usual);
}

static world make_world(robot r)
{
    world w = {.s = make_states(r, ROWS, 5)};
    cdy_error error = {0};
    w.batch = make_batch(r.model, 0, 1, CDY_BATCH_ROWS);
    ck_assert_ok(cdy_row_solver_create(r.model, 6, &w.solver, &error), error);
    fill_more(w.more);
    return w;
}

static void free_world(world *w)
{
    cdy_batch_destroy(w->batch);
    cdy_row_solver_destroy(w->solver);
    free_states(&w->s);
}

static void clear(double *numbers, size_t count)
{
    memset(numbers, 0, count * sizeof *numbers);
}

/* Runs all calls; arrays for results are cleared before each call, because a call that fails may leave anything in
 * them. */
static void run_calls(world *w)
{
    w->turn++;
    for (size_t i = 0; i < CALLS; i++) {
        if (calls[i].run == call_identification && w->turn % UNLESS_WATCHED(7, 29) != 1) {
            continue; /* this call takes longer than all other calls */
        }
        cdy_error error = {0};
        memset(w->out, 0, sizeof w->out);
        const cdy_status status = calls[i].run(w, w->out, &error);
        check_said(w, calls[i].name, status, &error);
        check_finite(w, calls[i].name, w->out[0], status ? 0 : 4 * ROOM);
    }
}

static void run_quantities(world *w)
{
    states *s = &w->s;
    for (size_t i = 0; i < quantity_count; i++) {
        const quantity *x = &quantities[i];
        const size_t width = x->width(s), second = x->second ? x->second(s) : 0;
        cdy_error error = {0};
        clear(s->out, s->count * s->widest);
        clear(s->second, s->count * s->widest);
        cdy_status status = x->one(s, 0, s->out, s->second, &error);
        check_said(w, x->name, status, &error);
        check_finite(w, x->name, s->out, status ? 0 : width);
        check_finite(w, x->name, s->second, status ? 0 : second);
        status = x->many(s, w->batch, &error);
        check_finite(w, x->name, s->out, status ? 0 : s->count * width);
        check_finite(w, x->name, s->second, status ? 0 : s->count * second);
    }
}

/* Replaces each number in the arguments of the calls, one after the other. */
START_TEST(arguments_of_any_size_give_finite_results)
{
    cdy_body bodies[BODIES];
    robot r;
    char said[128];
    spread(bodies, _i % ROBOTS);
    ck_assert(build(bodies, (double[3]){0, 1, -9.81}, &r));
    world *w = malloc(sizeof *w);
    ck_assert_ptr_nonnull(w);
    *w = make_world(r);
    w->said = said;
    const struct {
        const char *name;
        double *numbers;
        size_t count;
    } inputs[] = {{"q", w->s.q, w->s.nq},
                  {"qd", w->s.qd, w->s.nv},
                  {"qdd or tau", w->s.qdd, w->s.nv},
                  {"fext", w->s.fext, w->s.rows6},
                  {"more", w->more, MORE}};
    const double extreme = extremes[_i / ROBOTS];
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++) {
        for (size_t k = 0; k <= inputs[i].count; k++) { /* at the end: all numbers together */
            double kept[256];
            const bool all = k == inputs[i].count;
            if (!all && (i + k + (size_t)_i / ROBOTS) % UNLESS_WATCHED(1, 4) != 0) {
                continue; /* this number is tested with another extreme */
            }
            ck_assert_uint_le(inputs[i].count, 256);
            memcpy(kept, inputs[i].numbers, inputs[i].count * sizeof *kept);
            for (size_t j = all ? 0 : k; j < inputs[i].count && (all || j == k); j++) {
                inputs[i].numbers[j] = extreme;
            }
            snprintf(said, sizeof said, "%s[%zu%s] of robot %d is %g", inputs[i].name, all ? 0 : k, all ? "..." : "",
                     _i % ROBOTS, extreme);
            run_calls(w);
            if (i < 4) {
                run_quantities(w);
            }
            memcpy(inputs[i].numbers, kept, inputs[i].count * sizeof *kept);
        }
    }
    free_world(w);
    free(w);
}
END_TEST

/* The numbers of a body, by their offsets. */
static const struct {
    const char *name;
    size_t place, count;
} parts[] = {{"origin", offsetof(cdy_body, joint.origin), 6},
             {"axis", offsetof(cdy_body, joint.axis), 3},
             {"limit", offsetof(cdy_body, joint.limit.lower), 4},
             {"dynamics", offsetof(cdy_body, joint.dynamics.damping), 4},
             {"mimic", offsetof(cdy_body, joint.mimic.multiplier), 2},
             {"child", offsetof(cdy_body, joint.child), 6},
             {"home", offsetof(cdy_body, joint.home), 7},
             {"rotor", offsetof(cdy_body, joint.rotor_inertia), 2},
             {"place of the mass", offsetof(cdy_body, inertial.origin), 6},
             {"mass", offsetof(cdy_body, inertial.mass), 1},
             {"inertia", offsetof(cdy_body, inertial.inertia), 6}};
enum { PARTS = sizeof parts / sizeof *parts };

static double *number_of(cdy_body *body, size_t part)
{
    return (double *)(void *)((char *)body + parts[part].place);
}

static void try_robot(const cdy_body bodies[BODIES], const double gravity[3], const char *said)
{
    robot r;
    if (build(bodies, gravity, &r)) {
        world *w = malloc(sizeof *w);
        ck_assert_ptr_nonnull(w);
        *w = make_world(r);
        w->said = said;
        run_calls(w);
        run_quantities(w);
        free_world(w);
        free(w);
    }
}

START_TEST(robots_of_any_numbers_give_finite_results)
{
    const double extreme = extremes[_i / ROBOTS];
    char said[128];
    for (size_t p = 0; p < PARTS; p++) {
        for (size_t k = 0; k < parts[p].count; k++) { /* each number in another body */
            const size_t b = (p + k + (size_t)_i / ROBOTS) % BODIES;
            if ((p + k + (size_t)_i) % UNLESS_WATCHED(4, 16) != 0) {
                continue; /* this number is tested with another extreme */
            }
            cdy_body bodies[BODIES];
            spread(bodies, _i % ROBOTS);
            bodies[b].joint.home_given = strcmp(parts[p].name, "home") == 0;
            bodies[b].joint.home[0] = 1;
            number_of(&bodies[b], p)[k] = extreme;
            snprintf(said, sizeof said, "number %zu of '%s' of body %zu of robot %d is %g", k, parts[p].name, b,
                     _i % ROBOTS, extreme);
            try_robot(bodies, (double[3]){0, 1, -9.81}, said);
        }
    }
    cdy_body bodies[BODIES];
    spread(bodies, _i % ROBOTS);
    snprintf(said, sizeof said, "the gravity is %g", extreme);
    try_robot(bodies, (double[3]){extreme, 0, extreme}, said);
}
END_TEST

/* Replaces several numbers together, in the robot and in the arguments. */
START_TEST(any_numbers_together_give_finite_results)
{
    uint64_t seed = (uint64_t)_i + 1;
    char said[64];
    for (int round = 0; round < UNLESS_WATCHED(6, 2); round++) {
        cdy_body bodies[BODIES];
        robot r;
        spread(bodies, _i % ROBOTS);
        for (int i = draw_below(&seed, 4); i > 0; i--) {
            const size_t p = (size_t)draw_below(&seed, PARTS), k = (size_t)draw_below(&seed, (int)parts[p].count);
            number_of(&bodies[draw_below(&seed, BODIES)], p)[k] = extremes[draw_below(&seed, 10)];
        }
        if (!build(bodies, (double[3]){0, 1, -9.81}, &r)) {
            continue;
        }
        world *w = malloc(sizeof *w);
        ck_assert_ptr_nonnull(w);
        *w = make_world(r);
        w->said = said;
        snprintf(said, sizeof said, "seed %d, round %d", _i + 1, round);
        for (int i = 0; i < 4; i++) {
            w->s.q[draw_below(&seed, (int)w->s.nq)] = extremes[draw_below(&seed, 10)];
            w->s.qd[draw_below(&seed, (int)w->s.nv)] = extremes[draw_below(&seed, 10)];
            w->s.qdd[draw_below(&seed, (int)w->s.nv)] = extremes[draw_below(&seed, 10)];
            w->more[draw_below(&seed, MORE)] = extremes[draw_below(&seed, 10)];
        }
        run_calls(w);
        run_quantities(w);
        free_world(w);
        free(w);
    }
}
END_TEST

/* The same test for calls over floats. */
START_TEST(floats_of_any_size_give_finite_results)
{
    static const float values[] = {3e38F, -3e38F, FLT_MAX, -FLT_MAX, 1e-45F, -1e-45F, -0.0F, 1e-38F, 1e19F, 1e10F};
    cdy_body bodies[BODIES];
    robot r;
    spread(bodies, _i % ROBOTS);
    ck_assert(build(bodies, (double[3]){0, 1, -9.81}, &r));
    float_states s = make_float_states(r, ROWS, 5);
    cdy_batch_f32 *batch = make_float_batch(r.model, 0, 1, CDY_BATCH_ROWS);
    float *const arrays[] = {s.float_q, s.float_qd, s.float_x, s.float_fext};
    const size_t widths[] = {s.nq, s.nv, s.nv, s.rows6};
    for (size_t v = 0; v < sizeof values / sizeof *values; v++) {
        for (size_t a = 0; a < 4; a++) {
            for (size_t k = 0; k < widths[a]; k++) {
                const float kept = arrays[a][k];
                arrays[a][k] = values[v];
                for (size_t i = 0; i < float_quantity_count; i++) {
                    cdy_error error = {0};
                    memset(s.out, 0, s.count * s.widest * sizeof *s.out);
                    memset(s.float_second, 0, s.count * s.widest * sizeof *s.out);
                    const cdy_status status = float_quantities[i].in_floats(&s, batch, &error);
                    for (size_t j = 0; !status && j < s.count * s.widest; j++) {
                        if (!isfinite(s.out[j]) || !isfinite(s.float_second[j])) {
                            ck_abort_msg("%s is CDY_OK and not finite for %g in input %zu, place %zu",
                                         float_quantities[i].name, (double)values[v], a, k);
                        }
                    }
                }
                arrays[a][k] = kept;
            }
        }
    }
    cdy_batch_f32_destroy(batch);
    free_float_states(&s);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("finite");
    TCase *tests = tcase_create("arguments");
    tcase_add_loop_test(tests, arguments_of_any_size_give_finite_results, 0, EXTREMES * ROBOTS);
    suite_add_tcase(suite, tests);
    tests = tcase_create("robots");
    tcase_add_loop_test(tests, robots_of_any_numbers_give_finite_results, 0, EXTREMES * ROBOTS);
    tcase_add_loop_test(tests, any_numbers_together_give_finite_results, 0, 20);
    suite_add_tcase(suite, tests);
    tests = tcase_create("floats");
    tcase_add_loop_test(tests, floats_of_any_size_give_finite_results, 0, ROBOTS);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
