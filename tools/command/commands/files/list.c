/* condyle list: the robots by name. */
#include "options/command.h"
#include "options/ending.h"
#include "options/number_options.h"
#include "rows/json.h"
#include "run/csv.h"
#include "writing/utf8.h"

#include <condyle/catalogue.h>
#include <condyle/urdf.h>
#include <string.h>

typedef struct list_options {
    invocation invocation;
    format_options format;
} list_options;

static exit_code complete(void *values, const invocation *given)
{
    (void)values;
    return given->robot ? fail(EXIT_USAGE, "'list' takes no robot, as in '%s'", given->robot) : EXIT_FINE;
}

static const option_row rows[] = {
    INCLUDE_TABLE(format_table, list_options, format),
    {0},
};
static const option_table table = {.rows = rows, .complete = complete};

static void write_cell(output *out, const char *text, size_t width)
{
    const size_t columns = utf8_columns(text);
    output_name(out, text);
    output_repeat(out, ' ', columns < width ? width - columns : 0);
    output_text(out, "  ");
}

/* Names of robots or paths of packages; a heading comes before the first. */
typedef struct package_list {
    output *out;
    csv_row row;
    json_builder paths;
    bool any;
} package_list;

/* Tells whether a robot stands in the catalogue, with its ratings. */
static bool is_rated(const char *name)
{
    for (int i = 0; i < cdy_catalogue_count(); i++) {
        if (strcmp(cdy_catalogue_at(i)->name, name) == 0) {
            return true;
        }
    }
    return false;
}

static void write_further(void *context, const char *name)
{
    package_list *list = (package_list *)context;
    if (!is_rated(name)) {
        output_text(list->out, list->any ? "  " : "\nFurther robots, by name:\n  ");
        output_name(list->out, name);
        output_text(list->out, "\n");
        list->any = true;
    }
}

static void write_path(void *context, const char *path)
{
    package_list *list = (package_list *)context;
    if (!list->any) {
        output_text(list->out, "\nIn packages of CONDYLE_URDF_PATH:\n");
    }
    list->any = true;
    output_text(list->out, "  ");
    output_name(list->out, path);
    output_text(list->out, "\n");
}

static cdy_status write_table(output *out, cdy_error *error)
{
    package_list list = {.out = out};
    output_text(out,
                "name              short      maker             robot              dof  reach    payload  masses\n"
                "----------------  ---------  ----------------  -----------------  ---  -------  -------  ------\n");
    for (int i = 0; i < cdy_catalogue_count(); i++) {
        const cdy_catalogue_entry *e = cdy_catalogue_at(i);
        write_cell(out, e->name, 16);
        write_cell(out, e->short_name ? e->short_name : "", 9);
        write_cell(out, e->maker, 16);
        write_cell(out, e->product, 17);
        output_format(out, "%3d  %5.3f m  %4g kg  %s\n", e->dof, e->reach, e->payload, e->masses);
    }
    const cdy_status status = cdy_urdf_list_bundled(write_further, &list, error);
    list.any = false;
    return status ? status : cdy_urdf_list_packaged(write_path, &list, error);
}

static void add_further_row(void *context, const char *name)
{
    package_list *list = (package_list *)context;
    if (!is_rated(name)) {
        csv_add_text(&list->row, name);
        for (int i = 0; i < 8; i++) {
            csv_add_empty(&list->row);
        }
        csv_end_row(&list->row);
    }
}

static void add_path_row(void *context, const char *path)
{
    package_list *list = (package_list *)context;
    for (int i = 0; i < 8; i++) {
        csv_add_empty(&list->row);
    }
    csv_add_text(&list->row, path);
    csv_end_row(&list->row);
}

static cdy_status write_csv(output *out, cdy_error *error)
{
    package_list list = {.out = out, .row = {.out = out}};
    output_text(out, "name,short_name,maker,robot,dof,reach,payload,masses,file\n");
    for (int i = 0; i < cdy_catalogue_count(); i++) {
        const cdy_catalogue_entry *e = cdy_catalogue_at(i);
        csv_add_text(&list.row, e->name);
        csv_add_text(&list.row, e->short_name ? e->short_name : "");
        csv_add_text(&list.row, e->maker);
        csv_add_text(&list.row, e->product);
        csv_add_integer(&list.row, e->dof);
        csv_add_number(&list.row, e->reach, 0);
        csv_add_number(&list.row, e->payload, 0);
        csv_add_text(&list.row, e->masses);
        csv_add_empty(&list.row);
        csv_end_row(&list.row);
    }
    const cdy_status status = cdy_urdf_list_bundled(add_further_row, &list, error);
    return status ? status : cdy_urdf_list_packaged(add_path_row, &list, error);
}

static void add_path(void *context, const char *path)
{
    package_list *list = (package_list *)context;
    json_add(&list->paths, json_from_text(path));
}

static void add_further(void *context, const char *name)
{
    if (!is_rated(name)) {
        add_path(context, name);
    }
}

static json_t *json_from_entry(const cdy_catalogue_entry *e)
{
    json_builder o = json_build_object();
    json_put(&o, "name", json_from_text(e->name));
    json_put(&o, "short_name", json_from_text(e->short_name));
    json_put(&o, "maker", json_from_text(e->maker));
    json_put(&o, "robot", json_from_text(e->product));
    json_put(&o, "dof", json_integer(e->dof));
    json_put(&o, "reach", json_from_number(e->reach));
    json_put(&o, "payload", json_from_number(e->payload));
    json_put(&o, "masses", json_from_text(e->masses));
    return json_built(&o);
}

static exit_code write_json(output *out, cdy_error *error)
{
    package_list further = {.paths = json_build_array()}, list = {.paths = json_build_array()};
    json_builder o = json_build_object(), robots = json_build_array();
    for (int i = 0; i < cdy_catalogue_count(); i++) {
        json_add(&robots, json_from_entry(cdy_catalogue_at(i)));
    }
    cdy_status status = cdy_urdf_list_bundled(add_further, &further, error);
    status = status ? status : cdy_urdf_list_packaged(add_path, &list, error);
    json_put(&o, "robots", json_built(&robots));
    json_put(&o, "further", json_built(&further.paths));
    json_put(&o, "packaged", json_built(&list.paths));
    const exit_code code = json_write_line(out, json_built(&o));
    return status ? fail_library(error) : code;
}

static exit_code run(const void *options, output *out)
{
    const list_options *o = options;
    cdy_error error;
    cdy_status status = CDY_OK;
    switch (format_or(&o->format, FORMAT_TABLE)) {
    case FORMAT_TABLE: status = write_table(out, &error); break;
    case FORMAT_CSV: status = write_csv(out, &error); break;
    case FORMAT_JSON: return write_json(out, &error);
    case FORMAT_NPY: return fail(EXIT_USAGE, "'list' has no arrays; expected --format table, csv or json");
    }
    return status ? fail_library(&error) : EXIT_FINE;
}

const command command_list = {
    .name = "list",
    .summary = "the robots by name: makers, reach, payload, source of their masses",
    .description =
        "List: the bundled robots, which every subcommand takes under their name or short name: those with ratings,\n"
        "with maker, degrees of freedom, rated reach (m) and payload (kg), and where their masses and inertias come\n"
        "from; further ones by name; then the files NAME.urdf and NAME.urdf.xacro in the packages of\n"
        "CONDYLE_URDF_PATH, which every subcommand takes as NAME where no bundled robot has this name, or by their\n"
        "path.\n",
    .examples = "condyle list\n"
                "condyle list --format csv\n",
    .usage = "",
    .no_robot = true,
    .robot_optional = true,
    .options = &table,
    .endings = ending_table,
    .size = sizeof(list_options),
    .run = run,
};
