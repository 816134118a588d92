#include "draw/still.h"

#include "base/error.h"

#include <stdlib.h>

cdy_status still_draw(still *p, subject *s, const double *poses, size_t count, const pose_style *style, camera from,
                      int width, int height, bool marks, cdy_error *error)
{
    const size_t nq = (size_t)cdy_model_nq(s->model);
    extent covered = {0};
    cdy_status status = CDY_OK;
    *p = (still){.view = from};
    for (size_t i = 0; status == CDY_OK && i < count; i++) {
        const double faint = i + 1 == count ? 0 : 0.65 - 0.3 * (double)i / (double)count;
        if (i > 0 && i + 1 == count) {
            scene_recede(&p->shown, from.toward, LAST_POSE_NEARER * s->size);
        }
        status = subject_add(s, poses + i * nq, style, faint, &p->shown, error);
    }
    camera_extend(&p->view, &p->shown, &covered);
    camera_fit(&p->view, &covered, width, height);
    if (status == CDY_OK && !raster_draw(&p->shown, &p->view, width, height, marks, &p->made)) {
        status = cdy_fail_memory(error);
    }
    return status;
}

void still_clear(still *p)
{
    free(p->made.pixels);
    scene_clear(&p->shown);
    *p = (still){0};
}
