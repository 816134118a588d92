/* condyle task: operational space dynamics of components of the velocities of bodies. */
#include "commands/state/row_names.h"
#include "compute/calculation.h"
#include "options/command.h"
#include "values/place.h"

#include <stdlib.h>
#include <string.h>

typedef struct task_options {
    calculation_options calculation;
    text_list tasks;  /* --task */
    int in_body_axes; /* --in: 1: body */
    double tolerance; /* --tolerance */
} task_options;

/* The tasks of the command line. */
typedef struct tasks {
    cdy_task *items;
    int count;
    double tolerance;
    cdy_row_solver *solver;
} tasks;

static void clear(computation *t)
{
    tasks *data = t->state.data;
    if (data) {
        cdy_row_solver_destroy(data->solver);
        free(data->items);
        free(data);
    }
}

static exit_code read_tasks(const computation *t, tasks *data, size_t *rows)
{
    const task_options *o = t->own;
    for (size_t i = 0; i < o->tasks.count; i++) {
        place p;
        const exit_code code = place_read(t->robot->model, "--task", o->tasks.items[i], true, &p);
        if (code != EXIT_FINE) {
            return code;
        }
        cdy_task *added = &data->items[data->count++];
        *added = (cdy_task){.frame = p.frame,
                            .axes = o->in_body_axes ? CDY_AXES_BODY : CDY_AXES_BASE,
                            .rows = p.rows ? p.rows : CDY_ROWS_ALL};
        memcpy(added->point, p.point, sizeof p.point);
        *rows += row_names_count(added->rows);
    }
    return EXIT_FINE;
}

static exit_code name_rows(computation *t, const tasks *data, size_t rows)
{
    size_t row = 0;
    exit_code code = row_names_begin(&t->dimensions, (size_t)data->count, rows);
    for (int i = 0; i < data->count && code == EXIT_FINE; i++) {
        const char *body = cdy_model_frame_name(t->robot->model, data->items[i].frame);
        code = row_names_add(&t->dimensions, (size_t)i, body, data->items[i].rows, &row);
    }
    return code;
}

static exit_code measure(computation *t)
{
    const task_options *o = t->own;
    tasks *data = calloc(1, sizeof *data);
    size_t rows = 0;
    cdy_error error;
    t->state.data = data;
    if (data) {
        data->items = calloc(o->tasks.count + 1, sizeof *data->items);
        data->tolerance = o->tolerance;
    }
    if (!data || !data->items) {
        return fail_memory();
    }
    t->state.axes = o->in_body_axes ? CDY_AXES_BODY : CDY_AXES_BASE;
    exit_code code = read_tasks(t, data, &rows);
    code = code == EXIT_FINE ? name_rows(t, data, rows) : code;
    if (code == EXIT_FINE && cdy_row_solver_create(t->robot->model, (int)rows, &data->solver, &error) != CDY_OK) {
        code = fail_library(&error);
    }
    return code;
}

static cdy_status compute(const cdy_model *model, cdy_workspace *workspace, state *s, cdy_error *error)
{
    const tasks *data = s->data;
    const cdy_task_state given = {.q = s->values[VARIABLE_Q],
                                  .qd = s->values[VARIABLE_QD],
                                  .tasks = data->items,
                                  .count = data->count,
                                  .tolerance = data->tolerance};
    cdy_operational_space space = {.J = s->values[VARIABLE_TASK_J],
                                   .Lambda = s->values[VARIABLE_LAMBDA],
                                   .Jbar = s->values[VARIABLE_JBAR],
                                   .N = s->values[VARIABLE_NULL_SPACE],
                                   .mu = s->values[VARIABLE_MU],
                                   .p = s->values[VARIABLE_P]};
    const cdy_status status = cdy_task_dynamics(model, workspace, data->solver, &given, &space, error);
    if (status == CDY_OK) {
        s->values[VARIABLE_RANK][0] = space.rank;
    }
    return status;
}

static const calculation task_dynamics = {
    .command = "task",
    .title = "Operational space dynamics",
    .inputs = SET_OF(HAS(Q), HAS(QD)),
    .results = SET_OF(HAS(TASK_J), HAS(LAMBDA), HAS(MU), HAS(P), HAS(RANK), HAS(JBAR), HAS(NULL_SPACE)),
    .gravity = true,
    .measure = measure,
    .clear = clear,
    .compute = compute,
};

static exit_code complete(void *values, const invocation *given)
{
    const task_options *o = values;
    (void)given;
    return o->tasks.count > 0
               ? EXIT_FINE
               : fail(EXIT_USAGE, "'task' needs --task BODY[:X,Y,Z][:ROWS], such as --task tool0:linear");
}

static const char *const frames[] = {"base", "body", NULL};

static const option_row rows[] = {
    {.kind = OPTION_TEXTS,
     .name = "--task",
     .metavar = "BODY[:X,Y,Z][:ROWS]",
     .names = NAMES_BODY,
     .offset = offsetof(task_options, tasks),
     .help = "components ROWS of the velocity of the point X,Y,Z of BODY (m, in its frame; default its origin):\n"
             "linear, angular, all (default), or wx, wy, wz, vx, vy, vz, separated by commas.  Rows of several\n"
             "tasks follow each other"},
    {.kind = OPTION_CHOICE,
     .name = "--in",
     .offset = offsetof(task_options, in_body_axes),
     .standard = "base",
     .help = "axes of the components",
     .words = frames},
    {.kind = OPTION_NUMBER,
     .name = "--tolerance",
     .metavar = "T",
     .offset = offsetof(task_options, tolerance),
     .standard = "1e-10",
     .help = "directions less mobile than T times the most mobile one are left out",
     .most = 1,
     .above_zero = true},
    INCLUDE_TABLE(q_table, task_options, calculation.state),
    INCLUDE_TABLE(qd_table, task_options, calculation.state),
    INCLUDE_TABLE(payload_table, task_options, calculation.payloads),
    INCLUDE_TABLE(drive_table, task_options, calculation.drives),
    INCLUDE_TABLE(calculation_table, task_options, calculation),
    {0},
};
static const option_table table = {.rows = rows, .complete = complete};

static exit_code run(const void *options, output *out)
{
    return calculation_run(&task_dynamics, options, out);
}

const command command_task = {
    .name = "task",
    .summary = "operational space: the dynamics that a tool feels",
    .description =
        "Operational space dynamics (Khatib 1987) of the rows of --task, v = J(q) qd, at the configuration q\n"
        "and the velocities qd:\n"
        "\n"
        "  Lambda dv/dt + mu + p = F,   tau = J^T F + N^T tau0\n"
        "\n"
        "Lambda is the inertia that the task feels, mu the force of velocities, p the force of gravity; Jbar is\n"
        "the dynamically consistent inverse of J, and N = 1 - Jbar J: torques N^T tau0 do not accelerate the\n"
        "task.  rank is the number of independent rows; below the number of rows, Lambda is a pseudo-\n"
        "inverse.  --drives rotors adds rotor inertias; other drives have no part in it.\n"
        "\n"
        "csv and rows have the columns Lambda[0][0] and so on, mu.BODY.vx, p.BODY.vx, rank, J, Jbar, N; JSON\n"
        "has these keys, and rows, the names of the rows; --fields Lambda,mu,p selects.\n",
    .examples = "condyle task universalUR5e --task tool0:linear --q 0,-1.57,1.57,0,0,0 --qd 0,1,0,0,0,0\n"
                "condyle task kukaIiwa14 --task iiwa_link_ee:0,0,0.1 --q random --format json\n"
                "condyle random kukaIiwa14 -n 3 | condyle task kukaIiwa14 --task iiwa_link_ee:vx,vz --input - --fields "
                "Lambda,p\n",
    .options = &table,
    .size = sizeof(task_options),
    .uses_mass = true,
    .run = run,
};
