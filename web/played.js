// The game that people and engines play in a tab, as the browser keeps it.

import { isHeader, isTexts, recall, recallValue } from "./storage.js";

/**
 * Game that people and engines play, with all that it takes to go on after the page is loaded again: `clocks` are remaining seconds, and
 * `end` says how it was ended before its last move, `from` is the number of first moves that keep their place in the tree, and `kept` that
 * of the game of the shelf. `isSecret` says whether tiles have been hidden in it, `holder` is the letter of the person at the screen, and
 * `next` that of the one to whom it is to be handed, or empty.
 * @typedef {{ start: string, moves: string[], players: number, seats: string[], headers: [string, string][], world: number, clocks: number[], added: number, isPaused: boolean, isOver?: boolean, end: string, from?: number, kept?: number, isSecret: boolean, holder: string, next: string }} Played
 */

/** Where nothing has been hidden yet. */
export const NO_SECRETS = { isSecret: false, holder: "", next: "" };

/** The game under way in this tab, or the last one: that of another tab waits. @returns {Played | null} */
export function recallPlayed() {
  const played = recallValue("played", isPlayed, sessionStorage);
  const other = recall("played", sessionStorage) === null ? recallValue("played", isPlayed) : null;
  if (other) return { ...NO_SECRETS, ...other, isPaused: true };
  return played && { ...NO_SECRETS, ...played };
}

/** Headers of a game that goes on. @param {[string, string][]} headers */
export function opened(headers) {
  return headers.filter(([name]) => name !== "Result" && name !== "Termination");
}

/** Letters of the seats of persons. @param {string[]} seats */
export function peopleOf(seats) {
  return seats.flatMap((seat, index) => (seat === "person" ? ["ABCD"[index]] : []));
}

/** Whether a value from the storage of the browser has the form of a game. @param {Played} played */
function isPlayed({ start, moves, players, seats, headers, world, clocks, added, isPaused, end, isSecret = false, holder = "", next = "" }) {
  const isSeat = (/** @type {string} */ seat) => /^(person|[1-8])$/.test(seat);
  return (
    [start, end, holder, next].every((text) => typeof text === "string") &&
    isTexts(moves) &&
    [1, 2, 3, 4].includes(players) &&
    isTexts(seats) && seats.length === 4 && seats.every(isSeat) &&
    headers.every(isHeader) &&
    Number.isSafeInteger(world) && world >= 0 &&
    clocks.every(Number.isFinite) && [0, players].includes(clocks.length) &&
    Number.isFinite(added) &&
    typeof isPaused === "boolean" && typeof isSecret === "boolean"
  );
}
