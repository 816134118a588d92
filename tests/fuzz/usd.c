/* USD: bytes that begin with # are a text; others choose prims, properties and hostile values of one. */
#include "choices.h"

enum { DEEPEST = 8 };

static void put_number(maker *m)
{
    static const char *const numbers[] = {"0",   "1",    "-1",   "0.5", "90",    "-0",  "1e-3",   "1e-300", "1e300",
                                          "inf", "-inf", "1e99", "nan", "1e999", "2.5", "-0.001", "100000", "3"};
    put(m, PICK(m, numbers));
}

static void put_numbers(maker *m, const char *open, const char *close, unsigned count)
{
    put(m, open);
    for (unsigned i = 0; i < count; i++) {
        put(m, i > 0 ? ", " : "");
        put_number(m);
    }
    put(m, close);
}

/* A path of prims, most of which are there. */
static void put_path(maker *m)
{
    static const char *const paths[] = {"</a>",   "</b>",   "</a/a>", "</a/b>", "</b/a>",    "</a/b/a>", "</c>",
                                        "<../a>", "<../b>", "<>",     "</>",    "<../../a>", "<b>",      "</a.x>"};
    put(m, PICK(m, paths));
}

static void put_value(maker *m)
{
    static const char *const words[] = {"None",
                                        "\"X\"",
                                        "\"Y\"",
                                        "'Z'",
                                        "true",
                                        "0",
                                        "[]",
                                        "()",
                                        "{ string v = \"a\" }",
                                        "\"convexHull\"",
                                        "\"guide\"",
                                        "\"invisible\"",
                                        "@x.usda@",
                                        "\"\"\"a\nb\"\"\""};
    switch (choose(m, 6)) {
    case 0: put_number(m); break;
    case 1: put_numbers(m, "(", ")", 3); break;
    case 2: put_numbers(m, "(", ")", 4); break;
    case 3: put_numbers(m, "[", "]", choose(m, 40)); break;
    case 4: put_path(m); break;
    default: put(m, PICK(m, words));
    }
}

static void put_property(maker *m)
{
    static const char *const names[] = {"float physics:mass",
                                        "float physics:density",
                                        "point3f physics:centerOfMass",
                                        "float3 physics:diagonalInertia",
                                        "quatf physics:principalAxes",
                                        "rel physics:body0",
                                        "rel physics:body1",
                                        "point3f physics:localPos0",
                                        "point3f physics:localPos1",
                                        "quatf physics:localRot0",
                                        "quatf physics:localRot1",
                                        "token physics:axis",
                                        "float physics:lowerLimit",
                                        "float physics:upperLimit",
                                        "bool physics:jointEnabled",
                                        "bool physics:excludeFromArticulation",
                                        "bool physics:rigidBodyEnabled",
                                        "bool physics:kinematicEnabled",
                                        "double3 xformOp:translate",
                                        "quatd xformOp:orient",
                                        "float3 xformOp:scale",
                                        "float3 xformOp:rotateXYZ",
                                        "double xformOp:rotateZ",
                                        "matrix4d xformOp:transform",
                                        "double size",
                                        "double radius",
                                        "double height",
                                        "token axis",
                                        "point3f[] points",
                                        "int[] faceVertexCounts",
                                        "int[] faceVertexIndices",
                                        "token physics:approximation",
                                        "token visibility",
                                        "token purpose",
                                        "color3f[] primvars:displayColor",
                                        "float drive:angular:physics:maxForce",
                                        "float physxJoint:armature",
                                        "float physxJoint:maxJointVelocity",
                                        "rel physxMimicJoint:rotX:referenceJoint",
                                        "float physxMimicJoint:rotX:gearing",
                                        "float limit:rotX:physics:low",
                                        "float limit:rotX:physics:high",
                                        "float limit:transY:physics:low",
                                        "float limit:transY:physics:high",
                                        "rel material:binding:physics",
                                        "float a.timeSamples",
                                        "token b.connect",
                                        "custom int c",
                                        "prepend rel physics:body0"};
    static const char *const orders[] = {"['xformOp:translate']", "['xformOp:orient', 'xformOp:scale']",
                                         "['xformOp:transform', '!invert!xformOp:translate']",
                                         "['xformOp:rotateXYZ', '!resetXformStack!', 'xformOp:rotateZ']"};
    if (choose(m, 6) == 5) {
        put(m, "uniform token[] xformOpOrder = ");
        put(m, PICK(m, orders));
    } else {
        put(m, PICK(m, names));
        put(m, " = ");
        put_value(m);
    }
    put(m, "\n");
}

static void put_metadata(maker *m)
{
    static const char *const apis[] = {
        "PhysicsRigidBodyAPI",        "PhysicsMassAPI",          "PhysicsCollisionAPI",
        "PhysicsArticulationRootAPI", "PhysicsDriveAPI:angular", "PhysicsMaterialAPI",
        "PhysxMimicJointAPI:rotX",    "PhysicsLimitAPI:rotX",    "PhysicsLimitAPI:transY"};
    static const char *const orders[] = {"", "prepend ", "append ", "add ", "delete ", "reorder "};
    static const char *const arcs[] = {"references", "payload", "inherits", "specializes"};
    put(m, "(");
    for (unsigned count = choose(m, 4); count > 0; count--) {
        put(m, choose(m, 4) ? "prepend " : PICK(m, orders));
        put(m, "apiSchemas = ['");
        put(m, PICK(m, apis));
        put(m, "', 'PhysicsRigidBodyAPI']\n");
    }
    if (choose(m, 4) == 3) {
        put(m, PICK(m, orders));
        put(m, PICK(m, arcs));
        put(m, " = ");
        put_path(m);
        put(m, "\n");
    }
    if (choose(m, 6) == 5) {
        put(m, "variants = { string v = 'a' }\nprepend variantSets = 'v'\n");
    }
    put(m, choose(m, 9) == 8 ? "active = false)" : ")");
}

static void put_prim(maker *m, int depth)
{
    static const char *const kinds[] = {"def Xform",   "def PhysicsRevoluteJoint",
                                        "def Xform",   "def PhysicsPrismaticJoint",
                                        "def Cube",    "def PhysicsFixedJoint",
                                        "def Mesh",    "def PhysicsSphericalJoint",
                                        "def Sphere",  "def PhysicsJoint",
                                        "over",        "class Xform",
                                        "def Capsule", "def Cone",
                                        "def",         "def Scope"};
    static const char *const names[] = {" 'a' ", " 'b' ", " 'c' ", " \"d\" "};
    put(m, PICK(m, kinds));
    put(m, PICK(m, names));
    put_metadata(m);
    put(m, " {\n");
    for (unsigned count = choose(m, 8); count > 0; count--) {
        put_property(m);
    }
    const unsigned count = depth < DEEPEST && has_room(m) ? choose(m, 4) : 0;
    for (unsigned i = 0; i < count; i++) {
        put_prim(m, depth + 1);
    }
    if (count > 0 && choose(m, 6) == 5) {
        put(m, "variantSet 'v' = { 'a' {\n");
        put_property(m);
        put(m, "} 'b' { } }\n");
    }
    put(m, "}\n");
}

static void put_file(maker *m)
{
    static const char *const heads[] = {"#usda 1.0\n(metersPerUnit = 1\nupAxis = 'Z')\n", "#usda 1.0\n",
                                        "#usda 1.0\n(kilogramsPerUnit = 0.001)\n"};
    put(m, PICK(m, heads));
    do {
        put_prim(m, 0);
    } while (m->left > 0 && has_room(m));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    exercise_choices(data, size, '#', put_file);
    return 0;
}
