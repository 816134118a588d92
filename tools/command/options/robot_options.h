/* Robot options: how a robot is loaded. */
#ifndef CONDYLE_TOOLS_ROBOT_OPTIONS_H
#define CONDYLE_TOOLS_ROBOT_OPTIONS_H

#include "options/source_options.h"

/* How files are read. */
typedef struct reading_options {
    int depth; /* --max-depth: nesting of elements */
    int from;  /* --from: of cdy_source_format */
} reading_options;

typedef struct robot_options {
    source_options source;
    reading_options reading;
    double gravity[3]; /* m/s2, base frame */
    bool gravity_given;
    int mimic_independent; /* --mimic: 1: independent */
    bool mimic_given;
    bool floating_base;
    const char *model;  /* --model: of a file with several; NULL: the only one that moves */
    const char *srdf;   /* --srdf: bodies that are not looked at beside each other; NULL: what the robot's file says */
    bool others_chosen; /* the file's other models are not wanted, or are given beside this one */
    bool uses_mass;     /* masses matter: a robot without is warned of */
    bool closes_loops;  /* else loops of the file are told of, which stay open */
    void (*unread)(void *context, const char *element); /* as in cdy_load_options; NULL: not called */
    void *context;
} robot_options;

extern const option_table robot_table;

/* The struct is reading_options. */
extern const option_table reading_table;

#endif
