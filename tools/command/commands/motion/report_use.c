/* The limits in the report: bars of each joint's use of its limits, and the table of its peaks. */
#include "commands/motion/report.h"

#include "run/number_style.h"
#include "writing/markup.h"

#include <math.h>
#include <stdlib.h>

/* ---- bars ---- */

static void put_x(output *out, const char *before, double share, const char *after)
{
    const sink to = output_sink(out);
    output_text(out, before);
    markup_number(&to, round(1000 * fmin(fmax(share, 0), 1.28)) / 10, 5);
    output_text(out, after);
}

/* Writes a bar, 100 units being the limit; `mean` as a mark on it, NaN: none. */
static void write_bar(const report *r, double used, double mean, const char *paint)
{
    output_text(r->out,
                "<svg class=\"bar\" viewBox=\"0 0 130 12\" preserveAspectRatio=\"none\" aria-hidden=\"true\" "
                "xmlns=\"http://www.w3.org/2000/svg\"><rect class=\"track\" y=\"2\" width=\"100\" height=\"8\"/>");
    output_format(r->out, "<rect class=\"%s\" y=\"2\" height=\"8\" ", paint);
    put_x(r->out, "width=\"", used, "\"/>");
    if (!isnan(mean)) {
        put_x(r->out, "<path class=\"mean\" d=\"M", mean, " 0v12\"/>");
    }
    output_text(r->out, "<path class=\"full\" d=\"M100 0v12\"/></svg>");
}

static void write_use(const report *r, const limit_row *row, limit_kind kind)
{
    static const char *const paints[LIMIT_KINDS] = {"tau", "qd", "q"};
    const double used = report_use_of(row, kind);
    const double mean = kind == LIMIT_TORQUE ? row->numbers[RMS_TORQUE] / row->coordinate.effort : (double)NAN;
    output_text(r->out, "<td>");
    if (kind == LIMIT_TORQUE && row->passive) {
        output_text(r->out, "<span class=\"soft\">no drive</span>");
    } else if (isnan(used)) {
        output_text(r->out, "<span class=\"soft\">unknown</span>");
    } else {
        output_format(r->out, "<span%s>%.*f %%%s</span>", report_exceeds(row, kind) ? " class=\"over\"" : "",
                      used < 0.0995 ? 1 : 0, 100 * fmin(used, 99.99), report_exceeds(row, kind) ? " !" : "");
        write_bar(r, used, mean, paints[kind]);
    }
    output_text(r->out, "</td>");
}

static void write_bars(const report *r)
{
    output_text(r->out, "<div class=\"scroll\"><table class=\"wide bars\">\n<thead><tr><th>Joint</th><th "
                        "class=\"left\">Torque, % of the "
                        "effort limit</th><th>Velocity, % of its limit</th><th>Position, % of half the range"
                        "</th></tr></thead>\n<tbody>\n");
    for (int i = 0; i < r->results->count; i++) {
        const limit_row *row = &r->results->rows[i];
        output_text(r->out, "<tr><th>");
        report_write_name(r, row);
        output_text(r->out, "</th>");
        for (limit_kind kind = 0; kind < LIMIT_KINDS; kind++) {
            write_use(r, row, kind);
        }
        output_text(r->out, "</tr>\n");
    }
    output_text(r->out,
                "</tbody></table></div>\n<p class=\"soft\">Bars show the largest value in the motion; the upright "
                "line at their right is the limit. The mark on a bar of torque is the root mean square. Positions "
                "count from the middle of the range: 100 % is at a limit.</p>\n");
}

/* ---- peaks ---- */

/* A column of the table of peaks. */
typedef struct peak_column {
    const char *title;
    limit_number number;
    const cdy_limit_peak *(*peak)(const limit_row *row); /* its place; NULL: none */
    int kind;                                            /* limit_kind of the limit that the joint exceeds; -1: none */
    bool per_cent;
} peak_column;

static const cdy_limit_peak *torque_of(const limit_row *row)
{
    return &row->use.torque;
}

static const cdy_limit_peak *speed_of(const limit_row *row)
{
    return &row->use.speed;
}

static const cdy_limit_peak *margin_of(const limit_row *row)
{
    return &row->use.margin;
}

static const cdy_limit_peak *power_of(const limit_row *row)
{
    return &row->use.power;
}

static const peak_column columns[] = {
    {"Peak torque", PEAK_TORQUE, torque_of, LIMIT_TORQUE, false},
    {"RMS", RMS_TORQUE, NULL, -1, false},
    {"Limit", EFFORT_LIMIT, NULL, -1, false},
    {"%", EFFORT_PERCENT, NULL, LIMIT_TORQUE, true},
    {"Peak velocity", PEAK_VELOCITY, speed_of, LIMIT_VELOCITY, false},
    {"Limit", VELOCITY_LIMIT, NULL, -1, false},
    {"%", VELOCITY_PERCENT, NULL, LIMIT_VELOCITY, true},
    {"Least margin", LEAST_MARGIN, margin_of, LIMIT_POSITION, false},
    {"Peak power", PEAK_POWER, power_of, -1, false},
    {"Driven", ENERGY_DRIVEN, NULL, -1, false},
    {"Braked", ENERGY_BRAKED, NULL, -1, false},
};
enum { COLUMNS = sizeof columns / sizeof *columns };

/* Writes the unit of a column, of both kinds of joints where the robot has them. */
static void write_column_unit(const report *r, limit_number number)
{
    const char *angle = r->results->degrees ? "deg" : "rad", *per = "", *turned = angle, *moved = "m";
    bool angular = false, linear = false;
    for (int i = 0; i < r->results->count; i++) {
        angular = angular || r->results->rows[i].coordinate.angular;
        linear = linear || !r->results->rows[i].coordinate.angular;
    }
    if (number == PEAK_POWER || number == ENERGY_DRIVEN || number == ENERGY_BRAKED) {
        output_text(r->out, number == PEAK_POWER ? "W" : "J");
        return;
    }
    if (number == PEAK_VELOCITY || number == VELOCITY_LIMIT) {
        per = "/s";
    } else if (number != LEAST_MARGIN) {
        turned = "N m";
        moved = "N";
    }
    output_format(r->out, "%s%s%s%s%s", angular ? turned : "", angular ? per : "", angular && linear ? ", " : "",
                  linear ? moved : "", linear ? per : "");
}

static void write_peaks_head(const report *r)
{
    output_text(r->out, "<div class=\"scroll\"><table class=\"wide peaks\">\n<thead><tr><th>Joint</th>");
    for (int k = 0; k < COLUMNS; k++) {
        output_format(r->out, "<th>%s", columns[k].title);
        if (!columns[k].per_cent) {
            output_text(r->out, "<br/><small>");
            write_column_unit(r, columns[k].number);
            output_text(r->out, "</small>");
        }
        output_text(r->out, "</th>");
    }
    output_text(r->out, "</tr></thead>\n<tbody>\n");
}

static void write_cell(const report *r, const limit_row *row, const peak_column *c, const number_style *style)
{
    const sink to = output_sink(r->out);
    const double value = row->numbers[c->number];
    const bool over = c->kind >= 0 && report_exceeds(row, (limit_kind)c->kind);
    char text[NUMBER_STYLE_SIZE];
    output_format(r->out, "<td%s>", over ? " class=\"over\"" : "");
    if (isnan(value)) {
        const bool torque = c->number == EFFORT_PERCENT || c->number == EFFORT_LIMIT;
        const bool limit = (c->per_cent || torque || c->number == VELOCITY_LIMIT) && !(torque && row->passive);
        output_format(r->out, "%s</td>", limit ? "unknown" : "\u2013");
        return;
    }
    number_style_write(style, value, text);
    output_text(r->out, "<data value=\"");
    markup_number(&to, value, 0);
    output_text(r->out, "\">");
    markup_figure(&to, text);
    output_format(r->out, "</data>%s", over ? " !" : "");
    if (c->peak) {
        output_text(r->out, "<small>");
        report_write_place(r, c->peak(row));
        output_text(r->out, "</small>");
    }
    output_text(r->out, "</td>");
}

/* Chooses the style of each column from its numbers. */
static exit_code fit_styles(const report *r, number_style styles[COLUMNS])
{
    double *values = calloc((size_t)r->results->count + 1, sizeof *values);
    if (!values) {
        return fail_memory();
    }
    for (int k = 0; k < COLUMNS; k++) {
        size_t count = 0;
        for (int i = 0; i < r->results->count; i++) {
            const double value = r->results->rows[i].numbers[columns[k].number];
            if (!isnan(value)) {
                values[count++] = value;
            }
        }
        styles[k] = number_style_fit(values, count, 4);
    }
    free(values);
    return EXIT_FINE;
}

static void write_peaks(const report *r, const number_style styles[COLUMNS])
{
    write_peaks_head(r);
    for (int i = 0; i < r->results->count; i++) {
        const limit_row *row = &r->results->rows[i];
        output_text(r->out, "<tr><th>");
        report_write_name(r, row);
        output_text(r->out, "</th>");
        for (int k = 0; k < COLUMNS; k++) {
            write_cell(r, row, &columns[k], &styles[k]);
        }
        output_text(r->out, "</tr>\n");
    }
    output_text(r->out, "</tbody></table></div>\n");
    output_format(
        r->out,
        "<p class=\"soft\">Root mean squares (RMS) are over %s. A margin is the distance to the nearer position "
        "limit, below 0 beyond it; power above 0 drives the joint, below 0 brakes it. unknown: the robot's file "
        "gives no limit, or 0; \u2013: the rows do not tell. A limit counts as exceeded from %g of it beyond.</p>\n",
        r->trace->timed ? "time" : "rows, as the rows have no times", r->results->tolerance);
}

exit_code report_write_use(const report *r)
{
    number_style styles[COLUMNS];
    const exit_code code = fit_styles(r, styles);
    if (code != EXIT_FINE) {
        return code;
    }
    output_text(r->out, "<h2>Use of limits</h2>\n");
    write_bars(r);
    output_text(r->out, "<h2>Peaks and means</h2>\n");
    write_peaks(r, styles);
    return EXIT_FINE;
}
