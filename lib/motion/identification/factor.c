/* The factors of all rows, and the least squares estimate in scaled deviations from the prior. */
#include "base/error.h"
#include "base/finite.h"
#include "identification/identification.h"
#include "linalg/qr.h"
#include "linalg/svd.h"

#include <string.h>

/* Appends the rows of a degree of freedom, weighted, scaled and less the prior's torques, to the stacked rows; returns
 * their number. */
static int stack_joint(const cdy_identification *id, const joint_rows *rows, double weight, int filled, double *stack)
{
    const size_t stack_rows = 2 * ((size_t)id->p + 1), stride = (size_t)rows->capacity;
    for (size_t k = 0; k <= (size_t)id->p; k++) {
        memset(stack + k * stack_rows + filled, 0, (size_t)rows->filled * sizeof *stack);
    }
    for (int i = 0; i < rows->filled; i++) {
        double residual = rows->A[(size_t)rows->columns * stride + (size_t)i];
        for (int k = 0; k < rows->columns; k++) {
            const size_t number = (size_t)rows->indices[k];
            const double y = rows->A[(size_t)k * stride + (size_t)i];
            residual -= y * id->prior[number];
            stack[number * stack_rows + (size_t)(filled + i)] = weight * y * id->scale[number];
        }
        stack[(size_t)id->p * stack_rows + (size_t)(filled + i)] = weight * residual;
    }
    return filled + rows->filled;
}

cdy_status cdy_solution_factor(cdy_identification *id, solution *s, cdy_error *error)
{
    const int p = id->p, stack_rows = 2 * (p + 1);
    int filled = 0;
    for (int i = 0; i < id->n; i++) {
        cdy_rows_reduce(&id->joints[i]);
        filled = stack_joint(id, &id->joints[i], s->weights[i], filled, s->stack);
        cdy_qr_reduce(filled, p + 1, s->stack, stack_rows, s->scratch);
        filled = filled < p + 1 ? filled : p + 1;
    }
    for (int k = 0; k < p; k++) {
        for (int i = 0; i < p; i++) {
            s->R[k * p + i] = i <= k && i < filled ? s->stack[k * stack_rows + i] : 0;
        }
    }
    if (!cdy_all_finite(s->R, (size_t)p * (size_t)p) || !cdy_svd(p, s->R, s->sigma, s->V, s->scratch)) {
        return cdy_fail(error, CDY_ERROR_NUMERIC, "the rows have no finite factors; their numbers are too large");
    }
    for (int k = 0; k < p; k++) {
        s->r[k] = 0;
        for (int i = 0; i < p && i < filled; i++) {
            s->r[k] += s->R[k * p + i] * s->stack[p * stack_rows + i];
        }
    }
    s->rank = 0;
    while (s->rank < p && s->sigma[s->rank] > id->options.rank_tolerance * s->sigma[0]) {
        s->rank++;
    }
    return CDY_OK;
}

double cdy_solution_gain(const solution *s, int k)
{
    const double w = s->prior_weight, sigma = s->sigma[k];
    return k < s->rank ? sigma / (sigma * sigma + w * w) : 0;
}

void cdy_solution_estimate(const cdy_identification *id, solution *s, double prior_weight)
{
    const int p = id->p;
    s->prior_weight = prior_weight;
    memset(s->z, 0, (size_t)p * sizeof *s->z);
    for (int k = 0; k < s->rank; k++) {
        for (int i = 0; i < p; i++) {
            s->z[i] += s->V[k * p + i] * cdy_solution_gain(s, k) * s->r[k];
        }
    }
    for (int i = 0; i < p; i++) {
        s->parameters[i] = id->prior[i] + id->scale[i] * s->z[i];
    }
}
