"""PettingZoo environment under its name and version; needs the extra ``pettingzoo``.

Examples
--------
>>> from floe import floe_v0
>>> game = floe_v0.env(layout="small-16", penguins=1)
>>> game.reset(seed=7)
>>> game.metadata["name"]
'floe_v0'
"""

from .pettingzoo import FloeEnv, env, raw_env

__all__ = ["FloeEnv", "env", "raw_env"]
