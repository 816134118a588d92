/* The functions that generated code brings along: sines and cosines, hyperbolic tangents, packing of lanes. */
#ifndef CDY_GENERATE_MATH_TEXT_H
#define CDY_GENERATE_MATH_TEXT_H

#include "generate/text.h"

/* The functions that a robot's code calls. */
typedef struct functions_used {
    bool sincos, tanh, root, exponential, logarithm;
    bool load;        /* NAME_solve_load() */
    bool sincos_one;  /* NAME_sincos(), of one angle of one state */
    bool sincos_some; /* NAME_sincos_some(), of some angles of one state at once */
    bool fused_sines; /* compilers are told to fuse products with sums where NAME_FUSED is defined */
    bool packing;     /* NAME_pack() and NAME_unpack() */
    bool float_sines; /* of lanes of floats over floats, not over doubles; for angles below 3000 */
} functions_used;

/* Appends NAME_sincos(), NAME_tanh() and the like over double or float, as used. */
void cdy_math_add_scalar(source_text *t, const char *name, bool floats, functions_used used);

/* Appends NAME_solve_load() for `freedom` degrees of freedom (load_system.h) over double or float; `linkage` is "static
 * " and what a device asks for besides. */
void cdy_math_add_load(source_text *t, const char *name, const char *linkage, bool floats, int freedom);

/* Appends the type NAME_wide of `count` doubles and their sines, without which neither sines of some angles at once nor
 * those of lanes are computed, except of lanes of floats over floats. */
void cdy_math_add_wide(source_text *t, const char *name, functions_used used, int count);

/* Appends the type NAME_lanes, the same functions over lanes, and, where used, functions that pack and unpack lanes.
 * The sines hold for angles of at most `largest_angle`; NAME_all_small() tells whether the angles of all lanes are. */
void cdy_math_add_lanes(source_text *t, const char *name, bool floats, functions_used used, int lanes,
                        double largest_angle);

#endif
