"""Checks of arguments: one error with the name of the option, what was expected and what was found."""

from __future__ import annotations

import operator
from datetime import timedelta
from os import PathLike, fspath
from typing import Any, Dict, Iterable, List, Mapping, Optional, Union, overload

from ._floe import OptionError, Position

#: Largest number of 64 bits.
MOST = 2**64 - 1


def integer(option: str, value: Any, range_of: str = "") -> int:
    """Return an integer; floats such as 1e6 are taken where they are integers, but no bool.

    Raises
    ------
    OptionError
        If it is none.
    """
    try:
        if not isinstance(value, bool):
            return int(value) if isinstance(value, float) and value.is_integer() else operator.index(value)
    except TypeError:
        pass
    raise OptionError(f"{option}: expected an integer{range_of}; found {value!r}") from None


def number(option: str, value: Any, least: int = 0, most: int = MOST) -> int:
    """Return an integer in a range.

    Raises
    ------
    OptionError
        If it is none.
    """
    range_of = f" from {least} to {'2**64 - 1' if most == MOST else most}"
    whole = integer(option, value, range_of)
    if not least <= whole <= most:
        raise OptionError(f"{option}: expected an integer{range_of}; found {value!r}")
    return whole


def flag(option: str, value: Any) -> bool:
    """Return whether an option is set, which True or False says, also one of NumPy."""
    if type(value).__name__ not in ("bool", "bool_"):
        raise OptionError(f"{option}: expected True or False; found {value!r}")
    return bool(value)


def function(option: str, value: Any) -> Any:
    """Return a function, or None."""
    if value is not None and not callable(value):
        raise OptionError(f"{option}: expected a function; found {value!r}")
    return value


def mapping(option: str, value: Any) -> Dict[str, Any]:
    """Return a mapping as a dict; None is an empty one."""
    if value is not None and not isinstance(value, Mapping):
        raise OptionError(f"{option}: expected a mapping such as a dict; found {value!r}")
    return dict(value or {})


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


def path(option: str, value: Any) -> str:
    """Return a path as text."""
    if not isinstance(value, (str, PathLike)):
        raise OptionError(f"{option}: expected a path; found {value!r}")
    return fspath(value)


def paths(option: str, values: Any) -> List[str]:
    """Return one or more paths as texts."""
    if isinstance(values, (str, PathLike)):
        return [path(option, values)]
    if not isinstance(values, Iterable):
        raise OptionError(f"{option}: expected a path, or a sequence of paths; found {values!r}")
    return [path(option, value) for value in values]


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
