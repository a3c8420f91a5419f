"""Checks of arguments: one error with the name of the option, what was expected and what was found."""

from __future__ import annotations

import operator
from datetime import timedelta
from typing import Any, Iterable, List, Optional, Union, overload

from ._floe import OptionError, Position

#: Largest number of 64 bits.
MOST = 2**64 - 1


def number(option: str, value: Any, least: int = 0, most: int = MOST) -> int:
    """Return an integer in a range; floats such as 1e6 are taken where they are integers.

    Raises
    ------
    OptionError
        If it is none.
    """
    range_of = f"from {least} to {'2**64 - 1' if most == MOST else most}"
    try:
        whole = int(value) if isinstance(value, float) and value.is_integer() else operator.index(value)
    except TypeError:
        raise OptionError(f"{option}: expected an integer {range_of}; found {value!r}") from None
    if isinstance(value, bool) or not least <= whole <= most:
        raise OptionError(f"{option}: expected an integer {range_of}; found {value!r}")
    return whole


@overload
def optional(option: str, value: None, least: int = 0, most: int = MOST) -> None: ...
@overload
def optional(option: str, value: Any, least: int = 0, most: int = MOST) -> Optional[int]: ...
def optional(option: str, value: Any, least: int = 0, most: int = MOST) -> Optional[int]:
    """Return an integer in a range, or None."""
    return None if value is None else number(option, value, least, most)


def numbers(option: str, values: Any, most: int = 255) -> List[int]:
    """Return integers in a range."""
    try:
        return [number(option, value, 0, most) for value in values]
    except TypeError:
        raise OptionError(f"{option}: expected a sequence of integers; found {values!r}") from None


def real(option: str, value: Any, least: float, most: float) -> float:
    """Return a real number in a range."""
    expected = f"{option}: expected a number from {least} to {most}"
    try:
        result = float(value)
    except (TypeError, ValueError):
        raise OptionError(f"{expected}; found {value!r}") from None
    if not least <= result <= most:
        raise OptionError(f"{expected}; found {value!r}")
    return result


def reals(option: str, values: Any) -> List[float]:
    """Return real numbers."""
    try:
        return [float(value) for value in values]
    except (TypeError, ValueError):
        raise OptionError(f"{option}: expected a sequence of numbers; found {values!r}") from None


def texts(option: str, values: Any) -> List[str]:
    """Return texts; a text is a sequence of its letters."""
    if not isinstance(values, Iterable):
        raise OptionError(f"{option}: expected a sequence of texts; found {values!r}")
    return [text(option, value) for value in values]


def text(option: str, value: Any) -> str:
    """Return a text."""
    if not isinstance(value, str):
        raise OptionError(f"{option}: expected a text; found {value!r}")
    return value


def one_of(option: str, value: Any, *expected: Any) -> Any:
    """Return one of the expected values."""
    if value not in expected:
        names = [repr(name) if name is None else str(name) for name in expected]
        listed = ", ".join(names[:-1]) + " or " + names[-1] if len(names) > 1 else names[0]
        raise OptionError(f"{option}: expected {listed}; found {value!r}")
    return value


def seconds(option: str, value: Any) -> Union[float, str, None]:
    """Return a time in seconds, or the text of one."""
    if isinstance(value, timedelta):
        return value.total_seconds()
    if value is None or isinstance(value, str):
        return value
    try:
        return float(value)
    except (TypeError, ValueError):
        raise OptionError(f"{option}: expected seconds, a text such as '500ms' or a timedelta; found {value!r}") from None


def position(option: str, value: Any) -> Position:
    """Return a position, also given as text."""
    if isinstance(value, str):
        return Position(value)
    if not isinstance(value, Position):
        raise OptionError(f"{option}: expected a position; found {value!r}")
    return value


def positions(option: str, values: Any) -> List[Position]:
    """Return positions, also given as texts."""
    if isinstance(values, (str, Position)) or not isinstance(values, Iterable):
        raise OptionError(f"{option}: expected a sequence of positions; found {type(values).__name__}")
    return [position(option, value) for value in values]
