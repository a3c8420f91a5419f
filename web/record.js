// The record of a person: puzzles solved and tried, and the rating.

import { el, fill } from "./dom.js";
import { isTexts, recall, recallValue, remember } from "./storage.js";

/** @typedef {import("./types").ShownPuzzle} Puzzle */

/** Puzzles that a person has tried in this browser. */
export class PuzzleRecord {
  /** Positions of the puzzles that have been solved at the first try. @type {Set<string>} */
  solved = new Set(recallValue("solved", isTexts) ?? []);
  /** Positions of the puzzles that count no more. @type {Set<string>} */
  tried = new Set(recallValue("tried", isTexts) ?? []);
  /** Positions of the exercises whose first try has failed. @type {Set<string>} */
  missed = new Set(recallValue("missed", isTexts, sessionStorage) ?? []);
  /** Whether the puzzle that is open has been counted. */
  isTried = false;
  words = el("span", { class: "faint", id: "record" });
  change = el("b", { id: "rating-change" });

  /** @param {import("./transport.js").Engine} engine */
  constructor(engine) {
    this.engine = engine;
  }

  /**
   * Counts the first try at a puzzle; without one, shows what has been counted.
   * @param {Puzzle} [puzzle]
   * @param {boolean} [is_solved]
   * @param {boolean} [is_daily] whether it is the puzzle of the day
   */
  async rate(puzzle, is_solved, is_daily = false) {
    const { solved, tried: before } = this;
    let tried = null;
    if (puzzle && is_solved !== undefined) {
      if (this.isTried) return;
      this.isTried = true;
      const { position, rating } = puzzle;
      tried = { rating: before.has(position) || solved.has(position) ? null : rating, is_solved, is_daily };
      remember("tried", JSON.stringify([...before.add(position)]));
      if (is_solved) remember("solved", JSON.stringify([...solved.add(position)]));
      else remember("missed", JSON.stringify([...this.missed.add(position)]), sessionStorage);
    }
    const { record, words, change } = await this.engine.ask({ action: "rate", record: recall("rated"), day: today(), puzzle: tried });
    remember("rated", record);
    fill(this.words, words);
    fill(this.change, change);
    this.change.className = is_solved ? "good" : "bad";
  }

  /** Number of puzzles solved at the first try. @param {Puzzle[]} puzzles */
  countFirst(puzzles) {
    return puzzles.filter(({ position }) => this.solved.has(position) && !this.missed.has(position)).length;
  }
}

/** Number of the day, the same all over the world. */
export function today() {
  return Math.floor(Date.now() / 86_400_000);
}
