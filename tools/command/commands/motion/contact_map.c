/* The map of the contact subcommand. */
#include "commands/motion/contact.h"

#include <math.h>
#include <stdlib.h>

static const map_column columns[] = {
    {"radius", "radius m", NULL, NULL, false},
    {"height", "height m", NULL, NULL, false},
    {"least_mass", "least kg", "Least effective mass", "least mass, kg", true},
    {"largest_mass", "largest kg", "Largest effective mass", "largest mass, kg", true},
    {"speed_limit", "limit m/s", "Speed within the limits of contact", "speed limit, m/s", false},
};

enum { NUMBERS = sizeof columns / sizeof *columns };

/* A cell, and the speed that the limits allow its largest mass. */
static exit_code make_row(const contact *c, const cdy_contact_cell *cell, map_row *row)
{
    cdy_error error;
    double speed = (double)NAN;
    if (c->limit && cdy_contact_speed(c->limit, cell->largest_mass, &speed, &error) != CDY_OK) {
        return fail_library(&error);
    }
    *row = (map_row){{cell->radius, cell->height, cell->least_mass, cell->largest_mass, speed}, -1, cell->samples};
    return EXIT_FINE;
}

static exit_code write_cells(const computation *t, const cdy_contact_cell *cells, size_t count, output *out)
{
    const contact *c = t->state.data;
    const contact_options *o = t->own;
    const map_form form = {.name = "--grid",
                           .columns = columns,
                           .count = c->limit ? NUMBERS : NUMBERS - 1,
                           .shown = c->limit ? "speed_limit" : "largest_mass",
                           .none = "the point is on the z axis of the base in all poses, where no direction is "
                                   "outward; give --direction X,Y,Z"};
    map_row *rows = calloc(count + 1, sizeof *rows);
    exit_code code = rows ? EXIT_FINE : fail_memory();
    for (size_t i = 0; i < count && code == EXIT_FINE; i++) {
        code = make_row(c, &cells[i], &rows[i]);
    }
    code = code == EXIT_FINE ? map_write(t, &o->grid, &form, o->at, rows, count, out) : code;
    free(rows);
    return code;
}

exit_code contact_write_map(computation *t, output *out)
{
    const contact_options *o = t->own;
    const contact *c = t->state.data;
    const cdy_capacity_options search = map_search(&o->calculation, &o->grid);
    cdy_error error;
    size_t count = 0;
    cdy_contact_cell *cells = calloc(search.samples, sizeof *cells); /* no more cells than poses */
    if (!cells) {
        return fail_memory();
    }
    exit_code code = cdy_contact_map(t->robot->model, &c->state, &search, o->grid.cell, search.samples, cells, &count,
                                     &error) == CDY_OK
                         ? EXIT_FINE
                         : fail_library(&error);
    code = code == EXIT_FINE ? write_cells(t, cells, count, out) : code;
    free(cells);
    return code;
}
