/* MuJoCo: the stages that its users must run for inverse dynamics, the full mass matrix and smooth forward dynamics.
 * The robot comes as URDF without shapes.  A free joint of MuJoCo has its position before its quaternion, and its
 * linear velocity first and in the axes of the world. */
#include "peer.h"

#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct engine {
    mjModel *m;
    mjData *d;
    double *work;   /* nv */
    double *matrix; /* nv x nv */
    int *q_place;   /* (nq) index in the engine's q of each of the library's coordinates */
    int *v_place;   /* (nv) index in the engine's v of each of the library's velocities */
    int base;       /* the free joint's first degree of freedom in the library; -1: there is none */
    int base_q;     /* the free joint's first coordinate in the library */
} engine;

static void put_state(const engine *e, const double *q, const double *qd)
{
    memcpy(e->d->qpos, q, (size_t)e->m->nq * sizeof *q);
    memcpy(e->d->qvel, qd, (size_t)e->m->nv * sizeof *qd);
}

static void run_rnea(void *self, const double *q, const double *qd, const double *x, double *out)
{
    const engine *e = (const engine *)self;
    put_state(e, q, qd);
    memcpy(e->d->qacc, x, (size_t)e->m->nv * sizeof *x);
    mj_kinematics(e->m, e->d);
    mj_comPos(e->m, e->d);
    mj_comVel(e->m, e->d);
    mj_rne(e->m, e->d, 1, out);
}

static void run_crba(void *self, const double *q, const double *qd, const double *x, double *out)
{
    const engine *e = (const engine *)self;
    (void)qd;
    (void)x;
    memcpy(e->d->qpos, q, (size_t)e->m->nq * sizeof *q);
    mj_kinematics(e->m, e->d);
    mj_comPos(e->m, e->d);
    mj_crb(e->m, e->d);
    mj_fullM(e->m, out, e->d->qM);
}

static void run_aba(void *self, const double *q, const double *qd, const double *x, double *out)
{
    const engine *e = (const engine *)self;
    put_state(e, q, qd);
    mj_kinematics(e->m, e->d);
    mj_comPos(e->m, e->d);
    mj_crb(e->m, e->d);
    mj_factorM(e->m, e->d);
    mj_comVel(e->m, e->d);
    mj_rne(e->m, e->d, 0, e->work);
    for (int i = 0; i < e->m->nv; i++) {
        e->work[i] = x[i] - e->work[i];
    }
    mj_solveM(e->m, e->d, out, e->work, 1);
}

/* ---- coordinates ---- */

/* Rotates the linear part of the base's vector ([angular; linear] as in the library) into the world's axes, or back. */
static void turn(const engine *e, const double *q, const double *v, double *turned)
{
    mju_rotVecQuat(turned, v + e->base + 3, q + e->base_q);
}

static void turn_back(const engine *e, const double *q, const double *v, double *turned)
{
    double inverse[4];
    mju_negQuat(inverse, q + e->base_q);
    mju_rotVecQuat(turned, v + e->base + 3, inverse);
}

/* Writes a vector of the library in the engine's order of coordinates. */
static void place(const engine *e, const double *q, const double *from, double *to)
{
    double linear[3];
    for (int i = 0; i < e->m->nv; i++) {
        to[e->v_place[i]] = from[i];
    }
    if (e->base >= 0) {
        turn(e, q, from, linear);
        memcpy(to + e->v_place[e->base + 3], linear, sizeof linear);
    }
}

static void convert(void *self, int algorithm, const peer_state *from, const peer_state *to)
{
    const engine *e = (const engine *)self;
    for (int i = 0; i < e->m->nq; i++) {
        to->q[e->q_place[i]] = from->q[i];
    }
    place(e, from->q, from->qd, to->qd);
    place(e, from->q, from->x, to->x);
    if (e->base >= 0 && algorithm == PEER_RNEA) { /* the rate of R v is R (dv + w x v) */
        double more[3], turned[3];
        mju_cross(more, from->qd + e->base, from->qd + e->base + 3);
        mju_rotVecQuat(turned, more, from->q + e->base_q);
        mju_addTo3(to->x + e->v_place[e->base + 3], turned);
    }
}

/* Brings one of the engine's vectors into the library's coordinates. */
static void fetch(const engine *e, const double *q, const double *from, double *to)
{
    double linear[3];
    for (int i = 0; i < e->m->nv; i++) {
        to[i] = from[e->v_place[i]];
    }
    if (e->base >= 0) {
        turn_back(e, q, to, linear);
        memcpy(to + e->base + 3, linear, sizeof linear);
    }
}

/* Reorders rows, then columns. */
static void fetch_matrix(const engine *e, const double *q, const double *from, double *to)
{
    const int nv = e->m->nv;
    for (int i = 0; i < nv; i++) {
        fetch(e, q, from + (size_t)i * (size_t)nv, e->matrix + (size_t)i * (size_t)nv);
    }
    for (int k = 0; k < nv; k++) {
        double *column = e->work;
        for (int i = 0; i < nv; i++) {
            column[i] = e->matrix[i * nv + k];
        }
        fetch(e, q, column, e->d->qfrc_applied);
        for (int i = 0; i < nv; i++) {
            to[i * nv + k] = e->d->qfrc_applied[i];
        }
    }
}

static void convert_back(void *self, int algorithm, const peer_state *at, const double *result, double *out)
{
    const engine *e = (const engine *)self;
    if (algorithm == PEER_CRBA) {
        fetch_matrix(e, at->q, result, out);
        return;
    }
    fetch(e, at->q, result, out);
    if (e->base >= 0 && algorithm == PEER_ABA) { /* dv = R' a - w x v */
        double more[3];
        mju_cross(more, at->qd + e->base, at->qd + e->base + 3);
        mju_subFrom3(out + e->base + 3, more);
    }
}

/* ---- opening ---- */

/* The callback keeps MuJoCo from writing warnings into a file of the current folder. */
static void ignore_warning(const char *text)
{
    (void)text;
}

static void close_engine(void *self)
{
    engine *e = (engine *)self;
    if (!e) {
        return;
    }
    mj_deleteData(e->d);
    mj_deleteModel(e->m);
    free(e->work);
    free(e->matrix);
    free(e->q_place);
    free(e->v_place);
    free(e);
}

/* Writes the robot without its shapes, whose files MuJoCo would ask for. */
static bool write_robot(const cdy_tree *tree, const char *path)
{
    cdy_tree *copy = NULL;
    bool written = cdy_tree_copy(tree, &copy, NULL) == CDY_OK;
    for (int i = 0; written && i <= cdy_tree_body_count(copy); i++) {
        cdy_body body = *cdy_tree_body(copy, i);
        body.visual_count = body.collision_count = 0;
        written = cdy_tree_replace_body(copy, body.name, &body, NULL) == CDY_OK;
    }
    written = written && cdy_urdf_save_file(copy, path, true, NULL) == CDY_OK;
    cdy_tree_destroy(copy);
    return written;
}

static mjModel *load(const cdy_tree *tree, char *reason, int reason_size)
{
    char path[] = "/tmp/condyle-bench-XXXXXX";
    const int file = mkstemp(path);
    mjModel *m = NULL;
    if (file < 0) {
        snprintf(reason, (size_t)reason_size, "no temporary file can be made");
        return NULL;
    }
    close(file);
    if (write_robot(tree, path)) {
        m = mj_loadXML(path, NULL, reason, reason_size);
    } else {
        snprintf(reason, (size_t)reason_size, "the robot cannot be written as URDF");
    }
    unlink(path);
    return m;
}

/* The index of a joint's coordinate in the engine's vectors; the library's free joint has its rotation first. */
static int place_of(const engine *e, const cdy_coordinate *c, bool velocity)
{
    const int joint = mj_name2id(e->m, mjOBJ_JOINT, c->joint), turning = velocity ? 3 : 4;
    if (joint < 0) {
        return -1;
    }
    const int first = velocity ? e->m->jnt_dofadr[joint] : e->m->jnt_qposadr[joint];
    if (e->m->jnt_type[joint] != mjJNT_FREE) {
        return first;
    }
    return c->component < turning ? first + 3 + c->component : first + c->component - turning;
}

static bool find_places(engine *e, const cdy_model *model)
{
    cdy_coordinate c;
    for (int i = 0; i < e->m->nq; i++) {
        if (cdy_model_position(model, i, &c) != CDY_OK || (e->q_place[i] = place_of(e, &c, false)) < 0) {
            return false;
        }
    }
    for (int i = 0; i < e->m->nv; i++) {
        if (cdy_model_velocity(model, i, &c) != CDY_OK || (e->v_place[i] = place_of(e, &c, true)) < 0) {
            return false;
        }
    }
    return true;
}

/* The free joint of the robot; at most one is supported. */
static void find_base(engine *e, const cdy_model *model)
{
    cdy_coordinate c;
    e->base = e->base_q = -1;
    for (int i = e->m->nv - 1; i >= 0; i--) {
        if (cdy_model_velocity(model, i, &c) == CDY_OK && c.type == CDY_JOINT_FLOATING && c.component == 0) {
            e->base = i;
        }
    }
    for (int i = e->m->nq - 1; i >= 0; i--) {
        if (cdy_model_position(model, i, &c) == CDY_OK && c.type == CDY_JOINT_FLOATING && c.component == 0) {
            e->base_q = i;
        }
    }
}

bool peer_open_mujoco(peer *p, const peer_robot *robot)
{
    const cdy_tree *tree = robot->tree;
    const cdy_model *model = robot->model;
    *p = (peer){.engine = "mujoco",
                .version = mj_versionString(),
                .ways = {{{.run = run_rnea}}, {{.run = run_crba}}, {{.run = run_aba}}},
                .convert = convert,
                .convert_back = convert_back,
                .close = close_engine};
    engine *e = calloc(1, sizeof *e);
    p->self = e;
    mju_user_warning = ignore_warning;
    if (!e || !(e->m = load(tree, p->reason, sizeof p->reason))) {
        return false;
    }
    const size_t nq = (size_t)e->m->nq, nv = (size_t)e->m->nv;
    e->d = mj_makeData(e->m);
    e->work = calloc(nv, sizeof *e->work);
    e->matrix = calloc(nv * nv, sizeof *e->matrix);
    e->q_place = calloc(nq, sizeof *e->q_place);
    e->v_place = calloc(nv, sizeof *e->v_place);
    if (!e->d || !e->work || !e->matrix || !e->q_place || !e->v_place) {
        snprintf(p->reason, sizeof p->reason, "out of memory");
        return false;
    }
    if ((int)nv != cdy_model_nv(model) || (int)nq != cdy_model_nq(model) || !find_places(e, model)) {
        snprintf(p->reason, sizeof p->reason, "it has other degrees of freedom (%d of %d)", e->m->nv,
                 cdy_model_nv(model));
        return false;
    }
    cdy_tree_get_gravity(tree, e->m->opt.gravity);
    find_base(e, model);
    return true;
}
