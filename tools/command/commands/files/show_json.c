/* The structure of a robot as one JSON object. */
#include "commands/files/show.h"
#include "rows/json.h"
#include "values/coordinates.h"

#include <math.h>

/* A member of an object that has numbers only. */
typedef struct named_number {
    const char *name;
    double value;
} named_number;

static json_t *numbers(const named_number *members, size_t count)
{
    json_builder object = json_build_object();
    for (size_t i = 0; i < count; i++) {
        json_put(&object, members[i].name, json_from_number(members[i].value));
    }
    return json_built(&object);
}

static json_t *placement(const cdy_placement *p)
{
    json_builder object = json_build_object();
    json_put(&object, "xyz", json_from_numbers(p->xyz, 3));
    json_put(&object, "rpy", json_from_numbers(p->rpy, 3));
    return json_built(&object);
}

static json_t *axis(const cdy_joint *joint)
{
    double values[3];
    if (!joint->name || !show_has_axis(joint)) {
        return json_null();
    }
    show_axis(joint, values);
    return json_from_numbers(values, 3);
}

/* Returns a limit; null for 0, which stands for an unknown one. */
static json_t *known(double limit)
{
    return fabs(limit) > 0 ? json_from_number(limit) : json_null();
}

static json_t *limits(const cdy_joint *joint)
{
    double lower, upper;
    if (!joint->limit.given) {
        return json_null();
    }
    show_range(joint, &lower, &upper);
    json_builder object = json_build_object();
    json_put(&object, "lower", json_from_number(lower));
    json_put(&object, "upper", json_from_number(upper));
    json_put(&object, "effort", known(joint->limit.effort));
    json_put(&object, "velocity", known(joint->limit.velocity));
    return json_built(&object);
}

static json_t *joint_dynamics(const cdy_joint_dynamics *dynamics)
{
    const named_number members[] = {{"damping", dynamics->damping},
                                    {"friction", dynamics->friction},
                                    {"stiffness", dynamics->stiffness},
                                    {"spring_rest", dynamics->spring_rest}};
    return dynamics->given ? numbers(members, sizeof members / sizeof *members) : json_null();
}

static json_t *mimic(const cdy_mimic *m)
{
    if (!m->joint) {
        return json_null();
    }
    json_builder object = json_build_object();
    json_put(&object, "joint", json_from_text(m->joint));
    json_put(&object, "multiplier", json_from_number(m->multiplier));
    json_put(&object, "offset", json_from_number(m->offset));
    return json_built(&object);
}

static json_t *safety(const cdy_safety *s)
{
    const named_number members[] = {{"soft_lower", s->soft_lower},
                                    {"soft_upper", s->soft_upper},
                                    {"k_position", s->k_position},
                                    {"k_velocity", s->k_velocity}};
    return s->given ? numbers(members, 4) : json_null();
}

static json_t *calibration(const cdy_calibration *c)
{
    if (!c->rising_given && !c->falling_given) {
        return json_null();
    }
    json_builder object = json_build_object();
    json_put(&object, "rising", c->rising_given ? json_from_number(c->rising) : json_null());
    json_put(&object, "falling", c->falling_given ? json_from_number(c->falling) : json_null());
    return json_built(&object);
}

/* Adds the joint's members; all null for the base. */
static void put_joint(json_builder *body, const cdy_joint *joint)
{
    bool base = !joint->name;
    json_put(body, "joint", json_from_text(joint->name));
    json_put(body, "type", base ? json_null() : json_string(cdy_joint_type_name(joint->type)));
    json_put(body, "axis", axis(joint));
    json_put(body, "placement", base ? json_null() : placement(&joint->origin));
    json_put(body, "limits", base ? json_null() : limits(joint));
    json_put(body, "dynamics", base ? json_null() : joint_dynamics(&joint->dynamics));
    json_put(body, "mimic", base ? json_null() : mimic(&joint->mimic));
    json_put(body, "safety", base ? json_null() : safety(&joint->safety));
    json_put(body, "calibration", base ? json_null() : calibration(&joint->calibration));
}

static json_t *urdf_inertial(const cdy_inertial *inertial)
{
    static const char *const names[] = {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"};
    if (!inertial->given) {
        return json_null();
    }
    json_builder object = json_build_object();
    json_put(&object, "xyz", json_from_numbers(inertial->origin.xyz, 3));
    json_put(&object, "rpy", json_from_numbers(inertial->origin.rpy, 3));
    json_put(&object, "mass", json_from_number(inertial->mass));
    for (size_t i = 0; i < 6; i++) {
        json_put(&object, names[i], json_from_number(inertial->inertia[i]));
    }
    return json_built(&object);
}

/* Adds mass, center of mass and inertia in the conventions of rigidBody, then of URDF. */
static void put_inertia(json_builder *body, const cdy_inertial *given)
{
    double inertia[6];
    cdy_inertial none = {0};
    const cdy_inertial *inertial = given->given ? given : &none;
    cdy_inertial_about_origin(inertial, inertia);
    json_put(body, "mass", json_from_number(inertial->mass));
    json_put(body, "center_of_mass", json_from_numbers(inertial->origin.xyz, 3));
    json_put(body, "inertia", json_from_numbers(inertia, 6));
    json_put(body, "inertial", urdf_inertial(given));
}

static json_t *geometry(const cdy_geometry *g)
{
    static const char *const names[] = {"none", "box", "cylinder", "sphere", "capsule", "mesh"};
    json_builder object = json_build_object();
    bool round = g->type == CDY_GEOMETRY_CYLINDER || g->type == CDY_GEOMETRY_SPHERE || g->type == CDY_GEOMETRY_CAPSULE;
    json_put(&object, "type", json_string(names[g->type]));
    if (g->type == CDY_GEOMETRY_BOX) {
        json_put(&object, "size", json_from_numbers(g->size, 3));
    }
    if (round) {
        json_put(&object, "radius", json_from_number(g->radius));
    }
    if (round && g->type != CDY_GEOMETRY_SPHERE) {
        json_put(&object, "length", json_from_number(g->length));
    }
    if (g->type == CDY_GEOMETRY_MESH) {
        json_put(&object, "file", json_from_text(g->mesh));
        json_put(&object, "scale", json_from_numbers(g->scale, 3));
    }
    return json_built(&object);
}

static json_t *material(const cdy_material *m)
{
    if (!m->name && !m->color_given && !m->texture) {
        return json_null();
    }
    json_builder object = json_build_object();
    json_put(&object, "name", json_from_text(m->name));
    json_put(&object, "rgba", m->color_given ? json_from_numbers(m->rgba, 4) : json_null());
    json_put(&object, "texture", json_from_text(m->texture));
    return json_built(&object);
}

static json_t *shapes(const cdy_shape *items, size_t count, bool materials)
{
    json_builder array = json_build_array();
    for (size_t i = 0; i < count; i++) {
        json_builder object = json_build_object();
        json_put(&object, "name", json_from_text(items[i].name));
        json_put(&object, "placement", placement(&items[i].origin));
        json_put(&object, "geometry", geometry(&items[i].geometry));
        if (materials) {
            json_put(&object, "material", material(&items[i].material));
        }
        json_add(&array, json_built(&object));
    }
    return json_built(&array);
}

static json_t *children(const cdy_tree *tree, int index)
{
    json_builder array = json_build_array();
    for (int child = cdy_tree_first_child(tree, index); child >= 0; child = cdy_tree_next_sibling(tree, child)) {
        json_add(&array, json_integer(child));
    }
    return json_built(&array);
}

static json_t *body_at(const cdy_tree *tree, int index)
{
    const cdy_body *body = cdy_tree_body(tree, index);
    int parent = cdy_tree_parent(tree, index);
    json_builder object = json_build_object();
    json_put(&object, "index", json_integer(index));
    json_put(&object, "name", json_from_text(body->name));
    put_joint(&object, &body->joint);
    put_inertia(&object, &body->inertial);
    json_put(&object, "parent", parent >= 0 ? json_integer(parent) : json_null());
    json_put(&object, "parent_name", json_from_text(parent >= 0 ? cdy_tree_body(tree, parent)->name : NULL));
    json_put(&object, "children", children(tree, index));
    json_put(&object, "visuals", shapes(body->visuals, body->visual_count, true));
    json_put(&object, "collisions", shapes(body->collisions, body->collision_count, false));
    return json_built(&object);
}

/* Returns the object without the bodies. */
static json_t *head(const robot *r)
{
    double gravity[3];
    cdy_tree_get_gravity(r->tree, gravity);
    json_builder object = json_build_object();
    json_put(&object, "command", json_string("show"));
    json_put(&object, "robot", json_from_text(cdy_tree_name(r->tree)));
    json_put(&object, "gravity", json_from_numbers(gravity, 3));
    json_put(&object, "nq", json_integer(cdy_model_nq(r->model)));
    json_put(&object, "nv", json_integer(cdy_model_nv(r->model)));
    json_put(&object, "joints", json_labels(r->model, VECTOR_QD));
    json_put(&object, "positions", json_labels(r->model, VECTOR_Q));
    return json_built(&object);
}

/* Bodies are written one by one, a line each, so that memory does not grow with the number of bodies. */
exit_code show_write_json(const robot *r, output *out)
{
    exit_code code = json_write_open(out, head(r));
    output_text(out, ", \"bodies\": [");
    for (int i = 0; i <= cdy_tree_body_count(r->tree) && code == EXIT_FINE; i++) {
        output_text(out, i ? ",\n" : "\n");
        code = json_write(out, body_at(r->tree, i));
    }
    output_text(out, "\n]}\n");
    return code;
}
