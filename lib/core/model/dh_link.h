/* Choice of Denavit-Hartenberg frames for a revolute joint and its parent body. */
#ifndef CDY_MODEL_DH_LINK_H
#define CDY_MODEL_DH_LINK_H

#include "model/model.h"

/* Rotation of the parent's frame about its z axis, which makes x the common normal of both joint axes, and displacement
 * of the child's frame along its own z axis; then the link has the parameters `kind`, `twist` and `offset`. */
typedef struct dh_choice {
    dh_kind kind;
    double turn[2]; /* sine and cosine, as in the next two */
    double twist[2], offset[2];
    double slide;
    transform X; /* the child's tree transform after both */
} dh_choice;

/* Choose the frames of a revolute joint with tree transform X on a body whose frame may rotate about z. */
dh_choice cdy_choose_dh_link(transform X);

/* Whether the DH parameters of a body agree with its placement to 1e-6; the placement has been checked. */
bool cdy_dh_link_is_right(const model_body *body);

#endif
