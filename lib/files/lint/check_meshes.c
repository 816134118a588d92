/* Meshes: masses, centers of mass and inertias compared with the volumes that the meshes of a link enclose. Primitives
 * are compared where links are checked. */
#include "base/error.h"
#include "lint/checks.h"
#include "package/path.h"
#include "package/search.h"

#include <condyle/shapes.h>
#include <math.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

/* Meshes beyond this size together are not read: a short file can name large ones many times. */
static const double most_bytes = 64e6;

enum { LIGHTEST = 100, HEAVIEST = 20000 /* kg/m3 */ };

/* State of the check. */
typedef struct mesh_check {
    cdy_reader *reader;
    cdy_mesh_places places;
    const cdy_package_search *search;
    double bytes; /* of the meshes that are read */
} mesh_check;

static bool ends_in(const char *name, const char *ending)
{
    const size_t length = strlen(name), size = strlen(ending);
    return length > size && strcasecmp(name + length - size, ending) == 0;
}

/* Whether a mesh is named as one in a package, or in the robot's folder or beside it. */
static bool is_inside(const char *mesh)
{
    const char *packaged = strstr(mesh, "://");
    const char *inside = packaged ? packaged + 3 : strncmp(mesh, "../", 3) == 0 ? mesh + 3 : mesh;
    return *mesh != '/' && strncmp(mesh, "file://", 7) != 0 && !cdy_path_escapes(inside);
}

/* Whether a mesh may be read, of a format that is read, in a package, in the robot's folder or beside it, or in a
 * folder of the options; adds its size. */
static bool may_read(const mesh_check *m, const char *mesh, double *bytes)
{
    char path[4096];
    struct stat facts;
    if (!(ends_in(mesh, ".stl") || ends_in(mesh, ".obj") || ends_in(mesh, ".glb") || ends_in(mesh, ".dae")) ||
        cdy_mesh_locate(mesh, &m->places, path, sizeof path, NULL) ||
        !(is_inside(mesh) || cdy_is_in_given_folder(m->search, path)) || stat(path, &facts) != 0 ||
        !S_ISREG(facts.st_mode)) {
        return false;
    }
    *bytes += (double)facts.st_size;
    return true;
}

/* Whether a set of shapes has a mesh, and all of its meshes may be read and are not too large together with those
 * before. Meshes that are too large do not count for others. */
static bool has_meshes(mesh_check *m, const cdy_shape *shapes, size_t count)
{
    size_t meshes = 0;
    double bytes = m->bytes;
    for (size_t i = 0; i < count; i++) {
        if (shapes[i].geometry.type == CDY_GEOMETRY_MESH) {
            if (!shapes[i].geometry.mesh || !may_read(m, shapes[i].geometry.mesh, &bytes)) {
                return false;
            }
            meshes++;
        }
    }
    const bool fits = meshes > 0 && bytes <= most_bytes;
    m->bytes = fits ? bytes : m->bytes;
    return fits;
}

/* Returns whether the density is plausible, without which the inertia is not compared. */
static bool compare_density(cdy_reader *r, const cdy_link_entry *link, const cdy_solid *solid)
{
    const double mass = link->body.inertial.mass, density = mass / solid->volume;
    const bool plausible = density >= (double)LIGHTEST && density <= (double)HEAVIEST;
    if (!plausible) {
        cdy_warn(r, CDY_RULE_MASS_DENSITY, cdy_place_in_inertial(link, "mass", "value"),
                 "%g kg in meshes of %.3g m^3%s are %.3g kg/m^3; expected %d to %d kg/m^3", mass, solid->volume,
                 solid->hulls ? " (convex hulls where they are open)" : "", density, LIGHTEST, HEAVIEST);
    }
    return plausible;
}

/* Reports a center of mass that is further outside the box of the shapes than a twentieth of its diagonal. */
static void compare_center(cdy_reader *r, const cdy_link_entry *link, const cdy_solid *solid)
{
    const double *c = link->body.inertial.origin.xyz;
    double off = 0, size = 0;
    for (int k = 0; k < 3; k++) {
        const double out = fmax(fmax(solid->lower[k] - c[k], c[k] - solid->upper[k]), 0);
        off = hypot(off, out);
        size = hypot(size, solid->upper[k] - solid->lower[k]);
    }
    if (off > 0.05 * size) {
        cdy_warn(
            r, CDY_RULE_CENTER_OF_MASS_OUTSIDE, cdy_place_in_inertial(link, "origin", "xyz"),
            "the center of mass %g %g %g lies %.3g m outside the link's meshes, which are within %.3g %.3g %.3g and "
            "%.3g %.3g %.3g; expected it among them",
            c[0], c[1], c[2], off, solid->lower[0], solid->lower[1], solid->lower[2], solid->upper[0], solid->upper[1],
            solid->upper[2]);
    }
}

/* Compares a link with its meshes: of collisions, or of visuals where those have none. Another rule reports a mesh that
 * cannot be read. */
static cdy_status compare_meshes(mesh_check *m, const cdy_link_entry *link, const cdy_shape *shapes, size_t count)
{
    cdy_solid solid;
    cdy_error fault;
    const cdy_status status = cdy_shapes_measure(shapes, count, &m->places, &solid, &fault);
    if (!status && solid.volume > 0) {
        cdy_about_link(m->reader, link->body.name);
        compare_center(m->reader, link, &solid);
        if (compare_density(m->reader, link, &solid)) {
            cdy_compare_inertia(m->reader, link, &solid, true);
        }
    }
    return status == CDY_ERROR_MEMORY ? cdy_fail_memory(m->reader->error) : CDY_OK;
}

static cdy_status check_link(mesh_check *m, const cdy_link_entry *link)
{
    const cdy_body *b = &link->body;
    if (has_meshes(m, b->collisions, b->collision_count)) {
        return compare_meshes(m, link, b->collisions, b->collision_count);
    }
    if (has_meshes(m, b->visuals, b->visual_count)) {
        return compare_meshes(m, link, b->visuals, b->visual_count);
    }
    return CDY_OK;
}

cdy_status cdy_check_meshes(cdy_reader *r, const cdy_check_options *options, const cdy_package_search *search,
                            bool in_folder)
{
    mesh_check m = {.reader = r,
                    .search = search,
                    .places = {.robot_file = in_folder ? r->file : NULL,
                               .packages = options->packages,
                               .package_count = options->package_count}};
    cdy_status status = CDY_OK;
    for (int i = 0; !status && i < r->link_count; i++) {
        const cdy_link_entry *link = &r->links[i];
        if (link->body.inertial.given && link->body.inertial.mass > 0 && !link->faulty && !link->unweighed) {
            status = check_link(&m, link);
        }
    }
    cdy_about_robot(r);
    return status;
}
