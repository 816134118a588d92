/* The search for an excitation of small condition number within the limits. */
#include "base/error.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/reserve.h"
#include "dynamics/parameters.h"
#include "identification/excitation.h"

#include <math.h>
#include <string.h>

enum { MOST_HARMONICS = 100 };
static const double pi = 3.14159265358979323846;

cdy_excitation_options cdy_excitation_options_default(void)
{
    return (cdy_excitation_options){.duration = 10,
                                    .harmonics = 5,
                                    .scale = 0.95,
                                    .regressor = cdy_regressor_options_default(),
                                    .evaluations = 300};
}

static cdy_status check_limits(const cdy_model *model, const double *limits, const char *name, cdy_error *error)
{
    for (int i = 0; limits && i < model->nv; i++) {
        if (!(limits[i] > 0)) {
            return cdy_fail(error, CDY_ERROR_ARGUMENT, "a limit of %s is %g; expected numbers above 0, or infinity",
                            name, limits[i]);
        }
    }
    return CDY_OK;
}

static cdy_status check_options(const cdy_model *model, const cdy_excitation_options *o, cdy_error *error)
{
    if (cdy_check_reserve(&o->reserve, error)) {
        return CDY_ERROR_ARGUMENT;
    }
    const double shortest = 1e-6, longest = 1e9;
    if (!(o->duration >= shortest && o->duration <= longest)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the duration is %g s; expected %g to %g s", o->duration, shortest,
                        longest);
    }
    if (o->harmonics < 2 || o->harmonics > MOST_HARMONICS) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "there are %d harmonics; expected 2 to %d", o->harmonics,
                        MOST_HARMONICS);
    }
    if (!(o->scale > 0 && o->scale <= 1)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the scale is %g; expected a number above 0, at most 1", o->scale);
    }
    if (o->evaluations < 1) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "there are %d evaluations; expected 1 at least", o->evaluations);
    }
    cdy_status status = cdy_check_regressor_options(&o->regressor, error);
    status = status ? status : check_limits(model, o->velocity, "velocity", error);
    status = status ? status : check_limits(model, o->acceleration, "acceleration", error);
    return status ? status : check_limits(model, o->effort, "effort", error);
}

/* State of the search: an evolution strategy with one parent and one child, whose step follows the rule of one success
 * in five (Rechenberg 1973). */
typedef struct search {
    const cdy_model *model;
    const cdy_excitation_options *options;
    cdy_excitation *e;
    conditioning c;
    size_t width; /* genes */
    double *parent, *child;
    double *efforts; /* 3 nv: torques at neighboring samples */
    double best, best_share, step;
    uint64_t seed;
} search;

/* Torques at sample `i` of the period. */
static cdy_status find_efforts(search *s, int i, double *tau, cdy_error *error)
{
    const cdy_excitation *e = s->e;
    conditioning *c = &s->c;
    const double t = 2 * pi / e->frequency * i / (SAMPLES_A_HARMONIC * e->harmonics);
    cdy_status status = cdy_excitation_evaluate(e, t, c->q, c->qd, c->qdd, error);
    return status ? status : cdy_inverse_dynamics(s->model, c->workspace, c->q, c->qd, c->qdd, NULL, tau, error);
}

/* Largest share of an effort limit over the period. Beside its largest sample a parabola rises by an eighth of the
 * second difference of the samples at most; twice that is the margin for the torques between the samples. */
static cdy_status measure_efforts(search *s, double *most, cdy_error *error)
{
    const cdy_excitation *e = s->e;
    const size_t n = (size_t)e->nv;
    const int samples = s->options->effort ? SAMPLES_A_HARMONIC * e->harmonics : 0;
    double *before = s->efforts, *here = before + n, *after = here + n;
    cdy_status status = samples ? find_efforts(s, samples - 1, before, error) : CDY_OK;
    if (!status && samples) {
        status = find_efforts(s, 0, here, error);
    }
    *most = 0;
    for (int i = 0; i < samples && !status; i++) {
        status = find_efforts(s, i + 1, after, error);
        for (int k = 0; k < e->joint_count && !status; k++) {
            const int v = e->joints[k].v;
            const double effort = fabs(here[v]) + fabs(before[v] - 2 * here[v] + after[v]) / 4;
            *most = fmax(*most, effort / (s->options->scale * s->options->effort[v]));
        }
        double *oldest = before;
        before = here;
        here = after;
        after = oldest;
    }
    return status;
}

/* Whether all configurations of the period are accepted, its end included. */
static cdy_status ask_samples(search *s, bool *accepted, cdy_error *error)
{
    const cdy_excitation_options *o = s->options;
    const int samples = o->accept ? SAMPLES_A_HARMONIC * s->e->harmonics + 1 : 0;
    cdy_status status = CDY_OK;
    *accepted = true;
    for (int i = 0; i < samples && *accepted && !status; i++) {
        const double t = 2 * pi / s->e->frequency * i / (SAMPLES_A_HARMONIC * s->e->harmonics);
        status = cdy_excitation_evaluate(s->e, t, s->c.q, NULL, NULL, error);
        *accepted = !status && o->accept(o->context, i, s->c.q);
    }
    return status;
}

/* Makes the motion of genes with the largest swing within the effort limits that is accepted, and its condition number;
 * infinite where no swing is, or one within the effort limits is no better than the best: smaller ones tell less, and
 * asking whether a motion is accepted may take long. */
static cdy_status evaluate_genes(search *s, const double *genes, double *share, double *condition, cdy_error *error)
{
    enum { TRIALS = 14 };
    const double shrink = 0.8;
    bool done = false, kept = false;
    cdy_status status = CDY_OK;
    *share = 1 / shrink;
    for (int trial = 0; trial < TRIALS && !done && !status; trial++) {
        double most = HUGE_VAL;
        *share *= shrink;
        cdy_excitation_express(s->e, genes, *share);
        status = measure_efforts(s, &most, error);
        if (!status && !(most > 1)) {
            status = cdy_condition_of(&s->c, s->e, condition, error);
            done = !status && !(*condition < s->best);
            if (!status && !done) {
                status = ask_samples(s, &kept, error);
                done = kept;
            }
        }
    }
    *condition = kept ? *condition : HUGE_VAL;
    return status;
}

/* The first third of the evaluations are random series, the others are near the best. */
static void draw_child(search *s, int evaluation)
{
    const bool random = evaluation < s->options->evaluations / 3 || !isfinite(s->best);
    const size_t width = 2 * (size_t)s->e->harmonics + 1;
    for (size_t i = 0; i < s->width; i++) {
        const size_t place = i % width;
        const double size = place == width - 1 ? 0.5 : 1.0 / (1.0 + (double)(place % (size_t)s->e->harmonics));
        s->child[i] = (random ? 0 : s->parent[i]) + size * (random ? 1 : s->step) * cdy_random_normal(&s->seed);
    }
}

static cdy_status run_search(search *s, cdy_error *error)
{
    cdy_status status = CDY_OK;
    for (int i = 0; i < s->options->evaluations && !status; i++) {
        double share, condition;
        draw_child(s, i);
        status = evaluate_genes(s, s->child, &share, &condition, error);
        if (!status && condition < s->best) {
            memcpy(s->parent, s->child, s->width * sizeof *s->parent);
            s->best = condition;
            s->best_share = share;
            s->step *= 1.5;
        } else {
            s->step = fmax(s->step * 0.9, 1e-3);
        }
    }
    if (!status && !isfinite(s->best)) {
        status = cdy_fail(
            error, CDY_ERROR_NUMERIC,
            "no motion was found that keeps all efforts within their limits%s; expected limits that can hold "
            "the robot%s",
            s->options->accept ? " and that is accepted" : "", s->options->accept ? ", and more room to move" : "");
    }
    if (!status) {
        cdy_excitation_express(s->e, s->parent, s->best_share);
        s->e->condition = s->best;
        s->e->rank = s->c.rank;
    }
    return status;
}

cdy_status cdy_excitation_create(const cdy_model *model, const cdy_excitation_options *options,
                                 cdy_excitation **excitation, cdy_error *error)
{
    const cdy_excitation_options defaults = cdy_excitation_options_default();
    if (excitation) {
        *excitation = NULL;
    }
    if (!model || !excitation) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "an excitation needs a model and a pointer for the excitation");
    }
    options = options ? options : &defaults;
    cdy_status status = check_options(model, options, error);
    if (status) {
        return status;
    }
    search s = {.model = model, .options = options, .best = HUGE_VAL, .step = 0.3, .seed = options->seed};
    status = cdy_excitation_start(model, options, &s.e, error);
    status = status ? status : cdy_conditioning_create(&s.c, s.e, model, &options->regressor, s.seed + 1, error);
    if (!status) {
        s.width = (size_t)s.e->joint_count * (2 * (size_t)s.e->harmonics + 1);
        s.parent = cdy_allocate(2 * s.width + 3 * (size_t)model->nv, sizeof *s.parent);
        s.child = s.parent ? s.parent + s.width : NULL;
        s.efforts = s.parent ? s.child + s.width : NULL;
        status = s.parent ? run_search(&s, error) : cdy_fail_memory(error);
    }
    cdy_conditioning_clear(&s.c);
    cdy_release(s.parent);
    if (status) {
        cdy_excitation_destroy(s.e);
    } else {
        *excitation = s.e;
    }
    return status;
}
