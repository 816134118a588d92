/* hostile FOLDER COUNT: writes a robot file of each hostile kind, in which the repeated construct occurs COUNT times.
 */
#include "support/hostile.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

static int write_file(const char *folder, size_t kind, int count)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/hostile-%s.urdf", folder, hostile_name(kind));
    FILE *file = fopen(path, "wb");
    hostile_text t = hostile_make(kind, count);
    const size_t written = file ? fwrite(t.bytes, 1, t.size, file) : 0;
    const int failed = !file || fclose(file) != 0 || written != t.size;
    if (failed) {
        perror(path);
    }
    free(t.bytes);
    return failed;
}

int main(int argc, char **argv)
{
    const int count = argc == 3 ? atoi(argv[2]) : 0;
    if (count <= 0 || (mkdir(argv[1], 0777) != 0 && errno != EEXIST)) {
        fputs("usage: hostile FOLDER COUNT\n", stderr);
        return 2;
    }
    int failed = 0;
    for (size_t kind = 0; kind < hostile_kinds(); kind++) {
        failed |= write_file(argv[1], kind, count);
    }
    return failed;
}
