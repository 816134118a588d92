#include "page/heat_map.h"

#include "draw/svg.h"
#include "page/axis.h"
#include "text/decimal.h"
#include "writing/markup.h"

#include <math.h>
#include <stdlib.h>

/* The picture in pixels. */
static const double left = 62, top = 58, widest = 440, highest = 520, narrowest = 150, below = 48;
static const double bar_gap = 26, bar_width = 16, bar_room = 112;

enum { NAME_COLUMNS = 60 };

/* Where things are, and how values become colors. */
typedef struct layout {
    const sink *to;
    axis x, y;                          /* m */
    double across, along;               /* pixels */
    axis values;                        /* of finite values, or of their decimal logarithms */
    bool logarithmic, finite, infinite; /* finite, infinite: such values are among the cells */
} layout;

/* Colors of viridis (Smith and van der Walt 2015) but for its ends, which are near to black and to white: their
 * lightness grows evenly, also without color vision. */
static const unsigned char stops[][3] = {{0x48, 0x28, 0x78}, {0x3e, 0x49, 0x89}, {0x31, 0x68, 0x8e},
                                         {0x26, 0x82, 0x8e}, {0x1f, 0x9e, 0x89}, {0x35, 0xb7, 0x79},
                                         {0x6e, 0xce, 0x58}, {0xb5, 0xde, 0x2b}, {0xdf, 0xe3, 0x18}};

enum { STOPS = sizeof stops / sizeof *stops };

void heat_color(double place, int rgb[3])
{
    const double at = fmin(fmax(place, 0), 1) * (STOPS - 1);
    const int k = (int)fmin(floor(at), STOPS - 2);
    for (int i = 0; i < 3; i++) {
        rgb[i] = (int)lround(stops[k][i] + (at - k) * (stops[k + 1][i] - stops[k][i]));
    }
}

/* ---- the scales ---- */

/* Linear values that are not negative and reach far down begin at 0. */
static void fit_values(const heat_map *m, layout *l)
{
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (size_t i = 0; i < m->count; i++) {
        const double value = m->cells[i].value;
        l->infinite = l->infinite || !isfinite(value);
        low = isfinite(value) ? fmin(low, value) : low;
        high = isfinite(value) ? fmax(high, value) : high;
    }
    l->logarithmic = m->wide && low > 0 && high > 10 * low && isfinite(high);
    l->finite = low <= high;
    if (!l->finite) {
        low = high = 0;
    }
    if (!l->logarithmic) {
        low = low >= 0 && low < high / 2 ? 0 : low;
    }
    l->values = l->logarithmic ? axis_fit(log10(low), log10(high), 5, false) : axis_fit(low, high, 5, false);
}

/* Both axes have one scale; a narrow grid stands in a wider picture. */
static void fit_axes(const heat_map *m, layout *l)
{
    const double half = m->size / 2;
    double farthest = 0, low = m->cells[0].height - half, high = m->cells[m->count - 1].height + half;
    for (size_t i = 0; i < m->count; i++) {
        farthest = fmax(farthest, m->cells[i].radius + half);
    }
    const double scale = fmin(widest / farthest, highest / (high - low));
    const double wide = fmax(farthest, narrowest / scale), more = fmax(narrowest / scale - (high - low), 0) / 2;
    low -= more;
    high += more;
    l->across = scale * wide;
    l->along = scale * (high - low);
    l->x = axis_fit(0, wide, (int)fmax(l->across / 80, 2), false);
    l->y = axis_fit(low, high, (int)fmax(l->along / 60, 2), false);
}

static double x_of(const layout *l, double x)
{
    return left + l->across * axis_place(&l->x, x);
}

static double y_of(const layout *l, double y)
{
    return top + l->along * (1 - axis_place(&l->y, y));
}

/* ---- words and lines ---- */

static void put(const sink *to, double value)
{
    markup_number(to, round(100 * value) / 100, 9);
}

static void begin_text(const sink *to, const char *class, double x, double y)
{
    sink_format(to, "<text class=\"%s\" x=\"", class);
    put(to, x);
    sink_text(to, "\" y=\"");
    put(to, y);
    sink_text(to, "\">");
}

static void write_figure(const sink *to, const char *class, double x, double y, const char *figure)
{
    begin_text(to, class, x, y);
    markup_figure(to, figure);
    sink_text(to, "</text>\n");
}

static void write_rectangle(const sink *to, const char *class, double x, double y, double width, double height)
{
    const char *const names[] = {" x=\"", "\" y=\"", "\" width=\"", "\" height=\""};
    const double values[] = {x, y, width, height};
    sink_format(to, "<rect class=\"%s\"", class);
    for (int i = 0; i < 4; i++) {
        sink_text(to, names[i]);
        put(to, values[i]);
    }
    sink_text(to, "\"/>\n");
}

/* A line from a point by steps across and along. */
static void add_step(const sink *to, double x, double y, const char *direction, double step)
{
    sink_text(to, "M");
    put(to, x);
    sink_text(to, " ");
    put(to, y);
    sink_text(to, direction);
    put(to, step);
}

static void write_axes(const layout *l)
{
    char label[AXIS_LABEL_SIZE];
    int columns, rows;
    const double first_x = axis_first(&l->x, &columns), first_y = axis_first(&l->y, &rows);
    sink_text(l->to, "<path class=\"grid\" d=\"");
    for (int i = 0; i < columns; i++) {
        add_step(l->to, x_of(l, (first_x + i) * l->x.step), top, "v", l->along);
    }
    for (int i = 0; i < rows; i++) {
        add_step(l->to, left, y_of(l, (first_y + i) * l->y.step), "h", l->across);
    }
    sink_text(l->to, "\"/>\n");
    for (int i = 0; i < columns; i++) {
        const double value = (first_x + i) * l->x.step;
        axis_label(&l->x, value, label);
        write_figure(l->to, "mid", x_of(l, value), top + l->along + 16, label);
    }
    for (int i = 0; i < rows; i++) {
        const double value = (first_y + i) * l->y.step;
        axis_label(&l->y, value, label);
        write_figure(l->to, "end", left - 7, y_of(l, value) + 4, label);
    }
    write_figure(l->to, "mid unit", left + l->across / 2, top + l->along + 36, "radius from the base's z axis, m");
    sink_text(l->to, "<g transform=\"translate(14 ");
    put(l->to, top + l->along / 2);
    sink_text(l->to, ") rotate(-90)\">");
    write_figure(l->to, "mid unit", 0, 0, "height, m");
    sink_text(l->to, "</g>\n");
}

/* ---- the bar of colors ---- */

static void write_gradient(const sink *to)
{
    sink_text(to, "<linearGradient id=\"heat\" x1=\"0\" y1=\"1\" x2=\"0\" y2=\"0\">");
    for (int i = 0; i < STOPS; i++) {
        sink_text(to, "<stop offset=\"");
        markup_number(to, (double)i / (STOPS - 1), 4);
        sink_format(to, "\" stop-color=\"#%02x%02x%02x\"/>", stops[i][0], stops[i][1], stops[i][2]);
    }
    sink_text(to, "</linearGradient>\n");
}

static void write_tick(const layout *l, double x, double place, const char *label)
{
    const double y = top + l->along * (1 - place);
    sink_text(l->to, "<path class=\"tick\" d=\"");
    add_step(l->to, x, y, "h", 4);
    sink_text(l->to, "\"/>");
    write_figure(l->to, "begin", x + 7, y + 4, label);
}

/* Powers of ten, and 2 and 5 times them where there are few. */
static void write_powers(const layout *l, double x)
{
    static const double parts[] = {1, 2, 5};
    const double first = floor(l->values.low), last = ceil(l->values.high);
    const int every = (int)ceil((last - first) / 12), count = last - first > 4 ? 1 : 3;
    for (int power = (int)first; power <= (int)last; power += every) {
        for (int i = 0; i < count; i++) {
            char label[CDY_DECIMAL_SIZE];
            const double exponent = power + log10(parts[i]);
            if (exponent >= l->values.low - 1e-9 && exponent <= l->values.high + 1e-9) {
                cdy_write_decimal(parts[i] * pow(10, power), (int)fmin(fmax(power + 1, 3), 6), label);
                write_tick(l, x, axis_place(&l->values, exponent), label);
            }
        }
    }
}

static void write_bar(const layout *l, const heat_map *m)
{
    const double x = left + l->across + bar_gap, end = x + bar_width;
    char label[AXIS_LABEL_SIZE];
    int count;
    if (l->finite) {
        write_rectangle(l->to, "bar", x, top, bar_width, l->along);
    }
    const double first = axis_first(&l->values, &count);
    for (int i = 0; i < count && l->finite && !l->logarithmic; i++) {
        const double value = (first + i) * l->values.step;
        axis_label(&l->values, value, label);
        write_tick(l, end, axis_place(&l->values, value), label);
    }
    if (l->logarithmic) {
        write_powers(l, end);
    }
    if (l->infinite) {
        write_rectangle(l->to, "infinite", x, top + l->along + 8, bar_width, 11);
        write_figure(l->to, "begin", end + 7, top + l->along + 17, "infinite");
    }
    begin_text(l->to, "end unit", left + l->across + bar_room, top - 10);
    markup_text(l->to, m->quantity);
    sink_text(l->to, "</text>\n");
}

/* ---- cells ---- */

static double place_of(const layout *l, double value)
{
    return axis_place(&l->values, l->logarithmic ? log10(value) : value);
}

static void write_cells(const layout *l, const heat_map *m)
{
    const double half = m->size / 2;
    sink_text(l->to, "<g shape-rendering=\"crispEdges\">\n");
    for (size_t i = 0; i < m->count; i++) {
        const heat_cell *cell = &m->cells[i];
        int rgb[3];
        heat_color(isfinite(cell->value) ? place_of(l, cell->value) : 0, rgb);
        sink_text(l->to, "<path");
        if (isfinite(cell->value)) {
            sink_format(l->to, " fill=\"#%02x%02x%02x\"", (unsigned)rgb[0], (unsigned)rgb[1], (unsigned)rgb[2]);
        } else {
            sink_text(l->to, " class=\"infinite\"");
        }
        sink_text(l->to, " d=\"M");
        put(l->to, x_of(l, cell->radius - half)); /* edges by their places, so that rounding leaves no gap */
        sink_text(l->to, " ");
        put(l->to, y_of(l, cell->height + half));
        sink_text(l->to, "H");
        put(l->to, x_of(l, cell->radius + half));
        sink_text(l->to, "V");
        put(l->to, y_of(l, cell->height - half));
        sink_text(l->to, "H");
        put(l->to, x_of(l, cell->radius - half));
        sink_text(l->to, "z\"/>\n");
    }
    sink_text(l->to, "</g>\n");
}

/* The order of cells, by their middles. */
static int compare_cells(const heat_cell *a, const heat_cell *b, double size)
{
    const double up = (a->height - b->height) / size, out = (a->radius - b->radius) / size;
    return up < -0.5 ? -1 : up > 0.5 ? 1 : out < -0.5 ? -1 : out > 0.5;
}

static bool has_cell(const heat_map *m, double radius, double height)
{
    const heat_cell wanted = {radius, height, 0};
    size_t low = 0, high = m->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const int order = compare_cells(&m->cells[middle], &wanted, m->size);
        if (order == 0) {
            return true;
        }
        low = order < 0 ? middle + 1 : low;
        high = order < 0 ? high : middle;
    }
    return false;
}

/* The edges between cells and what no pose reaches, so that light and dark colors end on any page. */
static void write_outline(const layout *l, const heat_map *m)
{
    const double half = m->size / 2, pixels = l->across / (l->x.high - l->x.low), size = pixels * m->size;
    sink_text(l->to, "<path class=\"edge\" d=\"");
    for (size_t i = 0; i < m->count; i++) {
        const double r = m->cells[i].radius, h = m->cells[i].height;
        const double x = x_of(l, r - half), y = y_of(l, h + half);
        if (!has_cell(m, r, h + m->size)) {
            add_step(l->to, x, y, "h", size);
        }
        if (!has_cell(m, r, h - m->size)) {
            add_step(l->to, x, y + size, "h", size);
        }
        if (!has_cell(m, r - m->size, h) && r > m->size) {
            add_step(l->to, x, y, "v", size);
        }
        if (!has_cell(m, r + m->size, h)) {
            add_step(l->to, x + size, y, "v", size);
        }
    }
    sink_text(l->to, "\"/>\n");
}

/* ---- the picture ---- */

static const char style[] =
    "<style>text{fill:#20242a;font-size:12px}.title{font-size:14px;font-weight:600}.unit{fill:#57606a}.mid{text-anchor:"
    "middle}.end{text-anchor:end}.grid,.tick,.edge,.frame{fill:none;stroke-width:1}.grid{stroke:#d0d7de}.tick,.edge,"
    ".frame{stroke:#57606a}.edge{stroke-width:.8}.bar{fill:url(#heat)}.infinite{fill:#9aa5b1}"
    "@media(prefers-color-scheme:dark){text{fill:#e4e7eb}.unit{fill:#9aa5b1}.grid{stroke:#39424d}.tick,.edge,.frame"
    "{stroke:#9aa5b1}.infinite{fill:#6b7580}}</style>\n";

static void write_title(const heat_map *m, const sink *to)
{
    begin_text(to, "title", 8, 20);
    markup_text(to, m->title);
    sink_text(to, "</text>\n");
    begin_text(to, "unit", 8, 38);
    markup_name(to, m->robot, NAME_COLUMNS);
    sink_text(to, "</text>\n");
}

void heat_map_write(const heat_map *m, output *out)
{
    const sink to = output_sink(out);
    layout l = {.to = &to};
    fit_values(m, &l);
    fit_axes(m, &l);
    svg_begin((int)ceil(left + l.across + bar_room + 8), (int)ceil(top + l.along + below), m->title, &to);
    sink_text(&to, style);
    write_gradient(&to);
    write_title(m, &to);
    write_axes(&l);
    write_cells(&l, m);
    write_outline(&l, m);
    write_rectangle(&to, "frame", left, top, l.across, l.along);
    write_bar(&l, m);
    svg_end(&to);
}
