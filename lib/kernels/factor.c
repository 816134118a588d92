/* The mass matrix's factors M = L^T D L, and products of its inverse (Featherstone 2008, sections 6.4 to 6.6).
 *
 * Row k of L is zero but for the degrees of freedom that carry k, so that robots with branches have sparse factors:
 * where two branches meet only in the base, neither factoring nor solving knows of the other. */
#include "kernels/width.h"

/* The degree of freedom next to each on the way to the base; -1: none. */
static const int *find_parents(const cdy_model *model, void *state)
{
    const model_body *bodies = model_bodies(model);
    int *parents = state;
    for (int i = 1; i < model->body_count; i++) {
        const int p = bodies[i].parent;
        for (int k = 1; k < bodies[i].nv; k++) {
            parents[bodies[i].v + k] = bodies[i].v + k - 1;
        }
        parents[bodies[i].v] = p ? bodies[p].v + bodies[p].nv - 1 : -1;
    }
    return parents;
}

void KERNEL(factor)(const cdy_model *model, void *state, double *M_, double *D_)
{
    const int *parents = find_parents(model, state);
    const size_t n = (size_t)model->tree_nv;
    real *M = reals_out(M_), *D = reals_out(D_);
    for (int k = model->tree_nv - 1; k >= 0; k--) {
        real *row = M + (size_t)k * n;
        D[k] = row[k];
        const real inverse = 1 / row[k];
        for (int i = parents[k]; i >= 0; i = parents[i]) {
            const real x = row[i] * inverse;
            real *other = M + (size_t)i * n;
            for (int j = i; j >= 0; j = parents[j]) {
                other[j] = other[j] - x * row[j];
            }
            row[i] = x;
        }
    }
}

/* y -= x z, `count` numbers */
static inline void subtract_row(size_t count, real x, const real *restrict z, real *restrict y)
{
    for (size_t j = 0; j < count; j++) {
        y[j] = y[j] - x * z[j];
    }
}

void KERNEL(factor_solve)(const cdy_model *model, void *state, const double *L_, const double *D_, double sign,
                          int columns, double *X_)
{
    const int *parents = find_parents(model, state);
    const size_t n = (size_t)model->tree_nv, m = (size_t)columns;
    const real *L = reals(L_), *D = reals(D_);
    real *X = reals_out(X_);
    for (int i = model->tree_nv - 1; i >= 0; i--) {
        for (int k = parents[i]; k >= 0; k = parents[k]) {
            subtract_row(m, L[(size_t)i * n + (size_t)k], X + (size_t)i * m, X + (size_t)k * m);
        }
    }
    for (int i = 0; i < model->tree_nv; i++) {
        real *row = X + (size_t)i * m;
        const real inverse = sign / D[i];
        for (size_t j = 0; j < m; j++) {
            row[j] = row[j] * inverse;
        }
        for (int k = parents[i]; k >= 0; k = parents[k]) {
            subtract_row(m, L[(size_t)i * n + (size_t)k], X + (size_t)k * m, row);
        }
    }
}
