#include "page/plot.h"

#include "writing/markup.h"

#include "text/decimal.h"

#include <math.h>
#include <stdlib.h>

/* The picture and the frame inside of it, in units of about a pixel. */
enum { WIDTH = 360, HEIGHT = 205, NAME_COLUMNS = 30 };
static const double left = 50, top = 27, across = 300, along = 136;

/* Writes a coordinate to a tenth of a unit, the same under every locale. */
static void put(output *out, double value)
{
    const long tenths = lround(fmin(fmax(10 * value, -1e6), 1e6)), size = labs(tenths);
    output_format(out, size % 10 ? "%s%ld.%ld" : "%s%ld", tenths < 0 ? "-" : "", size / 10, size % 10);
}

static double x_of(const plot *p, double x)
{
    return left + across * axis_place(&p->x, x);
}

static double y_of(const plot *p, double y)
{
    return top + along * (1 - axis_place(&p->y, y));
}

/* ---- frame, axes and labels ---- */

static void begin_text(output *out, double x, double y, const char *class)
{
    output_format(out, "<text class=\"%s\" x=\"", class);
    put(out, x);
    output_text(out, "\" y=\"");
    put(out, y);
    output_text(out, "\">");
}

static void write_text(output *out, double x, double y, const char *class, const char *figure)
{
    const sink to = output_sink(out);
    begin_text(out, x, y, class);
    markup_figure(&to, figure);
    output_text(out, "</text>");
}

static void write_rectangle(output *out, const char *class, double x, double y, double width, double height)
{
    const char *const names[] = {" x=\"", "\" y=\"", "\" width=\"", "\" height=\""};
    const double values[] = {x, y, width, height};
    output_format(out, "<rect class=\"%s\"", class);
    for (int i = 0; i < 4; i++) {
        output_text(out, names[i]);
        put(out, values[i]);
    }
    output_text(out, "\"/>");
}

static void write_line(output *out, const char *class, double x1, double y1, double x2, double y2)
{
    output_format(out, "<path class=\"%s\" d=\"M", class);
    put(out, x1);
    output_text(out, " ");
    put(out, y1);
    output_text(out, "L");
    put(out, x2);
    output_text(out, " ");
    put(out, y2);
    output_text(out, "\"/>");
}

static void write_ticks(const plot *p)
{
    char label[AXIS_LABEL_SIZE];
    int count;
    double first = axis_first(&p->y, &count);
    for (int i = 0; i < count; i++) {
        const double value = (first + i) * p->y.step, y = y_of(p, value);
        axis_label(&p->y, value, label);
        write_line(p->out, "grid", left, y, left + across, y);
        write_text(p->out, left - 6, y + 4, "end", label);
    }
    first = axis_first(&p->x, &count);
    for (int i = 0; i < count; i++) {
        const double value = (first + i) * p->x.step, x = x_of(p, value);
        axis_label(&p->x, value, label);
        write_line(p->out, "grid", x, top, x, top + along);
        write_text(p->out, x, top + along + 15, "mid", label);
    }
}

static void write_title(const plot *p, const plot_text *text)
{
    const sink to = output_sink(p->out);
    output_format(p->out, "<text class=\"title\" x=\"4\" y=\"16\">%s", text->variable);
    if (text->name) {
        output_text(p->out, " of ");
        markup_name(&to, text->name, NAME_COLUMNS);
    }
    output_format(p->out, "<tspan class=\"unit\">, %s</tspan></text>", *text->unit ? text->unit : "no unit");
}

void plot_begin(const plot *p, const plot_text *text)
{
    const sink to = output_sink(p->out);
    output_format(p->out,
                  "<svg class=\"plot\" viewBox=\"0 0 %d %d\" role=\"img\" xmlns=\"http://www.w3.org/2000/svg\">", WIDTH,
                  HEIGHT);
    output_format(p->out, "<title>%s%s", text->variable, text->name ? " of " : "");
    markup_text(&to, text->name ? text->name : "");
    output_text(p->out, "</title>");
    write_title(p, text);
    write_ticks(p);
    write_text(p->out, left + across / 2, top + along + 34, "mid unit", text->x_label);
    if (p->y.low < 0 && p->y.high > 0) {
        write_line(p->out, "zero", left, y_of(p, 0), left + across, y_of(p, 0));
    }
    if (p->boxed && p->x.low < 0 && p->x.high > 0) {
        write_line(p->out, "zero", x_of(p, 0), top, x_of(p, 0), top + along);
    }
}

void plot_end(const plot *p)
{
    write_rectangle(p->out, "frame", left, top, across, along);
    output_text(p->out, "</svg>\n");
}

/* ---- limits ---- */

static void write_limit_text(const plot *p, double y, double limit, const char *arrow)
{
    const sink to = output_sink(p->out);
    char number[CDY_DECIMAL_SIZE];
    cdy_write_decimal(limit, 4, number);
    if (p->boxed) { /* between the limits along x */
        begin_text(p->out, left + across / 2, y, "limit-text mid");
    } else {
        begin_text(p->out, left + across - 4, y, "limit-text");
    }
    output_text(p->out, "limit ");
    markup_figure(&to, number);
    output_format(p->out, "%s</text>", arrow);
}

void plot_limit(const plot *p, double limit, bool upper)
{
    if (isinf(limit)) {
        return;
    }
    const double y = y_of(p, limit);
    const bool inside = limit > p->y.low && limit<p->y.high, is_low = y> top + along / 2.0;
    if (!inside) {
        write_limit_text(p, upper ? top + 12 : top + along - 5, limit, upper ? " \u2191" : " \u2193");
        return;
    }
    write_rectangle(p->out, "beyond", left, upper ? top : y, across, upper ? y - top : top + along - y);
    write_line(p->out, "limit", left, y, left + across, y);
    write_limit_text(p, is_low ? y + 11 : y - 4, limit, "");
}

void plot_box(const plot *p, double x, double y)
{
    if (isfinite(y)) {
        plot_limit(p, y, true);
        plot_limit(p, -y, false);
    }
    for (int side = -1; side <= 1 && isfinite(x); side += 2) {
        const double at = x_of(p, side * x);
        if (side * x > p->x.low && side * x < p->x.high) {
            write_rectangle(p->out, "beyond", side < 0 ? left : at, top, side < 0 ? at - left : left + across - at,
                            along);
            write_line(p->out, "limit", at, top, at, top + along);
        }
    }
}

static void put_point(output *out, const char *letter, double x, double y)
{
    output_text(out, letter);
    put(out, x);
    output_text(out, " ");
    put(out, y);
}

void plot_outline(const plot *p, const double (*points)[2], size_t count, const char *label)
{
    double right = 0, high = 0;
    output_text(p->out, "<path class=\"limit\" fill=\"none\" d=\"");
    for (size_t i = 0; i < count; i++) {
        put_point(p->out, i ? "L" : "M", x_of(p, points[i][0]), y_of(p, points[i][1]));
        right = points[i][1] > high ? points[i][0] : fmax(right, points[i][1] < high ? right : points[i][0]);
        high = fmax(high, points[i][1]);
    }
    output_text(p->out, "Z\"/>");
    begin_text(p->out, x_of(p, right) - 3, y_of(p, high) + 11, "limit-text");
    output_format(p->out, "%s</text>", label);
}

/* ---- curves ---- */

static void begin_curve(const plot *p, const char *class)
{
    output_format(p->out, "<path class=\"%s %s\" d=\"", class, p->paint);
}

void plot_curve(const plot *p, const envelope *e, size_t curve, double origin, double factor)
{
    bool drawing = false;
    double last = 0;
    begin_curve(p, "curve");
    for (size_t c = 0; c < e->count; c++) {
        const double *range = envelope_range(e, c, curve);
        const double x = x_of(p, (e->x[2 * c] + e->x[2 * c + 1]) / 2 - origin);
        const double low = y_of(p, factor * range[0]), high = y_of(p, factor * range[1]);
        if (isnan(range[0])) {
            drawing = false;
            continue;
        }
        const bool low_first = fabs(low - last) <= fabs(high - last); /* the end that is nearer to the curve */
        put_point(p->out, drawing ? "L" : "M", x, low_first ? low : high);
        if (fabs(high - low) > 0.05) {
            output_text(p->out, "V");
            put(p->out, low_first ? high : low);
        } else if (!drawing) {
            output_text(p->out, "h0"); /* a point by itself has round ends */
        }
        last = low_first ? high : low;
        drawing = true;
    }
    output_text(p->out, "\"/>");
}

static void draw_points(const plot *p, const plane *line, const double factor[2])
{
    bool drawing = false;
    begin_curve(p, "curve");
    for (size_t i = 0; i < line->count; i++) {
        const double *point = line->points[i];
        if (!isnan(point[0])) {
            put_point(p->out, drawing ? "L" : "M", x_of(p, factor[0] * point[0]), y_of(p, factor[1] * point[1]));
            output_text(p->out, drawing ? "" : "h0");
        }
        drawing = !isnan(point[0]);
    }
    output_text(p->out, "\"/>");
}

/* Returns the number of cells in a row from `column` on that the line crosses. */
static int run_length(const plane *line, int column, int row)
{
    int length = 0;
    while (column + length < PLANE_SIDE && plane_has(line, column + length, row)) {
        length++;
    }
    return length;
}

static void draw_cells(const plot *p, const plane *line, const double factor[2])
{
    const double wide = across * fabs(factor[0]) * line->cell[0] / (p->x.high - p->x.low);
    const double high = along * fabs(factor[1]) * line->cell[1] / (p->y.high - p->y.low);
    begin_curve(p, "cells");
    for (int row = 0; row < PLANE_SIDE; row++) {
        const double y = y_of(p, factor[1] * line->cell[1] * ((double)(row - PLANE_HALF) + 0.5));
        for (int column = 0; column < PLANE_SIDE; column++) {
            const int length = run_length(line, column, row);
            if (length > 0) {
                put_point(p->out, "M", x_of(p, factor[0] * line->cell[0] * (double)(column - PLANE_HALF)), y);
                output_text(p->out, "h");
                put(p->out, fmax(length * wide, 0.1));
                column += length;
            }
        }
    }
    output_text(p->out, "\" stroke-width=\"");
    put(p->out, fmax(high, 1.2));
    output_text(p->out, "\"/>");
}

void plot_plane(const plot *p, const plane *line, const double factor[2])
{
    if (line->is_grid) {
        draw_cells(p, line, factor);
    } else {
        draw_points(p, line, factor);
    }
}

void plot_peak(const plot *p, double x, double y)
{
    if (isnan(x) || isnan(y)) {
        return;
    }
    output_format(p->out, "<circle class=\"peak %s\" r=\"3.2\" cx=\"", p->paint);
    put(p->out, x_of(p, x));
    output_text(p->out, "\" cy=\"");
    put(p->out, y_of(p, y));
    output_text(p->out, "\"/>");
}

axis plot_axis(double low, double high, double lower, double upper, bool zero, bool degrees)
{
    low = zero ? fmin(low, 0) : low;
    high = zero ? fmax(high, 0) : high;
    const double reach = high - low, range = upper - lower, near = reach / 2;
    const bool both = isfinite(range) && (reach > range / 6 || reach < 0.002 * range);
    low = isfinite(lower) && (both || low - near < lower) ? fmin(low, lower) : low;
    high = isfinite(upper) && (both || high + near > upper) ? fmax(high, upper) : high;
    if (!(high - low > 1e-9)) {
        low -= 1;
        high += 1;
    }
    const double margin = 0.16 * (high - low); /* room for the labels of the limits */
    return axis_fit(low - margin, high + margin, 4, degrees);
}
