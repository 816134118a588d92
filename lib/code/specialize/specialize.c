/* The calls that every system has: options and their checks. */
#include "base/error.h"
#include "base/reserve.h"
#include "specialize/specialization.h"

/* The calls that there is code over floats for, and all of those over doubles. */
enum {
    FLOAT_CALLS = CDY_GENERATE_INVERSE_DYNAMICS | CDY_GENERATE_FORWARD_DYNAMICS | CDY_GENERATE_MASS_MATRIX |
                  CDY_GENERATE_INVERSE_DYNAMICS_VJP | CDY_GENERATE_FORWARD_DYNAMICS_VJP,
    KNOWN_CALLS = FLOAT_CALLS | CDY_GENERATE_INVERSE_DYNAMICS_DERIVATIVES | CDY_GENERATE_INVERSE_MASS_MATRIX |
                  CDY_GENERATE_FORWARD_DYNAMICS_DERIVATIVES
};

cdy_specialize_options cdy_specialize_options_default(void)
{
    return (cdy_specialize_options){
        .calls = CDY_GENERATE_INVERSE_DYNAMICS | CDY_GENERATE_FORWARD_DYNAMICS | CDY_GENERATE_MASS_MATRIX,
        .time_limit = 60,
    };
}

/* Whether batches can have so many lanes. */
static bool has_lanes(const cdy_specialize_options *o)
{
    const int least = o->floats ? 4 : 1, most = o->floats ? 16 : 8;
    return o->lanes == 0 || (o->lanes >= least && o->lanes <= most && !(o->lanes & (o->lanes - 1)));
}

static cdy_status check_options(const cdy_specialize_options *o, cdy_error *error)
{
    if (cdy_check_reserve(&o->reserve, error)) {
        return CDY_ERROR_ARGUMENT;
    }
    if (!o->calls || o->calls & ~(unsigned)KNOWN_CALLS) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "functions %#x cannot take the place of calls; expected a sum of inverse dynamics (1), forward "
                        "dynamics (2), mass matrix (4), derivatives of inverse dynamics (32), products with those of "
                        "inverse (64) and forward dynamics (128), inverse mass matrix (256) and derivatives of "
                        "forward dynamics (512)",
                        o->calls);
    }
    if (o->floats && o->calls & ~(unsigned)FLOAT_CALLS) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "functions %#x cannot take the place of calls over floats; expected a sum of inverse dynamics "
                        "(1), forward dynamics (2), mass matrix (4) and products with derivatives of inverse (64) and "
                        "forward dynamics (128)",
                        o->calls);
    }
    if (!has_lanes(o)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "there is no code for %d lanes; expected %s, or 0 for the most that the machine has", o->lanes,
                        o->floats ? "of floats 4, 8 or 16" : "1, 2, 4 or 8");
    }
    if (!(o->time_limit > 0 && o->time_limit <= 3600)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the compiler cannot have %g s; expected above 0, 3600 at most",
                        o->time_limit);
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
    const int lanes = o->floats ? cdy_code_lanes_f32(o->lanes) : cdy_code_lanes(o->lanes);
    if (!lanes) {
        return cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                        "this machine, or this build of the library, has no %d lanes; 0 takes the most that it has",
                        o->lanes);
    }
    *code = (special_code){.fingerprint = model->fingerprint,
                           .payload_mark = model->payload_mark,
                           .gravity = {model->gravity[0], model->gravity[1], model->gravity[2]},
                           .drive_mark = model->drive_mark,
                           .lanes = lanes,
                           .floats = o->floats};
    return CDY_OK;
}

bool cdy_specialization_is_cached(const cdy_specialization *specialization)
{
    return specialization && specialization->is_cached;
}
