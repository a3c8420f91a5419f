// The game that is followed, as the browser keeps it.

import { named } from "./seats.js";
import { isTexts, isHeader, recallValue, remember } from "./storage.js";

/** Game that is followed, and what it takes to go on with it: `title` names its rules and players, `isHidden` says whether it hides tiles at a shared screen. @typedef {{ start: string, moves: string[], headers: [string, string][], title: string, isHidden?: boolean }} Followed */

/** The game that was followed last, if it is not over. @returns {Followed | null} */
export function recallFollowed() {
  const isFollowed = (/** @type {any} */ { start, moves, headers, title }) =>
    [start, title].every((text) => typeof text === "string") && isTexts(moves) && headers.every(isHeader);
  return recallValue("followed", isFollowed);
}

/** Keeps the game for when the page is opened again. @param {Pick<import("./main.js").App, "game" | "rules">} app @param {boolean} isHidden */
export function keepFollowed({ game, rules }, isHidden) {
  const { state } = game;
  if (!state) return;
  const about = rules.find(({ name }) => name === state.rules)?.title ?? state.rules;
  const names = [..."ABCD"].slice(0, state.players).map((letter) => named(letter));
  const title = `${about} (${names.join(", ")})`;
  remember("followed", JSON.stringify(state.is_over ? null : { start: game.start, moves: game.moves, headers: game.headers, title, isHidden }));
}
