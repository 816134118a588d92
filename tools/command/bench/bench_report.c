#include "bench/bench_report.h"

#include "run/csv.h"

#include <string.h>

/* Engines other than Condyle, in order of appearance. */
typedef struct peer_list {
    const char *names[8];
    size_t count;
} peer_list;

static peer_list find_peers(const bench_list *list)
{
    peer_list peers = {0};
    for (size_t i = 0; i < list->count && peers.count < sizeof peers.names / sizeof *peers.names; i++) {
        const char *engine = list->cases[i].engine;
        bool known = strncmp(engine, "condyle", 7) == 0; /* includes condyle-f32 */
        for (size_t k = 0; k < peers.count && !known; k++) {
            known = strcmp(peers.names[k], engine) == 0;
        }
        if (!known) {
            peers.names[peers.count++] = engine;
        }
    }
    return peers;
}

/* Returns the least time of an engine for the robot and algorithm of a case, 0 where there is none. */
static double peer_time(const bench_list *list, const bench_case *like, const char *engine)
{
    for (size_t i = 0; i < list->count; i++) {
        const bench_case *c = &list->cases[i];
        if (strcmp(c->engine, engine) == 0 && strcmp(c->algorithm, like->algorithm) == 0 &&
            strcmp(c->robot, like->robot) == 0) {
            return c->least;
        }
    }
    return 0;
}

/* Returns the case that is computed by the general calls as `c` by code for the robot, NULL where there is none. */
static const bench_case *general_case(const bench_list *list, const bench_case *c)
{
    for (size_t i = 0; i < list->count && c->is_specialized; i++) {
        const bench_case *g = &list->cases[i];
        if (!g->is_specialized && strcmp(g->engine, "condyle") == 0 && strcmp(g->algorithm, c->algorithm) == 0 &&
            g->lanes == c->lanes && g->threads == c->threads && g->states == c->states) {
            return g;
        }
    }
    return NULL;
}

static bool has_counts(const bench_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        if (list->cases[i].is_counted) {
            return true;
        }
    }
    return false;
}

static bool has_worst(const bench_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        if (list->cases[i].counts.worst > 0) {
            return true;
        }
    }
    return false;
}

static bool has_specialized(const bench_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        if (list->cases[i].is_specialized) {
            return true;
        }
    }
    return false;
}

/* How many times the speed of the general calls code for the robot has. */
static void write_gain(const bench_list *list, const bench_case *c, output *out)
{
    const bench_case *general = general_case(list, c);
    if (general && c->least > 0) {
        output_format(out, " %6.2f", general->least / c->least);
    }
}

static void write_ratios(const bench_list *list, const bench_case *c, const peer_list *peers, output *out)
{
    for (size_t k = 0; k < peers->count; k++) {
        const double time = peer_time(list, c, peers->names[k]);
        if (time > 0) {
            output_format(out, " %9.3f", c->least / time);
        } else {
            output_format(out, " %9s", "-");
        }
    }
}

static void write_counts(const bench_case *c, output *out)
{
    const bench_counts *n = &c->counts;
    if (c->is_counted) {
        output_format(out, " %12.0f %7.0f %10.0f %10.0f %5.1f %4.0f %%", n->instructions, n->outside, n->arithmetic,
                      n->operations, n->operations / c->least, 100 * n->rate);
    } else {
        output_format(out, " %12s %7s %10s %10s %5s %6s", "-", "-", "-", "-", "-", "-");
    }
}

void bench_write_table(const bench_list *list, output *out)
{
    const peer_list peers = find_peers(list);
    const bool counted = has_counts(list), worst = has_worst(list), specialized = has_specialized(list);
    const int width = specialized ? 12 : 11;
    output_format(out, "%-9s  %-*s %5s %7s %6s %11s %11s %7s", "algorithm", width, "engine", "lanes", "threads",
                  "states", "minimum", "median", "spread");
    for (size_t k = 0; k < peers.count; k++) {
        output_format(out, "  /%7s", peers.names[k]);
    }
    output_text(out, counted ? " instructions outside arithmetic operations op/ns   rate" : "");
    output_text(out, worst ? "        worst" : "");
    output_text(out, specialized ? "   gain\n" : "\n");
    for (size_t i = 0; i < list->count; i++) {
        const bench_case *c = &list->cases[i];
        output_format(out, "%-9s  %-*s %5d %7d %6zu %11.1f %11.1f %5.1f %%", c->algorithm, width, c->engine, c->lanes,
                      c->threads, c->states, c->least, c->median, 100 * c->spread);
        write_ratios(list, c, &peers, out);
        if (counted) {
            write_counts(c, out);
        }
        if (worst && c->counts.worst > 0) {
            output_format(out, " %12.0f", c->counts.worst);
        } else if (worst) {
            output_format(out, " %12s", "-");
        }
        write_gain(list, c, out);
        output_text(out, "\n");
    }
}

void bench_write_csv_header(bool with_counts, bool with_worst, output *out)
{
    output_text(out, "robot,algorithm,engine,lanes,threads,states,min_ns,median_ns");
    output_text(out, with_counts ? ",instructions,outside,arithmetic,operations,fma_rate" : "");
    output_text(out, with_worst ? ",worst\n" : "\n");
}

static void add_counts(csv_row *row, const bench_case *c)
{
    const double counts[] = {c->counts.instructions, c->counts.outside, c->counts.arithmetic, c->counts.operations,
                             c->counts.rate};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        if (c->is_counted) {
            csv_add_number(row, counts[i], 6);
        } else {
            csv_add_empty(row);
        }
    }
}

void bench_write_csv(const bench_list *list, output *out)
{
    const bool counted = has_counts(list), worst = has_worst(list);
    for (size_t i = 0; i < list->count; i++) {
        const bench_case *c = &list->cases[i];
        csv_row row = {.out = out};
        csv_add_text(&row, c->robot);
        csv_add_text(&row, c->algorithm);
        csv_add_text(&row, c->engine);
        csv_add_integer(&row, c->lanes);
        csv_add_integer(&row, c->threads);
        csv_add_integer(&row, (int)c->states);
        csv_add_number(&row, c->least, 6);
        csv_add_number(&row, c->median, 6);
        if (counted) {
            add_counts(&row, c);
        }
        if (worst && c->counts.worst > 0) {
            csv_add_number(&row, c->counts.worst, 6);
        } else if (worst) {
            csv_add_empty(&row);
        }
        csv_end_row(&row);
    }
}
