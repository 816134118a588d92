#include "generate/device_test.h"

#include "generate/parameters.h"

/* More states than two blocks of threads have, with the recorded ones again and again. In this text '$' stands for the
 * type of numbers. */
static const char begin[] =
    "static void check(int error)\n"
    "{\n"
    "    if (error) {\n"
    "        printf(\"CUDA: %s\\n\", cudaGetErrorString((cudaError_t)error));\n"
    "        exit(EXIT_FAILURE);\n"
    "    }\n"
    "}\n\n"
    "/* The device's memory for COUNT states of `width` numbers as columns, filled from rows; NULL: not filled. */\n"
    "static $ *to_device(const $ *rows, size_t width)\n"
    "{\n"
    "    $ *columns = ($ *)calloc(COUNT * width, sizeof($));\n"
    "    void *buffer = NULL;\n"
    "    size_t i, k;\n"
    "    if (!columns) {\n"
    "        exit(EXIT_FAILURE);\n"
    "    }\n"
    "    for (i = 0; rows && i < COUNT; i++) {\n"
    "        for (k = 0; k < width; k++) {\n"
    "            columns[k * COUNT + i] = rows[i % STATES * width + k];\n"
    "        }\n"
    "    }\n"
    "    check(cudaMalloc(&buffer, COUNT * width * sizeof($)));\n"
    "    check(cudaMemcpy(buffer, columns, COUNT * width * sizeof($), cudaMemcpyHostToDevice));\n"
    "    free(columns);\n"
    "    return ($ *)buffer;\n"
    "}\n\n"
    "/* Compares columns in the device's memory with rows. */\n"
    "static void compare_columns(const char *what, size_t width, const $ *buffer, const $ *expected, double "
    "tolerance)\n"
    "{\n"
    "    $ *columns = ($ *)calloc(COUNT * width, sizeof($)), *row = ($ *)calloc(width, sizeof($));\n"
    "    size_t i, k;\n"
    "    if (!columns || !row) {\n"
    "        exit(EXIT_FAILURE);\n"
    "    }\n"
    "    check(cudaMemcpy(columns, buffer, COUNT * width * sizeof($), cudaMemcpyDeviceToHost));\n"
    "    for (i = 0; i < COUNT; i++) {\n"
    "        for (k = 0; k < width; k++) {\n"
    "            row[k] = columns[k * COUNT + i];\n"
    "        }\n"
    "        compare(what, width, row, expected + i % STATES * width, tolerance);\n"
    "    }\n"
    "    free(columns);\n"
    "    free(row);\n"
    "}\n\n";

void cdy_device_test_begin(source_text *t, const program *p, int states)
{
    cdy_source_add(t, "enum { STATES = %d, COUNT = 300 };\n\n", states);
    cdy_source_add_template(t, begin, "", cdy_program_type(p));
}

/* Widths of the arrays, which the texts of cdy_add_each_array() do not have. */
static void add_widths(source_text *t, const program *p, const routine *r)
{
    const unsigned inputs = cdy_routine_inputs(r, p->more.arrays);
    const char *type = cdy_program_type(p);
    for (int array = 0; array < INPUT_COUNT; array++) {
        const array_shape *shape = &cdy_input_shapes[array];
        if (inputs & 1u << array) {
            cdy_source_add(t, "    %s *%s = to_device(input_%s, %d);\n", type, shape->name, shape->name,
                           cdy_array_length(p->model, shape));
        }
    }
    for (int k = 0; k < MOST_OUTPUTS && r->outputs[k].name; k++) {
        cdy_source_add(t, "    %s *%s = to_device(NULL, %d);\n", type, r->outputs[k].name,
                       cdy_array_length(p->model, &r->outputs[k]));
    }
}

void cdy_device_test_add(source_text *t, const program *p, const routine *r, double tolerance)
{
    cdy_source_add(t, "static void test_%s(void)\n{\n", r->name);
    add_widths(t, p, r);
    cdy_source_add(t, "    check(%s_%s_batch(COUNT, ", p->options->name, r->name);
    cdy_add_each_array(t, r, p->more.arrays, (array_text){"@", "@", ", "}, "");
    cdy_source_add(t, ", NULL));\n    check(cudaDeviceSynchronize());\n");
    for (int k = 0; k < MOST_OUTPUTS && r->outputs[k].name; k++) {
        cdy_source_add(t, "    compare_columns(\"%s\", %d, %s, %s_%s, ", r->name,
                       cdy_array_length(p->model, &r->outputs[k]), r->outputs[k].name, r->name, r->outputs[k].name);
        cdy_source_add_number(t, tolerance, false);
        cdy_source_add(t, ");\n");
    }
    cdy_add_each_array(t, r, p->more.arrays, (array_text){"    check(cudaFree(@));\n", "    check(cudaFree(@));\n", ""},
                       "");
    cdy_source_add(t, "}\n\n");
}
