/* Plot: a picture of a curve beside its limits, as SVG inside of a page. */
#ifndef CONDYLE_TOOLS_PLOT_H
#define CONDYLE_TOOLS_PLOT_H

#include "page/axis.h"
#include "page/envelope.h"
#include "page/plane.h"
#include "run/output.h"

typedef struct plot {
    output *out;
    axis x, y;
    const char *paint; /* class of the curve: its color */
    bool boxed;        /* it has limits along x, too */
} plot;

/* Texts around a plot. */
typedef struct plot_text {
    const char *variable; /* "Torque" */
    const char *name;     /* of the joint; NULL: none */
    const char *unit;     /* along y */
    const char *x_label;
} plot_text;

/* Begins and ends a plot. */
void plot_begin(const plot *p, const plot_text *text);
void plot_end(const plot *p);

/* Draws a limit along y as a dashed line, and shades the plot beyond it; infinite: none. Where it is outside of the
 * plot, the limit is written at the edge. */
void plot_limit(const plot *p, double limit, bool upper);

/* Draws the limits of a plane, a box about the origin; an infinite side is open. */
void plot_box(const plot *p, double x, double y);

/* Draws the outline of a region of a plane, through `count` points, and says in its corner what the region is. */
void plot_outline(const plot *p, const double (*points)[2], size_t count, const char *label);

/* Draws a curve of an envelope, its x less `origin`, its values times `factor`. */
void plot_curve(const plot *p, const envelope *e, size_t curve, double origin, double factor);

/* Draws the line of a plane, times these factors. */
void plot_plane(const plot *p, const plane *line, const double factor[2]);

/* Draws a ring about a peak; NaN: none. */
void plot_peak(const plot *p, double x, double y);

/* Returns the axis of values between `low` and `high` and their limits: with the limits where the values take a sixth
 * of the range between them or next to nothing of it, else without; `zero`: with 0. */
axis plot_axis(double low, double high, double lower, double upper, bool zero, bool degrees);

#endif
