// A try at a puzzle: its moves against the best defence, hints, and the solution.

import { bringIntoSight, button, el, fill } from "./dom.js";
import { Hints } from "./hints.js";
import { Refuter } from "./refuter.js";
import { named } from "./seats.js";
import { ROOT } from "./tree.js";

/** @typedef {import("./types").ShownPuzzle} Puzzle */
/** @typedef {import("./types").GradedMove} GradedMove */

/** Verdict on a wrong move. */
const WRONG = "Not right: try again";

/** Line of a puzzle that a person tries to solve. */
export class Attempt {
  /** Values of the moves at the nodes where the person is to move. @type {Map<number, GradedMove[]>} */
  known = new Map();
  /** Tasks at these nodes. @type {Map<number, string>} */
  tasks = new Map();
  isSolved = false;
  /** Node where a puzzle that is solved can be played on; null elsewhere. @type {number | null} */
  rest = null;
  /** Words below the board on the last try, and their class. */
  verdict = { words: "", kind: "" };
  element = el("div", { id: "answer", spoken: true });
  values = el("div", { id: "values" });

  /** @param {import("./main.js").App} app @param {import("./puzzles.js").Puzzles} puzzles */
  constructor(app, puzzles) {
    this.app = app;
    this.puzzles = puzzles;
    this.hints = new Hints(app, this.element);
    /** Judges moves of exercises without proved values. */
    this.refuter = new Refuter(app);
  }

  /** Begins with the moves and the task of a puzzle. @param {GradedMove[] | null} moves null while they are not known @param {string} task */
  begin(moves, task) {
    Object.assign(this, { known: new Map(moves && [[ROOT, moves]]), tasks: new Map([[ROOT, task]]), isSolved: false, rest: null });
    this.say("", "");
    fill(this.values);
  }

  /** Whether a move is asked for in the position shown. */
  get isAsking() {
    return this.right !== undefined && this.app.game.node !== this.rest;
  }

  /** Asks for the rest of the line of a puzzle that is solved. */
  playOn() {
    this.rest = null;
    this.say("", "");
    fill(this.values);
    this.app.showState("show");
    this.app.board.picture.focus();
  }

  /** Plays a move in the position shown, and the best defence; null if another puzzle has been opened meanwhile. @param {GradedMove} graded */
  async play({ move, is_right }) {
    const { game, engine } = this.app;
    const { goal, answer } = /** @type {Puzzle} */ (this.puzzles.sets.puzzle);
    this.hints.clear();
    try {
      await game.play(move);
      const { fields, world, node } = game;
      const isHere = game.stay();
      const reply = await engine.ask({ action: "defence", ...fields, goal, is_right, world, ...(answer.length > 0 && { answer: answer.slice(game.ply) }) });
      // Another position is shown now.
      if (!isHere()) return null;
      if (is_right) {
        await game.edit((tree) => tree.makeMain(node));
        for (const answer of reply.answers) await game.play(answer, { isSettled: true });
        this.known.set(game.node, reply.moves);
        if (reply.task) this.tasks.set(game.node, reply.task);
      }
      return reply;
    } catch (error) {
      return this.fail(error);
    }
  }

  /** @param {string} move */
  async try(move) {
    const { game } = this.app;
    const { node } = game;
    const graded = this.known.get(node)?.find((graded) => graded.move === move);
    const hadFocus = this.app.board.root.contains(document.activeElement);
    if (!graded) return this.say("bad", `${move} is not in the list of this puzzle`);
    this.refuter.clear();
    if (!graded.is_right && !graded.words) return this.judge(move);
    const reply = await this.play(graded);
    if (!reply) return;
    const { words, answers, moves } = reply;
    if (graded.is_right) {
      const { answer, goal } = /** @type {Puzzle} */ (this.puzzles.sets.puzzle);
      const isLast = moves.length === 0;
      // The best move is the answer; where a win is to be kept, each move is asked for.
      this.rest = !isLast && !this.isSolved && goal === "best" && answer.length === 0 ? game.node : null;
      if (isLast || this.rest !== null) this.solve(words, this.rest !== null && `With best play ${graded.words}.`);
      else this.say("good", `${words} Go on.`, "Right: go on");
    } else {
      this.puzzles.rate(false);
      // What was tried stays in the tree, with what refutes it.
      const tried = game.node;
      game.tree.step(() => {
        game.tree.annotate(tried, { marks: "?", comments: [words] });
        game.tree.insertLine(tried, answers);
      });
      await game.goTo(node);
      this.say("bad", `${words} Try again.`, WRONG);
    }
    this.app.showState("show");
    // While the other side answered, no hex could be chosen.
    if (hadFocus) this.app.board.picture.focus();
  }

  /** Judges a move that is not in the answer of an exercise: one that a review would not mark solves it as well. @param {string} move */
  async judge(move) {
    const { refuter } = this;
    const { game } = this.app;
    const { node } = game;
    this.hints.clear();
    this.say("", "");
    const refuted = await refuter.judge(move);
    if (!refuted || game.node !== node) return;
    const { is_good, line, words, judgement } = refuted;
    const [tried] = await game.insert([line[0].move], judgement.value).catch(() => []);
    refuter.say("", "");
    if (is_good) {
      if (tried !== undefined) await game.goTo(tried);
      this.solve(named(`Right: ${words}`));
    } else {
      this.puzzles.rate(false);
      if (tried !== undefined) await game.edit((tree) => tree.annotate(tried, { marks: judgement.sign, comments: [words] }));
      this.say("bad", named(`${words} Try again. `), WRONG, button("Play it out", () => (this.say("", ""), refuter.playOut(refuted)), { id: "play-out" }));
    }
    this.app.showState("show");
  }

  /** Says that the puzzle is solved, and counts it. @param {string} words on the last move @param {string | false} [value] what it leads to */
  solve(words, value = false) {
    this.isSolved = true;
    this.say("good", [words, value, "Solved!", this.puzzles.sets.puzzle?.note].filter(Boolean).join(" "), "Solved!");
    this.puzzles.rate(true);
    this.puzzles.showEnd();
    this.showValues();
  }

  /** @param {any} error */
  fail({ message }) {
    this.say("bad", message);
    return null;
  }

  /** @param {string} kind @param {string} text @param {string} [verdict] in a few words @param {...HTMLElement} more */
  say(kind, text, verdict = "", ...more) {
    fill(this.element, text, more);
    this.element.className = kind;
    this.verdict = { words: verdict, kind };
    if (text && kind) bringIntoSight(this.element);
  }

  /** The first right move in the position shown, if the puzzle goes on there. */
  get right() {
    return this.known.get(this.app.game.node)?.find(({ is_right }) => is_right);
  }

  /** Shows one hint more: where to look, the move, why. @param {HTMLElement} asked button that says whether the computer thinks */
  async showHint(asked) {
    this.puzzles.rate(false);
    if (!this.right) return;
    this.refuter.clear();
    this.element.className = "";
    await this.hints.more({ ...this.app.game.fields, line: [this.right.move] }, 1, asked);
  }

  /** Plays the rest of the line, and goes back to where it began. */
  async reveal() {
    const { game, board } = this.app;
    const { node } = game;
    this.puzzles.rate(false);
    this.refuter.clear();
    const { ply } = game;
    let result = "";
    for (let { right } = this; right; { right } = this) {
      const reply = await this.play(right);
      if (!reply) return;
      result = reply.result ?? "";
    }
    const { turns, words, moves } = game;
    const lines = moves.slice(ply).map((move, index) => el("li", {}, el("b", {}, `${turns[ply + index]} `), words[ply + index] ?? move));
    await game.goTo(node);
    this.say("", "Solution:", "", el("ol", {}, lines), el("p", {}, named(result), " ", this.puzzles.sets.puzzle?.note ?? ""));
    bringIntoSight(this.element);
    this.puzzles.showEnd();
    this.showValues();
    this.app.showState("show");
    if (this.right) await board.overlay({ arrows: [{ move: this.right.move, label: "" }] });
  }

  /** Shows the values of the moves in the position shown, if the puzzle asks for a move there, and else in the first position. */
  showValues() {
    const { game } = this.app;
    const { themes } = /** @type {Puzzle} */ (this.puzzles.sets.puzzle);
    const node = this.isAsking ? game.node : ROOT;
    const moves = this.known.get(node) ?? [];
    // The moves of an answer have no values.
    if (!moves[0]?.words) return fill(this.values);
    const where = node === ROOT ? "in the first position" : `after ${game.numbered(node)}`;
    fill(
      this.values,
      themes.length > 0 && el("p", { class: "faint", id: "themes" }, `Themes: ${themes.join(", ")}`),
      el("h2", {}, `Moves ${where}`),
      moves.map(({ move, move_words, words, is_right }) => el("div", { class: "line", title: move }, el("b", { class: `value${is_right ? " exact" : ""}` }, words), move_words)),
    );
  }
}
