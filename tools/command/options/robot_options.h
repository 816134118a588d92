/* Robot options: how a robot is loaded. */
#ifndef CONDYLE_TOOLS_ROBOT_OPTIONS_H
#define CONDYLE_TOOLS_ROBOT_OPTIONS_H

#include "options/source_options.h"

typedef struct robot_options {
    source_options source;
    int depth;         /* --max-depth: nesting of elements */
    double gravity[3]; /* m/s2, base frame */
    bool gravity_given;
    int mimic_independent; /* --mimic: 1: independent */
    bool mimic_given;
    bool floating_base;
    const char *model; /* --model: of a file with several; NULL: the only one that moves */
    bool uses_mass;    /* masses matter: a robot without is warned of */
    void (*unread)(void *context, const char *element); /* as in cdy_load_options; NULL: not called */
    void *context;
} robot_options;

extern const option_table robot_table;

/* --max-depth alone; the struct is an int. */
extern const option_table depth_table;

#endif
