/* The writer of SDF. */
#ifndef CDY_SDF_WRITER_H
#define CDY_SDF_WRITER_H

#include "description/losses.h"
#include "xml/xml_output.h"

#include <condyle/tree.h>

/* Writes <sdf>; the names of the tree are known to be fit. */
cdy_status cdy_sdf_write(const cdy_tree *tree, const cdy_writing *how, cdy_xml_output *out, cdy_error *error);

#endif
