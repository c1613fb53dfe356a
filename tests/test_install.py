"""Tests that nothing that has to be compiled is installed unless the user asks for it."""

from __future__ import annotations

import re
import tomllib
from itertools import product
from pathlib import Path

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
NEEDED = {one.name: one for one in map(Requirement, PROJECT["dependencies"])}
EXTRAS = {name: [Requirement(one).name for one in ones] for name, ones in PROJECT["optional-dependencies"].items()}

WHEELS = {"linux": ("x86_64", "aarch64"), "darwin": ("x86_64", "arm64"), "win32": ("AMD64",)}
"""The platforms with wheels of python-sat on PyPI since 1.8.dev30, for CPython 3.11 to 3.14."""
OTHERS = {"linux": ("riscv64", "ppc64le", "armv7l"), "win32": ("ARM64", "x86")}


def asked_for(name: str, system: str, machine: str, version: str = "3.12", implementation: str = "cpython") -> bool:
    marker = NEEDED[name].marker
    surroundings = {"sys_platform": system, "platform_machine": machine, "python_version": version}
    return marker is None or marker.evaluate(surroundings | {"implementation_name": implementation})


def test_a_sat_solver_comes_along_wherever_there_is_a_wheel_and_nowhere_else() -> None:
    here = [(system, machine) for system, machines in WHEELS.items() for machine in machines]
    versions = ("3.11", "3.12", "3.13", "3.14")
    assert [at for *at, version in ((*one, v) for one, v in product(here, versions))
            if not asked_for("python-sat", *at, version)] == []  # fmt: skip
    elsewhere = [(system, machine) for system, machines in OTHERS.items() for machine in machines]
    assert [at for at in elsewhere if asked_for("python-sat", *at)] == []
    assert [at for at in here if asked_for("python-sat", *at, "3.15")] == []
    assert [at for at in here if asked_for("python-sat", *at, "3.12", "pypy")] == []


def test_what_exists_as_source_only_is_an_extra_that_the_first_command_can_do_without() -> None:
    assert "pycosat" not in NEEDED and EXTRAS["pycosat"] == ["pycosat"] and "pycosat" not in EXTRAS["test"]
    assert EXTRAS["sat"] == ["python-sat"], "which was the name of it while pycosat was required"
    commands = re.findall(r"^pip install .*$", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
    assert commands == [
        'pip install ".[pycosat]" || pip install . && solvescope',
        'pip install -e ".[test,pycosat]" || pip install -e ".[test]" && pytest',
    ]


def test_the_hosted_checks_run_on_every_python_that_is_supported() -> None:
    workflow = (ROOT / ".github" / "workflows" / "test.yml").read_text("utf-8")
    (listed,) = re.findall(r"^ *python: \[(.*)\]$", workflow, re.MULTILINE)
    versions = [version.strip(' "') for version in listed.split(",")]
    assert versions == ["3.11", "3.12", "3.13", "3.14"]
    assert all(one in SpecifierSet(PROJECT["requires-python"]) for one in versions)
