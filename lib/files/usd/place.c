/* Frames of prims in the stage: the xformOps in their order, from prim to prim. */
#include "base/error.h"
#include "usd/usd.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_OPS = 32 };

static const double degree = 0.017453292519943295;

typedef double affine[3][4];

static void set_still(affine a)
{
    memset(a, 0, sizeof(affine));
    a[0][0] = a[1][1] = a[2][2] = 1;
}

/* Multiplies a by b from the right: b acts first. */
static void multiply(affine a, affine b)
{
    affine c;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 4; j++) {
            c[i][j] = a[i][0] * b[0][j] + a[i][1] * b[1][j] + a[i][2] * b[2][j] + (j == 3 ? a[i][3] : 0);
        }
    }
    memcpy(a, c, sizeof c);
}

/* Inverts a transform; false where it flattens space. */
static bool invert(affine a)
{
    affine b;
    double det = 0;
    for (int i = 0; i < 3; i++) {
        det += a[0][i] * (a[1][(i + 1) % 3] * a[2][(i + 2) % 3] - a[1][(i + 2) % 3] * a[2][(i + 1) % 3]);
    }
    if (!(fabs(det) > 0) || !isfinite(1 / det)) {
        return false;
    }
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            const int r = (j + 1) % 3, s = (j + 2) % 3, c = (i + 1) % 3, d = (i + 2) % 3;
            b[i][j] = (a[r][c] * a[s][d] - a[r][d] * a[s][c]) / det;
        }
    }
    for (int i = 0; i < 3; i++) {
        b[i][3] = 0 - (b[i][0] * a[0][3] + b[i][1] * a[1][3] + b[i][2] * a[2][3]);
    }
    memcpy(a, b, sizeof b);
    return true;
}

static void rotate(affine a, int axis, double angle)
{
    affine r;
    const int y = (axis + 1) % 3, z = (axis + 2) % 3;
    set_still(r);
    r[y][y] = r[z][z] = cos(angle * degree);
    r[z][y] = sin(angle * degree);
    r[y][z] = 0 - r[z][y];
    multiply(a, r);
}

/* ---- one op ---- */

static bool has_type(const char *op, const char *type)
{
    const size_t length = strlen(type);
    return strncmp(op, type, length) == 0 && (op[length] == '\0' || op[length] == ':');
}

/* Reads rotateX to rotateZYX; the angles are about x, y and z, and the first axis of the name turns first. */
static cdy_status read_rotation(cdy_usd *u, const cdy_usd_prim *p, const char *name, const char *axes, affine a)
{
    const int count = axes[1] == '\0' || axes[1] == ':' ? 1 : 3;
    double angles[3] = {0, 0, 0};
    const cdy_status status = cdy_usd_numbers(u, p, name, angles, count, NULL);
    for (int i = count - 1; i >= 0 && !status; i--) {
        const int axis = axes[i] - 'X';
        rotate(a, axis, count == 1 ? angles[0] : angles[axis]);
    }
    return status;
}

static cdy_status read_orientation(cdy_usd *u, const cdy_usd_prim *p, const char *name, affine a)
{
    double q[4] = {1, 0, 0, 0};
    const cdy_status status = cdy_usd_numbers(u, p, name, q, 4, NULL);
    const double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    affine r;
    if (status || !(length > 1e-12) || !isfinite(length)) {
        return status
                   ? status
                   : cdy_fault(u->r, CDY_RULE_ROTATION, p->element->at,
                               "%.80s of <%.200s> is no rotation; expected a quaternion (w, x, y, z)", name, p->path);
    }
    set_still(r);
    for (int i = 0; i < 4; i++) {
        q[i] /= length;
    }
    for (int j = 0; j < 3; j++) {
        double unit[3] = {j == 0, j == 1, j == 2};
        cdy_rotate(q, unit, unit);
        for (int i = 0; i < 3; i++) {
            r[i][j] = unit[i];
        }
    }
    multiply(a, r);
    return CDY_OK;
}

/* Rows of a matrix of USD are what columns are here. */
static cdy_status read_matrix(cdy_usd *u, const cdy_usd_prim *p, const char *name, affine a)
{
    double m[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    affine t;
    const cdy_status status = cdy_usd_numbers(u, p, name, m, 16, NULL);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 4; j++) {
            t[i][j] = m[4 * j + i];
        }
    }
    if (!status) {
        multiply(a, t);
    }
    return status;
}

/* Reads a displacement or a scale, of all axes or of the one that is named. */
static cdy_status read_vector(cdy_usd *u, const cdy_usd_prim *p, const char *name, const char *axis, bool scale,
                              affine a)
{
    const double none = scale ? 1 : 0;
    double v[3] = {none, none, none};
    const bool one = *axis >= 'X' && *axis <= 'Z';
    const cdy_status status = cdy_usd_numbers(u, p, name, one ? &v[*axis - 'X'] : v, one ? 1 : 3, NULL);
    affine t;
    set_still(t);
    for (int i = 0; i < 3; i++) {
        *(scale ? &t[i][i] : &t[i][3]) = v[i];
    }
    if (!status) {
        multiply(a, t);
    }
    return status;
}

static cdy_status read_op(cdy_usd *u, const cdy_usd_prim *p, const char *name, affine a)
{
    static const char *const rotations[] = {"X", "Y", "Z", "XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX"};
    static const char *const vectors[] = {"", "X", "Y", "Z"};
    const char *op = strncmp(name, "xformOp:", 8) == 0 ? name + 8 : "";
    char type[32];
    set_still(a);
    for (size_t i = 0; i < sizeof rotations / sizeof *rotations; i++) {
        snprintf(type, sizeof type, "rotate%s", rotations[i]);
        if (has_type(op, type)) {
            return read_rotation(u, p, name, rotations[i], a);
        }
    }
    for (size_t i = 0; i < 2 * sizeof vectors / sizeof *vectors; i++) {
        snprintf(type, sizeof type, "%s%s", i % 2 ? "scale" : "translate", vectors[i / 2]);
        if (has_type(op, type)) {
            return read_vector(u, p, name, vectors[i / 2], i % 2 == 1, a);
        }
    }
    return has_type(op, "orient") ? read_orientation(u, p, name, a)
           : has_type(op, "transform")
               ? read_matrix(u, p, name, a)
               : cdy_fault(u->r, CDY_RULE_ROTATION, p->element->at,
                           "'%.80s' in xformOpOrder of <%.200s> is unknown; expected translate, "
                           "orient, scale, rotateXYZ or transform",
                           name, p->path);
}

/* ---- all ops ---- */

/* Takes the next op of the order; false at its end, or at what is no op. */
static bool next_op(cdy_usd_scanner *s, cdy_usd_token *t)
{
    do {
        *t = cdy_usd_scan(s);
    } while (t->kind == CDY_USD_MARK);
    return t->kind == CDY_USD_STRING;
}

/* Whether prims of a type have frames of their own. */
static bool has_frame(const char *type)
{
    static const char *const without[] = {"", "Scope", "Material", "Shader", "NodeGraph", "GeomSubset"};
    return !cdy_is_among(type, sizeof without / sizeof *without, without);
}

/* Reads the transform of a prim in the one above; *reset: in the stage. */
static cdy_status read_local(cdy_usd *u, const cdy_usd_prim *p, affine local, bool *reset)
{
    const cdy_usd_field *order = has_frame(p->type) ? cdy_usd_find(u, p, "xformOpOrder", NULL) : NULL;
    set_still(local);
    *reset = false;
    if (!order) {
        return CDY_OK;
    }
    cdy_usd_scanner s = cdy_usd_scan_value(order);
    cdy_status status = CDY_OK;
    cdy_usd_token t;
    int count = 0;
    while (!status && next_op(&s, &t)) {
        const char *op = cdy_usd_copy(u, &t);
        affine a;
        if (!op) {
            return cdy_fail_memory(u->r->error);
        }
        if (++count > MOST_OPS) {
            return cdy_fault(u->r, CDY_RULE_REFUSED, order->at, "xformOpOrder has more than %d parts", MOST_OPS);
        }
        if (strcmp(op, "!resetXformStack!") == 0) {
            *reset = true;
            set_still(local);
            continue;
        }
        const bool inverse = strncmp(op, "!invert!", 8) == 0;
        const char *name = inverse ? op + 8 : op;
        if (!cdy_usd_find(u, p, name, NULL)) {
            cdy_usd_tell(u, name, order->at,
                         "xformOpOrder names it, and the prim has no such attribute: nothing moves");
        }
        status = read_op(u, p, name, a);
        if (!status && inverse && !invert(a)) {
            status = cdy_fault(u->r, CDY_RULE_ROTATION, order->at, "the inverse of '%.80s' does not exist", op + 8);
        }
        if (!status) {
            multiply(local, a);
        }
    }
    if (!status && t.kind != CDY_USD_END) {
        status = cdy_fault(u->r, CDY_RULE_ROTATION, order->value_at,
                           "xformOpOrder is no list of words; expected it as in [\"xformOp:translate\"]");
    }
    return status ? status : cdy_reader_status(u->r);
}

cdy_status cdy_usd_place(cdy_usd *u)
{
    cdy_status status = CDY_OK;
    set_still(u->prims[0].world);
    for (int i = 1; i < u->prim_count && !status; i++) {
        cdy_usd_prim *p = &u->prims[i];
        affine local;
        bool reset;
        memcpy(p->world, u->prims[p->parent].world, sizeof p->world);
        status = read_local(u, p, local, &reset);
        if (reset) {
            set_still(p->world);
        }
        if (!status) {
            multiply(p->world, local);
        }
    }
    return status;
}

/* ---- poses ---- */

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Turns a pose of a stage whose y axis points upwards. */
static void raise(cdy_pose *pose)
{
    static const double up[4] = {0.70710678118654752, 0.70710678118654752, 0, 0};
    const double y = pose->p[1];
    pose->p[1] = 0 - pose->p[2];
    pose->p[2] = y;
    cdy_multiply_quaternions(up, pose->q, pose->q);
}

void cdy_usd_raise(const cdy_usd *u, cdy_pose *pose)
{
    if (u->y_up) {
        raise(pose);
    }
    for (int i = 0; i < 3; i++) { /* no -0 */
        pose->p[i] += 0.0;
        pose->q[i + 1] += 0.0;
    }
}

cdy_status cdy_usd_pose_of(cdy_usd *u, const cdy_usd_prim *p, cdy_pose *pose, double scale[3])
{
    double c[3][3], length[3], turned = 0;
    for (int j = 0; j < 3; j++) {
        for (int i = 0; i < 3; i++) {
            c[j][i] = p->world[i][j];
        }
        length[j] = sqrt(dot(c[j], c[j]));
        pose->p[j] = p->world[j][3] * u->meters;
        if (!(length[j] > 0) || !isfinite(length[j]) || !isfinite(pose->p[j])) {
            return cdy_fault(u->r, CDY_RULE_ROTATION, p->element->at, "<%.200s> is scaled by %g, or far away", p->path,
                             length[j]);
        }
    }
    for (int i = 0; i < 3; i++) {
        turned += c[2][i] * (c[0][(i + 1) % 3] * c[1][(i + 2) % 3] - c[0][(i + 2) % 3] * c[1][(i + 1) % 3]);
    }
    const double volume = length[0] * length[1] * length[2];
    if (!(turned > 0.99999 * volume)) {
        return cdy_fault(u->r, CDY_RULE_ROTATION, p->element->at,
                         "the frame of <%.200s> is %s by the scales above it; expected axes at right angles", p->path,
                         turned < 0 ? "mirrored" : "sheared");
    }
    const double along = dot(c[0], c[1]) / (length[0] * length[0]);
    for (int i = 0; i < 3; i++) {
        c[1][i] -= along * c[0][i];
    }
    const double rest = sqrt(dot(c[1], c[1]));
    for (int i = 0; i < 3; i++) {
        c[0][i] /= length[0];
        c[1][i] /= rest;
    }
    cdy_quaternion_from_columns(c[0], c[1], pose->q);
    cdy_usd_raise(u, pose);
    for (int j = 0; j < 3 && scale; j++) {
        scale[j] = length[j] * u->meters;
    }
    return CDY_OK;
}
