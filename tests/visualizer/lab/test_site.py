"""Tests of the lab's site: its files, the Python that is fetched for it, and the command that writes and shows it."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import mimetypes
import re
import tarfile
from pathlib import Path
from urllib.error import URLError

import pytest
import yaml

from puzzles.corpus.record import LEVELS
from puzzles.kinds.blueprint import own_kinds
from visualizer.cli.commands import lab
from visualizer.cli.main import load, main
from visualizer.lab import bench, runtime, site

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def pages() -> dict[str, bytes]:
    return dict(site.pages())


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Return a folder that stands for the npm package, with the wheel of python-sat in it."""
    folder = tmp_path / "package"
    folder.mkdir()
    for name in (*runtime.FILES, runtime.MINISAT.name):
        (folder / name).write_text(name)
    return folder


def packed(folder: Path) -> bytes:
    held = io.BytesIO()
    with tarfile.open(fileobj=held, mode="w:gz") as archive:
        archive.add(folder, "package")
    return held.getvalue()


@pytest.mark.slow
def test_the_same_site_is_written_each_time(tmp_path: Path, package: Path, pages: dict[str, bytes]) -> None:
    for name in ("one", "two"):
        assert main(["lab", "-o", str(tmp_path / name), "--runtime", str(package.parent)]) == 0
    one, two = ({path.relative_to(tmp_path / name): path.read_bytes() for path in (tmp_path / name).rglob("*.*")}
                for name in ("one", "two"))  # fmt: skip
    assert one == two and len(one) == len(runtime.FILES) + 1 + len(pages)


def test_the_page_asks_for_nothing_that_is_not_written(pages: dict[str, bytes]) -> None:
    files = {name: data.decode() for name, data in pages.items() if not name.endswith(".zip")}
    own = [text for name, text in files.items() if name not in ("editor.js", "player.js", "puzzles.json")]
    names = re.compile(r'["(](?:\./)?([\w/]+\.(?:html|js|css|json|zip))"')
    named = {found for text in own for found in names.findall(text)}
    assert named <= {*files, *runtime.FILES, "source.zip"} and len(named) > 7
    assert not any("http:" in text for text in own)


def test_the_policy_lets_only_our_own_script_run_in_the_sandbox(pages: dict[str, bytes]) -> None:
    files = {name: data.decode() for name, data in pages.items() if name.endswith(".html")}
    (script,) = re.findall(r"<script>(.*?)</script>", files["sandbox.html"], re.DOTALL)
    known = f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"
    for name, text in files.items():
        (policy,) = re.findall(r'Content-Security-Policy" content="(.*?)"', text)
        assert known in policy and "default-src 'none'" in policy and "unsafe-inline" not in policy, name
    assert "connect-src" not in files["sandbox.html"].partition("<script>")[0]  # so that nothing can be reached


def test_the_build_that_browsers_keep_has_another_name_once_a_byte_differs() -> None:
    files = {"index.html": b"<p>", "runtime/a.wasm": b"0", site.KEEPER: b'BUILD = "OF_BUILD", FILES = ["OF_FILES"];'}
    kept = [site.keeper(files), site.keeper(files), site.keeper(files | {"runtime/a.wasm": b"1"})]
    assert kept[0] == kept[1] != kept[2]
    assert all(b'["index.html", "runtime/a.wasm"]' in text and b"OF_" not in text for text in kept)


def test_puzzles_of_every_level_and_kind_travel_with_it(pages: dict[str, bytes]) -> None:
    drawn = json.loads(pages["puzzles.json"])
    assert tuple(drawn) == (*LEVELS, *own_kinds())
    for name, texts in drawn.items():
        assert len(set(texts)) == (site.EACH if name in LEVELS else site.OF_A_KIND), name
        kind = bench.puzzle_of(texts[0]).geometry.kind_name
        assert kind == ("sudoku" if name in LEVELS else name)


def test_the_word_alone_is_still_the_puzzle_of_that_name() -> None:
    for words in (["lab"], ["lab", "--solver", "mrv"]):
        assert load(words).ABOUT.name == ""  # type: ignore[union-attr]
    for words in (["lab", "-o", "site"], ["lab", "--help"], ["lab", "--serve"]):
        assert load(words).ABOUT.name == "lab"  # type: ignore[union-attr]


def test_the_workflow_publishes_what_the_command_writes(
    tmp_path: Path, package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "pages.yml").read_text("utf-8"))
    jobs = workflow["jobs"]
    steps = [step for job in jobs.values() for step in job["steps"]]
    (words,) = (step["run"].split() for step in steps if step.get("run", "").startswith("solvescope"))
    (published,) = (step["with"]["path"] for step in steps if "upload-pages-artifact" in step.get("uses", ""))
    monkeypatch.chdir(tmp_path)
    assert main([*words[1:], "--runtime", str(package)]) == 0
    assert (tmp_path / published / "index.html").is_file()
    assert workflow["permissions"] == {} and jobs["write"]["permissions"] == {"contents": "read"}
    assert all(re.search(r"@[0-9a-f]{40}$", step["uses"]) for step in steps if "uses" in step)


def test_scripts_are_served_as_scripts_on_every_system(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("guess_type", "guess_file_type"):  # as Windows may have it; Python calls the one or the other
        monkeypatch.setattr(mimetypes, name, lambda *_: ("text/plain", None), raising=False)
    handler = lab._Handler.__new__(lab._Handler)
    assert [handler.guess_type(name) for name in ("lab.js", "lab.css")] == ["text/javascript", "text/css"]


# The runtime ----------------------------------------------------------------------------------------------------------


def test_a_folder_without_the_runtime_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "-o", str(tmp_path / "site"), "--runtime", str(tmp_path)]) != 0
    assert "is not the npm package" in (said := capsys.readouterr().err) and "--runtime" in said
    assert not (tmp_path / "site").exists()


def test_the_package_is_fetched_once_and_only_if_its_hash_is_known(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held, asked = {runtime.PYODIDE.address: packed(package), runtime.MINISAT.address: b"wheel"}, list[str]()

    def answer(address: str, timeout: float) -> io.BytesIO:
        asked.append(address)
        return io.BytesIO(held[address])

    monkeypatch.setattr(runtime, "urlopen", answer)
    with pytest.raises(runtime.RuntimeMissing, match="not the package"):
        runtime.files(None)
    for name in ("PYODIDE", "MINISAT"):
        its = getattr(runtime, name)
        known = hashlib.sha256(held[its.address]).hexdigest()
        monkeypatch.setattr(runtime, name, its._replace(hash=known))
    expected = {name: name.encode() for name in runtime.FILES} | {runtime.PYTHON_SAT: b"wheel"}
    for _ in range(2):
        assert runtime.files(None) == expected
    assert asked == [runtime.PYODIDE.address, *held]


def test_without_the_wheel_the_site_has_no_sat_mode_and_it_is_told(
    tmp_path: Path, package: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(runtime, "urlopen", lambda *args, **rest: io.BytesIO(b"another file"))
    for left in (True, False):
        assert main(["lab", "-o", str(tmp_path / "site"), "--runtime", str(package)]) == 0
        page = (tmp_path / "site" / "index.html").read_text("utf-8")
        assert (f'data-wheel="{site.WHEEL}"' in page) is left
        assert ("SAT mode is left out" in capsys.readouterr().err) is not left
        (package / runtime.MINISAT.name).unlink(missing_ok=True)


def test_the_wheel_is_not_kept_before_it_is_used(tmp_path: Path, package: Path) -> None:
    assert main(["lab", "-o", str(tmp_path), "--runtime", str(package)]) == 0
    kept = (tmp_path / site.KEEPER).read_text("utf-8")
    assert "runtime/pyodide.mjs" in kept and site.WHEEL not in kept


def test_without_a_network_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(address: str, timeout: float) -> None:
        raise URLError("no route to host")

    monkeypatch.setattr(runtime, "urlopen", fail)
    with pytest.raises(runtime.RuntimeMissing, match=r"no route to host.*npm pack .*--runtime"):
        runtime.files(None)
