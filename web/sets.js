// The sets of puzzles: by theme and difficulty, those of the program, of lessons and of files.

import { choice, el, fill } from "./dom.js";
import { askSheet } from "./print.js";

/** @typedef {import("./types").ShownPuzzle} Puzzle */

/** Puzzles that a sheet is chosen from at most, so that the server takes them. */
const MAX_OFFERED = 800;

/** Puzzles of all sets, and those chosen. */
export class PuzzleSets {
  /** @type {Puzzle[]} */
  all = [];
  /** Those of the set, theme and difficulty chosen, easy ones first. @type {Puzzle[]} */
  puzzles = [];
  /** Theme and difficulty chosen; empty for all. */
  theme = "";
  level = "";
  /** Names of the difficulties from 1 to 5. @type {string[]} */
  levels = [];
  /** @type {Puzzle | undefined} */
  daily = undefined;
  /** The one that is open. @type {Puzzle | undefined} */
  puzzle = undefined;
  element = el("div");

  /** @param {import("./transport.js").Engine} engine @param {() => void} onChosen hears that a person has chosen other puzzles */
  constructor(engine, onChosen) {
    this.engine = engine;
    this.onChosen = onChosen;
  }

  /** @param {string} set @param {string} [theme] empty for all @param {string} [level] empty for all */
  choose(set, theme = "", level = "") {
    Object.assign(this, { theme, level });
    const inSet = this.all.filter((puzzle) => puzzle.set === set);
    const sets = [...new Set(this.all.map(({ set }) => set))];
    const levels = [...new Set(inSet.map(({ difficulty }) => difficulty))].filter((level) => level !== null);
    this.puzzles = inSet.filter(({ themes, difficulty }) => (theme === "" || themes.some((name) => name === theme)) && (level === "" || String(difficulty) === level));
    const go = (/** @type {string} */ set, theme = "", level = "") => {
      this.choose(set, theme, level);
      this.puzzle = undefined;
      this.onChosen();
    };
    fill(
      this.element,
      choice("Puzzles", sets.map((set) => [set, set]), set, go),
      themesOf(inSet).length > 0 && choice("Theme", ["", ...themesOf(inSet)].map((name) => [name, name || "all"]), theme, (theme) => go(set, theme, level)),
      levels.length > 1 && choice("Difficulty", [["", "all"], ...levels.map((level) => /** @type {[string, string]} */ ([String(level), this.levels[level - 1]]))], level, (level) => go(set, theme, level)),
    );
  }

  /** Puzzles after the one that is open, which is the last. */
  get following() {
    const next = this.puzzles.findIndex((puzzle) => puzzle === this.puzzle) + 1;
    return [...this.puzzles.slice(next), ...this.puzzles.slice(0, next)];
  }

  /** Asks for a sheet of puzzles of the set from this one on. @param {Puzzle[]} lesson exercises of a lesson */
  print(lesson) {
    const { puzzle } = this;
    if (!puzzle) return;
    const inSet = this.all.filter(({ set }) => set === puzzle.set);
    const first = inSet.indexOf(puzzle);
    const following = [...inSet.slice(first), ...inSet.slice(0, first)].slice(0, MAX_OFFERED);
    const exercises = following.map(({ position, difficulty, themes, lesson, answer, note }) => ({ position, level: difficulty, themes, remark: lesson, note, ...(answer.length > 0 && { answer }) }));
    const levels = following.some(({ difficulty }) => difficulty) ? this.levels : [];
    askSheet(this.engine, { title: lesson.includes(puzzle) ? puzzle.set : "Puzzles", order: "from this puzzle on", levels, themes: themesOf(inSet), theme: this.theme, exercises });
  }
}

/** Themes of puzzles. @param {Puzzle[]} puzzles */
function themesOf(puzzles) {
  return [...new Set(puzzles.flatMap(({ themes }) => themes))].sort();
}
