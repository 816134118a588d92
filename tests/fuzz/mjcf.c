/* MJCF: bytes that begin with < are a text; others choose elements, attributes and hostile values of one. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 8000, DEEPEST = 12 };

/* A text that is made of choices; where they end, every choice is the first. */
typedef struct maker {
    const uint8_t *data;
    size_t left;
    fuzz_text text;
} maker;

static unsigned choose(maker *m, unsigned count)
{
    if (m->left == 0) {
        return 0;
    }
    m->left--;
    return *m->data++ % count;
}

static void put(maker *m, const char *text)
{
    fuzz_keep(&m->text, text, strlen(text));
}

#define PICK(maker, list) (list)[choose(maker, sizeof(list) / sizeof *(list))]

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
    const unsigned count = depth < DEEPEST && m->text.size < MOST_BYTES ? choose(m, 5) : 0;
    for (unsigned i = 0; i < count; i++) {
        put_element(m, name, depth + 1);
    }
    put(m, "</");
    put(m, name);
    put(m, ">");
}

static fuzz_text make_text(const uint8_t *data, size_t size)
{
    maker m = {data, size, {0}};
    put(&m, "<mujoco model='m'>");
    do {
        put_element(&m, "mujoco", 0);
    } while (m.left > 0 && m.text.size < MOST_BYTES);
    put(&m, "</mujoco>");
    return m.text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const bool is_text = size > 0 && *data == '<';
    fuzz_text made = is_text ? (fuzz_text){0} : make_text(data, size);
    const char *text = is_text ? (const char *)data : made.bytes;
    size = is_text ? size : made.size;
    exercise_robot(text, size);
    exercise_export(text, size);
    exercise_fix(text, size);
    free(made.bytes);
    return 0;
}
