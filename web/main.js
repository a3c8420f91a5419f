// The page: its views, the players around the board, the list of moves, and the address of the position.

import { gameTitle, writtenGame } from "./about.js";
import { readAddress, readLesson, readTree, writeTree } from "./address.js";
import { Analysis } from "./analysis.js";
import { BoardView, colour } from "./board.js";
import { amount, announce, button, byId, copyText, el, fill, folded, keyed, messageOf, openDialog, speak, walk } from "./dom.js";
import { Editor } from "./edit.js";
import { download, fileName, gameFile } from "./files.js";
import { Follow } from "./follow.js";
import { Game, randomSeed } from "./game.js";
import { Keeper } from "./keeping.js";
import { MoveTree } from "./moves.js";
import { Play } from "./play.js";
import { Puzzles } from "./puzzles.js";
import { Review } from "./review.js";
import { askSave } from "./save.js";
import { rulesOf } from "./rules.js";
import { Shelf } from "./shelf.js";
import { askSeats, chooseNames, headerOf, headerWords, named, nameOf, recallSeats, seatOf, takeNames } from "./seats.js";
import { Start } from "./start.js";
import { recall, remember } from "./storage.js";
import { Engine, textOf } from "./transport.js";
import { DEALT } from "./under-way.js";

/** @typedef {import("./types").OfferedRules} OfferedRules */
/** @typedef {import("./types").PlayerResult} PlayerResult */
/** @typedef {import("./view.js").View} View */
/** @typedef {import("./view.js").Key} Key */

/** How others come to the page, in Help. */
const OTHERS = "For others in the room, start the page with floe board --host 0.0.0.0: they open the address that it prints, and links that are copied there lead them on. Each address has a shelf of its own.";

/** Says that others search. */
const WAITS = "Waits: the computer is busy with other searches";

/** Colours of the page. */
const THEMES = /** @type {const} */ (["auto", "light", "dark"]);

/** The page with all that its views share. */
export class App {
  /** @type {OfferedRules[]} */
  rules = [];
  /** Engines of the levels. @type {string[]} */
  levels = [];
  /** Minimum time of a move of an engine in milliseconds, so that people can follow. */
  pause = 400;
  hash = "";
  /** Position that has been dealt for a page without one. */
  dealt = "";
  /** Whether the first position has been opened. */
  isOpen = false;
  /** Whether the focus came by mouse or finger, until Tab is pressed: keys are then those of the view. */
  isPointed = false;
  /** Way that a wheel over the board has been turned since the last step, in pixels. */
  wheeled = 0;
  /** View that was chosen before. @type {View | null} */
  wanted = null;

  constructor() {
    this.engine = new Engine((isOpen) => {
      byId("connection").hidden = isOpen;
      if (!isOpen) announce(byId("connection").textContent ?? "");
    });
    speak(byId("tip"));
    this.game = new Game(this.engine);
    this.board = new BoardView(byId("board"), this.game);
    this.catalog = /** @type {import("./types").Catalog | null} */ (null);
    this.moves = new MoveTree(this);
    this.legalList = el("details", { id: "legal", hidden: true });
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
    /** Views behind one door, and the one that it opens. */
    this.studies = this.views.slice(2);
    this.studied = this.view = this.studies[0];
    /** Tree that has been written for the address, with the number of its changes; `text` is null while it is not known, or too long. @type {{ tree: import("./tree.js").Tree | null, revision: number, text: string | null }} */
    this.written = { tree: null, revision: 0, text: null };
  }

  async begin() {
    this.showTabs();
    for (const tabs of [byId("tabs"), byId("studies")]) tabs.addEventListener("keydown", (event) => this.isPointed || walk(event, /** @type {HTMLElement[]} */ ([...tabs.children]), true));
    byId("home").onclick = () => this.choose(this.start);
    addEventListener("pointerdown", () => (this.isPointed = true), { capture: true });
    addEventListener("keydown", ({ key }) => key === "Tab" && (this.isPointed = false), { capture: true });
    this.showSteps();
    this.setTheme(THEMES.find((theme) => theme === recall("theme")) ?? "auto");
    byId("theme").onclick = () => this.nextTheme();
    recallSeats();
    byId("turn").onclick = () => this.turn({ turned: !this.game.turned });
    Object.assign(this.game, { turned: recall("turned") === "true", mirrored: recall("mirrored") === "true" });
    byId("save-as").onclick = () => askSave(this);
    byId("help-button").onclick = () => this.help();
    addEventListener("keydown", (event) => this.key(event));
    byId("board").addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => this.drop(event));
    addEventListener("hashchange", () => location.hash !== this.hash && this.open(location.hash));
    // An address below the page would be that of a position.
    byId("skip").addEventListener("click", (event) => {
      event.preventDefault();
      this.panel.focus();
    });
    this.engine.onWait = (isWaiting) => this.tip(isWaiting ? WAITS : "");
    this.board.onRefused = (hex, chosen) => this.refuse(hex, chosen);
    this.board.root.addEventListener("asked", () => this.view.showTurn());
    this.game.addEventListener("change", (event) => this.showState(/** @type {CustomEvent} */ (event).detail));
    this.game.addEventListener("tree", () => this.showTree());
    this.game.addEventListener("fault", (event) => this.fail(/** @type {CustomEvent} */ (event).detail));
    const opened = this.open(location.hash);
    this.catalog = await this.engine.ask({ action: "catalog" });
    const { rules, levels } = this.catalog;
    Object.assign(this, { rules, levels });
    await opened;
    if (this.isOpen) this.view.update();
  }

  /** Opens the address of a position; without one, deals a floe. @param {string} hash */
  async open(hash) {
    const link = readAddress(hash);
    const isPlain = !link.has("view") && !link.has("position");
    const view = this.views.find(({ name }) => name === link.get("view")) ?? (isPlain ? this.start : this.view);
    const moves = (link.get("moves") ?? "").split(" ").filter((move) => move !== "");
    const ply = link.has("ply") ? Number(link.get("ply")) : moves.length;
    let isCut = false;
    try {
      const lesson = link.get("lesson");
      const exercises = lesson ? await readLesson(lesson) : [];
      const position = exercises[0]?.position ?? link.get("position") ?? (this.dealt = (await this.engine.ask({ action: "deal", seed: randomSeed() })).position);
      const text = link.get("tree");
      const linked = text ? await readTree(text, position).catch(() => null) : null;
      const tree = (await this.keeper.recall(hash, position, linked)) ?? linked;
      isCut = text !== null && tree === null;
      if (tree) await this.game.loadTree(tree, moves.slice(0, ply));
      else await this.game.load(position, { moves, ply });
      if (lesson) this.puzzles.take(exercises, link.has("test"));
    } catch (error) {
      this.game.state = null;
      this.board.clear();
      this.fail(error);
      const position = link.get("position");
      const edit = async () => {
        await this.go("edit");
        fill(byId("above"));
        await this.editor.correct(position ?? "");
      };
      byId("above").append(el("div", { class: "row" }, position && button("Edit this text", edit, { id: "edit-text" }), button("New floe", () => this.open(`#view=${this.view.name}`), { id: "new-floe" })));
    }
    const chosen = this.wanted ?? view;
    this.wanted = null;
    // The position of an address is for its own view: the game under way is not given up for it in another one.
    await this.enter(chosen, (link.has("position") || link.has("lesson")) && chosen === view);
    if (isCut) this.moves.say("The variations of this address cannot be read: it has been cut or changed. Its line is shown.");
  }

  /** @param {unknown} error */
  fail(error) {
    const message = messageOf(error);
    fill(byId("above"), el("p", { class: "error", role: "alert" }, message));
  }

  /** @param {string} name */
  async go(name) {
    const view = this.views.find((view) => view.name === name);
    if (view) await this.enter(view);
  }

  /** Begins a game between people and engines at the position shown. */
  async playFromHere() {
    const { state, start, played } = this.game;
    if (!state) return;
    this.play.table.prepare(start, state.players, played);
    await this.go("play");
  }

  /** Goes to the review of the game shown, and begins it, or shows a move of it. @param {number} [node] */
  async reviewGame(node) {
    await this.go("review");
    await (node === undefined ? this.review.review() : this.game.goTo(node));
  }

  /** Loads a game file that is dropped on the page. @param {DragEvent} event */
  async drop(event) {
    const file = event.dataTransfer?.files[0];
    event.preventDefault();
    if (!file) return;
    await this.go("review");
    await this.review.load(await textOf(file, this.engine).catch(messageOf));
  }

  /** @param {View} view */
  async choose(view) {
    if (this.isOpen) await this.enter(view);
    else this.wanted = view;
  }

  /**
   * Shows a view; `isOpened` says whether the address of the page led to its position.
   * @param {View} view
   * @param {boolean} [isOpened]
   */
  async enter(view, isOpened = false) {
    if (this.panel.firstElementChild !== view.element) {
      this.view.leave();
      const secret = this.view.isSecret ? this.view : null;
      if (!isOpened && !(await this.conceal())) return;
      this.view = view;
      this.moves.say(secret ? "Your game hides tiles, and waits. " : "", secret && button("Back to it", () => this.choose(secret), { id: "back-to-game" }));
      announce("");
      chooseNames(view === this.play);
      // Only now: what is hidden is known by its line.
      this.game.cut(view.isCut);
      this.tip("");
      for (const { key, words, button } of view.keys) if (button) button.title = `${words[0].toUpperCase()}${words.slice(1)} (${key})`;
      this.moves.keepPlace(() => fill(this.panel, view.element, ...(view.isPlain ? [] : [this.keeper.conflicts.element, this.moves.element, this.legalList])));
      // Where a person changes the tree, there is a place for what is rarely used.
      if (view.isTree && view.isGame) this.moves.more.append(this.legalList);
      document.body.classList.toggle("plain", view.isPlain);
      this.showTabs();
    }
    this.isOpen = true;
    await view.enter(isOpened);
    if (view === this.view) this.showState("show");
  }

  /** Takes from the board what the view that is left hides; returns whether it could. */
  async conceal() {
    // Nothing is shown on the way.
    this.isOpen = false;
    try {
      await this.view.conceal();
      return true;
    } catch (error) {
      this.fail(error);
      return false;
    } finally {
      this.isOpen = true;
    }
  }

  /**
   * Says below the board why a click does nothing, or what has been done.
   * @param {string} text
   * @param {string} [kind] `good` or `bad`
   */
  tip(text, kind = "") {
    fill(byId("tip"), text && el("span", {}, text));
    byId("tip").className = kind;
  }

  /** @param {string | null} hex @param {string[]} [chosen] hexes that were chosen before */
  async refuse(hex, chosen) {
    const { engine, game } = this;
    const { state } = game;
    this.tip("");
    if (!hex || !state || state.legal.length === 0) return;
    const { words } = await engine.ask({ action: "refusal", ...game.fields, chosen, space: hex });
    if (state === game.state) this.tip(named(words));
  }

  /** Shows the doors, and behind that of the studies which of them is open. */
  showTabs() {
    const isStudy = this.studies.includes(this.view);
    if (isStudy) this.studied = this.view;
    byId("studies").hidden = !isStudy;
    this.showTablist(byId("studies"), this.studies.map((view) => ({ view, title: view.title })));
    const doors = [this.play, this.follow].map((view) => ({ view, title: view.title }));
    this.showTablist(byId("tabs"), [...doors, { view: this.studied, title: "Study" }]);
  }

  /**
   * Shows tabs that lead to views; the one that is open, or else the first one, is reached by the Tab key.
   * @param {HTMLElement} list
   * @param {{ view: View, title: string }[]} tabs
   */
  showTablist(list, tabs) {
    const reached = tabs.find(({ view }) => view === this.view) ?? tabs[0];
    const create = (/** @type {{ view: View, title: string }} */ { view, title }) => button(title, () => {}, { role: "tab", "aria-controls": "panel", [title === view.title ? "data-view" : "data-door"]: view.name });
    keyed(list, tabs, ({ title }) => title, create, (element, tab) => {
      element.setAttribute("aria-selected", String(tab.view === this.view));
      element.setAttribute("tabindex", tab === reached ? "0" : "-1");
      /** @type {HTMLElement} */ (element).onclick = () => this.choose(tab.view);
    });
  }

  /** Shows the state of the game; `how` says what led to it. @param {string} how */
  showState(how) {
    const { game } = this;
    const state = game.state;
    if (!this.isOpen) return;
    // Without a position nothing is offered that needs one.
    for (const part of [byId("steps"), this.moves.element, this.legalList]) part.hidden = !state;
    this.panel.hidden = !state && this.view.name === "analyze";
    if (!state) return this.view.update();
    game.viewer = this.view.viewer();
    this.tip("");
    const curtain = this.view.curtain();
    if (curtain) this.close(curtain);
    else if (game.isForOthers) return void game.refresh(how);
    else {
      this.board.canDraw = this.moves.isOpen;
      const last = how === "play" || how === "forth" ? (game.observed[game.ply - 1] ?? null) : null;
      this.board.show(this.view.canMove(), last).catch((error) => this.fail(error));
      this.showPlayers();
      this.showMoves();
      this.showLegal();
    }
    this.link();
    this.view.update();
    this.keeper.changed();
  }

  /** Hides the game until the person with this letter takes the screen. @param {string} person */
  close(person) {
    this.board.clear();
    const name = named(person);
    const take = button(`I am ${name}: show the board`, () => this.view.takeScreen(), { class: "primary", id: "take-screen" });
    // The one who has just moved saw the position before.
    const before = this.game.ply > 0 && this.view.holder;
    const undo = before && el("p", {}, button(`I am ${named(before)}: take back my step`, () => this.view.withdraw(), { id: "withdraw" }));
    fill(byId("above"), el("div", { class: "curtain" }, el("p", {}, `Hand the screen to ${name}`), take, undo));
    for (const step of byId("steps").querySelectorAll("button")) step.disabled = true;
    fill(byId("below"));
    this.moves.clear();
    this.moves.element.hidden = this.legalList.hidden = true;
    fill(this.legalList);
  }

  /** Shows the players with their results, those at the far side of the table above the board, and notes below it. */
  showPlayers() {
    const state = this.game.state;
    if (!state) return;
    // Who plays at this table has nothing to do with an exercise.
    const isTable = this.view !== this.editor && this.view !== this.puzzles && !this.keeper.isExercise;
    const names = new Map(this.view === this.editor ? [] : this.game.headers);
    // A game under way has the names of this table, where only the computer has none.
    takeNames(this.game.headers.filter(([, name]) => this.moves.isOpen || name.startsWith("floe, ")), isTable);
    const isYou = (/** @type {PlayerResult} */ { player }) => this.view === this.play && player === this.play.table.you;
    const player = (/** @type {PlayerResult} */ result) => {
      const isTurn = result.player === state.turn && !state.is_over;
      return el(
        "div",
        { class: `seat ${result.player}${isTurn ? " turn" : ""}`, "aria-current": isTurn ? "true" : null },
        button(result.player, () => askSeats(state.players, (letter) => this.renamed(letter)), { class: `player ${result.player}`, title: "Names and colours", "aria-label": `${result.player}: names and colours` }),
        el("span", { class: "name" }, (isYou(result) && "You") || headerWords(names.get(result.player) ?? "") || (isTable ? nameOf(result.player) : "")),
        el("span", { class: "faint" }, result.standing === result.text ? "" : result.standing),
        el("span", { class: "clock", id: `clock-${result.player}` }),
        el("span", { class: "result" }, result.text),
      );
    };
    const seats = state.results.map(player);
    const [near, far] = this.game.turned ? [seats.slice(1), seats.slice(0, 1)] : [seats.slice(0, 1), seats.slice(1)];
    fill(byId("above"), far);
    const notes = state.caption.map((note) => el("p", { class: "faint caption" }, named(note)));
    // A long legend would take its room from the board for the whole game.
    fill(byId("below"), near, notes.length > 3 ? el("div", { class: "caption" }, folded("legend", false, el("summary", {}, "Legend"), ...notes)) : notes);
  }

  /** Writes the name of a player into the game. @param {string} letter empty for none */
  rename(letter) {
    const { game } = this;
    const names = new Map(game.headers);
    if (letter) game.headers = [...names.set(letter, headerOf(letter, seatOf(names.get(letter))))];
    this.showPlayers();
    this.keeper.changed();
  }

  /** @param {string} letter of the player whose name has been changed, or none */
  renamed(letter) {
    this.rename(letter);
    this.view.showNames();
  }

  /**
   * Penguins that were taken or moved, whose turn it is and what is asked for, also in the middle of a move, or the result.
   * @param {string} [you] letter of the person who reads it
   */
  turnWords(you) {
    const { board, game: { state, news } } = this;
    if (!state) return "";
    const { goingOn } = board;
    if (state.is_over) return named([...news, state.words ?? "Game over"].join(" "), you);
    return named(goingOn ? `${state.turn}: your turn. ${goingOn}` : [...news, state.turn_words].join(" "), you);
  }

  showMoves() {
    const { game } = this;
    this.moves.update();
    for (const step of byId("steps").querySelectorAll("button")) {
      step.disabled = step.dataset.back ? game.ply === 0 : game.isLast;
    }
  }

  /** Shows a change of the tree that leaves the position as it is. */
  showTree() {
    if (!this.isOpen || !this.game.state || this.view.curtain()) return;
    this.showMoves();
    if (this.moves.isOpen) this.board.draw();
    this.link();
    this.view.showTree();
    this.keeper.changed();
  }

  /** Lists the legal moves as text, to be played without the board. */
  showLegal() {
    const legal = this.view.canMove() ? (this.game.state?.legal ?? []) : [];
    this.legalList.hidden = legal.length === 0;
    fill(this.legalList, el("summary", {}, amount(legal.length, "legal move")));
    const list = () => {
      if (!this.legalList.open || this.legalList.childElementCount > 1) return;
      const from = legal.map(({ path }) => (path.length > 1 ? path[0] : ""));
      const moves = legal.map(({ move, words }, index) => [from[index] !== from[index - 1] && from[index] && el("b", {}, from[index]), button(words, () => this.board.onMove(move), { class: "move", title: move })]);
      this.legalList.append(el("div", { class: "moves" }, moves.flat()));
    };
    this.legalList.ontoggle = list;
    list();
  }

  showSteps() {
    const { game } = this;
    fill(
      byId("steps"),
      button("«", () => game.show(0), { "aria-label": "First position", "data-back": "1" }),
      button("‹", () => game.show(game.ply - 1), { "aria-label": "One move back", "data-back": "1" }),
      button("›", () => game.show(game.ply + 1), { "aria-label": "One move forth" }),
      button("»", () => game.show(game.line.length), { "aria-label": "Last position" }),
    );
  }

  /** Keys of the view shown. */
  get keys() {
    const { game, moves } = this;
    const isTree = () => moves.isOpen;
    return [
      { key: "ArrowLeft", words: "one move back", run: () => game.show(game.ply - 1) },
      { key: "ArrowRight", words: "one move forth", run: () => game.show(game.ply + 1) },
      { key: "ArrowUp", words: "previous variation", run: () => moves.nextVariation(-1), isRight: isTree },
      { key: "ArrowDown", words: "next variation", run: () => moves.nextVariation(1), isRight: isTree },
      { key: "Home", words: "first position", run: () => game.show(0) },
      { key: "End", words: "last position", run: () => game.show(game.line.length) },
      { key: "c", words: "write a comment", run: () => moves.openComment(true), isRight: isTree },
      { key: "Delete", words: "delete the move shown and all that follow it", run: () => moves.deleteMove(), isRight: isTree },
      { key: "+", words: "good move: !, !!, !?, no sign", run: () => moves.nextMark(["!", "!!", "!?"]), isRight: isTree },
      { key: "-", words: "bad move: ?, ??, ?!, no sign", run: () => moves.nextMark(["?", "??", "?!"]), isRight: isTree },
      { key: "<", words: "previous view", run: () => this.nextView(-1) },
      { key: ">", words: "next view", run: () => this.nextView(1) },
      { key: "f", words: "turn the board to the other side", run: () => this.turn({ turned: !game.turned }) },
      { key: "F", words: "swap left and right", run: () => this.turn({ mirrored: !game.mirrored }) },
      ...this.view.keys.map((key) => (key.button ? { ...key, ...useOf(key.button) } : key)),
      { key: "?", words: "this help", run: () => this.help() },
    ];
  }

  /** @param {1 | -1} step to the view after the one shown, or before it */
  nextView(step) {
    const views = this.studies.includes(this.view) ? this.studies : [this.play, this.follow, this.studied];
    this.choose(views[(Math.max(views.indexOf(this.view), 0) + step + views.length) % views.length]);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {Element} */ (event.target);
    // The board has taken back a step.
    if (event.defaultPrevented) return;
    if (target.closest("input:not([type=checkbox]), select, textarea, dialog")) return;
    const { game } = this;
    if ((event.ctrlKey || event.metaKey) && event.key === "z" && this.view.hasUndo) {
      event.preventDefault();
      this.view.undo();
      return;
    }
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && this.moves.isOpen) {
      event.preventDefault();
      if (event.shiftKey) game.redo();
      else game.undo();
      return;
    }
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === " " && !this.isPointed && target.closest("button, summary, label, input")) return;
    const found = this.keys.find(({ key, isRight }) => key === event.key && isRight?.() !== false);
    if (!found?.run || !this.isOpen) return;
    event.preventDefault();
    found.run();
  }

  /** Goes back and forth in the game, where the page has nothing to scroll. @param {WheelEvent} event */
  wheel(event) {
    const { scrollHeight, clientHeight } = document.documentElement;
    const isFree = this.moves.isOpen && this.board.composer.isNew && scrollHeight <= clientHeight;
    if (!isFree || event.ctrlKey || event.shiftKey || event.deltaY === 0) return;
    event.preventDefault();
    const way = Math.sign(event.deltaY);
    // Fine wheels and touch pads report many small steps.
    this.wheeled = (way === Math.sign(this.wheeled) ? this.wheeled : 0) + (event.deltaMode === 0 ? event.deltaY : 100 * way);
    if (Math.abs(this.wheeled) < 60) return;
    this.wheeled = 0;
    this.game.show(this.game.ply + way);
  }

  /** Shows the rules of the game on the board, and the keys of the view. */
  help() {
    const { game } = this;
    const names = /** @type {Record<string, string>} */ ({ ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", " ": "Space" });
    const keys = this.keys.filter(({ isRight }) => isRight?.() !== false);
    const undo = this.moves.isOpen ? [["Ctrl+Z", "undo"], ["Ctrl+Shift+Z", "redo"], ["Wheel", "over the board: one move back or forth"]] : [];
    const board = [["Tab, then ← ↑ → ↓", "on the board: from space to space"], ["Enter, Space", "on the board: choose the space"], ["Esc", "take back the last step of a move"]];
    const rows = [...keys.map(({ key, words }) => [names[key] ?? key, words]), ...undo, ...board];
    const table = el("table", {}, rows.map(([key, words]) => el("tr", {}, el("th", { scope: "row" }, el("kbd", {}, key)), el("td", {}, words))));
    // A tablet has no keys.
    const isTouch = matchMedia("(pointer: coarse)").matches;
    const rules = el("details", { open: isTouch }, el("summary", {}, "Rules"), rulesOf(this, this.view.rulesName ?? game.state?.rules ?? "base"));
    openDialog("help", "Help", el("p", { class: "faint" }, OTHERS), rules, el("details", { open: !isTouch }, el("summary", {}, "Keys"), table));
  }

  /**
   * Shows the chances of all sides to win at the side of the board.
   * @param {import("./types").AnalysisReport | null} result result of `analyze`, or null for none
   */
  gauge(result) {
    const gauge = byId("gauge");
    const chances = Object.entries(result?.chances ?? {});
    gauge.hidden = chances.length === 0;
    gauge.title = result?.value_words ?? "";
    gauge.classList.toggle("turned", this.game.turned);
    keyed(gauge, chances, ([side]) => side, ([side]) => el("div", { class: side }), (part, [, chance]) => /** @type {HTMLElement} */ (part).style.setProperty("flex-grow", String(chance)));
  }

  /** Writes the position, its moves and the view into the address, where they can be copied and reloaded. */
  link() {
    const { game } = this;
    if (this.view.isPlain) return;
    const link = new URLSearchParams({ view: this.view.name });
    // A game with hidden tiles is not in its address: the tab keeps it.
    if (!this.view.isSecret) {
      link.set("position", game.start);
      if (game.moves.length > 0) link.set("moves", game.moves.join(" "));
      if (!game.isLast) link.set("ply", String(game.ply));
      // A study stays in the address while a new game is set up.
      if (this.moves.isOpen || (this.view === this.play && !this.play.table.isPlaying)) this.linkTree(link);
    }
    this.hash = `#${String(link).replaceAll("+", "%20")}`;
    history.replaceState(this.play.table.isOffered ? null : DEALT, "", this.hash);
    this.keeper.mark();
  }

  /** Adds the tree to an address, at once if it has been written before, and else later. @param {URLSearchParams} link */
  linkTree(link) {
    const { tree } = this.game;
    const { written } = this;
    if (written.tree === tree && written.revision === tree.revision) {
      if (written.text) link.set("tree", written.text);
      return;
    }
    this.written = { tree, revision: tree.revision, text: null };
    const { isPlain, revision } = tree;
    if (isPlain) return;
    writeTree(tree).then((text) => {
      // The tree may have changed meanwhile.
      if (this.written.tree !== tree || this.written.revision !== revision) return;
      this.written.text = text;
      if (text === null) this.moves.say("The link holds the line shown alone: to pass on the whole game, save it as a file. The shelf holds all of it.", null, () => this.written.text === null);
      else if (this.game.tree === tree) this.link();
      this.moves.update();
    });
  }

  /**
   * Copies the address of the page, which holds the game, one of the view for others, or one that leads to the position shown in another view.
   * @param {string} [view]
   */
  async copyLink(view) {
    const own = view ? null : await this.view.ownLink();
    if (own) return this.copyHash(own);
    const position = encodeURIComponent(this.game.state?.position ?? "");
    // Who opens it finds the game, not another's shelf or tools.
    await this.copyHash(view ? `view=${view}&position=${position}` : location.hash.slice(1).replace(/view=(shelf|edit)/, "view=analyze"));
  }

  /** Copies an address of the page. @param {string} hash what follows the sign # */
  async copyHash(hash) {
    const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
    if (!(await copyText("Copy this link", `${location.href.split("#")[0]}#${hash}`))) return;
    const words = isLocal ? "Link copied, for this machine alone: see Help (?)" : "Link copied";
    this.tip(words, "good");
    announce(words);
  }

  /** Downloads the game as a game file, with all variations. */
  async save() {
    try {
      const text = await gameFile(this.engine, writtenGame(this));
      const name = fileName(gameTitle(this));
      download(text, name);
      this.moves.tell(`Saved ${name}`);
    } catch (error) {
      this.moves.say(messageOf(error));
    }
  }

  /** Changes the colours: from those of the system first to the other ones. */
  nextTheme() {
    const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
    const order = isDark ? THEMES : /** @type {const} */ (["auto", "dark", "light"]);
    this.setTheme(order[(order.findIndex((theme) => theme === this.game.theme) + 1) % order.length]);
  }

  /** Turns the board to the chair of the viewer. @param {{ turned?: boolean, mirrored?: boolean }} side */
  turn(side) {
    const { game, board } = this;
    Object.assign(game, side);
    remember("turned", String(game.turned));
    remember("mirrored", String(game.mirrored));
    this.showPlayers();
    board.draw();
  }

  /** @param {import("./types").ThemeName} theme */
  setTheme(theme) {
    this.game.theme = theme;
    remember("theme", theme);
    document.documentElement.dataset.theme = theme;
    colour();
    const names = { auto: "as the system", light: "light", dark: "dark" };
    byId("theme").setAttribute("aria-label", `Colours: ${names[theme]}`);
    byId("theme").textContent = { auto: "◐", light: "☀", dark: "☾" }[theme];
  }
}

/** Use of a key that presses a button. @param {HTMLButtonElement} button */
function useOf(button) {
  return { run: () => button.click(), isRight: () => !button.disabled && (button.offsetParent ?? button.closest(".more-menu")) !== null };
}

const app = new App();
app.begin().catch((error) => app.fail(error));
