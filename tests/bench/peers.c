/* Benchmark beside the peers: Condyle, MuJoCo, Orocos KDL and Pinocchio on the same robots and states, measured in
 * turns.
 *
 * bench_peers [--csv FILE] [--time SECONDS] [--threads N] [[--floating-base] ROBOT]...
 * Before anything is timed, the results of every engine must agree with the library's to 1e-8. */
#include "bench/bench_report.h"
#include "bench/bench_rounds.h"
#include "peer_cases.h"

#include <stdlib.h>
#include <string.h>

enum { PEERS = 3 };

/* The arguments of the command line. */
typedef struct peers_options {
    FILE *csv;
    double seconds; /* for each robot */
    bool floating_base;
    bench_plan plan;
    int robots;
} peers_options;

static bool open_peer(peer_cases *p, int which, const cdy_tree *tree, const cdy_model *model)
{
    (void)p;
    (void)which;
    (void)tree;
    (void)model;
#ifdef HAVE_MUJOCO
    if (which == 0) {
        return peer_open_mujoco(&p->engine, tree, model);
    }
#endif
#ifdef HAVE_KDL
    if (which == 1) {
        return peer_open_kdl(&p->engine, tree);
    }
#endif
#ifdef HAVE_PINOCCHIO
    if (which == 2) {
        return peer_open_pinocchio(&p->engine, tree, model);
    }
#endif
    return false;
}

/* Opens the engines that can represent the robot, and checks their results. */
static exit_code prepare_peers(peer_cases *peers, const bench_condyle *b, const cdy_tree *tree, output *out)
{
    for (int i = 0; i < PEERS; i++) {
        peer_cases *p = &peers[i];
        p->open = open_peer(p, i, tree, b->model);
        if (!p->open && p->engine.engine) {
            output_format(out, "%s: left out: %s\n", p->engine.engine, p->engine.reason);
        }
        if (!p->open) {
            continue;
        }
        if (!peer_cases_compare(p, b)) {
            return fail(EXIT_NUMERICAL, "%s cannot be compared", p->engine.engine);
        }
        output_format(out, "%s %s agrees to", p->engine.engine, p->engine.version);
        for (int a = 0; a < PEER_ALGORITHMS; a++) {
            if (!p->engine.run[a]) {
                continue;
            }
            output_format(out, " %.0e (%s)", p->error[a], bench_algorithms[a]);
            if (!(p->error[a] < 1e-8)) {
                return fail(EXIT_NUMERICAL, "%s differs by %g in %s", p->engine.engine, p->error[a],
                            bench_algorithms[a]);
            }
        }
        output_text(out, "\n");
    }
    return EXIT_FINE;
}

static exit_code report(const bench_list *list, const peers_options *o, output *out)
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

static exit_code measure(const char *label, const cdy_tree *tree, const cdy_model *model, const peers_options *o,
                         output *out)
{
    bench_condyle b;
    bench_list list = {0};
    cdy_error error;
    peer_cases peers[PEERS] = {0};
    cdy_status status = bench_condyle_add(&b, model, label, &o->plan, &list, &error);
    exit_code code = status == CDY_OK ? prepare_peers(peers, &b, tree, out) : fail_library(&error);
    for (int i = 0; i < PEERS && code == EXIT_FINE; i++) {
        if (peers[i].open) {
            peer_cases_add(&peers[i], label, &list);
        }
    }
    code = code == EXIT_FINE ? bench_measure(&list, o->seconds) : code;
    code = code == EXIT_FINE ? report(&list, o, out) : code;
    for (int i = 0; i < PEERS; i++) {
        peer_cases_clear(&peers[i]);
    }
    bench_list_clear(&list);
    bench_condyle_clear(&b);
    return code;
}

/* A path's last part without .urdf. */
static void make_label(const char *robot, char *label, size_t size)
{
    const char *slash = strrchr(robot, '/');
    snprintf(label, size, "%s", slash ? slash + 1 : robot);
    char *ending = strstr(label, ".urdf");
    if (ending) {
        *ending = 0;
    }
}

static exit_code measure_robot(const char *robot, const peers_options *o, output *out)
{
    cdy_tree *tree = NULL;
    cdy_model *model = NULL;
    cdy_error error;
    char label[64];
    cdy_urdf_options options = cdy_urdf_options_default();
    options.gravity[2] = -9.81;
    options.floating_base = o->floating_base;
    cdy_status status = strstr(robot, ".urdf") ? cdy_urdf_load_file(robot, &options, &tree, &error)
                                               : cdy_urdf_load_bundled(robot, &options, &tree, &error);
    status = status == CDY_OK ? cdy_model_create(tree, &model, &error) : status;
    exit_code code = status == CDY_OK ? EXIT_FINE : fail_library(&error);
    if (code == EXIT_FINE) {
        make_label(robot, label, sizeof label);
        output_format(out, "%s, %d degrees of freedom: ns an evaluation, least and median of rounds in turns\n", label,
                      cdy_model_nv(model));
        code = measure(label, tree, model, o, out);
    }
    cdy_model_destroy(model);
    cdy_tree_destroy(tree);
    return code;
}

static exit_code open_csv(const char *path, peers_options *o)
{
    o->csv = fopen(path, "w");
    if (!o->csv) {
        return fail(EXIT_IO, "cannot write %s", path);
    }
    output csv = {.file = o->csv};
    bench_write_csv_header(&csv);
    return csv.error ? fail(EXIT_IO, "the results cannot be written") : EXIT_FINE;
}

/* Takes the arguments in their order: an option holds for the robots behind it. */
static exit_code take(int count, char **arguments, peers_options *o, output *out)
{
    exit_code code = EXIT_FINE;
    for (int i = 0; i < count && code == EXIT_FINE; i++) {
        const char *argument = arguments[i], *value = i + 1 < count ? arguments[i + 1] : "";
        if (strcmp(argument, "--csv") == 0) {
            code = open_csv(value, o);
            i++;
        } else if (strcmp(argument, "--time") == 0) {
            o->seconds = strtod(value, NULL);
            i++;
        } else if (strcmp(argument, "--threads") == 0) {
            o->plan.threads = atoi(value);
            i++;
        } else if (strcmp(argument, "--floating-base") == 0) {
            o->floating_base = true;
        } else {
            code = measure_robot(argument, o, out);
            o->floating_base = false;
            o->robots++;
        }
    }
    return code;
}

int main(int argc, char **argv)
{
    output out = {.file = stdout};
    peers_options o = {.seconds = 3, .plan = {.algorithms = (1u << BENCH_ALGORITHMS) - 1, .seed = 1}};
    exit_code code = take(argc - 1, argv + 1, &o, &out);
    if (code == EXIT_FINE && o.robots == 0) {
        code = measure_robot("universalUR5e", &o, &out);
        code = code == EXIT_FINE ? measure_robot("kukaIiwa14", &o, &out) : code;
    }
    if (o.csv && fclose(o.csv) != 0) {
        code = fail(EXIT_IO, "the results cannot be written");
    }
    return (int)output_finish(&out, code);
}
