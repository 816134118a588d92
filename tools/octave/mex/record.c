#include "record.h"

bool record_take(const held_robot *robot, const mxArray *array, const char *what, int size, size_t *count, record *r)
{
    const mxArray *doubles;
    if (!read_array(array, what, &doubles)) {
        return false;
    }
    bool column = robot->format == FORMAT_COLUMN;
    size_t states = column ? mxGetN(doubles) : mxGetM(doubles), numbers = column ? mxGetM(doubles) : mxGetN(doubles);
    if (mxGetNumberOfDimensions(doubles) > 2 || numbers != (size_t)size || (*count > 0 && states != *count)) {
        return fail("condyle:argument", "%s: expected %d numbers for each of the same number of states", what, size);
    }
    *count = states;
    *r = (record){mxGetPr(doubles), numbers, column ? numbers : 1, column ? 1 : states};
    return true;
}

void record_read(const record *r, size_t state, double *numbers)
{
    for (size_t i = 0; i < r->size; i++) {
        numbers[i] = r->numbers[state * r->state_stride + i * r->number_stride];
    }
}

mxArray *record_make(const held_robot *robot, const double *numbers, size_t count, size_t size)
{
    const bool column = robot->format == FORMAT_COLUMN;
    mxArray *array = column ? mxCreateDoubleMatrix(size, count, mxREAL) : mxCreateDoubleMatrix(count, size, mxREAL);
    double *to = mxGetPr(array);
    for (size_t row = 0; row < count; row++) {
        for (size_t i = 0; i < size; i++) {
            to[column ? row * size + i : i * count + row] = numbers[row * size + i];
        }
    }
    return array;
}
