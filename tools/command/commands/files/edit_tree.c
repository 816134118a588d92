#include "commands/files/edit.h"
#include "run/number.h"
#include "values/variable.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Reports an error of the library as an error of the command line: most are unknown names. */
static exit_code fail_edit(const char *option, const cdy_error *error)
{
    return error->status == CDY_ERROR_MEMORY ? fail_memory() : fail(EXIT_USAGE, "%s: %s", option, error->text);
}

/* Returns a copy of a text, NULL where memory runs out. */
static char *copy_text(const char *text, size_t length)
{
    char *copy = malloc(length + 1);
    if (copy) {
        memcpy(copy, text, length);
        copy[length] = '\0';
    }
    return copy;
}

/* ---- prefix ---- */

static int compare_lengths(const void *a, const void *b)
{
    const char *const *x = a, *const *y = b;
    const size_t m = strlen(*x), n = strlen(*y);
    return (m < n) - (m > n);
}

/* Copies the names of the bodies, or of the joints; NULL where memory runs out. The longest come first, so that
 * no name becomes one that is still there: PREFIX + NAME is longer than NAME. */
static char **list_names(const cdy_tree *tree, bool joints, size_t *count)
{
    const int bodies = cdy_tree_body_count(tree);
    char **names = calloc((size_t)bodies + 2, sizeof *names);
    *count = 0;
    for (int i = joints ? 1 : 0; names && i <= bodies; i++) {
        const cdy_body *body = cdy_tree_body(tree, i);
        const char *name = joints ? body->joint.name : body->name;
        names[*count] = copy_text(name, strlen(name));
        if (!names[(*count)++]) {
            break;
        }
    }
    if (names && *count && names[*count - 1]) {
        qsort(names, *count, sizeof *names, compare_lengths);
    }
    return names;
}

static cdy_status rename_one(cdy_tree *tree, bool joint, const char *name, const char *renamed, cdy_error *error)
{
    if (joint) {
        const cdy_body *body = cdy_tree_body(tree, cdy_tree_find_joint(tree, name));
        cdy_joint changed = body->joint;
        changed.name = renamed;
        return cdy_tree_replace_joint(tree, body->name, &changed, error);
    }
    cdy_body changed = *cdy_tree_body(tree, cdy_tree_find_body(tree, name));
    changed.name = renamed;
    return cdy_tree_replace_body(tree, name, &changed, error);
}

static exit_code rename_all(cdy_tree *tree, bool joints, const char *prefix)
{
    size_t count;
    char **names = list_names(tree, joints, &count);
    exit_code code = !names || (count && !names[count - 1]) ? fail_memory() : EXIT_FINE;
    for (size_t i = 0; names && i < count && code == EXIT_FINE; i++) {
        text_buffer renamed = {0};
        cdy_error error;
        text_add(&renamed, "%s%s", prefix, names[i]);
        if (renamed.failed) {
            code = fail_memory();
        } else if (rename_one(tree, joints, names[i], text_get(&renamed), &error) != CDY_OK) {
            code = fail_edit("--prefix", &error);
        }
        text_clear(&renamed);
    }
    for (size_t i = 0; names && i < count; i++) {
        free(names[i]);
    }
    free(names);
    return code;
}

static exit_code rename_tree(cdy_tree *tree, const char *prefix)
{
    const exit_code code = rename_all(tree, false, prefix);
    return code == EXIT_FINE ? rename_all(tree, true, prefix) : code;
}

exit_code edit_prefix(editor *e, const char *prefix)
{
    return rename_tree(e->tree, prefix);
}

/* ---- attach ---- */

static exit_code read_origin(const char *text, cdy_placement *origin)
{
    double numbers[6] = {0};
    size_t count = 0;
    if (!text) {
        return EXIT_FINE;
    }
    const exit_code code = number_read_list("--origin", text, numbers, 6, &count);
    if (code == EXIT_FINE && count != 3 && count != 6) {
        return fail(EXIT_USAGE, "--origin: '%s' has %zu values; expected X,Y,Z in m, or X,Y,Z,R,P,Y with angles in rad",
                    text, count);
    }
    memcpy(origin->xyz, numbers, sizeof origin->xyz);
    memcpy(origin->rpy, numbers + 3, sizeof origin->rpy);
    return code;
}

/* Adds the base of the other robot on a fixed joint, with its whole tree. */
static cdy_status weld_tree(cdy_tree *tree, const cdy_tree *other, const char *at, const cdy_placement *origin,
                            text_buffer *joint, cdy_error *error)
{
    cdy_body base = *cdy_tree_body(other, 0);
    base.joint = cdy_body_default().joint;
    base.joint.origin = *origin;
    text_add(joint, "%s_fixed", base.name);
    while (!joint->failed &&
           (cdy_tree_find_joint(tree, text_get(joint)) >= 0 || cdy_tree_find_joint(other, text_get(joint)) >= 0)) {
        text_add(joint, "_");
    }
    if (joint->failed) {
        error->status = CDY_ERROR_MEMORY;
        return CDY_ERROR_MEMORY;
    }
    base.joint.name = text_get(joint);
    const cdy_status status = cdy_tree_add_body(tree, &base, at, error);
    return status ? status : cdy_tree_add_subtree(tree, base.name, other, error);
}

static bool is_relative(const char *name)
{
    return name && !strstr(name, "://") && name[0] != '/';
}

/* Notes meshes named relative to the folder of the attached file: the result may lie in another one. */
static void note_meshes(const char *source, const cdy_tree *tree)
{
    size_t count = 0;
    for (int i = 0; i <= cdy_tree_body_count(tree) && strchr(source, '/'); i++) {
        const cdy_body *body = cdy_tree_body(tree, i);
        for (size_t k = 0; k < body->visual_count; k++) {
            count += is_relative(body->visuals[k].geometry.mesh);
        }
        for (size_t k = 0; k < body->collision_count; k++) {
            count += is_relative(body->collisions[k].geometry.mesh);
        }
    }
    if (count > 0) {
        note("%zu mesh%s of %s %s named relative to its folder, and so in the result too", count,
             count == 1 ? "" : "es", source, count == 1 ? "is" : "are");
    }
}

exit_code edit_attach(editor *e, const attachment *a, const robot_options *loading)
{
    robot other;
    cdy_placement origin = {.rpy = {0, 0, 0}};
    cdy_error error;
    text_buffer joint = {0};
    int index;
    if (!a->at) {
        return fail(EXIT_USAGE, "--attach %s needs --at BODY, the body that carries it", a->robot);
    }
    if (cdy_tree_require_body(e->tree, a->at, &index, &error) != CDY_OK) {
        return fail_edit("--at", &error);
    }
    exit_code code = read_origin(a->origin, &origin);
    if (code != EXIT_FINE) {
        return code;
    }
    code = robot_load(&other, a->robot, loading, NULL);
    code = code == EXIT_FINE ? robot_needs_tree(&other, "edit --attach") : code;
    code = code == EXIT_FINE && a->prefix ? rename_tree(other.tree, a->prefix) : code;
    if (code == EXIT_FINE && weld_tree(e->tree, other.tree, a->at, &origin, &joint, &error) != CDY_OK) {
        code = error.status == CDY_ERROR_MEMORY ? fail_memory()
                                                : fail(EXIT_USAGE,
                                                       "--attach %s: %s (--prefix NAME_ makes its names "
                                                       "others)",
                                                       a->robot, error.text);
    }
    if (code == EXIT_FINE) {
        note_meshes(a->robot, other.tree);
    }
    text_clear(&joint);
    robot_clear(&other);
    return code;
}

/* ---- bodies ---- */

exit_code edit_cut(editor *e, const char *body)
{
    cdy_tree *branch;
    cdy_error error;
    if (cdy_tree_subtree(e->tree, body, &branch, &error) != CDY_OK) {
        return fail_edit("--cut", &error);
    }
    cdy_tree_destroy(e->tree);
    e->tree = branch;
    return EXIT_FINE;
}

exit_code edit_remove(editor *e, const char *body)
{
    cdy_error error;
    return cdy_tree_remove_body(e->tree, body, NULL, &error) ? fail_edit("--remove", &error) : EXIT_FINE;
}

exit_code edit_name(editor *e, const char *name)
{
    cdy_error error;
    return cdy_tree_set_name(e->tree, name, &error) ? fail_edit("--name", &error) : EXIT_FINE;
}

/* Splits NAME=NUMBER at the last '='; *name is a copy. A name without number is one where `optional`. */
static exit_code read_assignment(const char *option, const char *text, bool optional, char **name, double *number)
{
    const char *equals = strrchr(text, '=');
    const size_t length = equals ? (size_t)(equals - text) : strlen(text);
    const char *end = "";
    *name = NULL;
    if ((!equals && !optional) ||
        (equals && (number_scan(equals + 1, number, &end) != CDY_NUMBER_OK || *end != '\0'))) {
        return fail(EXIT_USAGE, "%s: '%s' is not NAME=NUMBER", option, text);
    }
    *name = copy_text(text, length);
    return *name ? EXIT_FINE : fail_memory();
}

/* The inertia of the same body with another density. */
static cdy_inertial with_mass(const cdy_inertial *inertial, double mass)
{
    cdy_inertial changed = *inertial;
    const double factor = inertial->given && inertial->mass > 0 ? mass / inertial->mass : 0;
    for (int k = 0; k < 6; k++) {
        changed.inertia[k] = factor > 0 ? factor * inertial->inertia[k] : inertial->given ? inertial->inertia[k] : 0;
    }
    changed.mass = mass;
    changed.given = true;
    return changed;
}

exit_code edit_mass(editor *e, const char *assignment)
{
    char *body;
    double mass = 0;
    int index;
    cdy_error error;
    exit_code code = read_assignment("--mass", assignment, false, &body, &mass);
    if (code == EXIT_FINE && cdy_tree_require_body(e->tree, body, &index, &error) != CDY_OK) {
        code = fail_edit("--mass", &error);
    }
    if (code == EXIT_FINE && !(mass > 0)) {
        code = fail(EXIT_USAGE, "--mass: the mass of '%s' is %g kg; expected more than 0", body, mass);
    }
    if (code == EXIT_FINE) {
        const cdy_inertial changed = with_mass(&cdy_tree_body(e->tree, index)->inertial, mass);
        code = cdy_tree_set_inertial(e->tree, body, &changed, &error) ? fail_edit("--mass", &error) : EXIT_FINE;
    }
    free(body);
    return code;
}

/* ---- joints ---- */

/* C = A B, 4 x 4. */
static void multiply(const double A[16], const double B[16], double C[16])
{
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
            C[4 * i + j] = 0;
            for (int k = 0; k < 4; k++) {
                C[4 * i + j] += A[4 * i + k] * B[4 * k + j];
            }
        }
    }
}

/* The motion of a joint of one degree of freedom, by Rodrigues' formula R = 1 + sin q [a]x + (1 - cos q) [a]x^2. */
static void motion_of(const cdy_joint *joint, double q, double T[16])
{
    const double *axis = joint->axis, norm = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    const double a[3] = {axis[0] / norm, axis[1] / norm, axis[2] / norm};
    const bool slides = cdy_joint_type_traits(joint->type)->slides == 1;
    const double s = slides ? 0 : sin(q), c = slides ? 1 : cos(q);
    const double R[9] = {
        c + (1 - c) * a[0] * a[0],        (1 - c) * a[0] * a[1] - s * a[2], (1 - c) * a[0] * a[2] + s * a[1],
        (1 - c) * a[0] * a[1] + s * a[2], c + (1 - c) * a[1] * a[1],        (1 - c) * a[1] * a[2] - s * a[0],
        (1 - c) * a[0] * a[2] - s * a[1], (1 - c) * a[1] * a[2] + s * a[0], c + (1 - c) * a[2] * a[2]};
    memset(T, 0, 16 * sizeof *T);
    for (int i = 0; i < 3; i++) {
        memcpy(T + 4 * i, R + 3 * i, 3 * sizeof *T);
        T[4 * i + 3] = slides ? q * a[i] : 0;
    }
    T[15] = 1;
}

/* Returns the name of a joint that mimics the joint of this name, NULL where there is none. */
static const char *follower_of(const cdy_tree *tree, const char *joint)
{
    for (int i = 1; i <= cdy_tree_body_count(tree); i++) {
        const cdy_joint *other = &cdy_tree_body(tree, i)->joint;
        if (other->mimic.joint && strcmp(other->mimic.joint, joint) == 0) {
            return other->name;
        }
    }
    return NULL;
}

/* The joint, fixed at a position. */
static cdy_status fix_joint(const cdy_joint *joint, double position, cdy_joint *fixed, cdy_error *error)
{
    double origin[16], motion[16], T[16];
    *fixed = cdy_body_default().joint;
    fixed->name = joint->name;
    fixed->origin = joint->origin;
    fixed->child = joint->child;
    if (!(fabs(position) > 0)) {
        return CDY_OK;
    }
    cdy_placement_to_matrix(&joint->origin, origin);
    motion_of(joint, position, motion);
    multiply(origin, motion, T);
    return cdy_joint_set_fixed_transform(fixed, T, error);
}

/* Warns where a joint is welded beyond its limits. */
static void warn_beyond(const cdy_joint *joint, double position)
{
    const cdy_limit *limit = &joint->limit;
    const bool limited = limit->given && cdy_joint_type_traits(joint->type)->has_range;
    const double extra = 1e-4 * (limit->upper - limit->lower) + 1e-6; /* for positions of few digits */
    const double bound = position < limit->lower ? limit->lower : limit->upper;
    text_buffer message = {0};
    if (!limited || (position >= limit->lower - extra && position <= limit->upper + extra)) {
        return;
    }
    const bool turns = cdy_joint_type_traits(joint->type)->turns == 1;
    text_add(&message, "--weld: %s is at %.6g %s, beyond its limit of %.6g %s", joint->name, position,
             turns ? "rad" : "m", bound, turns ? "rad" : "m");
    if (turns && fabs(position) > radians(360) && radians(position) >= limit->lower &&
        radians(position) <= limit->upper) {
        text_add(&message, "; %.6g degrees are %.6g rad", position, radians(position));
    }
    warn_at("", 0, message.failed ? "--weld: a joint is beyond its limit" : text_get(&message));
    text_clear(&message);
}

static exit_code weld(editor *e, const char *name, double position)
{
    int index;
    cdy_error error;
    cdy_joint fixed;
    if (cdy_tree_require_joint(e->tree, name, &index, &error) != CDY_OK) {
        return fail_edit("--weld", &error);
    }
    const cdy_body *body = cdy_tree_body(e->tree, index);
    const char *follower = follower_of(e->tree, name);
    if (follower) {
        return fail(EXIT_USAGE, "--weld: joint '%s' mimics '%s'; weld or free it first", follower, name);
    }
    if (cdy_joint_type_nv(body->joint.type) != 1 && fabs(position) > 0) {
        return fail(EXIT_USAGE, "--weld: joint '%s' is %s; only at 0 it can be welded", name,
                    cdy_joint_type_name(body->joint.type));
    }
    warn_beyond(&body->joint, position);
    cdy_status status = fix_joint(&body->joint, position, &fixed, &error);
    status = status ? status : cdy_tree_replace_joint(e->tree, body->name, &fixed, &error);
    return status ? fail_edit("--weld", &error) : EXIT_FINE;
}

exit_code edit_weld(editor *e, const char *assignment)
{
    char *joint = NULL;
    double position = 0;
    exit_code code = EXIT_FINE;
    if (cdy_tree_find_joint(e->tree, assignment) >= 0) { /* a name may have '=' */
        return weld(e, assignment, 0);
    }
    code = read_assignment("--weld", assignment, true, &joint, &position);
    code = code == EXIT_FINE ? weld(e, joint, position) : code;
    free(joint);
    return code;
}

/* How a fixed joint becomes free. */
typedef struct freedom {
    cdy_joint_type type;
    double axis[3];
    cdy_limit limit;
    bool given; /* on the command line */
} freedom;

/* Reads up to `most` numbers behind a ':', separated by commas, and moves behind them; returns how many there are, 0
 * where one is none. */
static size_t read_numbers(const char **text, double *numbers, size_t most)
{
    size_t count = 0;
    while (count < most && **text == (count ? ',' : ':')) {
        if (number_scan(*text + 1, &numbers[count++], text) != CDY_NUMBER_OK) {
            return 0;
        }
    }
    return **text == ',' ? 0 : count;
}

/* Reads the [:X,Y,Z][:LOWER,UPPER[,EFFORT,VELOCITY]] behind a type; false where it is none. */
static bool read_axis_and_limits(const char *text, freedom *f)
{
    while (*text) {
        double numbers[4] = {0};
        const size_t count = read_numbers(&text, numbers, 4);
        if (count == 3 && !f->limit.given) {
            memcpy(f->axis, numbers, sizeof f->axis);
        } else if ((count == 2 || count == 4) && !f->limit.given) {
            f->limit = (cdy_limit){true, numbers[0], numbers[1], numbers[2], numbers[3]};
        } else {
            return false;
        }
    }
    return fabs(f->axis[0]) + fabs(f->axis[1]) + fabs(f->axis[2]) > 0;
}

/* Reads the TYPE, the axis and the limits behind a joint's name; false where they are invalid. */
static bool read_freedom(const char *text, freedom *f)
{
    const size_t length = strcspn(text, ":");
    const cdy_joint_traits *traits = NULL;
    int k = 0;
    while ((traits = cdy_joint_type_traits((cdy_joint_type)k)) &&
           (traits->nv == 0 || strlen(traits->name) != length || memcmp(traits->name, text, length) != 0)) {
        k++;
    }
    if (!traits) {
        return false;
    }
    f->type = (cdy_joint_type)k;
    return read_axis_and_limits(text + length, f);
}

/* URDF requires limits of revolute and prismatic joints, and knows none of others. */
static exit_code check_limits(const char *name, const freedom *f)
{
    const bool limited = cdy_joint_type_traits(f->type)->has_range;
    const char *type = cdy_joint_type_name(f->type);
    if (limited && !f->limit.given) {
        return fail(EXIT_USAGE,
                    "--free: URDF requires limits of a %s joint; expected %s:%s:X,Y,Z:LOWER,UPPER in %s, with "
                    ",EFFORT,VELOCITY behind them where these are known",
                    type, name, type, cdy_joint_type_traits(f->type)->slides == 1 ? "m" : "rad");
    }
    if (!limited && f->limit.given) {
        return fail(EXIT_USAGE, "--free: a %s joint has no limits; expected them of a revolute or prismatic one", type);
    }
    if (f->limit.given && !(f->limit.lower <= f->limit.upper && f->limit.effort >= 0 && f->limit.velocity >= 0)) {
        return fail(
            EXIT_USAGE,
            "--free: the limits %g to %g, effort %g and velocity %g are none; expected LOWER,UPPER in this order, "
            "and efforts and velocities of 0 (not known) or more",
            f->limit.lower, f->limit.upper, f->limit.effort, f->limit.velocity);
    }
    return EXIT_FINE;
}

static exit_code free_joint(editor *e, const char *name, const freedom *f)
{
    int index;
    cdy_error error;
    if (cdy_tree_require_joint(e->tree, name, &index, &error) != CDY_OK) {
        return fail_edit("--free", &error);
    }
    const cdy_body *body = cdy_tree_body(e->tree, index);
    cdy_joint changed = body->joint;
    if (changed.mimic.joint && f->given) {
        return fail(EXIT_USAGE,
                    "--free: joint '%s' mimics '%s' and becomes free as the %s joint that it is; give no type", name,
                    changed.mimic.joint, cdy_joint_type_name(changed.type));
    }
    if (changed.mimic.joint) {
        changed.mimic = (cdy_mimic){0};
    } else if (cdy_joint_type_nv(changed.type) == 0) {
        const exit_code code = check_limits(name, f);
        if (code != EXIT_FINE) {
            return code;
        }
        changed.type = f->type;
        changed.limit = f->limit;
        memcpy(changed.axis, f->axis, sizeof changed.axis);
    } else {
        return fail(EXIT_USAGE, "--free: joint '%s' is %s already", name, cdy_joint_type_name(changed.type));
    }
    return cdy_tree_replace_joint(e->tree, body->name, &changed, &error) ? fail_edit("--free", &error) : EXIT_FINE;
}

exit_code edit_free(editor *e, const char *text)
{
    for (const char *colon = strchr(text, ':'); colon; colon = strchr(colon + 1, ':')) {
        freedom f = {.axis = {0, 0, 1}, .given = true};
        char *name = copy_text(text, (size_t)(colon - text));
        if (!name) {
            return fail_memory();
        }
        const bool found = cdy_tree_find_joint(e->tree, name) >= 0;
        const bool good = found && read_freedom(colon + 1, &f);
        const exit_code code = good ? free_joint(e, name, &f) : EXIT_FINE;
        free(name);
        if (good) {
            return code;
        }
        if (found) {
            return fail(EXIT_USAGE,
                        "--free: '%s' is no type of a joint; expected continuous, revolute, prismatic, planar or "
                        "floating, an axis X,Y,Z that is not 0 behind a ':', and limits LOWER,UPPER or "
                        "LOWER,UPPER,EFFORT,VELOCITY behind another",
                        colon + 1);
        }
    }
    return free_joint(e, text, &(freedom){.type = CDY_JOINT_CONTINUOUS, .axis = {0, 0, 1}});
}
