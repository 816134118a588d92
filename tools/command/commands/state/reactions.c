/* condyle reactions: the forces that the joints transmit. */
#include "commands/state/closure.h"
#include "compute/call.h"
#include "options/command.h"

#include <stdlib.h>

typedef struct reactions_options {
    calculation_options calculation;
    closure_options closure;
} reactions_options;

/* Refuses a robot with loops: the forces in them would be missing. */
static exit_code refuse_loops(computation *t)
{
    const reactions_options *o = t->own;
    return closure_is_needed(t->robot, &o->closure)
               ? fail(EXIT_USAGE, "the robot has closed loops, which its joints carry as well: 'reactions' needs "
                                  "--actuated JOINT, for each joint that has a drive")
               : EXIT_FINE;
}

static const calculation joint_reactions = {
    .command = "reactions",
    .title = "Joint reactions",
    .inputs = SET_OF(HAS(Q), HAS(QD), HAS(QDD)),
    .wrenches = true,
    .results = SET_OF(HAS(REACTIONS)),
    .gravity = true,
    .measure = refuse_loops,
    .call = &call_joint_reactions,
};

/* ---- with closed loops ---- */

/* The mechanism, and the forces of its loops: of rows, as wrenches on the constraints' frames, and as external forces.
 */
typedef struct closed_problem {
    computation *computation;
    closure closure;
    double *forces, *wrenches, *fext;
} closed_problem;

static void clear(computation *t)
{
    closed_problem *p = t->state.data;
    if (p) {
        closure_tell_limits(&p->closure, t->options->numbers.degrees);
        closure_tell_untold(&p->closure);
        closure_close(&p->closure);
        free(p->forces);
        free(p->wrenches);
        free(p->fext);
        free(p);
    }
}

static exit_code measure(computation *t)
{
    const reactions_options *o = t->own;
    closed_problem *p = calloc(1, sizeof *p);
    if (!p) {
        return fail_memory();
    }
    p->computation = t;
    t->state.data = p;
    const exit_code code = closure_open(&p->closure, t->robot, &o->closure, "reactions --actuated");
    if (code != EXIT_FINE) {
        return code;
    }
    p->forces = calloc((size_t)cdy_mechanism_rows(p->closure.mechanism) + 1, sizeof *p->forces);
    p->wrenches = calloc(p->closure.list.count, 6 * sizeof *p->wrenches);
    p->fext = calloc((size_t)cdy_model_force_rows(t->robot->model) + 1, 6 * sizeof *p->fext);
    return p->forces && p->wrenches && p->fext ? EXIT_FINE : fail_memory();
}

static exit_code prepare(computation *t)
{
    closed_problem *p = t->state.data;
    closure_begin(&p->closure, t->state.values[VARIABLE_Q]);
    return EXIT_FINE;
}

static void fill(computation *t)
{
    const closed_problem *p = t->state.data;
    closure_fill(&p->closure, t->state.values[VARIABLE_Q]);
}

/* p->fext = the state's external forces, and those of the loops on both of their bodies. */
static cdy_status add_loop_forces(const cdy_model *model, cdy_workspace *workspace, closed_problem *p, const state *s,
                                  cdy_error *error)
{
    const int count = (int)p->closure.list.count;
    const size_t size = 6 * (size_t)cdy_model_force_rows(model);
    cdy_status status = cdy_constraint_wrenches(model, workspace, s->values[VARIABLE_Q], p->closure.constraints, count,
                                                p->forces, p->wrenches, error);
    for (size_t i = 0; i < size; i++) {
        p->fext[i] = s->fext ? s->fext[i] : 0;
    }
    for (int i = 0; i < count && !status; i++) {
        double *load = p->wrenches + 6 * (size_t)i;
        status = cdy_external_force(model, workspace, p->closure.constraints[i].frame, load, NULL, p->fext, error);
        for (int k = 0; k < 6; k++) {
            load[k] = -load[k];
        }
        status =
            status ? status
                   : cdy_external_force(model, workspace, p->closure.constraints[i].other, load, NULL, p->fext, error);
    }
    return status;
}

static cdy_status compute(const cdy_model *model, cdy_workspace *workspace, state *s, cdy_error *error)
{
    closed_problem *p = s->data;
    closure *c = &p->closure;
    double *q = s->values[VARIABLE_Q], *qd = s->values[VARIABLE_QD], *qdd = s->values[VARIABLE_QDD];
    cdy_status status = closure_assemble(c, workspace, q, error);
    if (!status && s->fext) { /* wrenches act where the loops are closed */
        status = calculation_apply_wrenches(p->computation, error);
    }
    if (!status) {
        closure_pick(c, qd, qdd);
    }
    status = status ? status
                    : cdy_mechanism_inverse_dynamics(c->mechanism, model, workspace, q, c->u, c->du, s->fext,
                                                     s->values[VARIABLE_TAU], p->forces, error);
    status = status ? status : cdy_mechanism_motion(c->mechanism, model, workspace, q, c->u, c->du, qd, qdd, error);
    status = status ? status : add_loop_forces(model, workspace, p, s, error);
    return status ? status
                  : cdy_joint_reactions(model, workspace, q, qd, qdd, p->fext, s->values[VARIABLE_REACTIONS], error);
}

static const calculation closed_reactions = {
    .command = "reactions",
    .title = "Joint reactions of a mechanism",
    .inputs = SET_OF(HAS(Q), HAS(QD), HAS(QDD)),
    .wrenches = true,
    .results = SET_OF(HAS(Q), HAS(QD), HAS(QDD), HAS(TAU), HAS(REACTIONS)),
    .gravity = true,
    .measure = measure,
    .prepare = prepare,
    .fill = fill,
    .clear = clear,
    .compute = compute,
};

static const option_row rows[] = {
    INCLUDE_TABLE(closure_table, reactions_options, closure),
    INCLUDE_TABLE(q_table, reactions_options, calculation.state),
    INCLUDE_TABLE(qd_table, reactions_options, calculation.state),
    INCLUDE_TABLE(qdd_table, reactions_options, calculation.state),
    INCLUDE_TABLE(wrench_table, reactions_options, calculation.state.wrenches),
    INCLUDE_TABLE(payload_table, reactions_options, calculation.payloads),
    INCLUDE_TABLE(calculation_table, reactions_options, calculation),
    INCLUDE_TABLE(thread_table, reactions_options, calculation.rows),
    {0},
};
static const option_table table = {.rows = rows};

static exit_code run(const void *options, output *out)
{
    const reactions_options *o = options;
    return calculation_run(o->closure.actuated.count ? &closed_reactions : &joint_reactions, options, out);
}

const command command_reactions = {
    .name = "reactions",
    .summary = "joint reactions: loads of the bearings",
    .description =
        "Joint reactions: the moment T (N m) and the force F (N) that each moving joint transmits from the\n"
        "parent to the body that it moves, about the origin of this body's frame and in its axes, at the\n"
        "configuration q, the velocities qd and the accelerations qdd, while the environment applies the\n"
        "wrenches f on the bodies.  Joints that mimic others have reactions of their own; what is bolted\n"
        "to a body belongs to it.  Along the joint's own motion the reaction is what the body receives\n"
        "from motor, gear, friction and spring together, so that drives have no part in it.\n"
        "\n"
        "Of a robot with closed loops --actuated names the joints that have drives, as in 'mechanism': loops\n"
        "are closed near q, and their forces, of the least sum of squares where rows of loops depend on\n"
        "each other, load the joints as well; q, qd, qdd and the torques tau of the drives are results too.\n"
        "\n"
        "csv and rows have the columns reactions.JOINT.Tx to reactions.JOINT.Fz; JSON has reactions as a\n"
        "list of [Tx Ty Tz Fx Fy Fz], one for each of moving_joints.\n",
    .examples = "condyle reactions universalUR5e\n"
                "condyle reactions universalUR5e --qd 0,2,0,0,0,0 --fields reactions.elbow_joint.Fx\n"
                "condyle reactions universalUR5e --wrench tool0:0,0,0,0,0,-50 --format csv\n"
                "condyle reactions kukaIiwa14 --q random --qd random --seed 3 --format json\n",
    .options = &table,
    .size = sizeof(reactions_options),
    .uses_mass = true,
    .closes_loops = true,
    .run = run,
};
