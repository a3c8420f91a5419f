"""What a player of Python is, beyond what it is called."""

from __future__ import annotations

import dis
import functools
import hashlib
import types
from typing import Any, Dict, Iterator, Set, Tuple


def identity(player: object) -> str:
    """Return a hash of what decides how a function or an object plays, as far as that can be seen.

    That is an attribute ``identity``, if the player has one. Otherwise it is the code of the function, or of the methods
    of the object, with that of functions and classes of the same module that it uses, and the values that it uses, except
    those that the code itself assigns: they are its memory.
    """
    named = getattr(player, "identity", None)
    if isinstance(named, (str, int)):
        text = repr(named)
    else:
        text = _Description(_module(player)).of(player)
    return hashlib.sha256(text.encode()).hexdigest()


def _module(player: object) -> Any:
    if isinstance(player, functools.partial):
        return _module(player.func)
    return getattr(player, "__module__", type(player).__module__)


def _codes(code: types.CodeType) -> Iterator[types.CodeType]:
    """Iterate over the code of a function and of all functions in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _codes(constant)


def _assigned(code: types.CodeType, operations: Tuple[str, ...]) -> Set[str]:
    """Return the names that one of these operations of the code changes."""
    instructions = (instruction for part in _codes(code) for instruction in dis.get_instructions(part))
    return {str(instruction.argval) for instruction in instructions if instruction.opname in operations}


class _Description:
    """Describes values as text, each once, for the same program always in the same words."""

    def __init__(self, module: str) -> None:
        self.module = module
        # Values are kept, lest another one gets the number of one that is gone.
        self.known: Dict[int, Tuple[int, object]] = {}

    def of(self, value: Any) -> str:
        if value is None or isinstance(value, (bool, int, float, complex, str, bytes)):
            return repr(value)
        if id(value) in self.known:
            return f"<{self.known[id(value)][0]}>"
        self.known[id(value)] = (len(self.known), value)
        if isinstance(value, (tuple, list)):
            return f"{type(value).__name__}({', '.join(map(self.of, value))})"
        if isinstance(value, (set, frozenset)):
            return f"set({', '.join(sorted(map(self.of, value)))})"
        if isinstance(value, dict):
            return f"dict({', '.join(f'{self.of(key)}: {self.of(item)}' for key, item in value.items())})"
        if isinstance(value, types.CodeType):
            constants = ", ".join(map(self.of, value.co_consts))
            return f"code({value.co_code.hex()}, {value.co_names}, {value.co_freevars}, {constants})"
        if isinstance(value, types.FunctionType):
            return self.of_function(value)
        if isinstance(value, (types.MethodType, staticmethod, classmethod)):
            return f"method({self.of(value.__func__)}, {self.of(getattr(value, '__self__', None))})"
        if isinstance(value, property):
            return f"property({self.of(value.fget)})"
        if isinstance(value, functools.partial):
            return f"partial({self.of(value.func)}, {self.of(value.args)}, {self.of(value.keywords)})"
        if isinstance(value, type):
            return self.of_class(value)
        return self.of_object(value)

    def of_function(self, function: types.FunctionType) -> str:
        if function.__module__ != self.module:
            return f"{function.__module__}.{function.__qualname__}"
        code = function.__code__
        free = dict(zip(code.co_freevars, function.__closure__ or ()))
        changed = _assigned(code, ("STORE_DEREF", "DELETE_DEREF"))
        cells = {name: _content(cell) for name, cell in free.items() if name not in changed}
        changed = _assigned(code, ("STORE_GLOBAL", "DELETE_GLOBAL"))
        names = sorted({name for part in _codes(code) for name in part.co_names} - changed)
        used = {name: function.__globals__[name] for name in names if name in function.__globals__}
        parts = (code, function.__defaults__, function.__kwdefaults__, cells, used)
        return f"function({', '.join(map(self.of, parts))})"

    def of_class(self, cls: type) -> str:
        name = f"{cls.__module__}.{cls.__qualname__}"
        if cls.__module__ != self.module:
            return name
        kinds = (types.FunctionType, staticmethod, classmethod, property)
        members = {
            key: member
            for key, member in sorted(vars(cls).items())
            if isinstance(member, kinds) or not key.startswith("__")
        }
        return f"class({name}, {self.of(cls.__bases__)}, {self.of(members)})"

    def of_object(self, value: Any) -> str:
        cls = type(value)
        try:
            view = memoryview(value)
            return f"{cls.__qualname__}({view.format}, {view.shape}, {hashlib.sha256(view.tobytes()).hexdigest()})"
        except TypeError:
            pass
        if cls.__module__ != self.module:
            return f"{cls.__module__}.{cls.__qualname__}({getattr(value, '__name__', '')})"
        methods = [(key, member) for part in cls.__mro__ for key, member in vars(part).items()]
        functions = [member for key, member in methods if isinstance(member, types.FunctionType) and key != "__init__"]
        memory = {
            name for member in functions for name in _assigned(member.__code__, ("STORE_ATTR", "DELETE_ATTR"))
        }
        state = {key: item for key, item in sorted(getattr(value, "__dict__", {}).items()) if key not in memory}
        return f"object({self.of(cls)}, {self.of(state)})"


def _content(cell: types.CellType) -> object:
    try:
        return cell.cell_contents
    except ValueError:
        return None
