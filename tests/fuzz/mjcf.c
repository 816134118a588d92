/* MJCF: bytes that begin with < are a text; others choose elements, attributes and hostile values of one. */
#include "choices.h"

#include <string.h>

enum { DEEPEST = 12 };

static void put_numbers(maker *m)
{
    static const char *const numbers[] = {"0",     "1",      "-1",   "0.5",    "90",     "-0",     "1e-3",  "1e-15",
                                          "1e-40", "1e-320", "1e15", "1e40",   "1e160",  "-1e300", "1e308", "1e999",
                                          "nan",   "inf",    "2",    "3.1416", "1,0",    "0x10",   "1e",    ".",
                                          "+1",    "1.0.0",  "١",    "-1e-9",  "100000", "7",      "-3",    "0.1"};
    const unsigned count = choose(m, 9);
    for (unsigned i = 0; i <= count; i++) {
        put(m, i > 0 ? " " : "");
        put(m, PICK(m, numbers));
    }
}

static void put_value(maker *m)
{
    static const char *const words[] = {
        "a",        "b",         "c",      "j",     "k",       "main",  "home", "true",   "false", "auto",
        "radian",   "degree",    "local",  "xyz",   "ZYX",     "xxy",   "box",  "sphere", "mesh",  "capsule",
        "cylinder", "ellipsoid", "plane",  "hinge", "slide",   "ball",  "free", "",       " ",     "shell",
        "convex",   "exact",     "fixed",  "none",  "m.stl",   "/a/b",  "..",   "&#10;",  "&amp;", "\xc3\xa4",
        "a.b/c",    "hfield",    "affine", "sdf",   "disable", "world", "\\x",  ".",      "-",     "&#x202e;",
    };
    if (choose(m, 2) == 0) {
        put_numbers(m);
    } else {
        put(m, PICK(m, words));
    }
}

static void put_attributes(maker *m)
{
    static const char *const names[] = {
        "name",
        "class",
        "childclass",
        "pos",
        "quat",
        "axisangle",
        "euler",
        "xyaxes",
        "zaxis",
        "type",
        "axis",
        "range",
        "limited",
        "ref",
        "springref",
        "stiffness",
        "damping",
        "armature",
        "frictionloss",
        "mass",
        "density",
        "size",
        "fromto",
        "mesh",
        "material",
        "rgba",
        "group",
        "contype",
        "conaffinity",
        "fitscale",
        "shellinertia",
        "diaginertia",
        "fullinertia",
        "file",
        "scale",
        "refpos",
        "refquat",
        "inertia",
        "vertex",
        "angle",
        "eulerseq",
        "autolimits",
        "meshdir",
        "assetdir",
        "strippath",
        "coordinate",
        "settotalmass",
        "boundmass",
        "boundinertia",
        "fusestatic",
        "joint",
        "gear",
        "ctrlrange",
        "forcerange",
        "gainprm",
        "gaintype",
        "biastype",
        "joint1",
        "joint2",
        "polycoef",
        "active",
        "qpos",
        "gravity",
        "density",
        "mocap",
        "gravcomp",
        "discardvisual",
        "actuatorfrcrange",
        "inertiafromgeom",
        "inertiagrouprange",
        "balanceinertia",
        "ctrllimited",
        "forcelimited",
        "align",
        "springdamper",
        "user",
    };
    const unsigned count = choose(m, 6);
    for (unsigned i = 0; i < count; i++) {
        put(m, " ");
        put(m, PICK(m, names));
        put(m, "='");
        put_value(m);
        put(m, "'");
    }
}

/* Writes an element and its content: mostly an element that MJCF allows in the parent. */
static void put_element(maker *m, const char *parent, int depth)
{
    static const char *const any[] = {"body",      "joint",     "geom",   "inertial",  "site",     "frame",
                                      "freejoint", "default",   "mesh",   "material",  "motor",    "position",
                                      "general",   "key",       "weld",   "connect",   "compiler", "option",
                                      "include",   "replicate", "camera", "worldbody", "asset",    "actuator",
                                      "equality",  "keyframe",  "tendon", "deformable"};
    static const char *const of_body[] = {"body",  "joint", "geom",      "inertial", "frame",
                                          "joint", "geom",  "freejoint", "site"};
    static const char *const of_root[] = {"worldbody", "default",  "asset",     "compiler", "actuator",
                                          "equality",  "keyframe", "worldbody", "option"};
    const char *name = choose(m, 8) == 7               ? PICK(m, any)
                       : strcmp(parent, "mujoco") == 0 ? PICK(m, of_root)
                                                       : PICK(m, of_body);
    put(m, "<");
    put(m, name);
    put_attributes(m);
    put(m, ">");
    const unsigned count = depth < DEEPEST && has_room(m) ? choose(m, 5) : 0;
    for (unsigned i = 0; i < count; i++) {
        put_element(m, name, depth + 1);
    }
    put(m, "</");
    put(m, name);
    put(m, ">");
}

static void put_file(maker *m)
{
    put(m, "<mujoco model='m'>");
    do {
        put_element(m, "mujoco", 0);
    } while (m->left > 0 && has_room(m));
    put(m, "</mujoco>");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    exercise_choices(data, size, '<', put_file);
    return 0;
}
