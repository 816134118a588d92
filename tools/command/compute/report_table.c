/* A report as a table for people: every value with its joint and its unit. */
#include "compute/report.h"
#include "run/number_style.h"

#include <math.h>
#include <string.h>

enum { INPUT_DIGITS = 10, RESULT_DIGITS = 12 };

/* A vector of the table. */
typedef struct column {
    vector_kind kind;
    const double *values;
    number_style style;
    size_t width;      /* width of the numbers and the heading */
    size_t unit_width; /* width of the longest unit */
} column;

/* Vectors that share the rows of a table. */
typedef struct grid {
    const cdy_model *model;
    column columns[VECTOR_COUNT];
    size_t count;
    size_t name_width, type_width;
    bool degrees;
} grid;

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* Writes the name of a row: the joint, and the index and name of the component. */
static void write_label(output *out, vector_kind kind, const cdy_coordinate *coordinate)
{
    output_short_name(out, coordinate->joint);
    if (coordinate->count > 1) {
        output_format(out, "[%d] %s", coordinate->component, coordinate_component(kind, coordinate));
    }
}

static size_t label_width(vector_kind kind, const cdy_coordinate *coordinate)
{
    size_t width = output_short_columns(coordinate->joint);
    if (coordinate->count > 1) {
        width += 4 + strlen(coordinate_component(kind, coordinate)); /* at most 7 components: one digit */
    }
    return width;
}

static void grid_add(grid *g, vector_kind kind, const double *values, int digits)
{
    size_t length = (size_t)vector_length(g->model, kind);
    column c = {.kind = kind, .values = values, .style = number_style_fit(values, length, digits)};
    c.width = larger(c.style.width, strlen(vector_name(kind)));
    for (size_t i = 0; i < length; i++) {
        cdy_coordinate coordinate = vector_coordinate(g->model, kind, (int)i);
        c.unit_width = larger(c.unit_width, strlen(coordinate_unit(kind, &coordinate, g->degrees)));
        g->name_width = larger(g->name_width, label_width(kind, &coordinate));
        g->type_width = larger(g->type_width, strlen(cdy_joint_type_name(coordinate.type)));
    }
    g->columns[g->count++] = c;
}

static void write_heading(const grid *g, output *out)
{
    output_text(out, "\n  joint");
    output_repeat(out, ' ', g->name_width - strlen("joint"));
    output_text(out, "  type");
    for (size_t i = 0; i < g->count; i++) {
        const column *c = &g->columns[i];
        size_t before = i ? g->columns[i - 1].unit_width : g->type_width - strlen("type");
        output_repeat(out, ' ', before + 2 + (i ? 1 : 0));
        output_format(out, "%*s", (int)c->width, vector_name(c->kind));
    }
    output_text(out, "\n  ");
    output_repeat(out, '-', g->name_width);
    output_text(out, "  ");
    output_repeat(out, '-', g->type_width);
    for (size_t i = 0; i < g->count; i++) {
        output_text(out, "  ");
        output_repeat(out, '-', g->columns[i].width + 1 + g->columns[i].unit_width);
    }
    output_text(out, "\n");
}

static void write_row(const grid *g, output *out, int row)
{
    vector_kind kind = g->columns[0].kind;
    cdy_coordinate coordinate = vector_coordinate(g->model, kind, row);
    const char *type = cdy_joint_type_name(coordinate.type);
    output_text(out, "  ");
    write_label(out, kind, &coordinate);
    output_repeat(out, ' ', g->name_width - label_width(kind, &coordinate));
    output_format(out, "  %s", type);
    size_t gap = g->type_width - strlen(type);
    for (size_t i = 0; i < g->count; i++) {
        const column *c = &g->columns[i];
        cdy_coordinate element = vector_coordinate(g->model, c->kind, row);
        const char *unit = coordinate_unit(c->kind, &element, g->degrees);
        char number[NUMBER_STYLE_SIZE];
        number_style_write(&c->style, c->values[row], number);
        output_repeat(out, ' ', gap + 2);
        output_format(out, "%*s%s%s", (int)c->width, number, *unit ? " " : "", unit);
        gap = c->unit_width - strlen(unit) + (*unit ? 0 : 1);
    }
    output_text(out, "\n");
}

static void write_grid(grid *g, output *out)
{
    if (!g->count) {
        return;
    }
    g->name_width = larger(g->name_width, strlen("joint"));
    g->type_width = larger(g->type_width, strlen("type"));
    write_heading(g, out);
    int rows = vector_length(g->model, g->columns[0].kind);
    for (int row = 0; row < rows; row++) {
        write_row(g, out, row);
    }
}

static void write_wrench(const computation *done, const wrench *w, output *out)
{
    const double *v = w->values;
    output_text(out, "  wrench   on ");
    output_name(out, cdy_model_frame_name(done->robot->model, w->frame));
    output_format(out, ": moment %.10g %.10g %.10g N m, force %.10g %.10g %.10g N, ", v[0], v[1], v[2], v[3], v[4],
                  v[5]);
    if (w->kind != WRENCH_IN_BASE) {
        output_text(out, w->kind == WRENCH_IN_BODY ? "in its own frame, about its origin\n"
                                                   : "in the axes of the base, about its origin\n");
    } else {
        output_text(out, "in the base frame, about the origin of ");
        output_name(out, cdy_model_frame_name(done->robot->model, 0));
        output_text(out, "\n");
    }
}

/* Notes the reference point of a force in the base frame: tool0:0,0,0,0,0,-50 is usually meant at the tool. */
static void write_wrench_hint(const computation *done, output *out)
{
    const int frame = wrench_list_doubtful(&done->wrenches, done->robot->model);
    if (frame >= 0) {
        const char *body = cdy_model_frame_name(done->robot->model, frame);
        output_text(out, "           (a force at ");
        output_name(out, body);
        output_text(out, " itself: --wrench ");
        output_name(out, body);
        output_text(out, "@base-axes:Tx,Ty,Tz,Fx,Fy,Fz in these axes,\n            ");
        output_name(out, body);
        output_text(out, "@body:Tx,Ty,Tz,Fx,Fy,Fz in its own)\n");
    }
}

/* Writes the bodies of --body and --to. */
static void write_bodies(const computation *done, output *out)
{
    const cdy_model *model = done->robot->model;
    if (done->results.has[VARIABLE_POSES]) {
        output_text(out, "  seen in  ");
        output_name(out, cdy_model_frame_name(model, done->state.relative_to));
        output_text(out, "\n");
    }
    if (!done->options->body) {
        return;
    }
    output_text(out, "  body     ");
    output_name(out, cdy_model_frame_name(model, done->state.frame));
    if (done->results.has[VARIABLE_T]) {
        output_text(out, "\n  seen in  ");
        output_name(out, cdy_model_frame_name(model, done->state.relative_to));
    }
    output_text(out, "\n");
}

/* Writes the axes of Jacobians and motions. */
static void write_axes(const computation *done, output *out)
{
    if (calculation_has_axes(done)) {
        output_format(out, "  axes     of the %s\n", done->state.axes == CDY_AXES_BODY ? "body" : "base");
    }
}

/* Writes the names of the active drives, if any. */
static void write_drives(const cdy_drive_options *drives, output *out)
{
    const char *names[MOST_DRIVES];
    const size_t count = drives_names(drives, names);
    for (size_t i = 0; i < count; i++) {
        output_format(out, "%s%s", i ? ", " : "  drives   ", names[i]);
    }
    if (drives->friction) {
        output_format(out, " (friction width %.10g)", drives->friction_width);
    }
    output_text(out, count ? "\n" : "");
}

static void write_head(const computation *done, output *out)
{
    double g[3];
    cdy_model_get_gravity(done->robot->model, g);
    const char *name = robot_name(done->robot);
    output_format(out, "%s of ", done->calculation->title);
    output_name(out, name);
    if (strcmp(name, done->robot->source) != 0) {
        output_text(out, " (");
        output_name(out, strcmp(done->robot->source, "-") ? done->robot->source : "standard input");
        output_text(out, ")");
    }
    output_text(out, "\n");
    cdy_drive_options drives;
    cdy_model_get_drives(done->robot->model, &drives);
    if (done->calculation->gravity || done->options->body || done->random || payloads_exist(done->robot->model) ||
        drives_names(&drives, (const char *[MOST_DRIVES]){NULL}) || done->results.has[VARIABLE_POSES] ||
        calculation_has_axes(done)) {
        output_text(out, "\n");
    }
    if (done->calculation->gravity) {
        output_format(out, "  gravity  %.10g %.10g %.10g m/s2 in the base frame\n", g[0], g[1], g[2]);
    }
    write_drives(&drives, out);
    payloads_write(done->robot->model, out);
    write_bodies(done, out);
    write_axes(done, out);
    for (size_t i = 0; i < done->wrenches.count; i++) {
        write_wrench(done, &done->wrenches.items[i], out);
    }
    write_wrench_hint(done, out);
    if (done->random) {
        output_format(out, "  random   from seed %llu\n", (unsigned long long)done->options->state.seed);
    }
}

/* Returns the number of significant digits: --precision or the default. */
static int digits_of(const computation *done, int usual)
{
    return done->options->numbers.precision ? done->options->numbers.precision : usual;
}

/* Writes the inputs, then the results. q has rows of its own where a floating joint gives it more elements than qd. */
static void write_vectors(const computation *done, output *out)
{
    double *const *values = done->state.values;
    const variable_set inputs = variable_set_difference(done->inputs, done->results);
    grid g = {.model = done->robot->model, .degrees = done->options->numbers.degrees};
    for (int kind = 0; kind < VECTOR_COUNT; kind++) {
        if (inputs.has[kind]) {
            grid_add(&g, (vector_kind)kind, values[kind], digits_of(done, INPUT_DIGITS));
        }
        if (kind == VECTOR_Q && cdy_model_nq(g.model) != cdy_model_nv(g.model)) {
            write_grid(&g, out);
            g = (grid){.model = g.model, .degrees = g.degrees};
        }
    }
    for (int kind = 0; kind < VECTOR_COUNT; kind++) {
        if (done->results.has[kind]) {
            grid_add(&g, (vector_kind)kind, values[kind], digits_of(done, RESULT_DIGITS));
        }
    }
    write_grid(&g, out);
}

static void write_joint(const computation *done, double value, output *out)
{
    cdy_coordinate coordinate = {.joint = "none", .count = 1};
    if (value >= 0) {
        cdy_model_velocity(done->robot->model, (int)value, &coordinate);
    }
    output_name(out, coordinate.joint);
    if (coordinate.count > 1) {
        output_format(out, "[%d]", coordinate.component);
    }
}

static void write_scalar(const computation *done, variable kind, size_t width, output *out)
{
    const char *unit = variable_describe(kind)->unit;
    const bool of_contact = kind == VARIABLE_EFFECTIVE_MASS || kind == VARIABLE_SPEED_LIMIT;
    double value = done->state.values[kind][0];
    char name[24];
    snprintf(name, sizeof name, "%s", variable_name(kind));
    for (char *c = name; (c = strchr(c, '_')) != NULL;) {
        *c = ' ';
    }
    output_format(out, "\n  %-*s  ", (int)width, name);
    if (variable_type_of(kind) == TYPE_JOINT) {
        write_joint(done, value, out);
    } else if (isnan(value)) {
        output_text(out, of_contact ? "none (the point is at rest)" : "none");
    } else if (isinf(value)) {
        output_text(out, kind == VARIABLE_CONDITION || of_contact ? "infinite" : "unlimited");
    } else if (variable_type_of(kind) == TYPE_TRUTH) {
        output_text(out, value > 0 ? "yes" : "no");
    } else {
        output_format(out, "%.*g%s%s", digits_of(done, INPUT_DIGITS), value, unit ? " " : "", unit ? unit : "");
    }
}

static void write_triple(const computation *done, const char *name, const double *v, const char *unit, output *out)
{
    int digits = digits_of(done, INPUT_DIGITS);
    output_format(out, "\n  %-13s  %.*g %.*g %.*g %s", name, digits, v[0], digits, v[1], digits, v[2], unit);
}

/* Writes a line for each three of the components of a variable. */
static void write_triples(const computation *done, variable kind, output *out)
{
    const variable_description *described = variable_describe(kind);
    const double *values = done->state.values[kind];
    write_triple(done, described->name, values, described->unit, out);
    if (described->columns == 6) {
        write_triple(done, "", values + 3, variable_unit(described, true), out);
    }
}

/* Writes the singular values. */
static void write_values(const computation *done, variable kind, size_t width, output *out)
{
    output_format(out, "\n  %-*s", (int)width, "singular values");
    for (size_t i = 0; i < done->dimensions.values; i++) {
        output_format(out, "%s%.*g", i ? " " : "  ", digits_of(done, INPUT_DIGITS), done->state.values[kind][i]);
    }
}

/* Writes single numbers, the center of mass, the momentum and the motion of one body. */
static void write_scalars(const computation *done, output *out)
{
    bool any = false;
    const size_t width = strlen(done->results.has[VARIABLE_SINGULAR_VALUES] ? "singular values" : "linear error ");
    for (int kind = 0; kind < VARIABLE_COUNT; kind++) {
        const variable_description *described = variable_describe((variable)kind);
        if (!done->results.has[kind]) {
            continue;
        }
        if (!described->rows && described->components) {
            write_triples(done, (variable)kind, out);
            any = true;
        } else if (described->columns == PER_VALUE) {
            write_values(done, (variable)kind, width, out);
            any = true;
        } else if (variable_shape_of(&done->dimensions, (variable)kind).dimensions == 0) {
            write_scalar(done, (variable)kind, width, out);
            any = true;
        }
    }
    output_text(out, any ? "\n" : "");
}

/* Lists of the same elements, which share the rows of a table. */
typedef struct lists {
    variable kinds[VARIABLE_COUNT];
    number_style styles[VARIABLE_COUNT];
    size_t count, name_width;
} lists;

static void add_list_name(const computation *done, int per, size_t row, text_buffer *name)
{
    text_reset(name);
    if (per == PER_DEGREE) {
        report_add_joint(done->robot->model, row, name);
    } else {
        text_add(name, "%s", variable_element_name(&done->dimensions, per, row));
    }
}

static void write_list_row(const computation *done, const lists *l, int per, size_t row, text_buffer *name, output *out)
{
    add_list_name(done, per, row, name);
    const bool angular = per == PER_DEGREE ? vector_coordinate(done->robot->model, VECTOR_QD, (int)row).angular
                                           : variable_row_is_angular(text_get(name));
    bool exceeded = false;
    output_text(out, "  ");
    output_short_name(out, text_get(name));
    output_repeat(out, ' ', l->name_width - output_short_columns(text_get(name)));
    for (size_t i = 0; i < l->count; i++) {
        const variable_description *described = variable_describe(l->kinds[i]);
        char number[NUMBER_STYLE_SIZE];
        number_style_write(&l->styles[i], done->state.values[l->kinds[i]][row], number);
        const char *unit = variable_unit(described, false), *second = variable_unit(described, true);
        output_format(out, "  %*s %-*s", (int)larger(l->styles[i].width, strlen(described->name)), number,
                      i + 1 < l->count ? (int)larger(strlen(unit), strlen(second)) : 0, angular ? unit : second);
        exceeded = exceeded || (strcmp(unit, "%") == 0 && done->state.values[l->kinds[i]][row] > 100);
    }
    output_text(out, exceeded ? "  exceeded" : "");
    output_text(out, "\n");
}

/* Writes the lists with an element for each row of a task or of constraints, or for each degree of freedom. */
static exit_code write_lists(const computation *done, int per, output *out)
{
    lists l = {.count = 0};
    text_buffer name = {0};
    size_t rows = 0;
    for (int kind = VECTOR_COUNT; kind < VARIABLE_COUNT; kind++) {
        const variable_description *described = variable_describe((variable)kind);
        if (done->results.has[kind] && !described->rows && described->columns == per) {
            rows = variable_length(&done->dimensions, (variable)kind);
            l.styles[l.count] = number_style_fit(done->state.values[kind], rows, digits_of(done, RESULT_DIGITS));
            l.kinds[l.count++] = (variable)kind;
        }
    }
    for (size_t row = 0; row < rows; row++) {
        add_list_name(done, per, row, &name);
        l.name_width = larger(l.name_width, output_short_columns(text_get(&name)));
    }
    if (rows > 0) {
        output_text(out, "\n  ");
        output_repeat(out, ' ', l.name_width);
        for (size_t i = 0; i < l.count; i++) {
            const variable_description *described = variable_describe(l.kinds[i]);
            const size_t unit = larger(strlen(variable_unit(described, false)), strlen(variable_unit(described, true)));
            output_format(out, "  %*s", (int)larger(l.styles[i].width, strlen(described->name)), described->name);
            output_repeat(out, ' ', i + 1 < l.count ? unit + 1 : 0);
        }
        output_text(out, "\n");
    }
    for (size_t row = 0; row < rows; row++) {
        write_list_row(done, &l, per, row, &name, out);
    }
    const exit_code code = name.failed ? fail_memory() : EXIT_FINE;
    text_clear(&name);
    return code;
}

exit_code report_write_table(const computation *done, output *out)
{
    write_head(done, out);
    if (cdy_model_nv(done->robot->model) == 0) {
        output_text(out, "\n  The robot has no degree of freedom.\n");
    }
    write_vectors(done, out);
    write_scalars(done, out);
    exit_code code = write_lists(done, PER_ROW, out);
    code = code == EXIT_FINE ? write_lists(done, PER_DEGREE, out) : code;
    for (int kind = 0; kind < VARIABLE_COUNT; kind++) {
        variable_shape shape = variable_shape_of(&done->dimensions, (variable)kind);
        if ((done->inputs.has[kind] || done->results.has[kind]) && shape.dimensions == 2 && shape.columns > 0) {
            report_write_matrix(done, (variable)kind, out);
        }
    }
    return code;
}
