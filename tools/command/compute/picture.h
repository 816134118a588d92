/* Pictures of robots by the command: its robots, notes, and zlib for PNG. */
#ifndef CONDYLE_TOOLS_PICTURE_H
#define CONDYLE_TOOLS_PICTURE_H

#include "draw/pose.h"
#include "values/robot.h"

/* Opens a robot with a tree as what is drawn, and notes the meshes that cannot be shown; subject_close() frees it, also
 * after a failure. */
exit_code picture_open(subject *s, const robot *r, const cdy_mesh_places *places, bool collisions);

/* Compresses bytes by zlib; the caller frees the result, NULL where memory runs out. */
unsigned char *picture_pack(const unsigned char *bytes, size_t size, size_t *packed);

#endif
