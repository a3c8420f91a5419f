"""Environment of Stable-Baselines3, played natively on all cores; needs ``stable-baselines3``.

MaskablePPO of sb3-contrib finds its masks by `VecEnv.env_method`.

    from floe.sb3 import VecEnv
    from sb3_contrib import MaskablePPO

    model = MaskablePPO("MlpPolicy", VecEnv(256, "greedy", layout="small-22", penguins=2))
    model.learn(1_000_000)
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence, Union

import numpy as np
from numpy.typing import NDArray
from stable_baselines3.common import vec_env

from ._search import Engine
from .gymnasium import VectorEnv

__all__ = ["VecEnv"]


class VecEnv(vec_env.VecEnv):
    """Many games of one agent against engines, as Stable-Baselines3 takes them.

    The step that ends a game begins another one; ``infos`` has its last observation as ``terminal_observation``.

    Parameters
    ----------
    num_envs, opponent, **options
        As in `floe.gymnasium.VectorEnv`.
    """

    def __init__(self, num_envs: int, opponent: Union[str, Engine] = "greedy", **options: Any) -> None:
        self.games = VectorEnv(num_envs, opponent, autoreset_mode="SameStep", **options)
        self._actions: NDArray[Any] = np.zeros(num_envs, np.int64)
        super().__init__(num_envs, self.games.single_observation_space, self.games.single_action_space)

    def reset(self) -> NDArray[np.uint8]:
        """Deal new games, with the seeds given before."""
        seeds = None if all(seed is None for seed in self._seeds) else self._seeds
        observations, _ = self.games.reset(seed=seeds)
        self.reset_infos: List[Dict[str, Any]] = [{} for _ in range(self.num_envs)]
        self._reset_seeds()
        self._reset_options()
        return observations

    def step_async(self, actions: NDArray[Any]) -> None:
        """Take the actions of the next step."""
        self._actions = actions

    def step_wait(self) -> Any:
        """Play a step; return observations, rewards, ends and infos of all games."""
        observations, rewards, ends, _, found = self.games.step(self._actions)
        infos: List[Dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for number in np.flatnonzero(ends):
            infos[number] = {"terminal_observation": found["final_obs"][number], "TimeLimit.truncated": False}
        return observations, rewards.astype(np.float32), ends, infos

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> List[Any]:
        """Call a method of the games; ``action_masks`` returns the mask of each."""
        results = getattr(self.games, method_name)(*args, **kwargs)
        return [results[number] for number in self._get_indices(indices)]

    def get_attr(self, attr_name: str, indices: Any = None) -> List[Any]:
        """Return an attribute of the games, once for each."""
        return [getattr(self.games, attr_name)] * len(list(self._get_indices(indices)))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Refuse: the games share their options, which do not change."""
        raise AttributeError(f"{attr_name}: expected no change; the options of games are those of their start")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> List[bool]:
        """Return for each game that no wrapper is around it."""
        return [False] * len(list(self._get_indices(indices)))

    def get_images(self) -> Sequence[Optional[NDArray[np.uint8]]]:
        """Return a picture of each game, as the agent sees it."""
        return [self.games.position(number).pixels() for number in range(self.num_envs)]

    def close(self) -> None:
        """Do nothing: the games hold nothing open."""
