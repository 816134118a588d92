/* Order of frames by name, for lookups. */
#ifndef CDY_MODEL_SORT_H
#define CDY_MODEL_SORT_H

#include "model/model.h"

/* Fill `sorted` (frame_count) with the indices of all frames in the byte order of their names. Heapsort: in place, O(n
 * log n) always, no allocation, unlike qsort. */
void cdy_sort_frames(const cdy_model *model, int32_t *sorted);

#endif
