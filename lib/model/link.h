/* Links: how the frames of two bodies stand to each other of which the second turns on the first. */
#ifndef CDY_MODEL_LINK_H
#define CDY_MODEL_LINK_H

#include "model/model.h"

/* How far the parent's frame turns about its z, to have the common normal of both axes for x, and how far the child's
 * slides along its own z; then the link is what `kind`, `twist` and `offset` say. */
typedef struct link_choice {
    link_kind kind;
    double turn[2]; /* sine and cosine; so are the next two */
    double twist[2], offset[2];
    double slide;
    transform X; /* the child's tree transform behind both */
} link_choice;

/* Chooses the frames of a revolute joint that stands at X on a body whose frame may turn about z. */
link_choice cdy_choose_link(transform X);

/* Whether what a body says of its link is right, to 1e-6; its placement is known to be one. */
bool cdy_link_is_right(const model_body *body);

#endif
