"""Arrow's C interfaces: columns in and out without copies, with pyarrow and with a small producer and reader here."""

import ctypes
import doctest
import gc
import importlib.util
import unittest

import numpy

import condyle
import condyle.arrow

try:
    import pyarrow
except ImportError:
    pyarrow = None


class Schema(ctypes.Structure):
    """Arrow's struct ArrowSchema."""


class Column(ctypes.Structure):
    """Arrow's struct ArrowArray."""


RELEASE_SCHEMA = ctypes.CFUNCTYPE(None, ctypes.POINTER(Schema))
RELEASE_COLUMN = ctypes.CFUNCTYPE(None, ctypes.POINTER(Column))
Schema._fields_ = [
    ("format", ctypes.c_char_p), ("name", ctypes.c_char_p), ("metadata", ctypes.c_char_p), ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64), ("children", ctypes.POINTER(ctypes.POINTER(Schema))),
    ("dictionary", ctypes.POINTER(Schema)), ("release", RELEASE_SCHEMA), ("private_data", ctypes.c_void_p),
]  # fmt: skip
Column._fields_ = [
    ("length", ctypes.c_int64), ("null_count", ctypes.c_int64), ("offset", ctypes.c_int64), ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64), ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(Column))), ("dictionary", ctypes.POINTER(Column)),
    ("release", RELEASE_COLUMN), ("private_data", ctypes.c_void_p),
]  # fmt: skip

new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype, new_capsule.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
pointer_of.restype, pointer_of.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]


class Produced:
    """A column made of C structs here: a format, rows, an offset, numbers, bits that tell which rows are valid."""

    kept = []  # its memory stays, since readers only hold capsules

    def __init__(self, format, length, numbers=None, offset=0, valid=None, children=(), name=b"column", null_count=None):
        self.kept.append(self)
        self.numbers, self.children = numbers, children
        self.valid = None if valid is None else numpy.packbits(valid, bitorder="little")
        self.buffers = (ctypes.c_void_p * 2)(
            None if valid is None else self.valid.ctypes.data, None if numbers is None else numbers.ctypes.data
        )
        self.schemas = (ctypes.POINTER(Schema) * 4)(*(ctypes.pointer(child.schema) for child in children))
        self.columns = (ctypes.POINTER(Column) * 4)(*(ctypes.pointer(child.column) for child in children))
        self.schema = Schema(format=format, name=name, n_children=len(children), children=self.schemas,
                             release=RELEASE_SCHEMA(lambda schema: None))  # fmt: skip
        nulls = 0 if valid is None else -1 if null_count is None else null_count
        self.column = Column(length=length, null_count=nulls, offset=offset, n_buffers=1 if numbers is None else 2,
                             n_children=len(children), buffers=self.buffers, children=self.columns,
                             release=RELEASE_COLUMN(lambda column: None))  # fmt: skip

    def __arrow_c_array__(self, requested_schema=None):
        return (new_capsule(ctypes.addressof(self.schema), b"arrow_schema", None),
                new_capsule(ctypes.addressof(self.column), b"arrow_array", None))  # fmt: skip


def produced_lists(array, offset=0, inner_offset=0, **options):
    """Returns rows of an array (rows, n) as fixed-size lists, with rows and numbers in front that are skipped."""
    rows, n = array.shape
    numbers = numpy.concatenate([numpy.full(inner_offset + offset * n, 1e9), array.ravel()])
    child = Produced(b"g", len(numbers) - inner_offset, numbers, inner_offset, name=b"item")
    return Produced(f"+w:{n}".encode(), rows, offset=offset, children=[child], **options)


class Reading(unittest.TestCase):
    def test_lists_of_a_fixed_size_are_not_copied(self):
        values = numpy.arange(12.0).reshape(4, 3)
        for offset, inner in ((0, 0), (2, 0), (0, 5), (3, 1)):
            source = produced_lists(values, offset, inner)
            found = condyle.arrow.to_numpy(source)
            numpy.testing.assert_array_equal(found, values)
            self.assertEqual(found.ctypes.data, source.children[0].numbers[inner + 3 * offset :].ctypes.data)
            self.assertFalse(found.flags.writeable)

    def test_floats_numbers_and_nested_lists(self):
        floats = numpy.arange(6, dtype=numpy.float32)
        found = condyle.arrow.to_numpy(Produced(b"f", 5, floats, offset=1))
        self.assertEqual((found.dtype, found.tolist()), (numpy.float32, [1, 2, 3, 4, 5]))
        inner = produced_lists(numpy.arange(24.0).reshape(12, 2))
        found = condyle.arrow.to_numpy(Produced(b"+w:3", 4, children=[inner]))
        numpy.testing.assert_array_equal(found, numpy.arange(24.0).reshape(4, 3, 2))

    def test_structs(self):
        x, y = Produced(b"g", 4, numpy.arange(4.0), name=b"x"), Produced(b"g", 4, numpy.arange(5.0, 10), 1, name=b"y")
        source = Produced(b"+s", 3, offset=1, children=[x, y])
        numpy.testing.assert_array_equal(condyle.arrow.to_numpy(source), [[1, 7], [2, 8], [3, 9]])
        self.assertEqual({name: list(part) for name, part in condyle.arrow.columns(source).items()},
                         {"x": [1, 2, 3], "y": [7, 8, 9]})  # fmt: skip

    def test_nothing(self):
        self.assertEqual(condyle.arrow.to_numpy(Produced(b"g", 0, numpy.empty(1))).shape, (0,))
        self.assertEqual(condyle.arrow.to_numpy(produced_lists(numpy.empty((0, 3)))).shape, (0, 3))

    def test_nulls(self):
        values = numpy.arange(6.0).reshape(3, 2)
        valid = produced_lists(values, offset=1, valid=[0, 1, 1, 1])
        numpy.testing.assert_array_equal(condyle.arrow.to_numpy(valid), values)  # the null is in front of the rows
        with self.assertRaisesRegex(ValueError, "'column' is null in row 2"):
            condyle.arrow.to_numpy(produced_lists(values, offset=1, valid=[1, 1, 1, 0]))
        with self.assertRaisesRegex(ValueError, "'item' is null in row 1"):
            child = Produced(b"g", 3, numpy.arange(3.0), valid=[1, 0, 1], name=b"item")
            condyle.arrow.to_numpy(Produced(b"+w:3", 1, children=[child]))
        numpy.testing.assert_array_equal(
            condyle.arrow.to_numpy(Produced(b"g", 2, numpy.arange(2.0), valid=[0, 0], null_count=0)), [0, 1]
        )  # no row is null, says the producer

    def test_dictionaries_are_named(self):
        words = Produced(b"g", 2, numpy.arange(2.0), name=b"words")
        source = Produced(b"g", 2, numpy.arange(2.0), name=b"codes")
        source.schema.dictionary = ctypes.pointer(words.schema)
        with self.assertRaisesRegex(ValueError, "the Arrow column 'codes' is a dictionary; expected float64"):
            condyle.arrow.to_numpy(source)

    def test_integers_become_floats(self):
        for letter, kind in zip(b"cCsSiIlL", ("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64")):
            ends = numpy.iinfo(kind)
            numbers = numpy.array([1, max(ends.min, -(2**53)), min(ends.max, 2**53), 7], kind)
            given = condyle.arrow.to_numpy(Produced(bytes([letter]), 3, numbers, offset=1))
            self.assertEqual(given.dtype, numpy.float64)
            self.assertEqual([int(n) for n in given], [int(n) for n in numbers[1:]], kind)
        rows = Produced(b"+w:2", 2, children=[Produced(b"i", 4, numpy.arange(4, dtype="int32"))])
        numpy.testing.assert_array_equal(condyle.arrow.to_numpy(rows), [[0, 1], [2, 3]])
        for number in (2**53 + 1, -(2**63)):
            with self.assertRaisesRegex(ValueError, f"the integer {number}, which float64 has not"):
                condyle.arrow.to_numpy(Produced(b"l", 1, numpy.array([number])))

    def test_names_that_are_no_utf_8(self):
        self.assertEqual(list(condyle.arrow.columns(Produced(b"+s", 1, children=[
            Produced(b"g", 1, numpy.ones(1), name=b"q\x80")]))), ["q\ufffd"])  # fmt: skip
        for name in ("\ud800", "a\0b"):
            with self.assertRaisesRegex(ValueError, "the column's name .* expected text"):
                condyle.arrow.Array({name: [1.0]})

    def test_only_numbers_are_shown(self):
        for values in ([1 + 2j], ["x"], numpy.array(["2020-01-01"], "M8[D]")):
            with self.assertRaisesRegex(TypeError, "the column 'q' has the type .*; expected numbers"):
                condyle.arrow.Array({"q": values})

    def test_masked_elements_are_no_nulls(self):
        with self.assertRaisesRegex(ValueError, "^tau has masked elements"):
            condyle.arrow.Array({"tau": numpy.ma.masked_less([[1.0, 2.0]], 2)})

    def test_what_cannot_be_read(self):
        numbers = numpy.arange(4.0)
        for source, words in (
            (Produced(b"u", 4, numbers), "format 'u'; expected float64"),
            (Produced(b"+l", 4, numbers, children=[Produced(b"g", 4, numbers)]), r"format '\+l'"),
            (Produced(b"+w:3", 2, children=[Produced(b"g", 4, numbers, name=b"item")]), "'item' has 4 rows; .* needs 6"),
            (Produced(b"+s", 1, children=[produced_lists(numpy.ones((1, 2))), Produced(b"g", 1, numbers)]), "lists"),
        ):
            with self.assertRaisesRegex((TypeError, ValueError), words):
                condyle.arrow.to_numpy(source)
        with self.assertRaisesRegex(ValueError, "two Arrow columns have the same name"):
            condyle.arrow.columns(Produced(b"+s", 1, children=[Produced(b"g", 1, numbers), Produced(b"g", 1, numbers)]))
        with self.assertRaisesRegex(TypeError, "__arrow_c_array__ or __arrow_c_stream__, not list"):
            condyle.arrow.to_numpy([1.0])
        taken = Produced(b"g", 4, numbers)
        taken.column.release = RELEASE_COLUMN()
        with self.assertRaisesRegex(ValueError, "another reader"):
            condyle.arrow.to_numpy(taken)

    def test_parts_that_are_not_there(self):
        """Structs that announce what they do not point to, as a faulty producer may."""
        numbers = numpy.arange(4.0)

        def change(part, name, value):
            column = Produced(b"+w:2", 2, children=[Produced(b"g", 4, numbers, name=b"item")])
            setattr(getattr(column, part), name, value)
            return column

        nothing = (ctypes.POINTER(Schema) * 1)(), (ctypes.POINTER(Column) * 1)()
        for source in (
            change("schema", "format", None), change("schema", "children", None), change("column", "children", None),
            change("schema", "n_children", -1), change("schema", "children", nothing[0]),
            change("column", "children", nothing[1]), change("column", "buffers", None),
        ):  # fmt: skip
            with self.assertRaisesRegex(ValueError, "contradicts its schema"):
                condyle.arrow.to_numpy(source)

    def test_robots_take_columns(self):
        robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
        q = robot.random_configuration(1, 100)
        qd = numpy.sin(q)
        expected = robot.inverse_dynamics(q, qd)
        numpy.testing.assert_array_equal(robot.inverse_dynamics(produced_lists(q), produced_lists(qd, 2)), expected)
        beside = Produced(b"+s", 100, children=[Produced(b"+w:6", 100, children=produced_lists(q).children, name=b"q")])
        numpy.testing.assert_array_equal(robot.inverse_dynamics(beside, qd), expected)
        single = robot.inverse_dynamics(condyle.arrow.Array(q.astype("f")), condyle.arrow.Array(qd.astype("f")))
        self.assertEqual(single.dtype, numpy.float32)
        with self.assertRaisesRegex(ValueError, r"q has shape \(100, 3\)"):
            robot.gravity_torque(produced_lists(q[:, :3].copy()))


@unittest.skipIf(pyarrow is None, "pyarrow is not installed")
class Tables(unittest.TestCase):
    def test_tables_without_rows_may_have_no_batch(self):
        lists = pyarrow.list_(pyarrow.float64(), 6)
        table = pyarrow.schema([("q", lists), ("t", pyarrow.float64())]).empty_table()
        self.assertEqual({name: part.shape for name, part in condyle.arrow.columns(table).items()},
                         {"q": (0, 6), "t": (0,)})  # fmt: skip
        self.assertEqual(condyle.arrow.to_numpy(pyarrow.chunked_array([], lists)).shape, (0, 6))
        robot = condyle.load("universalUR5e")
        self.assertEqual(robot.gravity_torque(pyarrow.chunked_array([], lists)).shape, (0, 6))
        names = [joint.name for joint in robot.joints]
        numbers = pyarrow.schema([(name, pyarrow.float64()) for name in names]).empty_table()
        self.assertEqual(condyle.arrow.to_numpy(numbers).shape, (0, 6))
        with self.assertRaisesRegex(TypeError, "'q' has the format 'u'"):
            condyle.arrow.columns(pyarrow.schema([("q", pyarrow.string())]).empty_table())

    def test_parts_of_tables(self):
        values = numpy.arange(60.0).reshape(20, 3)
        lists = pyarrow.FixedSizeListArray.from_arrays(pyarrow.array(values.ravel()), 3)
        table = pyarrow.table({"q": pyarrow.chunked_array([lists.slice(0, 7), lists.slice(7, 0), lists.slice(7)])})
        for start, count in ((0, 20), (3, 4), (3, 10), (7, 13), (19, 1), (20, 0), (5, 0)):
            numpy.testing.assert_array_equal(condyle.arrow.to_numpy(table.slice(start, count)), values[start : start + count])


class Writing(unittest.TestCase):
    def test_arrays_are_shown_where_they_lie(self):
        values = numpy.arange(24.0).reshape(4, 3, 2)
        schema, array = condyle.arrow.Array(values).__arrow_c_array__()
        place = Schema.from_address(pointer_of(schema, b"arrow_schema"))
        column = Column.from_address(pointer_of(array, b"arrow_array"))
        self.assertEqual((place.format, place.children[0][0].format, place.children[0][0].children[0][0].format),
                         (b"+w:3", b"+w:2", b"g"))  # fmt: skip
        inner = column.children[0][0].children[0][0]
        self.assertEqual((column.length, column.children[0][0].length, inner.length), (4, 12, 24))
        self.assertEqual((column.null_count, column.n_buffers, inner.n_buffers), (0, 1, 2))
        self.assertEqual(inner.buffers[1], values.ctypes.data)

    def test_memory_lives_as_long_as_its_readers(self):
        class Counted(numpy.ndarray):
            gone = 0

            def __del__(self):
                Counted.gone += 1

        def read():
            values = numpy.arange(6.0).view(Counted).reshape(2, 3)
            return condyle.arrow.to_numpy(condyle.arrow.Array(values))

        found = read()
        gc.collect()
        numpy.testing.assert_array_equal(found, [[0, 1, 2], [3, 4, 5]])
        before = Counted.gone
        del found
        gc.collect()
        self.assertGreater(Counted.gone, before)

    def test_what_lies_otherwise_is_copied(self):
        for values in (numpy.arange(6).reshape(2, 3), numpy.arange(6.0).reshape(3, 2).T, [[1, 2], [3, 4]],
                       numpy.arange(6.0)[::2], numpy.arange(3, dtype=">f8")):  # fmt: skip
            numpy.testing.assert_array_equal(condyle.arrow.to_numpy(condyle.arrow.Array(values)), values)
        with self.assertRaisesRegex(ValueError, "rows"):
            condyle.arrow.Array(1.0)
        with self.assertRaisesRegex(ValueError, "as many rows"):
            condyle.arrow.Array({"x": [1.0], "y": [1.0, 2.0]})

    def test_streams(self):
        parts = [numpy.arange(6.0).reshape(2, 3) + 10 * i for i in range(3)]
        stream = condyle.arrow.Stream({"q": part} for part in parts)
        self.assertEqual(repr(stream), "<condyle.arrow.Stream of struct<q: fixed_size_list<float64>[3]>>")
        found = [part["q"] for part in condyle.arrow.batches(stream)]
        numpy.testing.assert_array_equal(found, parts)
        self.assertEqual(found[1].ctypes.data, parts[1].ctypes.data)
        numpy.testing.assert_array_equal(
            condyle.arrow.to_numpy(condyle.arrow.Stream(parts)), numpy.concatenate(parts)
        )
        with self.assertRaisesRegex(ValueError, "one batch or more"):
            condyle.arrow.Stream([])

    def test_a_stream_that_fails_says_why(self):
        def parts():
            yield {"q": [1.0]}
            raise RuntimeError("the disk is away")

        with self.assertRaisesRegex(OSError, "the disk is away"):
            condyle.arrow.columns(condyle.arrow.Stream(parts()))
        with self.assertRaisesRegex(OSError, "the first has struct<q: float64>"):
            condyle.arrow.columns(condyle.arrow.Stream([{"q": [1.0]}, {"qd": [1.0]}]))

    def test_docstrings(self):
        runner = doctest.DocTestRunner()
        for test in doctest.DocTestFinder(exclude_empty=True).find(condyle.arrow):
            runner.run(test)
        self.assertEqual(runner.failures, 0)
        self.assertGreater(runner.tries, 15)


@unittest.skipUnless(pyarrow, "pyarrow is not installed")
class PyArrow(unittest.TestCase):
    def test_columns_from_pyarrow(self):
        q = numpy.random.default_rng(1).normal(size=(1000, 6))
        column = pyarrow.FixedSizeListArray.from_arrays(q.ravel(), 6)
        found = condyle.arrow.to_numpy(column)
        self.assertEqual(found.ctypes.data, q.ctypes.data)
        numpy.testing.assert_array_equal(condyle.arrow.to_numpy(column[100:300]), q[100:300])
        robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
        expected = robot.gravity_torque(q)
        numpy.testing.assert_array_equal(robot.gravity_torque(column), expected)
        beside = pyarrow.table({joint.name: q[:, joint.q.start] for joint in robot.joints})
        for source in (beside, beside.to_batches()[0], pyarrow.chunked_array([column[:400], column[400:]])):
            found = robot.gravity_torque(source)
            found = numpy.stack(found.columns, axis=1) if hasattr(found, "columns") else found
            numpy.testing.assert_array_equal(found, expected)
        with self.assertRaisesRegex(ValueError, "null in row 1"):
            robot.gravity_torque(pyarrow.array([[0.0] * 6, None], pyarrow.list_(pyarrow.float64(), 6)))

    def test_columns_to_pyarrow(self):
        q = numpy.random.default_rng(1).normal(size=(1000, 6))
        column = pyarrow.array(condyle.arrow.Array(q))
        self.assertEqual(column.type, pyarrow.list_(pyarrow.float64(), 6))
        column.validate(full=True)
        self.assertEqual(column.flatten().to_numpy(zero_copy_only=True).ctypes.data, q.ctypes.data)
        batch = pyarrow.record_batch(condyle.arrow.Array({"q": q, "speed": q[:, 0].astype("f").copy()}))
        batch.validate(full=True)
        self.assertEqual(batch.schema.names, ["q", "speed"])
        self.assertEqual(batch["speed"].type, pyarrow.float32())
        numpy.testing.assert_array_equal(condyle.arrow.columns(batch)["q"], q)

    def test_streams_to_and_from_pyarrow(self):
        parts = [{"q": numpy.full((3, 2), float(i))} for i in range(4)]
        table = pyarrow.table(condyle.arrow.Stream(parts))
        self.assertEqual((len(table), table["q"].num_chunks), (12, 4))
        again = [part["q"] for part in condyle.arrow.batches(table)]
        numpy.testing.assert_array_equal(again, [part["q"] for part in parts])
        numpy.testing.assert_array_equal(condyle.arrow.columns(table)["q"], numpy.repeat(numpy.arange(4.0), 3)[:, None].repeat(2, 1))

        def failing():
            yield parts[0]
            raise RuntimeError("the disk is away")

        with self.assertRaisesRegex(OSError, "the disk is away"):
            pyarrow.table(condyle.arrow.Stream(failing()))


if __name__ == "__main__":
    unittest.main()
