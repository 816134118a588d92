/* Log bytes: recordings as programs of ROS write them, made byte by byte. */
#ifndef CDY_TESTS_LOG_BYTES_H
#define CDY_TESTS_LOG_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct log_bytes {
    unsigned char *bytes;
    size_t size, capacity;
    bool big_endian; /* of the numbers that are put */
    bool plain;      /* ROS 1: numbers anywhere, texts without NUL */
    size_t origin;   /* CDR: where the alignment counts from */
} log_bytes;

void log_put(log_bytes *log, const void *bytes, size_t size);
void log_put_number(log_bytes *log, uint64_t number, size_t size); /* little-endian, anywhere */
void log_put_text(log_bytes *log, const char *text);               /* behind its length of 32 bits */
void log_clear(log_bytes *log);

/* A message of joint states: CDR with its four bytes in front, or as ROS 1 has it. */
typedef struct log_state {
    int32_t seconds;
    uint32_t nanoseconds;
    size_t count;
    const char *const *names;
    const double *lists[3]; /* NULL: empty */
} log_state;

void log_cdr_begin(log_bytes *message);
void log_cdr_number(log_bytes *message, uint64_t number, size_t size);
void log_cdr_double(log_bytes *message, double value);
void log_cdr_text(log_bytes *message, const char *text);
void log_put_state(log_bytes *message, const log_state *state);

/* A frame of zstd whose blocks are as they were. */
void log_put_zstd(log_bytes *packed, const log_bytes *bytes);

/* The definition of sensor_msgs/msg/JointState. */
extern const char log_definition[];

/* Records of MCAP. */
void mcap_begin(log_bytes *log);
void mcap_schema(log_bytes *log, unsigned number, const char *name, const char *kind, const char *text);
void mcap_channel(log_bytes *log, unsigned number, unsigned schema, const char *topic, const char *layout);
void mcap_message(log_bytes *log, unsigned channel, unsigned sequence, uint64_t time, const log_bytes *message);
/* `format` is "", "zstd" or "lz4", whose bytes are stored without being packed; `crc` is added to the right one. */
void mcap_chunk(log_bytes *log, const log_bytes *records, const char *format, unsigned crc);
void mcap_end(log_bytes *log);

/* A whole recording of `rows` joint states of omronEcobra600, t = 0.01 s times the row, on /joint_states: chunks of
 * `a_chunk` messages, 0: none. */
void mcap_recording(log_bytes *log, int rows, int a_chunk, const char *format);

/* Number of the recording: joint `joint` of list 0 to 2 in a row. */
double log_number(int row, int list, int joint);
extern const char *log_joints[4]; /* joint1 to joint4, unless others are set */

/* The same as a database of rosbag2; false where SQLite is not there. */
bool bag_recording(const char *path, int rows);

/* The same numbers as Parquet of LeRobot: columns `timestamp` and lists observation.state, .velocity, .effort, in
 * groups of `a_group` rows; packed: by Snappy, with a dictionary. `levels` is the level of definition that every number
 * has, 3 where none is null. */
void parquet_recording(log_bytes *log, int rows, int a_group, bool packed, int levels);

/* Parquet whose numbers mean something, the same in all rows: `stamp` 1704067200.25e9 ns, `count` 2^32 - 1 without a
 * sign, `price` -1.25 as a decimal, a struct `tip` with x = 7 and y = 8, and `task`, a text. */
void parquet_meanings(log_bytes *log, int rows);

void log_write(const log_bytes *log, const char *path);

#endif
