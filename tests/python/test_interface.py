"""Every public call of the C library is bound, or stands in a short list with the reason; all of it has types."""

import ast
import re
import unittest
from pathlib import Path

import condyle
from condyle import _command, _condyle
from test_pages import has_command

ROOT = Path(__file__).parents[2]
HEADERS, EXTENSION = ROOT / "lib" / "include" / "condyle", ROOT / "tools" / "python"

# Patterns of calls that have no name in Python, and why.
NOT_BOUND = {
    r"cdy_\w+_(init|size|init_from_bytes)|cdy_model_view": "memory of the caller's own: objects of Python own theirs",
    r"cdy_(robot|batch|batch_f32)_\w+": "the same calls for a handle, for many states, over floats: a method is all three",
    r"cdy_(model|tree)_find_\w+": "the call `require` of the same object is bound, which fails with the nearest name",
    r"cdy_check_find_rule": "rules() gives all rules with their codes",
    r"cdy_model_is_compiled": "a Robot opens robot files of every kind",
    r"cdy_model_(create|load|name|require_\w+)|cdy_load_(file|text)|cdy_urdf_load_bundled|cdy_random_configuration":
        "a Robot is the handle cdy_robot, whose calls of the same meaning are bound",
    r"cdy_forward_dynamics": "forward_dynamics(method='auto') is cdy_forward_dynamics_by() with the same meaning",
    r"cdy_drive_identification_\w+|cdy_tree_apply_drive_identification":
        "`condyle identify --friction full` writes the robot with its drives, which Python opens",
    r"cdy_payload_estimator_\w+": "they are for loops of controllers; recordings have condyle payload --identify",
    r"cdy_gain_identification_\w+": "`condyle identify --gains` writes the robot with its gains, which Python opens",
    r"cdy_identification_set_payload": "identify() takes one recording; `condyle identify` takes several",
    r"cdy_limit_report_clear": "limit_report() makes a report for each motion",
    r"cdy_joint_type_(nv|traits)": "Joint.q and Joint.qd have the numbers, Joint.type the name",
    r"cdy_momentum_observer_\w+|cdy_observed_wrench": "they are for loops of controllers; recordings have condyle observe",
    r"cdy_find_drive_\w+|cdy_drive_history|cdy_choose_drives|cdy_drive_(catalogue|limit|demand)_\w+|cdy_motor_drive_default":
        "robot.drives() asks `condyle drives` for a motion, as robot.identify() does for a log",
    r"cdy_tree_add_loop|cdy_constraint_from_loop": "loops come from files; Robot.loops are Constraints, and others are given",
    r"cdy_tree_add_exclusion|cdy_tree_exclusion(_count)?|cdy_distance_exclude_listed": "exclusions come from files; distances() leaves them out",
    r"cdy_tree_load_srdf": "`condyle distance`, `ik` and others take --srdf; exclude= of distances() takes pairs",
    r"cdy_tree_write|cdy_write_options_default": "`condyle export --as` writes MJCF and SDF, and to_urdf() URDF",
    r"cdy_status_text": "RobotError.status is a word, the text of the error its message",
}

# What Python has for each subcommand: names of Robot, or of the package where they begin with a dot.
COMMANDS = {
    "show": "joints show_details", "id": "inverse_dynamics", "fd": "forward_dynamics",
    "constrained": "constrained_forward_dynamics", "mechanism": "mechanism", "reactions": "joint_reactions", "mass": "mass_matrix",
    "gravity": "gravity_torque", "coriolis": "velocity_product coriolis_matrix", "transform": "get_transform",
    "velocity": "frame_velocity", "acceleration": "frame_acceleration", "jacobian": "geometric_jacobian",
    "manipulability": "manipulability", "task": "task_dynamics", "com": "center_of_mass",
    "energy": "energy centroidal_momentum", "regressor": "regressor",
    "derivatives": "inverse_dynamics_derivatives forward_dynamics_derivatives",
    "ik": "inverse_kinematics generalized_inverse_kinematics .IKConstraint", "sim": "simulation",
    "identify": "identify identification", "explain": "explain", "observe": "observe",
    "distance": "distances .convex_distance", "limits": "limit_report", "report": "report", "contact": "impact",
    "workspace": "reach_map",
    "stop": "stop", "drives": "drives", "payload": "payload_capacity identify_payload", "rows": "read_rows", "motion": "read_rows", "random": "random_configuration",
    "trajectory": "trajectory trajectory_lines", "smooth": "smoothing_rows", "excite": "excitation",
    "export": "export to_urdf", "edit": "tree", "compile": "save_model to_bytes", "generate": "generate",
    "check": ".check .fix", "diff": "diff", "xacro": ".expand_xacro", "list": ".catalogue", "inertia": ".Tree.estimate_inertia",
    "draw": "draw", "view": "view",
}  # fmt: skip
# Subcommands that Python has nothing for, and why.
NO_COMMANDS = {"bench": "it times the library itself; a call of Python is timed by Python's own means"}


def subcommands():
    text = _command.run(["help"])[0].decode()
    return re.findall(r"^  (\w+) ", text.split("Commands:")[1].split("ROBOT is")[0], flags=re.M)


def public_calls():
    text = "\n".join(path.read_text() for path in sorted(HEADERS.glob("*.h")))
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    return set(re.findall(r"CDY_API[^;(]*?\b(cdy_\w+)\(", text))


def bound_calls():
    text = "\n".join(path.read_text() for path in sorted(EXTENSION.glob("*.c")))
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    table = (EXTENSION / "quantity.h").read_text()
    in_table = re.findall(r"^ +X\((?:SAME|OWN), (\w+)", table, flags=re.M)
    return set(re.findall(r"\bcdy_\w+", text)) | {f"cdy_{name}" for name in in_table}


@unittest.skipUnless(HEADERS.is_dir() and EXTENSION.is_dir(), "the sources are not there")
class Interface(unittest.TestCase):
    def test_every_public_call_is_bound_or_has_a_reason(self):
        public, bound = public_calls(), bound_calls()
        self.assertGreater(len(public), 250)
        missing = {call for call in public - bound if not any(re.fullmatch(p, call) for p in NOT_BOUND)}
        self.assertEqual(sorted(missing), [])

    def test_every_reason_is_needed(self):
        missing = public_calls() - bound_calls()
        for pattern in NOT_BOUND:
            self.assertTrue(any(re.fullmatch(pattern, call) for call in missing), pattern)

    def test_what_is_bound_is_used(self):
        text = "\n".join(path.read_text() for path in (EXTENSION / "condyle").glob("*.py"))
        inside = [name for thing in (_condyle, _condyle.Robot) for name in vars(thing) if re.match("_[a-z]", name)]
        self.assertGreater(len(inside), 10)
        self.assertEqual([name for name in inside if not re.search(rf"\.{name}\b", text)], [])


def members(body):
    """The names of functions, methods and attributes in the body of a module or of a class."""
    functions = [node.name for node in body if isinstance(node, ast.FunctionDef)]
    return {*functions, *(node.target.id for node in body if isinstance(node, ast.AnnAssign))}


def untyped(path):
    """The functions of a file that lack the type of an argument or of the result."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef):
            given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs, node.args.vararg, node.args.kwarg]
            typed = all(each.annotation or each.arg in ("self", "cls") for each in given if each)
            if node.returns is None or not typed:
                yield f"{path.name}:{node.lineno}: {node.name}"


@unittest.skipUnless(EXTENSION.is_dir(), "the sources are not there")
class Types(unittest.TestCase):
    def test_a_stub_is_of_the_extension_alone(self):
        self.assertEqual([path.name for path in (EXTENSION / "condyle").glob("*.pyi")], ["_condyle.pyi"])

    def test_every_function_has_types(self):
        engines = ("_jax.py", "_torch.py")  # whose engines tell no types
        files = [path for path in sorted((EXTENSION / "condyle").glob("*.py")) if path.name not in engines]
        self.assertEqual([function for path in files for function in untyped(path)], [])

    def test_the_stub_has_what_the_extension_has(self):
        body = ast.parse((EXTENSION / "condyle" / "_condyle.pyi").read_text()).body
        (robot,) = (node.body for node in body if isinstance(node, ast.ClassDef) and node.name == "Robot")
        for stubbed, there in ((members(body), _condyle), (members(robot), _condyle.Robot)):
            real = {name for name in vars(there) if not re.match("__", name)} - {"Robot", "RobotError"}
            self.assertEqual({name for name in stubbed if not re.match("__", name)}, real)


class Commands(unittest.TestCase):
    @unittest.skipUnless(has_command(), "the command was not built")
    def test_python_has_every_subcommand_or_a_reason(self):
        self.assertGreater(len(subcommands()), 40)
        self.assertEqual(sorted(subcommands()), sorted([*COMMANDS, *NO_COMMANDS]))

    def test_what_python_has_is_there(self):
        for command, names in COMMANDS.items():
            for name in names.split():
                place = condyle if name.startswith(".") else condyle.Robot
                for part in name.lstrip(".").split("."):
                    self.assertTrue(hasattr(place, part), f"{command}: {name}")
                    place = getattr(place, part)


if __name__ == "__main__":
    unittest.main()
