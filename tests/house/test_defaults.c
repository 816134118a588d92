/* Every _default() returns the documented value of every member. */
#include "support/interface_case.h"
#include "support/suite.h"

#include <math.h>

/* Documented defaults other than 0, false and NULL; `index` is the element of an array, -1: all elements. */
static const struct {
    const char *owner, *member;
    int index;
    double value;
} documented[] = {
    {"cdy_batch_options", "threads", 0, 1},
    {"cdy_capacity_options", "samples", 0, 1},
    {"cdy_capacity_options", "threads", 0, 1},
    {"cdy_check_options", "assets", 0, 1},
    {"cdy_distance_way_options", "tolerance", 0, 1e-4},
    {"cdy_distance_way_options", "enough", 0, HUGE_VAL},
    {"cdy_distance_way_options", "looks", 0, 10000},
    {"cdy_constraint_options", "rank_tolerance", 0, 1e-10},
    {"cdy_constraint_options", "gap_tolerance", 0, 1e-10},
    {"cdy_constraint_options", "iterations", 0, 100},
    {"cdy_mechanism_options", "gap_tolerance", 0, 1e-12},
    {"cdy_mechanism_options", "rank_tolerance", 0, 1e-6},
    {"cdy_mechanism_options", "iterations", 0, 200},
    {"cdy_mechanism_options", "restarts", 0, 20},
    {"cdy_drive_demand", "inertia_ratio", 0, HUGE_VAL},
    {"cdy_drive_demand", "ambient", 0, 40},
    {"cdy_drive_demand", "reserve", 0, 1},
    {"cdy_motor_drive", "ratio", 0, 1},
    {"cdy_motor_drive", "efficiency", 0, 1},
    {"cdy_motor_drive", "mass", 0, (double)NAN},
    {"cdy_motor_drive", "back_efficiency", 0, (double)NAN},
    {"cdy_motor_drive", "rotor_inertia", 0, (double)NAN},
    {"cdy_motor_drive", "continuous_torque", 0, (double)NAN},
    {"cdy_motor_drive", "continuous_speed", 0, (double)NAN},
    {"cdy_motor_drive", "peak_torque", 0, (double)NAN},
    {"cdy_motor_drive", "knee_speed", 0, (double)NAN},
    {"cdy_motor_drive", "peak_speed", 0, (double)NAN},
    {"cdy_motor_drive", "torque_constant", 0, (double)NAN},
    {"cdy_motor_drive", "resistance", 0, (double)NAN},
    {"cdy_motor_drive", "winding_resistance", 0, (double)NAN},
    {"cdy_motor_drive", "housing_resistance", 0, (double)NAN},
    {"cdy_motor_drive", "winding_time", 0, (double)NAN},
    {"cdy_motor_drive", "housing_time", 0, (double)NAN},
    {"cdy_motor_drive", "winding_limit", 0, (double)NAN},
    {"cdy_motor_drive", "gear_torque", 0, (double)NAN},
    {"cdy_motor_drive", "gear_speed", 0, (double)NAN},
    {"cdy_motor_drive", "gear_life", 0, (double)NAN},
    {"cdy_motor_drive", "gear_peak_torque", 0, (double)NAN},
    {"cdy_motor_drive", "gear_mean_torque", 0, (double)NAN},
    {"cdy_motor_drive", "gear_mean_speed", 0, (double)NAN},
    {"cdy_motor_drive", "brake_torque", 0, (double)NAN},
    {"cdy_drive_options", "friction_width", 0, 0.005},
    {"cdy_drive_identification_options", "rotors", 0, 1},
    {"cdy_drive_identification_options", "damping", 0, 1},
    {"cdy_drive_identification_options", "friction", 0, 1},
    {"cdy_drive_identification_options", "stribeck", 0, 1},
    {"cdy_drive_identification_options", "load", 0, 1},
    {"cdy_drive_identification_options", "offsets", 0, 1},
    {"cdy_drive_identification_options", "robust", 0, 1},
    {"cdy_drive_identification_options", "validate", 0, 1},
    {"cdy_drive_identification_options", "delays", 0, 1},
    {"cdy_drive_identification_options", "bodies", 0, 1},
    {"cdy_drive_identification_options", "consistent", 0, 1},
    {"cdy_identification_options", "weight_by_joint", 0, 1},
    {"cdy_identification_options", "consistent", 0, 1},
    {"cdy_identification_options", "rank_tolerance", 0, 1e-10},
    {"cdy_excitation_options", "duration", 0, 10},
    {"cdy_excitation_options", "harmonics", 0, 5},
    {"cdy_excitation_options", "scale", 0, 0.95},
    {"cdy_excitation_options", "evaluations", 0, 300},
    {"cdy_gain_identification_options", "spread", 0, 0.02},
    {"cdy_generate_options", "name", 0, 1},
    {"cdy_generate_options", "calls", 0, 7},
    {"cdy_generate_options", "lanes", 0, 1},
    {"cdy_ik_closed_options", "tolerance", 0, 1e-6},
    {"cdy_ik_closed_options", "given", 0, -1},
    {"cdy_ik_options", "weights", -1, 1},
    {"cdy_ik_options", "angular_tolerance", 0, 1e-8},
    {"cdy_ik_options", "linear_tolerance", 0, 1e-8},
    {"cdy_ik_options", "iterations", 0, 200},
    {"cdy_ik_options", "restarts", 0, 50},
    {"cdy_ik_constraint", "in_frame", 0, 1},
    {"cdy_ik_constraint", "in_frame", 5, 1},
    {"cdy_ik_constraint", "in_frame", 10, 1},
    {"cdy_ik_constraint", "in_frame", 15, 1},
    {"cdy_ik_constraint", "in_reference", 0, 1},
    {"cdy_ik_constraint", "in_reference", 5, 1},
    {"cdy_ik_constraint", "in_reference", 10, 1},
    {"cdy_ik_constraint", "in_reference", 15, 1},
    {"cdy_ik_constraint", "position", 0, -1},
    {"cdy_ik_constraint", "axis", 2, 1},
    {"cdy_ik_constraint", "weights", -1, 1},
    {"cdy_gik_options", "tolerance", 0, 1e-6},
    {"cdy_gik_options", "iterations", 0, 10000},
    {"cdy_gik_options", "restarts", 0, 200},
    {"cdy_regressor_options", "friction_width", 0, 0.005},
    {"cdy_simulation_options", "integrator", 0, CDY_IMPLICIT},
    {"cdy_simulation_options", "step", 0, 0.001},
    {"cdy_specialize_options", "calls", 0, 7},
    {"cdy_specialize_options", "time_limit", 0, 60},
    {"cdy_trajectory_options", "scale", 0, 1},
    {"cdy_trajectory_options", "blend", 0, 0},
    {"cdy_trajectory_options", "linear_deviation", 0, 0},
    {"cdy_trajectory_options", "angular_deviation", 0, 0},
    {"cdy_joint", "axis", 2, 1},
    {"cdy_joint", "gear_ratio", 0, 1},
    {"cdy_mimic", "multiplier", 0, 1},
    {"cdy_inertial", "given", 0, 1},
    {"cdy_inertial", "mass", 0, 1},
    {"cdy_inertial", "inertia", 0, 1},
    {"cdy_inertial", "inertia", 3, 1},
    {"cdy_inertial", "inertia", 5, 1},
};

static double documented_number(const interface_member *m, int index)
{
    double value = 0;
    for (size_t i = 0; i < sizeof documented / sizeof documented[0]; i++) {
        if (is(documented[i].owner, m->owner) && is(documented[i].member, m->name) &&
            (documented[i].index == index || documented[i].index < 0)) {
            value = documented[i].value;
        }
    }
    return value;
}

/* Reads a member of the given type as a number; a pointer counts as 1 where it is not NULL. */
static double number_at(const char *place, const char *type)
{
    double number = 0;
    void *pointer = NULL;
    size_t size = 0;
    bool truth = false;
    int integer = 0;
    if (is(type, "double")) {
        memcpy(&number, place, sizeof number);
    } else if (is(type, "pointer")) {
        memcpy(&pointer, place, sizeof pointer);
        number = pointer != NULL;
    } else if (is(type, "size_t") || is(type, "uint64_t")) {
        memcpy(&size, place, sizeof size);
        number = size > 0;
    } else if (is(type, "bool")) {
        memcpy(&truth, place, sizeof truth);
        number = truth;
    } else {
        memcpy(&integer, place, sizeof integer);
        number = integer;
    }
    return number;
}

static size_t size_of_number(const char *type)
{
    return is(type, "double")                           ? sizeof(double)
           : is(type, "pointer")                        ? sizeof(void *)
           : is(type, "size_t") || is(type, "uint64_t") ? sizeof(size_t)
           : is(type, "bool")                           ? sizeof(bool)
                                                        : sizeof(int);
}

/* Compares every member of a struct, and of the structs in it, with the documented default; returns the number of
 * members. */
static int check_default(const char *owner, const void *value)
{
    int count = 0;
    for (size_t i = 0; i < MEMBERS; i++) {
        const interface_member *m = &members[i];
        const char *place = (const char *)value + m->place;
        const size_t size = size_of_number(m->type);
        if (is(m->owner, owner) && size_of_struct(m->type) > 0 && !strstr(m->type, "*")) {
            count += check_default(m->type, place);
        } else if (is(m->owner, owner)) {
            for (size_t k = 0; k < m->size / size; k++, count++) {
                const double number = number_at(place + k * size, m->type), right = documented_number(m, (int)k);
                ck_assert_msg(!(number < right) && !(number > right) && isnan(number) == isnan(right),
                              "%s.%s is %g, not %g", owner, m->name, number, right);
            }
        }
    }
    return count;
}

START_TEST(defaults_are_the_documented_ones)
{
    int count = 0, defaults = 0;
#define CHECK(NAME)                                                                                                    \
    do {                                                                                                               \
        const cdy_##NAME value = cdy_##NAME##_default();                                                               \
        ck_assert_int_gt(check_default("cdy_" #NAME, &value), 2);                                                      \
        count++;                                                                                                       \
    } while (0)
    CHECK(batch_options);
    CHECK(body);
    CHECK(capacity_options);
    CHECK(check_options);
    CHECK(constraint_options);
    CHECK(mechanism_options);
    CHECK(distance_way_options);
    CHECK(drive_demand);
    CHECK(drive_options);
    CHECK(estimate_options);
    CHECK(write_options);
    CHECK(drive_identification_options);
    CHECK(excitation_options);
    CHECK(fix_options);
    CHECK(frame_terms);
    CHECK(frame_terms_f32);
    CHECK(gain_identification_options);
    CHECK(generate_options);
    CHECK(identification_options);
    CHECK(gik_options);
    CHECK(ik_closed_options);
    CHECK(ik_options);
    CHECK(load_options);
    CHECK(motor_drive);
    CHECK(regressor_options);
    CHECK(simulation_options);
    CHECK(specialize_options);
    CHECK(terms);
    CHECK(terms_f32);
    CHECK(trajectory_options);
    CHECK(xacro_options);
#undef CHECK
    const cdy_ik_constraint constraint = cdy_ik_constraint_default(CDY_IK_POSE);
    ck_assert_int_gt(check_default("cdy_ik_constraint", &constraint), 2);
    count++;
    for (size_t i = 0; i < FUNCTIONS; i++) {
        defaults += ends(functions[i].name, "_default");
    }
    ck_assert_int_eq(count, defaults);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("defaults");
    add_case(suite, "options", defaults_are_the_documented_ones);
    return run_suites(suite, NULL);
}
