"""SDF beside libsdformat: masses, inertias, frames, axes and limits of random models and of every bundled robot."""

import json
import os
import subprocess
import tempfile
import unittest
import warnings
from pathlib import Path

import numpy

import condyle
from test_sdf import Old, Writer

__all__ = ["Sdformat"]

FACTS = os.environ.get("SDFORMAT_FACTS")
COMMAND = os.environ.get("CONDYLE")
WATCHED = os.environ.get("WATCHED")  # by a sanitizer or counters, which take their time
MODELS = 20 if WATCHED else 100
FREE = 1e15  # limits beyond it are none


class Driven(Writer):
    """Joints have limits, some without an end, and passive forces; some included models are merged."""

    def model(self, name, depth=0, pose=""):
        text = super().model(name, depth, pose)
        if depth > 1 or self.rng.random() < 0.6:
            return text
        (self.folder / "parts").mkdir(exist_ok=True)
        part, file = f"p{self.number()}", f"merged{self.number()}.sdf"
        placed = self.rng.choice(["", f" placement_frame='{part}'", f" placement_frame='{part}_frame'"])
        (self.folder / "parts" / file).write_text(self.file(
            f"<model name='{part}_model'{placed}>{self.link(part, None)}{self.link(part + '_tip', part)}"
            f"{self.frame(part + '_frame', part)}{self.joint(part + '_joint', part, part + '_tip', ['__model__', part])}"
            "</model>\n"))
        return text[: text.rindex("</model>")] + (
            f"<include merge='true'><uri>model://parts/{file}</uri>{self.pose(self.rng.choice([None, 'l0']))}</include>\n"
            + self.joint(part + "_mount", "l0", part, ["__model__", part]) + "</model>\n")

    def joint(self, name, parent, child, frames):
        text = super().joint(name, parent, child, frames)
        limit = self.rng.choice(["", "<lower>-9</lower><upper>9</upper>", "<lower>-0.25</lower>", "<upper>1.5</upper>",
                                 "<lower>-inf</lower><upper>2</upper>", "<lower>-1e16</lower><upper>1e16</upper>"])
        most = self.rng.choice(["", "<effort>7.5</effort><velocity>3</velocity>", "<effort>-1</effort>",
                                "<effort>inf</effort><velocity>2</velocity>"])
        rest = "<spring_reference>0.1</spring_reference><spring_stiffness>2</spring_stiffness>"
        passive = self.rng.choice(["", "<damping>0.5</damping>", f"<friction>0.25</friction>{rest}"])
        return text.replace("<limit><lower>-9</lower><upper>9</upper></limit>",
                            f"<limit>{limit}{most}</limit><dynamics>{passive}</dynamics>")


def matrix(values):
    """Return the matrix of x y z and a quaternion w x y z."""
    x, y, z, w, a, b, c = values
    n = w * w + a * a + b * b + c * c
    R = [[n - 2 * (b * b + c * c), 2 * (a * b - c * w), 2 * (a * c + b * w)],
         [2 * (a * b + c * w), n - 2 * (a * a + c * c), 2 * (b * c - a * w)],
         [2 * (a * c - b * w), 2 * (b * c + a * w), n - 2 * (a * a + b * b)]]
    X = numpy.eye(4)
    X[:3, :3], X[:3, 3] = numpy.array(R) / n, (x, y, z)
    return X


def read_facts(path):
    """Return what libsdformat reads: links, joints and frames by name."""
    run = subprocess.run([FACTS, path, path.parent], capture_output=True, text=True)
    if run.returncode:
        raise ValueError(run.stderr)
    facts = {"link": {}, "joint": {}, "frame": {}}
    for line in run.stdout.splitlines():
        kind, name, *values = line.split("\t")
        facts[kind][name] = (matrix([float(v) for v in values[:7]]), values[7:])
    return facts


@unittest.skipUnless(FACTS and COMMAND, "libsdformat is not installed (Debian: libsdformat-dev)")
class Sdformat(unittest.TestCase):
    tolerance = 1e-10

    def close(self, ours, theirs, scale=1.0, message=""):
        numpy.testing.assert_allclose(ours, theirs, rtol=0, atol=self.tolerance * scale, err_msg=message)

    def load(self, path):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            robot = condyle.load(os.fspath(path), mimic="independent")
        shown = subprocess.run([COMMAND, "show", path, "--format", "json"], check=True, capture_output=True).stdout
        return robot, {body["name"]: body for body in json.loads(shown)["bodies"]}

    def compare(self, path):
        facts, (robot, bodies) = read_facts(path), self.load(path)
        # Where it merges a model, libsdformat 12 writes its poses anew, with six digits.
        self.tolerance = 5e-5 if any("_merged__" in name for name in facts["frame"]) else 1e-10
        q = numpy.zeros(robot.nq) if robot.nq == robot.nv else robot.home_configuration()
        first = next(iter(facts["link"]))
        base = robot.get_transform(first, q=q) @ numpy.linalg.inv(facts["link"][first][0])
        for name, (pose, values) in facts["link"].items():
            self.compare_link(bodies[name], [float(v) for v in values], name)
        for name, (pose, _) in {**facts["link"], **facts["frame"]}.items():
            if "_merged__" in name:  # of the model that was merged
                continue
            self.close(robot.get_transform(name, q=q), base @ pose, message=name)
        columns = {joint.name: joint.qd.start for joint in robot.joints}
        by_joint = {body["joint"]: body for body in bodies.values()}
        for name, (pose, values) in facts["joint"].items():
            kind, parent, child, *numbers = values
            axes = numpy.array([float(v) for v in numbers]).reshape(-1, 11)
            self.assertEqual(kind == "fixed", name not in columns, name)
            for i, axis in enumerate(axes):
                joint = name + ("_axis2" if i else "")
                self.compare_axis(robot, columns[joint], kind, base @ pose, base[:3, :3] @ axis[:3], parent, child, q)
                self.compare_numbers(by_joint[joint], axis[3:], kind)
        return facts

    def compare_link(self, body, values, name):
        mass, center, about = values[0], numpy.array(values[1:4]), numpy.array(values[4:])
        x, y, z = center
        moved = [y * y + z * z, x * x + z * z, x * x + y * y, -y * z, -x * z, -x * y]
        self.close(body["mass"], mass, message=name)
        self.close(body["center_of_mass"], center, message=name)
        self.close(body["inertia"], about + mass * numpy.array(moved), max(1, abs(about).max()), message=name)

    def compare_axis(self, robot, column, kind, place, axis, parent, child, q):
        """The child moves against the parent by a turn about the axis, or along it."""
        def motion(link):
            if link == "world":
                return numpy.zeros(6)
            J, p = robot.geometric_jacobian(link, q=q)[:, column], robot.get_transform(link, q=q)[:3, 3]
            return numpy.concatenate([J[:3], J[3:] + numpy.cross(J[:3], place[:3, 3] - p)])
        moved = motion(child) - motion(parent)
        slides = kind == "prismatic"
        self.close(moved[:3], axis * (not slides), message=child)
        self.close(moved[3:], axis * slides, message=child)

    def compare_numbers(self, body, numbers, kind):
        lower, upper, effort, velocity, *passive = numbers
        limits, name = body["limits"] or {}, body["joint"]
        ours = [-numpy.inf if limits.get("lower") is None else limits["lower"],
                numpy.inf if limits.get("upper") is None else limits["upper"]]
        if kind == "continuous" or (lower < -FREE and upper > FREE):
            self.assertTrue(body["type"] in ("continuous", "prismatic") and not numpy.isfinite(ours).any(), name)
        else:
            self.close(ours[0] if lower > -FREE else -numpy.inf, lower if lower > -FREE else -numpy.inf, message=name)
            self.close(ours[1] if upper < FREE else numpy.inf, upper if upper < FREE else numpy.inf, message=name)
        for what, value in (("effort", effort), ("velocity", velocity)):
            self.close(limits.get(what) or 0, value if 0 < value < FREE else 0, message=name)
        dynamics = body["dynamics"] or {}
        for what, value in zip(("damping", "friction", "stiffness", "spring_rest"), passive):
            self.close(dynamics.get(what) or 0, value, message=name)

    def test_random_models(self):
        for seed in range(MODELS):
            with self.subTest(seed=seed), tempfile.TemporaryDirectory() as name:
                folder = Path(name)
                writer = (Old if seed % 4 == 0 else Driven)(seed, folder)
                (folder / "robot.sdf").write_text(writer.file(writer.model("robot")))
                self.compare(folder / "robot.sdf")

    def test_bundled_robots(self):
        """What is written has the numbers of the robot, libsdformat reads it, and so do we."""
        for name in condyle.robots()[:: 8 if WATCHED else 1]:
            with self.subTest(name=name), tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "robot.sdf"
                subprocess.run([COMMAND, "export", name, "--as", "sdf", "-o", path], check=True, capture_output=True)
                own, bodies = self.load(name)
                try:
                    facts = self.compare(path)
                except ValueError as error:
                    self.assertRegex(str(error), "inertia|mass", name)  # of bodies that cannot be
                    continue
                q = numpy.zeros(own.nq)
                # A link that shares its name with a joint is written with _link behind.
                renamed = {f"{body}_link": body for body in bodies if f"{body}_link" not in bodies}
                facts = {kind: {renamed.get(name, name): fact for name, fact in some.items()}
                         for kind, some in facts.items()}
                for link, (pose, values) in facts["link"].items():
                    if bodies[link]["mass"] > 0:
                        self.compare_link(bodies[link], [float(v) for v in values], link)
                for frame, (pose, _) in {**facts["link"], **facts["frame"]}.items():
                    if own.nq == own.nv:
                        self.close(own.get_transform(frame, q=q), pose, message=frame)


if __name__ == "__main__":
    unittest.main()
