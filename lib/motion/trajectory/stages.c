#include "trajectory/stages.h"

#include "base/error.h"
#include "base/memory.h"
#include "trajectory/contact_share.h"

#include <math.h>
#include <string.h>

/* A copy of the model in which damping and friction do not act. */
static cdy_status copy_plain(const cdy_model *model, cdy_model **plain, cdy_error *error)
{
    cdy_drive_options drives;
    *plain = cdy_allocate(1, (size_t)model->size);
    if (!*plain) {
        return cdy_fail_memory(error);
    }
    memcpy(*plain, model, (size_t)model->size);
    cdy_model_get_drives(model, &drives);
    drives.damping = drives.friction = false; /* friction by the load is refused */
    return cdy_model_set_drives(*plain, &drives, error);
}

static void choose_rows(stage_source *source)
{
    const motion_limits *limits = &source->r->limits;
    for (int effort = 0; effort < 2; effort++) {
        for (int i = 0; i < source->r->model->nv; i++) {
            const bool moves = !effort || cdy_closed_loops_drive(&source->r->loops, i);
            if (moves && (effort ? limits->effort : limits->acceleration)[i] < HUGE_VAL) {
                source->joint[source->row_count] = i;
                source->effort[source->row_count++] = effort == 1;
            }
        }
    }
}

cdy_status cdy_stage_source_create(stage_source *source, const request *r, cdy_error *error)
{
    const size_t n = (size_t)r->model->nv;
    cdy_drive_options drives;
    *source = (stage_source){.r = r};
    if (r->model->load_acts) {
        return cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                        "friction by the load is no function of the speed along the path; set drives without it");
    }
    cdy_model_get_drives(r->model, &drives);
    source->rubs = drives.damping || drives.friction;
    source->joint = cdy_allocate(2 * n + 1, sizeof *source->joint);
    source->effort = cdy_allocate(2 * n + 1, sizeof *source->effort);
    if (!source->joint || !source->effort) {
        return cdy_fail_memory(error);
    }
    choose_rows(source);
    cdy_status status = copy_plain(r->model, &source->plain, error);
    status = status ? status : cdy_batch_create(source->plain, NULL, &source->plain_batch, error);
    if (!status && source->rubs) {
        status = cdy_batch_create(r->model, NULL, &source->batch, error);
    }
    if (!status && r->contact_count > 0) {
        status = cdy_workspace_create(r->model, &source->workspace, error);
    }
    return status;
}

void cdy_stage_source_clear(stage_source *source)
{
    cdy_workspace_destroy(source->workspace);
    cdy_batch_destroy(source->batch);
    cdy_batch_destroy(source->plain_batch);
    cdy_release(source->plain);
    cdy_release(source->joint);
    cdy_release(source->effort);
}

cdy_status cdy_stage_efforts(const stage_source *source, bool rubs, size_t count, const double *q, const double *qd,
                             const double *qdd, double *tau, cdy_error *error)
{
    const request *r = source->r;
    const cdy_model *model = rubs ? r->model : source->plain;
    const size_t nq = (size_t)model->nq, n = (size_t)model->nv;
    cdy_status status = CDY_OK;
    if (!r->loops.mechanism) {
        cdy_batch *batch = rubs ? source->batch : source->plain_batch;
        return cdy_batch_inverse_dynamics(model, batch, count, q, qd, qdd, NULL, tau, NULL, error);
    }
    for (size_t i = 0; i < count && !status; i++) {
        status = cdy_closed_loops_efforts(&r->loops, model, q + i * nq, qd ? qd + i * n : NULL,
                                          qdd ? qdd + i * n : NULL, tau + i * n, error);
    }
    return status;
}

size_t cdy_stage_bytes(const stage_source *source)
{
    const size_t nq = (size_t)source->r->model->nq + 1, nv = (size_t)source->r->model->nv + 1;
    const size_t contacts = source->r->contact_count + 1;
    return (3 + 4 * ((size_t)source->row_count + 1) + nq + 3 * nv + contacts) * sizeof(double);
}

static bool allocate(stages *st)
{
    const size_t count = st->count, rows = (size_t)st->source->row_count + 1;
    const size_t n = (size_t)st->source->r->model->nv + 1, nq = (size_t)st->source->r->model->nq + 1;
    double **const numbers[] = {&st->s, &st->x, &st->most};
    double **const by_row[] = {&st->a, &st->b, &st->c, &st->f};
    double **const by_joint[] = {&st->first, &st->second, &st->tau};
    bool made = true;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        made = (*numbers[i] = cdy_allocate(count, sizeof(double))) && made;
    }
    for (size_t i = 0; i < sizeof by_row / sizeof *by_row; i++) {
        made = (*by_row[i] = cdy_allocate(count, rows * sizeof(double))) && made;
    }
    for (size_t i = 0; i < sizeof by_joint / sizeof *by_joint; i++) {
        made = (*by_joint[i] = cdy_allocate(count, n * sizeof(double))) && made;
    }
    st->g = cdy_allocate(rows, sizeof(double));
    st->q = cdy_allocate(count, nq * sizeof(double));
    st->contact = cdy_allocate(count, (st->source->r->contact_count + 1) * sizeof(double));
    return made && st->g && st->q && st->contact;
}

/* Configurations and derivatives of the path; its corner at the end belongs to the next stretch. */
static void follow_path(stages *st)
{
    const path *p = &st->source->r->made->path;
    const double end = st->s[st->count - 1];
    for (size_t i = 0; i < st->count; i++) {
        size_t k = cdy_path_segment(p, st->s[i]);
        k -= k > 0 && p->s[k] >= end;
        cdy_path_evaluate(p, k, st->s[i], st->q + i * (size_t)p->nq, st->first + i * (size_t)p->nv,
                          st->second + i * (size_t)p->nv);
    }
}

static void bound_speeds(stages *st)
{
    const int n = st->source->r->model->nv;
    for (size_t i = 0; i < st->count; i++) {
        st->most[i] = HUGE_VAL;
        for (int j = 0; j < n; j++) {
            const double rate = fabs(st->first[i * (size_t)n + (size_t)j]);
            const double speed = rate > 0 ? st->source->r->limits.velocity[j] / rate : HUGE_VAL;
            st->most[i] = fmin(st->most[i], speed * speed);
        }
    }
}

/* Bounds the speeds by what contacts allow. */
static cdy_status bound_contacts(stages *st, cdy_error *error)
{
    const request *r = st->source->r;
    const size_t contacts = r->contact_count;
    const cdy_status status =
        cdy_contact_shares(r, st->source->workspace, st->count, st->q, st->first, st->contact, error);
    for (size_t i = 0; i < st->count * contacts && !status; i++) {
        const double speed = st->contact[i] > 0 ? 1 / st->contact[i] : HUGE_VAL;
        st->most[i / contacts] = fmin(st->most[i / contacts], speed * speed);
    }
    return status;
}

/* Writes the efforts in st->tau, less the efforts `less` (NULL: zeros), as the coefficients of the rows of efforts, and
 * the path's derivatives `own` as the coefficients of the rows of accelerations. */
static void fill_rows(const stages *st, const double *own, const double *less, double *coefficients)
{
    const size_t n = (size_t)st->source->r->model->nv, rows = (size_t)st->source->row_count;
    for (size_t i = 0; i < st->count; i++) {
        for (size_t row = 0; row < rows; row++) {
            const size_t joint = i * n + (size_t)st->source->joint[row], at = i * rows + row;
            const double acceleration = own ? own[joint] : 0;
            coefficients[at] = st->source->effort[row] ? st->tau[joint] - (less ? less[at] : 0) : acceleration;
        }
    }
}

static cdy_status fill_coefficients(stages *st, cdy_error *error)
{
    const stage_source *source = st->source;
    cdy_status status = cdy_stage_efforts(source, false, st->count, st->q, NULL, NULL, st->tau, error);
    if (!status) {
        fill_rows(st, NULL, NULL, st->c);
        status = cdy_stage_efforts(source, false, st->count, st->q, NULL, st->first, st->tau, error);
    }
    if (!status) {
        fill_rows(st, st->first, st->c, st->a);
        status = cdy_stage_efforts(source, false, st->count, st->q, st->first, st->second, st->tau, error);
    }
    if (!status) {
        fill_rows(st, st->second, st->c, st->b);
    }
    return status;
}

cdy_status cdy_stages_create(stages *st, const stage_source *source, size_t count, const double *s, cdy_error *error)
{
    *st = (stages){.source = source, .count = count};
    if (!allocate(st)) {
        return cdy_fail_memory(error);
    }
    memcpy(st->s, s, count * sizeof *s);
    for (int row = 0; row < source->row_count; row++) {
        const int joint = source->joint[row];
        st->g[row] = source->effort[row] ? source->r->limits.effort[joint] : source->r->limits.acceleration[joint];
    }
    follow_path(st);
    bound_speeds(st);
    const cdy_status status = bound_contacts(st, error);
    return status ? status : fill_coefficients(st, error);
}

void cdy_stages_keep_speeds(stages *st)
{
    double *const arrays[] = {st->most, st->contact, st->a,     st->b,      st->c,  st->f,
                              st->g,    st->q,       st->first, st->second, st->tau};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        cdy_release(arrays[i]);
    }
    *st = (stages){.source = st->source, .count = st->count, .s = st->s, .x = st->x};
}

void cdy_stages_clear(stages *st)
{
    cdy_stages_keep_speeds(st);
    cdy_release(st->s);
    cdy_release(st->x);
    *st = (stages){.count = 0};
}

/* Friction and damping are the difference of the efforts with and without them at the same velocity. */
cdy_status cdy_stages_add_friction(stages *st, cdy_error *error)
{
    const stage_source *source = st->source;
    const size_t n = (size_t)source->r->model->nv, rows = (size_t)source->row_count;
    if (!source->rubs) {
        return CDY_OK;
    }
    double *qd = cdy_allocate(st->count, n * sizeof *qd);
    if (!qd) {
        return cdy_fail_memory(error);
    }
    for (size_t i = 0; i < st->count * n; i++) {
        qd[i] = sqrt(st->x[i / n]) * st->first[i];
    }
    cdy_status status = cdy_stage_efforts(source, false, st->count, st->q, qd, NULL, st->tau, error);
    if (!status) {
        fill_rows(st, NULL, NULL, st->f);
        status = cdy_stage_efforts(source, true, st->count, st->q, qd, NULL, st->tau, error);
    }
    for (size_t i = 0; i < st->count && !status; i++) {
        for (size_t row = 0; row < rows; row++) {
            const double whole = st->tau[i * n + (size_t)source->joint[row]];
            st->f[i * rows + row] = source->effort[row] ? whole - st->f[i * rows + row] : 0;
        }
    }
    cdy_release(qd);
    return status;
}
