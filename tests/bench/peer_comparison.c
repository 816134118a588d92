#include "peer_comparison.h"

#include "bench/bench_report.h"
#include "bench/bench_rounds.h"
#include "peer_cases.h"

enum { PEERS = 3 };

static bool open_peer(peer_cases *p, int which, const peer_robot *robot)
{
    (void)p;
    (void)which;
    (void)robot;
#ifdef HAVE_MUJOCO
    if (which == 0) {
        return peer_open_mujoco(&p->engine, robot);
    }
#endif
#ifdef HAVE_KDL
    if (which == 1) {
        return peer_open_kdl(&p->engine, robot);
    }
#endif
#ifdef HAVE_PINOCCHIO
    if (which == 2) {
        return peer_open_pinocchio(&p->engine, robot);
    }
#endif
    return false;
}

static bool has_rows(const peer_cases *p, unsigned rows)
{
    for (int row = 0; row < PEER_ROWS; row++) {
        if (rows & 1u << row && peer_cases_offers(p, row)) {
            return true;
        }
    }
    return false;
}

/* Writes how far an engine's results differ; fails where that is too far. */
static exit_code write_errors(const peer_cases *p, unsigned rows, output *out)
{
    output_format(out, "%s %s agrees to", p->engine.engine, p->engine.version);
    for (int row = 0; row < PEER_ROWS; row++) {
        if (!(rows & 1u << row) || !peer_cases_offers(p, row)) {
            continue;
        }
        output_format(out, " %.0e (%s)", p->error[row], peer_row_name(row));
        if (!(p->error[row] < 1e-8)) {
            return fail(EXIT_NUMERICAL, "%s differs by %g in %s", p->engine.engine, p->error[row], peer_row_name(row));
        }
    }
    output_text(out, "\n");
    return EXIT_FINE;
}

/* Opens the engines that can represent the robot, and checks their results. */
static exit_code prepare_peers(peer_cases *peers, const peer_library *l, unsigned rows, output *out)
{
    exit_code code = EXIT_FINE;
    for (int i = 0; i < PEERS && code == EXIT_FINE; i++) {
        peer_cases *p = &peers[i];
        p->open = open_peer(p, i, l->robot);
        if (!p->open && p->engine.engine) {
            output_format(out, "%s: left out: %s\n", p->engine.engine, p->engine.reason);
        }
        if (p->open && has_rows(p, rows)) {
            code = peer_cases_compare(p, l, rows) ? write_errors(p, rows, out)
                                                  : fail(EXIT_NUMERICAL, "%s cannot be compared", p->engine.engine);
        }
    }
    return code;
}

/* Returns the case before `index` of the same engine, robot and row in another way. */
static size_t other_way(const bench_list *list, size_t index)
{
    const bench_case *c = &list->cases[index];
    size_t i = 0;
    while (i < index &&
           (!peer_cases_way(c) || list->cases[i].engine != c->engine || list->cases[i].algorithm != c->algorithm)) {
        i++;
    }
    return i;
}

/* Writes the least times of rows that an engine computes in several ways, and keeps the fastest of each. */
static void keep_fastest(bench_list *list, output *out)
{
    for (size_t i = 0; i < list->count; i++) {
        const bench_case *c = &list->cases[i];
        if (peer_cases_way(c)) {
            output_format(out, "%s of %s by %s: %.1f\n", c->algorithm, c->engine, peer_cases_way(c), c->least);
        }
    }
    for (size_t i = 0; i < list->count;) {
        const size_t other = other_way(list, i);
        if (other == i) {
            i++;
        } else {
            bench_list_remove(list, list->cases[other].least > list->cases[i].least ? other : i);
        }
    }
}

static exit_code report(const bench_list *list, const peer_settings *o, output *out)
{
    bench_write_table(list, out);
    output_text(out, "\n");
    if (o->csv) {
        output csv = {.file = o->csv};
        bench_write_csv(list, &csv);
        return csv.error ? fail(EXIT_IO, "the results cannot be written") : EXIT_FINE;
    }
    return EXIT_FINE;
}

/* A robot with the library and the engines that are compared on it. */
typedef struct comparison {
    peer_robot robot;
    unsigned rows;
    bench_condyle condyle; /* the first rows, in all lanes and on all threads */
    peer_library library;
    peer_cases peers[PEERS];
    bench_list list;
} comparison;

static exit_code prepare(comparison *c, const peer_settings *o, output *out)
{
    const unsigned first = (1u << BENCH_ALGORITHMS) - 1;
    bench_plan plan = o->plan;
    cdy_error error;
    plan.algorithms = c->rows & first;
    cdy_status status = peer_library_fill(&c->library, &c->robot, c->rows, plan.seed, &error);
    if (status == CDY_OK) {
        status = bench_condyle_add(&c->condyle, c->robot.model, c->robot.label, &plan, &c->list, &error);
    }
    exit_code code = status == CDY_OK ? prepare_peers(c->peers, &c->library, c->rows, out) : fail_library(&error);
    if (code == EXIT_FINE) {
        peer_library_add(&c->library, c->rows & ~first, &c->list);
        for (int i = 0; i < PEERS; i++) {
            if (c->peers[i].open) {
                peer_cases_add(&c->peers[i], c->robot.label, c->rows, &c->list);
            }
        }
    }
    return code;
}

static void clear(comparison *c)
{
    for (int i = 0; i < PEERS; i++) {
        peer_cases_clear(&c->peers[i]);
    }
    bench_list_clear(&c->list);
    bench_condyle_clear(&c->condyle);
    peer_library_clear(&c->library);
}

exit_code peer_compare(const peer_robot *robot, const peer_settings *o, output *out)
{
    comparison c = {.robot = *robot, .rows = o->rows};
    if (robot->contact_count == 0) {
        c.rows &= ~(1u << PEER_CONTACTS);
    }
    exit_code code = prepare(&c, o, out);
    code = code == EXIT_FINE ? bench_measure(&c.list, o->seconds) : code;
    if (code == EXIT_FINE) {
        keep_fastest(&c.list, out);
        code = report(&c.list, o, out);
    }
    clear(&c);
    return code;
}
