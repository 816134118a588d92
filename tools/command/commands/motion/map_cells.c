#include "commands/motion/map_cells.h"

#include "options/ending.h"
#include "page/heat_map.h"
#include "rows/json.h"
#include "run/csv.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const option_row grid_rows[] = {
    {.kind = OPTION_NUMBER,
     .name = "--cell",
     .metavar = "SIZE",
     .offset = offsetof(map_options, cell),
     .given = offsetof(map_options, cell_given),
     .standard = "0.05",
     .help = "size of the map's cells, m",
     .above_zero = true},
    {.kind = OPTION_TEXT,
     .name = "--show",
     .metavar = "COLUMN",
     .offset = offsetof(map_options, show),
     .help = "the column that a picture of the map, -o FILE.svg, shows"},
    {0},
};
const option_table grid_table = {.rows = grid_rows};

static const option_row map_rows[] = {
    {.kind = OPTION_TABLE, .table = &grid_table},
    {.kind = OPTION_WHOLE,
     .name = "--samples",
     .metavar = "N",
     .offset = offsetof(map_options, samples),
     .given = offsetof(map_options, samples_given),
     .standard = "20000",
     .help = "random poses of the map, or of each search",
     .least = 1,
     .most = 1e8},
    {0},
};
const option_table map_table = {.rows = map_rows};

static bool is_picture(const calculation_options *o)
{
    static const char *const pictures[] = {".svg", NULL};
    return ending_find(o->invocation.output, pictures) >= 0;
}

exit_code map_check(const calculation_options *o, const map_options *map, const char *name)
{
    const number_options *numbers = &o->numbers;
    if (map->show && !is_picture(o)) {
        return fail(EXIT_USAGE, "--show is the column of a picture: it needs -o FILE.svg");
    }
    if (is_picture(o) && (numbers->format.given || numbers->precision)) {
        return fail(EXIT_USAGE, "a picture has no %s; give -o FILE.csv for rows",
                    numbers->format.given ? "--format" : "--precision");
    }
    if (numbers->fields || format_or(&numbers->format, FORMAT_CSV) == FORMAT_NPY) {
        return fail(EXIT_USAGE, "%s has neither --fields nor npy output; expected --format csv, json or table", name);
    }
    return EXIT_FINE;
}

exit_code map_check_none(const calculation_options *o, const map_options *map, bool takes_samples)
{
    const char *name = map->cell_given                        ? "--cell"
                       : map->show                            ? "--show"
                       : map->samples_given && !takes_samples ? "--samples"
                       : is_picture(o)                        ? "an --output that ends in .svg"
                                                              : NULL;
    return name ? fail(EXIT_USAGE, "%s needs --grid", name) : EXIT_FINE;
}

cdy_capacity_options map_search(const calculation_options *o, const map_options *map)
{
    cdy_capacity_options search = cdy_capacity_options_default();
    search.seed = o->state.seed;
    search.samples = (size_t)map->samples;
    search.threads = o->rows.threads_given ? o->rows.threads : 1;
    return search;
}

/* ---- rows ---- */

/* How rows are written. */
typedef struct map_writer {
    const computation *computation;
    const map_form *form;
    output_format_kind format;
    text_buffer joint; /* of the row at hand */
    output *out;
} map_writer;

static void write_titles(const map_writer *w)
{
    const map_form *form = w->form;
    csv_row csv = {.out = w->out};
    for (int k = 0; k < form->count && w->format == FORMAT_TABLE; k++) {
        output_format(w->out, k < 2 ? "%10s" : "%13s", form->columns[k].heading);
    }
    if (w->format == FORMAT_TABLE) {
        output_text(w->out, form->joint ? "  joint\n" : "  samples\n");
    }
    for (int k = 0; k < form->count && w->format == FORMAT_CSV; k++) {
        csv_add_text(&csv, form->columns[k].name);
    }
    if (w->format == FORMAT_CSV) {
        if (form->joint) {
            csv_add_text(&csv, "joint");
        }
        csv_add_text(&csv, "samples");
        csv_end_row(&csv);
    }
}

static void write_csv(const map_writer *w, const map_row *row)
{
    csv_row csv = {.out = w->out};
    for (int k = 0; k < w->form->count; k++) {
        csv_add_number(&csv, row->numbers[k], w->computation->options->numbers.precision);
    }
    if (w->form->joint) {
        csv_add_text(&csv, text_get(&w->joint));
    }
    csv_add_integer(&csv, (int)row->samples);
    csv_end_row(&csv);
}

static exit_code write_json(const map_writer *w, const map_row *row)
{
    json_builder object = json_build_object();
    for (int k = 0; k < w->form->count; k++) {
        json_put(&object, w->form->columns[k].name, json_from_number(row->numbers[k]));
    }
    if (w->form->joint) {
        json_put(&object, "joint", row->velocity < 0 ? json_null() : json_from_text(text_get(&w->joint)));
    }
    json_put(&object, "samples", json_integer((json_int_t)row->samples));
    return json_write_line(w->out, json_built(&object));
}

static void write_line(const map_writer *w, const map_row *row)
{
    for (int k = 0; k < w->form->count; k++) {
        output_format(w->out, k < 2 ? "%10.4g" : "%13.6g", row->numbers[k]);
    }
    if (w->form->joint) {
        output_text(w->out, "  ");
        output_name(w->out, text_get(&w->joint));
        output_text(w->out, "\n");
    } else {
        output_format(w->out, "  %llu\n", row->samples);
    }
}

static exit_code write_row(map_writer *w, const map_row *row)
{
    text_reset(&w->joint);
    if (w->form->joint) {
        variable_add_joint(w->computation->robot->model, row->velocity, &w->joint);
    }
    switch (w->format) {
    case FORMAT_CSV: write_csv(w, row); break;
    case FORMAT_JSON: return write_json(w, row);
    case FORMAT_NPY: /* refused before */
    case FORMAT_TABLE: write_line(w, row); break;
    }
    return EXIT_FINE;
}

static exit_code write_rows(const computation *t, const map_form *form, const map_row *rows, size_t count, output *out)
{
    map_writer w = {
        .computation = t, .form = form, .format = format_or(&t->options->numbers.format, FORMAT_CSV), .out = out};
    exit_code code = EXIT_FINE;
    write_titles(&w);
    for (size_t i = 0; i < count && code == EXIT_FINE; i++) {
        code = write_row(&w, &rows[i]);
    }
    code = code == EXIT_FINE && w.joint.failed ? fail_memory() : code;
    text_clear(&w.joint);
    return code;
}

/* ---- the picture ---- */

static const map_column sample_column = {"samples", "samples", "Poses", "poses", true};

/* Finds the column that --show names, `form->count` for the samples; reports an unknown name. */
static exit_code find_column(const map_form *form, const char *name, int *column)
{
    text_buffer message = {0};
    for (*column = 2; *column < form->count; ++*column) {
        if (strcmp(form->columns[*column].name, name) == 0) {
            return EXIT_FINE;
        }
    }
    if (strcmp(name, sample_column.name) == 0) {
        return EXIT_FINE;
    }
    text_add(&message, "--show: '%.80s' is no column of the map; expected ", name);
    for (int k = 2; k < form->count; k++) {
        text_add(&message, "%s%s", form->columns[k].name, k + 1 < form->count ? ", " : " or samples");
    }
    return fail_text(EXIT_USAGE, &message);
}

static exit_code write_picture(const computation *t, const map_options *map, const map_form *form, const char *point,
                               const map_row *rows, size_t count, output *out)
{
    int column = 0;
    exit_code code = find_column(form, map->show ? map->show : form->shown, &column);
    heat_cell *cells = code == EXIT_FINE ? calloc(count, sizeof *cells) : NULL;
    if (!cells) {
        return code == EXIT_FINE ? fail_memory() : code;
    }
    for (size_t i = 0; i < count; i++) {
        const double *numbers = rows[i].numbers;
        cells[i] =
            (heat_cell){numbers[0], numbers[1], column < form->count ? numbers[column] : (double)rows[i].samples};
    }
    const map_column *shown = column < form->count ? &form->columns[column] : &sample_column;
    text_buffer title = {0};
    text_add(&title, "%s, %s", shown->quantity, point);
    if (title.failed) {
        code = fail_memory();
    } else {
        heat_map_write(&(heat_map){.title = text_get(&title),
                                   .robot = robot_name(t->robot),
                                   .quantity = shown->label,
                                   .cells = cells,
                                   .count = count,
                                   .size = map->cell,
                                   .wide = shown->wide},
                       out);
    }
    text_clear(&title);
    free(cells);
    return code;
}

/* Whether no random pose moves a joint: it has several degrees of freedom, or slides without limits. */
static bool stays_at_home(const cdy_model *model, const cdy_moving_joint *joint)
{
    cdy_coordinate c;
    if (joint->nv != 1) {
        return true;
    }
    return cdy_model_position(model, joint->position, &c) == CDY_OK && !c.angular &&
           !(isfinite(c.lower) && isfinite(c.upper));
}

static void note_joints_at_home(const cdy_model *model)
{
    cdy_moving_joint joint;
    const char *first = NULL;
    int count = 0;
    for (int i = 0; i < cdy_model_joint_count(model); i++) {
        if (cdy_model_joint(model, i, &joint) == CDY_OK && !joint.is_follower && stays_at_home(model, &joint)) {
            first = count++ ? first : joint.name;
        }
    }
    if (count > 0) {
        note("the map has joint '%s'%s at home in every pose, since it has no limits, or several degrees of freedom",
             first, count > 1 ? ", and others," : "");
    }
}

exit_code map_write(const computation *t, const map_options *map, const map_form *form, const char *point,
                    const map_row *rows, size_t count, output *out)
{
    if (count == 0) {
        return fail(EXIT_NUMERICAL, "%s", form->none);
    }
    note_joints_at_home(t->robot->model);
    return is_picture(t->options) ? write_picture(t, map, form, point, rows, count, out)
                                  : write_rows(t, form, rows, count, out);
}
