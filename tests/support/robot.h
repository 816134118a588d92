/* Robots that tests build body by body. A failing call fails the running test. */
#ifndef CDY_TESTS_ROBOT_H
#define CDY_TESTS_ROBOT_H

#include <condyle/condyle.h>

/* A compiled robot with a workspace. */
typedef struct robot {
    cdy_tree *tree;
    cdy_model *model;
    cdy_workspace *work;
    int nq, nv;
} robot;

/* Returns a body without mass, moved by a joint about or along z at the parent's origin. */
cdy_body make_body(const char *name, const char *joint, cdy_joint_type type);

/* Gives a body mass (kg), centre of mass (m) and the inertia ixx ixy ixz iyy iyz izz about this centre (kg m2). */
void set_inertial(cdy_body *body, double mass, double x, double y, double z, const double inertia[6]);

/* Sets the axis of a body's joint. */
void set_axis(cdy_body *body, double x, double y, double z);

/* Sets where a body's joint stands in the parent's frame. */
void set_origin(cdy_body *body, double x, double y, double z, double roll, double pitch, double yaw);

/* Makes a tree with a massless base of this name and gravity along -z of `g` m/s2. */
cdy_tree *make_tree(const char *base, double g);

/* Adds a body under a parent. */
void add_body(cdy_tree *tree, const cdy_body *body, const char *parent);

/* Adds a body without mass under a parent, moved about or along z. */
void add_massless(cdy_tree *tree, const char *name, const char *joint, cdy_joint_type type, const char *parent);

/* Returns the whole table of a tree's bodies; the caller frees the text. */
char *new_details(const cdy_tree *tree);

/* Returns the last method of forward dynamics that the build has: LAPACK's, or the mass matrix. */
cdy_forward_method last_method(const robot *r);

/* Compiles a tree, which the robot then owns, and makes a workspace for it. */
robot make_robot(cdy_tree *tree);

/* Loads a bundled robot, or a URDF file by its path, with gravity 0 0 -9.81. */
robot load_bundled_robot(const char *name);
robot load_robot_file(const char *path, bool floating_base, bool mimic_independent);

/* Frees the workspace, the model and the tree of a robot. */
void free_robot(robot *r);

#endif
