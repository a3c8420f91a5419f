"""Tables of the documentation have not aged."""

import sys
from typing import Any

import pytest

from conftest import ROOT


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The program that measures the tables."""
    monkeypatch.syspath_prepend(str(ROOT / "python" / "benches"))
    monkeypatch.delitem(sys.modules, "tables", raising=False)
    return __import__("tables")


def test_every_table_of_the_page_is_measured_by_the_program(tables: Any) -> None:
    assert tables.recorded().keys() == tables.TABLES.keys()


@pytest.mark.parametrize("name", ["benchmark", "losses"])
def test_a_table_is_of_these_engines(tables: Any, name: str) -> None:
    call = f"python python/benches/tables.py {name}"
    assert tables.sample(name) == tables.recorded()[name], f"the table has aged: {call} measures it anew"
