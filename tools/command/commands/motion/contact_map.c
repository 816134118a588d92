/* The map of the contact subcommand: one row a cell. */
#include "commands/motion/contact.h"

#include "rows/json.h"
#include "run/csv.h"

#include <math.h>
#include <stdlib.h>

static const char *const titles[] = {"radius", "height", "least_mass", "largest_mass", "speed_limit"};

enum { NUMBERS = sizeof titles / sizeof *titles };

/* A cell, and the speed that the limits allow its largest mass. */
typedef struct map_row {
    double numbers[NUMBERS];
    unsigned long long samples;
} map_row;

static exit_code make_row(const contact *c, const cdy_contact_cell *cell, map_row *row)
{
    cdy_error error;
    double speed = (double)NAN;
    if (c->limit && cdy_contact_speed(c->limit, cell->largest_mass, &speed, &error) != CDY_OK) {
        return fail_library(&error);
    }
    *row = (map_row){{cell->radius, cell->height, cell->least_mass, cell->largest_mass, speed}, cell->samples};
    return EXIT_FINE;
}

static void write_titles(output_format_kind kind, int numbers, output *out)
{
    csv_row csv = {.out = out};
    if (kind == FORMAT_TABLE) {
        output_format(out, "%10s%10s%13s%13s%s  samples\n", "radius m", "height m", "least kg", "largest kg",
                      numbers == NUMBERS ? "    limit m/s" : "");
    } else if (kind == FORMAT_CSV) {
        for (int k = 0; k < numbers; k++) {
            csv_add_text(&csv, titles[k]);
        }
        csv_add_text(&csv, "samples");
        csv_end_row(&csv);
    }
}

static exit_code write_row(const computation *t, output_format_kind kind, int numbers, const map_row *row, output *out)
{
    csv_row csv = {.out = out};
    if (kind == FORMAT_JSON) {
        json_builder object = json_build_object();
        for (int k = 0; k < numbers; k++) {
            json_put(&object, titles[k], json_from_number(row->numbers[k]));
        }
        json_put(&object, "samples", json_integer((json_int_t)row->samples));
        return json_write_line(out, json_built(&object));
    }
    for (int k = 0; k < numbers && kind == FORMAT_CSV; k++) {
        csv_add_number(&csv, row->numbers[k], t->options->numbers.precision);
    }
    if (kind == FORMAT_CSV) {
        csv_add_integer(&csv, (int)row->samples);
        csv_end_row(&csv);
        return EXIT_FINE;
    }
    for (int k = 0; k < numbers; k++) {
        output_format(out, k < 2 ? "%10.4g" : "%13.6g", row->numbers[k]);
    }
    output_format(out, "  %llu\n", row->samples);
    return EXIT_FINE;
}

static exit_code write_cells(const computation *t, const cdy_contact_cell *cells, size_t count, output *out)
{
    const contact *c = t->state.data;
    const output_format_kind kind = format_or(&t->options->numbers.format, FORMAT_CSV);
    const int numbers = c->limit ? NUMBERS : NUMBERS - 1;
    exit_code code = EXIT_FINE;
    write_titles(kind, numbers, out);
    for (size_t i = 0; i < count && code == EXIT_FINE; i++) {
        map_row row = {.samples = 0};
        code = make_row(c, &cells[i], &row);
        code = code == EXIT_FINE ? write_row(t, kind, numbers, &row, out) : code;
    }
    return code;
}

exit_code contact_write_map(computation *t, output *out)
{
    const contact_options *o = t->own;
    const contact *c = t->state.data;
    cdy_capacity_options search = cdy_capacity_options_default();
    cdy_error error;
    size_t count = 0;
    if (t->options->numbers.fields || format_or(&t->options->numbers.format, FORMAT_CSV) == FORMAT_NPY) {
        return fail(EXIT_USAGE, "--grid has neither --fields nor npy output: its columns are radius, height, "
                                "least_mass, largest_mass, speed_limit and samples");
    }
    search.seed = o->calculation.state.seed;
    search.samples = (size_t)o->samples;
    search.threads = o->calculation.rows.threads_given ? o->calculation.rows.threads : 1;
    cdy_contact_cell *cells = calloc(search.samples, sizeof *cells); /* no more cells than poses */
    if (!cells) {
        return fail_memory();
    }
    exit_code code =
        cdy_contact_map(t->robot->model, &c->state, &search, o->cell, search.samples, cells, &count, &error) == CDY_OK
            ? EXIT_FINE
            : fail_library(&error);
    if (code == EXIT_FINE && count == 0) {
        code =
            fail(EXIT_NUMERICAL, "the point is on the z axis of the base in all poses, where no direction is outward; "
                                 "give --direction X,Y,Z");
    }
    code = code == EXIT_FINE ? write_cells(t, cells, count, out) : code;
    free(cells);
    return code;
}
