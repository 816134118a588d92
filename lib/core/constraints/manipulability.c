/* Manipulability: singular values of the rows of a Jacobian, by Jacobi rotations of the rows. (cdy_svd() takes square
 * matrices and scratch memory of their size; a Jacobian has at most six rows, which are rotated in place.) */
#include "constraints/manipulability.h"

#include "base/error.h"
#include "base/jacobi.h"
#include "dynamics/arguments.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Moves the selected rows of J (6 x n) to the front; returns their number. */
static int select_rows(double *J, size_t n, unsigned rows)
{
    int count = 0;
    for (int i = 0; i < 6; i++) {
        if (rows & 1u << i) {
            memmove(J + (size_t)count * n, J + (size_t)i * n, n * sizeof *J);
            count++;
        }
    }
    return count;
}

/* Divides the rows by the largest element, so that no square overflows; returns it. */
static double scale_down(double *J, size_t length)
{
    double largest = 0;
    for (size_t i = 0; i < length; i++) {
        largest = fmax(largest, fabs(J[i]));
    }
    for (size_t i = 0; i < length && largest > 0; i++) {
        J[i] /= largest;
    }
    return largest;
}

/* Inserts a singular value in descending order. */
static void insert(double value, int count, double *values)
{
    for (; count > 0 && values[count - 1] < value; count--) {
        values[count] = values[count - 1];
    }
    values[count] = value;
}

static void measure(double *J, size_t n, int count, cdy_manipulability_measures *m)
{
    *m = (cdy_manipulability_measures){.measure = 1, .count = count};
    const double factor = scale_down(J, (size_t)count * n);
    (void)cdy_jacobi_rows(count, (int)n, J, NULL); /* six rows always converge */
    for (int i = 0; i < count; i++) {
        double square = 0;
        for (size_t k = 0; k < n; k++) {
            square += J[(size_t)i * n + k] * J[(size_t)i * n + k];
        }
        insert(factor * sqrt(square), i, m->singular_values);
    }
    const double rounding = 4 * DBL_EPSILON * (double)n * m->singular_values[0];
    for (int i = 0; i < count; i++) {
        m->singular_values[i] = m->singular_values[i] > rounding ? m->singular_values[i] : 0;
        m->measure *= m->singular_values[i];
    }
    const double least = m->singular_values[count - 1];
    m->condition = least > 0 ? m->singular_values[0] / least : HUGE_VAL;
}

void cdy_measure_jacobian(double *J, int n, unsigned rows, cdy_manipulability_measures *measures)
{
    const int count = select_rows(J, (size_t)n, rows);
    measure(J, (size_t)n, count, measures);
}

cdy_status cdy_check_task_rows(unsigned rows, cdy_error *error)
{
    return rows < 1 || rows > CDY_ROWS_ALL
               ? cdy_fail(error, CDY_ERROR_ARGUMENT, "the rows are %#x; expected CDY_ROWS_ALL or some of them", rows)
               : CDY_OK;
}

cdy_status cdy_manipulability(const cdy_model *model, cdy_workspace *workspace, int frame, cdy_axes axes, unsigned rows,
                              const double *q, cdy_manipulability_measures *measures, cdy_error *error)
{
    cdy_status status = cdy_check_workspace(model, workspace, error);
    if (!status && !measures) {
        status = cdy_fail(error, CDY_ERROR_ARGUMENT, "no pointer for the measures was given");
    }
    status = status ? status : cdy_check_task_rows(rows, error);
    double *J = status ? NULL : workspace->ik.J;
    status = status ? status : cdy_geometric_jacobian(model, workspace, frame, axes, q, J, error);
    if (!status) {
        cdy_measure_jacobian(J, model->nv, rows, measures);
    }
    return status;
}
