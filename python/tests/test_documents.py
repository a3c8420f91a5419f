"""Examples of the documentation."""

import doctest
from types import ModuleType

import pytest

import floe
import floe._batch
import floe._match
import floe._search
from conftest import ROOT


def test_the_page_on_python() -> None:
    failed, tried = doctest.testfile(str(ROOT / "docs" / "python.md"), module_relative=False)
    assert failed == 0 and tried > 5


@pytest.mark.parametrize("module", [floe, floe._floe, floe._batch, floe._match, floe._search], ids=lambda module: module.__name__)
def test_docstrings(module: ModuleType) -> None:
    failed, _ = doctest.testmod(module, extraglobs={"floe": floe})
    assert failed == 0
