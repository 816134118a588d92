/* Findings of condyle check, as text, JSON or SARIF. */
#ifndef CONDYLE_TOOLS_CHECK_H
#define CONDYLE_TOOLS_CHECK_H

#include "options/options.h"
#include "rows/json.h"

#include <condyle/check.h>
#include <condyle/fix.h>

/* Where the findings of one run go. */
typedef struct check_report {
    output *out;
    report_format format;
    bool colours;         /* text only */
    json_builder files;   /* JSON: an object a file */
    json_builder changes; /* JSON: what was mended in the file; without a value where nothing was to be */
    json_builder results; /* JSON: the findings of the file; SARIF: those of all */
    json_builder notices; /* SARIF: the files that could not be checked, and why */
    size_t unchecked;     /* how many files these are */
    bool all;             /* text: nothing is folded */
    int *kinds;           /* text: how many findings of each rule the file has; NULL before the first */
    text_buffer file;     /* text: the file of these findings */
} check_report;

/* Takes one finding: prints it, or keeps it until the end. */
void check_text_write(check_report *report, const cdy_finding *finding);
void check_json_add(check_report *report, const cdy_finding *finding);
void check_sarif_add(check_report *report, const cdy_finding *finding);

/* Ends the findings of one file in text, which counts those that it folded. */
void check_text_end(check_report *report);

/* Begins and ends the findings of one file: JSON has an object for each.  `problem` says why the file could not be
 * checked, NULL: it was. */
void check_json_begin(check_report *report);
void check_json_end(check_report *report, const char *file, const char *problem);

/* Takes a file that could not be checked, and why. */
void check_sarif_add_notice(check_report *report, const char *file, const char *problem);

/* Takes one change that mending made. */
void check_text_change(check_report *report, const cdy_change *change);
void check_json_change(check_report *report, const cdy_change *change);

/* Mends a file as the options say and prints the changes; gives the name of the file that is mended then. */
exit_code check_fix(check_report *report, const options *o, const cdy_check_options *request, const char *source,
                    const char **mended);

/* Writes the line behind all findings, in words, of the files that were checked; or the whole document. */
void check_text_finish(check_report *report, const cdy_check_summary *sum, size_t files);
exit_code check_json_finish(check_report *report);
exit_code check_sarif_finish(check_report *report);

/* Explains the rule of this code, or "all". */
exit_code explain(const char *code, output *out);

/* Reports that there is no rule of this code, and which one may be meant. */
exit_code fail_rule(const char *option, const char *code);

#endif
