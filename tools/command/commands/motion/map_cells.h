/* Cells of maps over radius and height: their options, their rows, and their picture. */
#ifndef CONDYLE_TOOLS_MAP_CELLS_H
#define CONDYLE_TOOLS_MAP_CELLS_H

#include "compute/calculation.h"

typedef struct map_options {
    double cell;      /* --cell, m */
    uint64_t samples; /* --samples */
    const char *show; /* --show: a column; NULL: the usual one */
    bool cell_given, samples_given;
} map_options;

/* --cell and --show, and these with --samples. */
extern const option_table grid_table, map_table;

/* A column of numbers. */
typedef struct map_column {
    const char *name;     /* in csv and JSON */
    const char *heading;  /* in tables */
    const char *quantity; /* in the title of a picture */
    const char *label;    /* beside the colors, with the unit */
    bool wide;            /* its values may range over powers of ten */
} map_column;

enum { MAP_NUMBERS = 6 };

/* A cell: its numbers, the first two its radius and its height. */
typedef struct map_row {
    double numbers[MAP_NUMBERS];
    int velocity; /* degree of freedom that bounds the mass; -1: none */
    unsigned long long samples;
} map_row;

/* The columns and the words of one kind of map: of reach, of payloads or of contact. */
typedef struct map_form {
    const char *name;          /* in messages: "--grid" */
    const map_column *columns; /* of the numbers */
    int count;
    bool joint;        /* a column of joints behind the numbers */
    const char *shown; /* the column that a picture shows where --show names none */
    const char *none;  /* the message where the map has no cell */
} map_form;

/* Checks the options of a map; `name` is what messages call it. */
exit_code map_check(const calculation_options *o, const map_options *map, const char *name);

/* Refuses options of a map, and the name of a picture, where there is no map; `takes_samples`: something else has
 * --samples. */
exit_code map_check_none(const calculation_options *o, const map_options *map, bool takes_samples);

/* Returns the options of the library's maps. */
cdy_capacity_options map_search(const calculation_options *o, const map_options *map);

/* Writes the cells as rows or, where the output's name ends in .svg, as a picture; `point` is the body or the point. */
exit_code map_write(const computation *t, const map_options *map, const map_form *form, const char *point,
                    const map_row *rows, size_t count, output *out);

#endif
