/* Shapes of bodies. */
#ifndef CONDYLE_OCTAVE_SHAPE_H
#define CONDYLE_OCTAVE_SHAPE_H

#include "handle.h"

/* Makes a cell array of structs, one a shape. */
mxArray *shapes_make(const cdy_shape *shapes, size_t count);

#endif
