/* Weights of the degrees of freedom: the inverse standard deviations of their residuals in a fit without the prior,
 * since what the prior's pull leaves of the torques is no noise; iterated.
 *
 * Where a fit can follow a joint's torques, the iteration lets it do so ever more closely, until the other joints weigh
 * nothing beside that joint, and nothing beside the prior. Such a joint does not tell its noise: it has that of the
 * others. */
#include "base/error.h"
#include "identification/identification.h"

#include <math.h>

/* Degrees of freedom of a deviation that tells noise. Two estimates weighted by measured variances are together better
 * than each of them, whatever the true variances, where each variance has 10 (Graybill and Deal 1959). */
static const double least_freedom = 10;

/* Residuals below these parts of torques tell no noise. Of the joint's own torques: no sensor resolves that, so they
 * are those of a simulation, or of a joint that reads 0. Of the robot's largest torques: rounding makes them, as in a
 * joint without torque. */
static const double resolution = 1e-6, rounding = 1e-9;

/* Effective number of parameters of the rows of one degree of freedom: the trace of its block of the hat matrix. */
static double effective_parameters(const cdy_identification *id, const solution *s, int joint)
{
    const joint_rows *rows = &id->joints[joint];
    double trace = 0;
    for (int k = 0; k < s->rank; k++) {
        double square = 0;
        for (int i = 0; i < rows->filled; i++) {
            double sum = 0;
            for (int c = 0; c < rows->columns; c++) {
                const int number = rows->indices[c];
                sum += rows->A[(size_t)c * (size_t)rows->capacity + (size_t)i] * id->scale[number] *
                       s->V[k * id->p + number];
            }
            square += sum * sum;
        }
        trace += square / (s->sigma[k] * s->sigma[k]);
    }
    return trace * s->weights[joint] * s->weights[joint];
}

/* The largest root mean square torque of a degree of freedom. */
static double largest_torque(const cdy_identification *id)
{
    double largest = 0;
    for (int i = 0; i < id->n; i++) {
        largest = fmax(largest, cdy_rows_size(&id->joints[i], id->prior));
    }
    return largest;
}

/* Measures the deviation of a joint's residuals; returns whether it tells the joint's noise. */
static bool measure(const cdy_identification *id, solution *s, int joint, double torque)
{
    const joint_rows *rows = &id->joints[joint];
    const double freedom = (double)rows->count - effective_parameters(id, s, joint);
    const double least = fmax(resolution * cdy_rows_size(rows, id->prior), rounding * torque);
    s->joint_deviations[joint] = sqrt(cdy_rows_residual(rows, s->parameters) / fmax(freedom, 1));
    return freedom >= least_freedom && s->joint_deviations[joint] > least * cdy_rows_weight(rows);
}

/* Measures all joints that have told their noise so far; returns whether they still do. */
static bool measure_all(const cdy_identification *id, solution *s, double torque)
{
    bool still = true;
    for (int i = 0; i < id->n; i++) {
        if (s->told[i]) {
            s->told[i] = measure(id, s, i, torque);
            still = still && s->told[i];
        }
    }
    return still;
}

/* The weight of a joint's rows, whose residuals have it as a factor; 1 without weights. */
static double row_weight(const cdy_identification *id, int joint)
{
    const double weight = cdy_rows_weight(&id->joints[joint]);
    return weight > 0 ? weight : 1;
}

/* Gives joints that do not tell their deviation the geometric mean of the others, 1 where there are none, of torques
 * without their rows' weights. */
static void fill_deviations(const cdy_identification *id, solution *s)
{
    double sum = 0;
    int count = 0;
    for (int i = 0; i < id->n; i++) {
        sum += s->told[i] ? log(s->joint_deviations[i] / row_weight(id, i)) : 0;
        count += s->told[i];
    }
    for (int i = 0; i < id->n; i++) {
        if (!s->told[i]) {
            s->joint_deviations[i] = row_weight(id, i) * (count > 0 ? exp(sum / count) : 1);
        }
    }
}

/* The least deviation in N m or N, that of rows whose weights are 1 in the root mean square. With it as the unit of the
 * weights, the prior's weight is a torque whatever the unit of the rows' weights. */
static double least_deviation(const cdy_identification *id, const solution *s)
{
    double least = HUGE_VAL;
    for (int i = 0; i < id->n; i++) {
        if (id->joints[i].count > 0) {
            least = fmin(least, s->joint_deviations[i] / row_weight(id, i));
        }
    }
    return least;
}

/* Sets the weights to the inverse deviations where one of them changes by 1e-3 of itself; returns whether it did. */
static bool set_weights(const cdy_identification *id, solution *s)
{
    const double small = 1e-3;
    double change = 0;
    fill_deviations(id, s);
    const double least = least_deviation(id, s);
    for (int i = 0; i < id->n; i++) {
        s->joint_deviations[i] = id->joints[i].count > 0 ? s->joint_deviations[i] / least : 1;
        change = fmax(change, fabs(1 - s->weights[i] * s->joint_deviations[i]));
    }
    for (int i = 0; i < id->n && change >= small; i++) {
        s->weights[i] = 1 / s->joint_deviations[i];
    }
    return change >= small;
}

/* Weighs all joints alike, whatever the weights of their rows. */
static void weigh_alike(const cdy_identification *id, solution *s)
{
    for (int i = 0; i < id->n; i++) {
        s->weights[i] = 1 / row_weight(id, i);
    }
}

static cdy_status weigh_by_residuals(cdy_identification *id, solution *s, cdy_error *error)
{
    enum { ITERATIONS = 50 };
    const double torque = largest_torque(id);
    for (int i = 0; i < id->n; i++) {
        s->told[i] = id->joints[i].count > 0;
    }
    weigh_alike(id, s);
    for (int iteration = 0; iteration < ITERATIONS; iteration++) {
        const cdy_status status = cdy_solution_factor(id, s, error);
        if (status) {
            return status;
        }
        cdy_solution_estimate(id, s, 0);
        if (!measure_all(id, s, torque)) { /* anew, since the weights of such a joint moved those of the others */
            weigh_alike(id, s);
            iteration = 0;
        } else if (!set_weights(id, s)) {
            break;
        }
    }
    return CDY_OK;
}

cdy_status cdy_weigh_joints(cdy_identification *id, solution *s, cdy_error *error)
{
    if (id->options.weight_by_joint) {
        return weigh_by_residuals(id, s, error);
    }
    for (int i = 0; i < id->n; i++) {
        s->weights[i] = 1;
    }
    return CDY_OK;
}
