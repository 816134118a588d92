/* The writer: state shared by the parts of the export, which turn a tree into a document. */
#ifndef CDY_URDF_WRITER_H
#define CDY_URDF_WRITER_H

#include "base/arena.h"
#include "base/name_table.h"
#include "xml/xml_output.h"

#include <condyle/urdf.h>

/* Definitions of named materials: the first of each name, in the order of the bodies. */
typedef struct cdy_palette {
    const cdy_material **materials;
    int count;
    cdy_name_table numbers;
} cdy_palette;

/* Checks that a file can represent the tree: its names, its mimic joints, and in URDF its limits; `format` is the name
 * in messages. Fails with CDY_ERROR_ARGUMENT. */
cdy_status cdy_check_writable(const cdy_tree *tree, const char *format, cdy_error *error);

/* Fails where the tree has a joint of a type that URDF lacks. */
cdy_status cdy_check_types(const cdy_tree *tree, cdy_error *error);

/* Collects the materials of a tree, which keeps owning them. Returns false if memory runs out; the palette must be
 * cleared in any case. */
bool cdy_palette_fill(cdy_palette *palette, const cdy_tree *tree);
void cdy_palette_clear(cdy_palette *palette);

/* Writes the definitions of the palette into <robot>. */
void cdy_write_palette(cdy_xml_output *out, const cdy_palette *palette);

/* Writes the visuals and collisions of a body. */
void cdy_write_shapes(cdy_xml_output *out, const cdy_palette *palette, const cdy_body *body);

/* Returns whether all bits of an origin are 0; -0 is written. */
bool cdy_is_zero_origin(const cdy_placement *origin);

/* Writes <origin> without attributes that are zero, or nothing if all are zero. */
void cdy_write_origin(cdy_xml_output *out, const cdy_placement *origin);

#endif
