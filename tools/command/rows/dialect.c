#include "rows/dialect.h"

#include <string.h>

/* Columns FROM number END, such as state.q[0], or the one column FROM, where there is no TO in "q.", "qd." or "tau.".
 */
typedef struct dialect_rule {
    const char *from, *end, *to;
    double divisor;
} dialect_rule;

struct dialect {
    const char *mark;          /* a column that no other log has */
    const char *note, *unless; /* what to say, unless there is this column */
    dialect_rule rules[6];
};

static const char currents[] =
    "the log of a UR robot has currents (actual_current_0), and no torques that were measured: to read them as "
    "efforts, "
    "--map actual_current_=tau. --effort current; target_moment_0 is what the controller computed";

static const dialect dialects[] = {
    {"actual_q_0",
     currents,
     "actual_current_as_torque_0",
     {{"timestamp", NULL, "t", 1},
      {"actual_q_", "", "q.", 1},
      {"actual_qd_", "", "qd.", 1},
      {"actual_current_as_torque_", "", "tau.", 1}}},
    {"state.q[0]",
     NULL,
     NULL,
     {{"time", NULL, "t", 1000}, /* ms */
      {"state.q[", "]", "q.", 1},
      {"state.dq[", "]", "qd.", 1},
      {"state.tau_J[", "]", "tau.", 1}}},
    {"observation.state.0",
     NULL,
     NULL,
     {{"timestamp", NULL, "t", 1},
      {"observation.state.", "", "q.", 1},
      {"observation.velocity.", "", "qd.", 1},
      {"observation.effort.", "", "tau.", 1}}},
    {"tau_J[0]", NULL, NULL, {{"q[", "]", "q.", 1}, {"dq[", "]", "qd.", 1}, {"tau_J[", "]", "tau.", 1}}},
};

static bool separates(char c)
{
    return strchr(",;\t \"\r\n", c) != NULL;
}

/* Whether a header has a column of this name. */
static bool has_column(const char *header, size_t length, const char *name)
{
    const size_t size = strlen(name);
    for (size_t i = 0; i + size <= length; i++) {
        if ((i == 0 || separates(header[i - 1])) && (i + size == length || separates(header[i + size])) &&
            memcmp(header + i, name, size) == 0) {
            return true;
        }
    }
    return false;
}

const dialect *dialect_find(const char *header, size_t length)
{
    for (size_t i = 0; i < sizeof dialects / sizeof *dialects; i++) {
        if (has_column(header, length, dialects[i].mark)) {
            return &dialects[i];
        }
    }
    return NULL;
}

/* Whether a column is FROM, digits, END; *digits is how many. */
static bool fits(const dialect_rule *rule, const char *column, size_t length, size_t *digits)
{
    const size_t from = strlen(rule->from), end = rule->end ? strlen(rule->end) : 0;
    *digits = 0;
    if (length < from + end || memcmp(column, rule->from, from) != 0) {
        return false;
    }
    if (!rule->end) {
        return length == from;
    }
    while (from + *digits < length && column[from + *digits] >= '0' && column[from + *digits] <= '9') {
        ++*digits;
    }
    return *digits > 0 && from + *digits + end == length && memcmp(column + from + *digits, rule->end, end) == 0;
}

bool dialect_rename(const dialect *d, const char *column, size_t length, text_buffer *name, double *divisor)
{
    for (const dialect_rule *rule = d->rules; rule->from; rule++) {
        size_t digits;
        if (fits(rule, column, length, &digits)) {
            text_add(name, "%s", rule->to);
            text_add_bytes(name, column + strlen(rule->from), digits);
            *divisor = rule->divisor;
            return true;
        }
    }
    return false;
}

const char *dialect_note(const dialect *d, const char *header, size_t length)
{
    return d->note && !has_column(header, length, d->unless) ? d->note : NULL;
}
