/* The map of the payload subcommand: one row a cell. */
#include "commands/motion/payload.h"

#include "rows/json.h"
#include "run/csv.h"

#include <stdlib.h>

static const char *const titles[] = {"radius", "height", "least_mass", "largest_mass"};

enum { NUMBERS = sizeof titles / sizeof *titles };

static void list_numbers(const cdy_capacity_cell *cell, double numbers[NUMBERS])
{
    numbers[0] = cell->radius;
    numbers[1] = cell->height;
    numbers[2] = cell->least_mass;
    numbers[3] = cell->largest_mass;
}

static void write_csv(const computation *t, const cdy_capacity_cell *cells, size_t count, text_buffer *name,
                      output *out)
{
    csv_row row = {.out = out};
    for (int k = 0; k < NUMBERS; k++) {
        csv_add_text(&row, titles[k]);
    }
    csv_add_text(&row, "joint");
    csv_add_text(&row, "samples");
    csv_end_row(&row);
    for (size_t i = 0; i < count; i++) {
        double numbers[NUMBERS];
        list_numbers(&cells[i], numbers);
        for (int k = 0; k < NUMBERS; k++) {
            csv_add_number(&row, numbers[k], t->options->numbers.precision);
        }
        text_reset(name);
        variable_add_joint(t->robot->model, cells[i].velocity, name);
        csv_add_text(&row, text_get(name));
        csv_add_integer(&row, (int)cells[i].samples);
        csv_end_row(&row);
    }
}

static exit_code write_json(const computation *t, const cdy_capacity_cell *cells, size_t count, text_buffer *name,
                            output *out)
{
    exit_code code = EXIT_FINE;
    for (size_t i = 0; i < count && code == EXIT_FINE; i++) {
        json_builder row = json_build_object();
        double numbers[NUMBERS];
        list_numbers(&cells[i], numbers);
        for (int k = 0; k < NUMBERS; k++) {
            json_put(&row, titles[k], json_from_number(numbers[k]));
        }
        text_reset(name);
        variable_add_joint(t->robot->model, cells[i].velocity, name);
        json_put(&row, "joint", cells[i].velocity < 0 ? json_null() : json_from_text(text_get(name)));
        json_put(&row, "samples", json_integer((json_int_t)cells[i].samples));
        code = json_write_line(out, json_built(&row));
    }
    return code;
}

static void write_table(const computation *t, const cdy_capacity_cell *cells, size_t count, text_buffer *name,
                        output *out)
{
    output_format(out, "%10s%10s%13s%13s  joint\n", "radius m", "height m", "least kg", "largest kg");
    for (size_t i = 0; i < count; i++) {
        text_reset(name);
        variable_add_joint(t->robot->model, cells[i].velocity, name);
        output_format(out, "%10.4g%10.4g%13.6g%13.6g  ", cells[i].radius, cells[i].height, cells[i].least_mass,
                      cells[i].largest_mass);
        output_name(out, text_get(name));
        output_text(out, "\n");
    }
}

static exit_code write_cells(const computation *t, const cdy_capacity_cell *cells, size_t count, output *out)
{
    text_buffer name = {0};
    exit_code code = EXIT_FINE;
    switch (format_or(&t->options->numbers.format, FORMAT_CSV)) {
    case FORMAT_TABLE: write_table(t, cells, count, &name, out); break;
    case FORMAT_CSV: write_csv(t, cells, count, &name, out); break;
    case FORMAT_JSON: code = write_json(t, cells, count, &name, out); break;
    case FORMAT_NPY: return fail(EXIT_USAGE, "--grid has no npy output; expected --format csv, json or table");
    }
    code = code == EXIT_FINE && name.failed ? fail_memory() : code;
    text_clear(&name);
    return code;
}

exit_code payload_write_map(computation *t, output *out)
{
    const payload_options *o = t->own;
    const cdy_capacity_options search = payload_search_options(o);
    cdy_error error;
    size_t count = 0;
    if (t->options->numbers.fields) {
        return fail(EXIT_USAGE, "--grid has no --fields: its columns are radius, height, least_mass, largest_mass, "
                                "joint and samples");
    }
    cdy_capacity_cell *cells = calloc(search.samples, sizeof *cells); /* no more cells than poses */
    if (!cells) {
        return fail_memory();
    }
    exit_code code = EXIT_FINE;
    if (cdy_payload_capacity_map(t->robot->model, t->state.frame, &search, o->cell, search.samples, cells, &count,
                                 &error) != CDY_OK) {
        code = fail_library(&error);
    }
    code = code == EXIT_FINE ? write_cells(t, cells, count, out) : code;
    free(cells);
    return code;
}
