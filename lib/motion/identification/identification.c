/* Creation and destruction of an identification. */
#include "identification/identification.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/reserve.h"

#include <math.h>
#include <string.h>

/* Largest number of parameters p, for which 2 p^2 fits an int; the factors take 8 GiB then. */
enum { MOST_PARAMETERS = 16384 };

cdy_identification_options cdy_identification_options_default(void)
{
    return (cdy_identification_options){.regressor = cdy_regressor_options_default(),
                                        .weight_by_joint = true,
                                        .consistent = true,
                                        .rank_tolerance = 1e-10};
}

static cdy_status check_prior(const double *prior, int count, cdy_error *error)
{
    for (int i = 0; i < count; i++) {
        if (!(fabs(prior[i]) < 1e100)) {
            return cdy_fail(error, CDY_ERROR_ARGUMENT,
                            "parameter %d of the prior is %g; expected a finite number of a size below 1e100", i,
                            prior[i]);
        }
    }
    return CDY_OK;
}

static cdy_status check_options(const cdy_model *model, const cdy_identification_options *o, cdy_error *error)
{
    cdy_status status = cdy_check_reserve(&o->reserve, error);
    status = status ? status : cdy_check_regressor_options(&o->regressor, error);
    if (status) {
        return status;
    }
    if (model->nv == 0) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the robot has no degree of freedom, and so nothing to identify");
    }
    if (cdy_parameter_count(model, &o->regressor) > MOST_PARAMETERS) {
        return cdy_fail(error, CDY_ERROR_UNSUPPORTED, "the robot has %d parameters; up to %d can be identified at once",
                        cdy_parameter_count(model, &o->regressor), MOST_PARAMETERS);
    }
    if (!(o->prior_weight >= 0 && o->prior_weight < 1e100)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the prior's weight is %g; expected a number from 0 to below 1e100",
                        o->prior_weight);
    }
    if (!(o->rank_tolerance > 0 && o->rank_tolerance < 1)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the tolerance of the rank is %g; expected a number between 0 and 1",
                        o->rank_tolerance);
    }
    return check_prior(o->prior, o->prior ? cdy_parameter_count(model, &o->regressor) : 0, error);
}

cdy_status cdy_find_payload(const cdy_model *model, double *payload, double *bare, cdy_error *error)
{
    cdy_status status = cdy_bare_parameters(model, bare, error);
    status = status ? status : cdy_inertial_parameters(model, payload, error);
    for (int i = 0; i < BODY_PARAMETERS * (model->body_count - 1); i++) {
        payload[i] -= bare[i];
    }
    return status;
}

cdy_status cdy_identification_set_payload(cdy_identification *id, int frame, const cdy_payload *payload,
                                          cdy_error *error)
{
    if (!id) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "setting the payload of rows needs an identification");
    }
    const cdy_status status = cdy_model_set_payload(id->model, frame, payload, error);
    return status ? status : cdy_find_payload(id->model, id->payload, id->Y, error);
}

static cdy_status fill(cdy_identification *id, const cdy_model *model, cdy_error *error)
{
    const size_t p = (size_t)id->p;
    id->model = cdy_allocate(1, (size_t)model->size);
    id->Y = cdy_allocate((size_t)id->n * p, sizeof *id->Y);
    id->prior = cdy_allocate(p, sizeof *id->prior);
    id->payload = cdy_allocate(p, sizeof *id->payload);
    id->scale = cdy_allocate(p, sizeof *id->scale);
    id->preference = cdy_allocate(p, sizeof *id->preference);
    id->tau = cdy_allocate((size_t)id->n, sizeof *id->tau);
    if (!id->model || !id->Y || !id->tau || !id->prior || !id->payload || !id->scale || !id->preference) {
        return cdy_fail_memory(error);
    }
    memcpy(id->model, model, (size_t)model->size);
    cdy_status status = cdy_find_payload(id->model, id->payload, id->prior, error);
    if (id->options.prior) {
        memcpy(id->prior, id->options.prior, p * sizeof *id->prior);
    }
    id->options.prior = NULL;
    cdy_fill_scales(id);
    cdy_prefer_parameters(id->model, id->p, id->preference);
    status = status ? status : cdy_workspace_create(id->model, &id->workspace, error);
    return status ? status : cdy_rows_create(id, error);
}

cdy_status cdy_identification_create(const cdy_model *model, const cdy_identification_options *options,
                                     cdy_identification **made, cdy_error *error)
{
    const cdy_identification_options chosen = options ? *options : cdy_identification_options_default();
    if (made) {
        *made = NULL;
    }
    if (!model || !made) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "making an identification needs a model and a pointer for the identification");
    }
    cdy_status status = check_options(model, &chosen, error);
    if (status) {
        return status;
    }
    cdy_identification *id = cdy_allocate(1, sizeof *id);
    if (!id) {
        return cdy_fail_memory(error);
    }
    id->options = chosen;
    id->p = cdy_parameter_count(model, &chosen.regressor);
    id->n = model->nv;
    id->full_rank = -1;
    status = fill(id, model, error);
    if (status) {
        cdy_identification_destroy(id);
    } else {
        *made = id;
    }
    return status;
}

void cdy_identification_destroy(cdy_identification *id)
{
    if (!id) {
        return;
    }
    cdy_rows_destroy(id);
    cdy_solution_destroy(id->solution);
    cdy_workspace_destroy(id->workspace);
    cdy_release(id->model);
    cdy_release(id->Y);
    cdy_release(id->tau);
    cdy_release(id->prior);
    cdy_release(id->payload);
    cdy_release(id->scale);
    cdy_release(id->preference);
    cdy_release(id->structure);
    cdy_release(id);
}
