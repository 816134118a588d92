"""Motions with limits of jerk beside Ruckig: durations of random problems, and limits of sampled motions.

    online.py [SHARE]     SHARE of a million problems (1)

Needs the packages ruckig, numpy and condyle.  Starts keep their limits but in one kind, where Ruckig brakes, too; goals
can be reached.  "differ" counts durations further apart than 1e-9 relative; "only ours" those among them that are
shorter here, "largest" the largest difference of all others; "beyond" motions of which one of 40 samples exceeds a limit
by more than 1e-9 of it.  The exit status is 1 where a duration is longer than Ruckig's, or a limit is exceeded.
"""

import sys
from pathlib import Path

sys.path[0] = str(Path(__file__).parents[1] / "python")

import numpy
import ruckig

import condyle

KINDS = {"any states": (1, 500_000), "goals at rest": (1, 200_000), "beyond the limits": (1, 100_000),
         "whole numbers": (1, 50_000), "3 coordinates": (3, 75_000), "6 coordinates": (6, 75_000)}  # fmt: skip
SAMPLES = 40


def draw(random, kind, n):
    """Start, goal (rows q, qd, qdd) and limits (rows of velocity, acceleration, jerk)."""
    if kind == "whole numbers":
        steps = numpy.array([[1.0], [0.5], [0.5]])
        return [random.integers(-2, 3, (3, n)) * steps for _ in range(2)] + [random.integers(1, 4, (3, n)) * 1.0]
    limits = random.uniform(0.1, 12, (3, n))
    start, goal = (random.normal(0, 1, (3, n)) * numpy.array([[4.0], [0.8], [0.8]]) for _ in range(2))
    for state in (start, goal):
        state[1:] *= random.random((2, 1)) < 0.85
        if state is goal or kind != "beyond the limits":
            state[1:] = numpy.clip(state[1:], -limits[:2], limits[:2])
    if kind == "goals at rest":
        goal[1:] = 0
    return start, goal, limits


def is_kept(state, limits, sign):
    """Whether a state keeps its limits afterwards (sign 1), or kept them before (-1)."""
    ahead = sign * state[1] + state[2] * abs(state[2]) / (2 * limits[2])
    return numpy.all((abs(state[1:]) <= limits[:2]) & (abs(ahead) <= limits[0]))


def peer(planner, trajectory, start, goal, limits):
    """Ruckig's duration; NaN where it finds none."""
    problem = ruckig.InputParameter(start.shape[1])
    problem.current_position, problem.current_velocity, problem.current_acceleration = start.tolist()
    problem.target_position, problem.target_velocity, problem.target_acceleration = goal.tolist()
    problem.max_velocity, problem.max_acceleration, problem.max_jerk = limits.tolist()
    try:
        found = planner.calculate(problem, trajectory)
    except ruckig.RuckigError:
        return numpy.nan
    return trajectory.duration if found in (ruckig.Result.Working, ruckig.Result.Finished) else numpy.nan


def is_beyond(planner, limits):
    """Whether a sample exceeds a limit."""
    _, *rates = planner(numpy.linspace(0, planner.duration, SAMPLES))
    return any(numpy.any(abs(rate) > limit * (1 + 1e-9)) for rate, limit in zip(rates, limits, strict=True))


def compare(kind, n, count):
    random = numpy.random.default_rng(1)
    ours, theirs, trajectory = condyle.OnlineTrajectory(n), ruckig.Ruckig(n), ruckig.Trajectory(n)
    tally = dict.fromkeys(("problems", "differ", "only ours", "longer", "refused", "beyond"), 0)
    largest = 0.0
    while tally["problems"] < count:
        start, goal, limits = draw(random, kind, n)
        if not is_kept(goal, limits, -1) or not (kind == "beyond the limits" or is_kept(start, limits, 1)):
            continue
        tally["problems"] += 1
        duration = ours.plan(start[0], goal[0], qd=start[1], qdd=start[2], goal_qd=goal[1], goal_qdd=goal[2],
                             velocity=limits[0], acceleration=limits[1], jerk=limits[2])  # fmt: skip
        other = peer(theirs, trajectory, start, goal, limits)
        if numpy.isnan(other):
            tally["refused"] += 1
        else:
            difference = (duration - other) / max(other, 1e-9)
            tally["differ"] += abs(difference) > 1e-9
            tally["only ours"] += difference < -1e-9
            tally["longer"] += difference > 1e-9
            largest = max(largest, abs(difference)) if abs(difference) <= 1e-9 else largest
        if kind != "beyond the limits" and duration > 0 and tally["problems"] % 10 == 0:
            tally["beyond"] += is_beyond(ours, limits)
    numbers = "".join(f"{tally[name]:>11d}" for name in tally)
    print(f"{kind:18s}{numbers}{largest:>11.1e}", flush=True)
    return tally["longer"] + tally["beyond"]


def main(share):
    print(f"ruckig {ruckig.__version__ if hasattr(ruckig, '__version__') else ''}".strip())
    print(f"{'':18s}{'problems':>11s}{'differ':>11s}{'only ours':>11s}{'longer':>11s}{'refused':>11s}{'beyond':>11s}"
          f"{'largest':>11s}")  # fmt: skip
    return 1 if sum([compare(kind, n, max(1, int(share * count))) for kind, (n, count) in KINDS.items()]) else 0


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 1.0))
