#include "commands/motion/sim_plot.h"

#include "commands/motion/sim_options.h"
#include "compute/gnuplot.h"
#include "compute/row_writer.h"
#include "options/ending.h"
#include "writing/utf8.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { USUAL_POINTS = 2000, MOST_POINTS = 2 * USUAL_POINTS };

/* A panel: lines for the elements of a vector with one unit, or for energies. */
typedef struct panel {
    const char *title, *unit;
    int kind;      /* vector_kind; -1: energies */
    int elements;  /* number of lines */
    size_t widest; /* length of the longest name, characters */
} panel;

enum { PANELS = 6 };

bool sim_plot_wants(const sim_plot *p, uint64_t step)
{
    return p->wanted && step % p->every == 0;
}

exit_code sim_plot_open(sim_plot *p, const computation *t, uint64_t steps)
{
    const sim_options *o = t->own;
    const char *path = o->plot;
    static const char *const pictures[] = {".svg", NULL};
    *p = (sim_plot){.computation = t};
    if (!path) {
        return EXIT_FINE;
    }
    p->wanted = true;
    p->every = steps == UINT64_MAX ? 1 : steps / USUAL_POINTS + 1;
    p->columns = 4 + (size_t)cdy_model_nq(t->robot->model) + (size_t)cdy_model_nv(t->robot->model);
    exit_code code = ending_require("--plot", path, pictures, "'sim'", NULL);
    code = code == EXIT_FINE ? gnuplot_find(&p->gnuplot) : code;
    if (code != EXIT_FINE) {
        return code;
    }
    p->picture.file = stdout; /* until its own file is open */
    code = output_open(&p->picture, path, t->options->invocation.force);
    if (code != EXIT_FINE) {
        return code;
    }
    p->script = tmpfile();
    if (!p->script) {
        return fail(EXIT_IO, "no temporary file can be made: %s", strerror(errno));
    }
    return EXIT_FINE;
}

/* Keeps every second point, so that a motion of unknown length has from half of MOST_POINTS to all of them. */
static void thin_points(sim_plot *p)
{
    for (size_t i = 1; 2 * i < p->count; i++) {
        memcpy(p->points + i * p->columns, p->points + 2 * i * p->columns, p->columns * sizeof *p->points);
    }
    p->count = (p->count + 1) / 2;
    p->every *= 2;
}

/* Makes room for one more point. */
static bool reserve_point(sim_plot *p)
{
    if (p->count < p->capacity) {
        return true;
    }
    const size_t larger = p->capacity ? 2 * p->capacity : 128;
    double *grown = realloc(p->points, larger * p->columns * sizeof *grown);
    if (!grown) {
        return false;
    }
    p->points = grown;
    p->capacity = larger;
    return true;
}

/* Appends values to a point; returns where the next go. */
static double *add_values(double *point, const double *values, size_t count)
{
    memcpy(point, values, count * sizeof *point);
    return point + count;
}

exit_code sim_plot_add(sim_plot *p)
{
    const cdy_model *model = p->computation->robot->model;
    double *const *values = p->computation->state.values;
    const double total = values[VARIABLE_KINETIC][0] + values[VARIABLE_POTENTIAL][0];
    if (p->count == MOST_POINTS) {
        thin_points(p);
    }
    if (!reserve_point(p)) {
        return fail_memory();
    }
    double *next = p->points + p->count++ * p->columns;
    next = add_values(next, values[VARIABLE_TIME], 1);
    next = add_values(next, values[VARIABLE_Q], variable_size(model, VARIABLE_Q));
    next = add_values(next, values[VARIABLE_TAU], variable_size(model, VARIABLE_TAU));
    next = add_values(next, values[VARIABLE_KINETIC], 1);
    next = add_values(next, values[VARIABLE_POTENTIAL], 1);
    add_values(next, &total, 1);
    return EXIT_FINE;
}

/* Writes the points into the script, where a failure is found when the script ends. */
static exit_code write_points(const sim_plot *p)
{
    text_buffer row = {0};
    fputs("$motion << MOTION_ENDS\n", p->script);
    for (size_t i = 0; i < p->count && !row.failed; i++) {
        text_reset(&row);
        for (size_t k = 0; k < p->columns; k++) {
            text_add_bytes(&row, " ", k > 0);
            row_add_number(&row, p->points[i * p->columns + k], 9);
        }
        text_add(&row, "\n");
        fputs(text_get(&row), p->script);
    }
    const bool failed = row.failed;
    text_clear(&row);
    return failed ? fail_memory() : EXIT_FINE;
}

static bool belongs(const panel *p, const cdy_model *model, int element, bool degrees)
{
    cdy_coordinate c = vector_coordinate(model, (vector_kind)p->kind, element);
    return strcmp(coordinate_unit((vector_kind)p->kind, &c, degrees), p->unit) == 0;
}

/* Lists the panels that have lines. */
static int list_panels(const computation *t, panel panels[PANELS])
{
    const cdy_model *model = t->robot->model;
    const sim_options *o = t->own;
    const bool degrees = t->options->numbers.degrees,
               driven = o->control != CONTROL_NONE || t->options->state.vectors[VECTOR_TAU] || t->options->rows.input;
    const panel all[PANELS] = {{"Angle", degrees ? "deg" : "rad", VECTOR_Q, 0, 0},
                               {"Position", "m", VECTOR_Q, 0, 0},
                               {"Quaternion", "", VECTOR_Q, 0, 0},
                               {"Torque", "N m", VECTOR_TAU, 0, 0},
                               {"Force", "N", VECTOR_TAU, 0, 0},
                               {"Energy", "J", -1, 3, 0}};
    int count = 0;
    for (int i = 0; i < PANELS; i++) {
        panel p = all[i];
        int length = p.kind < 0 || (p.kind == VECTOR_TAU && !driven) ? 0 : vector_length(model, (vector_kind)p.kind);
        for (int k = 0; k < length; k++) {
            if (belongs(&p, model, k, degrees)) {
                size_t width = utf8_columns(vector_coordinate(model, (vector_kind)p.kind, k).joint);
                p.widest = width > p.widest ? width : p.widest;
                p.elements++;
            }
        }
        if (p.elements > 0) {
            panels[count++] = p;
        }
    }
    return count;
}

static void write_part(FILE *script, const char *name)
{
    while (*name) {
        size_t length = utf8_printable(name);
        if (*name == '\'') {
            fputs("''", script);
        } else if (length) {
            fwrite(name, 1, length, script);
        } else {
            fputc('?', script);
        }
        name += length ? length : 1;
    }
}

/* Writes a name in single quotes, in which gnuplot interprets the quote only. */
static void write_quoted(FILE *script, const char *name, const char *component)
{
    fputc('\'', script);
    write_part(script, name);
    fputs(*component ? " " : "", script);
    write_part(script, component);
    fputc('\'', script);
}

/* Colors that are distinct for any color vision (Okabe and Ito 2008), then dashes. */
static void write_style(FILE *script, int line)
{
    static const char *const colours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                          "#E69F00", "#56B4E9", "#000000", "#8C7A00"};
    enum { COLOURS = sizeof colours / sizeof *colours };
    static const char *const dashes[] = {"1", "(10,4)", "(3,3)", "(12,3,3,3)", "(18,6)"};
    fprintf(script, " lw 1.6 lc rgb '%s' dt %s", colours[line % COLOURS], dashes[line / COLOURS % 5]);
}

static void write_line(FILE *script, int line, int column, const char *name, const char *component)
{
    fprintf(script, "%s$motion using 1:%d with lines", line ? ", \\\n  " : "plot ", column);
    write_style(script, line);
    fputs(" title ", script);
    write_quoted(script, name, component);
}

static void write_vector_lines(const sim_plot *plot, const panel *p)
{
    const cdy_model *model = plot->computation->robot->model;
    const int first = p->kind == VECTOR_Q ? 2 : 2 + cdy_model_nq(model);
    int line = 0;
    for (int k = 0; k < vector_length(model, (vector_kind)p->kind); k++) {
        if (!belongs(p, model, k, plot->computation->options->numbers.degrees)) {
            continue;
        }
        cdy_coordinate c = vector_coordinate(model, (vector_kind)p->kind, k);
        write_line(plot->script, line++, first + k, c.joint, coordinate_component((vector_kind)p->kind, &c));
    }
}

static void write_energy_lines(const sim_plot *plot)
{
    static const char *const names[3] = {"kinetic", "potential", "total"};
    const cdy_model *model = plot->computation->robot->model;
    const int first = 2 + cdy_model_nq(model) + cdy_model_nv(model);
    for (int i = 0; i < 3; i++) {
        write_line(plot->script, i, first + i, names[i], "");
    }
}

/* Returns 2 for short names, else 1. */
static int legend_columns(const panel *p)
{
    return p->widest <= 9 && p->elements > 8 ? 2 : 1;
}

/* Writes the panels from top to bottom; the height of each fits its legend. */
static void write_panels(const sim_plot *plot, const panel *panels, int count)
{
    enum { WIDTH = 960, TOP = 48, BOTTOM = 56, GAP = 16, LEFT = 84, LEGEND = 250, PANEL = 190, LINE = 21 };
    FILE *script = plot->script;
    int heights[PANELS], total = TOP + BOTTOM + (count - 1) * GAP;
    for (int i = 0; i < count; i++) {
        int columns = legend_columns(&panels[i]), legend = (panels[i].elements + columns - 1) / columns * LINE + 8;
        heights[i] = legend > PANEL ? legend : PANEL;
        total += heights[i];
    }
    fprintf(script, "set terminal svg size %d,%d dynamic enhanced background '#ffffff' font 'Helvetica,13'\n", WIDTH,
            total);
    fprintf(script, "set multiplot\nset lmargin at screen %.6f\nset rmargin at screen %.6f\n",
            (double)LEFT / (double)WIDTH, 1 - (double)LEGEND / (double)WIDTH);
    fputs("set title offset 0,-0.3 font 'Helvetica,15' noenhanced\nset title ", script);
    write_quoted(script, robot_name(plot->computation->robot), "");
    fputs("\n", script);
    int y = TOP;
    for (int i = 0; i < count; i++) {
        const panel *p = &panels[i];
        fprintf(script, "set tmargin at screen %.6f\nset bmargin at screen %.6f\n", 1 - (double)y / total,
                1 - (double)(y + heights[i]) / total);
        fprintf(script,
                "set key at screen %.6f,%.6f left top Left reverse noenhanced samplen 2 spacing 1.05 maxcols %d\n",
                1 - (double)(LEGEND - 10) / (double)WIDTH, 1 - (double)y / total, legend_columns(p));
        fprintf(script, "set label 1 '%s%s%s%s' at screen 0.024,%.6f center rotate\n", p->title, *p->unit ? " (" : "",
                p->unit, *p->unit ? ")" : "", 1 - (y + heights[i] / 2.0) / total);
        fputs(i == count - 1 ? "set format x '%g'\nset xlabel 'Time (s)' offset 0,0.4\n" : "set format x ''\n", script);
        if (p->kind < 0) {
            write_energy_lines(plot);
        } else {
            write_vector_lines(plot, p);
        }
        fputs("\nunset title\n", script);
        y += heights[i] + GAP;
    }
    fputs("unset multiplot\n", script);
}

/* Copies gnuplot's picture to the output, which detects a full disk. */
static exit_code copy_picture(FILE *drawn, output *picture)
{
    char bytes[4096];
    size_t size = 0, total = 0;
    rewind(drawn);
    while ((size = fread(bytes, 1, sizeof bytes, drawn)) > 0) {
        output_bytes(picture, bytes, size);
        total += size;
    }
    return total > 0 ? EXIT_FINE : fail(EXIT_IO, "gnuplot draws nothing; is it gnuplot that the PATH leads to?");
}

static exit_code run_gnuplot(sim_plot *p)
{
    FILE *drawn = tmpfile();
    if (!drawn) {
        return fail(EXIT_IO, "no temporary file can be made: %s", strerror(errno));
    }
    exit_code code = gnuplot_run(text_get(&p->gnuplot), p->script, drawn);
    code = code == EXIT_FINE ? copy_picture(drawn, &p->picture) : code;
    fclose(drawn);
    return code;
}

static exit_code draw(sim_plot *p)
{
    panel panels[PANELS];
    int count = list_panels(p->computation, panels);
    exit_code code = write_points(p);
    if (code != EXIT_FINE) {
        return code;
    }
    fputs("MOTION_ENDS\n"
          "set encoding utf8\n"
          "set style line 100 lc rgb '#dddddd' lw 0.8\n"
          "set grid back ls 100\n"
          "set border 3 lc rgb '#555555' lw 0.9\n"
          "set tics nomirror scale 0.5 font 'Helvetica,11' textcolor rgb '#333333'\n"
          "set xtics\nset ytics\n"
          "set autoscale xfix\nset offsets 0,0,graph 0.05,graph 0.05\n",
          p->script);
    write_panels(p, panels, count);
    if (fflush(p->script) != 0 || ferror(p->script)) {
        return fail(EXIT_IO, "the script of the picture cannot be kept: %s", strerror(errno));
    }
    return run_gnuplot(p);
}

exit_code sim_plot_close(sim_plot *p, exit_code code)
{
    if (code == EXIT_FINE && p->wanted) {
        code = draw(p);
    }
    if (p->script) {
        fclose(p->script);
    }
    if (p->picture.file && p->picture.file != stdout) {
        code = output_finish(&p->picture, code);
    }
    text_clear(&p->gnuplot);
    free(p->points);
    return code;
}
