"""Times of generated functions in CasADi beside CasADi's own graph of the same robot, and of that graph's code.

    casadi.py FOLDER      FOLDER: of the URDF files

Needs the packages casadi and condyle and a C compiler. The own graph is the recursion of Newton and Euler and a factor
L D L^T over SX (tests/python/casadi_arm.py); "compiled" is CasADi's C code of it. All code is compiled by cc -O2.
Evaluations are those of a map over many states, the least time of several turns.
"""

import sys
import tempfile
import time
from pathlib import Path

# This file has the name of the package.
sys.path[0] = str(Path(__file__).parents[1] / "python")

import casadi
import numpy
from casadi_arm import GRAVITY, OwnGraph, compile_code, load_functions, swing

import condyle

STATES, TURNS = 2000, 7
START, GOAL = [0, -1.2, 1.0, -0.5, 0.3, 0], [1.5, -0.6, 1.6, -1.2, 0.8, 0.5]


def compiled(function, folder):
    """CasADi's code of a function and of its Jacobian."""
    writer = casadi.CodeGenerator(function.name())
    writer.add(function)
    writer.add(function.jacobian())
    return casadi.external(function.name(), compile_code(writer.dump(), folder, function.name()))


def microseconds(function, state):
    """The least time of an evaluation."""
    mapped = function.map(STATES)
    state = [casadi.repmat(casadi.DM(x), 1, STATES) for x in state]
    buffers = [casadi.DM.zeros(mapped.sparsity_in(i)) for i in range(mapped.n_in() - len(state))]
    best = float("inf")
    for _ in range(TURNS):
        start = time.perf_counter_ns()
        mapped.call([*state, *buffers])
        best = min(best, time.perf_counter_ns() - start)
    return best / STATES / 1000


def main(folder):
    robot = condyle.load(Path(folder) / "universalUR5e.urdf", gravity=GRAVITY)
    state = numpy.random.default_rng(1).uniform(-2, 2, (3, robot.nv))
    own = OwnGraph(Path(folder) / "universalUR5e.urdf")
    calls = ["inverse_dynamics", "forward_dynamics", "mass_matrix"]
    with tempfile.TemporaryDirectory() as place:
        generated = load_functions(robot, place, "arm", calls)
        graphs = [own.inverse_dynamics, own.forward_dynamics, own.mass_matrix]
        kinds = {"generated": generated, "graph": graphs, "compiled": [compiled(f, place) for f in graphs]}
        print(f"CasADi {casadi.__version__}, UR5e, us an evaluation")
        print(f"{'':18s}{'generated':>12s}{'graph':>12s}{'compiled':>12s}")
        for k, call in enumerate(calls):
            given = state[: generated[k].n_in()]
            times = [microseconds(functions[k], given) for functions in kinds.values()]
            print(f"{call:18s}" + "".join(f"{x:12.2f}" for x in times))
            times = [microseconds(functions[k].jacobian(), given) for functions in kinds.values()]
            print(f"{'  its Jacobian':18s}" + "".join(f"{x:12.2f}" for x in times))
        print("\nswing by trapezoidal collocation, 25 intervals, IPOPT with the Hessian of Gauss and Newton")
        for kind, functions in kinds.items():
            statistics, effort, _ = swing(functions[1], START, GOAL)
            spent = 1000 * sum(statistics[f"t_wall_nlp_{part}"] for part in ("g", "jac_g"))
            print(
                f"{kind}: {statistics['return_status']}, {statistics['iter_count']} iterations, effort {effort:.9f}, "
                f"{spent:.1f} ms in constraints and their Jacobian"
            )


main(sys.argv[1])
