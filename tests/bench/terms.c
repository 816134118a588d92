/* Benchmark of cdy_all_terms() beside the single calls for the same results, in turn: the bundled UR5e and iiwa 14, a
 * chain of 50, and the robot files of the arguments, with a floating base. */
#include "chain.h"
#include "rounds.h"
#include "subject.h"

#include <stdio.h>
#include <stdlib.h>

/* Room for the results of a row, one after the other. */
typedef struct results {
    double *places[5];
} results;

typedef struct row {
    const char *name;
    cdy_status (*single)(const subject *b, const results *r);
    cdy_status (*sweep)(const subject *b, const results *r);
} row;

static cdy_status sweep_of(const subject *b, cdy_terms terms, const cdy_frame_terms *frame)
{
    terms.frames = frame;
    terms.frame_count = frame ? 1 : 0;
    return cdy_all_terms(b->model, b->workspace, b->q, b->qd, b->qdd, NULL, &terms, NULL);
}

static cdy_status placements_by_calls(const subject *b, const results *r)
{
    const cdy_status status = cdy_forward_kinematics(b->model, b->workspace, b->q, r->places[0], NULL);
    return status ? status
                  : cdy_geometric_jacobian(b->model, b->workspace, b->frame, CDY_AXES_BASE, b->q, r->places[1], NULL);
}

static cdy_status placements_by_sweep(const subject *b, const results *r)
{
    const cdy_frame_terms frame = {.frame = b->frame, .jacobian = r->places[1]};
    return sweep_of(b, (cdy_terms){.transforms = r->places[0]}, &frame);
}

static cdy_status derivatives_by_calls(const subject *b, const results *r)
{
    const cdy_status status = cdy_inverse_dynamics_derivatives(b->model, b->workspace, b->q, b->qd, b->qdd, NULL,
                                                               r->places[0], r->places[1], NULL);
    return status ? status : cdy_mass_matrix(b->model, b->workspace, b->q, r->places[2], NULL);
}

static cdy_status derivatives_by_sweep(const subject *b, const results *r)
{
    return sweep_of(
        b, (cdy_terms){.torques_by_q = r->places[0], .torques_by_qd = r->places[1], .mass_matrix = r->places[2]}, NULL);
}

static cdy_status momentum_by_calls(const subject *b, const results *r)
{
    const cdy_status status =
        cdy_centroidal_momentum(b->model, b->workspace, b->q, b->qd, NULL, r->places[0], NULL, NULL);
    return status ? status : cdy_centroidal_momentum_matrix(b->model, b->workspace, b->q, r->places[1], NULL);
}

static cdy_status momentum_by_sweep(const subject *b, const results *r)
{
    return sweep_of(b, (cdy_terms){.momentum = r->places[0], .momentum_matrix = r->places[1]}, NULL);
}

static cdy_status control_by_calls(const subject *b, const results *r)
{
    const cdy_model *m = b->model;
    cdy_workspace *w = b->workspace;
    cdy_status status = cdy_inverse_dynamics(m, w, b->q, b->qd, b->qdd, NULL, r->places[0], NULL);
    status = status ? status : cdy_mass_matrix(m, w, b->q, r->places[1], NULL);
    status = status ? status : cdy_geometric_jacobian(m, w, b->frame, CDY_AXES_BASE, b->q, r->places[2], NULL);
    return status ? status
                  : cdy_frame_acceleration(m, w, b->frame, CDY_AXES_BASE, b->q, b->qd, b->qdd, r->places[3], NULL);
}

static cdy_status control_by_sweep(const subject *b, const results *r)
{
    const cdy_frame_terms frame = {.frame = b->frame, .jacobian = r->places[2], .acceleration = r->places[3]};
    return sweep_of(b, (cdy_terms){.torques = r->places[0], .mass_matrix = r->places[1]}, &frame);
}

static const row rows[] = {
    {"placements, Jacobian", placements_by_calls, placements_by_sweep},
    {"derivatives, M", derivatives_by_calls, derivatives_by_sweep},
    {"momentum and its matrix", momentum_by_calls, momentum_by_sweep},
    {"torques, M, Jacobian, acceleration", control_by_calls, control_by_sweep},
};

static double time_of(cdy_status (*run)(const subject *b, const results *r), const subject *b, const results *r,
                      int calls)
{
    const double start = now();
    for (int i = 0; i < calls; i++) {
        if (run(b, r)) {
            exit(1);
        }
    }
    return (now() - start) / calls;
}

static void measure(const char *robot, const row *x, const subject *b, const results *r)
{
    static double single[ROUNDS], sweep[ROUNDS];
    const int calls = 1 + 4000 / (cdy_model_nv(b->model) + 1);
    for (int round = 0; round < ROUNDS; round++) {
        single[round] = time_of(x->single, b, r, calls);
        sweep[round] = time_of(x->sweep, b, r, calls);
    }
    const double before = sum_up(single, ROUNDS).least, after = sum_up(sweep, ROUNDS).least;
    printf("%-28.28s %-35s %10.1f %10.1f ns %6.2f\n", robot, x->name, before, after, before / after);
}

static int measure_robot(const char *robot, const cdy_tree *tree)
{
    subject b = {0};
    results r = {0};
    int failed = !tree || make_subject(&b, tree);
    for (int i = 0; !failed && i < 5; i++) {
        const size_t n = (size_t)cdy_model_nv(b.model), frames = (size_t)b.frame + 1;
        r.places[i] = calloc((n + 6) * n + 16 * frames, sizeof(double));
        failed = !r.places[i];
    }
    for (size_t i = 0; !failed && i < sizeof rows / sizeof *rows; i++) {
        measure(robot, &rows[i], &b, &r);
    }
    for (int i = 0; i < 5; i++) {
        free(r.places[i]);
    }
    free_subject(&b);
    return failed;
}

static int measure_bundled(const char *robot)
{
    cdy_tree *tree = NULL;
    const int failed = cdy_urdf_load_bundled(robot, NULL, &tree, NULL) || measure_robot(robot, tree);
    cdy_tree_destroy(tree);
    return failed;
}

static int measure_chain(int count)
{
    size_t size = 0;
    char *text = make_chain(count, &size);
    cdy_tree *tree = NULL;
    const int failed = !text || cdy_load_text(text, size, "chain", NULL, &tree, NULL) || measure_robot("chain", tree);
    cdy_tree_destroy(tree);
    free(text);
    return failed;
}

static int measure_file(const char *path)
{
    cdy_tree *tree = NULL;
    cdy_load_options options = cdy_load_options_default();
    options.floating_base = true;
    const int failed = cdy_load_file(path, &options, &tree, NULL) || measure_robot(path, tree);
    cdy_tree_destroy(tree);
    return failed;
}

int main(int argc, char **argv)
{
    printf("%-28s %-35s %10s %10s\n", "robot", "results", "calls", "sweep");
    int failed = measure_bundled("universalUR5e") | measure_bundled("kukaIiwa14") | measure_chain(50);
    for (int i = 1; i < argc; i++) {
        failed |= measure_file(argv[i]);
    }
    return failed;
}
