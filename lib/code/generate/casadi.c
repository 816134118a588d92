#include "generate/casadi.h"

#include "generate/parameters.h"
#include "generate/traced_hessian.h"
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

/* How the names of the functions begin. */
static const char *const prefixes[CASADI_KINDS] = {"", "jac_", "adj1_", "jac_adj1_"};

/* CasADi takes numbers by columns, so that the rows of an external force matrix are columns for it. */
static void shape_of_input(const cdy_model *model, int array, int *rows, int *columns)
{
    const array_shape *shape = &cdy_input_shapes[array];
    *rows = cdy_dimension(model, array == INPUT_WRENCHES ? shape->columns : shape->rows);
    *columns = cdy_dimension(model, array == INPUT_WRENCHES ? shape->rows : shape->columns);
}

/* ---- results ---- */

/* Keeps all numbers of a matrix, by columns. */
static bool make_dense(sparse_result *x, cdy_arena *arena, int rows, int columns, const expression *dense)
{
    int *places = cdy_arena_allocate(arena, (size_t)(rows * columns), sizeof *places);
    for (int i = 0; places && i < rows * columns; i++) {
        places[i] = i;
    }
    *x = (sparse_result){{NULL}, rows, columns, rows * columns, dense, places};
    return places;
}

/* Leaves out what is zero in every state. `dense` is by columns; NULL: all is. */
static bool make_sparse(sparse_result *x, cdy_arena *arena, int rows, int columns, const expression *dense)
{
    const int size = dense ? rows * columns : 0;
    expression *values = cdy_arena_allocate(arena, (size_t)size + 1, sizeof *values);
    int *places = cdy_arena_allocate(arena, (size_t)size + 1, sizeof *places);
    int count = 0;
    for (int i = 0; values && places && i < size; i++) {
        if (dense[i].owner || dense[i].is.value != 0) {
            values[count] = dense[i];
            places[count++] = i;
        }
    }
    *x = (sparse_result){{NULL}, rows, columns, count, values, places};
    return values && places;
}

/* A result, under a name of up to four pieces. CasADi expects the products of a vector to be as dense as the inputs. */
static bool add_result(casadi_function *f, cdy_arena *arena, const char *const name[4], int rows, int columns,
                       const expression *dense)
{
    sparse_result *x = &f->results[f->count++];
    const bool made = f->kind == CASADI_ADJOINT ? make_dense(x, arena, rows, columns, dense)
                                                : make_sparse(x, arena, rows, columns, dense);
    for (int k = 0; k < 4; k++) {
        x->name[k] = name[k];
    }
    return made;
}

static bool trace_result(casadi_function *f, const cdy_model *model, more_inputs more, graph *g, cdy_arena *arena)
{
    const array_shape *shape = &f->routine->outputs[0];
    const int rows = cdy_dimension(model, shape->rows), columns = cdy_dimension(model, shape->columns);
    expression *outputs[MOST_OUTPUTS];
    return cdy_trace(f->routine, model, more, g, arena, outputs) &&
           cdy_tracer_transpose(arena, rows, columns, outputs[0]) &&
           add_result(f, arena, (const char *const[4]){shape->name}, rows, columns, outputs[0]);
}

static bool trace_jacobian(casadi_function *f, const cdy_model *model, more_inputs more, graph *g, cdy_arena *arena)
{
    const array_shape *shape = &f->routine->outputs[0];
    const int rows = cdy_array_length(model, shape);
    expression *by_input[INPUT_COUNT];
    bool made = cdy_trace_jacobian(f->routine, model, more, g, arena, by_input);
    for (int array = 0; made && array < INPUT_COUNT; array++) {
        const array_shape *input = &cdy_input_shapes[array];
        const char *const name[4] = {"jac_", shape->name, "_", input->name};
        made = !by_input[array] || add_result(f, arena, name, rows, cdy_array_length(model, input), by_input[array]);
    }
    return made;
}

/* The vector: numbers that are zero in every state have none. */
static bool make_seed(casadi_function *f, const weighted_sum *s)
{
    const array_shape *shape = &f->routine->outputs[0];
    return make_sparse(&f->seed, s->arena, cdy_dimension(s->model, shape->rows),
                       cdy_dimension(s->model, shape->columns), s->y);
}

static bool add_adjoints(casadi_function *f, const weighted_sum *s)
{
    bool made = make_seed(f, s);
    for (int array = 0; made && array < INPUT_COUNT; array++) {
        int rows, columns;
        shape_of_input(s->model, array, &rows, &columns);
        const char *const name[4] = {"adj_", cdy_input_shapes[array].name};
        made = !s->gradient[array] || add_result(f, s->arena, name, rows, columns, s->gradient[array]);
    }
    return made;
}

/* The Jacobian of the adjoint of one input: by the inputs, by the result, which is none, and by the vector. */
static bool add_adjoint_jacobians(casadi_function *f, const weighted_sum *s, int array)
{
    const char *of = cdy_input_shapes[array].name, *result = f->routine->outputs[0].name;
    const int rows = cdy_array_length(s->model, &cdy_input_shapes[array]);
    bool made = true;
    for (int by = 0; made && by < INPUT_WEIGHTS; by++) {
        const char *const name[4] = {"jac_adj_", of, "_", cdy_input_shapes[by].name};
        made = !s->second[array][by] ||
               add_result(f, s->arena, name, rows, cdy_array_length(s->model, &cdy_input_shapes[by]),
                          s->second[array][by]);
    }
    const char *const by_result[4] = {"jac_adj_", of, "_out_", result}, *const by_seed[4] = {"jac_adj_", of, "_adj_",
                                                                                             result};
    return made && add_result(f, s->arena, by_result, rows, s->rows, NULL) &&
           add_result(f, s->arena, by_seed, rows, s->rows, s->second[array][INPUT_WEIGHTS]);
}

static bool trace_adjoint(casadi_function *f, const cdy_model *model, more_inputs more, graph *g, cdy_arena *arena)
{
    weighted_sum s = {.routine = f->routine, .model = model, .more = more, .graph = g, .arena = arena};
    if (!cdy_trace_gradient(&s)) {
        return false;
    }
    if (f->kind == CASADI_ADJOINT) {
        return add_adjoints(f, &s);
    }
    bool made = cdy_trace_hessian(&s) && make_seed(f, &s);
    for (int array = 0; made && array < INPUT_COUNT; array++) {
        made = !s.gradient[array] || add_adjoint_jacobians(f, &s, array);
    }
    return made;
}

bool cdy_casadi_trace(casadi_function *f, const cdy_model *model, more_inputs more, graph *g, cdy_arena *arena)
{
    f->count = 0;
    switch (f->kind) {
    case CASADI_RESULT: return trace_result(f, model, more, g, arena);
    case CASADI_JACOBIAN: return trace_jacobian(f, model, more, g, arena);
    case CASADI_ADJOINT:
    case CASADI_ADJOINT_JACOBIAN: return trace_adjoint(f, model, more, g, arena);
    case CASADI_KINDS: break;
    }
    return false;
}

static void add_result_name(source_text *t, const sparse_result *x)
{
    for (int k = 0; k < 4 && x->name[k]; k++) {
        cdy_source_add(t, "%s", x->name[k]);
    }
}

int cdy_casadi_results(const casadi_function *f, result_array results[MOST_CASADI_RESULTS])
{
    for (int k = 0; k < f->count; k++) {
        results[k] = (result_array){f->routine->outputs[0].name, f->results[k].count, f->results[k].values};
    }
    return f->count;
}

static bool has_seed(const casadi_function *f)
{
    return f->kind == CASADI_ADJOINT || f->kind == CASADI_ADJOINT_JACOBIAN;
}

/* ---- header ---- */

void cdy_casadi_explain(source_text *t, const cdy_generate_options *o)
{
    cdy_source_add(t, "\n *\n * SI units and radians. The functions are those that CasADi (3.6 and later) loads by "
                      "external(), by its conventions:\n * res[k] receives the nonzeros of result k, by columns, in "
                      "the order of NAME_..._sparsity_out(k). Where arg[i] is NULL,\n * input i is zero; where res[k] "
                      "is NULL, `w` takes the place of its numbers. jac_NAME_... are the Jacobians by\n * each input. "
                      "None needs memory besides or has a state: any number of threads may call it.");
    if (o->hessians) {
        cdy_source_add(t, "\n *\n * adj1_NAME_... are products of a vector with the Jacobian, and jac_adj1_NAME_... "
                          "their Jacobians: the second\n * derivatives of which solvers make exact Hessians.");
    }
}

/* The longest input of a function, or vector of its adjoint. */
static int longest_input(const program *p)
{
    int most = 1;
    for (int array = 0; array < INPUT_COUNT; array++) {
        const int length = cdy_array_length(p->model, &cdy_input_shapes[array]);
        most = length > most ? length : most;
    }
    for (int i = 0; p->options->hessians && i < cdy_routine_count; i++) {
        const int length = cdy_array_length(p->model, &cdy_routines[i].outputs[0]);
        most = p->options->calls & cdy_routines[i].call && length > most ? length : most;
    }
    return most;
}

void cdy_casadi_begin(program *p)
{
    cdy_source_add_template(&p->header, linkage, p->options->name, "");
    cdy_source_add(&p->functions, "static const double %s_zeros[%d] = {0};\n\n", p->options->name, longest_input(p));
}

static void describe(source_text *t, const program *p, const casadi_function *f)
{
    const array_shape *result = &f->routine->outputs[0];
    cdy_source_add(t, "\n/* %s\n", f->routine->sentence);
    for (int array = 0; array < INPUT_COUNT; array++) {
        if (cdy_routine_inputs(f->routine, p->more.arrays) & 1u << array) {
            int rows, columns;
            shape_of_input(p->model, array, &rows, &columns);
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

/* A derivative takes results of what it differentiates too, which it does not read: matrices without numbers. */
static void add_unread_input(table *x, const char *prefix, const char *name, int rows, int columns)
{
    const sparse_result nothing = {.rows = rows, .columns = columns};
    cdy_source_add(&x->names, ", \"%s%s\"", prefix, name);
    table_add(x, "in", &nothing);
}

static void write_inputs(source_text *t, const program *p, const casadi_function *f, const char *function)
{
    const array_shape *result = &f->routine->outputs[0];
    const unsigned inputs = cdy_routine_inputs(f->routine, p->more.arrays);
    sparse_result shape = {{NULL}, 0, 0, 0, NULL, NULL};
    table x = {0};
    for (int array = 0; array < INPUT_COUNT; array++) {
        if (inputs & 1u << array) {
            shape_of_input(p->model, array, &shape.rows, &shape.columns);
            shape.count = shape.rows * shape.columns;
            cdy_source_add(&x.names, "%s\"%s\"", x.count ? ", " : "", cdy_input_shapes[array].name);
            table_add(&x, "in", &shape);
        }
    }
    if (f->kind != CASADI_RESULT) {
        add_unread_input(&x, "out_", result->name, cdy_dimension(p->model, result->rows),
                         cdy_dimension(p->model, result->columns));
    }
    if (has_seed(f)) {
        cdy_source_add(&x.names, ", \"adj_%s\"", result->name);
        table_add(&x, "in", &f->seed);
    }
    for (int array = 0; f->kind == CASADI_ADJOINT_JACOBIAN && array < INPUT_COUNT; array++) {
        if (inputs & 1u << array) {
            shape_of_input(p->model, array, &shape.rows, &shape.columns);
            add_unread_input(&x, "out_adj_", cdy_input_shapes[array].name, shape.rows, shape.columns);
        }
    }
    table_write(&x, t, function, "in");
}

static void write_outputs(source_text *t, const casadi_function *f, const char *function)
{
    table x = {0};
    for (int k = 0; k < f->count; k++) {
        cdy_source_add(&x.names, "%s\"", k ? ", " : "");
        add_result_name(&x.names, &f->results[k]);
        cdy_source_add(&x.names, "\"");
        table_add(&x, "out", &f->results[k]);
    }
    table_write(&x, t, function, "out");
}

/* The parameters of the operations: inputs and, for adjoints, the vector, then results. */
static void add_operands(source_text *t, const program *p, const casadi_function *f, const result_array *results)
{
    for (int array = 0; array < INPUT_COUNT; array++) {
        if (cdy_routine_inputs(f->routine, p->more.arrays) & 1u << array) {
            cdy_source_add(t, "const double *%s, ", cdy_input_shapes[array].name);
        }
    }
    if (has_seed(f)) {
        cdy_source_add(t, "const double *adj_result, ");
    }
    for (int k = 0; k < f->count; k++) {
        cdy_source_add(t, "%sdouble *%s", k ? ", " : "", results[k].name);
    }
}

static void ignore_unused(source_text *t, const program *p, const casadi_function *f, const result_array *results)
{
    cdy_ignore_unused(t, f->routine, p->more.arrays);
    if (has_seed(f)) {
        cdy_source_add(t, "    (void)adj_result;\n");
    }
    for (int k = 0; k < f->count; k++) {
        cdy_source_add(t, "    (void)%s;\n", results[k].name);
    }
}

/* The operations, over pointers that are none of them NULL. */
static bool write_operations(program *p, const casadi_function *f, const char *function, graph *g,
                             const number_type *type)
{
    const char *inputs[INPUT_COUNT];
    result_array results[MOST_CASADI_RESULTS];
    source_text *t = &p->functions, names[MOST_CASADI_RESULTS] = {{0}};
    const int count = cdy_casadi_results(f, results);
    for (int array = 0; array < INPUT_COUNT; array++) {
        inputs[array] = array == INPUT_WEIGHTS ? "adj_result" : cdy_input_shapes[array].name;
    }
    for (int k = 0; k < count; k++) {
        add_result_name(&names[k], &f->results[k]);
        results[k].name = names[k].text ? names[k].text : "";
    }
    cdy_source_add(t, "static void %s_of(", function);
    add_operands(t, p, f, results);
    cdy_source_add(t, ")\n{\n");
    ignore_unused(t, p, f, results);
    const bool written = cdy_emit(t, g, inputs, results, count, type);
    cdy_source_add(t, "}\n\n");
    for (int k = 0; k < count; k++) {
        t->failed = t->failed || names[k].failed;
        cdy_source_clear(&names[k]);
    }
    return written;
}

/* How many arguments a function has. */
static int count_arguments(const program *p, const casadi_function *f)
{
    int inputs = 0;
    for (int array = 0; array < INPUT_COUNT; array++) {
        inputs += (cdy_routine_inputs(f->routine, p->more.arrays) & 1u << array) != 0;
    }
    return f->kind == CASADI_ADJOINT_JACOBIAN ? 2 * inputs + 2 : inputs + (int)f->kind;
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
    if (has_seed(f)) { /* behind the result */
        cdy_source_add(t, "arg[%d] ? arg[%d] : %s_zeros, ", place + 1, place + 1, p->options->name);
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
                   function, count_arguments(p, f), f->count, room);
}

bool cdy_casadi_add(program *p, const casadi_function *f, graph *g, const number_type *type)
{
    const char *name = p->options->name;
    source_text function = {0};
    cdy_source_add(&function, "%s%s_%s", prefixes[f->kind], name, f->routine->name);
    const char *word = function.text ? function.text : "";
    if (f->kind == CASADI_RESULT) {
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
