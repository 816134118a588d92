/* The statistics of condyle explain: parts, residual, and what the residual still goes along with. */
#include "commands/motion/explain.h"

#include <condyle/drive_identification.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const part_names[PART_COUNT] = {"gravity",       "inertia",    "payload", "damping", "friction",
                                            "load_friction", "presliding", "rotor",   "spring",  "offset"};
const char *const cause_names[CAUSE_COUNT] = {"offset", "direction", "velocity", "load",           "acceleration",
                                              "gain",   "delay",     "drift",    "friction_drift", "gear_position"};
const char *const cause_advice[CAUSE_COUNT] = {
    "identify --friction offset",
    "identify --friction coulomb",
    "identify --friction coulomb",
    "identify --friction full",
    "identify --rotors",
    "check the gain of the torques, or identify the bodies",
    "torques and positions are not of the same time: shift one of them",
    "warm up before recording: friction changes with temperature",
    ("friction changes with temperature: warm up before recording, or give friction_temperature of <drive> and the "
     "temperature"),
    "torques change with the angle of the motor, which no option models: record many turns of it"};

double explain_model(const explained_row *row)
{
    double sum = 0;
    for (int k = 0; k < PART_COUNT; k++) {
        sum += row->parts[k];
    }
    return sum;
}

/* The torque of the gear on the link. */
double explain_load(const explained_row *row)
{
    return row->parts[PART_GRAVITY] + row->parts[PART_INERTIA] + row->parts[PART_PAYLOAD] + row->parts[PART_SPRING];
}

static double fastest_of(const explained_row *rows, size_t count)
{
    double fastest = 0;
    for (size_t i = 0; i < count; i++) {
        fastest = fmax(fastest, fabs(rows[i].velocity));
    }
    return fastest;
}

/* Below this part of the fastest velocity a joint is at rest, where stiction takes any value. */
static const double rest = 0.01;

/* The rate of the model's torque at a row, by its neighbours in time. */
static double rate_at(const explained_row *rows, size_t count, size_t i)
{
    const explained_row *before = &rows[i > 0 ? i - 1 : i], *after = &rows[i + 1 < count ? i + 1 : i];
    const double dt = after->t - before->t;
    return dt > 0 ? (explain_model(after) - explain_model(before)) / dt : 0;
}

/* The number of a row that goes along with a cause. */
static double regressor_of(residual_cause cause, const explained_row *rows, size_t count, size_t i, double fastest)
{
    const explained_row *row = &rows[i];
    const double sign = fastest > 0 ? tanh(row->velocity / (rest * fastest)) : 0;
    switch (cause) {
    case CAUSE_OFFSET: return 1;
    case CAUSE_DIRECTION: return sign;
    case CAUSE_VELOCITY: return row->velocity;
    case CAUSE_LOAD: return sign * fabs(explain_load(row));
    case CAUSE_ROTOR: return row->acceleration;
    case CAUSE_GAIN: return explain_model(row);
    case CAUSE_DELAY: return -rate_at(rows, count, i);
    case CAUSE_DRIFT: return row->t - (rows[0].t + rows[count - 1].t) / 2;
    case CAUSE_FRICTION_DRIFT: return sign * (row->t - (rows[0].t + rows[count - 1].t) / 2);
    case CAUSE_GEAR:
    case CAUSE_COUNT: break;
    }
    return 0;
}

/* Least squares of the residual by one cause. */
static explained_cause explain_cause(residual_cause cause, const explained_row *rows, size_t count, double fastest)
{
    double square = 0, product = 0, residual_square = 0;
    for (size_t i = 0; i < count; i++) {
        if (rows[i].held) {
            continue;
        }
        const double x = regressor_of(cause, rows, count, i, fastest), r = rows[i].measured - explain_model(&rows[i]);
        square += x * x;
        product += x * r;
        residual_square += r * r;
    }
    if (!(square > 0 && residual_square > 0)) {
        return (explained_cause){0, 0};
    }
    return (explained_cause){fmin(product / square * product / residual_square, 1), product / square};
}

/* Least squares of the residual by sine and cosine of the motor's angle; the factor is the amplitude. */
static explained_cause explain_gear(const explained_row *rows, size_t count, double gear)
{
    double ss = 0, sc = 0, cc = 0, sr = 0, cr = 0, square = 0;
    for (size_t i = 0; i < count; i++) {
        const double s = sin(gear * rows[i].position), c = cos(gear * rows[i].position);
        const double r = rows[i].measured - explain_model(&rows[i]);
        if (!rows[i].held) {
            ss += s * s;
            sc += s * c;
            cc += c * c;
            sr += s * r;
            cr += c * r;
            square += r * r;
        }
    }
    const double determinant = ss * cc - sc * sc, least = 1e-6;
    if (!(fabs(gear) > 0 && determinant > least * ss * cc && square > 0)) {
        return (explained_cause){0, 0};
    }
    const double a = (cc * sr - sc * cr) / determinant, b = (ss * cr - sc * sr) / determinant;
    return (explained_cause){fmin((a * sr + b * cr) / square, 1), hypot(a, b)};
}

static double rms(double square, size_t count)
{
    return count > 0 ? sqrt(square / (double)count) : 0;
}

/* ---- delays ---- */

static double between(double a, double b, double part)
{
    return a + part * (b - a);
}

/* A row whose model is that of the time `t`, on the line between the two rows around it; of the first or last row
 * beyond the ends. *at is where the search begins, and becomes where it ends. */
static explained_row row_at(const explained_row *rows, size_t count, size_t *at, double t)
{
    size_t i = *at;
    while (i > 0 && rows[i - 1].t < rows[i].t && t < rows[i].t) {
        i--;
    }
    while (i + 1 < count && rows[i].t < rows[i + 1].t && rows[i + 1].t <= t) {
        i++;
    }
    *at = i;
    explained_row row = rows[i];
    if (i + 1 == count || !(rows[i].t < rows[i + 1].t) || !(t > rows[i].t)) {
        return row;
    }
    const explained_row *next = &rows[i + 1];
    const double part = (t - row.t) / (next->t - row.t);
    for (int k = 0; k < PART_COUNT; k++) {
        row.parts[k] = between(row.parts[k], next->parts[k], part);
    }
    row.grip = between(row.grip, next->grip, part);
    row.position = between(row.position, next->position, part);
    row.velocity = between(row.velocity, next->velocity, part);
    row.acceleration = between(row.acceleration, next->acceleration, part);
    return row;
}

/* Gives the rows the model of the time a delay earlier. */
static bool align(explained_row *rows, size_t count, double delay)
{
    explained_row *given = malloc((count + 1) * sizeof *given);
    if (!given) {
        return false;
    }
    memcpy(given, rows, count * sizeof *rows);
    for (size_t i = 0; i < count; i++) {
        size_t at = i;
        rows[i] = row_at(given, count, &at, given[i].t - delay);
        rows[i].t = given[i].t;
        rows[i].measured = given[i].measured;
        rows[i].held = given[i].held;
        rows[i].held_file = given[i].held_file;
    }
    free(given);
    return true;
}

/* What a model that lacks a drive leaves: an offset, friction, also by the load, and the rotor. */
enum { LACKING = 5 };

static void lacking_at(const explained_row *row, double fastest, double x[LACKING])
{
    const double sign = fastest > 0 ? tanh(row->velocity / (rest * fastest)) : 0;
    x[0] = 1;
    x[1] = sign;
    x[2] = row->velocity;
    x[3] = sign * fabs(explain_load(row));
    x[4] = row->acceleration;
}

/* Solves the normal equations A y = b, which b becomes, by Cholesky's factors; what the others tell stays 0. */
static void solve_lacking(double A[LACKING][LACKING], double b[LACKING])
{
    const double least = 1e-9;
    for (int i = 0; i < LACKING; i++) {
        const double whole = A[i][i];
        for (int k = 0; k < i; k++) {
            A[i][i] -= A[i][k] * A[i][k];
        }
        const bool told = A[i][i] > least * whole;
        A[i][i] = told ? sqrt(A[i][i]) : HUGE_VAL;
        for (int j = i + 1; j < LACKING; j++) {
            for (int k = 0; k < i; k++) {
                A[j][i] -= A[j][k] * A[i][k];
            }
            A[j][i] /= A[i][i];
        }
    }
    for (int i = 0; i < LACKING; i++) {
        for (int k = 0; k < i; k++) {
            b[i] -= A[i][k] * b[k];
        }
        b[i] /= A[i][i];
    }
    for (int i = LACKING - 1; i >= 0; i--) {
        for (int k = i + 1; k < LACKING; k++) {
            b[i] -= A[k][i] * b[k];
        }
        b[i] /= A[i][i];
    }
}

/* Least squares of the residual at a delay by what the model may lack; returns the share of its square that this
 * takes. */
static double find_lacking(const explained_row *rows, size_t count, double fastest, double delay, double y[LACKING])
{
    double A[LACKING][LACKING] = {{0}}, x[LACKING], b[LACKING], square = 0, taken = 0;
    memset(y, 0, LACKING * sizeof *y);
    for (size_t i = 0; i < count; i++) {
        size_t at = i;
        const explained_row row = row_at(rows, count, &at, rows[i].t - delay);
        const double residual = rows[i].held ? 0 : rows[i].measured - explain_model(&row);
        lacking_at(&row, fastest, x);
        square += residual * residual;
        for (int k = 0; k < LACKING && !rows[i].held; k++) {
            y[k] += x[k] * residual;
            for (int j = 0; j < LACKING; j++) {
                A[k][j] += x[k] * x[j];
            }
        }
    }
    memcpy(b, y, sizeof b);
    solve_lacking(A, y);
    for (int k = 0; k < LACKING; k++) {
        taken += b[k] * y[k];
    }
    return square > 0 ? taken / square : 0;
}

static double measured_of(const explained_row *row)
{
    return row->measured;
}

/* Least squares of a number of the rows by what a model may lack. */
static void fit_lacking(const explained_row *rows, size_t count, double fastest,
                        double (*number)(const explained_row *), double y[LACKING])
{
    double A[LACKING][LACKING] = {{0}}, x[LACKING];
    memset(y, 0, LACKING * sizeof *y);
    for (size_t i = 0; i < count; i++) {
        lacking_at(&rows[i], fastest, x);
        for (int k = 0; k < LACKING; k++) {
            y[k] += x[k] * number(&rows[i]);
            for (int j = 0; j < LACKING; j++) {
                A[k][j] += x[k] * x[j];
            }
        }
    }
    solve_lacking(A, y);
}

/* Puts the rows' times, torques, models with what they lack, and weights into t, one after the other. */
static void list_delayed(const explained_row *rows, size_t count, double fastest, const double y[LACKING], double *t)
{
    for (size_t i = 0; i < count; i++) {
        double x[LACKING];
        lacking_at(&rows[i], fastest, x);
        t[i] = rows[i].t;
        t[count + i] = rows[i].measured;
        t[2 * count + i] = explain_model(&rows[i]);
        t[3 * count + i] = rows[i].held ? 0 : 1;
        for (int k = 0; k < LACKING; k++) {
            t[2 * count + i] += y[k] * x[k];
        }
    }
}

bool explain_find_delay(const explained_row *rows, size_t count, double *delay)
{
    enum { TURNS = 40 };
    const double settled = 1e-5, lacks = 0.1, fastest = fastest_of(rows, count); /* s; share of the residual's square */
    double *t = count < INT_MAX ? calloc(4 * count + 1, sizeof *t) : NULL;
    if (!t) {
        return false;
    }
    double last = HUGE_VAL, y[LACKING];
    *delay = 0;
    const bool complete = find_lacking(rows, count, fastest, 0, y) < lacks;
    memset(y, 0, complete ? sizeof y : 0);
    for (int turn = 0; turn < TURNS && fabs(*delay - last) > settled; turn++) {
        list_delayed(rows, count, fastest, y, t);
        last = *delay;
        *delay = cdy_drive_identification_find_delay((int)count, t, t + count, t + 2 * count, t + 3 * count);
        if (complete) {
            break;
        }
        find_lacking(rows, count, fastest, *delay, y);
    }
    free(t);
    return true;
}

double explain_find_gain(const explained_row *rows, size_t count)
{
    const double fastest = fastest_of(rows, count), least = 1e-6;
    double model_by[LACKING], measured_by[LACKING], x[LACKING];
    fit_lacking(rows, count, fastest, explain_model, model_by);
    fit_lacking(rows, count, fastest, measured_of, measured_by);
    double square = 0, product = 0, whole = 0;
    for (size_t i = 0; i < count; i++) { /* what is left of both tells the gain (Frisch and Waugh 1933) */
        double model = explain_model(&rows[i]), measured = rows[i].measured;
        whole += model * model;
        lacking_at(&rows[i], fastest, x);
        for (int k = 0; k < LACKING; k++) {
            model -= model_by[k] * x[k];
            measured -= measured_by[k] * x[k];
        }
        square += model * model;
        product += model * measured;
    }
    return square > least * whole && fabs(product) > 0 ? product / square : 1;
}

static double residual_of(const explained_row *rows, size_t count)
{
    double square = 0;
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        const double r = rows[i].measured - explain_model(&rows[i]);
        square += rows[i].held ? 0 : r * r;
        used += !rows[i].held;
    }
    return rms(square, used);
}

/* ---- the joint ---- */

static double deviation_of(double square, double sum, size_t count)
{
    const double mean = count > 0 ? sum / (double)count : 0;
    return count > 0 ? sqrt(fmax(square / (double)count - mean * mean, 0)) : 0;
}

static held_out sum_up_held(const explained_row *rows, size_t count)
{
    held_out h = {.rows = 0};
    double measured = 0, sum = 0, residual = 0;
    for (size_t i = 0; i < count; i++) {
        const double r = rows[i].measured - explain_model(&rows[i]);
        measured += rows[i].held ? rows[i].measured * rows[i].measured : 0;
        sum += rows[i].held ? rows[i].measured : 0;
        residual += rows[i].held ? r * r : 0;
        h.rows += rows[i].held;
    }
    h.measured_rms = rms(measured, h.rows);
    h.measured_deviation = deviation_of(measured, sum, h.rows);
    h.residual_rms = rms(residual, h.rows);
    return h;
}

static explained_joint sum_up(const explained_row *rows, size_t count, double gear)
{
    explained_joint j = {.held = sum_up_held(rows, count)};
    const double fastest = fastest_of(rows, count);
    double measured = 0, sum = 0, residual = 0, at_rest = 0, parts[PART_COUNT] = {0};
    for (size_t i = 0; i < count; i++) {
        if (rows[i].held) {
            continue;
        }
        const double r = rows[i].measured - explain_model(&rows[i]);
        const bool rests = fabs(rows[i].velocity) <= rest * fastest;
        j.rows++;
        measured += rows[i].measured * rows[i].measured;
        sum += rows[i].measured;
        residual += r * r;
        at_rest += rests ? r * r : 0;
        j.at_rest += rests;
        for (int k = 0; k < PART_COUNT; k++) {
            parts[k] += rows[i].parts[k] * rows[i].parts[k];
        }
    }
    j.measured_rms = rms(measured, j.rows);
    j.measured_deviation = deviation_of(measured, sum, j.rows);
    j.residual_rms = rms(residual, j.rows);
    j.rest_rms = rms(at_rest, j.at_rest);
    j.moving_rms = rms(residual - at_rest, j.rows - j.at_rest);
    for (int k = 0; k < PART_COUNT; k++) {
        j.parts[k] = rms(parts[k], j.rows);
    }
    for (int k = 0; k < CAUSE_COUNT; k++) {
        j.causes[k] =
            k == CAUSE_GEAR ? explain_gear(rows, count, gear) : explain_cause((residual_cause)k, rows, count, fastest);
    }
    return j;
}

bool explain_joint(explained_row *rows, size_t count, const explained_how *how, explained_joint *joint)
{
    const double undelayed = residual_of(rows, count);
    double delay = 0;
    if (how->aligned && (!explain_find_delay(rows, count, &delay) || !align(rows, count, delay))) {
        return false;
    }
    const double memoryless = residual_of(rows, count), presliding = how->preslides ? explain_preslide(rows, count) : 0;
    *joint = sum_up(rows, count, how->gear);
    joint->delay = delay;
    joint->presliding = presliding;
    joint->memoryless_rms = memoryless;
    joint->undelayed_rms = undelayed;
    return true;
}
