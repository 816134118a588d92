/* Spelling: the known word of USD that an unknown type, schema, entry of metadata or property may be. */
#include "description/spelling.h"
#include "usd/usd.h"

#include <string.h>

/* Types of prims, schemas, and entries of metadata. */
static const char *const types[] = {"Backdrop",
                                    "BasisCurves",
                                    "Camera",
                                    "Capsule",
                                    "Capsule_1",
                                    "Cone",
                                    "Cube",
                                    "Cylinder",
                                    "CylinderLight",
                                    "Cylinder_1",
                                    "DiskLight",
                                    "DistantLight",
                                    "DomeLight",
                                    "DomeLight_1",
                                    "GeomSubset",
                                    "GeometryLight",
                                    "HermiteCurves",
                                    "LightFilter",
                                    "Material",
                                    "Mesh",
                                    "MjcActuator",
                                    "MjcKeyframe",
                                    "MjcTendon",
                                    "NodeGraph",
                                    "NurbsCurves",
                                    "NurbsPatch",
                                    "PhysicsCollisionGroup",
                                    "PhysicsDistanceJoint",
                                    "PhysicsFixedJoint",
                                    "PhysicsJoint",
                                    "PhysicsPrismaticJoint",
                                    "PhysicsRevoluteJoint",
                                    "PhysicsScene",
                                    "PhysicsSphericalJoint",
                                    "Plane",
                                    "PointInstancer",
                                    "Points",
                                    "PortalLight",
                                    "RectLight",
                                    "RenderProduct",
                                    "RenderSettings",
                                    "RenderVar",
                                    "Scope",
                                    "Shader",
                                    "SkelAnimation",
                                    "SkelRoot",
                                    "Skeleton",
                                    "SpatialAudio",
                                    "Sphere",
                                    "SphereLight",
                                    "TetMesh",
                                    "Volume",
                                    "Xform"};
static const char *const schemas[] = {
    "CollectionAPI",       "GeomModelAPI",         "MaterialBindingAPI",       "PhysicsArticulationRootAPI",
    "PhysicsCollisionAPI", "PhysicsDriveAPI",      "PhysicsFilteredPairsAPI",  "PhysicsJointStateAPI",
    "PhysicsLimitAPI",     "PhysicsMassAPI",       "PhysicsMaterialAPI",       "PhysicsMeshCollisionAPI",
    "PhysicsRigidBodyAPI", "PhysxArticulationAPI", "PhysxCollisionAPI",        "PhysxJointAPI",
    "PhysxJointAxisAPI",   "PhysxLimitAPI",        "PhysxMaterialAPI",         "PhysxMimicJointAPI",
    "PhysxRigidBodyAPI",   "PhysxSceneAPI",        "PhysxTendonAttachmentAPI", "SkelBindingAPI"};
static const char *const entries[] = {"active",
                                      "apiSchemas",
                                      "assetInfo",
                                      "clips",
                                      "colorConfiguration",
                                      "colorManagementSystem",
                                      "comment",
                                      "customData",
                                      "customLayerData",
                                      "defaultPrim",
                                      "displayName",
                                      "doc",
                                      "documentation",
                                      "endTimeCode",
                                      "framesPerSecond",
                                      "hidden",
                                      "inherits",
                                      "instanceable",
                                      "kilogramsPerUnit",
                                      "kind",
                                      "metersPerUnit",
                                      "payload",
                                      "permission",
                                      "prefix",
                                      "references",
                                      "relocates",
                                      "specializes",
                                      "startTimeCode",
                                      "subLayers",
                                      "symmetryFunction",
                                      "timeCodesPerSecond",
                                      "upAxis",
                                      "variantSets",
                                      "variants"};

/* Properties of schemas that any prim may have, in the namespaces that are read: also those of others, which look like
 * them; * stands for the name of an axis. */
static const char *const properties[] = {"drive:*:physics:damping",
                                         "drive:*:physics:maxForce",
                                         "drive:*:physics:stiffness",
                                         "drive:*:physics:targetPosition",
                                         "drive:*:physics:targetVelocity",
                                         "drive:*:physics:type",
                                         "limit:*:physics:high",
                                         "limit:*:physics:low",
                                         "physics:angularVelocity",
                                         "physics:approximation",
                                         "physics:axis",
                                         "physics:body0",
                                         "physics:body0s",
                                         "physics:body1",
                                         "physics:body1s",
                                         "physics:breakForce",
                                         "physics:breakTorque",
                                         "physics:centerOfMass",
                                         "physics:collisionEnabled",
                                         "physics:coneAngle0Limit",
                                         "physics:coneAngle1Limit",
                                         "physics:density",
                                         "physics:diagonalInertia",
                                         "physics:dynamicFriction",
                                         "physics:excludeFromArticulation",
                                         "physics:filteredGroups",
                                         "physics:filteredPairs",
                                         "physics:gravityDirection",
                                         "physics:gravityMagnitude",
                                         "physics:invertFilteredGroups",
                                         "physics:jointEnabled",
                                         "physics:kinematicEnabled",
                                         "physics:localPos0",
                                         "physics:localPos0s",
                                         "physics:localPos1",
                                         "physics:localPos1s",
                                         "physics:localRot0",
                                         "physics:localRot0s",
                                         "physics:localRot1",
                                         "physics:localRot1s",
                                         "physics:lowerLimit",
                                         "physics:mass",
                                         "physics:masses",
                                         "physics:maxDistance",
                                         "physics:mergeGroup",
                                         "physics:minDistance",
                                         "physics:principalAxes",
                                         "physics:restitution",
                                         "physics:rigidBodyEnabled",
                                         "physics:simulationOwner",
                                         "physics:startsAsleep",
                                         "physics:staticFriction",
                                         "physics:upperLimit",
                                         "physics:velocity",
                                         "physxJoint:armature",
                                         "physxJoint:jointFriction",
                                         "physxJoint:maxJointVelocity",
                                         "physxJointAxis:*:armature",
                                         "physxJointAxis:*:dynamicFrictionEffort",
                                         "physxJointAxis:*:maxJointVelocity",
                                         "physxJointAxis:*:staticFrictionEffort",
                                         "physxJointAxis:*:viscousFrictionCoefficient",
                                         "physxMimicJoint:*:dampingRatio",
                                         "physxMimicJoint:*:gearing",
                                         "physxMimicJoint:*:naturalFrequency",
                                         "physxMimicJoint:*:offset",
                                         "physxMimicJoint:*:referenceJoint",
                                         "physxMimicJoint:*:referenceJointAxis",
                                         "state:*:physics:position",
                                         "state:*:physics:velocity"};

/* Types whose own properties are read, and those that are. Other types may have names that only look alike, as
 * PointInstancer has. */
static const char *const own_types[] = {"Capsule",    "Capsule_1", "Cone",  "Cube",   "Cylinder",
                                        "Cylinder_1", "Mesh",      "Plane", "Sphere", "Xform"};
static const char *const own_properties[] = {
    "axis", "faceVertexCounts", "faceVertexIndices", "height", "points", "purpose", "radius",
    "size", "visibility",       "xformOpOrder"};

/* MISSPELLED: the number in the table of spelled words that marks a word as told. LONGEST_NAME: room for the name of a
 * property. FARTHEST: the most letters in which a misspelled word differs from the known one. */
enum { MISSPELLED = 1, LONGEST_NAME = 128, FARTHEST = 2 };

#define COUNT(words) (sizeof(words) / sizeof *(words))

/* Whether the first two letters of a word are the other way round in the other. */
static bool begins_swapped(const char *a, const char *b)
{
    const char swapped[] = {a[0] ? a[1] : '\0', a[0], '\0'};
    return cdy_common_length(swapped, b) == 2;
}

/* Length of what stands before the last ':' of a word. */
static size_t namespace_length(const char *word)
{
    const char *colon = strrchr(word, ':');
    return colon ? (size_t)(colon - word) : 0;
}

/* Compares a known word with the one that is searched for, where both have almost the same length: the names if they
 * have the same namespace, and the whole words if they have the same name in another. So nearly all known words cost
 * a few letters. */
static void consider(cdy_nearest *whole, cdy_nearest *name, const char *known)
{
    const char *word = whole->typed;
    const size_t common = cdy_common_length(word, known), before = (size_t)(name->typed - word);
    if (common == 0 && !begins_swapped(word, known)) {
        return;
    }
    const size_t length = strlen(word), known_length = strlen(known);
    if (length > known_length + FARTHEST || known_length > length + FARTHEST) {
        return;
    }
    if (common >= before) {
        cdy_nearest_consider(name, known + before);
    } else if (strcmp(known + namespace_length(known), name->typed) == 0) {
        cdy_nearest_consider(whole, known);
    }
}

/* Returns the known word that another is a misspelling of; NULL: it is known, or far from all. The number of known
 * words is constant, so that the search needs no budget. */
static const char *find_meant(size_t count, const char *const *words, const char *word)
{
    if (cdy_is_among(word, count, words)) {
        return NULL;
    }
    const size_t before = namespace_length(word);
    cdy_nearest whole = cdy_nearest_to(word), name = cdy_nearest_to(word + before);
    whole.distance = name.distance = FARTHEST + 1;
    for (size_t i = 0; i < count; i++) {
        consider(&whole, &name, words[i]);
    }
    if (name.name) {
        cdy_nearest_consider(&whole, name.name - before);
    }
    return cdy_is_misspelled(&whole) ? whole.name : NULL;
}

/* Keeps whether a word is misspelled. */
static void keep_word(cdy_usd *u, const char *word, bool misspelled)
{
    const char *kept = cdy_arena_copy(&u->r->memory, word);
    u->r->out_of_memory =
        !kept || !cdy_name_table_set(&u->spelled, kept, misspelled ? MISSPELLED : 0) || u->r->out_of_memory;
}

/* Looks a word up, and returns the known word that it is a misspelling of, when it comes for the first time. */
static const char *look_up(cdy_usd *u, size_t count, const char *const *words, const char *word)
{
    if (cdy_name_table_find(&u->spelled, word) >= 0) {
        return NULL;
    }
    const char *meant = find_meant(count, words, word);
    keep_word(u, word, meant != NULL);
    return meant;
}

static void check_type(cdy_usd *u, const cdy_usd_prim *p)
{
    const char *meant = *p->type ? look_up(u, COUNT(types), types, p->type) : NULL;
    if (meant) {
        cdy_warn(u->r, CDY_RULE_ELEMENT_MISSPELLED, p->element->at,
                 "%.80s of prim '%.80s' is an unknown type, which is ignored; did you mean '%s'?", p->type, p->name,
                 meant);
    }
}

/* Checks the names of a list of schemas, without those of their instances. */
static void check_schemas(cdy_usd *u, const cdy_usd_field *f)
{
    cdy_usd_scanner s = cdy_usd_scan_value(f);
    for (cdy_usd_token t = cdy_usd_scan(&s); t.kind != CDY_USD_END && t.kind != CDY_USD_FAULT; t = cdy_usd_scan(&s)) {
        char name[64];
        const char *colon = t.kind == CDY_USD_STRING ? memchr(t.start, ':', (size_t)(t.end - t.start)) : NULL;
        const size_t length = (size_t)((colon ? colon : t.end) - t.start);
        if (t.kind != CDY_USD_STRING || length >= sizeof name) {
            continue;
        }
        memcpy(name, t.start, length);
        name[length] = '\0';
        const char *meant = look_up(u, COUNT(schemas), schemas, name);
        if (meant) {
            cdy_warn(u->r, CDY_RULE_ELEMENT_MISSPELLED, f->at,
                     "apiSchemas has '%s', an unknown schema, which is ignored; did you mean '%s'?", name, meant);
        }
    }
}

static void check_entries(cdy_usd *u, const cdy_usd_spec *spec)
{
    for (const cdy_usd_field *f = spec->first_entry; f; f = f->next) {
        const char *meant = look_up(u, COUNT(entries), entries, f->name);
        if (meant) {
            cdy_warn(u->r, CDY_RULE_ATTRIBUTE_MISSPELLED, f->at,
                     "%.80s is unknown metadata, which is ignored; did you mean '%s'?", f->name, meant);
        } else if (strcmp(f->name, "apiSchemas") == 0) {
            check_schemas(u, f);
        }
    }
}

/* Copies a name of three or more parts with * for the second, which is an axis, and returns that one's length; or
 * copies the name, and returns 0. False: it is too long for a known one. */
static bool take_axis(const char *name, char text[LONGEST_NAME], const char **axis, int *length)
{
    const char *first = strchr(name, ':'), *second = first ? strchr(first + 1, ':') : NULL;
    *length = 0;
    if (strlen(name) + 2 > LONGEST_NAME) {
        return false;
    }
    memcpy(text, name, strlen(name) + 1);
    if (second && strncmp(name, "xformOp:", 8) != 0) {
        const size_t start = (size_t)(first - name) + 1;
        *axis = first + 1;
        *length = (int)(second - first) - 1;
        text[start] = '*';
        memcpy(text + start + 1, second, strlen(second) + 1);
    }
    return true;
}

/* Returns the known property that one of a prim is a misspelling of; `text` is its name with * for the axis. */
static const char *find_property(cdy_usd *u, const cdy_usd_prim *p, const char *text)
{
    if (strchr(text, ':')) {
        return look_up(u, COUNT(properties), properties, text);
    }
    return cdy_is_among(p->type, COUNT(own_types), own_types) ? look_up(u, COUNT(own_properties), own_properties, text)
                                                              : NULL;
}

static void check_property(cdy_usd *u, const cdy_usd_prim *p, const cdy_usd_field *f)
{
    char text[LONGEST_NAME];
    const char *axis = "";
    int length = 0;
    const char *meant = take_axis(f->name, text, &axis, &length) ? find_property(u, p, text) : NULL;
    if (meant) {
        const char *star = strchr(meant, '*');
        const int before = star ? (int)(star - meant) : (int)strlen(meant);
        cdy_warn(u->r, CDY_RULE_ATTRIBUTE_MISSPELLED, f->at,
                 "%.80s is an unknown property, which is ignored; did you mean '%.*s%.*s%s'?", f->name, before, meant,
                 star ? length : 0, axis, star ? star + 1 : "");
    }
}

/* Keeps the names of properties that are declared `custom`: they are the user's own, also where another layer gives
 * them a value without the word. */
static void keep_custom(cdy_usd *u, const cdy_usd_spec *spec)
{
    for (const cdy_usd_field *f = spec->first_property; f; f = f->next) {
        char text[LONGEST_NAME];
        const char *axis;
        int length;
        if (f->custom && take_axis(f->name, text, &axis, &length) && cdy_name_table_find(&u->spelled, text) < 0) {
            keep_word(u, text, false);
        }
    }
}

bool cdy_usd_is_misspelled(cdy_usd *u, const char *word)
{
    char text[LONGEST_NAME];
    const char *axis;
    int length;
    return take_axis(word, text, &axis, &length) && cdy_name_table_find(&u->spelled, text) == MISSPELLED;
}

void cdy_usd_check_spelling(cdy_usd *u)
{
    for (int i = 0; i < u->prim_count && cdy_reports_warnings(u->r); i++) {
        for (int k = 0; k < u->prims[i].opinion_count; k++) {
            keep_custom(u, u->prims[i].opinions[k].spec);
        }
    }
    for (int i = 0; i < u->prim_count && cdy_reports_warnings(u->r); i++) {
        const cdy_usd_prim *p = &u->prims[i];
        check_type(u, p);
        for (int k = 0; k < p->opinion_count; k++) {
            check_entries(u, p->opinions[k].spec);
            for (const cdy_usd_field *f = p->opinions[k].spec->first_property; f; f = f->next) {
                check_property(u, p, f);
            }
        }
    }
}
