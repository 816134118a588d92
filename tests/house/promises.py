"""Compares promises with what shows them: every sentence of SECURITY.md and of the public headers that promises something
without exception ("never", "at most", "exact", "in proportion", "always") has a line in promises.txt.

A line of promises.txt is FILE | words of the sentence | proofs, separated by commas.  A proof is the name of a test, of a
suite (suite NAME), of a target of fuzzing (fuzzing NAME), or a record (a file of tests/bench/results); each must exist.
Words that no sentence has any more, and sentences without words, are errors.
"""

import os
import re
import sys
from pathlib import Path

PROMISE = re.compile(r"\b(never|at most|exact|exactly|in proportion|always|no more than)\b", re.I)
TEST = re.compile(r"START_TEST\((\w+)\)|def (test_\w+)|^test\('((?:[^'\\]|\\.)*)'", re.M)


def sentences(path):
    """The sentences of a document or of a header's comments, each on one line."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".md":
        text = "\n\n".join(re.sub(r"^\s*\*", "", comment, flags=re.M)
                           for comment in re.findall(r"/\*(.*?)\*/|(?<=//)(.*)$", text, re.S | re.M) for comment in comment)
    for paragraph in re.split(r"\n\s*\n|\n(?=- |\|)", text):
        line = " ".join(paragraph.split())
        yield from re.split(r"(?<=[.;:])\s+(?=[A-Za-z0-9`])", line)


def tests_of(root):
    names = set()
    for pattern in ("*.c", "*.h", "*.py", "*.mjs"):
        for path in (root / "tests").rglob(pattern):
            names |= {name for found in TEST.findall(path.read_text(encoding="utf-8")) for name in found if name}
    return names


def is_shown(root, proof, tests):
    kind, _, name = proof.partition(" ")
    if kind == "suite":
        return re.search(rf"['/]{re.escape(name)}['.]", (root / "tests/meson.build").read_text(encoding="utf-8"))
    if kind == "fuzzing":
        return list((root / "tests/fuzz").glob(f"{name}.c"))
    return proof in tests or (root / "tests/bench/results" / proof).is_file()


def main(root):
    tests, problems, used = tests_of(root), [], 0
    rows = [[cell.strip() for cell in line.split("|", 2)] for line in (root / "tests/house/promises.txt").read_text(
        encoding="utf-8").splitlines() if line and not line.startswith("#")]
    for path in [root / "SECURITY.md", *sorted((root / "lib/include/condyle").glob("*.h*"))]:
        own = [row for row in rows if row[0] == path.name]
        found = list(sentences(path))
        for _, words, proofs in own:
            if not any(words in sentence for sentence in found):
                problems.append(f"promises.txt: {path.name} does not say '{words}' any more")
            problems += [f"promises.txt: '{proof}', which shows '{words}' of {path.name}, is not there"
                         for proof in re.split(r", *", proofs) if not is_shown(root, proof, tests)]
        for sentence in filter(PROMISE.search, found):
            used += 1
            if not any(words in sentence for _, words, _ in own):
                problems.append(f"{path.name}: no line of promises.txt shows: {sentence}")
    print(f"{used} promises, {len(rows)} lines that show them")
    print("\n".join(problems), file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(Path(os.environ.get("SOURCE_ROOT", "."))))
