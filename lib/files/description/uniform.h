/* Uniform bodies: volumes and moments of inertia of simple shapes. */
#ifndef CDY_DESCRIPTION_UNIFORM_H
#define CDY_DESCRIPTION_UNIFORM_H

/* Volume (m3), height of the center of mass on the z axis (m), and moments of inertia about it for a mass of 1 kg (m2)
 * in the axes of the shape, which are principal axes. */
typedef struct cdy_uniform {
    double volume, height, moments[3];
} cdy_uniform;

/* Return the properties of a shape: full edges, radii, and lengths along z, m; a capsule's without its caps; a cone's
 * from its base below to its tip, the origin halfway. */
cdy_uniform cdy_fill_box(double x, double y, double z);
cdy_uniform cdy_fill_ellipsoid(double x, double y, double z);
cdy_uniform cdy_fill_cylinder(double radius, double length);
cdy_uniform cdy_fill_capsule(double radius, double length);
cdy_uniform cdy_fill_cone(double radius, double length);

/* Adds to an inertia xx xy xz yy yz zz what a mass at the displacement d contributes: m (d.d 1 - d d^T). */
void cdy_add_steiner(double inertia[6], double mass, const double d[3]);

#endif
