// The teacher: hints in steps, why a move is not as good as another, and lessons from mistakes.

import { amount, announce, bringIntoSight, button, choice, el, fill, isBusy, setBusy } from "./dom.js";
import { named, seatOf } from "./seats.js";

/** @typedef {import("./main.js").App} App */
/** @typedef {import("./types").RefutedMove} RefutedMove */
/** Bad move that was played: its node, its player, the line that is better, if it is known, its loss, or 0, and the rank of its sign. @typedef {{ id: number, player: string, best: string[], loss: number, rank: number }} Mistake */

/** Mistakes of a lesson, unless a person wants all. */
const MOST = 10;

/** Says that a search has to wait. */
const WAITS = "Waits for another search…";

/** Time of each position of a line that is played out, in milliseconds. */
const STEP = 1100;

/** Scrolls the panel to an element; where the page itself scrolls, the board stays in sight. @param {HTMLElement} element */
function reveal(element) {
  const view = scrollerOf(element);
  if (view) view.scrollTop += element.getBoundingClientRect().top - view.getBoundingClientRect().top;
}

/** Part of the page in which an element scrolls: the panel where the view has no box of its own. @param {HTMLElement} element */
function scrollerOf(element) {
  const view = element.closest(".view");
  return view?.getClientRects().length === 0 ? element.closest("#panel") : view;
}

/** Hints that say more and more: where to look, the move, and why. */
export class Hints {
  key = "";
  move = "";
  /** @type {string[]} */
  steps = [];
  /** Spaces where to look. @type {string[]} */
  spaces = [];
  shown = 0;

  /** @param {App} app @param {HTMLElement} [text] element that shows the hint */
  constructor(app, text = el("p", { class: "faint", id: "hint", spoken: true })) {
    this.app = app;
    this.text = text;
  }

  clear() {
    Object.assign(this, { key: "", shown: 0 });
    fill(this.text);
  }

  /**
   * Shows the next steps of the hint to a position: the first one marks spaces, the second one has an arrow.
   * @param {{ position: string, moves?: string[], line?: string[] }} request
   * @param {number} [count] of steps
   * @param {HTMLElement} [asked] button that says whether the computer thinks
   */
  async more(request, count = 1, asked = this.text) {
    if (isBusy(asked)) return;
    setBusy(asked, true);
    await this.show(request, count).finally(() => setBusy(asked, false));
  }

  /** @param {{ position: string, moves?: string[], line?: string[] }} request @param {number} count */
  async show(request, count) {
    const { engine, board, game } = this.app;
    const key = JSON.stringify(request);
    if (this.key !== key) {
      this.clear();
      this.key = key;
      fill(this.text, "Looks for the best move…");
      bringIntoSight(this.text);
      const wait = () => void fill(this.text, WAITS);
      const isHere = game.stay();
      const hint = await engine.query({ action: "hint", ...request }, undefined, wait).done.catch((error) => void (this.key === key && fill(this.text, error.message)));
      if (this.key !== key) return;
      // A hint to a position that has been left is none.
      if (!isHere()) return this.clear();
      if (!hint) return void (this.key = "");
      Object.assign(this, hint);
    }
    this.shown = Math.min(this.shown + count, this.steps.length);
    fill(this.text, named(`Hint: ${this.steps.slice(0, this.shown).join(" ")}`));
    bringIntoSight(this.text);
    await board.overlay(this.shown > 1 ? { arrows: [{ move: this.move }], parts: [] } : { parts: [{ outlined: this.spaces }] });
  }
}

/** Answers why a move is not as good as the best one, and shows the best answer. */
export class Refuter {
  /** Whether the next move on the board is asked about. */
  isAsked = false;
  /** Number of questions and lines so far: only the last one goes on. */
  turn = 0;
  /** Question under way. @type {import("./transport.js").Query | null} */
  query = null;

  /** @param {App} app @param {HTMLElement} [place] element that is scrolled to when there is an answer; default: the answer */
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

  /**
   * @param {string} kind
   * @param {string} words
   * @param {...HTMLElement} more
   */
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

  /** Shows the positions of the line one after the other, and then the one that was asked about. */
  async playOut() {
    const { board } = this.app;
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

/** Asks for a better move in place of each mistake of a game. */
export class Lesson {
  side = "";
  isWhole = false;
  /** Players and number of mistakes that are offered. */
  offered = "";
  /** @type {Mistake[]} */
  mistakes = [];
  /** Mistakes of all players whose answers a lesson under way has not come to, as their nodes. @type {Set<number>} */
  unanswered = new Set();

  /** @param {App} app @param {() => Mistake[]} find the bad moves of the line shown */
  constructor(app, find) {
    this.app = app;
    this.find = find;
    this.element = el("div");
    this.hints = new Hints(app);
    this.refuter = new Refuter(app, this.element);
    this.index = this.found = 0;
    /** Whether a lesson is under way, whether it waits for a move, and whether a wrong one or help came first. */
    this.isOn = this.isAsking = this.isTried = false;
    this.choices = el("div", { class: "row" });
    this.begin = button("Learn from your mistakes", () => this.start(), { id: "learn", title: "Find a better move in place of each mistake (m)" });
    this.task = el("p", { class: "summary", id: "lesson", spoken: true });
    this.help = [button("Hint", () => this.hint(1), { id: "lesson-hint", title: "Where to look, then the move, then why (h)" }), button("Show the solution", () => this.reveal(), { id: "lesson-solution", title: "The best move and why (s)" })];
    const next = button("Next mistake", () => this.next(), { id: "lesson-next", title: "To the next mistake (n)" });
    this.offers = el("div", { class: "row" }, this.begin);
    // Above all that changes its height, and always the same ones: no button moves away from under the mouse.
    this.actions = el("div", { class: "row", hidden: true }, next, this.help, button("End", () => this.end(), { id: "lesson-end" }));
    fill(this.element, this.offers, this.actions, this.task, this.refuter.element, this.hints.text);
  }

  /** Offers the players who have made mistakes. */
  offer() {
    const players = [...new Set(this.find().map(({ player }) => player))].sort();
    this.begin.disabled = players.length === 0;
    const offered = `${players} ${this.find().length}`;
    if (this.offered === offered) return;
    this.offered = offered;
    // A person who has played against the computer learns from their own moves.
    const isComputer = new Set(this.app.game.headers.filter(([, name]) => seatOf(name) !== "person").map(([player]) => player));
    const people = players.filter((player) => !isComputer.has(player));
    this.side = isComputer.size > 0 && people.length === 1 ? people[0] : "";
    this.isWhole = false;
    this.showChoices(players);
  }

  /** Offers mistakes of one player or of all, and all of them where there are many. @param {string[]} players */
  showChoices(players) {
    const { side, isWhole } = this;
    const { length } = this.ofSide;
    const sides = ["", ...players].map((player) => /** @type {[string, string]} */ ([player, named(player) || "all"]));
    const choose = (/** @type {string} */ side) => {
      this.side = side;
      this.showChoices(players);
    };
    fill(
      this.choices,
      players.length > 1 && choice("of", sides, side, choose),
      length > MOST && choice("Take", [["", `worst ${MOST}`], ["all", `all ${length}`]], isWhole ? "all" : "", (value) => (this.isWhole = value === "all")),
    );
  }

  /** Mistakes of the side that learns. */
  get ofSide() {
    return this.find().filter(({ player }) => !this.side || player === this.side);
  }

  async start() {
    const all = this.ofSide;
    const worst = [...all].sort((one, other) => other.loss - one.loss || other.rank - one.rank).slice(0, this.isWhole ? all.length : MOST);
    // In the order of the game.
    this.mistakes = all.filter((mistake) => worst.includes(mistake));
    Object.assign(this, { isOn: true, index: -1, found: 0, unanswered: new Set(this.find().map(({ id }) => id)) });
    await this.next();
  }

  /** Ends the lesson with these words. */
  stop(words = "") {
    this.isOn = this.isAsking = false;
    this.unanswered.clear();
    this.ask(words);
    this.actions.hidden = true;
    this.offers.hidden = false;
  }

  /** @param {string} words */
  ask(words) {
    this.hints.clear();
    this.refuter.clear();
    fill(this.task, words);
  }

  get mistake() {
    return this.mistakes[this.index];
  }

  /** Variations beside mistakes that are unanswered: they would give the answers away. @returns {number[]} */
  get secrets() {
    const { tree } = this.app.game;
    return [...this.unanswered].filter((id) => tree.has(id)).flatMap((id) => tree.node(tree.node(id).parent).children.slice(1).filter((other) => other !== id));
  }

  /** Asks about the next mistake that is still in the tree. */
  async next() {
    const { game } = this.app;
    const { tree } = game;
    do this.index++;
    while (this.mistake && !tree.has(this.mistake.id));
    const number = `${this.index + 1} of ${this.mistakes.length}`;
    if (!this.mistake) return this.end(`Done: ${this.found} of ${this.mistakes.length} found at the first try`);
    this.isAsking = !(this.isTried = false);
    const { id, player } = this.mistake;
    const { parent, move, marks } = tree.node(id);
    await game.goTo(parent);
    this.ask(`${number}. ${named(player)} played ${game.told.get(id)?.words ?? move}${marks}: find a better move`);
    this.show();
  }

  /** Ends the lesson with these words, and leads back to the game. */
  async end(words = "") {
    const { game } = this.app;
    const last = this.mistakes.findLast(({ id }) => game.tree.has(id));
    this.stop(words);
    if (last) await game.goTo(last.id);
    this.app.showState("show");
  }

  /** Whether a better move is asked for in the position shown. */
  get isHere() {
    const { tree, node } = this.app.game;
    return this.isAsking && tree.has(this.mistake.id) && tree.node(this.mistake.id).parent === node;
  }

  show() {
    this.app.showState("show");
    this.actions.hidden = false;
    this.offers.hidden = true;
    for (const button of this.help) button.disabled = !this.isAsking;
    reveal(this.element);
  }

  /** @param {number} count */
  async hint(count) {
    const { game } = this.app;
    const { id, best } = this.mistake;
    this.isTried = true;
    // What was tried is no longer on the board.
    this.refuter.clear();
    await game.goTo(game.tree.node(id).parent);
    await this.hints.more({ ...game.fields, line: best }, count, this.help[0]);
  }

  /** Shows the best move with its reasons, beside the mistake. */
  async reveal() {
    const { game, board } = this.app;
    await this.hint(3);
    if (!this.isHere) return;
    this.isAsking = false;
    this.unanswered.delete(this.mistake.id);
    this.show();
    bringIntoSight(this.hints.text);
    await board.overlay({ arrows: [{ move: this.hints.move }, { move: game.tree.node(this.mistake.id).move, is_bad: true }] });
  }

  /** Judges a move in place of the mistake; the tree keeps it. @param {string} move */
  async take(move) {
    const { refuter } = this;
    const { game } = this.app;
    const { id, best } = this.mistake;
    // A move before the answer to another one comes is a second try.
    this.isTried ||= refuter.query !== null;
    const answer = await refuter.judge(move);
    if (!answer || !this.isHere) return;
    const { judgement, line, words } = answer;
    const isRight = (answer.is_good || move === best[0]) && move !== game.tree.node(id).move;
    const [tried] = await game.insert([line[0].move], judgement.value).catch(() => []);
    announce(words);
    if (!isRight) {
      this.isTried = true;
      // The game's own move keeps what its review says.
      if (tried !== undefined && tried !== id) await game.edit((tree) => tree.annotate(tried, { marks: judgement.sign, comments: [words] }));
      return refuter.say("bad", `${words} Try again.`, button("Play it out", () => this.playOut(answer), { id: "play-out" }));
    }
    if (!this.isTried) this.found++;
    this.isAsking = false;
    this.unanswered.delete(id);
    if (tried !== undefined) await game.goTo(tried);
    this.show();
    refuter.say("good", `Right: ${answer.is_good ? words : `${move} is the best move.`}`);
  }

  /** Shows how a wrong move is refuted. @param {RefutedMove} answer */
  async playOut(answer) {
    this.refuter.show(answer);
    await this.refuter.playOut();
  }
}
