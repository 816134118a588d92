/* Logs as rows: MCAP and rosbag2, whole and damaged, CSV of other programs, Parquet, odd times. */
#include "support/folder.h"
#include "support/log_bytes.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FD "\"$CONDYLE\" fd omronEcobra600 --input "
#define ID "\"$CONDYLE\" id omronEcobra600 --input "

enum { ROWS = 25 };

/* Writes a recording to a file of the folder. */
static void put_recording(const char *name, int rows, int a_chunk, const char *format)
{
    log_bytes log = {0};
    mcap_recording(&log, rows, a_chunk, format);
    put_bytes(name, log.bytes, log.size);
    log_clear(&log);
}

/* Compares rows t, q, qd, tau of CSV with the numbers that the recording has. */
static void check_rows(char *text, int rows)
{
    char *line = strchr(text, '\n');
    for (int row = 0; row < rows; row++) {
        ck_assert_ptr_nonnull(line);
        char *next = line + 1;
        ck_assert_double_eq_tol(strtod(next, &next), row * 0.01, 1e-12);
        for (int i = 0; i < 12; i++) {
            ck_assert_int_eq(*next, ',');
            const double number = strtod(next + 1, &next);
            ck_assert_msg(!islessgreater(number, log_number(row, i / 4, i % 4)), "row %d, number %d: %.17g", row, i,
                          number);
        }
        line = strchr(next, '\n');
    }
    ck_assert_str_eq(line, "\n");
}

/* Runs `fd` on a log and compares the rows that it read. */
static void check_log(const char *log, int rows)
{
    char script[256];
    snprintf(script, sizeof script, FD "%s --fields t,q,qd,tau", log);
    process_result run = run_in_folder(script);
    ck_assert_msg(run.exit_code == 0, "%s", run.err);
    ck_assert_msg(strstr(run.err, "t counts from the first stamp, 1700000000.000000000 s (2023-11-14 22:13:20 UTC)"),
                  "%s", run.err);
    check_rows(run.out, rows);
    free_result(&run);
}

static const char *const formats[] = {"", "zstd", "lz4"};

START_TEST(rows_are_the_numbers_of_the_messages)
{
    put_recording("plain.mcap", ROWS, 0, "");
    check_log("plain.mcap", ROWS);
    check_log("- < plain.mcap", ROWS);
    check_log("plain.mcap --topic /joint_states", ROWS);
    put_recording("rows.csv", ROWS, 4, ""); /* by its content, whatever its name */
    check_log("rows.csv", ROWS);
}
END_TEST

START_TEST(chunks_are_unpacked)
{
    const char *format = formats[_i];
    put_recording("log.mcap", ROWS, 4, format);
    check_log("log.mcap", ROWS);
}
END_TEST

START_TEST(databases_are_read)
{
    char path[512];
    ck_assert(bag_recording(path_in_folder(path, sizeof path, "log.db3"), ROWS));
    check_log("log.db3", ROWS);
    check_run("cp log.db3 'file:log.db3?mode=x'", 0, "", "");
    check_log("'file:log.db3?mode=x'", ROWS);
    check_run(FD "- < log.db3; echo $?", 0, "1\n", "a database cannot be read from the standard input: give the file");
    check_run("head -c 5000 log.db3 > cut.db3; " FD "cut.db3; echo $?", 0, "1\n", "cut.db3: error: ");
    check_run(
        "mkdir bag; cp log.db3 bag/a.db3; printf 'rosbag2_bagfile_information:\\n  version: 5\\n"
        "  compression_mode: \"\"\\n  relative_file_paths:\\n    - \"a.db3\"\\n  duration:\\n    nanoseconds: 5\\n'"
        " > bag/metadata.yaml",
        0, "", "");
    check_log("bag", ROWS);
    check_run("mv bag/a.db3 a; mkdir bag/a.db3; " FD "bag; echo $?; rmdir bag/a.db3", 0, "3\n",
              "cannot read bag/a.db3: Is a directory");
    check_run(FD "bag; echo $?", 0, "3\n", "cannot read bag/a.db3: No such file or directory");
    check_run("head -c 5000 a > bag/a.db3; " FD "bag; echo $?; mv a bag/a.db3", 0, "1\n", "bag: error: bag/a.db3: ");
    check_run("printf 'relative_file_paths:\\n- ../log.db3\\n' > bag/metadata.yaml; " FD "bag; echo $?", 0, "1\n",
              "metadata.yaml names '../log.db3'");
    check_run("printf 'compression_mode: FILE\\nrelative_file_paths:\\n- a.db3.zstd\\n' > bag/metadata.yaml; " FD
              "bag; echo $?",
              0, "1\n", "rosbag2 compressed the recording, compression_mode FILE");
    check_run("rm bag/metadata.yaml; " FD "bag; echo $?; rm -r bag", 0, "3\n",
              "cannot read the input: Is a directory without metadata.yaml");
    check_run(
        "mkdir bag; \"$CONDYLE\" rows bag; echo $?; rm -r bag", 0, "3\n",
        "bag: error: cannot read the log: Is a directory without metadata.yaml, by which rosbag2 names the files");
}
END_TEST

/* rosbag2 packs each message by itself there: frames of zstd whose block is as it was. */
START_TEST(messages_that_are_packed_are_read)
{
    log_bytes log = {0}, message = {0}, packed = {0};
    const double q[4] = {1, 2, -3, 0.5};
    mcap_begin(&log);
    mcap_schema(&log, 1, "sensor_msgs/msg/JointState", "ros2msg", log_definition);
    mcap_channel(&log, 1, 1, "/joint_states", "cdr");
    log_put_state(&message, &(log_state){1, 0, 4, log_joints, {q, NULL, NULL}});
    log_put_zstd(&packed, &message);
    mcap_message(&log, 1, 0, 5, &packed);
    mcap_message(&log, 1, 0, 5, &message); /* not packed */
    mcap_end(&log);
    put_bytes("a.mcap", log.bytes, log.size);
    log_clear(&log);
    log_clear(&message);
    log_clear(&packed);
    check_run(
        "mkdir bag; mv a.mcap bag; printf 'compression_format: zstd\\ncompression_mode: MESSAGE\\n"
        "relative_file_paths:\\n- a.mcap\\n' > bag/metadata.yaml; \"$CONDYLE\" gravity omronEcobra600 --input bag "
        "--fields t,q --keep-going",
        0, "t,q.joint1,q.joint2,q.joint3,q.joint4\n0.000000000,1,2,-3,0.5\n",
        "row skipped: bag/a.mcap: a message cannot be unpacked: it is no frame of zstd that tells its size");
    check_run("\"$CONDYLE\" rows bag | grep -c joint1; rm -r bag", 0, "1\n", "");
}
END_TEST

/* A folder of several files is one log. */
START_TEST(files_of_a_folder_follow_each_other)
{
    put_recording("a.mcap", 2, 0, "");
    put_recording("b.mcap", 1, 1, "");
    check_run("mkdir bag; mv a.mcap b.mcap bag; printf 'relative_file_paths:\\n- a.mcap\\n- b.mcap\\n' > "
              "bag/metadata.yaml; " FD "bag --fields t; rm -r bag",
              0, "t\n0.000000000\n0.010000000\n0.000000000\n", "rows of topic '/joint_states'");
    check_run("mkdir bag; printf 'relative_file_paths:\\n- none.mcap\\n' > bag/metadata.yaml; " FD
              "bag; echo $?; rm -r bag",
              0, "3\n", "cannot read bag/none.mcap: No such file or directory");
}
END_TEST

/* ---- what a library gives ---- */

START_TEST(missing_libraries_are_named)
{
    static const char *const cases[][3] = {{"zstd", "libzstd.so.1", "(Debian: libzstd1)"},
                                           {"lz4", "liblz4.so.1", "(Debian: liblz4-1)"}};
    put_recording("log.mcap", ROWS, 4, cases[_i][0]);
    char script[256];
    snprintf(script, sizeof script, "mkdir none; : > none/%s; LD_LIBRARY_PATH=none " FD "log.mcap; echo $?; rm -r none",
             cases[_i][1]);
    check_run(script, 0, "1\n", cases[_i][2]);
}
END_TEST

/* ---- messages ---- */

/* A recording of one topic whose messages a test puts. */
static void begin_topic(log_bytes *log, const char *kind, const char *definition, const char *layout)
{
    mcap_begin(log);
    mcap_schema(log, 1, "sensor_msgs/msg/JointState", kind, definition);
    mcap_channel(log, 1, 1, "/joint_states", layout);
}

static void put_log(log_bytes *log, const char *name)
{
    put_bytes(name, log->bytes, log->size);
    log_clear(log);
}

static void put_state(log_bytes *log, unsigned channel, const log_state *state)
{
    log_bytes message = {0};
    log_put_state(&message, state);
    mcap_message(log, channel, 0, 5000000000, &message);
    log_clear(&message);
}

START_TEST(messages_of_ros_1_are_read)
{
    static const char text[] =
        "Header header\nstring[] name\nfloat64[] position\nfloat64[] velocity\nfloat64[] effort\n"
        "===\nMSG: std_msgs/Header\nuint32 seq\ntime stamp\nstring frame_id\n";
    const double q[4] = {1, 2, -3, 0.5};
    log_bytes log = {0}, message = {.plain = true};
    begin_topic(&log, "ros1msg", text, "ros1");
    log_put_state(&message, &(log_state){7, 8, 4, log_joints, {q, NULL, NULL}});
    mcap_message(&log, 1, 0, 5, &message);
    mcap_end(&log);
    put_log(&log, "one.mcap");
    log_clear(&message);
    check_run("\"$CONDYLE\" gravity omronEcobra600 --input one.mcap --fields t,q", 0,
              "t,q.joint1,q.joint2,q.joint3,q.joint4\n0.000000000,1,2,-3,0.5\n", "7.000000008 s (1970-01-01 00:00:07");
}
END_TEST

/* Fields of every kind stand in front of those that are read. */
START_TEST(other_fields_are_skipped)
{
    static const char text[] =
        "uint8 ONE=1 # a constant\nstring WORDS = a # b\nbool flag true\nint16[3] three [1, 2, 3]\n"
        "string<=8 word \"a=b\"\nstring<=5[<=3] words\nPart[<=4] parts\nEmpty nothing\n"
        "float32[] position\nstring[] name\nother_msgs/msg/Deep[2] deep\n"
        "===\nMSG: sensor_msgs/msg/Part\nfloat64 x\nuint8 y\n"
        "===\nMSG: sensor_msgs/Empty\n"
        "===\nMSG: other_msgs/msg/Deep\nsensor_msgs/Part[] parts\nint64 z\n";
    log_bytes log = {0}, m = {.big_endian = _i == 1};
    begin_topic(&log, "ros2msg", text, "cdr");
    log_cdr_begin(&m);
    log_cdr_number(&m, 1, 1);
    for (uint64_t i = 0; i < 3; i++) {
        log_cdr_number(&m, i, 2);
    }
    log_cdr_text(&m, "abc");
    log_cdr_number(&m, 2, 4);
    log_cdr_text(&m, "");
    log_cdr_text(&m, "xy");
    log_cdr_number(&m, 2, 4);
    for (uint64_t i = 0; i < 2; i++) {
        log_cdr_double(&m, 1);
        log_cdr_number(&m, i, 1);
    }
    log_cdr_number(&m, 0, 1);
    log_cdr_number(&m, 4, 4);
    for (uint64_t i = 0; i < 4; i++) {
        log_cdr_number(&m, 0x3f000000 + (i << 23), 4); /* 0.5, 1, 2, 4 */
    }
    log_cdr_number(&m, 4, 4);
    for (size_t i = 0; i < 4; i++) {
        log_cdr_text(&m, log_joints[3 - i]);
    }
    for (uint64_t i = 0; i < 2; i++) {
        log_cdr_number(&m, i, 4);
        for (uint64_t k = 0; k < i; k++) {
            log_cdr_double(&m, 1);
            log_cdr_number(&m, k, 1);
        }
        log_cdr_number(&m, 5, 8);
    }
    mcap_message(&log, 1, 0, 12000000001, &m);
    log_clear(&m);
    mcap_end(&log);
    put_log(&log, "deep.mcap");
    check_run("\"$CONDYLE\" gravity omronEcobra600 --input deep.mcap --fields t,q", 0,
              "t,q.joint1,q.joint2,q.joint3,q.joint4\n0.000000000,4,2,1,0.5\n",
              "t counts from when the first message was recorded, since they have no stamps, 12.000000001 s");
}
END_TEST

/* Whole numbers are numbers too; the earliest and the latest time bound a topic; names are needed. */
START_TEST(lists_of_whole_numbers_are_read)
{
    log_bytes log = {0}, m = {.big_endian = _i == 1};
    begin_topic(&log, "ros2msg", "string[] name\nint16[] position\nuint8[] velocity\n", "cdr");
    log_cdr_begin(&m);
    log_cdr_number(&m, 4, 4);
    for (size_t i = 0; i < 4; i++) {
        log_cdr_text(&m, log_joints[i]);
    }
    log_cdr_number(&m, 4, 4);
    for (uint64_t i = 0; i < 4; i++) {
        log_cdr_number(&m, i == 0 ? 0xfffe : i, 2);
    }
    log_cdr_number(&m, 4, 4);
    for (uint64_t i = 0; i < 4; i++) {
        log_cdr_number(&m, 252 + i, 1);
    }
    mcap_message(&log, 1, 0, 12000000000, &m);
    mcap_message(&log, 1, 1, 10000000000, &m);
    log_clear(&m);
    mcap_end(&log);
    put_log(&log, "whole.mcap");
    check_run("\"$CONDYLE\" rows whole.mcap --extract | tail -n 1 | cut -d , -f 2-", 0, "-2,1,2,3,252,253,254,255\n",
              "t counts from when the first message was recorded");
    check_run("\"$CONDYLE\" rows whole.mcap | grep ' messages '", 0, "  messages  2 in 2 s, 0.5 a second\n", "");
    begin_topic(&log, "ros2msg", log_definition, "cdr");
    const double q[4] = {1, 2, -3, 0.5};
    put_state(&log, 1, &(log_state){1, 0, 0, log_joints, {q, NULL, NULL}});
    mcap_end(&log);
    put_log(&log, "whole.mcap");
    check_run("\"$CONDYLE\" gravity omronEcobra600 --input whole.mcap; echo $?", 0, "1\n",
              "the first one has no names of joints");
}
END_TEST

/* Joints of the robot in another order, with others between them, and messages about other joints alone. */
START_TEST(joints_go_by_their_names)
{
    static const char *const first[] = {"joint4", "a \"tool\", left", "joint3", "joint2", "joint1"};
    static const char *const second[] = {"joint1", "joint2", "joint3", "joint4", "a \"tool\", left"};
    static const char *const other[] = {"finger"};
    const double a[] = {4, 9, 3, 2, 1}, b[] = {1, 2, 3, 4, 9};
    log_bytes log = {0};
    begin_topic(&log, "ros2msg", log_definition, "cdr");
    put_state(&log, 1, &(log_state){0, 5, 1, other, {a, NULL, NULL}});
    put_state(&log, 1, &(log_state){1, 0, 5, first, {a, NULL, a}});
    put_state(&log, 1, &(log_state){1, 500000000, 5, second, {b, NULL, b}});
    put_state(&log, 1, &(log_state){0, 900000000, 5, second, {b, NULL, b}});
    mcap_end(&log);
    put_log(&log, "names.mcap");
    static const char rows[] = "t,q.joint1,q.joint2,q.joint3,q.joint4\n0.000000000,1,2,3,4\n0.500000000,1,2,3,4\n"
                               "-0.100000000,1,2,3,4\n";
    check_run("\"$CONDYLE\" gravity omronEcobra600 --input names.mcap --fields t,q.joint1,q.joint2,q.joint3,q.joint4",
              0, rows, "'a \"tool\", left' (no joint of the robot)");
    check_run("\"$CONDYLE\" gravity omronEcobra600 --input names.mcap --fields t,q.joint1,q.joint2,q.joint3,q.joint4",
              0, rows,
              "1 message of '/joint_states' without a joint of the robot is not read, the first one of 'finger'");
    log = (log_bytes){0};
    begin_topic(&log, "ros2msg", log_definition, "cdr");
    put_state(&log, 1, &(log_state){0, 5, 1, other, {a, NULL, NULL}});
    mcap_end(&log);
    put_log(&log, "finger.mcap");
    check_run(FD "finger.mcap; echo $?", 0, "1\n", "has a joint of the robot; the first one has 'finger'. --map");
    check_run("\"$CONDYLE\" gravity omronEcobra600 --input finger.mcap --map q.finger=q.joint1 --fields q.joint1", 0,
              "t,q.joint1\n0.000000000,4\n", "rows of topic");
}
END_TEST

/* ---- faults ---- */

/* Each fault stops the rows, and with --keep-going costs its own part alone. */
static void check_fault(const char *log, const char *said, const char *times)
{
    char script[256], out[256];
    snprintf(script, sizeof script, FD "%s > out; echo $?", log);
    check_run(script, 0, "1\n", said);
    snprintf(script, sizeof script, FD "%s --keep-going --fields t | sed 's/0*$//'", log);
    snprintf(out, sizeof out, "t\n%s", times);
    check_run(script, 0, out, said);
}

START_TEST(damaged_chunks_are_told)
{
    log_bytes log = {0}, records = {0}, message = {0};
    const double q[4] = {0};
    mcap_begin(&log);
    for (int chunk = 0; chunk < 3; chunk++) {
        records.size = 0;
        mcap_schema(&records, 1, "sensor_msgs/msg/JointState", "ros2msg", log_definition);
        mcap_channel(&records, 1, 1, "/joint_states", "cdr");
        message.size = 0;
        log_put_state(&message, &(log_state){1 + chunk, 0, 4, log_joints, {q, NULL, NULL}});
        mcap_message(&records, 1, 0, 1, &message);
        mcap_chunk(&log, &records, formats[_i], chunk == 1);
    }
    mcap_end(&log);
    log_clear(&records);
    log_clear(&message);
    put_log(&log, "crc.mcap");
    check_fault("crc.mcap",
                "is damaged, and its messages are lost: the checksum of its bytes is not the one that it tells",
                "0.\n2.\n");
}
END_TEST

/* A second recording behind the end of the first is told, and so are other bytes. */
START_TEST(bytes_behind_the_end_are_told)
{
    put_recording("one.mcap", 2, 0, "");
    check_run("cat one.mcap one.mcap > two.mcap; { cat one.mcap; printf x; } > more.mcap", 0, "", "");
    check_run(FD "one.mcap --fields t 2>&1 | grep -c behind; true", 0, "0\n", "");
    check_fault("two.mcap", " bytes behind it are not read: there may be another recording", "0.\n0.01\n");
    check_fault("more.mcap", ", and 1 byte behind it is not read", "0.\n0.01\n");
    check_run("a=$(wc -c < one.mcap); " FD "two.mcap 2>&1 >out | grep -c \"ends at byte $a, and $a bytes\"", 0, "1\n",
              "");
}
END_TEST

START_TEST(logs_that_were_cut_off_are_told)
{
    put_recording("whole.mcap", 3, 0, "");
    check_run("head -c $(($(wc -c < whole.mcap) - 100)) whole.mcap > cut.mcap", 0, "", "");
    check_fault("cut.mcap", "the recording was cut off, and what came behind is lost", "0.\n0.01\n");
    put_recording("chunks.mcap", 4, 2, "zstd");
    check_run("head -c $(($(wc -c < chunks.mcap) - 100)) chunks.mcap > cut.mcap", 0, "", "");
    check_fault("cut.mcap", "the recording was cut off, and what came behind is lost", "0.\n0.01\n");
    log_bytes log = {0};
    mcap_recording(&log, 2, 0, "");
    log.bytes[log.size / 2] ^= 1;
    put_log(&log, "data.mcap");
    check_run(FD "data.mcap > out; echo $?", 0, "1\n", "the checksum of the data is not the one that the file tells");
}
END_TEST

START_TEST(chunks_that_unpack_to_too_much_are_refused)
{
    log_bytes log = {0}, record = {0};
    mcap_begin(&log);
    log_put_number(&record, 0, 8);
    log_put_number(&record, 0, 8);
    log_put_number(&record, _i == 0 ? (uint64_t)1 << 40 : 1 << 28, 8);
    log_put_number(&record, 0, 4);
    log_put_text(&record, "zstd");
    log_put_number(&record, 5, 8);
    log_put(&record, "bytes", 5);
    log_put_number(&log, 6, 1);
    log_put_number(&log, record.size, 8);
    log_put(&log, record.bytes, record.size);
    log_clear(&record);
    mcap_end(&log);
    put_log(&log, "bomb.mcap");
    check_run(FD "bomb.mcap; echo $?", 0, "1\n", "more than 256 MiB or 4096 times: its messages are lost");
}
END_TEST

START_TEST(faulty_messages_are_told)
{
    static const char *const others[] = {"joint1", "joint2", "joint3", "joint5"};
    const double q[4] = {0}, bad[4] = {0, (double)NAN, 0, 0};
    const log_state good = {1, 0, 4, log_joints, {q, NULL, NULL}};
    static const char *const said[] = {
        "message 2 of the topic: the message has no joint 'joint4', which the first one of its topic has",
        "message 2 of the topic: 'position' of the message has 3 numbers for 4 names",
        "message 2 of the topic: the message has a list 'velocity', unlike the first one of its topic",
        "message 2 of the topic: the message has no stamp, unlike the first one of its topic",
        "column 3, q.joint2: 'nan' is not a decimal number",
        "message 2 of the topic: the message has the layout 0x0007; expected CDR of either byte order",
        "message 2 of the topic: the message ends after ",
        "message 2 of the topic: a list or text of the message has 16777216 elements, more than its bytes",
        "message 2 of the topic: the stamp of the message has 1000000000 nanoseconds"};
    log_state wrong = {2, 0, 4, log_joints, {q, NULL, NULL}};
    wrong.names = _i == 0 ? others : log_joints;
    wrong.lists[1] = _i == 2 ? q : NULL;
    wrong.lists[0] = _i == 4 ? bad : q;
    wrong.seconds = _i == 3 ? 0 : 2;
    wrong.nanoseconds = _i == 8 ? 1000000000 : 0;
    log_bytes log = {0}, m = {0};
    begin_topic(&log, "ros2msg", log_definition, "cdr");
    put_state(&log, 1, &good);
    log_put_state(&m, &wrong);
    m.bytes[1] = _i == 5 ? 7 : 1;
    m.size -= _i == 6 ? 8 : 0;
    const size_t names = 4 + 8 + 4 + 5 + 3; /* layout, stamp, length and text of the frame, alignment */
    if (_i == 1) { /* position has three numbers, and velocity an odd one in the room of the fourth */
        const size_t list = m.size - 4 * 8 - 8;
        ck_assert_uint_eq(m.bytes[list - 0], 0);
        m.size = 0;
        log_cdr_begin(&m);
        log_cdr_number(&m, 2, 4);
        log_cdr_number(&m, 0, 4);
        log_cdr_text(&m, "");
        log_cdr_number(&m, 4, 4);
        for (size_t i = 0; i < 4; i++) {
            log_cdr_text(&m, log_joints[i]);
        }
        log_cdr_number(&m, 3, 4);
        for (size_t i = 0; i < 3; i++) {
            log_cdr_double(&m, 0);
        }
        log_cdr_number(&m, 0, 4);
        log_cdr_number(&m, 0, 4);
    }
    if (_i == 7) {
        ck_assert_uint_eq(m.bytes[names], 4);
        m.bytes[names] = 0;
        m.bytes[names + 3] = 1;
    }
    mcap_message(&log, 1, 0, 6000000000, &m);
    log_clear(&m);
    put_state(&log, 1, &(log_state){3, 0, 4, log_joints, {q, NULL, NULL}});
    mcap_end(&log);
    put_log(&log, "fault.mcap");
    check_fault("fault.mcap", said[_i], "0.\n2.\n");
}
END_TEST

/* /joint_states and /other have joint states, /chatter has texts. */
static void begin_three_topics(log_bytes *log)
{
    begin_topic(log, "ros2msg", log_definition, "cdr");
    mcap_schema(log, 2, "std_msgs/msg/String", "ros2msg", "string data\n");
    mcap_channel(log, 2, 1, "/other", "cdr");
    mcap_channel(log, 3, 2, "/chatter", "cdr");
}

START_TEST(topics_are_chosen)
{
    const double q[4] = {0}, p[4] = {1, 1, 1, 1};
    log_bytes log = {0};
    begin_three_topics(&log);
    put_state(&log, 1, &(log_state){1, 0, 4, log_joints, {q, NULL, NULL}});
    put_state(&log, 3, &(log_state){1, 0, 4, log_joints, {q, NULL, NULL}});
    put_state(&log, 2, &(log_state){1, 0, 4, log_joints, {p, NULL, NULL}});
    mcap_end(&log);
    put_log(&log, "two.mcap");
    check_run(FD "two.mcap > out; echo $?", 0, "1\n",
              "the topics '/joint_states' and '/other' both have joint states: choose one by --topic");
    check_run("\"$CONDYLE\" gravity omronEcobra600 --input two.mcap --topic /other --fields q.joint1", 0,
              "t,q.joint1\n0.000000000,1\n", "topic '/other'");
    check_run(FD "two.mcap --topic /none; echo $?", 0, "1\n", "the log has no message on a topic '/none'");
    check_run(FD "two.mcap --topic /chatter; echo $?", 0, "1\n",
              "topic '/chatter' has no joint states: its type std_msgs/msg/String has no list of names");
    check_run("echo q.joint1 > a.csv; " FD "a.csv --topic /a; echo $?", 0, "1\n",
              "the file is neither MCAP nor rosbag2");
    check_run("\"$CONDYLE\" fd omronEcobra600 --topic /a; echo $?", 0, "2\n", "--topic needs --input FILE");
}
END_TEST

START_TEST(definitions_with_faults_are_told)
{
    static const char *const cases[][2] = {
        {"string[] name\nfloat64[] position\nOther x\n", "lacks the type 'sensor_msgs/Other'"},
        {"string[] name\nfloat64[ position\n", "has an array of a size that is no number"},
        {"string[] name\nfloat64[99999999999] position\n", "has an array of a size that is no number"},
        {"string[] name\nfloat64[] position\nwstring w\n", "'w' is a text of wide characters"},
        {"string[] name\nfloat64[]\n", "has no name of a field"},
        {"string[] name\n===\nstring x\n", "has no line 'MSG: package/Type'"},
        {"string data\n", "has no list of names"}};
    log_bytes log = {0};
    const double q[4] = {0};
    begin_topic(&log, "ros2msg", cases[_i][0], "cdr");
    put_state(&log, 1, &(log_state){1, 0, 4, log_joints, {q, NULL, NULL}});
    mcap_end(&log);
    put_log(&log, "type.mcap");
    check_run(FD "type.mcap --topic /joint_states; echo $?", 0, "1\n", cases[_i][1]);
}
END_TEST

/* A type that holds itself, and arrays of nothing without end, end. */
START_TEST(definitions_without_end_end)
{
    static const char *const cases[][2] = {
        {"Self s\nstring[] name\nfloat64[] position\n===\nMSG: sensor_msgs/Self\nSelf s\n", "within each other"},
        {"Many[9999999] a\nstring[] name\nfloat64[] position\n===\nMSG: sensor_msgs/Many\nNone[9999999] b\n"
         "===\nMSG: sensor_msgs/None\n",
         "more elements than bytes"}};
    log_bytes log = {0}, message = {0};
    const double q[4] = {0};
    begin_topic(&log, "ros1msg", cases[_i][0], "ros1");
    message.plain = true;
    log_put_state(&message, &(log_state){1, 0, 4, log_joints, {q, NULL, NULL}});
    mcap_message(&log, 1, 0, 1, &message);
    log_clear(&message);
    mcap_end(&log);
    put_log(&log, "type.mcap");
    check_run(FD "type.mcap; echo $?", 0, "1\n", cases[_i][1]);
}
END_TEST

/* ---- condyle rows ---- */

START_TEST(topics_are_listed)
{
    static const char *const other[] = {"a, b", "c"};
    const double q[4] = {1, 0.1, -3, (double)NAN};
    log_bytes log = {0};
    begin_three_topics(&log);
    put_state(&log, 1, &(log_state){1, 0, 4, log_joints, {q, NULL, NULL}});
    put_state(&log, 3, &(log_state){1, 0, 4, log_joints, {q, NULL, NULL}});
    put_state(&log, 2, &(log_state){1, 0, 2, other, {q, NULL, NULL}});
    mcap_end(&log);
    put_log(&log, "two.mcap");
    check_run("\"$CONDYLE\" rows two.mcap", 0,
              "MCAP, 3 topics with messages\n\n"
              "/joint_states\n  type      sensor_msgs/msg/JointState (cdr)\n  messages  1 in 0 s\n"
              "  joints    joint1, joint2, joint3, joint4\n\n"
              "/chatter\n  type      std_msgs/msg/String (cdr)\n  messages  1 in 0 s\n"
              "  no rows   its type std_msgs/msg/String has no list of names beside position, velocity or effort\n\n"
              "/other\n  type      sensor_msgs/msg/JointState (cdr)\n  messages  1 in 0 s\n  joints    a, b, c\n",
              "");
    check_run(
        "\"$CONDYLE\" rows two.mcap --format json | grep -c '\"joints\": \\[\"a, b\", \"c\"\\], \"reason\": null'", 0,
        "1\n", "");
    check_run("\"$CONDYLE\" rows two.mcap --format csv | tail -n 2", 0,
              "/other,sensor_msgs/msg/JointState,cdr,1,0,0,\"a, b\nc\",\n", "");
    check_run("\"$CONDYLE\" rows two.mcap --extract --topic /other", 0, "t,\"q.a, b\",q.c\n0.000000000,1,0.1\n",
              "rows of topic '/other'");
    check_run("\"$CONDYLE\" rows two.mcap --extract; echo $?", 0,
              "t,q.joint1,q.joint2,q.joint3,q.joint4\n0.000000000,1,0.1,-3,nan\n1\n", "choose one by --topic");
    check_run("\"$CONDYLE\" rows two.mcap --topic /other; echo $?", 0, "2\n", "--topic chooses the rows of --extract");
    check_run("echo t > a.csv; \"$CONDYLE\" rows a.csv; echo $?", 0, "1\n", "a.csv: error: the file is no log");
    check_run("\"$CONDYLE\" rows none.mcap; echo $?", 0, "3\n", "none.mcap: error: cannot read the log: No such file");
    put_recording("whole.mcap", 30, 4, "lz4");
    check_run("\"$CONDYLE\" rows whole.mcap | sed -n 5p; head -c 3000 whole.mcap | \"$CONDYLE\" rows - | sed -n 5p", 0,
              "  messages  30 in 0.29 s, 100 a second\n  messages  8 in 0.07 s, 100 a second\n",
              "<stdin>: error: the file ends at byte 3000");
}
END_TEST

/* ---- CSV of other programs ---- */

START_TEST(logs_of_ur_are_read)
{
    put_file("ur.csv", "timestamp target_q_0 actual_q_0 actual_q_1 actual_q_2 actual_q_3 actual_qd_1 actual_current_0 "
                       "target_moment_0\n100.5 9 0.1 0.2 0.3 0.4 -1 7 8\n100.508 9 0.5 0.6 0.7 0.8 -2 7 8\n");
    check_run(FD "ur.csv --fields t,q,qd.joint2,tau.joint1 2> said; grep -v 'warning:' said | cut -c 1-75", 0,
              "t,q.joint1,q.joint2,q.joint3,q.joint4,qd.joint2,tau.joint1\n100.5,0.1,0.2,0.3,0.4,-1,0\n"
              "100.508,0.5,0.6,0.7,0.8,-2,0\n"
              "condyle: note: not read of the rows: 'target_q_0', 'actual_current_0', 'tar\n"
              "condyle: note: the log of a UR robot has currents (actual_current_0), and n\n",
              "");
    check_run(
        FD "ur.csv --map actual_current_=tau. --fields t,tau.joint1,tau.joint2 2> said; grep -c currents said || :", 0,
        "t,tau.joint1,tau.joint2\n100.5,7,0\n100.508,7,0\n0\n", "");
    check_run(ID "ur.csv 2>&1 >/dev/null | grep -c 'no accelerations qdd: they count as 0'", 0, "1\n", "");
    check_run(ID "ur.csv --qdd joint1=1 2>&1 >/dev/null | grep -c 'no accelerations' || :", 0, "0\n", "");
    put_file("plain.csv", "t,q.joint1,qd.joint1\n0,0,1\n");
    check_run(ID "plain.csv 2>&1 >/dev/null | grep -c 'no accelerations' || :", 0, "0\n", "");
    put_file("new.csv", "timestamp,actual_q_0,actual_current_0,actual_current_as_torque_0\n1,2,3,4\n");
    check_run(FD "new.csv --fields t,q.joint1,tau.joint1", 0, "t,q.joint1,tau.joint1\n1,2,4\n", "'actual_current_0'");
}
END_TEST

/* libfranka counts milliseconds. */
START_TEST(logs_of_libfranka_are_read)
{
    put_file("franka.csv", "time, success_rate, state.q[0], state.q[1], state.q[2], state.q[3],state.q_d[0], "
                           "state.q_d[1],state.dq[0], state.dq[1],state.tau_J[0], state.tau_J[1],cmd.q_d[0]\n"
                           "1234,1,0.1,0.2,0.3,0.4,5,5,6,7,8,9,5\n1235,1,0.5,0.6,0.7,0.8,5,5,6,7,8,9,5\n");
    check_run(FD "franka.csv --fields t,q,qd.joint2,tau.joint2 2> said; grep -c state.q_d said", 0,
              "t,q.joint1,q.joint2,q.joint3,q.joint4,qd.joint2,tau.joint2\n1.234,0.1,0.2,0.3,0.4,7,9\n"
              "1.235,0.5,0.6,0.7,0.8,7,9\n1\n",
              "");
    put_file("own.csv", "t,q[0],q[1],dq[0],tau_J[0],tau_J[1]\n0.5,1,2,3,4,5\n");
    check_run(FD "own.csv --fields t,q.joint2,qd.joint1,tau.joint2", 0, "t,q.joint2,qd.joint1,tau.joint2\n0.5,2,3,5\n",
              "");
}
END_TEST

/* ---- Parquet ---- */

static void put_parquet(const char *name, int rows, int a_group, bool packed, int levels)
{
    log_bytes log = {0};
    parquet_recording(&log, rows, a_group, packed, levels);
    put_log(&log, name);
}

START_TEST(files_of_lerobot_are_read)
{
    put_parquet("a.parquet", ROWS, _i % 2 == 0 ? 100 : 4, _i > 1, 3);
    process_result run = run_in_folder(FD "a.parquet --fields t,q,qd,tau");
    ck_assert_msg(run.exit_code == 0, "%s", run.err);
    check_rows(run.out, ROWS);
    ck_assert_msg(!strstr(run.err, "note"), "%s", run.err);
    free_result(&run);
}
END_TEST

START_TEST(columns_of_parquet_are_listed)
{
    put_parquet("a.parquet", 3, 2, true, 3);
    check_run("\"$CONDYLE\" rows a.parquet", 0,
              "Parquet, 3 rows, 4 columns of numbers\n\n  timestamp\n  observation.state, a list a row\n"
              "  observation.velocity, a list a row\n  observation.effort, a list a row\n",
              "");
    check_run("\"$CONDYLE\" rows a.parquet --format csv | head -n 2", 0, "column,list\ntimestamp,0\n", "");
    check_run(
        "\"$CONDYLE\" rows a.parquet --format json | grep -c '\"rows\": 3, \"columns\": \\[{\"name\": \"timestamp\", "
        "\"list\": false}'",
        0, "1\n", "");
    check_run("\"$CONDYLE\" rows a.parquet --extract > a.csv; \"$CONDYLE\" fd omronEcobra600 --input a.csv > a; " FD
              "a.parquet | cmp a -; head -n 1 a.csv | cut -d , -f 1-2",
              0, "\"timestamp\",\"observation.state.0\"\n", "joint3 is at");
    check_run("\"$CONDYLE\" rows a.parquet --extract --topic /a; echo $?", 0, "2\n", "Parquet has none");
}
END_TEST

/* A column that nothing is read from may be null: here the elements of the lists, then the lists themselves. */
START_TEST(nulls_of_other_columns_are_no_fault)
{
    for (int level = 2; level >= 0; level -= 2) {
        put_parquet("null.parquet", 3, 2, level == 0, level);
        check_run("\"$CONDYLE\" gravity omronEcobra600 --input null.parquet --map observation.state.=x. --map "
                  "observation.velocity.=y. --map observation.effort.=z. --map timestamp=q.joint1 --fields q.joint1 2> "
                  "said | sed 's/.*,//'; rm said",
                  0, "q.joint1\n0\n0.01\n0.02\n", "");
        check_run("\"$CONDYLE\" rows null.parquet --extract | tail -n 1", 0,
                  level == 2 ? "0.02,,,,,,,,,,,,\n" : "0.02\n", "");
    }
}
END_TEST

START_TEST(faults_of_parquet_are_told)
{
    put_parquet("null.parquet", 2, 2, false, 2);
    check_run(FD "null.parquet; echo $?", 0, "1\n", "q.joint1: the value is empty");
    put_parquet("a.parquet", 4, 2, true, 3);
    check_run("head -c 500 a.parquet > cut.parquet; " FD "cut.parquet; echo $?", 0, "1\n",
              "the file begins as Parquet, but does not end so: it was cut off");
    check_run("cat a.parquet | " FD "-; echo $?", 0, "1\n", "Parquet is read from its end: give a file, no pipe");
    check_run("mkfifo pipe; cat a.parquet > pipe & " FD "pipe; echo $?; rm pipe", 0, "1\n", "give a file, no pipe");
    check_run(FD "a.parquet --topic /a; echo $?", 0, "1\n", "--topic is for logs");
    check_run("{ head -c 4 a.parquet; printf '\\377\\377\\377\\377'; tail -c +9 a.parquet; } > bad.parquet; " FD
              "bad.parquet; echo $?",
              0, "1\n", "bad.parquet: error: column '");
    check_run("\"$CONDYLE\" gravity omronEcobra600 --input a.parquet --map observation.effort.=q. "
              "--map observation.state.=x. --fields t | head -n 3",
              0, "t\n0\n0.01\n", "x.0");
}
END_TEST

/* Times in seconds, whole numbers without a sign, decimals, structs; texts are named, a file without rows is told. */
START_TEST(numbers_of_parquet_mean_what_it_says)
{
    log_bytes log = {0};
    parquet_meanings(&log, 2);
    put_log(&log, "a.parquet");
    check_run("\"$CONDYLE\" rows a.parquet --extract", 0,
              "\"stamp\",\"count\",\"price\",\"tip.x\",\"tip.y\"\n1704067200.25,4294967295,-1.25,7,8\n1704067200.25,"
              "4294967295,-1.25,7,8\n",
              "are not read: 'task'");
    check_run("\"$CONDYLE\" rows a.parquet | tail -n 2", 0, "  tip.x\n  tip.y\n", "are not read: 'task'");
    parquet_meanings(&log, 0);
    put_log(&log, "a.parquet");
    check_run("\"$CONDYLE\" rows a.parquet --extract; echo $?", 0, "1\n", "a.parquet: error: the file has no rows");
}
END_TEST

/* A log of 60 rows, 0.01 s apart, but for what a case does to the time from row `row` on. */
START_TEST(odd_times_are_told)
{
    static const struct {
        int row;
        double shift;
        const char *said;
    } cases[] = {
        {21, 0, NULL},
        {21, 0.01,
         "times of the rows: a step of more than 1.5 times the usual, where about 1 row is missing (row 21: t = "
         "0.21 s behind 0.19 s)"},
        {3, 0.5, "times of the rows: a gap, where about 50 rows are missing (row 3: t = 0.52 s behind 0.01 s)"},
        {31, 2, "times of the rows: a gap, where about 200 rows are missing (row 31: t = 2.3 s behind 0.29 s)"},
        {41, -0.01, "times of the rows: t repeats the time before (row 41: t = 0.39 s)"},
        {41, -0.04, "times of the rows: t goes back (row 41: t = 0.36 s behind 0.39 s)"},
        {41, -0.4, "times of the rows: the log begins anew (row 41: t = 0 s behind 0.39 s)"}};
    const double q[4] = {0};
    log_bytes log = {0};
    begin_topic(&log, "ros2msg", log_definition, "cdr");
    for (int row = 1; row <= 60; row++) {
        const double t = 0.01 * (row - 1) + (row >= cases[_i].row ? cases[_i].shift : 0) + 5;
        const int32_t seconds = (int32_t)t;
        put_state(
            &log, 1,
            &(log_state){seconds, (uint32_t)lround((t - seconds) * 100) * 10000000U, 4, log_joints, {q, NULL, NULL}});
    }
    mcap_end(&log);
    put_log(&log, "times.mcap");
    process_result run = run_in_folder(FD "times.mcap --fields t");
    ck_assert_int_eq(run.exit_code, 0);
    ck_assert_msg(cases[_i].said ? strstr(run.err, cases[_i].said) != NULL : !strstr(run.err, "times"), "%s", run.err);
    free_result(&run);
}
END_TEST

START_TEST(messages_that_were_not_recorded_are_counted)
{
    log_bytes log = {0}, message = {0};
    const double q[4] = {0};
    begin_topic(&log, "ros2msg", log_definition, "cdr");
    for (unsigned row = 0; row < 4; row++) {
        message.size = 0;
        log_put_state(&message, &(log_state){1, 100 * row, 4, log_joints, {q, NULL, NULL}});
        mcap_message(&log, 1, row < 2 ? row + 1 : row + 6, 5, &message);
    }
    mcap_end(&log);
    log_clear(&message);
    put_log(&log, "lost.mcap");
    check_run(FD "lost.mcap > out", 0, "",
              "5 messages of '/joint_states' were not recorded, by their sequence numbers");
}
END_TEST

START_TEST(odd_times_of_csv_are_told)
{
    put_file("ur.csv", "timestamp actual_q_0\n1 0\n2 0\n2 0\n3 0\n");
    check_run(FD "ur.csv > out", 0, "", "times of the rows: t repeats the time before (line 4: t = 2 s)");
    put_file("plain.csv", "t,q.joint1\n1,0\n2,0\n2,0\n3,0\n"); /* t is a label there */
    check_run(FD "plain.csv > out", 0, "", "");
}
END_TEST

static const char *missing_sqlite(void)
{
    char path[] = "/tmp/condyle-log-XXXXXX";
    const int descriptor = mkstemp(path);
    const bool found = descriptor >= 0 && bag_recording(path, 1);
    if (descriptor >= 0) {
        close(descriptor);
        unlink(path);
    }
    return found ? NULL : "there is no SQLite";
}

int main(void)
{
    if (!getenv("CONDYLE") || access(getenv("CONDYLE"), X_OK) != 0) {
        return skip_suites("the environment variable CONDYLE does not name the command");
    }
    unsetenv("CONDYLE_URDF_PATH"); /* the bundled robots, and no others */
    Suite *suite = suite_create("logs");
    TCase *tests = tcase_create("logs");
    tcase_add_checked_fixture(tests, open_folder, close_folder);
    tcase_add_test(tests, rows_are_the_numbers_of_the_messages);
    tcase_add_loop_test(tests, chunks_are_unpacked, 0, 3);
    add_or_skip(tests, databases_are_read, 0, 1, missing_sqlite());
    tcase_add_test(tests, messages_that_are_packed_are_read);
    tcase_add_test(tests, files_of_a_folder_follow_each_other);
    tcase_add_loop_test(tests, missing_libraries_are_named, 0, 2);
    tcase_add_test(tests, messages_of_ros_1_are_read);
    tcase_add_loop_test(tests, other_fields_are_skipped, 0, 2);
    tcase_add_loop_test(tests, lists_of_whole_numbers_are_read, 0, 2);
    tcase_add_test(tests, joints_go_by_their_names);
    tcase_add_loop_test(tests, damaged_chunks_are_told, 0, 3);
    tcase_add_test(tests, bytes_behind_the_end_are_told);
    tcase_add_test(tests, logs_that_were_cut_off_are_told);
    tcase_add_loop_test(tests, chunks_that_unpack_to_too_much_are_refused, 0, 2);
    tcase_add_loop_test(tests, faulty_messages_are_told, 0, 9);
    tcase_add_test(tests, topics_are_chosen);
    tcase_add_loop_test(tests, definitions_with_faults_are_told, 0, 7);
    tcase_add_loop_test(tests, definitions_without_end_end, 0, 2);
    tcase_add_test(tests, topics_are_listed);
    tcase_add_test(tests, logs_of_ur_are_read);
    tcase_add_test(tests, logs_of_libfranka_are_read);
    tcase_add_loop_test(tests, files_of_lerobot_are_read, 0, 4);
    tcase_add_test(tests, columns_of_parquet_are_listed);
    tcase_add_test(tests, nulls_of_other_columns_are_no_fault);
    tcase_add_test(tests, faults_of_parquet_are_told);
    tcase_add_test(tests, numbers_of_parquet_mean_what_it_says);
    tcase_add_loop_test(tests, odd_times_are_told, 0, 7);
    tcase_add_test(tests, messages_that_were_not_recorded_are_counted);
    tcase_add_test(tests, odd_times_of_csv_are_told);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
