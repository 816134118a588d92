#include "rows/log_summary.h"

#include "rows/log.h"
#include "rows/log_files.h"

#include <stdlib.h>
#include <string.h>

/* Finds the summary of a topic by its name, and adds it where it is missing; NULL: no memory. */
static topic_summary *find_summary(log_summary *s, const topic *t)
{
    for (size_t i = 0; i < s->count; i++) {
        if (strcmp(s->topics[i].name, t->name) == 0) {
            return &s->topics[i];
        }
    }
    topic_summary *larger = realloc(s->topics, (s->count + 1) * sizeof *larger);
    if (!larger) {
        return NULL;
    }
    s->topics = larger;
    topic_summary *added = &s->topics[s->count];
    *added = (topic_summary){.name = message_file_text(t->name, strlen(t->name)),
                             .type = message_file_text(t->type, strlen(t->type)),
                             .layout = message_file_text(t->layout, strlen(t->layout))};
    s->count++;
    return added->name && added->type && added->layout ? added : NULL;
}

/* Adds the names of the joints of the first message. */
static void add_joints(topic_summary *s, const recorded *m, joint_state *state)
{
    const ros_layout layout = strcmp(m->from->layout, "ros1") == 0 ? ROS_ONE : ROS_CDR;
    if (!joint_state_read(state, &m->from->schema, layout, m->bytes, m->size, &s->reason)) {
        return;
    }
    for (size_t i = 0; i < state->count; i++) {
        text_add(&s->joints, i > 0 ? "\n" : "");
        text_add_bytes(&s->joints, state->names[i].text, state->names[i].length);
    }
}

static input_status add_message(log_summary *summary, log_files *files, recorded *m, joint_state *state)
{
    topic *t = m->from;
    if (t->kind == TOPIC_UNKNOWN && !topic_look(t)) {
        return INPUT_MEMORY;
    }
    topic_summary *s = find_summary(summary, t);
    if (!s) {
        return INPUT_MEMORY;
    }
    if (s->messages++ == 0) {
        s->first = s->last = m->nanoseconds;
        const input_status status = t->kind == TOPIC_STATES ? log_files_unpack(files, m) : INPUT_OK;
        if (status == INPUT_BROKEN) {
            bool goes_on;
            text_add(&s->reason, "%s", log_files_problem(files, &goes_on));
        } else if (status != INPUT_OK) {
            return status;
        } else if (t->kind == TOPIC_STATES) {
            add_joints(s, m, state);
        } else {
            text_add(&s->reason, "%s", t->reason);
        }
    }
    s->first = m->nanoseconds < s->first ? m->nanoseconds : s->first;
    s->last = m->nanoseconds > s->last ? m->nanoseconds : s->last;
    return s->joints.failed || s->reason.failed ? INPUT_MEMORY : INPUT_OK;
}

/* Reads the messages of all files. */
static input_status read_messages(log_files *files, log_summary *summary, joint_state *state)
{
    recorded message;
    for (;;) {
        input_status status = log_files_next(files, &message);
        summary->format = files->format;
        if (status == INPUT_BROKEN) {
            bool goes_on;
            const char *problem = log_files_problem(files, &goes_on);
            if (summary->problems++ == 0 || !goes_on) {
                text_reset(&summary->problem);
                text_add(&summary->problem, "%s", problem);
            }
            status = goes_on ? INPUT_OK : INPUT_END;
        } else if (status == INPUT_OK) {
            status = add_message(summary, files, &message, state);
        }
        if (status != INPUT_OK) {
            return status == INPUT_END ? INPUT_OK : status;
        }
    }
}

input_status log_summarize(input *in, const char *path, log_summary *summary, text_buffer *problem)
{
    log_files files;
    joint_state state = {0};
    *summary = (log_summary){.count = 0};
    const bool folder = log_is_folder(path);
    input_status status = log_files_begin(&files, in, path, folder, problem);
    if (folder) {
        input_close(in);
    }
    *in = (input){.name = in->name, .descriptor = -1};
    if (status == INPUT_OK) {
        status = read_messages(&files, summary, &state);
        in->error = files.file.error;
    }
    joint_state_clear(&state);
    log_files_close(&files);
    return status;
}

void log_summary_clear(log_summary *summary)
{
    for (size_t i = 0; i < summary->count; i++) {
        topic_summary *s = &summary->topics[i];
        free(s->name);
        free(s->type);
        free(s->layout);
        text_clear(&s->joints);
        text_clear(&s->reason);
    }
    free(summary->topics);
    text_clear(&summary->problem);
    *summary = (log_summary){.count = 0};
}
