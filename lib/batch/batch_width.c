/* Numbers per state of inputs and outputs. */
#include "batch/batch.h"

size_t cdy_batch_input_width(const cdy_model *model, input_kind kind)
{
    switch (kind) {
    case INPUT_POSITION: return (size_t)model->nq;
    case INPUT_VELOCITY:
    case INPUT_ACCELERATION:
    case INPUT_VECTOR:
    case INPUT_TORQUE: return (size_t)model->nv;
    case INPUT_WRENCH: return 6;
    case INPUT_FORCES: return 6 * (size_t)model->force_rows;
    case INPUT_NOTHING: break;
    }
    return 0;
}

size_t cdy_batch_output_width(const cdy_model *model, const batch_output *output)
{
    switch (output->kind) {
    case OUTPUT_NUMBERS:
    case OUTPUT_REGRESSOR: return output->size;
    case OUTPUT_COLUMNS: return output->size * (size_t)model->nv;
    case OUTPUT_SQUARE:
    case OUTPUT_SYMMETRIC: return (size_t)model->nv * (size_t)model->nv;
    case OUTPUT_NOTHING: break;
    }
    return 0;
}
