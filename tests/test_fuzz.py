"""Tests that no reader of outside text fails in a way of its own: it accepts an input, or refuses it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from fuzzing import readers, run
from kept_documents import documents_of
from slow import few_of


def test_every_reader_accepts_or_refuses_whatever_it_is_given(tmp_path: Path, subtests: pytest.Subtests) -> None:
    seed = random.randrange(1_000_000)
    numbers = few_of(range(20), range(1000))
    for name, reader in readers(documents_of(tmp_path)).items():
        with subtests.test(name):
            found = run(reader, name, seed, numbers)
            raised = [f"--seed {seed} --only '{name}' --at {number}: {error}" for number, error in found.raised]
            assert not raised, f"python tests/benchmarks/fuzz.py {raised[0]}"
            assert found.accepted + found.refused == len(numbers)
