/* Regressor of inverse dynamics, Y pi = tau, projected onto the caller's coordinates. */
#include "dynamics/regressor.h"

#include "dynamics/parameters.h"

#include <math.h>
#include <string.h>

/* Adds a body's block in tree coordinates, tree_nv x 10, to the rows of Y. */
static void project_block(const kernel_model *model, size_t lanes, const scalar *block, size_t p, scalar *Y)
{
    const model_coordinate *c = model_velocities(model);
    const size_t numbers = BODY_PARAMETERS * lanes;
    for (int i = 0; i < model->tree_nv; i++) {
        for (size_t k = 0; k < numbers; k++) {
            Y[(size_t)c[i].index * p * lanes + k] += c[i].multiplier * block[(size_t)i * numbers + k];
        }
    }
}

/* The columns of the bodies of a robot with followers, whose leaders feel them. */
static void project_bodies(const kernel_model *model, const cdy_kernels *kernels, void *kernel_scratch, size_t p,
                           scalar *block, scalar *Y)
{
    const size_t lanes = (size_t)kernels->lanes, numbers = BODY_PARAMETERS * lanes;
    memset(Y, 0, (size_t)model->nv * p * lanes * sizeof *Y);
    for (int i = 1, frame = 0; i < model->body_count; i++) {
        frame = model_next_link(model, frame, i);
        memset(block, 0, (size_t)model->tree_nv * numbers * sizeof *block);
        kernels->regressor_block(model, kernel_scratch, frame, BODY_PARAMETERS, block);
        project_block(model, lanes, block, p, Y + numbers * (size_t)(i - 1));
    }
}

/* Zeros in the columns behind those of the bodies. */
static void clear_drives(const cdy_model *model, size_t lanes, size_t p, scalar *Y)
{
    const size_t first = BODY_PARAMETERS * (size_t)(model->body_count - 1);
    for (size_t i = 0; first < p && i < (size_t)model->nv; i++) {
        memset(Y + (i * p + first) * lanes, 0, (p - first) * lanes * sizeof *Y);
    }
}

/* Columns of the drive parameters: qd, tanh(qd / width) and qdd on the diagonal. */
static void fill_drives(const cdy_model *model, size_t lanes, const cdy_regressor_options *o, const scalar *tree_qd,
                        const scalar *tree_qdd, size_t p, scalar *Y)
{
    const int32_t *own = model_section(model, model->own_velocities);
    const int damping = cdy_drive_column(model, o, CDY_PARAMETER_DAMPING);
    const int coulomb = cdy_drive_column(model, o, CDY_PARAMETER_COULOMB);
    int rotor = cdy_drive_column(model, o, CDY_PARAMETER_ROTOR_INERTIA);
    for (int i = 0; i < model->nv; i++) {
        const scalar *qd = tree_qd + (size_t)own[i] * lanes, *qdd = tree_qdd + (size_t)own[i] * lanes;
        const bool has_rotor = rotor >= 0 && cdy_has_rotor(model, i);
        scalar *row = Y + (size_t)i * p * lanes;
        for (size_t lane = 0; lane < lanes; lane++) {
            if (damping >= 0) {
                row[(size_t)(damping + i) * lanes + lane] = qd[lane];
            }
            if (coulomb >= 0) {
                row[(size_t)(coulomb + i) * lanes + lane] = (scalar)tanh((double)qd[lane] / o->friction_width);
            }
            if (has_rotor) {
                row[(size_t)rotor * lanes + lane] = qdd[lane];
            }
        }
        rotor += has_rotor;
    }
}

void cdy_fill_regressor(const cdy_model *model, const kernel_model *robot, const cdy_kernels *kernels,
                        void *kernel_scratch, const cdy_regressor_options *options, const scalar *q, const scalar *qd,
                        const scalar *qdd, scalar *block, bool has_zeros, scalar *Y)
{
    const size_t p = (size_t)cdy_parameter_count(model, options), lanes = (size_t)kernels->lanes;
    kernels->regressor_forces(robot, kernel_scratch, model->gravity, q, qd, qdd);
    if (model->has_followers) {
        project_bodies(robot, kernels, kernel_scratch, p, block, Y);
    } else {
        kernels->regressor_blocks(robot, kernel_scratch, p, has_zeros, Y);
    }
    if (p == BODY_PARAMETERS * ((size_t)model->body_count - 1)) {
        return; /* no drives */
    }
    if (!has_zeros) {
        clear_drives(model, lanes, p, Y);
    }
    fill_drives(model, lanes, options, qd, qdd, p, Y);
}

/* Elements of the drive parameters: w times their columns. */
static void multiply_drives(const cdy_model *model, size_t lanes, const cdy_regressor_options *o, const scalar *tree_qd,
                            const scalar *tree_qdd, const scalar *tree_w, scalar *product)
{
    const int32_t *own = model_section(model, model->own_velocities);
    const int damping = cdy_drive_column(model, o, CDY_PARAMETER_DAMPING);
    const int coulomb = cdy_drive_column(model, o, CDY_PARAMETER_COULOMB);
    int rotor = cdy_drive_column(model, o, CDY_PARAMETER_ROTOR_INERTIA);
    for (int i = 0; i < model->nv; i++) {
        const size_t first = (size_t)own[i] * lanes;
        const bool has_rotor = rotor >= 0 && cdy_has_rotor(model, i);
        for (size_t lane = 0; lane < lanes; lane++) {
            const scalar w = tree_w[first + lane], qd = tree_qd[first + lane];
            if (damping >= 0) {
                product[(size_t)(damping + i) * lanes + lane] = w * qd;
            }
            if (coulomb >= 0) {
                product[(size_t)(coulomb + i) * lanes + lane] = w * (scalar)tanh((double)qd / o->friction_width);
            }
            if (has_rotor) {
                product[(size_t)rotor * lanes + lane] = w * tree_qdd[first + lane];
            }
        }
        rotor += has_rotor;
    }
}

void cdy_multiply_regressor(const cdy_model *model, const kernel_model *robot, const cdy_kernels *kernels,
                            void *kernel_scratch, const cdy_regressor_options *options, const scalar *q,
                            const scalar *qd, const scalar *qdd, const scalar *w, scalar *product)
{
    const size_t lanes = (size_t)kernels->lanes;
    kernels->regressor_product(robot, kernel_scratch, model->gravity, q, qd, qdd, w, product);
    multiply_drives(model, lanes, options, qd, qdd, w, product);
}
