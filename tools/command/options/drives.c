#include "options/drives.h"

#include <string.h>

static const char *const words[] = {"damping", "friction", "rotors", "springs", "all", "none"};
enum { WORDS = sizeof words / sizeof *words, ALL = MOST_DRIVES };

/* Returns the switch of a word. */
static bool *find_switch(cdy_drive_options *drives, size_t word)
{
    bool *const switches[MOST_DRIVES] = {&drives->damping, &drives->friction, &drives->rotors, &drives->springs};
    return switches[word];
}

static exit_code fail_word(const char *word, size_t length)
{
    text_buffer typed = {0}, message = {0};
    text_add_bytes(&typed, word, length);
    cdy_nearest search = cdy_nearest_to(text_get(&typed));
    text_add(&message, "--drives: '%s' is not one of ", text_get(&typed));
    for (size_t i = 0; i < WORDS; i++) {
        cdy_nearest_consider(&search, words[i]);
        text_add(&message, "%s%s", i ? ", " : "", words[i]);
    }
    message_suggest(&search, &message);
    message.failed = message.failed || typed.failed;
    text_clear(&typed);
    return fail_text(EXIT_USAGE, &message);
}

static exit_code read_word(const char *word, size_t length, cdy_drive_options *drives)
{
    size_t i = 0;
    while (i < WORDS && !(strlen(words[i]) == length && memcmp(words[i], word, length) == 0)) {
        i++;
    }
    if (i == WORDS) {
        return fail_word(word, length);
    }
    for (size_t k = 0; k < MOST_DRIVES && i <= ALL; k++) {
        bool *acts = find_switch(drives, k);
        *acts = *acts || i == k || i == ALL;
    }
    return EXIT_FINE;
}

exit_code drives_read(const char *list, cdy_drive_options *drives)
{
    exit_code code = EXIT_FINE;
    for (bool more = true; more && code == EXIT_FINE;) {
        size_t length = strcspn(list, ",");
        code = read_word(list, length, drives);
        more = list[length] == ',';
        list += length + more;
    }
    return code;
}

size_t drives_names(const cdy_drive_options *drives, const char *names[MOST_DRIVES])
{
    cdy_drive_options copy = *drives;
    size_t count = 0;
    for (size_t k = 0; k < MOST_DRIVES; k++) {
        if (*find_switch(&copy, k)) {
            names[count++] = words[k];
        }
    }
    return count;
}
