// Lessons from mistakes: a better move is asked for in place of each bad one of a game.

import { bringIntoSight, button, choice, el, fill } from "./dom.js";
import { Hints } from "./hints.js";
import { Refuter, reveal } from "./refuter.js";
import { named, seatOf } from "./seats.js";

/** Bad move that was played: its node, its player, the line that is better, if it is known, its loss, or 0, and the rank of its sign. @typedef {{ id: number, player: string, best: string[], loss: number, rank: number }} Mistake */

/** Mistakes of a lesson, unless a person wants all. */
const MOST = 10;

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

  /** @param {import("./main.js").App} app @param {() => Mistake[]} find the bad moves of the line shown */
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
    this.begin = button("Learn from mistakes", () => this.start(), { id: "learn", title: "Find a better move in place of each mistake (m)" });
    this.task = el("p", { class: "summary", id: "lesson", spoken: true });
    this.help = [button("Hint", () => this.hint(1), { id: "lesson-hint", title: "Where to look, then the move, then why (h)" }), button("Show the solution", () => this.reveal(), { id: "lesson-solution", title: "The best move and why (s)" })];
    this.following = button("Next mistake", () => this.next(), { id: "lesson-next", title: "To the next mistake (n)" });
    this.offers = el("div", { class: "row tools" }, this.begin);
    // Above all that changes its height, and always the same ones: no button moves away from under the mouse.
    this.actions = el("div", { class: "row", hidden: true }, this.following, this.help, button("End", () => this.end(), { id: "lesson-end" }));
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
    this.following.classList.toggle("primary", !this.isAsking);
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

  /** Judges a move in place of the mistake; the tree keeps a right one. @param {string} move */
  async take(move) {
    const { refuter } = this;
    const { board, game } = this.app;
    const { id, best } = this.mistake;
    if (move === game.tree.node(id).move) {
      refuter.clear();
      refuter.say("bad", "That is what was played. Try again.");
      return this.app.showState("show");
    }
    // A move before the answer to another one comes is a second try.
    this.isTried ||= refuter.query !== null;
    const answer = await refuter.judge(move);
    if (!answer || !this.isHere) return;
    const { judgement, line, words } = answer;
    if (!answer.is_good && move !== best[0]) {
      this.isTried = true;
      refuter.say("bad", `${words} Try again.`, button("Play it out", () => refuter.playOut(answer), { id: "play-out" }));
      return board.overlay({ arrows: [{ move: line[0].move, label: judgement.tag, is_bad: true }] });
    }
    const [tried] = await game.insert([line[0].move], judgement.value).catch(() => []);
    if (!this.isTried) this.found++;
    this.isAsking = false;
    this.unanswered.delete(id);
    if (tried !== undefined) await game.goTo(tried);
    this.show();
    refuter.say("good", `Right: ${answer.is_good ? words : `${move} is the best move.`}`);
  }
}
