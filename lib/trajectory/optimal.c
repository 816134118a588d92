/* Time-optimal timing of a path by reachability analysis (Pham and Pham 2018, TOPP-RA).
 *
 * At each stage i the squared speeds x from which the end can be reached at rest within the limits are an interval K_i,
 * computed from the end backwards; going forward, the largest acceleration u that leads into K_{i+1} is optimal.
 * Between stages u is constant, x_{i+1} = x_i + 2 u (s_{i+1} - s_i), and the constraints of both stages hold u
 * (first-order interpolation, section IV-B), so that in between they are exceeded by the square of the distance at
 * most. An interval is divided, and the path solved again, where the limits are exceeded too far, or where no
 * constraint is active because the interval contains a switching point. Friction is not linear in x; its value at the
 * last solution is used, until it converges. */
#include "base/error.h"
#include "base/memory.h"
#include "trajectory/stages.h"

#include <math.h>
#include <string.h>

enum { FIRST_STAGES = 600, MOST_STAGES = 24000, MOST_A_SEGMENT = 1000, MOST_ROUNDS = 14, MOST_FRICTION_ROUNDS = 25 };

/* Intervals that are checked at once, so that a check takes little memory. */
enum { MIDDLES = 1024 };

/* Bound on the memory of all stages, so that too many way points fail with their number instead of exhausting the
 * memory. */
static const size_t most_bytes = (size_t)1 << 30;

/* Shares of limits in the middle of an interval above which the interval is divided, and the margin that solving keeps.
 */
static const double most_usage = 1.0003, least_usage = 0.996, margin = 2e-4, least_interval = 1e-8;

/* Share of a limit that no interval may exceed in the end, and the share that all but this part of the path must
 * use. */
static const double accepted_usage = 1.001, accepted_least_usage = 0.99, accepted_part = 0.01;

/* The range of u that an interval allows for a given x; empty where lower > upper. */
typedef struct control_range {
    double lower, upper;
} control_range;

/* Reachable squared speeds of each stage. */
typedef struct reachable {
    double *lower, *upper, *u;
} reachable;

/* |A u + B| <= g */
static void bound_control(double A, double B, double g, control_range *range)
{
    const double center = -B / A, half = g / fabs(A);
    if (isfinite(center) && isfinite(half)) {
        range->lower = fmax(range->lower, center - half);
        range->upper = fmin(range->upper, center + half);
    } else if (fabs(B) > g) {
        range->lower = HUGE_VAL; /* no acceleration helps */
        range->upper = -HUGE_VAL;
    }
}

static control_range controls(const stages *st, const reachable *K, size_t i, double x)
{
    const size_t rows = (size_t)st->source->row_count;
    const double twice = 2 * (st->s[i + 1] - st->s[i]);
    control_range range = {(K->lower[i + 1] - x) / twice, (K->upper[i + 1] - x) / twice};
    for (size_t row = 0; row < rows; row++) {
        const size_t at = i * rows + row, next = at + rows;
        const double g = (1 - margin) * st->g[row];
        bound_control(st->a[at], st->b[at] * x + st->c[at] + st->f[at], g, &range);
        bound_control(st->a[next] + twice * st->b[next], st->b[next] * x + st->c[next] + st->f[next], g, &range);
    }
    return range;
}

/* Width of the range of u: concave in x where it is finite, negative where x is infeasible. */
static double control_width(const stages *st, const reachable *K, size_t i, double x)
{
    const control_range range = controls(st, K, i, x);
    return range.upper - range.lower;
}

/* Bisects between a feasible and an infeasible x; returns the feasible end. */
static double find_border(const stages *st, const reachable *K, size_t i, double feasible, double infeasible)
{
    enum { STEPS = 70 };
    for (int k = 0; k < STEPS; k++) {
        const double middle = (feasible + infeasible) / 2;
        if (control_width(st, K, i, middle) >= 0) {
            feasible = middle;
        } else {
            infeasible = middle;
        }
    }
    return feasible;
}

/* The x with the widest range of u, by golden section. */
static double find_widest(const stages *st, const reachable *K, size_t i, double upper)
{
    enum { STEPS = 80 };
    const double golden = 0.6180339887498949;
    double a = 0, b = upper, left = b - golden * (b - a), right = a + golden * (b - a);
    for (int k = 0; k < STEPS; k++) {
        if (control_width(st, K, i, left) > control_width(st, K, i, right)) {
            b = right;
        } else {
            a = left;
        }
        left = b - golden * (b - a);
        right = a + golden * (b - a);
    }
    return (a + b) / 2;
}

/* An x above which nothing is feasible: the limit of velocity, or a power of 4 that violates the constraints and beyond
 * which the width of the range of u does not grow. Where a robot at rest cannot hold itself, the widest range may lie
 * before the next power. */
static double find_ceiling(const stages *st, const reachable *K, size_t i)
{
    double ceiling = (1 - margin) * (1 - margin) * st->most[i];
    if (ceiling < HUGE_VAL) {
        return ceiling;
    }
    ceiling = 1;
    double width = control_width(st, K, i, ceiling), next = control_width(st, K, i, 4 * ceiling);
    for (int k = 0; k < 600 && (width >= 0 || next > width); k++) {
        ceiling *= 4;
        width = next;
        next = control_width(st, K, i, 4 * ceiling);
    }
    return control_width(st, K, i, 0) >= 0 ? ceiling : 4 * ceiling;
}

/* Lowers an infeasible x until a quarter of it is feasible, so that bisection between has digits to spare. */
static double lower_ceiling(const stages *st, const reachable *K, size_t i, double ceiling)
{
    for (int k = 0; k < 600 && !(control_width(st, K, i, ceiling / 4) >= 0); k++) {
        ceiling /= 4;
    }
    return ceiling;
}

/* Computes K_i; returns false where it is empty. */
static bool find_reachable(const stages *st, reachable *K, size_t i)
{
    const double ceiling = find_ceiling(st, K, i);
    double inside = 0;
    if (!(control_width(st, K, i, 0) >= 0)) {
        inside = find_widest(st, K, i, ceiling);
        if (!(control_width(st, K, i, inside) >= 0)) {
            return false;
        }
    }
    K->lower[i] = inside > 0 ? find_border(st, K, i, inside, 0) : 0;
    if (control_width(st, K, i, ceiling) >= 0) {
        K->upper[i] = ceiling;
    } else {
        K->upper[i] = find_border(st, K, i, inside, inside > 0 ? ceiling : lower_ceiling(st, K, i, ceiling));
    }
    return true;
}

static cdy_status fail_stage(const stages *st, size_t i, cdy_error *error)
{
    const path *p = &st->source->r->made->path;
    return cdy_fail(
        error, CDY_ERROR_NUMERIC,
        "no speed keeps the joints within their limits at %.3g %% of the path; expected efforts that can at "
        "least hold the robot along the path",
        100 * st->s[i] / p->s[p->segment_count]);
}

/* Solves at all stages with the friction in st->f; x and u are the solution. */
static cdy_status solve(stages *st, reachable *K, cdy_error *error)
{
    const size_t last = st->count - 1;
    K->lower[last] = K->upper[last] = 0;
    for (size_t i = last; i-- > 0;) {
        if (!find_reachable(st, K, i)) {
            return fail_stage(st, i, error);
        }
    }
    if (K->lower[0] > 0) {
        return fail_stage(st, 0, error);
    }
    st->x[0] = 0;
    for (size_t i = 0; i < last; i++) {
        const double twice = 2 * (st->s[i + 1] - st->s[i]);
        const control_range range = controls(st, K, i, st->x[i]);
        const double x = st->x[i] + twice * range.upper;
        st->x[i + 1] = fmin(fmax(x, K->lower[i + 1]), K->upper[i + 1]);
        K->u[i] = (st->x[i + 1] - st->x[i]) / twice;
        if (!(st->x[i] + st->x[i + 1] > 0)) {
            return fail_stage(st, i, error);
        }
    }
    return CDY_OK;
}

/* Solves until the friction in st->f belongs to the speeds of the solution; x and u are the last solution, converged or
 * not. */
static cdy_status solve_with_friction(stages *st, reachable *K, cdy_error *error)
{
    const int rounds = st->source->rubs ? MOST_FRICTION_ROUNDS : 1;
    double *before = cdy_allocate(st->count, sizeof *before);
    cdy_status status = before ? CDY_OK : cdy_fail_memory(error);
    double change = 1;
    for (int round = 0; round < rounds && change > 1e-9 && !status; round++) {
        for (size_t i = 0; i < st->count && round > 9; i++) {
            st->x[i] = (st->x[i] + before[i]) / 2; /* where two solutions alternate */
        }
        memcpy(before, st->x, st->count * sizeof *before);
        status = cdy_stages_add_friction(st, error);
        status = status ? status : solve(st, K, error);
        change = 0;
        for (size_t i = 0; i < st->count && !status; i++) {
            change = fmax(change, fabs(st->x[i] - before[i]) / (st->x[i] + before[i] + 1e-300));
        }
    }
    cdy_release(before);
    return status;
}

/* Parts of the limits that a solution uses in the middles of its intervals, and a grid that is denser where they exceed
 * a limit or use none. */
typedef struct grid_check {
    double *next;        /* 4 points an interval at most */
    size_t count;        /* of its points */
    double most, most_s; /* largest share of a limit, and where */
    double unused;       /* part of the path that uses no limit */
} grid_check;

/* Adds interval i, in four where its middle uses `usage`. */
static void check_interval(const stages *st, size_t i, double usage, grid_check *check)
{
    const double length = st->s[st->count - 1] - st->s[0], distance = st->s[i + 1] - st->s[i];
    const bool divide = (usage > most_usage || usage < least_usage) && distance > least_interval * length;
    for (int part = 0; part < (divide ? 4 : 1); part++) {
        check->next[check->count++] = st->s[i] + distance * part / 4;
    }
    if (usage > check->most) {
        check->most = usage;
        check->most_s = st->s[i];
    }
    check->unused += usage < accepted_least_usage ? distance / length : 0;
}

/* Checks the middles of `count` intervals from `first` on. */
static cdy_status check_middles(const stages *st, const reachable *K, size_t first, size_t count, grid_check *check,
                                cdy_error *error)
{
    double s[MIDDLES + 1];
    stages middle = {.count = 0};
    for (size_t i = 0; i < count; i++) {
        s[i] = (st->s[first + i] + st->s[first + i + 1]) / 2;
    }
    s[count] = st->s[st->count - 1]; /* where the stretch ends */
    cdy_status status = cdy_stages_create(&middle, st->source, count + 1, s, error);
    for (size_t i = 0; i < count && !status; i++) {
        middle.x[i] = fmax((st->x[first + i] + st->x[first + i + 1]) / 2, 0);
    }
    status = status ? status : cdy_stages_add_friction(&middle, error);
    for (size_t i = 0; i < count && !status; i++) {
        check_interval(st, first + i, cdy_stage_usage(&middle, i, middle.x[i], K->u[first + i]), check);
    }
    cdy_stages_clear(&middle);
    return status;
}

/* Checks the middles of all intervals, and writes the next grid: intervals whose middle exceeds a limit, or uses none,
 * in four. */
static cdy_status check_grid(const stages *st, const reachable *K, grid_check *check, cdy_error *error)
{
    const size_t last = st->count - 1;
    cdy_status status = CDY_OK;
    for (size_t first = 0; first < last && !status; first += MIDDLES) {
        status = check_middles(st, K, first, last - first < MIDDLES ? last - first : MIDDLES, check, error);
    }
    check->next[check->count++] = st->s[last];
    return status;
}

/* Fails where the last grid is not fine enough. */
static cdy_status judge_grid(const stages *st, const grid_check *check, cdy_error *error)
{
    const path *p = &st->source->r->made->path;
    if (check->most > accepted_usage) {
        return cdy_fail(error, CDY_ERROR_NUMERIC,
                        "the fastest motion still exceeds a limit by %.3g %% at %.3g %% of the path after %zu stages; "
                        "expected way points that need fewer sharp turns, or motions of fewer way points",
                        100 * (check->most - 1), 100 * check->most_s / p->s[p->segment_count], st->count);
    }
    if (check->unused > accepted_part) {
        return cdy_fail(error, CDY_ERROR_NUMERIC,
                        "the fastest motion was not found: on %.3g %% of the path no limit is used after %zu stages; "
                        "expected way points that need fewer sharp turns, or motions of fewer way points",
                        100 * check->unused, st->count);
    }
    return CDY_OK;
}

/* Squared speeds at the stages, interpolated between the stages of another grid. */
static void interpolate(const stages *from, stages *to)
{
    size_t k = 0;
    for (size_t i = 0; i < to->count; i++) {
        while (k + 2 < from->count && from->s[k + 1] <= to->s[i]) {
            k++;
        }
        const double share = (to->s[i] - from->s[k]) / (from->s[k + 1] - from->s[k]);
        to->x[i] = fmax(from->x[k] + share * (from->x[k + 1] - from->x[k]), 0);
    }
}

static cdy_status add_pieces(const request *r, const stages *st, const reachable *K, cdy_error *error)
{
    for (size_t i = 0; i + 1 < st->count; i++) {
        const double v = sqrt(st->x[i]), w = sqrt(st->x[i + 1]), distance = st->s[i + 1] - st->s[i];
        const double begin[2] = {v, K->u[i]}, end[2] = {w, K->u[i]};
        if (!cdy_timing_add(&r->made->timing, 2 * distance / (v + w), distance, begin, end)) {
            return cdy_fail_memory(error);
        }
    }
    r->made->timing.s[r->made->timing.count] = st->s[st->count - 1];
    return CDY_OK;
}

static bool reachable_create(reachable *K, size_t count)
{
    K->lower = cdy_allocate(3 * count, sizeof *K->lower);
    K->upper = K->lower ? K->lower + count : NULL;
    K->u = K->lower ? K->upper + count : NULL;
    return K->lower != NULL;
}

/* One round: stages at `s`, solved from the speeds of the last round, and the use of the limits at each stage. */
static cdy_status run_round(stages *st, reachable *K, const stages *before, grid_check *check, cdy_error *error)
{
    if (before->count > 0) {
        interpolate(before, st);
    }
    check->next = cdy_allocate(4 * st->count, sizeof *check->next);
    cdy_status status = check->next && reachable_create(K, st->count) ? CDY_OK : cdy_fail_memory(error);
    status = status ? status : solve_with_friction(st, K, error);
    return status ? status : check_grid(st, K, check, error);
}

static cdy_status refine_until_done(const request *r, const stage_source *source, double *s, size_t count,
                                    size_t most_stages, cdy_error *error)
{
    stages before = {.count = 0};
    cdy_status status = CDY_OK;
    bool done = false;
    for (int round = 0; !done && !status; round++) {
        stages st = {.count = 0};
        reachable K = {.lower = NULL};
        grid_check check = {.next = NULL};
        status = cdy_stages_create(&st, source, count, s, error);
        status = status ? status : run_round(&st, &K, &before, &check, error);
        done = check.count == count || check.count > most_stages || round == MOST_ROUNDS;
        if (done && !status) {
            status = judge_grid(&st, &check, error);
            status = status ? status : add_pieces(r, &st, &K, error);
        }
        cdy_stages_clear(&before);
        cdy_release(s);
        cdy_release(K.lower);
        cdy_stages_keep_speeds(&st);
        before = st;
        s = check.next;
        count = check.count;
    }
    cdy_stages_clear(&before);
    cdy_release(s);
    return status;
}

/* The first grid: the ends of the path's segments from s0 to s1, and evenly spaced points between; *most is the number
 * of stages that a path of so many segments may take. */
static double *first_grid(const path *p, double s0, double s1, size_t *count, size_t *most)
{
    const size_t first = cdy_path_segment(p, s0);
    size_t last = first;
    while (last + 1 < p->segment_count && p->s[last + 1] < s1) {
        last++;
    }
    const size_t segments = last - first + 1, parts = segments < FIRST_STAGES / 4 ? FIRST_STAGES / segments : 4;
    double *s = cdy_allocate(segments * parts + 1, sizeof *s);
    *most = segments > MOST_STAGES / MOST_A_SEGMENT ? MOST_A_SEGMENT * segments : MOST_STAGES;
    *count = 0;
    for (size_t k = first; s && k <= last; k++) {
        for (size_t part = 0; part < parts; part++) {
            s[(*count)++] = p->s[k] + (p->s[k + 1] - p->s[k]) * (double)part / (double)parts;
        }
    }
    if (s) {
        s[(*count)++] = s1;
    }
    return s;
}

cdy_status cdy_time_optimally(request *r, double s0, double s1, cdy_error *error)
{
    stage_source source;
    size_t count, most_stages;
    cdy_status status = cdy_stage_source_create(&source, r, error);
    if (!status && source.row_count == 0) {
        status = cdy_fail(error, CDY_ERROR_ARGUMENT,
                          "nothing bounds accelerations or efforts; expected limits of some for a time-optimal motion");
    }
    if (!status) {
        double *s = first_grid(&r->made->path, s0, s1, &count, &most_stages);
        const size_t affordable = most_bytes / cdy_stage_bytes(&source);
        most_stages = most_stages < affordable ? most_stages : affordable;
        status = s ? refine_until_done(r, &source, s, count, most_stages, error) : cdy_fail_memory(error);
    }
    cdy_stage_source_clear(&source);
    return status;
}
