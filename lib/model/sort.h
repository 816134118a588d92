/* The order of frames by name, in which they are found. */
#ifndef CDY_MODEL_SORT_H
#define CDY_MODEL_SORT_H

#include "model/model.h"

/* Fills `sorted` (frame_count) with the indices of all frames in the byte order of their names.  Heapsort: in place,
 * never slow, and without the memory that qsort may take. */
void cdy_sort_frames(const cdy_model *model, int32_t *sorted);

#endif
