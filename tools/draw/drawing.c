#include "draw/drawing.h"

#include "base/error.h"
#include "draw/outline.h"
#include "draw/svg.h"
#include "writing/markup.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Pixels: a line of text, the mean width of a letter, the edge of the picture, and a leader up to its label. */
static const double line_height = 15, letter = 6.2, edge = 6, leader = 14;

/* ---- shapes ---- */

typedef struct ordered_shape {
    placed_shape shape;
    double near; /* m toward the viewer */
    size_t order;
} ordered_shape;

/* Shapes in the order in which they are drawn, the nearest last. */
typedef struct shape_list {
    const camera *view;
    ordered_shape *items;
    size_t count, capacity;
    bool out_of_memory;
} shape_list;

static void take_shape(void *context, const placed_shape *shape)
{
    shape_list *list = context;
    if (list->count == list->capacity) {
        const size_t larger = list->capacity ? 2 * list->capacity : 32;
        ordered_shape *grown = realloc(list->items, larger * sizeof *grown);
        if (!grown) {
            list->out_of_memory = true;
            return;
        }
        list->items = grown;
        list->capacity = larger;
    }
    const double *T = shape->T, *toward = list->view->toward;
    list->items[list->count] =
        (ordered_shape){*shape, T[3] * toward[0] + T[7] * toward[1] + T[11] * toward[2], list->count};
    list->count++;
}

static int compare_shapes(const void *a, const void *b)
{
    const ordered_shape *p = a, *q = b;
    const int near = (p->near > q->near) - (p->near < q->near);
    return near ? near : (p->order > q->order) - (p->order < q->order);
}

static bool write_shapes(const subject *s, double faint, const outline_page *page)
{
    shape_list list = {.view = page->view};
    subject_visit(s, faint, take_shape, &list);
    bool written = !list.out_of_memory;
    if (list.count > 1) {
        qsort(list.items, list.count, sizeof *list.items, compare_shapes);
    }
    sink_text(page->to, "<g stroke=\"#4a4f57\" stroke-linejoin=\"round\">\n");
    for (size_t i = 0; written && i < list.count; i++) {
        written = outline_write(page, &list.items[i].shape);
    }
    sink_text(page->to, "</g>\n");
    free(list.items);
    return written;
}

/* ---- labels ---- */

/* A label, the place that it is about, and the height at which it stands in its column. */
typedef struct placed_label {
    const scene_label *label;
    double x, y, height;
} placed_label;

static int compare_heights(const void *a, const void *b)
{
    const placed_label *p = a, *q = b;
    const int height = (p->y > q->y) - (p->y < q->y);
    return height ? height : (p->label > q->label) - (p->label < q->label);
}

/* Moves the labels of a column apart, each as near as it can be to the height of its place. */
static void spread(placed_label *column, size_t count, int height)
{
    const double step = fmin(line_height, (height - 2 * edge) / (double)(count ? count : 1));
    double least = edge + step / 2, most = height - edge - step / 2;
    for (size_t i = 0; i < count; i++) {
        column[i].height = fmax(column[i].y, least);
        least = column[i].height + step;
    }
    for (size_t i = count; i-- > 0;) {
        column[i].height = fmin(column[i].height, most);
        most = column[i].height - step;
    }
}

static void write_label(const placed_label *p, bool right, double column, const sink *to)
{
    static const color usual = {20, 20, 20}; /* the style of the page has its color */
    const color ink = p->label->paint;
    sink_text(to, "<path class=\"leader\" d=\"");
    outline_point(to, 'M', p->x, p->y);
    outline_point(to, 'L', column - (right ? leader : -leader), p->height);
    outline_point(to, 'L', column - (right ? 4 : -4), p->height);
    sink_text(to, "\"/><text");
    if (ink.red != usual.red || ink.green != usual.green || ink.blue != usual.blue) {
        sink_format(to, " style=\"fill:#%02x%02x%02x\"", ink.red, ink.green, ink.blue);
    }
    sink_text(to, right ? " x=\"" : " text-anchor=\"end\" x=\"");
    markup_number(to, round(column), 7);
    sink_text(to, "\" y=\"");
    markup_number(to, round(10 * (p->height + 4)) / 10, 7);
    sink_text(to, "\">");
    markup_text(to, p->label->text);
    sink_text(to, "</text>\n");
}

/* The columns of labels, to the left and to the right of the robot. */
typedef struct columns {
    placed_label *labels[2];
    size_t count[2];
    double room[2]; /* pixels */
} columns;

/* Puts each label on the side where its place is. */
static bool sort_labels(columns *c, const scene *s, const camera *view, double middle)
{
    for (int side = 0; side < 2; side++) {
        c->labels[side] = calloc(s->label_count + 1, sizeof *c->labels[side]);
        if (!c->labels[side]) {
            return false;
        }
    }
    for (size_t i = 0; i < s->label_count; i++) {
        double at[2], y, near;
        camera_project(view, 0, 0, s->labels[i].at, &at[0], &y, &near);
        camera_project(view, 0, 0, s->labels[i].other, &at[1], &y, &near);
        const int side = at[0] + at[1] >= 2 * middle;
        c->labels[side][c->count[side]++].label = &s->labels[i];
        c->room[side] = fmax(c->room[side], letter * (double)strlen(s->labels[i].text) + leader + edge);
    }
    return true;
}

/* Finds the place of a label that is nearest to its column. */
static void place_label(placed_label *p, const camera *view, int width, int height, bool right)
{
    double x, y, near;
    camera_project(view, width, height, p->label->at, &p->x, &p->y, &near);
    camera_project(view, width, height, p->label->other, &x, &y, &near);
    if (right ? x > p->x : x < p->x) {
        p->x = x;
        p->y = y;
    }
}

static void write_labels(columns *c, const camera *view, int width, int height, const sink *to)
{
    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < c->count[side]; i++) {
            place_label(&c->labels[side][i], view, width, height, side);
        }
        qsort(c->labels[side], c->count[side], sizeof *c->labels[side], compare_heights);
        spread(c->labels[side], c->count[side], height);
        for (size_t i = 0; i < c->count[side]; i++) {
            write_label(&c->labels[side][i], side, side ? width - c->room[1] + leader : c->room[0] - leader, to);
        }
    }
}

/* ---- the picture ---- */

static double faintness(size_t pose, size_t count)
{
    return pose + 1 == count ? 0 : 0.65 - 0.3 * (double)pose / (double)count;
}

/* Fits the scene between the columns of labels. */
static bool fit(const scene *s, camera *view, int width, int height, columns *c)
{
    extent covered = {0};
    camera_extend(view, s, &covered);
    if (!sort_labels(c, s, view, (covered.low[0] + covered.high[0]) / 2)) {
        return false;
    }
    const double rooms = c->room[0] + c->room[1], free_width = fmax(width - rooms, 0.4 * width);
    camera_fit(view, &covered, (int)free_width, height);
    view->middle[0] -= (c->room[0] + free_width / 2 - width / 2.0) / view->scale;
    return true;
}

static void write_lines(const scene *s, const camera *view, int width, int height, bool on_top, const sink *to)
{
    for (size_t i = 0; i < s->line_count; i++) {
        if (s->lines[i].on_top == on_top) {
            svg_line(&s->lines[i], view, width, height, to);
        }
    }
}

cdy_status drawing_write(subject *s, const double *poses, size_t count, const pose_style *style, camera from, int width,
                         int height, const char *title, const sink *to, cdy_error *error)
{
    const size_t nq = (size_t)cdy_model_nq(s->model);
    const outline_page page = {.view = &from, .width = width, .height = height, .to = to};
    scene all = {0};
    columns c = {0};
    cdy_status status = CDY_OK;
    for (size_t i = 0; status == CDY_OK && i < count; i++) {
        status = subject_add(s, poses + i * nq, style, faintness(i, count), &all, error);
    }
    if (status == CDY_OK && !fit(&all, &from, width, height, &c)) {
        status = cdy_fail_memory(error);
    }
    if (status == CDY_OK) {
        svg_begin(width, height, title, to);
        sink_text(to, "<style>text{fill:#20242a}.leader{fill:none;stroke:#8a9099;stroke-width:.8}"
                      "@media(prefers-color-scheme:dark){text{fill:#e4e7eb}}</style>\n");
        write_lines(&all, &from, width, height, false, to);
    }
    for (size_t i = 0; status == CDY_OK && i < count; i++) {
        status = subject_place(s, poses + i * nq, error);
        if (status == CDY_OK && !write_shapes(s, faintness(i, count), &page)) {
            status = cdy_fail_memory(error);
        }
    }
    if (status == CDY_OK) {
        write_lines(&all, &from, width, height, true, to);
        write_labels(&c, &from, width, height, to);
        svg_end(to);
    }
    free(c.labels[0]);
    free(c.labels[1]);
    scene_clear(&all);
    return status;
}
