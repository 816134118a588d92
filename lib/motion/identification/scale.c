/* Scales: the deviation of each parameter that counts as 100 %. */
#include "identification/identification.h"

#include <math.h>

/* Mass (kg) and radius of gyration about the origin (m) of a body. */
typedef struct body_size {
    double mass, length;
} body_size;

static body_size size_of(const double *pi)
{
    double mass = fmax(pi[0], 0), second = fmax((pi[4] + pi[7] + pi[9]) / 2, 0);
    return (body_size){mass, mass > 0 ? sqrt(second / mass) : 0};
}

/* Mean mass and radius of gyration of the bodies; 1 kg and 1 m where the prior has none. */
static body_size mean_size(const double *prior, int bodies)
{
    double mass = 0, second = 0;
    for (int i = 0; i < bodies; i++) {
        body_size s = size_of(prior + BODY_PARAMETERS * i);
        mass += s.mass;
        second += s.mass * s.length * s.length;
    }
    body_size mean = {mass / bodies, mass > 0 ? sqrt(second / mass) : 0};
    return (body_size){mean.mass > 0 ? mean.mass : 1, mean.length > 0 ? mean.length : 1};
}

/* Least scales relative to the mean: the prior of a light body may be a guess. */
static const double least_mass = 1e-2, least_length = 1e-1;

void cdy_fill_scales(cdy_identification *id)
{
    const int bodies = id->model->body_count - 1;
    const body_size mean = mean_size(id->prior, bodies);
    for (int i = 0; i < bodies; i++) {
        body_size s = size_of(id->prior + BODY_PARAMETERS * i);
        double mass = fmax(s.mass, least_mass * mean.mass), length = fmax(s.length, least_length * mean.length);
        for (int k = 0; k < BODY_PARAMETERS; k++) {
            id->scale[BODY_PARAMETERS * i + k] = k == 0 ? mass : k < 4 ? mass * length : mass * length * length;
        }
    }
    const double moment = mean.mass * mean.length * mean.length, rate = 10; /* 1/s: of typical motions */
    const double sizes[3] = {moment * rate, moment * rate * rate, moment};
    for (int i = 0; i < 3; i++) {
        cdy_parameter_kind kind = (cdy_parameter_kind)((int)CDY_PARAMETER_DAMPING + i);
        for (int k = 0; k < id->n; k++) {
            int column = cdy_drive_parameter(id->model, &id->options.regressor, kind, k);
            if (column >= 0) {
                id->scale[column] = sizes[i];
            }
        }
    }
}
