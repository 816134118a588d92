/* Option walk: every option and note of a subcommand's tables in the order of the help. Help, manual pages and
 * completions are printers of one walk. */
#ifndef CONDYLE_TOOLS_OPTION_WALK_H
#define CONDYLE_TOOLS_OPTION_WALK_H

#include "options/command.h"

/* An option and its texts, which are valid during the call of a printer. */
typedef struct option_texts {
    const option_row *row;
    const char *metavar; /* placeholder of the value; "" for a flag */
    const char *help;    /* sentence with the default */
    const char *brief;   /* first line of the sentence, without the default */
    bool first;          /* first option of the subcommand */
} option_texts;

/* The calls of one walk: every option, each heading before its first option, then every note. `heading` and `note` may
 * be NULL. */
typedef struct option_printer {
    void (*heading)(output *out, const char *title);
    void (*option)(output *out, const command *c, const option_texts *option);
    void (*note)(output *out, const char *note, bool first);
} option_printer;

/* Prints the options and notes of a subcommand. Where memory runs out, the output records it. */
void option_walk(output *out, const command *c, const option_printer *printer);

#endif
