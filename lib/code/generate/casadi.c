#include "generate/casadi.h"

#include "generate/parameters.h"
#include "generate/traced_jacobian.h"

/* In these texts '@' stands for the function's name and '$' for the robot's. */

static const char linkage[] = "\n#ifdef _WIN32\n"
                              "#define @_EXPORT __declspec(dllexport)\n"
                              "#else\n"
                              "#define @_EXPORT\n"
                              "#endif\n";

static const char declarations[] =
    "$_EXPORT int @(const double **arg, double **res, long long int *iw, double *w, int mem);\n"
    "$_EXPORT long long int @_n_in(void);\n"
    "$_EXPORT long long int @_n_out(void);\n"
    "$_EXPORT const char *@_name_in(long long int i);\n"
    "$_EXPORT const char *@_name_out(long long int i);\n"
    "$_EXPORT const long long int *@_sparsity_in(long long int i);\n"
    "$_EXPORT const long long int *@_sparsity_out(long long int i);\n"
    "$_EXPORT int @_work(long long int *sz_arg, long long int *sz_res, long long int *sz_iw, long long int *sz_w);\n"
    "$_EXPORT void @_incref(void);\n"
    "$_EXPORT void @_decref(void);\n";

static const char references[] = "void @_incref(void)\n{\n}\n\nvoid @_decref(void)\n{\n}\n\n";

/* ---- results ---- */

/* Leaves out what is zero in every state. */
static bool add_result(casadi_function *f, cdy_arena *arena, const char *input, int rows, int columns,
                       const expression *dense)
{
    const int size = rows * columns;
    expression *values = cdy_arena_allocate(arena, (size_t)size, sizeof *values);
    int *places = cdy_arena_allocate(arena, (size_t)size, sizeof *places);
    int count = 0;
    for (int i = 0; values && places && i < size; i++) {
        if (dense[i].owner || dense[i].is.value != 0) {
            values[count] = dense[i];
            places[count++] = i;
        }
    }
    f->results[f->count++] = (sparse_result){input, rows, columns, count, values, places};
    return values && places;
}

static bool trace_result(casadi_function *f, const cdy_model *model, more_inputs more, graph *g, cdy_arena *arena)
{
    const array_shape *shape = &f->routine->outputs[0];
    const int rows = cdy_dimension(model, shape->rows), columns = cdy_dimension(model, shape->columns);
    expression *outputs[MOST_OUTPUTS];
    return cdy_trace(f->routine, model, more, g, arena, outputs) &&
           cdy_tracer_transpose(arena, rows, columns, outputs[0]) &&
           add_result(f, arena, NULL, rows, columns, outputs[0]);
}

static bool trace_jacobian(casadi_function *f, const cdy_model *model, more_inputs more, graph *g, cdy_arena *arena)
{
    const int rows = cdy_array_length(model, &f->routine->outputs[0]);
    expression *by_input[INPUT_COUNT];
    bool made = cdy_trace_jacobian(f->routine, model, more, g, arena, by_input);
    for (int array = 0; made && array < INPUT_COUNT; array++) {
        const array_shape *input = &cdy_input_shapes[array];
        made = !by_input[array] ||
               add_result(f, arena, input->name, rows, cdy_array_length(model, input), by_input[array]);
    }
    return made;
}

bool cdy_casadi_trace(casadi_function *f, const cdy_model *model, more_inputs more, graph *g, cdy_arena *arena)
{
    f->count = 0;
    return f->is_jacobian ? trace_jacobian(f, model, more, g, arena) : trace_result(f, model, more, g, arena);
}

static void add_result_name(source_text *t, const casadi_function *f, int k)
{
    const char *name = f->routine->outputs[0].name;
    if (f->is_jacobian) {
        cdy_source_add(t, "jac_%s_%s", name, f->results[k].input);
    } else {
        cdy_source_add(t, "%s", name);
    }
}

int cdy_casadi_results(const casadi_function *f, result_array results[INPUT_COUNT])
{
    for (int k = 0; k < f->count; k++) {
        const char *name = f->is_jacobian ? f->results[k].input : f->routine->outputs[0].name;
        results[k] = (result_array){name, f->results[k].count, f->results[k].values};
    }
    return f->count;
}

/* ---- header ---- */

void cdy_casadi_explain(source_text *t)
{
    cdy_source_add(t, "\n *\n * SI units and radians. The functions are those that CasADi (3.6 and later) loads by "
                      "external(), by its conventions:\n * res[k] receives the nonzeros of result k, by columns, in "
                      "the order of NAME_..._sparsity_out(k). Where arg[i] is NULL,\n * input i is zero; where res[k] "
                      "is NULL, `w` takes the place of its numbers. jac_NAME_... are the Jacobians by\n * each input. "
                      "None needs memory besides or has a state: any number of threads may call it.");
}

void cdy_casadi_begin(program *p)
{
    int most = 1;
    for (int array = 0; array < INPUT_COUNT; array++) {
        const int length = cdy_array_length(p->model, &cdy_input_shapes[array]);
        most = length > most ? length : most;
    }
    cdy_source_add_template(&p->header, linkage, p->options->name, "");
    cdy_source_add(&p->functions, "static const double %s_zeros[%d] = {0};\n\n", p->options->name, most);
}

/* CasADi takes numbers by columns, so that the rows of an external force matrix are columns for it. */
static void shape_of_input(const program *p, int array, int *rows, int *columns)
{
    const array_shape *shape = &cdy_input_shapes[array];
    *rows = cdy_dimension(p->model, array == INPUT_WRENCHES ? shape->columns : shape->rows);
    *columns = cdy_dimension(p->model, array == INPUT_WRENCHES ? shape->rows : shape->columns);
}

static void describe(source_text *t, const program *p, const casadi_function *f)
{
    const array_shape *result = &f->routine->outputs[0];
    cdy_source_add(t, "\n/* %s\n", f->routine->sentence);
    for (int array = 0; array < INPUT_COUNT; array++) {
        if (cdy_routine_inputs(f->routine, p->more.arrays) & 1u << array) {
            int rows, columns;
            shape_of_input(p, array, &rows, &columns);
            cdy_source_add(t, " *   %s (%d x %d): %s%s\n", cdy_input_shapes[array].name, rows, columns,
                           cdy_input_shapes[array].meaning, array == INPUT_WRENCHES ? ", each row a column here" : "");
        }
    }
    cdy_source_add(t, " *   %s (%d x %d), result: %s */\n", result->name, cdy_dimension(p->model, result->rows),
                   cdy_dimension(p->model, result->columns), result->meaning);
}

/* ---- source ---- */

static void add_pattern(source_text *t, const char *kind, int number, const sparse_result *x)
{
    cdy_source_add(t, "    static const long long int %s%d[] = {%d, %d, ", kind, number, x->rows, x->columns);
    if (x->count == x->rows * x->columns) { /* a dense matrix */
        cdy_source_add(t, "1};\n");
        return;
    }
    for (int column = 0, before = 0; column <= x->columns; column++) {
        for (; before < x->count && x->places[before] < column * x->rows;) {
            before++;
        }
        cdy_source_add(t, "%s%d", column ? ", " : "", before);
    }
    for (int i = 0; i < x->count; i++) {
        cdy_source_add(t, ", %d", x->places[i] % x->rows);
    }
    cdy_source_add(t, "};\n");
}

/* The tables of the inputs and of the results, as functions of their number. */
typedef struct table {
    source_text names, patterns, all;
    int count;
} table;

static void table_add(table *x, const char *kind, const sparse_result *shape)
{
    add_pattern(&x->patterns, kind, x->count, shape);
    cdy_source_add(&x->all, "%s%s%d", x->count ? ", " : "", kind, x->count);
    x->count++;
}

static void table_write(table *x, source_text *t, const char *function, const char *kind)
{
    cdy_source_add(t, "long long int %s_n_%s(void)\n{\n    return %d;\n}\n\n", function, kind, x->count);
    cdy_source_add(t, "const char *%s_name_%s(long long int i)\n{\n    static const char *const names[] = {", function,
                   kind);
    cdy_source_append(t, &x->names);
    cdy_source_add(t,
                   "};\n    return i >= 0 && i < %d ? names[i] : NULL;\n}\n\n"
                   "const long long int *%s_sparsity_%s(long long int i)\n{\n",
                   x->count, function, kind);
    cdy_source_append(t, &x->patterns);
    cdy_source_add(t, "    static const long long int *const all[] = {");
    cdy_source_append(t, &x->all);
    cdy_source_add(t, "};\n    return i >= 0 && i < %d ? all[i] : NULL;\n}\n\n", x->count);
    cdy_source_clear(&x->names);
    cdy_source_clear(&x->patterns);
    cdy_source_clear(&x->all);
}

/* A Jacobian takes the result of the function too, which it does not read: a matrix without numbers. */
static void write_inputs(source_text *t, const program *p, const casadi_function *f, const char *function)
{
    const array_shape *result = &f->routine->outputs[0];
    table x = {0};
    for (int array = 0; array < INPUT_COUNT; array++) {
        if (cdy_routine_inputs(f->routine, p->more.arrays) & 1u << array) {
            sparse_result shape = {0};
            shape_of_input(p, array, &shape.rows, &shape.columns);
            shape.count = shape.rows * shape.columns;
            cdy_source_add(&x.names, "%s\"%s\"", x.count ? ", " : "", cdy_input_shapes[array].name);
            table_add(&x, "in", &shape);
        }
    }
    if (f->is_jacobian) {
        const sparse_result nothing = {.rows = cdy_dimension(p->model, result->rows),
                                       .columns = cdy_dimension(p->model, result->columns)};
        cdy_source_add(&x.names, ", \"out_%s\"", result->name);
        table_add(&x, "in", &nothing);
    }
    table_write(&x, t, function, "in");
}

static void write_outputs(source_text *t, const casadi_function *f, const char *function)
{
    table x = {0};
    for (int k = 0; k < f->count; k++) {
        cdy_source_add(&x.names, "%s\"", k ? ", " : "");
        add_result_name(&x.names, f, k);
        cdy_source_add(&x.names, "\"");
        table_add(&x, "out", &f->results[k]);
    }
    table_write(&x, t, function, "out");
}

/* The operations, over pointers that are none of them NULL. */
static bool write_operations(program *p, const casadi_function *f, const char *function, graph *g,
                             const number_type *type)
{
    const char *inputs[INPUT_COUNT];
    result_array results[INPUT_COUNT];
    source_text *t = &p->functions;
    const int count = cdy_casadi_results(f, results);
    cdy_source_add(t, "static void %s_of(", function);
    for (int array = 0; array < INPUT_COUNT; array++) {
        inputs[array] = cdy_input_shapes[array].name;
        if (cdy_routine_inputs(f->routine, p->more.arrays) & 1u << array) {
            cdy_source_add(t, "const double *%s, ", inputs[array]);
        }
    }
    source_text names[INPUT_COUNT] = {{0}};
    for (int k = 0; k < count; k++) {
        add_result_name(&names[k], f, k);
        results[k].name = names[k].text ? names[k].text : "";
        cdy_source_add(t, "%sdouble *%s", k ? ", " : "", results[k].name);
    }
    cdy_source_add(t, ")\n{\n");
    cdy_ignore_unused(t, f->routine, p->more.arrays);
    for (int k = 0; k < count; k++) {
        cdy_source_add(t, "    (void)%s;\n", results[k].name);
    }
    const bool written = cdy_emit(t, g, inputs, results, count, type);
    cdy_source_add(t, "}\n\n");
    for (int k = 0; k < count; k++) {
        t->failed = t->failed || names[k].failed;
        cdy_source_clear(&names[k]);
    }
    return written;
}

/* The function that CasADi calls: inputs that are NULL are zeros, results that are NULL go to `w`. */
static void write_call(source_text *t, const program *p, const casadi_function *f, const char *function)
{
    int place = 0, room = 0;
    cdy_source_add(t,
                   "int %s(const double **arg, double **res, long long int *iw, double *w, int mem)\n{\n"
                   "    (void)iw;\n    (void)mem;\n    %s_of(",
                   function, function);
    for (int array = 0; array < INPUT_COUNT; array++) {
        if (cdy_routine_inputs(f->routine, p->more.arrays) & 1u << array) {
            cdy_source_add(t, "arg[%d] ? arg[%d] : %s_zeros, ", place, place, p->options->name);
            place++;
        }
    }
    for (int k = 0; k < f->count; k++) {
        cdy_source_add(t, "%sres[%d] ? res[%d] : w + %d", k ? ", " : "", k, k, room);
        room += f->results[k].count;
    }
    cdy_source_add(t,
                   ");\n    return 0;\n}\n\n"
                   "int %s_work(long long int *sz_arg, long long int *sz_res, long long int *sz_iw, long long int "
                   "*sz_w)\n{\n"
                   "    if (sz_arg) {\n        *sz_arg = %d;\n    }\n"
                   "    if (sz_res) {\n        *sz_res = %d;\n    }\n"
                   "    if (sz_iw) {\n        *sz_iw = 0;\n    }\n"
                   "    if (sz_w) {\n        *sz_w = %d;\n    }\n"
                   "    return 0;\n}\n\n",
                   function, place + f->is_jacobian, f->count, room);
}

bool cdy_casadi_add(program *p, const casadi_function *f, graph *g, const number_type *type)
{
    const char *name = p->options->name;
    source_text function = {0};
    cdy_source_add(&function, "%s%s_%s", f->is_jacobian ? "jac_" : "", name, f->routine->name);
    const char *word = function.text ? function.text : "";
    if (!f->is_jacobian) {
        describe(&p->header, p, f);
    }
    cdy_source_add_template(&p->header, declarations, word, name);
    const bool written = write_operations(p, f, word, g, type);
    write_call(&p->functions, p, f, word);
    write_inputs(&p->functions, p, f, word);
    write_outputs(&p->functions, f, word);
    cdy_source_add_template(&p->functions, references, word, name);
    p->functions.failed = p->functions.failed || function.failed;
    cdy_source_clear(&function);
    return written;
}
