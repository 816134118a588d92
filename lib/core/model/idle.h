/* Idle motions: relative motions of joints that no inertia resists, in any state, so that the mass matrix is singular
 * in every state.
 *
 * Whether a motion costs kinetic energy does not depend on how large masses and moments are, only on which of them are
 * zero: a link with mass resists every velocity of its center of mass, a link with a moment about a principal axis
 * every rotation about that axis. These are rows of a matrix over the velocities of the joints, which is the root of a
 * mass matrix of the same rank. Its rank is found at one generic configuration, where it is the largest of all
 * configurations, body by body from the leaves to the base: the articulated-body algorithm (Featherstone 2008, section
 * 7.3) over rows instead of inertias. Rows keep 16 digits where their squares, the elements of M, keep 8. */
#ifndef CDY_MODEL_IDLE_H
#define CDY_MODEL_IDLE_H

#include "model/model.h"

typedef struct cdy_tree cdy_tree;

/* The number of model_resistance and model_idle records of a tree's model: none where every moving link has mass and
 * three moments, since all of its motions are resisted then. */
int32_t cdy_count_doubtful_bodies(const cdy_tree *tree, int32_t body_count);

/* Stores what the links of the tree resist, and finds the idle motions. The bodies and frames are complete. */
void cdy_store_resistances(cdy_model *model, const cdy_tree *tree);

/* Finds the idle motions anew: with the payloads and the acting rotors. Robots without any stay as they are. */
void cdy_find_idle_motions(cdy_model *model);

/* Whether the notes about idle motions can be those of a model. */
bool cdy_idle_notes_are_valid(const cdy_model *model);

/* CDY_ERROR_NUMERIC, naming joints, where the robot has idle motions. */
cdy_status cdy_check_idle(const cdy_model *model, cdy_error *error);

#endif
