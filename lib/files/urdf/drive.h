/* Numbers of drives by name: the attributes of <drive>, the extension of Condyle that robots and files of drives have.
 */
#ifndef CDY_URDF_DRIVE_H
#define CDY_URDF_DRIVE_H

#include "description/reader.h"
#include "xml/xml_output.h"

/* Reads the attributes of a <drive> into a joint, and checks what comes of them. */
cdy_status cdy_read_drive(cdy_reader *r, const cdy_element *drive, cdy_joint *joint);

/* Writes the attributes of a joint's <drive>, numbers that are not their defaults: with `all` those too for which URDF
 * has elements of its own. Returns whether there are any; `out` NULL: only that. */
bool cdy_write_drive(cdy_xml_output *out, const cdy_joint *joint, bool all);

/* Writes <condyle> with a <drive> for each joint that has numbers for it; without `all`, nothing where none has. */
void cdy_write_drives(cdy_xml_output *out, const cdy_tree *tree, bool all);

#endif
