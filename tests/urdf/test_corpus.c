/* Robot files of the corpus: which files load, and which the reader refuses. The files are in the folder of reference
 * samples. */
#include "support/compare.h"
#include "support/suite.h"

#include <condyle/condyle.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- robots ---- */

static const char *const robots[] = {
    "abb-irb2400",
    "allegro",
    "anymal-b",
    "anymal-c",
    "atlas-drake",
    "barrett",
    "baxter",
    "bullet-pantilt",
    "bullet-test-joints",
    "cassie",
    "dual-panda",
    "fanuc-m430ia",
    "fetch",
    "fr3",
    "fr3-franka",
    "hyq",
    "icub",
    "iiwa14",
    "kdl-pr2-test",
    "kinova-j2n6s300",
    "kuka-kr210",
    "mini-cheetah",
    "minitaur",
    "motoman-sia20d",
    "nao",
    "onrobot-rg6",
    "panda-bullet",
    "panda-gepetto",
    "pinocchio-3dof-planar",
    "pinocchio-simple-humanoid",
    "pr2",
    "pr2-rosurdf-test",
    "puma560",
    "quadrotor-hector",
    "r2-robonaut",
    "r2d2",
    "racecar",
    "robotiq-2f85-ros",
    "robotiq-3f",
    "robotiq-tendons",
    "romeo",
    "sdf-atlas",
    "shadow-hand",
    "solo12",
    "spot",
    "staubli-tx90",
    "t12",
    "talos",
    "talos-reduced",
    "tiago",
    "tiago-dual",
    "triathlete",
    "tutorial-flexible",
    "tutorial-origins",
    "tutorial-physics",
    "unitree-a1",
    "unitree-b2",
    "unitree-g1",
    "unitree-g1-hand",
    "unitree-g1-inspire",
    "unitree-go1",
    "unitree-go2",
    "unitree-h1",
    "ur10",
    "ur10e",
    "ur16e",
    "ur20-ros2",
    "ur3",
    "ur30-ros2",
    "ur3e",
    "ur5",
    "ur5-classic",
    "ur5e-noetic",
    "ur5e-ros2",
    "urdfrs-sample",
    "xarm6-gripper",
};

static char *path_in(const char *folder, const char *name)
{
    char file[256];
    snprintf(file, sizeof file, "corpus/%s/%s.urdf", folder, name);
    char *path = reference_path(file);
    ck_assert_msg(path != NULL, "%s is missing", file);
    return path;
}

/* Finds the line of the list of sources that describes a robot: how many links, joints and degrees of freedom. */
static void read_source(const char *name, int *links, int *joints, int *freedom)
{
    char *path = reference_path("corpus/robots/SOURCES.tsv");
    ck_assert_ptr_nonnull(path);
    char *text = read_whole_file(path, NULL);
    char key[128];
    snprintf(key, sizeof key, "\n%s.urdf\t", name);
    const char *p = strstr(text, key);
    ck_assert_msg(p != NULL, "%s is in no list", name);
    for (int tab = 0; tab < 5; tab++) {
        p = strchr(p, '\t') + 1;
    }
    ck_assert_int_eq(sscanf(p, "%d\t%d\t%d", links, joints, freedom), 3);
    free(text);
    free(path);
}

static int count_freedom(const cdy_tree *tree)
{
    int freedom = 0;
    for (int i = 1; i <= cdy_tree_body_count(tree); i++) {
        freedom += cdy_joint_type_nv(cdy_tree_body(tree, i)->joint.type);
    }
    return freedom;
}

static void check_warning(void *context, const cdy_warning *warning)
{
    const char *path = context;
    ck_assert_str_eq(warning->file, path);
    ck_assert_int_gt(warning->line, 0);
}

START_TEST(robot_loads)
{
    char *path = path_in("robots", robots[_i]);
    int links, joints, freedom;
    read_source(robots[_i], &links, &joints, &freedom);
    for (int floating = 0; floating < 2; floating++) {
        cdy_error error = {0};
        cdy_tree *tree = NULL;
        cdy_load_options options = cdy_load_options_default();
        options.floating_base = floating;
        options.warn = check_warning;
        options.context = path;
        cdy_status status = cdy_load_file(path, &options, &tree, &error);
        ck_assert_msg(status == CDY_OK, "%s:%d: %s", robots[_i], error.line, error.text);
        ck_assert_int_eq(cdy_tree_body_count(tree), links - 1 + floating);
        ck_assert_int_eq(joints, links - 1);
        ck_assert_int_eq(count_freedom(tree), freedom + 6 * floating);
        cdy_tree_destroy(tree);
    }
    free(path);
}
END_TEST

/* ---- odd files ---- */

/* Odd files that load, with the number of their bodies besides the base. */
typedef struct loading {
    const char *name;
    int bodies;
} loading;

static const loading loads[] = {
    {"bullet3-humanoid", 15},
    {"bullet3-sphere_small_zeroinertia", 0},
    {"drake-AddingGeometriesToWorldLink", 0},
    {"drake-CollisionFilterGroupMissingLink", 0},
    {"drake-CollisionFilterGroupMissingMemberGroupName", 0},
    {"drake-CollisionFilterGroupMissingName", 0},
    {"drake-DrakeCoulombWarning", 1},
    {"drake-DrakeFrictionWarning", 1},
    {"drake-EntireInertialTagOmitted", 0},
    {"drake-GearRatioManyValues", 1},
    {"drake-IgnoredCollisionFilterGroupMissingName", 0},
    {"drake-InertiaTagOmitted", 0},
    {"drake-JointFloatingWarning", 1},
    {"drake-JointTypeUnknown-2", 2},
    {"drake-LegacyDrakeIgnoreBody", 0},
    {"drake-MassTagOmitted", 0},
    {"drake-MasslessBody", 0},
    {"drake-Material", 0},
    {"drake-MimicDifferentModelInstances-2", 2},
    {"drake-MimicDifferentModelInstances", 2},
    {"drake-MimicFloatingJoint", 2},
    {"drake-MimicOnlyOneDOFJoint", 2},
    {"drake-MissingValueAttribute", 1},
    {"drake-NegativeDamping", 2},
    {"drake-PointMass", 0},
    {"drake-TendonConstraint", 2},
    {"drake-TestVisualAndCollisionNameOverlap", 0},
    {"drake-UnsupportedGazeboIgnoredSilent", 0},
    {"drake-UnsupportedLinkTypeIgnored", 0},
    {"drake-UnsupportedMechanicalReductionIgnoredMaybe", 1},
    {"drake-UnsupportedTransmissionActuatorStuffIgnoredSilent", 1},
    {"drake-UnsupportedTransmissionJointStuffIgnoredSilent", 1},
    {"drake-UnsupportedVersionIgnored", 0},
    {"drake-conflicting_materials", 0},
    {"drake-massless_robot", 0},
    {"drake-two_unnamed_boxes", 0},
    {"drake-zero_dof_robot", 0},
    {"mujoco-CanLoadUrdfWithNonUniqueNamesCollisionBeforeVisual", 0},
    {"mujoco-CanLoadUrdfWithNonUniqueNamesVisualBeforeCollision", 0},
    {"mujoco-ReadsCapsule", 0},
    {"mujoco-ReadsGeomNames", 0},
    {"mujoco-ReadsJointTypes", 4},
    {"pinocchio-inline-10", 2},
    {"pinocchio-inline-21", 0},
    {"pinocchio-inline-23", 0},
    {"pinocchio-link_and_joint_identical_name", 1},
    {"rosurdf-no_visual", 0},
    {"rosurdf-one_link", 0},
    {"rosurdf-pr2_desc_no_joint", 0},
    {"rosurdf-singularity", 2},
    {"rosurdf-test_robot", 16},
    {"rosurdf-two_links_one_joint", 1},
    {"sdformat-invalid_force_torque_sensor_massless_child_link", 2},
};

START_TEST(odd_file_loads)
{
    char *path = path_in("odd", loads[_i].name);
    cdy_error error = {0};
    cdy_tree *tree = NULL;
    cdy_status status = cdy_load_file(path, NULL, &tree, &error);
    ck_assert_msg(status == CDY_OK, "%s:%d: %s", loads[_i].name, error.line, error.text);
    ck_assert_int_eq(cdy_tree_body_count(tree), loads[_i].bodies);
    cdy_tree_destroy(tree);
    free(path);
}
END_TEST

/* Odd files that are refused, with the line at fault and part of the reason. */
typedef struct refusal {
    const char *name;
    int line;
    const char *snippet;
} refusal;

static const refusal refused[] = {
    {"bullet3-husky", 97, "is unexpanded xacro"},
    {"drake-Acrobot", 63, "is not declared"},
    {"drake-Acrobot_unicode", 107, "is not declared"},
    {"drake-BadInertiaFormats", 4, "not well-formed XML"},
    {"drake-BodyNameBroken", 2, "lacks name"},
    {"drake-BushingFrameNotExist", 3, "both the child of no joint"},
    {"drake-BushingFrameTagNameBroken", 3, "both the child of no joint"},
    {"drake-BushingMissingDamping", 3, "both the child of no joint"},
    {"drake-BushingMissingFrameTag", 3, "both the child of no joint"},
    {"drake-BushingMissingValueAttribute", 3, "both the child of no joint"},
    {"drake-BushingParsing", 3, "both the child of no joint"},
    {"drake-CurvilinearJointErrors0", 4, "both the child of no joint"},
    {"drake-CurvilinearJointErrors1", 4, "both the child of no joint"},
    {"drake-CurvilinearJointErrors2", 4, "both the child of no joint"},
    {"drake-CurvilinearJointErrors3", 4, "both the child of no joint"},
    {"drake-CurvilinearJointErrors4", 4, "both the child of no joint"},
    {"drake-CurvilinearJointErrors5", 4, "both the child of no joint"},
    {"drake-CurvilinearJointErrors6", 4, "both the child of no joint"},
    {"drake-CurvilinearJointErrors7", 4, "both the child of no joint"},
    {"drake-FrameLinkBroken", 1, "no <link>"},
    {"drake-FrameNameBroken", 1, "no <link>"},
    {"drake-InvalidBody", 3, "both the child of no joint"},
    {"drake-JointBadDynamicsAttributes", 7, "not well-formed XML"},
    {"drake-JointChildLinkBroken", 6, "lacks link"},
    {"drake-JointLinkMissing", 5, "is not declared"},
    {"drake-JointNameBroken", 1, "no <link>"},
    {"drake-JointNoChild", 1, "no <link>"},
    {"drake-JointNoParent", 1, "no <link>"},
    {"drake-JointParentLinkBroken", 5, "lacks link"},
    {"drake-JointTypeBroken", 1, "no <link>"},
    {"drake-JointTypeUnknown", 4, "is unknown; expected fixed"},
    {"drake-JointZeroAxis", 7, "is zero"},
    {"drake-LegacyDrakeIgnoreJoint", 1, "no <link>"},
    {"drake-LegacyPlanarJointAsCustomTest", 3, "both the child of no joint"},
    {"drake-LinearSpringDamperParsingGood", 3, "both the child of no joint"},
    {"drake-LinearSpringDamperParsingInvalidFreeLength", 3, "both the child of no joint"},
    {"drake-LinearSpringDamperParsingInvalidStiffness", 3, "both the child of no joint"},
    {"drake-LinearSpringDamperParsingNoBody", 3, "both the child of no joint"},
    {"drake-LinearSpringDamperParsingNoBodyName", 3, "both the child of no joint"},
    {"drake-LinearSpringDamperParsingNoPosition", 3, "both the child of no joint"},
    {"drake-LinearSpringDamperParsingNoPositionAttribute", 3, "both the child of no joint"},
    {"drake-LinearSpringDamperParsingNoStiffness", 3, "both the child of no joint"},
    {"drake-LinearSpringDamperParsingNoStiffnessValue", 3, "both the child of no joint"},
    {"drake-LinearSpringDamperParsingNonExistentBody", 3, "both the child of no joint"},
    {"drake-MimicBadJoint", 7, "which does not exist"},
    {"drake-MimicMismatchedJoint", 12, "one degree of freedom"},
    {"drake-MimicNoJoint", 7, "lacks joint"},
    {"drake-MimicSameJoint", 7, "which is itself"},
    {"drake-ModelRenameWithColons", 1, "no <link>"},
    {"drake-PlanarJointAxisRespected", 3, "both the child of no joint"},
    {"drake-PlanarJointCanonicalFrame", 3, "both the child of no joint"},
    {"drake-SurfaceVelocityAxis", 6, "both the child of no joint"},
    {"drake-TendonConstraint-2", 3, "both the child of no joint"},
    {"drake-TransmissionActuatorMissing", 1, "no <link>"},
    {"drake-TransmissionActuatorNameBroken", 1, "no <link>"},
    {"drake-TransmissionJointBadLimits", 7, "not well-formed XML"},
    {"drake-TransmissionJointMissing", 1, "no <link>"},
    {"drake-TransmissionJointNameBroken", 1, "no <link>"},
    {"drake-TransmissionJointNotExist", 1, "no <link>"},
    {"drake-TransmissionTypeBroken", 1, "no <link>"},
    {"drake-TransmissionTypeUnknown-2", 1, "no <link>"},
    {"drake-TransmissionTypeUnknown", 1, "no <link>"},
    {"drake-UnsupportedJointStuffIgnored", 7, "not well-formed XML"},
    {"drake-UnsupportedTransmissionStuffIgnored", 11, "not well-formed XML"},
    {"drake-bad", 1, "not well-formed XML"},
    {"drake-joint_parsing_test", 91, "is not declared"},
    {"drake-joint_parsing_test_missing_screw_thread_pitch", 4, "both the child of no joint"},
    {"drake-joint_parsing_test_tag_mismatch_1", 4, "both the child of no joint"},
    {"drake-joint_parsing_test_tag_mismatch_2", 5, "is unknown; expected fixed"},
    {"k-sample", 167, "is not declared"},
    {"mujoco-RepeatedMeshName", 15, "both the child of no joint"},
    {"rosurdf-fail_pr2_desc_bracket", 10, "is not declared"},
    {"rosurdf-fail_pr2_desc_double", 31, "of this name"},
    {"rosurdf-fail_pr2_desc_double_joint", 10, "is not declared"},
    {"rosurdf-fail_pr2_desc_loop", 5, "part of a cycle"},
    {"rosurdf-fail_pr2_desc_no_filename_in_mesh", 86, "is not declared"},
    {"rosurdf-fail_pr2_desc_no_joint2", 10, "not well-formed XML"},
    {"rosurdf-fail_pr2_desc_parent_itself", 4, "both its parent and its child"},
    {"rosurdf-fail_pr2_desc_two_trees", 10, "is not declared"},
    {"rosurdf-fail_three_links_one_joint", 24, "not well-formed XML"},
    {"urdf-files-dataset-imu_test", 22, "is unexpanded xacro"},
    {"urdf-files-dataset-spot_arm", 172, "is not declared"},
    {"urdfdom-autogenerated", 81, "is not a list of 3 numbers"},
};

START_TEST(odd_file_is_refused)
{
    const refusal *r = &refused[_i];
    char *path = path_in("odd", r->name);
    cdy_error error = {0};
    cdy_tree *tree = (cdy_tree *)&error;
    ck_assert_fails(cdy_load_file(path, NULL, &tree, &error), CDY_ERROR_ROBOT, error);
    ck_assert_ptr_null(tree);
    ck_assert_str_eq(error.file, path);
    ck_assert_msg(error.line == r->line && strstr(error.text, r->snippet), "%s:%d: %s", r->name, error.line,
                  error.text);
    free(path);
}
END_TEST

/* Every other file of the folders, whole or cut short, loads or is refused with the line of the fault. */
static void load_all(const char *folder)
{
    char *place = reference_path(folder);
    DIR *directory = place ? opendir(place) : NULL;
    ck_assert_ptr_nonnull(directory);
    for (struct dirent *entry; (entry = readdir(directory));) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", place, entry->d_name);
        if (entry->d_name[0] == '.') {
            continue;
        }
        size_t size;
        char *text = read_whole_file(path, &size);
        for (size_t part = 1; part <= 8; part++) {
            cdy_error error = {0};
            cdy_tree *tree = NULL;
            cdy_status status =
                cdy_load_text(text, size / 8 * part + (part == 8 ? size % 8 : 0), path, NULL, &tree, &error);
            ck_assert_msg(status == CDY_OK || (status == CDY_ERROR_ROBOT && error.line > 0 && error.file[0]),
                          "%s: %s: %s", path, cdy_status_text(status), error.text);
            cdy_tree_destroy(tree);
        }
        free(text);
    }
    closedir(directory);
    free(place);
}

START_TEST(no_file_does_harm)
{
    load_all("corpus/odd");
    load_all("corpus/robots");
}
END_TEST

int main(void)
{
    char *folder = reference_path("corpus");
    if (!folder) {
        return skip_suites("the folder of reference samples has no corpus");
    }
    free(folder);
    Suite *suite = suite_create("corpus");
    TCase *files = add_case(suite, "robots", no_file_does_harm);
    tcase_add_loop_test(files, robot_loads, 0, sizeof robots / sizeof *robots);
    TCase *odd = tcase_create("odd");
    tcase_add_loop_test(odd, odd_file_loads, 0, sizeof loads / sizeof *loads);
    tcase_add_loop_test(odd, odd_file_is_refused, 0, sizeof refused / sizeof *refused);
    suite_add_tcase(suite, odd);
    return run_suites(suite, NULL);
}
