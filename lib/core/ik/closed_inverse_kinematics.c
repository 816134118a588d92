/* Inverse kinematics in closed form: the solutions of a target, refined, and chosen within the limits. */
#include "base/error.h"
#include "base/finite.h"
#include "ik/closed_arm.h"
#include "ik/pose.h"
#include "ik/solutions.h"

#include <math.h>
#include <string.h>

static const double reached = 2e-13; /* rad, and part of the arm's length; of 1e-12 the rest is for rounding */

/* The solutions of a target while they are found. */
typedef struct closed_solutions {
    const cdy_ik_closed *solver;
    const double *start;       /* nq; may lie in q */
    double begin[MOST_JOINTS]; /* where the chain's joints stand at the start, but the given one where it is given */
    double *q;                 /* most x nq */
    int most;
    double squares[MOST_BRANCHES + 1]; /* of the distances of the solutions from the start */
    cdy_ik_closed_report *report;
} closed_solutions;

/* By how much rounding may pass by the limits. */
static double rounding_of(double lower, double upper)
{
    return 1e-12 * fmax(1, fmax(lower > -HUGE_VAL ? fabs(lower) : 0, upper < HUGE_VAL ? fabs(upper) : 0));
}

/* The angle, or a limit that rounding passes by. Returns false where the angle is not within the limits. */
static bool keep_turn(double lower, double upper, double *angle)
{
    const double rounding = rounding_of(lower, upper), asked = *angle;
    *angle = fmin(fmax(asked, lower), upper);
    return asked >= lower - rounding && asked <= upper + rounding;
}

/* The angle of a point of the circle, a turn nearest to the start within the limits, or at a limit that rounding passes
 * by. Returns false where no turn is within the limits. */
static bool choose_turn(double lower, double upper, double start, double *angle)
{
    static const double half_turn = 3.141592653589793;
    if (*angle >= lower && *angle <= upper && fabs(*angle - start) <= half_turn) {
        return true; /* as most angles */
    }
    const double rounding = rounding_of(lower, upper);
    *angle -= cdy_full_turns(*angle, start, lower - rounding, upper + rounding);
    return keep_turn(lower, upper, angle);
}

/* Puts a solution in its place by the distance from the start; where there is no room the farthest is left out. */
static void insert_solution(closed_solutions *s, const double *angles, bool is_family)
{
    const size_t nq = (size_t)s->solver->nq;
    cdy_ik_closed_report *r = s->report;
    double square = 0;
    for (int i = 0; i < s->solver->chain.n; i++) {
        const double step = angles[i] - s->begin[i];
        square += step * step;
    }
    int place = r->count;
    while (place > 0 && s->squares[place - 1] > square) {
        place--;
    }
    if (place == s->most) {
        return;
    }
    const size_t moved = (size_t)((r->count < s->most ? r->count : s->most - 1) - place);
    double *at = s->q + (size_t)place * nq;
    memmove(at + nq, at, moved * nq * sizeof *at);
    if (place == r->count) { /* else the row has the other joints already, from the solution that was there */
        memmove(at, r->count > 0 ? s->q : s->start, nq * sizeof *at);
    }
    memmove(s->squares + place + 1, s->squares + place, moved * sizeof *s->squares);
    s->squares[place] = square;
    for (int i = 0; i < s->solver->chain.n; i++) {
        at[s->solver->position[i]] = angles[i];
    }
    const uint64_t below = ((uint64_t)1 << place) - 1;
    r->families = (r->families & below) | (r->families & ~below) << 1 | (uint64_t)is_family << place;
    r->count += r->count < s->most;
    r->families &= r->count < MOST_BRANCHES ? ((uint64_t)1 << r->count) - 1 : UINT64_MAX; /* without one left out */
}

static void add_solution(closed_solutions *s, const closed_branch *branch)
{
    const cdy_ik_closed *a = s->solver;
    double angles[MOST_JOINTS] = {0};
    bool is_inside = true;
    for (int i = 0; i < a->chain.n; i++) {
        const bool is_given = i == a->given;
        angles[i] = is_given ? s->begin[i] : atan2(branch->at[i].s, branch->at[i].c);
        is_inside = (is_given ? keep_turn(a->lower[i], a->upper[i], &angles[i])
                              : choose_turn(a->lower[i], a->upper[i], s->begin[i], &angles[i])) &&
                    is_inside;
    }
    if (is_inside) {
        insert_solution(s, angles, branch->is_free);
    } else {
        s->report->outside++;
    }
}

/* Whether two branches are one: of two near a singular pose rounding moves each by up to some 1e-8. */
static bool is_same_branch(int n, const closed_branch *x, const closed_branch *y)
{
    for (int i = 0; i < n; i++) {
        if (fabs(x->at[i].c - y->at[i].c) > 1e-7 || fabs(x->at[i].s - y->at[i].s) > 1e-7) {
            return false;
        }
    }
    return true;
}

static bool is_known(int n, const closed_branches *found, int kept)
{
    for (int i = 0; i < kept; i++) {
        if (is_same_branch(n, &found->list[i], &found->list[kept])) {
            return true;
        }
    }
    return false;
}

/* The errors of the branch that comes nearest to the target; not numbers where there is no branch. */
static void report_nearest(const cdy_ik_closed *a, closed_pose target, const closed_branches *found,
                           cdy_ik_closed_report *report)
{
    double nearest = HUGE_VAL;
    report->linear_error = report->angular_error = (double)NAN;
    for (int i = 0; i < found->count; i++) {
        const closed_pose placed = cdy_place_chain(&a->chain, found->list[i].at);
        const rotation R = rotation_multiply(rotation_transpose(placed.R), target.R);
        const double linear = length(subtract(placed.p, target.p)), angular = length(rotation_logarithm(R));
        if (hypot(linear, angular) < nearest) {
            nearest = hypot(linear, angular);
            report->linear_error = linear * a->unit;
            report->angular_error = angular;
        }
    }
}

/* The branches of the target that are reached, each once, at the front of the list; *doubtful counts those that
 * promised to be and are not, and those that another one hides: of equal eigenvalues Newton steps lead to one branch.
 */
static int polish_branches(int n, const closed_chain *chain, closed_pose target, closed_branches *found, int *doubtful)
{
    int kept = 0;
    *doubtful = found->is_doubtful;
    for (int i = 0; i < found->count; i++) {
        closed_branch b = found->list[i];
        if (b.excess > 1e-5 || !cdy_polish_branch(chain, target, reached, &b)) {
            *doubtful += b.excess <= 1e-5;
            continue;
        }
        found->list[i] = found->list[kept]; /* the branches that are not reached stay behind */
        found->list[kept] = b;
        const bool is_hidden = is_known(n, found, kept);
        *doubtful += is_hidden;
        kept += !is_hidden;
    }
    return kept;
}

/* The target turned and moved a little, in directions along which no arm's axes are expected. */
static closed_pose nudge(const closed_chain *chain, closed_pose target)
{
    const double part = 1e-3, way = part * chain->size;
    const vec3 axis = {0.6, -0.48, 0.64};
    return (closed_pose){turn_matrix(axis, cdy_circle_point(part), target.R),
                         add(target.p, (vec3){0.53 * way, 0.71 * way, -0.46 * way})};
}

/* Adds the branches that the equations of a general arm in an order have at `nearby`, led to the target; returns how
 * many these are. */
static int add_order(const closed_chain *chain, general_order order, closed_pose nearby, closed_pose target,
                     closed_branches *found, int *kept, int *doubtful)
{
    closed_branches more = {.count = 0};
    general_form general;
    cdy_prepare_general(chain, order, &general);
    cdy_solve_general(&general, nearby, &more);
    const int count = polish_branches(SIX, chain, target, &more, doubtful);
    for (int i = 0; i < count && *kept < MOST_BRANCHES; i++) {
        if (*kept < found->count) {
            found->list[found->count < MOST_BRANCHES ? found->count++ : *kept] = found->list[*kept];
        }
        found->list[*kept] = more.list[i];
        *kept += !is_known(SIX, found, *kept);
        found->count = *kept > found->count ? *kept : found->count;
    }
    return count;
}

/* Solves again, in `ways` ways at most, until the equations have all branches that are known, and no doubtful one.
 * Where a joint stands alike in several solutions, as at right angles, eigenvalues are equal: those of a placement
 * nearby are not. Near singular poses the eigenvalues of one order may be too far off for Newton steps, and the
 * opposite order's are not. */
static int solve_again(const closed_chain *chain, general_order order, closed_pose target, int ways,
                       closed_branches *found, int kept)
{
    const general_order opposite = cdy_opposite_order(order);
    const closed_pose nearby = nudge(chain, target);
    const struct way {
        general_order order;
        closed_pose target;
    } list[MOST_WAYS] = {{opposite, target}, {order, nearby}, {opposite, nearby}};
    for (int i = 0; i < ways && i < MOST_WAYS; i++) {
        int doubtful = 0;
        const int count = add_order(chain, list[i].order, list[i].target, target, found, &kept, &doubtful);
        if (doubtful == 0 && count == kept && kept % 2 == 0 && kept > 0) {
            break;
        }
    }
    return kept;
}

/* A pose that is not singular has an even number of solutions: of an odd number one at least is lost. */
int cdy_solve_six(const closed_chain *chain, const closed_form *form, const general_form *general, closed_pose target,
                  const circle_point *start, int ways, closed_branches *found)
{
    int doubtful;
    cdy_solve_form(form, general, target, start, found);
    const int kept = polish_branches(SIX, chain, target, found, &doubtful);
    const bool may_lack = form->structure == CDY_IK_GENERAL && (doubtful > 0 || kept == 0 || kept % 2 == 1);
    return may_lack ? solve_again(chain, general->order, target, ways, found, kept) : kept;
}

/* Solves for the joints but the given one, and puts that one in its place among them. */
static int solve_without(const cdy_ik_closed *a, closed_pose target, circle_point given, const circle_point *start,
                         closed_branches *found)
{
    closed_form form;
    general_form general = {.order = a->general.order};
    circle_point begin[MOST_JOINTS];
    const closed_chain rest = cdy_lock_joint(&a->chain, a->given, given);
    cdy_recognize_chain(&rest, a->options.tolerance, &form);
    if (form.structure == CDY_IK_GENERAL) {
        cdy_prepare_general(&rest, general.order, &general);
    }
    for (int i = 0; i < SIX; i++) {
        begin[i] = start[i < a->given ? i : i + 1];
    }
    const int kept = cdy_solve_six(&rest, &form, &general, target, begin, MOST_WAYS, found);
    for (int i = 0; i < found->count; i++) {
        circle_point *at = found->list[i].at;
        memmove(at + a->given + 1, at + a->given, (size_t)(SIX - a->given) * sizeof *at);
        at[a->given] = given;
    }
    return kept;
}

/* Finds the branches of a target; returns how many are reached. `start` has the chain's joints, and where the given one
 * stands; `arm_angle` may be NULL: as at the start. */
static int find_branches(const cdy_ik_closed *a, closed_pose target, const double *arm_angle, const double *start,
                         closed_branches *found)
{
    circle_point begin[MOST_JOINTS];
    for (int i = 0; i < a->chain.n; i++) {
        begin[i] = cdy_circle_point(start[i]);
    }
    found->count = 0;
    found->is_doubtful = false;
    if (a->given >= 0) {
        return solve_without(a, target, begin[a->given], begin, found);
    }
    if (a->structure != CDY_IK_ARM_ANGLE) {
        return cdy_solve_six(&a->chain, &a->form, &a->general, target, begin, MOST_WAYS, found);
    }
    int doubtful;
    cdy_solve_arm_angle(&a->arm, target, arm_angle ? *arm_angle : cdy_arm_angle(&a->arm, begin), begin, found);
    return polish_branches(a->chain.n, &a->chain, target, found, &doubtful);
}

static cdy_status check_problem(const cdy_ik_closed *solver, const cdy_ik_closed_problem *problem, int most,
                                const double *solutions, const cdy_ik_closed_report *report, double *target,
                                cdy_error *error)
{
    if (!solver || !problem || !problem->target || !solutions || !report || most < 1) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "inverse kinematics in closed form needs an arm, a target, room for "
                        "1 solution or more, and a pointer for the report");
    }
    memcpy(target, problem->target, 16 * sizeof *target);
    if (!cdy_make_placement(target)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "the target is no placement; expected a rotation, a position and a "
                        "last row 0 0 0 1, 4 x 4 by rows");
    }
    if (problem->given && solver->given < 0 && solver->structure != CDY_IK_ARM_ANGLE) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "a position or arm angle is given, but six joints leave none to choose; expected NULL");
    }
    if ((problem->start && !cdy_all_finite(problem->start, (size_t)solver->nq)) ||
        (problem->given && !isfinite(*problem->given))) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the start, or the given position, has a number that is not finite");
    }
    return CDY_OK;
}

/* The solutions before any is found: the chain's joints stand as at the start, and the given one where it is given. */
static closed_solutions begin_solutions(const cdy_ik_closed *solver, const cdy_ik_closed_problem *problem)
{
    closed_solutions s = {.solver = solver, .start = problem->start ? problem->start : solver->home};
    for (int i = 0; i < solver->chain.n; i++) {
        s.begin[i] = i == solver->given && problem->given ? *problem->given : s.start[solver->position[i]];
    }
    return s;
}

cdy_status cdy_ik_closed_solve(const cdy_ik_closed *solver, const cdy_ik_closed_problem *problem, int most,
                               double *solutions, cdy_ik_closed_report *report, cdy_error *error)
{
    double T[16];
    closed_branches found;
    const cdy_status status = check_problem(solver, problem, most, solutions, report, T, error);
    if (status) {
        return status;
    }
    const closed_pose target = {{vec3_from(T), vec3_from(T + 4), vec3_from(T + 8)},
                                scale(1 / solver->unit, subtract((vec3){T[3], T[7], T[11]}, solver->origin))};
    closed_solutions s = begin_solutions(solver, problem);
    s.q = solutions;
    s.most = most;
    s.report = report;
    *report = (cdy_ik_closed_report){.count = 0};
    const int kept = find_branches(solver, target, problem->given, s.begin, &found);
    for (int i = 0; i < kept; i++) {
        add_solution(&s, &found.list[i]);
    }
    if (kept == 0) {
        report_nearest(solver, target, &found, report);
    }
    return CDY_OK;
}

cdy_status cdy_ik_closed_arm_angle(const cdy_ik_closed *solver, const double *q, double *angle, cdy_error *error)
{
    circle_point at[MOST_JOINTS];
    if (!solver || !q || !angle || solver->structure != CDY_IK_ARM_ANGLE) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "an arm angle needs an arm whose structure has one, a configuration "
                        "and a pointer for the result");
    }
    if (!cdy_all_finite(q, (size_t)solver->nq)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the configuration has a number that is not finite");
    }
    for (int i = 0; i < solver->chain.n; i++) {
        at[i] = cdy_circle_point(q[solver->position[i]]);
    }
    *angle = cdy_arm_angle(&solver->arm, at);
    return CDY_OK;
}
