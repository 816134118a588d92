/* The arrays of a solution. */
#include "base/error.h"
#include "base/memory.h"
#include "identification/identification.h"

void cdy_solution_destroy(solution *s)
{
    if (!s) {
        return;
    }
    void *const arrays[] = {s->R,
                            s->V,
                            s->covariance,
                            s->factors,
                            s->combinations,
                            s->sigma,
                            s->r,
                            s->z,
                            s->parameters,
                            s->deviations,
                            s->identifiability,
                            s->base_values,
                            s->base_deviations,
                            s->joint_rms,
                            s->joint_prior_rms,
                            s->weights,
                            s->joint_deviations,
                            s->told,
                            s->order,
                            s->stack,
                            s->scratch};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        cdy_release(arrays[i]);
    }
    cdy_release(s);
}

cdy_status cdy_solution_create(int p, int n, solution **made, cdy_error *error)
{
    const size_t k = (size_t)p, square = k * k;
    solution *s = cdy_allocate(1, sizeof *s);
    *made = NULL;
    if (!s) {
        return cdy_fail_memory(error);
    }
    *s = (solution){.p = p, .n = n};
    double **const squares[] = {&s->R, &s->V, &s->covariance, &s->factors, &s->combinations};
    double **const vectors[] = {
        &s->sigma,          &s->r, &s->z, &s->parameters, &s->deviations, &s->identifiability, &s->base_values,
        &s->base_deviations};
    double **const of_joints[] = {&s->joint_rms, &s->joint_prior_rms, &s->weights, &s->joint_deviations};
    bool allocated = true;
    for (size_t i = 0; i < sizeof squares / sizeof *squares; i++) {
        allocated = (*squares[i] = cdy_allocate(square, sizeof(double))) && allocated;
    }
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        allocated = (*vectors[i] = cdy_allocate(k, sizeof(double))) && allocated;
    }
    for (size_t i = 0; i < sizeof of_joints / sizeof *of_joints; i++) {
        allocated = (*of_joints[i] = cdy_allocate((size_t)n, sizeof(double))) && allocated;
    }
    s->told = cdy_allocate((size_t)n, sizeof *s->told);
    s->order = cdy_allocate(k, sizeof *s->order);
    s->stack = cdy_allocate(2 * (k + 1), (k + 1) * sizeof(double));
    s->scratch = cdy_allocate(square + 33 * (k + 1), sizeof(double));
    if (!allocated || !s->told || !s->order || !s->stack || !s->scratch) {
        cdy_solution_destroy(s);
        return cdy_fail_memory(error);
    }
    *made = s;
    return CDY_OK;
}
