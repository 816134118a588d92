"""Generalized inverse kinematics: results, refusals, and its least violations beside those of SciPy's SLSQP, a quasi-Newton
method over violations that are computed here from placements alone."""

import itertools
import math
import os
import unittest

import condyle
import numpy
from condyle import IKConstraint, Placement

try:
    from scipy.optimize import minimize
except ImportError:
    minimize = None

# How many problems to compare; 1000 take some minutes.
PROBLEMS = int(os.environ.get("GIK_PROBLEMS", "24"))
INFINITY = float("inf")


# ---- violations, from placements ----


def rotation_vector(R):
    sine = numpy.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]]) / 2
    s, c = numpy.linalg.norm(sine), (numpy.trace(R) - 1) / 2
    if s > 1e-7:
        return math.atan2(s, c) / s * sine
    if c > 0:
        return sine
    axis = numpy.linalg.eigh(R + R.T)[1][:, 2]
    return math.pi * axis


def turn_between(a, b):
    s = numpy.cross(a, b)
    sine = numpy.linalg.norm(s)
    return (math.atan2(sine, a @ b) / sine if sine > 1e-12 else 1) * s


def outside(numbers, bounds):
    numbers, bounds = numpy.asarray(numbers), numpy.asarray(bounds, dtype=float)
    return numpy.maximum(numbers - bounds[..., 1], 0) + numpy.minimum(numbers - bounds[..., 0], 0)


def beyond(error, tolerance):
    size = numpy.linalg.norm(error)
    return error * (1 - tolerance / size) if size > tolerance > 0 else error * (tolerance == 0)


class Problem:
    """Constraints on a robot, with their violations as a function of q."""

    def __init__(self, robot, constraints):
        self.robot, self.constraints = robot, constraints
        self.frames = {name: i for i, name in enumerate(robot.frames)}
        self.frames[0] = 0
        self.inverses = [numpy.linalg.inv(Placement.of(c.target).matrix()) for c in constraints]
        self.places = [Placement.of(c.place).matrix() for c in constraints]
        self.joints = {joint.name: joint.q.start for joint in robot.joints if not joint.mimics}

    def parts(self, q):
        """Returns for each constraint the parts angular, linear and bound of its violation."""
        T = self.robot.forward_kinematics(q)
        return [self.part(i, q, T) for i in range(len(self.constraints))]

    def part(self, number, q, T):
        c = self.constraints[number]
        if c.kind == "joint":
            return numpy.zeros(3), numpy.zeros(3), outside(q[self.joints[c.joint]], c.bounds[0])
        reference = numpy.linalg.inv(T[self.frames[c.relative_to]])
        X = self.inverses[number] @ reference @ T[self.frames[c.frame]] @ self.places[number]
        R, p, kind = X[:3, :3], X[:3, 3], c.kind
        angular, linear, bound = numpy.zeros(3), numpy.zeros(3), 0.0
        if kind in ("pose", "orientation", "fixed", "prismatic"):
            angular = rotation_vector(R)
        elif kind == "revolute":
            angular = turn_between(numpy.array([0.0, 0, 1]), R[:, 2])
            angle, middle = math.atan2(R[1, 0] - R[0, 1], R[0, 0] + R[1, 1]), sum(c.bounds[0]) / 2
            bound = outside(angle + 2 * math.pi * round((middle - angle) / (2 * math.pi)), c.bounds[0])
        elif kind == "aiming":
            axis = R @ numpy.asarray(c.axis, dtype=float)
            angular = turn_between(axis / numpy.linalg.norm(axis), -p / numpy.linalg.norm(p))
        if kind in ("pose", "position", "fixed", "revolute"):
            linear = p
        elif kind == "prismatic":
            linear, bound = numpy.array([p[0], p[1], 0]), outside(p[2], c.bounds[0])
        elif kind == "cartesian":
            return angular, outside(p, c.bounds), bound
        elif kind == "distance":
            bound = outside(numpy.linalg.norm(p), c.bounds[0])
        return beyond(angular, c.angular_tolerance), beyond(linear, c.linear_tolerance), bound

    def cost(self, q):
        return sum(float(a @ a + b @ b + c * c) for a, b, c in self.parts(q))

    def largest(self, q):
        sizes = [(numpy.linalg.norm(a), numpy.linalg.norm(b), abs(c)) for a, b, c in self.parts(q)]
        return max(max(size) for size in sizes)


# ---- random problems ----

KINDS = "pose", "position", "orientation", "aiming", "cartesian", "distance", "joint", "fixed", "revolute", "prismatic"


def draw_constraint(problem, q, random):
    """Draws a constraint that q keeps."""
    kind = random.choice(KINDS)
    if kind == "joint":
        joint = random.choice(sorted(problem.joints))
        at = q[problem.joints[joint]]
        return IKConstraint.joint_bounds(joint, (at - random.uniform(0, 0.2), at + random.uniform(0, 0.2)))
    names = [name for name in problem.frames if name]
    place = Placement(tuple(random.uniform(-0.3, 0.3, 3)), tuple(random.uniform(-1.5, 1.5, 3)))
    c = IKConstraint(kind, str(random.choice(names)), 0 if random.random() < 0.5 else str(random.choice(names)), place=place)
    T = problem.robot.forward_kinematics(q)
    X = numpy.linalg.inv(T[problem.frames[c.relative_to]]) @ T[problem.frames[c.frame]] @ place.matrix()
    tolerances = (0.0, 0.0) if random.random() < 0.5 else tuple(random.uniform(0, 0.1, 2))
    c = c._replace(target=X, angular_tolerance=tolerances[0], linear_tolerance=tolerances[1])
    if kind == "aiming":
        axis = random.uniform(-1, 1, 3)
        return c._replace(target=Placement(tuple(X[:3, 3] + X[:3, :3] @ axis)), axis=tuple(axis))
    if kind == "cartesian":
        return c._replace(bounds=[(-random.uniform(0, 0.2), random.uniform(0, 0.2)) for _ in range(3)])
    if kind in ("distance", "prismatic", "revolute"):
        angle, way = random.uniform(-2, 2), random.uniform(0.1, 0.4)
        moved = Placement((0, 0, -way), (0, 0, 0)) if kind != "revolute" else Placement((0, 0, 0), (0, 0, -angle))
        at = way if kind != "revolute" else angle
        bounds = (at - random.uniform(0, 0.2), at + random.uniform(0, 0.2))
        return c._replace(target=X @ moved.matrix(), bounds=(bounds,))
    return c


def disturb(c, random):
    """Returns a constraint that is likely to contradict others."""
    if c.kind == "joint":
        return c._replace(bounds=((c.bounds[0][0] + 0.5, c.bounds[0][1] + 0.5),))
    moved = Placement(tuple(random.uniform(-0.5, 0.5, 3)), tuple(random.uniform(-1, 1, 3)))
    return c._replace(target=Placement.of(c.target).matrix() @ moved.matrix())


def draw_problem(robot, random, feasible):
    problem = Problem(robot, [])
    q = robot.random_configuration(int(random.integers(1 << 30)))
    constraints = [draw_constraint(problem, q, random) for _ in range(random.integers(1, 5))]
    return Problem(robot, constraints if feasible else [disturb(c, random) for c in constraints])


# ---- the other solver ----


def search(problem, start, bounds):
    found = minimize(problem.cost, start, method="SLSQP", bounds=bounds, options={"ftol": 1e-18, "maxiter": 300})
    return numpy.clip(found.x, bounds[:, 0], bounds[:, 1])


def limits_of(robot):
    return numpy.array([(joint.lower, joint.upper) for joint in robot.joints], dtype=float)


class KinematicConstraints(unittest.TestCase):
    def setUp(self):
        self.robot = condyle.load("universalUR5e")

    def test_violations_are_those_of_placements(self):
        random = numpy.random.default_rng(4)
        for name in ("universalUR5e", "kukaIiwa14"):
            robot = condyle.load(name)
            for _ in range(60):
                problem = draw_problem(robot, random, False)
                q = robot.random_configuration(int(random.integers(1 << 30)))
                found = robot.constraint_violations(problem.constraints, q)
                for constraint, violation, (angular, linear, bound) in zip(
                    problem.constraints, found, problem.parts(q), strict=True
                ):
                    self.assertEqual(violation.kind, constraint.kind)
                    numpy.testing.assert_allclose(violation.angular, angular, atol=1e-9)
                    numpy.testing.assert_allclose(violation.linear, linear, atol=1e-12)
                    self.assertAlmostEqual(violation.bound, float(bound), 9)

    def test_a_pose_is_that_of_inverse_kinematics(self):
        target = self.robot.get_transform("tool0", [0.1, -1, 1, 0.3, 0.2, 0])
        found = self.robot.generalized_inverse_kinematics([IKConstraint.pose("tool0", target)])
        self.assertTrue(found.converged)
        self.assertIs(found.at_minimum, False)
        numpy.testing.assert_allclose(self.robot.get_transform("tool0", found.q), target, atol=1e-6)

    def test_infeasible_problems_say_so(self):
        far = IKConstraint.position("tool0", (9, 0, 0))
        found = self.robot.generalized_inverse_kinematics([far])
        self.assertFalse(found.converged)
        self.assertTrue(found.at_minimum)
        self.assertEqual(found.worst, 0)
        self.assertAlmostEqual(found.violation, found.violations[0].size)
        self.assertAlmostEqual(found.cost, found.violation**2)

    def test_many_problems_are_rows(self):
        rows = [[IKConstraint.position("tool0", (0.4, 0.1 * i, 0.3))] for i in range(5)]
        rows[3] = [IKConstraint.position("tool0", (7, 0, 0))]
        many = self.robot.generalized_inverse_kinematics(rows, threads=2)
        self.assertEqual(many.converged.tolist(), [True, True, True, False, True])
        for i, row in enumerate(rows):
            one = self.robot.generalized_inverse_kinematics(row)
            numpy.testing.assert_array_equal(many.q[i], one.q)
            self.assertEqual(many.violations[0].size[i], one.violations[0].size)
        starts = numpy.zeros((3, 6))
        starts[:, 1] = [-1, -0.5, 0.5]
        many = self.robot.generalized_inverse_kinematics(rows[0], starts)
        self.assertEqual(many.q.shape, (3, 6))
        self.assertTrue(many.converged.all())

    def test_no_constraints_leave_the_start(self):
        start = [0.1, -1, 1, 0.3, 0.2, 0]
        found = self.robot.generalized_inverse_kinematics([], start)
        self.assertTrue(found.converged)
        self.assertEqual(found.worst, -1)
        self.assertEqual(found.q.tolist(), start)

    def test_what_is_no_constraint_is_refused(self):
        solve, nan = self.robot.generalized_inverse_kinematics, float("nan")
        for constraint, words in (
            (IKConstraint.position("tool9", (0, 0, 0)), "no body 'tool9'"),
            (IKConstraint.position("tool0", (0, nan, 0)), "no placement"),
            (IKConstraint.joint_bounds("elbow", (0, 1)), "elbow_joint"),
            (IKConstraint.joint_bounds("elbow_joint", (1, 0)), "bounds are 1 and 0"),
            (IKConstraint.pose("tool0", Placement(), weights=-1), "weight"),
        ):
            with self.assertRaisesRegex(condyle.RobotError, words):
                solve([constraint])
        good = IKConstraint.position("tool0", (0, 0, 1))
        for wrong, error in (
            ([IKConstraint("place", "tool0")], ValueError),
            ([good, 3], TypeError),
            ([[good], [good, good]], ValueError),
            ([good._replace(weights=(1, 1))], ValueError),
            ([good._replace(bounds=[(0, 1)] * 4)], ValueError),
        ):
            with self.assertRaises(error):
                solve(wrong)
        for options in ({"tolerance": 0}, {"iterations": 0}, {"restarts": -1}):
            with self.assertRaises(condyle.RobotError):
                solve([good], **options)
        with self.assertRaises(ValueError):
            solve([good], threads=-1)

    @unittest.skipUnless(minimize, "there is no SciPy")
    def test_least_violations_are_those_of_scipy(self):
        random = numpy.random.default_rng(1)
        robots = [condyle.load(name) for name in ("universalUR5e", "kukaIiwa14", "rethinkSawyer")]
        counts = {"feasible": 0, "infeasible": 0, "lower": 0, "equal": 0}
        for number, robot in zip(range(PROBLEMS), itertools.cycle(robots)):
            problem = draw_problem(robot, random, number % 2 == 0)
            bounds = limits_of(robot)
            start = numpy.clip(robot.random_configuration(int(random.integers(1 << 30))), bounds[:, 0], bounds[:, 1])
            ours = robot.generalized_inverse_kinematics(problem.constraints, start)
            self.assertAlmostEqual(problem.largest(ours.q), ours.violation, 7)
            self.assertAlmostEqual(problem.cost(ours.q), ours.cost, 7)
            self.assertTrue(ours.converged or number % 2, f"problem {number} is feasible: {ours}")
            others = [start, *(robot.random_configuration(int(random.integers(1 << 30))) for _ in range(2))]
            found = [search(problem, other, bounds) for other in others]
            best = min(found, key=problem.cost)
            if problem.largest(best) < 1e-6:
                counts["feasible"] += 1
                self.assertTrue(ours.converged, f"SciPy solves problem {number}")
            elif not ours.converged:
                least = problem.cost(best)
                counts["infeasible"] += 1
                counts["equal" if abs(least - ours.cost) < 1e-6 * max(least, 1e-3) else "lower"] += 1
                self.assertLessEqual(ours.cost, least * (1 + 1e-6) + 1e-9, f"problem {number}")
        if PROBLEMS >= 1000:
            print(counts)
        self.assertGreater(counts["feasible"], 0)
        self.assertGreater(counts["infeasible"], 0)


if __name__ == "__main__":
    unittest.main()
