#include "constraints/point.h"

#include "dynamics/arguments.h"

#include <float.h>
#include <math.h>

static rotation rotation_of(const double T[16])
{
    return (rotation){vec3_from(T), vec3_from(T + 4), vec3_from(T + 8)};
}

double cdy_largest_coordinate(vec3 p)
{
    return fmax(fabs(p.x), fmax(fabs(p.y), fabs(p.z)));
}

static vec3 origin_of(const double T[16])
{
    return (vec3){T[3], T[7], T[11]};
}

/* Sets the frame at `at` in the frame placed at T, at rest. */
static void place_at(const double T[16], const cdy_placement *at, placed_frame *x, vec3 *arm)
{
    const vec3 none = {0, 0, 0};
    x->R = rotation_of(T);
    *arm = rotate(x->R, vec3_from(at->xyz));
    x->p = add(origin_of(T), *arm);
    x->w = x->v = x->alpha = x->a = none;
    if (at->rpy[0] != 0 || at->rpy[1] != 0 || at->rpy[2] != 0) { /* most are not turned, and sines take long */
        double A[16];
        cdy_placement_to_matrix(at, A);
        x->R = rotation_multiply(x->R, rotation_of(A));
    }
}

/* Sets the motion of the frame from the motion of the model's frame (6 each). */
static void set_motion(placed_frame *x, vec3 arm, const double velocity[6], const double acceleration[6])
{
    x->w = vec3_from(velocity);
    x->alpha = vec3_from(acceleration);
    const vec3 relative_v = cross(x->w, arm);
    x->v = add(vec3_from(velocity + 3), relative_v);
    x->a = add(vec3_from(acceleration + 3), add(cross(x->alpha, arm), cross(x->w, relative_v)));
}

placed_frame cdy_placed_frame(const cdy_model *model, cdy_workspace *workspace, int frame, const cdy_placement *at,
                              const double *tree_q, const double *tree_qd, vec3 *arm)
{
    double T[16], velocity[6], acceleration[6];
    workspace->kernels->placement(model, workspace->kernel_scratch, frame, tree_q, T);
    placed_frame x;
    place_at(T, at, &x, arm);
    if (tree_qd) {
        workspace->kernels->frame_motion(model, workspace->kernel_scratch, frame, false, tree_q, tree_qd,
                                         workspace->zero, velocity, acceleration);
        set_motion(&x, *arm, velocity, acceleration);
    }
    return x;
}

void cdy_point_jacobian(const cdy_model *model, cdy_workspace *workspace, int frame, vec3 arm, const double *tree_q,
                        double *J)
{
    const size_t n = (size_t)model->nv;
    workspace->kernels->jacobian(model, workspace->kernel_scratch, frame, false, tree_q,
                                 model->has_followers ? workspace->columns : J);
    if (model->has_followers) {
        workspace->kernels->project_columns(model, 6, workspace->columns, J);
    }
    for (size_t k = 0; k < n; k++) {
        const vec3 shift = cross((vec3){J[k], J[n + k], J[2 * n + k]}, arm);
        J[3 * n + k] += shift.x;
        J[4 * n + k] += shift.y;
        J[5 * n + k] += shift.z;
    }
}

void cdy_raise_column_sizes(size_t n, const double *J, double distance_bound, double *const sizes[2])
{
    for (size_t k = 0; k < n; k++) {
        double angular = 0, linear = 0;
        for (size_t i = 0; i < 3; i++) {
            angular = fmax(angular, fabs(J[i * n + k]));
            linear = fmax(linear, fabs(J[(i + 3) * n + k]));
        }
        sizes[0][k] = fmax(sizes[0][k], angular);
        /* Infinite on overflow: then no element counts as a rounding error. */
        sizes[1][k] = fmax(sizes[1][k], linear + distance_bound * angular);
    }
}

void cdy_zero_rounding_errors(size_t n, double *const sizes[2], double *J)
{
    const double rounding = 16 * DBL_EPSILON;
    for (size_t i = 0; i < 6; i++) {
        for (size_t k = 0; k < n; k++) {
            const double size = sizes[i / 3][k];
            if (size <= DBL_MAX && fabs(J[i * n + k]) < rounding * size) {
                J[i * n + k] = 0;
            }
        }
    }
}

void cdy_rotate_columns(rotation R, size_t n, double *J)
{
    for (size_t k = 0; k < n; k++) {
        double *c = J + k;
        const vec3 w = rotate_back(R, (vec3){c[0], c[n], c[2 * n]});
        const vec3 v = rotate_back(R, (vec3){c[3 * n], c[4 * n], c[5 * n]});
        c[0] = w.x;
        c[n] = w.y;
        c[2 * n] = w.z;
        c[3 * n] = v.x;
        c[4 * n] = v.y;
        c[5 * n] = v.z;
    }
}
