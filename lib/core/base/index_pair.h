/* Unordered pairs of indices, of bodies or frames, in sorted lists. */
#ifndef CDY_BASE_INDEX_PAIR_H
#define CDY_BASE_INDEX_PAIR_H

/* Two indices, a <= b. */
typedef struct index_pair {
    int a, b;
} index_pair;

static inline index_pair index_pair_of(int a, int b)
{
    return a < b ? (index_pair){a, b} : (index_pair){b, a};
}

/* Compares two pairs, for qsort() and bsearch(). */
static inline int index_pair_compare(const void *left, const void *right)
{
    const index_pair *x = left, *y = right;
    return x->a != y->a ? (x->a > y->a) - (x->a < y->a) : (x->b > y->b) - (x->b < y->b);
}

#endif
