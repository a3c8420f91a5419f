"""Tables of Polars, an optional dependency."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING, Any, Dict, List, Sequence, Union

from ._records import read_selfplay

if TYPE_CHECKING:
    import polars

#: Names of the numbers of a player in `Batch.counts`.
COUNTS = ("fish", "tiles", "hand")


def polars_module() -> Any:
    """Return the module Polars, or say how to install it."""
    try:
        import polars
    except ImportError as error:
        raise ImportError("tables need Polars: pip install polars") from error
    return polars


def frame(
    paths: Union[str, "PathLike[str]", Sequence[Union[str, "PathLike[str]"]]], *, planes: bool = False
) -> "polars.DataFrame":
    """Read files of self-play as a table of Polars, with a row for every position; needs the extra ``polars``.

    ``floe.frame(paths).write_parquet("positions.parquet")`` exports them.

    Parameters
    ----------
    paths : path or sequence of path
        Files of the same rules and number of players.
    planes : bool
        Whether to include the planes, as a column of arrays.

    Returns
    -------
    polars.DataFrame
        The columns of `read_selfplay`; policies are lists, ``policy_actions`` and ``policy``. Those that have numbers of each player are split: ``score_a`` and so on with more
        than two sides; ``fish_a`` and ``tiles_a``, at the end of the game; ``own_fish``, ``own_tiles`` and ``own_hand``, before the
        move, of the player to move, and ``next_fish`` and so on, ``third_fish``, ``fourth_fish`` of those after it.
    """
    table = polars_module()
    arrays = read_selfplay(paths, planes=planes)
    columns: Dict[str, Any] = {}
    offsets = arrays.pop("policy_offsets", None)
    for name, values in arrays.items():
        if offsets is not None and name in ("policy_actions", "policy"):
            parts = [values[start:end] for start, end in zip(offsets, offsets[1:])]
            columns[name] = table.Series(parts, dtype=table.List(table.Series(values[:0]).dtype))
        elif name == "result":
            units = ("fish", "tiles")
            seats = range(values.shape[1])
            columns.update({f"{unit}_{'abcd'[seat]}": values[:, seat, k] for seat in seats for k, unit in enumerate(units)})
        elif name == "counts":
            places = ("own", "next", "third", "fourth")[: values.shape[1]]
            columns.update(
                {f"{place}_{unit}": values[:, n, k] for n, place in enumerate(places) for k, unit in enumerate(COUNTS)}
            )
        elif name == "planes":
            shape = values.shape[1:]
            columns[name] = table.Series(values.reshape(len(values), -1), dtype=table.Array(table.UInt8, shape[0] * shape[1]))
        elif values.ndim == 2:
            columns.update({f"{name}_{'abcd'[seat]}": values[:, seat] for seat in range(values.shape[1])})
        else:
            columns[name] = values
    positions: polars.DataFrame = table.DataFrame(columns)
    return positions
