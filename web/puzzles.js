// Puzzles: find the best move of positions whose values are proved.

import { announce, button, el, fill } from "./dom.js";
import { marginInWords } from "./words.js";

/** @typedef {import("./main.js").App} App */
/** @typedef {{ move: string, value: string, is_best: boolean }} Graded */
/** @typedef {{ position: string, moves: Graded[] }} Puzzle */

/** View with puzzles to solve, those of the program or of a file. */
export class Puzzles {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.name = "puzzles";
    this.title = "Puzzles";
    /** @type {Puzzle[]} */
    this.puzzles = [];
    this.index = 0;
    /** Numbers of the puzzles that have been solved at the first try. @type {Set<number>} */
    this.solved = new Set();
    this.isTried = false;
    this.isDone = false;
    this.task = el("p", { class: "summary", id: "task", role: "status" });
    this.answer = el("p", { id: "answer", role: "status" });
    this.values = el("div", { id: "values" });
    this.progress = el("p", { class: "faint", id: "progress" });
    this.input = el("input", { type: "file", id: "puzzle-file", onchange: () => this.read() });
    this.element = el(
      "div",
      { class: "view" },
      this.task,
      this.answer,
      el(
        "div",
        { class: "row" },
        button("Previous", () => this.open(this.index - 1)),
        button("Show the solution", () => this.reveal(), { id: "solution" }),
        button("Next", () => this.open(this.index + 1), { id: "next-puzzle" }),
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
    this.app.board.onHex = () => false;
    if (this.puzzles.length === 0) await this.load(await (await fetch("puzzles.exact")).text());
    else await this.open(this.index);
  }

  leave() {}

  canMove() {
    return this.puzzles.length > 0 && !this.isDone;
  }

  update() {}

  async read() {
    const file = this.input.files?.[0];
    if (file) await this.load(await file.text()).catch((error) => fill(this.answer, error.message));
  }

  /** @param {string} text */
  async load(text) {
    const { puzzles } = await this.app.engine.ask({ action: "puzzles", text });
    // A position in which all moves are as good is none.
    this.puzzles = puzzles.filter((/** @type {Puzzle} */ { moves }) => moves.some(({ is_best }) => !is_best));
    this.solved = new Set();
    // The address of a puzzle holds its position.
    const linked = this.puzzles.findIndex(({ position }) => position === this.app.game.start);
    await this.open(Math.max(0, linked));
  }

  /** @param {number} index */
  async open(index) {
    this.index = (index + this.puzzles.length) % this.puzzles.length;
    [this.isTried, this.isDone] = [false, false];
    fill(this.answer);
    this.answer.className = "";
    fill(this.values);
    await this.app.game.load(this.puzzles[this.index].position);
    const turn = this.app.game.state?.turn;
    fill(this.task, `Find the best move for ${turn}`);
    this.showProgress();
  }

  /** Value of the best move. */
  get best() {
    return this.puzzles[this.index].moves.find(({ is_best }) => is_best)?.value ?? "";
  }

  /** @param {string} value */
  words(value) {
    return marginInWords(value, /survival/.test(this.app.game.state?.rules ?? ""));
  }

  showProgress() {
    fill(this.progress, `Puzzle ${this.index + 1} of ${this.puzzles.length}, ${this.solved.size} solved at the first try`);
  }

  /** @param {string} move */
  async try(move) {
    const graded = this.puzzles[this.index].moves.find((graded) => graded.move === move);
    if (graded?.is_best) {
      if (!this.isTried) this.solved.add(this.index);
      this.say("good", `${move} is right: it ${this.words(graded.value)}`);
      this.isDone = true;
      this.showValues();
      await this.app.game.play(move);
    } else {
      this.say("bad", graded ? `${move} ${this.words(graded.value)}, the best move ${this.words(this.best)}; try again` : `${move} is not in the list of this puzzle`);
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
      moves.map(({ move, value, is_best }) => el("div", { class: "line" }, el("b", { class: `value${is_best ? " exact" : ""}` }, value), el("span", {}, move))),
    );
  }
}
