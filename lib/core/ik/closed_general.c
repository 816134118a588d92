/* The branches of six revolute joints of any structure: the 14 equations of Raghavan and Roth (1993, "Inverse
 * kinematics of the general 6R manipulator and related linkages"), whose six combinations without joints 1 and 2 become
 * an eigenvalue problem (Manocha and Canny 1994, "Efficient inverse kinematics for general 6R manipulators"). */
#include "ik/closed.h"
#include "ik/closed_rows.h"

#include "linalg/eigenvalues.h"

#include <math.h>
#include <string.h>

enum { EQUATIONS = 14, PRODUCTS = 27, OUTER = 8, LEFT = 6, DOUBLE_SIDE = 2 * SIDE };

/* The cosines and sines at which products of them are told apart: angles 0, a quarter, and half a turn. */
static const circle_point samples[3] = {{1, 0}, {0, 1}, {-1, 0}};

/* ---- the 14 equations ---- */

/* p, l, p . p, p . l, p x l and (p . p) l - 2 (p . l) p: of each both sides are linear in every joint's cosine and
 * sine. */
static void write_equations(vec3 p, vec3 l, double values[EQUATIONS])
{
    const double pp = dot(p, p), pl = dot(p, l);
    const vec3 moment = cross(p, l), mirrored = subtract(scale(pp, l), scale(2 * pl, p));
    const double numbers[EQUATIONS] = {p.x, p.y,      p.z,      l.x,      l.y,        l.z,        pp,
                                       pl,  moment.x, moment.y, moment.z, mirrored.x, mirrored.y, mirrored.z};
    memcpy(values, numbers, sizeof numbers);
}

/* Values at the three samples to coefficients of cosine, sine and 1. */
static void to_coefficients(double *values, size_t stride)
{
    const double one = (values[0] + values[2 * stride]) / 2, cosine = (values[0] - values[2 * stride]) / 2,
                 sine = values[stride] - one;
    values[0] = cosine;
    values[stride] = sine;
    values[2 * stride] = one;
}

static vec3 scaled_link(const closed_chain *c, int i)
{
    return scale(1 / c->size, subtract(c->point[i], c->point[i - 1]));
}

/* Where axis 6 lies, its point p and direction l, seen from the frame behind joint 2 through joints 3 to 5. */
static void reach_inward(const closed_chain *c, const circle_point at[3], vec3 *p, vec3 *l)
{
    *p = scaled_link(c, 5);
    *l = c->axis[5];
    for (int i = 4; i >= 2; i--) {
        *p = add(scaled_link(c, i), turn(c->axis[i], at[i - 2], *p));
        *l = turn(c->axis[i], at[i - 2], *l);
    }
}

/* Fills the coefficients of the joints in the middle. */
static void write_left(general_form *general)
{
    const closed_chain *chain = &general->chain;
    double values[EQUATIONS];
    for (int k = 0; k < PRODUCTS; k++) {
        const circle_point at[3] = {samples[k / 9], samples[k / 3 % 3], samples[k % 3]};
        vec3 p, l;
        reach_inward(chain, at, &p, &l);
        write_equations(p, l, values);
        for (int i = 0; i < EQUATIONS; i++) {
            general->left[i][k] = values[i];
        }
    }
    for (int i = 0; i < EQUATIONS; i++) {
        for (int k = 0; k < 9; k++) { /* joint 3, then joint 4, then joint 5 */
            to_coefficients(general->left[i] + k, 9);
        }
        for (int k = 0; k < 9; k++) {
            to_coefficients(general->left[i] + k / 3 * 9 + k % 3, 3);
        }
        for (int k = 0; k < 9; k++) {
            to_coefficients(general->left[i] + 3 * k, 1);
        }
    }
}

/* A target for the general arm: axis 6 at the target, from the point of axis 1. */
typedef struct general_target {
    const closed_chain *chain;
    rotation R;
    vec3 d, l;
} general_target;

static general_target make_target(const closed_chain *chain, closed_pose target)
{
    general_target t = {.chain = chain};
    t.R = rotation_multiply(target.R, rotation_transpose(chain->tool));
    const vec3 tip = rotate(t.R, subtract(chain->tip, chain->point[5]));
    t.d = scale(1 / chain->size, subtract(subtract(target.p, tip), chain->point[0]));
    t.l = rotate(t.R, chain->axis[5]);
    return t;
}

general_order cdy_opposite_order(general_order order)
{
    static const general_order opposite[GENERAL_ORDERS] = {
        [ORDER_FORWARD] = ORDER_BACKWARD,
        [ORDER_BACKWARD] = ORDER_FORWARD,
        [ORDER_SHIFTED] = ORDER_SHIFTED_BACKWARD,
        [ORDER_SHIFTED_BACKWARD] = ORDER_SHIFTED,
    };
    return opposite[order];
}

static bool is_backward(general_order order)
{
    return order == ORDER_BACKWARD || order == ORDER_SHIFTED_BACKWARD;
}

static bool is_shifted(general_order order)
{
    return order == ORDER_SHIFTED || order == ORDER_SHIFTED_BACKWARD;
}

/* The loop that the target closes may begin at joint 6 as well: with T0 the placement at positions 0,
 * R6' R1 ... R5 = T T0^-1, where axis 6 is placed by T T0^-1. */
static closed_chain shift_chain(const closed_chain *chain, closed_pose target, closed_pose *shifted)
{
    closed_chain r = *chain;
    *shifted = cdy_multiply_poses(target, cdy_invert_pose((closed_pose){chain->tool, chain->tip}));
    for (int i = 1; i < SIX; i++) {
        r.axis[i] = chain->axis[i - 1];
        r.point[i] = chain->point[i - 1];
    }
    r.axis[0] = rotate(shifted->R, chain->axis[5]);
    r.point[0] = add(shifted->p, rotate(shifted->R, chain->point[5]));
    r.tool = rotation_identity();
    r.tip = (vec3){0, 0, 0};
    return r;
}

void cdy_prepare_general(const closed_chain *chain, general_order order, general_form *general)
{
    closed_pose none = {rotation_identity(), {0, 0, 0}};
    general->order = order;
    general->chain = is_backward(order) ? cdy_reverse_chain(chain) : *chain;
    if (is_shifted(order)) {
        const closed_chain kept = general->chain;
        general->chain = shift_chain(&kept, none, &none);
        write_left(general);
        general->chain = kept;
    } else {
        write_left(general);
    }
}

/* The 14 equations' sides with joints 1 and 2: coefficients of the 9 products of their cosines, sines and ones. */
static void write_outer(const general_target *t, double outer[EQUATIONS][9])
{
    const closed_chain *c = t->chain;
    double values[EQUATIONS];
    for (int k = 0; k < 9; k++) {
        const circle_point q1 = samples[k / 3], q2 = samples[k % 3];
        const vec3 p = subtract(turn_back(c->axis[0], q1, t->d), scaled_link(c, 1));
        write_equations(turn_back(c->axis[1], q2, p), turn_back(c->axis[1], q2, turn_back(c->axis[0], q1, t->l)),
                        values);
        for (int i = 0; i < EQUATIONS; i++) {
            outer[i][k] = values[i];
        }
    }
    for (int i = 0; i < EQUATIONS; i++) {
        for (int k = 0; k < 3; k++) {
            to_coefficients(outer[i] + k, 3);
        }
        for (int k = 0; k < 3; k++) {
            to_coefficients(outer[i] + 3 * k, 1);
        }
    }
}

/* Reflects column k of `outer` to the axis of row k, and all rows of `inner` with it. */
static void eliminate_column(int k, double outer[EQUATIONS][9], double inner[EQUATIONS][PRODUCTS])
{
    double v[EQUATIONS] = {0}, square = 0, sums[PRODUCTS] = {0};
    for (int i = k; i < EQUATIONS; i++) {
        v[i] = outer[i][k];
        square += v[i] * v[i];
    }
    const double size = sqrt(square), head = v[k] >= 0 ? v[k] + size : v[k] - size;
    v[k] = head;
    const double norm = square + 2 * fabs(outer[k][k]) * size + square;
    if (!(norm > 1e-24)) {
        return;
    }
    for (int j = k; j < OUTER; j++) {
        double sum = 0;
        for (int i = k; i < EQUATIONS; i++) {
            sum += v[i] * outer[i][j];
        }
        for (int i = k; i < EQUATIONS; i++) {
            outer[i][j] -= 2 * sum / norm * v[i];
        }
    }
    for (int i = k; i < EQUATIONS; i++) {
        for (int j = 0; j < PRODUCTS; j++) {
            sums[j] += v[i] * inner[i][j];
        }
    }
    for (int i = k; i < EQUATIONS; i++) {
        for (int j = 0; j < PRODUCTS; j++) {
            inner[i][j] -= 2 / norm * v[i] * sums[j];
        }
    }
}

/* The six equations of joints 3 to 5 alone. */
static void eliminate_outer(const general_target *t, const general_form *general, double six[LEFT][PRODUCTS])
{
    double outer[EQUATIONS][9], inner[EQUATIONS][PRODUCTS];
    write_outer(t, outer);
    memcpy(inner, general->left, sizeof inner);
    for (int i = 0; i < EQUATIONS; i++) {
        inner[i][PRODUCTS - 1] -= outer[i][OUTER];
    }
    for (int k = 0; k < OUTER; k++) {
        eliminate_column(k, outer, inner);
    }
    memcpy(six, inner + OUTER, LEFT * sizeof *inner);
}

/* ---- the eigenvalue problem ---- */

/* Coefficients of cosine, sine and 1 to those of 1, x and x^2 of x = tan(angle / 2), times 1 + x^2. */
static void to_half_angle(double *c, size_t stride)
{
    const double cosine = c[0], sine = c[stride], one = c[2 * stride];
    c[0] = one + cosine;
    c[stride] = 2 * sine;
    c[2 * stride] = one - cosine;
}

/* The equations for the powers of joints 4 and 5, once and times the tangent of joint 4: 12 x 12. */
static void stack_rows(double six[LEFT][9], double M[SIDE][SIDE])
{
    memset(M, 0, SIDE * sizeof *M);
    for (int i = 0; i < LEFT; i++) {
        memcpy(M[i], six[i], sizeof six[i]);
        memcpy(M[i + LEFT] + 3, six[i], sizeof six[i]);
    }
}

/* The six equations, with half angles of joints 4 and 5, at a position of joint 3. */
static void equations_at(double six[LEFT][PRODUCTS], double c, double s, double one, double at[LEFT][9])
{
    for (int i = 0; i < LEFT; i++) {
        for (int k = 0; k < 9; k++) {
            at[i][k] = c * six[i][k] + s * six[i][9 + k] + one * six[i][18 + k];
        }
        for (int k = 0; k < 3; k++) {
            to_half_angle(at[i] + k, 3);
        }
        for (int k = 0; k < 3; k++) {
            to_half_angle(at[i] + 3 * k, 1);
        }
    }
}

/* The equations of an arm are singular at every position of joint 3 where the ratio of their least pivot to the largest
 * is below this one where it is greatest: an infinite number of solutions hides the others then. */
static const double singular = 1e-11;

/* The position of joint 3 opposite to which the equations are furthest from singular, and their factors there; returns
 * the ratio of their pivots. */
static double choose_zero(double six[LEFT][PRODUCTS], circle_point *zero, double factors[SIDE][SIDE], int order[SIDE])
{
    static const circle_point angles[5] = {{0.9, 0.43588989435406736},
                                           {-0.2, 0.9797958971132712},
                                           {-0.95, 0.31224989991991992},
                                           {-0.5, -0.8660254037844386},
                                           {0.6, -0.8}};
    double largest = -1;
    for (int i = 0; i < 5; i++) {
        double at[LEFT][9], M[SIDE][SIDE];
        int pivots[SIDE];
        equations_at(six, -angles[i].c, -angles[i].s, 1, at);
        stack_rows(at, M);
        const double ratio = cdy_factor_twelve(M, pivots);
        if (i == 0 || ratio > largest) { /* the first also where numbers overflow */
            largest = ratio;
            *zero = angles[i];
            memcpy(factors, M, sizeof M);
            memcpy(order, pivots, sizeof pivots);
        }
    }
    return largest;
}

/* The companion matrix of K2 x^2 + K1 x + K0, x = tan((q3 - zero) / 2); false where the equations are singular. */
static bool make_companion(double six[LEFT][PRODUCTS], circle_point *zero, double C[DOUBLE_SIDE][DOUBLE_SIDE])
{
    double factors[SIDE][SIDE], at[LEFT][9], K[SIDE][SIDE], both[SIDE][DOUBLE_SIDE];
    int order[SIDE];
    const bool is_regular = choose_zero(six, zero, factors, order) > singular;
    for (int power = 0; power < 2; power++) {
        if (power == 0) {
            equations_at(six, zero->c, zero->s, 1, at);
        } else {
            equations_at(six, -2 * zero->s, 2 * zero->c, 0, at);
        }
        stack_rows(at, K);
        for (int i = 0; i < SIDE; i++) {
            memcpy(both[i] + SIDE * power, K[i], sizeof K[i]);
        }
    }
    cdy_solve_twelve(factors, order, DOUBLE_SIDE, both[0]);
    memset(C, 0, DOUBLE_SIDE * sizeof *C);
    for (int i = 0; i < SIDE; i++) {
        C[i][i + SIDE] = 1;
        for (int j = 0; j < DOUBLE_SIDE; j++) {
            C[i + SIDE][j] = -both[i][j];
        }
    }
    return is_regular;
}

/* ---- from an eigenvalue to a branch ---- */

/* The point whose half angle has the tangent y / x. */
static circle_point from_half_angle(double x, double y)
{
    const double square = x * x + y * y;
    return square > 0 ? (circle_point){(x * x - y * y) / square, 2 * x * y / square} : (circle_point){1, 0};
}

/* Joints 4 and 5 from the powers of their tangents: the ratios around the largest. */
static void read_powers(const double v[SIDE], circle_point *q4, circle_point *q5)
{
    int largest = 0;
    for (int k = 1; k < SIDE; k++) {
        largest = fabs(v[k]) > fabs(v[largest]) ? k : largest;
    }
    const int a = largest / 3, b = largest % 3, lower_a = a > 0 ? a - 1 : 0, lower_b = b > 0 ? b - 1 : 0;
    *q4 = from_half_angle(v[3 * lower_a + b], v[3 * (lower_a + 1) + b]);
    *q5 = from_half_angle(v[3 * a + lower_b], v[3 * a + lower_b + 1]);
}

/* Joint 1 from four equations that joint 2 does not change: the components of p and l along axis 2, p . p and p . l. */
static circle_point solve_first(const general_target *t, vec3 p, vec3 l)
{
    const closed_chain *c = t->chain;
    const vec3 h1 = c->axis[0], h2 = c->axis[1], p1 = scaled_link(c, 1);
    const vec3 of[4] = {h2, h2, p1, p1}, what[4] = {t->d, t->l, t->d, t->l};
    const double right[4] = {dot(h2, p) + dot(h2, p1), dot(h2, l), (dot(t->d, t->d) + dot(p1, p1) - dot(p, p)) / 2,
                             dot(t->d, t->l) - dot(p, l)};
    double cc = 0, cs = 0, ss = 0, c_right = 0, s_right = 0;
    for (int i = 0; i < 4; i++) {
        const double cosine = dot(of[i], across(h1, what[i])), sine = dot(of[i], cross(what[i], h1));
        const double rest = right[i] - dot(h1, what[i]) * dot(h1, of[i]);
        cc += cosine * cosine;
        cs += cosine * sine;
        ss += sine * sine;
        c_right += cosine * rest;
        s_right += sine * rest;
    }
    const double det = cc * ss - cs * cs, x = ss * c_right - cs * s_right, y = cc * s_right - cs * c_right;
    const double size = hypot(x, y);
    return size > 0 && det != 0 ? (circle_point){x / size, y / size} : (circle_point){1, 0};
}

/* Joint 2 turns p and l to where joint 1 leaves them. */
static circle_point solve_second(const general_target *t, circle_point first, vec3 p, vec3 l)
{
    const closed_chain *c = t->chain;
    const vec3 h = c->axis[1], to_p = subtract(turn_back(c->axis[0], first, t->d), scaled_link(c, 1)),
               to_l = turn_back(c->axis[0], first, t->l);
    const double s = dot(h, cross(p, to_p)) + dot(h, cross(l, to_l));
    const double x = dot(across(h, p), to_p) + dot(across(h, l), to_l), size = hypot(x, s);
    return size > 0 ? (circle_point){x / size, s / size} : (circle_point){1, 0};
}

/* Joint 6 is what the others leave of the rotation. */
static circle_point solve_last(const general_target *t, const circle_point *at)
{
    const closed_chain *c = t->chain;
    const vec3 h = c->axis[5], side = across(h, fabs(h.x) < 0.7 ? (vec3){1, 0, 0} : (vec3){0, 1, 0});
    vec3 x = rotate(t->R, side);
    bool is_free = false;
    for (int i = 0; i < 5; i++) {
        x = turn_back(c->axis[i], at[i], x);
    }
    return cdy_turn_onto(h, side, x, 0, (circle_point){1, 0}, &is_free);
}

static void add_eigenvalue(const general_target *t, double six[LEFT][PRODUCTS], circle_point q3, closed_branches *found)
{
    double at[LEFT][9], M[SIDE][SIDE], v[SIDE];
    closed_branch b = {.excess = 0};
    vec3 p, l;
    equations_at(six, q3.c, q3.s, 1, at);
    stack_rows(at, M);
    cdy_null_of_twelve(M, v);
    b.at[2] = q3;
    read_powers(v, &b.at[3], &b.at[4]);
    reach_inward(t->chain, b.at + 2, &p, &l);
    b.at[0] = solve_first(t, p, l);
    b.at[1] = solve_second(t, b.at[0], p, l);
    b.at[5] = solve_last(t, b.at);
    if (found->count < MOST_BRANCHES) {
        found->list[found->count++] = b;
    }
}

/* The joints of the chain from those of an order. */
static void restore_order(general_order order, circle_point *at)
{
    circle_point kept[SIX];
    memcpy(kept, at, sizeof kept);
    for (int i = 0; i < SIX; i++) {
        const int shifted = is_shifted(order) ? (i + 1) % SIX : i;
        at[is_backward(order) ? SIX - 1 - i : i] = kept[shifted];
    }
}

void cdy_solve_general(const general_form *general, closed_pose target, closed_branches *found)
{
    double six[LEFT][PRODUCTS], C[DOUBLE_SIDE][DOUBLE_SIDE], re[DOUBLE_SIDE], im[DOUBLE_SIDE];
    circle_point zero;
    closed_pose reached = is_backward(general->order) ? cdy_invert_pose(target) : target;
    const closed_chain chain =
        is_shifted(general->order) ? shift_chain(&general->chain, reached, &reached) : general->chain;
    const general_target t = make_target(&chain, reached);
    const int before = found->count;
    eliminate_outer(&t, general, six);
    found->is_doubtful = !make_companion(six, &zero, C) || found->is_doubtful;
    const bool converged = cdy_real_eigenvalues(DOUBLE_SIDE, C[0], re, im);
    for (int i = 0; converged && i < DOUBLE_SIDE; i++) {
        /* Equal eigenvalues split by roots of rounding errors, into complex pairs too, which hide a branch; a wrong
         * candidate is told by its placement. */
        if (fabs(im[i]) <= 1e-3 * (1 + re[i] * re[i])) {
            const circle_point h = from_half_angle(1, re[i]);
            add_eigenvalue(&t, six, (circle_point){zero.c * h.c - zero.s * h.s, zero.s * h.c + zero.c * h.s}, found);
        }
    }
    for (int i = before; i < found->count; i++) {
        restore_order(general->order, found->list[i].at);
    }
}

/* How far the equations of an order are from singular, at the least of some targets. */
static double regularity_of(const closed_chain *chain, general_order order)
{
    general_form general;
    double least = 1;
    cdy_prepare_general(chain, order, &general);
    for (int k = 0; k < 3; k++) {
        double six[LEFT][PRODUCTS], factors[SIDE][SIDE];
        int pivots[SIDE];
        circle_point at[MOST_JOINTS], zero;
        for (int i = 0; i < SIX; i++) {
            const double angle = 0.7 + 1.3 * i + 2.1 * k + 0.4 * i * k;
            at[i] = (circle_point){cos(angle), sin(angle)};
        }
        closed_pose target = cdy_place_chain(&general.chain, at);
        const closed_chain shifted = is_shifted(order) ? shift_chain(&general.chain, target, &target) : general.chain;
        const general_target t = make_target(&shifted, target);
        eliminate_outer(&t, &general, six);
        (void)choose_zero(six, &zero, factors, pivots);
        for (int i = 0; i < SIDE; i++) {
            least = fmin(least, fabs(factors[i][i]));
        }
    }
    return least;
}

general_order cdy_choose_general(const closed_chain *chain)
{
    general_order best = ORDER_FORWARD;
    double largest = regularity_of(chain, best);
    for (int i = 1; i < GENERAL_ORDERS; i++) {
        const double regularity = regularity_of(chain, (general_order)i);
        if (regularity > 3 * largest) {
            best = (general_order)i;
            largest = regularity;
        }
    }
    return best;
}
