/* condyle fd: forward dynamics. */
#include "compute/call.h"
#include "compute/limit_use.h"
#include "options/command.h"

typedef struct fd_options {
    calculation_options calculation;
    int method; /* --method, a cdy_forward_method */
} fd_options;

static const char *const methods[] = {"auto", "aba", "mass-matrix", "lapack", NULL};

static exit_code prepare(computation *t)
{
    const fd_options *o = t->own;
    t->state.method = (cdy_forward_method)o->method;
    return EXIT_FINE;
}

static const calculation forward_dynamics = {
    .command = "fd",
    .title = "Forward dynamics",
    .inputs = SET_OF(HAS(Q), HAS(QD), HAS(TAU)),
    .wrenches = true,
    .results = SET_OF(HAS(QDD)),
    .gravity = true,
    .prepare = prepare,
    .call = &call_forward_dynamics_by,
};

static const option_row rows[] = {
    {.kind = OPTION_CHOICE,
     .name = "--method",
     .offset = offsetof(fd_options, method),
     .standard = "auto",
     .help = "articulated-body algorithm, mass matrix, or its Cholesky factors by LAPACK; auto: the fastest",
     .words = methods,
     .first = CDY_FORWARD_AUTO},
    INCLUDE_TABLE(q_table, fd_options, calculation.state),
    INCLUDE_TABLE(qd_table, fd_options, calculation.state),
    INCLUDE_TABLE(tau_table, fd_options, calculation.state),
    INCLUDE_TABLE(wrench_table, fd_options, calculation.state.wrenches),
    INCLUDE_TABLE(payload_table, fd_options, calculation.payloads),
    INCLUDE_TABLE(drive_table, fd_options, calculation.drives),
    INCLUDE_TABLE(limits_table, fd_options, calculation.limits),
    INCLUDE_TABLE(calculation_table, fd_options, calculation),
    INCLUDE_TABLE(thread_table, fd_options, calculation.rows),
    {0},
};
static const option_table table = {.rows = rows};

static exit_code run(const void *options, output *out)
{
    return calculation_run(&forward_dynamics, options, out);
}

const command command_fd = {
    .name = "fd",
    .summary = "forward dynamics: accelerations under given torques",
    .description = "Forward dynamics: the accelerations qdd of the joints under the torques and forces tau, at the\n"
                   "configuration q and the velocities qd, under the wrenches f of the environment on the bodies:\n"
                   "\n"
                   "  M(q) qdd = tau + J(q)^T f - C(q,qd) qd - G(q)\n"
                   "\n"
                   "by the articulated-body algorithm, or (--method mass-matrix, and for robots with mimic joints) by\n"
                   "the factors of the mass matrix; --method lapack always factorizes it by LAPACK.  A robot with a\n"
                   "singular mass matrix (a joint that moves no mass) has no result: exit code 4.  --drives subtracts\n"
                   "the torques of damping, friction and springs from tau and adds the rotor inertias to M.\n"
                   "csv has a column qdd.JOINT for each degree of freedom; JSON has the inputs and qdd.\n",
    .examples = "condyle fd universalUR5e\n"
                "condyle fd kukaIiwa14 --wrench iiwa_link_ee_kuka@body:0,0,0.5,0,0,0.3\n"
                "condyle fd kukaIiwa14 --qd 0.1,0,0,0,0,0,0 --drives damping --method mass-matrix\n"
                "condyle fd omronEcobra600 --tau 0,0,-19.62,0\n"
                "condyle fd universalUR5e --q random --qd random --tau elbow_joint=5 --format json\n",
    .options = &table,
    .size = sizeof(fd_options),
    .uses_mass = true,
    .run = run,
};
