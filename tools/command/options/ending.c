#include "options/ending.h"

#include <string.h>
#include <strings.h>

const char *const ending_rows[] = {".csv", ".json", ".jsonl", ".npy", ".txt", NULL};
const char *const ending_rows_or_svg[] = {".csv", ".json", ".jsonl", ".npy", ".txt", ".svg", NULL};
const char *const ending_table[] = {".csv", ".json", ".jsonl", ".txt", NULL};
const char *const ending_table_or_svg[] = {".csv", ".json", ".jsonl", ".txt", ".svg", NULL};
const char *const ending_urdf[] = {".urdf", ".xml", NULL};
const char *const ending_page[] = {".html", ".htm", NULL};
const char *const ending_any[] = {NULL};

const char *ending_of(const char *name)
{
    const char *slash = strrchr(name, '/'), *last = slash ? slash + 1 : name;
    const char *dot = strrchr(last, '.');
    return dot && dot > last ? dot : NULL;
}

int ending_find(const char *name, const char *const *endings)
{
    const char *ending = name ? ending_of(name) : NULL;
    for (int i = 0; ending && endings[i]; i++) {
        if (strcasecmp(ending, endings[i]) == 0) {
            return i;
        }
    }
    return -1;
}

exit_code ending_require(const char *option, const char *name, const char *const *endings, const char *writer,
                         const char *otherwise)
{
    if (!name || !endings[0] || !ending_of(name) || strncmp(name, "/dev/", 5) == 0 || ending_find(name, endings) >= 0) {
        return EXIT_FINE;
    }
    text_buffer message = {0};
    text_add(&message, "%s: '%.200s': %s does not write files that end in %.20s; expected ", option, name, writer,
             ending_of(name));
    for (int i = 0; endings[i]; i++) {
        text_add(&message, "%s%s", i == 0 ? "" : endings[i + 1] ? ", " : " or ", endings[i]);
    }
    text_add(&message, "%s%s", otherwise ? ", " : "", otherwise ? otherwise : "");
    return fail_text(EXIT_USAGE, &message);
}
