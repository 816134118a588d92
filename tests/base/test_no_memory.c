/* Each allocation in turn fails: every call reports the failure, leaves its arguments unchanged, and leaks no block. */
#include "support/allocation.h"
#include "support/compare.h"
#include "support/robot.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_ALLOCATIONS = 100000 };

/* Runs a call, of which the n-th allocation fails, frees its result, and returns its status. */
typedef cdy_status attempt(const void *context, cdy_error *error);

/* Runs an attempt with the first, the second, ... allocation failing until the attempt succeeds, and checks each. Where
 * `lenient`, an attempt may succeed without the memory, since a library below can do without it. */
static void exhaust(attempt *run, const void *context, size_t least, bool lenient)
{
    cdy_error error = {0};
    size_t number = 0;
    bool done = false;
    ck_assert_ok(run(context, &error), error);
    while (!done) {
        ck_assert_uint_lt(number, MOST_ALLOCATIONS);
        /* The first run allocates blocks that libraries keep, such as libxml2's last message. */
        heap_fail_at(++number);
        run(context, &error);
        memset(&error, 0, sizeof error);
        heap_counts before = heap_count();
        heap_fail_at(number);
        cdy_status status = run(context, &error);
        done = !heap_has_failed();
        heap_fail_at(0);
        heap_counts after = heap_count();
        bool well = done || (lenient && status == CDY_OK);
        ck_assert_msg(status == (well ? CDY_OK : CDY_ERROR_MEMORY),
                      "allocation %zu failed, and the call came to: %s: %s", number, cdy_status_text(status),
                      error.text);
        ck_assert_msg(well || strcmp(error.text, "out of memory") == 0, "the text is '%s'", error.text);
        ck_assert_msg(after.live == before.live, "allocation %zu failed, and %zd blocks were lost", number,
                      (ssize_t)(after.live - before.live));
    }
    ck_assert_uint_gt(number, least);
}

static cdy_tree *make_sample(void)
{
    cdy_tree *tree = make_tree("base", 9.81);
    cdy_body body = make_body("arm", "shoulder", CDY_JOINT_REVOLUTE);
    body.joint.limit = (cdy_limit){true, -1, 1, 50, 2};
    set_inertial(&body, 1, 0.5, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
    add_body(tree, &body, "base");
    body = make_body("hand", "wrist", CDY_JOINT_REVOLUTE);
    body.joint.mimic = (cdy_mimic){"shoulder", 1, 0};
    add_body(tree, &body, "arm");
    return tree;
}

static cdy_status create_tree(const void *context, cdy_error *error)
{
    cdy_body base = make_body("base", NULL, CDY_JOINT_FIXED);
    cdy_tree *tree = NULL;
    cdy_status status = cdy_tree_create(context, &base, &tree, error);
    bool nothing = tree == NULL;
    cdy_tree_destroy(tree);
    return status && !nothing ? CDY_ERROR_ARGUMENT : status;
}

START_TEST(a_tree_is_made_or_not)
{
    exhaust(create_tree, "robot", 2, false);
}
END_TEST

static cdy_status create_model(const void *context, cdy_error *error)
{
    cdy_model *model = NULL;
    cdy_status status = cdy_model_create(context, &model, error);
    bool nothing = model == NULL;
    cdy_model_destroy(model);
    return status && !nothing ? CDY_ERROR_ARGUMENT : status;
}

static cdy_status create_workspace(const void *context, cdy_error *error)
{
    cdy_workspace *work = NULL;
    cdy_status status = cdy_workspace_create(context, &work, error);
    bool nothing = work == NULL;
    cdy_workspace_destroy(work);
    return status && !nothing ? CDY_ERROR_ARGUMENT : status;
}

START_TEST(a_model_and_a_workspace_are_made_or_not)
{
    robot r = make_robot(make_sample());
    exhaust(create_model, r.tree, 1, false);
    exhaust(create_workspace, r.model, 1, false);
    free_robot(&r);
}
END_TEST

/* Adding a body, at the end of the order or before other bodies: where the n-th allocation fails the tree is unchanged.
 */
START_TEST(a_body_is_added_or_not)
{
    static const char *const joints[] = {"zz_last", "aa_first"};
    char before[4096], after[4096];
    bool done = false;
    size_t number = 0;
    for (; !done; number++) {
        cdy_error error = {0};
        cdy_tree *tree = make_sample();
        cdy_body body = make_body("head", joints[_i], CDY_JOINT_REVOLUTE);
        cdy_shape shape = {.name = "box", .geometry = {.type = CDY_GEOMETRY_MESH, .mesh = "head.stl"}};
        body.visuals = &shape;
        body.visual_count = 1;
        cdy_tree_write_details(tree, before, sizeof before);
        heap_fail_at(number + 1);
        heap_hold(true);
        cdy_status status = cdy_tree_add_body(tree, &body, "base", &error);
        heap_hold(false);
        done = !heap_has_failed();
        heap_fail_at(0);
        cdy_tree_write_details(tree, after, sizeof after);
        ck_assert_int_eq(status, done ? CDY_OK : CDY_ERROR_MEMORY);
        ck_assert_int_eq(strcmp(before, after) == 0, !done);
        ck_assert_int_eq(cdy_tree_find_body(tree, "head") >= 0, done);
        ck_assert_int_eq(cdy_tree_find_joint(tree, joints[_i]) >= 0, done);
        ck_assert_int_eq(cdy_tree_find_joint(tree, "wrist"), _i && done ? 3 : 2);
        if (!done) { /* the same body can be added afterwards */
            add_body(tree, &body, "base");
            ck_assert_int_eq(cdy_tree_find_body(tree, "head"), _i ? 1 : 3);
        }
        cdy_tree_destroy(tree);
    }
    ck_assert_uint_gt(number, 2);
}
END_TEST

#ifdef CDY_HAVE_URDF
/* Whether a tree has all bodies of the eCobra 600 with all their mass, 4 kg, and inertia. */
static bool is_whole(const cdy_tree *tree)
{
    double sum = 0;
    int complete = 0;
    for (int i = 0; i <= cdy_tree_body_count(tree); i++) {
        const cdy_body *body = cdy_tree_body(tree, i);
        sum += body->inertial.mass;
        complete += (body->inertial.mass > 0) == (body->inertial.inertia[5] > 0);
    }
    return complete == 5 && sum > 3.99999 && sum < 4.00001;
}

static cdy_status finish_load(cdy_status status, cdy_tree *tree)
{
    bool right = status ? tree == NULL : is_whole(tree);
    cdy_tree_destroy(tree);
    return right ? status : CDY_ERROR_ARGUMENT;
}

static cdy_status load_text(const void *context, cdy_error *error)
{
    cdy_tree *tree = NULL;
    cdy_status status = cdy_load_text(context, strlen(context), "robot.urdf", NULL, &tree, error);
    return finish_load(status, tree);
}

static cdy_status load_file(const void *context, cdy_error *error)
{
    cdy_tree *tree = NULL;
    cdy_status status = cdy_load_file(context, NULL, &tree, error);
    return finish_load(status, tree);
}

static cdy_status load_by_name(const void *context, cdy_error *error)
{
    cdy_tree *tree = NULL;
    cdy_status status = cdy_urdf_load_bundled(context, NULL, &tree, error);
    return finish_load(status, tree);
}

/* A file of less than 8000 bytes: libxml2 2.9 loses the buffer of a larger one where memory runs out. */
START_TEST(a_robot_is_loaded_or_not)
{
    char *path = source_path("urdf/omronEcobra600.urdf"), *text = read_whole_file(path, NULL);
    exhaust(load_text, text, 30, true);
    exhaust(load_file, path, 30, true);
    exhaust(load_by_name, "ecobra600", 30, true);
    free(text);
    free(path);
}
END_TEST

static cdy_status finish_open(cdy_status status, cdy_robot *opened)
{
    const bool right = (status == CDY_OK) == (opened != NULL);
    cdy_robot_destroy(opened);
    return right ? status : CDY_ERROR_ARGUMENT;
}

static cdy_status open_file(const void *context, cdy_error *error)
{
    cdy_robot *opened = NULL;
    cdy_status status = cdy_robot_open(context, NULL, &opened, error);
    return finish_open(status, opened);
}

static cdy_status open_bytes(const void *context, cdy_error *error)
{
    cdy_robot *opened = NULL;
    cdy_status status = cdy_robot_open_bytes(context, strlen(context), "robot.urdf", NULL, &opened, error);
    return finish_open(status, opened);
}

static cdy_status open_tree(const void *context, cdy_error *error)
{
    cdy_robot *opened = NULL;
    cdy_status status = cdy_robot_from_tree(context, &opened, error);
    return finish_open(status, opened);
}

START_TEST(a_robot_is_opened_or_not)
{
    char *path = source_path("urdf/omronEcobra600.urdf"), *text = read_whole_file(path, NULL);
    cdy_tree *tree = make_sample();
    exhaust(open_file, path, 30, true);
    exhaust(open_bytes, text, 30, true);
    exhaust(open_tree, tree, 5, false);
    cdy_tree_destroy(tree);
    free(text);
    free(path);
}
END_TEST

/* Hashes the bytes that are written, so that equal texts give equal sums. */
static cdy_status add_up(void *context, const char *text, size_t size)
{
    size_t *sum = context;
    for (size_t i = 0; i < size; i++) {
        *sum = *sum * 31 + (unsigned char)text[i];
    }
    return CDY_OK;
}

static size_t whole_text; /* the size of all text of the robot */

static cdy_status write_text(const void *context, cdy_error *error)
{
    size_t sum = 0;
    cdy_status status = cdy_urdf_write(context, add_up, &sum, error);
    return status || sum == whole_text ? status : CDY_ERROR_ARGUMENT;
}

static char saved_path[64];

/* Saves over a file that stays where saving fails. */
static cdy_status save_file(const void *context, cdy_error *error)
{
    remove(saved_path);
    cdy_status status = cdy_urdf_save_file(context, saved_path, false, error);
    bool right = (access(saved_path, F_OK) == 0) == (status == CDY_OK);
    if (!status) {
        status = cdy_urdf_save_file(context, saved_path, true, error);
        right = right && access(saved_path, F_OK) == 0;
    }
    return right ? status : CDY_ERROR_ARGUMENT;
}

START_TEST(a_robot_is_written_or_not)
{
    cdy_error error = {0};
    cdy_tree *tree = NULL;
    char folder[] = "/tmp/condyle-memory-XXXXXX";
    ck_assert_ok(cdy_urdf_load_bundled("universalUR5e", NULL, &tree, &error), error);
    cdy_joint joint = cdy_tree_body(tree, 5)->joint;
    joint.child.xyz[0] = 1; /* the call copies its names */
    ck_assert_ok(cdy_tree_replace_joint(tree, cdy_tree_body(tree, 5)->name, &joint, &error), error);
    ck_assert_ok(cdy_urdf_write(tree, add_up, &whole_text, &error), error);
    exhaust(write_text, tree, 3, true);
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(saved_path, sizeof saved_path, "%s/robot.urdf", folder);
    exhaust(save_file, tree, 10, true);
    ck_assert_int_eq(remove(saved_path), 0);
    ck_assert_int_eq(rmdir(folder), 0); /* otherwise a draft is left in the folder */
    cdy_tree_destroy(tree);
}
END_TEST
#endif

static char saved_model[64];

static cdy_status save_model(const void *context, cdy_error *error)
{
    return cdy_model_save(context, saved_model, true, error);
}

static cdy_status load_model(const void *context, cdy_error *error)
{
    (void)context;
    cdy_model *model = NULL;
    cdy_status status = cdy_model_load(saved_model, &model, error);
    cdy_model_destroy(model);
    return status;
}

START_TEST(a_model_is_saved_and_loaded_or_not)
{
    char folder[] = "/tmp/condyle-memory-XXXXXX";
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(saved_model, sizeof saved_model, "%s/robot.cdy", folder);
    robot r = make_robot(make_sample());
    exhaust(save_model, r.model, 2, true);
    exhaust(load_model, NULL, 2, true);
    ck_assert_int_eq(remove(saved_model), 0);
    ck_assert_int_eq(rmdir(folder), 0);
    free_robot(&r);
}
END_TEST

/* A recording of a robot that sways; solved, and the parameters put into a copy of its tree. */
static cdy_status identify(const void *context, cdy_error *error)
{
    const robot *r = context;
    cdy_identification *id = NULL;
    cdy_identification_result result;
    cdy_tree *identified = NULL;
    cdy_status status = cdy_identification_create(r->model, NULL, &id, error);
    for (int row = 0; row < 40 && !status; row++) {
        const double x = 0.3 * row, motion[1] = {x - (int)x}, tau[1] = {row % 7};
        status = cdy_identification_add(id, motion, motion, tau, NULL, tau, NULL, error);
    }
    status = status ? status : cdy_identification_solve(id, &result, error);
    status =
        status ? status : cdy_tree_apply_parameters(r->tree, r->model, NULL, result.parameters, &identified, error);
    cdy_tree_destroy(identified);
    cdy_identification_destroy(id);
    return status;
}

START_TEST(parameters_are_identified_or_not)
{
    robot r = make_robot(make_sample());
    exhaust(identify, &r, 30, true);
    free_robot(&r);
}
END_TEST

/* Solves with failing allocations, and again with memory. */
START_TEST(an_identification_is_solved_later)
{
    robot r = make_robot(make_sample());
    cdy_error error = {0};
    cdy_identification_result result;
    bool done = false;
    size_t number = 0;
    for (; !done; number++) {
        cdy_identification *id = NULL;
        ck_assert_ok(cdy_identification_create(r.model, NULL, &id, &error), error);
        for (int row = 0; row < 40; row++) {
            const double x = 0.3 * row, motion[1] = {x - (int)x}, tau[1] = {row % 7};
            ck_assert_ok(cdy_identification_add(id, motion, motion, tau, NULL, tau, NULL, &error), error);
        }
        heap_fail_at(number + 1);
        cdy_status status = cdy_identification_solve(id, &result, &error);
        done = !heap_has_failed();
        heap_fail_at(0);
        ck_assert(status == CDY_OK || (status == CDY_ERROR_MEMORY && !done));
        ck_assert_ok(cdy_identification_solve(id, &result, &error), error);
        ck_assert_int_gt(result.rank, 0);
        cdy_identification_destroy(id);
    }
    ck_assert_uint_gt(number, 20);
    free_robot(&r);
}
END_TEST

/* ---- calls that compute ---- */

static cdy_status create_batch(const void *context, cdy_error *error)
{
    cdy_batch *batch = NULL;
    cdy_status status = cdy_batch_create(context, NULL, &batch, error);
    bool nothing = batch == NULL;
    cdy_batch_destroy(batch);
    return nothing == (status != CDY_OK) ? status : CDY_ERROR_ARGUMENT;
}

static cdy_status create_row_solver(const void *context, cdy_error *error)
{
    cdy_row_solver *solver = NULL;
    cdy_status status = cdy_row_solver_create(context, 6, &solver, error);
    bool nothing = solver == NULL;
    cdy_row_solver_destroy(solver);
    return nothing == (status != CDY_OK) ? status : CDY_ERROR_ARGUMENT;
}

static cdy_status create_motion_model(const void *context, cdy_error *error)
{
    cdy_motion_model *motion = NULL;
    cdy_status status = cdy_motion_model_create(context, CDY_COMPUTED_TORQUE_CONTROL, &motion, error);
    bool nothing = motion == NULL;
    cdy_motion_model_destroy(motion);
    return nothing == (status != CDY_OK) ? status : CDY_ERROR_ARGUMENT;
}

static cdy_status copy_model(const void *context, cdy_error *error)
{
    static _Alignas(16) unsigned char bytes[1 << 16];
    const size_t size = cdy_model_bytes(context);
    cdy_model *model = NULL;
    cdy_status status = size > sizeof bytes ? CDY_ERROR_ARGUMENT : cdy_model_to_bytes(context, bytes, size, error);
    status = status ? status : cdy_model_from_bytes(bytes, size, &model, error);
    bool nothing = model == NULL;
    cdy_model_destroy(model);
    return nothing == (status != CDY_OK) ? status : CDY_ERROR_ARGUMENT;
}

/* A search that fails leaves the caller's pose as it was. */
static cdy_status find_worst_pose(const void *context, cdy_error *error)
{
    cdy_worst_pose worst = {.searches = -1};
    double q = 3;
    cdy_capacity_options options = cdy_capacity_options_default();
    options.samples = 2;
    const cdy_status status = cdy_payload_capacity_anywhere(context, 2, &options, &worst, &q, error);
    return status && (worst.searches != -1 || fabs(q - 3) > 0) ? CDY_ERROR_ARGUMENT : status;
}

static cdy_status map_capacity(const void *context, cdy_error *error)
{
    cdy_capacity_cell cells[16];
    size_t count = 0;
    cdy_capacity_options options = cdy_capacity_options_default();
    options.samples = 2;
    return cdy_payload_capacity_map(context, 2, &options, 1, 16, cells, &count, error);
}

static cdy_status map_contact(const void *context, cdy_error *error)
{
    cdy_contact_cell cells[16];
    size_t count = 0;
    cdy_capacity_options options = cdy_capacity_options_default();
    options.samples = 2;
    return cdy_contact_map(context, &(const cdy_contact_state){.frame = 2}, &options, 1, 16, cells, &count, error);
}

static cdy_status map_reach(const void *context, cdy_error *error)
{
    cdy_reach_cell cells[16];
    size_t count = 0;
    cdy_capacity_options options = cdy_capacity_options_default();
    options.samples = 2;
    return cdy_reach_map(context, &(const cdy_reach_point){.frame = 2}, &options, 1, 16, cells, &count, error);
}

static cdy_status create_limit_report(const void *context, cdy_error *error)
{
    cdy_limit_report *report = NULL;
    cdy_status status = cdy_limit_report_create(context, &report, error);
    bool nothing = report == NULL;
    cdy_limit_report_destroy(report);
    return nothing == (status != CDY_OK) ? status : CDY_ERROR_ARGUMENT;
}

START_TEST(what_computes_is_made_or_not)
{
    static attempt *const attempts[] = {create_batch, create_row_solver, create_motion_model,
                                        copy_model,   find_worst_pose,   map_capacity,
                                        map_contact,  map_reach,         create_limit_report};
    robot r = make_robot(make_sample());
    exhaust(attempts[_i], r.model, 1, false);
    free_robot(&r);
}
END_TEST

static cdy_integrator integrator; /* arguments of simulate() */

static cdy_status simulate(const void *context, cdy_error *error)
{
    cdy_simulation *s = NULL;
    cdy_simulation_options options = cdy_simulation_options_default();
    options.integrator = integrator;
    cdy_status status = cdy_simulation_create(context, &options, &s, error);
    bool nothing = s == NULL;
    for (int i = 0; i < 3 && !status; i++) {
        status = cdy_simulation_step(s, error);
    }
    cdy_simulation_destroy(s);
    return nothing && !status ? CDY_ERROR_ARGUMENT : status;
}

static cdy_status simulate_many(const void *context, cdy_error *error)
{
    cdy_batch_simulation *s = NULL;
    cdy_simulation_options options = cdy_simulation_options_default();
    static double path[3 * 2 * 64];
    options.integrator = integrator;
    cdy_status status = cdy_batch_simulation_create(context, &options, NULL, &s, error);
    const bool nothing = s == NULL;
    status = status ? status : cdy_batch_simulation_run(s, 3, 2, NULL, NULL, NULL, path, NULL, NULL, error);
    cdy_batch_simulation_destroy(s);
    return nothing && !status ? CDY_ERROR_ARGUMENT : status;
}

START_TEST(many_simulations_run_or_not)
{
    robot r = make_robot(make_sample());
    ck_assert_int_le(r.nq, 64);
    integrator = _i ? CDY_IMPLICIT : CDY_RK4;
    exhaust(simulate_many, r.model, 1, false);
    free_robot(&r);
}
END_TEST

START_TEST(a_simulation_runs_or_not)
{
    robot r = make_robot(make_sample());
    integrator = (cdy_integrator)_i;
    exhaust(simulate, r.model, 1, false);
    free_robot(&r);
}
END_TEST

/* CVODE allocates its last memory at the first step; where that fails, the state stays, and the step can be taken
 * later.  Where CVODE allocates a matrix and gets no memory it crashes: the test leaves this case out. */
START_TEST(a_step_of_cvode_is_taken_or_not)
{
    robot r = make_robot(make_sample());
    cdy_simulation_options options = cdy_simulation_options_default();
    options.integrator = (cdy_integrator)_i;
    bool done = !cdy_simulation_has_integrator(options.integrator);
    for (size_t number = 1; !done; number++) {
        cdy_error error = {0};
        cdy_simulation *s = NULL;
        ck_assert_uint_lt(number, MOST_ALLOCATIONS);
        ck_assert_ok(cdy_simulation_create(r.model, &options, &s, &error), error);
        heap_fail_at(number);
        cdy_status status = cdy_simulation_step(s, &error);
        done = !heap_has_failed();
        heap_fail_at(0);
        ck_assert_msg(status == (done ? CDY_OK : CDY_ERROR_MEMORY), "allocation %zu failed: %s: %s", number,
                      cdy_status_text(status), error.text);
        ck_assert_double_eq(cdy_simulation_time(s), done ? options.step : 0);
        ck_assert_ok(cdy_simulation_step(s, &error), error);
        cdy_simulation_destroy(s);
    }
    free_robot(&r);
}
END_TEST

#ifdef CDY_HAVE_URDF
/* ---- files that are checked, mended and loaded with a callback for warnings ---- */

static void count_warning(void *context, const cdy_warning *warning)
{
    *(int *)context += warning->line > 0;
}

static void count_finding(void *context, const cdy_finding *finding)
{
    *(int *)context += finding->line > 0;
}

static const char faulty[] =
    "<robot name='r'><link name='a-b'><visual><geometry><mesh filename='package://p/x'/>"
    "</geometry></visual></link><link name='a b'/><link name='c'/>\n"
    "<joint name='j' type='revolute'><parent link='a-b'/><child link='a b'/><axis xyz='0 0 2'/>"
    "<limit lower='2 ' upper='-1' effort='0' velocity='1' x='y'/></joint>\n"
    "<joint name='k' type='fixed'><parent link='a-b'/><child link='c'/></joint></robot>";

static int heard; /* number of warnings of a successful call */

static cdy_status load_with_warnings(const void *context, cdy_error *error)
{
    int count = 0;
    cdy_tree *tree = NULL;
    cdy_load_options options = cdy_load_options_default();
    options.warn = count_warning;
    options.context = &count;
    cdy_status status = cdy_load_text(context, strlen(context), "robot.urdf", &options, &tree, error);
    bool nothing = tree == NULL;
    cdy_tree_destroy(tree);
    heard = heard ? heard : count;
    return nothing == (status != CDY_OK) && (status || count == heard) ? status : CDY_ERROR_ARGUMENT;
}

/* Where memory runs out, a strict load refuses a robot rather than let its warnings pass. */
static cdy_status refuse(const void *context, cdy_error *error)
{
    cdy_tree *tree = NULL;
    cdy_load_options options = cdy_load_options_default();
    options.strict = true;
    cdy_status status = cdy_load_text(context, strlen(context), "robot.urdf", &options, &tree, error);
    cdy_tree_destroy(tree);
    return status == CDY_ERROR_ROBOT && !tree ? CDY_OK : status == CDY_ERROR_MEMORY ? status : CDY_ERROR_ARGUMENT;
}

static char faulty_path[64], mended_path[64];

static cdy_status check_file(const void *context, cdy_error *error)
{
    int count = 0;
    cdy_check_options options = cdy_check_options_default();
    const cdy_package package = {"p", "/nowhere"};
    options.report = count_finding;
    options.context = &count;
    options.packages = &package;
    options.package_count = context ? 1 : 0;
    cdy_status status = cdy_check_file(faulty_path, &options, NULL, error);
    heard = heard ? heard : count;
    return count == (status ? 0 : heard) ? status : CDY_ERROR_ARGUMENT;
}

static cdy_status fix_file(const void *context, cdy_error *error)
{
    (void)context;
    int changes = -1;
    remove(mended_path);
    cdy_status status = cdy_fix_urdf_file(faulty_path, mended_path, NULL, &changes, error);
    bool made = access(mended_path, F_OK) == 0;
    return made == (status == CDY_OK) && changes == (status ? -1 : 3) ? status : CDY_ERROR_ARGUMENT;
}

START_TEST(warnings_are_not_lost)
{
    heard = 0;
    exhaust(load_with_warnings, faulty, 30, true);
    exhaust(refuse, faulty, 10, true);
}
END_TEST

START_TEST(files_are_checked_and_mended_or_not)
{
    char folder[] = "/tmp/condyle-memory-XXXXXX";
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(faulty_path, sizeof faulty_path, "%s/faulty.urdf", folder);
    snprintf(mended_path, sizeof mended_path, "%s/mended.urdf", folder);
    FILE *file = fopen(faulty_path, "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_ge(fputs(faulty, file), 0);
    ck_assert_int_eq(fclose(file), 0);
    heard = 0;
    exhaust(check_file, NULL, 30, true);
    heard = 0;
    exhaust(check_file, faulty, 30, true);
    exhaust(fix_file, NULL, 30, true);
    ck_assert_int_eq(remove(faulty_path) | remove(mended_path), 0);
    ck_assert_int_eq(rmdir(folder), 0); /* otherwise a draft is left in the folder */
}
END_TEST

static void count_robot(void *context, const char *name)
{
    *(int *)context += *name != '\0';
}

static cdy_status list_robots(const void *context, cdy_error *error)
{
    (void)context;
    int count = 0;
    cdy_status status = cdy_urdf_list_bundled(count_robot, &count, error);
    heard = heard ? heard : count;
    return count == (status ? 0 : heard) ? status : CDY_ERROR_ARGUMENT;
}

START_TEST(robots_are_listed_or_not)
{
    heard = 0;
    exhaust(list_robots, NULL, 5, false);
    ck_assert_int_ge(heard, 3);
}
END_TEST
#endif

int main(void)
{
    if (!heap_is_counted()) {
        return skip_suites("another tool stands in for the heap");
    }
    Suite *suite = suite_create("no_memory");
    TCase *tests = add_case(suite, "heap", a_tree_is_made_or_not);
    tcase_add_test(tests, parameters_are_identified_or_not);
    tcase_add_test(tests, an_identification_is_solved_later);
    tcase_add_test(tests, a_model_and_a_workspace_are_made_or_not);
    tcase_add_test(tests, a_model_is_saved_and_loaded_or_not);
    tcase_add_loop_test(tests, a_body_is_added_or_not, 0, 2);
    tests = tcase_create("computing");
    tcase_add_loop_test(tests, what_computes_is_made_or_not, 0, 9);
    tcase_add_loop_test(tests, many_simulations_run_or_not, 0, 2);
    tcase_add_loop_test(tests, a_simulation_runs_or_not, CDY_SEMI_IMPLICIT_EULER, CDY_CVODE);
    tcase_add_loop_test(tests, a_step_of_cvode_is_taken_or_not, CDY_CVODE, CDY_CVODE_STIFF);
    suite_add_tcase(suite, tests);
#ifdef CDY_HAVE_URDF
    tests = add_case(suite, "files", a_robot_is_loaded_or_not);
    tcase_add_test(tests, a_robot_is_opened_or_not);
    tcase_add_test(tests, a_robot_is_written_or_not);
    tcase_add_test(tests, warnings_are_not_lost);
    tcase_add_test(tests, files_are_checked_and_mended_or_not);
    tcase_add_test(tests, robots_are_listed_or_not);
#endif
    return run_suites(suite, NULL);
}
