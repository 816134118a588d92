/* Benchmark of constrained forward dynamics: ns a state for arms and legged robots in contact, by the call for one
 * state and by batches over doubles and floats, beside forward dynamics of the same robot and state without contacts.
 */
#include "rounds.h"
#include "subject.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CONTACTS = 4, STATES = 256, CALLS = 200 };

/* A robot with the links `contacts` fixed to the environment by the same rows each. */
typedef struct contact_case {
    const char *name;
    cdy_tree *(*make)(void);
    const char *contacts[MOST_CONTACTS];
    unsigned rows;
} contact_case;

/* Add a link with a revolute joint about axis `axis` (0 to 2), 0.2 m below its parent, or free with axis = -1. */
static cdy_status add_link(cdy_tree *tree, const char *name, const char *parent, int axis, const double at[3])
{
    cdy_body body = cdy_body_default();
    body.name = body.joint.name = name;
    body.joint.type = axis < 0 ? CDY_JOINT_FLOATING : CDY_JOINT_REVOLUTE;
    memset(body.joint.axis, 0, sizeof body.joint.axis);
    body.joint.axis[axis < 0 ? 2 : axis] = 1;
    memcpy(body.joint.origin.xyz, at, sizeof body.joint.origin.xyz);
    body.inertial = (cdy_inertial){.given = true, .mass = 2, .inertia = {0.02, 0, 0, 0.03, 0, 0.01}};
    body.inertial.origin.xyz[2] = -0.1;
    return cdy_tree_add_body(tree, &body, parent, NULL);
}

/* Add a limb of `count` links named PREFIX1 and so on. */
static cdy_status add_limb(cdy_tree *tree, const char *prefix, const char *parent, int count, double x, double y)
{
    char names[2][24];
    cdy_status status = CDY_OK;
    snprintf(names[0], sizeof names[0], "%s", parent);
    for (int i = 1; i <= count && !status; i++) {
        snprintf(names[i % 2], sizeof names[i % 2], "%s%d", prefix, i);
        status = add_link(tree, names[i % 2], names[(i + 1) % 2], i % 3,
                          (const double[3]){i == 1 ? x : 0.01, i == 1 ? y : 0.02, -0.2});
    }
    return status;
}

static cdy_tree *make_floating(void)
{
    cdy_tree *tree = NULL;
    cdy_body base = cdy_body_default();
    base.name = "world";
    base.inertial = (cdy_inertial){.given = true};
    return cdy_tree_create("legs", &base, &tree, NULL) ||
                   add_link(tree, "trunk", "world", -1, (const double[3]){0, 0, 0})
               ? NULL
               : tree;
}

/* 18 degrees of freedom: four legs of three joints. */
static cdy_tree *make_quadruped(void)
{
    cdy_tree *tree = make_floating();
    return !tree || add_limb(tree, "lf", "trunk", 3, 0.3, 0.2) || add_limb(tree, "rf", "trunk", 3, 0.3, -0.2) ||
                   add_limb(tree, "lh", "trunk", 3, -0.3, 0.2) || add_limb(tree, "rh", "trunk", 3, -0.3, -0.2)
               ? NULL
               : tree;
}

/* 38 degrees of freedom: two legs of six joints, a waist of two, two arms of eight and a neck of two. */
static cdy_tree *make_humanoid(void)
{
    cdy_tree *tree = make_floating();
    return !tree || add_limb(tree, "ll", "trunk", 6, 0, 0.1) || add_limb(tree, "rl", "trunk", 6, 0, -0.1) ||
                   add_limb(tree, "waist", "trunk", 2, 0, 0) || add_limb(tree, "la", "waist2", 8, 0, 0.2) ||
                   add_limb(tree, "ra", "waist2", 8, 0, -0.2) || add_limb(tree, "neck", "waist2", 2, 0, 0)
               ? NULL
               : tree;
}

static cdy_tree *make_chain_of_50(void)
{
    cdy_tree *tree = NULL;
    cdy_body base = cdy_body_default();
    base.name = "world";
    return cdy_tree_create("chain", &base, &tree, NULL) || add_limb(tree, "link", "world", 50, 0, 0) ? NULL : tree;
}

static cdy_tree *load_bundled(const char *name)
{
    cdy_tree *tree = NULL;
    return cdy_urdf_load_bundled(name, NULL, &tree, NULL) ? NULL : tree;
}

static cdy_tree *load_ur5e(void)
{
    return load_bundled("universalUR5e");
}

static cdy_tree *load_iiwa(void)
{
    return load_bundled("kukaIiwa14");
}

static const contact_case cases[] = {
    {"UR5e, 3 rows", load_ur5e, {"tool0"}, CDY_ROWS_BALL},
    {"iiwa 14, 6 rows", load_iiwa, {"iiwa_link_ee_kuka"}, CDY_ROWS_WELD},
    {"quadruped, 4 x 3 rows", make_quadruped, {"lf3", "rf3", "lh3", "rh3"}, CDY_ROWS_BALL},
    {"humanoid, 2 x 6 rows", make_humanoid, {"ll6", "rl6"}, CDY_ROWS_WELD},
    {"chain of 50, 6 rows", make_chain_of_50, {"link50"}, CDY_ROWS_WELD},
};

/* Many states over doubles and floats, rows of one array each: q, qd, qdd, forces. */
typedef struct many_states {
    cdy_batch *batch;
    cdy_batch_f32 *batch_f32;
    double *numbers[4];
    float *floats[4];
    cdy_constraint_report reports[STATES];
} many_states;

/* A subject with its constraints. */
typedef struct contact_subject {
    subject robot;
    cdy_row_solver *solver;
    cdy_constraint constraints[MOST_CONTACTS];
    int count;
    many_states *many;
} contact_subject;

/* Makes random states around the subject's velocity, with a batch of all lanes on one thread. */
static int make_states(contact_subject *s, int rows)
{
    const cdy_model *model = s->robot.model;
    const size_t nq = (size_t)cdy_model_nq(model), nv = (size_t)cdy_model_nv(model);
    const size_t widths[4] = {nq, nv, nv, (size_t)rows};
    const cdy_batch_options options = {.threads = 1, .constraint_rows = rows};
    many_states *m = s->many = calloc(1, sizeof *m);
    uint64_t seed = 5;
    int failed = !m || cdy_batch_create(model, &options, &m->batch, NULL) ||
                 cdy_batch_f32_create(model, &options, &m->batch_f32, NULL);
    for (int k = 0; !failed && k < 4; k++) {
        m->numbers[k] = calloc(STATES * widths[k], sizeof(double));
        m->floats[k] = calloc(STATES * widths[k], sizeof(float));
        failed = !m->numbers[k] || !m->floats[k];
    }
    for (size_t b = 0; !failed && b < STATES; b++) {
        cdy_random_configuration(model, &seed, m->numbers[0] + b * nq);
        memcpy(m->numbers[1] + b * nv, s->robot.qd, nv * sizeof(double));
    }
    for (size_t k = 0; !failed && k < 2; k++) {
        for (size_t i = 0; i < STATES * widths[k]; i++) {
            m->floats[k][i] = (float)m->numbers[k][i];
        }
    }
    return failed;
}

static void free_states(many_states *m)
{
    for (int k = 0; m && k < 4; k++) {
        free(m->numbers[k]);
        free(m->floats[k]);
    }
    if (m) {
        cdy_batch_destroy(m->batch);
        cdy_batch_f32_destroy(m->batch_f32);
    }
    free(m);
}

static cdy_status run_batch(const contact_subject *s)
{
    many_states *m = s->many;
    const cdy_constrained_state states = {
        .q = m->numbers[0], .qd = m->numbers[1], .constraints = s->constraints, .count = s->count};
    return cdy_batch_constrained_forward_dynamics(s->robot.model, m->batch, STATES, &states, m->numbers[2],
                                                  m->numbers[3], m->reports, NULL, NULL);
}

static cdy_status run_batch_f32(const contact_subject *s)
{
    many_states *m = s->many;
    const cdy_constrained_state_f32 states = {
        .q = m->floats[0], .qd = m->floats[1], .constraints = s->constraints, .count = s->count};
    return cdy_batch_f32_constrained_forward_dynamics(s->robot.model, m->batch_f32, STATES, &states, m->floats[2],
                                                      m->floats[3], m->reports, NULL, NULL);
}

static cdy_status run_constrained(const contact_subject *s)
{
    const subject *b = &s->robot;
    cdy_constraint_report report;
    return cdy_constrained_forward_dynamics(
        b->model, b->workspace, s->solver,
        &(cdy_constrained_state){
            .q = b->q, .qd = b->qd, .tau = b->tau, .constraints = s->constraints, .count = s->count},
        b->out, b->second, &report, NULL);
}

static cdy_status run_impact(const contact_subject *s)
{
    const subject *b = &s->robot;
    return cdy_impact(
        b->model, b->workspace, s->solver,
        &(cdy_constrained_state){.q = b->q, .qd = b->qd, .constraints = s->constraints, .count = s->count}, b->out,
        b->second, NULL, NULL);
}

static cdy_status run_free(const contact_subject *s)
{
    const subject *b = &s->robot;
    return cdy_forward_dynamics(b->model, b->workspace, b->q, b->qd, b->tau, NULL, b->out, NULL);
}

/* The least time of a call, ns, of `calls` calls in each round; below 0 where it fails. */
static double least_time(const contact_subject *s, cdy_status (*run)(const contact_subject *), int calls)
{
    static double times[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
        const double start = now();
        for (int i = 0; i < calls; i++) {
            if (run(s)) {
                return -1;
            }
        }
        times[round] = (now() - start) / (double)calls;
    }
    return sum_up(times, ROUNDS).least;
}

static int measure(const contact_case *c)
{
    contact_subject s = {.count = 0};
    cdy_tree *tree = c->make();
    int failed =
        !tree || cdy_tree_set_gravity(tree, (const double[3]){0, 0, -9.81}, NULL) || make_subject(&s.robot, tree);
    cdy_tree_destroy(tree);
    for (; !failed && s.count < MOST_CONTACTS && c->contacts[s.count]; s.count++) {
        s.constraints[s.count].rows = c->rows;
        failed =
            cdy_model_require_frame(s.robot.model, c->contacts[s.count], &s.constraints[s.count].frame, NULL) != CDY_OK;
    }
    const int rows = cdy_constraint_rows(s.constraints, s.count);
    failed = failed || cdy_row_solver_create(s.robot.model, rows, &s.solver, NULL) || make_states(&s, rows);
    if (!failed) {
        const double constrained = least_time(&s, run_constrained, CALLS), impact = least_time(&s, run_impact, CALLS);
        const double batch = least_time(&s, run_batch, 1) / (double)STATES,
                     floats = least_time(&s, run_batch_f32, 1) / (double)STATES;
        printf("%-24s %11.1f %11.1f %11.1f %11.1f %11.1f ns\n", c->name, constrained, batch, floats, impact,
               least_time(&s, run_free, CALLS));
        failed = constrained < 0 || impact < 0 || batch < 0 || floats < 0;
    }
    free_states(s.many);
    cdy_row_solver_destroy(s.solver);
    free_subject(&s.robot);
    return failed;
}

/* Measures the cases whose names contain the first argument; all without one. */
int main(int argc, char **argv)
{
    int failed = 0;
    printf("%-24s %11s %11s %11s %11s %11s\n", "least time of a state", "constrained", "batch", "batch_f32", "impact",
           "free");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (argc < 2 || strstr(cases[i].name, argv[1])) {
            failed |= measure(&cases[i]);
        }
    }
    return failed;
}
