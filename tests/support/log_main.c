/* logs FOLDER: writes recordings of ROS, and a definition with a message behind it, into three folders in it: log, bag
 * and ros_message. */
#include "support/log_bytes.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static const char *path_of(const char *folder, const char *kind, const char *name)
{
    static char path[1024];
    snprintf(path, sizeof path, "%s/%s%s%s", folder, kind, *name ? "/" : "", name);
    return path;
}

static void write_message(const char *folder, bool big_endian)
{
    const double numbers[4] = {0, 1, -1.5, 1e9};
    log_bytes log = {.big_endian = big_endian}, text = {0};
    const log_state state = {1, 2, 4, log_joints, {numbers, numbers, numbers}};
    log_put(&text, log_definition, strlen(log_definition) + 1);
    log_put_state(&log, &state);
    log_put(&text, log.bytes, log.size);
    log_write(&text, path_of(folder, "ros_message", big_endian ? "big" : "little"));
    log_clear(&log);
    log_clear(&text);
}

int main(int argc, char **argv)
{
    static const char *const folders[] = {"", "log", "bag", "ros_message"}, *const formats[] = {"", "zstd", "lz4"};
    for (int i = 0; i < 4; i++) {
        if (argc != 2 || (mkdir(path_of(argv[1], folders[i], ""), 0777) != 0 && errno != EEXIST)) {
            fputs("usage: logs FOLDER\n", stderr);
            return 2;
        }
    }
    static const char *const joints[] = {"ja", "jb", "jc", "finger"};
    memcpy(log_joints, joints, sizeof joints);
    for (int i = 0; i < 6; i++) {
        char name[20];
        log_bytes log = {0};
        mcap_recording(&log, 2, i < 3 ? 1 : (i - 3) * 2, formats[i % 3]);
        snprintf(name, sizeof name, "%s-%d.mcap", i > 3 || i < 3 ? formats[i % 3] : "whole", i);
        log_write(&log, path_of(argv[1], "log", name));
        log_clear(&log);
    }
    for (int i = 0; i < 2; i++) {
        log_bytes log = {0};
        parquet_recording(&log, 3, 2, i == 1, 3);
        log_write(&log, path_of(argv[1], "log", i == 1 ? "packed.parquet" : "plain.parquet"));
        log_clear(&log);
    }
    bag_recording(path_of(argv[1], "bag", "log.db3"), 3);
    write_message(argv[1], false);
    write_message(argv[1], true);
    return 0;
}
