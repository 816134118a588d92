/* The drive of a joint by separable least squares: linear least squares for the numbers that its torque is linear in,
 * inside a search for the width of the sign and the Stribeck velocity (variable projection, Golub and Pereyra 2003).
 *
 * Friction must not push, so that damping, friction, the friction by the load and the rotor are 0 at least. There are
 * few terms: the best of all subsets of them whose least squares solution is allowed is the solution of this problem,
 * since at a solution some of the bounds are reached and the others do not matter. */
#include "identification/drive_fit.h"

#include "linalg/cholesky.h"

#include <math.h>
#include <string.h>

/* Width of the load's absolute value, N m or N, of condyle/drives.h; most part of the load that friction may take. */
static const double load_width = 0.1, most_load_friction = 0.9;

/* The terms of a row; those of the load and the sign follow condyle/drives.h. */
static void fill_terms(const cdy_drive_estimate *drive, double qd, double qdd, double load, double terms[FIT_TERMS])
{
    const double sign = tanh(qd / drive->friction_width), speed = hypot(qd, drive->friction_width);
    const double ratio = drive->stribeck_velocity > 0 ? speed / drive->stribeck_velocity : HUGE_VAL;
    terms[FIT_DAMPING] = qd;
    terms[FIT_FRICTION] = sign;
    terms[FIT_STRIBECK] = sign * exp(-ratio * ratio);
    terms[FIT_LOAD] = sign * (hypot(load, load_width) - load_width);
    terms[FIT_ROTOR] = qdd;
    terms[FIT_OFFSET] = 1;
}

static double *number_of(cdy_drive_estimate *drive, fitted_term term)
{
    switch (term) {
    case FIT_DAMPING: return &drive->damping;
    case FIT_FRICTION: return &drive->friction;
    case FIT_STRIBECK: return &drive->stribeck;
    case FIT_LOAD: return &drive->load_friction;
    case FIT_ROTOR: return &drive->rotor_inertia;
    case FIT_OFFSET:
    case FIT_TERMS: break;
    }
    return &drive->offset;
}

double cdy_drive_torque(const cdy_drive_estimate *drive, double qd, double qdd, double load)
{
    cdy_drive_estimate numbers = *drive;
    double terms[FIT_TERMS], sum = 0;
    fill_terms(drive, qd, qdd, load, terms);
    for (int k = 0; k < FIT_TERMS; k++) {
        sum += *number_of(&numbers, (fitted_term)k) * terms[k];
    }
    return sum;
}

/* Normal equations N x = r of the terms, with the squares of the residuals themselves. */
typedef struct normal_equations {
    double N[FIT_TERMS][FIT_TERMS], r[FIT_TERMS], square;
} normal_equations;

/* The products of the rows from `first` to before `end`. A load below its width tells nothing about friction by the
 * load: that of 1 counts like residuals of half a width. */
static normal_equations gather_part(const drive_rows *rows, const cdy_drive_estimate *drive, size_t first, size_t end)
{
    normal_equations e = {.square = 0};
    double weights = 0;
    for (size_t i = first; i < end; i++) {
        double terms[FIT_TERMS];
        const double square = rows->weight[i] * rows->weight[i];
        fill_terms(drive, rows->qd[i], rows->qdd[i], rows->load[i], terms);
        for (int a = 0; a < FIT_TERMS && square > 0; a++) {
            for (int b = 0; b <= a; b++) {
                e.N[a][b] += square * terms[a] * terms[b];
            }
            e.r[a] += square * terms[a] * rows->residual[i];
        }
        e.square += square * rows->residual[i] * rows->residual[i];
        weights += square;
    }
    e.N[FIT_LOAD][FIT_LOAD] += weights * load_width * load_width / 4;
    return e;
}

static normal_equations gather(const drive_rows *rows, const cdy_drive_estimate *drive)
{
    return gather_part(rows, drive, 0, rows->count);
}

/* The terms of a subset, in unit length: their numbers and their inverse. */
typedef struct subset {
    int count, terms[FIT_TERMS];
    double length[FIT_TERMS], x[FIT_TERMS], U[FIT_TERMS * FIT_TERMS];
} subset;

/* Solves the normal equations of the terms in `mask`; returns false where these depend on each other. */
static bool solve_subset(const normal_equations *e, unsigned mask, subset *s)
{
    const double least = 1e-10; /* of the square of the part of a term that the others do not make */
    double found;
    s->count = 0;
    for (int k = 0; k < FIT_TERMS; k++) {
        if (mask >> k & 1U) {
            s->length[s->count] = sqrt(e->N[k][k]);
            s->terms[s->count++] = k;
            if (!(e->N[k][k] > 0)) {
                return false;
            }
        }
    }
    for (int i = 0; i < s->count; i++) {
        for (int j = 0; j <= i; j++) {
            const double product = e->N[s->terms[i]][s->terms[j]] / s->length[i] / s->length[j];
            s->U[i * s->count + j] = s->U[j * s->count + i] = product;
        }
        s->x[i] = e->r[s->terms[i]] / s->length[i];
    }
    if (cdy_cholesky_factor_least(s->count, s->U, &found) != 0 || !(found > least)) {
        return false;
    }
    cdy_cholesky_solve(s->count, s->U, s->x);
    return true;
}

/* The decrease of the sum of squares by a solution. */
static double gain_of(const normal_equations *e, const subset *s)
{
    double sum = 0;
    for (int i = 0; i < s->count; i++) {
        sum += s->x[i] * e->r[s->terms[i]] / s->length[i];
    }
    return sum;
}

static void take(const subset *s, cdy_drive_estimate *drive)
{
    for (int k = 0; k < FIT_TERMS; k++) {
        *number_of(drive, (fitted_term)k) = 0;
    }
    for (int i = 0; i < s->count; i++) {
        *number_of(drive, (fitted_term)s->terms[i]) = s->x[i] / s->length[i];
    }
}

/* Whether a drive does not push: the bounds of cdy_joint_drive. */
static bool is_allowed(const cdy_drive_estimate *d)
{
    return d->damping >= 0 && d->friction >= 0 && d->rotor_inertia >= 0 && d->load_friction >= 0 &&
           d->load_friction <= most_load_friction && d->stribeck >= -d->friction;
}

/* The best allowed subset of the terms for normal equations; returns the sum of squares that it leaves. */
static double solve_equations(const normal_equations *e, unsigned terms, cdy_drive_estimate *drive, subset *best)
{
    double most = 0;
    cdy_drive_estimate found = *drive;
    *best = (subset){.count = 0};
    for (unsigned mask = terms;; mask = (mask - 1) & terms) {
        subset s;
        cdy_drive_estimate trial = *drive;
        if (mask != 0 && solve_subset(e, mask, &s) && gain_of(e, &s) > most) {
            take(&s, &trial);
            if (is_allowed(&trial)) {
                most = gain_of(e, &s);
                found = trial;
                *best = s;
            }
        }
        if (mask == 0) {
            break;
        }
    }
    if (best->count == 0) {
        take(best, &found);
    }
    *drive = found;
    return fmax(e->square - most, 0);
}

static double solve_linear(const drive_rows *rows, unsigned terms, cdy_drive_estimate *drive, subset *best,
                           normal_equations *e)
{
    *e = gather(rows, drive);
    return solve_equations(e, terms, drive, best);
}

/* The ranges of width and Stribeck velocity, in parts of the fastest velocity: beyond them the first is no sign and the
 * second no bend. The Stribeck velocity is at least two widths, since the sign hides what happens below. */
static const double least_width = 1e-3, most_width = 0.05, least_stribeck = 5e-3, most_stribeck = 0.5;

/* A search for the two velocities. */
typedef struct velocity_search {
    const drive_rows *rows;
    unsigned terms;
    double least; /* sum of squares so far */
    cdy_drive_estimate best;
} velocity_search;

static bool try_velocities(velocity_search *search, double width, double stribeck)
{
    const double fastest = search->rows->fastest;
    cdy_drive_estimate trial = search->best;
    subset s;
    normal_equations e;
    trial.friction_width = fmin(fmax(width, least_width * fastest), most_width * fastest);
    trial.stribeck_velocity =
        fmin(fmax(fmax(stribeck, least_stribeck * fastest), 2 * trial.friction_width), most_stribeck * fastest);
    const double left = solve_linear(search->rows, search->terms, &trial, &s, &e);
    if (left < search->least * (1 - 1e-9)) {
        search->least = left;
        search->best = trial;
        return true;
    }
    return false;
}

static void search_everywhere(velocity_search *search)
{
    enum { WIDTHS = 5, VELOCITIES = 7 };
    const double fastest = search->rows->fastest;
    for (int i = 0; i < WIDTHS; i++) {
        const double width = least_width * pow(most_width / least_width, (double)i / (WIDTHS - 1));
        for (int j = 0; j < (search->terms >> FIT_STRIBECK & 1U ? VELOCITIES : 1); j++) {
            const double velocity = least_stribeck * pow(most_stribeck / least_stribeck, (double)j / (VELOCITIES - 1));
            try_velocities(search, width * fastest, velocity * fastest);
        }
    }
}

/* Steps along each of the two velocities, and along both, by a factor, as long as that helps, which shrinks by and by
 * (pattern search: Kolda, Lewis and Torczon 2003). Both together follow the valley in which one makes up for the other.
 */
static bool step_around(velocity_search *search, double factor)
{
    static const int ways[8][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {-1, -1}, {1, 1}, {-1, 1}, {1, -1}};
    const bool bends = search->terms >> FIT_STRIBECK & 1U;
    bool better = false;
    for (int k = 0; k < (bends ? 8 : 2); k++) {
        const double width = search->best.friction_width * pow(factor, ways[k][0]);
        better = try_velocities(search, width, search->best.stribeck_velocity * pow(factor, ways[k][1])) || better;
    }
    return better;
}

/* `searched`: steps as far as the points of the search everywhere lie; otherwise as far as rows that count differently
 * move the velocities. */
static void search_nearby(velocity_search *search, bool searched)
{
    enum { MOST_STEPS = 4, REFINEMENTS = 8, FEW = 5 }; /* the last factor is 1.003, or 1.006 */
    double factor = searched ? 1.5 : 1.1;
    for (int k = 0; k < (searched ? REFINEMENTS : FEW); k++, factor = sqrt(factor)) {
        for (int i = 0; i < MOST_STEPS && step_around(search, factor); i++) {
        }
    }
}

/* ---- deviations ---- */

/* The numbers of a drive: those that its torque is linear in, width and Stribeck velocity. */
enum { DRIVE_COLUMNS = FIT_TERMS + 2 };

/* The derivative of the torque by one of the two velocities, by a difference. */
static double slope(const cdy_drive_estimate *drive, bool of_width, double qd, double load)
{
    const double part = 1e-4;
    cdy_drive_estimate low = *drive, high = *drive;
    double *const a = of_width ? &low.friction_width : &low.stribeck_velocity;
    double *const b = of_width ? &high.friction_width : &high.stribeck_velocity;
    *a *= 1 - part;
    *b *= 1 + part;
    return (cdy_drive_torque(&high, qd, 0, load) - cdy_drive_torque(&low, qd, 0, load)) / (*b - *a);
}

/* The products of the torque's derivatives by all numbers. */
static void gather_derivatives(const drive_rows *rows, const cdy_drive_estimate *drive,
                               double N[DRIVE_COLUMNS][DRIVE_COLUMNS])
{
    memset(N, 0, DRIVE_COLUMNS * sizeof *N);
    for (size_t i = 0; i < rows->count; i++) {
        double terms[DRIVE_COLUMNS];
        fill_terms(drive, rows->qd[i], rows->qdd[i], rows->load[i], terms);
        terms[FIT_TERMS] = slope(drive, true, rows->qd[i], rows->load[i]);
        terms[FIT_TERMS + 1] = slope(drive, false, rows->qd[i], rows->load[i]);
        for (int a = 0; a < DRIVE_COLUMNS; a++) {
            for (int b = 0; b <= a; b++) {
                N[a][b] += rows->weight[i] * rows->weight[i] * terms[a] * terms[b];
            }
        }
    }
}

/* Factors the products of the columns in `columns`, in unit length; returns whether they do not depend on each other.
 */
static bool factor_columns(double N[DRIVE_COLUMNS][DRIVE_COLUMNS], int count, const int *columns, double *U)
{
    const double least = 1e-10;
    double found;
    for (int i = 0; i < count; i++) {
        for (int j = 0; j <= i; j++) {
            const double lengths = sqrt(N[columns[i]][columns[i]] * N[columns[j]][columns[j]]);
            U[i * count + j] = U[j * count + i] = lengths > 0 ? N[columns[i]][columns[j]] / lengths : 0;
        }
    }
    return cdy_cholesky_factor_least(count, U, &found) == 0 && found > least;
}

static double *column_of(cdy_drive_estimate *drive, int column)
{
    return column < FIT_TERMS    ? number_of(drive, (fitted_term)column)
           : column == FIT_TERMS ? &drive->friction_width
                                 : &drive->stribeck_velocity;
}

/* Standard deviations of the numbers together, by the noise that the fit leaves: those of the linear ones beside the
 * searched velocities where these are told. */
static void find_deviations(const drive_rows *rows, const cdy_drive_estimate *drive, const subset *s, double left,
                            cdy_drive_estimate *deviations)
{
    const double freedom = (double)rows->count - s->count, noise = freedom > 0 ? sqrt(left / freedom) : 0;
    double N[DRIVE_COLUMNS][DRIVE_COLUMNS], U[DRIVE_COLUMNS * DRIVE_COLUMNS];
    int columns[DRIVE_COLUMNS], count = s->count;
    *deviations = (cdy_drive_estimate){.damping = 0};
    memcpy(columns, s->terms, (size_t)count * sizeof *columns);
    gather_derivatives(rows, drive, N);
    for (int k = FIT_TERMS; k < DRIVE_COLUMNS && !(rows->width > 0); k++) {
        if (N[k][k] > 0) {
            columns[count++] = k;
        }
    }
    while (count > 0 && !factor_columns(N, count, columns, U)) {
        count--; /* the velocities first */
    }
    for (int i = 0; i < count; i++) {
        double unit[DRIVE_COLUMNS] = {0};
        unit[i] = 1;
        cdy_cholesky_solve(count, U, unit);
        *column_of(deviations, columns[i]) = noise * sqrt(fmax(unit[i], 0) / N[columns[i]][columns[i]]);
    }
}

void cdy_drive_fit(const drive_rows *rows, unsigned terms, bool searched, cdy_drive_estimate *drive,
                   cdy_drive_estimate *deviations)
{
    velocity_search search = {.rows = rows, .least = HUGE_VAL, .best = *drive, .terms = terms};
    subset s;
    normal_equations e;
    if (!(rows->fastest > 0)) { /* at rest there is no friction to see */
        search.terms &= 1U << FIT_OFFSET;
        search.best.friction_width = search.best.stribeck_velocity = 1;
    } else if (rows->width > 0) {
        search.best.friction_width = rows->width;
    } else if (searched) {
        search_everywhere(&search);
    }
    if (rows->fastest > 0 && !(rows->width > 0)) {
        try_velocities(&search, search.best.friction_width, search.best.stribeck_velocity);
        search_nearby(&search, searched);
    }
    const double left = solve_linear(rows, search.terms, &search.best, &s, &e);
    find_deviations(rows, &search.best, &s, left, deviations);
    *drive = search.best;
}

/* ---- cross-validation ---- */

enum { BLOCKS = 8 };

/* Adds, or takes away, the products of a block. */
static void add_equations(normal_equations *to, const normal_equations *block, double sign)
{
    for (int a = 0; a < FIT_TERMS; a++) {
        for (int b = 0; b <= a; b++) {
            to->N[a][b] += sign * block->N[a][b];
        }
        to->r[a] += sign * block->r[a];
    }
    to->square += sign * block->square;
}

/* The sum of squares that a drive leaves of a block. */
static double square_beside(const normal_equations *block, const subset *s)
{
    double sum = block->square;
    for (int i = 0; i < s->count; i++) {
        const int a = s->terms[i];
        const double x = s->x[i] / s->length[i];
        sum -= 2 * x * block->r[a];
        for (int j = 0; j < s->count; j++) {
            const int b = s->terms[j];
            sum += x * s->x[j] / s->length[j] * (a > b ? block->N[a][b] : block->N[b][a]);
        }
    }
    return sum;
}

/* The sums of squares of all blocks, each beside the drive of the others. */
static void validate(const normal_equations *blocks, unsigned terms, const cdy_drive_estimate *drive,
                     double left[BLOCKS])
{
    normal_equations all = {.square = 0};
    for (int k = 0; k < BLOCKS; k++) {
        add_equations(&all, &blocks[k], 1);
    }
    for (int k = 0; k < BLOCKS; k++) {
        normal_equations others = all;
        cdy_drive_estimate fitted = *drive;
        subset s;
        add_equations(&others, &blocks[k], -1);
        solve_equations(&others, terms, &fitted, &s);
        left[k] = square_beside(&blocks[k], &s);
    }
}

/* How much more the blocks leave without a term than with it, in standard errors of that, of which there is one in the
 * differences of the blocks (the rule of one standard error: Breiman, Friedman, Olshen and Stone 1984). */
static double worse(const double without[BLOCKS], const double with[BLOCKS])
{
    double sum = 0, square = 0;
    for (int k = 0; k < BLOCKS; k++) {
        sum += without[k] - with[k];
    }
    for (int k = 0; k < BLOCKS; k++) {
        const double rest = without[k] - with[k] - sum / (double)BLOCKS;
        square += rest * rest;
    }
    const double error = sqrt(square * (double)BLOCKS / (double)(BLOCKS - 1));
    return error > 0 ? sum / error : sum > 0 ? HUGE_VAL : 0;
}

unsigned cdy_drive_validate(const drive_rows *rows, unsigned terms, const cdy_drive_estimate *drive)
{
    static const fitted_term doubtful[] = {FIT_LOAD, FIT_STRIBECK, FIT_OFFSET};
    enum { DOUBTFUL = sizeof doubtful / sizeof *doubtful, LEAST_ROWS = 50 };
    normal_equations blocks[BLOCKS];
    double with[BLOCKS], without[BLOCKS];
    if (rows->count < (size_t)BLOCKS * LEAST_ROWS) {
        return terms;
    }
    for (size_t k = 0; k < BLOCKS; k++) {
        blocks[k] = gather_part(rows, drive, k * rows->count / BLOCKS, (k + 1) * rows->count / BLOCKS);
    }
    for (int turn = 0; turn < DOUBTFUL; turn++) { /* drops the term that held-out rows miss least */
        double least = 1;
        unsigned fewest = terms;
        validate(blocks, terms, drive, with);
        for (int k = 0; k < DOUBTFUL; k++) {
            const unsigned fewer = terms & ~(1U << doubtful[k]);
            if (fewer != terms) {
                validate(blocks, fewer, drive, without);
                const double errors = worse(without, with);
                fewest = errors < least ? fewer : fewest;
                least = fmin(least, errors);
            }
        }
        if (fewest == terms) {
            break;
        }
        terms = fewest;
    }
    return terms;
}

/* ---- inertia between body and rotor ---- */

/* The sum of squares that the drive leaves where an inertia in the load is the rotor's. */
static double square_with(const drive_rows *rows, unsigned terms, const cdy_drive_estimate *drive, double inertia,
                          double *work)
{
    drive_rows moved = *rows;
    cdy_drive_estimate trial = *drive;
    subset s;
    normal_equations e;
    for (size_t i = 0; i < rows->count; i++) {
        work[i] = rows->load[i] - inertia * rows->qdd[i];
    }
    moved.load = work;
    return solve_linear(&moved, terms, &trial, &s, &e);
}

/* The inertia that the load shows: its slope over the acceleration. */
static double inertia_of(const drive_rows *rows)
{
    double sum = 0, square = 0, product = 0;
    for (size_t i = 0; i < rows->count; i++) {
        square += rows->qdd[i] * rows->qdd[i];
        product += rows->qdd[i] * rows->load[i];
        sum += fabs(rows->qdd[i]);
    }
    return sum > 0 && square > 0 ? fmax(product / square, 0) : 0;
}

/* The deviation of the inertia that leaves the least square, by the curvature of the square there: a change by one
 * deviation adds the square of a row. */
static double deviation_of(const drive_rows *rows, unsigned terms, const cdy_drive_estimate *drive, double inertia,
                           double step, double *work)
{
    const double least = square_with(rows, terms, drive, inertia, work);
    const double above = square_with(rows, terms, drive, inertia + step, work);
    const double below = square_with(rows, terms, drive, inertia - step, work);
    const double curvature = (above - 2 * least + below) / (2 * step * step);
    return curvature > 0 ? sqrt(least / (double)rows->count / curvature) : (double)INFINITY;
}

double cdy_drive_transfer(const drive_rows *rows, unsigned terms, const cdy_drive_estimate *drive, double *work,
                          double *deviation)
{
    const double golden = (sqrt(5) - 1) / 2, telling = 1e-4; /* part of the square that it has to take */
    double low = -drive->rotor_inertia, high = inertia_of(rows);
    const double resolution = 1e-3 * (high - low), step = 0.1 * (high - low);
    const double without = square_with(rows, terms, drive, 0, work);
    *deviation = (double)INFINITY;
    if (!(resolution > 0)) {
        return 0;
    }
    double a = high - golden * (high - low), b = low + golden * (high - low);
    double at_a = square_with(rows, terms, drive, a, work), at_b = square_with(rows, terms, drive, b, work);
    while (high - low > resolution) {
        if (at_a < at_b) {
            high = b;
            b = a;
            at_b = at_a;
            a = high - golden * (high - low);
            at_a = square_with(rows, terms, drive, a, work);
        } else {
            low = a;
            a = b;
            at_a = at_b;
            b = low + golden * (high - low);
            at_b = square_with(rows, terms, drive, b, work);
        }
    }
    const bool tells = fmin(at_a, at_b) < (1 - telling) * without;
    const double inertia = tells ? (low + high) / 2 : 0;
    *deviation = deviation_of(rows, terms, drive, inertia, step, work);
    return inertia;
}
