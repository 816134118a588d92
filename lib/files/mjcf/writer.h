/* The writer of MJCF. */
#ifndef CDY_MJCF_WRITER_H
#define CDY_MJCF_WRITER_H

#include "description/losses.h"
#include "xml/xml_output.h"

#include <condyle/tree.h>

/* Writes <mujoco>; the names of the tree are known to be fit. */
cdy_status cdy_mjcf_write(const cdy_tree *tree, const cdy_writing *how, cdy_xml_output *out, cdy_error *error);

#endif
