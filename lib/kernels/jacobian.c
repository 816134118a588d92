/* The geometric Jacobian of a frame: its columns are the frame's velocities for unit joint velocities. */
#include "kernels/frame.h"

#include <string.h>

static void store_column(real *J, size_t n, size_t column, motion m)
{
    const real numbers[6] = {m.angular.x, m.angular.y, m.angular.z, m.linear.x, m.linear.y, m.linear.z};
    for (size_t row = 0; row < 6; row++) {
        J[row * n + column] = numbers[row];
    }
}

static motion load_column(const real *J, size_t n, size_t column)
{
    const real *c = J + column;
    return (motion){{c[0], c[n], c[2 * n]}, {c[3 * n], c[4 * n], c[5 * n]}};
}

/* Turns the columns of the joints that carry a body from the frame's axes into the base's. */
static void turn_columns(const model_body *bodies, int body, size_t n, rotation E, real *J)
{
    for (int i = body; i > 0; i = bodies[i].parent) {
        for (int k = 0; k < bodies[i].nv; k++) {
            size_t column = (size_t)(bodies[i].v + k);
            motion m = load_column(J, n, column);
            store_column(J, n, column, (motion){rotate_back(E, m.angular), rotate_back(E, m.linear)});
        }
    }
}

void KERNEL(jacobian)(const cdy_model *model, void *state, int frame, bool in_body, const scalar *q_, scalar *J_)
{
    const model_body *bodies = model_bodies(model);
    const model_frame *f = &model_frames(model)[frame];
    const coordinates q = read_coordinates(model, state, q_);
    const size_t n = (size_t)model->tree_nv;
    real *J = reals_out(J_);
    memset(J, 0, 6 * n * sizeof *J);

    /* From the frame to the base; X goes from the body that the walk has come to into the frame. */
    transform X = frame_on_body(f);
    for (int i = f->body; i > 0; i = bodies[i].parent) {
        for (int k = 0; k < bodies[i].nv; k++) {
            store_column(J, n, (size_t)(bodies[i].v + k), transform_motion(X, joint_column(&bodies[i], k)));
        }
        X = transform_multiply(X, joint_transform(&bodies[i], q));
    }
    if (!in_body) {
        turn_columns(bodies, f->body, n, X.E, J);
    }
}
