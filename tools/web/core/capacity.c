/* The largest mass that a frame can carry in the present state. */
#include "view.h"

#include <condyle/capacity.h>

enum { CAPACITY_NUMBERS = 3 };

/* Mass, kg; the degree of freedom that bounds it, -1: none; the largest torque without it, in parts of its limit. */
static double numbers[CAPACITY_NUMBERS];

/* Declared here, since nothing but the page calls them. */
int view_capacity(int frame, const double *q, const double *qd, const double *qdd, double x, double y, double z);
const double *view_capacity_numbers(void);

/* Finds the capacity for a mass at a place of the frame, m, in a state and under the wrench. */
EXPORT(view_capacity)
int view_capacity(int frame, const double *q, const double *qd, const double *qdd, double x, double y, double z)
{
    const double place[3] = {x, y, z}, *forces;
    cdy_capacity capacity;
    cdy_status status = view_find_forces(q, &forces);
    const cdy_capacity_state state = {
        .frame = frame, .center_of_mass = place, .q = q, .qd = qd, .qdd = qdd, .fext = forces};
    status = status ? status : cdy_payload_capacity(view_model(), view_workspace(), &state, &capacity, view_fault());
    if (status == CDY_OK) {
        numbers[0] = capacity.mass;
        numbers[1] = capacity.velocity;
        numbers[2] = capacity.unloaded;
    }
    return (int)status;
}

EXPORT(view_capacity_numbers) const double *view_capacity_numbers(void)
{
    return numbers;
}
