/* The mex file condyle: condyle(NAME, ARGUMENT...) calls one function of the C library. */
#include "handle.h"
#include "quantity.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static struct {
    char identifier[48];
    char text[CDY_ERROR_FILE_SIZE + CDY_ERROR_TEXT_SIZE + 32];
} failure;

bool fail(const char *identifier, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    snprintf(failure.identifier, sizeof failure.identifier, "%s", identifier);
    vsnprintf(failure.text, sizeof failure.text, format, arguments);
    va_end(arguments);
    return false;
}

bool fail_with(const cdy_error *error)
{
    static const char *const identifiers[] = {"condyle:failure", "condyle:argument", "condyle:memory",     "condyle:io",
                                              "condyle:robot",   "condyle:numeric",  "condyle:unsupported"};
    const char *identifier = identifiers[error->status];
    if (error->file[0] && error->line > 0) {
        return fail(identifier, "%s:%d: %s", error->file, error->line, error->text);
    }
    return error->file[0] ? fail(identifier, "%s: %s", error->file, error->text) : fail(identifier, "%s", error->text);
}

bool fail_memory(void)
{
    return fail("condyle:memory", "out of memory");
}

const mxArray *argument_at(const gateway_call *call, int index)
{
    const mxArray *array = index < call->argument_count ? call->arguments[index] : NULL;
    bool empty = array && mxGetNumberOfDimensions(array) == 2 && mxGetM(array) == 0 && mxGetN(array) == 0;
    return empty && mxIsDouble(array) ? NULL : array;
}

bool read_text(const mxArray *array, const char *what, char **text)
{
    if (!array || !mxIsChar(array) || mxGetM(array) > 1) {
        return fail("condyle:argument", "%s: expected a character vector", what);
    }
    size_t length = mxGetNumberOfElements(array);
    *text = mxCalloc(length + 1, 1); /* Octave does not free what mxArrayToString() returns */
    if (length > 0 && mxGetString(array, *text, length + 1)) {
        return fail("condyle:argument", "%s cannot be read", what);
    }
    if (strlen(*text) != length) {
        return fail("condyle:argument", "%s has a null character in it", what);
    }
    return true;
}

/* Calls double() or full() of Octave. */
static bool convert(const char *function, const mxArray *array, const mxArray **converted)
{
    mxArray *given = mxDuplicateArray(array), *output = NULL;
    if (mexCallMATLAB(1, &output, 1, &given, function) || !output) {
        return fail_memory();
    }
    *converted = output;
    return true;
}

bool read_array(const mxArray *array, const char *what, const mxArray **doubles)
{
    if (!array || (!mxIsNumeric(array) && !mxIsLogical(array)) || mxIsComplex(array)) {
        return fail("condyle:argument", "%s: expected real numbers%s%s", what, array ? ", not " : "",
                    !array               ? ""
                    : mxIsComplex(array) ? "complex ones"
                                         : mxGetClassName(array));
    }
    *doubles = array;
    return (!mxIsSparse(array) || convert("full", *doubles, doubles)) &&
           (mxIsDouble(*doubles) || convert("double", *doubles, doubles));
}

bool read_vector(const mxArray *array, const char *what, size_t count, const double **numbers)
{
    const mxArray *doubles = NULL;
    if (!read_array(array, what, &doubles)) {
        return false;
    }
    if (mxGetNumberOfElements(doubles) != count || mxGetNumberOfDimensions(doubles) > 2 ||
        (count > 1 && mxGetM(doubles) > 1 && mxGetN(doubles) > 1)) {
        return fail("condyle:argument", "%s is %zu-by-%zu; expected a vector of %zu numbers", what,
                    (size_t)mxGetM(doubles), (size_t)mxGetN(doubles), count);
    }
    *numbers = mxGetPr(doubles);
    return true;
}

bool read_matrix(const mxArray *array, const char *what, size_t rows, size_t columns, double *numbers)
{
    const mxArray *doubles = NULL;
    if (!read_array(array, what, &doubles)) {
        return false;
    }
    if (mxGetNumberOfDimensions(doubles) > 2 || mxGetM(doubles) != rows || mxGetN(doubles) != columns) {
        return fail("condyle:argument", "%s is %zu-by-%zu; expected %zu-by-%zu", what, (size_t)mxGetM(doubles),
                    (size_t)mxGetN(doubles), rows, columns);
    }
    const double *from = mxGetPr(doubles);
    for (size_t i = 0; i < rows; i++) {
        for (size_t j = 0; j < columns; j++) {
            numbers[i * columns + j] = from[j * rows + i];
        }
    }
    return true;
}

bool read_number(const mxArray *array, const char *what, double *number)
{
    const mxArray *doubles = NULL;
    if (!read_array(array, what, &doubles)) {
        return false;
    }
    if (mxGetNumberOfElements(doubles) != 1) {
        return fail("condyle:argument", "%s: expected one number", what);
    }
    *number = mxGetPr(doubles)[0];
    return true;
}

bool read_integer(const mxArray *array, const char *what, double least, double most, double *number)
{
    if (!read_number(array, what, number)) {
        return false;
    }
    if (!(*number >= least && *number <= most) || *number != floor(*number)) {
        return fail("condyle:argument", "%s: expected an integer from %.0f to %.0f, not %g", what, least, most,
                    *number);
    }
    return true;
}

bool read_flag(const mxArray *array, const char *what, bool *flag)
{
    double number = 0;
    if (!read_number(array, what, &number)) {
        return false;
    }
    if (number != 0 && number != 1) {
        return fail("condyle:argument", "%s: expected true or false", what);
    }
    *flag = number != 0;
    return true;
}

bool read_texts(const mxArray *array, const char *what, text_list *list)
{
    *list = (text_list){0};
    if (!array || !mxIsCell(array)) {
        return !array || fail("condyle:argument", "%s: expected a cell array of character vectors", what);
    }
    size_t count = mxGetNumberOfElements(array);
    list->texts = mxCalloc(count + 1, sizeof *list->texts);
    for (size_t i = 0; i < count; i++) {
        char *text = NULL;
        if (!read_text(mxGetCell(array, i), what, &text)) {
            return false;
        }
        list->texts[i] = text;
    }
    list->count = count;
    return true;
}

// The word that a text is, in any case of letters; or the only one that begins with it, as MATLAB takes "col" for
// "column".
static int find_word(const char *text, const char *const *words)
{
    int found = -1, count = 0;
    for (int i = 0; words[i] && text[0]; i++) {
        size_t k = 0;
        while (text[k] && tolower((unsigned char)text[k]) == tolower((unsigned char)words[i][k])) {
            k++;
        }
        if (text[k]) {
            continue;
        }
        if (!words[i][k]) {
            return i;
        }
        found = i;
        count++;
    }
    return count == 1 ? found : -1;
}

int read_word(const mxArray *array, const char *what, const char *const *words)
{
    char *text = NULL;
    char known[128] = "";
    if (!read_text(array, what, &text)) {
        return -1;
    }
    int found = find_word(text, words);
    if (found >= 0) {
        return found;
    }
    for (int i = 0; words[i]; i++) {
        size_t used = strlen(known);
        snprintf(known + used, sizeof known - used, "%s'%s'", i ? ", " : "", words[i]);
    }
    fail("condyle:argument", "%s: expected one of %s, not '%.80s'", what, known, text);
    return -1;
}

mxArray *make_row(const double *numbers, size_t count)
{
    mxArray *array = mxCreateDoubleMatrix(1, count, mxREAL);
    memcpy(mxGetPr(array), numbers, count * sizeof *numbers);
    return array;
}

mxArray *make_matrix(const double *row_major, size_t rows, size_t columns)
{
    mxArray *array = mxCreateDoubleMatrix(rows, columns, mxREAL);
    double *numbers = mxGetPr(array);
    for (size_t i = 0; i < rows; i++) {
        for (size_t j = 0; j < columns; j++) {
            numbers[j * rows + i] = row_major[i * columns + j];
        }
    }
    return array;
}

mxArray *make_flag(bool flag)
{
    return mxCreateLogicalScalar(flag);
}

static const gateway_entry *find_call(const char *name)
{
    const gateway_entry *const parts[] = {
        robot_calls,    describe_calls,   edit_calls, joint_calls,    configuration_calls, identify_calls, shape_calls,
        generate_calls, separation_calls, gik_calls,  observer_calls, online_calls,        mechanism_calls};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        for (const gateway_entry *entry = parts[i]; entry->name; entry++) {
            if (strcmp(entry->name, name) == 0) {
                return entry;
            }
        }
    }
    return NULL;
}

static bool run(const char *name, const gateway_call *call)
{
    const quantity *q = quantity_find(name);
    if (q) {
        return quantity_run(q, call);
    }
    const gateway_entry *entry = find_call(name);
    if (!entry) {
        return fail("condyle:argument", "there is no call '%.80s'", name);
    }
    if (call->argument_count < entry->least || call->argument_count > entry->most) {
        return fail("condyle:argument", "%s: %d arguments; expected %d to %d", name, call->argument_count, entry->least,
                    entry->most);
    }
    return entry->function(call);
}

CDY_API void mexFunction(int result_count, mxArray *results[], int argument_count, const mxArray *arguments[]);

void mexFunction(int result_count, mxArray *results[], int argument_count, const mxArray *arguments[])
{
    char name[48];
    if (argument_count < 1 || !mxIsChar(arguments[0]) || mxGetString(arguments[0], name, sizeof name)) {
        mexErrMsgIdAndTxt("condyle:argument", "expected the name of a call of the C library, and its arguments");
    }
    static bool registered;
    if (!registered) {
        registered = !mexAtExit(handles_clear);
    }
    gateway_call call = {result_count, results, argument_count - 1, arguments + 1};
    if (!run(name, &call)) {
        mexErrMsgIdAndTxt(failure.identifier, "%s", failure.text);
    }
}
