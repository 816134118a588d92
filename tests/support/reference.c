#include "support/reference.h"

#include "support/compare.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const json_t *member(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    ck_assert_msg(value != NULL, "the reference has no '%s'", key);
    return value;
}

/* The index of a joint among the engine's joints, which do not count the joints of the free root. */
static int find_joint(const reference_case *c, const char *name)
{
    const json_t *names = member(c->root, "joint_names");
    for (size_t i = 0; i < json_array_size(names); i++) {
        if (strcmp(json_string_value(json_array_get(names, i)), name) == 0) {
            return (int)i;
        }
    }
    ck_abort_msg("the reference has no joint '%s'", name);
    return -1;
}

/* The engine's free root has q = [x y z qx qy qz qw], v = [linear; angular]; the library's [qw qx qy qz x y z],
 * [angular; linear]. */
static void map_coordinates(reference_case *c)
{
    static const int root_q[7] = {6, 3, 4, 5, 0, 1, 2}, root_v[6] = {3, 4, 5, 0, 1, 2};
    cdy_coordinate coordinate;
    c->position = calloc((size_t)c->r.nq, sizeof(int));
    c->velocity = calloc((size_t)c->r.nv, sizeof(int));
    for (int i = 0; i < c->r.nq; i++) {
        ck_assert_int_eq(cdy_model_position(c->r.model, i, &coordinate), CDY_OK);
        c->position[i] = coordinate.type == CDY_JOINT_FLOATING
                             ? root_q[coordinate.component]
                             : find_joint(c, coordinate.joint) + (c->floating ? 7 : 0);
    }
    for (int i = 0; i < c->r.nv; i++) {
        ck_assert_int_eq(cdy_model_velocity(c->r.model, i, &coordinate), CDY_OK);
        c->velocity[i] = coordinate.type == CDY_JOINT_FLOATING
                             ? root_v[coordinate.component]
                             : find_joint(c, coordinate.joint) + (c->floating ? 6 : 0);
    }
}

reference_case load_reference(const char *path)
{
    reference_case c = {0};
    json_error_t fault;
    char urdf[4096];
    c.root = json_load_file(path, 0, &fault);
    ck_assert_msg(c.root != NULL, "%s:%d: %s", path, fault.line, fault.text);
    c.samples = json_object_get(c.root, "samples");
    ck_assert_uint_gt(json_array_size(c.samples), 0);
    c.floating = json_is_true(member(c.root, "floating_base"));
    const char *name = strrchr(path, '/') + 1;
    snprintf(urdf, sizeof urdf, "%.*s%s", (int)(name - path), path, json_string_value(member(c.root, "urdf")));
    c.r = load_robot_file(urdf, c.floating, true);
    ck_assert_int_eq(c.r.nv, (int)json_integer_value(member(c.root, "nv")));
    c.end_frame = cdy_model_find_frame(c.r.model, json_string_value(member(c.root, "end_frame")));
    ck_assert_int_ge(c.end_frame, 0);
    map_coordinates(&c);
    return c;
}

void free_reference(reference_case *c)
{
    free(c->position);
    free(c->velocity);
    free_robot(&c->r);
    json_decref(c->root);
}

static void pick(const json_t *array, const int *places, int count, double *values)
{
    ck_assert_uint_eq(json_array_size(array), (size_t)count);
    for (int i = 0; i < count; i++) {
        values[i] = json_number_value(json_array_get(array, (size_t)places[i]));
    }
}

void reference_positions(const reference_case *c, const json_t *sample, const char *key, double *values)
{
    pick(member(sample, key), c->position, c->r.nq, values);
}

void reference_velocities(const reference_case *c, const json_t *sample, const char *key, double *values)
{
    pick(member(sample, key), c->velocity, c->r.nv, values);
}

void reference_matrix(const reference_case *c, const json_t *sample, const char *key, double *values)
{
    const json_t *rows = member(sample, key);
    for (int i = 0; i < c->r.nv; i++) {
        pick(json_array_get(rows, (size_t)c->velocity[i]), c->velocity, c->r.nv, values + i * c->r.nv);
    }
}

void reference_jacobian(const reference_case *c, const json_t *sample, double *J)
{
    const json_t *rows = member(sample, "J_lwa");
    for (int i = 0; i < 6; i++) {
        pick(json_array_get(rows, (size_t)i), c->velocity, c->r.nv, J + i * c->r.nv);
    }
}

void reference_vector(const json_t *sample, const char *key, double *values, int count)
{
    const json_t *array = member(sample, key);
    ck_assert_uint_eq(json_array_size(array), (size_t)count);
    for (int i = 0; i < count; i++) {
        values[i] = json_number_value(json_array_get(array, (size_t)i));
    }
}

double reference_number(const json_t *sample, const char *key)
{
    return json_number_value(member(sample, key));
}

void reference_end_placement(const json_t *sample, double T[16])
{
    static const int places[4] = {0, 1, 2, 3};
    for (int i = 0; i < 4; i++) {
        pick(json_array_get(member(sample, "T_end"), (size_t)i), places, 4, T + 4 * i);
    }
}
