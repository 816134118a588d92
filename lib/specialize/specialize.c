/* The calls that every system has: options, their checks, and giving code to workspaces and batches. */
#include "base/error.h"
#include "batch/batch.h"
#include "dynamics/widths.h"
#include "specialize/specialization.h"

enum {
    KNOWN_CALLS = CDY_GENERATE_INVERSE_DYNAMICS | CDY_GENERATE_FORWARD_DYNAMICS | CDY_GENERATE_MASS_MATRIX |
                  CDY_GENERATE_INVERSE_DYNAMICS_DERIVATIVES | CDY_GENERATE_INVERSE_MASS_MATRIX
};

cdy_specialize_options cdy_specialize_options_default(void)
{
    return (cdy_specialize_options){
        .calls = CDY_GENERATE_INVERSE_DYNAMICS | CDY_GENERATE_FORWARD_DYNAMICS | CDY_GENERATE_MASS_MATRIX,
        .time_limit = 60,
    };
}

static cdy_status check_options(const cdy_specialize_options *o, cdy_error *error)
{
    if (!o->calls || o->calls & ~(unsigned)KNOWN_CALLS) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "functions %#x cannot take the place of calls; expected a sum of inverse dynamics (1), forward "
                        "dynamics (2), mass matrix (4), derivatives of inverse dynamics (32) and inverse mass matrix "
                        "(256)",
                        o->calls);
    }
    if (o->lanes < 0 || o->lanes > 8 || (o->lanes & (o->lanes - 1))) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "there is no code for %d lanes; expected 1, 2, 4 or 8, or 0 for the most that the machine has",
                        o->lanes);
    }
    if (!(o->time_limit > 0 && o->time_limit <= 3600)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the compiler cannot have %g s; expected 0 to 3600", o->time_limit);
    }
    if (!(o->angle_tolerance >= 0 && o->angle_tolerance <= 1e-3)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the tolerance of angles is %g rad; expected 0 to 0.001",
                        o->angle_tolerance);
    }
    if ((o->compiler && !o->compiler[0]) || (o->cache && !o->cache[0])) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the name of the %s is empty; expected a name, or NULL",
                        o->cache && !o->cache[0] ? "cache" : "compiler");
    }
    return CDY_OK;
}

cdy_status cdy_check_specialize(const cdy_model *model, const cdy_specialize_options *o, special_code *code,
                                cdy_error *error)
{
    const cdy_status status = check_options(o, error);
    if (status) {
        return status;
    }
    if (model->nv == 0) {
        return cdy_fail(error, CDY_ERROR_UNSUPPORTED, "the robot has no moving joints: there is nothing to compute");
    }
    if (model->has_followers) {
        return cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                        "joints of the robot mimic others, which only the general calls compute");
    }
    const cdy_kernels *kernels = cdy_choose_kernels(o->lanes);
    if (!kernels) {
        return cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                        "this machine, or this build of the library, has no %d lanes; 0 takes the most that it has",
                        o->lanes);
    }
    *code = (special_code){.fingerprint = model->fingerprint,
                           .payload_mark = model->payload_mark,
                           .gravity = {model->gravity[0], model->gravity[1], model->gravity[2]},
                           .drives = model->drive_options,
                           .lanes = kernels->lanes};
    return CDY_OK;
}

bool cdy_specialization_is_cached(const cdy_specialization *specialization)
{
    return specialization && specialization->is_cached;
}

/* Fails where code is for another model; `what` is to be given the code. */
static cdy_status check_code(const cdy_specialization *s, uint64_t fingerprint, const char *what, cdy_error *error)
{
    return !s || s->code.fingerprint == fingerprint
               ? CDY_OK
               : cdy_fail(error, CDY_ERROR_ARGUMENT, "the code is for another model than the %s", what);
}

cdy_status cdy_workspace_specialize(cdy_workspace *workspace, const cdy_specialization *specialization,
                                    cdy_error *error)
{
    if (!workspace) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "giving code to a workspace needs a workspace");
    }
    const cdy_status status = check_code(specialization, workspace->fingerprint, "workspace", error);
    if (!status) {
        workspace->special = specialization ? &specialization->code : NULL;
    }
    return status;
}

cdy_status cdy_batch_specialize(cdy_batch *batch, const cdy_specialization *specialization, cdy_error *error)
{
    if (!batch) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "giving code to a batch needs a batch");
    }
    const cdy_status status = check_code(specialization, batch->fingerprint, "batch", error);
    if (status) {
        return status;
    }
    if (specialization && specialization->code.lanes != batch->kernels->lanes) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "the code is for %d lanes, the batch has %d; specialize for the lanes of the batch",
                        specialization->code.lanes, batch->kernels->lanes);
    }
    batch->special = specialization ? &specialization->code : NULL;
    return CDY_OK;
}
