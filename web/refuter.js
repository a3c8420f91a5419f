// Why a move is not as good as the best one, with the line that refutes it.

import { amount, button, el, fill } from "./dom.js";
import { WAITS } from "./hints.js";
import { named } from "./seats.js";
import { announce } from "./speech.js";

/** @typedef {import("./types").RefutedMove} RefutedMove */

/** Time of each position of a line that is played out, in milliseconds. */
const STEP = 1100;

/** Answers why a move is not as good as the best one, and shows the best answer. */
export class Refuter {
  /** Whether the next move on the board is asked about. */
  isAsked = false;
  /** Number of questions and lines so far: only the last one goes on. */
  turn = 0;
  /** Question under way. @type {import("./transport.js").Query | null} */
  query = null;

  /**
   * @param {Pick<import("./main.js").App, "board" | "engine" | "game" | "showState" | "tip" | "view">} app
   * @param {HTMLElement} [place] element that is scrolled to when there is an answer; default: the answer
   */
  constructor(app, place) {
    this.app = app;
    /** Whether the position asked about is shown. */
    this.isHere = () => true;
    /** Line that is listed, after a node of a tree, with its buttons. @type {{ tree: import("./tree.js").Tree, node: number, steps: HTMLElement[], moves: string[] }} */
    this.line = { tree: app.game.tree, node: 0, steps: [], moves: [] };
    this.toggle = button("Why not…?", () => this.ask(!this.isAsked), { class: "toggle", id: "why-not", "aria-pressed": "false" });
    this.element = el("div", { id: "refutation" });
    this.place = place ?? this.element;
  }

  clear() {
    this.turn++;
    this.query?.cancel();
    this.query = null;
    this.ask(false);
  }

  ask(isAsked = true) {
    this.isAsked = isAsked;
    this.app.board.endPreview();
    this.toggle.setAttribute("aria-pressed", String(isAsked));
    this.say("", isAsked ? "Play a move on the board: you see its best answer." : "");
  }

  /** @param {string} kind @param {string} words @param {...HTMLElement} more */
  say(kind, words, ...more) {
    fill(this.element, words !== "" && el("p", { class: kind, spoken: true }, named(words)), more);
    if (words !== "") reveal(this.place);
  }

  /** Judges a move in the position shown; null if the question is stopped, or the position has been left meanwhile. @param {string} move */
  async judge(move) {
    const { app } = this;
    this.clear();
    const { turn } = this;
    const isHere = (this.isHere = app.game.stay());
    const stop = button("Stop", () => this.stopJudging(), { id: "stop-judging" });
    const say = (/** @type {string} */ words) => turn === this.turn && this.say("", words, stop);
    say("Looks for the best answer…");
    const found = (/** @type {RefutedMove} */ { words, line }) => say(`${words} ${line.length === 0 ? "What follows is searched…" : `Line: ${line.map((one) => one.words).join(", ")}…`}`);
    const query = app.engine.query({ action: "refute", ...app.game.fields, move }, found, () => say(WAITS));
    this.query = query;
    // Another move need not wait for the answer to this one.
    app.board.show(app.view.canMove());
    const answer = await query.done.catch((error) => void (turn === this.turn && this.say("error", error.message)));
    if (turn !== this.turn) return null;
    this.query = null;
    // The view of another position is complete without it.
    if (!isHere()) {
      this.say("", "");
      return null;
    }
    // The board waits for a move again.
    app.showState("show");
    return answer ?? null;
  }

  stopJudging() {
    this.clear();
    this.app.showState("show");
  }

  /** @param {string} move */
  async refute(move) {
    const answer = await this.judge(move);
    if (answer) this.show(answer);
  }

  /**
   * Lists the line of an answer. A click on a move shows the position after it; nothing is put into the tree unless it is asked for.
   * @param {RefutedMove} answer
   */
  show(answer) {
    const { words, judgement, line } = answer;
    const { tree, node } = this.app.game;
    const steps = line.map(({ player, words, value, value_words }, index) => button([`${named(player)}: ${words}`, el("b", { title: named(value_words) }, ` ${value}`)], () => this.stepTo(index), { class: "move" }));
    this.line = { tree, node, steps, moves: line.map(({ move }) => move) };
    const tools = [
      button("Play it out", () => this.playOut(), { id: "play-line" }),
      button("Insert the line", () => this.insert(answer), { id: "insert-line", title: "Insert the line into the tree" }),
      button("Back", () => this.back(), { id: "refuted", title: "Back to the position that was asked about" }),
    ];
    this.say(judgement.mark ? "bad" : "good", words, el("ol", { "aria-label": "Line with values" }, steps.map((step) => el("li", {}, step))), el("div", { class: "row tight" }, tools));
  }

  /** Shows the position that was asked about; returns whether it is still there. */
  async back() {
    const { game, board } = this.app;
    const { tree, node, steps } = this.line;
    this.turn++;
    for (const step of steps) step.removeAttribute("aria-current");
    board.endPreview();
    this.app.tip("");
    if (tree !== game.tree || !tree.has(node)) return false;
    await game.goTo(node);
    return true;
  }

  /** Shows the position after a move of the line. @param {number} index */
  async stepTo(index) {
    if (!(await this.back())) return;
    const { steps, moves } = this.line;
    steps[index].setAttribute("aria-current", "step");
    this.app.tip(`After ${amount(index + 1, "move")}: a click on the board leads back.`);
    this.app.board.root.scrollIntoView({ block: "nearest" });
    await this.app.board.preview(moves.slice(0, index + 1));
  }

  /** Shows the positions of the line, or first that of an answer, one after the other, and then the one that was asked about. @param {RefutedMove} [answer] */
  async playOut(answer) {
    const { board } = this.app;
    if (answer) this.show(answer);
    for (const index of this.line.moves.keys()) {
      await this.stepTo(index);
      const { turn } = this;
      await new Promise((resolve) => setTimeout(resolve, STEP));
      if (turn !== this.turn || !board.isPreview) return;
    }
    await this.back();
  }

  /** Puts the line of an answer into the tree. @param {RefutedMove} answer */
  async insert({ words, judgement }) {
    const { game } = this.app;
    if (!(await this.back())) return;
    const [first] = await game.insert(this.line.moves, judgement.value).catch(() => []);
    if (first === undefined) return;
    await game.edit((tree) => tree.annotate(first, { comments: [...new Set([...tree.node(first).comments, words])] }));
    announce("Line inserted");
  }
}

/** Scrolls the panel to an element; where the page itself scrolls, the board stays in sight. @param {HTMLElement} element */
export function reveal(element) {
  const view = scrollerOf(element);
  if (view) view.scrollTop += element.getBoundingClientRect().top - view.getBoundingClientRect().top;
}

/** Part of the page in which an element scrolls: the panel where the view has no box of its own. @param {HTMLElement} element */
function scrollerOf(element) {
  const view = element.closest(".view");
  return view?.getClientRects().length === 0 ? element.closest("#panel") : view;
}
