"""Examples of the documentation."""

import doctest
import importlib
import re
from types import ModuleType

import pytest

import floe
import floe._batch
import floe._benchmark
import floe._games
import floe._match
import floe._report
import floe._search
from conftest import ROOT


def test_the_page_on_python() -> None:
    for library in ("gymnasium", "pettingzoo", "pyspiel"):
        pytest.importorskip(library)
    failed, tried = doctest.testfile(str(ROOT / "docs" / "python.md"), module_relative=False)
    assert failed == 0 and tried > 5


@pytest.mark.parametrize("name", ["floe_v0", "gymnasium", "openspiel", "pettingzoo"])
def test_docstrings_of_environments(name: str) -> None:
    pytest.importorskip({"openspiel": "pyspiel", "floe_v0": "pettingzoo"}.get(name, name))
    failed, tried = doctest.testmod(importlib.import_module(f"floe.{name}"))
    assert failed == 0 and tried > 0


@pytest.mark.parametrize("module", [floe, floe._floe, floe._batch, floe._benchmark, floe._games, floe._match, floe._report, floe._search], ids=lambda module: module.__name__)
def test_docstrings(module: ModuleType) -> None:
    failed, _ = doctest.testmod(module, extraglobs={"floe": floe})
    assert failed == 0


def test_the_citation_is_of_this_version() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.findall(r"^version: (.*)$", citation, re.MULTILINE) == [floe.__version__]
    assert f"Version {floe.__version__}" in (ROOT / "docs" / "python.md").read_text(encoding="utf-8")


def test_the_distribution_has_a_name_of_its_own() -> None:
    project = (ROOT / "python" / "pyproject.toml").read_text(encoding="utf-8")
    assert re.findall(r'^name = "(.*)"$', project, re.MULTILINE) == ["floe-fish"]
    page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    assert "`pip install floe` installs another product" in page and f"floe_fish-{floe.__version__}-" in page
