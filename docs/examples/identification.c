/* The parameters of a UR5e that carries 2 kg more than its file says, from torques that were recorded as it moved. */
#include <condyle/condyle.h>
#include <math.h>
#include <stdio.h>

enum { JOINTS = 6, ROWS = 500 };

/* One row of the recording: the motion at a time, and the torques of the robot with its load. */
static cdy_status record(const cdy_model *real, cdy_workspace *workspace, double t, double *q, double *qd, double *qdd,
                         double *tau, cdy_error *error)
{
    for (int i = 0; i < JOINTS; i++) {
        const double w = 0.7 + 0.23 * i, v = 1.9 - 0.17 * i; /* rad/s: no two joints swing alike */
        q[i] = 0.8 * sin(w * t + i) + 0.5 * cos(v * t);
        qd[i] = 0.8 * w * cos(w * t + i) - 0.5 * v * sin(v * t);
        qdd[i] = -0.8 * w * w * sin(w * t + i) - 0.5 * v * v * cos(v * t);
    }
    return cdy_inverse_dynamics(real, workspace, q, qd, qdd, NULL, tau, error);
}

/* The robot of the file, and the real one: the same with a load on its tool. */
static cdy_status load(cdy_tree **tree, cdy_model **model, cdy_model **real, cdy_error *error)
{
    cdy_load_options options = cdy_load_options_default();
    cdy_tree *loaded = NULL;
    cdy_body box = cdy_body_default();
    options.gravity[2] = -9.81;
    box.name = "box";
    box.joint.name = "box_joint";
    box.joint.origin.xyz[2] = 0.1;
    cdy_inertial_set_about_origin(&box.inertial, 2, (const double[3]){0, 0, 0},
                                  (const double[6]){0.01, 0.01, 0.01, 0, 0, 0});
    cdy_status status = cdy_urdf_load_bundled("universalUR5e", &options, tree, error);
    status = status ? status : cdy_model_create(*tree, model, error);
    status = status ? status : cdy_tree_copy(*tree, &loaded, error);
    status = status ? status : cdy_tree_add_body(loaded, &box, "tool0", error);
    status = status ? status : cdy_model_create(loaded, real, error);
    cdy_tree_destroy(loaded);
    return status;
}

int main(void)
{
    cdy_error error = {CDY_OK, 0, "", ""};
    cdy_tree *tree = NULL, *identified = NULL;
    cdy_model *model = NULL, *real = NULL;
    cdy_workspace *workspace = NULL;
    cdy_identification *identification = NULL;
    cdy_identification_result result;
    double q[JOINTS], qd[JOINTS], qdd[JOINTS], tau[JOINTS];

    cdy_status status = load(&tree, &model, &real, &error);
    status = status ? status : cdy_workspace_create(real, &workspace, &error);
    status = status ? status : cdy_identification_create(model, NULL, &identification, &error);
    for (int row = 0; row < ROWS && !status; row++) {
        status = record(real, workspace, 0.02 * row, q, qd, qdd, tau, &error);
        status = status ? status : cdy_identification_add(identification, q, qd, qdd, NULL, tau, NULL, &error);
    }
    status = status ? status : cdy_identification_solve(identification, &result, &error);
    if (!status) {
        double prior = 0, residual = 0;
        for (int i = 0; i < JOINTS; i++) {
            prior = fmax(prior, result.joint_prior_rms[i]);
            residual = fmax(residual, result.joint_rms[i]);
        }
        printf("%d of %d base parameters\n", result.rank, result.full_rank);
        printf("torques off by %.1f N m before, %s after\n", prior, residual < 1e-6 ? "less than 1e-6 N m" : "more");
        /* A robot with these parameters, to save or to compute with. */
        status = cdy_tree_apply_parameters(tree, model, NULL, result.parameters, &identified, &error);
    }
    if (status) {
        fprintf(stderr, "%s: %s\n", cdy_status_text(status), error.text);
    }
    cdy_identification_destroy(identification);
    cdy_workspace_destroy(workspace);
    cdy_model_destroy(real);
    cdy_model_destroy(model);
    cdy_tree_destroy(identified);
    cdy_tree_destroy(tree);
    return status != CDY_OK;
}
