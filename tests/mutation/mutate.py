#!/usr/bin/env python3
"""Draws single changes of the sources, and tells which of them no test notices: see README.md."""

import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import random
import sys
import time

import changes
import sandbox
import schemata
import suites

ROOT = pathlib.Path(__file__).resolve().parents[2]
ROOMS = ('lib/core', 'lib/files', 'lib/motion', 'lib/code', 'tools')


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('files', nargs='*', help='files of lib or tools; all where none is named')
    parser.add_argument('--draw', type=int, metavar='N', help='so many changes, not all; needed for all files')
    parser.add_argument('--seed', type=int, default=int(time.time()) % 100000, help='of the draw')
    parser.add_argument('--again', metavar='N,...', help='judge those of the last draw with these numbers once more')
    parser.add_argument('--suites', default='.*', metavar='PATTERN', help='judge by the suites with such names')
    parser.add_argument('--seconds', type=float, default=600, help='at most so many of tests for one change')
    parser.add_argument('--jobs', type=int, default=os.cpu_count(), help='side by side')
    parser.add_argument('--list', action='store_true', help='name the changes, run nothing')
    parser.add_argument('--folder', default=str(ROOT / 'build-mutation'), help='for the copy and its build')
    parser.add_argument('--reference', default=str(ROOT.parent / 'shared'), help='-Dreference_dir of the build')
    arguments = parser.parse_args()
    if not arguments.files and not arguments.draw and not arguments.again:
        parser.error('name files, or draw changes of all: --draw N')
    for name in arguments.files:
        if not (ROOT / name).is_file():
            parser.error(f'{name} is no file below {ROOT}')
    return arguments


def say(*words):
    print(*words, flush=True)


# ---- which changes ----

def collect(box, files):
    """All changes of the files, or of all rooms; with the arguments to read each file."""
    found, arguments_of = {}, {}
    prefix = str(box.copy) + '/'
    for unit, arguments in box.translation_units():
        if not unit.startswith(ROOMS) or (files and unit in files and unit in found):
            continue
        if files and not any(unit == name or name.endswith('.h') for name in files):
            continue

        def wants(name):
            name = os.path.normpath(name)
            inside = name[len(prefix):] if name.startswith(prefix) else ''
            return inside.startswith(ROOMS) and inside not in found and (not files or inside in files)

        for name, of_file in changes.find_changes(str(box.copy / unit), arguments, wants).items():
            inside = os.path.normpath(name)[len(prefix):]
            found[inside] = [changes.dataclasses.replace(change, path=inside) for change in of_file]
            arguments_of[inside] = (unit, arguments)
    return found, arguments_of


def fit_changes(box, numbered, arguments_of):
    """Those with which the files still compile."""
    fit = []
    for path in sorted({change.path for _, change in numbered}):
        of_file = [pair for pair in numbered if pair[1].path == path]
        unit, arguments = arguments_of[path]
        if unit == path:
            text = (box.copy / path).read_bytes()
            of_file = schemata.drop_unfit(str(box.copy / path), arguments, text, of_file)
        fit += of_file
    return fit


def draw(box, arguments):
    """The changes to judge, as pairs of number and change, and the arguments to read their files."""
    found, arguments_of = collect(box, set(arguments.files))
    everything = sorted(change for of_file in found.values() for change in of_file)
    say(f'{len(everything)} changes in {len(found)} files')
    if not arguments.draw:
        return fit_changes(box, list(enumerate(everything, 1)), arguments_of)
    order = random.Random(arguments.seed).sample(everything, len(everything))
    chosen, taken = [], 0
    while len(chosen) < arguments.draw and taken < len(order):
        more = order[taken:taken + arguments.draw - len(chosen)]
        chosen += fit_changes(box, list(enumerate(more, taken + 1)), arguments_of)
        taken += len(more)
    return chosen


def keep_draw(box, numbered):
    """Notes the changes, for `recall_draw()`."""
    (box.copy.parent / 'drawn.json').write_text(json.dumps([[number, vars(change)] for number, change in numbered]))


def recall_draw(box):
    """The changes that were drawn last, without those whose text is another one by now."""
    noted = json.loads((box.copy.parent / 'drawn.json').read_text())
    numbered = [(number, changes.Change(**change)) for number, change in noted]
    same = [(number, change) for number, change in numbered
            if (box.root / change.path).read_bytes()[change.start:change.end] == change.before.encode()]
    if len(same) < len(numbered):
        say(f'{len(numbered) - len(same)} changes of the draw have another text by now')
    return same


# ---- building and judging ----

def texts_with(box, numbered):
    """The files with their changes: bytes by path."""
    texts = {}
    for path in {change.path for _, change in numbered}:
        of_file = [pair for pair in numbered if pair[1].path == path]
        texts[path] = schemata.write_schemata((box.root / path).read_bytes(), of_file)
    return texts


def build(box, numbered, tests, jobs):
    """Builds what the tests need with the changes; drops those that the compiler refuses."""
    targets = box.targets_of(tests)
    while True:
        box.write(texts_with(box, numbered))
        output = box.compile(targets, jobs)
        if not output:
            return numbered
        failed = schemata.failed_lines(output, box.copy.resolve())
        fit = [pair for pair in numbered if not schemata.is_on(pair[1], failed.get(pair[1].path, set()))]
        if len(fit) == len(numbered):
            sys.exit('The sources do not compile with the changes:\n' + output[-4000:])
        say(f'{len(numbered) - len(fit)} changes that do not compile are dropped')
        numbered = fit


def observe_all(box, found, numbered, jobs):
    """Runs all suites without a change, those whose program is as it was before from the notes."""
    notes_path = box.copy.parent / 'observed.json'
    key = hashlib.sha256(repr(numbered).encode()).hexdigest()
    notes = json.loads(notes_path.read_text()) if notes_path.exists() else {}
    if notes.get('key') != key:
        notes = {'key': key, 'suites': {}}
    fresh = []
    for suite in found:
        note = notes['suites'].get(suite.name)
        if note and note['fingerprint'] == suite.fingerprint():
            suite.seconds, suite.passes, suite.reached = note['seconds'], note['passes'], set(note['reached'])
        else:
            fresh.append(suite)
    say(f'{len(fresh)} suites run without a change')
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        list(pool.map(suites.observe, fresh))
    for suite in fresh:
        notes['suites'][suite.name] = {'fingerprint': suite.fingerprint(), 'seconds': suite.seconds,
                                       'passes': suite.passes, 'reached': sorted(suite.reached)}
    notes_path.write_text(json.dumps(notes))
    failing = [suite.name for suite in found if not suite.passes]
    if failing:
        say('fail without a change, and judge none:', ' '.join(failing))


def judge_all(numbered, found, arguments):
    """Tells of every change that no suite notices; returns how many were noticed."""
    noticed = 0

    def judge(pair):
        return pair, suites.judge(*pair, found, arguments.seconds)

    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for (number, change), (suite, looked, is_whole) in pool.map(judge, numbered):
            if suite:
                noticed += 1
                say(f'{number}: {change}: {suite}')
            else:
                seen = f'unnoticed by {looked} suites' if looked else 'unnoticed: no suite comes by'
                say(f'{number}: {change}: SURVIVES, {seen}' + ('' if is_whole else ', others had no time'))
    return noticed


def main():
    arguments = read_arguments()
    os.environ['CPATH'] = str(schemata.HEADER.parent)  # where compilers find what changed texts include
    box = sandbox.Sandbox(ROOT, arguments.folder)
    if arguments.again:
        numbered = recall_draw(box)
    else:
        box.write({})
        box.configure(arguments.reference)
        say(f'seed {arguments.seed}')
        numbered = draw(box, arguments)
        keep_draw(box, numbered)
    if arguments.list:
        for number, change in numbered:
            say(f'{number}: {change}')
        return 0
    tests = [test for test in box.introspect('tests') if suites.is_wanted(test, arguments.suites)]
    numbered = build(box, numbered, tests, arguments.jobs)
    found = suites.make_suites(tests, ROOT, box.build)
    observe_all(box, found, numbered, arguments.jobs)
    if arguments.again:
        again = {int(number) for number in arguments.again.split(',')}
        numbered = [pair for pair in numbered if pair[0] in again]
    noticed = judge_all(numbered, found, arguments)
    say(f'{noticed} of {len(numbered)} changes noticed ({100 * noticed / max(len(numbered), 1):.1f} %)')
    return 0


if __name__ == '__main__':
    sys.exit(main())
