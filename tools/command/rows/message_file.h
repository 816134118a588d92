/* Recording: the messages of a file that programs of ROS wrote, MCAP or rosbag2's database, one after the other. */
#ifndef CONDYLE_TOOLS_MESSAGE_FILE_H
#define CONDYLE_TOOLS_MESSAGE_FILE_H

#include "rows/input.h"
#include "rows/joint_state.h"

/* How the messages of a topic can be read. */
typedef enum topic_kind {
    TOPIC_UNKNOWN = 0, /* not looked at */
    TOPIC_OTHER,       /* no joint states */
    TOPIC_STATES       /* joint states */
} topic_kind;

/* A topic of a recording. */
typedef struct topic {
    long long number; /* as messages name it */
    char *name, *type, *layout;
    char *definition_kind, *definition; /* text of the type; NULL: the file has none */
    size_t definition_length;
    topic_kind kind;
    ros_schema schema; /* of joint states */
    char *reason;      /* why a topic of joint states by name is none that can be read; NULL: no reason */
    uint64_t messages, lost;
    uint32_t sequence; /* of the last message */
} topic;

/* A message; the bytes stay until the next one is read. */
typedef struct recorded {
    topic *from;
    uint64_t nanoseconds; /* when it was recorded */
    uint32_t sequence;    /* 0: not counted */
    const unsigned char *bytes;
    size_t size;
} recorded;

typedef struct message_file {
    const char *name;
    topic *topics;
    size_t count, capacity;
    size_t definitions;  /* bytes of all definitions */
    text_buffer problem; /* why the last status was INPUT_BROKEN */
    bool goes_on;        /* what follows the broken part can be read */
    int error;           /* errno behind INPUT_FAILED */
    void *format;        /* what a format remembers */
    input_status (*next)(struct message_file *file, recorded *message);
    void (*close)(struct message_file *file);
} message_file;

/* Begins a recording without a topic. */
void message_file_begin(message_file *file, const char *name);

/* Opens a file by what its first bytes say: MCAP, read from the input, which then belongs to the recording. */
input_status mcap_open(message_file *file, const input *in);

/* Opens a database of rosbag2 by SQLite's library, loaded for it. */
input_status bag_open(message_file *file, const char *path);

/* Reads the next message. */
input_status message_file_next(message_file *file, recorded *message);

void message_file_close(message_file *file);

/* Returns INPUT_BROKEN, with words. */
input_status message_file_break(message_file *file, bool goes_on, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Finds a topic by its number; adds one, of which the texts are copied. NULL: none, or no memory. */
topic *message_file_find(const message_file *file, long long number);
topic *message_file_add(message_file *file, long long number);

/* Copies bytes as a string, NULL where memory runs out. */
char *message_file_text(const char *text, size_t length);

/* Looks at the type of a topic: whether it has joint states, and if not, why not. False: no memory. */
bool topic_look(topic *t);

#endif
