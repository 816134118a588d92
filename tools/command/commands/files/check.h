/* Findings of condyle check, as text, JSON or SARIF. */
#ifndef CONDYLE_TOOLS_CHECK_H
#define CONDYLE_TOOLS_CHECK_H

#include "options/robot_options.h"
#include "rows/json.h"

#include <condyle/check.h>
#include <condyle/fix.h>

/* Format of findings. */
typedef enum report_format { REPORT_TEXT = 0, REPORT_JSON, REPORT_SARIF } report_format;

typedef struct check_options {
    invocation invocation;
    source_options source;
    reading_options reading;
    int report; /* --format, else by the name of --output: a report_format */
    bool report_given;
    bool strict;
    int program;         /* --for, a cdy_program */
    bool all;            /* --all: list every finding */
    text_list disabled;  /* --disable */
    const char *model;   /* --model; NULL: not given */
    const char *explain; /* --explain; NULL: not given */
    const char *fix;     /* --fix, the path of the copy; NULL: not given */
    bool in_place;
} check_options;

/* Destination of the findings of one run. */
typedef struct check_report {
    output *out;
    report_format format;
    bool colours;         /* text: use colors */
    json_builder files;   /* JSON: an object a file */
    json_builder changes; /* JSON: changes made by --fix in the file; no value without --fix */
    json_builder results; /* JSON: findings of the file; SARIF: findings of all files */
    json_builder notices; /* SARIF: files that could not be checked, and why */
    size_t unchecked;     /* number of files that could not be checked */
    bool all;             /* text: print every finding */
    int *kinds;           /* text: findings of each rule in the file; NULL before the first */
    text_buffer file;     /* text: file of these findings */
} check_report;

/* Adds a finding: prints it, or keeps it until the end. */
void check_text_write(check_report *report, const cdy_finding *finding);
void check_json_add(check_report *report, const cdy_finding *finding);
void check_sarif_add(check_report *report, const cdy_finding *finding);

/* Ends the text of one file with the number of findings that were not printed. */
void check_text_end(check_report *report);

/* Begins and ends the JSON object of one file. `problem` is why the file could not be checked, NULL where it was. */
void check_json_begin(check_report *report);
void check_json_end(check_report *report, const char *file, const char *problem);

/* Adds a file that could not be checked, and why. */
void check_sarif_add_notice(check_report *report, const char *file, const char *problem);

/* Adds a change made by a fix. */
void check_text_change(check_report *report, const cdy_change *change);
void check_json_change(check_report *report, const cdy_change *change);

/* Fixes a file as the options request and prints the changes; *mended is the path of the fixed file. */
exit_code check_fix(check_report *report, const check_options *o, const cdy_check_options *request, const char *source,
                    const char **mended);

/* Writes the summary line of the checked files, or the whole document. */
void check_text_finish(check_report *report, const cdy_check_summary *sum, size_t files);
exit_code check_json_finish(check_report *report);
exit_code check_sarif_finish(check_report *report);

/* Explains the rule with this code, or "all". */
exit_code explain(const char *code, output *out);

/* Reports an unknown code, with the nearest. */
exit_code fail_rule(const char *option, const char *code);

#endif
