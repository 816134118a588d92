#include "peer_library.h"

#include <stdio.h>

/* ---- several results by one sweep ---- */

/* Terms with the frame that they may point to. */
typedef struct sweep {
    cdy_terms terms;
    cdy_frame_terms frame;
} sweep;

/* Functions that place the results of `count` states in `out`, one result behind the other, and return the numbers of a
 * state. */
typedef size_t place_results(const peer_robot *robot, size_t count, double *out, sweep *s);

static size_t place_placements(const peer_robot *robot, size_t count, double *out, sweep *s)
{
    const size_t frames = (size_t)cdy_model_frame_count(robot->model);
    s->frame = (cdy_frame_terms){.frame = robot->tool, .jacobian = out + 16 * count * frames};
    s->terms = (cdy_terms){.transforms = out, .frames = &s->frame, .frame_count = 1};
    return 16 * frames + 6 * (size_t)cdy_model_nv(robot->model);
}

static size_t place_derivatives(const peer_robot *robot, size_t count, double *out, sweep *s)
{
    const size_t square = (size_t)cdy_model_nv(robot->model) * (size_t)cdy_model_nv(robot->model);
    s->terms = (cdy_terms){
        .torques_by_q = out, .torques_by_qd = out + count * square, .mass_matrix = out + 2 * count * square};
    return 3 * square;
}

static size_t place_momentum(const peer_robot *robot, size_t count, double *out, sweep *s)
{
    s->terms = (cdy_terms){.momentum = out, .momentum_matrix = out + 6 * count};
    return 6 + 6 * (size_t)cdy_model_nv(robot->model);
}

/* ---- calls of their own ---- */

static cdy_status find_jacobian(const peer_library *l, bench_states at, cdy_error *error)
{
    return cdy_geometric_jacobian(l->robot->model, l->workspace, l->robot->tool, CDY_AXES_BASE, at.q, at.out, error);
}

static cdy_status find_jacobians(const peer_library *l, size_t count, bench_states all, cdy_error *error)
{
    return cdy_batch_geometric_jacobian(l->robot->model, l->batch, count, l->robot->tool, CDY_AXES_BASE, all.q, all.out,
                                        NULL, error);
}

static cdy_constrained_state held_state(const peer_library *l, bench_states at)
{
    return (cdy_constrained_state){
        .q = at.q, .qd = at.qd, .tau = at.x, .constraints = l->robot->contacts, .count = l->robot->contact_count};
}

/* Accelerations, and behind them the forces. */
static cdy_status hold(const peer_library *l, bench_states at, cdy_error *error)
{
    const cdy_constrained_state state = held_state(l, at);
    cdy_constraint_report report;
    return cdy_constrained_forward_dynamics(l->robot->model, l->workspace, l->solver, &state, at.out,
                                            at.out + cdy_model_nv(l->robot->model), &report, error);
}

static cdy_status hold_many(const peer_library *l, size_t count, bench_states all, cdy_error *error)
{
    const cdy_constrained_state states = held_state(l, all);
    return cdy_batch_constrained_forward_dynamics(l->robot->model, l->batch, count, &states, all.out,
                                                  all.out + count * (size_t)cdy_model_nv(l->robot->model), NULL, NULL,
                                                  error);
}

/* ---- rows ---- */

/* How a row is computed: as a quantity with the usual arguments, by a sweep, or by calls of its own. */
typedef struct row_calls {
    const char *name;
    const char *quantity;
    place_results *place;
    cdy_status (*one)(const peer_library *l, bench_states at, cdy_error *error);
    cdy_status (*many)(const peer_library *l, size_t count, bench_states all, cdy_error *error);
    size_t columns; /* of calls of its own: n numbers each */
} row_calls;

static const row_calls rows[PEER_ROWS] = {
    [PEER_RNEA] = {"rnea", .quantity = "inverse_dynamics"},
    [PEER_CRBA] = {"crba", .quantity = "mass_matrix"},
    [PEER_ABA] = {"aba", .quantity = "forward_dynamics"},
    [PEER_DRNEA] = {"drnea", .quantity = "inverse_dynamics_derivatives"},
    [PEER_DABA] = {"daba", .quantity = "forward_dynamics_derivatives"},
    [PEER_GRAVITY] = {"gravity", .quantity = "gravity_torque"},
    [PEER_PLACEMENTS] = {"fk", .quantity = "forward_kinematics"},
    [PEER_JACOBIAN] = {"jac", .one = find_jacobian, .many = find_jacobians, .columns = 6},
    [PEER_PLACEMENTS_JACOBIAN] = {"fk+jac", .place = place_placements},
    [PEER_CENTER] = {"com+jac", .quantity = "center_of_mass"},
    [PEER_ENERGY] = {"energy", .quantity = "energy"},
    [PEER_DRNEA_MASS] = {"drnea+M", .place = place_derivatives},
    [PEER_MINV] = {"minv", .quantity = "inverse_mass_matrix"},
    [PEER_CORIOLIS] = {"coriolis", .quantity = "coriolis_matrix"},
    [PEER_MOMENTUM] = {"h+A", .place = place_momentum},
    [PEER_REGRESSOR] = {"regressor", .quantity = "regressor"},
    [PEER_CONTACTS] = {"contacts", .one = hold, .many = hold_many, .columns = 1},
};

const char *peer_row_name(int row)
{
    return rows[row].name;
}

cdy_status peer_library_compute(const peer_library *l, int row, bench_states at, cdy_error *error)
{
    const cdy_model *model = l->robot->model;
    sweep s;
    if (l->calls[row]) {
        return l->calls[row]->one(model, l->workspace, at, error);
    }
    if (rows[row].one) {
        return rows[row].one(l, at, error);
    }
    rows[row].place(l->robot, 1, at.out, &s);
    return cdy_all_terms(model, l->workspace, at.q, at.qd, at.x, NULL, &s.terms, error);
}

/* The first `count` states of the batch's pool at once. */
static cdy_status compute_many(const peer_library *l, int row, size_t count, cdy_error *error)
{
    const cdy_model *model = l->robot->model;
    const bench_states all = {l->many.q, l->many.qd, l->many.x, l->many.out};
    sweep s;
    if (l->calls[row]) {
        return l->calls[row]->many(model, l->batch, count, all, error);
    }
    if (rows[row].many) {
        return rows[row].many(l, count, all, error);
    }
    rows[row].place(l->robot, count, all.out, &s);
    return cdy_batch_all_terms(model, l->batch, count, all.q, all.qd, all.x, NULL, &s.terms, NULL, error);
}

bool peer_library_offers(const peer_library *l, int row)
{
    return row != PEER_CONTACTS || l->robot->contact_count > 0;
}

size_t peer_library_width(const peer_library *l, int row)
{
    const cdy_model *model = l->robot->model;
    double none = 0;
    sweep s;
    if (l->calls[row]) {
        return l->calls[row]->width(model);
    }
    return rows[row].one ? rows[row].columns * (size_t)cdy_model_nv(model) : rows[row].place(l->robot, 0, &none, &s);
}

const bench_pool *peer_library_states(const peer_library *l, int row)
{
    return row == PEER_CONTACTS ? &l->held : &l->one;
}

/* ---- states ---- */

static size_t contact_rows(const peer_robot *robot)
{
    return (size_t)cdy_constraint_rows(robot->contacts, robot->contact_count);
}

/* Returns the number of states in the batch of a row: what fits the L2 cache. */
static size_t states_of(const peer_library *l, int row)
{
    const size_t nq = (size_t)cdy_model_nq(l->robot->model), nv = (size_t)cdy_model_nv(l->robot->model);
    return bench_pool_fit(nq + 2 * nv + peer_library_width(l, row), (size_t)1 << 20, 4096);
}

/* Every result has room for the forces of contacts behind it. */
static bool fill_pools(peer_library *l, unsigned wanted, uint64_t seed)
{
    const cdy_model *model = l->robot->model;
    const size_t nq = (size_t)cdy_model_nq(model), nv = (size_t)cdy_model_nv(model), forces = contact_rows(l->robot);
    const size_t fit = bench_pool_fit(nq + 2 * nv, (size_t)1 << 14, 4096);
    size_t one = 0, many = 0, states = 0;
    for (int row = 0; row < PEER_ROWS; row++) {
        if (wanted & 1u << row) {
            const size_t width = peer_library_width(l, row) + forces, count = states_of(l, row);
            one = width > one ? width : one;
            many = width * count > many ? width * count : many;
            states = count > states ? count : states;
        }
    }
    return bench_pool_fill(&l->one, model, fit, one, seed) && bench_pool_fill(&l->held, model, fit, one, seed) &&
           bench_pool_fill(&l->many, model, states, many, seed);
}

/* Replaces the velocities of `held` by those after an impact on all contacts, which then are at rest. */
static cdy_status keep_contacts(peer_library *l, cdy_error *error)
{
    const bench_pool *p = &l->held;
    const cdy_model *model = l->robot->model;
    cdy_status status = cdy_row_solver_create(model, (int)contact_rows(l->robot), &l->solver, error);
    for (size_t i = 0; i < p->states && !status; i++) {
        double *qd = p->qd + i * p->nv;
        const cdy_constrained_state state = held_state(l, (bench_states){.q = p->q + i * p->nq, .qd = qd});
        status = cdy_impact(model, l->workspace, l->solver, &state, qd, NULL, NULL, error);
    }
    return status;
}

cdy_status peer_library_fill(peer_library *l, const peer_robot *robot, unsigned wanted, uint64_t seed, cdy_error *error)
{
    *l = (peer_library){.robot = robot};
    const cdy_batch_options options = {.threads = 1, .constraint_rows = (int)contact_rows(robot)};
    for (int row = 0; row < PEER_ROWS; row++) {
        l->calls[row] = rows[row].quantity ? bench_find_call(rows[row].quantity) : NULL;
    }
    cdy_status status = cdy_workspace_create(robot->model, &l->workspace, error);
    status = status ? status : cdy_batch_create(robot->model, &options, &l->batch, error);
    if (!status && !fill_pools(l, wanted, seed)) {
        *error = (cdy_error){.status = CDY_ERROR_MEMORY};
        snprintf(error->text, sizeof error->text, "out of memory");
        return CDY_ERROR_MEMORY;
    }
    return status || robot->contact_count == 0 ? status : keep_contacts(l, error);
}

void peer_library_clear(peer_library *l)
{
    bench_pool_clear(&l->one);
    bench_pool_clear(&l->held);
    bench_pool_clear(&l->many);
    cdy_row_solver_destroy(l->solver);
    cdy_batch_destroy(l->batch);
    cdy_workspace_destroy(l->workspace);
    *l = (peer_library){0};
}

/* ---- cases ---- */

static int row_of(const bench_case *c)
{
    return (int)((const row_calls *)c->call - rows);
}

static cdy_status run_one(const bench_case *c, size_t repeats, cdy_error *error)
{
    const peer_library *l = (const peer_library *)c->subject;
    const int row = row_of(c);
    const bench_pool *p = peer_library_states(l, row);
    size_t state = 0;
    cdy_status status = CDY_OK;
    for (size_t i = 0; i < repeats && status == CDY_OK; i++) {
        const bench_states at = {p->q + state * p->nq, p->qd + state * p->nv, p->x + state * p->nv, p->out};
        status = peer_library_compute(l, row, at, error);
        state = state + 1 == p->states ? 0 : state + 1;
    }
    return status;
}

static cdy_status run_many(const bench_case *c, size_t repeats, cdy_error *error)
{
    cdy_status status = CDY_OK;
    for (size_t i = 0; i < repeats && status == CDY_OK; i++) {
        status = compute_many((const peer_library *)c->subject, row_of(c), c->states, error);
    }
    return status;
}

void peer_library_add(const peer_library *l, unsigned wanted, bench_list *list)
{
    for (int row = 0; row < PEER_ROWS; row++) {
        bench_case c = {.robot = l->robot->label,
                        .algorithm = rows[row].name,
                        .engine = "condyle",
                        .lanes = 1,
                        .threads = 1,
                        .states = 1,
                        .run = run_one,
                        .call = &rows[row],
                        .subject = l};
        if (!(wanted & 1u << row) || !peer_library_offers(l, row)) {
            continue;
        }
        bench_list_add(list, &c);
        c.lanes = cdy_batch_lanes(l->batch);
        c.states = states_of(l, row);
        c.run = run_many;
        bench_list_add(list, &c);
    }
}
