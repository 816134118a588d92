/* Scene: triangles, lines and labels of a picture, in the base frame. */
#ifndef CONDYLE_TOOLS_SCENE_H
#define CONDYLE_TOOLS_SCENE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct color {
    unsigned char red, green, blue;
} color;

/* A triangle with a normal at each corner. */
typedef struct scene_triangle {
    float corner[3][3], normal[3][3];
    color paint;
} scene_triangle;

typedef struct scene_line {
    float from[3], to[3];
    float width; /* pixels */
    color paint;
    bool on_top; /* visible through shapes in front of it */
    bool dashed; /* a center line: dashes and dots where it is drawn as a vector */
} scene_line;

typedef struct scene_label {
    float at[3], other[3]; /* the place that it is about; another one that serves as well */
    char text[64];
    color paint;
} scene_label;

typedef struct scene {
    scene_triangle *triangles;
    size_t triangle_count, triangle_capacity;
    scene_line *lines;
    size_t line_count, line_capacity;
    scene_label *labels;
    size_t label_count, label_capacity;
    double lower[3], upper[3]; /* box around all but labels */
    bool out_of_memory;        /* memory ran out */
} scene;

/* Add an element to the scene; elements with coordinates that are not finite are left out. */
void scene_add_triangle(scene *s, const scene_triangle *triangle);
void scene_add_line(scene *s, const double from[3], const double to[3], double width, color paint, bool on_top);
void scene_add_center_line(scene *s, const double from[3], const double to[3], double width, color paint,
                           const char *name);
void scene_add_label(scene *s, const double at[3], const char *text, color paint);

/* Moves the triangles that there are away from a viewer, who sees them where they were: what is added later where they
 * lie covers them. */
void scene_recede(scene *s, const double toward[3], double by);

/* Frees all of a scene. */
void scene_clear(scene *s);

#endif
