// Analysis: the best lines live, their values, the territory and its explanation.

import { Chance } from "./chance.js";
import { button, choice, el, fill, folded, keyed, walk } from "./dom.js";
import { showGauge } from "./gauge.js";
import { moreMenu } from "./menus.js";
import { Refuter } from "./refuter.js";
import { named } from "./seats.js";
import { EngineSheet } from "./settings.js";
import { announce } from "./speech.js";
import { recall, remember } from "./storage.js";
import { View } from "./view.js";

/** @typedef {import("./main.js").App} App */
/** @typedef {import("./types").AnalysisReport} AnalysisReport */
/** @typedef {import("./types").LineReport} LineReport */

/** Numbers of lines to choose from. */
const LINES = ["1", "2", "3", "5", "8"];

/** View that analyses the position shown. */
export class Analysis extends View {
  name = "analyze";
  title = "Analysis";
  isOn = true;
  lines = 3;
  /** @type {import("./transport.js").Query | null} */
  query = null;
  /** @type {AnalysisReport | null} */
  result = null;
  /** Values of all moves, best first, once they are proved. @type {Map<string, string>} */
  exact = new Map();
  /** Whether the search waits until the page is looked at. */
  isResting = false;
  /** Move of a line on which the pointer rests, and the time until its position is shown. @type {EventTarget | null} */
  hovered = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  hovering = undefined;
  /** Where the pointer was when it chose a move of a line: what comes below it then is not shown. */
  clicked = { x: NaN, y: NaN };
  /** Move that is explained. @type {string | undefined} */
  explained = undefined;

  /** @param {App} app */
  constructor(app) {
    super();
    this.app = app;
    this.hasTerritory = recall("territory") === "true";
    this.summary = el("p", { class: "summary", id: "value" });
    /** What the headline has no room for. */
    this.rest = el("p", { class: "rest-words" });
    this.heading = el("p", { class: "faint" });
    this.table = el("div", { class: "lines", id: "lines", translate: "no", dir: "ltr", onclick: this.clickLine, onkeydown: this.keyLine, onmousemove: this.hover, onmouseleave: this.unhover, onfocusin: this.focusLine });
    this.territory = el("label", { class: "field check", title: "Who reaches which hex first (t)" }, el("input", { type: "checkbox", id: "territory", checked: this.hasTerritory, onchange: (/** @type {Event} */ event) => this.showTerritory(event) }), el("span", {}, "Territory"));
    this.chance = new Chance(app);
    this.refuter = new Refuter(app);
    this.details = el("p", { class: "faint", id: "effort" });
    this.proof = el("p", { class: "faint" });
    this.explanation = el("div", { id: "explanation" });
    this.toggle = button("", () => this.switch(!this.isOn), { role: "switch", id: "toggle", class: "quiet", "aria-label": "Engine", title: "Engine on or off (l)" });
    this.number = choice("Lines", LINES.map((n) => [n, n]), String(this.lines), (value) => this.setLines(value));
    this.sheet = new EngineSheet(app, () => this.update());
    this.threatButton = button("Threat", () => this.threat(), { id: "threat", title: "What the opponent would do if you passed (x)" });
    this.threatened = el("p", { id: "threatened", class: "bad", spoken: true });
    this.drawButton = button("Draw", () => this.drawing(), { id: "draw", title: "Draw arrows and marks (d), or drag with the right button", "aria-pressed": "false", class: "toggle" });
    document.addEventListener("visibilitychange", () => (document.hidden ? this.sleep() : this.wake()));
    this.element = el(
      "div",
      { class: "view analysis" },
      el(
        "div",
        { class: "row headline" },
        this.toggle,
        this.summary,
        this.refuter.toggle,
        moreMenu("analysis-more", "More tools", "…", button("Play from here", () => app.playFromHere(), { id: "play-from-here" }), this.threatButton, this.drawButton, this.territory, this.chance.element, this.number, this.sheet.element),
      ),
      this.threatened,
      this.rest,
      this.refuter.element,
      this.heading,
      this.table,
      this.details,
      this.proof,
      this.explanation,
    );
  }

  get isTree() {
    return true;
  }

  enter() {
    this.app.board.onMove = (move) => (this.refuter.isAsked ? this.refute(move) : this.chance.play(move));
    this.app.board.onHex = null;
    this.app.board.root.addEventListener("path", this.onPath);
  }

  leave() {
    this.stop();
    if (this.app.board.drawing.isOn) this.drawing();
    this.refuter.clear();
    this.app.board.root.removeEventListener("path", this.onPath);
    showGauge(this.app.game, null);
  }

  onPath = () => this.draw();

  /** Whether a person may move in the position shown. */
  canMove() {
    return !this.app.game.state?.is_over;
  }

  /** @param {boolean} isOn */
  switch(isOn) {
    this.isOn = isOn;
    if (!isOn) this.app.board.overlay({ arrows: [], values: [] });
    this.update();
  }

  /** Analyses the position shown anew. */
  update() {
    this.stop();
    const state = this.app.game.state;
    this.toggle.setAttribute("aria-checked", String(this.isOn));
    this.table.hidden = !this.isOn || state?.is_over === true;
    this.result = null;
    this.exact = new Map();
    // An answer belongs to the position that was asked about.
    if (!this.refuter.isHere() && !this.refuter.isAsked) this.refuter.clear();
    this.unhover();
    if (this.table.contains(document.activeElement)) this.app.panel.focus({ preventScroll: true });
    for (const part of [this.threatened, this.rest, this.heading, this.table, this.details, this.proof]) fill(part);
    fill(this.summary, state?.is_over ? named(state.words ?? "Game over") : this.isOn ? "…" : "");
    this.territory.hidden = this.threatButton.hidden = state?.has_floe === false;
    this.chance.offer();
    this.explain([]);
    showGauge(this.app.game, null);
    if (!this.isOn || !state || state.is_over) return;
    if (document.hidden) this.isResting = true;
    else this.search();
  }

  stop() {
    this.query?.cancel();
    this.query = null;
    this.isResting = false;
  }

  /** Leaves the engine to pages that are looked at. */
  sleep() {
    if (!this.query) return;
    this.stop();
    this.isResting = true;
    fill(this.details, "Rests while the page is hidden");
  }

  /** Goes on with what rests. */
  wake() {
    if (this.isResting) this.search();
  }

  async search() {
    const { game, engine } = this.app;
    this.isResting = false;
    // Strategies for what is hidden are shown when they are complete.
    const time = game.state?.rules === "angling" ? "3s" : "60s";
    /** @type {import("./transport.js").Request<"analyze">} */
    const request = { action: "analyze", ...game.fields, ...this.sheet.request(time), lines: this.lines, progress: 0.05, words: true, priority: -1 };
    // A search that has had to give way begins again: until it is as far as before, its lines stay.
    const show = (/** @type {AnalysisReport} */ result) => this.query === query && result.nodes >= (this.result?.nodes ?? 0) && this.show(result);
    const wait = () => {
      const [place, words] = this.result ? [this.details, "Rests while others search"] : [this.summary, "Waits for another search…"];
      if (this.query === query) fill(place, words);
    };
    const query = engine.query(request, show, wait);
    this.query = query;
    const result = await query.done.catch(({ message, error }) => {
      if (this.query !== query) return null;
      const isOfSettings = ["engine", "field"].includes(error?.kind);
      if (isOfSettings) this.sheet.refuse(message);
      fill(this.summary, isOfSettings ? "No analysis with these settings" : named(message[0].toUpperCase() + message.slice(1)));
      return null;
    });
    if (this.query !== query) return;
    this.query = null;
    if (!result) return;
    this.show(result);
    announce(named(result.value_words));
    if (result.exact && result.best) await this.solve();
  }

  /** Proves the values of all moves, if that takes little time. */
  async solve() {
    const { game, engine } = this.app;
    if (game.state?.is_placing || game.state?.tiles_left === 0) return;
    const request = /** @type {const} */ ({ action: "solve", ...game.fields, all: true, limits: { time: "20s" }, progress: 0.5, words: true, priority: -1 });
    const query = engine.query(request, ({ effort }) => this.query === query && fill(this.proof, effort));
    this.query = query;
    const result = await query.done.catch(() => null);
    if (this.query !== query) return;
    this.query = null;
    fill(this.proof);
    if (!result?.exact) return;
    for (const { move, tag } of result.moves) if (tag) this.exact.set(move, tag);
    this.draw();
  }

  /** @param {AnalysisReport} result */
  show(result) {
    this.result = result;
    const [lead, ...rest] = result.headline ?? [result.value_words];
    fill(this.summary, named(lead), result.exact ? el("span", { class: "proved", title: "No evaluation influenced this value" }, "proved") : null);
    fill(this.rest, rest.map((words) => el("span", {}, named(words))));
    fill(this.details, result.effort);
    fill(this.heading, result.heading === "Best moves" ? "" : result.heading);
    this.showLines(result.lines);
    if (result.best && result.best !== this.explained) this.explain(result.pv);
    this.compare();
    showGauge(this.app.game, result);
    this.draw();
  }

  /** Shows lines; what has the focus keeps it. @param {LineReport[]} lines */
  showLines(lines) {
    const indices = lines.map((_, index) => index);
    const none = { "data-line": "", tabindex: "-1" };
    const create = () => el("div", { class: "line", role: "toolbar" }, el("b", { class: "value" }), el("small", { class: "visits", title: "Tries: how often the search looked at the move. It plays the one with most." }), el("span", { class: "pv" }), el("span", { class: "ends" }, button("+", () => {}, { ...none, class: "quiet insert", title: "Insert the line into the tree (i: the first line)" }), button("▾", () => {}, { ...none, class: "quiet expand", title: "Show the whole line (e: all lines)" })));
    keyed(this.table, indices, (index) => index, create, (row, index) => {
      const { pv, told = [], tag = "", exact, visits } = lines[index];
      const [value, count, moves, ends] = row.children;
      const isBest = pv[0] === this.result?.best;
      row.setAttribute("aria-label", `Line ${index + 1}, ${tag}${isBest ? ", best move" : ""}`);
      row.classList.toggle("best", isBest);
      value.classList.toggle("exact", exact);
      fill(value, tag);
      fill(count, visits?.toLocaleString("en"));
      const number = (/** @type {string} */ _, /** @type {number} */ step) => step;
      keyed(moves, pv.map(number), (step) => step, () => el("button", { type: "button", class: "move", tabindex: "-1" }), (move, step) => {
        const { text, title } = told[step] ?? { text: pv[step], title: "" };
        // On a floe as in the list of moves: words would fill the row.
        const isBrief = this.app.game.state?.has_floe === true;
        const brief = isBrief ? pv[step] : text;
        if (move.textContent !== brief) move.textContent = brief;
        move.setAttribute("title", brief === text ? title : text);
        move.setAttribute("data-step", String(step));
      });
      if (!row.querySelector('[tabindex="0"]')) row.querySelector("button")?.setAttribute("tabindex", "0");
      const [insert, expand] = ends.children;
      insert.setAttribute("aria-label", `Insert line ${index + 1} into the tree`);
      expand.setAttribute("aria-label", `Show line ${index + 1} whole`);
      expand.setAttribute("aria-expanded", String(row.classList.contains("open")));
    });
  }

  /** Line of an element of the table, and number of the move in it. @param {EventTarget | null} target */
  lineAt(target) {
    const element = /** @type {Element} */ (target);
    const row = element.closest(".line");
    const line = row && this.result?.lines[[...this.table.children].indexOf(row)];
    const step = element.closest(".move")?.getAttribute("data-step") ?? null;
    return row && line ? { row, line, step: step === null ? null : Number(step) } : null;
  }

  clickLine = (/** @type {MouseEvent} */ event) => {
    const found = this.lineAt(event.target);
    const element = /** @type {Element} */ (event.target);
    if (!found) return;
    this.clicked = event;
    if (element.closest(".insert")) this.insert(found.line);
    else if (element.closest(".expand")) this.expand([found.row]);
    else if (found.step !== null) this.follow(found.line.pv.slice(0, found.step + 1));
  };

  /** Moves the focus in a line, which is one stop of the Tab key. */
  keyLine = (/** @type {KeyboardEvent} */ event) => {
    const found = this.lineAt(event.target);
    const buttons = found ? [...found.row.querySelectorAll("button")] : [];
    const next = walk(event, buttons);
    if (!next) return;
    /** @type {Element} */ (event.target).setAttribute("tabindex", "-1");
    next.setAttribute("tabindex", "0");
  };

  /** Shows a line whole when the focus comes to a move that would be out of sight. */
  focusLine = (/** @type {Event} */ event) => {
    const found = this.lineAt(event.target);
    if (!found?.step) return;
    const move = /** @type {HTMLElement} */ (event.target);
    if (move.offsetTop > /** @type {HTMLElement} */ (found.row).offsetTop + 24) found.row.classList.add("open");
    /** @type {Element} */ (move.parentElement).scrollTop = 0;
  };

  /** @param {Element[]} rows lines to show whole, or in one row if they are */
  expand(rows) {
    const isOpen = rows.some((row) => !row.classList.contains("open"));
    for (const row of rows) {
      row.classList.toggle("open", isOpen);
      row.querySelector(".expand")?.setAttribute("aria-expanded", String(isOpen));
    }
  }

  /** Shows the position after a move of a line while the pointer rests on it. What comes below a pointer that does not move is not shown. */
  hover = (/** @type {MouseEvent} */ event) => {
    if ((event.movementX === 0 && event.movementY === 0) || event.target === this.hovered) return;
    if (Math.hypot(event.x - this.clicked.x, event.y - this.clicked.y) < 8) return;
    this.unhover();
    const found = this.lineAt(event.target);
    if (!found || found.step === null) return;
    this.hovered = event.target;
    const moves = found.line.pv.slice(0, found.step + 1);
    this.hovering = setTimeout(() => this.app.board.preview(moves), 150);
  };

  /** Shows the position of the game again. */
  unhover = () => {
    clearTimeout(this.hovering);
    if (!this.hovered) return;
    this.hovered = null;
    this.app.board.endPreview();
  };

  /** @param {LineReport} line */
  async insert({ pv, short }) {
    const { game } = this.app;
    try {
      this.app.moves.point(await game.insert(pv, short));
      announce("Line inserted");
    } catch {
      this.app.tip("This line cannot be inserted: chance decides what follows.");
    }
  }

  /** @param {string[]} moves to play */
  async follow(moves) {
    const { game } = this.app;
    const ids = await game.insert(moves).catch(() => null);
    const last = ids?.at(-1);
    if (last !== undefined) return game.goTo(last);
    // Chance decides on the way.
    for (const move of moves) await game.play(move);
  }

  /** @param {string} value */
  setLines(value) {
    this.lines = Number(value);
    const select = this.number.querySelector("select");
    if (select) select.value = value;
    this.update();
  }

  /** @returns {import("./view.js").Key[]} */
  get keys() {
    const hasLines = () => (this.result?.lines.length ?? 0) > 0;
    const best = () => /** @type {LineReport} */ (this.result?.lines.find(({ pv }) => pv[0] === this.result?.best));
    return [
      { key: "x", words: "the threat: what the opponent would do if you passed", run: () => this.threat(), isRight: () => !this.threatButton.hidden },
      { key: "Escape", words: "close the answer to Why not…?", run: () => this.refuter.clear(), isRight: () => this.refuter.element.hasChildNodes() },
      { key: "w", words: "Why not…?: the best answer to a move", button: this.refuter.toggle },
      { key: "t", words: "territory", run: () => this.territory.click(), isRight: () => !this.territory.hidden },
      { key: "d", words: "draw arrows and marks", run: () => this.drawing() },
      { key: "l", words: "engine on or off", run: () => this.switch(!this.isOn) },
      { key: " ", words: "play the best move", run: () => this.follow(best().pv.slice(0, 1)), isRight: hasLines },
      { key: "i", words: "insert the best line into the tree", run: () => this.insert(best()), isRight: hasLines },
      { key: "e", words: "show the lines whole, or in one row each", run: () => this.expand([...this.table.children]), isRight: hasLines },
      ...LINES.map((number) => ({ key: number, words: `show ${number === "1" ? "one line" : `${number} lines`}`, run: () => this.setLines(number) })),
    ];
  }

  /** Draws the lines, or the values of the hexes that the chosen penguin can go to. */
  draw() {
    const { board } = this.app;
    if (!this.result) return;
    const arrows = this.result.lines.slice(0, 3).map(({ move, tag }) => ({ move, label: tag ?? "" }));
    const values = this.values(board.path);
    board.overlay(values.length > 0 && board.path.length > 0 ? { arrows: [], values } : { arrows, values: [] });
  }

  /** Proved values on the hexes that continue a path, of the best move to each. @param {string[]} path */
  values(path) {
    const { board } = this.app;
    /** @type {Map<string, string>} */
    const best = new Map();
    const paths = new Map(board.legal.map((legal) => [legal.move, legal.path]));
    for (const [move, value] of this.exact) {
      const hexes = paths.get(move) ?? [];
      const hex = path.every((name, index) => hexes[index] === name) ? hexes[path.length] : undefined;
      if (hex && !best.has(hex)) best.set(hex, value);
    }
    const [most] = best.values();
    return [...best].map(([space, text]) => ({ space, text, is_best: text === most }));
  }

  /** @param {Event} event */
  showTerritory(event) {
    this.hasTerritory = /** @type {HTMLInputElement} */ (event.target).checked;
    remember("territory", String(this.hasTerritory));
    this.app.board.overlay({ territory: this.hasTerritory });
  }

  /** Explains the position and the first move of a line. @param {string[]} line */
  async explain(line) {
    const { game, engine, board } = this.app;
    if (!game.state) return;
    this.explained = line[0];
    const fields = game.fields;
    const { explanation, table, told, reasons, notes } = await engine.ask({ action: "explain", ...fields, line });
    if (fields.moves.length !== game.ply || this.explained !== line[0] || !this.element.isConnected) return;
    if (this.hasTerritory) board.overlay({ territory: true });
    const why = told && folded("why", true, el("summary", { title: told.title }, `Why ${named(told.text)}`), el("ul", { id: "reasons" }, el("li", { id: "gap", "data-move": line[0] }), reasons.filter((reason) => reason !== `It plays: ${told.text}.`).map((reason) => el("li", {}, named(reason)))));
    const players = this.isOn && table && folded("players", false, el("summary", {}, "Players"), ...this.players(table));
    fill(this.explanation, why, players, [...(explanation?.notes ?? []), ...notes].map((note) => el("p", {}, named(note))));
    this.compare();
  }

  /** Compares the best move with the next one. */
  compare() {
    const gap = document.getElementById("gap");
    const { result } = this;
    // The reasons shown may still be those of another move.
    if (!gap || !result || result.best !== gap.dataset.move) return;
    gap.hidden = !result.comparison;
    fill(gap, named(result.comparison ?? ""));
  }

  /** Table whose rows draw the hexes of their players while they are looked at. @param {import("./types").PlayersTable} table */
  players({ columns, rows, legend }) {
    const look = (/** @type {string | null} */ player) => () => this.app.board.overlay({ territory_of: player });
    const head = columns.map(({ name, title }) => el("th", { scope: "col", title }, name));
    const body = rows.map(({ player, cells }) => {
      const letter = button(named(player), look(player), { class: `player ${player}`, title: `Hexes that ${named(player)} reaches first`, onfocus: look(player), onblur: look(null) });
      return el("tr", { onpointerenter: look(player), onpointerleave: look(null) }, el("th", { scope: "row" }, letter), cells.map((cell) => el("td", {}, cell)));
    });
    return [
      el("table", { class: "players" }, el("thead", {}, el("tr", {}, el("td"), head)), el("tbody", {}, body)),
      el("ul", { class: "faint legend" }, legend.map((words) => el("li", {}, words))),
    ];
  }

  /** Asks why a move is not as good as the best one. @param {string} move */
  async refute(move) {
    // In a browser one search runs at a time; the next position shown begins another one.
    this.stop();
    await this.refuter.refute(move);
  }

  /** Shows what the opponent would do after a pass, or no longer. */
  async threat() {
    const { app } = this;
    const { game, board } = app;
    const { node } = game;
    const isShown = board.overlays.threat;
    // In a browser one search runs at a time.
    this.stop();
    fill(this.threatened, isShown ? "" : "…");
    const none = { words: "", drawn: undefined };
    const threat = isShown ? none : await app.engine.ask({ action: "threat", ...game.fields }).catch(({ message }) => ({ ...none, words: message }));
    if (node !== game.node || !this.element.isConnected) return;
    fill(this.threatened, named(threat.words));
    board.overlay({ threat: threat.drawn });
    if (this.isOn && !game.state?.is_over) this.search();
  }

  /** Begins or ends drawing arrows by clicks. */
  drawing() {
    const { board } = this.app;
    board.drawing.turn(!board.drawing.isOn);
    this.drawButton.setAttribute("aria-pressed", String(board.drawing.isOn));
    this.app.tip(board.drawing.isOn ? "Choose where an arrow begins and ends, or a hex twice; the same again takes it away." : "");
  }
}
