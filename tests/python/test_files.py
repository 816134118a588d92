"""Rules, mending, catalogue, xacro and meshes."""

import os
import tempfile
import unittest
from pathlib import Path

import numpy

import condyle

TETRAHEDRON = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n"
WRONG = "<robot name='r'><link name='a'><inertal/></link></robot>"
XACRO = """<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">
<xacro:arg name="side" default="left"/>
<xacro:arg name="size" default="2"/>
<xacro:macro name="part" params="n">
<link name="$(arg side)_${n}"/>
</xacro:macro>
<xacro:part n="1"/>
</robot>"""


class Rules(unittest.TestCase):
    def test_findings_are_of_rules(self):
        rules = {rule.code: rule for rule in condyle.rules()}
        self.assertGreater(len(rules), 40)
        for finding in condyle.check(WRONG):
            self.assertIn(finding.code, rules)
        self.assertIn(rules["axis-not-unit"].level, ("note", "warning", "error"))
        self.assertTrue(rules["axis-not-unit"].mends and not rules["roots"].mends)
        programs = {program for rule in rules.values() for program in rule.programs}
        self.assertEqual(programs, {"urdfdom", "mujoco", "drake", "pinocchio", "sdformat", "mujoco@3", "mujoco@4", "isaac"})

    def test_mending(self):
        fixed = condyle.fix(WRONG)
        self.assertEqual(fixed.text, WRONG.replace("inertal", "inertial"))
        self.assertEqual([(c.code, c.line, c.was, c.now) for c in fixed.changes], [("element-misspelled", 1, "<inertal>", "<inertial>")])
        self.assertEqual(condyle.fix(WRONG, disable=["element-misspelled"]).changes, [])
        with self.assertRaises(condyle.RobotError):
            condyle.fix(WRONG, disable=["no-such-rule"])
        with tempfile.TemporaryDirectory() as folder:
            path, copy = Path(folder) / "r.urdf", Path(folder) / "c.urdf"
            path.write_text(WRONG)
            self.assertEqual(condyle.fix(path).text, fixed.text)
            self.assertEqual(len(condyle.fix_file(path, copy)), 1)
            self.assertEqual((path.read_text(), copy.read_text()), (WRONG, fixed.text))
            with self.assertRaises(condyle.RobotError) as caught:
                condyle.fix_file(path, copy)
            self.assertEqual(caught.exception.status, "io")
            condyle.fix_file(path, copy, replace=True)
            condyle.fix_file(path)
            self.assertEqual(path.read_text(), fixed.text)

    def test_the_catalogue(self):
        entries = condyle.catalogue()
        self.assertLessEqual({entry.name for entry in entries}, set(condyle.robots()))
        for entry in entries:
            self.assertEqual(condyle.load(entry.name).nv, entry.dof)
            self.assertEqual(condyle.catalogue_entry(entry.name), entry)
        self.assertIsNone(condyle.catalogue_entry("no-such-robot"))

    def test_packages(self):
        before = os.environ.get("CONDYLE_URDF_PATH")
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "arms").mkdir()
            (Path(folder) / "arms" / "package.xml").write_text("<package><name>arms</name></package>")
            (Path(folder) / "arms" / "x.urdf").write_text("<robot name='x'><link name='a'/></robot>")
            os.environ["CONDYLE_URDF_PATH"] = folder
            try:
                self.assertEqual([Path(path).name for path in condyle.packaged_robots()], ["x.urdf"])
                self.assertEqual(condyle.robot_path("x"), str(Path(folder) / "arms" / "x.urdf"))
                with self.assertRaises(condyle.RobotError):
                    condyle.robot_path("no-such-robot")
            finally:
                os.environ.pop("CONDYLE_URDF_PATH")
                if before is not None:
                    os.environ["CONDYLE_URDF_PATH"] = before


class Formats(unittest.TestCase):
    def test_the_content_has_the_format_that_is_named(self):
        robot = "<robot name='r'><link name='a'/></robot>"
        self.assertEqual(condyle.load(robot, format="urdf").nv, 0)
        for other in ("mjcf", "sdf", "usd"):
            with self.assertRaisesRegex(condyle.RobotError, f"in URDF, as .* expected {other.upper()}"):
                condyle.load(robot, format=other)
        with self.assertRaisesRegex(ValueError, "format: expected one of 'urdf', 'mjcf', 'sdf', 'usd', not 'xml'"):
            condyle.load(robot, format="xml")

    def test_a_model_is_named_by_a_text(self):
        with self.assertRaisesRegex(TypeError, "model: expected the name of a model, not 3"):
            condyle.load("<robot name='r'><link name='a'/></robot>", model=3)


class Folders(unittest.TestCase):
    def test_a_folder_is_told(self):
        for source in (".", Path(".."), "./", os.getcwd()):
            for call in (condyle.load, condyle.check):
                with self.assertRaisesRegex(condyle.RobotError, "is a directory; expected a") as caught:
                    call(source)
                self.assertEqual((caught.exception.status, caught.exception.file), ("io", str(os.fspath(source))))


class Paths(unittest.TestCase):
    def test_names_of_files_that_are_no_utf_8(self):
        """Linux allows any bytes in names; Python shows those that are no UTF-8 as surrogates."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.fsdecode(os.fsencode(folder) + b"/\x80")
            try:
                os.mkdir(path)
            except OSError:
                self.skipTest("the file system refuses such names")
            tree = condyle.load("universalUR5e").tree()
            saved = path + "/arm.urdf"
            tree.save(saved)
            robot = condyle.load(saved)
            self.assertEqual(robot.nv, 6)
            robot.save_model(path + "/arm.cdy")
            self.assertEqual(condyle.load(path + "/arm.cdy").nv, 6)
            self.assertEqual({finding.file for finding in condyle.check(saved)} - {saved}, set())
            tree.save_drives(path + "/drives.toml")
            tree.load_drives(path + "/drives.toml")
            Path(path, "t.obj").write_bytes(TETRAHEDRON)
            self.assertGreater(condyle.Mesh(path + "/t.obj").measure().volume, 0.1)
            self.assertEqual(condyle.mesh_locate("t.obj", saved), path + "/t.obj")
            Path(path, "r.xacro").write_text(XACRO)
            for call in (condyle.expand_xacro, condyle.Expansion, condyle.xacro_arguments):
                with self.assertRaisesRegex(condyle.RobotError, "is not UTF-8"):  # expressions can have the file's name
                    call(path + "/r.xacro")
            Path(path, "wrong.urdf").write_text(WRONG)
            self.assertEqual(len(condyle.fix(path + "/wrong.urdf").changes), 1)
            self.assertEqual(condyle.fix_file(path + "/wrong.urdf", path + "/mended.urdf")[0].file, path + "/wrong.urdf")
            self.assertEqual(condyle.check(path + "/wrong.urdf")[0].file, path + "/wrong.urdf")
            self.assertTrue(str(robot.draw(size=(40, 30), robot_file=saved)))
            self.assertRaises(condyle.RobotError, condyle.load, path + "/none.urdf")

    def test_halves_of_characters_are_told(self):
        path, tree = "a\ud800.urdf", condyle.load("universalUR5e").tree()
        for call in (condyle.load, condyle.check, condyle.expand_xacro, condyle.Expansion, condyle.xacro_arguments,
                     condyle.Mesh, condyle.fix_file, tree.save, tree.load_drives, tree.save_drives,
                     condyle.load("universalUR5e").save_model, lambda path: condyle.mesh_locate("a.stl", path)):  # fmt: skip
            with self.assertRaisesRegex(ValueError, "^the path .* has half of a character .*; expected text$"):
                call(path)
            with self.assertRaisesRegex(ValueError, "^embedded null (byte|character)"):
                call("a\0b")
        for call in (condyle.load, condyle.check, condyle.fix, condyle.Expansion):
            with self.assertRaisesRegex(ValueError, "^<text>:2: .* is half of a character .*; expected text$"):
                call("<robot name='r'>\n<link name='\ud800'/></robot>")


class Xacro(unittest.TestCase):
    def setUp(self):
        self.assertTrue(condyle.xacro_is_needed(XACRO))
        try:
            condyle.Expansion(XACRO, {"size": 1})
        except condyle.RobotError as error:
            if error.status == "unsupported":
                self.skipTest(str(error))
            raise

    def test_expansions_know_where_they_are_from(self):
        expansion = condyle.Expansion(XACRO, {"side": "right", "size": True}, name="r.xacro")
        line = next(i for i, text in enumerate(expansion.text.splitlines(), 1) if "right_1" in text)
        place = expansion.place(line)
        self.assertEqual((place.line, place.calls[0][0], place.calls[0][2]), (5, "part", 7))
        self.assertEqual([(a.name, a.default, a.value, a.line) for a in expansion.arguments],
                         [("side", "left", "right", 2), ("size", "2", "true", 3)])
        self.assertFalse(condyle.xacro_is_needed(expansion.text))

    def test_arguments_are_given_alike_everywhere(self):
        """As a dictionary or as on the command line, by load(), expand_xacro(), Expansion() and xacro_arguments()."""
        text = "<robot name='r' xmlns:xacro='x'><xacro:arg name='a' default='b'/><link name='$(arg a)'/></robot>"
        for arguments in ({"a": "c"}, "a:=c", ["a:=c"]):
            self.assertEqual(condyle.load(text, arguments).frames, ("c",))
            self.assertIn('<link name="c"/>', condyle.Expansion(text, arguments).text)
            self.assertEqual(condyle.xacro_arguments(text, arguments)[0].value, "c")
        for wrong in (5, "a", ["=b"], [1]):
            for call in (condyle.load, condyle.Expansion, condyle.xacro_arguments):
                with self.assertRaises((TypeError, ValueError)):
                    call(text, wrong)

    def test_arguments_of_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "r.urdf.xacro"
            path.write_text(XACRO.replace("${n}", "${n + missing}"))
            self.assertEqual([a.name for a in condyle.xacro_arguments(path)], ["side", "size"])
            with self.assertRaises(condyle.RobotError) as caught:
                condyle.Expansion(path, {"size": 1})
            self.assertEqual(caught.exception.line, 5)
            path.write_text(XACRO)
            self.assertEqual(condyle.Expansion(path, {"size": 1}).files, (str(path),))
            include = "<xacro:include filename='gone.xacro' optional='true'/>"
            path.write_text(f"<robot name='r' xmlns:xacro='x'>{include}</robot>")
            self.assertEqual(condyle.Expansion(path).missing_files, (str(Path(folder) / "gone.xacro"),))
            path.write_text(XACRO)
            self.assertEqual(condyle.Expansion(path, {"size": 1}).text, condyle.expand_xacro(path, {"size": 1}))


class Meshes(unittest.TestCase):
    def test_a_tetrahedron_has_its_closed_form(self):
        mesh = condyle.Mesh(TETRAHEDRON, "t.obj")
        self.assertEqual((mesh.vertices.shape, mesh.triangles.shape), ((4, 3), (4, 3)))
        measures = mesh.measure((2, 1, 1))
        self.assertAlmostEqual(measures.volume, 2 / 6, 14)
        numpy.testing.assert_allclose(measures.center, (0.5, 0.25, 0.25), atol=1e-14)
        self.assertEqual((measures.lower, measures.upper, measures.watertight), ((0, 0, 0), (2, 1, 1), True))
        corner = mesh.vertices[mesh.triangles]
        volume = numpy.einsum("ij,ij->i", corner[:, 0], numpy.cross(corner[:, 1], corner[:, 2])).sum() / 6
        self.assertAlmostEqual(volume, 1 / 6, 14)
        open_mesh = condyle.Mesh(b"\n".join(TETRAHEDRON.split(b"\n")[:-2]), "t.obj")
        self.assertFalse(open_mesh.measure().watertight)
        self.assertAlmostEqual(open_mesh.convex_hull().measure().volume, 1 / 6, 12)
        del mesh  # the arrays have memory of their own
        self.assertEqual(corner.shape, (4, 3, 3))

    def test_files_and_places(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "t.obj"
            path.write_bytes(TETRAHEDRON)
            self.assertEqual(len(condyle.Mesh(path).triangles), 4)
            self.assertEqual(condyle.mesh_locate("t.obj", Path(folder) / "r.urdf"), str(path))
            with self.assertRaises(condyle.RobotError):
                condyle.Mesh(path, max_bytes=5)
            text = "<robot name='r'><link name='a'><visual><geometry><mesh filename='t.obj'/></geometry></visual></link></robot>"
            tree = condyle.load(text).tree()
            solid = condyle.measure_shapes(tree, "a", visuals=True, robot_file=Path(folder) / "r.urdf")
            self.assertAlmostEqual(solid.volume, 1 / 6, 14)
            self.assertEqual((solid.hulls, condyle.measure_shapes(tree, "a").volume), (0, 0))
            with self.assertRaises(condyle.RobotError):
                condyle.measure_shapes(tree, "a", visuals=True)
        for wrong in ((b"", "t.obj"), (b"solid", "t.stl"), (TETRAHEDRON, "t.xyz")):
            with self.assertRaises(condyle.RobotError):
                condyle.Mesh(*wrong)
        with self.assertRaises(condyle.RobotError):
            condyle.Mesh("no-such.obj")
        with self.assertRaises(condyle.RobotError):
            condyle.mesh_locate("package://no_such_package/x.stl")


if __name__ == "__main__":
    unittest.main()
