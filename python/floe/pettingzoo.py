"""PettingZoo AEC environment; needs the extra ``pettingzoo``.

Examples
--------
>>> from floe.pettingzoo import env
>>> game = env(players=3, rules="push")
>>> game.reset(seed=7)
>>> observation, reward, termination, truncation, info = game.last()
>>> game.step(int(observation["action_mask"].argmax()))
>>> game.agent_selection
'player_1'
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence, Union

import gymnasium
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._environment import LETTERS, RENDER_MODES, OneGame, Starts
from ._floe import Position

__all__ = ["FloeEnv", "env", "raw_env"]


def env(**options: Any) -> AECEnv[str, Any, Any]:
    """Return the environment in the wrappers of PettingZoo, which check its use.

    Parameters
    ----------
    **options
        As in `FloeEnv`.
    """
    game: AECEnv[str, Any, Any] = FloeEnv(**options)
    game = wrappers.TerminateIllegalWrapper(game, illegal_reward=-1)
    game = wrappers.AssertOutOfBoundsWrapper(game)
    return wrappers.OrderEnforcingWrapper(game)


def raw_env(**options: Any) -> AECEnv[str, Any, Any]:
    """Return the environment without wrappers.

    Parameters
    ----------
    **options
        As in `FloeEnv`.
    """
    return FloeEnv(**options)


class FloeEnv(OneGame, AECEnv[str, Any, Any]):
    """Game of two to four players, as an environment.

    The agents are ``"player_0"``, ``"player_1"`` and so on; ``infos`` names the letter of each, as positions do. An
    observation is a dict of ``observation``, the position as planes seen from the agent, and ``action_mask``. Actions are
    those of `Position.legal_actions`. Rewards come at the end.

    Parameters
    ----------
    players, rules, layout, positions, grid, reward, render_mode, **options
        As in `floe.gymnasium.FloeEnv`.

    Raises
    ------
    OptionError
        If an option is out of range, or the options do not fit each other.
    """

    metadata: Dict[str, Any] = {
        "name": "floe_v0",
        "render_modes": RENDER_MODES,
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        players: Optional[int] = None,
        rules: str = "base",
        *,
        layout: Optional[str] = None,
        positions: Optional[Sequence[Union[Position, str]]] = None,
        grid: bool = False,
        reward: str = "win",
        render_mode: Optional[str] = None,
        **options: Any,
    ) -> None:
        super().__init__()
        starts = Starts(positions, players=players, rules=rules, layout=layout, **options)
        self._set_up(starts, reward, grid, render_mode)
        self._start = self.position
        self._moves: List[str] = []
        self.possible_agents: List[str] = [f"player_{number}" for number in range(self.position.players)]
        self._letters = dict(zip(self.possible_agents, LETTERS))
        self._agents = dict(zip(LETTERS, self.possible_agents))
        self.agents: List[str] = []
        self._random = np.random.default_rng()
        observations, _ = self._encoding.spaces()
        masks = gymnasium.spaces.Box(0, 1, (self._encoding.size,), np.int8)
        space = gymnasium.spaces.Dict({"observation": observations, "action_mask": masks})
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: self._encoding.spaces()[1] for agent in self.possible_agents}

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """Return the space of the observations of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """Return the space of the actions of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        """Deal a new game.

        Parameters
        ----------
        seed : int, optional
            Seed of all games from now on.
        options : dict, optional
            ``{"position": position}`` starts from this position.
        """
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.position = self._starts.draw(self._random, options)
        self._world = int(self._random.integers(0, 2**62))
        self._start, self._moves = self.position, []
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: Dict[str, Dict[str, Any]] = {agent: {"player": self._letters[agent]} for agent in self.agents}
        self.agent_selection = self._agents[self.position.turn or "A"]

    def observe(self, agent: str) -> Dict[str, Any]:
        """Return the observation of an agent; it can act only when it is its turn."""
        has_turn = self.position.turn == self._letters[agent]
        mask = self._encoding.mask(self.position) if has_turn else np.zeros(self._encoding.size, np.int8)
        seat = self.possible_agents.index(agent)
        return {"observation": self._encoding.observe(self.position, seat), "action_mask": mask}

    def information_state(self, agent: str) -> str:
        """Return all that an agent has seen in this game, as `Position.information_state` writes it."""
        return self._start.information_state(self._letters.get(agent, agent), self._moves)

    def step(self, action: Any) -> None:
        """Play an action of the agent whose turn it is."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        move = self.position.settle(self._encoding.move(self.position, action), self._world)
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.position = self.position.play(move)
        self._moves.append(move)
        returns = self._encoding.payoffs(self.position)
        if returns is not None:
            self.rewards = dict(zip(self.agents, returns))
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self._agents[self.position.turn or self._letters[agent]]
        self._accumulate_rewards()
        self._render_human()

    def close(self) -> None:
        """Do nothing: the environment holds nothing open."""
