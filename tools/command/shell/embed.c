/* Writes files as arrays of C, each ended by a null character, to standard output, for the build: embed HEADER {NAME
 * FILE}... */
#include <stdio.h>

static int write_array(const char *name, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        return 1;
    }
    printf("\nconst char %s[] = {", name);
    for (int c = getc(file), column = 0; c != EOF; c = getc(file), column++) {
        printf("%s%d,", column % 24 ? " " : "\n    ", c < 128 ? c : c - 256);
    }
    puts(" 0};");
    const int failed = ferror(file);
    return fclose(file) || failed;
}

int main(int count, char **arguments)
{
    printf("/* Made by embed.c. */\n#include \"%s\"\n", count > 1 ? arguments[1] : "");
    for (int i = 2; i + 1 < count; i += 2) {
        if (write_array(arguments[i], arguments[i + 1])) {
            return 1;
        }
    }
    return 0;
}
