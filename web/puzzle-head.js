// The head of a puzzle: what is asked, and how many puzzles there are.

import { byId, el, fill } from "./dom.js";
import { announce } from "./speech.js";
import { ROOT } from "./tree.js";

/** @typedef {import("./types").ShownPuzzle} Puzzle */

/** Head of the puzzle that is open. */
export class PuzzleHead {
  heading = el("h2", { id: "day" });
  progress = el("p", { class: "faint", id: "progress" });
  task = el("p", { class: "summary", id: "task", spoken: true });
  about = el("p", { id: "about" });
  element = el("div", {}, this.heading, this.progress, this.task, this.about);
  /** Its place in the panel. */
  place = el("div", {}, this.element);

  /** Puts the task above the board, where that is above the panel. @param {boolean} isAbove */
  put(isAbove) {
    (isAbove ? byId("first") : this.place).append(this.element);
  }

  /** Shows a puzzle. @param {Puzzle} puzzle @param {import("./sets.js").PuzzleSets} sets */
  show({ difficulty, lesson, stars }, { daily, levels, puzzle }) {
    const date = new Date().toLocaleDateString([], { dateStyle: "long", timeZone: "UTC" });
    this.heading.hidden = puzzle !== daily;
    fill(this.heading, puzzle === daily && `Puzzle of the day, ${date}`);
    // What a teacher has written is the task.
    this.about.className = difficulty ? "faint" : "";
    fill(this.about, difficulty && [el("span", { "aria-hidden": "true" }, stars), ` ${levels[difficulty - 1]}. `], lesson);
  }

  /** Shows the task in the position of a node. @param {import("./trying.js").Attempt} attempt @param {number} node */
  showTask({ isSolved, rest, tasks }, node) {
    const now = (node !== rest && tasks.get(node)) || (isSolved ? "Solved" : "No move is asked for here: step back, or try again");
    // An exercise keeps its name; of the tasks of a puzzle the one of the position shown counts.
    const name = tasks.get(ROOT) ?? "";
    fill(this.task, node !== ROOT && !name.startsWith("Find ") && [name, el("br")], now);
  }

  /** Says which of how many puzzles is open, and how they have gone. @param {import("./puzzles.js").Puzzles} view */
  showProgress({ attempt: { isSolved }, record, sets: { puzzle, puzzles } }) {
    const { position = "" } = puzzle ?? {};
    const state = isSolved || record.solved.has(position) ? " (solved)" : record.tried.has(position) ? " (tried)" : "";
    fill(this.progress, `${nth(puzzle, puzzles)}${state}, ${record.countFirst(puzzles)} solved at the first try`);
  }

  /** Announces the puzzle that has been opened, though its task may be that of the one before. @param {import("./sets.js").PuzzleSets} sets */
  announce({ puzzle, puzzles }) {
    announce(`${nth(puzzle, puzzles)}: ${this.task.textContent}`);
  }
}

/** Number of a puzzle among others. @param {Puzzle | undefined} puzzle @param {Puzzle[]} puzzles */
function nth(puzzle, puzzles) {
  return `Puzzle ${puzzles.findIndex((one) => one === puzzle) + 1} of ${puzzles.length}`;
}
