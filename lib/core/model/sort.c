#include "model/sort.h"

#include <string.h>

static int compare(const cdy_model *model, int32_t a, int32_t b)
{
    const model_frame *frames = model_frames(model);
    return strcmp(model_name(model, frames[a].name), model_name(model, frames[b].name));
}

static void swap(int32_t *a, int32_t *b)
{
    int32_t c = *a;
    *a = *b;
    *b = c;
}

/* Restore the heap order below element `i` of `count` elements. */
static void sink(const cdy_model *model, int32_t *heap, int32_t i, int32_t count)
{
    for (int32_t child = 2 * i + 1; child < count; child = 2 * i + 1) {
        child += child + 1 < count && compare(model, heap[child], heap[child + 1]) < 0;
        if (compare(model, heap[i], heap[child]) >= 0) {
            return;
        }
        swap(&heap[i], &heap[child]);
        i = child;
    }
}

void cdy_sort_frames(const cdy_model *model, int32_t *sorted)
{
    int32_t count = model->frame_count;
    for (int32_t i = 0; i < count; i++) {
        sorted[i] = i;
    }
    for (int32_t i = count / 2 - 1; i >= 0; i--) {
        sink(model, sorted, i, count);
    }
    for (int32_t last = count - 1; last > 0; last--) {
        swap(&sorted[0], &sorted[last]);
        sink(model, sorted, 0, last);
    }
}
