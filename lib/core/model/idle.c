#include "model/idle.h"

#include "base/error.h"
#include "base/jacobi.h"
#include "base/random.h"
#include "spatial/exponential.h"
#include "spatial/placement.h"
#include "tree/tree.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    MOTION = 6,                         /* components of a body's velocity */
    COLUMNS = MOTION + MOST_LEADERS,    /* of the rows of a body */
    ROWS = COLUMNS + 1,                 /* at a joint: the last resists as the rotor of a coupled joint does */
    MOST_RATES = MOTION + MOST_LEADERS, /* columns of rates at a joint, before those of the parent's motion */
    WIDTH = MOST_RATES + MOTION
};

/* Lengths of columns below this, relative to the rows they come from, are rounding errors of a singular structure;
 * lengths are in m, a rotation counts as 1 m/rad. */
static const double tolerance = 1e-11;

/* Offset of element (i, i) of an upper triangle of n columns, stored by rows. */
static int diagonal(int n, int i)
{
    return i * n - i * (i - 1) / 2;
}

/* Adds a row to an upper triangle R by rotations, so that R^T R grows by row^T row; overwrites the row. */
static void add_row(int n, double *R, double *row)
{
    for (int k = 0; k < n; k++) {
        double *pivot = R + diagonal(n, k);
        const double length = hypot(pivot[0], row[k]);
        if (!(fabs(row[k]) > 0)) {
            continue;
        }
        const double c = pivot[0] / length, s = row[k] / length;
        for (int j = k; j < n; j++) {
            const double above = pivot[j - k];
            pivot[j - k] = c * above + s * row[j];
            row[j] = c * row[j] - s * above;
        }
    }
}

/* The principal axes of a tensor with moments that are not rounding errors: their number, and the axes in `axes`. */
static int find_resisted_axes(sym3 I, vec3 axes[3])
{
    const double xx = I.xx, yy = I.yy, zz = I.zz, xy = I.xy, xz = I.xz, yz = I.yz;
    const double most = fmax(fmax(fabs(xx), fabs(yy)), fmax(fmax(fabs(zz), fabs(xy)), fmax(fabs(xz), fabs(yz))));
    if (!(most > 0)) {
        return 0;
    }
    double A[9] = {xx / most, xy / most, xz / most, xy / most, yy / most, yz / most, xz / most, yz / most, zz / most};
    double V[9];
    cdy_jacobi(3, A, V);
    int count = 0;
    for (int k = 0; k < 3; k++) {
        if (fabs(A[4 * k]) > 4 * DBL_EPSILON) {
            axes[count++] = vec3_from(V + 3 * k);
        }
    }
    return count;
}

static sym3 tensor_of(const cdy_inertial *inertial)
{
    const double *I = inertial->inertia;
    return (sym3){I[0], I[1], I[2], I[3], I[4], I[5]};
}

int32_t cdy_count_doubtful_bodies(const cdy_tree *tree, int32_t body_count)
{
    vec3 axes[3];
    for (int i = 1; i <= cdy_tree_body_count(tree); i++) {
        const cdy_body *body = cdy_tree_body(tree, i);
        const cdy_inertial *inertial = &body->inertial;
        const bool resists =
            inertial->given && inertial->mass > 0 && find_resisted_axes(tensor_of(inertial), axes) == 3;
        if (cdy_joint_type_nv(body->joint.type) > 0 && !resists) {
            return body_count;
        }
    }
    return 0;
}

static void add_motion_row(int n, double *R, vec3 angular, vec3 linear)
{
    double row[COLUMNS] = {angular.x, angular.y, angular.z, linear.x, linear.y, linear.z};
    add_row(n, R, row);
}

/* Adds the rows of a mass at `center` with a tensor about it, whose axes X.E turns to those of the moving body; returns
 * how far from the body's origin anything resists. */
static double add_resistance(int n, double *R, double mass, vec3 center, sym3 I, rotation E)
{
    static const vec3 units[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const vec3 none = {0, 0, 0};
    vec3 axes[3];
    const int count = find_resisted_axes(I, axes);
    for (int k = 0; k < count; k++) {
        add_motion_row(n, R, rotate_back(E, axes[k]), none);
    }
    for (int k = 0; k < 3 && mass > 0; k++) {
        add_motion_row(n, R, cross(center, units[k]), units[k]);
    }
    return fmax(count > 0 ? 1 : 0, mass > 0 ? length(center) : 0);
}

static transform frame_placement(const model_frame *frame)
{
    return (transform){rotation_from(frame->rotation), vec3_from(frame->translation)};
}

static void *writable(cdy_model *model, uint64_t offset)
{
    return (char *)model + offset;
}

static model_idle *idle_records(cdy_model *model)
{
    return writable(model, model->idle_motions);
}

void cdy_store_resistances(cdy_model *model, const cdy_tree *tree)
{
    model_resistance *own = writable(model, model->resistances);
    for (int i = 1; i < model->frame_count && model->doubtful_count > 0; i++) {
        const cdy_inertial *inertial = &cdy_tree_body(tree, i)->inertial;
        const model_frame *frame = &model_frames(model)[i];
        if (inertial->given && frame->body > 0) {
            const transform X = transform_multiply(transform_from_placement(inertial->origin.xyz, inertial->origin.rpy),
                                                   frame_placement(frame));
            const double reach =
                add_resistance(MOTION, own[frame->body].rows, inertial->mass, X.r, tensor_of(inertial), X.E);
            own[frame->body].reach = fmax(own[frame->body].reach, reach);
        }
    }
    model->may_be_idle = model->doubtful_count > 0;
    cdy_find_idle_motions(model);
    model->may_be_idle = model->idle_count > 0;
}

/* Whether a tree velocity moves together with others, as a mimic joint or its leader. */
static bool is_coupled(const cdy_model *model, int32_t v)
{
    const int32_t *uses = model_section(model, model->idle_uses);
    return model->has_followers && uses[model_velocities(model)[v].index] > 1;
}

/* Counts the tree velocities that follow each of the caller's. */
static void count_uses(cdy_model *model)
{
    int32_t *uses = writable(model, model->idle_uses);
    memset(uses, 0, (size_t)model->nv * sizeof *uses);
    for (int32_t v = 0; v < model->tree_nv; v++) {
        uses[model_velocities(model)[v].index]++;
    }
}

/* Starts the rows of all bodies by those of their own links and payloads. */
static void start_rows(cdy_model *model)
{
    const model_resistance *own = model_section(model, model->resistances);
    const cdy_payload *payloads = model_payloads(model);
    model_idle *records = idle_records(model);
    memset(records, 0, (size_t)model->doubtful_count * sizeof *records);
    for (int32_t i = 1; i < model->doubtful_count; i++) {
        records[i].reach = own[i].reach;
        for (int k = 0; k < MOTION; k++) {
            memcpy(records[i].rows + diagonal(COLUMNS, k), own[i].rows + diagonal(MOTION, k),
                   (size_t)(MOTION - k) * sizeof(double));
        }
    }
    for (int32_t f = 1; f < model->frame_count; f++) {
        const model_frame *frame = &model_frames(model)[f];
        const double *I = payloads[f].inertia;
        if (frame->body > 0 && payloads[f].mass > 0) {
            const transform X = frame_placement(frame);
            const vec3 center = add(X.r, rotate_back(X.E, vec3_from(payloads[f].center_of_mass)));
            model_idle *record = &records[frame->body];
            record->reach = fmax(record->reach, add_resistance(COLUMNS, record->rows, payloads[f].mass, center,
                                                               (sym3){I[0], I[5], I[4], I[1], I[3], I[2]}, X.E));
        }
    }
}

/* The rotation of axes back by a rotation vector. */
static rotation rotation_about(vec3 angles)
{
    const quaternion turn = quaternion_exponential(angles);
    return (rotation){quaternion_turn(turn, (vec3){1, 0, 0}), quaternion_turn(turn, (vec3){0, 1, 0}),
                      quaternion_turn(turn, (vec3){0, 0, 1})};
}

/* The transform of a joint at a generic position, the same in every call. */
static transform generic_transform(const model_body *body, uint64_t *seed)
{
    const transform X = {rotation_from(body->rotation), vec3_from(body->translation)};
    const double angle = cdy_random_between(seed, 0.5, 1.5), x = cdy_random_between(seed, 0.2, 1);
    const double y = cdy_random_between(seed, 0.2, 1);
    bool moves[6] = {false};
    for (int k = 0; k < body->nv; k++) {
        moves[joint_row(body, k)] = true;
    }
    const vec3 turn = {moves[0] ? x : 0, moves[1] ? y : 0, moves[2] ? angle : 0};
    const rotation E = moves[0] || moves[1] ? rotation_multiply(rotation_about(turn), X.E)
                       : moves[2]           ? rotation_about_z(sin(angle), cos(angle), X.E)
                                            : X.E;
    const vec3 slide = {moves[3] ? x : 0, moves[4] ? y : 0, moves[5] ? x : 0};
    return (transform){E, add(X.r, rotate_back(X.E, slide))};
}

/* The rows of a body over the rates at its joint and the motion of its parent. */
typedef struct joint_rows {
    double rows[ROWS][WIDTH];
    int rates;
    double sizes[MOST_RATES]; /* of the columns of rates, before anything cancels in them */
    idle_leader leaders[MOST_LEADERS + 1];
    int columns[MOST_LEADERS + 1]; /* of the leaders' rates */
    int leader_count;
    int used; /* rows that have eliminated a rate */
} joint_rows;

/* Returns the column of a leader's rate, which gets another use. */
static int leader_column(joint_rows *w, idle_leader use)
{
    for (int k = 0; k < w->leader_count; k++) {
        if (w->leaders[k].velocity == use.velocity) {
            w->leaders[k].found += use.found;
            w->leaders[k].size += use.size;
            return w->columns[k];
        }
    }
    w->leaders[w->leader_count] = use;
    w->columns[w->leader_count++] = w->rates;
    return w->rates++;
}

/* Adds the rate of degree of freedom `k` of a body's joint: a column of its own, or a part of its leader's. A rotor
 * resists its rate alone. */
static void add_rate(const cdy_model *model, joint_rows *w, const model_idle *record, const model_body *body, int k)
{
    const int32_t v = body->v + k;
    const model_coordinate *c = &model_velocities(model)[v];
    const int row = joint_row(body, k);
    const bool rotor = fabs(model_drives(model)[v].rotor) > 0, coupled = is_coupled(model, v);
    const double factor = coupled ? c->multiplier : 1, size = fabs(factor) * (row < 3 ? record->reach : 1);
    if (rotor && !coupled) {
        return;
    }
    const int column = coupled ? leader_column(w, (idle_leader){c->index, 1, size}) : w->rates++;
    w->sizes[column] = size;
    for (int i = 0; i <= row; i++) {
        w->rows[i][column] += factor * record->rows[diagonal(COLUMNS, i) + row - i];
    }
    w->rows[ROWS - 1][column] += rotor ? 1 : 0;
}

/* Expresses the rows of a body by the motion of its parent. */
static void add_parent_motion(joint_rows *w, const model_idle *record, transform X)
{
    for (int i = 0; i < MOTION; i++) {
        double row[MOTION] = {0};
        memcpy(row + i, record->rows + diagonal(COLUMNS, i), (size_t)(MOTION - i) * sizeof *row);
        const force back = transform_force_back(X, (force){vec3_from(row), vec3_from(row + 3)});
        for (int j = 0; j < MOTION; j++) {
            w->rows[i][MOST_RATES + j] = force_row(back, j);
        }
    }
}

/* The rows of a body at its joint; `X` is its transform from the parent. */
static joint_rows rows_at_joint(const cdy_model *model, int32_t i, const model_idle *record, transform X)
{
    const model_body *body = &model_bodies(model)[i];
    joint_rows w = {.rates = 0};
    for (int k = 0; k < MOST_LEADERS && record->leaders[k].found > 0; k++) {
        const int column = leader_column(&w, record->leaders[k]);
        for (int j = 0; j <= MOTION + k; j++) {
            w.rows[j][column] = record->rows[diagonal(COLUMNS, j) + MOTION + k - j];
        }
    }
    for (int k = 0; k < (i > 0 ? body->nv : 0); k++) {
        add_rate(model, &w, record, body, k);
    }
    for (int k = 0; k < w.leader_count; k++) {
        w.sizes[w.columns[k]] = w.leaders[k].size;
    }
    if (i > 0) {
        add_parent_motion(&w, record, X);
    }
    return w;
}

/* Eliminates a rate by rotations of the rows. Returns whether any row resists it. */
static bool eliminate(joint_rows *w, int column)
{
    double square = 0;
    for (int i = w->used; i < ROWS; i++) {
        square += w->rows[i][column] * w->rows[i][column];
    }
    if (sqrt(square) <= tolerance * w->sizes[column] && isfinite(w->sizes[column])) {
        return false;
    }
    double *pivot = w->rows[w->used++];
    for (int i = w->used; i < ROWS; i++) {
        double *row = w->rows[i];
        if (fabs(row[column]) > 0) {
            const double length = hypot(pivot[column], row[column]), c = pivot[column] / length,
                         s = row[column] / length;
            for (int j = 0; j < WIDTH; j++) {
                const double above = pivot[j];
                pivot[j] = c * above + s * row[j];
                row[j] = c * row[j] - s * above;
            }
        }
    }
    return true;
}

/* Returns the place of a leader's rate in the rows of a body, which gets other uses of it; -1 where there is none: the
 * rate counts as resisted then. */
static int place_leader(model_idle *record, idle_leader leader)
{
    for (int k = 0; k < MOST_LEADERS; k++) {
        idle_leader *place = &record->leaders[k];
        if (place->found == 0 || place->velocity == leader.velocity) {
            *place = (idle_leader){leader.velocity, place->found + leader.found, place->size + leader.size};
            return k;
        }
    }
    return -1;
}

/* Adds the rows left at a joint to those of the parent, with the leaders whose uses are not complete. */
static void pass_on(joint_rows *w, const bool complete[MOST_LEADERS + 1], model_idle *parent, double reach)
{
    int places[MOST_LEADERS + 1];
    for (int k = 0; k < w->leader_count; k++) {
        places[k] = complete[k] ? -1 : place_leader(parent, w->leaders[k]);
    }
    for (int i = w->used; i < ROWS; i++) {
        double row[COLUMNS] = {0};
        memcpy(row, w->rows[i] + MOST_RATES, MOTION * sizeof *row);
        for (int k = 0; k < w->leader_count; k++) {
            if (places[k] >= 0) {
                row[MOTION + places[k]] = w->rows[i][w->columns[k]];
            }
        }
        add_row(COLUMNS, parent->rows, row);
    }
    parent->reach = fmax(parent->reach, reach);
}

/* Eliminates the rates at a body's joint, notes those that nothing resists, and passes the rows on to the parent. */
static void eliminate_joint(cdy_model *model, int32_t i, uint64_t *seed)
{
    const model_body *body = &model_bodies(model)[i];
    const int32_t *uses = model_section(model, model->idle_uses);
    const transform X = generic_transform(body, seed);
    model_idle *records = idle_records(model), *record = &records[i];
    joint_rows w = rows_at_joint(model, i, record, X);
    bool complete[MOST_LEADERS + 1] = {false}, shared[MOST_RATES] = {false};
    for (int k = 0; k < w.leader_count; k++) {
        const int32_t v = w.leaders[k].velocity, *own = model_section(model, model->own_velocities);
        complete[k] = w.leaders[k].found == uses[v];
        shared[w.columns[k]] = true;
        records[model_velocities(model)[own[v]].body].idle += complete[k] && !eliminate(&w, w.columns[k]);
    }
    for (int column = 0; column < w.rates; column++) {
        record->idle += !shared[column] && !eliminate(&w, column);
    }
    if (i > 0) {
        pass_on(&w, complete, &records[body->parent], length(X.r) + record->reach);
    }
}

/* Keeps the notes of a body alone, so that equal models are equal bytes. */
static int32_t keep_note(model_idle *record)
{
    const int32_t idle = record->idle;
    memset(record, 0, sizeof *record);
    record->idle = idle;
    return idle;
}

void cdy_find_idle_motions(cdy_model *model)
{
    uint64_t seed = 1;
    if (!model->may_be_idle) {
        return;
    }
    count_uses(model);
    start_rows(model);
    for (int32_t i = model->body_count - 1; i >= 0; i--) {
        eliminate_joint(model, i, &seed);
    }
    model->idle_count = 0;
    for (int32_t i = 0; i < model->body_count; i++) {
        model->idle_count += keep_note(&idle_records(model)[i]);
    }
}

static const model_idle *notes_of(const cdy_model *model)
{
    return model_section(model, model->idle_motions);
}

bool cdy_idle_notes_are_valid(const cdy_model *model)
{
    int64_t sum = 0;
    for (int32_t i = 0; i < model->doubtful_count; i++) {
        const int32_t idle = notes_of(model)[i].idle;
        if (idle < 0 || idle > model_bodies(model)[i].nv) {
            return false;
        }
        sum += idle;
    }
    return sum == model->idle_count;
}

/* Whether the links of a body resist all of its motions. */
static bool resists_all(const cdy_model *model, int32_t body)
{
    const model_resistance *own = model_section(model, model->resistances);
    bool all = true;
    for (int k = 0; k < MOTION; k++) {
        all = all && fabs(own[body].rows[diagonal(MOTION, k)]) > tolerance;
    }
    return all;
}

/* Whether a joint moves with the idle joint `first` by links in between that do not resist all motions. */
static bool is_idle_with(const cdy_model *model, int32_t first, int32_t body)
{
    int32_t carrier = model_bodies(model)[body].parent;
    while (carrier > first && !resists_all(model, carrier)) {
        carrier = model_bodies(model)[carrier].parent;
    }
    return carrier == first;
}

cdy_status cdy_check_idle(const cdy_model *model, cdy_error *error)
{
    enum { NAMED = 3 };
    char others[3 * 96] = "";
    int32_t first = 1, named = 0;
    if (model->idle_count == 0) {
        return CDY_OK;
    }
    while (first < model->body_count - 1 && notes_of(model)[first].idle == 0) {
        first++;
    }
    for (int32_t i = first + 1; i < model->body_count && named < NAMED; i++) {
        if (is_idle_with(model, first, i)) {
            const size_t length = strlen(others);
            snprintf(others + length, sizeof others - length, "%s'%.80s'", named++ ? ", " : " against ",
                     model_name(model, model_joints(model)[i].name));
        }
    }
    return cdy_fail(error, CDY_ERROR_NUMERIC,
                    "the mass matrix is singular in every state: no inertia resists when joint '%.80s' moves%s "
                    "(%d of the robot's %d degrees of freedom); give the links in between mass and inertia, or fix a "
                    "joint",
                    model_name(model, model_joints(model)[first].name), others, (int)model->idle_count, (int)model->nv);
}
