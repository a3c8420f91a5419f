// Analysis: the best lines live, their values, the territory and its explanation.

import { Chance } from "./chance.js";
import { button, choice, el, fill } from "./dom.js";
import { Explanation } from "./explanation.js";
import { showGauge } from "./gauge.js";
import { LineTable, provedValues } from "./lines.js";
import { moreMenu } from "./menus.js";
import { Refuter } from "./refuter.js";
import { named } from "./seats.js";
import { EngineSheet } from "./settings.js";
import { announce } from "./speech.js";
import { recall, remember } from "./storage.js";
import { Threat } from "./threat.js";
import { View } from "./view.js";

/** @typedef {import("./types").AnalysisReport} AnalysisReport */

/** Numbers of lines to choose from. */
const LINES = ["1", "2", "3", "5", "8"];

/** View that analyses the position shown. */
export class Analysis extends View {
  name = "analyze";
  title = "Analysis";
  isTree = true;
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

  /** @param {import("./main.js").App} app */
  constructor(app) {
    super(app);
    this.hasTerritory = recall("territory") === "true";
    this.summary = el("p", { class: "summary", id: "value" });
    /** What the headline has no room for. */
    this.rest = el("p", { class: "rest-words" });
    this.heading = el("p", { class: "faint" });
    this.table = new LineTable(app);
    this.territory = el("label", { class: "field check", title: "Who reaches which hex first (t)" }, el("input", { type: "checkbox", id: "territory", checked: this.hasTerritory, onchange: (/** @type {Event} */ event) => this.showTerritory(event) }), el("span", {}, "Territory"));
    this.chance = new Chance(app);
    this.refuter = new Refuter(app);
    this.details = el("p", { class: "faint", id: "effort", title: "How many moves ahead, how many positions, and in what time" });
    this.proof = el("p", { class: "faint" });
    this.explanation = new Explanation(app, () => this.isOn, () => this.hasTerritory && app.board.overlay({ territory: true }));
    this.toggle = button("", () => this.switch(!this.isOn), { role: "switch", id: "toggle", class: "quiet", "aria-label": "Engine", title: "Engine on or off (l)" });
    this.number = choice("Lines", LINES.map((n) => [n, n]), String(this.lines), (value) => this.setLines(value));
    this.sheet = new EngineSheet(app, () => this.update());
    this.threat = new Threat(app, this);
    this.drawButton = button("Draw", () => this.drawing(), { id: "draw", title: "Draw arrows and marks (d), or drag with the right button", "aria-pressed": "false", class: "toggle" });
    document.addEventListener("visibilitychange", () => (document.hidden ? this.sleep() : this.isResting && this.search()));
    const tools = moreMenu("analysis-more", "More tools", "…", button("Play from here", () => app.playFromHere(), { id: "play-from-here" }), this.threat.button, this.drawButton, this.territory, this.chance.element, this.number, this.sheet.element);
    this.element = el("div", { class: "view analysis" },
      el("div", { class: "row headline" }, this.toggle, this.summary, this.refuter.toggle, tools),
      this.threat.element, this.rest, this.refuter.element, this.heading, this.table.element,
      this.details, this.proof, this.explanation.element);
  }

  enter() {
    this.app.board.onMove = (move) => (this.refuter.isAsked ? this.refute(move) : this.chance.play(move));
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
    this.table.element.hidden = !this.isOn || state?.is_over === true;
    this.result = this.explanation.result = null;
    this.exact = new Map();
    // An answer belongs to the position that was asked about.
    if (!this.refuter.isHere() && !this.refuter.isAsked) this.refuter.clear();
    this.table.unhover();
    if (this.table.element.contains(document.activeElement)) this.app.panel.focus({ preventScroll: true });
    for (const part of [this.threat.element, this.rest, this.heading, this.table.element, this.details, this.proof]) fill(part);
    fill(this.summary, state?.is_over ? named(state.words ?? "Game over") : this.isOn ? "…" : "");
    this.territory.hidden = this.threat.button.hidden = state?.has_floe === false;
    this.chance.offer();
    this.explanation.show([]);
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
    this.result = this.explanation.result = result;
    const [lead, ...rest] = result.headline ?? [result.value_words];
    fill(this.summary, named(lead), result.exact ? el("span", { class: "proved", title: "No evaluation influenced this value" }, "proved") : null);
    fill(this.rest, rest.map((words) => el("span", {}, named(words))));
    fill(this.details, result.effort);
    fill(this.heading, result.heading === "Best moves" ? "" : result.heading);
    this.table.show(result.lines, result.best);
    if (result.best && result.best !== this.explanation.explained) this.explanation.show(result.pv);
    this.explanation.compare();
    showGauge(this.app.game, result);
    this.draw();
  }

  /** @param {string} value */
  setLines(value) {
    this.lines = Number(value);
    for (const select of this.number.querySelectorAll("select")) select.value = value;
    this.update();
  }

  /** @returns {import("./view.js").Key[]} */
  get keys() {
    const hasLines = () => (this.result?.lines.length ?? 0) > 0;
    return [
      { key: "x", words: "the threat: what the opponent would do if you passed", run: () => this.threat.toggle(), isRight: () => !this.threat.button.hidden },
      { key: "Escape", words: "close the answer to Why not…?", run: () => this.refuter.clear(), isRight: () => this.refuter.element.hasChildNodes() },
      { key: "w", words: "Why not…?: the best answer to a move", button: this.refuter.toggle },
      { key: "t", words: "territory", run: () => this.territory.click(), isRight: () => !this.territory.hidden },
      { key: "d", words: "draw arrows and marks", run: () => this.drawing() },
      { key: "l", words: "engine on or off", run: () => this.switch(!this.isOn) },
      { key: " ", words: "play the best move", run: () => this.table.playBest(), isRight: hasLines },
      { key: "i", words: "insert the best line into the tree", run: () => this.table.insert(this.table.bestLine), isRight: hasLines },
      { key: "e", words: "show the lines whole, or in one row each", run: () => this.table.expand([...this.table.element.children]), isRight: hasLines },
      ...LINES.map((number) => ({ key: number, words: `show ${number === "1" ? "one line" : `${number} lines`}`, run: () => this.setLines(number) })),
    ];
  }

  /** Draws the lines, or the values of the hexes that the chosen penguin can go to. */
  draw() {
    const { board } = this.app;
    if (!this.result) return;
    const arrows = this.result.lines.slice(0, 3).map(({ move, tag }) => ({ move, label: tag ?? "" }));
    const values = provedValues(this.exact, board.legal, board.path);
    board.overlay(values.length > 0 && board.path.length > 0 ? { arrows: [], values } : { arrows, values: [] });
  }

  /** @param {Event} event */
  showTerritory(event) {
    this.hasTerritory = /** @type {HTMLInputElement} */ (event.target).checked;
    remember("territory", String(this.hasTerritory));
    this.app.board.overlay({ territory: this.hasTerritory });
  }

  /** Asks why a move is not as good as the best one. @param {string} move */
  async refute(move) {
    // In a browser one search runs at a time; the next position shown begins another one.
    this.stop();
    await this.refuter.refute(move);
  }

  /** Begins or ends drawing arrows by clicks. */
  drawing() {
    const { drawing } = this.app.board;
    drawing.turn(!drawing.isOn);
    this.drawButton.setAttribute("aria-pressed", String(drawing.isOn));
    this.app.tip(drawing.isOn ? "Choose where an arrow begins and ends, or a hex twice; the same again takes it away." : "");
  }
}
