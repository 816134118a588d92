/* Robots that Octave's objects refer to by handles.  A handle is a slot of a table and the number of the robot, so
 * that a stale handle does not match a later robot in the same slot. */
#ifndef CONDYLE_OCTAVE_HANDLE_H
#define CONDYLE_OCTAVE_HANDLE_H

#include "gateway.h"

/* The forms of configurations and vectors, rigidBodyTree's DataFormat. */
typedef enum data_format { FORMAT_STRUCT = 0, FORMAT_ROW, FORMAT_COLUMN } data_format;

/* A robot: its tree, and the model and workspaces that calls make from the tree when they need them. */
typedef struct held_robot {
    uint32_t number;
    data_format format;
    cdy_tree *tree;
    bool changed; /* the tree is newer than the model */
    cdy_model *model;
    cdy_workspace *workspace;
    cdy_batch *batches[CDY_BATCH_COLUMNS + 1]; /* by the layout of states */
    cdy_drive_options drives;
} held_robot;

/* Takes a tree into the table, and gives the handle.  Destroys the tree where it fails. */
bool handle_make(cdy_tree *tree, data_format format, mxArray **handle);

/* Finds the robot of a handle, or of an object of the class rigidBodyTree.  Fails with condyle:staleHandle where it was
 * deleted. */
bool handle_find(const mxArray *handle, held_robot **robot);

/* Finds the robot of a handle, and compiles its model anew where its tree has changed. */
bool handle_find_model(const mxArray *handle, held_robot **robot);

/* Gives the robot of a handle the drives of another one, and its payloads on the bodies of the same names. */
bool handle_inherit(const held_robot *from, const mxArray *handle);

/* Puts a payload on a body of a robot whose tree has changed. */
bool handle_load(held_robot *robot, const char *body, const cdy_payload *payload);

/* Finds the robot of argument 0 and a body, argument 1: its name. */
bool handle_find_body(const gateway_call *call, held_robot **robot, int *body);

/* Gives the batch of a robot whose states lie in rows, lanes or columns. */
bool handle_batch(held_robot *robot, cdy_batch_layout layout, cdy_batch **batch);

/* Frees the robot of a handle; does nothing where the robot is freed already. */
void handle_free(const mxArray *handle);

/* Frees all robots. */
void handles_clear(void);

#endif
