/* The map of the payload subcommand. */
#include "commands/motion/payload.h"

#include <stdlib.h>

static const map_column columns[] = {
    {"radius", "radius m", NULL, NULL, false},
    {"height", "height m", NULL, NULL, false},
    {"least_mass", "least kg", "Least capacity of the poses", "least mass, kg", true},
    {"largest_mass", "largest kg", "Largest mass that a pose holds", "largest mass, kg", true},
};

static const map_form form = {.name = "--grid",
                              .columns = columns,
                              .count = sizeof columns / sizeof *columns,
                              .joint = true,
                              .shown = "least_mass",
                              .none = "no random pose has finite numbers; expected lengths and masses of a robot"};

static exit_code write_cells(const computation *t, const cdy_capacity_cell *cells, size_t count, output *out)
{
    const payload_options *o = t->own;
    map_row *rows = calloc(count + 1, sizeof *rows);
    if (!rows) {
        return fail_memory();
    }
    for (size_t i = 0; i < count; i++) {
        const cdy_capacity_cell *c = &cells[i];
        rows[i] = (map_row){{c->radius, c->height, c->least_mass, c->largest_mass}, c->velocity, c->samples};
    }
    const exit_code code = map_write(t, &o->grid, &form, o->calculation.body, rows, count, out);
    free(rows);
    return code;
}

exit_code payload_write_map(computation *t, output *out)
{
    const payload_options *o = t->own;
    const cdy_capacity_options search = payload_search_options(o);
    cdy_error error;
    size_t count = 0;
    cdy_capacity_cell *cells = calloc(search.samples, sizeof *cells); /* no more cells than poses */
    if (!cells) {
        return fail_memory();
    }
    exit_code code = EXIT_FINE;
    if (cdy_payload_capacity_map(t->robot->model, t->state.frame, &search, o->grid.cell, search.samples, cells, &count,
                                 &error) != CDY_OK) {
        code = fail_library(&error);
    }
    code = code == EXIT_FINE ? write_cells(t, cells, count, out) : code;
    free(cells);
    return code;
}
