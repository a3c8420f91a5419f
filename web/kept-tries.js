// Tries at puzzles that have been left: each goes on when its puzzle is opened again.

import { fill } from "./dom.js";

/** @typedef {import("./types").ShownPuzzle} Puzzle */
/** Try that has been left: its state, its game, and what was said. @typedef {{ state: Partial<import("./trying.js").Attempt>, isTried: boolean, tree: import("./tree.js").Tree, moves: string[], parts: { element: Element, kind: string, content: ChildNode[] }[] }} KeptTry */

/** Tries at the puzzles of a page. */
export class KeptTries {
  /** @type {Map<Puzzle, KeptTry>} */
  all = new Map();
  /** Puzzle that is open, with its tree. @type {{ puzzle: Puzzle, tree: import("./tree.js").Tree } | null} */
  open = null;

  /** @param {import("./game.js").Game} game @param {import("./trying.js").Attempt} attempt @param {import("./record.js").PuzzleRecord} record */
  constructor(game, attempt, record) {
    this.game = game;
    this.attempt = attempt;
    this.record = record;
  }

  /** Keeps the try at the puzzle that is open, which is left. */
  leave() {
    const { attempt: { element, isSolved, known, rest, tasks, values, verdict }, game, open } = this;
    this.open = null;
    if (open?.tree !== game.tree) return;
    const parts = [element, values].map((element) => ({ element, kind: element.className, content: [...element.childNodes] }));
    this.all.set(open.puzzle, { state: { isSolved, known, rest, tasks, verdict }, isTried: this.record.isTried, tree: game.tree, moves: game.played, parts });
  }

  /** Goes on with the try at a puzzle; returns its game, or nothing where there has been none. @param {Puzzle} puzzle */
  resume(puzzle) {
    const kept = this.all.get(puzzle);
    if (!kept) return;
    Object.assign(this.attempt, kept.state);
    this.record.isTried = kept.isTried;
    for (const { element, kind, content } of kept.parts) {
      fill(element, content);
      element.className = kind;
    }
    return kept;
  }
}
