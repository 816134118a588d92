/* The torques that hold a UR5e still while something pulls at its tool: tree, model and workspace one by one. */
#include <condyle/condyle.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    cdy_error error = {CDY_OK, 0, "", ""};
    cdy_tree *tree = NULL;
    cdy_model *model = NULL;
    cdy_workspace *workspace = NULL;
    cdy_load_options options = cdy_load_options_default();
    options.gravity[2] = -9.81;

    /* The tree is the robot as its file describes it; the algorithms read the model and write the workspace.  No call
     * allocates memory after these three. */
    cdy_status status = cdy_urdf_load_bundled("universalUR5e", &options, &tree, &error);
    status = status ? status : cdy_model_create(tree, &model, &error);
    status = status ? status : cdy_workspace_create(model, &workspace, &error);

    double *q = NULL, *fext = NULL, *tau = NULL;
    if (!status) {
        q = calloc((size_t)cdy_model_nq(model), sizeof *q);
        tau = calloc((size_t)cdy_model_nv(model), sizeof *tau);
        fext = calloc((size_t)cdy_model_force_rows(model) * 6, sizeof *fext);
        status = q && tau && fext ? CDY_OK : CDY_ERROR_MEMORY;
    }
    if (!status) {
        const double pull[6] = {0, 0, 0, 0.1, 0, 0}; /* Tx Ty Tz Fx Fy Fz, in the tool's frame */
        cdy_home_configuration(model, q);
        status = cdy_external_force(model, workspace, cdy_model_find_frame(model, "tool0"), pull, q, fext, &error);
    }
    /* NULL: no velocity, no acceleration. */
    status = status ? status : cdy_inverse_dynamics(model, workspace, q, NULL, NULL, fext, tau, &error);
    for (int i = 0; !status && i < cdy_model_nv(model); i++) {
        cdy_coordinate c;
        cdy_model_velocity(model, i, &c);
        printf("%-20s %12.6f %s\n", c.joint, tau[i], c.angular ? "N m" : "N");
    }
    if (status) {
        fprintf(stderr, "%s: %s\n", cdy_status_text(status), error.text);
    }
    free(q);
    free(tau);
    free(fext);
    cdy_workspace_destroy(workspace);
    cdy_model_destroy(model);
    cdy_tree_destroy(tree);
    return status != CDY_OK;
}
