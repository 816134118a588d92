/* The distance subcommand: what is measured, and its results. */
#ifndef CONDYLE_TOOLS_DISTANCE_H
#define CONDYLE_TOOLS_DISTANCE_H

#include "options/number_options.h"
#include "run/output.h"
#include "values/robot.h"

#include <condyle/distance.h>

/* A body with shapes: of the robot, or an obstacle of --with. */
typedef struct measured_body {
    const char *name;
    bool obstacle;
} measured_body;

/* The shapes of a robot and its obstacles. */
typedef struct shape_list {
    cdy_distance_shape *items;
    int *bodies; /* the body of each shape */
    size_t count;
    measured_body *named; /* all bodies, those of the robot first, by their frames */
    size_t named_count;
    double **points; /* of hulls of meshes */
    size_t point_lists;
    int flat; /* meshes in a plane, whose vertices stand for their hulls */
} shape_list;

/* Adds the shapes of a robot (on its frames), or of an obstacle (in the world, at its home configuration): its
 * collision shapes, or, where `visuals` or where no body has any, its visuals.  shape_list_clear() frees the list, also
 * after a failure; names belong to the tree. */
exit_code shape_list_add(shape_list *list, const robot *r, const robot_options *o, bool obstacle, bool visuals);
void shape_list_clear(shape_list *list);

/* Makes the scene of a list, of the robot whose model moves it: what its loops hold at each other and its
 * exclusions are left out. */
cdy_status shape_list_make_scene(const shape_list *list, const robot *r, cdy_distance_scene **scene, cdy_error *error);

/* Leaves out the pairs of two bodies, given as BODY,BODY: split at the comma that leaves a body's name on both sides.
 */
exit_code shape_pairs_exclude(cdy_distance_scene *scene, const robot *r, const char *given);

/* What all states say of two bodies, by the nearest of their shapes. */
typedef struct body_pair {
    int first, second; /* bodies, first < second */
    cdy_separation separation;
    double most;                /* largest distance */
    unsigned long long row;     /* of the least, from 1; 0: no row yet */
    unsigned long long touches; /* states in which the bodies are within the margin */
    double here;                /* in the state at hand */
} body_pair;

typedef struct distance_results {
    const robot *robot;
    const shape_list *shapes;
    body_pair *pairs; /* nearest first */
    size_t count;
    unsigned long long states;
    bool rows, sampled; /* the states are rows of --input, or random */
    double margin;
    const struct clearance *between; /* of --between; NULL: not asked for */
    double *gradient;                /* nv: of the least distance */
    double least;                    /* of all pairs and states, m */
    double time;                     /* of its row, s; NaN: not given */
    int most;                        /* pairs in the table; 0: all */
    int precision;                   /* of csv; 0: as many digits as needed */
} distance_results;

/* Write the results. */
exit_code distance_write_table(const distance_results *results, output *out);
exit_code distance_write_csv(const distance_results *results, output *out);
exit_code distance_write_json(const distance_results *results, output *out);

#endif
