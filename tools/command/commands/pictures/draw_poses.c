#include "commands/pictures/draw_poses.h"

#include "compute/limit_watch.h"
#include "rows/row_pass.h"
#include "values/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_POSES = 10000 };

void pose_list_clear(pose_list *list)
{
    for (int kind = 0; kind < POSE_VECTORS; kind++) {
        free(list->values[kind]);
    }
}

static bool add_pose(pose_list *list, double *const *vectors)
{
    const size_t larger = list->capacity ? 2 * list->capacity : 16;
    for (int kind = 0; kind < POSE_VECTORS && list->count == list->capacity; kind++) {
        const size_t length = list->lengths[kind];
        double *grown = realloc(list->values[kind], larger * (length + 1) * sizeof *grown);
        if (!grown) {
            return false;
        }
        list->values[kind] = grown;
    }
    list->capacity = list->count == list->capacity ? larger : list->capacity;
    for (int kind = 0; kind < POSE_VECTORS; kind++) {
        const size_t length = list->lengths[kind];
        memcpy(list->values[kind] + list->count * length, vectors[kind], length * sizeof(double));
    }
    list->count++;
    return true;
}

/* A pass over the rows of --input, each of which adds a pose. */
typedef struct pose_rows {
    row_pass pass;
    const pose_request *options;
    double *row[VARIABLE_COUNT]; /* NaN where the row gives no number */
    double *const *given;        /* by options, or home and 0 */
    double *taken[POSE_VECTORS];
    limit_watch *limits;
    pose_list *list;
} pose_rows;

/* Adds the pose of a row; numbers that the row does not have are those of the options. */
static exit_code take_row(void *context)
{
    pose_rows *p = context;
    if (p->list->count == MOST_POSES) {
        return fail(EXIT_USAGE, "'%s' has more than %d rows; expected fewer poses", p->options->rows->input,
                    MOST_POSES);
    }
    for (int kind = 0; kind < POSE_VECTORS; kind++) {
        for (size_t i = 0; i < p->list->lengths[kind]; i++) {
            p->taken[kind][i] = isnan(p->row[kind][i]) ? p->given[kind][i] : p->row[kind][i];
        }
    }
    if (!add_pose(p->list, p->taken)) {
        return fail_memory();
    }
    limit_watch_rows(p->limits, p->pass.rows.in.name, 1, &p->pass.rows.line, p->taken[VECTOR_Q], NULL, NULL);
    return EXIT_FINE;
}

/* Allocates a vector of each kind; free_vectors() frees them, also after a failure. */
static bool make_vectors(const pose_list *list, double **vectors)
{
    bool made = true;
    for (int kind = 0; kind < POSE_VECTORS; kind++) {
        vectors[kind] = calloc(list->lengths[kind] + 1, sizeof **vectors);
        made = made && vectors[kind];
    }
    return made;
}

static void free_vectors(double **vectors)
{
    for (int kind = 0; kind < POSE_VECTORS; kind++) {
        free(vectors[kind]);
    }
}

/* Reads the poses of the rows; `given` has the numbers that a row leaves out. */
static exit_code read_rows(const pose_request *o, const robot *r, double *const *given, limit_watch *limits,
                           pose_list *list)
{
    elements names;
    pose_rows rows = {.options = o, .given = given, .limits = limits, .list = list};
    const row_target target = {.elements = &names,
                               .inputs = {{HAS(Q), [VARIABLE_QD] = o->moves, [VARIABLE_QDD] = o->moves}},
                               .needed = SET_OF(HAS(Q)),
                               .values = rows.row,
                               .map = &o->rows->map,
                               .topic = o->rows->topic,
                               .degrees = o->degrees};
    const bool taken = make_vectors(list, rows.taken), read = make_vectors(list, rows.row);
    exit_code code = elements_create(&names, r) && taken && read ? EXIT_FINE : fail_memory();
    for (int kind = 0; kind < POSE_VECTORS && code == EXIT_FINE; kind++) {
        for (size_t i = 0; i < list->lengths[kind]; i++) {
            rows.row[kind][i] = (double)NAN;
        }
    }
    if (code == EXIT_FINE) {
        code = row_pass_read(&rows.pass, o->rows, &target, take_row, &rows);
        row_reader_close(&rows.pass.rows);
        row_faults_finish(&rows.pass.faults);
    }
    elements_clear(&names);
    free_vectors(rows.taken);
    free_vectors(rows.row);
    return code == EXIT_FINE && list->count == 0 ? fail(EXIT_INPUT, "'%s' has no row", o->rows->input) : code;
}

/* Keeps poses evenly spaced from the first to the last, as many as can be told apart in one picture. */
static void thin_poses(const pose_request *o, pose_list *list)
{
    enum { MOST_TOLD_APART = 40, SHOWN = 12 };
    const size_t count = list->count;
    if (o->animated || count <= MOST_TOLD_APART) {
        return;
    }
    for (int kind = 0; kind < POSE_VECTORS; kind++) {
        const size_t length = list->lengths[kind];
        double *values = list->values[kind];
        for (size_t i = 0; i < SHOWN; i++) {
            memmove(values + i * length, values + i * (count - 1) / (SHOWN - 1) * length, length * sizeof *values);
        }
    }
    list->count = SHOWN;
    note("'%s' has %zu poses, which would cover each other in one picture: %d of them are shown, evenly spaced; a name "
         "that ends in .apng gives an animation of all",
         o->rows->input, count, (int)SHOWN);
}

/* Reads --q, --qd and --qdd. */
static exit_code read_vectors(const pose_request *o, const robot *r, double *const *vectors)
{
    static const char *const names[POSE_VECTORS] = {"--q", "--qd", "--qdd"};
    exit_code code = EXIT_FINE;
    for (int kind = 0; kind < POSE_VECTORS && code == EXIT_FINE; kind++) {
        code = vector_read(r, (vector_kind)kind, names[kind], o->state->vectors[kind], o->state->seed, o->degrees,
                           vectors[kind]);
    }
    return code;
}

exit_code pose_list_read(pose_list *list, const pose_request *o, const robot *r)
{
    double *vectors[POSE_VECTORS];
    limit_watch limits;
    for (int kind = 0; kind < POSE_VECTORS; kind++) {
        list->lengths[kind] = (size_t)(kind == VECTOR_Q ? cdy_model_nq(r->model) : cdy_model_nv(r->model));
    }
    const bool made = make_vectors(list, vectors);
    exit_code code = limit_watch_open(&limits, r, o->degrees) && made ? EXIT_FINE : fail_memory();
    code = code == EXIT_FINE ? read_vectors(o, r, vectors) : code;
    if (code == EXIT_FINE && o->state->vectors[VECTOR_Q]) {
        limit_watch_state(&limits, "--q", vectors[VECTOR_Q], NULL);
    }
    if (code == EXIT_FINE && o->rows->input) {
        code = read_rows(o, r, vectors, &limits, list);
        if (code == EXIT_FINE) {
            thin_poses(o, list);
        }
    } else if (code == EXIT_FINE && !add_pose(list, vectors)) {
        code = fail_memory();
    }
    limit_watch_close(&limits);
    free_vectors(vectors);
    return code;
}
