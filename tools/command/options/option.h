/* Option: one row of the tables that describe the command line of a subcommand. A subcommand has a table in its own
 * file and a struct that takes the values; options of several subcommands are tables of their own, with their own
 * structs, which the subcommand's table and struct include. Parser, help, manual pages and completions read these
 * tables. */
#ifndef CONDYLE_TOOLS_OPTION_H
#define CONDYLE_TOOLS_OPTION_H

#include "run/message.h"

#include <stdbool.h>
#include <stddef.h>

/* Kinds of options, with the type of the struct's member. */
typedef enum option_kind {
    OPTION_END = 0,    /* end of a table */
    OPTION_TABLE,      /* rows of another table, whose struct is the member */
    OPTION_FLAG,       /* bool; takes no value */
    OPTION_TEXT,       /* const char *; NULL: not given */
    OPTION_TEXTS,      /* text_list; may be repeated */
    OPTION_READ_FILE,  /* const char *: a file that is read, - for the standard input */
    OPTION_WRITE_FILE, /* const char *: a file that is written, - for the standard output */
    OPTION_NEW_FILE,   /* const char *: a file that is written, never a standard stream */
    OPTION_WHOLE,      /* uint64_t: a whole number from `least` to `most` */
    OPTION_INTEGER,    /* int: likewise */
    OPTION_NUMBER,     /* double from 0, or above 0, to `most` */
    OPTION_NUMBERS,    /* double[count] */
    OPTION_CHOICE,     /* int: `first` + index of one of `words` */
    OPTION_SET         /* unsigned: bit k for words[k]; "all" sets every bit before its own, "none" sets none; with
                        * `file` set_or_file */
} option_kind;

/* Names of the robot in the value of an option, which the completions of the shells offer. */
typedef enum option_names {
    NAMES_NONE = 0,
    NAMES_BODY,         /* BODY */
    NAMES_BODY_COLON,   /* BODY:... */
    NAMES_BODY_EQUALS,  /* BODY=... */
    NAMES_BODY_PAIR,    /* BODY,BODY... */
    NAMES_FIXED_JOINT,  /* JOINT, fixed */
    NAMES_MOVING_JOINT, /* JOINT, not fixed */
    NAMES_POSITIONS,    /* JOINT=NUMBER,... by the elements of q */
    NAMES_VELOCITIES    /* likewise by the elements of qd */
} option_names;

typedef struct option_row option_row;
typedef struct option_table option_table;
typedef struct invocation invocation;

struct option_row {
    option_kind kind;
    const char *name;         /* with dashes */
    const char *letter;       /* short form; NULL: none */
    const char *metavar;      /* placeholder of the value; NULL: the words of a choice */
    size_t offset;            /* offset of the value in the table's struct */
    size_t given;             /* offset of a bool that tells whether the option was given; 0: none */
    const char *bare;         /* value where no number follows the option; NULL: a value must follow */
    const char *standard;     /* default, as on the command line; NULL: 0, or as `help` says */
    const char *help;         /* sentence for the help; line feeds begin new lines */
    const char *unit;         /* unit of a number, for messages; NULL: none */
    const char *expected;     /* meaning of the numbers of OPTION_NUMBERS, for messages */
    size_t count;             /* number of numbers of OPTION_NUMBERS */
    bool reads;               /* of OPTION_TEXT and OPTION_TEXTS: a value may be the name of a file that is read */
    bool folder;              /* of OPTION_TEXT and OPTION_TEXTS: the value names a folder */
    bool repeats;             /* of OPTION_READ_FILE: may be given again, and is a step; the value is the last */
    bool tells_content;       /* its value says what --output is, whatever the ending of its name */
    bool step;                /* its values also stand in invocation.steps, in the order of the command line */
    double least, most;       /* range of a number; most 0: no upper bound */
    bool above_zero;          /* a number must not be 0 */
    int first;                /* value of the first word of OPTION_CHOICE */
    bool file;                /* the last item of OPTION_SET may be a file's name: it has a dot or a slash */
    const char *const *words; /* of OPTION_CHOICE and OPTION_SET, and in place of the names of others; ends with NULL */
    option_names names;       /* names of the robot in the value */
    exit_code (*check)(const option_row *self, const char *value); /* refuses other values; NULL: none */
    const option_table *table;                                     /* of OPTION_TABLE */
};

/* A row that includes a table, whose struct is a member of `type`. */
#define INCLUDE_TABLE(included, type, member)                                                                          \
    {                                                                                                                  \
        .kind = OPTION_TABLE, .table = &(included), .offset = offsetof(type, member)                                   \
    }

struct option_table {
    const char *title;      /* heading in the help; NULL: the heading of the including table */
    const option_row *rows; /* end with a row of kind OPTION_END */
    const char *note;       /* paragraphs below the options in the help; NULL: none */
    /* Checks combinations of options and sets defaults that depend on other options; NULL: nothing to do. */
    exit_code (*complete)(void *values, const invocation *given);
};

/* The words of an OPTION_SET, and the file behind them; NULL: none. A file alone stands for "all" with it. */
typedef struct set_or_file {
    unsigned words;
    const char *file;
} set_or_file;

/* Texts in the order of the command line. */
typedef struct text_list {
    const char **items;
    size_t count;
} text_list;

/* One option of a subcommand, with its place in the subcommand's struct. */
typedef struct option_entry {
    const option_row *row;
    const char *title;
    size_t base; /* offset of the table's struct in the subcommand's struct */
} option_entry;

/* Every option of a subcommand, in the order of the help. */
typedef struct option_list {
    option_entry *entries;
    size_t count;
} option_list;

/* Lists the options of a table and of the tables that it includes, then those of every subcommand; options with the
 * same heading stand together. Returns false where memory runs out; option_list_clear() frees the list, also then. */
bool option_list_make(option_list *list, const option_table *table);
void option_list_clear(option_list *list);

/* Returns the entry of an option by its name or letter, NULL where there is none. */
const option_entry *option_list_find(const option_list *list, const char *name, size_t length);

/* Returns the address of an option's value in a subcommand's struct. */
void *option_value(const option_entry *entry, void *values);

/* Returns whether an entry is the first with its heading. */
bool option_list_begins(const option_list *list, size_t index);

/* Append the placeholder of an option's value, nothing for a flag; its sentence with the default; the first line of its
 * sentence without the default. */
void option_add_metavar(const option_row *row, text_buffer *text);
void option_add_help(const option_row *row, text_buffer *text);
void option_add_brief(const option_row *row, text_buffer *text);

#endif
