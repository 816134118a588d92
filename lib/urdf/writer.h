/* The writer: what the parts of the export share while they turn one tree into one document. */
#ifndef CDY_URDF_WRITER_H
#define CDY_URDF_WRITER_H

#include "base/arena.h"
#include "base/name_table.h"
#include "xml/xml_output.h"

#include <condyle/urdf.h>

/* The looks of materials that have names: of each name, the first in the order of bodies. */
typedef struct cdy_palette {
    const cdy_material **materials;
    int count;
    cdy_name_table numbers;
} cdy_palette;

/* Checks that URDF has words for all that is to be written.  Fails with CDY_ERROR_ARGUMENT. */
cdy_status cdy_check_writable(const cdy_tree *tree, cdy_error *error);

/* Collects the materials of a tree; they stay in its hands.  False where memory runs out; the palette is to be cleared
 * all the same. */
bool cdy_palette_fill(cdy_palette *palette, const cdy_tree *tree);
void cdy_palette_clear(cdy_palette *palette);

/* Writes the materials of the palette, for the robot as a whole. */
void cdy_write_palette(cdy_xml_output *out, const cdy_palette *palette);

/* Writes the visuals and the collisions of a body. */
void cdy_write_shapes(cdy_xml_output *out, const cdy_palette *palette, const cdy_body *body);

/* Writes an <origin>, of which zeros are left out. */
void cdy_write_origin(cdy_xml_output *out, const cdy_placement *origin);

#endif
