#include "rows/message_file.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_TOPICS = 1 << 16 };

/* Recordings of old make have no definitions; this type has been the same since ROS 2 began. */
static const char joint_state_text[] = "std_msgs/Header header\n"
                                       "string[] name\n"
                                       "float64[] position\n"
                                       "float64[] velocity\n"
                                       "float64[] effort\n"
                                       "================================================================\n"
                                       "MSG: std_msgs/Header\n"
                                       "builtin_interfaces/Time stamp\n"
                                       "string frame_id\n";

void message_file_begin(message_file *file, const char *name)
{
    *file = (message_file){.name = name};
}

input_status message_file_break(message_file *file, bool goes_on, const char *format, ...)
{
    va_list arguments;
    text_reset(&file->problem);
    va_start(arguments, format);
    text_add_list(&file->problem, format, arguments);
    va_end(arguments);
    file->goes_on = goes_on;
    return file->problem.failed ? INPUT_MEMORY : INPUT_BROKEN;
}

char *message_file_text(const char *text, size_t length)
{
    char *copy = malloc(length + 1);
    if (copy) {
        memcpy(copy, text, length);
        copy[length] = '\0';
    }
    return copy;
}

topic *message_file_find(const message_file *file, long long number)
{
    size_t first = 0, last = file->count; /* they are in the order of their numbers */
    while (first < last) {
        const size_t middle = first + (last - first) / 2;
        if (file->topics[middle].number < number) {
            first = middle + 1;
        } else {
            last = middle;
        }
    }
    return first < file->count && file->topics[first].number == number ? &file->topics[first] : NULL;
}

topic *message_file_add(message_file *file, long long number)
{
    if (file->count == MOST_TOPICS) {
        return NULL;
    }
    if (file->count == file->capacity) {
        const size_t capacity = 2 * file->capacity + 16;
        topic *larger = realloc(file->topics, capacity * sizeof *larger);
        if (!larger) {
            return NULL;
        }
        file->topics = larger;
        file->capacity = capacity;
    }
    size_t place = file->count++;
    for (; place > 0 && file->topics[place - 1].number > number; place--) {
        file->topics[place] = file->topics[place - 1];
    }
    file->topics[place] = (topic){.number = number};
    return &file->topics[place];
}

input_status message_file_next(message_file *file, recorded *message)
{
    const input_status status = file->next(file, message);
    if (status == INPUT_OK) {
        topic *t = message->from;
        const uint32_t step = message->sequence - t->sequence;
        if (t->messages > 0 && message->sequence > t->sequence && t->sequence > 0) {
            t->lost += step - 1;
        }
        t->sequence = message->sequence;
        t->messages++;
    }
    return status;
}

/* Takes everything of the topics but their counts back. */
static void topic_clear(topic *t)
{
    free(t->name);
    free(t->type);
    free(t->layout);
    free(t->definition_kind);
    free(t->definition);
    free(t->reason);
    ros_schema_clear(&t->schema);
}

void message_file_close(message_file *file)
{
    if (file->close) {
        file->close(file);
    }
    for (size_t i = 0; i < file->count; i++) {
        topic_clear(&file->topics[i]);
    }
    free(file->topics);
    text_clear(&file->problem);
    message_file_begin(file, file->name);
}

static bool is_word(const char *text, const char *word)
{
    return text && strcmp(text, word) == 0;
}

bool topic_look(topic *t)
{
    const bool known = is_word(t->type, "sensor_msgs/msg/JointState") || is_word(t->type, "sensor_msgs/JointState");
    const bool one = is_word(t->layout, "ros1");
    const bool has_text = is_word(t->definition_kind, one ? "ros1msg" : "ros2msg") && t->definition_length > 0;
    text_buffer problem = {0};
    t->kind = TOPIC_OTHER;
    if (!one && !is_word(t->layout, "cdr")) {
        text_add(&problem, "its messages are encoded as '%.40s'; expected cdr or ros1", t->layout ? t->layout : "");
    } else if (!has_text && (!known || one)) {
        text_add(&problem, "the recording has no definition of its type as %s", one ? "ros1msg" : "ros2msg");
    } else if (ros_schema_read(&t->schema, t->type, has_text ? t->definition : joint_state_text,
                               has_text ? t->definition_length : sizeof joint_state_text - 1, &problem)) {
        t->kind = joint_state_fits(&t->schema) ? TOPIC_STATES : TOPIC_OTHER;
    }
    if (t->kind == TOPIC_OTHER) {
        ros_schema_clear(&t->schema);
        if (problem.length == 0) {
            text_add(&problem, "its type %.80s has no list of names beside position, velocity or effort", t->type);
        }
        free(t->reason);
        t->reason = problem.failed ? NULL : message_file_text(text_get(&problem), problem.length);
    }
    const bool done = !problem.failed && (t->kind == TOPIC_STATES || t->reason);
    text_clear(&problem);
    return done;
}
