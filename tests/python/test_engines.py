"""Engines that distribute states among processes: the examples of docs/engines.md, and order and count of rows kept."""

import doctest
import importlib.util
import multiprocessing
import re
import unittest
from pathlib import Path

import numpy

import condyle

ENGINES = Path(__file__).parents[2] / "docs" / "engines.md"


class WithoutMessages(doctest.OutputChecker):
    """Compares what examples print, without the messages that Ray's processes print in between."""

    def check_output(self, want, got, optionflags):
        own = [line for line in got.splitlines(keepends=True) if "(raylet)" not in line]
        return super().check_output(want, "".join(own), optionflags)


def run_section(test, title, least):
    """Runs the examples of a section of docs/engines.md, where it is there."""
    if not ENGINES.is_file():
        test.skipTest("docs/engines.md is not there")
    section = re.split(r"^## ", ENGINES.read_text().partition(f"\n## {title}\n")[2], flags=re.M)[0]
    examples = "\n".join(re.findall(r"```python\n(.*?)```", section, re.S))
    runner = doctest.DocTestRunner(WithoutMessages())
    runner.run(doctest.DocTestParser().get_doctest(examples, {}, f"docs/engines.md, {title}", None, None))
    test.assertEqual(runner.failures, 0)
    test.assertGreaterEqual(runner.tries, least)


class Engines(unittest.TestCase):
    @unittest.skipUnless(importlib.util.find_spec("pyarrow"), "pyarrow is not installed")
    def test_arrow(self):
        run_section(self, "Arrow", 11)

    @unittest.skipUnless(importlib.util.find_spec("pyarrow"), "pyarrow is not installed")
    def test_parquet(self):
        run_section(self, "Parquet", 12)

    @unittest.skipUnless(importlib.util.find_spec("dask"), "Dask is not installed")
    def test_dask(self):
        run_section(self, "Dask", 6)


class Processes(unittest.TestCase):
    def test_methods_go_to_other_processes(self):
        robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
        robot.set_payload("tool0", 2.0)
        q = robot.random_configuration(1, 1000)
        with multiprocessing.get_context("spawn").Pool(2) as pool:
            parts = pool.map(robot.gravity_torque, numpy.array_split(q, 5))
        numpy.testing.assert_array_equal(numpy.concatenate(parts), robot.gravity_torque(q))


if __name__ == "__main__":
    unittest.main()
