// The page: its views, and what they share.

import { Analysis } from "./analysis.js";
import { BoardView } from "./board.js";
import { button, byId, el, fill, messageOf } from "./dom.js";
import { Editor } from "./edit.js";
import { keepFocus } from "./focus.js";
import { Follow } from "./follow.js";
import { Game } from "./game.js";
import { Keeper } from "./keeping.js";
import { Keyboard } from "./keyboard.js";
import { LegalList } from "./legal.js";
import { Links } from "./links.js";
import { Look } from "./look.js";
import { MoveTree } from "./moves.js";
import { Play } from "./play.js";
import { Puzzles } from "./puzzles.js";
import { Review } from "./review.js";
import { askSave } from "./save.js";
import { Shelf } from "./shelf.js";
import { chooseNames, named, recallSeats } from "./seats.js";
import { announce, hush, speak } from "./speech.js";
import { Start } from "./start.js";
import { offerSteps, showSteps } from "./steps.js";
import { Table } from "./table.js";
import { Tabs } from "./tabs.js";
import { Engine } from "./transport.js";

/** @typedef {import("./view.js").View} View */

/** Says that others search. */
const WAITS = "Waits: the computer is busy with other searches";

/** The page with all that its views share. */
export class App {
  /** @type {import("./types").OfferedRules[]} */
  rules = [];
  /** Engines of the levels. @type {string[]} */
  levels = [];
  /** Minimum time of a move of an engine in milliseconds, so that people can follow. */
  pause = 400;
  /** Position that has been dealt for a page without one. */
  dealt = "";
  /** Whether the first position has been opened. */
  isOpen = false;
  /** Whether the focus came by mouse or finger, until Tab is pressed: keys are then those of the view. */
  isPointed = false;
  /** View that was chosen before. @type {View | null} */
  wanted = null;

  constructor() {
    recallSeats();
    this.engine = new Engine((isOpen) => {
      byId("connection").hidden = isOpen;
      if (!isOpen) announce(byId("connection").textContent ?? "");
    });
    speak(byId("tip"));
    this.game = new Game(this.engine);
    this.board = new BoardView(byId("board"), this.game);
    this.catalog = /** @type {import("./types").Catalog | null} */ (null);
    this.moves = new MoveTree(this);
    this.legal = new LegalList(this);
    this.panel = byId("panel");
    this.keeper = new Keeper(this);
    this.play = new Play(this);
    this.editor = new Editor(this);
    this.review = new Review(this);
    this.shelf = new Shelf(this);
    this.follow = new Follow(this);
    this.start = new Start(this);
    this.puzzles = new Puzzles(this);
    /** @type {View[]} */
    this.views = [this.play, this.follow, new Analysis(this), this.editor, this.review, this.puzzles, this.shelf];
    this.view = this.views[2];
    this.links = new Links(this);
    this.tabs = new Tabs(this);
    this.table = new Table(this);
    this.look = new Look(this, () => this.table.show());
    this.keyboard = new Keyboard(this);
  }

  async begin() {
    this.tabs.show();
    byId("home").onclick = () => this.choose(this.start);
    addEventListener("pointerdown", () => (this.isPointed = true), { capture: true });
    addEventListener("keydown", ({ key }) => key === "Tab" && (this.isPointed = false), { capture: true });
    offerSteps(this.game);
    this.look.begin();
    keepFocus();
    byId("save-as").onclick = () => askSave(this);
    addEventListener("popstate", ({ state }) => this.links.travel(state));
    // An address below the page would be that of a position.
    byId("skip").addEventListener("click", (event) => {
      event.preventDefault();
      this.panel.focus();
    });
    this.engine.onWait = (isWaiting) => this.tip(isWaiting ? WAITS : "");
    this.board.onRefused = (hex, chosen) => this.refuse(hex, chosen);
    this.board.root.addEventListener("asked", () => this.view.showTurn());
    this.game.addEventListener("change", (event) => this.showState(/** @type {CustomEvent} */ (event).detail));
    this.game.addEventListener("load", () => this.views.forEach((view) => view.forget()));
    this.game.addEventListener("tree", () => this.showTree());
    this.game.addEventListener("fault", (event) => this.fail(/** @type {CustomEvent} */ (event).detail));
    const opened = this.links.open(location.hash);
    this.catalog = await this.engine.ask({ action: "catalog" });
    const { rules, levels } = this.catalog;
    Object.assign(this, { rules, levels });
    await opened;
    if (this.isOpen) this.view.update();
  }

  /** @param {unknown} error */
  fail(error) {
    fill(byId("above"), el("p", { class: "error", role: "alert" }, messageOf(error)));
  }

  /** @param {string} name */
  async go(name) {
    await this.choose(/** @type {View} */ (this.views.find((view) => view.name === name)));
  }

  /** Begins a game between people and engines at the position shown. */
  async playFromHere() {
    const { state, start, played } = this.game;
    if (!state) return;
    this.play.underWay.prepare(start, state.players, played);
    await this.go("play");
  }

  /** Shows a view that a person has chosen, and then one that was chosen on the way; the browser leads back. @param {View} view */
  async choose(view) {
    if (!this.isOpen) return void (this.wanted = view);
    if (view !== this.view) this.links.step();
    // From the start page one comes to all studies by their door.
    const isDoor = this.view === this.start && this.tabs.studies.includes(view);
    await this.enter(isDoor ? this.tabs.studied : view);
    const { wanted } = this;
    this.wanted = null;
    if (wanted) await this.choose(wanted);
  }

  /**
   * Shows a view; `isOpened` says whether the address of the page led to its position.
   * @param {View} view
   * @param {boolean} [isOpened]
   * @param {() => Promise<void> | void} [prepare] puts on the board what the view is to show
   */
  async enter(view, isOpened = false, prepare) {
    if (this.panel.firstElementChild !== view.element) {
      this.view.leave();
      const secret = this.view.screen.isSecret ? this.view : null;
      if (!isOpened && !(await this.conceal(prepare))) return;
      this.view = view;
      hush();
      this.moves.say(secret ? "Your game hides tiles, and waits. " : "", secret && button("Back to it", () => this.choose(secret), { id: "back-to-game" }), () => true);
      chooseNames(view === this.play);
      // Only now: what is hidden is known by its line.
      this.game.cut(view.isCut);
      this.tip("");
      for (const { key, words, button } of view.keys) if (button) button.title = `${words[0].toUpperCase()}${words.slice(1)} (${key})`;
      this.moves.list.keepPlace(() => fill(this.panel, view.element, ...(view.isPlain ? [] : [this.keeper.conflicts.element, this.moves.element, this.legal.element])));
      // Where a person changes the tree, there is a place for what is rarely used.
      if (view.isTree && view.isGame) this.moves.more.append(this.legal.element);
      document.body.classList.toggle("plain", view.isPlain);
      this.tabs.show();
    } else await prepare?.();
    this.isOpen = true;
    Object.assign(this.board, { onHex: null, onMove: (/** @type {string} */ move) => this.game.play(move) });
    await view.enter(isOpened);
    if (view === this.view) this.showState("show");
  }

  /** Takes from the board what the view that is left hides, or whatever of a hidden game is left there, and puts there what comes next; returns whether it could. @param {() => Promise<void> | void} [prepare] */
  async conceal(prepare) {
    // Nothing is shown on the way.
    this.isOpen = false;
    try {
      await this.view.screen.conceal();
      if (this.game.tree.hiddenBy) await this.game.conceal("");
      await prepare?.();
      return true;
    } catch (error) {
      this.fail(error);
      return false;
    } finally {
      this.isOpen = true;
    }
  }

  /** Says below the board why a click does nothing, or what has been done. @param {string} text @param {string} [kind] `good` or `bad` */
  tip(text, kind = "") {
    fill(byId("tip"), text && el("span", {}, text));
    byId("tip").className = kind;
  }

  /** @param {string | null} hex @param {string[]} [chosen] hexes that were chosen before */
  async refuse(hex, chosen) {
    const { engine, game, game: { state } } = this;
    this.tip("");
    if (!hex || !state || state.legal.length === 0) return;
    const { words } = await engine.ask({ action: "refusal", ...game.fields, chosen, space: hex });
    if (state === game.state) this.tip(named(words));
  }

  /** Shows the state of the game; `how` says what led to it. @param {string} how */
  showState(how) {
    const { game, game: { state }, view: { screen } } = this;
    if (!this.isOpen) return;
    // Without a position nothing is offered that needs one.
    for (const part of [byId("steps"), this.moves.element, this.legal.element]) part.hidden = !state;
    this.panel.hidden = !state && this.view.name === "analyze";
    if (!state) return this.view.update();
    game.viewer = screen.viewer();
    this.tip("");
    const curtain = screen.curtain();
    if (screen.isSecret || game.tree.hiddenBy === screen) game.tree.hiddenBy = screen.isSecret ? screen : null;
    if (curtain) this.table.close(curtain);
    else if (game.isForOthers) return void game.refresh(how);
    else {
      this.board.canDraw = this.moves.isOpen;
      const last = how === "play" || how === "forth" ? (game.observed[game.ply - 1] ?? null) : null;
      this.board.show(this.view.canMove(), last).catch((error) => this.fail(error));
      this.table.show();
      this.showMoves();
      this.legal.show();
    }
    this.links.write();
    this.view.update();
    this.keeper.changed();
  }

  /** Shows the moves, and where the position shown is among them. */
  showMoves() {
    this.moves.update();
    showSteps(this.game);
  }

  /** Shows a change of the tree that leaves the position as it is. */
  showTree() {
    if (!this.isOpen || !this.game.state || this.view.screen.curtain()) return;
    this.showMoves();
    if (this.moves.isOpen) this.board.draw();
    this.links.write();
    this.view.showTree();
    this.keeper.changed();
  }
}

const app = new App();
app.begin().catch((error) => app.fail(error));
