// Follow: a real game, as it lies on the table; the engine advises one player.

import { Chance } from "./chance.js";
import { announce, button, choice, el, fill } from "./dom.js";
import { Editor } from "./edit.js";
import { rulesButton } from "./rules.js";
import { askSeats, headersOf, nameOf } from "./seats.js";
import { recall, remember } from "./storage.js";

/** View to follow a real game: first what lies on the table, and then turn by turn. */
export class Follow {
  /** @param {import("./main.js").App} app */
  constructor(app) {
    this.app = app;
    this.name = "follow";
    this.title = "Follow";
    // A move that is undone has not been played on the table.
    this.isCut = true;
    this.isSetUp = false;
    /** Letter of the person who is advised; empty for nobody. */
    this.me = recall("me") ?? "A";
    this.editor = new Editor(app);
    this.chance = new Chance(app);
    this.status = el("p", { class: "summary", id: "status", role: "status" });
    const rules = () => rulesButton(app, () => app.game.state?.rules ?? "");
    const sit = (/** @type {string} */ me) => remember("me", (this.me = me));
    const begin = button("Begin", () => this.begin(), { class: "primary", id: "follow-begin" });
    this.editor.onChecked = (isRight) => (begin.disabled = !isRight);
    this.table = el("div", {},
      choice("You are", [..."ABCD", ""].map((letter) => [letter, letter || "nobody: you watch"]), this.me, sit),
      el("div", { class: "row" }, rules(),
        button("Names and colours", () => askSeats(4, (letter) => app.rename(letter))),
        button("Turn the board", () => app.turn({ turned: !app.game.turned }))),
      begin, this.editor.setting);
    this.advising = button("Advise me", () => this.advise(), { id: "advise", title: "a" });
    this.undoing = button("Undo", () => this.undo(), { id: "follow-undo", title: "u" });
    this.advice = el("div", { id: "advice" });
    this.turns = el("div", {},
      el("div", { class: "row" }, this.advising, this.undoing, rules(), button("Set up", () => this.go(false), { class: "apart" })),
      this.chance.element, this.advice);
    this.element = el("div", { class: "view" }, this.status, this.table, this.turns);
  }

  /** @param {boolean} isOpened */
  async enter(isOpened) {
    // An address with a position is that of a game under way.
    await this.show(isOpened || this.isSetUp);
    if (this.isSetUp || this.editor.before.length > 0) return;
    await this.editor.edit({ answers: { blank: this.me } });
  }

  leave() {
    this.editor.leave();
  }

  /** Whether a game is followed; what is laid out is none. */
  get isGame() {
    return this.isSetUp;
  }

  canMove() {
    return this.isSetUp && this.app.game.state?.is_over === false;
  }

  get keys() {
    if (!this.isSetUp) return this.editor.keys;
    return [
      { key: "a", words: "advise me", run: () => this.advise() },
      { key: "u", words: "undo the last move", run: () => this.undo() },
    ];
  }

  undo() {
    if (!this.isSetUp) return this.editor.undo();
    const { game, board } = this.app;
    // A choice whose outcome is asked for has not been played yet.
    if (board.onTaken && (game.state?.legal.length ?? 0) > 1) return board.stepBack();
    this.chance.isPlaying = false;
    if (game.ply > 0) game.takeBack(game.ply - 1);
  }

  /** @param {boolean} isSetUp */
  async go(isSetUp) {
    await this.show(isSetUp);
    this.app.showState("show");
  }

  /** @param {boolean} isSetUp */
  async show(isSetUp) {
    const { board } = this.app;
    this.isSetUp = isSetUp;
    this.table.hidden = isSetUp;
    this.turns.hidden = !isSetUp;
    this.editor.leave();
    board.onHex = null;
    board.onMove = (move) => this.chance.play(move);
    if (!isSetUp) await this.editor.enter();
  }

  update() {
    const { state, ply } = this.app.game;
    if (!this.isSetUp) {
      fill(this.status, "What lies in front of you?");
      return this.editor.update();
    }
    if (!state) return;
    const { turn, turn_words } = state;
    const who = this.isMine ? " (you)" : nameOf(turn) && ` (${nameOf(turn)})`;
    const words = state.is_over ? (state.words ?? "Game over") : turn_words + who;
    fill(this.status, words);
    announce(words);
    fill(this.advice);
    this.advising.disabled = !this.isMine;
    this.undoing.disabled = ply === 0;
    this.chance.offer();
  }

  /** Whether the person who is advised is to move; where all play together, anyone is. */
  get isMine() {
    const { state } = this.app.game;
    return state?.is_over === false && (state.sides === 1 || state.turn === this.me);
  }

  /** Begins at the position that has been set up. */
  async begin() {
    const state = this.editor.edited?.state;
    if (!state) return;
    this.chance.isPlaying = true;
    await this.go(true);
    await this.app.game.load(state.position, { automatic: false, headers: headersOf(Array(state.players).fill("person")).filter(([, name]) => name !== "person") });
  }

  /** Shows the best move of the person at the table, and why; or in its place why there is none. */
  async advise() {
    await this.showBest().catch(({ message }) => fill(this.advice, el("p", { class: "error", role: "alert" }, message)));
  }

  async showBest() {
    if (!this.isMine) return;
    const { engine, game, board } = this.app;
    const { state, fields } = game;
    fill(this.advice, "…");
    const { best, lines, pv, value_words } = await engine.ask({ action: "analyze", ...fields, limits: { time: "3s" } });
    if (!best) return;
    const words = state?.legal.find(({ move }) => move === best)?.words ?? best;
    const { reasons } = await engine.ask({ action: "explain", ...fields, line: pv });
    if (state !== game.state) return;
    fill(this.advice, el("p", {}, el("b", { title: best }, words), ` ${value_words}`), el("ul", {}, reasons.map((reason) => el("li", {}, reason))));
    announce(`${words}. ${value_words}`);
    board.overlay({ arrows: [{ move: best, label: lines[0].short }] });
  }
}
