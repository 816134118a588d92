/* Benchmark beside the peers: Condyle, MuJoCo, Orocos KDL and Pinocchio on the same robots and states, measured in
 * turns.
 *
 * bench_peers [--csv FILE] [--time SECONDS] [--threads N] [--rows NAME,...]
 *             [[--floating-base] [--tool LINK] [--ball LINK]... [--weld LINK]... ROBOT]...
 * ROBOT is a file, the name of a bundled robot or chain:N.  Options hold for the robots behind them, those of the
 * second line for the next robot alone: Jacobians are those of the link `--tool` (the last one where it is left out); a
 * link
 * `--ball` stays where it is and may turn, a link `--weld` may not, in the row "contacts". */
#include "bench/bench_report.h"
#include "chain.h"
#include "peer_comparison.h"
#include "peer_library.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CONTACTS = 8 };

/* Options of one robot. */
typedef struct robot_options {
    bool floating_base;
    const char *tool;
    const char *contacts[MOST_CONTACTS];
    unsigned contact_rows[MOST_CONTACTS];
    int contact_count;
} robot_options;

typedef struct peers_options {
    peer_settings settings;
    robot_options next;
    int robots;
} peers_options;

/* ---- robots ---- */

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

static cdy_status load_chain(int count, const cdy_load_options *options, cdy_tree **tree, cdy_error *error)
{
    size_t size = 0;
    char *text = make_chain(count, &size);
    const cdy_status status = cdy_load_text(text, size, "chain", options, tree, error);
    free(text);
    return status;
}

/* Loads a file, a bundled robot or chain:N. */
static cdy_status load(const char *robot, bool floating_base, cdy_tree **tree, cdy_error *error)
{
    cdy_load_options options = cdy_load_options_default();
    options.gravity[2] = -9.81;
    options.floating_base = floating_base;
    const int links = strncmp(robot, "chain:", 6) == 0 ? atoi(robot + 6) : 0;
    if (links > 0) {
        return load_chain(links, &options, tree, error);
    }
    return strstr(robot, ".urdf") ? cdy_load_file(robot, &options, tree, error)
                                  : cdy_urdf_load_bundled(robot, &options, tree, error);
}

/* Finds the links of the options; `contacts` has room for MOST_CONTACTS. */
static cdy_status find_links(const robot_options *o, peer_robot *robot, cdy_constraint *contacts, cdy_error *error)
{
    robot->tool = cdy_model_frame_count(robot->model) - 1;
    cdy_status status = o->tool ? cdy_model_require_frame(robot->model, o->tool, &robot->tool, error) : CDY_OK;
    for (int i = 0; i < o->contact_count && status == CDY_OK; i++) {
        contacts[i] = (cdy_constraint){.rows = o->contact_rows[i]};
        status = cdy_model_require_frame(robot->model, o->contacts[i], &contacts[i].frame, error);
    }
    robot->contacts = contacts;
    robot->contact_count = o->contact_count;
    return status;
}

static exit_code measure_robot(const char *name, const peers_options *o, output *out)
{
    cdy_tree *tree = NULL;
    cdy_model *model = NULL;
    cdy_error error;
    char label[64];
    cdy_constraint contacts[MOST_CONTACTS];
    cdy_status status = load(name, o->next.floating_base, &tree, &error);
    status = status == CDY_OK ? cdy_model_create(tree, &model, &error) : status;
    peer_robot robot = {.label = label, .tree = tree, .model = model};
    status = status == CDY_OK ? find_links(&o->next, &robot, contacts, &error) : status;
    exit_code code = status == CDY_OK ? EXIT_FINE : fail_library(&error);
    if (code == EXIT_FINE) {
        make_label(name, label, sizeof label);
        output_format(out, "%s, %d degrees of freedom: ns an evaluation, least and median of rounds in turns\n", label,
                      cdy_model_nv(model));
        code = peer_compare(&robot, &o->settings, out);
    }
    cdy_model_destroy(model);
    cdy_tree_destroy(tree);
    return code;
}

/* ---- command line ---- */

static exit_code open_csv(const char *path, peer_settings *s)
{
    s->csv = fopen(path, "w");
    if (!s->csv) {
        return fail(EXIT_IO, "cannot write %s", path);
    }
    output csv = {.file = s->csv};
    bench_write_csv_header(false, false, &csv);
    return csv.error ? fail(EXIT_IO, "the results cannot be written") : EXIT_FINE;
}

/* Returns the row with the first `length` characters of `name`, or PEER_ROWS. */
static int find_row(const char *name, size_t length)
{
    int row = 0;
    while (row < PEER_ROWS && (strncmp(peer_row_name(row), name, length) != 0 || peer_row_name(row)[length])) {
        row++;
    }
    return row;
}

/* Takes names of rows, separated by commas. */
static exit_code take_rows(const char *names, peer_settings *s)
{
    s->rows = 0;
    while (*names) {
        const size_t length = strcspn(names, ",");
        const int row = find_row(names, length);
        if (row == PEER_ROWS) {
            return fail(EXIT_USAGE, "there is no row '%.*s'", (int)length, names);
        }
        s->rows |= 1u << row;
        names += length + (names[length] == ',');
    }
    return EXIT_FINE;
}

static exit_code add_contact(const char *link, unsigned rows, robot_options *o)
{
    if (o->contact_count == MOST_CONTACTS) {
        return fail(EXIT_USAGE, "a robot has at most %d contacts", MOST_CONTACTS);
    }
    o->contacts[o->contact_count] = link;
    o->contact_rows[o->contact_count++] = rows;
    return EXIT_FINE;
}

/* Takes an option with its value. */
static exit_code take_option(const char *option, const char *value, peers_options *o)
{
    if (strcmp(option, "--csv") == 0) {
        return open_csv(value, &o->settings);
    }
    if (strcmp(option, "--rows") == 0) {
        return take_rows(value, &o->settings);
    }
    if (strcmp(option, "--ball") == 0) {
        return add_contact(value, CDY_ROWS_BALL, &o->next);
    }
    if (strcmp(option, "--weld") == 0) {
        return add_contact(value, CDY_ROWS_WELD, &o->next);
    }
    if (strcmp(option, "--tool") == 0) {
        o->next.tool = value;
    } else if (strcmp(option, "--time") == 0) {
        o->settings.seconds = strtod(value, NULL);
    } else if (strcmp(option, "--threads") == 0) {
        o->settings.plan.threads = atoi(value);
    } else {
        return fail(EXIT_USAGE, "there is no option %s", option);
    }
    return EXIT_FINE;
}

/* Takes the arguments in their order. */
static exit_code take(int count, const char *const *arguments, peers_options *o, output *out)
{
    exit_code code = EXIT_FINE;
    for (int i = 0; i < count && code == EXIT_FINE; i++) {
        const char *argument = arguments[i];
        if (strcmp(argument, "--floating-base") == 0) {
            o->next.floating_base = true;
        } else if (strncmp(argument, "--", 2) == 0) {
            i++;
            code = i < count ? take_option(argument, arguments[i], o) : fail(EXIT_USAGE, "%s needs a value", argument);
        } else {
            code = measure_robot(argument, o, out);
            o->next = (robot_options){0};
            o->robots++;
        }
    }
    return code;
}

int main(int argc, char **argv)
{
    static const char *const robots[] = {"--ball",    "tool0", "universalUR5e", "--weld", "iiwa_link_ee_kuka",
                                         "kukaIiwa14"};
    output out = {.file = stdout};
    peers_options o = {.settings = {.seconds = 3, .rows = (1u << PEER_ROWS) - 1, .plan = {.seed = 1}}};
    exit_code code = take(argc - 1, (const char *const *)(argv + 1), &o, &out);
    if (code == EXIT_FINE && o.robots == 0) {
        code = take((int)(sizeof robots / sizeof *robots), robots, &o, &out);
    }
    if (o.settings.csv && fclose(o.settings.csv) != 0) {
        code = fail(EXIT_IO, "the results cannot be written");
    }
    return (int)output_finish(&out, code);
}
