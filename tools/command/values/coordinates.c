#include "values/coordinates.h"

const char *vector_name(vector_kind kind)
{
    static const char *const names[VECTOR_COUNT] = {"q", "qd", "qdd", "tau"};
    return names[kind];
}

int vector_length(const cdy_model *model, vector_kind kind)
{
    return kind == VECTOR_Q ? cdy_model_nq(model) : cdy_model_nv(model);
}

cdy_coordinate vector_coordinate(const cdy_model *model, vector_kind kind, int index)
{
    cdy_coordinate coordinate = {.joint = "", .count = 1};
    if (kind == VECTOR_Q) {
        cdy_model_position(model, index, &coordinate);
    } else {
        cdy_model_velocity(model, index, &coordinate);
    }
    return coordinate;
}

bool coordinate_in_quaternion(const cdy_coordinate *position)
{
    enum { QUATERNION_SIZE = 4 };
    const int first = cdy_joint_type_traits(position->type)->quaternion;
    return first >= 0 && position->component >= first && position->component < first + QUATERNION_SIZE;
}

const char *coordinate_unit(vector_kind kind, const cdy_coordinate *coordinate, bool degrees)
{
    static const char *const turned[VECTOR_COUNT] = {"deg", "deg/s", "deg/s2", "N m"};
    static const char *const angular[VECTOR_COUNT] = {"rad", "rad/s", "rad/s2", "N m"};
    static const char *const linear[VECTOR_COUNT] = {"m", "m/s", "m/s2", "N"};
    if (kind == VECTOR_Q && coordinate_in_quaternion(coordinate)) {
        return "";
    }
    return (!coordinate->angular ? linear : degrees ? turned : angular)[kind];
}

const char *coordinate_component(vector_kind kind, const cdy_coordinate *coordinate)
{
    const cdy_joint_traits *traits = cdy_joint_type_traits(coordinate->type);
    const char *const *const names[VECTOR_COUNT] = {traits->positions, traits->velocities, traits->accelerations,
                                                    traits->forces};
    const int component = coordinate->component, count = kind == VECTOR_Q ? traits->nq : traits->nv;
    return component >= 0 && component < count && names[kind][component] ? names[kind][component] : "";
}

void coordinate_add_label(const cdy_coordinate *coordinate, text_buffer *label)
{
    text_add(label, "%s", coordinate->joint);
    if (coordinate->count > 1) {
        text_add(label, "[%d]", coordinate->component);
    }
}
