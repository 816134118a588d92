/* The parts of a robot: its bodies, its numbers, its table of bodies. */
#include "shape.h"

#include <string.h>

static bool details(const gateway_call *call)
{
    held_robot *robot;
    if (!handle_find(call->arguments[0], &robot)) {
        return false;
    }
    size_t size = cdy_tree_write_details(robot->tree, NULL, 0) + 1;
    char *text = mxMalloc(size);
    cdy_tree_write_details(robot->tree, text, size);
    call->results[0] = mxCreateString(text);
    return true;
}

/* condyle("body_names", robot): the base first */
static bool body_names(const gateway_call *call)
{
    held_robot *robot;
    if (!handle_find(call->arguments[0], &robot)) {
        return false;
    }
    mwSize count = (mwSize)cdy_tree_body_count(robot->tree) + 1;
    call->results[0] = mxCreateCellMatrix(1, count);
    for (mwSize i = 0; i < count; i++) {
        mxSetCell(call->results[0], i, mxCreateString(cdy_tree_body(robot->tree, (int)i)->name));
    }
    return true;
}

static bool robot_name(const gateway_call *call)
{
    held_robot *robot;
    if (!handle_find(call->arguments[0], &robot)) {
        return false;
    }
    call->results[0] = mxCreateString(cdy_tree_name(robot->tree));
    return true;
}

/* condyle("sizes", robot): [nq nv force_rows joints total_mass] */
static bool sizes(const gateway_call *call)
{
    held_robot *robot;
    if (!handle_find_model(call->arguments[0], &robot)) {
        return false;
    }
    const cdy_model *model = robot->model;
    const double numbers[] = {cdy_model_nq(model), cdy_model_nv(model), cdy_model_force_rows(model),
                              cdy_model_joint_count(model), cdy_total_mass(model)};
    call->results[0] = make_row(numbers, sizeof numbers / sizeof *numbers);
    return true;
}

/* condyle("limits", robot): struct with position (nq x 2), velocity, effort (n x 1), names */
static bool limits(const gateway_call *call)
{
    const char *fields[] = {"position", "velocity", "effort", "joint"};
    held_robot *robot;
    if (!handle_find_model(call->arguments[0], &robot)) {
        return false;
    }
    int nq = cdy_model_nq(robot->model), nv = cdy_model_nv(robot->model);
    mxArray *position = mxCreateDoubleMatrix((mwSize)nq, 2, mxREAL);
    mxArray *velocity = mxCreateDoubleMatrix((mwSize)nv, 1, mxREAL), *effort = mxDuplicateArray(velocity);
    mxArray *names = mxCreateCellMatrix((mwSize)nv, 1);
    cdy_coordinate coordinate;
    for (int i = 0; i < nq && !cdy_model_position(robot->model, i, &coordinate); i++) {
        mxGetPr(position)[i] = coordinate.lower;
        mxGetPr(position)[nq + i] = coordinate.upper;
    }
    for (int i = 0; i < nv && !cdy_model_velocity(robot->model, i, &coordinate); i++) {
        mxGetPr(velocity)[i] = coordinate.velocity;
        mxGetPr(effort)[i] = coordinate.effort;
        mxSetCell(names, (mwIndex)i, mxCreateString(coordinate.joint));
    }
    mxArray *all = mxCreateStructMatrix(1, 1, 4, fields);
    mxSetField(all, 0, fields[0], position);
    mxSetField(all, 0, fields[1], velocity);
    mxSetField(all, 0, fields[2], effort);
    mxSetField(all, 0, fields[3], names);
    call->results[0] = all;
    return true;
}

static bool inertial_parameters(const gateway_call *call)
{
    held_robot *robot;
    cdy_error error;
    if (!handle_find_model(call->arguments[0], &robot)) {
        return false;
    }
    call->results[0] = mxCreateDoubleMatrix((mwSize)cdy_parameter_count(robot->model, NULL), 1, mxREAL);
    return !cdy_inertial_parameters(robot->model, mxGetPr(call->results[0]), &error) || fail_with(&error);
}

typedef struct name_list {
    mxArray *cell;
    mwSize count;
} name_list;

/* Counts the names and, where a cell array is given, writes them to it. */
static void take_name(void *context, const char *name)
{
    name_list *list = context;
    if (list->cell && (size_t)list->count < mxGetNumberOfElements(list->cell)) {
        mxSetCell(list->cell, list->count, mxCreateString(name));
    }
    list->count++;
}

/* condyle("mimic_independent", robot): whether joints that mimic others have a degree of freedom of their own */
static bool mimic_independent(const gateway_call *call)
{
    held_robot *robot;
    if (!handle_find(call->arguments[0], &robot)) {
        return false;
    }
    call->results[0] = make_flag(cdy_tree_mimic_independent(robot->tree));
    return true;
}

/* condyle("full_name", name): the name of the robot that the catalogue has under this name or short name; "" for none
 */
static bool full_name(const gateway_call *call)
{
    char *name;
    if (!read_text(call->arguments[0], "the name", &name)) {
        return false;
    }
    const cdy_catalogue_entry *entry = cdy_catalogue_find(name);
    call->results[0] = mxCreateString(entry ? entry->name : "");
    return true;
}

static bool robots(const gateway_call *call)
{
    name_list list = {0};
    cdy_error error;
    if (cdy_urdf_list_bundled(take_name, &list, &error)) {
        return fail_with(&error);
    }
    list = (name_list){mxCreateCellMatrix(list.count, 1), 0};
    if (cdy_urdf_list_bundled(take_name, &list, &error)) {
        return fail_with(&error);
    }
    call->results[0] = list.cell;
    return true;
}

static bool version(const gateway_call *call)
{
    call->results[0] = mxCreateString(cdy_version());
    return true;
}

static mxArray *make_children(const cdy_tree *tree, int body)
{
    mwSize count = 0;
    for (int child = cdy_tree_first_child(tree, body); child >= 0; child = cdy_tree_next_sibling(tree, child)) {
        count++;
    }
    mxArray *cell = mxCreateCellMatrix(1, count);
    count = 0;
    for (int child = cdy_tree_first_child(tree, body); child >= 0; child = cdy_tree_next_sibling(tree, child)) {
        mxSetCell(cell, count++, mxCreateString(cdy_tree_body(tree, child)->name));
    }
    return cell;
}

/* condyle("body", robot, body, field) */
static bool body_field(const gateway_call *call)
{
    static const char *const fields[] = {"mass",     "center_of_mass", "inertia",    "parent",
                                         "children", "visuals",        "collisions", NULL};
    held_robot *robot;
    int index, field = read_word(call->arguments[2], "the field", fields);
    double about_origin[6];
    if (field < 0 || !handle_find_body(call, &robot, &index)) {
        return false;
    }
    const cdy_body *body = cdy_tree_body(robot->tree, index);
    int parent = cdy_tree_parent(robot->tree, index);
    mxArray **result = &call->results[0];
    switch (field) {
    case 0: *result = mxCreateDoubleScalar(body->inertial.given ? body->inertial.mass : 0); break;
    case 1: *result = make_row(body->inertial.origin.xyz, 3); break;
    case 2:
        cdy_inertial_about_origin(&body->inertial, about_origin);
        *result = make_row(about_origin, 6);
        break;
    case 3: *result = mxCreateString(parent < 0 ? "" : cdy_tree_body(robot->tree, parent)->name); break;
    case 4: *result = make_children(robot->tree, index); break;
    case 5: *result = shapes_make(body->visuals, body->visual_count); break;
    default: *result = shapes_make(body->collisions, body->collision_count); break;
    }
    return true;
}

/* The triangles of a mesh count from 1 in Octave. */
static void make_mesh(const cdy_mesh *mesh, const gateway_call *call)
{
    size_t vertices = cdy_mesh_vertex_count(mesh), triangles = cdy_mesh_triangle_count(mesh);
    call->results[0] = mxCreateDoubleMatrix(3, vertices, mxREAL);
    memcpy(mxGetPr(call->results[0]), cdy_mesh_vertices(mesh), 3 * vertices * sizeof(double));
    if (call->result_count > 1) {
        call->results[1] = mxCreateDoubleMatrix(3, triangles, mxREAL);
        for (size_t i = 0; i < 3 * triangles; i++) {
            mxGetPr(call->results[1])[i] = cdy_mesh_triangles(mesh)[i] + 1;
        }
    }
}

/* condyle("mesh", name, the robot's file or ""): vertices (3 x n) and triangles (3 x m) */
static bool mesh(const gateway_call *call)
{
    char *name, *file, path[4096];
    cdy_mesh *loaded;
    cdy_error error;
    cdy_mesh_places places = {0};
    if (!read_text(call->arguments[0], "the name of a mesh", &name) ||
        !read_text(call->arguments[1], "the robot's file", &file)) {
        return false;
    }
    places.robot_file = *file ? file : NULL;
    if (cdy_mesh_locate(name, &places, path, sizeof path, &error) || cdy_mesh_load(path, 0, &loaded, &error)) {
        return fail_with(&error);
    }
    make_mesh(loaded, call);
    cdy_mesh_destroy(loaded);
    return true;
}

const gateway_entry describe_calls[] = {
    {"details", details, 1, 1},
    {"body_names", body_names, 1, 1},
    {"robot_name", robot_name, 1, 1},
    {"sizes", sizes, 1, 1},
    {"limits", limits, 1, 1},
    {"inertial_parameters", inertial_parameters, 1, 1},
    {"full_name", full_name, 1, 1},
    {"mimic_independent", mimic_independent, 1, 1},
    {"robots", robots, 0, 0},
    {"version", version, 0, 0},
    {"body", body_field, 3, 3},
    {"mesh", mesh, 2, 2},
    {NULL, NULL, 0, 0},
};
