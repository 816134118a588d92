/* The steps of body_rows.h for several bodies, or degrees of freedom, of one state at once: one a lane, by the texts
 * that compute one of many states in a lane. Kernels of one state call them, with the numbers of a lane in a row each.
 */
#ifndef CDY_KERNELS_BODY_LANES_H
#define CDY_KERNELS_BODY_LANES_H

#include "kernels/body_rows.h"
#include "kernels/row_shape.h"

#ifndef CDY_REAL

#if CDY_LANES > 1 && !defined(CDY_FLOAT)

#include "kernels/packing.h" /* tiles, which transpose rows in registers */

/* The columns start <= i < start + TILE of all rows. */
ALWAYS_INLINE void load_tile(const loose_scalar *const rows[CDY_LANES], size_t start, real tile[TILE])
{
    for (size_t r = 0; r < TILE; r++) {
        const loose_scalar *from[PARTS];
        for (size_t part = 0; part < PARTS; part++) {
            from[part] = rows[r + part * TILE] + start;
        }
        tile[r] = join_parts(from);
    }
    transpose(tile);
}

ALWAYS_INLINE void store_tile(real tile[TILE], size_t start, loose_scalar *const rows[CDY_LANES])
{
    transpose(tile);
    for (size_t r = 0; r < TILE; r++) {
        half_real parts[PARTS];
        split_parts(tile[r], parts);
        for (size_t part = 0; part < PARTS; part++) {
            put_part(rows[r + part * TILE] + start, parts[part]);
        }
    }
}

/* `width` numbers of each row; with a constant width, nothing goes through memory. */
ALWAYS_INLINE void load_rows(size_t width, const loose_scalar *const rows[CDY_LANES], real *to)
{
    for (size_t column = 0; column < width; column += TILE) {
        const size_t start = tile_start(column, width);
        real tile[TILE];
        load_tile(rows, start, tile);
        for (size_t i = 0; i < TILE; i++) {
            to[start + i] = tile[i];
        }
    }
}

ALWAYS_INLINE void store_rows(size_t width, const real *from, loose_scalar *const rows[CDY_LANES])
{
    for (size_t column = 0; column < width; column += TILE) {
        const size_t start = tile_start(column, width);
        real tile[TILE];
        for (size_t i = 0; i < TILE; i++) {
            tile[i] = from[start + i];
        }
        store_tile(tile, start, rows);
    }
}

#else

ALWAYS_INLINE void load_rows(size_t width, const loose_scalar *const rows[CDY_LANES], real *to)
{
    for (size_t column = 0; column < width; column++) {
        scalar numbers[CDY_LANES];
        for (size_t lane = 0; lane < CDY_LANES; lane++) {
            numbers[lane] = rows[lane][column];
        }
        memcpy(&to[column], numbers, sizeof numbers);
    }
}

ALWAYS_INLINE void store_rows(size_t width, const real *from, loose_scalar *const rows[CDY_LANES])
{
    for (size_t column = 0; column < width; column++) {
        scalar numbers[CDY_LANES];
        memcpy(numbers, &from[column], sizeof numbers);
        for (size_t lane = 0; lane < CDY_LANES; lane++) {
            rows[lane][column] = numbers[lane];
        }
    }
}

#endif

/* Place and motion of a body, as world_body has them. */
typedef struct moving_body {
    transform X;
    motion v, a;
} moving_body;

_Static_assert(offsetof(world_body, v) == offsetof(moving_body, v) &&
                   offsetof(world_body, a) == offsetof(moving_body, a),
               "bodies are read as rows");

static void bodies_in_lanes(const loose_scalar *const *inertias, const loose_scalar *const *places,
                            loose_scalar *const *composites)
{
    inertia own;
    moving_body s;
    composite b;
    load_rows(sizeof own / sizeof(real), inertias, (real *)(void *)&own);
    load_rows(sizeof s / sizeof(real), places, (real *)(void *)&s);
    set_single_body(own, s.X, s.v, s.a, &b);
    store_rows(COMPOSITE_NUMBERS, (const real *)(const void *)&b, composites);
}

/* Store the rows `first` to `end` - 1 of all lanes. */
ALWAYS_INLINE void put_rows(const real *numbers, size_t first, size_t end, size_t stride, loose_scalar *rows)
{
    for (size_t r = first; r < end; r++) {
        *(loose_real *)(void *)(rows + r * stride) = numbers[r];
    }
}

static void rows_in_lanes(unsigned wanted, const loose_scalar *const *dofs, const loose_scalar *const *composites,
                          size_t stride, loose_scalar *rows)
{
    composite b;
    world_dof d;
    real numbers[WORLD_ROWS];
    const world_scratch g = {NULL, &d, numbers, 1};
    if (wanted == MASS_ROWS) { /* needs I and S alone */
        load_rows(sizeof b.I / sizeof(real), composites, (real *)(void *)&b);
        load_rows(sizeof d.S / sizeof(real), dofs, (real *)(void *)&d);
        fill_mass_rows(g, &b, 0);
        put_rows(numbers, ROW_IS, ROW_BTS, stride, rows);
        return;
    }
    load_rows(COMPOSITE_NUMBERS, composites, (real *)(void *)&b);
    load_rows(DOF_NUMBERS, dofs, (real *)(void *)&d);
    if (wanted & MASS_ROWS) {
        fill_mass_rows(g, &b, 0);
        put_rows(numbers, ROW_IS, ROW_BTS, stride, rows);
    }
    if (wanted & MOMENTUM_ROWS) {
        fill_momentum_rows(g, &b, 0);
        put_rows(numbers, ROW_BTS, ROW_F_QD, stride, rows);
    }
    if (wanted & VELOCITY_ROWS) {
        fill_velocity_rows(g, &b, 0);
        put_rows(numbers, ROW_F_QD, ROW_F_Q, stride, rows);
    }
    if (wanted & POSITION_ROWS) {
        fill_position_rows(g, &b, 0, false);
        put_rows(numbers, ROW_F_Q, ROW_BEHIND, stride, rows);
    }
}

#endif

#endif
