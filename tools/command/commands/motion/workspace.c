/* condyle workspace: where a point of a robot comes, how well it moves there, and into how many directions. */
#include "commands/motion/map_cells.h"
#include "options/command.h"
#include "options/ending.h"
#include "values/place.h"

#include <condyle/reach.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct workspace_options {
    calculation_options calculation;
    const char *at; /* --at; NULL: tool0 */
    double axis[3]; /* --axis */
    map_options grid;
} workspace_options;

static const map_column columns[] = {
    {"radius", "radius m", NULL, NULL, false},
    {"height", "height m", NULL, NULL, false},
    {"farthest", "farthest m", "Distance from the base's origin", "distance, m", false},
    {"least_manipulability", "measure from", "Least manipulability", "manipulability", false},
    {"largest_manipulability", "measure to", "Largest manipulability", "manipulability", false},
    {"dexterity", "dexterity", "Dexterity", "share of directions", false},
};

static const map_form form = {.name = "'workspace'",
                              .columns = columns,
                              .count = sizeof columns / sizeof *columns,
                              .shown = "dexterity",
                              .none = "no random pose has finite numbers; expected lengths of a robot"};

static const char *point_name(const workspace_options *o)
{
    return o->at ? o->at : "tool0";
}

/* Tells how far the point comes, and the volume of the rings of the cells. */
static void tell_summary(const workspace_options *o, const cdy_reach_cell *cells, size_t count)
{
    const double turn = 6.283185307179586, size = o->grid.cell;
    double farthest = 0, volume = 0;
    for (size_t i = 0; i < count; i++) {
        farthest = fmax(farthest, cells[i].farthest);
        volume += turn * cells[i].radius * size * size;
    }
    note(
        "of %llu random poses the farthest has the point %.4g m from the base's origin; the cells that are reached, as "
        "rings about the base's z axis, have %.4g m3.  More poses find more",
        (unsigned long long)o->grid.samples, farthest, volume);
}

static exit_code write_cells(const computation *t, const cdy_reach_cell *cells, size_t count, output *out)
{
    const workspace_options *o = t->own;
    map_row *rows = calloc(count + 1, sizeof *rows);
    if (!rows) {
        return fail_memory();
    }
    for (size_t i = 0; i < count; i++) {
        const cdy_reach_cell *c = &cells[i];
        rows[i] = (map_row){
            {c->radius, c->height, c->farthest, c->least_manipulability, c->largest_manipulability, c->dexterity},
            -1,
            c->samples};
    }
    const exit_code code = map_write(t, &o->grid, &form, point_name(o), rows, count, out);
    free(rows);
    if (code == EXIT_FINE) {
        tell_summary(o, cells, count);
    }
    return code;
}

static exit_code read_point(const computation *t, cdy_reach_point *point)
{
    const workspace_options *o = t->own;
    place at;
    if (!o->at && cdy_model_find_frame(t->robot->model, "tool0") < 0) {
        return fail(EXIT_USAGE, "the robot has no body 'tool0': give --at BODY[:X,Y,Z], the point of the map");
    }
    const exit_code code = place_read(t->robot->model, "--at", point_name(o), true, &at);
    if (code == EXIT_FINE) {
        *point = (cdy_reach_point){.frame = at.frame, .rows = at.rows};
        memcpy(point->point, at.point, sizeof at.point);
        memcpy(point->axis, o->axis, sizeof o->axis);
    }
    return code;
}

static exit_code write_map(computation *t, output *out)
{
    const workspace_options *o = t->own;
    const cdy_capacity_options search = map_search(&o->calculation, &o->grid);
    cdy_reach_point point;
    cdy_error error;
    size_t count = 0;
    exit_code code = read_point(t, &point);
    if (code != EXIT_FINE) {
        return code;
    }
    cdy_reach_cell *cells = calloc(search.samples, sizeof *cells); /* no more cells than poses */
    if (!cells) {
        return fail_memory();
    }
    if (cdy_reach_map(t->robot->model, &point, &search, o->grid.cell, search.samples, cells, &count, &error)) {
        code = fail_library(&error);
    }
    code = code == EXIT_FINE ? write_cells(t, cells, count, out) : code;
    free(cells);
    return code;
}

static const calculation map = {.command = "workspace", .title = "Reach over radius and height", .run = write_map};

static exit_code complete(void *values, const invocation *given)
{
    const workspace_options *o = values;
    (void)given;
    if (!(fabs(o->axis[0]) + fabs(o->axis[1]) + fabs(o->axis[2]) > 0)) {
        return fail(EXIT_USAGE, "--axis: 0,0,0 has no direction; expected X,Y,Z, such as 0,0,1");
    }
    return map_check(&o->calculation, &o->grid, form.name);
}

static const option_row rows[] = {
    {.kind = OPTION_TEXT,
     .name = "--at",
     .metavar = "BODY[:X,Y,Z][:ROWS]",
     .names = NAMES_BODY,
     .offset = offsetof(workspace_options, at),
     .help = "the point X,Y,Z of BODY (m, in its frame; default: the origin of tool0), and the components of "
             "its velocity, such as vx,vz, whose manipulability is measured (default: linear)"},
    {.kind = OPTION_NUMBERS,
     .name = "--axis",
     .metavar = "X,Y,Z",
     .offset = offsetof(workspace_options, axis),
     .standard = "0,0,1",
     .help = "axis of BODY's frame, of any length, whose directions count as dexterity",
     .count = 3,
     .expected = "X,Y,Z"},
    INCLUDE_TABLE(grid_table, workspace_options, grid),
    {.kind = OPTION_WHOLE,
     .name = "--samples",
     .metavar = "N",
     .offset = offsetof(workspace_options, grid.samples),
     .standard = "500000", /* so that cells have poses for all directions */
     .help = "random poses of the map",
     .least = 1,
     .most = 1e8},
    INCLUDE_TABLE(seed_table, workspace_options, calculation.state.seed),
    INCLUDE_TABLE(thread_table, workspace_options, calculation.rows),
    INCLUDE_TABLE(robot_table, workspace_options, calculation.robot),
    INCLUDE_TABLE(number_table, workspace_options, calculation.numbers),
    {0},
};
static const option_table table = {.rows = rows, .complete = complete};

static exit_code run(const void *options, output *out)
{
    return calculation_run(&map, options, out);
}

const command command_workspace = {
    .name = "workspace",
    .summary = "where a point of a robot comes, how well it moves there, and how dexterously",
    .description =
        "Workspace: rows of a grid over radius (from the base's z axis) and height of the point --at, from\n"
        "random poses within the position limits: the largest distance of the point from the base's origin,\n"
        "the least and the largest manipulability sqrt(det(J J^T)) of the point, and the dexterity: the share\n"
        "of all directions into which poses there turn --axis.\n"
        "\n"
        "Directions are counted by 86 parts of the unit sphere, all of the same area: a cap about either\n"
        "direction of the base's z axis, and 7 bands of 12 parts between them.  Azimuths begin at the\n"
        "direction outward from the base's z axis, so that turning a first joint about that axis changes\n"
        "nothing; at a point on it, at the base's x axis.\n"
        "\n"
        "All of these numbers are from below: a cell without a row may be reached by a pose that was not\n"
        "drawn, and dexterity grows with --samples.  A note tells the largest distance of all cells, and the\n"
        "volume of the cells as rings about the base's z axis.\n"
        "\n"
        "With -o FILE.svg it draws a picture of the dexterity, or of the column that --show names.\n"
        "\n"
        "csv and JSON have radius, height, farthest, least_manipulability, largest_manipulability, dexterity\n"
        "and samples.\n",
    .examples = "condyle workspace universalUR5e --cell 0.1 --format table\n"
                "condyle workspace universalUR5e --at tool0:0,0,0.1 --samples 1000000 --threads 0 -o reach.svg\n"
                "condyle workspace universalUR5e --show largest_manipulability -o manipulability.svg\n",
    .options = &table,
    .endings = ending_table_or_svg,
    .size = sizeof(workspace_options),
    .run = run,
};
