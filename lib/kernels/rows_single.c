/* Rows and lanes of floats, as rows.c has them for doubles; only that tiles have four columns in every width, since
 * rows are narrow beside so many lanes: a vector holds pieces of several rows, and is transposed piece by piece. */
#include "kernels/width.h"

enum { COLUMNS = 4, PIECES = CDY_LANES / COLUMNS };

/* Its bits are 0 where x is finite. */
static inline real_bits flaw_of(real x)
{
    return real_to_bits(x - x);
}

/* Returns whether there are none. */
static bool store_flaws(real_bits found, scalar_bits *flaws)
{
    memcpy(flaws, &found, sizeof found);
    return !real_any_set(found);
}

bool KERNEL(inspect)(size_t width, const scalar *packed, scalar_bits *flaws)
{
    const real *x = reals(packed);
    real_bits found = {0};
    for (size_t i = 0; i < width; i++) {
        found |= flaw_of(x[i]);
    }
    return store_flaws(found, flaws);
}

#ifdef __has_builtin
#if __has_builtin(__builtin_shufflevector) /* clang, and gcc from 12 on */
#define HAS_SHUFFLE
#endif
#endif

#ifdef HAS_SHUFFLE

typedef scalar piece __attribute__((vector_size(sizeof(scalar) * COLUMNS), may_alias));

static inline piece piece_at(const scalar *x)
{
    piece p;
    memcpy(&p, x, sizeof p);
    return p;
}

/* Of two vectors, elements of each piece: 0 to 3 are the first's, 4 to 7 the second's. */
#define ELEMENT(p, i)           ((i) % 4 + 4 * (p) + ((i) < 4 ? 0 : CDY_LANES))
#define OF_PIECE(p, a, b, c, d) ELEMENT(p, a), ELEMENT(p, b), ELEMENT(p, c), ELEMENT(p, d)
#if CDY_LANES == 4
#define OF_PIECES(...) OF_PIECE(0, __VA_ARGS__)
#elif CDY_LANES == 8
#define OF_PIECES(...) OF_PIECE(0, __VA_ARGS__), OF_PIECE(1, __VA_ARGS__)
#else
#define OF_PIECES(...)                                                                                                 \
    OF_PIECE(0, __VA_ARGS__), OF_PIECE(1, __VA_ARGS__), OF_PIECE(2, __VA_ARGS__), OF_PIECE(3, __VA_ARGS__)
#endif
#define SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, OF_PIECES(__VA_ARGS__))

static inline void transpose(real tile[COLUMNS])
{
    const real a = SHUFFLE(tile[0], tile[1], 0, 4, 1, 5), b = SHUFFLE(tile[2], tile[3], 0, 4, 1, 5);
    const real c = SHUFFLE(tile[0], tile[1], 2, 6, 3, 7), d = SHUFFLE(tile[2], tile[3], 2, 6, 3, 7);
    tile[0] = SHUFFLE(a, b, 0, 1, 4, 5);
    tile[1] = SHUFFLE(a, b, 2, 3, 6, 7);
    tile[2] = SHUFFLE(c, d, 0, 1, 4, 5);
    tile[3] = SHUFFLE(c, d, 2, 3, 6, 7);
}

/* Pieces into a vector and out of it, in their order. */
#if CDY_LANES == 4

static inline real join(const scalar *const from[PIECES])
{
    return piece_at(from[0]);
}

static inline void split(real x, piece pieces[PIECES])
{
    pieces[0] = x;
}

#else

#define JOIN_TWO(from)    __builtin_shufflevector(piece_at((from)[0]), piece_at((from)[1]), 0, 1, 2, 3, 4, 5, 6, 7)
#define PIECE_FROM(x, at) __builtin_shufflevector(x, x, at, (at) + 1, (at) + 2, (at) + 3)

static inline real join(const scalar *const from[PIECES])
{
#if CDY_LANES == 8
    return JOIN_TWO(from);
#else
    return __builtin_shufflevector(JOIN_TWO(from), JOIN_TWO(from + 2), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
                                   15);
#endif
}

static inline void split(real x, piece pieces[PIECES])
{
    pieces[0] = PIECE_FROM(x, 0);
    pieces[1] = PIECE_FROM(x, 4);
#if CDY_LANES == 16
    pieces[2] = PIECE_FROM(x, 8);
    pieces[3] = PIECE_FROM(x, 12);
#endif
}

#endif

/* Where the tile of columns from `column` on begins: the last one overlaps its neighbour rather than leave the row. */
static inline size_t tile_start(size_t column, size_t width)
{
    return column + COLUMNS <= width || width < COLUMNS ? column : width - COLUMNS;
}

/* The rows of a block, and its last numbers with room behind: what the tiles of narrow rows have too much. */
typedef struct source {
    const scalar *rows;
    size_t width, size;
    scalar end[2 * COLUMNS];
} source;

static inline const scalar *source_at(const source *s, size_t place)
{
    return place + COLUMNS <= s->size ? s->rows + place : s->end + (place + COLUMNS - s->size);
}

static inline void load_tile(const source *s, size_t column, real tile[COLUMNS])
{
    for (size_t i = 0; i < COLUMNS; i++) {
        const scalar *from[PIECES];
        for (size_t p = 0; p < PIECES; p++) {
            from[p] = source_at(s, (i + COLUMNS * p) * s->width + column);
        }
        tile[i] = join(from);
    }
    transpose(tile);
}

bool KERNEL(pack)(size_t width, const scalar *rows, scalar *packed, scalar_bits *flaws)
{
    source s = {.rows = rows, .width = width, .size = CDY_LANES * width};
    real *to = reals_out(packed);
    real_bits found = {0};
    if (width > 0) {
        memcpy(s.end, rows + s.size - COLUMNS, sizeof(piece));
    }
    for (size_t column = 0; column < width; column += COLUMNS) {
        const size_t start = tile_start(column, width);
        real tile[COLUMNS];
        load_tile(&s, start, tile);
        for (size_t i = 0; i < COLUMNS; i++) {
            if (start + i < width) {
                to[start + i] = tile[i];
                found |= flaw_of(tile[i]);
            }
        }
    }
    return store_flaws(found, flaws);
}

/* What a narrow row's tile has too much the next row overwrites; the last ones must keep to themselves. */
static inline void store_piece(scalar *block, size_t place, size_t size, size_t width, piece x)
{
    if (place + COLUMNS <= size) {
        memcpy(block + place, &x, sizeof x);
    } else {
        for (size_t i = 0; i < COLUMNS && i < width; i++) {
            block[place + i] = x[i];
        }
    }
}

static inline void store_tile(real tile[COLUMNS], scalar *rows, size_t width, size_t column)
{
    piece pieces[COLUMNS][PIECES];
    transpose(tile);
    for (size_t i = 0; i < COLUMNS; i++) {
        split(tile[i], pieces[i]);
    }
    for (size_t row = 0; row < CDY_LANES; row++) {
        store_piece(rows, row * width + column, CDY_LANES * width, width, pieces[row % COLUMNS][row / COLUMNS]);
    }
}

bool KERNEL(unpack)(size_t width, const scalar *packed, scalar *rows, scalar_bits *flaws)
{
    const real *from = reals(packed);
    real_bits found = {0};
    for (size_t column = 0; column < width; column += COLUMNS) {
        const size_t start = tile_start(column, width);
        real tile[COLUMNS];
        for (size_t i = 0; i < COLUMNS; i++) {
            tile[i] = from[start + i < width ? start + i : start];
            found |= flaw_of(tile[i]);
        }
        store_tile(tile, rows, width, start);
    }
    return store_flaws(found, flaws);
}

#else

bool KERNEL(pack)(size_t width, const scalar *rows, scalar *packed, scalar_bits *flaws)
{
    for (size_t i = 0; i < CDY_LANES * width; i++) {
        packed[i] = rows[i % CDY_LANES * width + i / CDY_LANES];
    }
    return KERNEL(inspect)(width, packed, flaws);
}

bool KERNEL(unpack)(size_t width, const scalar *packed, scalar *rows, scalar_bits *flaws)
{
    for (size_t i = 0; i < CDY_LANES * width; i++) {
        rows[i % CDY_LANES * width + i / CDY_LANES] = packed[i];
    }
    return KERNEL(inspect)(width, packed, flaws);
}

#endif
