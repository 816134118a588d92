/* After a workspace is made no call allocates: all calls of the heap are counted while each call runs. */
#include "dynamics/quantity_forms.h"
#include "support/allocation.h"
#include "support/compare.h"
#include "support/random_tree.h"
#include "support/robot.h"
#include "support/suite.h"

#include <stdlib.h>

enum { ROBOTS = 3, MOST = 256 };

static robot make_subject(int number)
{
    switch (number) {
    case 0: return load_bundled_robot("universalUR5e");
    case 1: { /* a floating base with followers */
        cdy_tree *tree = make_tree("world", 9.81);
        cdy_body body = make_body("trunk", "fly", CDY_JOINT_FLOATING);
        set_inertial(&body, 3, 0.1, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
        add_body(tree, &body, "world");
        body = make_body("thumb", "a", CDY_JOINT_REVOLUTE);
        set_inertial(&body, 1, 0.1, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
        add_body(tree, &body, "trunk");
        body.name = "finger";
        body.joint.name = "b";
        body.joint.mimic = (cdy_mimic){"a", -1, 0.1};
        add_body(tree, &body, "trunk");
        return make_robot(tree);
    }
    default: return make_robot(random_tree(8, 40, RANDOM_JOINTS_ALL));
    }
}

static const char *const names[ROBOTS] = {"UR5e", "floating with followers", "40 joints"};

/* Arguments of the calls, made before allocations are counted. */
typedef struct numbers {
    double q[MOST], qd[MOST], qdd[MOST], fext[6 * MOST];
    double *out; /* nv x nv */
    void *model_memory, *workspace_memory;
    size_t model_size, workspace_size;
} numbers;

static numbers make_numbers(const robot *r)
{
    numbers x = {0};
    uint64_t state = 1;
    draw_array(&state, 1, x.qd, r->nv);
    draw_array(&state, 1, x.qdd, r->nv);
    draw_array(&state, 1, x.fext, 6 * cdy_model_force_rows(r->model));
    x.out = calloc((size_t)r->nv * (size_t)r->nv, sizeof(double));
    x.model_size = cdy_model_size(r->tree);
    x.model_memory = malloc(x.model_size);
    x.workspace_size = cdy_workspace_size(r->model);
    x.workspace_memory = malloc(x.workspace_size);
    return x;
}

static void free_numbers(numbers *x)
{
    free(x->out);
    free(x->model_memory);
    free(x->workspace_memory);
}

/* Checks that the heap was not called since `before`, and renews `before`, since Check itself allocates. */
#define check_none(status, before, what)                                                                               \
    do {                                                                                                               \
        cdy_status came_to = (status);                                                                                 \
        size_t calls_ = heap_count().calls - (before).calls;                                                           \
        ck_assert_msg(came_to == CDY_OK, "%s of %s: %s", (what), names[_i], cdy_status_text(came_to));                 \
        ck_assert_msg(calls_ == 0, "%s of %s called the heap %zu times", (what), names[_i], calls_);                   \
        (before) = heap_count();                                                                                       \
    } while (0)

START_TEST(the_counter_counts)
{
    cdy_error error = {0};
    robot r = make_subject(_i);
    cdy_workspace *work = NULL;
    heap_counts before = heap_count();
    cdy_status status = cdy_workspace_create(r.model, &work, &error);
    heap_counts made = heap_count();
    cdy_workspace_destroy(work);
    heap_counts freed = heap_count();
    ck_assert_int_eq(status, CDY_OK);
    ck_assert_uint_eq(made.calls, before.calls + 1); /* one allocation, as documented */
    ck_assert_uint_eq(made.live, before.live + 1);
    ck_assert_uint_ge(made.bytes, before.bytes + cdy_workspace_size(r.model));
    ck_assert_uint_eq(freed.calls, made.calls + 1);
    ck_assert_uint_eq(freed.live, before.live);
    free_robot(&r);
}
END_TEST

START_TEST(dynamics_do_not_allocate)
{
    cdy_error error = {0};
    robot r = make_subject(_i);
    numbers x = make_numbers(&r);
    const double wrench[6] = {1, 2, 3, 4, 5, 6};
    const cdy_model *m = r.model;
    cdy_workspace *w = r.work;
    uint64_t seed = 2;
    int frame = cdy_model_frame_count(m) - 1;
    heap_counts before = heap_count();
    cdy_home_configuration(m, x.q);
    check_none(CDY_OK, before, "home configuration");
    cdy_random_configuration(m, &seed, x.q);
    check_none(CDY_OK, before, "random configuration");
    check_none(cdy_external_force(m, w, frame, wrench, x.q, x.fext, &error), before, "external force");
    check_none(cdy_external_force(m, w, frame, wrench, NULL, x.fext, &error), before, "external force in the base");
    check_none(cdy_external_force_at(m, w, frame, CDY_AXES_BASE, wrench, NULL, x.fext, &error), before,
               "external force at a body");
    check_none(
        cdy_model_set_payload(r.model, frame, &(cdy_payload){.mass = 2, .center_of_mass = {0.1, 0.2, 0.3}}, &error),
        before, "payload");
    check_none(cdy_inverse_dynamics(m, w, NULL, NULL, NULL, NULL, x.out, &error), before, "inverse dynamics at home");
    check_none(cdy_forward_dynamics(m, w, x.q, x.qd, x.qdd, x.fext, x.out, &error), before, "forward dynamics");
    check_none(cdy_forward_dynamics(m, w, NULL, NULL, NULL, NULL, x.out, &error), before, "forward dynamics at home");
    check_none(cdy_forward_dynamics_by(m, w, CDY_FORWARD_MASS_MATRIX, x.q, x.qd, x.qdd, x.fext, x.out, &error), before,
               "forward dynamics by the mass matrix");
    check_none(cdy_inverse_mass_times(m, w, x.q, x.qd, x.out, &error), before, "its inverse times a vector");
    const cdy_drive_options drives = {
        .damping = true, .friction = true, .friction_width = 0.1, .rotors = true, .springs = true};
    check_none(cdy_model_set_drives(r.model, &drives, &error), before, "setting drives");
    check_none(cdy_forward_dynamics(m, w, x.q, x.qd, x.qdd, x.fext, x.out, &error), before, "driven forward dynamics");
    check_none(cdy_inverse_dynamics(m, w, x.q, x.qd, x.qdd, x.fext, x.out, &error), before, "driven inverse dynamics");
    cdy_regressor_options columns = cdy_regressor_options_default();
    columns.damping = columns.coulomb = true;
    double *Y = calloc((size_t)r.nv * (size_t)cdy_parameter_count(m, &columns), sizeof *Y);
    before = heap_count();
    check_none(cdy_regressor(m, w, x.q, x.qd, x.qdd, &columns, Y, &error), before, "regressor");
    check_none(cdy_inertial_parameters(m, Y, &error), before, "inertial parameters");
    free(Y);
    free_numbers(&x);
    free_robot(&r);
}
END_TEST

/* The calls of the rows of dynamics/quantities.def, without and with drives. */
START_TEST(quantities_do_not_allocate)
{
    cdy_error error = {0};
    robot r = make_subject(_i);
    numbers x_ = make_numbers(&r);
    const cdy_drive_options drives[] = {
        cdy_drive_options_default(),
        {.damping = true, .friction = true, .friction_width = 0.1, .rotors = true, .springs = true}};
    const cdy_model *model = r.model;
    DECLARE_ARGUMENTS(double, x_.q, x_.qd, x_.qdd, x_.fext, cdy_model_frame_count(model) - 1, 1, CDY_AXES_BODY);
    uint64_t seed = 2;
    cdy_random_configuration(r.model, &seed, x_.q);
    for (int k = 0; k < 2; k++) {
        ck_assert_ok(cdy_model_set_drives(r.model, &drives[k], &error), error);
        heap_counts before;
#define QUANTITY(name, title, inputs, results, ...)                                                                    \
    {                                                                                                                  \
        const size_t sizes[3] = {SIZES_##results};                                                                     \
        DECLARE_PLACES(double, calloc(sizes[0] + 1, sizeof *q), calloc(sizes[1] + 1, sizeof *q),                       \
                       calloc(sizes[2] + 1, sizeof *q));                                                               \
        before = heap_count();                                                                                         \
        check_none(cdy_##name(model, r.work, ARGUMENTS_##inputs, OUT_##results, &error), before, title);               \
        free(out);                                                                                                     \
        free(second);                                                                                                  \
        free(third);                                                                                                   \
    }
#include "dynamics/quantities.def"
#undef QUANTITY
    }
    free_numbers(&x_);
    free_robot(&r);
}
END_TEST

START_TEST(kinematics_do_not_allocate)
{
    cdy_error error = {0};
    robot r = make_subject(_i);
    numbers x = make_numbers(&r);
    const cdy_model *m = r.model;
    cdy_workspace *w = r.work;
    uint64_t seed = 2;
    int frame = cdy_model_frame_count(m) - 1;
    double T[16], v[6], com[3], *all = calloc(16 * ((size_t)frame + 1), sizeof *all);
    double *J = calloc(6 * (size_t)r.nv, sizeof *J), q[MOST], step[MOST];
    heap_counts before = heap_count();
    cdy_random_configuration(m, &seed, x.q);
    check_none(cdy_get_transform(m, w, frame, 1, x.q, T, &error), before, "transform");
    check_none(cdy_forward_kinematics(m, w, x.q, all, &error), before, "forward kinematics");
    check_none(cdy_geometric_jacobian(m, w, frame, CDY_AXES_BASE, x.q, J, &error), before, "Jacobian");
    check_none(cdy_jacobian_dot_qd(m, w, frame, CDY_AXES_BODY, x.q, x.qd, v, &error), before, "Jacobian's derivative");
    check_none(cdy_frame_velocity(m, w, frame, CDY_AXES_BASE, x.q, x.qd, v, &error), before, "frame velocity");
    check_none(cdy_frame_acceleration(m, w, frame, CDY_AXES_BASE, x.q, x.qd, x.qdd, v, &error), before,
               "frame acceleration");
    check_none(cdy_center_of_mass(m, w, x.q, com, J, &error), before, "centre of mass");
    const cdy_frame_terms hand = {.frame = frame, .jacobian = J, .transform = T, .velocity = v};
    const cdy_terms terms = {
        .transforms = all, .center_of_mass = com, .coriolis_matrix = x.out, .frames = &hand, .frame_count = 1};
    check_none(cdy_all_terms(m, w, x.q, x.qd, x.qdd, x.fext, &terms, &error), before, "all terms");
    cdy_manipulability_measures measures;
    check_none(cdy_manipulability(m, w, frame, CDY_AXES_BASE, CDY_ROWS_ALL, x.q, &measures, &error), before,
               "manipulability");
    check_none(cdy_configuration_integrate(m, x.q, x.qd, q, &error), before, "integration");
    check_none(cdy_configuration_difference(m, x.q, q, step, &error), before, "difference");
    int outside = cdy_configuration_limit_violations(m, q, 0, NULL) - cdy_configuration_clamp(m, q);
    check_none(outside ? CDY_ERROR_NUMERIC : CDY_OK, before, "limits");
    check_none(cdy_get_transform(m, w, frame, 0, x.q, T, &error), before, "target");
    check_none(cdy_inverse_kinematics(m, w, &(cdy_ik_problem){.frame = frame, .target = T}, q, NULL, &error), before,
               "inverse kinematics");
    double *found = calloc(2 * (size_t)r.nq + 1, sizeof *found);
    int count = 0;
    before = heap_count();
    check_none(
        cdy_inverse_kinematics_all(m, w, &(cdy_ik_problem){.frame = frame, .target = T}, 2, found, &count, &error),
        before, "solutions");
    free(found);
    before = heap_count();
    T[3] += 100;
    check_none(cdy_inverse_kinematics(m, w, &(cdy_ik_problem){.frame = frame, .target = T}, q, NULL, &error), before,
               "a search in vain");
    cdy_ik_constraint constraints[2] = {cdy_ik_constraint_default(CDY_IK_POSE),
                                        cdy_ik_constraint_default(CDY_IK_AIMING)};
    const cdy_gik_problem several = {.constraints = constraints, .count = 2};
    cdy_ik_violation violations[2];
    constraints[0].frame = constraints[1].frame = frame;
    memcpy(constraints[0].in_reference, T, sizeof T);
    check_none(cdy_generalized_inverse_kinematics(m, w, &several, q, NULL, violations, &error), before,
               "generalized inverse kinematics");
    check_none(cdy_ik_violations(m, w, q, constraints, 2, violations, &error), before, "violations");
    free(J);
    free(all);
    free_numbers(&x);
    free_robot(&r);
}
END_TEST

START_TEST(energy_and_momentum_do_not_allocate)
{
    cdy_error error = {0};
    robot r = make_subject(_i);
    numbers x = make_numbers(&r);
    const cdy_model *m = r.model;
    cdy_workspace *w = r.work;
    double h[6], energy, *A = calloc(6 * (size_t)r.nv, sizeof *A);
    struct {
        double kinetic, potential;
    } both;
    heap_counts before = heap_count();
    cdy_home_configuration(m, x.q);
    check_none(cdy_energy(m, w, x.q, x.qd, &both.kinetic, &both.potential, &error), before, "energy");
    check_none(cdy_energy(m, w, x.q, x.qd, &energy, NULL, &error), before, "kinetic energy");
    check_none(cdy_energy(m, w, x.q, NULL, NULL, &energy, &error), before, "potential energy");
    check_none(cdy_centroidal_momentum(m, w, x.q, x.qd, NULL, h, NULL, &error), before, "momentum");
    check_none(cdy_centroidal_momentum(m, w, x.q, x.qd, NULL, NULL, h, &error), before, "its bias");
    check_none(cdy_centroidal_momentum(m, w, x.q, x.qd, x.qdd, NULL, h, &error), before, "its rate");
    check_none(cdy_centroidal_momentum_matrix(m, w, x.q, A, &error), before, "its matrix");
    free(A);
    free_numbers(&x);
    free_robot(&r);
}
END_TEST

START_TEST(derivatives_do_not_allocate)
{
    cdy_error error = {0};
    robot r = make_subject(_i);
    numbers x = make_numbers(&r);
    const cdy_model *m = r.model;
    cdy_workspace *w = r.work;
    const size_t n = (size_t)r.nv;
    const int frame = cdy_model_frame_count(m) - 1;
    double *A = calloc(6 * n * n + 16 * n, sizeof *A), *B = calloc(n * n, sizeof *B), *C = calloc(n * n, sizeof *C);
    double *cubes = calloc(4 * n * n * n, sizeof *cubes), *last = cubes + 3 * n * n * n;
    heap_counts before = heap_count();
    check_none(cdy_inverse_dynamics_derivatives(m, w, NULL, x.qd, x.qdd, x.fext, A, B, &error), before,
               "derivatives of inverse dynamics");
    check_none(cdy_forward_dynamics_derivatives(m, w, NULL, x.qd, x.qdd, x.fext,
                                                &(const cdy_forward_derivatives){A, B, C}, &error),
               before, "derivatives of forward dynamics");
    check_none(cdy_inverse_dynamics_second_derivatives(
                   m, w, NULL, x.qd, x.qdd, x.fext,
                   &(const cdy_second_derivatives){cubes, cubes + n * n * n, cubes + 2 * n * n * n, last}, &error),
               before, "second derivatives of inverse dynamics");
    check_none(cdy_inverse_mass_matrix(m, w, NULL, A, &error), before, "inverse mass matrix");
    check_none(cdy_jacobian_dot(m, w, frame, CDY_AXES_BODY, NULL, x.qd, A, &error), before, "Jacobian's rate");
    check_none(cdy_jacobian_derivative(m, w, frame, CDY_AXES_BASE, NULL, A, &error), before, "Jacobian by q");
    check_none(cdy_transform_derivative(m, w, frame, NULL, A, &error), before, "transform by q");
    free(cubes);
    free(A);
    free(B);
    free(C);
    free_numbers(&x);
    free_robot(&r);
}
END_TEST

/* The other calls of batches: test_batch_failures.c. */
START_TEST(batches_of_matrices_do_not_allocate)
{
    enum { STATES = 11 };
    cdy_error error = {0};
    robot r = make_subject(_i);
    const cdy_model *m = r.model;
    const size_t size = STATES * (size_t)r.nv * (size_t)r.nv, forces = STATES * 6 * (size_t)cdy_model_force_rows(m);
    const int frame = cdy_model_frame_count(m) - 1;
    double *A = calloc(3 * size, sizeof *A), *fext = calloc(forces, sizeof *fext), wrench[6 * STATES] = {1, 2};
    double *Y = calloc(STATES * (size_t)r.nv * (size_t)cdy_parameter_count(m, NULL), sizeof *Y);
    cdy_batch *batch = NULL;
    ck_assert_ok(cdy_batch_create(m, NULL, &batch, &error), error);
    heap_counts before = heap_count();
    check_none(cdy_batch_external_force(m, batch, STATES, frame, wrench, NULL, fext, NULL, &error), before,
               "batch of external forces");
    check_none(cdy_batch_forward_dynamics_derivatives(m, batch, STATES, NULL, NULL, NULL, fext,
                                                      &(const cdy_forward_derivatives){A, A + size, A + 2 * size}, NULL,
                                                      &error),
               before, "batch of derivatives of forward dynamics");
    check_none(
        cdy_batch_inverse_dynamics_derivatives(m, batch, STATES, NULL, NULL, NULL, fext, A, A + size, NULL, &error),
        before, "batch of derivatives of inverse dynamics");
    check_none(cdy_batch_regressor(m, batch, STATES, NULL, NULL, NULL, NULL, Y, NULL, &error), before,
               "batch of regressors");
    double T[STATES * 16] = {0}, *solutions = calloc(STATES * ((size_t)r.nq + 1), sizeof *solutions);
    for (size_t i = 0; i < STATES * 16; i++) {
        T[i] = i % 16 % 5 == 0 ? 1 : 0;
    }
    cdy_ik_options options = cdy_ik_options_default();
    options.restarts = 1;
    before = heap_count();
    const cdy_ik_problem problems = {.frame = frame, .target = T, .options = &options};
    check_none(cdy_batch_inverse_kinematics(m, batch, STATES, &problems, solutions, NULL, NULL, &error), before,
               "batch of inverse kinematics");
    cdy_ik_constraint constraints[STATES];
    for (size_t i = 0; i < STATES; i++) {
        constraints[i] = cdy_ik_constraint_default(CDY_IK_DISTANCE_BOUNDS);
        constraints[i].frame = frame;
    }
    const cdy_gik_problem rows = {.constraints = constraints, .count = 1};
    check_none(cdy_batch_generalized_inverse_kinematics(m, batch, STATES, &rows, solutions, NULL, NULL, NULL, &error),
               before, "batch of generalized inverse kinematics");
    free(solutions);
    cdy_batch_destroy(batch);
    free(A);
    free(fext);
    free(Y);
    free_robot(&r);
}
END_TEST

START_TEST(refusals_do_not_allocate)
{
    cdy_error error = {0};
    robot r = make_subject(_i);
    numbers x = make_numbers(&r);
    x.qd[0] = 1e300;
    heap_counts before = heap_count();
    cdy_status too_fast = cdy_inverse_dynamics(r.model, r.work, NULL, x.qd, NULL, NULL, x.out, &error);
    cdy_status no_place = cdy_mass_matrix(r.model, r.work, NULL, NULL, &error);
    heap_counts after = heap_count();
    ck_assert_int_ne(too_fast, CDY_OK);
    ck_assert_int_ne(no_place, CDY_OK);
    ck_assert_uint_eq(after.calls, before.calls);
    free_numbers(&x);
    free_robot(&r);
}
END_TEST

START_TEST(memory_of_the_caller_is_enough)
{
    cdy_error error = {0};
    robot r = make_subject(_i);
    numbers x = make_numbers(&r);
    cdy_model *model = NULL;
    cdy_workspace *work = NULL;
    heap_counts before = heap_count();
    size_t size = cdy_model_size(r.tree);
    check_none(cdy_model_init(x.model_memory, size, r.tree, &model, &error), before, "model in the caller's memory");
    size = cdy_workspace_size(model);
    check_none(cdy_workspace_init(x.workspace_memory, size, model, &work, &error), before,
               "workspace in the caller's memory");
    check_none(cdy_inverse_dynamics(model, work, NULL, x.qd, x.qdd, NULL, x.out, &error), before, "its first call");
    const cdy_model *view = NULL;
    size = cdy_model_bytes(model);
    check_none(cdy_model_to_bytes(r.model, x.model_memory, size, &error), before, "saving to memory");
    check_none(cdy_model_view(x.model_memory, size, &view, &error), before, "a model where it lies");
    check_none(cdy_model_init_from_bytes(x.model_memory, size, view, size, &model, &error), before,
               "a model from bytes in the caller's memory");
    cdy_coordinate coordinate;
    bool found = cdy_model_find_frame(model, cdy_model_frame_name(model, 1)) == 1;
    check_none(found ? cdy_model_velocity(model, 0, &coordinate) : CDY_ERROR_ARGUMENT, before, "names");
    free_numbers(&x);
    free_robot(&r);
}
END_TEST

int main(void)
{
    if (!heap_is_counted()) {
        return skip_suites("another tool stands in for the heap");
    }
    Suite *suite = suite_create("no_allocation");
    TCase *tests = tcase_create("heap");
    tcase_add_loop_test(tests, the_counter_counts, 0, ROBOTS);
    tcase_add_loop_test(tests, dynamics_do_not_allocate, 0, ROBOTS);
    tcase_add_loop_test(tests, quantities_do_not_allocate, 0, ROBOTS);
    tcase_add_loop_test(tests, kinematics_do_not_allocate, 0, ROBOTS);
    tcase_add_loop_test(tests, energy_and_momentum_do_not_allocate, 0, ROBOTS);
    tcase_add_loop_test(tests, derivatives_do_not_allocate, 0, ROBOTS);
    tcase_add_loop_test(tests, batches_of_matrices_do_not_allocate, 0, ROBOTS);
    tcase_add_loop_test(tests, refusals_do_not_allocate, 0, ROBOTS);
    tcase_add_loop_test(tests, memory_of_the_caller_is_enough, 0, ROBOTS);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
