/* Benchmark of the calls for one state: ns of every quantity on the bundled robots, each at one state. */
#include "rounds.h"
#include "subject.h"

#include <stdio.h>

typedef struct algorithm {
    const char *name;
    cdy_status (*run)(const subject *b);
} algorithm;

static cdy_status run_rnea(const subject *b)
{
    return cdy_inverse_dynamics(b->model, b->workspace, b->q, b->qd, b->qdd, NULL, b->tau, NULL);
}

static cdy_status run_crba(const subject *b)
{
    return cdy_mass_matrix(b->model, b->workspace, b->q, b->M, NULL);
}

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

static cdy_status run_transform(const subject *b)
{
    return cdy_get_transform(b->model, b->workspace, b->frame, 0, b->q, b->T, NULL);
}

static cdy_status run_placements(const subject *b)
{
    return cdy_forward_kinematics(b->model, b->workspace, b->q, b->T, NULL);
}

static cdy_status run_jacobian(const subject *b)
{
    return cdy_geometric_jacobian(b->model, b->workspace, b->frame, CDY_AXES_BASE, b->q, b->J, NULL);
}

static cdy_status run_center_of_mass(const subject *b)
{
    return cdy_center_of_mass(b->model, b->workspace, b->q, b->T, b->J, NULL);
}

static cdy_status run_coriolis(const subject *b)
{
    return cdy_coriolis_matrix(b->model, b->workspace, b->q, b->qd, b->M, NULL);
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

static cdy_status run_momentum_matrix(const subject *b)
{
    return cdy_centroidal_momentum_matrix(b->model, b->workspace, b->q, b->J, NULL);
}

static cdy_status run_regressor(const subject *b)
{
    return cdy_regressor(b->model, b->workspace, b->q, b->qd, b->qdd, NULL, b->J, NULL);
}

static const algorithm algorithms[] = {{"rnea", run_rnea},
                                       {"crba", run_crba},
                                       {"fd", run_fd},
                                       {"drnea", run_drnea},
                                       {"daba", run_daba},
                                       {"minv", run_minv},
                                       {"transform", run_transform},
                                       {"all transforms", run_placements},
                                       {"jacobian", run_jacobian},
                                       {"com+jacobian", run_center_of_mass},
                                       {"coriolis", run_coriolis},
                                       {"energies", run_energy},
                                       {"momentum", run_momentum},
                                       {"momentum matrix", run_momentum_matrix},
                                       {"regressor", run_regressor}};

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
    printf("%-16s %-16s %10.1f %10.1f ns\n", robot, a->name, t.least, t.median);
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
    printf("%-16s %-16s %10s %10s\n", "robot", "algorithm", "minimum", "median");
    for (size_t i = 0; i < sizeof robots / sizeof *robots; i++) {
        failed |= measure_robot(robots[i]);
    }
    return failed;
}
