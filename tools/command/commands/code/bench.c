/* condyle bench: the speed of a robot's dynamics on this machine. */
#include "bench/bench_condyle.h"
#include "bench/bench_counts.h"
#include "bench/bench_report.h"
#include "bench/bench_rounds.h"
#include "options/command.h"
#include "options/ending.h"
#include "options/number_options.h"
#include "rows/json.h"
#include "values/robot.h"
#include "values/state_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Robot that is measured where none is given. */
#define STANDARD_ROBOT "universalUR5e"

typedef struct bench_options {
    invocation invocation;
    robot_options robot;
    format_options format;
    uint64_t seed;
    unsigned algorithms; /* --algorithms: bit k for bench_algorithms[k] */
    double budget;       /* --time, s */
    int threads;         /* --threads, at most; 0: not given */
    bool specialize;     /* --specialize */
    bool counts, worst;  /* --counts, --worst */
    int isa;             /* --isa: of isa_words; isa_given: whether it was given */
    bool isa_given;
} bench_options;

/* bench_algorithms, as words of the command line. */
static const char *const algorithms[] = {"rnea", "crba", "aba", "drnea", "daba", "all", NULL};
_Static_assert(sizeof algorithms / sizeof *algorithms == BENCH_ALGORITHMS + 2, "every algorithm has a word");

/* What CONDYLE_ISA may be, and the lanes of doubles of the batches that it leaves. */
static const char *const isa_words[] = {"sse2", "avx2", "avx512", NULL};
static const int isa_lanes[] = {2, 4, 8};

static const option_row rows[] = {
    {.kind = OPTION_SET,
     .name = "--algorithms",
     .metavar = "LIST",
     .offset = offsetof(bench_options, algorithms),
     .standard = "all",
     .help = "rnea, crba, aba, drnea, daba or all, separated by commas",
     .words = algorithms},
    {.kind = OPTION_NUMBER,
     .name = "--time",
     .letter = "-T",
     .metavar = "SECONDS",
     .offset = offsetof(bench_options, budget),
     .standard = "3",
     .help = "approximate time of all measurements",
     .unit = "s",
     .most = 3600},
    {.kind = OPTION_INTEGER,
     .name = "--threads",
     .metavar = "N",
     .offset = offsetof(bench_options, threads),
     .help = "number of threads of a batch (default: one a core)",
     .least = 1,
     .most = 1024},
    {.kind = OPTION_FLAG,
     .name = "--specialize",
     .offset = offsetof(bench_options, specialize),
     .help = "measure code for this robot alone besides, compiled by $CC or cc"},
    {.kind = OPTION_FLAG,
     .name = "--counts",
     .offset = offsetof(bench_options, counts),
     .help = "count the instructions of the cases on one thread besides (Linux, x86-64)"},
    {.kind = OPTION_FLAG,
     .name = "--worst",
     .offset = offsetof(bench_options, worst),
     .help = "with --counts: the most instructions of a single call besides, over all its states"},
    {.kind = OPTION_CHOICE,
     .name = "--isa",
     .offset = offsetof(bench_options, isa),
     .given = offsetof(bench_options, isa_given),
     .help = "vector instructions to use at most (default: those of this machine)",
     .words = isa_words},
    INCLUDE_TABLE(seed_table, bench_options, seed),
    INCLUDE_TABLE(robot_table, bench_options, robot),
    INCLUDE_TABLE(format_table, bench_options, format),
    {0},
};
static const option_table table = {.rows = rows};

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
        if (c->is_counted) {
            json_put(&result, "instructions", json_from_number(c->counts.instructions));
            if (c->counts.worst > 0) {
                json_put(&result, "worst", json_from_number(c->counts.worst));
            }
            json_put(&result, "outside", json_from_number(c->counts.outside));
            json_put(&result, "arithmetic", json_from_number(c->counts.arithmetic));
            json_put(&result, "operations", json_from_number(c->counts.operations));
            json_put(&result, "fma_rate", json_from_number(c->counts.rate));
        }
        json_add(&results, json_built(&result));
    }
    return json_built(&results);
}

static exit_code write_json(const bench_list *list, const bench_condyle *b, const char *label, const bench_options *o,
                            output *out)
{
    json_builder object = json_build_object();
    json_put(&object, "robot", json_from_text(label));
    json_put(&object, "nv", json_integer((json_int_t)b->one.nv));
    json_put(&object, "seed", json_integer((json_int_t)o->seed));
    json_put(&object, "results", make_json(list));
    exit_code code = json_write_line(out, json_built(&object));
    return code;
}

/* Where the code for the robot comes from; NULL where there is none. */
static const char *origin_of_code(const bench_condyle *b)
{
    int count = 0, cached = 0;
    for (size_t a = 0; a < BENCH_ALGORITHMS; a++) {
        count += b->code[a] != NULL;
        cached += b->was_cached[a];
    }
    return count == 0        ? NULL
           : cached == 0     ? "compiled now"
           : cached == count ? "from the cache"
                             : "in part from the cache";
}

/* Tells once each reason why algorithms have no code for the robot. */
static void note_lacking_code(const bench_condyle *b)
{
    bool told[BENCH_ALGORITHMS] = {false};
    for (size_t a = 0; a < BENCH_ALGORITHMS; a++) {
        const cdy_error *reason = &b->no_code[a];
        char names[64] = "";
        if (!reason->status || told[a]) {
            continue;
        }
        for (size_t k = a; k < BENCH_ALGORITHMS; k++) {
            const size_t length = strlen(names);
            if (b->no_code[k].status && strcmp(b->no_code[k].text, reason->text) == 0) {
                snprintf(names + length, sizeof names - length, "%s%s", length ? ", " : "", bench_algorithms[k]);
                told[k] = true;
            }
        }
        note("no code for this robot alone computes %s: %s%s%s", names, reason->file, reason->file[0] ? ": " : "",
             reason->text);
    }
}

static void write_table(const bench_list *list, const bench_condyle *b, const char *label, const bench_options *o,
                        output *out)
{
    output_text(out, "Benchmark of ");
    output_name(out, label);
    output_format(out, ", %zu degrees of freedom, seed %llu: ns an evaluation, states as rows in memory\n\n", b->one.nv,
                  (unsigned long long)o->seed);
    bench_write_table(list, out);
    const char *origin = origin_of_code(b);
    if (origin) {
        output_format(
            out, "\nThe engine " BENCH_CODE " is code for this robot alone, %s; gain: how many times as fast.", origin);
    }
    output_format(out,
                  "\n%zu rounds in turns; spread is the width of the middle half, relative to the median.  States 1: "
                  "single calls, in turn on %zu\n"
                  "random states that fit the first-level cache; else one batch of so many, from the second level.\n",
                  list->count ? list->cases[0].rounds : 0, b->one.states);
}

static exit_code report(const bench_list *list, const bench_condyle *b, const char *label, const bench_options *o,
                        output *out)
{
    const output_format_kind format = format_or(&o->format, FORMAT_TABLE);
    if (format == FORMAT_JSON) {
        return write_json(list, b, label, o, out);
    }
    if (format == FORMAT_CSV) {
        bench_write_csv_header(o->counts, o->worst, out);
        bench_write_csv(list, out);
    } else {
        write_table(list, b, label, o, out);
    }
    return EXIT_FINE;
}

static exit_code measure(const robot *r, const bench_plan *plan, const bench_options *o, output *out)
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
    if (code == EXIT_FINE) {
        note_lacking_code(&b);
    }
    code = code == EXIT_FINE ? bench_measure(&list, o->budget) : code;
    code = code == EXIT_FINE && o->counts ? bench_count(&list, o->worst) : code;
    code = code == EXIT_FINE ? report(&list, &b, text_get(&label), o, out) : code;
    bench_list_clear(&list);
    bench_condyle_clear(&b);
    text_clear(&label);
    return code;
}

/* Gives the library the instructions of --isa, or checks those that the environment names; before its first call. */
static exit_code choose_instructions(const bench_options *o)
{
    const char *word = getenv("CONDYLE_ISA");
    if (o->isa_given) {
        return setenv("CONDYLE_ISA", isa_words[o->isa], 1) == 0 ? EXIT_FINE : fail_memory();
    }
    size_t i = 0;
    while (word && isa_words[i] && strcmp(word, isa_words[i]) != 0) {
        i++;
    }
    return !word || isa_words[i]
               ? EXIT_FINE
               : fail(EXIT_USAGE, "CONDYLE_ISA is '%s' in the environment; expected sse2, avx2 or avx512", word);
}

/* Fails where --isa names instructions that this machine has not: others would be measured. */
static exit_code check_instructions(const bench_options *o, const cdy_model *model)
{
    const cdy_batch_options batch_options = cdy_batch_options_default();
    cdy_batch *batch = NULL;
    cdy_error error;
    if (!o->isa_given) {
        return EXIT_FINE;
    }
    if (cdy_batch_create(model, &batch_options, &batch, &error) != CDY_OK) {
        return fail_library(&error);
    }
    const int lanes = cdy_batch_lanes(batch);
    cdy_batch_destroy(batch);
    return lanes == isa_lanes[o->isa]
               ? EXIT_FINE
               : fail(EXIT_USAGE, "--isa %s: this machine, or this build, does not have it", isa_words[o->isa]);
}

static exit_code run(const void *options, output *out)
{
    const bench_options *o = options;
    const bench_plan plan = {.threads = o->threads,
                             .seed = o->seed,
                             .algorithms = o->algorithms,
                             .specialize = o->specialize,
                             .counts = o->counts};
    if (o->format.kind == FORMAT_NPY) {
        return fail(EXIT_USAGE, "results of 'bench' have names; expected --format table, csv or json");
    }
    if (o->worst && !o->counts) {
        return fail(EXIT_USAGE, "--worst is the most of the instructions that --counts counts; give both");
    }
    robot r = {0};
    exit_code code = choose_instructions(o);
    code = code == EXIT_FINE ? robot_load(&r, o->invocation.robot, &o->robot, NULL) : code;
    code = code == EXIT_FINE ? check_instructions(o, r.model) : code;
    code = code == EXIT_FINE ? measure(&r, &plan, o, out) : code;
    robot_clear(&r);
    return code;
}

const command command_bench = {
    .name = "bench",
    .summary = "speed of the dynamics on this machine",
    .description =
        "Time of one evaluation of inverse dynamics (rnea), mass matrix (crba), forward dynamics (aba) and\n"
        "the derivatives of inverse and forward dynamics (drnea, daba), in ns: one state a call, and\n"
        "batches of states by lanes (states an instruction) and threads, in double and (engine condyle-f32)\n"
        "in single precision.  The minimum of many rounds is the time on an idle machine, the median the\n"
        "usual time, the spread (of the middle half of the rounds) tells how quiet the machine was.\n"
        "The standard robot is " STANDARD_ROBOT ".  States are random, from --seed: single calls take turns among\n"
        "as many states as fit in 16 KiB, a batch has as many as fit in 1 MiB with their results, 4096 at\n"
        "most.  All cases take turns, so that a slow phase of the machine slows all of them.\n"
        "\n"
        "--specialize compiles code for this robot (see 'condyle help generate') by $CC or cc, unless the\n"
        "cache, condyle in $XDG_CACHE_HOME or ~/.cache, has it; engine condyle-code.  A note tells which\n"
        "algorithms have no such code, and why.\n"
        "\n"
        "--isa sse2|avx2|avx512 measures what a lesser machine would run, as the library does everywhere where\n"
        "the environment has CONDYLE_ISA with one of these words.  sse2: what every x86-64 machine has.\n"
        "\n"
        "--counts runs each case on one thread again, instruction by instruction in a process of its own, and\n"
        "reads the instructions' names by objdump (binutils): how many instructions an evaluation takes, how\n"
        "many of them outside the library, how many compute with floating-point numbers, and their operations,\n"
        "one a number and two a fused multiply-add.  The rate is the share of the fused multiply-adds that the\n"
        "processor could issue in the same time.  Counts do not depend on the load of the machine.  They take\n"
        "a minute or two for an arm, longer for robots of more joints.\n"
        "--worst counts each state of the single calls by itself, and tells the most: what a controller has to\n"
        "allow for, as far as the random states of --seed show it.\n"
        "\n"
        "csv: robot,algorithm,engine,lanes,threads,states,min_ns,median_ns; states 1 is the single call.\n"
        "With --counts also instructions,outside,arithmetic,operations,fma_rate, with --worst also worst.\n",
    .examples = "condyle bench universalUR5e --time 1\n"
                "condyle bench kukaIiwa14 --algorithms rnea,aba --threads 1 --time 1 --format csv\n"
                "condyle bench universalUR5e --counts --threads 1\n"
                "condyle bench universalUR5e --counts --worst --algorithms rnea,aba --threads 1 --time 1\n"
                "condyle bench universalUR5e --isa sse2\n",
    .usage = "[ROBOT]",
    .standard_robot = STANDARD_ROBOT,
    .options = &table,
    .endings = ending_table,
    .size = sizeof(bench_options),
    .run = run,
};
