/* Distances: how far convex shapes are apart or inside each other, and the shapes of a robot in a configuration.
 *
 * The distance of two shapes is signed.  Above 0 it is the length between their nearest points; below 0 the depth, the
 * shortest way that one of them must go until they only touch, with a minus.  Spheres and capsules beside each other
 * and spheres beside boxes and cylinders are computed by formulas, to rounding.  The other pairs are computed by the
 * algorithm of Gilbert, Johnson and Keerthi (A fast procedure for computing the distance between complex objects in
 * three-dimensional space, 1988) over signed volumes (Montanari, Petrinic and Barbieri, Improving the GJK algorithm
 * for faster and more reliable distance queries between convex objects, 2017), and where their cores overlap by the
 * expanding polytope algorithm (van den Bergh, Proximity queries and penetration depth computation on 3D game objects,
 * 2001): to rounding where no shape is a cylinder, else to 1e-7 of the size of the shapes, points and normals to 1e-5;
 * shapes that touch to 1e-9 of their size count as overlapping.
 *
 * SI units: m, rad.  Transforms are 4 x 4 row-major.  `error` may be NULL. */
#ifndef CONDYLE_DISTANCE_H
#define CONDYLE_DISTANCE_H

#include <condyle/dynamics.h>
#include <condyle/inverse_kinematics.h>

/* Types of convex shapes. */
typedef enum cdy_convex_type {
    CDY_CONVEX_SPHERE = 0,
    CDY_CONVEX_CAPSULE,  /* along z; length without the caps */
    CDY_CONVEX_BOX,      /* about its center */
    CDY_CONVEX_CYLINDER, /* along z, about its center */
    CDY_CONVEX_HULL      /* of points */
} cdy_convex_type;

/* A convex shape in its own frame.  Every size may be 0. */
typedef struct cdy_convex {
    cdy_convex_type type;
    double size[3];        /* box: full edges, m */
    double radius, length; /* sphere, capsule, cylinder, m */
    const double *points;  /* hull: point_count x 3, m; points inside the hull are allowed, and cost time */
    size_t point_count;
} cdy_convex;

/* How far two shapes, a and b, are apart. */
typedef struct cdy_separation {
    double distance;         /* m; negative: how deep they are inside each other */
    double on_a[3], on_b[3]; /* nearest points, or the points of deepest contact, m: on_b - on_a = distance * normal */
    double normal[3];        /* unit vector from a to b: b moved along it moves away */
} cdy_separation;

/* Gives the distance of two shapes whose frames stand at Ta and Tb.  The points and the normal are one of the choices
 * where there are several, as of parallel faces.  Fails with CDY_ERROR_ARGUMENT where a pointer is NULL, a shape has no
 * type of the enumeration, a size is negative, a hull has no points, a number is not finite or a transform departs from
 * a rotation by more than 1e-9, and with CDY_ERROR_NUMERIC where a shape reaches, or its frame stands, farther than 1e7
 * m from the origin of the transforms: rounding would make distances wrong there. */
CDY_API cdy_status cdy_distance_convex(const cdy_convex *a, const double Ta[16], const cdy_convex *b,
                                       const double Tb[16], cdy_separation *separation, cdy_error *error);

enum { CDY_DISTANCE_WORLD = -1 }; /* instead of a frame: stands in the frame of the base, and belongs to no robot */

/* A shape of a robot or of its surroundings. */
typedef struct cdy_distance_shape {
    int frame;    /* that carries it, or CDY_DISTANCE_WORLD */
    double T[16]; /* where it stands in this frame */
    cdy_convex convex;
    const cdy_shape *source; /* what cdy_distance_shapes_of_tree() took it from; other calls do not read it */
} cdy_distance_shape;

/* Gives the collision shapes of a tree, or its visuals: the first `most` of them to `shapes` (may be NULL where `most`
 * is 0), and their number to *count.  A mesh comes as a hull without points: set `convex.points` to those of the mesh
 * (condyle/mesh.h, `source->geometry` has its file), or of its hull, times the factors of its scale.  `source` points
 * into the tree.  Fails with CDY_ERROR_ARGUMENT where an argument is missing. */
CDY_API cdy_status cdy_distance_shapes_of_tree(const cdy_tree *tree, bool visuals, size_t most,
                                               cdy_distance_shape *shapes, size_t *count, cdy_error *error);

/* The shapes of a robot and its surroundings, the pairs of them that are looked at, and memory to work in. */
typedef struct cdy_distance_scene cdy_distance_scene;

/* Makes a scene of copies of shapes.  Its pairs are all those whose distance a configuration can change, but for bodies
 * that a joint holds at each other: bodies welded together count as one, shapes on the base are not looked at beside
 * the world.  A floating or planar joint holds nothing: its body can go anywhere, in space or in a plane, and is looked
 * at beside the body that it moves on.  Joints in a row with nothing between count as one, and hold nothing where they
 * slide in two directions or more: bodies without mass, without shapes of the scene, at which only these two joints
 * end, not more than 0.05 m apart.  The model does not have the loops of a tree: cdy_distance_exclude_loops().  Pairs
 * are in the order of their first, then of their second shape.  Fails with CDY_ERROR_ARGUMENT (a shape is not one that
 * cdy_distance_convex() takes, or is on no frame) or CDY_ERROR_MEMORY; *scene is then NULL. */
CDY_API cdy_status cdy_distance_scene_create(const cdy_model *model, const cdy_distance_shape *shapes, size_t count,
                                             cdy_distance_scene **scene, cdy_error *error);

/* Frees a scene; takes NULL. */
CDY_API void cdy_distance_scene_destroy(cdy_distance_scene *scene);

/* Returns the number of pairs that a scene looks at. */
CDY_API size_t cdy_distance_pair_count(const cdy_distance_scene *scene);

/* Gives the shapes of a pair, by their places in the array that the scene was made of; a < b.  Returns false where
 * there is no such pair; *a and *b are then as they were. */
CDY_API bool cdy_distance_pair(const cdy_distance_scene *scene, size_t pair, size_t *a, size_t *b);

/* Leaves out the pairs of shapes of which one is on frame `a` and the other on frame `b` (either may be
 * CDY_DISTANCE_WORLD), as MoveIt's disable_collisions and MJCF's exclude do; later pairs move up.  Fails with
 * CDY_ERROR_ARGUMENT where a pointer is NULL, the scene was made for another model or a frame does not exist. */
CDY_API cdy_status cdy_distance_exclude(const cdy_model *model, cdy_distance_scene *scene, int a, int b,
                                        cdy_error *error);

/* Leaves out the pairs of bodies that a loop of the tree (cdy_tree_loop()), of which the model was made, holds at each
 * other, as a joint does: one that does not let them slide in several directions.  A loop that ends at a body without
 * mass and shape, which one joint holds besides, makes one joint with it.  Fails with CDY_ERROR_ARGUMENT where a
 * pointer is NULL, the scene was made for another model or a loop ends at a body that the model does not have, and with
 * CDY_ERROR_MEMORY; the pairs are then as they were. */
CDY_API cdy_status cdy_distance_exclude_loops(const cdy_model *model, cdy_distance_scene *scene, const cdy_tree *tree,
                                              cdy_error *error);

/* Leaves out the pairs of bodies that are exclusions of the tree (cdy_tree_add_exclusion()), of which the model was
 * made.  Fails with CDY_ERROR_ARGUMENT where a pointer is NULL, the scene was made for another model or the model does
 * not have a body of an exclusion, and with CDY_ERROR_MEMORY; the pairs are then as they were. */
CDY_API cdy_status cdy_distance_exclude_listed(const cdy_model *model, cdy_distance_scene *scene, const cdy_tree *tree,
                                               cdy_error *error);

/* Gives the separation of every pair of a scene at q (nq; NULL: home), in the frame of the base, to `separations` (one
 * a pair; may be NULL where there are no pairs).  One thread uses a scene at a time; it does not allocate.  Fails as
 * cdy_forward_kinematics() does, with CDY_ERROR_ARGUMENT where the scene was made for another model, and with
 * CDY_ERROR_NUMERIC where a shape of any pair reaches, or its frame stands, farther than 1e7 m from the base. */
CDY_API cdy_status cdy_distance_all(const cdy_model *model, cdy_workspace *workspace, cdy_distance_scene *scene,
                                    const double *q, cdy_separation *separations, cdy_error *error);

/* The pair that is nearest. */
typedef struct cdy_distance {
    bool found;  /* false: there are no pairs, and the distance is infinite */
    size_t pair; /* the first of those with the least distance */
    cdy_separation separation;
} cdy_distance;

/* Gives the pair of least distance at q (nq; NULL: home), and to `gradient` (n; NULL: not wanted) the derivative of its
 * distance by the configuration, of 1 rad or 1 m of the velocities: the velocity of the distance is gradient . qd.  It
 * is that of the pair's witness points as the bodies carry them; where the nearest points or the nearest pair change
 * abruptly, it is one of both sides.  Pairs whose bounding spheres are farther apart than the least distance are not
 * measured.  One thread uses a scene at a time; it does not allocate.  Fails as cdy_distance_all() does, whether it
 * measures a pair or not. */
CDY_API cdy_status cdy_distance_nearest(const cdy_model *model, cdy_workspace *workspace, cdy_distance_scene *scene,
                                        const double *q, cdy_distance *nearest, double *gradient, cdy_error *error);

/* How closely cdy_distance_between() looks. */
typedef struct cdy_distance_way_options {
    double tolerance;    /* m, above 0: between the least distance that is found and the bound */
    double enough;       /* m: distances above it need not be found; infinite: the least of the way is wanted */
    int looks;           /* most configurations that are looked at, 3 to 1000000 */
    cdy_reserve reserve; /* for members to come: all 0 */
} cdy_distance_way_options;

/* Returns the options' defaults: a tolerance of 1e-4 m, `enough` infinite, 10000 looks. */
CDY_API cdy_distance_way_options cdy_distance_way_options_default(void);

/* How near shapes come on the way between two configurations. */
typedef struct cdy_distance_way {
    bool found;  /* false: there are no pairs, or all are above `enough`; the distance is then infinite */
    size_t pair; /* of the least distance that was found */
    cdy_separation separation;
    double share; /* of the way, where this is: 0 at its beginning, 1 at its end */
    double bound; /* m: no pair comes nearer anywhere on the way */
    int looks;    /* configurations that were looked at */
} cdy_distance_way;

/* Gives the least distance of a scene on the whole way from q0 to q1 (nq; NULL: home), not at samples of it alone.  The
 * way is that of cdy_configuration_integrate() with parts of the shortest step, cdy_configuration_difference(): all
 * joints move at constant velocity.  Since no distance changes faster than the points of its two bodies move against
 * each other, at most the sum over the joints between them of the joint's velocity times the farthest reach of the
 * shape from its axis, a distance in the middle of a stretch bounds it everywhere on the stretch; stretches that may
 * hold a lower one are halved.  The way is looked at until separation.distance - bound <= tolerance or bound >= enough,
 * but where the looks end first: the bound is then still true, and farther away.  Distances inside each other count
 * with their minus.  To the accuracy of cdy_distance_convex().  `options` NULL: the defaults.  One thread uses a scene
 * at a time; it does not allocate.  Fails as cdy_distance_all() and cdy_configuration_difference() do, and with
 * CDY_ERROR_ARGUMENT where an option is out of range.  Source: Schwarzer, Saha and Latombe, Adaptive dynamic collision
 * checking for single and multiple articulated robots in complex environments, 2005. */
CDY_API cdy_status cdy_distance_between(const cdy_model *model, cdy_workspace *workspace, cdy_distance_scene *scene,
                                        const double *q0, const double *q1, const cdy_distance_way_options *options,
                                        cdy_distance_way *way, cdy_error *error);

/* A configuration that reaches a pose apart from shapes. */
typedef struct cdy_distance_reach {
    bool clear;           /* the pose is reached, and all pairs are farther apart than the margin */
    cdy_ik_report search; /* of the pose; `restarts` counts the starts after the first, `iterations` those of all
                           * searches, and `end` is CDY_IK_INTERRUPTED where stop.interrupt ended the whole, also
                           * beside a pose that is reached */
    cdy_distance nearest; /* at the configuration */
} cdy_distance_reach;

/* Looks for a configuration q (nq; may be problem->start) that places the problem's frame at its target with all pairs
 * of the scene farther apart than `margin`, m: from its start, then from options->restarts starts in which the joints
 * that carry the frame are random, solves the pose (cdy_inverse_kinematics()) and moves the solution along the gradient
 * of the least distance, but for what would move the components of the pose that have weight, and solves again; this
 * helps where joints are left, as of seven joints or free components, others have the solutions of their starts alone.
 * Joints that do not carry the frame stay where they start.  Ends with the first one that is clear; q is else the one
 * of the greatest least distance that reaches the pose, or where none does, the one of the least error.  One thread
 * uses a scene at a time; allocates.  Fails as cdy_inverse_kinematics() and cdy_distance_nearest() do, with
 * CDY_ERROR_ARGUMENT where the margin is not finite, and with CDY_ERROR_MEMORY; q is then as it was.  Source: Liegeois,
 * Automatic supervisory control of the configuration and behavior of multibody mechanisms, 1977. */
CDY_API cdy_status cdy_distance_inverse_kinematics(const cdy_model *model, cdy_workspace *workspace,
                                                   cdy_distance_scene *scene, const cdy_ik_problem *problem,
                                                   double margin, double *q, cdy_distance_reach *reach,
                                                   cdy_error *error);

/* What random configurations say of a pair. */
typedef struct cdy_distance_use {
    size_t touches;     /* configurations in which the shapes touch or overlap */
    double least, most; /* distances, m */
} cdy_distance_use;

/* Gives what `samples` random configurations (cdy_random_configuration() with the state `seed`) say of each pair, to
 * `uses`, one a pair: those that touch in all of them or in none are candidates for cdy_distance_exclude(), as MoveIt's
 * assistant finds them.  A pair that never touched may still touch elsewhere.  Fails as
 * cdy_distance_all() does, and with CDY_ERROR_ARGUMENT where `samples` is 0. */
CDY_API cdy_status cdy_distance_sample(const cdy_model *model, cdy_workspace *workspace, cdy_distance_scene *scene,
                                       size_t samples, uint64_t *seed, cdy_distance_use *uses, cdy_error *error);

#endif
