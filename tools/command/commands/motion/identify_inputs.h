/* Recordings of condyle identify and explain: each --input, and the file of --hold-out, with the payloads that it was
 * recorded with. */
#ifndef CONDYLE_TOOLS_IDENTIFY_INPUTS_H
#define CONDYLE_TOOLS_IDENTIFY_INPUTS_H

#include "commands/motion/identify.h"
#include "commands/motion/identify_rows.h"

/* One file: options --payload in front of the first belong to all, those behind one to it alone. */
typedef struct recorded_input {
    const char *file;
    text_list payloads; /* those of all, then its own */
    size_t own;         /* how many are its own */
} recorded_input;

typedef struct recorded_inputs {
    recorded_input *list;
    size_t count;
    recorded_input held; /* the file that is held out; without one what all have in common */
    text_list common;
} recorded_inputs;

/* Finds the inputs of the command line; inputs_clear() frees them, also after a failure. A single input, beside which
 * no file is held out, has every payload in common. */
exit_code inputs_find(recorded_inputs *inputs, const identify_options *o);
void inputs_clear(recorded_inputs *inputs);

/* Lets the robot carry these payloads and no others. */
exit_code inputs_carry(robot *r, const text_list *payloads);

/* Lets the robot carry what it carried in input `number`, with the load that `gains` found (NULL: none were asked
 * for); beyond the last what it carried in the file that is held out. */
exit_code inputs_carry_one(robot *r, const recorded_inputs *inputs, size_t number, const identified_gains *gains);

/* Reads all inputs into r->add, each with its payloads, which the recording's identifications learn; the robot carries
 * the common ones afterwards. */
exit_code inputs_read(recording *r, const recorded_inputs *inputs, const identified_gains *gains);

/* Finds the gains of the drives, and what is not known of the load: --gains. */
exit_code gains_find(recording *r, const recorded_inputs *inputs, identified_gains *gains);
void gains_clear(identified_gains *gains);

/* Sets the gains in a tree of the robot. */
cdy_status gains_apply(const identified_gains *gains, const robot *r, cdy_tree *tree, cdy_error *error);

#endif
