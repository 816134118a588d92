/* Runs a target on files, and on all files of folders, without a fuzzer: inputs that once broke the target, and seeds.
 */
#include "fuzz.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Runs the target on a copy in memory of exactly the file's size, so that a sanitizer detects reads behind its end. */
static void replay_file(const char *path, size_t size)
{
    FILE *file = fopen(path, "rb");
    uint8_t *data = fuzz_allocate(size, 1), *copy = malloc(size > 0 ? size : 1);
    require(file && copy, "cannot read %s: %s", path, strerror(errno));
    require(fread(data, 1, size, file) == size, "cannot read %s", path);
    fclose(file);
    memcpy(copy, data, size);
    free(data);
    fprintf(stderr, "%s\n", path);
    LLVMFuzzerTestOneInput(copy, size);
    free(copy);
}

static int replay(const char *path);

static int replay_folder(const char *path)
{
    int count = 0;
    DIR *folder = opendir(path);
    require(folder, "cannot read %s: %s", path, strerror(errno));
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (entry->d_name[0] != '.') {
            size_t size = strlen(path) + strlen(entry->d_name) + 2;
            char *inside = fuzz_allocate(size, 1);
            snprintf(inside, size, "%s/%s", path, entry->d_name);
            count += replay(inside);
            free(inside);
        }
    }
    closedir(folder);
    return count;
}

/* Returns the number of files. */
static int replay(const char *path)
{
    struct stat status;
    require(stat(path, &status) == 0, "cannot read %s: %s", path, strerror(errno));
    if (S_ISDIR(status.st_mode)) {
        return replay_folder(path);
    }
    replay_file(path, (size_t)status.st_size);
    return 1;
}

int main(int argc, char **argv)
{
    int count = 0;
    for (int i = 1; i < argc; i++) {
        count += replay(argv[i]);
    }
    require(count > 0, "no files to run on");
    fprintf(stderr, "%d inputs\n", count);
    return 0;
}
