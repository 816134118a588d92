/* The heap, watched: programs that link allocation.c have their calls of malloc and its like counted, those of every
 * library among them, and can let one fail. */
#ifndef CDY_TESTS_ALLOCATION_H
#define CDY_TESTS_ALLOCATION_H

#include <stdbool.h>
#include <stddef.h>

typedef struct heap_counts {
    size_t calls; /* allocations, reallocations and frees */
    size_t bytes; /* asked for in all */
    size_t live;  /* blocks that are not freed */
    size_t held;  /* bytes of these blocks, as the heap rounds them */
    size_t most;  /* the most that was held */
} heap_counts;

/* Tells whether calls are counted here; not so where another tool stands in for the heap. */
bool heap_is_counted(void);

/* Returns the counts so far. */
heap_counts heap_count(void);

/* Lets the allocation `number` calls from now fail once, 1 being the next; 0: none. */
void heap_fail_at(size_t number);

/* Tells whether an allocation failed since heap_fail_at(). */
bool heap_has_failed(void);

/* While the heap is held, freed blocks keep their content, so that a stale pointer still reads it. */
void heap_hold(bool hold);

#endif
