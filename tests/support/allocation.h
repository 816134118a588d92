/* The heap, watched: allocation.c counts the calls of malloc(), calloc(), realloc() and free() in a program and its
 * libraries, and can let one call fail. */
#ifndef CDY_TESTS_ALLOCATION_H
#define CDY_TESTS_ALLOCATION_H

#include <stdbool.h>
#include <stddef.h>

typedef struct heap_counts {
    size_t calls; /* allocations, reallocations and frees */
    size_t bytes; /* bytes requested in all */
    size_t live;  /* blocks not yet freed */
    size_t held;  /* bytes of these blocks, as the heap rounds them */
    size_t most;  /* the largest value of `held` so far */
} heap_counts;

/* Tells whether calls are counted here; they are not where another tool replaces the heap. */
bool heap_is_counted(void);

/* Returns the counts so far. */
heap_counts heap_count(void);

/* Lets the allocation `number` calls from now fail once, 1 being the next; 0: none. */
void heap_fail_at(size_t number);

/* Tells whether an allocation failed since heap_fail_at(). */
bool heap_has_failed(void);

/* Notes of the next `most` allocations which calls led to each: equal numbers in callers[] for equal ones.  NULL: no
 * more notes. */
void heap_note_callers(size_t *callers, size_t most);

/* While the heap is held, freed blocks keep their content, so that a stale pointer still reads it. */
void heap_hold(bool hold);

#endif
