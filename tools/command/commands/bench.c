/* condyle bench: the speed of a robot's dynamics on this machine. */
#include "bench/bench_condyle.h"
#include "bench/bench_report.h"
#include "bench/bench_rounds.h"
#include "rows/json.h"
#include "run/command.h"
#include "run/robot.h"

#include <string.h>

/* Reads names separated by commas into a set of algorithms; NULL: all. */
static exit_code read_algorithms(const char *names, unsigned *set)
{
    *set = names ? 0 : (1u << BENCH_ALGORITHMS) - 1;
    for (const char *name = names; name;) {
        const size_t length = strcspn(name, ",");
        size_t a = 0;
        while (bench_algorithms[a] &&
               (strlen(bench_algorithms[a]) != length || memcmp(name, bench_algorithms[a], length) != 0)) {
            a++;
        }
        if (!bench_algorithms[a]) {
            return fail(EXIT_USAGE, "--algorithms: '%.*s' is not one of rnea, crba, aba, drnea, daba", (int)length,
                        name);
        }
        *set |= 1u << a;
        name = name[length] ? name + length + 1 : NULL;
    }
    return EXIT_FINE;
}

/* Appends the label of a robot in the results: the last part of a path without .urdf, or ROBOT as given. */
static void add_label(text_buffer *label, const robot *r)
{
    const char *slash = strrchr(r->source, '/');
    const char *name = strcmp(r->source, "-") == 0 ? robot_name(r) : slash ? slash + 1 : r->source;
    size_t length = strlen(name);
    if (length > 5 && strcmp(name + length - 5, ".urdf") == 0) {
        length -= 5;
    }
    text_add_bytes(label, name, length);
}

static json_t *make_json(const bench_list *list)
{
    json_builder results = json_build_array();
    for (size_t i = 0; i < list->count; i++) {
        const bench_case *c = &list->cases[i];
        json_builder result = json_build_object();
        json_put(&result, "algorithm", json_from_text(c->algorithm));
        json_put(&result, "engine", json_from_text(c->engine));
        json_put(&result, "lanes", json_integer(c->lanes));
        json_put(&result, "threads", json_integer(c->threads));
        json_put(&result, "states", json_integer((json_int_t)c->states));
        json_put(&result, "min_ns", json_from_number(c->least));
        json_put(&result, "median_ns", json_from_number(c->median));
        json_put(&result, "spread", json_from_number(c->spread));
        json_put(&result, "rounds", json_integer((json_int_t)c->rounds));
        json_add(&results, json_built(&result));
    }
    return json_built(&results);
}

static exit_code write_json(const bench_list *list, const bench_condyle *b, const char *label, const options *o,
                            output *out)
{
    json_builder object = json_build_object();
    json_put(&object, "robot", json_from_text(label));
    json_put(&object, "nv", json_integer((json_int_t)b->one.nv));
    json_put(&object, "seed", json_integer((json_int_t)o->seed));
    json_put(&object, "results", make_json(list));
    exit_code code = json_write(out, json_built(&object));
    return code;
}

static void write_table(const bench_list *list, const bench_condyle *b, const char *label, const options *o,
                        output *out)
{
    output_text(out, "Benchmark of ");
    output_name(out, label);
    output_format(out, ", %zu degrees of freedom, seed %llu: ns an evaluation, states as rows in memory\n\n", b->one.nv,
                  (unsigned long long)o->seed);
    bench_write_table(list, out);
    output_format(out,
                  "\n%zu rounds in turns; spread is that of the middle half.  States 1: single calls, in turn on %zu\n"
                  "random states that fit the first-level cache; else one batch of so many, from the second level.\n",
                  list->count ? list->cases[0].rounds : 0, b->one.states);
}

static exit_code report(const bench_list *list, const bench_condyle *b, const char *label, const options *o,
                        output *out)
{
    if (o->format == FORMAT_JSON) {
        return write_json(list, b, label, o, out);
    }
    if (o->format == FORMAT_CSV) {
        bench_write_csv_header(out);
        bench_write_csv(list, out);
    } else {
        write_table(list, b, label, o, out);
    }
    return EXIT_FINE;
}

static exit_code measure(const robot *r, const bench_plan *plan, const options *o, output *out)
{
    bench_condyle b;
    bench_list list = {0};
    text_buffer label = {0};
    cdy_error error;
    add_label(&label, r);
    cdy_status status = bench_condyle_add(&b, r->model, text_get(&label), plan, &list, &error);
    exit_code code = status == CDY_OK ? EXIT_FINE : fail_library(&error);
    if (code == EXIT_FINE && label.failed) {
        code = fail_memory();
    }
    code = code == EXIT_FINE ? bench_measure(&list, o->budget) : code;
    code = code == EXIT_FINE ? report(&list, &b, text_get(&label), o, out) : code;
    bench_list_clear(&list);
    bench_condyle_clear(&b);
    text_clear(&label);
    return code;
}

static exit_code run(const options *o, output *out)
{
    if (options_given(o, OPTION_THREADS) && o->threads == 0) {
        return fail(EXIT_USAGE, "--threads: expected 1 to 1024, not 0: bench measures a number of them");
    }
    bench_plan plan = {.threads = o->threads, .seed = o->seed};
    exit_code code = read_algorithms(o->algorithms, &plan.algorithms);
    if (code == EXIT_FINE && o->format == FORMAT_NPY) {
        code = fail(EXIT_USAGE, "'bench' has names among its results; expected --format table, csv or json");
    }
    robot r = {0};
    code = code == EXIT_FINE ? robot_load(&r, o) : code;
    code = code == EXIT_FINE ? measure(&r, &plan, o, out) : code;
    robot_clear(&r);
    return code;
}

const command command_bench = {
    .name = "bench",
    .summary = "how fast the dynamics are on this machine",
    .description =
        "Time of one evaluation of inverse dynamics (rnea), mass matrix (crba), forward dynamics (aba) and the\n"
        "derivatives of inverse and forward dynamics (drnea, daba), in ns: one state a call, and batches of\n"
        "states by lanes (states an instruction) and threads, over doubles and (engine condyle-f32) over\n"
        "floats.  The minimum of many rounds is what the machine can do, the median what it did, the spread\n"
        "(of the middle half of the rounds) how quiet it was.\n"
        "Without ROBOT it measures " DEFAULT_ROBOT ".  States are random, from --seed: single calls take turns\n"
        "among as many as fit 16 KiB, a batch has as many as fit 1 MiB with their results, 4096 at most.  All\n"
        "cases take turns, so that what slows the machine down for a while slows all of them.\n"
        "\n"
        "csv: robot,algorithm,engine,lanes,threads,states,min_ns,median_ns; states 1 is the single call.\n",
    .examples = "condyle bench universalUR5e --time 1\n"
                "condyle bench kukaIiwa14 --algorithms rnea,aba --threads 1 --time 1 --format csv\n",
    .options = OPTIONS_ROBOT | WITH(FORMAT) | WITH(SEED) | WITH(ALGORITHMS) | WITH(BUDGET) | WITH(THREADS),
    .run = run,
};
