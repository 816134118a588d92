#include "options/coordinates.h"

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

static bool is_quaternion(vector_kind kind, const cdy_coordinate *coordinate)
{
    return kind == VECTOR_Q && coordinate->type == CDY_JOINT_FLOATING && coordinate->component < 4;
}

const char *coordinate_unit(vector_kind kind, const cdy_coordinate *coordinate, bool degrees)
{
    static const char *const turned[VECTOR_COUNT] = {"deg", "deg/s", "deg/s2", "N m"};
    static const char *const angular[VECTOR_COUNT] = {"rad", "rad/s", "rad/s2", "N m"};
    static const char *const linear[VECTOR_COUNT] = {"m", "m/s", "m/s2", "N"};
    if (is_quaternion(kind, coordinate)) {
        return "";
    }
    return (!coordinate->angular ? linear : degrees ? turned : angular)[kind];
}

const char *coordinate_component(vector_kind kind, const cdy_coordinate *coordinate)
{
    static const char *const planar[VECTOR_COUNT][3] = {
        {"x", "y", "theta"}, {"vx", "vy", "w"}, {"ax", "ay", "dw"}, {"Fx", "Fy", "T"}};
    static const char *const floating[VECTOR_COUNT][7] = {{"qw", "qx", "qy", "qz", "x", "y", "z"},
                                                          {"wx", "wy", "wz", "vx", "vy", "vz", ""},
                                                          {"dwx", "dwy", "dwz", "ax", "ay", "az", ""},
                                                          {"Tx", "Ty", "Tz", "Fx", "Fy", "Fz", ""}};
    int component = coordinate->component;
    if (coordinate->type == CDY_JOINT_PLANAR && component >= 0 && component < 3) {
        return planar[kind][component];
    }
    if (coordinate->type == CDY_JOINT_FLOATING && component >= 0 && component < 7) {
        return floating[kind][component];
    }
    return "";
}

void coordinate_add_label(const cdy_coordinate *coordinate, text_buffer *label)
{
    text_add(label, "%s", coordinate->joint);
    if (coordinate->count > 1) {
        text_add(label, "[%d]", coordinate->component);
    }
}
