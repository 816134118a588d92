/* Valid arguments for every public function: objects of one robot and of another, options, numbers, files. */
#ifndef CDY_TESTS_MISUSE_CASE_H
#define CDY_TESTS_MISUSE_CASE_H

#include "support/compare.h"
#include "support/folder.h"
#include "support/interface_case.h"
#include "support/random_tree.h"
#include "support/robot.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { ROOM = 1600, TEXT = 4096, MEMORY = 1 << 20 };

static const char drive_rows[] = "type,mass,continuous_torque\nA,1,2\n";
static const char tetrahedron[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

static const char urdf[] =
    "<robot name='r'><link name='a'/><link name='b'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' "
    "ixy='0' ixz='0' iyz='0'/></inertial></link><joint name='j' type='continuous'><parent link='a'/>"
    "<child link='b'/></joint></robot>";

static cdy_distance_shape balls[2] = {
    {.frame = 1, .T = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}, .convex = {.radius = 0.1}},
    {.frame = CDY_DISTANCE_WORLD, .T = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 3, 0, 0, 0, 1}, .convex = {.radius = 0.1}}};

typedef struct things {
    robot r;
    cdy_batch *batch;
    cdy_batch_f32 *float_batch;
    cdy_row_solver *solver;
    cdy_mechanism *mechanism; /* without loops */
    cdy_simulation *simulation;
    cdy_batch_simulation *simulations;
    cdy_robot *opened;
    cdy_expansion *expansion;
    cdy_motion_model *motion;
    cdy_limit_report *report;
    cdy_distance_scene *scene;
    cdy_identification *identification;
    cdy_drive_identification *drives;
    cdy_gain_identification *gains;
    cdy_mesh *mesh;
    cdy_trajectory *trajectory;
    cdy_excitation *excitation;
    cdy_momentum_observer *observer;            /* its memory begins with it */
    cdy_payload_estimator *estimator, *emptied; /* likewise; the second is for resets */
} things;

static struct {
    things own, other; /* tree of the robot under test, and of a larger robot */
    cdy_tree *branch;
    cdy_tree *edited; /* a copy of the robot's tree, made anew for each call that changes one */
    cdy_model *model; /* a tree that calls may change */
    cdy_model *plain;
    double numbers[ROOM], parameters[ROOM], identities[32] /* two of 4 x 4 */, body[10];
    float singles[ROOM];
    double outputs[MOST_ARGUMENTS][ROOM];
    cdy_constraint constraint;
    cdy_constraint_options constraint_options;
    cdy_loop loop;
    cdy_mechanism_options mechanism_options;
    cdy_mechanism_terms mechanism_terms;
    bool flags[ROOM];
    cdy_constrained_state constrained_state;
    cdy_constrained_state_f32 constrained_state_f32;
    cdy_task task;
    cdy_task_state task_state;
    cdy_body link;
    cdy_joint joint;
    cdy_inertial inertial;
    cdy_placement placement;
    cdy_ik_options ik_options;
    cdy_ik_problem ik_problem;
    cdy_ik_constraint ik_constraints[2];
    cdy_ik_closed_options ik_closed_options;
    cdy_ik_closed_problem ik_closed_problem;
    cdy_model *seven; /* an arm of seven joints */
    cdy_ik_closed *arm;
    cdy_online_trajectory *online;
    cdy_online_motion online_motion;
    cdy_gik_options gik_options;
    cdy_gik_problem gik_problem;
    cdy_identification_options identification_options;
    cdy_drive_identification_options drive_identification_options;
    cdy_drive_identification_result drive_identification_result;
    cdy_gain_identification_options gain_identification_options;
    cdy_simulation_options simulation_options;
    cdy_regressor_options regressor_options;
    cdy_drive_options drive_options;
    cdy_payload payload;
    double derivatives[3][ROOM], terms_out[4][ROOM], second[4][ROOM];
    cdy_forward_derivatives forward_derivatives;
    cdy_second_derivatives second_derivatives;
    cdy_forward_derivatives_f32 single_forward_derivatives;
    cdy_terms terms;
    cdy_frame_terms frame_terms;
    float single_derivatives[3][ROOM], single_terms_out[4][ROOM];
    cdy_terms_f32 single_terms;
    cdy_frame_terms_f32 single_frame_terms;
    cdy_trajectory_options trajectory_options;
    cdy_excitation_options excitation_options;
    double waypoints[ROOM], placements[32]; /* two objects of the robot under test */
    cdy_batch_options batch_options;
    cdy_capacity_options capacity_options;
    cdy_distance_way_options way_options;
    cdy_capacity_state capacity_state;
    cdy_contact_state contact_state;
    cdy_contact_limit contact_limit;
    cdy_reach_point reach_point;
    cdy_stop_state stop_state;
    cdy_stop_region stop_region;
    cdy_motor_drive motor_drive;
    cdy_drive_duty drive_duty;
    cdy_drive_demand drive_demand;
    cdy_drive_motion drive_motion;
    cdy_drive_catalogue *drive_catalogue;
    int indices[ROOM];
    cdy_recorded_motion recorded_motion;
    cdy_generate_options generate_options;
    cdy_generated generated;
    cdy_specialize_options specialize_options;
    cdy_specialization *specialization, *float_specialization;
    cdy_check_options check_options;
    cdy_fix_options fix_options;
    cdy_load_options load_options;
    cdy_xacro_options xacro_options;
    cdy_shape shapes[2];
    cdy_mesh_places mesh_places;
    cdy_estimate_options estimate_options;
    cdy_write_options write_options;
    void *made[MOST_ARGUMENTS]; /* results of calls that create objects */
    cdy_error error;
    char robot_file[512], model_file[512], new_file[512], mesh_file[512], cache[512], text[TEXT];
    char *bytes;
    size_t byte_count;
    const char *joint_name; /* of a moving joint */
    _Alignas(64) char memory[MEMORY];
    int outside; /* the folder that the suite runs in */
} world;

/* Gives the joints of a tree effort limits; those without position limits get the range of random positions. */
static void set_effort_limits(cdy_tree *tree)
{
    const double pi = 3.14159265358979323846;
    cdy_error error = {0};
    for (int i = 1; i <= cdy_tree_body_count(tree); i++) {
        char name[64], joint_name[64], leader[64];
        cdy_joint joint = cdy_tree_body(tree, i)->joint;
        snprintf(name, sizeof name, "%s", cdy_tree_body(tree, i)->name);
        snprintf(joint_name, sizeof joint_name, "%s", joint.name);
        snprintf(leader, sizeof leader, "%s", joint.mimic.joint ? joint.mimic.joint : "");
        joint.name = joint_name;
        joint.mimic.joint = joint.mimic.joint ? leader : NULL;
        joint.limit = joint.limit.given ? joint.limit : (cdy_limit){true, -pi, pi, 0, 0};
        joint.limit.effort = 1000;
        ck_assert_ok(cdy_tree_replace_joint(tree, name, &joint, &error), error);
    }
}

/* A known load on the last frame. */
static cdy_gain_identification_options known_load(const cdy_model *model)
{
    static double ones[64];
    for (int i = 0; i < 64; i++) {
        ones[i] = 1;
    }
    cdy_gain_identification_options o = cdy_gain_identification_options_default();
    o.frame = cdy_model_frame_count(model) - 1;
    o.load.mass = 1;
    o.nominal = ones;
    return o;
}

/* Adds a row with the efforts of drives that have the nominal gains; every other one has the load. */
static void add_effort(things *t, int row, const double *q, const double *x)
{
    cdy_error error = {0};
    const cdy_gain_identification_options o = known_load(t->r.model);
    double effort[64];
    ck_assert_ok(cdy_model_set_payload(t->r.model, o.frame, row % 2 ? &o.load : NULL, &error), error);
    ck_assert_ok(cdy_inverse_dynamics(t->r.model, t->r.work, q, x, x, NULL, effort, &error), error);
    ck_assert_ok(cdy_model_set_payload(t->r.model, o.frame, NULL, &error), error);
    ck_assert_ok(cdy_gain_identification_add(t->gains, row % 2, q, x, x, NULL, effort, NULL, &error), error);
}

static cdy_excitation_options few_evaluations(void)
{
    cdy_excitation_options options = cdy_excitation_options_default();
    options.evaluations = 2;
    return options;
}

static things make_things(uint64_t seed, int joints)
{
    cdy_error error = {0};
    cdy_tree *tree = random_tree(seed, joints, RANDOM_JOINTS_URDF);
    set_effort_limits(tree);
    things t = {.r = make_robot(tree)};
    const cdy_model *m = t.r.model;
    double q[64], x[64];
    ck_assert_int_le(t.r.nq, 64);
    const cdy_batch_options with_rows = {.threads = 1, .constraint_rows = 8};
    ck_assert_ok(cdy_batch_create(m, &with_rows, &t.batch, &error), error);
    ck_assert_ok(cdy_batch_f32_create(m, &with_rows, &t.float_batch, &error), error);
    ck_assert_ok(cdy_row_solver_create(m, 6, &t.solver, &error), error);
    ck_assert_ok(cdy_mechanism_create(m, NULL, 0, NULL, &t.mechanism, &error), error);
    ck_assert_ok(cdy_mechanism_choose(t.mechanism, m, t.r.work, NULL, &error), error);
    ck_assert_ok(cdy_simulation_create(m, NULL, &t.simulation, &error), error);
    ck_assert_ok(cdy_batch_simulation_create(m, NULL, NULL, &t.simulations, &error), error);
    ck_assert_ok(cdy_robot_from_tree(t.r.tree, &t.opened, &error), error);
    ck_assert_ok(cdy_xacro_expand_text(urdf, strlen(urdf), "r", NULL, &t.expansion, &error), error);
    ck_assert_ok(cdy_motion_model_create(m, CDY_COMPUTED_TORQUE_CONTROL, &t.motion, &error), error);
    ck_assert_ok(cdy_limit_report_create(m, &t.report, &error), error);
    ck_assert_ok(cdy_distance_scene_create(m, balls, 2, &t.scene, &error), error);
    ck_assert_ok(cdy_mesh_from_bytes(tetrahedron, strlen(tetrahedron), "a.obj", &t.mesh, &error), error);
    ck_assert_ok(cdy_identification_create(m, NULL, &t.identification, &error), error);
    cdy_drive_identification_options drives = cdy_drive_identification_options_default();
    drives.bodies = false; /* noise tells none */
    ck_assert_ok(cdy_drive_identification_create(m, &drives, &t.drives, &error), error);
    const cdy_gain_identification_options with_load = known_load(m);
    ck_assert_ok(cdy_gain_identification_create(m, &with_load, &t.gains, &error), error);
    const cdy_excitation_options few = few_evaluations();
    ck_assert_ok(cdy_excitation_create(m, &few, &t.excitation, &error), error);
    double gains[64];
    for (int i = 0; i < 64; i++) {
        gains[i] = 10;
    }
    void *memory = malloc(cdy_momentum_observer_size(m));
    ck_assert_ok(cdy_momentum_observer_init(memory, cdy_momentum_observer_size(m), m, gains, &t.observer, &error),
                 error);
    cdy_payload_estimator **const estimators[] = {&t.estimator, &t.emptied};
    for (int i = 0; i < 2; i++) {
        const size_t size = cdy_payload_estimator_size(m);
        ck_assert_ok(
            cdy_payload_estimator_init(malloc(size), size, m, cdy_model_frame_count(m) - 1, 0, estimators[i], &error),
            error);
    }
    cdy_random_configuration(m, &(uint64_t){5}, q);
    ck_assert_ok(cdy_trajectory_create(m, 1, q, NULL, &t.trajectory, &error), error);
    for (int row = 0; row < 30; row++) {
        cdy_random_configuration(m, &seed, q);
        draw_array(&seed, 1, x, t.r.nv);
        ck_assert_ok(cdy_identification_add(t.identification, q, x, x, NULL, x, NULL, &error), error);
        ck_assert_ok(cdy_drive_identification_add(t.drives, q, x, x, NULL, x, NULL, &error), error);
        add_effort(&t, row, q, x);
        ck_assert_ok(cdy_payload_estimator_add(t.estimator, m, t.r.work, q, x, x, NULL, x, NULL, &error), error);
    }
    return t;
}

static void free_things(things *t)
{
    cdy_batch_destroy(t->batch);
    cdy_batch_f32_destroy(t->float_batch);
    cdy_row_solver_destroy(t->solver);
    cdy_mechanism_destroy(t->mechanism);
    cdy_simulation_destroy(t->simulation);
    cdy_batch_simulation_destroy(t->simulations);
    cdy_robot_destroy(t->opened);
    cdy_expansion_destroy(t->expansion);
    cdy_motion_model_destroy(t->motion);
    cdy_limit_report_destroy(t->report);
    cdy_distance_scene_destroy(t->scene);
    cdy_identification_destroy(t->identification);
    cdy_drive_identification_destroy(t->drives);
    cdy_gain_identification_destroy(t->gains);
    cdy_mesh_destroy(t->mesh);
    cdy_trajectory_destroy(t->trajectory);
    cdy_excitation_destroy(t->excitation);
    free(t->observer);
    free(t->estimator);
    free(t->emptied);
    free_robot(&t->r);
}

/* Makes an arm of seven joints with a spherical shoulder and wrist, and its inverse kinematics in closed form. */
static void make_seven(void)
{
    cdy_tree *tree = make_tree("base", 0);
    char name[2] = "a", parent[5] = "base";
    cdy_error error = {0};
    for (int i = 0; i < 7; i++) {
        char joint[3] = {'j', name[0], 0};
        cdy_body body = make_body(name, joint, CDY_JOINT_CONTINUOUS);
        set_axis(&body, 0, i % 2, 1 - i % 2);
        set_origin(&body, 0, 0, i == 3 || i == 4 ? 0.4 : 0, 0, 0, 0);
        add_body(tree, &body, parent);
        memcpy(parent, name, sizeof name);
        name[0]++;
    }
    ck_assert_ok(cdy_model_create(tree, &world.seven, &error), error);
    ck_assert_ok(cdy_ik_closed_create(world.seven, 7, NULL, &world.arm, &error), error);
    ck_assert_ok(cdy_online_trajectory_create(3, &world.online, &error), error);
    cdy_tree_destroy(tree);
}

static void make_options(void)
{
    static const double times[4] = {0, 0.1, 0.2, 0.3};
    world.constraint = (cdy_constraint){.frame = 1, .rows = CDY_ROWS_BALL};
    world.constraint_options = cdy_constraint_options_default();
    world.loop = (cdy_loop){.body = cdy_tree_body(world.own.r.tree, 1)->name,
                            .other = cdy_tree_body(world.own.r.tree, 0)->name,
                            .rows = CDY_ROWS_BALL};
    world.mechanism_options = cdy_mechanism_options_default();
    world.mechanism_terms = (cdy_mechanism_terms){.G = world.terms_out[0], .gravity = world.terms_out[1]};
    world.constrained_state = (cdy_constrained_state){.q = world.numbers, .constraints = &world.constraint, .count = 1};
    world.constrained_state_f32 =
        (cdy_constrained_state_f32){.q = world.singles, .constraints = &world.constraint, .count = 1};
    world.task = (cdy_task){.frame = 1, .rows = CDY_ROWS_ALL};
    world.task_state = (cdy_task_state){.q = world.numbers, .tasks = &world.task, .count = 1};
    world.link = make_body("new", "new joint", CDY_JOINT_REVOLUTE);
    world.joint = world.link.joint;
    world.inertial = cdy_body_default().inertial;
    world.ik_options = cdy_ik_options_default();
    world.ik_options.restarts = 1;
    world.ik_problem = (cdy_ik_problem){.frame = 1, .target = world.identities, .options = &world.ik_options};
    world.ik_closed_options = cdy_ik_closed_options_default();
    world.ik_closed_problem = (cdy_ik_closed_problem){.target = world.identities};
    world.ik_constraints[0] = world.ik_constraints[1] = cdy_ik_constraint_default(CDY_IK_POSITION);
    world.ik_constraints[0].frame = world.ik_constraints[1].frame = 1;
    world.gik_options = cdy_gik_options_default();
    world.gik_options.restarts = 1;
    world.gik_problem =
        (cdy_gik_problem){.constraints = world.ik_constraints, .count = 1, .options = &world.gik_options};
    world.identification_options = cdy_identification_options_default();
    world.gain_identification_options = known_load(world.own.r.model);
    world.drive_identification_options = cdy_drive_identification_options_default();
    world.simulation_options = cdy_simulation_options_default();
    world.regressor_options = cdy_regressor_options_default();
    world.drive_options = cdy_drive_options_default();
    world.payload = (cdy_payload){.mass = 0.5, .center_of_mass = {0.1, 0, 0}, .inertia = {0.01, 0.01, 0.01, 0, 0, 0}};
    world.forward_derivatives =
        (cdy_forward_derivatives){world.derivatives[0], world.derivatives[1], world.derivatives[2]};
    world.second_derivatives =
        (cdy_second_derivatives){world.second[0], world.second[1], world.second[2], world.second[3]};
    world.single_forward_derivatives = (cdy_forward_derivatives_f32){
        world.single_derivatives[0], world.single_derivatives[1], world.single_derivatives[2]};
    world.frame_terms = (cdy_frame_terms){.frame = 1, .jacobian = world.terms_out[0], .velocity = world.terms_out[1]};
    world.terms = (cdy_terms){.torques = world.terms_out[2],
                              .mass_matrix = world.terms_out[3],
                              .frames = &world.frame_terms,
                              .frame_count = 1};
    world.single_frame_terms =
        (cdy_frame_terms_f32){.frame = 1, .jacobian = world.single_terms_out[0], .velocity = world.single_terms_out[1]};
    world.single_terms = (cdy_terms_f32){.torques = world.single_terms_out[2],
                                         .mass_matrix = world.single_terms_out[3],
                                         .frames = &world.single_frame_terms,
                                         .frame_count = 1};
    world.batch_options = cdy_batch_options_default();
    world.capacity_options = cdy_capacity_options_default();
    world.way_options = cdy_distance_way_options_default();
    world.capacity_state = (cdy_capacity_state){.frame = 1, .q = world.numbers};
    world.contact_state = (cdy_contact_state){.frame = 1, .q = world.numbers, .qd = world.numbers};
    world.contact_limit = (cdy_contact_limit){.force = 280, .energy = 1, .stiffness = 75e3, .mass = 0.6};
    world.reach_point = (cdy_reach_point){.frame = 1};
    world.stop_state = (cdy_stop_state){.q = world.numbers, .qd = world.numbers, .step = 0.1, .most_time = 0.2};
    world.stop_region = (cdy_stop_region){.most_reach = 1, .poses = 1};
    world.motor_drive = cdy_motor_drive_default();
    world.motor_drive.torque_constant = world.motor_drive.resistance = 1;
    world.motor_drive.winding_resistance = world.motor_drive.housing_resistance = 0.01;
    world.motor_drive.winding_time = world.motor_drive.housing_time = 9;
    world.drive_duty = (cdy_drive_duty){.count = 4, .time = times, .speed = world.numbers, .torque = world.numbers};
    world.drive_demand = cdy_drive_demand_default();
    world.drive_motion = (cdy_drive_motion){2, times, world.numbers, world.numbers, world.numbers};
    world.online_motion = (cdy_online_motion){world.numbers, world.numbers, world.numbers, world.numbers, world.numbers,
                                              world.numbers, NULL,          NULL,          world.numbers, 0};
    world.recorded_motion = (cdy_recorded_motion){.count = 4, .t = times, .q = world.numbers, .cutoff = 5};
    world.generate_options = cdy_generate_options_default();
    cdy_generated_clear(&world.generated);
    world.capacity_options.samples = 100;
    world.trajectory_options = cdy_trajectory_options_default();
    world.trajectory_options.velocity = world.trajectory_options.acceleration = world.numbers;
    world.excitation_options = few_evaluations();
    world.check_options = cdy_check_options_default();
    world.fix_options = cdy_fix_options_default();
    world.fix_options.replace = true;
    world.load_options = cdy_load_options_default();
    world.xacro_options = cdy_xacro_options_default();
    world.shapes[0].geometry = world.shapes[1].geometry = (cdy_geometry){.type = CDY_GEOMETRY_SPHERE, .radius = 1};
    world.mesh_places.robot_file = "robot.urdf";
    world.estimate_options = cdy_estimate_options_default();
    world.write_options = cdy_write_options_default();
    world.estimate_options.density = 1000;
}

/* Compiled code, in the folder; wrong calls must not find another compiler, nor fill the cache of the user who runs the
 * suite. */
static void make_code(const char *folder)
{
    cdy_error error = {0};
    ck_assert_int_eq(setenv("CC", "/nowhere/cc", 1) | setenv("XDG_CACHE_HOME", "/nowhere", 1), 0);
    snprintf(world.cache, sizeof world.cache, "%s", folder);
    world.specialize_options = cdy_specialize_options_default();
    world.specialize_options.calls = CDY_GENERATE_MASS_MATRIX;
    world.specialize_options.compiler = getenv("COMPILER");
    world.specialize_options.cache = world.cache;
    ck_assert_ok(cdy_specialize(world.own.r.model, &world.specialize_options, &world.specialization, &error), error);
    world.specialize_options.floats = true;
    ck_assert_ok(cdy_specialize(world.own.r.model, &world.specialize_options, &world.float_specialization, &error),
                 error);
    world.specialize_options.floats = false;
}

static void make_world(void)
{
    cdy_error error = {0};
    open_folder();
    char *folder = output_of("pwd");
    folder[strcspn(folder, "\n")] = '\0';
    snprintf(world.robot_file, sizeof world.robot_file, "%s/robot.urdf", folder);
    snprintf(world.model_file, sizeof world.model_file, "%s/robot.cdy", folder);
    snprintf(world.new_file, sizeof world.new_file, "%s/new", folder);
    snprintf(world.mesh_file, sizeof world.mesh_file, "%s/a.obj", folder);
    put_file("a.obj", tetrahedron);
    put_file("drives.xml", "<condyle/>");
    put_file("drives.csv", drive_rows);
    put_file("robot.srdf", "<robot/>");
    ck_assert_ok(cdy_drive_catalogue_read(drive_rows, strlen(drive_rows), "d", &world.drive_catalogue, &world.error),
                 world.error);
    world.outside = open(".", O_RDONLY | O_DIRECTORY);
    ck_assert_int_ge(world.outside, 0);
    ck_assert_int_eq(chdir(folder), 0); /* relative names of files lead into the folder of the suite */
    cdy_error drive_error = {0};
    world.own = make_things(3, 4);
    ck_assert_ok(cdy_drive_identification_solve(world.own.drives, &world.drive_identification_result, &drive_error),
                 drive_error);
    world.other = make_things(4, 7);
    cdy_moving_joint first;
    ck_assert_int_eq(cdy_model_joint(world.own.r.model, 0, &first), CDY_OK);
    world.joint_name = first.name;
    ck_assert_ok(cdy_load_text(urdf, strlen(urdf), "r", NULL, &world.branch, &error), error);
    ck_assert_ok(cdy_urdf_save_file(world.branch, world.robot_file, false, &error), error);
    ck_assert_ok(cdy_model_create(world.own.r.tree, &world.model, &error), error);
    ck_assert_ok(cdy_model_create(world.branch, &world.plain, &error), error);
    ck_assert_ok(cdy_model_save(world.model, world.model_file, false, &error), error);
    world.byte_count = cdy_model_bytes(world.model);
    world.bytes = malloc(world.byte_count);
    ck_assert_ok(cdy_model_to_bytes(world.model, world.bytes, world.byte_count, &error), error);
    for (int i = 0; i < ROOM; i++) {
        world.numbers[i] = 0.1 + 0.01 * (i % 7);
        world.singles[i] = (float)world.numbers[i];
    }
    for (int i = 0; i < 4; i++) {
        world.identities[5 * i] = world.identities[16 + 5 * i] = 1;
    }
    memcpy(world.body, ((const double[]){1, 0, 0, 0, 1, 0, 0, 1, 0, 1}), sizeof world.body);
    uint64_t seed = 8;
    for (int k = 0; k < 2; k++) {
        const robot *r = &world.own.r;
        cdy_random_configuration(r->model, &seed, world.waypoints + k * r->nq);
        ck_assert_ok(cdy_get_transform(r->model, r->work, 1, 0, world.waypoints, world.placements + 16 * k, &error),
                     error);
    }
    ck_assert_ok(cdy_tree_parameters(world.own.r.tree, world.model, NULL, world.parameters, &error), error);
    make_options();
    make_seven();
    make_code(folder);
    free(folder);
}

static void end_world(void)
{
    free_things(&world.own);
    free_things(&world.other);
    cdy_specialization_destroy(world.specialization);
    cdy_specialization_destroy(world.float_specialization);
    cdy_tree_destroy(world.branch);
    cdy_tree_destroy(world.edited);
    cdy_model_destroy(world.model);
    cdy_model_destroy(world.plain);
    cdy_ik_closed_destroy(world.arm);
    cdy_online_trajectory_destroy(world.online);
    cdy_model_destroy(world.seven);
    free(world.bytes);
    ck_assert_int_eq(fchdir(world.outside), 0);
    close(world.outside);
    close_folder();
}

/* ---- values ---- */

static cdy_status swallow(void *context, const char *text, size_t size)
{
    (void)context;
    (void)text;
    (void)size;
    return CDY_OK;
}

static void visit(void *context, const char *name)
{
    (void)context;
    (void)name;
}

/* The table has no const: arguments that a call only reads are passed like all others. */
static interface_value point_to(const void *pointer)
{
    interface_value value = {0};
    memcpy(&value.pointer, &pointer, sizeof pointer);
    return value;
}

static bool is_about(const interface_function *f, const char *part)
{
    return strstr(f->name, part) != NULL;
}

/* An object of a type, of the robot under test (0) or of another robot (1); NULL: the type is no object. */
static void *object_of(const interface_function *f, const char *type, int which)
{
    things *t = which ? &world.other : &world.own;
    cdy_specialization *code = which ? NULL : is_about(f, "f32") ? world.float_specialization : world.specialization;
    const struct {
        const char *type;
        void *object;
    } objects[] = {
        {"cdy_workspace *", t->r.work},
        {"cdy_batch *", t->batch},
        {"cdy_batch_f32 *", t->float_batch},
        {"cdy_row_solver *", t->solver},
        {"cdy_mechanism *", t->mechanism},
        {"cdy_simulation *", t->simulation},
        {"cdy_batch_simulation *", t->simulations},
        {"cdy_robot *", t->opened},
        {"cdy_expansion *", t->expansion},
        {"cdy_motion_model *", t->motion},
        {"cdy_limit_report *", t->report},
        {"cdy_distance_scene *", t->scene},
        {"cdy_drive_catalogue *", world.drive_catalogue},
        {"cdy_identification *", t->identification},
        {"cdy_drive_identification *", t->drives},
        {"cdy_gain_identification *", t->gains},
        {"cdy_mesh *", t->mesh},
        {"cdy_trajectory *", t->trajectory},
        {"cdy_excitation *", t->excitation},
        {"cdy_momentum_observer *", t->observer},
        {"cdy_payload_estimator *", is_about(f, "_reset") ? t->emptied : t->estimator},
        {"cdy_ik_closed *", which ? NULL : world.arm},
        {"cdy_online_trajectory *", which ? NULL : world.online},
        {"cdy_specialization *", code}, /* NULL: no specialization, in calls too */
        {"cdy_tree *", which ? world.branch : t->r.tree},
        {"cdy_model *", t->r.model},
    };
    if (!which && is(type, "cdy_tree *")) {
        cdy_error error = {0};
        cdy_tree_destroy(world.edited);
        ck_assert_ok(cdy_tree_copy(t->r.tree, &world.edited, &error), error);
        return world.edited;
    }
    const bool changes = is_about(f, "_set_") && is(type, "cdy_model *");
    type += begins(type, "const ") ? strlen("const ") : 0;
    const bool plain = is_about(f, "find_stop") || is_about(f, "worst_stop") || is_about(f, "find_drive_torques") ||
                       is_about(f, "choose_drives");
    if (!which && plain && is(type, "cdy_model *")) {
        return world.plain; /* of joints of one degree of freedom */
    }
    if (!which && is_about(f, "ik_closed_create") && is(type, "cdy_model *")) {
        return world.seven;
    }
    for (size_t i = 0; i < sizeof objects / sizeof objects[0]; i++) {
        if (is(type, objects[i].type)) {
            return changes && !which ? world.model : objects[i].object;
        }
    }
    return NULL;
}

/* A struct that calls read as an argument. */
static void *struct_of(const char *type)
{
    const struct {
        const char *type;
        void *value;
    } inputs[] = {
        {"const cdy_convex *", &balls[0].convex},
        {"const cdy_distance_shape *", balls},
        {"const cdy_constraint *", &world.constraint},
        {"cdy_constraint *", &world.constraint},
        {"const cdy_constraint_options *", &world.constraint_options},
        {"const cdy_loop *", &world.loop},
        {"const cdy_mechanism_options *", &world.mechanism_options},
        {"const cdy_mechanism_terms *", &world.mechanism_terms},
        {"const cdy_constrained_state *", &world.constrained_state},
        {"const cdy_constrained_state_f32 *", &world.constrained_state_f32},
        {"const cdy_task *", &world.task},
        {"const cdy_task_state *", &world.task_state},
        {"const cdy_body *", &world.link},
        {"const cdy_joint *", &world.joint},
        {"cdy_joint *", &world.joint},
        {"const cdy_inertial *", &world.inertial},
        {"const cdy_placement *", &world.placement},
        {"const cdy_ik_problem *", &world.ik_problem},
        {"const cdy_ik_options *", &world.ik_options},
        {"const cdy_ik_constraint *", world.ik_constraints},
        {"const cdy_ik_closed_options *", &world.ik_closed_options},
        {"const cdy_ik_closed_problem *", &world.ik_closed_problem},
        {"const cdy_gik_problem *", &world.gik_problem},
        {"const cdy_identification_options *", &world.identification_options},
        {"const cdy_gain_identification_options *", &world.gain_identification_options},
        {"const cdy_drive_identification_options *", &world.drive_identification_options},
        {"const cdy_drive_identification_result *", &world.drive_identification_result},
        {"const cdy_simulation_options *", &world.simulation_options},
        {"const cdy_regressor_options *", &world.regressor_options},
        {"const cdy_drive_options *", &world.drive_options},
        {"const cdy_payload *", &world.payload},
        {"const cdy_forward_derivatives *", &world.forward_derivatives},
        {"const cdy_second_derivatives *", &world.second_derivatives},
        {"const cdy_forward_derivatives_f32 *", &world.single_forward_derivatives},
        {"const cdy_terms *", &world.terms},
        {"const cdy_terms_f32 *", &world.single_terms},
        {"const cdy_batch_options *", &world.batch_options},
        {"const cdy_capacity_options *", &world.capacity_options},
        {"const cdy_distance_way_options *", &world.way_options},
        {"const cdy_capacity_state *", &world.capacity_state},
        {"const cdy_contact_state *", &world.contact_state},
        {"const cdy_contact_limit *", &world.contact_limit},
        {"const cdy_reach_point *", &world.reach_point},
        {"const cdy_stop_state *", &world.stop_state},
        {"const cdy_stop_region *", &world.stop_region},
        {"const cdy_motor_drive *", &world.motor_drive},
        {"const cdy_drive_duty *", &world.drive_duty},
        {"const cdy_drive_demand *", &world.drive_demand},
        {"const cdy_drive_motion *", &world.drive_motion},
        {"const cdy_recorded_motion *", &world.recorded_motion},
        {"const cdy_online_motion *", &world.online_motion},
        {"const cdy_generate_options *", &world.generate_options},
        {"cdy_generated *", &world.generated},
        {"const cdy_specialize_options *", &world.specialize_options},
        {"const cdy_trajectory_options *", &world.trajectory_options},
        {"const cdy_excitation_options *", &world.excitation_options},
        {"const cdy_check_options *", &world.check_options},
        {"const cdy_fix_options *", &world.fix_options},
        {"const cdy_load_options *", &world.load_options},
        {"const cdy_xacro_options *", &world.xacro_options},
        {"const cdy_shape *", world.shapes},
        {"const cdy_mesh_places *", &world.mesh_places},
        {"const cdy_estimate_options *", &world.estimate_options},
        {"const cdy_write_options *", &world.write_options},
    };
    for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; i++) {
        if (is(type, inputs[i].type)) {
            return inputs[i].value;
        }
    }
    return NULL;
}

static const char *good_text(const interface_function *f, const char *name)
{
    return is_about(f, "mesh_load")                                    ? world.mesh_file
           : is(f->name, "cdy_mesh_from_bytes")                        ? "a.obj"
           : is_about(f, "model_load")                                 ? world.model_file
           : is_about(f, "save")                                       ? world.new_file
           : is_about(f, "load_drives")                                ? "drives.xml"
           : is_about(f, "load_srdf")                                  ? "robot.srdf"
           : is_about(f, "catalogue_load")                             ? "drives.csv"
           : is_about(f, "catalogue_read") && is(name, "bytes")        ? drive_rows
           : is(name, "path")                                          ? world.robot_file
           : is(name, "copy")                                          ? world.new_file
           : is(name, "text")                                          ? urdf
           : is(name, "parent") || is(name, "other")                   ? cdy_tree_body(world.own.r.tree, 0)->name
           : is(name, "code")                                          ? "limits-reversed"
           : is(name, "body") || is(name, "relative_to")               ? cdy_tree_body(world.own.r.tree, 1)->name
           : is_about(f, "find_joint") || is_about(f, "require_joint") ? world.joint_name
           : is_about(f, "_robot") || is_about(f, "bundled")           ? "universalUR5e"
           : is(name, "name") && (is_about(f, "tree_") || is_about(f, "frame"))
               ? cdy_tree_body(world.own.r.tree, 1)->name
               : "name";
}

/* The bytes for a call that makes an object in the caller's memory. */
static size_t needed_size(const interface_function *f)
{
    const robot *r = &world.own.r;
    return is_about(f, "workspace")                                 ? cdy_workspace_size(r->model)
           : is_about(f, "batch_f32")                               ? cdy_batch_f32_size(r->model, NULL)
           : is_about(f, "batch")                                   ? cdy_batch_size(r->model, NULL)
           : is_about(f, "row_solver")                              ? cdy_row_solver_size(r->model, 3)
           : is_about(f, "simulation")                              ? cdy_simulation_size(r->model)
           : is_about(f, "momentum_observer")                       ? cdy_momentum_observer_size(r->model)
           : is_about(f, "payload_estimator")                       ? cdy_payload_estimator_size(r->model)
           : is_about(f, "limit_report")                            ? cdy_limit_report_size(r->model)
           : is(f->name, "cdy_model_init")                          ? cdy_model_size(r->tree)
           : is_about(f, "cdy_model_") || is_about(f, "cdy_robot_") ? world.byte_count
           : is_about(f, "catalogue_read")                          ? strlen(drive_rows)
           : is(f->name, "cdy_mesh_from_bytes")                     ? strlen(tetrahedron)
           : is(f->name, "cdy_mesh_locate")                         ? TEXT
           : is(f->name, "cdy_urdf_locate_bundled")                 ? TEXT
           : is_about(f, "_text")                                   ? strlen(urdf)
           : is(f->name, "cdy_tree_write_details")                  ? TEXT
                                                                    : 0;
}

static bool is_handle_out(const char *type)
{
    return ends(type, " **");
}

static bool is_output(const char *type)
{
    return is(type, "double *") || is(type, "float *");
}

/* A valid value for an argument; fails the test where the type of the argument is unknown here. */
static interface_value good_value(const interface_function *f, int k)
{
    const char *type = f->arguments[k].type, *name = f->arguments[k].name;
    void *object = object_of(f, type, is(name, "subtree") ? 1 : 0);
    object = object ? object : struct_of(type);
    if (object) {
        return point_to(object);
    } else if (is_handle_out(type)) {
        world.made[k] = &world; /* no object: a failing call must set the pointer to NULL */
        return point_to(&world.made[k]);
    } else if (is_output(type)) {
        return point_to(world.outputs[k]);
    } else if (is(type, "const double *")) {
        const bool placements = (is_about(f, "create_lines") && is(name, "T")) || is(name, "targets");
        return point_to(placements                                                                ? world.placements
                        : is(f->name, "cdy_trajectory_create")                                    ? world.waypoints
                        : is(name, "T") || is(name, "Ta") || is(name, "Tb") || is(name, "target") ? world.identities
                        : is_about(f, "consistent")                                               ? world.body
                        : is(name, "parameters")                                                  ? world.parameters
                                                                                                  : world.numbers);
    } else if (is(type, "const bool *")) {
        return point_to(world.flags);
    } else if (is(type, "const int *")) {
        return point_to(world.indices);
    } else if (is(type, "const float *")) {
        return point_to(world.singles);
    } else if (is(type, "const char *")) {
        return point_to(good_text(f, name));
    } else if (is(type, "cdy_error *")) {
        return point_to(&world.error);
    } else if (is(name, "motion_model")) {
        return point_to(world.own.motion);
    } else if (is(name, "memory") || (is(name, "bytes") && is(type, "void *"))) {
        return point_to(world.memory);
    } else if (is(name, "bytes")) {
        return point_to(is_about(f, "mesh") ? (const void *)tetrahedron : world.bytes);
    } else if (is(type, "char *")) {
        return point_to(world.text);
    } else if (ends(type, " *")) {
        return point_to(world.outputs[k]); /* reports and other structs that calls write */
    } else if (strstr(type, "(*)")) {
        return (interface_value){.function = is(name, "write") ? (void (*)(void))swallow : (void (*)(void))visit};
    } else if (is(type, "double")) {
        return (interface_value){.number = 0.5};
    } else if (is(type, "size_t")) {
        return (interface_value){.size = is(name, "count")   ? is_about(f, "smoothing") ? 4 : 2
                                         : is(name, "steps") ? 2
                                         : is_about(f, "_map") || is(name, "samples")
                                             ? 100 /* numbers of cells; at most the number of poses */
                                             : needed_size(f)};
    } else if (is(type, "int") || is(type, "unsigned") || is(type, "bool")) {
        if (is_about(f, "ik_closed_create")) {
            return (interface_value){.integer = 7}; /* the frame behind all joints */
        }
        return (interface_value){.integer = is(name, "rows") && !is_about(f, "observed_wrench") ? 3 : 1};
    } else if (begins(type, "cdy_")) {
        return (interface_value){.integer = 0}; /* the first value of an enumeration */
    }
    ck_abort_msg("%s takes a '%s %s', which this test does not know", f->name, type, name);
    return point_to(NULL);
}

#endif
