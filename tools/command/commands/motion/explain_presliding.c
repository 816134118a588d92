/* Presliding: friction that follows a reversal of the velocity over a distance, and that holds a joint at rest.
 *
 * A gear winds up before it slides. The friction that sliding would have turns from one sign to the other over the
 * distance x (Dahl 1968): its share z of -1 to 1 goes towards the share s of the law of the velocity, tanh(qd/w), by
 * dz = (s - z) |dq| / x. A joint that comes to rest keeps the z of its last way, so that its torque there is not that
 * of a law without memory. */
#include "commands/motion/explain.h"

#include <math.h>

/* The share of the sliding friction that the law of the velocity has in a row. */
static double share_of(const explained_row *row)
{
    const double friction = row->parts[PART_FRICTION] + row->parts[PART_LOAD];
    return row->grip > 0 ? fmin(fmax(friction / row->grip, -1), 1) : 0;
}

/* The way from the row before, rad or m; without end where the rows do not go on. */
static double way_to(const explained_row *rows, size_t i)
{
    const double longest = 1, dt = i > 0 ? rows[i].t - rows[i - 1].t : 0; /* s */
    const bool goes_on = dt > 0 && dt < longest && rows[i].held_file == rows[i - 1].held_file;
    return goes_on ? (fabs(rows[i].velocity) + fabs(rows[i - 1].velocity)) / 2 * dt : HUGE_VAL;
}

/* Gives each row the torque of presliding over a distance; 0: none. */
static void preslide(explained_row *rows, size_t count, double distance)
{
    double z = 0;
    for (size_t i = 0; i < count; i++) {
        const double s = share_of(&rows[i]), kept = distance > 0 ? exp(-way_to(rows, i) / distance) : 0;
        z = s - (s - z) * kept;
        rows[i].parts[PART_PRESLIDING] = rows[i].grip * (z - s);
    }
}

static double square_left(const explained_row *rows, size_t count)
{
    double square = 0;
    for (size_t i = 0; i < count; i++) {
        const double r = rows[i].measured - explain_model(&rows[i]);
        square += rows[i].held ? 0 : r * r;
    }
    return square;
}

double explain_preslide(explained_row *rows, size_t count)
{
    enum { DISTANCES = 64 };
    const double shortest = 1e-6, step = 1.2, least = 0.01; /* rad or m, up to 0.1; share of the square */
    preslide(rows, count, 0);
    const double without = square_left(rows, count);
    double best = without * (1 - least), found = 0;
    for (int i = 0; i < DISTANCES; i++) {
        const double distance = shortest * pow(step, i);
        preslide(rows, count, distance);
        const double square = square_left(rows, count);
        if (square < best) {
            best = square;
            found = distance;
        }
    }
    preslide(rows, count, found);
    return found;
}
