#include "urdf/warnings.h"

#include <condyle/check.h>
#include <stdlib.h>
#include <string.h>

/* The codes are promises to programs: new rules are added, old ones keep their names. */
static const cdy_check_rule rules[CDY_RULE_COUNT] = {
    [CDY_RULE_ANGLE_IN_DEGREES] = {"angle-in-degrees", CDY_LEVEL_WARNING,
                                   "Angles of an <origin> or a <limit> are radians, so they stay within a few turns.",
                                   "Divide degrees by 57.29578."},
    [CDY_RULE_ATTRIBUTE_MISSING] = {"attribute-missing", CDY_LEVEL_ERROR,
                                    "An element has the attributes without which it means nothing.",
                                    "Add the attribute that the message names."},
    [CDY_RULE_ATTRIBUTE_MISSPELLED] =
        {"attribute-misspelled", CDY_LEVEL_ERROR,
         "An attribute that is written almost like one of URDF's is ignored, and that one is missing.",
         "Correct its name."},
    [CDY_RULE_AXIS_NOT_UNIT] = {"axis-not-unit", CDY_LEVEL_NOTE,
                                "The axis of a joint has length 1; others are scaled here, but not by every program.",
                                "Divide the axis by its length."},
    [CDY_RULE_AXIS_ZERO] = {"axis-zero", CDY_LEVEL_ERROR, "The axis of a joint that moves has a direction.",
                            "Write the direction, 0 0 1 for example, or leave <axis> out for 1 0 0."},
    [CDY_RULE_CENTER_OF_MASS_OUTSIDE] = {"center-of-mass-outside", CDY_LEVEL_WARNING,
                                         "The center of mass lies in the link's shapes or near them.",
                                         "Look at the <origin> of <inertial>: meters in the link's frame."},
    [CDY_RULE_CYCLE] = {"cycle", CDY_LEVEL_ERROR, "A robot is a tree: no link is carried by itself.",
                        "Take the joint out that closes the loop, or weld a copy of the link."},
    [CDY_RULE_EFFORT_OR_VELOCITY_ZERO] =
        {"effort-or-velocity-zero", CDY_LEVEL_NOTE,
         "A limit of effort or velocity that is 0 holds the joint still in programs that obey it.",
         "Write the drive's limits."},
    [CDY_RULE_ELEMENT_MISSING] = {"element-missing", CDY_LEVEL_ERROR, "A joint has a <parent> and a <child>.",
                                  "Add the element that the message names."},
    [CDY_RULE_ELEMENT_MISPLACED] = {"element-misplaced", CDY_LEVEL_ERROR,
                                    "An element of URDF's in the wrong place is ignored, with all that it says.",
                                    "Move it to where it belongs."},
    [CDY_RULE_ELEMENT_MISSPELLED] =
        {"element-misspelled", CDY_LEVEL_ERROR,
         "An element that is written almost like one of URDF's is ignored, with all that it says.",
         "Correct its name."},
    [CDY_RULE_ELEMENT_REPEATED] = {"element-repeated", CDY_LEVEL_ERROR,
                                   "An element of which there can be one is there once.", "Keep one of them."},
    [CDY_RULE_ENCODING] = {"encoding", CDY_LEVEL_WARNING,
                           "Bytes that cannot be read in the encoding that the file claims are read as Latin-1.",
                           "Save the file as UTF-8."},
    [CDY_RULE_GEOMETRY_MISSING] = {"geometry-missing", CDY_LEVEL_ERROR,
                                   "A visual or collision without geometry has no shape.",
                                   "Add the <geometry>, or take the element out."},
    [CDY_RULE_HOME_OUTSIDE_LIMITS] = {"home-outside-limits", CDY_LEVEL_NOTE,
                                      "Where limits exclude 0, the home position is the limit nearest to it.",
                                      "Keep it where it is meant; many programs start at 0."},
    [CDY_RULE_INERTIA_ABOUT_WRONG_POINT] =
        {"inertia-about-wrong-point", CDY_LEVEL_WARNING,
         "The inertia is given about the center of mass, in the frame of the <origin> of <inertial>.",
         "Take mass times squared distance off (parallel axes), or export it about the center of mass."},
    [CDY_RULE_INERTIA_MISSING] = {"inertia-missing", CDY_LEVEL_ERROR, "A mass without <inertia> is a point mass.",
                                  "Add the <inertia> about the center of mass."},
    [CDY_RULE_INERTIA_NOT_PHYSICAL] =
        {"inertia-not-physical", CDY_LEVEL_WARNING,
         "Of a body's principal moments of inertia none is negative or larger than the other two together.",
         "Take the inertia from the part's design anew; the message has the nearest valid one."},
    [CDY_RULE_INERTIA_NOT_POSITIVE] =
        {"inertia-not-positive", CDY_LEVEL_ERROR, "No principal moment of inertia of a body is clearly negative.",
         "Take the inertia from the part's design anew; the message has the nearest valid one."},
    [CDY_RULE_INERTIA_PLACEHOLDER] = {"inertia-placeholder", CDY_LEVEL_WARNING,
                                      "An inertia of 1 1 1 kg m2 is a placeholder that nobody replaced.",
                                      "Write the part's own inertia."},
    [CDY_RULE_INERTIA_SIZE] = {"inertia-size", CDY_LEVEL_WARNING,
                               "An inertia fits mass and shape: moments are about mass times squared size, in kg m2.",
                               "Look for millimeters or grams: 1 kg mm2 is 1e-6 kg m2."},
    [CDY_RULE_INERTIA_UNIT] = {"inertia-unit", CDY_LEVEL_NOTE,
                               "An inertia of 1 1 1 kg m2 without a shape to compare it with may be a placeholder.",
                               "Write the part's own inertia, if that is not it."},
    [CDY_RULE_INERTIA_WITHOUT_MASS] = {"inertia-without-mass", CDY_LEVEL_WARNING,
                                       "An inertia with mass 0 is kept, though nothing has it.", "Write the mass."},
    [CDY_RULE_INERTIA_ZERO] = {"inertia-zero", CDY_LEVEL_WARNING, "A body with mass and a shape has an inertia.",
                               "Write the part's own inertia."},
    [CDY_RULE_JOINT_TYPE] = {"joint-type", CDY_LEVEL_ERROR,
                             "A joint is fixed, revolute, continuous, prismatic, planar or floating.",
                             "Write one of these types."},
    [CDY_RULE_LENGTH_IN_MILLIMETERS] = {"length-in-millimeters", CDY_LEVEL_WARNING,
                                        "Lengths are meters, so a robot's are not hundreds.",
                                        "Divide millimeters by 1000."},
    [CDY_RULE_LIMIT_BEYOND_TURN] = {"limit-beyond-turn", CDY_LEVEL_NOTE,
                                    "A revolute joint that goes beyond a full turn either way is rare.",
                                    "Keep it where it is meant; else look for degrees, or make the joint continuous."},
    [CDY_RULE_LIMIT_INCOMPLETE] = {"limit-incomplete", CDY_LEVEL_WARNING,
                                   "A <limit> names effort and velocity; missing ones are 0.", "Add them."},
    [CDY_RULE_LIMIT_MISSING] = {"limit-missing", CDY_LEVEL_WARNING,
                                "A revolute or prismatic joint without <limit> has no limits.",
                                "Add the <limit>, or make a revolute joint continuous."},
    [CDY_RULE_LIMIT_NEGATIVE] = {"limit-negative", CDY_LEVEL_ERROR,
                                 "The limits of effort and velocity are not negative.",
                                 "Write 0 or more; they hold both ways."},
    [CDY_RULE_LIMIT_WITHOUT_RANGE] = {"limit-without-range", CDY_LEVEL_WARNING,
                                      "A <limit> with neither lower nor upper holds a joint at 0.",
                                      "Add lower and upper, or make the joint fixed or continuous."},
    [CDY_RULE_LIMITS_EQUAL] = {"limits-equal", CDY_LEVEL_NOTE, "Limits that are equal hold the joint still.",
                               "Make the joint fixed, or write the range."},
    [CDY_RULE_LIMITS_REVERSED] = {"limits-reversed", CDY_LEVEL_ERROR, "A lower limit is not above the upper one.",
                                  "Look for a lost sign, or swap them."},
    [CDY_RULE_LINK_UNDECLARED] = {"link-undeclared", CDY_LEVEL_ERROR, "The links that a joint names are in the file.",
                                  "Declare the link, or correct its name."},
    [CDY_RULE_MASS_DENSITY] = {"mass-density", CDY_LEVEL_WARNING, "A mass fits the size of the link's shapes.",
                               "Write masses in kg, not g, and shapes in m; or give the shape the body's size."},
    [CDY_RULE_MASS_MISSING] = {"mass-missing", CDY_LEVEL_ERROR, "An <inertial> without <mass> weighs nothing.",
                               "Add the <mass>, or take the <inertial> out."},
    [CDY_RULE_MASS_NEGATIVE] = {"mass-negative", CDY_LEVEL_ERROR, "A mass is 0 or more.",
                                "Write the part's mass in kg."},
    [CDY_RULE_MATERIAL_CONFLICT] = {"material-conflict", CDY_LEVEL_WARNING,
                                    "Of two different materials of one name the first counts.",
                                    "Give one of them another name."},
    [CDY_RULE_MATERIAL_REPEATED] = {"material-repeated", CDY_LEVEL_WARNING,
                                    "Of several materials of one visual the first counts.", "Keep one."},
    [CDY_RULE_MATERIAL_UNDEFINED] = {"material-undefined", CDY_LEVEL_WARNING,
                                     "A material that is named is defined somewhere.",
                                     "Define it in the robot, or correct its name."},
    [CDY_RULE_MESH_ABSOLUTE] = {"mesh-absolute", CDY_LEVEL_WARNING,
                                "A mesh is found from any place: absolute paths are those of one machine.",
                                "Write package://PACKAGE/PATH or a path from the robot file."},
    [CDY_RULE_MESH_CASE] = {"mesh-case", CDY_LEVEL_WARNING,
                            "Names of files differ where capital letters do, on most machines.",
                            "Write the name as the file has it."},
    [CDY_RULE_MESH_ESCAPES] = {"mesh-escapes", CDY_LEVEL_WARNING,
                               "The path of a mesh stays in its package, or beside or below the robot file's folder.",
                               "Move the mesh into the package and name it there."},
    [CDY_RULE_MESH_NOT_FOUND] = {"mesh-not-found", CDY_LEVEL_WARNING, "The meshes that a robot names exist.",
                                 "Add the file, correct its name, or tell where the package lies (--package-path)."},
    [CDY_RULE_MIMIC_CHAIN] = {"mimic-chain", CDY_LEVEL_NOTE,
                              "A joint that mimics a follower follows its leader's leader; not every program can.",
                              "Name the first leader, with the product of the multipliers."},
    [CDY_RULE_MIMIC_IGNORED] = {"mimic-ignored", CDY_LEVEL_WARNING,
                                "Only joints with one degree of freedom can mimic another.", "Take the <mimic> out."},
    [CDY_RULE_MIMIC_INVALID] = {"mimic-invalid", CDY_LEVEL_ERROR,
                                "A joint mimics another joint of one degree of freedom, and no ring of them closes.",
                                "Name a revolute, continuous or prismatic joint that moves by itself."},
    [CDY_RULE_MIMIC_UNKNOWN] = {"mimic-unknown", CDY_LEVEL_ERROR, "The joint that another mimics is in the file.",
                                "Correct its name."},
    [CDY_RULE_NAME_COLLISION] =
        {"name-collision", CDY_LEVEL_WARNING,
         "Names still differ when everything but letters, digits and '_' is made '_', as ROS programs do.",
         "Rename one of them."},
    [CDY_RULE_NAME_REPEATED] = {"name-repeated", CDY_LEVEL_ERROR, "Links have names of their own, and so have joints.",
                                "Rename one of them."},
    [CDY_RULE_NAME_SHARED] = {"name-shared", CDY_LEVEL_NOTE,
                              "A link and a joint of one name are refused by some programs, such as Gazebo.",
                              "Rename one of them."},
    [CDY_RULE_NEGATIVE_DAMPING] = {"negative-damping", CDY_LEVEL_ERROR, "Damping and friction are not negative.",
                                   "Write 0 or more."},
    [CDY_RULE_NEGATIVE_SIZE] = {"negative-size", CDY_LEVEL_ERROR, "The sizes of a shape are not negative.",
                                "Write 0 or more."},
    [CDY_RULE_NUMBER] = {"number", CDY_LEVEL_ERROR,
                         "A number is written like 0.5 or -1e-3, lists of them with spaces between, and is finite.",
                         "Correct the number that the message shows."},
    [CDY_RULE_NUMBER_SPACE] = {"number-space", CDY_LEVEL_WARNING,
                               "Some programs refuse a number with white space around it.", "Take it out."},
    [CDY_RULE_ORIGIN_UNREAD] = {"origin-unread", CDY_LEVEL_WARNING,
                                "An <origin> places by xyz and rpy; what other attributes say of it is lost.",
                                "Write xyz and rpy."},
    [CDY_RULE_PACKAGE_NOT_FOUND] = {"package-not-found", CDY_LEVEL_NOTE, "Where the package of a mesh lies is known.",
                                    "Give --package-path PACKAGE=FOLDER, or set ROS_PACKAGE_PATH."},
    [CDY_RULE_POINT_MASS] = {"point-mass", CDY_LEVEL_NOTE,
                             "A mass without a shape whose inertia is zero is a point, which resists no turning.",
                             "Write the part's own inertia, if it has a size."},
    [CDY_RULE_REFUSED] = {"refused", CDY_LEVEL_ERROR, "A robot's parts are what bodies and joints can have.",
                          "See the message."},
    [CDY_RULE_ROBOT_EMPTY] = {"robot-empty", CDY_LEVEL_ERROR, "A robot has one link at least.", "Add a <link>."},
    [CDY_RULE_ROBOT_NAME] = {"robot-name", CDY_LEVEL_ERROR, "A robot has a name.", "Write <robot name=\"...\">."},
    [CDY_RULE_ROBOT_WEIGHTLESS] = {"robot-weightless", CDY_LEVEL_NOTE,
                                   "Without any mass, a robot can be shown and moved, but has no dynamics.",
                                   "Add <inertial> to the links, if forces matter."},
    [CDY_RULE_ROOT_ELEMENT] = {"root-element", CDY_LEVEL_ERROR, "The outermost element of URDF is <robot>.",
                               "Expand macros (xacro) first, or check whether this is URDF at all."},
    [CDY_RULE_ROOTS] = {"roots", CDY_LEVEL_ERROR, "One link is the root, all others are the child of a joint.",
                        "Join the part that hangs nowhere with a joint."},
    [CDY_RULE_ROTATION] = {"rotation", CDY_LEVEL_ERROR, "A rotation is given once, and is one.",
                           "Keep rpy or a quaternion other than 0 0 0 0."},
    [CDY_RULE_SINGULAR_MASS] =
        {"singular-mass", CDY_LEVEL_WARNING,
         "What a joint moves has inertia along its motion; else forward dynamics has no answer there.",
         "Add mass and inertia, or make the joint fixed."},
    [CDY_RULE_TEXT_IGNORED] = {"text-ignored", CDY_LEVEL_WARNING,
                               "Text between the tags of URDF's elements is ignored, with all that it says.",
                               "Write it as an attribute, or as a comment."},
    [CDY_RULE_TEXT_STRAY] = {"text-stray", CDY_LEVEL_NOTE,
                             "Signs that are left between tags, a quote or a '>', are ignored.", "Take them out."},
    [CDY_RULE_TRANSMISSION] = {"transmission", CDY_LEVEL_WARNING,
                               "A <transmission> reduces the motion of a joint by one number not 0.",
                               "Correct the joint's name or the <mechanicalReduction>."},
    [CDY_RULE_TWO_PARENTS] = {"two-parents", CDY_LEVEL_ERROR, "A link is the child of one joint.",
                              "Take one of the joints out; URDF has no closed loops."},
    [CDY_RULE_UNKNOWN_ATTRIBUTE] = {"unknown-attribute", CDY_LEVEL_NOTE, "An attribute that is not URDF's is ignored.",
                                    "Take it out, or correct its name."},
    [CDY_RULE_UNKNOWN_ELEMENT] = {"unknown-element", CDY_LEVEL_WARNING,
                                  "An element that is neither URDF nor a known extension is ignored.",
                                  "Take it out, or correct its name."},
    [CDY_RULE_UNKNOWN_GEOMETRY] = {"unknown-geometry", CDY_LEVEL_WARNING,
                                   "A geometry is a box, cylinder, sphere, capsule or mesh; others are no shape.",
                                   "Write one of these."},
    [CDY_RULE_VERSION] = {"version", CDY_LEVEL_WARNING,
                          "URDF has the versions 1.0, 1.1 and 1.2; others are read as 1.2.",
                          "Write version=\"1.0\", or leave it out."},
    [CDY_RULE_XACRO] =
        {"xacro", CDY_LEVEL_WARNING,
         "A robot file is what xacro makes; its own elements are ignored, its ${...} and $(...) left as they are.",
         "Expand the file with xacro, or take what is its own out."},
    [CDY_RULE_XML] = {"xml", CDY_LEVEL_ERROR,
                      "A file is well-formed XML without a document type, in a size that robots have.",
                      "Correct it where the message says."},
};

int cdy_check_rule_count(void)
{
    return CDY_RULE_COUNT;
}

const cdy_check_rule *cdy_check_rule_at(int index)
{
    return index >= 0 && index < CDY_RULE_COUNT ? &rules[index] : NULL;
}

static int compare_code(const void *code, const void *rule)
{
    return strcmp(code, ((const cdy_check_rule *)rule)->code);
}

int cdy_check_find_rule(const char *code)
{
    const cdy_check_rule *found = code ? bsearch(code, rules, CDY_RULE_COUNT, sizeof *rules, compare_code) : NULL;
    return found ? (int)(found - rules) : -1;
}

const char *cdy_level_name(cdy_level level)
{
    switch (level) {
    case CDY_LEVEL_NOTE: return "note";
    case CDY_LEVEL_WARNING: return "warning";
    case CDY_LEVEL_ERROR: return "error";
    }
    return "unknown";
}
