"""The single changes of C files: what could be written there instead, found on the syntax tree that libclang makes."""

import dataclasses
import re

from clang import cindex
from clang.cindex import CursorKind, TypeKind

SWAPS = {
    '<': ['<=', '>='], '<=': ['<', '>'], '>': ['>=', '<='], '>=': ['>', '<'], '==': ['!='], '!=': ['=='],
    '+': ['-'], '-': ['+'], '*': ['/'], '/': ['*'], '%': ['*'], '&': ['|'], '|': ['&'], '<<': ['>>'], '>>': ['<<'],
    '&&': ['||'], '||': ['&&'],
    '+=': ['-='], '-=': ['+='], '*=': ['/='], '/=': ['*='], '|=': ['&='], '&=': ['|='],
}
COMPARISONS = {'<', '<=', '>', '>=', '==', '!='}
OPPOSITES = {'fmin': 'fmax', 'fmax': 'fmin', 'fminf': 'fmaxf', 'fmaxf': 'fminf', 'floor': 'ceil', 'ceil': 'floor',
             'sin': 'cos', 'cos': 'sin'}
# Without them memory leaks, which sanitizers see and other builds do not.
RELEASES = re.compile(r'free|clear|close|destroy|release|drop|delete|decref|unlink|unlock|dispose|done', re.IGNORECASE)
SCALARS = {TypeKind.BOOL, TypeKind.CHAR_U, TypeKind.UCHAR, TypeKind.USHORT, TypeKind.UINT, TypeKind.ULONG,
           TypeKind.ULONGLONG, TypeKind.CHAR_S, TypeKind.SCHAR, TypeKind.SHORT, TypeKind.INT, TypeKind.LONG,
           TypeKind.LONGLONG, TypeKind.FLOAT, TypeKind.DOUBLE, TypeKind.LONGDOUBLE, TypeKind.ENUM, TypeKind.POINTER}
# What must be constant, or is never evaluated.
UNTOUCHED = {CursorKind.CXX_UNARY_EXPR, CursorKind.ENUM_DECL, CursorKind.TYPEDEF_DECL, CursorKind.STRUCT_DECL,
             CursorKind.UNION_DECL, CursorKind.STATIC_ASSERT, CursorKind.TYPE_REF}


@dataclasses.dataclass(frozen=True, order=True)
class Change:
    """Other text in place of the bytes [start, end) of a file."""
    path: str
    start: int
    end: int
    kind: str  # 'value', 'condition', 'statement' or 'jump': how the change is chosen while the program runs
    name: str  # what is done, for people
    before: str
    after: str
    line: int
    column: int

    def __str__(self):
        shorten = lambda text: re.sub(r'\s+', ' ', text)[:100]
        if self.kind in ('statement', 'jump'):
            return f'{self.path}:{self.line}:{self.column}: {self.name}: {shorten(self.before)}'
        return f'{self.path}:{self.line}:{self.column}: {self.name}: {shorten(self.before)} -> {shorten(self.after)}'


class Finder:
    """Walks the functions of one file."""

    def __init__(self, path, text):
        self.path = path
        self.text = text
        self.found = {}
        self.starts = [0] + [place.end() for place in re.finditer(b'\n', text)]

    def source(self, start, end):
        return self.text[start:end].decode('utf-8', 'replace')

    def add(self, start, end, kind, name, after):
        before = self.source(start, end)
        if before == after or not before:
            return
        line = self.text.count(b'\n', 0, start) + 1
        self.found.setdefault((start, end, after), Change(
            self.path, start, end, kind, name, before, after, line, start - self.starts[line - 1] + 1))

    def add_value(self, cursor, name, after):
        self.add(*span(cursor), 'value', name, after)

    # ---- by kinds of expressions ----

    def binary(self, cursor):
        operands = list(cursor.get_children())
        if len(operands) != 2:
            return
        (start, middle), (rest, end) = span(operands[0]), span(operands[1])
        operator = self.operator_between(middle, rest)
        if operator == '=':
            self.zero(operands[1], 'zero instead of what is assigned')
        left, right = (operand.type.get_canonical().kind == TypeKind.POINTER for operand in operands)
        if operator in ('+', '-') and (right or self.source(*span(operands[1])) == '0'):
            return  # pointers have no sum, and a zero has no sign
        for other in SWAPS.get(operator, []):
            if left and operator not in ('+', '-') and operator not in COMPARISONS | {'&&', '||', '+=', '-='}:
                continue
            between = self.source(middle, rest).replace(operator, other)
            self.add_value(cursor, f'{operator} becomes {other}',
                           self.source(start, middle) + between + self.source(rest, end))

    def operator_between(self, start, end):
        between = re.sub(r'/\*.*?\*/|//[^\n]*', '', self.source(start, end), flags=re.DOTALL)
        return between.strip()

    def unary(self, cursor):
        start, end = span(cursor)
        text = self.source(start, end)
        if text.startswith('-') and not text.startswith('--'):
            self.add_value(cursor, 'without the minus', text[1:])
        elif text.startswith('!'):
            self.add_value(cursor, 'without the not', '!!(' + text[1:] + ')')

    def call(self, cursor):
        start, end = span(cursor)
        opposite = OPPOSITES.get(cursor.spelling)
        text = self.source(start, end)
        if opposite and text.startswith(cursor.spelling + '('):
            self.add_value(cursor, f'{cursor.spelling} becomes {opposite}', opposite + text[len(cursor.spelling):])

    def number(self, cursor):
        text = self.source(*span(cursor))
        if re.fullmatch(r'(0[xX][0-9a-fA-F]+|\d+)[uUlL]*', text) or re.fullmatch(r'[\d.]+([eE][+-]?\d+)?[fFlL]?', text):
            self.add_value(cursor, 'one more', f'{text} + 1')

    def zero(self, value, name):
        text = self.source(*span(value))
        if (value.type.get_canonical().kind in SCALARS and value.type.spelling != 'real' and
                value.kind != CursorKind.INIT_LIST_EXPR and not is_zero(value, text)):
            self.add_value(value, name, '0')

    # ---- by kinds of statements ----

    def condition(self, cursor, may_fall):
        start, end = span(cursor)
        text = self.source(start, end)
        operands = list(cursor.get_children())
        compares = (cursor.kind == CursorKind.BINARY_OPERATOR and len(operands) == 2 and
                    self.operator_between(span(operands[0])[1], span(operands[1])[0]) in COMPARISONS)
        if not compares and not text.startswith('!'):
            self.add(start, end, 'condition', 'condition negated', f'!({text})')
        if may_fall:
            self.add(start, end, 'condition', 'condition never holds', '0')

    def returned(self, cursor):
        for value in cursor.get_children():
            text = self.source(*span(value))
            if value.type.get_canonical().kind not in SCALARS or value.type.spelling == 'real' or text == 'NULL':
                continue
            other = '1' if is_zero(value, text) else '0'
            self.add_value(value, f'returns {other}', other)

    def dropped(self, cursor):
        start, end = span(cursor)
        if self.text[end:end + 1] != b';':
            return
        is_call = cursor.kind == CursorKind.CALL_EXPR and not RELEASES.search(cursor.spelling or '')
        if is_call or cursor.kind in (CursorKind.BINARY_OPERATOR, CursorKind.COMPOUND_ASSIGNMENT_OPERATOR):
            self.add(start, end, 'statement', 'statement dropped', '')

    def jump(self, cursor):
        start, end = span(cursor)
        if self.text[end:end + 1] == b';':
            self.add(start, end + 1, 'jump', 'jump dropped', '')

    # ---- the walk ----

    def visit(self, cursor, parent):
        kind = cursor.kind
        if kind in UNTOUCHED or (kind == CursorKind.VAR_DECL and cursor.storage_class == cindex.StorageClass.STATIC):
            return
        children = list(cursor.get_children())
        if kind in (CursorKind.BINARY_OPERATOR, CursorKind.COMPOUND_ASSIGNMENT_OPERATOR):
            self.binary(cursor)
        elif kind == CursorKind.UNARY_OPERATOR:
            self.unary(cursor)
        elif kind == CursorKind.CALL_EXPR:
            self.call(cursor)
        elif kind in (CursorKind.INTEGER_LITERAL, CursorKind.FLOATING_LITERAL) and not is_pointer(parent):
            self.number(cursor)
        elif kind in (CursorKind.IF_STMT, CursorKind.CONDITIONAL_OPERATOR) and children:
            self.condition(children[0], kind == CursorKind.IF_STMT)
        elif kind == CursorKind.WHILE_STMT and children:
            self.condition(children[0], False)
        elif kind == CursorKind.RETURN_STMT:
            self.returned(cursor)
        elif kind in (CursorKind.BREAK_STMT, CursorKind.CONTINUE_STMT) and parent.kind == CursorKind.COMPOUND_STMT:
            self.jump(cursor)
        elif kind == CursorKind.VAR_DECL and children:
            children = self.initializer(cursor, children)
        elif kind == CursorKind.CASE_STMT:
            children = children[1:]
        if parent.kind == CursorKind.COMPOUND_STMT:
            self.dropped(cursor)
        for child in children:
            self.visit(child, cursor)

    def initializer(self, cursor, children):
        """The children that are evaluated: not the lengths of an array."""
        if cursor.type.get_canonical().kind == TypeKind.CONSTANTARRAY:
            return [child for child in children if child.kind == CursorKind.INIT_LIST_EXPR]
        if children[-1].kind.is_expression():
            self.zero(children[-1], 'zero instead of the first value')
        return children


def span(cursor):
    return cursor.extent.start.offset, cursor.extent.end.offset


def is_pointer(cursor):
    return cursor.type.get_canonical().kind == TypeKind.POINTER


def is_zero(cursor, text):
    """Whether an expression is a constant zero: a number, a pointer, or the first of an enumeration."""
    if text in ('0', '0.0', 'NULL', 'false'):
        return True
    while cursor is not None and cursor.kind == CursorKind.UNEXPOSED_EXPR:
        cursor = next(cursor.get_children(), None)
    named = cursor.referenced if cursor is not None else None
    return named is not None and named.kind == CursorKind.ENUM_CONSTANT_DECL and named.enum_value == 0


def parse(path, arguments, unsaved=None):
    """The syntax tree of one file, and the errors in it."""
    tree = cindex.Index.create().parse(path, args=arguments, unsaved_files=unsaved or [])
    return tree, [found for found in tree.diagnostics if found.severity >= cindex.Diagnostic.Error]


def find_changes(path, arguments, wants):
    """The changes of every file of a translation unit that `wants(name)`: by its name, in order of their places."""
    tree, _ = parse(path, arguments)
    finders = {}
    for cursor in tree.cursor.get_children():
        if cursor.kind != CursorKind.FUNCTION_DECL or not cursor.is_definition() or cursor.location.file is None:
            continue
        name = cursor.location.file.name
        if not wants(name):
            continue
        if name not in finders:
            with open(name, 'rb') as file:
                finders[name] = Finder(name, file.read())
        body = list(cursor.get_children())[-1]
        if body.kind == CursorKind.COMPOUND_STMT:
            finders[name].visit(body, cursor)
    return {name: sorted(finder.found.values()) for name, finder in finders.items()}
