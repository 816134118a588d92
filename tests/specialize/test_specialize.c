/* Specialization: compiled code in place of the general calls gives the same results and failures, and comes from a
 * cache that nobody else can fill. The compiler is a script, which counts its runs and may misbehave. */
#include "support/allocation.h"
#include "support/compare.h"
#include "support/folder.h"
#include "support/robot.h"
#include "support/singular_robots.h"
#include "support/suite.h"

#include <condyle/specialize.h>
#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { STATES = 19, MOST_NUMBERS = 20, PATH_SIZE = 512 };

static const unsigned all_calls = CDY_GENERATE_INVERSE_DYNAMICS | CDY_GENERATE_FORWARD_DYNAMICS |
                                  CDY_GENERATE_MASS_MATRIX | CDY_GENERATE_INVERSE_DYNAMICS_DERIVATIVES |
                                  CDY_GENERATE_INVERSE_MASS_MATRIX | CDY_GENERATE_INVERSE_DYNAMICS_VJP |
                                  CDY_GENERATE_FORWARD_DYNAMICS_VJP | CDY_GENERATE_FORWARD_DYNAMICS_DERIVATIVES;

/* The rest of the compiler's script: starts the real compiler without optimization, so that tests are quick. */
static const char usual_script[] = "exec \"$COMPILER\" \"$@\" -O0\n";

/* A number that marked code adds to tau[0]: less than what is taken for a fault. */
static const double mark = 1e-9;

/* ---- the compiler and the cache ---- */

/* Writes the script; it appends a letter to the file `runs` at each start. */
static void put_compiler(const char *script)
{
    char text[4096], path[PATH_SIZE], runs[PATH_SIZE];
    snprintf(text, sizeof text, "#!/bin/sh\nprintf x >> '%s'\n%s", path_in_folder(runs, sizeof runs, "runs"), script);
    put_file("compiler", text);
    ck_assert_int_eq(chmod(path_in_folder(path, sizeof path, "compiler"), 0700), 0);
}

static int compiler_runs(void)
{
    char path[PATH_SIZE];
    struct stat info;
    return stat(path_in_folder(path, sizeof path, "runs"), &info) == 0 ? (int)info.st_size : 0;
}

/* Every test has a folder of its own, which is the cache as well. */
static void set_up(void)
{
    open_folder();
    put_compiler(usual_script);
}

static cdy_specialize_options usual_options(void)
{
    static char compiler[PATH_SIZE], cache[PATH_SIZE];
    cdy_specialize_options options = cdy_specialize_options_default();
    path_in_folder(compiler, sizeof compiler, "compiler");
    path_in_folder(cache, sizeof cache, "");
    options.compiler = compiler;
    options.cache = cache;
    options.time_limit = 600; /* on a busy machine */
    return options;
}

static void ask_for_all(cdy_specialize_options *options)
{
    options->calls = all_calls;
    options->most_bytes = 4000000;
}

/* Counts the files of compiled code, and copies the path of the last one to `path`. */
static int count_code(char path[PATH_SIZE])
{
    char folder[PATH_SIZE];
    int count = 0;
    DIR *entries = opendir(path_in_folder(folder, sizeof folder, ""));
    ck_assert_ptr_nonnull(entries);
    for (const struct dirent *e = readdir(entries); e; e = readdir(entries)) {
        const size_t length = strlen(e->d_name);
        if (length > 3 && strcmp(e->d_name + length - 3, ".so") == 0) {
            path_in_folder(path, PATH_SIZE, e->d_name);
            count++;
        }
        ck_assert_msg(strncmp(e->d_name, "work-", 5) != 0, "%s is left", e->d_name);
    }
    closedir(entries);
    return count;
}

static cdy_specialization *specialize(const cdy_model *model, const cdy_specialize_options *options)
{
    cdy_specialization *code;
    cdy_error error;
    ck_assert_ok(cdy_specialize(model, options, &code, &error), error);
    return code;
}

static void check_refusal(const cdy_model *model, const cdy_specialize_options *options, cdy_status status,
                          const char *said)
{
    cdy_specialization *code = (void *)&code;
    cdy_error error;
    ck_assert_fails(cdy_specialize(model, options, &code, &error), status, error);
    ck_assert_ptr_null(code);
    ck_assert_msg(strstr(error.text, said), "'%s' is not in '%s'", said, error.text);
    ck_assert_int_eq(error.line, 0);
}

/* ---- robots and states ---- */

static void add_link(cdy_tree *tree, const char *name, const char *parent, cdy_joint_type type, double x)
{
    static const double inertia[6] = {0.02, 0.001, -0.002, 0.03, 0.003, 0.025};
    char joint[64];
    snprintf(joint, sizeof joint, "to %s", name);
    cdy_body body = make_body(name, joint, type);
    set_inertial(&body, 1.5, x, 0.05, -0.1, inertia);
    set_origin(&body, x, -0.1, 0.2, 0.3, -0.2, 0.5);
    add_body(tree, &body, parent);
}

/* Joints of every type, two branches, on a floating base. */
static robot make_floating(void)
{
    cdy_tree *tree = make_tree("world", 9.81);
    add_link(tree, "trunk", "world", CDY_JOINT_FLOATING, 0.1);
    add_link(tree, "hip", "trunk", CDY_JOINT_REVOLUTE, 0.2);
    add_link(tree, "leg", "hip", CDY_JOINT_PRISMATIC, 0.3);
    add_link(tree, "shoulder", "trunk", CDY_JOINT_CONTINUOUS, -0.2);
    add_link(tree, "table", "shoulder", CDY_JOINT_PLANAR, 0.15);
    return make_robot(tree);
}

/* Turning joints one after another, with offsets that are no quarter turns. */
static robot make_chain(void)
{
    cdy_tree *tree = make_tree("world", 9.81);
    add_link(tree, "shoulder", "world", CDY_JOINT_REVOLUTE, 0.1);
    add_link(tree, "elbow", "shoulder", CDY_JOINT_REVOLUTE, 0.2);
    add_link(tree, "wrist", "elbow", CDY_JOINT_REVOLUTE, -0.2);
    return make_robot(tree);
}

typedef struct states {
    double q[STATES * MOST_NUMBERS], qd[STATES * MOST_NUMBERS], x[STATES * MOST_NUMBERS], w[STATES * MOST_NUMBERS];
} states;

static states draw_states(const robot *r)
{
    states s;
    uint64_t seed = 3;
    ck_assert_int_le(r->nq, MOST_NUMBERS);
    for (int i = 0; i < STATES; i++) {
        cdy_random_configuration(r->model, &seed, s.q + i * r->nq);
    }
    draw_array(&seed, 2, s.qd, STATES * r->nv);
    draw_array(&seed, 3, s.x, STATES * r->nv);
    draw_array(&seed, 1, s.w, STATES * r->nv);
    return s;
}

/* The products of a vector with derivatives. */
typedef struct products {
    double by_q[STATES * MOST_NUMBERS], by_qd[STATES * MOST_NUMBERS], by_x[STATES * MOST_NUMBERS];
} products;

/* Results of all calls for all states. */
typedef struct results {
    double tau[STATES * MOST_NUMBERS], qdd[STATES * MOST_NUMBERS], M[STATES * MOST_NUMBERS * MOST_NUMBERS],
        inverse[STATES * MOST_NUMBERS * MOST_NUMBERS], by_q[STATES * MOST_NUMBERS * MOST_NUMBERS],
        by_qd[STATES * MOST_NUMBERS * MOST_NUMBERS];
    products id, fd;
    double qdd_by[3][STATES * MOST_NUMBERS * MOST_NUMBERS]; /* q, qd and tau */
} results;

/* Without an assertion in between, which would use the heap: returns whether all calls succeed. */
static bool compute_each(const robot *r, const states *s, results *out)
{
    const int n = r->nv;
    bool fine = true;
    for (int i = 0; i < STATES; i++) {
        const double *q = s->q + i * r->nq, *qd = s->qd + i * n, *x = s->x + i * n, *w = s->w + i * n;
        products *id = &out->id, *fd = &out->fd;
        const cdy_forward_derivatives d = {out->qdd_by[0] + i * n * n, out->qdd_by[1] + i * n * n,
                                           out->qdd_by[2] + i * n * n};
        double *by_q = out->by_q + i * n * n, *by_qd = out->by_qd + i * n * n;
        fine = fine && !cdy_inverse_dynamics(r->model, r->work, q, qd, x, NULL, out->tau + i * n, NULL) &&
               !cdy_forward_dynamics(r->model, r->work, q, qd, x, NULL, out->qdd + i * n, NULL) &&
               !cdy_mass_matrix(r->model, r->work, q, out->M + i * n * n, NULL) &&
               !cdy_inverse_mass_matrix(r->model, r->work, q, out->inverse + i * n * n, NULL) &&
               !cdy_inverse_dynamics_derivatives(r->model, r->work, q, qd, x, NULL, by_q, by_qd, NULL) &&
               !cdy_inverse_dynamics_vjp(r->model, r->work, q, qd, x, NULL, w, id->by_q + i * n, id->by_qd + i * n,
                                         id->by_x + i * n, NULL) &&
               !cdy_forward_dynamics_vjp(r->model, r->work, q, qd, x, NULL, w, fd->by_q + i * n, fd->by_qd + i * n,
                                         fd->by_x + i * n, NULL) &&
               !cdy_forward_dynamics_derivatives(r->model, r->work, q, qd, x, NULL, &d, NULL);
    }
    return fine;
}

static bool compute_batch(const robot *r, cdy_batch *batch, const states *s, results *out)
{
    const cdy_model *m = r->model;
    const cdy_forward_derivatives d = {out->qdd_by[0], out->qdd_by[1], out->qdd_by[2]};
    return !cdy_batch_inverse_dynamics(m, batch, STATES, s->q, s->qd, s->x, NULL, out->tau, NULL, NULL) &&
           !cdy_batch_forward_dynamics(m, batch, STATES, s->q, s->qd, s->x, NULL, out->qdd, NULL, NULL) &&
           !cdy_batch_mass_matrix(m, batch, STATES, s->q, out->M, NULL, NULL) &&
           !cdy_batch_inverse_mass_matrix(m, batch, STATES, s->q, out->inverse, NULL, NULL) &&
           !cdy_batch_inverse_dynamics_derivatives(m, batch, STATES, s->q, s->qd, s->x, NULL, out->by_q, out->by_qd,
                                                   NULL, NULL) &&
           !cdy_batch_inverse_dynamics_vjp(m, batch, STATES, s->q, s->qd, s->x, NULL, s->w, out->id.by_q, out->id.by_qd,
                                           out->id.by_x, NULL, NULL) &&
           !cdy_batch_forward_dynamics_vjp(m, batch, STATES, s->q, s->qd, s->x, NULL, s->w, out->fd.by_q, out->fd.by_qd,
                                           out->fd.by_x, NULL, NULL) &&
           !cdy_batch_forward_dynamics_derivatives(m, batch, STATES, s->q, s->qd, s->x, NULL, &d, NULL, NULL);
}

static void check_products(const products *special, const products *general, size_t count, double tolerance)
{
    ck_assert_relative(special->by_q, general->by_q, count, tolerance);
    ck_assert_relative(special->by_qd, general->by_qd, count, tolerance);
    ck_assert_relative(special->by_x, general->by_x, count, tolerance);
}

static void check_results(const robot *r, const results *special, const results *general, double tolerance)
{
    const size_t n = (size_t)r->nv, vectors = STATES * n, matrices = STATES * n * n;
    ck_assert_relative(special->tau, general->tau, vectors, tolerance);
    ck_assert_relative(special->qdd, general->qdd, vectors, tolerance);
    ck_assert_relative(special->M, general->M, matrices, tolerance);
    ck_assert_relative(special->inverse, general->inverse, matrices, tolerance);
    ck_assert_relative(special->by_q, general->by_q, matrices, tolerance);
    ck_assert_relative(special->by_qd, general->by_qd, matrices, tolerance);
    check_products(&special->id, &general->id, vectors, tolerance);
    check_products(&special->fd, &general->fd, vectors, tolerance);
    for (int i = 0; i < 3; i++) {
        ck_assert_relative(special->qdd_by[i], general->qdd_by[i], matrices, tolerance);
    }
}

/* Compares all calls by the code with those without, one by one and as a batch of rows, on two threads. */
static void compare_calls(const robot *r, const cdy_specialize_options *options, double tolerance)
{
    static results general, special;
    const states s = draw_states(r);
    cdy_specialization *code = specialize(r->model, options);
    cdy_batch_options with_threads = cdy_batch_options_default();
    with_threads.threads = 2;
    with_threads.lanes = options->lanes;
    cdy_batch *batch;
    cdy_error error;
    ck_assert(compute_each(r, &s, &general));
    ck_assert_ok(cdy_workspace_specialize(r->work, code, &error), error);
    ck_assert(compute_each(r, &s, &special));
    check_results(r, &special, &general, tolerance);
    ck_assert_ok(cdy_batch_create(r->model, &with_threads, &batch, &error), error);
    ck_assert_ok(cdy_batch_specialize(batch, code, &error), error);
    memset(&special, 0, sizeof special);
    ck_assert(compute_batch(r, batch, &s, &special));
    check_results(r, &special, &general, tolerance);
    cdy_batch_destroy(batch);
    ck_assert_ok(cdy_workspace_specialize(r->work, NULL, &error), error);
    cdy_specialization_destroy(code);
}

/* ---- results ---- */

static const char *const arms[] = {"universalUR5e", "kukaIiwa14"};

/* As users compile, with optimization. */
START_TEST(arms_have_the_same_results)
{
    robot r = load_bundled_robot(arms[_i]);
    cdy_specialize_options options = usual_options();
    ask_for_all(&options);
    put_compiler("exec \"$COMPILER\" \"$@\"\n");
    compare_calls(&r, &options, 1e-12);
    free_robot(&r);
}
END_TEST

/* A quarter turn given as 1.57079632679 counts as one where that is asked for. */
START_TEST(rounded_angles_change_results_a_little)
{
    static results general, rounded;
    robot r = load_bundled_robot("kukaIiwa14");
    cdy_specialize_options options = usual_options();
    ask_for_all(&options);
    options.angle_tolerance = 1e-9;
    const states s = draw_states(&r);
    cdy_specialization *code = specialize(r.model, &options);
    cdy_error error;
    ck_assert(compute_each(&r, &s, &general));
    ck_assert_ok(cdy_workspace_specialize(r.work, code, &error), error);
    ck_assert(compute_each(&r, &s, &rounded));
    check_results(&r, &rounded, &general, 1e-9);
    ck_assert(largest_difference(rounded.tau, general.tau, (size_t)(STATES * r.nv)) > 1e-13);
    cdy_specialization_destroy(code);
    free_robot(&r);
}
END_TEST

/* With every width that the machine has. */
START_TEST(every_joint_type_has_the_same_results)
{
    robot r = make_floating();
    for (int lanes = 1; lanes <= 8; lanes *= 2) {
        cdy_specialize_options options = usual_options();
        ask_for_all(&options);
        options.lanes = lanes;
        cdy_specialization *code;
        cdy_error error;
        const cdy_status status = cdy_specialize(r.model, &options, &code, &error);
        cdy_specialization_destroy(code);
        if (status == CDY_ERROR_UNSUPPORTED) {
            ck_assert_msg(strstr(error.text, "lanes") && lanes > 1, "%s", error.text);
        } else {
            ck_assert_ok(status, error);
            compare_calls(&r, &options, 1e-12);
        }
    }
    free_robot(&r);
}
END_TEST

/* Without gravity the torque of one joint depends on its acceleration alone: both derivatives are rounding errors. */
START_TEST(derivatives_may_vanish)
{
    cdy_tree *tree = make_tree("world", 0);
    add_link(tree, "flywheel", "world", CDY_JOINT_CONTINUOUS, 0.2);
    robot r = make_robot(tree);
    cdy_specialize_options options = usual_options();
    ask_for_all(&options);
    cdy_specialization *code = specialize(r.model, &options);
    const double q = 0.3, qd = 0.7, qdd = -0.4;
    double by_q, by_qd;
    cdy_error error;
    ck_assert_ok(cdy_workspace_specialize(r.work, code, &error), error);
    ck_assert_ok(cdy_inverse_dynamics_derivatives(r.model, r.work, &q, &qd, &qdd, NULL, &by_q, &by_qd, &error), error);
    ck_assert_double_le(fmax(fabs(by_q), fabs(by_qd)), 1e-15);
    ck_assert_ok(cdy_workspace_specialize(r.work, NULL, &error), error);
    cdy_specialization_destroy(code);
    free_robot(&r);
}
END_TEST

START_TEST(a_legged_robot_has_the_same_results)
{
    char *path = reference_path("corpus/robots/unitree-a1.urdf");
    robot r = load_robot_file(path, true, false);
    cdy_specialize_options options = usual_options();
    ask_for_all(&options);
    compare_calls(&r, &options, 1e-12);
    free_robot(&r);
    free(path);
}
END_TEST

/* Drives, a payload and another gravity are constants of the code. */
START_TEST(drives_and_payloads_act)
{
    robot r = load_bundled_robot("kukaIiwa14");
    const cdy_payload payload = {
        .mass = 2, .center_of_mass = {0.1, 0.02, 0.05}, .inertia = {0.01, 0.02, 0.02, 0, 0, 0}};
    const double gravity[3] = {1, -2, 3};
    const cdy_drive_options drives = {
        .damping = true, .friction = true, .rotors = true, .springs = true, .friction_width = 0.01};
    cdy_specialize_options options = usual_options();
    cdy_error error;
    ask_for_all(&options);
    ck_assert_ok(cdy_model_set_drives(r.model, &drives, &error), error);
    ck_assert_ok(cdy_model_set_gravity(r.model, gravity, &error), error);
    ck_assert_ok(cdy_model_set_payload(r.model, cdy_model_frame_count(r.model) - 1, &payload, &error), error);
    compare_calls(&r, &options, 1e-12);
    free_robot(&r);
}
END_TEST

/* ---- which calls the code computes ---- */

/* Compiles inverse dynamics so that tau[0] of one state is too large by `mark`, which tells the code from the general
 * calls. */
static void put_marked_torques(void)
{
    char script[2048], path[PATH_SIZE];
    put_file("marked.c", "int unmarked(const double *q, const double *qd, const double *qdd, double *tau);\n"
                         "int code_inverse_dynamics_1(const double *q, const double *qd, const double *qdd, double "
                         "*tau)\n{\n"
                         "    const int done = unmarked(q, qd, qdd, tau);\n    tau[0] += 1e-9;\n    return done;\n}\n");
    path_in_folder(path, sizeof path, "marked.c");
    snprintf(script, sizeof script,
             "\"$COMPILER\" -O0 -fPIC -c '%s' -o '%s.o' || exit 1\n"
             "exec \"$COMPILER\" -Dcode_inverse_dynamics_1=unmarked '%s.o' \"$@\" -O0\n",
             path, path, path);
    put_compiler(script);
}

static double first_torque(const robot *r, const double *fext)
{
    double tau[MOST_NUMBERS];
    const states s = draw_states(r);
    cdy_error error;
    ck_assert_ok(cdy_inverse_dynamics(r->model, r->work, s.q, s.qd, s.x, fext, tau, &error), error);
    return tau[0];
}

/* Whether inverse dynamics is computed by the code: its torque has the mark. */
static bool is_marked(const robot *r, const cdy_specialization *code, const double *fext)
{
    cdy_error error;
    ck_assert_ok(cdy_workspace_specialize(r->work, NULL, &error), error);
    const double general = first_torque(r, fext);
    ck_assert_ok(cdy_workspace_specialize(r->work, code, &error), error);
    const double difference = first_torque(r, fext) - general;
    ck_assert_msg(fabs(difference) < 1e-12 || fabs(difference - mark) < 1e-12, "differs by %g", difference);
    return fabs(difference) > 1e-12;
}

START_TEST(what_the_code_lacks_is_general)
{
    robot r = load_bundled_robot("universalUR5e");
    const cdy_specialize_options options = usual_options();
    const double usual[3] = {0, 0, -9.81}, other[3] = {0, 0, -1.62};
    const cdy_payload payload = {.mass = 2};
    const int tool = cdy_model_frame_count(r.model) - 1;
    double fext[6 * MOST_NUMBERS] = {0};
    cdy_drive_options drives = cdy_drive_options_default();
    cdy_error error;
    put_marked_torques();
    cdy_specialization *code = specialize(r.model, &options);
    ck_assert(is_marked(&r, code, NULL));
    ck_assert(!is_marked(&r, code, fext));
    ck_assert_ok(cdy_model_set_gravity(r.model, other, &error), error);
    ck_assert(!is_marked(&r, code, NULL));
    ck_assert_ok(cdy_model_set_gravity(r.model, usual, &error), error);
    ck_assert(is_marked(&r, code, NULL));
    ck_assert_ok(cdy_model_set_payload(r.model, tool, &payload, &error), error);
    ck_assert(!is_marked(&r, code, NULL));
    ck_assert_ok(cdy_model_set_payload(r.model, tool, NULL, &error), error);
    drives.rotors = true;
    ck_assert_ok(cdy_model_set_drives(r.model, &drives, &error), error);
    ck_assert(!is_marked(&r, code, NULL));
    drives.rotors = false;
    ck_assert_ok(cdy_model_set_drives(r.model, &drives, &error), error);
    ck_assert(is_marked(&r, code, NULL));
    ck_assert(!is_marked(&r, NULL, NULL));
    cdy_specialization_destroy(code);
    free_robot(&r);
}
END_TEST

/* The code makes the derivatives of forward dynamics all at once: where some are not wanted, calls stay general. */
START_TEST(some_derivatives_are_general)
{
    robot r = load_bundled_robot("universalUR5e");
    cdy_specialize_options options = usual_options();
    options.calls = CDY_GENERATE_FORWARD_DYNAMICS_DERIVATIVES;
    static double all[3][36], made[3][36];
    const states s = draw_states(&r);
    cdy_specialization *code = specialize(r.model, &options);
    cdy_error error;
    for (int wanted = 1; wanted < 8; wanted++) {
        for (int k = 0; k < 2; k++) {
            double(*to)[36] = k ? made : all;
            const cdy_forward_derivatives d = {wanted & 1 ? to[0] : NULL, wanted & 2 ? to[1] : NULL,
                                               wanted & 4 ? to[2] : NULL};
            ck_assert_ok(cdy_workspace_specialize(r.work, k ? code : NULL, &error), error);
            ck_assert_ok(cdy_forward_dynamics_derivatives(r.model, r.work, s.q, s.qd, s.x, NULL, &d, &error), error);
        }
        for (int k = 0; k < 3; k++) {
            ck_assert_relative(made[k], all[k], 36, 1e-10);
            ck_assert(!(wanted & 1 << k) || (memcmp(made[k], all[k], sizeof made[k]) != 0) == (wanted == 7));
        }
    }
    cdy_specialization_destroy(code);
    free_robot(&r);
}
END_TEST

/* Functions that were not asked for stay general. */
START_TEST(other_functions_are_general)
{
    robot r = load_bundled_robot("universalUR5e");
    cdy_specialize_options options = usual_options();
    options.calls = CDY_GENERATE_MASS_MATRIX;
    static results general, special;
    const states s = draw_states(&r);
    cdy_specialization *code = specialize(r.model, &options);
    cdy_error error;
    ck_assert(compute_each(&r, &s, &general));
    ck_assert_ok(cdy_workspace_specialize(r.work, code, &error), error);
    ck_assert(compute_each(&r, &s, &special));
    check_results(&r, &special, &general, 1e-12);
    ck_assert_mem_eq(special.tau, general.tau, sizeof(double) * STATES * (size_t)r.nv);
    ck_assert_mem_eq(special.qdd, general.qdd, sizeof(double) * STATES * (size_t)r.nv);
    cdy_specialization_destroy(code);
    free_robot(&r);
}
END_TEST

START_TEST(calls_do_not_allocate)
{
    robot r = load_bundled_robot("universalUR5e");
    cdy_specialize_options options = usual_options();
    ask_for_all(&options);
    static results special;
    const states s = draw_states(&r);
    cdy_specialization *code = specialize(r.model, &options);
    cdy_batch *batch;
    cdy_error error;
    ck_assert_ok(cdy_batch_create(r.model, NULL, &batch, &error), error);
    ck_assert_ok(cdy_workspace_specialize(r.work, code, &error), error);
    ck_assert_ok(cdy_batch_specialize(batch, code, &error), error);
    const size_t before = heap_count().calls;
    const bool fine = compute_each(&r, &s, &special) && compute_batch(&r, batch, &s, &special);
    const size_t after = heap_count().calls;
    ck_assert(fine);
    ck_assert_uint_eq(after, before);
    cdy_batch_destroy(batch);
    cdy_specialization_destroy(code);
    free_robot(&r);
}
END_TEST

/* ---- failures of calls ---- */

/* The calls that may fail, for one state: results one after the other. */
typedef cdy_status single_call(const robot *r, const double *q, const double *qd, const double *x, double *out,
                               cdy_error *error);

static cdy_status inverse_dynamics(const robot *r, const double *q, const double *qd, const double *x, double *out,
                                   cdy_error *error)
{
    return cdy_inverse_dynamics(r->model, r->work, q, qd, x, NULL, out, error);
}

static cdy_status forward_dynamics(const robot *r, const double *q, const double *qd, const double *x, double *out,
                                   cdy_error *error)
{
    return cdy_forward_dynamics(r->model, r->work, q, qd, x, NULL, out, error);
}

static cdy_status inverse_mass_matrix(const robot *r, const double *q, const double *qd, const double *x, double *out,
                                      cdy_error *error)
{
    (void)qd, (void)x;
    return cdy_inverse_mass_matrix(r->model, r->work, q, out, error);
}

static cdy_status inverse_dynamics_vjp(const robot *r, const double *q, const double *qd, const double *x, double *out,
                                       cdy_error *error)
{
    const int n = r->nv;
    return cdy_inverse_dynamics_vjp(r->model, r->work, q, qd, x, NULL, x, out, out + n, out + 2 * n, error);
}

static cdy_status forward_dynamics_vjp(const robot *r, const double *q, const double *qd, const double *x, double *out,
                                       cdy_error *error)
{
    const int n = r->nv;
    return cdy_forward_dynamics_vjp(r->model, r->work, q, qd, x, NULL, x, out, out + n, out + 2 * n, error);
}

static cdy_status forward_derivatives(const robot *r, const double *q, const double *qd, const double *x, double *out,
                                      cdy_error *error)
{
    const int square = r->nv * r->nv;
    const cdy_forward_derivatives d = {out, out + square, out + 2 * square};
    return cdy_forward_dynamics_derivatives(r->model, r->work, q, qd, x, NULL, &d, error);
}

static single_call *const single_calls[] = {inverse_dynamics,     forward_dynamics,     inverse_mass_matrix,
                                            inverse_dynamics_vjp, forward_dynamics_vjp, forward_derivatives};

/* Statuses, texts and results of calls without and with the code; those that fail write nothing. Returns how many
 * fail. */
static int check_same_failures(const robot *r, const cdy_specialization *code, const double *q, const double *qd,
                               const double *x)
{
    enum { NUMBERS = 3 * MOST_NUMBERS };
    int failed = 0;
    for (size_t i = 0; i < sizeof single_calls / sizeof *single_calls; i++) {
        double general[NUMBERS] = {0}, special[NUMBERS] = {0};
        const double nothing[NUMBERS] = {0};
        cdy_error error, reason = {0}, other = {0};
        ck_assert_ok(cdy_workspace_specialize(r->work, NULL, &error), error);
        const cdy_status status = single_calls[i](r, q, qd, x, general, &reason);
        ck_assert_ok(cdy_workspace_specialize(r->work, code, &error), error);
        ck_assert_int_eq(single_calls[i](r, q, qd, x, special, &other), status);
        ck_assert_str_eq(other.text, reason.text);
        ck_assert_relative(special, general, NUMBERS, 1e-9);
        ck_assert(!status || memcmp(special, nothing, sizeof nothing) == 0);
        failed += status != CDY_OK;
    }
    return failed;
}

START_TEST(states_fail_as_before)
{
    robot r = make_sometimes_singular();
    cdy_specialize_options options = usual_options();
    ask_for_all(&options);
    cdy_specialization *code = specialize(r.model, &options);
    const double q[3] = {0.3, 0, 0.2}, regular[3] = {0.3, 1, 0.2}, x[3] = {1, 2, 3};
    const double bad[3] = {0, (double)NAN, 0}, fast[3] = {1e200, 1e200, 1e200};
    ck_assert_int_eq(check_same_failures(&r, code, q, x, x), 4);
    ck_assert_int_eq(check_same_failures(&r, code, bad, x, x), 6);
    ck_assert_int_eq(check_same_failures(&r, code, regular, fast, x), 5);
    ck_assert_int_eq(check_same_failures(&r, code, regular, x, bad), 5);
    cdy_specialization_destroy(code);
    free_robot(&r);
}
END_TEST

/* Angles beyond those that lanes reduce, of some joints and of all, up to some beside which the offsets of the robot's
 * transforms vanish in a sum. */
START_TEST(large_angles_have_the_same_results)
{
    static const double sizes[] = {3e6, 1e17, 1e154};
    static results general, special;
    robot robots[] = {load_bundled_robot("universalUR5e"), make_chain(), make_floating()};
    for (size_t k = 0; k < sizeof robots / sizeof robots[0]; k++) {
        const robot *r = &robots[k];
        cdy_specialize_options options = usual_options();
        ask_for_all(&options);
        states s = draw_states(r);
        for (int i = 0; i < STATES * r->nq; i++) {
            cdy_coordinate c;
            ck_assert_int_eq(cdy_model_position(r->model, i % r->nq, &c), CDY_OK);
            const bool turns = c.angular && c.type != CDY_JOINT_FLOATING && (i % 5 == 0 || i / r->nq == 3);
            s.q[i] += turns ? sizes[i % 3] : 0;
        }
        cdy_specialization *code = specialize(r->model, &options);
        cdy_batch *batch;
        cdy_error error;
        ck_assert(compute_each(r, &s, &general));
        ck_assert_ok(cdy_workspace_specialize(r->work, code, &error), error);
        ck_assert(compute_each(r, &s, &special));
        check_results(r, &special, &general, 1e-9);
        ck_assert_ok(cdy_batch_create(r->model, NULL, &batch, &error), error);
        ck_assert_ok(cdy_batch_specialize(batch, code, &error), error);
        ck_assert(compute_batch(r, batch, &s, &special));
        check_results(r, &special, &general, 1e-9);
        cdy_batch_destroy(batch);
        cdy_specialization_destroy(code);
        free_robot(&robots[k]);
    }
}
END_TEST

/* Packed states are computed to the bit as rows are, also in a last block whose missing states are no numbers. */
START_TEST(missing_states_change_no_bit)
{
    enum { MOST_LANES = 8, ROOM = (STATES + MOST_LANES) * 6 };
    static double rows[STATES * 36];
    static _Alignas(64) double q[ROOM], packed[ROOM * 6];
    robot r = load_bundled_robot("universalUR5e");
    const size_t n = (size_t)r.nv;
    cdy_specialize_options options = usual_options();
    ask_for_all(&options);
    const states s = draw_states(&r);
    cdy_specialization *code = specialize(r.model, &options);
    cdy_batch_options layout = cdy_batch_options_default();
    cdy_batch *batch;
    cdy_error error;
    for (int packs = 0; packs < 2; packs++) {
        layout.layout = packs ? CDY_BATCH_LANES : CDY_BATCH_ROWS;
        ck_assert_ok(cdy_batch_create(r.model, &layout, &batch, &error), error);
        ck_assert_ok(cdy_batch_specialize(batch, code, &error), error);
        const size_t lanes = (size_t)cdy_batch_lanes(batch);
        for (size_t i = 0; i < ROOM; i++) {
            q[i] = (double)NAN;
        }
        for (size_t i = 0; i < STATES * n; i++) {
            const size_t state = i / n;
            q[packs ? (state / lanes * n + i % n) * lanes + state % lanes : i] = s.q[i];
        }
        ck_assert_ok((_i ? cdy_batch_inverse_mass_matrix : cdy_batch_mass_matrix)(r.model, batch, STATES, q,
                                                                                  packs ? packed : rows, NULL, &error),
                     error);
        for (size_t i = 0; packs && i < STATES * n * n; i++) {
            const size_t state = i / (n * n), place = (state / lanes * n * n + i % (n * n)) * lanes + state % lanes;
            ck_assert_mem_eq(&packed[place], &rows[i], sizeof *rows);
        }
        cdy_batch_destroy(batch);
    }
    cdy_specialization_destroy(code);
    free_robot(&r);
}
END_TEST

/* The same calls for many states, without velocities. */
typedef cdy_status many_call(const robot *r, cdy_batch *batch, size_t count, const double *q, const double *x,
                             double *out, cdy_status *statuses, cdy_error *error);

static cdy_status many_forward_dynamics(const robot *r, cdy_batch *batch, size_t count, const double *q,
                                        const double *x, double *out, cdy_status *statuses, cdy_error *error)
{
    return cdy_batch_forward_dynamics(r->model, batch, count, q, NULL, x, NULL, out, statuses, error);
}

static cdy_status many_inverse_mass_matrix(const robot *r, cdy_batch *batch, size_t count, const double *q,
                                           const double *x, double *out, cdy_status *statuses, cdy_error *error)
{
    (void)x;
    return cdy_batch_inverse_mass_matrix(r->model, batch, count, q, out, statuses, error);
}

static cdy_status many_forward_dynamics_vjp(const robot *r, cdy_batch *batch, size_t count, const double *q,
                                            const double *x, double *out, cdy_status *statuses, cdy_error *error)
{
    return cdy_batch_forward_dynamics_vjp(r->model, batch, count, q, NULL, x, NULL, x, out, NULL, NULL, statuses,
                                          error);
}

static cdy_status many_forward_derivatives(const robot *r, cdy_batch *batch, size_t count, const double *q,
                                           const double *x, double *out, cdy_status *statuses, cdy_error *error)
{
    static double others[2][9 * STATES];
    const cdy_forward_derivatives d = {out, others[0], others[1]};
    return cdy_batch_forward_dynamics_derivatives(r->model, batch, count, q, NULL, x, NULL, &d, statuses, error);
}

static const struct {
    many_call *call;
    size_t width; /* of a state's result */
    bool reads_x;
} many_calls[] = {{many_forward_dynamics, 3, true},
                  {many_inverse_mass_matrix, 9, false},
                  {many_forward_dynamics_vjp, 3, true},
                  {many_forward_derivatives, 9, true}};

/* In a batch of singular, faulty and regular states. */
START_TEST(rows_fail_as_before)
{
    enum { ROWS = 9 };
    robot r = make_sometimes_singular();
    cdy_specialize_options options = usual_options();
    ask_for_all(&options);
    cdy_specialization *code = specialize(r.model, &options);
    const size_t width = many_calls[_i].width;
    double q[3 * ROWS], x[3 * ROWS], general[9 * ROWS], special[9 * ROWS];
    cdy_status expected[ROWS], statuses[ROWS];
    cdy_batch *batch;
    cdy_error error, reason, other;
    for (int i = 0; i < 3 * ROWS; i++) {
        q[i] = 0.1 * (i + 1);
        x[i] = 1 - 0.2 * i;
    }
    q[3 * 2 + 1] = 0;       /* singular */
    q[3 * 4] = (double)NAN; /* refused */
    q[3 * 6] = 1e7;         /* an angle beyond those of lanes */
    x[3 * 7] = (double)INFINITY;
    ck_assert_ok(cdy_batch_create(r.model, NULL, &batch, &error), error);
    const cdy_status status = many_calls[_i].call(&r, batch, ROWS, q, x, general, expected, &reason);
    ck_assert_ok(cdy_batch_specialize(batch, code, &error), error);
    ck_assert_int_eq(many_calls[_i].call(&r, batch, ROWS, q, x, special, statuses, &other), status);
    ck_assert_str_eq(other.text, reason.text);
    ck_assert_mem_eq(statuses, expected, sizeof expected);
    for (size_t i = 0; i < ROWS; i++) {
        ck_assert_int_eq(expected[i] != CDY_OK, i == 2 || i == 4 || (many_calls[_i].reads_x && i == 7));
        ck_assert_int_eq(isnan(special[width * i]) != 0, expected[i] != CDY_OK);
        if (!expected[i]) {
            ck_assert_relative(special + width * i, general + width * i, width, 1e-9);
        }
    }
    cdy_batch_destroy(batch);
    cdy_specialization_destroy(code);
    free_robot(&r);
}
END_TEST

/* ---- refusals ---- */

START_TEST(robots_without_code_are_refused)
{
    robot mimic = make_large_gear_ratio(), arm = load_bundled_robot("universalUR5e");
    robot still = make_robot(make_tree("rock", 9.81));
    cdy_specialize_options options = usual_options();
    check_refusal(mimic.model, &options, CDY_ERROR_UNSUPPORTED, "mimic");
    check_refusal(still.model, &options, CDY_ERROR_UNSUPPORTED, "no moving joints");
    check_refusal(NULL, &options, CDY_ERROR_ARGUMENT, "needs a model");
    options.most_bytes = 100;
    check_refusal(arm.model, &options, CDY_ERROR_UNSUPPORTED, "more than 100");
    ck_assert_int_eq(compiler_runs(), 0);
    free_robot(&mimic);
    free_robot(&still);
    free_robot(&arm);
}
END_TEST

START_TEST(options_are_checked)
{
    robot r = load_bundled_robot("universalUR5e");
    const struct {
        unsigned calls;
        int lanes;
        double time_limit, angle_tolerance;
        const char *compiler, *cache, *said;
    } wrong[] = {
        {0, 0, 1, 0, NULL, NULL, "functions"},       {CDY_GENERATE_GRAVITY_TORQUE, 0, 1, 0, NULL, NULL, "functions"},
        {1, 3, 1, 0, NULL, NULL, "3 lanes"},         {1, 16, 1, 0, NULL, NULL, "16 lanes"},
        {1, -1, 1, 0, NULL, NULL, "-1 lanes"},       {1, 0, 0, 0, NULL, NULL, "0 s"},
        {1, 0, (double)NAN, 0, NULL, NULL, "nan s"}, {1, 0, 3601, 0, NULL, NULL, "3601 s"},
        {1, 0, 1, -1, NULL, NULL, "angles is -1"},   {1, 0, 1, 0.001001, NULL, NULL, "angles is 0.001001"},
        {1, 0, 1, 0, "", NULL, "compiler is empty"}, {1, 0, 1, 0, NULL, "", "cache is empty"}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        cdy_specialize_options options = usual_options();
        options.calls = wrong[i].calls;
        options.lanes = wrong[i].lanes;
        options.time_limit = wrong[i].time_limit;
        options.angle_tolerance = wrong[i].angle_tolerance;
        options.compiler = wrong[i].compiler ? wrong[i].compiler : options.compiler;
        options.cache = wrong[i].cache ? wrong[i].cache : options.cache;
        check_refusal(r.model, &options, CDY_ERROR_ARGUMENT, wrong[i].said);
    }
    ck_assert_int_eq(compiler_runs(), 0);
    free_robot(&r);
}
END_TEST

/* The largest time and tolerance, and the limit of bytes that the code just meets, new or from the cache. */
START_TEST(options_may_be_at_their_limits)
{
    robot r = load_bundled_robot("omronEcobra600");
    cdy_specialize_options options = usual_options();
    char path[PATH_SIZE];
    options.calls = CDY_GENERATE_MASS_MATRIX;
    options.time_limit = 3600;
    options.angle_tolerance = 1e-3;
    cdy_specialization_destroy(specialize(r.model, &options));
    ck_assert_int_eq(count_code(path), 1);
    const char *bytes = strchr(strrchr(path, '/'), '-'); /* KEY-BYTES-SUM.so */
    ck_assert_ptr_nonnull(bytes);
    options.most_bytes = (size_t)strtoull(bytes + 1, NULL, 16);
    for (int fresh = 0; fresh < 2; fresh++) {
        cdy_specialization *code = specialize(r.model, &options);
        ck_assert_int_eq(cdy_specialization_is_cached(code), !fresh);
        cdy_specialization_destroy(code);
        options.most_bytes--;
        check_refusal(r.model, &options, CDY_ERROR_UNSUPPORTED, "bytes");
        options.most_bytes++;
        ck_assert(fresh || remove(path) == 0);
    }
    free_robot(&r);
}
END_TEST

START_TEST(code_is_for_its_model_and_lanes)
{
    robot r = load_bundled_robot("universalUR5e"), other = load_bundled_robot("kukaIiwa14");
    cdy_specialize_options options = usual_options();
    options.calls = CDY_GENERATE_MASS_MATRIX;
    options.lanes = 2;
    const cdy_batch_options one_lane = {.lanes = 1, .threads = 1};
    cdy_batch *batch;
    cdy_error error;
    ck_assert_ok(cdy_batch_create(r.model, &one_lane, &batch, &error), error);
    cdy_specialization *code = specialize(r.model, &options);
    ck_assert_fails(cdy_workspace_specialize(other.work, code, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_workspace_specialize(NULL, code, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_batch_specialize(NULL, code, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_batch_specialize(batch, code, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_ptr_nonnull(strstr(error.text, "2 lanes"));
    ck_assert_fails(cdy_specialize(r.model, &options, NULL, &error), CDY_ERROR_ARGUMENT, error);
    cdy_batch_destroy(batch);
    cdy_specialization_destroy(code);
    cdy_specialization_destroy(NULL);
    ck_assert(!cdy_specialization_is_cached(NULL));
    free_robot(&r);
    free_robot(&other);
}
END_TEST

/* ---- the compiler ---- */

START_TEST(no_compiler_leaves_calls_general)
{
    robot r = load_bundled_robot("universalUR5e");
    cdy_specialize_options options = usual_options();
    options.compiler = "no-such-compiler -O3";
    check_refusal(r.model, &options, CDY_ERROR_UNSUPPORTED, "no compiler 'no-such-compiler'");
    options.compiler = "/nowhere/cc";
    check_refusal(r.model, &options, CDY_ERROR_UNSUPPORTED, "no compiler '/nowhere/cc'");
    options.compiler = " \t";
    check_refusal(r.model, &options, CDY_ERROR_UNSUPPORTED, "no compiler");
    options.compiler = NULL;
    setenv("CC", "/nowhere/from-environment", 1);
    check_refusal(r.model, &options, CDY_ERROR_UNSUPPORTED, "no compiler '/nowhere/from-environment'");
    (void)first_torque(&r, NULL);
    free_robot(&r);
}
END_TEST

/* CC has the compiler with arguments, which are words. */
START_TEST(the_environment_names_compiler_and_cache)
{
    robot r = load_bundled_robot("universalUR5e");
    cdy_specialize_options options = usual_options();
    char words[2 * PATH_SIZE], path[PATH_SIZE];
    snprintf(words, sizeof words, "  %s\t-DWORD=1  -DOTHER=$(false);exit", options.compiler);
    put_compiler("case \"$1 $2\" in '-DWORD=1 -DOTHER=$(false);exit') ;; *) exit 1 ;; esac\n"
                 "shift 2\nexec \"$COMPILER\" \"$@\" -O0\n");
    setenv("CC", words, 1);
    setenv("XDG_CACHE_HOME", path_in_folder(path, sizeof path, ""), 1);
    options.compiler = options.cache = NULL;
    options.calls = CDY_GENERATE_MASS_MATRIX;
    cdy_specialization *code = specialize(r.model, &options);
    cdy_specialization_destroy(code);
    ck_assert_int_eq(compiler_runs(), 1);
    char *found = output_of("stat -c %%a condyle && ls condyle | wc -l && rm -r condyle");
    ck_assert_str_eq(found, "700\n1\n");
    free(found);
    free_robot(&r);
}
END_TEST

START_TEST(messages_of_the_compiler_are_told)
{
    robot r = load_bundled_robot("universalUR5e");
    const cdy_specialize_options options = usual_options();
    char path[PATH_SIZE];
    put_compiler("printf 'code.c:1:\\nsomething is\\twrong' >&2\nexit 3\n");
    check_refusal(r.model, &options, CDY_ERROR_IO, "failed with exit status 3: code.c:1: something is wrong");
    put_compiler("exit 127\n");
    check_refusal(r.model, &options, CDY_ERROR_IO, "failed with exit status 127 and without a message");
    put_compiler("kill -SEGV $$\n");
    check_refusal(r.model, &options, CDY_ERROR_IO, "was ended by signal 11 (SIGSEGV)");
    put_compiler("echo 'compiling' >&2\nkill -KILL $$\n");
    check_refusal(r.model, &options, CDY_ERROR_IO, "was ended by signal 9 (SIGKILL): compiling");
    put_compiler("i=0; while [ $i -lt 20000 ]; do echo many words; i=$((i+1)); done; exit 1\n");
    check_refusal(r.model, &options, CDY_ERROR_IO, "failed with exit status 1: many words many words");
    put_compiler("exit 0\n");
    check_refusal(r.model, &options, CDY_ERROR_IO, "wrote no code");
    put_compiler("while [ \"$1\" != -o ]; do shift; done\necho text > \"$2\"\n");
    check_refusal(r.model, &options, CDY_ERROR_IO, "cannot be loaded");
    ck_assert_int_eq(count_code(path), 0);
    ck_assert_int_eq(compiler_runs(), 7);
    free_robot(&r);
}
END_TEST

/* Results of a compiler that are no files of code: the command that makes one, and the message. */
static const struct {
    const char *command, *said;
} strange_results[] = {
    {"mkdir \"$2\"", "the compiler's result is a folder; expected a file with code"},
    {"mkfifo \"$2\"", "the compiler's result is a named pipe; expected a file with code"},
    {"ln -s /dev/null \"$2\"", "the compiler's result is a symbolic link; expected a file with code"},
    {"truncate -s 67108865 \"$2\"", "the compiler's result has 67108865 bytes; expected at most 67108864"},
    {"truncate -s 67108864 \"$2\"", "the compiled code cannot be loaded"},
};

START_TEST(strange_results_are_told)
{
    robot r = load_bundled_robot("universalUR5e");
    const cdy_specialize_options options = usual_options();
    char script[256], path[PATH_SIZE];
    snprintf(script, sizeof script, "while [ \"$1\" != -o ]; do shift; done\n%s\n", strange_results[_i].command);
    put_compiler(script);
    check_refusal(r.model, &options, CDY_ERROR_IO, strange_results[_i].said);
    ck_assert_int_eq(count_code(path), 0);
    free_robot(&r);
}
END_TEST

/* ---- ends of processes ---- */

static void pause_shortly(void)
{
    nanosleep(&(const struct timespec){0, 20000000}, NULL);
}

/* Whether a process is there and not dead: an orphan that has ended may not have been waited for yet. */
static bool is_running(int process)
{
    char *state = output_of("ps -o stat= -p %d | grep -v Z || true", process);
    const bool running = state[0] != '\0';
    free(state);
    return running;
}

/* Puts a compiler that takes for ever, with a program that it has started. */
static void put_endless_compiler(void)
{
    char script[2048], pids[PATH_SIZE];
    path_in_folder(pids, sizeof pids, "pids");
    snprintf(script, sizeof script,
             "sleep 1000 &\necho $$ $! > '%s.new'\necho 'still thinking'\nmv '%s.new' '%s'\nwait\n", pids, pids, pids);
    put_compiler(script);
}

/* Reads the numbers of both processes, within a minute. */
static void read_pids(int pids[2])
{
    char path[PATH_SIZE];
    path_in_folder(path, sizeof path, "pids");
    FILE *file = NULL;
    for (int i = 0; !file && i < 3000; i++) {
        file = fopen(path, "r");
        if (!file) {
            pause_shortly();
        }
    }
    ck_assert_msg(file != NULL, "the compiler has not begun");
    ck_assert_int_eq(fscanf(file, "%d %d", &pids[0], &pids[1]), 2);
    fclose(file);
}

/* Waits, at most a minute, until nothing but finished code is in the cache. */
static void wait_for_removal(void)
{
    char *work = NULL;
    for (int i = 0; i < 3000 && (!work || work[0]); i++) {
        free(work);
        pause_shortly();
        work = output_of("ls | grep work- || true");
    }
    ck_assert_str_eq(work, "");
    free(work);
}

/* Starts a process that specializes and then ends. */
static pid_t start_specializing(const robot *r, const cdy_specialize_options *options)
{
    const pid_t process = fork();
    ck_assert_int_ge(process, 0);
    if (process == 0) {
        const struct rlimit no_core = {0, 0};
        cdy_specialization *code;
        signal(SIGINT, SIG_DFL); /* Check has handlers */
        signal(SIGTERM, SIG_DFL);
        setrlimit(RLIMIT_CORE, &no_core);
        _exit(cdy_specialize(r->model, options, &code, NULL) == CDY_OK ? 0 : 1);
    }
    return process;
}

static const int deaths[] = {SIGTERM, SIGINT, SIGKILL};

/* The compiler and what it has started end with the process, whatever ends that, and so does the work folder. */
START_TEST(a_compiler_ends_with_its_process)
{
    robot r = load_bundled_robot("universalUR5e");
    const cdy_specialize_options options = usual_options();
    int pids[2], result;
    char path[PATH_SIZE];
    put_endless_compiler();
    const pid_t process = start_specializing(&r, &options);
    read_pids(pids);
    ck_assert(is_running(pids[0]) && is_running(pids[1]));
    ck_assert_int_eq(kill(process, deaths[_i]), 0);
    ck_assert_int_eq(waitpid(process, &result, 0), process);
    ck_assert(WIFSIGNALED(result) && WTERMSIG(result) == deaths[_i]);
    wait_for_removal();
    for (int i = 0; i < 3000 && (is_running(pids[0]) || is_running(pids[1])); i++) {
        pause_shortly();
    }
    ck_assert(!is_running(pids[0]) && !is_running(pids[1]));
    ck_assert_int_eq(count_code(path), 0);
    free_robot(&r);
}
END_TEST

/* The compiler and what it has started are ended. */
START_TEST(a_compiler_that_hangs_is_ended)
{
    robot r = load_bundled_robot("universalUR5e");
    cdy_specialize_options options = usual_options();
    char path[PATH_SIZE];
    int pids[2];
    put_endless_compiler();
    options.time_limit = 4;
    check_refusal(r.model, &options, CDY_ERROR_IO, "took longer than 4 s: still thinking");
    read_pids(pids);
    ck_assert(kill(pids[0], 0) != 0 && errno == ESRCH);
    ck_assert(!is_running(pids[1]));
    ck_assert_int_eq(count_code(path), 0);
    ck_assert(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD);
    free_robot(&r);
}
END_TEST

/* A wrapper that leads a process group of its own is ended as well. */
START_TEST(a_wrapped_compiler_that_hangs_is_ended)
{
    robot r = load_bundled_robot("universalUR5e");
    cdy_specialize_options options = usual_options();
    char script[2048], pids[PATH_SIZE], late[PATH_SIZE];
    int found[2];
    path_in_folder(pids, sizeof pids, "pids");
    path_in_folder(late, sizeof late, "late");
    snprintf(script, sizeof script, "echo $$ 0 > '%s'\nexec timeout 1000 sh -c 'sleep 30; echo > \"%s\"'\n", pids,
             late);
    put_compiler(script);
    options.time_limit = 4;
    check_refusal(r.model, &options, CDY_ERROR_IO, "took longer than 4 s");
    read_pids(found);
    ck_assert(kill(found[0], 0) != 0 && errno == ESRCH);
    ck_assert_int_ne(access(late, F_OK), 0);
    free_robot(&r);
}
END_TEST

/* A compiler that changes results is found by the comparison with the general calls. */
START_TEST(wrong_code_is_refused)
{
    robot r = load_bundled_robot("universalUR5e");
    const cdy_specialize_options options = usual_options();
    char path[PATH_SIZE];
    put_compiler("for word; do case \"$word\" in *.c) sed -i 's/t9 = /t9 = 1.01 * /' \"$word\" ;; esac; done\n"
                 "exec \"$COMPILER\" \"$@\" -O0\n");
    check_refusal(r.model, &options, CDY_ERROR_NUMERIC, "differs from the general call");
    ck_assert_int_eq(count_code(path), 0);
    free_robot(&r);
}
END_TEST

/* Puts a compiler that adds a statement to the end of the code's function of a call for so many lanes. */
static void put_changing_compiler(const char *call, int lanes, const char *statement)
{
    char script[1024];
    snprintf(script, sizeof script,
             "for word; do case \"$word\" in *.c) grep -q '^int code_%s_%d(' \"$word\" || exit 1\n"
             "sed -i '/^int code_%s_%d(/,/^}/s/return 1;/%s; return 1;/' \"$word\" ;; esac; done\n%s",
             call, lanes, call, lanes, statement, usual_script);
    put_compiler(script);
}

/* One turning joint: every vector is one number. */
static robot make_pendulum(void)
{
    cdy_tree *tree = make_tree("world", 9.81);
    add_link(tree, "arm", "world", CDY_JOINT_REVOLUTE, 0.3);
    return make_robot(tree);
}

/* Whether the trial takes code whose function of a call ends with a statement. */
static bool is_taken(const robot *r, const cdy_specialize_options *options, const char *call, int lanes,
                     const char *statement)
{
    cdy_specialization *code;
    cdy_error error;
    char path[PATH_SIZE];
    put_changing_compiler(call, lanes, statement);
    const cdy_status status = cdy_specialize(r->model, options, &code, &error);
    if (status) {
        ck_assert_int_eq(status, CDY_ERROR_NUMERIC);
        ck_assert_ptr_nonnull(strstr(error.text, "differs from the general call"));
    } else {
        ck_assert_int_eq(count_code(path), 1);
        ck_assert_int_eq(remove(path), 0);
    }
    cdy_specialization_destroy(code);
    return status == CDY_OK;
}

/* Errors of 1e-6 of the largest number are rounding; rounded angles may change results by a thousand times more than
 * themselves. */
START_TEST(the_trial_takes_rounding_for_right)
{
    static const double angles[] = {0, 1e-5};
    robot r = make_pendulum();
    cdy_specialize_options options = usual_options();
    char statement[64];
    options.calls = CDY_GENERATE_INVERSE_DYNAMICS;
    options.lanes = 1;
    for (size_t i = 0; i < sizeof angles / sizeof *angles; i++) {
        options.angle_tolerance = angles[i];
        for (int larger = 0; larger < 2; larger++) {
            snprintf(statement, sizeof statement, "tau[0] *= 1 + %.17g",
                     (1e-6 + 1e3 * angles[i]) * (larger ? 1.0025 : 0.9975));
            ck_assert_msg(is_taken(&r, &options, "inverse_dynamics", 1, statement) == !larger, "%s", statement);
        }
    }
    free_robot(&r);
}
END_TEST

/* The functions that the trial calls, with their results, of which a pendulum's have one number each. */
static const struct {
    unsigned call;
    const char *function, *result;
} tried[] = {{CDY_GENERATE_INVERSE_DYNAMICS, "inverse_dynamics", "tau"},
             {CDY_GENERATE_FORWARD_DYNAMICS, "articulated_bodies", "qdd"},
             {CDY_GENERATE_MASS_MATRIX, "mass_matrix", "M"},
             {CDY_GENERATE_INVERSE_DYNAMICS_DERIVATIVES, "inverse_dynamics_derivatives", "dtau_dq"}};

/* Code that is wrong at its `turn`th call alone: the trial has eight states, first one by one, then in lanes. */
START_TEST(each_state_is_tried)
{
    static const struct {
        int lanes, turn;
        bool taken;
    } rows[] = {{1, 0, false}, {1, 7, false}, {1, 8, false}, {1, 15, false},
                {1, 16, true}, {2, 0, false}, {2, 3, false}, {2, 4, true}};
    robot r = make_pendulum();
    cdy_specialize_options options = usual_options();
    char statement[96];
    options.calls = tried[_i].call;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        options.lanes = rows[i].lanes;
        snprintf(statement, sizeof statement, "static int turn; %s[%d] += 10 * (turn++ == %d)", tried[_i].result,
                 rows[i].lanes - 1, rows[i].turn);
        ck_assert_msg(is_taken(&r, &options, tried[_i].function, rows[i].lanes, statement) == rows[i].taken,
                      "%d lanes: %s", rows[i].lanes, statement);
    }
    free_robot(&r);
}
END_TEST

/* Errors that grow with one number of the input, in the first state and the last: no number is zero in the trial. */
START_TEST(the_states_of_the_trial_have_no_zeros)
{
    static const char *const inputs[] = {"q", "qd", "qdd"};
    robot r = make_chain();
    cdy_specialize_options options = usual_options();
    char statement[96];
    options.lanes = 1;
    options.calls = tried[_i].call;
    for (int i = 0; i < (tried[_i].call == CDY_GENERATE_MASS_MATRIX ? 2 : 6); i++) {
        const bool torque = i / 2 == 2 && tried[_i].call == CDY_GENERATE_FORWARD_DYNAMICS;
        snprintf(statement, sizeof statement, "static int turn; %s[0] += (turn++ == %d) * 0.1 * %s[%d]",
                 tried[_i].result, i % 2 ? 7 : 0, torque ? "tau" : inputs[i / 2], i % 2 ? 2 : 0);
        ck_assert_msg(!is_taken(&r, &options, tried[_i].function, 1, statement), "%s", statement);
    }
    free_robot(&r);
}
END_TEST

/* A joint that moves no mass has torques of zero, which equal zero. */
START_TEST(results_may_be_zero)
{
    cdy_tree *tree = make_tree("world", 9.81);
    cdy_body body = make_body("empty", "to empty", CDY_JOINT_REVOLUTE);
    add_body(tree, &body, "world");
    robot r = make_robot(tree);
    cdy_specialize_options options = usual_options();
    options.calls = CDY_GENERATE_INVERSE_DYNAMICS;
    cdy_specialization_destroy(specialize(r.model, &options));
    free_robot(&r);
}
END_TEST

/* The lowest descriptor that is free. */
static int free_descriptor(void)
{
    const int descriptor = dup(STDOUT_FILENO);
    ck_assert_int_ge(descriptor, 0);
    close(descriptor);
    return descriptor;
}

/* Neither new code nor code from the cache nor a failure leaves a descriptor open. */
START_TEST(no_descriptor_stays_open)
{
    robot r = make_pendulum();
    cdy_specialize_options options = usual_options();
    const int before = free_descriptor();
    char path[PATH_SIZE];
    options.calls = CDY_GENERATE_MASS_MATRIX;
    cdy_specialization_destroy(specialize(r.model, &options));
    ck_assert_int_eq(free_descriptor(), before);
    cdy_specialization_destroy(specialize(r.model, &options));
    ck_assert_int_eq(free_descriptor(), before);
    ck_assert_int_eq(count_code(path), 1);
    put_file(strrchr(path, '/') + 1, "broken");
    cdy_specialization_destroy(specialize(r.model, &options));
    ck_assert_int_eq(free_descriptor(), before);
    put_compiler("exit 1\n");
    check_refusal(r.model, &options, CDY_ERROR_IO, "failed with exit status 1");
    ck_assert_int_eq(free_descriptor(), before);
    put_compiler("while [ \"$1\" != -o ]; do shift; done\necho text > \"$2\"\n");
    check_refusal(r.model, &options, CDY_ERROR_IO, "cannot be loaded");
    ck_assert_int_eq(free_descriptor(), before);
    free_robot(&r);
}
END_TEST

/* A compiler that gives one function another name. */
START_TEST(each_function_is_missed)
{
    static const char *const calls[] = {"inverse_dynamics",
                                        "articulated_bodies",
                                        "mass_matrix",
                                        "inverse_with_pivots",
                                        "inverse_dynamics_derivatives",
                                        "inverse_dynamics_products",
                                        "forward_dynamics_products",
                                        "forward_derivatives_with_pivots"};
    robot r = make_pendulum();
    cdy_specialize_options options = usual_options();
    char script[256], path[PATH_SIZE];
    ask_for_all(&options);
    options.lanes = 2;
    for (size_t i = 0; i < 2 * sizeof calls / sizeof *calls; i++) {
        snprintf(script, sizeof script, "exec \"$COMPILER\" -Dcode_%s_%d=other \"$@\" -O0\n", calls[i / 2],
                 1 + (int)i % 2);
        put_compiler(script);
        check_refusal(r.model, &options, CDY_ERROR_IO, "lacks a function that it is to have");
        ck_assert_int_eq(count_code(path), 0);
    }
    free_robot(&r);
}
END_TEST

/* The first or the last number of one result of one function is wrong, for one state or in lanes: the trial calls each
 * of them, and compares all. */
START_TEST(each_function_is_tried)
{
    static const struct {
        const char *function, *result;
        int length;
        const char *said;
    } wrong[] = {{"inverse_dynamics", "tau", 3, "inverse dynamics"},
                 {"articulated_bodies", "qdd", 3, "forward dynamics"},
                 {"mass_matrix", "M", 9, "the mass matrix"},
                 {"inverse_with_pivots", "M_inverse", 9, "the inverse mass matrix"},
                 {"inverse_dynamics_products", "by_q", 3, "product with derivatives of inverse"},
                 {"inverse_dynamics_products", "by_qd", 3, "product with derivatives of inverse"},
                 {"inverse_dynamics_products", "by_qdd", 3, "product with derivatives of inverse"},
                 {"forward_derivatives_with_pivots", "by_q", 9, "derivatives of forward dynamics"},
                 {"forward_derivatives_with_pivots", "by_qd", 9, "derivatives of forward dynamics"},
                 {"forward_derivatives_with_pivots", "by_tau", 9, "derivatives of forward dynamics"},
                 {"forward_dynamics_products", "by_q", 3, "product with derivatives of forward"},
                 {"forward_dynamics_products", "by_qd", 3, "product with derivatives of forward"},
                 {"forward_dynamics_products", "by_tau", 3, "product with derivatives of forward"},
                 {"inverse_dynamics_derivatives", "dtau_dq", 9, "derivatives of inverse dynamics"},
                 {"inverse_dynamics_derivatives", "dtau_dqd", 9, "derivatives of inverse dynamics"}};
    robot r = make_chain();
    const int lanes = 1 + _i % 2, last = _i / 2;
    cdy_specialize_options options = usual_options();
    char statement[64], path[PATH_SIZE];
    ask_for_all(&options);
    options.lanes = 2;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        snprintf(statement, sizeof statement, "%s[%d] += 10", wrong[i].result, last ? lanes * wrong[i].length - 1 : 0);
        put_changing_compiler(wrong[i].function, lanes, statement);
        check_refusal(r.model, &options, CDY_ERROR_NUMERIC, wrong[i].said);
        ck_assert_int_eq(count_code(path), 0);
    }
    free_robot(&r);
}
END_TEST

/* ---- floats ---- */

/* States and results over floats, of the calls that code over floats computes. */
typedef struct float_states {
    float q[STATES * MOST_NUMBERS], qd[STATES * MOST_NUMBERS], x[STATES * MOST_NUMBERS], w[STATES * MOST_NUMBERS];
} float_states;

typedef struct float_results {
    float tau[STATES * MOST_NUMBERS], qdd[STATES * MOST_NUMBERS], M[STATES * MOST_NUMBERS * MOST_NUMBERS];
    float id[3][STATES * MOST_NUMBERS],
        fd[3][STATES * MOST_NUMBERS]; /* products with derivatives by q, qd and the rest */
} float_results;

static const unsigned float_calls = CDY_GENERATE_INVERSE_DYNAMICS | CDY_GENERATE_FORWARD_DYNAMICS |
                                    CDY_GENERATE_MASS_MATRIX | CDY_GENERATE_INVERSE_DYNAMICS_VJP |
                                    CDY_GENERATE_FORWARD_DYNAMICS_VJP;

static cdy_specialize_options float_options(int lanes)
{
    cdy_specialize_options options = usual_options();
    options.calls = float_calls;
    options.floats = true;
    options.lanes = lanes;
    return options;
}

static float_states draw_floats(const robot *r)
{
    const states s = draw_states(r);
    float_states f;
    for (int i = 0; i < STATES * MOST_NUMBERS; i++) {
        f.q[i] = (float)s.q[i];
        f.qd[i] = (float)s.qd[i];
        f.x[i] = (float)s.x[i];
        f.w[i] = (float)s.w[i];
    }
    return f;
}

static cdy_batch_f32 *make_float_batch(const robot *r, int lanes)
{
    cdy_batch_options options = cdy_batch_options_default();
    cdy_batch_f32 *batch;
    cdy_error error;
    options.threads = 2;
    options.lanes = lanes;
    ck_assert_ok(cdy_batch_f32_create(r->model, &options, &batch, &error), error);
    return batch;
}

static void compute_floats(const robot *r, cdy_batch_f32 *batch, const float_states *s, float_results *out)
{
    const cdy_model *m = r->model;
    cdy_error error;
    ck_assert_ok(cdy_batch_f32_inverse_dynamics(m, batch, STATES, s->q, s->qd, s->x, NULL, out->tau, NULL, &error),
                 error);
    ck_assert_ok(cdy_batch_f32_forward_dynamics(m, batch, STATES, s->q, s->qd, s->x, NULL, out->qdd, NULL, &error),
                 error);
    ck_assert_ok(cdy_batch_f32_mass_matrix(m, batch, STATES, s->q, out->M, NULL, &error), error);
    ck_assert_ok(cdy_batch_f32_inverse_dynamics_vjp(m, batch, STATES, s->q, s->qd, s->x, NULL, s->w, out->id[0],
                                                    out->id[1], out->id[2], NULL, &error),
                 error);
    ck_assert_ok(cdy_batch_f32_forward_dynamics_vjp(m, batch, STATES, s->q, s->qd, s->x, NULL, s->w, out->fd[0],
                                                    out->fd[1], out->fd[2], NULL, &error),
                 error);
}

static double float_difference(const float *a, const float *b, size_t count)
{
    double largest = 0, difference = 0;
    for (size_t i = 0; i < count; i++) {
        largest = fmax(largest, fabs((double)b[i]));
        difference = fmax(difference, isfinite(a[i]) ? fabs((double)a[i] - (double)b[i]) : (double)INFINITY);
    }
    return difference / largest;
}

/* The differences are rounding errors, but not none: the code has computed them. */
static void check_floats(const robot *r, const float_results *special, const float_results *general)
{
    const size_t n = (size_t)r->nv;
    const double tau = float_difference(special->tau, general->tau, STATES * n),
                 qdd = float_difference(special->qdd, general->qdd, STATES * n),
                 M = float_difference(special->M, general->M, STATES * n * n);
    ck_assert_msg(0 < tau && tau < 1e-5 && 0 < qdd && qdd < 1e-3 && 0 < M && M < 1e-5, "differ by %g, %g, %g", tau, qdd,
                  M);
    for (int i = 0; i < 3; i++) {
        const double id = float_difference(special->id[i], general->id[i], STATES * n),
                     fd = float_difference(special->fd[i], general->fd[i], STATES * n);
        ck_assert_msg(0 < id && id < 1e-5 && 0 < fd && fd < 1e-3, "products %d differ by %g, %g", i, id, fd);
    }
}

/* With every width of floats that the machine has. */
static void compare_floats(const robot *r, const float_states *s)
{
    static float_results general, special;
    for (int lanes = 4; lanes <= 16; lanes *= 2) {
        const cdy_specialize_options options = float_options(lanes);
        cdy_specialization *code;
        cdy_error error;
        const cdy_status status = cdy_specialize(r->model, &options, &code, &error);
        ck_assert(status == CDY_OK || (status == CDY_ERROR_UNSUPPORTED && lanes > 4));
        if (!status) {
            cdy_batch_f32 *batch = make_float_batch(r, lanes);
            compute_floats(r, batch, s, &general);
            ck_assert_ok(cdy_batch_f32_specialize(batch, code, &error), error);
            compute_floats(r, batch, s, &special);
            check_floats(r, &special, &general);
            cdy_batch_f32_destroy(batch);
        }
        cdy_specialization_destroy(code);
    }
}

START_TEST(floats_have_the_same_results)
{
    robot robots[] = {load_bundled_robot("universalUR5e"), load_bundled_robot("kukaIiwa14"), make_floating()};
    const float_states s = draw_floats(&robots[_i]);
    put_compiler("exec \"$COMPILER\" \"$@\"\n");
    compare_floats(&robots[_i], &s);
    for (size_t i = 0; i < sizeof robots / sizeof *robots; i++) {
        free_robot(&robots[i]);
    }
}
END_TEST

/* Angles near the limit of the lanes' sines, and beyond it in one state, which leaves its block to the kernels. */
START_TEST(large_angles_of_floats_have_the_same_results)
{
    static const float near[] = {2990, -2990, 1e3F}, beyond[] = {3010, -3010, 1e7F};
    robot r = load_bundled_robot("kukaIiwa14");
    float_states s = draw_floats(&r);
    for (int i = 0; i < STATES * r.nq; i++) {
        s.q[i] += i / r.nq == 3 ? beyond[i % 3] : i % 5 == 0 ? near[i % 3] : 0;
    }
    compare_floats(&r, &s);
    free_robot(&r);
}
END_TEST

/* The calls by floats that have the mark of the code, with all that may keep it from being used. */
START_TEST(what_float_code_lacks_is_general)
{
    robot r = load_bundled_robot("universalUR5e");
    const cdy_specialize_options options = float_options(4);
    const float_states s = draw_floats(&r);
    const double usual[3] = {0, 0, -9.81}, other[3] = {0, 0, -1.62};
    static const float fext[STATES * 6 * MOST_NUMBERS];
    const size_t n = (size_t)r.nv;
    cdy_batch_f32 *batch = make_float_batch(&r, 4);
    cdy_error error;
    put_changing_compiler("inverse_dynamics", 4, "for (int i = 0; i < 4; i++) tau[i] *= 1.0005f");
    cdy_specialization *code = specialize(r.model, &options);
    for (int i = 0; i < 4; i++) {
        float general[STATES * MOST_NUMBERS], special[STATES * MOST_NUMBERS];
        const float *forces = i == 2 ? fext : NULL;
        ck_assert_ok(cdy_model_set_gravity(r.model, i == 1 ? other : usual, &error), error);
        for (int k = 0; k < 2; k++) {
            ck_assert_ok(cdy_batch_f32_specialize(batch, k && i < 3 ? code : NULL, &error), error);
            ck_assert_ok(cdy_batch_f32_inverse_dynamics(r.model, batch, STATES, s.q, s.qd, s.x, forces,
                                                        k ? special : general, NULL, &error),
                         error);
        }
        const double expected = i == 0 ? 5e-4 : 0;
        for (size_t state = 0; state < STATES; state++) {
            const double first = (double)general[state * n];
            const double change = (double)special[state * n] / first - 1;
            ck_assert_msg(fabs(change - expected) <= (i == 0 ? 1e-5 : 0), "changed by %g", change);
        }
    }
    cdy_batch_f32_destroy(batch);
    cdy_specialization_destroy(code);
    free_robot(&r);
}
END_TEST

/* In a batch of singular, faulty and regular states. */
START_TEST(rows_of_floats_fail_as_before)
{
    enum { ROWS = 9 };
    robot r = make_sometimes_singular();
    cdy_specialize_options options = float_options(0);
    cdy_specialization *code = specialize(r.model, &options);
    cdy_batch_f32 *batch = make_float_batch(&r, 0);
    float q[3 * ROWS], x[3 * ROWS], general[3 * ROWS], special[3 * ROWS];
    cdy_status expected[ROWS], statuses[ROWS];
    cdy_error error, reason, other;
    for (int i = 0; i < 3 * ROWS; i++) {
        q[i] = 0.1F * (float)(i + 1);
        x[i] = 1 - 0.2F * (float)i;
    }
    q[3 * 2 + 1] = 0; /* singular */
    q[3 * 4] = (float)NAN;
    x[3 * 7] = (float)INFINITY;
    const cdy_status status =
        cdy_batch_f32_forward_dynamics(r.model, batch, ROWS, q, NULL, x, NULL, general, expected, &reason);
    ck_assert_ok(cdy_batch_f32_specialize(batch, code, &error), error);
    ck_assert_int_eq(cdy_batch_f32_forward_dynamics(r.model, batch, ROWS, q, NULL, x, NULL, special, statuses, &other),
                     status);
    ck_assert_int_ne(status, CDY_OK);
    ck_assert_str_eq(other.text, reason.text);
    ck_assert_mem_eq(statuses, expected, sizeof expected);
    for (int i = 0; i < ROWS; i++) {
        ck_assert_int_eq(expected[i] != CDY_OK, i == 2 || i == 4 || i == 7);
        ck_assert_int_eq(isnan(special[3 * i]) != 0, expected[i] != CDY_OK);
        ck_assert(expected[i] || float_difference(special + 3 * i, general + 3 * i, 3) < 1e-3);
    }
    cdy_batch_f32_destroy(batch);
    cdy_specialization_destroy(code);
    free_robot(&r);
}
END_TEST

/* The results of a state are the same bits whatever the number of states in its block. */
START_TEST(missing_states_of_floats_change_no_bit)
{
    robot r = load_bundled_robot("universalUR5e");
    const cdy_specialize_options options = float_options(0);
    const float_states s = draw_floats(&r);
    static float_results all, one;
    cdy_specialization *code = specialize(r.model, &options);
    cdy_batch_f32 *batch = make_float_batch(&r, 0);
    const size_t n = (size_t)r.nv;
    cdy_error error;
    ck_assert_ok(cdy_batch_f32_specialize(batch, code, &error), error);
    compute_floats(&r, batch, &s, &all);
    for (size_t i = 0; i < STATES; i++) {
        ck_assert_ok(cdy_batch_f32_inverse_dynamics(r.model, batch, 1, s.q + i * n, s.qd + i * n, s.x + i * n, NULL,
                                                    one.tau, NULL, &error),
                     error);
        ck_assert_ok(cdy_batch_f32_mass_matrix(r.model, batch, 1, s.q + i * n, one.M, NULL, &error), error);
        ck_assert_mem_eq(one.tau, all.tau + i * n, n * sizeof *one.tau);
        ck_assert_mem_eq(one.M, all.M + i * n * n, n * n * sizeof *one.M);
    }
    cdy_batch_f32_destroy(batch);
    cdy_specialization_destroy(code);
    free_robot(&r);
}
END_TEST

START_TEST(options_of_floats_are_checked)
{
    static const struct {
        unsigned calls;
        int lanes;
        const char *said;
    } wrong[] = {{CDY_GENERATE_INVERSE_DYNAMICS_DERIVATIVES, 0, "calls over floats"},
                 {CDY_GENERATE_INVERSE_MASS_MATRIX, 0, "calls over floats"},
                 {1, 1, "1 lanes; expected of floats 4, 8 or 16"},
                 {1, 2, "2 lanes; expected of floats 4, 8 or 16"},
                 {1, 32, "32 lanes; expected of floats 4, 8 or 16"}};
    robot r = make_pendulum();
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        cdy_specialize_options options = float_options(wrong[i].lanes);
        options.calls = wrong[i].calls;
        check_refusal(r.model, &options, CDY_ERROR_ARGUMENT, wrong[i].said);
    }
    ck_assert_int_eq(compiler_runs(), 0);
    free_robot(&r);
}
END_TEST

/* Code over floats is for batches over floats alone, with its lanes, and other code for all others. */
START_TEST(code_is_for_its_numbers)
{
    robot r = make_pendulum(), other = make_chain();
    const cdy_specialize_options options = float_options(4);
    cdy_specialize_options of_doubles = usual_options();
    cdy_batch *doubles;
    cdy_error error;
    cdy_batch_f32 *four = make_float_batch(&r, 4), *foreign = make_float_batch(&other, 4);
    of_doubles.calls = float_calls;
    of_doubles.lanes = 4;
    ck_assert_ok(cdy_batch_create(r.model, NULL, &doubles, &error), error);
    cdy_specialization *code = specialize(r.model, &options);
    cdy_specialization *double_code = NULL;
    ck_assert_int_eq(compiler_runs(), 1);
    ck_assert_fails(cdy_workspace_specialize(r.work, code, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_ptr_nonnull(strstr(error.text, "the code is over floats, the workspace is over doubles"));
    ck_assert_fails(cdy_batch_specialize(doubles, code, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_batch_f32_specialize(NULL, code, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_batch_f32_specialize(foreign, code, &error), CDY_ERROR_ARGUMENT, error);
    if (cdy_specialize(r.model, &of_doubles, &double_code, NULL) == CDY_OK) { /* the machine has four lanes */
        ck_assert_int_eq(compiler_runs(), 2);
        ck_assert_fails(cdy_batch_f32_specialize(four, double_code, &error), CDY_ERROR_ARGUMENT, error);
        ck_assert_ptr_nonnull(strstr(error.text, "the code is over doubles, the batch is over floats"));
        cdy_specialization_destroy(double_code);
        cdy_batch_f32 *most = make_float_batch(&r, 8);
        ck_assert_fails(cdy_batch_f32_specialize(most, code, &error), CDY_ERROR_ARGUMENT, error);
        ck_assert_ptr_nonnull(strstr(error.text, "4 lanes"));
        cdy_batch_f32_destroy(most);
    }
    cdy_batch_destroy(doubles);
    cdy_batch_f32_destroy(four);
    cdy_batch_f32_destroy(foreign);
    cdy_specialization_destroy(code);
    free_robot(&r);
    free_robot(&other);
}
END_TEST

/* Code over floats that is wrong or lacks a function. */
START_TEST(float_code_is_tried)
{
    static const struct {
        const char *function, *result, *said;
    } rows[] = {{"inverse_dynamics", "tau", "inverse dynamics"},
                {"articulated_bodies", "qdd", "forward dynamics"},
                {"mass_matrix", "M", "the mass matrix"},
                {"inverse_dynamics_products", "by_qdd", "product with derivatives of inverse"},
                {"forward_dynamics_products", "by_tau", "product with derivatives of forward"}};
    robot r = load_bundled_robot("universalUR5e");
    const cdy_specialize_options options = float_options(4);
    char text[256], path[PATH_SIZE];
    put_changing_compiler(rows[_i].function, 4, "");
    cdy_specialization_destroy(specialize(r.model, &options));
    ck_assert_int_eq(count_code(path), 1);
    ck_assert_int_eq(remove(path), 0);
    snprintf(text, sizeof text, "%s[0] *= 1.05f", rows[_i].result);
    put_changing_compiler(rows[_i].function, 4, text);
    check_refusal(r.model, &options, CDY_ERROR_NUMERIC, rows[_i].said);
    snprintf(text, sizeof text, "exec \"$COMPILER\" -Dcode_%s_4=other \"$@\" -O0\n", rows[_i].function);
    put_compiler(text);
    check_refusal(r.model, &options, CDY_ERROR_IO, "lacks a function that it is to have");
    ck_assert_int_eq(count_code(path), 0);
    free_robot(&r);
}
END_TEST

/* A compiler without a path is looked for in the folders of PATH that begin at the root; files that cannot be started
 * are passed over. Without a name, or with an empty one in CC, it is cc. */
START_TEST(the_path_has_the_compiler)
{
    robot r = load_bundled_robot("universalUR5e");
    cdy_specialize_options options = usual_options();
    char paths[4 * PATH_SIZE], folder[PATH_SIZE], *usual = getenv("PATH");
    char *real = output_of("printf %%s \"$(command -v \"$COMPILER\")\"");
    setenv("COMPILER", real, 1);
    free(real);
    options.calls = CDY_GENERATE_MASS_MATRIX;
    path_in_folder(folder, sizeof folder, "");
    free(output_of("cp compiler cc && chmod 600 compiler && mkdir here later && cp cc here/condyle-cc && "
                   "cp cc later/condyle-cc && echo exit 1 > here/condyle-cc && touch condyle-cc"));
    ck_assert_int_eq(chdir(folder), 0);
    snprintf(paths, sizeof paths, "here::%s:%snone:%slater:%s", folder, folder, folder, usual ? usual : "");
    setenv("PATH", paths, 1);
    options.compiler = "condyle-cc -O0";
    cdy_specialization_destroy(specialize(r.model, &options));
    ck_assert_int_eq(compiler_runs(), 1);
    options.compiler = NULL;
    setenv("CC", "", 1);
    cdy_specialization_destroy(specialize(r.model, &options));
    ck_assert_int_eq(compiler_runs(), 2);
    unsetenv("CC");
    cdy_specialization *code = specialize(r.model, &options);
    ck_assert(cdy_specialization_is_cached(code));
    cdy_specialization_destroy(code);
    setenv("PATH", "here:.", 1);
    options.compiler = "condyle-cc -O0";
    check_refusal(r.model, &options, CDY_ERROR_UNSUPPORTED, "no compiler 'condyle-cc'");
    setenv("PATH", paths, 1);
    ck_assert_int_eq(chdir("/"), 0);
    free(output_of("rm -r here later"));
    free_robot(&r);
}
END_TEST

/* Folders with names of all lengths: the path that is started is whole. */
START_TEST(paths_of_any_length_are_whole)
{
    robot r = load_bundled_robot("universalUR5e");
    cdy_specialize_options options = usual_options();
    char folder[PATH_SIZE], path[2 * PATH_SIZE], name[] = "123456789012345678";
    options.calls = CDY_GENERATE_MASS_MATRIX;
    options.compiler = "compiler";
    put_compiler("exit 1\n");
    for (int length = (int)strlen(name); length > 0; length--) {
        name[length] = '\0';
        free(output_of("mkdir %s && cp compiler %s/compiler", name, name));
        snprintf(path, sizeof path, "%s:%s", path_in_folder(folder, sizeof folder, name), "/usr/bin:/bin");
        setenv("PATH", path, 1);
        check_refusal(r.model, &options, CDY_ERROR_IO, "the compiler 'compiler' failed");
        ck_assert_int_eq(compiler_runs(), (int)sizeof name - length);
        free(output_of("rm -r %s", name));
    }
    free_robot(&r);
}
END_TEST

/* The compiler gets the options that the kernels are compiled with, for the instructions of the lanes at hand. */
START_TEST(the_compiler_gets_its_options)
{
    static const char *const machine[] = {"",
                                          "",
                                          "",
                                          "",
                                          " -mavx2 -mfma",
                                          "",
                                          "",
                                          "",
                                          " -mavx512f -mavx512dq -mavx512vl -mfma -mprefer-vector-width=512"};
    robot r = make_pendulum();
    cdy_specialize_options options = usual_options();
    const cdy_batch_options most = cdy_batch_options_default();
    cdy_batch *batch;
    cdy_error error;
    char expected[512];
    options.calls = CDY_GENERATE_MASS_MATRIX;
    put_compiler("echo \"$@\" > \"${0%/*}/words\"\nexec \"$COMPILER\" \"$@\" -O0\n");
    cdy_specialization_destroy(specialize(r.model, &options));
    ck_assert_ok(cdy_batch_create(r.model, &most, &batch, &error), error);
    const int lanes = cdy_batch_lanes(batch);
#ifdef __x86_64__
    const char *instructions = machine[lanes];
#else
    const char *instructions = machine[0];
#endif
    snprintf(expected, sizeof expected,
             "-O2 -w -fPIC -shared -fno-math-errno -fno-trapping-math -fno-tree-slp-vectorize "
             "-ffp-contract=fast%s code.c -o code.so -lm\n",
             instructions);
    char *words = output_of("sed 's/-ffp-contract=off/-ffp-contract=fast/; s,/[^ ]*/code,code,g' words");
    ck_assert_str_eq(words, expected);
    free(words);
    cdy_batch_destroy(batch);
    free_robot(&r);
}
END_TEST

#ifdef __linux__
/* The signals of a line of /proc/self/status, of which `line` is the name. */
static unsigned long long signals_of(const char *status, const char *line)
{
    const char *found = strstr(status, line);
    ck_assert_ptr_nonnull(found);
    return strtoull(found + strlen(line), NULL, 16);
}

/* The compiler reads nothing and can be ended, whatever the program ignores or blocks; the program itself still ignores
 * and blocks the same. */
START_TEST(the_compiler_starts_with_usual_signals)
{
    static const int ignored[] = {SIGPIPE, SIGINT, SIGTERM};
    robot r = make_pendulum();
    cdy_specialize_options options = usual_options();
    sigset_t blocked, before, after;
    int input[2];
    options.calls = CDY_GENERATE_MASS_MATRIX;
    put_compiler("cat /proc/self/status > \"${0%/*}/status\"\nif read word; then exit 4; fi\n"
                 "exec \"$COMPILER\" \"$@\" -O0\n");
    ck_assert(pipe(input) == 0 && dup2(input[0], STDIN_FILENO) == STDIN_FILENO && write(input[1], "word\n", 5) == 5);
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) {
        signal(ignored[i], SIG_IGN);
    }
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGUSR1);
    sigaddset(&blocked, SIGTERM);
    ck_assert_int_eq(sigprocmask(SIG_BLOCK, &blocked, &before), 0);
    cdy_specialization_destroy(specialize(r.model, &options));
    ck_assert_int_eq(sigprocmask(SIG_SETMASK, &before, &after), 0);
    ck_assert(sigismember(&after, SIGUSR1) && sigismember(&after, SIGTERM) && !sigismember(&after, SIGUSR2));
    char *status = get_file("status", NULL);
    ck_assert_uint_eq(signals_of(status, "SigBlk:"), 0);
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) {
        ck_assert_msg(!(signals_of(status, "SigIgn:") >> (ignored[i] - 1) & 1), "signal %d is ignored", ignored[i]);
    }
    free(status);
    close(input[0]);
    close(input[1]);
    free_robot(&r);
}
END_TEST

/* The process that watches a program has none of its files, and no signal but SIGKILL ends it. */
START_TEST(the_guardian_has_no_files_and_no_signals)
{
    robot r = make_pendulum();
    const cdy_specialize_options options = usual_options();
    int pids[2], result;
    put_endless_compiler();
    const pid_t process = start_specializing(&r, &options);
    read_pids(pids);
    const pid_t guardian = getpgid(pids[0]);
    ck_assert(guardian != process && guardian != getpgid(0) && guardian != pids[0] && getpgid(pids[1]) == guardian);
    char *files = output_of("ls /proc/%d/fd | wc -l", (int)guardian);
    ck_assert_str_eq(files, "0\n");
    free(files);
    ck_assert_int_eq(kill(guardian, SIGTERM), 0);
    ck_assert_int_eq(kill(guardian, SIGUSR1), 0);
    pause_shortly();
    ck_assert(is_running(guardian));
    ck_assert_int_eq(kill(process, SIGKILL), 0);
    ck_assert_int_eq(waitpid(process, &result, 0), process);
    wait_for_removal();
    free_robot(&r);
}
END_TEST
#endif

/* As many words as a command line of the compiler can have, and one more. */
START_TEST(a_compiler_may_have_sixteen_words)
{
    robot r = load_bundled_robot("universalUR5e");
    cdy_specialize_options options = usual_options();
    char words[2 * PATH_SIZE];
    int length = snprintf(words, sizeof words, "%s", options.compiler);
    for (int i = 1; i < 16; i++) {
        length += snprintf(words + length, sizeof words - (size_t)length, " -DW%d", i);
    }
    options.compiler = words;
    options.calls = CDY_GENERATE_MASS_MATRIX;
    put_compiler("[ \"$1 ${15}\" = '-DW1 -DW15' ] || exit 1\n"
                 "exec \"$COMPILER\" \"$@\" -O0\n");
    cdy_specialization_destroy(specialize(r.model, &options));
    snprintf(words + length, sizeof words - (size_t)length, " -DW16");
    check_refusal(r.model, &options, CDY_ERROR_UNSUPPORTED, "more than 16 words");
    ck_assert_int_eq(compiler_runs(), 1);
    free_robot(&r);
}
END_TEST

/* Puts a function that the compiler makes inverse dynamics of; `statement` follows the computation of tau. */
static void put_torques(const char *statement)
{
    char text[1024];
    snprintf(text, sizeof text,
             "int unchanged(const double *q, const double *qd, const double *qdd, double *tau);\n"
             "int code_inverse_dynamics_1(const double *q, const double *qd, const double *qdd, double *tau)\n{\n"
             "    const int done = unchanged(q, qd, qdd, tau);\n    %s\n    return done;\n}\n",
             statement);
    put_file("torques.c", text);
}

/* Code that ends the process, or gives wrong numbers, when it is tried is not found the next time, with the same
 * compiler: a repaired one makes code that can be used. */
START_TEST(code_that_fails_its_trial_is_not_kept)
{
    robot r = load_bundled_robot("universalUR5e");
    const cdy_specialize_options options = usual_options();
    char script[2048], file[PATH_SIZE], path[PATH_SIZE];
    int result;
    path_in_folder(file, sizeof file, "torques.c");
    snprintf(script, sizeof script,
             "\"$COMPILER\" -O0 -fPIC -c '%s' -o '%s.o' || exit 1\n"
             "exec \"$COMPILER\" -Dcode_inverse_dynamics_1=unchanged '%s.o' \"$@\" -O0\n",
             file, file, file);
    put_compiler(script);
    put_torques("__builtin_trap();");
    const pid_t process = start_specializing(&r, &options);
    ck_assert_int_eq(waitpid(process, &result, 0), process);
    ck_assert(WIFSIGNALED(result));
    wait_for_removal();
    ck_assert_int_eq(count_code(path), 0);
    put_torques("tau[1] *= 1.001;");
    check_refusal(r.model, &options, CDY_ERROR_NUMERIC, "differs from the general call");
    ck_assert_int_eq(count_code(path), 0);
    put_torques("");
    cdy_specialization *code = specialize(r.model, &options);
    ck_assert(!cdy_specialization_is_cached(code));
    ck_assert_int_eq(compiler_runs(), 3);
    ck_assert_int_eq(count_code(path), 1);
    cdy_specialization_destroy(code);
    free_robot(&r);
}
END_TEST

/* ---- the cache ---- */

/* Without XDG_CACHE_HOME, or where it is no absolute path, the cache is below HOME; folders on the way are made. */
START_TEST(the_cache_is_below_home)
{
    robot r = load_bundled_robot("universalUR5e");
    cdy_specialize_options options = usual_options();
    char home[PATH_SIZE];
    setenv("HOME", path_in_folder(home, sizeof home, "home"), 1);
    free(output_of("mkdir home"));
    options.calls = CDY_GENERATE_MASS_MATRIX;
    options.cache = NULL;
    unsetenv("XDG_CACHE_HOME");
    cdy_specialization_destroy(specialize(r.model, &options));
    setenv("XDG_CACHE_HOME", "home/elsewhere", 1);
    cdy_specialization *code = specialize(r.model, &options);
    ck_assert(cdy_specialization_is_cached(code));
    cdy_specialization_destroy(code);
    setenv("HOME", "home", 1);
    check_refusal(r.model, &options, CDY_ERROR_IO, "neither XDG_CACHE_HOME nor HOME");
    snprintf(home + strlen(home), sizeof home - strlen(home), "/made/twice///");
    options.cache = home;
    cdy_specialization_destroy(specialize(r.model, &options));
    char *found = output_of("ls -A home && stat -c %%a home/.cache home/.cache/condyle home/made home/made/twice && "
                            "ls home/.cache/condyle home/made/twice | grep -c so && rm -r home");
    ck_assert_str_eq(found, ".cache\nmade\n700\n700\n700\n700\n2\n");
    free(found);
    free_robot(&r);
}
END_TEST

/* The limit of the code's size holds for code in the cache as well, which stays there for larger limits. */
START_TEST(the_limit_holds_for_cached_code)
{
    robot r = load_bundled_robot("universalUR5e");
    cdy_specialize_options options = usual_options();
    char path[PATH_SIZE];
    cdy_error fresh, cached;
    cdy_specialization *code;
    options.calls = CDY_GENERATE_MASS_MATRIX;
    options.most_bytes = 100;
    ck_assert_fails(cdy_specialize(r.model, &options, &code, &fresh), CDY_ERROR_UNSUPPORTED, fresh);
    options.most_bytes = 0;
    cdy_specialization_destroy(specialize(r.model, &options));
    ck_assert_int_eq(compiler_runs(), 1);
    options.most_bytes = 100;
    ck_assert_fails(cdy_specialize(r.model, &options, &code, &cached), CDY_ERROR_UNSUPPORTED, cached);
    ck_assert_ptr_null(code);
    ck_assert_str_eq(cached.text, fresh.text);
    ck_assert_int_eq(count_code(path), 1);
    options.most_bytes = 1000000;
    code = specialize(r.model, &options);
    ck_assert(cdy_specialization_is_cached(code));
    ck_assert_int_eq(compiler_runs(), 1);
    cdy_specialization_destroy(code);
    free_robot(&r);
}
END_TEST

/* A folder with files that has the name of the code, which cannot be replaced. */
START_TEST(a_folder_in_place_of_code_is_named)
{
    robot r = load_bundled_robot("universalUR5e");
    cdy_specialize_options options = usual_options();
    char path[PATH_SIZE];
    cdy_specialization *code;
    cdy_error error;
    options.calls = CDY_GENERATE_MASS_MATRIX;
    cdy_specialization_destroy(specialize(r.model, &options));
    ck_assert_int_eq(count_code(path), 1);
    free(output_of("rm '%s'; mkdir '%s'; touch '%s/file'", path, path, path));
    ck_assert_fails(cdy_specialize(r.model, &options, &code, &error), CDY_ERROR_IO, error);
    ck_assert_ptr_null(code);
    ck_assert_ptr_nonnull(strstr(path, error.file));
    ck_assert_ptr_nonnull(strstr(error.text, "a folder is in the place of the compiled code; remove it"));
    free(output_of("rm -r '%s'", path));
    cdy_specialization_destroy(specialize(r.model, &options));
    ck_assert_int_eq(count_code(path), 1);
    free_robot(&r);
}
END_TEST

START_TEST(code_is_compiled_once)
{
    robot r = load_bundled_robot("universalUR5e");
    cdy_specialize_options options = usual_options();
    const double moon[3] = {0, 0, -1.62};
    cdy_error error;
    cdy_specialization *first = specialize(r.model, &options), *second = specialize(r.model, &options);
    ck_assert_int_eq(compiler_runs(), 1);
    ck_assert(!cdy_specialization_is_cached(first) && cdy_specialization_is_cached(second));
    cdy_specialization_destroy(first);
    ck_assert_ok(cdy_workspace_specialize(r.work, second, &error), error);
    (void)first_torque(&r, NULL);
    cdy_specialization_destroy(second);
    options.calls = CDY_GENERATE_MASS_MATRIX;
    cdy_specialization_destroy(specialize(r.model, &options));
    ck_assert_int_eq(compiler_runs(), 2);
    options.angle_tolerance = 1e-9;
    cdy_specialization_destroy(specialize(r.model, &options));
    ck_assert_int_eq(compiler_runs(), 3);
    options.lanes = 1;
    cdy_specialization_destroy(specialize(r.model, &options));
    ck_assert_int_eq(compiler_runs(), 4);
    ck_assert_ok(cdy_model_set_gravity(r.model, moon, &error), error);
    cdy_specialization_destroy(specialize(r.model, &options));
    ck_assert_int_eq(compiler_runs(), 5);
    put_compiler("# another one\nexec \"$COMPILER\" \"$@\" -O0\n");
    cdy_specialization_destroy(specialize(r.model, &options));
    ck_assert_int_eq(compiler_runs(), 6);
    cdy_specialization_destroy(specialize(r.model, &options));
    ck_assert_int_eq(compiler_runs(), 6);
    free_robot(&r);
}
END_TEST

/* Code is for one compiler: its words, its path and its time. */
START_TEST(another_compiler_makes_other_code)
{
    static const char *const changes[] = {"true", "cp -p compiler other", "touch -d '2001-02-03 04:05:06' compiler"};
    robot r = make_pendulum();
    cdy_specialize_options options = usual_options();
    char words[2 * PATH_SIZE], other[2 * PATH_SIZE], path[PATH_SIZE];
    const char *const lines[] = {words, other, words};
    options.calls = CDY_GENERATE_MASS_MATRIX;
    snprintf(words, sizeof words, "%s -DONE", options.compiler);
    snprintf(other, sizeof other, "%s -DONE", path_in_folder(path, sizeof path, "other"));
    cdy_specialization_destroy(specialize(r.model, &options));
    for (int i = 0; i < 3; i++) {
        free(output_of("%s", changes[i]));
        options.compiler = lines[i];
        cdy_specialization_destroy(specialize(r.model, &options));
        ck_assert_int_eq(compiler_runs(), 2 + i);
    }
    ck_assert_int_eq(count_code(path), 4);
    free_robot(&r);
}
END_TEST

/* FNV-1a of the number `bytes` and of a file, as the names of files have it. */
static uint64_t checksum(uint64_t bytes, const char *content, size_t size)
{
    uint64_t a = 14695981039346656037u, b = 11400714819323198485u;
    for (size_t i = 0; i < sizeof bytes + size; i++) {
        unsigned char byte[sizeof bytes];
        memcpy(byte, &bytes, sizeof bytes);
        const unsigned char next = i < sizeof bytes ? byte[i] : (unsigned char)content[i - sizeof bytes];
        a = (a ^ next) * 1099511628211u;
        b = (b ^ next) * 18397679294719823053u;
        b ^= b >> 32;
    }
    return a ^ b;
}

/* KEY-BYTES-SUM.so, the key of 32 digits and the sum, which is of the content, of 16; the file is its user's alone. */
START_TEST(the_name_has_the_sum_of_the_code)
{
    robot r = make_pendulum();
    cdy_specialize_options options = usual_options();
    char path[PATH_SIZE], end[64];
    unsigned long long bytes;
    size_t size;
    struct stat info;
    const mode_t mask = umask(0);
    options.calls = CDY_GENERATE_MASS_MATRIX;
    cdy_specialization_destroy(specialize(r.model, &options));
    umask(mask);
    ck_assert_int_eq(count_code(path), 1);
    const char *name = strrchr(path, '/') + 1;
    ck_assert_uint_eq(strspn(name, "0123456789abcdef"), 32);
    ck_assert_int_eq(sscanf(name + 32, "-%llx-", &bytes), 1);
    char *content = get_file(name, &size);
    snprintf(end, sizeof end, "-%llx-%016llx.so", bytes, (unsigned long long)checksum(bytes, content, size));
    ck_assert_str_eq(name + 32, end);
    ck_assert_int_eq(stat(path, &info), 0);
    ck_assert_uint_eq(info.st_mode & 07777, 0600);
    free(content);
    free_robot(&r);
}
END_TEST

/* As root: a process with the rights of another user or group does not choose a compiler. */
START_TEST(other_rights_are_refused)
{
    robot r = make_pendulum();
    cdy_specialize_options options = usual_options();
    options.compiler = "sh"; /* others may start it */
    ck_assert_int_eq(setegid(65534), 0);
    check_refusal(r.model, &options, CDY_ERROR_UNSUPPORTED, "other rights than the user who started it");
    ck_assert(setegid(getgid()) == 0 && seteuid(65534) == 0);
    check_refusal(r.model, &options, CDY_ERROR_UNSUPPORTED, "other rights than the user who started it");
    ck_assert_int_eq(seteuid(0), 0);
    ck_assert_int_eq(compiler_runs(), 0);
    free_robot(&r);
}
END_TEST

static const char *const breakages[] = {
    "printf '\\377' | dd of=\"$f\" bs=1 seek=3000 conv=notrunc 2>/dev/null", /* a byte changed */
    ": > \"$f\"",                                                            /* empty */
    "truncate -s 4000 \"$f\"",                                               /* cut */
    "mv \"$f\" other; ln -s other \"$f\"",                                   /* a link to the right content */
    "chmod 620 \"$f\"",                                                      /* the group may write */
    "chmod 602 \"$f\"",                                                      /* others may write */
    "rm \"$f\"; mkfifo \"$f\"",                                              /* no file */
};

START_TEST(broken_files_are_compiled_anew)
{
    robot r = load_bundled_robot("universalUR5e");
    cdy_specialize_options options = usual_options();
    options.calls = CDY_GENERATE_INVERSE_DYNAMICS;
    char path[PATH_SIZE];
    cdy_specialization_destroy(specialize(r.model, &options));
    ck_assert_int_eq(count_code(path), 1);
    free(output_of("f='%s'; %s", path, breakages[_i]));
    cdy_specialization *code = specialize(r.model, &options);
    ck_assert_int_eq(compiler_runs(), 2);
    ck_assert(!cdy_specialization_is_cached(code));
    compare_calls(&r, &options, 1e-12);
    ck_assert_int_eq(compiler_runs(), 2);
    ck_assert_int_eq(count_code(path), 1);
    cdy_specialization_destroy(code);
    free_robot(&r);
}
END_TEST

/* As root: a file of another user's, with the right checksum. */
START_TEST(files_of_others_are_not_loaded)
{
    robot r = load_bundled_robot("universalUR5e");
    const cdy_specialize_options options = usual_options();
    char path[PATH_SIZE];
    cdy_specialization_destroy(specialize(r.model, &options));
    ck_assert_int_eq(count_code(path), 1);
    ck_assert_int_eq(chown(path, 65534, 65534), 0);
    cdy_specialization *code = specialize(r.model, &options);
    ck_assert(!cdy_specialization_is_cached(code));
    ck_assert_int_eq(compiler_runs(), 2);
    cdy_specialization_destroy(code);
    ck_assert_int_eq(chown(options.cache, 65534, 65534), 0);
    check_refusal(r.model, &options, CDY_ERROR_IO, "belongs to user 65534");
    ck_assert_int_eq(compiler_runs(), 2);
    ck_assert_int_eq(chown(options.cache, 0, 0), 0);
    free_robot(&r);
}
END_TEST

START_TEST(open_folders_are_refused)
{
    robot r = load_bundled_robot("universalUR5e");
    cdy_specialize_options options = usual_options();
    char below[PATH_SIZE], *whole = strdup(options.cache);
    const mode_t open[] = {0755, 0710, 0701, 0740, 0704};
    for (size_t i = 0; i < sizeof open / sizeof open[0]; i++) {
        char said[16];
        snprintf(said, sizeof said, "mode %o", (unsigned)open[i]);
        ck_assert_int_eq(chmod(options.cache, open[i]), 0);
        check_refusal(r.model, &options, CDY_ERROR_IO, said);
    }
    options.cache = path_in_folder(below, sizeof below, "below");
    const mode_t writable[] = {0777, 0720, 0702};
    for (size_t i = 0; i < sizeof writable / sizeof writable[0]; i++) {
        ck_assert_int_eq(chmod(whole, writable[i]), 0);
        check_refusal(r.model, &options, CDY_ERROR_IO, "others may write");
    }
    ck_assert_int_eq(rmdir(below), 0);
    ck_assert_int_eq(chmod(whole, 0700), 0);
    options.cache = path_in_folder(below, sizeof below, "compiler");
    check_refusal(r.model, &options, CDY_ERROR_IO, "is no folder");
    options.cache = path_in_folder(below, sizeof below, "a/b/c");
    check_refusal(r.model, &options, CDY_ERROR_IO, "cannot make");
    options.cache = NULL;
    unsetenv("XDG_CACHE_HOME");
    unsetenv("HOME");
    check_refusal(r.model, &options, CDY_ERROR_IO, "neither XDG_CACHE_HOME nor HOME");
    ck_assert_int_eq(compiler_runs(), 0);
    free(whole);
    free_robot(&r);
}
END_TEST

/* Processes that begin at once with an empty cache. */
START_TEST(processes_share_the_cache)
{
    enum { PROCESSES = 3 };
    robot r = load_bundled_robot("universalUR5e");
    cdy_specialize_options options = usual_options();
    options.calls = CDY_GENERATE_INVERSE_DYNAMICS | CDY_GENERATE_MASS_MATRIX;
    pid_t processes[PROCESSES];
    char path[PATH_SIZE];
    for (int i = 0; i < PROCESSES; i++) {
        processes[i] = fork();
        ck_assert_int_ge(processes[i], 0);
        if (processes[i] == 0) {
            cdy_specialization *code;
            cdy_error error;
            const bool fine =
                !cdy_specialize(r.model, &options, &code, &error) && !cdy_workspace_specialize(r.work, code, &error);
            _exit(fine && isfinite(first_torque(&r, NULL)) ? 0 : 1);
        }
    }
    for (int i = 0; i < PROCESSES; i++) {
        int result;
        ck_assert_int_eq(waitpid(processes[i], &result, 0), processes[i]);
        ck_assert_int_eq(result, 0);
    }
    ck_assert_int_ge(count_code(path), 1);
    const int runs = compiler_runs();
    cdy_specialization *code = specialize(r.model, &options);
    ck_assert(cdy_specialization_is_cached(code));
    ck_assert_int_eq(compiler_runs(), runs);
    cdy_specialization_destroy(code);
    free_robot(&r);
}
END_TEST

/* Each allocation fails in turn, with the code in the cache: the call fails, or does without the memory. */
START_TEST(memory_may_run_out)
{
    robot r = load_bundled_robot("universalUR5e");
    cdy_specialize_options options = usual_options();
    options.calls = CDY_GENERATE_MASS_MATRIX;
    cdy_specialization *code = specialize(r.model, &options);
    cdy_specialization_destroy(code);
    size_t number = 0;
    bool failed = true;
    while (failed) {
        ck_assert_uint_lt(number, 2000);
        heap_fail_at(++number);
        const cdy_status status = cdy_specialize(r.model, &options, &code, NULL);
        failed = heap_has_failed();
        heap_fail_at(0);
        ck_assert_msg(status == CDY_OK || failed, "failed by itself at allocation %zu", number);
        ck_assert_int_eq(code != NULL, status == CDY_OK);
        cdy_specialization_destroy(code);
    }
    ck_assert_uint_gt(number, 5);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("specialize");
    TCase *tests = tcase_create("specialize");
    char *legged = reference_path("corpus/robots/unitree-a1.urdf");
    tcase_add_checked_fixture(tests, set_up, close_folder);
    tcase_set_timeout(tests, 300);
    tcase_add_loop_test(tests, arms_have_the_same_results, 0, 2);
    tcase_add_test(tests, rounded_angles_change_results_a_little);
    tcase_add_test(tests, every_joint_type_has_the_same_results);
    tcase_add_test(tests, derivatives_may_vanish);
    add_or_skip(tests, a_legged_robot_has_the_same_results, 0, 1, legged ? NULL : "no reference robots");
    tcase_add_test(tests, drives_and_payloads_act);
    tcase_add_test(tests, what_the_code_lacks_is_general);
    tcase_add_test(tests, some_derivatives_are_general);
    tcase_add_test(tests, other_functions_are_general);
    add_or_skip(tests, calls_do_not_allocate, 0, 1, heap_is_counted() ? NULL : "the heap is not counted here");
    tcase_add_test(tests, states_fail_as_before);
    tcase_add_test(tests, large_angles_have_the_same_results);
    tcase_add_loop_test(tests, missing_states_change_no_bit, 0, 2); /* M and its inverse */
    tcase_add_loop_test(tests, rows_fail_as_before, 0, sizeof many_calls / sizeof *many_calls);
    tcase_add_test(tests, robots_without_code_are_refused);
    tcase_add_test(tests, options_are_checked);
    tcase_add_test(tests, options_may_be_at_their_limits);
    tcase_add_test(tests, code_is_for_its_model_and_lanes);
    tcase_add_test(tests, no_compiler_leaves_calls_general);
    tcase_add_test(tests, the_environment_names_compiler_and_cache);
    tcase_add_test(tests, messages_of_the_compiler_are_told);
    tcase_add_loop_test(tests, strange_results_are_told, 0, sizeof strange_results / sizeof strange_results[0]);
    tcase_add_test(tests, a_compiler_that_hangs_is_ended);
    tcase_add_test(tests, a_wrapped_compiler_that_hangs_is_ended);
    tcase_add_loop_test(tests, a_compiler_ends_with_its_process, 0, sizeof deaths / sizeof deaths[0]);
    tcase_add_test(tests, wrong_code_is_refused);
    tcase_add_loop_test(tests, each_function_is_tried, 0, 4);
    tcase_add_test(tests, the_trial_takes_rounding_for_right);
    tcase_add_loop_test(tests, each_state_is_tried, 0, sizeof tried / sizeof tried[0]);
    tcase_add_loop_test(tests, the_states_of_the_trial_have_no_zeros, 0, sizeof tried / sizeof tried[0]);
    tcase_add_test(tests, results_may_be_zero);
    tcase_add_test(tests, no_descriptor_stays_open);
    tcase_add_test(tests, each_function_is_missed);
    tcase_add_test(tests, the_compiler_gets_its_options);
#ifdef __linux__
    tcase_add_test(tests, the_compiler_starts_with_usual_signals);
    tcase_add_test(tests, the_guardian_has_no_files_and_no_signals);
#endif
    tcase_add_test(tests, another_compiler_makes_other_code);
    tcase_add_test(tests, the_name_has_the_sum_of_the_code);
    tcase_add_loop_test(tests, floats_have_the_same_results, 0, 3);
    tcase_add_test(tests, large_angles_of_floats_have_the_same_results);
    tcase_add_test(tests, what_float_code_lacks_is_general);
    tcase_add_test(tests, rows_of_floats_fail_as_before);
    tcase_add_test(tests, missing_states_of_floats_change_no_bit);
    tcase_add_test(tests, options_of_floats_are_checked);
    tcase_add_test(tests, code_is_for_its_numbers);
    tcase_add_loop_test(tests, float_code_is_tried, 0, 5);
    tcase_add_test(tests, the_path_has_the_compiler);
    tcase_add_test(tests, paths_of_any_length_are_whole);
    tcase_add_test(tests, a_compiler_may_have_sixteen_words);
    tcase_add_test(tests, the_cache_is_below_home);
    tcase_add_test(tests, code_that_fails_its_trial_is_not_kept);
    tcase_add_test(tests, the_limit_holds_for_cached_code);
    tcase_add_test(tests, a_folder_in_place_of_code_is_named);
    tcase_add_test(tests, code_is_compiled_once);
    tcase_add_loop_test(tests, broken_files_are_compiled_anew, 0, sizeof breakages / sizeof breakages[0]);
    add_or_skip(tests, files_of_others_are_not_loaded, 0, 1,
                geteuid() == 0 ? NULL : "only root can give files to others");
    add_or_skip(tests, other_rights_are_refused, 0, 1, geteuid() == 0 ? NULL : "only root can take other rights");
    tcase_add_test(tests, open_folders_are_refused);
    tcase_add_test(tests, processes_share_the_cache);
    add_or_skip(tests, memory_may_run_out, 0, 1, heap_is_counted() ? NULL : "the heap is not counted here");
    suite_add_tcase(suite, tests);
    free(legged);
    return run_suites(suite, NULL);
}
