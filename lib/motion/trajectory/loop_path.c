/* Paths of mechanisms.  Where a piece of the path ends, the independent joints are where the open path has them, the
 * others are assembled from where their motion so far leads, and G and g of the mechanism (condyle/mechanism.h) give
 * their derivatives.  Between the ends all joints are polynomials of fifth degree.  A piece is long enough where these
 * differ from an assembly, at three places in it, by no more than the tolerance; else half of it is tried. */
#include "base/error.h"
#include "base/memory.h"
#include "constraints/mechanism.h"
#include "trajectory/closed_loops.h"

#include <math.h>
#include <string.h>

/* How far a dependent joint may be from where the loops close, rad or m, and from where its motion leads over a piece:
 * beside that there may be another branch. */
static const double tolerance = 1e-9, largest_jump = 0.1;

/* Pieces are no shorter parts of a segment, and no more than so many of them. */
static const double shortest_piece = 0x1p-24;
enum { MOST_PIECES = 1024 };

/* How far beyond its limits a dependent joint may be, as way points may. */
static const double position_tolerance = 1e-6;

cdy_status cdy_loop_path_create(loop_path *l, const closed_loops *loops, const cdy_model *model, path *closed,
                                cdy_error *error)
{
    const size_t nq = (size_t)model->nq + 1, n = (size_t)model->nv + 1;
    *l = (loop_path){.loops = loops, .model = model, .open = *closed, .closed = closed};
    *closed = (path){.nq = 0};
    l->memory = cdy_allocate(4 * nq + 5 * n, sizeof *l->memory);
    if (!l->memory || !cdy_path_create(closed, model, l->open.capacity)) {
        return cdy_fail_memory(error);
    }
    double *next = l->memory;
    double **const vectors[] = {&l->begin[1], &l->begin[2], &l->end[1], &l->end[2], &l->step};
    double **const positions[] = {&l->begin[0], &l->end[0], &l->guess, &l->q};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++, next += n) {
        *vectors[i] = next;
    }
    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++, next += nq) {
        *positions[i] = next;
    }
    cdy_path_begin(closed, l->open.q);
    memcpy(l->begin[0], l->open.q, (size_t)model->nq * sizeof *l->open.q);
    return CDY_OK;
}

void cdy_loop_path_clear(loop_path *l)
{
    cdy_path_clear(&l->open);
    cdy_release(l->memory);
    *l = (loop_path){.memory = NULL};
}

/* How far an assembly moves the joint that it moves farthest. */
typedef struct movement {
    double distance; /* rad or m */
    int degree;
} movement;

/* Assembles from q (nq), whose independent positions stay, into l->q. */
static cdy_status assemble(loop_path *l, const double *q, movement *moved, cdy_error *error)
{
    cdy_mechanism *mechanism = l->loops->mechanism;
    constraint_problem p;
    cdy_assembly_report report;
    cdy_status status = cdy_read_mechanism(mechanism, l->model, l->loops->workspace, q, &p, error);
    status = status ? status : cdy_close_loops(mechanism, &p, q, l->loops->independent, 0, &report, error);
    if (status) {
        return status;
    }
    memcpy(l->q, mechanism->best, (size_t)l->model->nq * sizeof *q);
    cdy_path_difference(&l->open, q, l->q, l->step);
    *moved = (movement){.degree = 0};
    for (int i = 0; i < l->model->nv; i++) {
        *moved = fabs(l->step[i]) > moved->distance ? (movement){fabs(l->step[i]), i} : *moved;
    }
    return CDY_OK;
}

/* Fails where an assembly moved a joint by more than `most`. */
static cdy_status check_movement(const loop_path *l, const movement *moved, double most, cdy_error *error)
{
    cdy_coordinate c = {.joint = "?"};
    if (moved->distance <= most) {
        return CDY_OK;
    }
    cdy_model_velocity(l->model, moved->degree, &c);
    return cdy_fail(error, CDY_ERROR_NUMERIC, "joint '%.80s' turns too sharply to be followed, as at a dead point",
                    c.joint);
}

/* Where the motion leads from the begin of the piece over a length h, with the independent positions of segment k of
 * the open path at s, which also gives the independent derivatives. */
static void guess_end(loop_path *l, size_t k, double s, double h)
{
    for (int i = 0; i < l->model->nv; i++) {
        l->step[i] = h * (l->begin[1][i] + h / 2 * l->begin[2][i]);
    }
    cdy_path_integrate(&l->open, l->begin[0], l->step, l->guess);
    cdy_path_evaluate(&l->open, k, s, l->q, l->end[1], l->end[2]);
    for (int i = 0; i < l->model->nq; i++) {
        l->guess[i] = l->loops->own[i] ? l->q[i] : l->guess[i];
    }
}

/* Closes the loops at s in segment k of the open path, h behind the begin of the piece, and gives the end there. Fails
 * with CDY_ERROR_NUMERIC where they do not close near by. */
static cdy_status close_end(loop_path *l, size_t k, double s, double h, cdy_error *error)
{
    movement moved;
    guess_end(l, k, s, h);
    cdy_status status = assemble(l, l->guess, &moved, error);
    status = status ? status : check_movement(l, &moved, largest_jump, error);
    memcpy(l->end[0], l->q, (size_t)l->model->nq * sizeof *l->q);
    return status ? status : cdy_closed_loops_motion(l->loops, l->model, l->end[0], l->end[1], l->end[2], error);
}

/* Compares the last piece with assemblies at places in it. */
static cdy_status check_piece(loop_path *l, cdy_error *error)
{
    enum { QUARTERS = 4 };
    const path *p = l->closed;
    const size_t last = p->segment_count - 1;
    cdy_status status = CDY_OK;
    for (int i = 1; i < QUARTERS && !status; i++) {
        const double s = p->s[last] + i * (p->s[last + 1] - p->s[last]) / (double)QUARTERS;
        movement moved;
        cdy_path_evaluate(p, last, s, l->guess, NULL, NULL);
        status = assemble(l, l->guess, &moved, error);
        status = status ? status : check_movement(l, &moved, tolerance, error);
    }
    return status;
}

/* Fails where a dependent joint leaves its limits in the last piece. */
static cdy_status check_limits(const loop_path *l, cdy_error *error)
{
    const path *p = l->closed;
    const size_t last = p->segment_count - 1;
    for (int i = 0; i < p->joint_count; i++) {
        const path_joint *j = &p->joints[i];
        if (j->nv > 1 || l->loops->own[j->q] || !(j->lower > -HUGE_VAL || j->upper < HUGE_VAL)) {
            continue;
        }
        const double q = p->q[last * (size_t)p->nq + (size_t)j->q];
        const polynomial_range range =
            cdy_polynomial_measure(p->coef + (last * (size_t)p->nv + (size_t)j->v) * PATH_COEFFICIENTS);
        const bool below = q + range.lower < j->lower - position_tolerance;
        if (below || q + range.upper > j->upper + position_tolerance) {
            cdy_coordinate c = {.joint = "?"};
            cdy_model_position(l->model, j->q, &c);
            return cdy_fail(error, CDY_ERROR_NUMERIC,
                            "the loops take joint '%.80s' to %.6g %s at %.4g %% of the path, beyond its limit of %.6g; "
                            "expected way points between which it stays within its limits",
                            c.joint, q + (below ? range.lower : range.upper), c.angular ? "rad" : "m",
                            100 * p->s[last] / l->open.s[l->open.segment_count], below ? j->lower : j->upper);
        }
    }
    return CDY_OK;
}

static void begin_at_end(loop_path *l)
{
    for (int i = 0; i < 3; i++) {
        double *const swapped = l->begin[i];
        l->begin[i] = l->end[i];
        l->end[i] = swapped;
    }
}

/* Adds the piece of segment k from the last end to s where it follows the loops; fails with CDY_ERROR_NUMERIC where it
 * does not. */
static cdy_status add_piece(loop_path *l, size_t k, double s, cdy_error *error)
{
    path *p = l->closed;
    const double h = s - p->s[p->segment_count];
    if (!cdy_path_reserve(p, p->segment_count + 2)) {
        return cdy_fail_memory(error);
    }
    cdy_status status = close_end(l, k, s, h, error);
    if (!status) {
        cdy_path_add(p, h, l->end[0], (path_end){l->begin[1], l->begin[2]}, (path_end){l->end[1], l->end[2]});
        p->s[p->segment_count] = s; /* exactly, as the open path has it */
        status = check_piece(l, error);
        p->segment_count -= status != CDY_OK;
    }
    return status;
}

/* Fails for the cause that the last piece had. */
static cdy_status fail_piece(const loop_path *l, cdy_error *error)
{
    const path *p = l->closed;
    if (l->cause.status != CDY_ERROR_NUMERIC) {
        return cdy_fail(error, l->cause.status, "%s", l->cause.text);
    }
    return cdy_fail(error, CDY_ERROR_NUMERIC,
                    "the loops cannot be followed from %.4g %% of the path on: %.200s; expected way points between "
                    "which the loops close, away from singular configurations",
                    100 * p->s[p->segment_count] / l->open.s[l->open.segment_count], l->cause.text);
}

/* Gives the derivatives where segment k of the open path begins: those of the segment before may be others. */
static cdy_status begin_segment(loop_path *l, size_t k, cdy_error *error)
{
    cdy_path_evaluate(&l->open, k, l->open.s[k], NULL, l->begin[1], l->begin[2]);
    const cdy_status status =
        cdy_closed_loops_motion(l->loops, l->model, l->begin[0], l->begin[1], l->begin[2], &l->cause);
    return status ? fail_piece(l, error) : CDY_OK;
}

/* Adds a piece of length *h at most, up to `end`, of half of it where that does not follow the loops, and so on; *h
 * becomes a length for the next one. */
static cdy_status add_longest_piece(loop_path *l, size_t k, double end, double shortest, double *h, cdy_error *error)
{
    const double begin = l->closed->s[l->closed->segment_count];
    cdy_status status = CDY_ERROR_NUMERIC;
    bool whole = begin + 1.5 * *h >= end; /* leaves no short rest, not even of rounding */
    *h = whole ? end - begin : *h;
    for (; status == CDY_ERROR_NUMERIC; whole = false, *h /= 2) {
        if (!(begin + *h > begin && *h >= shortest)) {
            return fail_piece(l, error);
        }
        status = add_piece(l, k, whole ? end : begin + *h, &l->cause);
    }
    if (status) {
        return fail_piece(l, error);
    }
    begin_at_end(l);
    *h *= 4; /* twice what was added */
    return check_limits(l, error);
}

cdy_status cdy_loop_path_add(loop_path *l, size_t k, cdy_error *error)
{
    const path *p = l->closed;
    const size_t first = p->segment_count;
    const double end = l->open.s[k + 1], length = end - l->open.s[k];
    double h = length;
    cdy_status status = begin_segment(l, k, error);
    while (!status && p->s[p->segment_count] < end) {
        if (p->segment_count - first == MOST_PIECES) {
            cdy_fail(&l->cause, CDY_ERROR_NUMERIC, "the joints turn too sharply to be followed");
            return fail_piece(l, error);
        }
        status = add_longest_piece(l, k, end, shortest_piece * length, &h, error);
    }
    return status;
}
