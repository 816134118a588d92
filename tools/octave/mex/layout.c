#include "quantity.h"

#include <string.h>

enum { LARGE = 4096 }; /* numbers from which on to call Octave takes less time than to copy */

static void set_vector(layout *l, size_t size, bool is_column)
{
    l->is_vector = true;
    l->is_column = is_column;
    l->rank = 2;
    l->size[0] = is_column ? size : 1;
    l->size[1] = is_column ? 1 : size;
    l->c_rank = 1;
    l->c_size[0] = size;
    l->c_stride[0] = 1;
}

/* A matrix of C, whose transpose Octave shows where `transposed`. */
static void set_matrix(layout *l, size_t rows, size_t columns, bool transposed)
{
    l->rank = l->c_rank = 2;
    l->size[0] = transposed ? columns : rows;
    l->size[1] = transposed ? rows : columns;
    l->c_size[0] = rows;
    l->c_size[1] = columns;
    l->c_stride[0] = transposed ? columns : 1;
    l->c_stride[1] = transposed ? 1 : rows;
}

/* Matrices of C, `first` x rows x columns, as rows x columns x `first`. */
static void set_pages(layout *l, size_t first, size_t rows, size_t columns)
{
    *l = (layout){.rank = 3,
                  .size = {rows, columns, first},
                  .c_rank = 3,
                  .c_size = {first, rows, columns},
                  .c_stride = {rows * columns, 1, rows}};
}

layout layout_of(const held_robot *robot, const job *j, shape s, size_t count, bool is_batch)
{
    layout l = {0};
    size_t n = (size_t)cdy_model_nv(robot->model);
    bool column = robot->format == FORMAT_COLUMN;
    switch (s) {
    case SHAPE_Q: set_vector(&l, (size_t)cdy_model_nq(robot->model), column); break;
    case SHAPE_V: set_vector(&l, n, column); break;
    case SHAPE_WRENCH: set_vector(&l, 6, column); break;
    case SHAPE_NUMBER: set_vector(&l, 1, column); break;
    case SHAPE_VECTOR: set_vector(&l, 3, column || !is_batch); break;
    case SHAPE_FORCES: set_matrix(&l, (size_t)cdy_model_force_rows(robot->model), 6, column); break;
    case SHAPE_WRENCHES: set_matrix(&l, (size_t)cdy_model_joint_count(robot->model), 6, column); break;
    case SHAPE_TRANSFORM: set_matrix(&l, 4, 4, false); break;
    case SHAPE_TRANSFORMS: set_pages(&l, (size_t)cdy_model_frame_count(robot->model), 4, 4); break;
    case SHAPE_SQUARE: set_matrix(&l, n, n, false); break;
    case SHAPE_JACOBIAN: set_matrix(&l, 6, n, false); break;
    case SHAPE_LINEAR: set_matrix(&l, 3, n, false); break;
    case SHAPE_JACOBIAN_BY_Q:
        l = (layout){.rank = 3, .size = {6, n, n}, .c_rank = 3, .c_size = {6, n, n}, .c_stride = {1, 6, 6 * n}};
        break;
    case SHAPE_TRANSFORM_BY_Q: set_pages(&l, n, 4, 4); break;
    case SHAPE_REGRESSOR: set_matrix(&l, n, (size_t)cdy_parameter_count(robot->model, &j->regressor), false); break;
    case SHAPE_PARAMETERS: set_vector(&l, (size_t)cdy_parameter_count(robot->model, &j->regressor), column); break;
    case SHAPE_END: break;
    }
    l.core = 1;
    for (int i = 0; i < l.rank; i++) {
        l.core *= l.size[i];
    }
    l.state_stride = l.core;
    if (is_batch && l.is_vector && !l.is_column) {
        l.c_stride[0] = count;
        l.state_stride = 1;
    }
    return l;
}

bool layout_is_c(const layout *l)
{
    size_t stride = 1;
    for (int i = l->c_rank - 1; i >= 0; i--) {
        if (l->c_size[i] > 1 && l->c_stride[i] != stride) {
            return false;
        }
        stride *= l->c_size[i];
    }
    return l->state_stride == l->core;
}

bool layout_is_columns(const layout *l)
{
    return l->is_vector && l->state_stride == 1;
}

size_t *layout_offsets(const layout *l)
{
    size_t *offsets = mxMalloc((l->core + 1) * sizeof *offsets);
    for (size_t e = 0; e < l->core; e++) {
        size_t rest = e;
        offsets[e] = 0;
        for (int i = l->c_rank - 1; i >= 0; i--) {
            offsets[e] += rest % l->c_size[i] * l->c_stride[i];
            rest /= l->c_size[i];
        }
    }
    return offsets;
}

/* Makes a large array by Octave's zeros(): Octave copies an array that the mex file made when the mex file returns. */
static mxArray *make_large(int rank, const mwSize *size)
{
    mxArray *sizes = mxCreateDoubleMatrix(1, (mwSize)rank, mxREAL), *made = NULL;
    for (int i = 0; i < rank; i++) {
        mxGetPr(sizes)[i] = (double)size[i];
    }
    bool failed = mexCallMATLAB(1, &made, 1, &sizes, "zeros");
    mxDestroyArray(sizes);
    return failed ? NULL : made;
}

mxArray *layout_make(const layout *l, size_t count, bool is_batch)
{
    mwSize size[MAX_RANK + 1];
    int rank = l->rank;
    for (int i = 0; i < rank; i++) {
        size[i] = l->size[i];
    }
    if (is_batch && l->is_vector) {
        size[l->is_column ? 1 : 0] = count;
    } else if (is_batch) {
        size[rank++] = count;
    }
    mxArray *made = l->core * count < LARGE ? NULL : make_large(rank, size);
    return made ? made : mxCreateUninitNumericArray(rank, size, mxDOUBLE_CLASS, mxREAL);
}

/* Tells whether an array has these dimensions in front of the dimensions of the states, and gives the number of states.
 */
static bool match(const mxArray *array, const layout *one, size_t *count, bool *is_batch)
{
    mwSize rank = mxGetNumberOfDimensions(array);
    const mwSize *size = mxGetDimensions(array);
    *count = 1;
    if (one->is_vector) {
        int states = one->is_column ? 1 : 0;
        *count = (size_t)size[states];
        *is_batch = *count != 1;
        return rank == 2 && (size_t)size[1 - states] == one->core;
    }
    *is_batch = rank > 2 && one->rank == 2;
    *count = *is_batch ? (size_t)size[2] : 1;
    return rank == (*is_batch ? 3 : 2) && (size_t)size[0] == one->size[0] && (size_t)size[1] == one->size[1];
}

/* The wrench of one state may be a row or a column. */
static bool is_wrench(const mxArray *array, shape s)
{
    return s == SHAPE_WRENCH && mxGetNumberOfElements(array) == 6 && mxGetNumberOfDimensions(array) == 2 &&
           (mxGetM(array) == 1 || mxGetN(array) == 1);
}

/* Tells whether an array is a matrix of zeros with a wrench for each body of the tree: older pages of rigidBodyTree
 * give an external force matrix so many columns, and scripts make it where no force acts. */
static bool is_no_force(const held_robot *robot, const mxArray *array, shape s)
{
    bool column = robot->format == FORMAT_COLUMN;
    size_t bodies = (size_t)cdy_tree_body_count(robot->tree), numbers = mxGetNumberOfElements(array);
    if (s != SHAPE_FORCES || mxGetNumberOfDimensions(array) != 2 || numbers != 6 * bodies ||
        (column ? mxGetM(array) : mxGetN(array)) != 6) {
        return false;
    }
    size_t zeros = 0;
    while (zeros < numbers && mxGetPr(array)[zeros] == 0) {
        zeros++;
    }
    return zeros == numbers;
}

/* Reports the expected shape, in the words of the data format. */
static bool fail_size(const array_argument *argument, const mxArray *array, const layout *one)
{
    size_t m = mxGetM(array), n = mxGetN(array), k = one->core;
    if (one->is_vector && one->is_column) {
        return fail("condyle:argument",
                    "%s is %zu-by-%zu; expected %zu-by-1, or %zu-by-B for B states (DataFormat "
                    "\"column\")",
                    argument->name, m, n, k, k);
    }
    if (one->is_vector) {
        return fail("condyle:argument",
                    "%s is %zu-by-%zu; expected 1-by-%zu, or B-by-%zu for B states (DataFormat "
                    "\"row\")",
                    argument->name, m, n, k, k);
    }
    return fail("condyle:argument", "%s is %zu-by-%zu; expected %zu-by-%zu, or a page of these for each state",
                argument->name, m, n, one->size[0], one->size[1]);
}

bool input_take(const held_robot *robot, const job *j, const array_argument *argument, const mxArray *array, input *in)
{
    *in = (input){.count = 1};
    if (!array) {
        return true;
    }
    const mxArray *doubles;
    if (!read_array(array, argument->name, &doubles)) {
        return false;
    }
    layout one = layout_of(robot, j, argument->shape, 1, false);
    if (!match(doubles, &one, &in->count, &in->is_batch)) {
        if (is_no_force(robot, doubles, argument->shape)) {
            *in = (input){.count = 1};
            return true;
        }
        if (!is_wrench(doubles, argument->shape)) {
            return fail_size(argument, doubles, &one);
        }
        in->count = 1;
        in->is_batch = false;
    }
    in->layout = in->is_batch ? layout_of(robot, j, argument->shape, in->count, true) : one;
    in->numbers = mxGetPr(doubles);
    return true;
}
