"""Smallest ONNX file that plays: sums of planes, a linear policy and a linear value."""

from pathlib import Path
from typing import Any, List, Tuple, Union

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


def number(value: int) -> bytes:
    """Encode an integer as Protocol Buffers do."""
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def field(tag: int, value: Union[int, str, bytes]) -> bytes:
    """Encode a field: an integer, a text or a message."""
    if isinstance(value, int):
        return number(tag << 3) + number(value)
    body = value.encode() if isinstance(value, str) else value
    return number(tag << 3 | 2) + number(len(body)) + body


def node(kind: str, inputs: List[str], output: str, attributes: bytes = b"") -> bytes:
    """Encode a node of the graph."""
    return field(1, b"".join(field(1, name) for name in inputs) + field(2, output) + field(4, kind) + attributes)


def attribute(name: str, value: Union[int, List[int]]) -> bytes:
    """Encode an attribute of a node: an integer or several."""
    if isinstance(value, int):
        return field(5, field(1, name) + field(3, value) + field(20, 2))
    return field(5, field(1, name) + b"".join(field(8, item) for item in value) + field(20, 7))


def tensor(name: str, values: Array, file: str = "") -> bytes:
    """Encode weights, or a reference to all of a file."""
    dims = b"".join(field(1, side) for side in values.shape)
    held = field(9, values.astype("<f4").tobytes())
    if file:
        place = {"location": file, "offset": "0", "length": str(4 * values.size)}
        held = b"".join(field(13, field(1, key) + field(2, value)) for key, value in place.items()) + field(14, 1)
    return field(5, dims + field(2, 1) + field(8, name) + held)


def port(tag: int, name: str, sides: List[Union[int, str]]) -> bytes:
    """Encode an input or output with its sides, of which a text stands for any size."""
    dims = b"".join(field(1, field(1 if isinstance(side, int) else 2, side)) for side in sides)
    return field(tag, field(1, name) + field(2, field(1, field(1, 1) + field(2, dims))))


class Linear:
    """The network, to be written and to be called as an evaluator."""

    def __init__(self, planes: int, hexes: int, actions: int) -> None:
        rng = np.random.default_rng(5)
        self.shape = (planes, hexes)
        self.policy = (0.3 * rng.standard_normal((planes, actions))).astype(np.float32)
        self.value = (0.02 * rng.standard_normal((planes, 1))).astype(np.float32)

    def __call__(self, planes: Array, mask: Array) -> Tuple[Array, Array]:
        means = planes.astype(np.float32).mean(2)
        powers = np.exp(means @ self.policy)
        return powers / powers.sum(1, keepdims=True), np.tanh(means @ self.value)[:, 0]

    def write(self, path: Path, apart: bool = False) -> None:
        """Write the ONNX file, with the weights of the policy in it or, as PyTorch does, in a file next to it."""
        name = f"{path.name}.data" if apart else ""
        if apart:
            path.with_name(name).write_bytes(self.policy.astype("<f4").tobytes())
        planes, hexes = self.shape
        graph = [
            node("ReduceMean", ["planes"], "means", attribute("axes", [2]) + attribute("keepdims", 0)),
            node("MatMul", ["means", "policy"], "logits"),
            node("Softmax", ["logits"], "priors", attribute("axis", 1)),
            node("MatMul", ["means", "value"], "sum"),
            node("Tanh", ["sum"], "values"),
            field(2, "linear"),
            tensor("policy", self.policy, name),
            tensor("value", self.value),
            port(11, "planes", ["rows", planes, hexes]),
            port(12, "priors", ["rows", self.policy.shape[1]]),
            port(12, "values", ["rows", 1]),
        ]
        opset = field(8, field(1, "") + field(2, 13))
        path.write_bytes(field(1, 8) + field(7, b"".join(graph)) + opset)
