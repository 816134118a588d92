/* Saved models: a model that is saved and read is the same model, and other files are refused or harmless. */
#include "support/compare.h"
#include "support/folder.h"
#include "support/random_tree.h"
#include "support/robot.h"
#include "support/suite.h"

#include "model/model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A block of the heap of exactly `size` bytes, so that a sanitizer detects reads behind its end. */
typedef struct block {
    char *bytes;
    size_t size;
} block;

static block save(const cdy_model *model)
{
    cdy_error error = {0};
    block b = {.size = cdy_model_bytes(model)};
    b.bytes = malloc(b.size);
    ck_assert_ok(cdy_model_to_bytes(model, b.bytes, b.size, &error), error);
    return b;
}

/* A model with every type of joint, followers, springs and rotors, some drives acting. */
static robot make_subject(int seed)
{
    cdy_error error = {0};
    cdy_tree *tree = random_tree((uint64_t)seed, 5 + seed, RANDOM_JOINTS_ALL);
    for (int i = 1; i <= cdy_tree_body_count(tree); i++) {
        cdy_joint joint = cdy_tree_body(tree, i)->joint;
        char name[64], leader[64];
        snprintf(name, sizeof name, "%s", cdy_tree_body(tree, i)->name);
        snprintf(leader, sizeof leader, "%s", joint.mimic.joint ? joint.mimic.joint : "");
        joint.mimic.joint = joint.mimic.joint ? leader : NULL;
        joint.rotor_inertia = 1e-3;
        joint.gear_ratio = 10;
        joint.dynamics =
            (cdy_joint_dynamics){.given = true, .damping = 0.3, .friction = 0.1, .stiffness = 2, .spring_rest = 0.5};
        char joint_name[64];
        snprintf(joint_name, sizeof joint_name, "%s", joint.name);
        joint.name = joint_name;
        ck_assert_ok(cdy_tree_replace_joint(tree, name, &joint, &error), error);
    }
    robot r = make_robot(tree);
    const cdy_drive_options drives = {
        .damping = seed % 2, .friction = seed % 3 == 0, .friction_width = 0.1, .rotors = true, .springs = seed % 2};
    ck_assert_ok(cdy_model_set_drives(r.model, &drives, &error), error);
    if (seed % 2) {
        const cdy_payload load = {.mass = 2, .center_of_mass = {0.1, 0, 0.2}, .inertia = {0.1, 0.2, 0.2, 0.01, 0, 0}};
        ck_assert_ok(cdy_model_set_payload(r.model, cdy_model_frame_count(r.model) - 1, &load, &error), error);
    }
    return r;
}

/* Arguments of the calls below. */
typedef struct numbers {
    double *q, *qd, *qdd, *fext, *out;
    size_t size; /* numbers in `out`, enough for any result */
} numbers;

static numbers make_numbers(const cdy_model *m)
{
    const cdy_regressor_options regressor = cdy_regressor_options_default();
    const size_t nq = (size_t)cdy_model_nq(m), n = (size_t)cdy_model_nv(m);
    const size_t frames = (size_t)cdy_model_frame_count(m), parameters = (size_t)cdy_parameter_count(m, &regressor);
    numbers x = {.size = 16 * frames + n * n + 6 * n + n * parameters + nq + 64};
    x.q = calloc(nq + 1, sizeof *x.q);
    x.qd = calloc(n + 1, sizeof *x.qd);
    x.qdd = calloc(n + 1, sizeof *x.qdd);
    x.fext = calloc(6 * (size_t)cdy_model_force_rows(m) + 1, sizeof *x.fext);
    x.out = calloc(x.size, sizeof *x.out);
    uint64_t seed = 1, state = 2;
    cdy_random_configuration(m, &seed, x.q);
    draw_array(&state, 1, x.qd, (int)n);
    draw_array(&state, 1, x.qdd, (int)n);
    return x;
}

static void free_numbers(numbers *x)
{
    free(x->q);
    free(x->qd);
    free(x->qdd);
    free(x->fext);
    free(x->out);
}

enum { CALLS = 14 };

static cdy_status run_call(int call, const cdy_model *m, cdy_workspace *w, numbers *x)
{
    const double wrench[6] = {1, 2, 3, 4, 5, 6};
    const cdy_regressor_options regressor = cdy_regressor_options_default();
    const int last = cdy_model_frame_count(m) - 1;
    switch (call) {
    case 0: return cdy_external_force(m, w, last, wrench, x->q, x->fext, NULL);
    case 1: return cdy_inverse_dynamics(m, w, x->q, x->qd, x->qdd, x->fext, x->out, NULL);
    case 2: return cdy_inverse_dynamics(m, w, NULL, NULL, NULL, NULL, x->out, NULL);
    case 3: return cdy_forward_dynamics(m, w, x->q, x->qd, x->qdd, x->fext, x->out, NULL);
    case 4: return cdy_mass_matrix(m, w, x->q, x->out, NULL);
    case 5: return cdy_coriolis_matrix(m, w, x->q, x->qd, x->out, NULL);
    case 6: return cdy_gravity_torque(m, w, x->q, x->out, NULL);
    case 7: return cdy_forward_kinematics(m, w, x->q, x->out, NULL);
    case 8: return cdy_geometric_jacobian(m, w, last, CDY_AXES_BODY, x->q, x->out, NULL);
    case 9: return cdy_center_of_mass(m, w, x->q, x->out, x->out + 3, NULL);
    case 10: return cdy_centroidal_momentum_matrix(m, w, x->q, x->out, NULL);
    case 11: return cdy_configuration_integrate(m, x->q, x->qd, x->out, NULL);
    case 12: return cdy_regressor(m, w, x->q, x->qd, x->qdd, &regressor, x->out, NULL);
    default: return (cdy_status)cdy_configuration_clamp(m, x->q);
    }
}

/* Queries all names and coordinates; returns a hash of them. */
static uint64_t ask(const cdy_model *m)
{
    uint64_t sum = strlen(cdy_model_name(m));
    cdy_coordinate c = {0};
    for (int i = 0; i < cdy_model_frame_count(m); i++) {
        sum = 31 * sum + (uint64_t)cdy_model_find_frame(m, cdy_model_frame_name(m, i));
        sum += cdy_model_frame_is_fixed(m, i);
    }
    for (int i = 0; i < cdy_model_nv(m); i++) {
        sum = 31 * sum + cdy_model_velocity(m, i, &c) + strlen(c.joint) + (uint64_t)c.component;
    }
    for (int i = 0; i < cdy_model_nq(m); i++) {
        sum = 31 * sum + cdy_model_position(m, i, &c) + strlen(c.joint) + (uint64_t)c.component;
    }
    return sum;
}

/* Runs the main calls on a model; each call must return results or fail. Returns a sum of the bits of all results. */
static uint64_t use(const cdy_model *m)
{
    cdy_error error = {0};
    cdy_workspace *w = NULL;
    numbers x = make_numbers(m);
    uint64_t sum = ask(m);
    ck_assert_ok(cdy_workspace_create(m, &w, &error), error);
    for (int call = 0; call < CALLS; call++) {
        memset(x.out, 0, x.size * sizeof *x.out);
        sum = 31 * sum + (uint64_t)run_call(call, m, w, &x);
        for (size_t i = 0; i < x.size; i++) {
            uint64_t bits;
            memcpy(&bits, &x.out[i], sizeof bits);
            sum = (sum ^ bits) * 0x100000001b3u;
        }
    }
    cdy_workspace_destroy(w);
    free_numbers(&x);
    return sum;
}

static void check_round_trip(const cdy_model *model)
{
    cdy_error error = {0};
    const uint64_t expected = use(model);
    block b = save(model);
    cdy_model *copy = NULL, *placed = NULL;
    const cdy_model *view = NULL;
    void *memory = malloc(b.size);
    char *shifted = malloc(b.size + 1);
    memcpy(shifted + 1, b.bytes, b.size);
    ck_assert_ok(cdy_model_from_bytes(shifted + 1, b.size, &copy, &error), error);
    ck_assert_ok(cdy_model_init_from_bytes(memory, b.size, shifted + 1, b.size, &placed, &error), error);
    ck_assert_ok(cdy_model_view(b.bytes, b.size, &view, &error), error);
    ck_assert_ptr_eq(view, b.bytes);
    ck_assert_ptr_eq(placed, memory);
    ck_assert_uint_eq(use(copy), expected);
    ck_assert_uint_eq(use(view), expected);
    ck_assert_uint_eq(use(placed), expected);
    double gravity[3], kept[3];
    cdy_drive_options drives, same;
    cdy_model_get_gravity(model, gravity);
    cdy_model_get_gravity(copy, kept);
    ck_assert_near(gravity, kept, 3, 0);
    cdy_model_get_drives(model, &drives);
    cdy_model_get_drives(copy, &same);
    ck_assert(drives.damping == same.damping && drives.friction == same.friction && drives.rotors == same.rotors &&
              drives.springs == same.springs);
    block again = save(copy);
    ck_assert_uint_eq(again.size, b.size);
    ck_assert_mem_eq(again.bytes, b.bytes, b.size);
    cdy_model_destroy(copy);
    free(memory);
    free(shifted);
    free(again.bytes);
    free(b.bytes);
}

START_TEST(random_models_come_back)
{
    robot r = make_subject(_i);
    check_round_trip(r.model);
    free_robot(&r);
}
END_TEST

/* A joint that cannot be at 0 is at home at a limit, which is as good as between its limits. */
START_TEST(homes_at_limits_come_back)
{
    for (int side = 0; side < 2; side++) {
        cdy_error error = {0};
        cdy_tree *tree = make_tree("base", 9.81);
        cdy_body body = make_body("link", "joint", CDY_JOINT_REVOLUTE);
        body.joint.limit = (cdy_limit){true, side ? -1 : 0.5, side ? -0.5 : 1, 1, 1};
        add_body(tree, &body, "base");
        robot r = make_robot(tree);
        double home, found;
        cdy_home_configuration(r.model, &home);
        block b = save(r.model);
        cdy_model *again = NULL;
        ck_assert_ok(cdy_model_from_bytes(b.bytes, b.size, &again, &error), error);
        cdy_home_configuration(again, &found);
        ck_assert_double_eq(home, side ? -0.5 : 0.5);
        ck_assert_double_eq(found, home);
        cdy_model_destroy(again);
        free(b.bytes);
        free_robot(&r);
    }
}
END_TEST

START_TEST(a_robot_that_cannot_move_comes_back)
{
    robot r = make_robot(make_tree("base", 9.81));
    check_round_trip(r.model);
    free_robot(&r);
}
END_TEST

/* Loaded models work with the workspaces of the saved models, and their gravity can be set. */
START_TEST(a_loaded_model_is_the_same_robot)
{
    cdy_error error = {0};
    robot r = make_subject(3);
    block b = save(r.model);
    cdy_model *copy = NULL;
    ck_assert_ok(cdy_model_from_bytes(b.bytes, b.size, &copy, &error), error);
    double *tau = calloc((size_t)r.nv, sizeof *tau);
    ck_assert_ok(cdy_inverse_dynamics(copy, r.work, NULL, NULL, NULL, NULL, tau, &error), error);
    ck_assert_ok(cdy_model_set_gravity(copy, (double[3]){0, 0, -1}, &error), error);
    const cdy_drive_options none = cdy_drive_options_default();
    ck_assert_ok(cdy_model_set_drives(copy, &none, &error), error);
    check_round_trip(copy);
    free(tau);
    free(b.bytes);
    cdy_model_destroy(copy);
    free_robot(&r);
}
END_TEST

/* Equal robots are equal bytes, whatever was set in between. */
START_TEST(settings_that_are_taken_back_leave_no_byte)
{
    cdy_error error = {0};
    robot r = make_subject(3);
    cdy_model *fresh = NULL;
    ck_assert_ok(cdy_model_create(r.tree, &fresh, &error), error);
    const block before = save(fresh);
    const int last = cdy_model_frame_count(fresh) - 1;
    cdy_drive_options drives = {
        .damping = true, .friction = true, .friction_width = 1, .rotors = true, .springs = true};
    ck_assert_ok(cdy_model_set_drives(fresh, &drives, &error), error);
    ck_assert_ok(cdy_model_set_payload(fresh, last, &(cdy_payload){.mass = 2}, &error), error);
    const block between = save(fresh);
    ck_assert_uint_eq(before.size, between.size);
    ck_assert_mem_ne(between.bytes, before.bytes, before.size);
    ck_assert_ok(cdy_model_set_payload(fresh, last, NULL, &error), error);
    memset(&drives, 0xff, sizeof drives);
    drives.damping = drives.friction = drives.rotors = drives.springs = drives.load = drives.offsets = false;
    drives.friction_width = cdy_drive_options_default().friction_width;
    drives.reserve = (cdy_reserve){{0}};
    ck_assert_ok(cdy_model_set_drives(fresh, &drives, &error), error);
    const block after = save(fresh);
    ck_assert_uint_eq(before.size, after.size);
    ck_assert_mem_eq(after.bytes, before.bytes, before.size);
    free(before.bytes);
    free(between.bytes);
    free(after.bytes);
    cdy_model_destroy(fresh);
    free_robot(&r);
}
END_TEST

/* ---- refused ---- */

/* Checks that all three readers refuse the bytes; returns their message. */
static const char *refusal(const char *bytes, size_t size)
{
    static cdy_error error;
    char *exact = malloc(size + 1);
    memcpy(exact, bytes, size);
    cdy_model *model = (cdy_model *)(void *)exact;
    const cdy_model *view = model;
    ck_assert_fails(cdy_model_view(exact, size, &view, &error), CDY_ERROR_ROBOT, error);
    ck_assert_ptr_null(view);
    ck_assert_fails(cdy_model_from_bytes(exact, size, &model, &error), CDY_ERROR_ROBOT, error);
    ck_assert_ptr_null(model);
    free(exact);
    return error.text;
}

START_TEST(models_that_are_cut_off_are_refused)
{
    robot r = make_subject(1);
    block b = save(r.model);
    for (size_t size = 0; size < b.size; size += size < 300 ? 1 : 7) {
        char *exact = malloc(size + 1);
        memcpy(exact, b.bytes, size);
        refusal(exact, size);
        free(exact);
    }
    char *longer = calloc(1, b.size + 16);
    memcpy(longer, b.bytes, b.size);
    ck_assert_ptr_nonnull(strstr(refusal(longer, b.size + 16), "behind it"));
    free(longer);
    free(b.bytes);
    free_robot(&r);
}
END_TEST

/* Offsets of bytes in the header, and the message where the byte is wrong. */
START_TEST(the_first_fault_is_named)
{
    static const struct {
        size_t place;
        const char *said;
    } faults[] = {{0, "no compiled model"}, {8, "byte order"},     {12, "version"},
                  {16, "other numbers"},    {24, "other numbers"}, {32, "checksum"}};
    robot r = make_subject(2);
    block b = save(r.model);
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        b.bytes[faults[i].place] ^= 0x40;
        const char *said = refusal(b.bytes, b.size);
        ck_assert_msg(strstr(said, faults[i].said) != NULL, "byte %zu: %s", faults[i].place, said);
        b.bytes[faults[i].place] ^= 0x40;
    }
    ck_assert_ptr_nonnull(strstr(refusal("<robot/>", 8), "no compiled model"));
    free(b.bytes);
    free_robot(&r);
}
END_TEST

/* The offsets of the checksum and of the fingerprint in a block. The tests make both valid again after a change, by
 * functions of their own, as a forger would. */
enum { CHECKSUM = 32, FINGERPRINT = 48, DRIVE_MARK = 64 };

static uint64_t word_at(const char *bytes, size_t place)
{
    uint64_t word;
    memcpy(&word, bytes + place, sizeof word);
    return word;
}

static uint64_t mix(uint64_t hash, const char *bytes, size_t start, size_t end)
{
    for (size_t i = start; i + 8 <= end; i += 8) {
        hash = (hash ^ word_at(bytes, i)) * 0x100000001b3u;
        hash ^= hash >> 32;
    }
    return hash;
}

/* The offset of the fingerprint, and the place where the header holds the offset of `drives`, found in a valid block.
 * The words behind it hold the offsets of `payloads` and `robot_drives`; seven and six words before it are the offsets
 * of `bodies` and `joints`. */
static struct {
    size_t start, drives;
} forged;

/* The size of a body's record, and the place of its mass and inertia in the record, which payloads change. */
enum { BODY = 240, MASS = 120, LINK = 200 };

/* The size of a drive's record; the mark of the acting drives is over all of them, without padding. */
enum { DRIVE = 200 };

static uint64_t fingerprint(const char *bytes, size_t size, size_t start, size_t drives)
{
    const uint64_t first = word_at(bytes, drives), last = word_at(bytes, drives + 16);
    const uint64_t bodies = word_at(bytes, drives - 56), joints = word_at(bytes, drives - 48);
    if (first > size || last > size || last < first || bodies < start || joints < bodies || first < joints) {
        return 0;
    }
    uint64_t hash = mix(0xcbf29ce484222325u, bytes, start, (size_t)bodies);
    for (size_t body = (size_t)bodies; body + BODY <= joints; body += BODY) {
        hash = mix(mix(hash, bytes, body, body + MASS), bytes, body + LINK, body + BODY);
    }
    return mix(mix(hash, bytes, (size_t)joints, (size_t)first), bytes, (size_t)last, size);
}

static void learn_to_forge(const block *b)
{
    for (size_t start = 72; start < 200; start += 8) {
        for (size_t drives = start; drives < 320; drives += 8) {
            if (fingerprint(b->bytes, b->size, start, drives) == word_at(b->bytes, FINGERPRINT)) {
                forged.start = start;
                forged.drives = drives;
            }
        }
    }
    ck_assert_msg(forged.start > 0, "the fingerprint is not what this test takes it for");
}

static void forge(const block *b)
{
    uint64_t hash = fingerprint(b->bytes, b->size, forged.start, forged.drives);
    const uint64_t first = word_at(b->bytes, forged.drives), end = word_at(b->bytes, forged.drives + 8);
    memcpy(b->bytes + FINGERPRINT, &hash, sizeof hash);
    if (first <= end && end <= b->size) {
        hash = mix(0xcbf29ce484222325u, b->bytes, (size_t)first, (size_t)(end - (end - first) % DRIVE));
        memcpy(b->bytes + DRIVE_MARK, &hash, sizeof hash);
    }
    hash = mix(mix(0xcbf29ce484222325u, b->bytes, 0, CHECKSUM), b->bytes, CHECKSUM + 8, b->size);
    memcpy(b->bytes + CHECKSUM, &hash, sizeof hash);
}

/* Sets what a loaded model lets its user set, which makes it look for idle joints anew; each may be refused. */
static void change_settings(cdy_model *model)
{
    const cdy_drive_options drives = {
        .damping = true, .friction = true, .friction_width = 0.01, .rotors = true, .springs = true};
    const cdy_payload payload = {.mass = 2, .center_of_mass = {0.1, 0.2, 0.3}};
    cdy_model_set_drives(model, &drives, NULL);
    cdy_model_set_payload(model, cdy_model_frame_count(model) - 1, &payload, NULL);
}

/* Reads the bytes as a model and, where that succeeds, uses the model as it is and with other settings.  Returns
 * whether reading succeeded. */
static bool try_bytes(const block *b)
{
    cdy_error error = {0};
    cdy_model *model = NULL;
    cdy_status status = cdy_model_from_bytes(b->bytes, b->size, &model, &error);
    if (status) {
        ck_assert_msg(status == CDY_ERROR_ROBOT && error.text[0] && !model, "%s: %s", cdy_status_text(status),
                      error.text);
        return false;
    }
    use(model);
    change_settings(model);
    use(model);
    cdy_model_destroy(model);
    return true;
}

/* A small robot, so that the test can change every byte in turn. */
static robot make_small(void)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("base", 9.81);
    const double unit[6] = {1, 0, 0, 1, 0, 1};
    cdy_body body = make_body("trunk", "fly", CDY_JOINT_FLOATING);
    set_inertial(&body, 2, 0.1, 0, 0, unit);
    add_body(tree, &body, "base");
    body = make_body("arm", "a", CDY_JOINT_REVOLUTE);
    set_inertial(&body, 1, 0.1, 0, 0, unit);
    add_body(tree, &body, "trunk");
    body.name = "finger";
    body.joint.name = "b";
    body.joint.mimic = (cdy_mimic){"a", -1, 0.1};
    body.joint.dynamics = (cdy_joint_dynamics){.given = true, .damping = 1, .stiffness = 3};
    add_body(tree, &body, "arm");
    body = make_body("tip", "weld", CDY_JOINT_FIXED);
    add_body(tree, &body, "finger");
    robot r = make_robot(tree);
    const cdy_drive_options drives = {.damping = true, .springs = true, .friction_width = 0.1};
    ck_assert_ok(cdy_model_set_drives(r.model, &drives, &error), error);
    return r;
}

/* Writes the number `to` in every place of `from`, and makes the sums valid again. */
static void change_number(const block *b, double from, double to)
{
    int found = 0;
    for (size_t i = 0; i + sizeof from <= b->size; i += sizeof from) {
        if (memcmp(b->bytes + i, &from, sizeof from) == 0) {
            memcpy(b->bytes + i, &to, sizeof to);
            found++;
        }
    }
    ck_assert_int_gt(found, 0);
    forge(b);
}

START_TEST(forged_limits_leave_home_where_it_is)
{
    cdy_tree *tree = make_tree("base", 9.81);
    cdy_body body = make_body("arm", "a", CDY_JOINT_REVOLUTE);
    body.joint.limit = (cdy_limit){.given = true, .lower = 0.28125, .upper = 0.71875};
    body.joint.home_given = true;
    body.joint.home[0] = 0.5;
    add_body(tree, &body, "base");
    robot r = make_robot(tree);
    block b = save(r.model);
    learn_to_forge(&b);
    change_number(&b, 0.28125, 0.59375);
    ck_assert_ptr_nonnull(strstr(refusal(b.bytes, b.size), "home position is beyond its limits"));
    change_number(&b, 0.59375, 0.40625);
    ck_assert(try_bytes(&b));
    free(b.bytes);
    free_robot(&r);
}
END_TEST

/* A home quaternion of any orientation is accepted, a zero quaternion is refused. */
START_TEST(forged_homes_have_an_orientation)
{
    cdy_tree *tree = make_tree("base", 9.81);
    cdy_body body = make_body("ship", "s", CDY_JOINT_FLOATING);
    body.joint.home_given = true;
    body.joint.home[_i] = 0.6;
    body.joint.home[(_i + 1) % 4] = 0.8;
    add_body(tree, &body, "base");
    robot r = make_robot(tree);
    block b = save(r.model);
    learn_to_forge(&b);
    ck_assert(try_bytes(&b));
    change_number(&b, 0.6, 0);
    ck_assert(try_bytes(&b));
    change_number(&b, 0.8, 0);
    ck_assert_ptr_nonnull(strstr(refusal(b.bytes, b.size), "home position has no orientation"));
    free(b.bytes);
    free_robot(&r);
}
END_TEST

/* The inertias without payload equal the bodies' inertias, number by number, unless the body carries a payload. */
START_TEST(forged_bare_inertias_are_refused)
{
    robot r = make_small();
    block b = save(r.model);
    learn_to_forge(&b);
    const size_t offset = (size_t)((const cdy_model *)(const void *)b.bytes)->bare_inertias;
    const int bodies = ((const cdy_model *)(const void *)b.bytes)->body_count;
    for (int i = 10; i < 10 * bodies; i++) {
        double *number = (double *)(void *)(b.bytes + offset) + i, kept = *number;
        *number = kept + 1e-6 * (fabs(kept) + 1);
        forge(&b);
        ck_assert_ptr_nonnull(strstr(refusal(b.bytes, b.size), "payload"));
        *number = kept;
    }
    forge(&b);
    ck_assert(try_bytes(&b));
    free(b.bytes);
    free_robot(&r);
}
END_TEST

/* A model may come with rotations that are some by a millionth only.  What is computed of them is no argument that the
 * caller gave wrongly. */
START_TEST(bent_rotations_can_be_anchored)
{
    cdy_error error = {0};
    robot r = make_small();
    block b = save(r.model);
    learn_to_forge(&b);
    const cdy_model *m = (const cdy_model *)(const void *)b.bytes;
    model_body *bodies = (model_body *)(void *)(b.bytes + m->bodies);
    cdy_model *bent = NULL;
    bodies[m->body_count - 1].rotation[0] += 3e-7;
    forge(&b);
    ck_assert_ok(cdy_model_from_bytes(b.bytes, b.size, &bent, &error), error);
    cdy_workspace *w = NULL;
    ck_assert_ok(cdy_workspace_create(bent, &w, &error), error);
    cdy_constraint weld = {.frame = cdy_model_frame_count(bent) - 1, .rows = CDY_ROWS_ALL};
    ck_assert_ok(cdy_constraint_anchor(bent, w, NULL, &weld, &error), error);
    cdy_workspace_destroy(w);
    cdy_model_destroy(bent);
    free(b.bytes);
    free_robot(&r);
}
END_TEST

/* Inertias are composed for 64 bodies at once: also the one body of the last pass is looked at. */
START_TEST(the_last_of_many_bodies_is_looked_at)
{
    enum { JOINTS = 64 };
    cdy_tree *tree = make_tree("base", 9.81);
    char name[16], parent[16] = "base";
    for (int i = 0; i < JOINTS; i++) {
        snprintf(name, sizeof name, "b%d", i);
        cdy_body body = make_body(name, name, CDY_JOINT_REVOLUTE);
        set_inertial(&body, 1, 0.1, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
        add_body(tree, &body, parent);
        memcpy(parent, name, sizeof parent);
    }
    robot r = make_robot(tree);
    block b = save(r.model);
    learn_to_forge(&b);
    const cdy_model *m = (const cdy_model *)(const void *)b.bytes;
    ck_assert_int_eq(m->body_count, JOINTS + 1);
    for (int i = 1; i <= JOINTS; i += JOINTS - 1) {
        double *mass = (double *)(void *)(b.bytes + m->bare_inertias) + (ptrdiff_t)10 * i;
        *mass += 1;
        forge(&b);
        ck_assert_ptr_nonnull(strstr(refusal(b.bytes, b.size), "payload"));
        *mass -= 1;
    }
    forge(&b);
    ck_assert(try_bytes(&b));
    free(b.bytes);
    free_robot(&r);
}
END_TEST

/* A payload that cannot be is refused on every frame, from the base on; so are masses of bodies that are negative with
 * and without payload, though the two agree. */
START_TEST(forged_payloads_are_refused)
{
    robot r = make_small();
    block b = save(r.model);
    learn_to_forge(&b);
    const cdy_model *m = (const cdy_model *)(const void *)b.bytes;
    const int32_t frames = m->frame_count, bodies = m->body_count;
    for (int32_t i = 0; i < frames; i++) {
        cdy_payload *payload = (cdy_payload *)(void *)(b.bytes + m->payloads) + i, kept = *payload;
        *payload = (cdy_payload){.mass = -1};
        forge(&b);
        ck_assert_ptr_nonnull(strstr(refusal(b.bytes, b.size), "its links and payloads"));
        *payload = kept;
    }
    for (int32_t i = 1; i < bodies; i++) {
        double *bare = (double *)(void *)(b.bytes + m->bare_inertias) + (ptrdiff_t)10 * i, kept = *bare;
        double *own = &((model_body *)(void *)(b.bytes + m->bodies) + i)->mass, kept_own = *own;
        *bare = *own = -2;
        forge(&b);
        ck_assert_ptr_nonnull(refusal(b.bytes, b.size));
        *bare = kept;
        *own = kept_own;
    }
    forge(&b);
    ck_assert(try_bytes(&b));
    free(b.bytes);
    free_robot(&r);
}
END_TEST

/* The counts of the header, 32 bits each, behind its first 96 bytes and the drive options: bodies, frames, nq, nv,
 * tree_nq, tree_nv, force rows, followers, doubtful bodies (0 here), whether joints may be idle (not without those). */
START_TEST(counts_that_cannot_be_are_named)
{
    robot r = make_small();
    block b = save(r.model);
    learn_to_forge(&b);
    char *counts = b.bytes + 112 + sizeof(cdy_drive_options);
    static const int32_t wrong[10] = {0, 0, -1, -1, -1, -1, -1, 2, 1, 1};
    for (size_t i = 0; i < 10; i++) {
        int32_t *count = (void *)(counts + 4 * i), kept = *count;
        *count = wrong[i];
        forge(&b);
        ck_assert_ptr_nonnull(strstr(refusal(b.bytes, b.size), wrong[i] < 0 ? "negative" : "impossible"));
        *count = kept;
    }
    free(b.bytes);
    free_robot(&r);
}
END_TEST

/* Without a valid checksum every change of a byte is refused. */
START_TEST(every_changed_byte_is_noticed)
{
    robot r = make_small();
    block b = save(r.model);
    for (size_t i = 0; i < b.size; i++) {
        b.bytes[i] = (char)(b.bytes[i] ^ (1 << i % 8));
        refusal(b.bytes, b.size);
        b.bytes[i] = (char)(b.bytes[i] ^ (1 << i % 8));
    }
    ck_assert(try_bytes(&b));
    free(b.bytes);
    free_robot(&r);
}
END_TEST

/* The checksum covers every byte but its own 8, and the bytes of the checksum are compared: every bit, runs of bytes
 * and exchanged bytes are noticed. Damage that leaves all bytes as they were is none, and the model loads. */
START_TEST(every_damage_is_noticed)
{
    robot r = make_small();
    block good = save(r.model), bad = save(r.model);
    uint64_t seed = 5;
    for (size_t i = 0; i < 8 * good.size; i++) {
        bad.bytes[i / 8] = (char)(bad.bytes[i / 8] ^ (1 << i % 8));
        ck_assert_msg(!try_bytes(&bad), "bit %zu of byte %zu is not noticed", i % 8, i / 8);
        bad.bytes[i / 8] = good.bytes[i / 8];
    }
    for (int k = 0; k < UNLESS_WATCHED(20000, 500); k++) {
        const size_t from = (size_t)draw_below(&seed, (int)good.size), to = (size_t)draw_below(&seed, (int)good.size);
        const size_t run = 1 + (size_t)draw_below(&seed, 16), most = good.size - (from > to ? from : to);
        const size_t count = run < most ? run : most;
        memmove(bad.bytes + to, good.bytes + from, count);
        bad.bytes[from] = (char)draw_below(&seed, 256);
        ck_assert(try_bytes(&bad) == (memcmp(good.bytes, bad.bytes, good.size) == 0));
        memcpy(bad.bytes, good.bytes, good.size);
    }
    free(good.bytes);
    free(bad.bytes);
    free_robot(&r);
}
END_TEST

/* With valid checksums, a changed model is refused or safe to use: a sanitizer detects what is not. */
START_TEST(every_forged_byte_is_refused_or_safe)
{
    static const unsigned char masks[] = {0x01, 0x80, 0xff};
    robot r = make_small();
    block b = save(r.model), kept = save(r.model);
    size_t refused = 0, passed = 0;
    learn_to_forge(&b);
    for (size_t i = 0; i < b.size; i++) {
        for (size_t k = 0; k < sizeof masks; k++) {
            b.bytes[i] = (char)(b.bytes[i] ^ masks[k]);
            forge(&b);
            *(try_bytes(&b) ? &passed : &refused) += 1;
            memcpy(b.bytes, kept.bytes, b.size);
        }
    }
    ck_assert_uint_gt(refused, b.size); /* most numbers have one valid value */
    ck_assert_uint_gt(passed, 100);     /* and the forged sums are valid */
    free(b.bytes);
    free(kept.bytes);
    free_robot(&r);
}
END_TEST

/* Replaces several words at once by numbers that may pass for sizes or offsets, from a seed. */
START_TEST(forged_words_are_refused_or_safe)
{
    static const uint64_t words[] = {0,
                                     1,
                                     0xffffffff,
                                     0x7fffffff,
                                     0x7fffffff7fffffff,
                                     0x8000000080000000,
                                     UINT64_MAX,
                                     0x7ff0000000000000,
                                     0xfff0000000000000,
                                     0x7ff8000000000001,
                                     0x7fefffffffffffff,
                                     0x0000000200000001};
    enum { KINDS = sizeof words / sizeof words[0], ROUNDS = 3000 };
    uint64_t state = (uint64_t)_i + 1;
    robot r = make_subject(_i);
    block b = save(r.model), kept = save(r.model);
    learn_to_forge(&b);
    for (int round = 0; round < ROUNDS; round++) {
        const int changes = 1 + draw_below(&state, 3);
        for (int k = 0; k < changes; k++) {
            const bool early = draw_below(&state, 3) == 0; /* some of the changes are in the header */
            const int count = early ? 30 : (int)(b.size / 8);
            const size_t place = 8 * (size_t)draw_below(&state, count), half = 4 * (size_t)draw_below(&state, 2);
            const size_t size = draw_below(&state, 2) ? 8 : 4;
            uint64_t word = words[draw_below(&state, KINDS)];
            word = draw_below(&state, 4) ? word : word_at(b.bytes, 8 * (size_t)draw_below(&state, (int)(b.size / 8)));
            memcpy(b.bytes + place + (size == 4 ? half : 0), &word, size);
        }
        forge(&b);
        try_bytes(&b);
        memcpy(b.bytes, kept.bytes, b.size);
    }
    free(b.bytes);
    free(kept.bytes);
    free_robot(&r);
}
END_TEST

/* ---- arguments and files ---- */

START_TEST(saved_models_are_recognized_by_how_they_begin)
{
    robot r = make_small();
    block b = save(r.model);
    static const char next_name[8] = {'c', 'o', 'n', 'd', 'y', 'l', 'e', '2'};
    ck_assert(cdy_model_is_compiled(b.bytes, b.size));
    ck_assert(cdy_model_is_compiled(b.bytes, 8));
    ck_assert(!cdy_model_is_compiled(b.bytes, 7));
    ck_assert(!cdy_model_is_compiled(next_name, sizeof next_name));
    ck_assert(!cdy_model_is_compiled("<robot name='condyle'/>", 23));
    ck_assert(!cdy_model_is_compiled(NULL, 8));
    free(b.bytes);
    free_robot(&r);
}
END_TEST

START_TEST(missing_arguments_are_reported)
{
    cdy_error error = {0};
    robot r = make_small();
    block b = save(r.model);
    cdy_model *model = r.model;
    const cdy_model *view = r.model;
    char *memory = malloc(b.size + 16);
    ck_assert_uint_eq(cdy_model_bytes(NULL), 0);
    ck_assert_uint_eq(cdy_model_bytes(r.model), cdy_model_size(r.tree));
    ck_assert_fails(cdy_model_to_bytes(NULL, memory, b.size, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_model_to_bytes(r.model, NULL, b.size, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_model_to_bytes(r.model, memory, b.size - 1, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_model_from_bytes(NULL, 1, &model, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_ptr_null(model);
    ck_assert_fails(cdy_model_from_bytes(b.bytes, b.size, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_model_view(NULL, 1, &view, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_model_view(b.bytes, b.size, NULL, &error), CDY_ERROR_ARGUMENT, error);
    memcpy(memory + 4, b.bytes, b.size);
    ck_assert_fails(cdy_model_view(memory + 4, b.size, &view, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_model_init_from_bytes(memory + 4, b.size, b.bytes, b.size, &model, &error), CDY_ERROR_ARGUMENT,
                    error);
    ck_assert_fails(cdy_model_init_from_bytes(memory, b.size - 1, b.bytes, b.size, &model, &error), CDY_ERROR_ARGUMENT,
                    error);
    ck_assert_fails(cdy_model_init_from_bytes(NULL, b.size, b.bytes, b.size, &model, &error), CDY_ERROR_ARGUMENT,
                    error);
    ck_assert_fails(cdy_model_save(NULL, "x", false, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_model_save(r.model, "", false, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_model_load(NULL, &model, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_model_load("x", NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_int_eq(cdy_model_view(memory, 0, &view, NULL), CDY_ERROR_ROBOT);
    free(memory);
    free(b.bytes);
    free_robot(&r);
}
END_TEST

START_TEST(files_are_saved_and_loaded)
{
    cdy_error error = {0};
    robot r = make_subject(4);
    char folder[] = "/tmp/condyle-model-XXXXXX", path[64], text[64];
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/robot.cdy", folder);
    snprintf(text, sizeof text, "%s/text.cdy", folder);
    cdy_model *model = NULL;
    ck_assert_fails(cdy_model_load(path, &model, &error), CDY_ERROR_IO, error);
    ck_assert_str_eq(error.file, path);
    ck_assert_ok(cdy_model_save(r.model, path, false, &error), error);
    ck_assert_fails(cdy_model_save(r.model, path, false, &error), CDY_ERROR_IO, error);
    ck_assert_ok(cdy_model_save(r.model, path, true, &error), error);
    ck_assert_ok(cdy_model_load(path, &model, &error), error);
    ck_assert_uint_eq(use(model), use(r.model));
    cdy_model_destroy(model);
    FILE *file = fopen(text, "w");
    fputs("<robot name=\"r\"/>\n", file);
    fclose(file);
    ck_assert_fails(cdy_model_load(text, &model, &error), CDY_ERROR_ROBOT, error);
    ck_assert_str_eq(error.file, text);
    ck_assert_int_eq(error.line, 0); /* bytes have no lines */
    ck_assert_ptr_null(model);
    ck_assert_fails(cdy_model_load(folder, &model, &error), CDY_ERROR_IO, error);
    unlink(path);
    unlink(text);
    rmdir(folder);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("model_file");
    TCase *tests = add_case(suite, "round trip", a_robot_that_cannot_move_comes_back);
    tcase_add_test(tests, homes_at_limits_come_back);
    tcase_add_loop_test(tests, random_models_come_back, 0, 25);
    tcase_add_test(tests, a_loaded_model_is_the_same_robot);
    tcase_add_test(tests, settings_that_are_taken_back_leave_no_byte);
    tests = add_case(suite, "refused", models_that_are_cut_off_are_refused);
    tcase_add_test(tests, the_first_fault_is_named);
    tcase_add_test(tests, counts_that_cannot_be_are_named);
    tcase_add_test(tests, every_changed_byte_is_noticed);
    tcase_add_test(tests, every_damage_is_noticed);
    tcase_add_test(tests, forged_limits_leave_home_where_it_is);
    tcase_add_loop_test(tests, forged_homes_have_an_orientation, 0, 4);
    tcase_add_test(tests, forged_bare_inertias_are_refused);
    tcase_add_test(tests, bent_rotations_can_be_anchored);
    tcase_add_test(tests, the_last_of_many_bodies_is_looked_at);
    tcase_add_test(tests, forged_payloads_are_refused);
    tcase_add_test(tests, every_forged_byte_is_refused_or_safe);
    tcase_add_loop_test(tests, forged_words_are_refused_or_safe, 0, 3);
    tests = add_case(suite, "arguments", missing_arguments_are_reported);
    tcase_add_test(tests, saved_models_are_recognized_by_how_they_begin);
    tcase_add_test(tests, files_are_saved_and_loaded);
    return run_suites(suite, NULL);
}
