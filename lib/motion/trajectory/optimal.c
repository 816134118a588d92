/* Time-optimal timing of a path by reachability analysis (Pham and Pham 2018, TOPP-RA), on a grid of stages.
 *
 * The solution keeps the limits at the stages (reachability.c). What it uses in between is bounded (interval_use.c),
 * and intervals that exceed a limit there, or use none because they contain a switching point, are divided; then the
 * path is solved again. */
#include "base/error.h"
#include "base/memory.h"
#include "trajectory/interval_use.h"

#include <math.h>

enum { FIRST_STAGES = 600, MOST_STAGES = 24000, MOST_A_SEGMENT = 1000, MOST_ROUNDS = 20, MOST_PARTS = 8 };

/* Bound on the memory of all stages, so that too many way points fail with their number instead of exhausting the
 * memory. */
static const size_t most_bytes = (size_t)1 << 30;

/* Shares of limits between which an interval stays whole, and the least part of the path that is divided; less at s =
 * 0, where numbers are dense and the first row stands. */
static const double most_usage = 0.9999, least_usage = 0.997, least_interval = 1e-10, least_first_interval = 1e-20;

/* Share of a limit that no interval may exceed in the end, and the share that all but this part of the time must use.
 */
static const double accepted_usage = 1, accepted_least_usage = 0.99, accepted_part = 1e-4;

/* A grid that is denser where the solution exceeds a limit or uses none, and what it uses. */
typedef struct grid_check {
    interval_use *use;
    double *next;        /* MOST_PARTS points an interval at most */
    size_t count;        /* of its points */
    double most, most_s; /* largest share of a limit, and where */
    double unused;       /* part of the time in which no limit is used */
} grid_check;

/* Parts in which an interval is divided: what it exceeds falls with the square of its length, and what it does not use
 * beside a corner of the largest speed with its length, but not at all where the acceleration jumps. */
static int count_parts(interval_use use, bool is_short)
{
    const double excess = (use.most - (1 - solved_margin)) / (most_usage - (1 - solved_margin));
    const double lack = (1 - solved_margin - use.least) / (1 - solved_margin - least_usage);
    const double parts = ceil(fmax(sqrt(fmax(excess, 0)), lack));
    return parts < 2 ? 1 : parts < (double)MOST_PARTS && !is_short ? (int)parts : MOST_PARTS;
}

/* Adds interval i, in parts where its use of the limits asks for it. */
static void check_interval(const stages *st, size_t i, double duration, grid_check *check)
{
    const interval_use use = check->use[i];
    const double length = st->s[st->count - 1] - st->s[0], distance = st->s[i + 1] - st->s[i];
    const double least = st->s[i] > 0 ? least_interval : least_first_interval;
    const int parts = distance > least * length ? count_parts(use, distance < 1e-6 * length) : 1;
    for (int part = 0; part < parts; part++) {
        check->next[check->count++] = st->s[i] + distance * part / parts;
    }
    if (use.most > check->most) {
        check->most = use.most;
        check->most_s = st->s[i];
    }
    check->unused += use.least < accepted_least_usage ? duration : 0;
}

/* Checks all intervals, and writes the next grid. */
static cdy_status check_grid(stages *st, const reachable *K, grid_check *check, cdy_error *error)
{
    const size_t last = st->count - 1;
    double whole = 0;
    cdy_status status = cdy_stages_add_friction(st, error);
    status = status ? status : cdy_stages_use(st, K, check->use, error);
    for (size_t i = 0; i < last && !status; i++) {
        const double duration = 2 * (st->s[i + 1] - st->s[i]) / (sqrt(st->x[i]) + sqrt(st->x[i + 1]));
        check_interval(st, i, duration, check);
        whole += duration;
    }
    check->unused /= whole;
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
                        "the fastest motion was not found: in %.3g %% of its time no limit is used after %zu stages; "
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
        if (!cdy_timing_add_steady(&r->made->timing, st->s[i + 1] - st->s[i], sqrt(st->x[i]), sqrt(st->x[i + 1]),
                                   K->u[i])) {
            return cdy_fail_memory(error);
        }
    }
    r->made->timing.s[r->made->timing.count] = st->s[st->count - 1];
    return CDY_OK;
}

/* One round: stages at `s`, solved from the speeds of the last round, and the use of the limits at each stage. */
static cdy_status run_round(stages *st, reachable *K, const stages *before, grid_check *check, cdy_error *error)
{
    if (before->count > 0) {
        interpolate(before, st);
    }
    check->next = cdy_allocate(MOST_PARTS * st->count, sizeof *check->next);
    check->use = cdy_allocate(st->count, sizeof *check->use);
    const bool made = check->next && check->use && cdy_reachable_create(K, st->count);
    cdy_status status = made ? CDY_OK : cdy_fail_memory(error);
    status = status ? status : cdy_solve_stages(st, K, error);
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
        cdy_release(check.use);
        cdy_reachable_clear(&K);
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
