#!/usr/bin/env python3
"""The tool that draws changes, on a file whose changes are known: those that its test notices, and those that it does
not."""

import os
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

try:
    import changes
    import schemata
    import suites
except ModuleNotFoundError as missing:
    print(f'skipped: {missing}; Debian: python3-clang')
    sys.exit(77)

HERE = pathlib.Path(__file__).resolve().parent
EXAMPLE = HERE / 'example.c'
ARGUMENTS = ['-std=c17', f'-I{HERE}']
# What the test of the example does not notice, by line.
SURVIVING = [
    (11, '< becomes <='), (16, 'condition never holds'), (17, 'returns 0'), (32, 'one more'), (32, 'returns 0'),
    (33, 'returns 0'), (33, 'without the minus'),
]


def find_example():
    found = changes.find_changes(str(EXAMPLE), ARGUMENTS, lambda name: name.endswith('example.c'))
    return list(enumerate(found[str(EXAMPLE)], 1))


class TestChanges(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.numbered = find_example()
        cls.folder = tempfile.TemporaryDirectory(prefix='mutation-')
        cls.program = cls.build(cls.numbered)
        cls.suite = suites.Suite('example', [cls.program], {})
        suites.observe(cls.suite)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def build(cls, numbered):
        text = pathlib.Path(cls.folder.name) / 'example.c'
        text.write_bytes(schemata.write_schemata(EXAMPLE.read_bytes(), numbered))
        program = os.path.join(cls.folder.name, 'example')
        compiler = os.environ.get('COMPILER', 'cc')
        subprocess.run([compiler, *ARGUMENTS, '-o', program, str(text), str(HERE / 'example_test.c')], check=True)
        return program

    def places(self, numbered):
        return sorted((change.line, change.name) for _, change in numbered)

    def of_lines(self, *lines):
        return self.places(pair for pair in self.numbered if pair[1].line in lines)

    def test_finds_every_change_of_an_expression(self):
        self.assertEqual(self.of_lines(6), [
            (6, '+ becomes -'), (6, '- becomes +'), (6, '/ becomes *'), (6, 'one more'), (6, 'returns 0')])
        self.assertEqual(self.of_lines(11), [
            (11, '&& becomes ||'), (11, '< becomes <='), (11, '< becomes >='), (11, '<= becomes <'),
            (11, '<= becomes >'), (11, 'returns 0')])

    def test_finds_every_change_of_a_statement(self):
        self.assertEqual(self.of_lines(16, 17), [
            (16, 'condition never holds'), (16, 'without the not'), (17, 'returns 0')])
        self.assertEqual(self.of_lines(19, 22), [
            (19, 'one more'), (19, 'statement dropped'), (22, '+= becomes -='), (22, 'one more'),
            (22, 'statement dropped')])
        self.assertEqual(self.of_lines(25), [(25, 'returns 1')])

    def test_leaves_alone_what_must_be_constant(self):
        self.assertEqual(self.of_lines(30, 31), [])

    def test_keeps_lines_and_text_without_changes(self):
        text = EXAMPLE.read_bytes()
        self.assertEqual(schemata.write_schemata(text, []).split(b'\n', 1)[1], text)
        self.assertEqual(schemata.write_schemata(text, self.numbered).count(b'\n'), text.count(b'\n') + 1)

    def test_drops_what_does_not_compile(self):
        number, change = self.numbered[0]
        unfit = changes.dataclasses.replace(change, after='"no" * "number"')
        fit = schemata.drop_unfit(str(EXAMPLE), ARGUMENTS, EXAMPLE.read_bytes(), [(number, unfit), *self.numbered[-1:]])
        self.assertEqual(fit, self.numbered[-1:])

    def test_runs_without_a_change_unless_told(self):
        self.assertTrue(self.suite.passes)
        self.assertEqual(subprocess.run([self.program], check=False).returncode, 0)

    def test_notes_what_a_suite_comes_by(self):
        reached = {change.line for number, change in self.numbered if number in self.suite.reached}
        self.assertEqual(reached, {6, 11, 16, 19, 20, 21, 22, 25})

    def test_tells_noticed_changes_from_others(self):
        surviving = [pair for pair in self.numbered if suites.judge(*pair, [self.suite], 60)[0] is None]
        self.assertEqual(self.places(surviving), SURVIVING)

    def test_ends_what_does_not_end(self):
        endless = suites.Suite('endless', ['sh', '-c', 'sleep 60 & wait'], {})
        self.assertTrue(suites.notices(endless, 1, 0.2))

    def test_takes_a_failed_point_for_a_failure(self):
        # It ends there, although the suite has more to say than a pipe holds.
        tap = suites.Suite('tap', ['sh', '-c', 'echo 1..2; echo not ok 1; yes ok 2'], {})
        begun = time.monotonic()
        self.assertTrue(suites.notices(tap, 1, 60))
        self.assertLess(time.monotonic() - begun, 30)


if __name__ == '__main__':
    unittest.main()
