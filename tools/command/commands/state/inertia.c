/* condyle inertia: inertias of links from their shapes. */
#include "options/command.h"
#include "options/ending.h"
#include "options/mesh_places.h"
#include "values/robot.h"

#include "text/number.h"

#include <condyle/shapes.h>
#include <condyle/urdf.h>
#include <stdlib.h>
#include <string.h>

typedef struct inertia_options {
    invocation invocation;
    text_list masses;
    double density, total;
    robot_options robot;
} inertia_options;

static exit_code complete(void *values, const invocation *given)
{
    const inertia_options *o = values;
    (void)given;
    if (o->density > 0 && o->total > 0) {
        return fail(EXIT_USAGE, "--density and --total cannot both be given");
    }
    if (!(o->density > 0) && !(o->total > 0) && o->masses.count == 0) {
        return fail(EXIT_USAGE, "'inertia' needs --mass LINK=KG, --density KG_M3 or --total KG");
    }
    return EXIT_FINE;
}

static const option_row rows[] = {
    {.kind = OPTION_TEXTS,
     .name = "--mass",
     .metavar = "LINK=KG",
     .names = NAMES_BODY_EQUALS,
     .offset = offsetof(inertia_options, masses),
     .help = "the mass of a link, also of one that has another; may be repeated"},
    {.kind = OPTION_NUMBER,
     .name = "--density",
     .metavar = "KG_M3",
     .offset = offsetof(inertia_options, density),
     .help = "the density of all other links without mass, kg/m3: 2700 for aluminium, 1000 to 1500 for many arms",
     .above_zero = true},
    {.kind = OPTION_NUMBER,
     .name = "--total",
     .metavar = "KG",
     .offset = offsetof(inertia_options, total),
     .help = "the mass of the whole robot: the remaining mass is divided among the other links without mass in "
             "proportion to "
             "their volumes",
     .above_zero = true},
    INCLUDE_TABLE(robot_table, inertia_options, robot),
    {0},
};
static const option_table table = {.rows = rows, .complete = complete};

/* The masses of --mass. */
typedef struct mass_list {
    cdy_link_mass *items;
    char *names;
} mass_list;

/* Splits LINK=KG at the last '=': names may hold one. */
static exit_code read_masses(mass_list *m, const text_list *given)
{
    size_t bytes = 1;
    for (size_t i = 0; i < given->count; i++) {
        bytes += strlen(given->items[i]) + 1;
    }
    m->items = calloc(given->count + 1, sizeof *m->items);
    m->names = malloc(bytes);
    if (!m->items || !m->names) {
        return fail_memory();
    }
    char *name = m->names;
    for (size_t i = 0; i < given->count; i++) {
        const size_t length = strlen(given->items[i]) + 1;
        memcpy(name, given->items[i], length);
        char *equals = strrchr(name, '=');
        if (!equals || equals == name ||
            cdy_parse_number(equals + 1, strlen(equals + 1), &m->items[i].mass) != CDY_NUMBER_OK) {
            return fail(EXIT_USAGE, "--mass: '%s' is not LINK=KG", given->items[i]);
        }
        *equals = '\0';
        m->items[i].link = name;
        name += length;
    }
    return EXIT_FINE;
}

/* Prints the new inertia of a link. */
static void report(void *context, const cdy_estimated_link *link)
{
    int *count = context;
    ++*count;
    text_buffer text = {0};
    text_add(&text, "link '%s': %.4g kg, %.4g kg/m3 in %.4g m3 of %s", link->link, link->mass,
             link->mass / link->volume, link->volume, link->visuals ? "visuals" : "collision shapes");
    if (link->hulls > 0) {
        text_add(&text, ", the convex hull of %d open mesh%s", link->hulls, link->hulls == 1 ? "" : "es");
    }
    note("%s", text_get(&text));
    text_clear(&text);
}

static cdy_status write_piece(void *context, const char *text, size_t size)
{
    output_bytes((output *)context, text, size);
    return CDY_OK;
}

/* Names the links that stay without mass for want of shapes with a volume, as many as stand in a line. */
static void report_rest(const cdy_tree *tree)
{
    text_buffer names = {0};
    int count = 0;
    for (int i = 0; i <= cdy_tree_body_count(tree); i++) {
        const cdy_body *body = cdy_tree_body(tree, i);
        const bool moves = body->joint.name && cdy_joint_type_nv(body->joint.type) > 0;
        if (moves && !(body->inertial.given && body->inertial.mass > 0) && ++count <= 10) {
            text_add(&names, "%s'%s'", names.length ? ", " : "", body->name);
        }
    }
    if (count > 0) {
        note("%d link%s without mass, for want of shapes with a volume: %s%s", count, count == 1 ? " stays" : "s stay",
             text_get(&names), count > 10 ? " and others" : "");
    }
    text_clear(&names);
}

static exit_code estimate(const inertia_options *o, robot *r, output *out)
{
    mass_list masses = {0};
    mesh_places meshes;
    cdy_error error;
    int count = 0;
    exit_code code = mesh_places_fill(&meshes, r->source, &o->robot.source);
    code = code == EXIT_FINE ? read_masses(&masses, &o->masses) : code;
    if (code == EXIT_FINE) {
        const cdy_estimate_options request = {.places = meshes.places,
                                              .masses = masses.items,
                                              .mass_count = o->masses.count,
                                              .density = o->density,
                                              .total = o->total,
                                              .report = report,
                                              .context = &count};
        if (cdy_tree_estimate_inertia(r->tree, &request, &error) != CDY_OK) {
            code = fail_library(&error);
        } else if (count == 0) {
            note("no link without mass has a shape with a volume; nothing is changed");
        }
        if (code == EXIT_FINE) {
            report_rest(r->tree);
        }
    }
    if (code == EXIT_FINE && cdy_urdf_write(r->tree, write_piece, out, &error) != CDY_OK) {
        code = fail_library(&error);
    }
    free(masses.items);
    free(masses.names);
    mesh_places_clear(&meshes);
    return code;
}

static exit_code run(const void *options, output *out)
{
    const inertia_options *o = options;
    robot r;
    exit_code code = robot_load(&r, o->invocation.robot, &o->robot, NULL);
    code = code == EXIT_FINE ? robot_needs_tree(&r, "inertia") : code;
    code = code == EXIT_FINE ? estimate(o, &r, out) : code;
    robot_clear(&r);
    return code;
}

const command command_inertia = {
    .name = "inertia",
    .summary = "masses and inertias of links from their shapes, as a URDF file",
    .description =
        "Inertia: the robot as URDF, in which each link without mass has mass, center of mass and inertia of its\n"
        "collision shapes, of its visuals where it has none, at uniform density.  Boxes, cylinders and spheres count\n"
        "by their formulas, meshes (STL, OBJ, GLB, Collada) by integrals over their triangles, open ones by\n"
        "their convex hull, which is said.  Shapes that overlap count in full, each.  Meshes are found as "
        "--package-path\n"
        "and the robot's file say.  Notes tell what each link got.\n",
    .examples = "condyle inertia robot.urdf --density 1500 -o heavy.urdf\n"
                "condyle inertia robot.urdf --mass base_link=4 --mass arm=2.5 -o heavy.urdf\n"
                "condyle inertia universalUR5e --mass base_link_inertia=5 -o heavy.urdf\n",
    .options = &table,
    .endings = ending_urdf,
    .size = sizeof(inertia_options),
    .run = run,
    .needs_file = true,
};
