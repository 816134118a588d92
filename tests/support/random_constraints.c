#include "support/random_constraints.h"

#include "support/compare.h"

#include <condyle/model.h>

int draw_constraints(const cdy_model *model, uint64_t *state, int most, cdy_constraint *constraints)
{
    static const unsigned rows[] = {CDY_ROWS_WELD, CDY_ROWS_BALL, CDY_ROWS_REVOLUTE, CDY_ROWS_PLANE_CONTACT,
                                    CDY_ROW_VX | CDY_ROW_WY | CDY_ROW_WZ};
    const int frames = cdy_model_frame_count(model), count = draw_below(state, most + 1);
    for (int i = 0; i < count; i++) {
        cdy_constraint *c = &constraints[i];
        *c = (cdy_constraint){.frame = frames - 1 - draw_below(state, (frames + 2) / 3),
                              .rows = rows[draw_below(state, 5)]};
        c->other = draw_below(state, 3) ? 0 : draw_below(state, frames);
        draw_array(state, 0.3, c->in_frame.xyz, 3);
        draw_array(state, 3, c->in_frame.rpy, draw_below(state, 2) ? 3 : 0);
        draw_array(state, 1, c->in_other.xyz, 3);
        draw_array(state, 3, c->in_other.rpy, draw_below(state, 2) ? 3 : 0);
    }
    return count;
}
