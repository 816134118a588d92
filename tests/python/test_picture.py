"""Pictures of robots: the same as the command's, of the requested size, and the tables of notebooks."""

import base64
import os
import re
import struct
import subprocess
import tempfile
import unittest
import warnings
import zlib
from pathlib import Path
from xml.etree import ElementTree

import numpy

import condyle

COMMAND = os.environ.get("CONDYLE")

# Two boxes one behind the other along x, red and green, which a slider carries along y.
BOXES = """<robot name='b&amp;b'><material name='red'><color rgba='1 0 0 1'/></material>
  <material name='green'><color rgba='0 1 0 1'/></material><link name='rail'/>
  <link name='carriage'><inertial><mass value='2'/><inertia ixx='.1' ixy='0' ixz='0' iyy='.1' iyz='0' izz='.1'/></inertial>
    <visual><origin xyz='2 0 0'/><geometry><box size='1 1 1'/></geometry><material name='red'/></visual>
    <visual><origin xyz='-2 0 0'/><geometry><box size='1 1 1'/></geometry><material name='green'/></visual></link>
  <joint name='slide' type='prismatic'><parent link='rail'/><child link='carriage'/><axis xyz='0 1 0'/>
    <limit lower='-9' upper='9' effort='1' velocity='1'/></joint></robot>"""

PYRAMID = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n"
MESHES = """<robot name='m'><link name='a'><visual><geometry><mesh filename='{}'/></geometry></visual>
  <visual><geometry><mesh filename='package://parts/pyramid.obj'/></geometry></visual></link></robot>"""


def pixels_of(png):
    """Returns the pixels of a PNG file, (height, width, 3), whose rows are differences from the row above."""
    data, at = b"", 8
    while at < len(png):
        (length,), kind = struct.unpack(">I", png[at : at + 4]), png[at + 4 : at + 8]
        content = png[at + 8 : at + 8 + length]
        assert zlib.crc32(kind + content) == struct.unpack(">I", png[at + 8 + length : at + 12 + length])[0]
        if kind == b"IHDR":
            width, height = struct.unpack(">II", content[:8])
        data += content if kind == b"IDAT" else b""
        at += length + 12
    rows = numpy.frombuffer(zlib.decompress(data), numpy.uint8).reshape(height, 3 * width + 1)
    assert (rows[:, 0] == 2).all()
    return numpy.cumsum(rows[:, 1:], axis=0, dtype=numpy.uint8).reshape(height, width, 3)


def count_colored(picture, which):
    """Counts the pixels of a picture that are mostly red (0) or green (1)."""
    pixels = pixels_of(picture.png).astype(int)
    others = numpy.delete(pixels, which, axis=2).max(axis=2)
    return int((pixels[:, :, which] > others + 60).sum())


def parts_of(svg):
    """Returns the pixels within an SVG, and the rest of its text."""
    image = re.search(r'href="data:image/png;base64,([^"]*)"', svg)
    return pixels_of(base64.b64decode(image[1])), svg.replace(image[1], "")


class Pictures(unittest.TestCase):
    def test_what_is_in_front_hides_what_is_behind(self):
        robot = condyle.load(BOXES)
        self.assertGreater(count_colored(robot.draw(view="front"), 0), 10000)
        self.assertEqual(count_colored(robot.draw(view="front"), 1), 0)
        self.assertEqual(count_colored(robot.draw(view=(numpy.pi, 0)), 0), 0)
        self.assertGreater(count_colored(robot.draw(view=(numpy.pi, 0)), 1), 10000)

    def test_a_notebook_shows_it(self):
        picture = condyle.load(BOXES).draw(names=True, size=(300, 120))
        svg = ElementTree.fromstring(picture._repr_svg_())
        background = ' style="background:#fff"'  # dark lines would be lost on a dark notebook
        self.assertEqual(picture._repr_svg_().replace(background, "", 1), str(picture))
        self.assertEqual(svg.get("style"), "background:#fff")
        self.assertEqual((svg.get("width"), svg.get("height")), ("300", "120"))
        space = {"s": "http://www.w3.org/2000/svg"}
        self.assertEqual(svg.find("s:title", space).text, "b&b")
        self.assertEqual([label.text for label in svg.findall("s:text", space)], ["rail", "carriage"])
        self.assertEqual(pixels_of(picture.png).shape, (120, 300, 3))
        self.assertEqual(repr(picture), "<condyle.Picture: 300 x 120 pixels>")

    def test_saving(self):
        picture = condyle.load(BOXES).draw(size=(64, 48))
        with tempfile.TemporaryDirectory() as folder:
            picture.save(Path(folder) / "picture.svg")
            picture.save(f"{folder}/picture.PNG")
            self.assertEqual(Path(folder, "picture.svg").read_text(), str(picture))
            self.assertEqual(Path(folder, "picture.PNG").read_bytes(), picture.png)
            with self.assertRaisesRegex(ValueError, "'picture.gif'.*svg or .png"):
                picture.save("picture.gif")

    def test_several_poses(self):
        robot = condyle.load(BOXES)
        alone, all_three = robot.draw([3.0], view="front"), robot.draw([[-3.0], [0.0], [3.0]], view="front")
        wide = lambda picture: numpy.ptp(numpy.nonzero((pixels_of(picture.png) < 250).any(axis=(0, 2)))[0])
        high = lambda picture: numpy.ptp(numpy.nonzero((pixels_of(picture.png) < 250).any(axis=(1, 2)))[0])
        self.assertAlmostEqual(wide(alone) / high(alone), 1, delta=0.02)  # a box of 1 m
        self.assertAlmostEqual(wide(all_three) / high(all_three), 7, delta=0.2)  # from -3.5 m to 3.5 m

    def test_marks(self):
        robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
        q = [0, -1.5, 1.5, 0, 0, 0]
        draw = lambda **keywords: str(robot.draw(q, size=(80, 60), **keywords))
        svg = draw(torques=True)
        torque = robot.gravity_torque(q)
        self.assertEqual(
            re.findall(r">(-?[\d.e-]+) N m<", svg), [f"{x:.3g}" for x in torque if abs(x) > 0.005 * max(abs(torque))]
        )
        pulled = draw(torques=True, wrenches={"tool0": [1, 2, 3, 4, 5, -50]})
        at = robot.get_transform("tool0", q=q)[:3, 3]
        force = robot.external_force("tool0", numpy.append([1, 2, 3] + numpy.cross(at, [4, 5, -50]), [4, 5, -50]))
        torque = robot.inverse_dynamics(q, fext=force)
        self.assertEqual(
            re.findall(r">(-?[\d.e-]+) N m<", pulled), [f"{x:.3g}" for x in torque if abs(x) > 0.005 * max(abs(torque))]
        )
        plain = draw().count("<line")
        # three axes a body; an arrow has a shaft and a head
        self.assertEqual(draw(frames=True).count("<line") - plain, 3 * len(robot.frames))
        self.assertGreater(draw(inertia=True).count("<line"), plain)
        self.assertGreater(draw(wrenches={"tool0": [0, 0, 0, 0, 0, 9]}).count("<line"), plain)
        arcs = draw(wrenches={"tool0": [0, 0, 5, 0, 0, 0]}).count("<line")
        self.assertGreater(arcs, plain + 5)

    @unittest.skipUnless(COMMAND, "the command condyle was not built")
    def test_the_command_draws_the_same(self):
        cases = (
            ("universalUR5e", {"size": (300, 200)}, ["--size", "300,200"]),
            ("kukaIiwa14", {"view": "side", "frames": True, "names": True, "size": (90, 120)},
             ["--view", "side", "--frames", "--names", "--size", "90,120"]),
            ("universalUR5e", {"torques": True, "size": (300, 200), "inertia": True},
             ["--torques", "--size", "300,200", "--inertia", "--gravity", "0,0,-9.81"]),
            ("universalUR5e", {"wrenches": {"tool0": [1, 0, 2, 3, 0, 5]}, "collisions": True, "size": (80, 60)},
             ["--wrench", "tool0@base-axes:1,0,2,3,0,5", "--collisions", "--size", "80,60"]),
            ("kukaIiwa14", {"joints": True, "size": (90, 120)}, ["--joints", "--size", "90,120"]),
        )  # fmt: skip
        with tempfile.TemporaryDirectory() as folder:
            for name, keywords, options in cases:
                robot = condyle.load(name, gravity=(0, 0, -9.81))
                q = numpy.linspace(-1, 1, robot.nq)
                picture = robot.draw(q, **keywords)
                for file in ("p.svg", "p.png"):
                    options_q = [f"--q={','.join(map(repr, map(float, q)))}", *options, "--force", "-o", f"{folder}/{file}"]
                    subprocess.run([COMMAND, "draw", name, *options_q], check=True)
                numpy.testing.assert_array_equal(pixels_of(Path(folder, "p.png").read_bytes()), pixels_of(picture.png))
                found, expected = parts_of(str(picture)), parts_of(Path(folder, "p.svg").read_text())
                numpy.testing.assert_array_equal(found[0], expected[0])
                self.assertEqual(found[1], expected[1])

    @unittest.skipUnless(COMMAND, "the command condyle was not built")
    def test_the_command_draws_the_same_outlines(self):
        picture = condyle.load("universalUR5e").draw(outlines=True, joints=True, size=(200, 120))
        with tempfile.TemporaryDirectory() as folder:
            options = ["--outlines", "--joints", "--size", "200,120", "-o", f"{folder}/p.svg"]
            subprocess.run([COMMAND, "draw", "universalUR5e", *options], check=True)
            self.assertEqual(str(picture), Path(folder, "p.svg").read_text())
        self.assertNotIn("<image", str(picture))
        self.assertEqual(pixels_of(picture.png).shape, (120, 200, 3))

    def test_meshes(self):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "parts").mkdir()
            for name in ("own.obj", "parts/pyramid.obj"):
                Path(folder, name).write_text(PYRAMID)
            file = Path(folder, "robot.urdf")
            file.write_text(MESHES.format("own.obj"))
            with warnings.catch_warnings():
                warnings.simplefilter("error", condyle.RobotWarning)
                shown = str(condyle.load(file, packages=[f"parts={folder}/parts"]).draw())
                text = condyle.load(MESHES.format("own.obj"))
                self.assertEqual(str(text.draw(robot_file=file, packages=[folder])), shown)
            with self.assertWarnsRegex(condyle.RobotWarning, "2 meshes cannot be shown, the first: .*own.obj"):
                text.draw(robot_file="/nowhere/robot.urdf")

    def test_what_cannot_be_drawn(self):
        robot = condyle.load(BOXES)
        for keywords, words in (
            ({"view": "below"}, "view: 'below'.*'iso', 'front', 'back', 'side', 'top'"),
            ({"view": (1, 2, 3)}, "view"),
            ({"view": (0, 2.0)}, "elevation"),
            ({"view": (float("nan"), 0)}, "view"),
            ({"size": (15, 100)}, "16 to 8192"),
            ({"size": (100, 9000)}, "16 to 8192"),
            ({"q": [0, 0]}, "q"),
            ({"q": [[float("nan")]]}, "q"),
            ({"q": numpy.zeros((0, 1))}, "at least one"),
            ({"wrenches": {"tool": [0] * 6}}, "tool"),
            ({"wrenches": {"carriage": [0] * 5}}, "wrench"),
            ({"wrenches": {"carriage": [float("nan")] * 6}}, "wrenches: 'carriage': expected finite numbers"),
            ({"wrenches": {"carriage": "abc"}}, "wrenches: 'carriage': expected six numbers, not 'abc'"),
            ({"view": None}, "view: expected a name or .azimuth, elevation. in rad, not None"),
            ({"view": (0,)}, "view: expected a name or .azimuth"),
            ({"size": (32.5, 20)}, "size: expected width and height in pixels, two whole numbers, not .32.5, 20."),
            ({"size": None}, "size: expected width and height in pixels"),
            ({"size": (10**10, 2**64)}, "16 to 8192 pixels, not 10000000000 x 18446744073709551616"),
            ({"robot_file": "\ud800"}, "the path .* has half of a character"),
        ):
            with self.subTest(keywords), self.assertRaisesRegex((ValueError, condyle.RobotError), words):
                robot.draw(**keywords)
        with self.assertRaisesRegex(TypeError, "wrenches: expected a dictionary .*, not list"):
            robot.draw(wrenches=[("carriage", [0] * 6)])
        with self.assertRaisesRegex(ValueError, "compiled model"):
            condyle.load(robot.to_bytes()).draw()


class Tables(unittest.TestCase):
    def test_joints_and_bodies(self):
        robot = condyle.load("universalUR5e")
        table = ElementTree.fromstring(robot._repr_html_())
        joints, bodies = table.findall("table")
        rows = lambda part: [[cell.text or "" for cell in row] for row in part.findall("tr")[1:]]
        self.assertEqual([row[0] for row in rows(joints)], [joint.name for joint in robot.joints])
        self.assertEqual(rows(joints)[1][3:], ["-6.28319", "6.28319", "rad", "150", "3.14159"])
        self.assertEqual([row[0] for row in rows(bodies)], [body.name for body in robot.bodies])
        upper = next(row for row in rows(bodies) if row[0] == "upper_arm_link")
        self.assertEqual(upper[:4], ["upper_arm_link", "shoulder_link", "shoulder_lift_joint", "8.393"])

    def test_names_are_text(self):
        robot = condyle.load("<robot name='&lt;r&gt;'><link name='&lt;i&gt;'/></robot>")
        self.assertNotIn("<i>", robot._repr_html_())
        self.assertNotIn("<r>", robot._repr_html_())

    def test_a_compiled_model_has_joints_alone(self):
        robot = condyle.load(condyle.load("universalUR5e").to_bytes())
        self.assertEqual(len(ElementTree.fromstring(robot._repr_html_()).findall("table")), 1)


if __name__ == "__main__":
    unittest.main()
