/* Every public function with every wrong value in place of each of its arguments, from a table that is made of the
 * headers: nothing crashes, what is wrong is reported or stands for a default, outputs stay as they were. */
#define _XOPEN_SOURCE 700
#include "support/compare.h"
#include "support/folder.h"
#include "support/random_tree.h"
#include "support/robot.h"
#include "support/suite.h"

#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Stands before the C library's: disks take their time. */
int fsync(int file)
{
    return fcntl(file, F_GETFD) < 0 ? -1 : 0;
}

/* A value for an argument of any type. */
typedef struct interface_value {
    void *pointer;
    void (*function)(void);
    double number;
    size_t size;
    long long integer;
} interface_value;

enum { MOST_ARGUMENTS = 14 };

typedef struct interface_function {
    const char *name, *result;
    int (*call)(const interface_value *values);
    int count;
    struct {
        const char *type, *name;
    } arguments[MOST_ARGUMENTS + 1];
} interface_function;

/* A member that is no pointer, with its place in its struct. */
typedef struct interface_member {
    const char *owner, *type, *name;
    size_t place, size;
} interface_member;

typedef struct interface_struct {
    const char *name;
    size_t size;
} interface_struct;

#include "interface.h"

enum {
    STEPS = 24,
    FUNCTIONS = sizeof functions / sizeof functions[0],
    MEMBERS = sizeof members / sizeof members[0],
    STRUCTS = sizeof structs / sizeof structs[0]
};

/* ---- a world in which all calls go well ---- */

enum { ROOM = 1600, TEXT = 4096, MEMORY = 1 << 20 };

static const char urdf[] =
    "<robot name='r'><link name='a'/><link name='b'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' "
    "ixy='0' ixz='0' iyz='0'/></inertial></link><joint name='j' type='continuous'><parent link='a'/>"
    "<child link='b'/></joint></robot>";

typedef struct things {
    robot r;
    cdy_batch *batch;
    cdy_batch_f32 *single;
    cdy_row_solver *solver;
    cdy_simulation *simulation;
    cdy_motion_model *motion;
    cdy_identification *identification;
} things;

static struct {
    things own, other; /* of the robot at hand, and of a larger one */
    cdy_tree *branch;
    cdy_tree *edited; /* a copy of the robot's tree, made anew for each call that changes one */
    cdy_model *model; /* one that may be changed */
    double numbers[ROOM], parameters[ROOM], identity[16], body[10];
    float singles[ROOM];
    double outputs[MOST_ARGUMENTS][ROOM];
    cdy_constraint constraint;
    cdy_constraint_options constraint_options;
    cdy_task task;
    cdy_body link;
    cdy_joint joint;
    cdy_inertial inertial;
    cdy_placement placement;
    cdy_ik_options ik_options;
    cdy_identification_options identification_options;
    cdy_simulation_options simulation_options;
    cdy_regressor_options regressor_options;
    cdy_drive_options drive_options;
    cdy_batch_options batch_options;
    cdy_check_options check_options;
    cdy_fix_options fix_options;
    cdy_urdf_options urdf_options;
    void *made[MOST_ARGUMENTS]; /* what a call makes */
    cdy_error error;
    char robot_file[512], model_file[512], new_file[512], text[TEXT];
    char *bytes;
    size_t byte_count;
    _Alignas(64) char memory[MEMORY];
} world;

static things make_things(uint64_t seed, int joints)
{
    cdy_error error = {0};
    things t = {.r = make_robot(random_tree(seed, joints, RANDOM_JOINTS_ALL))};
    const cdy_model *m = t.r.model;
    double q[64], x[64];
    ck_assert_int_le(t.r.nq, 64);
    ck_assert_ok(cdy_batch_create(m, NULL, &t.batch, &error), error);
    ck_assert_ok(cdy_batch_f32_create(m, NULL, &t.single, &error), error);
    ck_assert_ok(cdy_row_solver_create(m, 6, &t.solver, &error), error);
    ck_assert_ok(cdy_simulation_create(m, NULL, &t.simulation, &error), error);
    ck_assert_ok(cdy_motion_model_create(m, CDY_COMPUTED_TORQUE_CONTROL, &t.motion, &error), error);
    ck_assert_ok(cdy_identification_create(m, NULL, &t.identification, &error), error);
    for (int row = 0; row < 30; row++) {
        cdy_random_configuration(m, &seed, q);
        draw_array(&seed, 1, x, t.r.nv);
        ck_assert_ok(cdy_identification_add(t.identification, q, x, x, NULL, x, NULL, &error), error);
    }
    return t;
}

static void free_things(things *t)
{
    cdy_batch_destroy(t->batch);
    cdy_batch_f32_destroy(t->single);
    cdy_row_solver_destroy(t->solver);
    cdy_simulation_destroy(t->simulation);
    cdy_motion_model_destroy(t->motion);
    cdy_identification_destroy(t->identification);
    free_robot(&t->r);
}

static void make_options(void)
{
    world.constraint = (cdy_constraint){.frame = 1, .rows = CDY_ROWS_BALL};
    world.constraint_options = cdy_constraint_options_default();
    world.task = (cdy_task){.frame = 1, .rows = CDY_ROWS_ALL};
    world.link = make_body("new", "new joint", CDY_JOINT_REVOLUTE);
    world.joint = world.link.joint;
    world.inertial = cdy_body_default().inertial;
    world.ik_options = cdy_ik_options_default();
    world.ik_options.restarts = 1;
    world.identification_options = cdy_identification_options_default();
    world.simulation_options = cdy_simulation_options_default();
    world.regressor_options = cdy_regressor_options_default();
    world.drive_options = cdy_drive_options_default();
    world.batch_options = cdy_batch_options_default();
    world.check_options = cdy_check_options_default();
    world.fix_options = cdy_fix_options_default();
    world.fix_options.replace = true;
    world.urdf_options = cdy_urdf_options_default();
}

static void make_world(void)
{
    cdy_error error = {0};
    open_folder();
    char *folder = output_of("pwd");
    folder[strcspn(folder, "\n")] = '\0';
    snprintf(world.robot_file, sizeof world.robot_file, "%s/robot.urdf", folder);
    snprintf(world.model_file, sizeof world.model_file, "%s/robot.cdy", folder);
    snprintf(world.new_file, sizeof world.new_file, "%s/new", folder);
    free(folder);
    world.own = make_things(3, 4);
    world.other = make_things(4, 7);
    ck_assert_ok(cdy_load_urdf_text(urdf, strlen(urdf), "r", NULL, &world.branch, &error), error);
    ck_assert_ok(cdy_save_urdf_file(world.branch, world.robot_file, false, &error), error);
    ck_assert_ok(cdy_model_create(world.own.r.tree, &world.model, &error), error);
    ck_assert_ok(cdy_model_save(world.model, world.model_file, false, &error), error);
    world.byte_count = cdy_model_bytes(world.model);
    world.bytes = malloc(world.byte_count);
    ck_assert_ok(cdy_model_to_bytes(world.model, world.bytes, world.byte_count, &error), error);
    for (int i = 0; i < ROOM; i++) {
        world.numbers[i] = 0.1 + 0.01 * (i % 7);
        world.singles[i] = (float)world.numbers[i];
    }
    for (int i = 0; i < 4; i++) {
        world.identity[5 * i] = 1;
    }
    memcpy(world.body, ((const double[]){1, 0, 0, 0, 1, 0, 0, 1, 0, 1}), sizeof world.body);
    ck_assert_ok(cdy_tree_parameters(world.own.r.tree, world.model, NULL, world.parameters, &error), error);
    make_options();
}

static void end_world(void)
{
    free_things(&world.own);
    free_things(&world.other);
    cdy_tree_destroy(world.branch);
    cdy_tree_destroy(world.edited);
    cdy_model_destroy(world.model);
    free(world.bytes);
    close_folder();
}

/* ---- values ---- */

static cdy_status swallow(void *context, const char *text, size_t size)
{
    (void)context;
    (void)text;
    (void)size;
    return CDY_OK;
}

static void visit(void *context, const char *name)
{
    (void)context;
    (void)name;
}

/* The table knows no const: what a call only reads, it gets as it gets the rest. */
static interface_value point_to(const void *pointer)
{
    interface_value value = {0};
    memcpy(&value.pointer, &pointer, sizeof pointer);
    return value;
}

static bool is(const char *text, const char *other)
{
    return strcmp(text, other) == 0;
}

static bool begins(const char *text, const char *other)
{
    return strncmp(text, other, strlen(other)) == 0;
}

static bool ends(const char *text, const char *other)
{
    const size_t length = strlen(text), ending = strlen(other);
    return length >= ending && is(text + length - ending, other);
}

static bool is_about(const interface_function *f, const char *part)
{
    return strstr(f->name, part) != NULL;
}

/* An object that calls work on, of the robot at hand (0) or of another (1); NULL: the type is none. */
static void *object_of(const interface_function *f, const char *type, int which)
{
    things *t = which ? &world.other : &world.own;
    const struct {
        const char *type;
        void *object;
    } objects[] = {
        {"cdy_workspace *", t->r.work},
        {"cdy_batch *", t->batch},
        {"cdy_batch_f32 *", t->single},
        {"cdy_row_solver *", t->solver},
        {"cdy_simulation *", t->simulation},
        {"cdy_motion_model *", t->motion},
        {"cdy_identification *", t->identification},
        {"cdy_tree *", which ? world.branch : t->r.tree},
        {"cdy_model *", t->r.model},
    };
    if (!which && is(type, "cdy_tree *")) {
        cdy_error error = {0};
        cdy_tree_destroy(world.edited);
        ck_assert_ok(cdy_tree_copy(t->r.tree, &world.edited, &error), error);
        return world.edited;
    }
    const bool changes = is_about(f, "_set_") && is(type, "cdy_model *");
    type += begins(type, "const ") ? strlen("const ") : 0;
    for (size_t i = 0; i < sizeof objects / sizeof objects[0]; i++) {
        if (is(type, objects[i].type)) {
            return changes && !which ? world.model : objects[i].object;
        }
    }
    return NULL;
}

/* A struct that calls read. */
static void *struct_of(const char *type)
{
    const struct {
        const char *type;
        void *value;
    } inputs[] = {
        {"const cdy_constraint *", &world.constraint},
        {"cdy_constraint *", &world.constraint},
        {"const cdy_constraint_options *", &world.constraint_options},
        {"const cdy_task *", &world.task},
        {"const cdy_body *", &world.link},
        {"const cdy_joint *", &world.joint},
        {"cdy_joint *", &world.joint},
        {"const cdy_inertial *", &world.inertial},
        {"const cdy_placement *", &world.placement},
        {"const cdy_ik_options *", &world.ik_options},
        {"const cdy_identification_options *", &world.identification_options},
        {"const cdy_simulation_options *", &world.simulation_options},
        {"const cdy_regressor_options *", &world.regressor_options},
        {"const cdy_drive_options *", &world.drive_options},
        {"const cdy_batch_options *", &world.batch_options},
        {"const cdy_check_options *", &world.check_options},
        {"const cdy_fix_options *", &world.fix_options},
        {"const cdy_urdf_options *", &world.urdf_options},
    };
    for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; i++) {
        if (is(type, inputs[i].type)) {
            return inputs[i].value;
        }
    }
    return NULL;
}

static const char *good_text(const interface_function *f, const char *name)
{
    return is_about(f, "model_load")   ? world.model_file
           : is_about(f, "save")       ? world.new_file
           : is(name, "path")          ? world.robot_file
           : is(name, "copy")          ? world.new_file
           : is(name, "text")          ? urdf
           : is(name, "parent")        ? cdy_tree_body(world.own.r.tree, 0)->name
           : is(name, "code")          ? "limits-reversed"
           : is_about(f, "_robot")     ? "universalUR5e"
           : is_about(f, "find_joint") ? cdy_tree_body(world.own.r.tree, 1)->joint.name
           : is(name, "name") && (is_about(f, "tree_") || is_about(f, "frame"))
               ? cdy_tree_body(world.own.r.tree, 1)->name
               : "name";
}

/* The bytes that a call takes where it makes something in the caller's memory. */
static size_t needed_size(const interface_function *f)
{
    const robot *r = &world.own.r;
    return is_about(f, "workspace")          ? cdy_workspace_size(r->model)
           : is_about(f, "batch_f32")        ? cdy_batch_f32_size(r->model, NULL)
           : is_about(f, "batch")            ? cdy_batch_size(r->model, NULL)
           : is_about(f, "row_solver")       ? cdy_row_solver_size(r->model, 3)
           : is_about(f, "simulation")       ? cdy_simulation_size(r->model)
           : is(f->name, "cdy_model_init")   ? cdy_model_size(r->tree)
           : is_about(f, "cdy_model_")       ? world.byte_count
           : is_about(f, "_text")            ? strlen(urdf)
           : is(f->name, "cdy_show_details") ? TEXT
                                             : 0;
}

static bool is_handle_out(const char *type)
{
    return ends(type, " **");
}

static bool is_output(const char *type)
{
    return is(type, "double *") || is(type, "float *");
}

/* A value with which a call goes well; fails the test where a type is not known to it. */
static interface_value good_value(const interface_function *f, int k)
{
    const char *type = f->arguments[k].type, *name = f->arguments[k].name;
    void *object = object_of(f, type, is(name, "subtree") ? 1 : 0);
    object = object ? object : struct_of(type);
    if (object) {
        return point_to(object);
    } else if (is_handle_out(type)) {
        world.made[k] = &world; /* no such thing: a failing call must make it NULL */
        return point_to(&world.made[k]);
    } else if (is_output(type)) {
        return point_to(world.outputs[k]);
    } else if (is(type, "const double *")) {
        return point_to(is(name, "T") || is(name, "target") ? world.identity
                        : is_about(f, "consistent")         ? world.body
                        : is(name, "parameters")            ? world.parameters
                                                            : world.numbers);
    } else if (is(type, "const float *")) {
        return point_to(world.singles);
    } else if (is(type, "const char *")) {
        return point_to(good_text(f, name));
    } else if (is(type, "cdy_error *")) {
        return point_to(&world.error);
    } else if (is(name, "motion_model")) {
        return point_to(world.own.motion);
    } else if (is(name, "memory") || (is(name, "bytes") && is(type, "void *"))) {
        return point_to(world.memory);
    } else if (is(name, "bytes")) {
        return point_to(world.bytes);
    } else if (is(type, "char *")) {
        return point_to(world.text);
    } else if (ends(type, " *")) {
        return point_to(world.outputs[k]); /* reports, and what else is written */
    } else if (strstr(type, "(*)")) {
        return (interface_value){.function = is(name, "write") ? (void (*)(void))swallow : (void (*)(void))visit};
    } else if (is(type, "double")) {
        return (interface_value){.number = 0.5};
    } else if (is(type, "size_t")) {
        return (interface_value){.size = is(name, "count") ? 2 : needed_size(f)};
    } else if (is(type, "int") || is(type, "bool")) {
        return (interface_value){.integer = is(name, "rows") ? 3 : 1};
    } else if (begins(type, "cdy_")) {
        return (interface_value){.integer = 0}; /* the first of an enumeration */
    }
    ck_abort_msg("%s takes a '%s %s', which this test does not know", f->name, type, name);
    return point_to(NULL);
}

/* ---- calls ---- */

typedef struct attempt {
    const interface_function *f;
    interface_value values[MOST_ARGUMENTS];
    int wrong;        /* the argument that is wrong; -1: none */
    const char *what; /* it is */
    int status;
} attempt;

static bool returns_status(const interface_function *f)
{
    return is(f->result, "cdy_status");
}

/* Destroys what a call has made on the heap. */
static void destroy_made(const attempt *a, const char *type, void *made)
{
    if (is_about(a->f, "_init") || is_about(a->f, "_view")) {
        return;
    } else if (is(type, "cdy_tree **")) {
        cdy_tree_destroy(made);
    } else if (is(type, "cdy_model **")) {
        cdy_model_destroy(made);
    } else if (is(type, "cdy_workspace **")) {
        cdy_workspace_destroy(made);
    } else if (is(type, "cdy_batch **")) {
        cdy_batch_destroy(made);
    } else if (is(type, "cdy_batch_f32 **")) {
        cdy_batch_f32_destroy(made);
    } else if (is(type, "cdy_row_solver **")) {
        cdy_row_solver_destroy(made);
    } else if (is(type, "cdy_simulation **")) {
        cdy_simulation_destroy(made);
    } else if (is(type, "cdy_motion_model **")) {
        cdy_motion_model_destroy(made);
    } else if (is(type, "cdy_identification **")) {
        cdy_identification_destroy(made);
    } else {
        ck_abort_msg("%s makes a '%s', which this test does not know", a->f->name, type);
    }
}

/* Checks what a call has made: something where it went well, else nothing, whatever the pointer was before. */
static void check_made(const attempt *a)
{
    for (int k = 0; k < a->f->count; k++) {
        if (is_handle_out(a->f->arguments[k].type) && a->values[k].pointer) {
            void *made = world.made[k];
            ck_assert_msg(made != &world, "%s with %s as '%s' left its '%s' as it was", a->f->name, a->what,
                          a->f->arguments[a->wrong < 0 ? 0 : a->wrong].name, a->f->arguments[k].name);
            ck_assert_msg((made == NULL) == (a->status != CDY_OK), "%s with %s came to %d and made %p", a->f->name,
                          a->what, a->status, made);
            destroy_made(a, a->f->arguments[k].type, made);
        }
    }
}

/* The first number of an output that is none of a call that went well: that is not finite; or of one whose arguments
 * were refused, which are what they were before, 0, or NaN where a row of a batch is at fault.  Otherwise 0. */
static double bad_number(const attempt *a, int k)
{
    const bool single = is(a->f->arguments[k].type, "float *"), batch = is_about(a->f, "_batch_");
    const float *floats = (const void *)world.outputs[k];
    double bad = 0;
    for (int i = 0; i < ROOM && !(fabs(bad) > 0) && !isnan(bad); i++) {
        const double x = single ? (double)floats[i] : world.outputs[k][i];
        const bool wrong = a->status == CDY_OK ? !isfinite(x) : !(x >= 0 && x <= 0) && !(batch && isnan(x));
        bad = wrong ? x : 0;
    }
    return bad;
}

static void check_results(const attempt *a)
{
    for (int k = 0; k < a->f->count; k++) {
        if (is_output(a->f->arguments[k].type) && a->values[k].pointer &&
            (a->status == CDY_OK || a->status == CDY_ERROR_ARGUMENT)) {
            const double bad = bad_number(a, k);
            if (isnan(bad) || fabs(bad) > 0) {
                ck_abort_msg("%s with %s as '%s' came to %d and wrote %g into '%s'", a->f->name, a->what,
                             a->wrong < 0 ? "" : a->f->arguments[a->wrong].name, a->status, bad,
                             a->f->arguments[k].name);
            }
        }
    }
}

static void check_error(const attempt *a)
{
    const interface_function *f = a->f;
    if (f->count > 0 && is(f->arguments[f->count - 1].type, "cdy_error *") && a->values[f->count - 1].pointer) {
        const cdy_error *e = &world.error;
        ck_assert_msg(a->status == CDY_OK || ((int)e->status == a->status && e->text[0] && strlen(e->text) < 1000),
                      "%s with %s came to %d and said '%s'", f->name, a->what, a->status, e->text);
    }
}

static void run(attempt *a)
{
    if (ends(a->f->name, "_destroy") && a->values[0].pointer) {
        return; /* the world is needed */
    }
    for (int k = 0; k < a->f->count; k++) {
        if (a->values[k].pointer == world.outputs[k]) {
            memset(world.outputs[k], 0, sizeof world.outputs[k]);
        }
    }
    memset(&world.error, 0, sizeof world.error);
    a->status = a->f->call(a->values);
    if (returns_status(a->f)) {
        ck_assert_msg(a->status >= CDY_OK && a->status <= CDY_ERROR_UNSUPPORTED, "%s came to %d", a->f->name,
                      a->status);
        check_made(a);
        check_results(a);
        check_error(a);
    }
}

/* Runs a call with all values good but one; returns its status. */
static int run_with(const interface_function *f, int k, interface_value value, const char *what)
{
    attempt a = {.f = f, .wrong = k, .what = what};
    for (int i = 0; i < f->count; i++) {
        a.values[i] = good_value(f, i);
    }
    a.values[k] = value;
    run(&a);
    return a.status;
}

/* ---- wrong values ---- */

static const double odd_numbers[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, 1e308, -1e308, 5e-324, -1, 0};
static const long long odd_integers[] = {-1, 0, 2, 99, 4097, INT_MAX, INT_MIN};
enum { ODD_NUMBERS = sizeof odd_numbers / sizeof odd_numbers[0], ODD_INTEGERS = 7 };

static void try_numbers(const interface_function *f, int k)
{
    static double wrong[ROOM];
    static float singles[ROOM];
    for (int n = 0; n < ODD_NUMBERS; n++) {
        char what[32];
        snprintf(what, sizeof what, "%g", odd_numbers[n]);
        for (int i = 0; i < ROOM; i++) {
            wrong[i] = odd_numbers[n];
            singles[i] = (float)fmax(fmin(odd_numbers[n], 3e38), -3e38);
            singles[i] = isfinite(odd_numbers[n]) ? singles[i] : (float)odd_numbers[n];
        }
        const int status = run_with(
            f, k, point_to(is(f->arguments[k].type, "const float *") ? (const void *)singles : (const void *)wrong),
            what);
        ck_assert_msg(isfinite(odd_numbers[n]) || status != CDY_OK || !returns_status(f), "%s takes %s as '%s'",
                      f->name, what, f->arguments[k].name);
    }
}

/* Puts odd numbers into a member of a copy of a struct and runs a call with it. */
static void try_member(const interface_function *f, int k, void *copy, const interface_member *m, size_t place)
{
    const size_t width = is(m->type, "double") ? sizeof(double) : is(m->type, "bool") ? sizeof(bool) : sizeof(int);
    char what[128];
    for (size_t i = 0; i + width <= m->size && !is(m->type, "bool") && !is(m->type, "size_t"); i += width) {
        char kept[sizeof(double)], *at = (char *)copy + place + i;
        memcpy(kept, at, width);
        for (int n = 0; n < (width == sizeof(double) ? ODD_NUMBERS : ODD_INTEGERS); n++) {
            const int integer = (int)odd_integers[n < ODD_INTEGERS ? n : 0];
            if (integer > 4097 && (is(m->name, "iterations") || is(m->name, "restarts"))) {
                continue; /* it would take them all */
            }
            if (width == sizeof(double)) {
                memcpy(at, &odd_numbers[n], width);
                snprintf(what, sizeof what, "%g in %s", odd_numbers[n], m->name);
            } else {
                memcpy(at, &integer, width);
                snprintf(what, sizeof what, "%d in %s", integer, m->name);
            }
            run_with(f, k, point_to(copy), what);
        }
        memcpy(at, kept, width);
    }
}

/* All members of a struct, and of those in it. */
static void try_members(const interface_function *f, int k, void *copy, const char *owner, size_t place)
{
    for (size_t i = 0; i < MEMBERS; i++) {
        if (is(members[i].owner, owner)) {
            bool inner = false;
            for (size_t j = 0; j < MEMBERS && !inner; j++) {
                inner = is(members[j].owner, members[i].type);
            }
            if (inner) {
                try_members(f, k, copy, members[i].type, place + members[i].place);
            } else {
                try_member(f, k, copy, &members[i], place + members[i].place);
            }
        }
    }
}

static size_t size_of_struct(const char *name)
{
    for (size_t i = 0; i < STRUCTS; i++) {
        if (is(structs[i].name, name)) {
            return structs[i].size;
        }
    }
    return 0;
}

static void try_struct(const interface_function *f, int k, const char *type)
{
    char owner[64];
    double copy[128];
    snprintf(owner, sizeof owner, "%s", type + (begins(type, "const ") ? strlen("const ") : 0));
    owner[strcspn(owner, " ")] = '\0';
    const size_t size = size_of_struct(owner);
    ck_assert(size > 0 && size <= sizeof copy);
    memcpy(copy, struct_of(type), size);
    try_members(f, k, copy, owner, 0);
}

static void try_texts(const interface_function *f, int k)
{
    static char long_text[100001];
    memset(long_text, 'n', sizeof long_text - 1);
    const char *const texts[] = {"", "\xff\xfe", "%s%n%s", "/", "\n\t\x01", "/nowhere/at/all", long_text};
    const bool sized = k + 1 < f->count && is(f->arguments[k + 1].type, "size_t");
    for (size_t i = 0; i < sizeof texts / sizeof texts[0] && !sized; i++) {
        run_with(f, k, point_to(texts[i]), i < 6 ? texts[i] : "a text of 100000 letters");
    }
}

static void try_sizes(const interface_function *f, int k)
{
    const bool counts = is(f->arguments[k].name, "count");
    const size_t usual = counts ? 2 : needed_size(f), odd[] = {0, 1, usual / 2, usual - 1, SIZE_MAX};
    for (int i = 0; i < (counts ? 5 : 4); i++) {
        if (odd[i] <= usual || counts) {
            run_with(f, k, (interface_value){.size = odd[i]}, i < 4 ? "a small size" : "the largest size");
        }
    }
}

static void try_integers(const interface_function *f, int k)
{
    const bool counts = is(f->arguments[k].name, "count"); /* of an array that has one */
    for (int n = 0; n < ODD_INTEGERS; n++) {
        if (!counts || odd_integers[n] <= 0) {
            char what[32];
            snprintf(what, sizeof what, "%lld", odd_integers[n]);
            run_with(f, k, (interface_value){.integer = odd_integers[n]}, what);
        }
    }
}

static void try_argument(const interface_function *f, int k)
{
    const char *type = f->arguments[k].type;
    void *foreign = object_of(f, type, 1);
    const int status = run_with(f, k, (interface_value){0}, "nothing");
    if (foreign) {
        ck_assert_msg(status == CDY_ERROR_ARGUMENT || !returns_status(f), "%s without '%s' came to %d", f->name,
                      f->arguments[k].name, status);
        run_with(f, k, point_to(foreign), "that of another robot");
    } else if (struct_of(type)) {
        try_struct(f, k, type);
    } else if (is(type, "const double *") || is(type, "const float *")) {
        try_numbers(f, k);
    } else if (is(type, "const char *")) {
        try_texts(f, k);
    } else if (is(type, "size_t")) {
        try_sizes(f, k);
    } else if (is(type, "double")) {
        for (int n = 0; n < ODD_NUMBERS; n++) {
            char what[32];
            snprintf(what, sizeof what, "%g", odd_numbers[n]);
            run_with(f, k, (interface_value){.number = odd_numbers[n]}, what);
        }
    } else if (is(type, "int") || (begins(type, "cdy_") && !ends(type, " *") && !strstr(type, "*"))) {
        try_integers(f, k);
    }
}

/* ---- tests ---- */

START_TEST(functions_take_good_values)
{
    for (size_t i = 0; i < FUNCTIONS; i++) {
        const interface_function *f = &functions[i];
        attempt a = {.f = f, .wrong = -1, .what = "good values"};
        for (int k = 0; k < f->count; k++) {
            a.values[k] = good_value(f, k);
        }
        run(&a);
        ck_assert_msg(a.status == CDY_OK, "%s does not take the values of this test: %s", f->name, world.error.text);
    }
}
END_TEST

/* Every 24th function, so that one that crashes is one of few. */
START_TEST(functions_take_wrong_values)
{
    for (size_t i = (size_t)_i; i < FUNCTIONS; i += STEPS) {
        for (int k = 0; k < functions[i].count; k++) {
            try_argument(&functions[i], k);
        }
    }
}
END_TEST

/* The table has every function that the library exports. */
START_TEST(no_function_is_missing)
{
    char *path = source_path("tests/abi/symbols.txt"), *symbols = read_whole_file(path, NULL), *rest;
    size_t count = 0;
    for (char *line = strtok_r(symbols, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest), count++) {
        bool found = false;
        for (size_t i = 0; i < FUNCTIONS && !found; i++) {
            found = is(functions[i].name, line);
        }
        ck_assert_msg(found, "%s is not in the table", line);
    }
    ck_assert_uint_eq(count, FUNCTIONS);
    free(symbols);
    free(path);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("misuse");
    TCase *tests = tcase_create("interface");
    tcase_add_unchecked_fixture(tests, make_world, end_world); /* each test has a copy of it */
    tcase_add_test(tests, no_function_is_missing);
    tcase_add_test(tests, functions_take_good_values);
    tcase_add_loop_test(tests, functions_take_wrong_values, 0, STEPS);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
