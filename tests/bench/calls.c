/* Benchmark of the calls for one state: ns of every quantity on the bundled robots, each at one state. */
#include "dynamics/quantity_forms.h"
#include "rounds.h"
#include "subject.h"

#include <stdio.h>

typedef struct algorithm {
    const char *name;
    cdy_status (*run)(const subject *b);
} algorithm;

static cdy_status run_fd(const subject *b)
{
    return cdy_forward_dynamics(b->model, b->workspace, b->q, b->qd, b->tau, NULL, b->qdd, NULL);
}

static cdy_status run_drnea(const subject *b)
{
    return cdy_inverse_dynamics_derivatives(b->model, b->workspace, b->q, b->qd, b->qdd, NULL, b->A, b->B, NULL);
}

static cdy_status run_daba(const subject *b)
{
    return cdy_forward_dynamics_derivatives(b->model, b->workspace, b->q, b->qd, b->tau, NULL, b->A, b->B, b->M, NULL);
}

static cdy_status run_minv(const subject *b)
{
    return cdy_inverse_mass_matrix(b->model, b->workspace, b->q, b->M, NULL);
}

static cdy_status run_center_of_mass(const subject *b)
{
    return cdy_center_of_mass(b->model, b->workspace, b->q, b->T, b->J, NULL);
}

static cdy_status run_energy(const subject *b)
{
    cdy_energies energies;
    return cdy_energy(b->model, b->workspace, b->q, b->qd, &energies, NULL);
}

static cdy_status run_momentum(const subject *b)
{
    return cdy_centroidal_momentum(b->model, b->workspace, b->q, b->qd, b->T, NULL);
}

static cdy_status run_regressor(const subject *b)
{
    return cdy_regressor(b->model, b->workspace, b->q, b->qd, b->qdd, NULL, b->J, NULL);
}

/* The calls of the rows of dynamics/quantities.def. */
#define QUANTITY(name, title, inputs, ...)                                                                             \
    static cdy_status run_##name(const subject *b)                                                                     \
    {                                                                                                                  \
        const double *q = b->q, *qd = b->qd, *qdd = b->qdd, *x = qdd, *fext = NULL;                                    \
        const int frame = b->frame, relative_to = 0;                                                                   \
        const cdy_axes axes = CDY_AXES_BASE;                                                                           \
        (void)q, (void)qd, (void)qdd, (void)x, (void)fext, (void)frame, (void)relative_to, (void)axes;                 \
        return cdy_##name(b->model, b->workspace, ARGUMENTS_##inputs, b->out, NULL);                                   \
    }
#include "dynamics/quantities.def"
#undef QUANTITY

static const algorithm algorithms[] = {
#define QUANTITY(name, title, ...) {title, run_##name},
#include "dynamics/quantities.def"
#undef QUANTITY
    {"forward dynamics", run_fd}, {"inverse derivatives", run_drnea},   {"forward derivatives", run_daba},
    {"inverse mass", run_minv},   {"com+jacobian", run_center_of_mass}, {"energies", run_energy},
    {"momentum", run_momentum},   {"regressor", run_regressor}};

static int measure(const subject *b, const char *robot, const algorithm *a)
{
    enum { CALLS = 2000 };
    static double times[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
        const double start = now();
        for (int i = 0; i < CALLS; i++) {
            if (a->run(b)) {
                return 1;
            }
        }
        times[round] = (now() - start) / (double)CALLS;
    }
    const timing t = sum_up(times, ROUNDS);
    printf("%-16s %-21s %10.1f %10.1f ns\n", robot, a->name, t.least, t.median);
    return 0;
}

static int measure_robot(const char *robot)
{
    subject b = {0};
    cdy_tree *tree = NULL;
    cdy_urdf_options options = cdy_urdf_options_default();
    options.gravity[2] = -9.81;
    int failed = cdy_urdf_load_bundled(robot, &options, &tree, NULL) || make_subject(&b, tree);
    cdy_tree_destroy(tree);
    for (size_t i = 0; !failed && i < sizeof algorithms / sizeof *algorithms; i++) {
        failed = measure(&b, robot, &algorithms[i]);
    }
    free_subject(&b);
    return failed;
}

int main(void)
{
    static const char *const robots[] = {"universalUR5e", "kukaIiwa14", "omronEcobra600"};
    int failed = 0;
    printf("%-16s %-21s %10s %10s\n", "robot", "algorithm", "minimum", "median");
    for (size_t i = 0; i < sizeof robots / sizeof *robots; i++) {
        failed |= measure_robot(robots[i]);
    }
    return failed;
}
