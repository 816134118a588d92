"""One text with all changes of a file, each of which a number chooses while the program runs."""

import pathlib
import re

import changes

HEADER = pathlib.Path(__file__).with_name('mutant.h')
ORDER = {'value': 0, 'condition': 1, 'statement': 2, 'jump': 3}  # from the inside where several have one place


def choose(number, change, text):
    """`text`, or what the change makes of it."""
    chosen = f'CONDYLE_CHANGED({number})'
    if change.kind == 'statement':
        return f'({chosen} ? (void)0 : (void)({text}))'
    if change.kind == 'jump':
        return f'{{ if (!{chosen}) {{ {text} }} }}'
    if change.kind == 'condition':
        return f'({chosen} ? {change.after} : !!({text}))'
    return f'({chosen} ? ({change.after}) : ({text}))'


def write_schemata(text, numbered):
    """The text (bytes) with the changes, a list of pairs of number and change, and one more line before the first.

    It includes HEADER by its name alone, since its path need not be one that C can have: who compiles says its folder.
    """
    places = {}
    for number, change in numbered:
        places.setdefault((change.start, change.end), []).append((number, change))
    ordered = sorted(places, key=lambda place: (place[0], -place[1]))
    body, rest = _write(text, ordered, places, 0, len(text))
    assert not rest
    return f'#include "{HEADER.name}"\n'.encode() + body


def _write(text, ordered, places, start, end):
    """The bytes [start, end) with the changes inside; the places behind them."""
    parts, at = [], start
    while ordered and ordered[0][0] < end:
        (first, last), ordered = ordered[0], ordered[1:]
        inner, ordered = _write(text, ordered, places, first, last)
        inner = inner.decode('utf-8', 'surrogateescape')
        for number, change in sorted(places[(first, last)], key=lambda pair: ORDER[pair[1].kind]):
            inner = choose(number, change, inner)
        parts += [text[at:first], inner.encode('utf-8', 'surrogateescape')]
        at = last
    return b''.join(parts) + text[at:end], ordered


def drop_unfit(path, arguments, text, numbered):
    """Those of the changes with which the text has no errors."""
    arguments = [*arguments, f'-I{HEADER.parent}']
    _, already = changes.parse(path, arguments)
    numbered = list(numbered)
    while numbered and not already:
        with_changes = write_schemata(text, numbered)
        _, errors = changes.parse(path, arguments, [(path, with_changes.decode('utf-8', 'replace'))])
        lines = {error.location.line - 1 for error in errors
                 if error.location.file is not None and error.location.file.name == path}
        fit = [pair for pair in numbered if not is_on(pair[1], lines)]
        if len(fit) == len(numbered):
            break
        numbered = fit
    return numbered


def is_on(change, lines):
    """Whether a change is on one of these lines, or spans it."""
    return any(change.line <= line <= change.line + change.before.count('\n') for line in lines)


def failed_lines(output, root):
    """The lines of files that a compiler refused, by its output: sets of numbers by the path below `root`."""
    lines = {}
    for path, line in re.findall(r'^(\S+?):(\d+):\d+: (?:fatal )?error:', output, re.MULTILINE):
        place = (pathlib.Path(root) / 'build' / path).resolve()
        if place.is_relative_to(root):
            lines.setdefault(str(place.relative_to(root)), set()).add(int(line) - 1)
    return lines
