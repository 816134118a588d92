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
    r"cdy_(model|tree)_find_\w+": "the call `require` of the same object is bound, which fails with the nearest name",
    r"cdy_(robot|batch|batch_f32)_\w+": "the same calls for a handle, for many states, over floats: a method is all three",
}





# Calls that are not bound yet.
NOT_YET = """
cdy_catalogue_at cdy_catalogue_count cdy_catalogue_find cdy_check_find_rule cdy_check_rule_at
cdy_check_rule_concerns cdy_check_rule_count cdy_expansion_argument cdy_expansion_argument_count cdy_expansion_call
cdy_expansion_file cdy_expansion_place cdy_fix_mends cdy_fix_options_default cdy_fix_urdf_file cdy_fix_urdf_text
cdy_forward_dynamics cdy_generate cdy_generate_options_default cdy_generated_clear cdy_inverse_kinematics_all
cdy_joint_type_nv cdy_limit_report_clear cdy_mesh_convex_hull cdy_mesh_destroy cdy_mesh_from_bytes cdy_mesh_load
cdy_mesh_locate cdy_mesh_measure cdy_mesh_triangle_count cdy_mesh_triangles cdy_mesh_vertex_count cdy_mesh_vertices
cdy_model_create cdy_model_load cdy_model_name cdy_model_require_frame cdy_model_require_joint cdy_model_save
cdy_payload_capacity_map cdy_random_configuration cdy_shapes_measure cdy_status_text cdy_trajectory_create_lines
cdy_urdf_list_packaged cdy_urdf_load_bundled cdy_urdf_load_file cdy_urdf_load_text cdy_xacro_expand_text
cdy_xacro_find_arguments cdy_xacro_is_needed
""".split()


def public_calls():
    text = "\n".join(path.read_text() for path in sorted(HEADERS.glob("*.h")))
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    return set(re.findall(r"CDY_API[^;(]*?\b(cdy_\w+)\(", text))


def bound_calls():
    text = "\n".join(path.read_text() for path in sorted(EXTENSION.glob("*.c")))
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    in_table = re.findall(r"^(?:REALS|DOUBLES)\((\w+)", text, flags=re.M)
    return set(re.findall(r"\bcdy_\w+", text)) | {f"cdy_{name}" for name in in_table}


@unittest.skipUnless(HEADERS.is_dir() and EXTENSION.is_dir(), "the sources are not there")
class Interface(unittest.TestCase):
    def test_every_public_call_is_bound_or_has_a_reason(self):
        public, bound = public_calls(), bound_calls()
        self.assertGreater(len(public), 250)
        missing = {call for call in public - bound if not any(re.fullmatch(p, call) for p in NOT_BOUND)}
        self.assertEqual(sorted(missing), NOT_YET)

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
