#include "generate/casadi_test.h"

static const char tools[] =
    "typedef struct function {\n"
    "    const char *name;\n"
    "    int (*call)(const double **arg, double **res, long long int *iw, double *w, int mem);\n"
    "    long long int (*inputs)(void);\n"
    "    const long long int *(*shape_in)(long long int i);\n"
    "    const long long int *(*shape_out)(long long int i);\n"
    "} function;\n\n"
    "static double numbers[RESULTS][LARGEST], dense[LARGEST], moved[LARGEST], slopes[LARGEST];\n\n"
    "/* Puts the nonzeros of a matrix at their places, by columns; returns how many numbers it has. */\n"
    "static size_t expand(const long long int *shape, const double *nonzeros, double *all)\n"
    "{\n"
    "    const size_t rows = (size_t)shape[0], columns = (size_t)shape[1];\n"
    "    const long long int *column = shape + 2, *row = shape + 3 + columns;\n"
    "    size_t i, k;\n"
    "    for (i = 0; i < rows * columns; i++) {\n"
    "        all[i] = shape[2] == 1 ? nonzeros[i] : 0.0;\n"
    "    }\n"
    "    for (k = 0; shape[2] == 0 && k < columns; k++) {\n"
    "        for (i = (size_t)column[k]; i < (size_t)column[k + 1]; i++) {\n"
    "            all[k * rows + (size_t)row[i]] = nonzeros[i];\n"
    "        }\n"
    "    }\n"
    "    return rows * columns;\n"
    "}\n\n"
    "/* A result of a function; returns how many numbers it has. */\n"
    "static size_t evaluate(const function *f, const double **arg, size_t number, double *all)\n"
    "{\n"
    "    static double nonzeros[RESULTS][LARGEST];\n"
    "    double *res[RESULTS];\n"
    "    size_t i;\n"
    "    for (i = 0; i < RESULTS; i++) {\n"
    "        res[i] = nonzeros[i];\n"
    "    }\n"
    "    if (f->call(arg, res, NULL, NULL, 0)) {\n"
    "        printf(\"%s: no result\\n\", f->name);\n"
    "        failures++;\n"
    "    }\n"
    "    return expand(f->shape_out((long long int)number), nonzeros[number], all);\n"
    "}\n\n"
    "/* Derivatives of a result by number `number` of input `input`, differences of the fourth order, beside those\n"
    " * expected. */\n"
    "static void compare_slopes(const char *what, const function *f, size_t result, const double **arg, size_t input,\n"
    "                           size_t length, size_t number, const double *expected, double tolerance)\n"
    "{\n"
    "    static const double steps[] = {-2, -1, 1, 2}, weights[] = {1, -8, 8, -1};\n"
    "    const double *middle = arg[input];\n"
    "    size_t i, k, count = 0;\n"
    "    for (k = 0; k < 4; k++) {\n"
    "        for (i = 0; i < length; i++) {\n"
    "            moved[i] = middle[i] + (i == number ? steps[k] * STEP : 0.0);\n"
    "        }\n"
    "        arg[input] = moved;\n"
    "        count = evaluate(f, arg, result, dense);\n"
    "        for (i = 0; i < count; i++) {\n"
    "            slopes[i] = (k ? slopes[i] : 0.0) + weights[k] * dense[i] / (12 * STEP);\n"
    "        }\n"
    "    }\n"
    "    arg[input] = middle;\n"
    "    compare(what, count, expected, slopes, tolerance);\n"
    "}\n\n"
    "static void test_function(const function *f, const function *jacobian, const double *const *inputs,\n"
    "                          const double *recorded, double tolerance)\n"
    "{\n"
    "    static double matrix[LARGEST];\n"
    "    const size_t count = (size_t)f->inputs();\n"
    "    const double *arg[INPUTS + 1];\n"
    "    double *res[RESULTS];\n"
    "    size_t s, i, k, size;\n"
    "    for (s = 0; s < STATES; s++) {\n"
    "        for (i = 0; i < count; i++) {\n"
    "            arg[i] = inputs[i] + s * (size_t)(f->shape_in((long long int)i)[0] * f->shape_in((long long "
    "int)i)[1]);\n"
    "            res[i] = numbers[i];\n"
    "        }\n"
    "        arg[count] = NULL;\n"
    "        size = evaluate(f, arg, 0, dense);\n"
    "        compare(f->name, size, dense, recorded + s * size, tolerance);\n"
    "        if (jacobian->call(arg, res, NULL, NULL, 0)) {\n"
    "            printf(\"%s: no result\\n\", jacobian->name);\n"
    "            failures++;\n"
    "        }\n"
    "        for (i = 0; i < count; i++) {\n"
    "            const size_t length = expand(jacobian->shape_out((long long int)i), numbers[i], matrix) / size;\n"
    "            for (k = 0; k < length; k++) {\n"
    "                compare_slopes(jacobian->name, f, 0, arg, i, length, k, matrix + k * size,\n"
    "                               tolerance < 1e-5 ? 1e-5 : 100 * tolerance);\n"
    "            }\n"
    "        }\n"
    "    }\n"
    "}\n\n";

/* Where there are second derivatives. */
static const char second_tools[] =
    "/* A vector times the Jacobian, which another test compares, and the Jacobian of this product: by the vector the\n"
    " * Jacobian turned, by the inputs differences. */\n"
    "static void test_second(const function *jacobian, const function *product, const function *second,\n"
    "                        const double *const *inputs, double tolerance)\n"
    "{\n"
    "    static double matrix[LARGEST], block[LARGEST], expected[LARGEST], vector[LARGEST], all[LARGEST];\n"
    "    const size_t count = (size_t)jacobian->inputs() - 1;\n"
    "    const long long int *shape = product->shape_in((long long int)count + 1);\n"
    "    const size_t size = (size_t)(shape[0] * shape[1]);\n"
    "    const double *arg[2 * INPUTS + 2] = {NULL};\n"
    "    size_t s, i, j, k, r, length, columns;\n"
    "    for (k = 0; k < size; k++) {\n"
    "        vector[k] = (k % 2 ? -1.0 : 1.0) / (double)(k % 7 + 1);\n"
    "    }\n"
    "    expand(shape, vector, all);\n"
    "    arg[count + 1] = vector;\n"
    "    for (s = 0; s < STATES; s++) {\n"
    "        for (i = 0; i < count; i++) {\n"
    "            shape = jacobian->shape_in((long long int)i);\n"
    "            arg[i] = inputs[i] + s * (size_t)(shape[0] * shape[1]);\n"
    "        }\n"
    "        for (i = 0; i < count; i++) {\n"
    "            length = evaluate(jacobian, arg, i, matrix) / size;\n"
    "            for (k = 0; k < length; k++) {\n"
    "                for (expected[k] = 0.0, r = 0; r < size; r++) {\n"
    "                    expected[k] += all[r] * matrix[k * size + r];\n"
    "                }\n"
    "            }\n"
    "            evaluate(product, arg, i, block);\n"
    "            compare(product->name, length, block, expected, tolerance);\n"
    "            for (k = 0; k < length * size; k++) {\n"
    "                expected[k] = matrix[k % length * size + k / length];\n"
    "            }\n"
    "            evaluate(second, arg, i * (count + 2) + count + 1, block);\n"
    "            compare(second->name, length * size, block, expected, tolerance);\n"
    "            for (j = 0; j < count; j++) {\n"
    "                columns = evaluate(second, arg, i * (count + 2) + j, block) / length;\n"
    "                for (k = 0; k < columns; k++) {\n"
    "                    compare_slopes(second->name, product, i, arg, j, columns, k, block + k * length,\n"
    "                                   tolerance < 1e-5 ? 1e-5 : 100 * tolerance);\n"
    "                }\n"
    "            }\n"
    "        }\n"
    "    }\n"
    "}\n\n";

/* The largest result of the functions, and the most inputs. */
typedef struct sizes {
    int largest, inputs;
} sizes;

static int larger(int a, int b)
{
    return a > b ? a : b;
}

/* Those of a Jacobian by each input; of second derivatives also those by two inputs. */
static sizes measure_routine(const program *p, const routine *r)
{
    const int rows = cdy_array_length(p->model, &r->outputs[0]);
    int longest = 0;
    sizes x = {rows, 0};
    for (int array = 0; array < INPUT_COUNT; array++) {
        if (cdy_routine_inputs(r, p->more.arrays) & 1u << array) {
            longest = larger(longest, cdy_array_length(p->model, &cdy_input_shapes[array]));
            x.inputs++;
        }
    }
    x.largest = larger(x.largest, longest * (p->options->hessians ? larger(rows, longest) : rows));
    return x;
}

static sizes measure(const program *p)
{
    sizes most = {1, 1};
    for (int i = 0; i < cdy_routine_count; i++) {
        if (p->options->calls & cdy_routines[i].call) {
            const sizes x = measure_routine(p, &cdy_routines[i]);
            most = (sizes){larger(most.largest, x.largest), larger(most.inputs, x.inputs)};
        }
    }
    return most;
}

void cdy_casadi_test_begin(source_text *t, const program *p, int states, double step)
{
    const sizes most = measure(p);
    cdy_source_add(t, "enum { STATES = %d, INPUTS = %d, RESULTS = %d, LARGEST = %d };\n#define STEP ", states,
                   most.inputs, p->options->hessians ? most.inputs * (most.inputs + 2) : most.inputs, most.largest);
    cdy_source_add_number(t, step, false);
    cdy_source_add(t, "\n\n%s%s", tools, p->options->hessians ? second_tools : "");
}

static void add_function(source_text *t, const program *p, const routine *r, const char *variable, const char *prefix)
{
    source_text name = {0};
    cdy_source_add(&name, "%s%s_%s", prefix, p->options->name, r->name);
    cdy_source_add(t, "    static const function %s = {", variable);
    cdy_source_add_template(t, "\"@\", @, @_n_in, @_sparsity_in, @_sparsity_out};\n", name.text ? name.text : "", "");
    t->failed = t->failed || name.failed;
    cdy_source_clear(&name);
}

void cdy_casadi_test_add(source_text *t, const program *p, const routine *r, double tolerance)
{
    const unsigned inputs = cdy_routine_inputs(r, p->more.arrays);
    const char *separator = "";
    cdy_source_add(t, "static void test_%s(void)\n{\n", r->name);
    add_function(t, p, r, "f", "");
    add_function(t, p, r, "jacobian", "jac_");
    if (p->options->hessians) {
        add_function(t, p, r, "product", "adj1_");
        add_function(t, p, r, "second", "jac_adj1_");
    }
    cdy_source_add(t, "    static const double *const inputs[] = {");
    for (int array = 0; array < INPUT_COUNT; array++) {
        if (inputs & 1u << array) {
            cdy_source_add(t, "%sinput_%s", separator, cdy_input_shapes[array].name);
            separator = ", ";
        }
    }
    cdy_source_add(t, "};\n    test_function(&f, &jacobian, inputs, %s_%s, ", r->name, r->outputs[0].name);
    cdy_source_add_number(t, tolerance, false);
    if (p->options->hessians) {
        cdy_source_add(t, ");\n    test_second(&jacobian, &product, &second, inputs, ");
        cdy_source_add_number(t, tolerance, false);
    }
    cdy_source_add(t, ");\n}\n\n");
}
