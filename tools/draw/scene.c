#include "draw/scene.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(sizeof(scene_triangle) == 76, "SECURITY.md says how much memory a picture takes");

/* Makes room for one element more; the old array where memory runs out. */
static void *with_room(scene *s, void *array, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity) {
        return array;
    }
    const size_t larger = *capacity ? 2 * *capacity : 256;
    void *grown = larger < SIZE_MAX / size ? realloc(array, larger * size) : NULL;
    s->out_of_memory = s->out_of_memory || !grown;
    *capacity = grown ? larger : *capacity;
    return grown ? grown : array;
}

static bool is_finite(const float v[3])
{
    return isfinite(v[0]) && isfinite(v[1]) && isfinite(v[2]);
}

static void extend(scene *s, const float v[3])
{
    const bool first = s->triangle_count + s->line_count == 0;
    for (int k = 0; k < 3; k++) {
        const double x = (double)v[k];
        s->lower[k] = first ? x : fmin(s->lower[k], x);
        s->upper[k] = first ? x : fmax(s->upper[k], x);
    }
}

void scene_add_triangle(scene *s, const scene_triangle *triangle)
{
    for (int c = 0; c < 3; c++) {
        if (!is_finite(triangle->corner[c]) || !is_finite(triangle->normal[c])) {
            return;
        }
    }
    s->triangles = with_room(s, s->triangles, s->triangle_count, &s->triangle_capacity, sizeof *s->triangles);
    if (s->out_of_memory) {
        return;
    }
    extend(s, triangle->corner[0]);
    s->triangles[s->triangle_count++] = *triangle;
    extend(s, triangle->corner[1]);
    extend(s, triangle->corner[2]);
}

static void add_line(scene *s, const double from[3], const double to[3], scene_line line)
{
    for (int k = 0; k < 3; k++) {
        line.from[k] = (float)from[k];
        line.to[k] = (float)to[k];
    }
    if (!is_finite(line.from) || !is_finite(line.to)) {
        return;
    }
    s->lines = with_room(s, s->lines, s->line_count, &s->line_capacity, sizeof *s->lines);
    if (s->out_of_memory) {
        return;
    }
    extend(s, line.from);
    s->lines[s->line_count++] = line;
    extend(s, line.to);
}

void scene_add_line(scene *s, const double from[3], const double to[3], double width, color paint, bool on_top)
{
    add_line(s, from, to, (scene_line){.width = (float)width, .paint = paint, .on_top = on_top});
}

static void add_label(scene *s, const double at[3], const double other[3], const char *text, color paint)
{
    scene_label label = {.paint = paint};
    for (int k = 0; k < 3; k++) {
        label.at[k] = (float)at[k];
        label.other[k] = (float)other[k];
    }
    snprintf(label.text, sizeof label.text, "%s", text);
    s->labels = with_room(s, s->labels, s->label_count, &s->label_capacity, sizeof *s->labels);
    if (!s->out_of_memory && is_finite(label.at) && is_finite(label.other)) {
        s->labels[s->label_count++] = label;
    }
}

void scene_add_center_line(scene *s, const double from[3], const double to[3], double width, color paint,
                           const char *name)
{
    static const color ink = {20, 20, 20};
    add_line(s, from, to, (scene_line){.width = (float)width, .paint = paint, .on_top = true, .dashed = true});
    add_label(s, to, from, name, ink);
}

void scene_add_label(scene *s, const double at[3], const char *text, color paint)
{
    add_label(s, at, at, text, paint);
}

void scene_recede(scene *s, const double toward[3], double by)
{
    for (size_t i = 0; i < s->triangle_count; i++) {
        for (int corner = 0; corner < 3; corner++) {
            for (int k = 0; k < 3; k++) {
                s->triangles[i].corner[corner][k] -= (float)(by * toward[k]);
            }
        }
    }
}

void scene_clear(scene *s)
{
    free(s->triangles);
    free(s->lines);
    free(s->labels);
    *s = (scene){0};
}
