/* Energies and momenta of many states. */
#include "batch/batch.h"
#include "dynamics/drives.h"

#include <condyle/energy.h>
#include <condyle/kinematics.h>

/* Unpack the coordinates of one lane for the energies of the drives. */
static const scalar *unpack_lane(size_t count, size_t lanes, size_t lane, const scalar *packed, scalar *room)
{
    for (size_t i = 0; i < count; i++) {
        room[i] = packed[i * lanes + lane];
    }
    return room;
}

static void compute_energies(const batch_call *call, batch_slot *slot, const scalar *const in[BATCH_INPUTS])
{
    const kernel_model *model = call->kernel_model;
    const size_t lanes = (size_t)call->batch->kernels->lanes;
    scalar *kinetic = slot->out[0], *potential = slot->out[1];
    call->batch->kernels->energy(model, slot->state, call->gravity, in[0], in[1], kinetic, potential);
    for (size_t lane = 0; model->drives_act && lane < lanes; lane++) {
        const scalar *qd = unpack_lane((size_t)model->tree_nv, lanes, lane, in[1], slot->scratch);
        kinetic[lane] += cdy_rotor_energy(model, qd);
        const scalar *q = unpack_lane((size_t)model->tree_nq, lanes, lane, in[0], slot->scratch);
        potential[lane] += cdy_spring_energy(model, q);
    }
}

cdy_status cdy_batch_energy(const cdy_model *model, cdy_batch *batch, size_t count, const scalar *q, const scalar *qd,
                            scalar *kinetic, scalar *potential, cdy_status *rows, cdy_error *error)
{
    const batch_call call = {.model = model,
                             .batch = batch,
                             .count = count,
                             .compute = compute_energies,
                             .in = {{INPUT_POSITION, q}, {INPUT_VELOCITY, qd}},
                             .out = {{OUTPUT_NUMBERS, 1, kinetic}, {OUTPUT_NUMBERS, 1, potential}},
                             .gravity = model ? model->gravity : no_gravity,
                             .statuses = rows};
    cdy_status status = cdy_batch_check(model, batch, kinetic ? kinetic : potential, 0, 0, error);
    return status ? status : cdy_batch_run(&call, error);
}

static void compute_momentum(const batch_call *call, batch_slot *slot, const scalar *const in[BATCH_INPUTS])
{
    const double mass = cdy_total_mass(call->model);
    call->batch->kernels->momentum(call->kernel_model, slot->state, (scalar)(mass > 0 ? 1 / mass : 0), in[0], in[1],
                                   in[2], slot->out[0], slot->out[1]);
}

cdy_status cdy_batch_centroidal_momentum(const cdy_model *model, cdy_batch *batch, size_t count, const scalar *q,
                                         const scalar *qd, const scalar *qdd, scalar *h, scalar *rate, cdy_status *rows,
                                         cdy_error *error)
{
    const batch_call call = {.model = model,
                             .batch = batch,
                             .count = count,
                             .compute = compute_momentum,
                             .in = {{INPUT_POSITION, q}, {INPUT_VELOCITY, qd}, {INPUT_ACCELERATION, qdd}},
                             .out = {{OUTPUT_NUMBERS, 6, h}, {OUTPUT_NUMBERS, 6, rate}},
                             .statuses = rows};
    cdy_status status = cdy_batch_check(model, batch, h ? h : rate, 0, 0, error);
    return status ? status : cdy_batch_run(&call, error);
}
