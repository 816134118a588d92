#include "commands/motion/effort_watch.h"

#include "run/message.h"

#include <math.h>
#include <stdlib.h>

enum { COLUMN_GRAVITY = WATCH_COLUMNS - 2, COLUMN_EFFORT = WATCH_COLUMNS - 1 };

bool effort_watch_open(effort_watch *w, int velocity_count)
{
    w->count = velocity_count;
    w->joints = calloc((size_t)velocity_count + 1, sizeof *w->joints);
    return w->joints != NULL;
}

void effort_watch_close(effort_watch *w)
{
    free(w->joints);
    w->joints = NULL;
}

static double known_or_zero(const double *numbers, int i)
{
    return numbers && !isnan(numbers[i]) ? numbers[i] : 0;
}

void effort_watch_row(effort_watch *w, const double *qd, const double *qdd, const double *gravity, const double *tau)
{
    for (int i = 0; i < w->count && w->joints; i++) {
        const double velocity = known_or_zero(qd, i);
        const double columns[WATCH_COLUMNS] = {
            1, velocity, (velocity > 0) - (velocity < 0), known_or_zero(qdd, i), gravity[i], tau[i]};
        for (int a = 0; a < WATCH_COLUMNS && isfinite(tau[i]); a++) {
            for (int b = 0; b <= a; b++) {
                w->joints[i].products[a][b] += columns[a] * columns[b];
            }
        }
    }
}

/* How the efforts of a degree of freedom go along with gravity, beside offset, friction and inertia. */
typedef struct gravity_share {
    double factor;  /* by least squares: 1 where efforts are torques */
    double share;   /* of the efforts' square that gravity explains, 0 to 1 */
    double gravity; /* the part of gravity's square that nothing else explains */
    double error;   /* standard error of the factor, as if one row in twenty were independent */
} gravity_share;

/* Takes out of the products what the first columns explain (Gauss's elimination; columns that depend on others are left
 * out). */
static gravity_share share_of(const watched_joint *joint)
{
    const double least = 1e-9, dependent = 20;
    double P[WATCH_COLUMNS][WATCH_COLUMNS];
    for (int a = 0; a < WATCH_COLUMNS; a++) {
        for (int b = 0; b < WATCH_COLUMNS; b++) {
            P[a][b] = a > b ? joint->products[a][b] : joint->products[b][a];
        }
    }
    for (int k = 0; k < COLUMN_GRAVITY; k++) {
        if (!(P[k][k] > least * joint->products[k][k])) {
            continue;
        }
        for (int a = k + 1; a < WATCH_COLUMNS; a++) {
            const double factor = P[a][k] / P[k][k];
            for (int b = k + 1; b < WATCH_COLUMNS; b++) {
                P[a][b] -= factor * P[k][b];
            }
        }
    }
    const double gravity = P[COLUMN_GRAVITY][COLUMN_GRAVITY], effort = P[COLUMN_EFFORT][COLUMN_EFFORT];
    const double both = P[COLUMN_GRAVITY][COLUMN_EFFORT], rows = joint->products[0][0];
    if (!(gravity > least * joint->products[COLUMN_GRAVITY][COLUMN_GRAVITY] && effort > 0)) {
        return (gravity_share){.factor = 0};
    }
    const double left = fmax(effort - both * both / gravity, 0);
    return (gravity_share){.factor = both / gravity,
                           .share = fmin(both * both / gravity / effort, 1),
                           .gravity = gravity,
                           .error = sqrt(left / gravity / fmax(rows / dependent, 1))};
}

/* What efforts look like. */
typedef enum effort_look { LOOK_RIGHT, LOOK_ABSENT, LOOK_REVERSED, LOOK_SMALL, LOOK_LARGE, LOOKS } effort_look;

static effort_look look_of(const gravity_share *s)
{
    const double explained = 0.3, unexplained = 0.1, small = 0.25, beyond = 3;
    if (s->share < unexplained && fabs(s->factor) < small) {
        return LOOK_ABSENT;
    }
    if (s->share < explained) {
        return LOOK_RIGHT; /* or not told */
    }
    return s->factor < 0            ? LOOK_REVERSED
           : s->factor < 1 / beyond ? LOOK_SMALL
           : s->factor > beyond     ? LOOK_LARGE
                                    : LOOK_RIGHT;
}

static void tell(effort_look look, effort_kind kind, double factor)
{
    const bool converted = kind == EFFORT_CURRENT || kind == EFFORT_MOTOR;
    const char *const cause = kind == EFFORT_MOTOR ? "the gear ratios of ROBOT" : "the current gains of ROBOT";
    if (kind == EFFORT_GRAVITY_FREE) {
        if (look == LOOK_RIGHT && factor > 0.5) {
            note("the torques go along with gravity, %.2g of what it needs, so that they seem to have it: --effort "
                 "torque takes such torques",
                 factor);
        }
    } else if (look == LOOK_ABSENT) {
        note("the torques do not go along with gravity, so that they seem to be without it: --effort gravity-free "
             "takes such torques");
    } else if (look == LOOK_REVERSED) {
        note("the torques are about %.2g of what gravity needs; expected the sign of the joints' torques%s%s", factor,
             converted ? ": check " : "", converted ? cause : "");
    } else if ((look == LOOK_SMALL || look == LOOK_LARGE) && converted) {
        note("the torques are about %.2g of what gravity needs: check %s", factor, cause);
    } else if (look == LOOK_SMALL) {
        note(
            "the torques are about %.2g of what gravity needs: --effort current takes currents, --effort motor torques "
            "at the motors' side of the gears",
            factor);
    } else if (look == LOOK_LARGE) {
        note("the torques are about %.2g of what gravity needs; expected N m or N: currents take --effort current",
             factor);
    }
}

void effort_watch_tell(const effort_watch *w, effort_kind kind)
{
    const double least_rows = 50, least_gravity = 1e-3, most_error = 0.1;
    double weights[LOOKS] = {0}, factors[LOOKS] = {0}, total = 0, largest = 0;
    for (int i = 0; i < w->count && w->joints; i++) {
        largest = fmax(largest, share_of(&w->joints[i]).gravity);
    }
    for (int i = 0; i < w->count && w->joints; i++) {
        const gravity_share s = share_of(&w->joints[i]);
        const bool told = s.gravity > least_gravity * largest && w->joints[i].products[0][0] >= least_rows &&
                          s.error < most_error * fmax(fabs(s.factor), 1);
        const effort_look look = look_of(&s);
        weights[look] += told ? s.gravity : 0;
        factors[look] += told ? s.gravity * s.factor : 0;
        total += told ? s.gravity : 0;
    }
    for (int look = LOOK_RIGHT; look < LOOKS; look++) {
        if (weights[look] > 0.5 * total) {
            tell((effort_look)look, kind, factors[look] / weights[look]);
        }
    }
}
