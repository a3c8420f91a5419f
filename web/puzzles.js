// Puzzles: find the best move of positions whose values are proved.

import { announce, button, choice, el, fill } from "./dom.js";
import { isTexts, recallValue, remember } from "./storage.js";
import { textOf } from "./transport.js";

/** @typedef {import("./main.js").App} App */
/** @typedef {import("./types").ShownPuzzle} Puzzle */

/** View with puzzles to solve, those of the program or of a file. */
export class Puzzles {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.name = "puzzles";
    this.title = "Puzzles";
    /** @type {Puzzle[]} */
    this.all = [];
    /** Puzzles of the set chosen, easy ones first. @type {Puzzle[]} */
    this.puzzles = [];
    this.set = "";
    this.index = 0;
    /** Positions of the puzzles that have been solved at the first try. @type {Set<string>} */
    this.solved = new Set(recallValue("solved", isTexts) ?? []);
    this.isTried = false;
    this.isDone = false;
    this.sets = el("div");
    this.task = el("p", { class: "summary", id: "task", role: "status" });
    this.about = el("p", { class: "faint", id: "about" });
    this.answer = el("p", { id: "answer", role: "status" });
    this.values = el("div", { id: "values" });
    this.progress = el("p", { class: "faint", id: "progress" });
    this.input = el("input", { type: "file", id: "puzzle-file", onchange: () => this.read() });
    this.element = el(
      "div",
      { class: "view" },
      this.sets,
      this.task,
      this.about,
      this.answer,
      el(
        "div",
        { class: "row" },
        button("Previous", () => this.open(this.index - 1)),
        button("Show the solution", () => this.reveal(), { id: "solution" }),
        button("Next", () => this.open(this.index + 1), { id: "next-puzzle" }),
        button("Next unsolved", () => this.openUnsolved(), { id: "next-unsolved" }),
        button("Analyse", () => this.app.go("analyze")),
      ),
      this.progress,
      this.values,
      el("h2", {}, "Other puzzles"),
      el("label", { class: "field" }, el("span", {}, "File of graded positions"), this.input),
    );
  }

  async enter() {
    this.app.board.onMove = (move) => this.try(move);
    this.app.board.onHex = null;
    if (this.all.length > 0) return this.index < 0 ? this.openUnsolved() : this.open(this.index);
    const text = await (await fetch("puzzles.exact")).text();
    await this.load(text);
  }

  leave() {}

  canMove() {
    return this.puzzles.length > 0 && !this.isDone;
  }

  update() {}

  async read() {
    const file = this.input.files?.[0];
    if (!file) return;
    await textOf(file, this.app.engine).then((text) => this.load(text)).catch((error) => fill(this.answer, error.message));
  }

  /** @param {string} text */
  async load(text) {
    const { puzzles } = await this.app.engine.ask({ action: "puzzles", text });
    // A position in which all moves are as good is none.
    this.all = puzzles.filter(({ moves }) => moves.some(({ is_best }) => !is_best));
    if (this.all.length === 0) return fill(this.answer, "expected at least one position with a best move");
    // The address of a puzzle holds its position.
    const linked = this.all.find(({ position }) => position === this.app.game.start);
    this.choose(setOf(linked ?? this.all[0]));
    // Another view may have been chosen since.
    if (this.app.view !== this) return;
    if (linked) return this.open(this.puzzles.indexOf(linked));
    return this.openUnsolved();
  }

  /** @param {string} set */
  choose(set) {
    this.set = set;
    this.puzzles = this.all.filter((puzzle) => setOf(puzzle) === set).sort((a, b) => (a.difficulty ?? 0) - (b.difficulty ?? 0));
    this.index = -1;
    const names = [...new Set(this.all.map(setOf))];
    const count = (/** @type {string} */ name) => this.all.filter((puzzle) => setOf(puzzle) === name).length;
    fill(this.sets, choice("Puzzles", names.map((name) => [name, `${name} (${count(name)})`]), set, (name) => {
      this.choose(name);
      this.openUnsolved();
    }));
  }

  /** Opens the first puzzle after this one that has not been solved. */
  async openUnsolved() {
    const order = this.puzzles.map((_, step) => (this.index + 1 + step) % this.puzzles.length);
    await this.open(order.find((index) => !this.solved.has(this.puzzles[index].position)) ?? this.index + 1);
  }

  /** @param {number} index */
  async open(index) {
    this.index = (index + this.puzzles.length) % this.puzzles.length;
    [this.isTried, this.isDone] = [false, false];
    fill(this.answer);
    this.answer.className = "";
    fill(this.values);
    const puzzle = this.puzzles[this.index];
    await this.app.game.load(puzzle.position);
    fill(this.task, puzzle.task);
    const stars = puzzle.difficulty && el("span", { role: "img", "aria-label": `difficulty ${puzzle.difficulty} of 5` }, "★".repeat(puzzle.difficulty) + "☆".repeat(5 - puzzle.difficulty));
    fill(this.about, stars, puzzle.lesson);
    this.showProgress();
  }

  /** What the best move leads to, in words. */
  get best() {
    return this.puzzles[this.index].moves.find(({ is_best }) => is_best)?.words ?? "";
  }

  showProgress() {
    const solved = this.puzzles.filter(({ position }) => this.solved.has(position)).length;
    fill(this.progress, `Puzzle ${this.index + 1} of ${this.puzzles.length}, ${solved} solved at the first try`);
  }

  /** @param {string} move */
  async try(move) {
    const puzzle = this.puzzles[this.index];
    const graded = puzzle.moves.find((graded) => graded.move === move);
    if (graded?.is_best) {
      if (!this.isTried) this.solved.add(puzzle.position);
      remember("solved", JSON.stringify([...this.solved]));
      this.say("good", `${move} is right: ${graded.words}`);
      this.isDone = true;
      this.showValues();
      await this.app.game.play(move);
    } else {
      this.say("bad", graded ? `${move}: ${graded.words}; the best move: ${this.best}; try again` : `${move} is not in the list of this puzzle`);
      this.isTried = true;
      this.app.showState("show");
    }
    this.showProgress();
  }

  /**
   * @param {string} kind
   * @param {string} text
   */
  say(kind, text) {
    fill(this.answer, text);
    this.answer.className = kind;
    announce(text);
  }

  async reveal() {
    const { moves } = this.puzzles[this.index];
    this.isTried = true;
    this.showValues();
    await this.app.board.overlay({ arrows: moves.filter(({ is_best }) => is_best).slice(0, 3).map(({ move, value }) => ({ move, label: value })) });
  }

  showValues() {
    const { moves } = this.puzzles[this.index];
    fill(
      this.values,
      el("h2", {}, "All moves, proved"),
      moves.map(({ move, words, is_best }) => el("div", { class: "line" }, el("b", { class: `value${is_best ? " exact" : ""}` }, words), el("span", {}, move))),
    );
  }
}

/** Name of the set of positions without a difficulty, which teach something. */
const STUDIES = "Studies";

/**
 * Set that a puzzle belongs to: studies, or those of its rules.
 * @param {Puzzle} puzzle
 */
function setOf({ difficulty, rules_name }) {
  return difficulty === null ? STUDIES : rules_name;
}
