/* Shapes: the files of meshes, and inertias of links from their shapes. */
#ifndef CONDYLE_SHAPES_H
#define CONDYLE_SHAPES_H

#include <condyle/check.h>
#include <condyle/mesh.h>
#include <condyle/tree.h>

/* Where the meshes of a robot are. */
typedef struct cdy_mesh_places {
    const char *robot_file;      /* relative names of meshes begin in its folder; NULL: they are not found */
    const cdy_package *packages; /* searched first, as cdy_check_options has them */
    size_t package_count;
} cdy_mesh_places;

/* Writes the path of a mesh that a robot names, package://NAME/PATH, model://NAME/PATH, file:///PATH, an absolute or a
 * relative path, to `path` (`size` bytes).  Packages are found in `places`, below ROS_PACKAGE_PATH and
 * AMENT_PREFIX_PATH, and around the robot's file.  `places` NULL: none.  Fails with CDY_ERROR_ARGUMENT or CDY_ERROR_IO
 * (the package is not found, the path leads out of it or is too long). */
CDY_API cdy_status cdy_mesh_locate(const char *mesh, const cdy_mesh_places *places, char *path, size_t size,
                                   cdy_error *error);

/* The solid that a set of shapes fills, in the frame of their link, at a density of 1 kg/m3.  Shapes that overlap count
 * in full, each. */
typedef struct cdy_solid {
    double volume;             /* m3 */
    double center[3];          /* m */
    double inertia[6];         /* ixx ixy ixz iyy iyz izz about `center`, m5: times the density, kg m2 */
    double lower[3], upper[3]; /* bounding box, m */
    int hulls;                 /* open meshes, replaced by their convex hulls */
} cdy_solid;

/* Measures shapes: primitives by their formulas, meshes by integrals over their triangles, open ones by their convex
 * hull.  Shapes without geometry count nothing; `places` as for cdy_mesh_locate().  Fails as cdy_mesh_locate(),
 * cdy_mesh_load() and cdy_mesh_convex_hull() do. */
CDY_API cdy_status cdy_shapes_measure(const cdy_shape *shapes, size_t count, const cdy_mesh_places *places,
                                      cdy_solid *solid, cdy_error *error);

/* The mass that a link is to have. */
typedef struct cdy_link_mass {
    const char *link;
    double mass; /* kg */
} cdy_link_mass;

/* A link whose inertia was estimated. */
typedef struct cdy_estimated_link {
    const char *link;
    double mass, volume; /* kg, m3 */
    bool visuals;        /* estimated from its visuals, since it has no collision shapes */
    int hulls;           /* open meshes, replaced by their convex hulls */
} cdy_estimated_link;

/* How inertias are estimated from shapes. */
typedef struct cdy_estimate_options {
    cdy_mesh_places places;
    const cdy_link_mass *masses; /* of single links; these links get a new inertia even where they have one */
    size_t mass_count;
    double density; /* kg/m3 of the other links without inertia; 0: not given */
    double total;   /* mass of the whole robot, kg: the other links without inertia divide the remaining mass in
                     * proportion to their volumes; 0: not given */
    void (*report)(void *context, const cdy_estimated_link *link); /* called for each link whose inertia was estimated,
                                                                    * in the order of bodies; NULL: not called */
    void *context;                                                 /* handed to `report` */
    cdy_reserve reserve;                                           /* for members to come: all 0 */
} cdy_estimate_options;

/* Returns the options' defaults: nothing is given. */
CDY_API cdy_estimate_options cdy_estimate_options_default(void);

/* Gives each link without mass an inertia from its collision shapes, or from its visuals where it has no collision
 * shape, of uniform density.  Links without shapes stay as they are.  Fails with CDY_ERROR_ARGUMENT (no mass, density
 * or total is given, or both of these; no such link; a link of `masses` has no shape; a number is not positive; the
 * total leaves nothing), or as cdy_shapes_measure() does; the tree is then as it was. */
CDY_API cdy_status cdy_tree_estimate_inertia(cdy_tree *tree, const cdy_estimate_options *options, cdy_error *error);

#endif
