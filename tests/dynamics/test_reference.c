/* The samples of another engine: torques, gravity, bias, M, accelerations, wrenches on the end frame, its
 * placement and Jacobian, and the centre of mass. */
#include "support/compare.h"
#include "support/reference.h"
#include "support/samples.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 128 };

static samples files;

/* The largest relative errors of a case. */
typedef struct errors {
    double tau, gravity, bias, M, qdd, wrench, T, J, com, energy, momentum;
} errors;

static double worse(double a, double b)
{
    return isnan(b) || b > a ? b : a;
}

static void compare_torques(reference_case *c, const json_t *sample, errors *worst)
{
    cdy_error error = {0};
    size_t n = (size_t)c->r.nv;
    double q[MOST + 1], v[MOST], a[MOST], expected[MOST], out[MOST];
    reference_positions(c, sample, "q", q);
    reference_velocities(c, sample, "v", v);
    reference_velocities(c, sample, "a", a);
    reference_velocities(c, sample, "rnea", expected);
    ck_assert_ok(cdy_inverse_dynamics(c->r.model, c->r.work, q, v, a, NULL, out, &error), error);
    worst->tau = worse(worst->tau, relative_error(out, expected, n, 0));
    reference_velocities(c, sample, "g", expected);
    ck_assert_ok(cdy_gravity_torque(c->r.model, c->r.work, q, out, &error), error);
    worst->gravity = worse(worst->gravity, relative_error(out, expected, n, 0));
    double gravity[MOST];
    memcpy(gravity, out, sizeof gravity);
    reference_velocities(c, sample, "nle", expected);
    ck_assert_ok(cdy_velocity_product(c->r.model, c->r.work, q, v, out, &error), error);
    for (size_t i = 0; i < n; i++) {
        out[i] += gravity[i];
    }
    worst->bias = worse(worst->bias, relative_error(out, expected, n, 0));
}

static void compare_masses(reference_case *c, const json_t *sample, errors *worst)
{
    static double expected[MOST * MOST], out[MOST * MOST];
    cdy_error error = {0};
    size_t n = (size_t)c->r.nv;
    double q[MOST + 1], v[MOST], tau[MOST];
    reference_positions(c, sample, "q", q);
    reference_velocities(c, sample, "v", v);
    reference_velocities(c, sample, "tau_in", tau);
    reference_matrix(c, sample, "M", expected);
    ck_assert_ok(cdy_mass_matrix(c->r.model, c->r.work, q, out, &error), error);
    worst->M = worse(worst->M, relative_error(out, expected, n * n, 0));
    reference_velocities(c, sample, "qdd", expected);
    ck_assert_ok(cdy_forward_dynamics(c->r.model, c->r.work, q, v, tau, NULL, out, &error), error);
    worst->qdd = worse(worst->qdd, relative_error(out, expected, n, 0));
}

/* A wrench [T; F] at the end frame's origin, transformed to the base frame at its origin, or rotated into the frame's
 * axes. */
static void carry_wrench(const double end[6], const double T[16], bool into_frame, double wrench[6])
{
    const double *F = end + 3, p[3] = {T[3], T[7], T[11]};
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        wrench[i] =
            into_frame ? T[i] * end[0] + T[4 + i] * end[1] + T[8 + i] * end[2] : end[i] + p[j] * F[k] - p[k] * F[j];
        wrench[3 + i] = into_frame ? T[i] * F[0] + T[4 + i] * F[1] + T[8 + i] * F[2] : F[i];
    }
}

/* Inverse dynamics under a wrench on the end frame is rnea - J^T f, for wrenches in either frame. */
static void compare_wrench(reference_case *c, const json_t *sample, uint64_t *state, errors *worst)
{
    cdy_error error = {0};
    size_t n = (size_t)c->r.nv;
    double q[MOST + 1], v[MOST], a[MOST], expected[MOST], out[MOST], J[6 * MOST], T[16], end[6], wrench[6];
    reference_positions(c, sample, "q", q);
    reference_velocities(c, sample, "v", v);
    reference_velocities(c, sample, "a", a);
    reference_velocities(c, sample, "rnea", expected);
    reference_jacobian(c, sample, J);
    reference_end_placement(sample, T);
    draw_array(state, 50, end, 6);
    for (size_t i = 0; i < 6 * n; i++) { /* the first three rows of the samples are linear */
        expected[i % n] -= J[i] * end[(i / n + 3) % 6];
    }
    for (int into_frame = 0; into_frame < 2; into_frame++) {
        double fext[6 * MOST] = {0};
        carry_wrench(end, T, into_frame, wrench);
        const double *at = into_frame ? q : NULL;
        ck_assert_ok(cdy_external_force(c->r.model, c->r.work, c->end_frame, wrench, at, fext, &error), error);
        ck_assert_ok(cdy_inverse_dynamics(c->r.model, c->r.work, q, v, a, fext, out, &error), error);
        worst->wrench = worse(worst->wrench, relative_error(out, expected, n, 0));
    }
}

/* The Jacobian of the samples has its linear rows first. */
static void compare_kinematics(reference_case *c, const json_t *sample, errors *worst)
{
    cdy_error error = {0};
    size_t n = (size_t)c->r.nv;
    double q[MOST + 1], J[6 * MOST], theirs[6 * MOST], swapped[6 * MOST], T[16], out[16];
    reference_positions(c, sample, "q", q);
    reference_end_placement(sample, T);
    ck_assert_ok(cdy_get_transform(c->r.model, c->r.work, c->end_frame, 0, q, out, &error), error);
    worst->T = worse(worst->T, relative_error(out, T, 16, 0));
    reference_jacobian(c, sample, theirs);
    for (size_t i = 0; i < 6 * n; i++) {
        swapped[i] = theirs[(i + 3 * n) % (6 * n)];
    }
    ck_assert_ok(cdy_geometric_jacobian(c->r.model, c->r.work, c->end_frame, CDY_AXES_BASE, q, J, &error), error);
    worst->J = worse(worst->J, relative_error(J, swapped, 6 * n, 0));
    reference_vector(sample, "com", T, 3);
    ck_assert_ok(cdy_center_of_mass(c->r.model, c->r.work, q, out, NULL, &error), error);
    worst->com = worse(worst->com, relative_error(out, T, 3, 0));
}

/* The momentum of the samples has its linear part first. */
static void compare_energies(reference_case *c, const json_t *sample, errors *worst)
{
    cdy_error error = {0};
    struct {
        double kinetic, potential;
    } energies;
    double q[MOST + 1], v[MOST], h[6], theirs[6];
    reference_positions(c, sample, "q", q);
    reference_velocities(c, sample, "v", v);
    ck_assert_ok(cdy_energy(c->r.model, c->r.work, q, v, &energies.kinetic, &energies.potential, &error), error);
    const double both[2] = {reference_number(sample, "kinetic"), reference_number(sample, "potential")};
    worst->energy = worse(worst->energy, relative_error(&energies.kinetic, &both[0], 1, 0));
    worst->energy = worse(worst->energy, relative_error(&energies.potential, &both[1], 1, 1e-3));
    reference_vector(sample, "hg_lin_ang_at_com", theirs, 6);
    const double swapped[6] = {theirs[3], theirs[4], theirs[5], theirs[0], theirs[1], theirs[2]};
    ck_assert_ok(cdy_centroidal_momentum(c->r.model, c->r.work, q, v, NULL, h, NULL, &error), error);
    worst->momentum = worse(worst->momentum, relative_error(h, swapped, 6, 0));
}

START_TEST(every_sample_comes_out)
{
    reference_case c = load_reference(files.paths[_i]);
    errors worst = {0};
    uint64_t state = 1;
    ck_assert_int_le(c.r.nv, MOST);
    for (size_t i = 0; i < json_array_size(c.samples); i++) {
        const json_t *sample = json_array_get(c.samples, i);
        compare_torques(&c, sample, &worst);
        compare_masses(&c, sample, &worst);
        compare_wrench(&c, sample, &state, &worst);
        compare_kinematics(&c, sample, &worst);
        compare_energies(&c, sample, &worst);
    }
    char text[320];
    snprintf(text, sizeof text,
             "tau %.2g, gravity %.2g, bias %.2g, M %.2g, qdd %.2g, wrench %.2g, T %.2g, J %.2g, com %.2g, energy %.2g, "
             "momentum %.2g",
             worst.tau, worst.gravity, worst.bias, worst.M, worst.qdd, worst.wrench, worst.T, worst.J, worst.com,
             worst.energy, worst.momentum);
    fprintf(stderr, "%s: worst relative errors: %s\n", strrchr(files.paths[_i], '/') + 1, text);
    ck_assert_msg(worst.tau <= 1e-11 && worst.gravity <= 1e-11 && worst.bias <= 1e-11 && worst.M <= 1e-11, "%s", text);
    ck_assert_msg(worst.wrench <= 1e-11 && worst.qdd <= 1e-8, "%s", text);
    ck_assert_msg(worst.energy <= 1e-10 && worst.momentum <= 1e-10, "%s", text);
    ck_assert_msg(worst.T <= 1e-12 && worst.J <= 1e-12 && worst.com <= 1e-12, "%s", text);
    free_reference(&c);
}
END_TEST

int main(void)
{
    find_samples(&files, "vectors", ".json");
    Suite *suite = suite_create("reference");
    add_sample_tests(suite, &files, 0, every_sample_comes_out);
    return run_samples(suite, &files);
}
