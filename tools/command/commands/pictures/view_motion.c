#include "commands/pictures/view_motion.h"

#include "rows/json.h"
#include "rows/row_pass.h"
#include "writing/base64.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* 64 MB: a page with more numbers is slow to open. */
enum { MOST_NUMBERS = 8000000 };

static const variable kinds[MOTION_VECTORS] = {VARIABLE_TIME, VARIABLE_Q, VARIABLE_QD, VARIABLE_QDD, VARIABLE_TAU};
static const char *const names[MOTION_VECTORS] = {"t", "q", "qd", "qdd", "tau"};

/* A pass over the rows, each of which is added to the motion. */
typedef struct motion_pass {
    row_pass pass;
    view_motion *motion;
    double *values[VARIABLE_COUNT];
    const double *first; /* configuration before the first row */
} motion_pass;

static double *row_at(const view_motion *m, size_t index)
{
    return m->numbers + index * m->width;
}

/* Makes room for one row more; false where memory runs out. */
static bool make_room(view_motion *m)
{
    if (m->count == m->capacity) {
        const size_t larger = m->capacity ? 2 * m->capacity : 64;
        double *grown = realloc(m->numbers, larger * m->width * sizeof *grown);
        if (!grown) {
            return false;
        }
        m->numbers = grown;
        m->capacity = larger;
    }
    return m->numbers;
}

/* Copies a vector of the row that was read, and notes whether it has a number. */
static void copy(motion_pass *p, motion_vector vector, const double *before, double *to)
{
    view_motion *m = p->motion;
    const double *from = p->values[kinds[vector]];
    for (size_t i = 0; i < m->sizes[vector]; i++) {
        m->given[vector] = m->given[vector] || !isnan(from[i]);
        to[i] = isnan(from[i]) && before ? before[i] : from[i];
    }
}

/* Refuses a row whose time is before the time of the row before. */
static exit_code refuse_time(motion_pass *p, double last, double time)
{
    char problem[160];
    snprintf(problem, sizeof problem,
             "the time %.9g s is before that of the last row, %.9g s; expected rows in the order of time", time, last);
    return row_pass_report(&p->pass, EXIT_INPUT, problem, false);
}

static exit_code take_row(void *context)
{
    motion_pass *p = context;
    view_motion *m = p->motion;
    if ((m->count + 1) * m->width > (size_t)MOST_NUMBERS) {
        return fail(EXIT_INPUT, "'%s' has more than %zu rows, the most that a page of this robot takes", m->file,
                    m->count);
    }
    if (!make_room(m)) {
        return fail_memory();
    }
    double *row = row_at(m, m->count);
    const double *before = m->count > 0 ? row - m->width : NULL, time = *p->values[VARIABLE_TIME];
    if (before && time < *before) {
        return refuse_time(p, *before, time);
    }
    for (int vector = 0; vector < MOTION_VECTORS; vector++) {
        const double *last = vector == MOTION_Q ? (before ? before + m->sizes[MOTION_T] : p->first) : NULL;
        copy(p, (motion_vector)vector, last, row);
        row += m->sizes[vector];
    }
    m->count++;
    return EXIT_FINE;
}

/* Forgets the times where not every row has one. */
static void check_times(view_motion *m)
{
    size_t timed = 0;
    for (size_t i = 0; i < m->count; i++) {
        timed += isnan(*row_at(m, i)) ? 0 : 1;
    }
    if (m->given[MOTION_T] && timed < m->count) {
        note("%zu of %zu rows have no time t: the page shows them by their numbers", m->count - timed, m->count);
        m->given[MOTION_T] = false;
    }
}

static bool open_pass(motion_pass *p, const cdy_model *model)
{
    bool made = true;
    for (int i = 0; i < MOTION_VECTORS; i++) {
        view_motion *m = p->motion;
        m->sizes[i] = i == MOTION_T ? 1 : variable_size(model, kinds[i]);
        m->width += m->sizes[i];
        p->values[kinds[i]] = calloc(m->sizes[i] + 1, sizeof(double));
        made = made && p->values[kinds[i]];
    }
    return made;
}

exit_code view_motion_read(view_motion *m, const row_options *o, const robot *r, const double *q, bool degrees,
                           bool gravity_given)
{
    motion_pass p = {.motion = m, .first = q, .pass.progress = progress_begin()};
    elements e;
    *m = (view_motion){.file = strdup(o->input)};
    const bool made = elements_create(&e, r);
    exit_code code = open_pass(&p, r->model) && made && m->file ? EXIT_FINE : fail_memory();
    if (code == EXIT_FINE) {
        const row_target target = {.elements = &e,
                                   .inputs = SET_OF(HAS(TIME), HAS(Q), HAS(QD), HAS(QDD), HAS(TAU)),
                                   .needed = SET_OF(HAS(Q)),
                                   .values = p.values,
                                   .map = &o->map,
                                   .topic = o->topic,
                                   .degrees = degrees,
                                   .gravity = !gravity_given};
        code = row_pass_read(&p.pass, o, &target, take_row, &p);
        row_reader_close(&p.pass.rows);
        row_faults_finish(&p.pass.faults);
        check_times(m);
    }
    for (int i = 0; i < MOTION_VECTORS; i++) {
        free(p.values[kinds[i]]);
    }
    elements_clear(&e);
    return code == EXIT_FINE && m->count == 0 ? fail(EXIT_INPUT, "'%s' has no rows", o->input) : code;
}

void view_motion_clear(view_motion *m)
{
    free(m->file);
    free(m->numbers);
}

/* Adds a number, the least byte first. */
static void add_number(base64 *b, double number)
{
    unsigned char bytes[8];
    uint64_t word;
    memcpy(&word, &number, sizeof word);
    for (int i = 0; i < 8; i++) {
        bytes[i] = (unsigned char)(word >> 8 * i & 255);
    }
    base64_add(b, bytes, sizeof bytes);
}

exit_code view_motion_write(const view_motion *m, output *out)
{
    const sink to = output_sink(out);
    size_t first = 0;
    output_text(out, "{\"file\": ");
    const exit_code code = json_write_in_page(out, json_from_text(strcmp(m->file, "-") == 0 ? "motion" : m->file));
    output_format(out, ", \"rows\": %zu", m->count);
    for (int vector = 0; vector < MOTION_VECTORS; vector++) {
        output_format(out, ",\n\"%s\": %s", names[vector], m->given[vector] ? "\"" : "null");
        base64 b = {.to = &to};
        for (size_t i = 0; i < m->count && m->given[vector]; i++) {
            for (size_t k = 0; k < m->sizes[vector]; k++) {
                add_number(&b, row_at(m, i)[first + k]);
            }
        }
        base64_end(&b);
        output_text(out, m->given[vector] ? "\"" : "");
        first += m->sizes[vector];
    }
    output_text(out, "}");
    return code;
}
