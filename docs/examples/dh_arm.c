/* An arm from Denavit-Hartenberg parameters: built, edited, saved as URDF, loaded again, and held against gravity. */
#include <condyle/condyle.h>
#include <stdio.h>
#include <stdlib.h>

/* An Omron eCobra 600: d is the position of joint 3, theta that of the others. */
static const struct {
    const char *body, *joint;
    cdy_joint_type type;
    double a, alpha, d;  /* m, rad, m */
    double lower, upper; /* rad or m */
} rows[] = {
    {"link1", "joint1", CDY_JOINT_REVOLUTE, 0.325, 0, 0.387, -1.8325957145940461, 1.8325957145940461},
    {"link2", "joint2", CDY_JOINT_REVOLUTE, 0.275, 3.14159265358979323846, 0, -2.748893571891069, 2.748893571891069},
    {"link3", "joint3", CDY_JOINT_PRISMATIC, 0, 0, 0, 0, 0.21},
    {"link4", "joint4", CDY_JOINT_REVOLUTE, 0, 0, 0, -3.14159265358979323846, 3.14159265358979323846},
};

static cdy_status build(cdy_tree **tree, cdy_error *error)
{
    const cdy_body base = {.name = "base"};
    const char *parent = "base";
    cdy_status status = cdy_tree_create("scara", &base, tree, error);
    for (size_t i = 0; i < sizeof rows / sizeof *rows && !status; i++) {
        cdy_body body = cdy_body_default(); /* 1 kg */
        body.name = rows[i].body;
        body.joint.name = rows[i].joint;
        body.joint.type = rows[i].type;
        body.joint.limit = (cdy_limit){.given = true, .lower = rows[i].lower, .upper = rows[i].upper};
        status = cdy_joint_set_dh(&body.joint, rows[i].a, rows[i].alpha, rows[i].d, 0, error);
        status = status ? status : cdy_tree_add_body(*tree, &body, parent, error);
        parent = body.name;
    }
    return status;
}

/* Make the first link lighter, put a tool on the flange, and name the robot. */
static cdy_status edit(cdy_tree *tree, cdy_error *error)
{
    cdy_body first = *cdy_tree_body(tree, cdy_tree_find_body(tree, "link1"));
    first.inertial.mass = 0.75;
    cdy_body tool = cdy_body_default();
    tool.name = "gripper";
    tool.joint.name = "flange";
    tool.joint.origin.xyz[2] = 0.05;
    tool.inertial.mass = 0.5;
    cdy_status status = cdy_tree_set_inertial(tree, "link1", &first.inertial, error);
    status = status ? status : cdy_tree_add_body(tree, &tool, "link4", error);
    return status ? status : cdy_tree_set_name(tree, "scara_with_gripper", error);
}

static cdy_status print_torques(const cdy_tree *tree, cdy_error *error)
{
    cdy_model *model = NULL;
    cdy_workspace *workspace = NULL;
    double *tau = NULL;
    cdy_status status = cdy_model_create(tree, &model, error);
    status = status ? status : cdy_workspace_create(model, &workspace, error);
    if (!status) {
        tau = calloc((size_t)cdy_model_nv(model), sizeof *tau);
        status = tau ? cdy_gravity_torque(model, workspace, NULL, tau, error) : CDY_ERROR_MEMORY;
    }
    for (int i = 0; !status && i < cdy_model_nv(model); i++) {
        cdy_coordinate c;
        cdy_model_velocity(model, i, &c);
        printf("%-8s %10.6f %s\n", c.joint, tau[i], c.angular ? "N m" : "N");
    }
    free(tau);
    cdy_workspace_destroy(workspace);
    cdy_model_destroy(model);
    return status;
}

int main(int argc, char **argv)
{
    cdy_error error = {CDY_OK, 0, "", ""};
    cdy_tree *tree = NULL, *loaded = NULL;
    const char *path = argc > 1 ? argv[1] : "scara.urdf";
    cdy_load_options options = cdy_load_options_default();
    options.gravity[2] = -9.81; /* no URDF file says where down is */

    cdy_status status = build(&tree, &error);
    status = status ? status : edit(tree, &error);
    status = status ? status : cdy_urdf_save_file(tree, path, true, &error);
    status = status ? status : cdy_load_file(path, &options, &loaded, &error);
    if (!status) {
        printf("%s, %d bodies\n", cdy_tree_name(loaded), cdy_tree_body_count(loaded));
        status = print_torques(loaded, &error);
    }
    if (status) {
        fprintf(stderr, "%s: %s\n", cdy_status_text(status), error.text);
    }
    cdy_tree_destroy(tree);
    cdy_tree_destroy(loaded);
    return status != CDY_OK;
}
