#include "draw/raster.h"

#include "draw/font.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    FINER = 2 /* samples a pixel in each direction */,
    FARTHEST = 100000 /* pixels to a label that is drawn */
};

/* A picture in the making, with more samples than pixels. */
typedef struct canvas {
    int width, height; /* in samples */
    const camera *view;
    color *paint;
    float *near; /* depth of each sample, m toward the viewer */
} canvas;

camera camera_from(double azimuth, double elevation)
{
    const double ca = cos(azimuth), sa = sin(azimuth), ce = cos(elevation), se = sin(elevation);
    return (camera){
        .right = {-sa, ca, 0}, .up = {-ca * se, -sa * se, ce}, .toward = {ca * ce, sa * ce, se}, .scale = 1};
}

static double dot3(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void extend(const camera *c, const float point[3], extent *e)
{
    const double p[3] = {(double)point[0], (double)point[1], (double)point[2]};
    const double at[2] = {dot3(p, c->right), dot3(p, c->up)};
    for (int k = 0; k < 2; k++) {
        e->low[k] = e->any ? fmin(e->low[k], at[k]) : at[k];
        e->high[k] = e->any ? fmax(e->high[k], at[k]) : at[k];
    }
    e->any = true;
}

void camera_extend(const camera *c, const scene *s, extent *e)
{
    for (size_t i = 0; i < s->triangle_count; i++) {
        for (int corner = 0; corner < 3; corner++) {
            extend(c, s->triangles[i].corner[corner], e);
        }
    }
    for (size_t i = 0; i < s->line_count; i++) {
        extend(c, s->lines[i].from, e);
        extend(c, s->lines[i].to, e);
    }
}

void camera_fit(camera *c, const extent *e, int width, int height)
{
    const double share = 0.88, across = fmax(e->high[0] - e->low[0], 1e-9), along = fmax(e->high[1] - e->low[1], 1e-9);
    c->middle[0] = (e->low[0] + e->high[0]) / 2;
    c->middle[1] = (e->low[1] + e->high[1]) / 2;
    c->scale = share * fmin(width / across, height / along);
}

void camera_project(const camera *c, int width, int height, const float point[3], double *x, double *y, double *near)
{
    const double p[3] = {(double)point[0], (double)point[1], (double)point[2]};
    *x = width / 2.0 + c->scale * (dot3(p, c->right) - c->middle[0]);
    *y = height / 2.0 - c->scale * (dot3(p, c->up) - c->middle[1]);
    *near = dot3(p, c->toward);
}

/* Projects a point to samples. */
static void project(const canvas *v, const float point[3], double at[3])
{
    camera_project(v->view, v->width / FINER, v->height / FINER, point, &at[0], &at[1], &at[2]);
    at[0] *= (double)FINER;
    at[1] *= (double)FINER;
}

static unsigned char shade(unsigned char paint, double light)
{
    const double value = paint * light;
    return (unsigned char)(value < 0 ? 0 : value > 255 ? 255 : value);
}

/* A lamp above the viewer's left shoulder, and light from everywhere. */
double camera_light(const camera *c, const double normal[3])
{
    const double length = sqrt(dot3(normal, normal));
    if (!(length > 0)) {
        return 0.6;
    }
    double across = dot3(normal, c->right) / length, along = dot3(normal, c->up) / length,
           toward = dot3(normal, c->toward) / length;
    if (toward < 0) {
        across = -across;
        along = -along;
        toward = -toward;
    }
    const double lamp = -0.35 * across + 0.55 * along + 0.76 * toward;
    return 0.42 + 0.6 * (lamp > 0 ? lamp : 0);
}

static double brightness(const canvas *v, const float n[3])
{
    const double normal[3] = {(double)n[0], (double)n[1], (double)n[2]};
    return camera_light(v->view, normal);
}

/* A whole number from 0 to `high`; 0 for NaN. */
static int clamp(double x, int high)
{
    return !(x > 0) ? 0 : x > high ? high : (int)x;
}

/* A triangle in samples: x, y and depth of its corners, their brightness, and twice its area. */
typedef struct flat_triangle {
    double corner[3][3], light[3], area;
    color paint;
} flat_triangle;

/* Samples `first` to `end` - 1 of those whose middles lie between `low` and `high` or, by rounding, just outside. */
static void find_samples(double low, double high, int count, int *first, int *end)
{
    *first = clamp(ceil(low - 0.501), count);
    *end = clamp(floor(high + 0.501), count);
}

/* The samples of a row, whose middles are at `sy`, that the triangle may cover: between the places where its edges
 * cross the row, or come so near to it that rounding decides. */
static void find_span(const flat_triangle *t, double sy, int count, int *first, int *end)
{
    const double slack = 0.001;
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (int k = 0; k < 3; k++) {
        const double *a = t->corner[k], *b = t->corner[(k + 1) % 3], rise = b[1] - a[1];
        if (fmin(a[1], b[1]) > sy + slack || fmax(a[1], b[1]) < sy - slack) {
            continue;
        }
        const bool is_level = fabs(rise) < slack;
        const double at = is_level ? 0 : fmax(0, fmin(1, (sy - a[1]) / rise)), x = a[0] + at * (b[0] - a[0]);
        low = fmin(low, is_level ? fmin(x, b[0]) : x);
        high = fmax(high, is_level ? fmax(x, b[0]) : x);
    }
    find_samples(low, high, count, first, end);
}

/* Paints a sample where the triangle covers its middle and is the nearest: depth and brightness are linear. */
static void fill_sample(canvas *v, const flat_triangle *t, int x, int y)
{
    const double sx = x + 0.5, sy = y + 0.5;
    const double(*p)[3] = t->corner;
    const double a = ((p[1][0] - sx) * (p[2][1] - sy) - (p[2][0] - sx) * (p[1][1] - sy)) / t->area;
    const double b = ((p[2][0] - sx) * (p[0][1] - sy) - (p[0][0] - sx) * (p[2][1] - sy)) / t->area;
    const double c = 1 - a - b;
    const double near = a * p[0][2] + b * p[1][2] + c * p[2][2];
    const size_t at = (size_t)y * (size_t)v->width + (size_t)x;
    if (!(a < 0 || b < 0 || c < 0) && near > (double)v->near[at]) {
        const double bright = a * t->light[0] + b * t->light[1] + c * t->light[2];
        v->near[at] = (float)near;
        v->paint[at] =
            (color){shade(t->paint.red, bright), shade(t->paint.green, bright), shade(t->paint.blue, bright)};
    }
}

/* Fills a triangle row by row, so that a narrow one takes time in proportion to its height. */
static void fill_triangle(canvas *v, const scene_triangle *triangle)
{
    flat_triangle t = {.paint = triangle->paint};
    double(*p)[3] = t.corner;
    for (int c = 0; c < 3; c++) {
        project(v, triangle->corner[c], p[c]);
        t.light[c] = brightness(v, triangle->normal[c]);
    }
    t.area = (p[1][0] - p[0][0]) * (p[2][1] - p[0][1]) - (p[2][0] - p[0][0]) * (p[1][1] - p[0][1]);
    if (!(fabs(t.area) > 1e-12)) {
        return;
    }
    int top, bottom;
    find_samples(fmin(p[0][1], fmin(p[1][1], p[2][1])), fmax(p[0][1], fmax(p[1][1], p[2][1])), v->height, &top,
                 &bottom);
    for (int y = top; y < bottom; y++) {
        int left, right;
        find_span(&t, y + 0.5, v->width, &left, &right);
        for (int x = left; x < right; x++) {
            fill_sample(v, &t, x, y);
        }
    }
}

/* Darkens the samples at steps of the depth, so that the outlines of links show. */
static void draw_outlines(canvas *v, double step)
{
    for (int y = 0; y + 1 < v->height; y++) {
        for (int x = 0; x + 1 < v->width; x++) {
            const size_t at = (size_t)y * (size_t)v->width + (size_t)x;
            const double here = (double)v->near[at], beside = (double)v->near[at + 1],
                         below = (double)v->near[at + (size_t)v->width];
            if (fabs(here - beside) > step || fabs(here - below) > step) {
                color *paint = &v->paint[at];
                *paint = (color){shade(paint->red, 0.5), shade(paint->green, 0.5), shade(paint->blue, 0.5)};
            }
        }
    }
}

/* Draws a disc of a line at a place. */
static void stamp(canvas *v, const double at[3], double radius, const scene_line *line)
{
    const int left = clamp(at[0] - radius, v->width - 1), right = clamp(at[0] + radius, v->width - 1);
    const int top = clamp(at[1] - radius, v->height - 1), bottom = clamp(at[1] + radius, v->height - 1);
    for (int y = top; y <= bottom; y++) {
        for (int x = left; x <= right; x++) {
            const double dx = x + 0.5 - at[0], dy = y + 0.5 - at[1];
            const size_t place = (size_t)y * (size_t)v->width + (size_t)x;
            if (dx * dx + dy * dy <= radius * radius && (line->on_top || at[2] >= (double)v->near[place])) {
                v->paint[place] = line->paint;
            }
        }
    }
}

static void draw_line(canvas *v, const scene_line *line)
{
    double a[3], b[3];
    project(v, line->from, a);
    project(v, line->to, b);
    const double length = hypot(b[0] - a[0], b[1] - a[1]);
    const int most = 8 * (v->width + v->height), steps = length < most ? (int)length + 1 : most;
    for (int i = 0; i <= steps; i++) {
        double at[3];
        for (int k = 0; k < 3; k++) {
            at[k] = a[k] + (b[k] - a[k]) * i / steps;
        }
        stamp(v, at, 0.5 * (double)FINER * (double)line->width, line);
    }
}

/* Averages the samples of each pixel. */
static void reduce(const canvas *v, image *made)
{
    for (int y = 0; y < made->height; y++) {
        for (int x = 0; x < made->width; x++) {
            int sum[3] = {0};
            for (int k = 0; k < FINER * FINER; k++) {
                const int sx = FINER * x + k % FINER, sy = FINER * y + k / FINER;
                const color *c = &v->paint[(size_t)sy * (size_t)v->width + (size_t)sx];
                sum[0] += c->red;
                sum[1] += c->green;
                sum[2] += c->blue;
            }
            unsigned char *pixel = made->pixels + 3 * ((size_t)y * (size_t)made->width + (size_t)x);
            for (int k = 0; k < 3; k++) {
                pixel[k] = (unsigned char)((sum[k] + FINER * FINER / 2) / (FINER * FINER));
            }
        }
    }
}

static void draw_labels(const scene *s, const camera *c, image *made)
{
    for (size_t i = 0; i < s->label_count; i++) {
        double x, y, near;
        camera_project(c, made->width, made->height, s->labels[i].at, &x, &y, &near);
        if (!(fabs(x) < (double)FARTHEST && fabs(y) < (double)FARTHEST)) {
            continue; /* labels do not extend the picture */
        }
        const int left = (int)x + 6, top = (int)y - 4;
        for (int k = 0; k < 9; k++) { /* a white rim keeps the letters readable on the robot */
            font_draw(made, left + k % 3 - 1, top + k / 3 - 1, s->labels[i].text, (color){255, 255, 255});
        }
        font_draw(made, left, top, s->labels[i].text, s->labels[i].paint);
    }
}

static void draw(canvas *v, const scene *s, bool marks)
{
    for (size_t i = 0; i < (size_t)v->width * (size_t)v->height; i++) {
        v->paint[i] = (color){255, 255, 255};
        v->near[i] = -1e30F;
    }
    for (size_t i = 0; i < s->triangle_count; i++) {
        fill_triangle(v, &s->triangles[i]);
    }
    double size = 0;
    for (int k = 0; k < 3; k++) {
        size = fmax(size, s->upper[k] - s->lower[k]);
    }
    draw_outlines(v, 0.02 * size);
    for (int top = 0; top < (marks ? 2 : 1); top++) {
        for (size_t i = 0; i < s->line_count; i++) {
            if (s->lines[i].on_top == (top == 1)) {
                draw_line(v, &s->lines[i]);
            }
        }
    }
}

bool raster_draw(const scene *s, const camera *c, int width, int height, bool marks, image *made)
{
    canvas v = {.width = FINER * width, .height = FINER * height, .view = c};
    const size_t samples = (size_t)v.width * (size_t)v.height;
    v.paint = malloc(samples * sizeof *v.paint);
    v.near = malloc(samples * sizeof *v.near);
    *made = (image){.width = width, .height = height, .pixels = malloc(3 * (size_t)width * (size_t)height)};
    const bool ok = v.paint && v.near && made->pixels;
    if (ok) {
        draw(&v, s, marks);
        reduce(&v, made);
        if (marks) {
            draw_labels(s, c, made);
        }
    } else {
        free(made->pixels);
        *made = (image){0};
    }
    free(v.paint);
    free(v.near);
    return ok;
}
