/* Path columns: the columns of all degrees of freedom between the base and one joint, in the base's axes about the tree
 * origin, side by side so that a chunk takes those of several ancestors.
 *
 * Bodies are numbered depth first: while they are visited in order, the columns of a body's ancestors stand where these
 * wrote them, and the body's own columns follow. Columns of followers are multiplied by their multiplier, so that
 * products of columns are derivatives by the leader's coordinate. */
#ifndef CDY_KERNELS_PATH_COLUMNS_H
#define CDY_KERNELS_PATH_COLUMNS_H

#include "kernels/chunk.h"
#include "kernels/scratch.h"

/* Rows of a column: S, psi_dot = v_parent x S, psi_ddot = a_parent x S + v_parent x psi_dot, psi_dot + dS/dt. */
enum path_row { PATH_S = 0, PATH_PSI_DOT = 6, PATH_PSI_DDOT = 12, PATH_RATE = 18, PATH_ROWS = 24 };

/* Columns 0 <= k < end; those from `above` on are of the joint at hand. place[k]: the caller's coordinate of column k;
 * first[k]: the first column of its joint. */
typedef struct path_columns {
    real *rows; /* PATH_ROWS x n */
    int32_t *place, *first;
    real *factor; /* of each row of the results */
    size_t n;
    int above, end;
} path_columns;

/* Vectors of neighbouring columns. */
typedef struct chunk_vec3 {
    chunk x, y, z;
} chunk_vec3;

typedef struct chunk_spatial {
    chunk_vec3 angular, linear; /* of a force: moment and force */
} chunk_spatial;

/* Rows of memory of two numbers a column, behind the columns; `factor` follows. */
enum { PLACE_ROWS = 2 };

/* The columns take the memory of the rows of world_frame.h. A chunk at the last column of the last row ends in the
 * memory of sines and cosines at the latest: PATH_ROWS n + CHUNK - 1 <= (WORLD_ROWS + 2) n. */
static inline path_columns path_columns_in(world_scratch g)
{
    int32_t *place = (int32_t *)(void *)(g.rows + PATH_ROWS * g.n);
    return (path_columns){g.rows, place, place + g.n, g.rows + (PATH_ROWS + PLACE_ROWS) * g.n, g.n, 0, 0};
}

_Static_assert(PATH_ROWS + CHUNK - 1 <= WORLD_ROWS + 2, "chunks of path columns end in the scratch memory");
_Static_assert(2 * sizeof(int32_t) <= PLACE_ROWS * sizeof(real) && PATH_ROWS + PLACE_ROWS < WORLD_ROWS,
               "places and factors stand behind the columns");

static inline void put_path_motion(const path_columns *p, enum path_row row, int k, motion m)
{
    const real numbers[6] = {m.angular.x, m.angular.y, m.angular.z, m.linear.x, m.linear.y, m.linear.z};
    for (size_t i = 0; i < 6; i++) {
        p->rows[((size_t)row + i) * p->n + (size_t)k] = numbers[i];
    }
}

static inline motion path_motion(const path_columns *p, enum path_row row, int k)
{
    const real *x = p->rows + (size_t)row * p->n + (size_t)k;
    return (motion){{x[0], x[p->n], x[2 * p->n]}, {x[3 * p->n], x[4 * p->n], x[5 * p->n]}};
}

static inline chunk_spatial path_chunk(const path_columns *p, enum path_row row, int k)
{
    const real *x = p->rows + (size_t)row * p->n + (size_t)k;
    const size_t n = p->n;
    return (chunk_spatial){{chunk_at(x), chunk_at(x + n), chunk_at(x + 2 * n)},
                           {chunk_at(x + 3 * n), chunk_at(x + 4 * n), chunk_at(x + 5 * n)}};
}

/* ---- chunks of vectors with one vector ---- */

static inline chunk_vec3 chunk_vec3_add(chunk_vec3 a, chunk_vec3 b)
{
    return (chunk_vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline chunk_spatial chunk_spatial_add(chunk_spatial a, chunk_spatial b)
{
    return (chunk_spatial){chunk_vec3_add(a.angular, b.angular), chunk_vec3_add(a.linear, b.linear)};
}

static inline chunk_spatial chunk_spatial_subtract(chunk_spatial a, chunk_spatial b)
{
    return (chunk_spatial){{a.angular.x - b.angular.x, a.angular.y - b.angular.y, a.angular.z - b.angular.z},
                           {a.linear.x - b.linear.x, a.linear.y - b.linear.y, a.linear.z - b.linear.z}};
}

static inline chunk_spatial chunk_spatial_negate(chunk_spatial a)
{
    return (chunk_spatial){{-a.angular.x, -a.angular.y, -a.angular.z}, {-a.linear.x, -a.linear.y, -a.linear.z}};
}

/* c + x x v */
static inline chunk_vec3 chunk_vec3_add_cross(chunk_vec3 c, chunk_vec3 x, vec3 v)
{
    return (chunk_vec3){c.x + x.y * v.z - x.z * v.y, c.y + x.z * v.x - x.x * v.z, c.z + x.x * v.y - x.y * v.x};
}

/* c + M x */
static inline chunk_vec3 chunk_vec3_add_product(chunk_vec3 c, mat3 M, chunk_vec3 x)
{
    return (chunk_vec3){c.x + M.x.x * x.x + M.x.y * x.y + M.x.z * x.z, c.y + M.y.x * x.x + M.y.y * x.y + M.y.z * x.z,
                        c.z + M.z.x * x.x + M.z.y * x.y + M.z.z * x.z};
}

/* x x* f for motions x */
static inline chunk_spatial chunk_spatial_cross_force(chunk_spatial x, force f)
{
    const chunk zero = {0};
    const chunk_vec3 none = {zero, zero, zero};
    return (chunk_spatial){chunk_vec3_add_cross(chunk_vec3_add_cross(none, x.angular, f.moment), x.linear, f.linear),
                           chunk_vec3_add_cross(none, x.angular, f.linear)};
}

/* v x* f for forces f */
static inline chunk_spatial cross_chunk_spatial_force(motion v, chunk_spatial f)
{
    const chunk zero = {0};
    const chunk_vec3 none = {zero, zero, zero};
    return chunk_spatial_negate((chunk_spatial){
        chunk_vec3_add_cross(chunk_vec3_add_cross(none, f.angular, v.angular), f.linear, v.linear),
        chunk_vec3_add_cross(none, f.linear, v.angular),
    });
}

/* m . f for the motion in column l and forces f */
static inline chunk path_dot(const path_columns *p, enum path_row row, int l, chunk_spatial f)
{
    const real *x = p->rows + (size_t)row * p->n + (size_t)l;
    const size_t n = p->n;
    const chunk angular = x[0] * f.angular.x + x[n] * f.angular.y + x[2 * n] * f.angular.z;
    return angular + x[3 * n] * f.linear.x + x[4 * n] * f.linear.y + x[5 * n] * f.linear.z;
}

#endif
