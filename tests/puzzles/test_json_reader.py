"""Tests that JSON from any source is read in the same way, and that errors have a line and column."""

from __future__ import annotations

import ast
import json
import math
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles import json_reader
from puzzles.bounds import DEEPEST, WIDEST
from puzzles.json_reader import JsonError, read, read_file

ROOT = Path(__file__).parents[2]
WRONG: list[tuple[str | bytes, str]] = [
    ('{"position": ' + "9" * 4301 + "}", "line 1, column 14: the number 99999999999999999999… (4301 characters)"),
    ('{\n "speed": 1e400\n}', "line 2, column 11: the number 1e400 is out of bounds"),
    ("[1.5,\n -1E999]", "line 2, column 2: the number -1E999 is out of bounds"),
    ('["NaN",\nNaN]', "line 2, column 1: the number NaN is out of bounds"),
    ("[-Infinity]", "line 1, column 2: the number -Infinity is out of bounds"),
    (f"[{WIDEST}]", f"line 1, column 2: the number {str(WIDEST)[:20]}… (302 characters) is out of bounds"),
    (f"[-{WIDEST}]", f"line 1, column 2: the number -{str(WIDEST)[:19]}… (303 characters) is out of bounds"),
    (f"[0.{'1' * 500}]", "line 1, column 2: the number 0.111111111111111111… (502 characters) is out of bounds"),
    (
        '{"a":' * (DEEPEST + 1),
        f"line 1, column {5 * DEEPEST + 1}: lists and tables are nested more than {DEEPEST} deep",
    ),
    ("[" * 200_000, f"line 1, column {DEEPEST + 1}: lists and tables are nested"),
    ("", "line 1, column 1: this is not JSON (Expecting value)"),
    ('{\n  "a" 1}', "line 2, column 7: this is not JSON (Expecting ':' delimiter)"),
    ('["1e400', "line 1, column 2: this is not JSON (Unterminated string"),
    (b'[\n "\xff"]', "line 2, column 3: this is not UTF-8 text"),
    (b"\xff\xfe[\x00]\x00", "line 1, column 1: this is not UTF-8 text"),
]


def test_what_is_out_of_bounds_is_refused_with_its_place() -> None:
    for text, message in WRONG:
        with pytest.raises(JsonError) as caught:
            read(text)
        assert str(caught.value).startswith(message), text[:40]
        assert str(caught.value) == f"line {caught.value.line}, column {caught.value.column}: {caught.value.reason}"


def test_what_is_within_the_bounds_is_read_as_ever() -> None:
    texts = [
        f"[{WIDEST - 1}, {1 - WIDEST}, -0, 0.1e-300, 123456789012345678901.5]",
        "[" * DEEPEST + "]" * DEEPEST,
        "[" + "[]," * 1000 + "[]]",
        r'["1e400 NaN [[[ \" 99999999999999999999999 \\", "\\\"", "\ud800"]',
    ]
    for text in texts:
        assert read(text) == json.loads(text), text[:40]
    assert read(b'\xef\xbb\xbf{"a": "\xed\xb3\xbf"}') == {"a": "\udcff"}, (
        "a mark at the start, and a name that is no text"
    )


def test_what_is_larger_is_not_looked_at(tmp_path: Path) -> None:
    path = tmp_path / "large"
    path.write_bytes(b" " * 1024 + b"[]")
    assert read_file(path, 1026) == []
    with pytest.raises(JsonError, match="larger than 1 KiB"):
        read_file(path, 1025)
    with pytest.raises(JsonError, match="larger than 1 MiB"):
        read(" " * (1 << 20) + "1", 1 << 20)


def test_only_a_regular_file_is_read(tmp_path: Path) -> None:
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(JsonError, match="no.* a regular file"):
            read_file(tmp_path / "pipe")
    with pytest.raises(FileNotFoundError):
        read_file(tmp_path / "nothing")


@given(st.text(alphabet='[]{}",:\\0123456789.eE+-NaInfityu\n é') | st.binary(max_size=30))
def test_any_text_is_read_or_refused(text: str | bytes) -> None:
    try:
        found = json.loads(json.dumps(read(text), allow_nan=False))
    except JsonError as error:
        assert str(error)
    else:
        assert all(math.isfinite(one) for one in [found] if isinstance(one, float))


@given(st.recursive(
    st.none() | st.booleans() | st.integers(1 - WIDEST, WIDEST - 1) | st.text()
    | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
))  # fmt: skip
def test_what_the_program_writes_it_reads(data: object) -> None:
    assert read(json.dumps(data)) == data
    assert read(json.dumps(data, ensure_ascii=False, indent=2).encode("utf-8", "surrogatepass")) == data


def test_there_is_no_other_reader() -> None:
    others = []
    for package in ("puzzles", "solvers", "visualizer"):
        for path in (ROOT / package).rglob("*.py"):
            text = path.read_text("utf-8")
            for node in ast.walk(ast.parse(text)) if "json" in text else ():
                if isinstance(node, ast.Attribute) and ast.unparse(node) in ("json.loads", "json.load"):
                    others.append(path.name)
    assert others == [Path(json_reader.__file__).name]
