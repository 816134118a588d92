"""Every public call of the C library is bound, or stands in a short list with the reason."""

import re
import unittest
from pathlib import Path

import condyle
from condyle import _condyle

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
    r"cdy_tree_write|cdy_write_options_default": "`condyle export --as` writes MJCF and SDF, and to_urdf() URDF",
    r"cdy_status_text": "RobotError.status is a word, the text of the error its message",
}


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


if __name__ == "__main__":
    unittest.main()
