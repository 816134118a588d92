"""Trial of consistent identification: what the library finds beside a semidefinite program, on random problems.

    build/tests/bench_consistent_fit 200 | python3 tests/bench/consistent_fit.py [--loud]

Both minimize |d|^2 + |e|^2 of condyle/identification.h over bodies that can exist and drives that do not push.  The
program is made of the regressor's rows alone, and solved by Clarabel by way of cvxpy (packages of Python).  Printed is
how much larger the library's sum of squares is; of exact torques without a prior's weight, whose noise is none, by how
much the torques of the bodies found miss them.  The exit status is 1 where the library finds no bodies, a sum that is
more than 1 % larger, or torques that miss by more than 1e-6.
"""

import collections
import sys

import cvxpy
import numpy

UNDETERMINED = 10  # tenfolds of the prior's sizes
MOST = {"noisy": 1e-2, "pulled": 1e-2, "exact": 1e-6}


def read_problems(stream):
    """Yields heading and numbers of each problem."""
    for heading in stream:
        number, arm, kind, status, *message = heading.split()
        sizes = numpy.array(next(stream).split(), float)
        if len(sizes) == 1:
            yield number, arm, kind, int(status), " ".join(message), None
            continue
        n, rows = int(sizes[0]), int(sizes[2])
        prior, found, weights = (numpy.array(next(stream).split(), float) for _ in range(3))
        table = numpy.array([next(stream).split() for _ in range(n * rows)], float)
        problem = {"n": n, "p": int(sizes[1]), "prior_weight": sizes[3], "noise": sizes[4], "before": int(sizes[5]),
                   "cost": sizes[6], "prior": prior, "found": found, "weights": numpy.tile(weights, rows),
                   "tau": table[:, 0], "Y": table[:, 1:]}
        yield number, arm, kind, int(status), " ".join(message), problem


def sizes_of(prior, n):
    """The sizes of the prior: masses, lengths and their products, of a hundredth and a tenth of the means at least."""
    bodies = prior[: 10 * n].reshape(n, 10)
    masses, seconds = bodies[:, 0], bodies[:, [4, 7, 9]].sum(axis=1) / 2
    lengths = numpy.sqrt(seconds / masses)
    mass, length = masses.mean(), numpy.sqrt(seconds.sum() / masses.sum())
    masses, lengths = numpy.maximum(masses, 1e-2 * mass), numpy.maximum(lengths, 1e-1 * length)
    powers = numpy.array([0] + 3 * [1] + 6 * [2])
    of_bodies = masses[:, None] * lengths[:, None] ** powers
    moment, drives = mass * length**2, len(prior) - 10 * n
    of_drives = {0: [], 1: [moment], 2: [10 * moment, 100 * moment], 3: [10 * moment, 100 * moment, moment]}
    return numpy.concatenate([of_bodies.ravel(), numpy.repeat(of_drives[drives // n], n)])


def least_squares(problem, noise):
    """The matrix and the right side of |d|^2 + |e|^2 over parameters in sizes, as a triangle, with what stays."""
    scale = sizes_of(problem["prior"], problem["n"])
    prior, unit = problem["prior"] / scale, numpy.eye(problem["p"])
    rows = problem["weights"][:, None] / noise * problem["Y"] * scale
    near = problem["prior_weight"] / noise
    stack = numpy.vstack([
        numpy.column_stack([rows, problem["weights"] / noise * problem["tau"]]),
        near * numpy.column_stack([unit, prior]),
        numpy.column_stack([unit, prior]) / UNDETERMINED,
    ])
    return scale, numpy.linalg.qr(stack, mode="r")


def pseudo_inertia(x):
    """[S h; h^T m] of a body, S = tr(I)/2 - I."""
    half = (x[4] + x[7] + x[9]) / 2
    return cvxpy.bmat([
        [half - x[4], -x[5], -x[6], x[1]],
        [-x[5], half - x[7], -x[8], x[2]],
        [-x[6], -x[8], half - x[9], x[3]],
        [x[1], x[2], x[3], x[0]],
    ])


def solve_program(problem, noise):
    """The least sum of squares, and the function that gives it for any parameters; None: not solved."""
    scale, triangle = least_squares(problem, noise)
    A, b, n = triangle[:, :-1], triangle[:, -1], problem["n"]

    def square(parameters):
        return float(numpy.sum((A @ (parameters / scale) - b) ** 2))

    x = cvxpy.Variable(problem["p"])
    limits = []
    for i in range(n):
        S = scale[10 * i : 10 * i + 10]
        root = numpy.sqrt([S[4] / S[0]] * 3 + [1])  # free of units
        metres = numpy.array([root[0] ** -1] * 3)
        own = numpy.concatenate([[1], S[1:4] / S[0] * metres, S[4:] / S[0] * metres[0] ** 2])
        limits.append(pseudo_inertia(cvxpy.multiply(own, x[10 * i : 10 * i + 10])) >> 0)
    if problem["p"] > 10 * n:
        limits.append(x[10 * n :] >= 0)
    program = cvxpy.Problem(cvxpy.Minimize(cvxpy.norm(A @ x - b)), limits)
    try:
        program.solve(solver=cvxpy.CLARABEL)
    except cvxpy.error.SolverError:
        return None, square
    return (None if x.value is None else square(x.value * scale)), square


def compare(problem, kind):
    """How much larger the library's sum is than the program's, or by how much its torques miss exact ones."""
    if kind == "exact":
        miss = problem["weights"] * (problem["Y"] @ problem["found"] - problem["tau"])
        return float(numpy.linalg.norm(miss) / numpy.linalg.norm(problem["weights"] * problem["tau"]))
    least, square = solve_program(problem, problem["noise"])
    if least is None:
        return None
    return (square(problem["found"]) - least) / max(least, 1)


def main():
    loud = "--loud" in sys.argv[1:]
    counts, worst, broken = collections.Counter(), collections.defaultdict(float), False
    for number, arm, kind, status, message, problem in read_problems(sys.stdin):
        counts[kind] += 1
        if status:
            counts[kind, "refused"] += 1
            print(f"problem {number}, {arm}, {kind}: refused: {message}")
            broken = True
            continue
        counts[kind, "impossible"] += problem["before"] > 0
        excess = compare(problem, kind) if problem["before"] > 0 or kind == "exact" else 0.0
        if excess is None:
            counts[kind, "unsolved"] += 1
            print(f"problem {number}, {arm}, {kind}: Clarabel finds nothing")
            continue
        worst[kind] = max(worst[kind], excess)
        if excess > MOST[kind]:
            broken = True
        if loud or excess > MOST[kind]:
            print(f"problem {number}, {arm}, {kind}: {excess:.3g}; {problem['before']} impossible bodies, cost "
                  f"{problem['cost']:.3g}, prior's weight {problem['prior_weight']:.3g}", flush=True)
    print(f"{'kind':6}{'problems':>10}{'impossible estimates':>22}{'refused':>9}{'unsolved by Clarabel':>22}"
          f"{'larger, or missed, at most':>28}")
    for kind in MOST:
        print(f"{kind:6}{counts[kind]:10}{counts[kind, 'impossible']:22}{counts[kind, 'refused']:9}"
              f"{counts[kind, 'unsolved']:22}{worst[kind]:28.1e}")
    return broken


if __name__ == "__main__":
    sys.exit(main())
