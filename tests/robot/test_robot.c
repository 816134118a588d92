/* The front door: robots from every source behind one handle. */
#include "dynamics/quantity_forms.h"
#include "support/folder.h"
#include "support/suite.h"

#include <condyle/condyle.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const pendulum =
    "<robot name=\"pendulum\"><link name=\"stand\"/><link name=\"bob\"><inertial><origin xyz=\"0 0 -0.5\"/>"
    "<mass value=\"2\"/><inertia ixx=\"0\" ixy=\"0\" ixz=\"0\" iyy=\"0\" iyz=\"0\" izz=\"0\"/></inertial></link>"
    "<joint name=\"hinge\" type=\"continuous\"><parent link=\"stand\"/><child link=\"bob\"/><axis xyz=\"0 1 0\"/>"
    "</joint></robot>";

static cdy_robot *open_pendulum(const cdy_load_options *options)
{
    cdy_robot *robot;
    cdy_error error = {0};
    ck_assert_msg(cdy_robot_open_bytes(pendulum, strlen(pendulum), "pendulum", options, &robot, &error) == CDY_OK, "%s",
                  error.text);
    return robot;
}

/* tau = m l^2 qdd + m g l sin q */
START_TEST(text_opens_and_computes)
{
    cdy_load_options options = cdy_load_options_default();
    options.gravity[2] = -9.81;
    cdy_robot *robot = open_pendulum(&options);
    const double q = 0.3, qdd = 0.7;
    double tau, back, M, gravity;
    ck_assert_int_eq(cdy_robot_nq(robot), 1);
    ck_assert_int_eq(cdy_robot_nv(robot), 1);
    ck_assert_str_eq(cdy_robot_name(robot), "pendulum");
    ck_assert_int_eq(cdy_robot_inverse_dynamics(robot, &q, NULL, &qdd, NULL, &tau, NULL), CDY_OK);
    ck_assert_double_eq_tol(tau, 2 * 0.25 * qdd + 2 * 9.81 * 0.5 * sin(q), 1e-12);
    ck_assert_int_eq(cdy_robot_forward_dynamics(robot, &q, NULL, &tau, NULL, &back, NULL), CDY_OK);
    ck_assert_double_eq_tol(back, qdd, 1e-12);
    ck_assert_int_eq(cdy_robot_mass_matrix(robot, &q, &M, NULL), CDY_OK);
    ck_assert_double_eq_tol(M, 0.5, 1e-12);
    ck_assert_int_eq(cdy_robot_gravity_torque(robot, &q, &gravity, NULL), CDY_OK);
    ck_assert_double_eq_tol(gravity, 2 * 9.81 * 0.5 * sin(q), 1e-12);
    cdy_robot_destroy(robot);
}
END_TEST

START_TEST(gravity_is_zero_by_default)
{
    cdy_robot *robot = open_pendulum(NULL);
    const double q = 0.3;
    double tau = 1;
    ck_assert_int_eq(cdy_robot_inverse_dynamics(robot, &q, NULL, NULL, NULL, &tau, NULL), CDY_OK);
    ck_assert(tau == 0);
    cdy_robot_destroy(robot);
}
END_TEST

/* The wrench J^T f and the Jacobian of the same body agree. */
START_TEST(bodies_go_by_name)
{
    cdy_robot *robot = open_pendulum(NULL);
    const double q = 0.4, wrench[6] = {1, 2, 3, 4, 5, 6};
    double fext[6] = {0}, tau, T[16], J[6], com[3];
    ck_assert_int_eq(cdy_robot_external_force(robot, "bob", wrench, NULL, fext, NULL), CDY_OK);
    ck_assert_int_eq(cdy_robot_inverse_dynamics(robot, &q, NULL, NULL, fext, &tau, NULL), CDY_OK);
    ck_assert_double_eq_tol(tau, -2, 1e-12);
    ck_assert_int_eq(cdy_robot_get_transform(robot, "bob", NULL, &q, T, NULL), CDY_OK);
    ck_assert_double_eq_tol(T[0], cos(q), 1e-12);
    ck_assert_double_eq_tol(T[2], sin(q), 1e-12);
    ck_assert_int_eq(cdy_robot_geometric_jacobian(robot, "bob", CDY_AXES_BASE, &q, J, NULL), CDY_OK);
    ck_assert_double_eq_tol(J[1], 1, 1e-12);
    ck_assert_int_eq(cdy_robot_center_of_mass(robot, &q, com, NULL, NULL), CDY_OK);
    ck_assert_double_eq_tol(com[0], -0.5 * sin(q), 1e-12);
    cdy_robot_destroy(robot);
}
END_TEST

START_TEST(unknown_names_get_a_hint)
{
    cdy_robot *robot = open_pendulum(NULL);
    cdy_error error = {0};
    double T[16];
    int frame = -7;
    cdy_moving_joint joint;
    ck_assert_int_eq(cdy_robot_get_transform(robot, "bab", NULL, NULL, T, &error), CDY_ERROR_ARGUMENT);
    ck_assert_str_eq(error.text, "the robot has no body 'bab'; did you mean 'bob'?");
    ck_assert_int_eq(cdy_robot_require_body(robot, "something else", &frame, &error), CDY_ERROR_ARGUMENT);
    ck_assert_str_eq(error.text, "the robot has no body 'something else'");
    ck_assert_int_eq(frame, -7);
    ck_assert_int_eq(cdy_robot_require_joint(robot, "hinges", &joint, &error), CDY_ERROR_ARGUMENT);
    ck_assert_str_eq(error.text, "the robot has no moving joint 'hinges'; did you mean 'hinge'?");
    ck_assert_int_eq(cdy_robot_require_joint(robot, "hinge", &joint, &error), CDY_OK);
    ck_assert_str_eq(joint.name, "hinge");
    ck_assert_str_eq(cdy_model_frame_name(cdy_robot_model(robot), joint.frame), "bob");
    ck_assert(joint.type == CDY_JOINT_CONTINUOUS && joint.nq == 1 && joint.nv == 1 && !joint.is_follower);
    cdy_robot_destroy(robot);
}
END_TEST

/* Lookups in trees and models name the missing object; a call with the frame -1 names the lookup as the likely
 * cause. */
START_TEST(lookups_in_trees_and_models_get_a_hint)
{
    cdy_robot *robot = open_pendulum(NULL);
    const cdy_tree *tree = cdy_robot_tree(robot);
    const cdy_model *model = cdy_robot_model(robot);
    cdy_error error = {0};
    double T[16];
    int index = -7;
    ck_assert_int_eq(cdy_tree_require_body(tree, "bab", &index, &error), CDY_ERROR_ARGUMENT);
    ck_assert_str_eq(error.text, "the robot has no body 'bab'; did you mean 'bob'?");
    ck_assert_int_eq(cdy_tree_require_joint(tree, "hinges", &index, &error), CDY_ERROR_ARGUMENT);
    ck_assert_str_eq(error.text, "the robot has no joint 'hinges'; did you mean 'hinge'?");
    ck_assert_int_eq(cdy_model_require_frame(model, "bab", &index, &error), CDY_ERROR_ARGUMENT);
    ck_assert_str_eq(error.text, "the robot has no body 'bab'; did you mean 'bob'?");
    ck_assert_int_eq(cdy_model_require_joint(model, "hinges", &index, &error), CDY_ERROR_ARGUMENT);
    ck_assert_str_eq(error.text, "the robot has no moving joint 'hinges'; did you mean 'hinge'?");
    ck_assert_int_eq(index, -7);
    ck_assert_int_eq(cdy_tree_require_body(tree, "bob", &index, &error), CDY_OK);
    ck_assert_int_eq(index, cdy_tree_find_body(tree, "bob"));
    ck_assert_int_eq(cdy_tree_require_joint(tree, "hinge", &index, &error), CDY_OK);
    ck_assert_int_eq(index, cdy_tree_find_joint(tree, "hinge"));
    ck_assert_int_eq(cdy_model_require_frame(model, "bob", &index, &error), CDY_OK);
    ck_assert_int_eq(index, cdy_model_find_frame(model, "bob"));
    ck_assert_int_eq(cdy_model_require_joint(model, "hinge", &index, &error), CDY_OK);
    ck_assert_int_eq(index, 0);
    ck_assert_int_eq(
        cdy_get_transform(model, cdy_robot_workspace(robot), cdy_model_find_frame(model, "bab"), 0, NULL, T, &error),
        CDY_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.text, "cdy_model_require_frame()"));
    cdy_robot_destroy(robot);
}
END_TEST

/* A file, a compiled model and a name, and a tree loaded from each, give the same torques. */
START_TEST(every_source_is_the_same_robot)
{
    cdy_load_options options = cdy_load_options_default();
    options.gravity[2] = -9.81;
    cdy_robot *robots[5];
    cdy_error error = {0};
    char urdf[256], compiled[256];
    path_in_folder(urdf, sizeof urdf, "ur5e.urdf");
    path_in_folder(compiled, sizeof compiled, "ur5e.cdy");
    ck_assert_int_eq(cdy_robot_open("universalUR5e", &options, &robots[0], &error), CDY_OK);
    ck_assert_int_eq(cdy_urdf_save_file(cdy_robot_tree(robots[0]), urdf, false, &error), CDY_OK);
    ck_assert_int_eq(cdy_model_save(cdy_robot_model(robots[0]), compiled, false, &error), CDY_OK);
    ck_assert_int_eq(cdy_robot_open(urdf, &options, &robots[1], &error), CDY_OK);
    ck_assert_int_eq(cdy_robot_open(compiled, NULL, &robots[2], &error), CDY_OK);
    ck_assert_ptr_null(cdy_robot_tree(robots[2]));
    ck_assert_int_eq(cdy_robot_open(compiled, &options, &robots[3], &error), CDY_OK);
    ck_assert_int_eq(cdy_robot_from_tree(cdy_robot_tree(robots[0]), &robots[4], &error), CDY_OK);
    double q[6], expected[6], tau[6];
    uint64_t seed = 3;
    cdy_robot_random_configuration(robots[0], &seed, q);
    ck_assert_int_eq(cdy_robot_inverse_dynamics(robots[0], q, q, q, NULL, expected, &error), CDY_OK);
    ck_assert(fabs(expected[1]) > 1);
    for (int i = 0; i < 5; i++) {
        ck_assert_int_eq(cdy_robot_inverse_dynamics(robots[i], q, q, q, NULL, tau, &error), CDY_OK);
        ck_assert_mem_eq(tau, expected, sizeof tau);
        cdy_robot_destroy(robots[i]);
    }
}
END_TEST

/* cdy_robot_load() gives the tree of a file, a name or a text, and the model of a compiled file, as it was saved. */
START_TEST(every_source_is_a_tree_or_a_model)
{
    cdy_load_options options = cdy_load_options_default(), limited = options;
    cdy_robot *robot = open_pendulum(&options);
    cdy_error error = {0};
    char urdf[256], compiled[256];
    path_in_folder(urdf, sizeof urdf, "pendulum.urdf");
    path_in_folder(compiled, sizeof compiled, "pendulum.cdy");
    ck_assert_int_eq(cdy_model_set_gravity(cdy_robot_model(robot), (double[3]){0, 1, 2}, &error), CDY_OK);
    ck_assert_int_eq(cdy_urdf_save_file(cdy_robot_tree(robot), urdf, false, &error), CDY_OK);
    ck_assert_int_eq(cdy_model_save(cdy_robot_model(robot), compiled, false, &error), CDY_OK);
    options.gravity[2] = -9.81;
    options.floating_base = true; /* no effect on a compiled model */
    limited.max_bytes = 20;
    const char *const sources[] = {urdf, "universalUR5e", compiled};
    for (int i = 0; i < 3; i++) {
        cdy_tree *tree = (cdy_tree *)&error;
        cdy_model *model = (cdy_model *)(void *)&error;
        ck_assert_int_eq(cdy_robot_load(sources[i], &options, &tree, &model, &error), CDY_OK);
        ck_assert(i < 2 ? tree && !model : model && !tree);
        double gravity[3];
        if (tree) {
            cdy_tree_get_gravity(tree, gravity);
            ck_assert_int_ge(cdy_tree_find_joint(tree, "floating_base"), 0);
        } else {
            cdy_model_get_gravity(model, gravity);
            ck_assert_int_eq(cdy_model_nv(model), cdy_robot_nv(robot));
        }
        ck_assert_double_eq(gravity[2], tree ? -9.81 : 2);
        cdy_tree_destroy(tree);
        cdy_model_destroy(model);
        if (i != 1) {
            ck_assert_int_eq(cdy_robot_load(sources[i], &limited, &tree, &model, &error), CDY_ERROR_IO);
            ck_assert_ptr_nonnull(strstr(error.text, "larger than 20 bytes"));
            ck_assert(!tree && !model);
        }
    }
    cdy_robot_destroy(robot);
}
END_TEST

/* A name with the ending of a robot's file is a path, although no file has it: the error is about the file. */
/* A format that the call names must be that of the content; another one is named, with the line that says so. */
START_TEST(the_content_has_the_format_that_the_call_names)
{
    static const char *const texts[] = {
        NULL,
        "<!-- a -->\n<robot name='r'><link name='a'/></robot>",
        "<mujoco><worldbody><body name='a'/></worldbody></mujoco>",
        "<sdf version='1.9'><model name='m'><link name='a'/></model></sdf>",
        "#usda 1.0\ndef Xform \"a\" (prepend apiSchemas = [\"PhysicsRigidBodyAPI\"]) {}\n",
    };
    static const char *const names[] = {"", "URDF", "MJCF", "SDF", "USD"};
    static const char *const reasons[] = {"", "in URDF, as its root element <robot> says",
                                          "in MJCF, as its root element <mujoco> says",
                                          "in SDF, as its root element <sdf> says", "in USD, as its first bytes say"};
    for (int text = CDY_FROM_URDF; text <= CDY_FROM_USD; text++) {
        for (int format = CDY_FROM_CONTENT; format <= CDY_FROM_USD; format++) {
            cdy_load_options options = cdy_load_options_default();
            cdy_check_options check = cdy_check_options_default();
            cdy_check_summary summary;
            cdy_robot *robot = NULL;
            cdy_error error = {0};
            char expected[32];
            options.format = check.format = (cdy_source_format)format;
            const cdy_status status =
                cdy_robot_open_bytes(texts[text], strlen(texts[text]), "it", &options, &robot, &error);
            ck_assert_int_eq(cdy_check_text(texts[text], strlen(texts[text]), "it", &check, &summary, NULL), CDY_OK);
            if (format == CDY_FROM_CONTENT || format == text) {
                ck_assert_msg(status == CDY_OK, "%s", error.text);
                ck_assert_int_eq(summary.errors, 0);
            } else {
                snprintf(expected, sizeof expected, "expected %s", names[format]);
                ck_assert_int_eq(status, CDY_ERROR_ROBOT);
                ck_assert_int_eq(error.line, text == CDY_FROM_URDF ? 2 : 1);
                ck_assert_msg(strstr(error.text, reasons[text]) && strstr(error.text, expected), "%s", error.text);
                ck_assert_int_eq(summary.errors, 1);
            }
            cdy_robot_destroy(robot);
        }
    }
}
END_TEST

START_TEST(what_is_no_file_of_the_format_that_the_call_names_is_told)
{
    static const char late[] = "\n#usda 1.0\n";
    cdy_load_options options = cdy_load_options_default();
    cdy_robot *robot = NULL, *compiled = open_pendulum(NULL);
    cdy_error error = {0};
    options.format = CDY_FROM_USD;
    ck_assert_int_eq(cdy_robot_open_bytes(late, strlen(late), "it", &options, &robot, &error), CDY_ERROR_ROBOT);
    ck_assert_msg(error.line == 2 && strstr(error.text, "expected '#usda 1.0' at its very beginning"), "%s",
                  error.text);
    const size_t size = cdy_model_bytes(cdy_robot_model(compiled));
    char *bytes = malloc(size);
    ck_assert_int_eq(cdy_model_to_bytes(cdy_robot_model(compiled), bytes, size, &error), CDY_OK);
    options.format = CDY_FROM_SDF;
    ck_assert_int_eq(cdy_robot_open_bytes(bytes, size, "it", &options, &robot, &error), CDY_ERROR_ROBOT);
    free(bytes);
    ck_assert_msg(strstr(error.text, "compiled model; expected SDF"), "%s", error.text);
    static const char *const nothing[] = {"empty; expected a robot in URDF, MJCF, SDF or USD",
                                          "empty; expected a robot in URDF", "empty; expected a robot in MJCF",
                                          "empty; expected a robot in SDF", "empty; expected a robot in USD"};
    for (int format = CDY_FROM_CONTENT; format <= CDY_FROM_USD; format++) {
        options.format = (cdy_source_format)format;
        ck_assert_int_eq(cdy_robot_open_bytes("", 0, "it", &options, &robot, &error), CDY_ERROR_ROBOT);
        ck_assert_str_eq(error.text, nothing[format]);
        ck_assert_int_eq(error.line, 1);
    }
    options.format = (cdy_source_format)9;
    ck_assert_int_eq(cdy_robot_open_bytes(pendulum, strlen(pendulum), "it", &options, &robot, &error),
                     CDY_ERROR_ARGUMENT);
    ck_assert_msg(strstr(error.text, "number 9"), "%s", error.text);
    cdy_robot_destroy(compiled);
}
END_TEST

START_TEST(paths_are_told_from_names)
{
    cdy_robot *robot;
    cdy_error error = {0};
    static const char *const paths[] = {"a/b", "./ur5e", "ur5e.urdf", "ur5e.urdf.xacro", "ur5e.xml", "ur5e.cdy"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        ck_assert(cdy_robot_source_is_path(paths[i]));
        ck_assert_int_eq(cdy_robot_open(paths[i], NULL, &robot, &error), CDY_ERROR_IO);
        ck_assert_str_eq(error.file, paths[i]);
    }
    ck_assert(!cdy_robot_source_is_path("ur5e") && !cdy_robot_source_is_path("urdf") && !cdy_robot_source_is_path("") &&
              !cdy_robot_source_is_path(NULL));
}
END_TEST

enum { WIDEST = 1000 };

typedef struct inputs {
    cdy_robot *robot;
    double q[6], qd[6], qdd[6], fext[36];
} inputs;

/* Every quantity of dynamics/quantities.def gives the same result by the front door, with bodies by name, and by model
 * and workspace. */
#define QUANTITY(name, title, form, results, ...)                                                                      \
    static cdy_status by_door_##name(const inputs *i, double *places)                                                  \
    {                                                                                                                  \
        const double *q = i->q, *qd = i->qd, *qdd = i->qdd, *x = i->qdd, *tau = i->qdd, *fext = i->fext;               \
        const double *w = i->qdd, *dq = i->qdd, *dqd = i->qd, *dqdd = i->qd, *dtau = i->qd;                            \
        const char *const frame = "tool0", *const relative_to = "forearm_link";                                        \
        const cdy_axes axes = CDY_AXES_BODY;                                                                           \
        const cdy_forward_method method = CDY_FORWARD_MASS_MATRIX;                                                     \
        const cdy_regressor_options *columns = NULL;                                                                   \
        (void)q, (void)qd, (void)qdd, (void)x, (void)tau, (void)fext, (void)frame, (void)relative_to, (void)axes;      \
        (void)method, (void)columns, (void)w, (void)dq, (void)dqd, (void)dqdd, (void)dtau;                             \
        DECLARE_PLACES(double, places, places + WIDEST, places + 2 * WIDEST);                                          \
        return cdy_robot_##name(i->robot, ARGUMENTS_##form, OUT_##results, NULL);                                      \
    }                                                                                                                  \
    static cdy_status by_model_##name(const inputs *i, double *places)                                                 \
    {                                                                                                                  \
        const cdy_model *model = cdy_robot_model(i->robot);                                                            \
        DECLARE_ARGUMENTS(double, i->q, i->qd, i->qdd, i->fext, cdy_model_find_frame(model, "tool0"),                  \
                          cdy_model_find_frame(model, "forearm_link"), CDY_AXES_BODY);                                 \
        DECLARE_PLACES(double, places, places + WIDEST, places + 2 * WIDEST);                                          \
        return cdy_##name(model, cdy_robot_workspace(i->robot), ARGUMENTS_##form, OUT_##results, NULL);                \
    }
#include "dynamics/quantities.def"
#undef QUANTITY

START_TEST(every_quantity_is_that_of_the_model)
{
    cdy_load_options options = cdy_load_options_default();
    options.gravity[2] = -9.81;
    inputs in = {.qd = {0.1, 0.2, 0.3, -0.4, 0.5, 0.6}, .qdd = {1, -2, 3, 4, 5, -6}, .fext = {[30] = 1, 2, 3, 4, 5, 6}};
    ck_assert_int_eq(cdy_robot_open("universalUR5e", &options, &in.robot, NULL), CDY_OK);
    uint64_t seed = 3;
    cdy_robot_random_configuration(in.robot, &seed, in.q);
#define QUANTITY(name, title, ...)                                                                                     \
    {                                                                                                                  \
        double named[3 * WIDEST] = {0}, numbered[3 * WIDEST] = {0};                                                    \
        ck_assert_msg(by_door_##name(&in, named) == CDY_OK, "%s", title);                                              \
        ck_assert_msg(by_model_##name(&in, numbered) == CDY_OK, "%s", title);                                          \
        ck_assert_msg(memcmp(named, numbered, sizeof named) == 0, "%s differs", title);                                \
    }
#include "dynamics/quantities.def"
#undef QUANTITY
    double T[16];
    cdy_error error = {0};
    ck_assert_int_eq(cdy_robot_get_transform(in.robot, "tool0", "forearm", in.q, T, &error), CDY_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.text, "forearm"));
    ck_assert_int_eq(cdy_robot_frame_velocity(in.robot, NULL, CDY_AXES_BASE, in.q, in.qd, T, &error),
                     CDY_ERROR_ARGUMENT);
    ck_assert_int_eq(cdy_robot_joint_reactions(NULL, in.q, NULL, NULL, NULL, T, &error), CDY_ERROR_ARGUMENT);
    cdy_robot_destroy(in.robot);
}
END_TEST

/* A folder is told as such, unless it has the name of a bundled robot, which is found all the same. */
START_TEST(directories_are_told)
{
    static const char *const names[] = {".", "..", "some folder"};
    char start[256], *folder = output_of("pwd; mkdir 'some folder' kukaIiwa7");
    cdy_robot *robot;
    cdy_error error;
    folder[strcspn(folder, "\n")] = '\0';
    ck_assert_ptr_nonnull(getcwd(start, sizeof start));
    ck_assert_int_eq(chdir(folder), 0);
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(cdy_robot_open(names[i], NULL, &robot, &error), CDY_ERROR_IO);
        ck_assert_ptr_null(robot);
        ck_assert_str_eq(error.file, names[i]);
        ck_assert_int_eq(error.line, 0);
        ck_assert_str_eq(error.text, "is a directory; expected a robot's file (URDF, xacro or compiled model) or the "
                                     "name of a bundled robot");
    }
    ck_assert_int_eq(cdy_robot_open("kukaIiwa7", NULL, &robot, &error), CDY_OK);
    cdy_robot_destroy(robot);
    ck_assert_int_eq(chdir(start), 0);
    free(output_of("rmdir 'some folder' kukaIiwa7"));
    free(folder);
}
END_TEST

START_TEST(failures_leave_no_robot)
{
    cdy_robot *robot = (cdy_robot *)(void *)&robot;
    cdy_error error = {0};
    ck_assert_int_eq(cdy_robot_open("no such robot", NULL, &robot, &error), CDY_ERROR_IO);
    ck_assert_ptr_null(robot);
    robot = (cdy_robot *)(void *)&robot;
    ck_assert_int_eq(cdy_robot_open("/no/such/file.urdf", NULL, &robot, &error), CDY_ERROR_IO);
    ck_assert_ptr_null(robot);
    robot = (cdy_robot *)(void *)&robot;
    ck_assert_int_eq(cdy_robot_open_bytes("<robot", 6, "broken", NULL, &robot, &error), CDY_ERROR_ROBOT);
    ck_assert_ptr_null(robot);
    ck_assert_str_eq(error.file, "broken");
    robot = (cdy_robot *)(void *)&robot;
    ck_assert_int_eq(cdy_robot_open_bytes(NULL, 0, "empty", NULL, &robot, &error), CDY_ERROR_ROBOT);
    ck_assert_ptr_null(robot);
    /* A text whose first bytes are those of a compiled model, but for the 0 that ends the magic number of a model. */
    static const char letter[] = "condyle is the name of this robot, whose URDF is lost";
    cdy_error of_text;
    ck_assert_int_eq(cdy_load_text(letter, sizeof letter - 1, "letter", NULL, &(cdy_tree *){NULL}, &of_text),
                     CDY_ERROR_ROBOT);
    ck_assert_int_eq(cdy_robot_open_bytes(letter, sizeof letter - 1, "letter", NULL, &robot, &error), CDY_ERROR_ROBOT);
    ck_assert_str_eq(error.text, of_text.text);
    ck_assert_int_eq(cdy_robot_open_bytes(NULL, 1, "none", NULL, &robot, &error), CDY_ERROR_ARGUMENT);
    ck_assert_int_eq(cdy_robot_open(NULL, NULL, &robot, &error), CDY_ERROR_ARGUMENT);
    ck_assert_int_eq(cdy_robot_from_tree(NULL, &robot, &error), CDY_ERROR_ARGUMENT);
    cdy_tree *tree = (cdy_tree *)&error;
    cdy_model *model = (cdy_model *)(void *)&error;
    ck_assert_int_eq(cdy_robot_load_bytes("<robot", 6, "broken", NULL, &tree, &model, &error), CDY_ERROR_ROBOT);
    ck_assert(!tree && !model);
    ck_assert_int_eq(cdy_robot_load_bytes("condyle", 8, "cut.cdy", NULL, &tree, &model, &error), CDY_ERROR_ROBOT);
    ck_assert_str_eq(error.file, "cut.cdy");
    ck_assert_int_eq(cdy_robot_load_bytes(NULL, 1, "none", NULL, &tree, &model, &error), CDY_ERROR_ARGUMENT);
    ck_assert_int_eq(cdy_robot_load(NULL, NULL, &tree, &model, &error), CDY_ERROR_ARGUMENT);
    ck_assert_int_eq(cdy_robot_load("ur5e", NULL, NULL, &model, &error), CDY_ERROR_ARGUMENT);
    ck_assert_int_eq(cdy_robot_load("ur5e", NULL, &tree, NULL, &error), CDY_ERROR_ARGUMENT);
    /* A robot that cannot be compiled: the error names its file. */
    static const char far[] =
        "<robot name='r'><link name='a'/><link name='b'/><link name='c'/>"
        "<joint name='j' type='continuous'><parent link='a'/><child link='b'/><axis xyz='0 0 1'/></joint>"
        "<joint name='k' type='continuous'><origin xyz='1.5e308 1.5e308 0'/>"
        "<parent link='b'/><child link='c'/><axis xyz='0 0 1'/></joint></robot>";
    ck_assert_int_eq(cdy_robot_open_bytes(far, sizeof far - 1, "far", NULL, &robot, &error), CDY_ERROR_ROBOT);
    ck_assert_str_eq(error.file, "far");
    ck_assert_int_eq(cdy_robot_inverse_dynamics(NULL, NULL, NULL, NULL, NULL, NULL, &error), CDY_ERROR_ARGUMENT);
    cdy_robot_destroy(NULL);
}
END_TEST

START_TEST(compiled_models_refuse_what_they_cannot_change)
{
    cdy_robot *robot = open_pendulum(NULL), *again;
    const size_t size = cdy_model_bytes(cdy_robot_model(robot));
    void *bytes = malloc(size);
    cdy_error error = {0};
    ck_assert_int_eq(cdy_model_to_bytes(cdy_robot_model(robot), bytes, size, &error), CDY_OK);
    cdy_load_options options = cdy_load_options_default();
    options.floating_base = true;
    ck_assert_int_eq(cdy_robot_open_bytes(bytes, size, "model", &options, &again, &error), CDY_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.text, "compiled model"));
    ck_assert_str_eq(error.file, ""); /* the option is at fault, not the file */
    ck_assert_ptr_null(again);
    free(bytes);
    cdy_robot_destroy(robot);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("robot");
    TCase *opening = add_case(suite, "opening", text_opens_and_computes);
    tcase_add_checked_fixture(opening, open_folder, close_folder);
    tcase_add_test(opening, gravity_is_zero_by_default);
    tcase_add_test(opening, bodies_go_by_name);
    tcase_add_test(opening, unknown_names_get_a_hint);
    tcase_add_test(opening, lookups_in_trees_and_models_get_a_hint);
    tcase_add_test(opening, every_source_is_the_same_robot);
    tcase_add_test(opening, every_source_is_a_tree_or_a_model);
    tcase_add_test(opening, the_content_has_the_format_that_the_call_names);
    tcase_add_test(opening, what_is_no_file_of_the_format_that_the_call_names_is_told);
    tcase_add_test(opening, paths_are_told_from_names);
    tcase_add_test(opening, every_quantity_is_that_of_the_model);
    tcase_add_test(opening, directories_are_told);
    tcase_add_test(opening, failures_leave_no_robot);
    tcase_add_test(opening, compiled_models_refuse_what_they_cannot_change);
    return run_suites(suite, NULL);
}
