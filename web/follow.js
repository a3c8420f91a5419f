// Follow: a real game, as it lies on the table; the computer advises one player, or all who share the screen.

import { Advice } from "./advice.js";
import { AdvisedSeat } from "./advised.js";
import { Chance, takeBack } from "./chance.js";
import { amount, button, byId, el, fill } from "./dom.js";
import { Editor } from "./edit.js";
import { keepFollowed, recallFollowed } from "./followed.js";
import { LaterMoves } from "./later.js";
import { Laying } from "./laying.js";
import { rulesButton } from "./rules.js";
import { askSeats, named } from "./seats.js";
import { View, narrow } from "./view.js";

/** View to follow a real game: first what lies on the table, and then turn by turn. */
export class Follow extends View {
  name = "follow";
  title = "At the table";
  hasUndo = true;
  isCut = true;
  isSetUp = false;
  /** Whether the game that is followed has hidden anything so far. */
  hasHidden = false;
  /** Tree that holds the game. @type {import("./tree.js").Tree | null} */
  tree = null;
  /** Game that was on the board before the table. @type {{ tree: import("./tree.js").Tree, moves: string[] } | null} */
  before = null;

  /** @param {import("./main.js").App} app */
  constructor(app) {
    super(app);
    this.seat = new AdvisedSeat(app, this);
    /** Letter of the person at a shared screen, and of the one to whom it is to be handed; empty for none. */
    this.holder = this.next = "";
    this.editor = new Editor(app);
    this.editor.seat = this.seat.me;
    this.editor.hasOther = this.editor.more.open = false;
    this.laying = new Laying(app, this);
    this.advice = new Advice(app, this);
    this.later = new LaterMoves(app, () => this.isSecret);
    this.chance = new Chance(app);
    this.status = el("p", { class: "summary", id: "status", spoken: true });
    const rules = () => rulesButton(app, () => app.game.state?.rules ?? "");
    const begin = button("Begin", () => this.laying.begin(), { class: "primary", id: "follow-begin" });
    this.editor.onChecked = (isRight) => {
      begin.disabled = !isRight;
      this.laying.fold();
    };
    const names = () => askSeats(app.game.state?.players ?? 2, (letter) => this.seat.renamed(letter));
    this.tables = button("Set up", () => this.laying.setUp());
    this.who = el("div", {}, el("div", { class: "row" }, button("Names and colours", names), button("Turn the board", () => app.look.turn({ turned: !app.game.turned })), this.tables), this.seat.element);
    const { guide, message, notes, form, more } = this.editor;
    /** Which game it is, and who plays: what is asked before the table is laid. */
    this.first = el("details", { class: "first", open: true });
    this.table = el("div", {}, guide, form, message, notes, begin, more, rules());
    this.undoing = button("Undo", () => this.undo(), { id: "follow-undo", title: "u" });
    this.again = button("Another game", () => this.laying.beginAgain(), { class: "primary", id: "follow-again" });
    /** Place of the move shown, where it is not the last one. */
    this.past = el("p", { class: "faint", id: "past" });
    /** Reason why no one is advised. */
    this.why = el("p", { class: "faint", id: "no-advice" });
    this.advised = el("div", {}, el("div", { class: "row" }, this.advice.button, this.undoing, rules()), this.why, this.advice.element);
    this.turns = el("div", {}, this.past, this.later.element, this.again, this.chance.element);
    this.element = el("div", { class: "view" });
    app.board.root.addEventListener("back", () => this.undo());
    narrow.addEventListener("change", () => app.view === this && this.place());
  }

  /** @param {boolean} isOpened */
  async enter(isOpened) {
    // Other views may have left the game for other moves and positions, and for what a person knows of it.
    if (this.isSetUp && !isOpened && recallFollowed()) await this.resume();
    // An address with a position is that of a game under way.
    else await this.show(isOpened || this.isSetUp);
    if (this.isSetUp || this.editor.before.length > 0) return;
    const { played, tree } = this.app.game;
    this.before = { tree, moves: played };
    await this.editor.edit({ answers: { blank: this.seat.me } });
  }

  leave() {
    this.editor.leave();
    document.body.classList.remove("laying");
    fill(byId("first"));
  }

  /** Puts the parts in their order: where the board is above the panel, the advice and the questions about the game are above the board. */
  place() {
    const { advised, editor, element, first, isSetUp, laying, status, table, tables, turns, who } = this;
    document.body.classList.toggle("laying", !isSetUp);
    if (!isSetUp) fill(first, editor.which, laying.resuming, editor.gameForm, who);
    fill(element, status, isSetUp ? [advised, turns, who] : [first, table]);
    fill(byId("first"), narrow.matches && (isSetUp ? advised : [status, first]));
    first.open ||= !narrow.matches;
    tables.hidden = !isSetUp;
  }

  /** Whether a game is followed; what is laid out is none. */
  get isGame() {
    return this.isSetUp;
  }

  canMove() {
    return this.isSetUp && !this.next && !this.waiting && this.app.game.state?.is_over === false;
  }

  /** Whether a game is shown of which each player at this screen knows something else, or will when it goes on. */
  get isSecret() {
    const { state } = this.app.game;
    return this.isSetUp && this.seat.isShared && (this.hasHidden || state?.has_secrets === true) && state?.is_over === false;
  }

  viewer() {
    return this.isSecret ? this.holder || null : null;
  }

  get waiting() {
    const { isLast, state } = this.app.game;
    return this.isSecret && isLast && state && state.turn !== this.holder ? state.turn : "";
  }

  curtain() {
    const { ply, state } = this.app.game;
    if (this.isSetUp) this.hasHidden ||= state?.has_secrets === true;
    if (!this.isSecret) Object.assign(this, { holder: state?.turn ?? "", next: "" });
    else if (!this.holder || ply === 0) this.handOver();
    return this.next || null;
  }

  handOver() {
    this.next = this.waiting;
  }

  /** Gives the screen to the person that is to have it next. */
  async takeScreen() {
    this.holder = this.next;
    this.next = "";
    this.app.game.viewer = this.viewer();
    await this.resume();
  }

  /** Gives the other views what the person at a shared screen knows, in place of the game; where nothing was laid, the game before. */
  async conceal() {
    const { before } = this;
    if (!this.isSetUp && !this.editor.isLaid && before) await this.app.game.loadTree(before.tree, before.moves);
    if (this.isSecret) await this.app.game.conceal(this.next ? "" : this.holder);
  }

  get keys() {
    if (!this.isSetUp) return this.editor.keys;
    return [
      { key: "a", words: "advise me", run: () => this.advice.give() },
      { key: "u", words: "undo the last move", run: () => this.undo() },
    ];
  }

  async undo() {
    if (!this.isSetUp) return this.editor.undo();
    if (this.next) return;
    const { game, board } = this.app;
    // A choice whose outcome is asked for has not been played yet.
    if (board.onTaken && (game.state?.legal.length ?? 0) > 1) {
      board.stepBack();
      return;
    }
    this.chance.isPlaying = false;
    if (game.ply === 0) return;
    const stays = game.stay();
    const ply = await this.chance.lastChoice();
    if (stays()) await takeBack(this.app, ply);
  }

  /** @param {boolean} isSetUp */
  async show(isSetUp) {
    const { board } = this.app;
    this.isSetUp = isSetUp;
    this.place();
    this.editor.leave();
    board.onHex = null;
    board.onMove = (move) => this.chance.play(move);
    if (!isSetUp) await this.editor.enter();
  }

  update() {
    const { game } = this.app;
    const { state, ply } = game;
    this.seat.show();
    if (!this.isSetUp) {
      this.who.hidden = false;
      fill(this.status, "What lies in front of you?");
      this.laying.showResume();
      return this.editor.update();
    }
    if (!state) return;
    this.tree = game.tree;
    keepFollowed(this.app, this.isSecret);
    this.advice.query?.cancel();
    this.advice.showPlan();
    this.turns.hidden = this.who.hidden = this.advised.hidden = this.next !== "";
    fill(this.status, this.next ? `Hand the screen to ${named(this.next)}` : this.turnWords);
    this.advice.button.disabled = !this.canMove() || !this.seat.isMine;
    fill(this.past, game.isLast || this.next ? "" : `You look back: ${game.ply} of ${amount(game.line.length, "move")}. Another move here takes the place of the later ones; they stay in Analysis as a variation.`);
    this.later.show();
    fill(this.why, this.next ? "" : this.seat.noAdvice);
    this.undoing.disabled = ply === 0;
    this.again.hidden = !state.is_over;
    if (!this.next) this.chance.offer();
  }

  /** Whose turn it is, or the result. */
  get turnWords() {
    return this.app.table.turnWords(this.seat.me);
  }

  showTurn() {
    if (this.isSetUp && !this.next) fill(this.status, this.turnWords);
  }

  /** Shows names that have been changed, and leaves all else as it is. */
  showNames() {
    this.seat.show();
    if (!this.isSetUp) {
      this.editor.showForm();
      this.editor.palette.show();
    }
    this.showTurn();
  }

  /** Goes on with the game that was followed before. */
  async resume() {
    const followed = recallFollowed();
    if (!followed) return;
    const { start, moves, headers, isHidden } = followed;
    this.laying.paused = null;
    await this.show(true);
    const { game } = this.app;
    const tree = [this.tree, isHidden ? null : game.tree].find((tree) => tree?.holds(start, moves)) ?? undefined;
    this.hasHidden ||= isHidden === true;
    game.viewer = this.seat.isShared && this.hasHidden ? this.holder || null : null;
    await game.load(start, { moves, headers, automatic: false, tree });
  }
}
