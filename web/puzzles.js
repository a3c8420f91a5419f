// Puzzles: keep what a position is worth, move after move, against the best defence.

import { button, el, field, fill } from "./dom.js";
import { KeptTries } from "./kept-tries.js";
import { LessonEnd } from "./lesson-end.js";
import { moreMenu } from "./menus.js";
import { PuzzleHead } from "./puzzle-head.js";
import { PuzzleRecord } from "./record.js";
import { PuzzleSets } from "./sets.js";
import { PuzzleSource } from "./source.js";
import { treeFrom } from "./stored.js";
import { ROOT } from "./tree.js";
import { Attempt } from "./trying.js";
import { View, narrow } from "./view.js";

/** @typedef {import("./types").ShownPuzzle} Puzzle */

/** View with puzzles to solve, those of the program or of a file. */
export class Puzzles extends View {
  name = "puzzles";
  title = "Puzzles";
  isTree = true;
  /** Tree of the puzzle that is open. @type {import("./tree.js").Tree | null} */
  tree = null;
  /** Game that was on the board before the puzzles, with the moves to the position shown. @type {{ tree: import("./tree.js").Tree, moves: string[] } | null} */
  before = null;
  /** Whether the puzzle is to stay on the board in the next view. */
  isAnalysed = false;

  /** @param {import("./main.js").App} app */
  constructor(app) {
    super(app);
    this.sets = new PuzzleSets(app.engine, () => this.openChosen());
    this.record = new PuzzleRecord(app.engine);
    this.attempt = new Attempt(app, this);
    this.tries = new KeptTries(app.game, this.attempt, this.record);
    this.source = new PuzzleSource(app, this);
    /** Stands below the answer after the last exercise of a lesson. */
    this.end = new LessonEnd(this);
    narrow.addEventListener("change", () => app.view === this && this.head.put(narrow.matches));
    this.head = new PuzzleHead();
    this.steps = [button("Previous", () => this.step(-1), { id: "previous-puzzle" }), button("Next", () => this.step(1), { id: "next-puzzle" })];
    this.help = [button("Hint", () => this.attempt.showHint(this.help[0]), { id: "puzzle-hint" }), button("Show the solution", () => this.attempt.reveal(), { id: "solution" })];
    this.analysing = button("Analyse", () => this.analyse());
    this.again = button("Again", () => this.openAgain(), { id: "again" });
    this.unsolved = button("Next unsolved", () => this.openUnsolved(), { id: "next-unsolved" });
    this.today = button("Puzzle of the day", () => this.openDaily(), { id: "daily" });
    this.playOn = button("Play on", () => this.attempt.playOn(), { id: "rest-of-line", title: "The rest of the line, against the best defence" });
    /** Stands below the answer once the puzzle is solved. */
    this.goOn = button("Next puzzle", () => this.openUnsolved(), { class: "primary", id: "go-on", title: "The next puzzle that has not been solved (u)" });
    const { element: answer, refuter, values } = this.attempt;
    const { change, words } = this.record;
    this.element = el(
      "div",
      { class: "view", id: "puzzles" },
      this.sets.element,
      // Beside the answer on tablets, and else around it.
      el(
        "div",
        { class: "asked" },
        el("div", {}, this.head.place, el("div", { class: "row" }, this.help, this.again, this.analysing), this.ways),
        el("div", { class: "rest" }, el("p", {}, words, " ", change)),
      ),
      // Below the buttons, which stay where they are.
      el("div", { class: "told" }, answer, el("div", { class: "row" }, this.goOn, this.playOn), this.end.element, refuter.element, values),
    );
  }

  get isGame() {
    return false;
  }

  /** Buttons that lead to other puzzles, and out of the page. */
  get ways() {
    return el("div", { class: "row tight" },
      this.steps,
      this.unsolved,
      moreMenu("puzzle-more", "More for puzzles", "…",
        this.today,
        button("Print", () => this.sets.print(this.source.lesson), { id: "print" }),
        button("Copy link", () => this.app.links.copy(), { id: "copy-puzzle", title: "Copy the address of this puzzle, to be solved: it shows no moves" }),
        field("A lesson, or other puzzles, from a file", this.source.input, "tall"),
      ),
    );
  }

  /** @param {boolean} isOpened */
  async enter(isOpened) {
    const { board, game } = this.app;
    board.onMove = (move) => this.attempt.try(move);
    this.head.put(narrow.matches);
    const { tree, played } = game;
    if (isOpened) this.before = null;
    else if (tree !== this.tree) this.before = { tree, moves: played };
    const { sets: { daily, puzzle }, source } = this;
    if (daily && puzzle) return puzzle.position !== game.start && isOpened ? source.openLinked(game.start) : this.open(puzzle);
    await this.record.rate();
    await this.source.load(await (await fetch("puzzles.exact")).text(), isOpened, puzzle);
  }

  leave() {
    this.tries.leave();
    this.attempt.refuter.clear();
    this.head.put(false);
  }

  /** Gives the game back that was on the board before the puzzles. */
  async conceal() {
    const { before, isAnalysed } = this;
    this.isAnalysed = false;
    if (before && !isAnalysed) await this.app.game.loadTree(before.tree, before.moves);
  }

  /** Goes on in the analysis with all that has been played. */
  async analyse() {
    this.isAnalysed = true;
    await this.app.go("analyze");
  }

  canMove() {
    return this.attempt.isAsking;
  }

  update() {
    const { app } = this;
    const { node, tree } = app.game;
    const { isSolved, rest, verdict } = this.attempt;
    for (const button of this.help) {
      button.disabled = !this.canMove();
      button.hidden = this.source.isTested;
    }
    this.analysing.hidden = this.source.isTested;
    this.again.disabled = tree.size === 0;
    this.playOn.hidden = node !== rest;
    this.goOn.hidden = !isSolved || this.end.element.childNodes.length > 0;
    app.tip(verdict.words, verdict.kind);
    this.head.showTask(this.attempt, node);
  }

  /** @returns {import("./view.js").Key[]} */
  get keys() {
    const [previous, next] = this.steps;
    const [hint, solution] = this.help;
    return [
      { key: "h", words: "hint: where to look, then the move, then why", button: hint },
      { key: "s", words: "show the solution", button: solution },
      { key: "r", words: "this puzzle again", button: this.again },
      { key: "n", words: "next puzzle", button: next },
      { key: "p", words: "previous puzzle", button: previous },
      { key: "u", words: "next puzzle that has not been solved", button: this.unsolved },
      { key: "t", words: "puzzle of the day", button: this.today },
    ];
  }

  /** @param {number} step */
  async step(step) {
    await this.open(this.sets.following.at(step - 1));
  }

  /** Opens the first puzzle after this one that has not been solved. */
  async openUnsolved() {
    const { following } = this.sets;
    await this.open(following.find(({ position }) => !this.record.solved.has(position)) ?? following[0]);
  }

  async openDaily() {
    const { all, daily } = this.sets;
    if (!daily) return;
    if (!all.includes(daily)) all.push(daily);
    this.sets.choose(daily.set);
    await this.open(daily);
  }

  /** @param {Puzzle | undefined} puzzle */
  async open(puzzle) {
    if (!puzzle) return;
    const { position, task, moves, drawn } = puzzle;
    const { attempt, record, sets, tries } = this;
    tries.leave();
    sets.puzzle = puzzle;
    attempt.hints.clear();
    attempt.refuter.clear();
    attempt.begin(moves, task);
    // The change is that of the puzzle before.
    for (const part of [this.end.element, record.change]) fill(part);
    record.isTried = false;
    const kept = tries.resume(puzzle);
    const tree = kept?.tree ?? treeFrom({ position, headers: [], comments: [], arrows: drawn, nodes: [] });
    await this.app.game.loadTree(tree, kept?.moves);
    if (puzzle !== sets.puzzle) return;
    this.tree = tree;
    tries.open = { puzzle, tree };
    this.head.show(puzzle, sets);
    const index = sets.puzzles.indexOf(puzzle);
    this.steps[0].disabled = index <= 0;
    this.steps[1].disabled = index === sets.puzzles.length - 1;
    this.showProgress();
    this.app.showState("show");
    this.head.announce(sets);
    this.element.scrollTop = 0;
    if (attempt.isSolved) this.end.show();
    if (!attempt.known.get(ROOT)?.length) await this.source.complete(puzzle);
  }

  /** Opens the puzzle again; it does not count as tried for the first time. */
  async openAgain() {
    const { puzzle } = this.sets;
    const { isTried } = this.record;
    this.tries.leave();
    if (puzzle) this.tries.all.delete(puzzle);
    await this.open(puzzle);
    this.record.isTried = isTried;
  }

  /** Opens one of the puzzles that have been chosen. */
  openChosen() {
    if (this.sets.puzzles.length > 0) this.openUnsolved();
    else this.attempt.say("bad", "No puzzle has this theme and difficulty.");
  }

  /** Address of the puzzle that is open, for one who solves it. */
  ownLink() {
    return this.source.ownLink();
  }

  /** Counts the first try at the puzzle that is open. @param {boolean} isSolved */
  rate(isSolved) {
    const { daily, puzzle } = this.sets;
    this.record.rate(puzzle, isSolved, puzzle === daily);
    this.showProgress();
  }

  showProgress() {
    this.head.showProgress(this);
  }

  /** Says how a lesson has gone when its last exercise is over, with those that have not been solved. */
  showEnd() {
    this.showProgress();
    this.end.show();
  }
}
