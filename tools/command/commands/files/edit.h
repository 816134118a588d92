/* Edits of a robot's tree, from the values of options. */
#ifndef CONDYLE_TOOLS_EDIT_H
#define CONDYLE_TOOLS_EDIT_H

#include "run/message.h"
#include "values/robot.h"

typedef struct editor {
    cdy_tree *tree; /* an edit may put another in its place, and frees the one before */
} editor;

/* --attach with its options; NULL: not given. */
typedef struct attachment {
    const char *robot, *at, *origin, *prefix;
} attachment;

/* Welds another robot to a body: its base becomes a body on a fixed joint BASE_fixed. */
exit_code edit_attach(editor *e, const attachment *a, const robot_options *loading);

/* Each: makes the edit that the value of an option describes. */
exit_code edit_prefix(editor *e, const char *prefix);
exit_code edit_cut(editor *e, const char *body);
exit_code edit_remove(editor *e, const char *body);
exit_code edit_mass(editor *e, const char *assignment);
exit_code edit_weld(editor *e, const char *assignment);
exit_code edit_free(editor *e, const char *joint);
exit_code edit_name(editor *e, const char *name);

#endif
