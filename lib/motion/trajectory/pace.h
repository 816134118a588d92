/* Paces: reference timings of a stretch of a path, from rest to rest, whose jerk is finite: a ramp, a steady speed, and
 * the ramp backwards.  The square of a motion's speed relative to a pace is smooth and greater than 0 up to both ends,
 * unlike that of its speed along the path. */
#ifndef CDY_TRAJECTORY_PACE_H
#define CDY_TRAJECTORY_PACE_H

typedef struct path_pace {
    double s0, s1; /* the stretch */
    double speed;  /* between the ramps */
    double ramp;   /* duration of each */
    double time;   /* of the whole */
} path_pace;

/* Makes a pace with this speed whose ramps each take a part of the stretch, up to a half. */
path_pace cdy_pace_make(double s0, double s1, double part, double speed);

/* Computes s and its first three derivatives at time t; where the third jumps, that before the jump or that after. */
void cdy_pace_evaluate(const path_pace *p, double t, int after, double s[4]);

/* Returns by how much s rises from time `from` to `to`, to its last digits also near the ends. */
double cdy_pace_rise(const path_pace *p, double from, double to);

/* Returns the time at which the pace comes to s. */
double cdy_pace_time(const path_pace *p, double s);

#endif
