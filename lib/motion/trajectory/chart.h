/* Charts of planar, floating and spherical joints: poses by the logarithm p of the displacement from a pose, and the
 * twists that belong to the rates of p. Twists are [w; v] in the body's axes, those of a planar joint [vx vy w]. */
#ifndef CDY_TRAJECTORY_CHART_H
#define CDY_TRAJECTORY_CHART_H

#include "model/model.h"

/* Replaces the rates (n of the joint) of p by the body's twist and its derivative: first = dexp(p) first, second its
 * time derivative. */
void cdy_chart_to_twist(joint_kind kind, const double *p, double *first, double *second);

/* The inverse: the rates of p that belong to a twist and its derivative. */
void cdy_chart_from_twist(joint_kind kind, const double *p, double *first, double *second);

#endif
