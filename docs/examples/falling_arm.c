/* A 6R arm falls under gravity without torques and swings back to the same height: the example of Lynch and Park,
 * Modern Robotics, section 8.5, with a UR5e.  The sum of its energies tells how well it was simulated. */
#include <condyle/condyle.h>
#include <condyle/simulation.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const struct {
    const char *name;
    cdy_integrator integrator;
} integrators[] = {{"semi-implicit Euler", CDY_SEMI_IMPLICIT_EULER},
                   {"Runge-Kutta 4", CDY_RK4},
                   {"implicit", CDY_IMPLICIT},
                   {"variational", CDY_VARIATIONAL},
                   {"CVODE", CDY_CVODE}};

/* Lets the arm fall for `steps` steps of h and gives the largest change of its total energy, J. */
static cdy_status fall(const cdy_model *model, cdy_integrator integrator, double h, long steps, double *drift,
                       cdy_error *error)
{
    const double raised[6] = {0, -0.6, 0.4, 0.2, 0.3, 0};
    cdy_simulation *arm = NULL;
    cdy_simulation_options options = cdy_simulation_options_default();
    options.integrator = integrator;
    options.step = h;
    cdy_status status = cdy_simulation_create(model, &options, &arm, error);
    status = status ? status : cdy_simulation_set_state(arm, 0, raised, NULL, error);
    double kinetic, potential, start = 0;
    status = status ? status : cdy_simulation_energy(arm, &kinetic, &start, error);
    *drift = 0;
    for (long i = 1; i <= steps && !status; i++) {
        status = cdy_simulation_step(arm, error);
        status = status ? status : cdy_simulation_energy(arm, &kinetic, &potential, error);
        if (!status) {
            *drift = fmax(*drift, fabs(kinetic + potential - start));
        }
    }
    cdy_simulation_destroy(arm);
    return status;
}

int main(int argc, char **argv)
{
    cdy_error error = {CDY_OK, 0, "", ""};
    cdy_tree *tree = NULL;
    cdy_model *model = NULL;
    cdy_load_options options = cdy_load_options_default();
    options.gravity[2] = -9.81;
    const double duration = argc > 1 ? strtod(argv[1], NULL) : 1, h = argc > 2 ? strtod(argv[2], NULL) : 0.001;
    const long steps = lround(duration / h);

    cdy_status status = cdy_urdf_load_bundled("universalUR5e", &options, &tree, &error);
    status = status ? status : cdy_model_create(tree, &model, &error);
    for (size_t i = 0; i < sizeof integrators / sizeof *integrators && !status; i++) {
        double drift;
        if (cdy_simulation_has_integrator(integrators[i].integrator)) {
            status = fall(model, integrators[i].integrator, h, steps, &drift, &error);
            if (status == CDY_OK) {
                printf("%-20s energy off by %.3g J at most\n", integrators[i].name, drift);
            }
        }
    }
    if (status) {
        fprintf(stderr, "%s: %s\n", cdy_status_text(status), error.text);
    }
    cdy_model_destroy(model);
    cdy_tree_destroy(tree);
    return status != CDY_OK;
}
