/* All terms of one state by one sweep: check the arguments, sweep, then read, project and check each term. */
#include "dynamics/terms.h"

#include "base/error.h"
#include "base/finite.h"

#include <string.h>

/* Checks that the workspace has room for the matrices of the tree with mimic joints. */
static cdy_status check_room(const cdy_model *model, const cdy_workspace *w, const cdy_terms *terms, cdy_error *error)
{
    if (w->M || !model->has_followers) {
        return CDY_OK;
    }
#define TERM(member, title, form, passes, tolerance)                                                                   \
    if (terms->member && quantity_is_square(&term_##member.result)) {                                                  \
        return cdy_fail_large_matrix(model, title, error);                                                             \
    }
#define FRAME_TERM(member, title, form, passes, tolerance)
#include "dynamics/terms.def"
#undef TERM
#undef FRAME_TERM
    return CDY_OK;
}

/* Reads the inputs into the tree's coordinates. */
static cdy_status read_inputs(const cdy_model *model, cdy_workspace *w, const double *const given[TERM_INPUTS],
                              const double *in[TERM_INPUTS], cdy_error *error)
{
    cdy_status status = cdy_read_position(model, w, given[0], &in[0], error);
    status = status ? status : cdy_read_velocity(model, w, given[1], w->qd, "velocity", &in[1], error);
    status = status ? status : cdy_read_velocity(model, w, given[2], w->qdd, "acceleration", &in[2], error);
    status = status ? status : cdy_check_forces(model, given[3], error);
    in[3] = given[3];
    return status;
}

/* Copies an input of the caller's to the workspace. */
static const double *keep_input(const double *in, const double *given, size_t count, double *buffer)
{
    return in && in == given ? memcpy(buffer, in, count * sizeof *in) : in;
}

/* Copies the inputs that drives read after the sweep, when results may have taken their place. */
static void keep_inputs(const cdy_model *model, cdy_workspace *w, const double *const given[TERM_INPUTS],
                        const double *in[TERM_INPUTS])
{
    const size_t n = (size_t)model->tree_nv;
    in[0] = keep_input(in[0], given[0], (size_t)model->tree_nq, w->q);
    in[1] = keep_input(in[1], given[1], n, w->qd);
    in[2] = keep_input(in[2], given[2], n, w->qdd);
}

/* Projects a term of the tree's coordinates to the caller's. */
static void project(const cdy_model *model, const cdy_workspace *w, const term *t, const double *tree, double *out)
{
    if (t->result.kind == OUTPUT_COLUMNS) {
        w->kernels->project_columns(model, (size_t)t->result.size, tree, out);
    } else if (t->result.kind == OUTPUT_SYMMETRIC) {
        w->kernels->project_matrix(model, tree, out);
    } else {
        w->kernels->project_square(model, tree, out);
    }
}

/* Checks a few numbers one by one: a vector load would wait until those that were just written have left the store
 * buffer. */
static inline __attribute__((always_inline)) cdy_status check_numbers(const double *numbers, int count,
                                                                      cdy_error *error)
{
    bool finite = true;
    for (int i = 0; i < count; i++) {
        finite = finite && cdy_all_finite(&numbers[i], 1);
    }
    return finite ? CDY_OK : cdy_fail_not_finite(error);
}

/* Inlined where the term is a constant. */
static inline __attribute__((always_inline)) cdy_status write_term(const term_source *s, const cdy_workspace *w,
                                                                   const term *t, double *out, cdy_error *error)
{
    if (s->model->has_followers && t->result.kind != OUTPUT_NUMBERS) {
        double *tree = quantity_is_square(&t->result) ? w->M : w->columns;
        t->read(s, tree);
        project(s->model, w, t, tree, out);
    } else {
        t->read(s, out);
    }
    return t->result.kind == OUTPUT_NUMBERS ? check_numbers(out, t->result.size, error)
                                            : cdy_check_matrix(w, out, term_length(s->model, t), error);
}

/* Reads, projects and checks all terms that are wanted. */
static cdy_status write_terms(term_source *s, const cdy_workspace *w, const cdy_terms *terms, cdy_error *error)
{
    cdy_status status = CDY_OK;
#define TERM(member, title, form, passes, tolerance)                                                                   \
    if (!status && terms->member) {                                                                                    \
        status = write_term(s, w, &term_##member, terms->member, error);                                               \
    }
#define FRAME_TERM(member, title, form, passes, tolerance)                                                             \
    for (int i = 0; !status && i < terms->frame_count; i++) {                                                          \
        s->frame = terms->frames[i].frame;                                                                             \
        s->in_body = terms->frames[i].axes == CDY_AXES_BODY;                                                           \
        status = terms->frames[i].member ? write_term(s, w, &term_##member, terms->frames[i].member, error) : CDY_OK;  \
    }
#include "dynamics/terms.def"
#undef TERM
#undef FRAME_TERM
    return status;
}

/* 1 / mass of the moving bodies, or 0 where there is none, for the terms that need the mass. */
static double inverse_mass_for(const cdy_model *model, unsigned passes)
{
    return passes & SWEEP_MASSES ? inverse_mass(model) : 0;
}

cdy_status cdy_all_terms(const cdy_model *model, cdy_workspace *workspace, const double *q, const double *qd,
                         const double *qdd, const double *fext, const cdy_terms *terms, cdy_error *error)
{
    const double *const given[TERM_INPUTS] = {q, qd, qdd, fext};
    double scratch[6];
    unsigned passes;
    cdy_status status = cdy_check_workspace(model, workspace, error);
    status = status ? status : cdy_check_terms(model, terms, &passes, error);
    status = status ? status : check_room(model, workspace, terms, error);
    if (status) {
        return status;
    }
    term_source s = {.model = model,
                     .kernel_model = model,
                     .kernels = workspace->kernels,
                     .kernel_scratch = workspace->kernel_scratch,
                     .inverse_mass = inverse_mass_for(model, passes),
                     .scratch = scratch,
                     .load = workspace->block};
    status = read_inputs(model, workspace, given, s.in, error);
    if (status) {
        return status;
    }
    s.kernels->sweep(model, s.kernel_scratch, passes, model->gravity, s.in[0], s.in[1], s.in[2], s.in[3]);
    if (model->drives_act) {
        keep_inputs(model, workspace, given, s.in);
    }
    return write_terms(&s, workspace, terms, error);
}
