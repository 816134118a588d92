"""Compares the figures of the documents with the recorded results: figures.py DOCUMENT...

Every table of a document whose section links records (tests/bench/results) must have its numbers from them.  A number
of a cell is in a record where a number there, or a thousandth of it (us of ns), is the same when it is rounded to as
many places.  Units, names and the first column stand for themselves.  A document that links no record, or a table of
docs/performance.md without one, is an error.
"""

import os
import re
import sys
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal

NUMBER = re.compile(r"(?<![\w.+-])\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w]|\.\d)")
RULE = re.compile(r"\|[-|: ]*-[-|: ]*")
LINK = re.compile(r"\(\.\./(tests/bench/results/[^)]+\.(?:txt|csv))\)")


def numbers_of(path):
    """Returns the numbers of a record and their thousandths."""
    with open(path, encoding="utf-8") as record:
        found = {Decimal(text) for text in NUMBER.findall(record.read().replace(",", " "))}
    return found | {number / 1000 for number in found}


def is_recorded(text, numbers):
    number = Decimal(text)
    unit = Decimal(1).scaleb(number.as_tuple().exponent)
    return any(record.quantize(unit, way) == number
               for record in numbers if abs(record - number) <= unit for way in (ROUND_HALF_EVEN, ROUND_HALF_UP))


def sections_of(path):
    """Yields the number of the first line and the lines of each section."""
    start, lines = 1, []
    with open(path, encoding="utf-8") as document:
        for place, line in enumerate(document, 1):
            if line.startswith("#") and lines:
                yield start, lines
                start, lines = place, []
            lines.append(line.rstrip("\n"))
    yield start, lines


def rows_of(lines):
    """Yields the place and the cells of the rows of tables, but for their heads and first columns."""
    for place, line in enumerate(lines):
        rule_follows = place + 1 < len(lines) and RULE.fullmatch(lines[place + 1])
        if line.startswith("|") and not RULE.fullmatch(line) and not rule_follows:
            yield place, " ".join(line.strip("|").split("|")[1:])


def check(root, document, needs_records):
    """Returns the messages on a document, and how many figures were compared."""
    messages, compared = [], 0
    for start, lines in sections_of(os.path.join(root, document)):
        records = LINK.findall("\n".join(lines))
        if not records and not needs_records:
            continue
        numbers = set().union(*(numbers_of(os.path.join(root, record)) for record in records))
        for place, cells in rows_of(lines):
            for text in NUMBER.findall(cells):
                compared += 1
                if not is_recorded(text, numbers):
                    messages.append(f"{document}:{start + place}: {text} is in no record of its section"
                                    f" ({', '.join(records) or 'none is linked'})")
    if compared == 0:
        messages.append(f"{document}: no figure is linked to a record")
    return messages, compared


def main(root, documents):
    failed = []
    for document in documents:
        messages, compared = check(root, document, document.endswith("performance.md"))
        failed += messages
        print(f"{document}: {compared} figures compared")
    print("\n".join(failed), file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(os.environ.get("SOURCE_ROOT", "."), sys.argv[1:] or ["docs/performance.md"]))
