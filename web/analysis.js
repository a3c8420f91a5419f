// Analysis: the best lines live, their values, the territory and its explanation.

import { announce, button, choice, el, fill } from "./dom.js";
import { amount, count, isMargin, leading, outcome, sentence, short, signed } from "./words.js";

/** @typedef {import("./main.js").App} App */
/** @typedef {import("./transport.js").Result} Result */
/** @typedef {import("./transport.js").Query} Query */

/** View that analyses the position shown. */
export class Analysis {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.name = "analyze";
    this.title = "Analysis";
    this.isOn = true;
    this.lines = 3;
    this.hasTerritory = false;
    /** @type {Query | null} */
    this.query = null;
    /** @type {Result | null} */
    this.result = null;
    /** Exact values of all moves, once they are proved. @type {Map<string, Record<string, any>>} */
    this.exact = new Map();
    this.summary = el("p", { class: "summary", id: "value" });
    this.table = el("div", { class: "lines", id: "lines" });
    this.territory = el("label", { class: "field check" }, el("input", { type: "checkbox", id: "territory", onchange: (/** @type {Event} */ event) => this.showTerritory(event) }), el("span", {}, "Territory"));
    this.details = el("p", { class: "faint" });
    /** First move that the explanation is about. @type {string | undefined} */
    this.explained = undefined;
    this.explanation = el("div", { id: "explanation" });
    this.toggle = button("", () => this.switch(!this.isOn), { class: "toggle", id: "toggle" });
    this.element = el(
      "div",
      { class: "view" },
      el(
        "div",
        { class: "row" },
        this.toggle,
        choice("Lines", ["1", "2", "3", "5", "8"].map((n) => [n, n]), String(this.lines), (value) => {
          this.lines = Number(value);
          this.update();
        }),
        this.territory,
      ),
      this.summary,
      this.table,
      this.details,
      this.explanation,
      el("div", { class: "row" }, button("Play from here", () => app.playFromHere(), { id: "play-from-here" })),
    );
  }

  enter() {
    this.app.board.onMove = (move) => this.app.game.play(move);
    this.app.board.onHex = null;
    this.app.board.root.addEventListener("path", this.onPath);
  }

  leave() {
    this.stop();
    this.app.board.root.removeEventListener("path", this.onPath);
    this.app.gauge(null);
  }

  onPath = () => this.draw();

  /** Whether a person may move in the position shown. */
  canMove() {
    return !this.app.game.state?.is_over;
  }

  /** @param {boolean} isOn */
  switch(isOn) {
    this.isOn = isOn;
    this.update();
  }

  /** Analyses the position shown anew. */
  update() {
    this.stop();
    const state = this.app.game.state;
    this.toggle.textContent = this.isOn ? "Engine on" : "Engine off";
    this.toggle.setAttribute("aria-pressed", String(this.isOn));
    this.result = null;
    this.exact = new Map();
    fill(this.table);
    fill(this.details);
    fill(this.summary, state?.is_over ? (state.words ?? "Game over") : this.isOn ? "…" : "");
    this.territory.hidden = state?.has_floe === false;
    this.explain([]);
    this.app.gauge(null);
    if (!this.isOn || !state || state.is_over) return;
    this.search();
  }

  stop() {
    this.query?.cancel();
    this.query = null;
  }

  async search() {
    const { game, engine } = this.app;
    // Strategies for what is hidden are shown when they are complete.
    const time = game.state?.rules === "angling" ? "3s" : "60s";
    const request = { action: "analyze", ...game.fields, lines: this.lines, limits: { time }, progress: 0.05 };
    const query = engine.query(request, (result) => this.query === query && this.show(result));
    this.query = query;
    const result = await query.done.catch((error) => {
      if (this.query === query) fill(this.summary, error.message);
      return null;
    });
    if (this.query !== query || !result) return;
    this.show(result);
    announce(sentence(result, game.state?.turn ?? ""));
    if (result.exact && result.best) await this.solve(query);
  }

  /**
   * Proves the values of all moves, if that takes little time.
   * @param {Query} analysis
   */
  async solve(analysis) {
    const { game, engine } = this.app;
    if (game.state?.is_placing || game.state?.tiles_left === 0) return;
    const query = engine.query({ action: "solve", ...game.fields, all: true, limits: { time: "20s" } });
    this.query = query;
    const result = await query.done.catch(() => null);
    if (this.query !== query || !result?.exact) return;
    for (const { move, value, exact } of result.moves) if (exact) this.exact.set(move, value);
    void analysis;
    this.draw();
  }

  /** @param {Result} result */
  show(result) {
    this.result = result;
    const turn = this.app.game.state?.turn ?? "";
    fill(this.summary, sentence(result, turn), result.exact ? el("span", { class: "proved", title: "No evaluation influenced this value" }, "proved") : null);
    fill(this.details, result.nodes > 0 ? `depth ${result.depth} · ${count(result.nodes)} nodes · ${result.seconds.toFixed(1)} s` : "known without a search");
    const hasOneValue = isMargin(result.value) && !("animals" in result.value);
    const heading = hasOneValue ? `Best moves, with values for ${turn}` : "Best moves";
    fill(this.table, el("p", { class: "faint" }, heading), ...result.lines.map((/** @type {Result} */ line) => this.line(line)));
    if (result.best && result.best !== this.explained) this.explain(result.pv);
    this.compare();
    this.app.gauge(result);
    this.draw();
  }

  /** @param {Result} line */
  line(line) {
    const moves = line.pv.map((/** @type {string} */ move, /** @type {number} */ index) =>
      button(move, () => this.follow(line.pv.slice(0, index + 1)), { class: "move", title: "Play the line up to here" }),
    );
    return el("div", { class: "line" }, el("b", { class: `value${line.exact ? " exact" : ""}` }, short(line.value)), el("span", { class: "pv" }, moves));
  }

  /**
   * Plays the moves of a line.
   * @param {string[]} moves
   */
  async follow(moves) {
    for (const move of moves) await this.app.game.play(move);
  }

  /** Draws the lines, or the exact values of the hexes that the chosen penguin can go to. */
  draw() {
    const { board } = this.app;
    if (!this.result) return;
    const arrows = this.result.lines.slice(0, 3).map((/** @type {Result} */ line) => ({ move: line.move, label: short(line.value) }));
    const values = this.values(board.path);
    board.overlay(values.length > 0 && board.path.length > 0 ? { arrows: [], values } : { arrows, values: [] });
  }

  /**
   * Exact values on the hexes that continue this path.
   * @param {string[]} path
   */
  values(path) {
    /** @type {Map<string, number>} */
    const best = new Map();
    for (const { move, path: hexes } of this.app.board.legal) {
      const value = this.exact.get(move);
      if (!value || !isMargin(value) || !path.every((hex, index) => hexes[index] === hex)) continue;
      const hex = hexes[path.length];
      if (hex) best.set(hex, Math.max(best.get(hex) ?? -Infinity, leading(value)[0] + 0.001 * outcome(value)));
    }
    const most = Math.max(...best.values());
    return [...best].map(([space, value]) => ({ space, text: signed(value), is_best: value === most }));
  }

  /** @param {Event} event */
  showTerritory(event) {
    this.hasTerritory = /** @type {HTMLInputElement} */ (event.target).checked;
    this.app.board.overlay({ territory: this.hasTerritory });
  }

  /**
   * Explains the position and the first move of a line.
   * @param {string[]} line
   */
  async explain(line) {
    const { game, engine, board } = this.app;
    if (!game.state) return;
    this.explained = line[0];
    const fields = game.fields;
    const { explanation, reasons, notes } = await engine.ask({ action: "explain", ...fields, line });
    if (fields.moves.length !== game.ply || this.explained !== line[0] || !this.element.isConnected) return;
    if (this.hasTerritory) board.overlay({ territory: true });
    const why = line.length > 0 && [el("h2", {}, `Why ${line[0]}`), el("ul", { id: "reasons" }, el("li", { id: "gap" }), reasons.map((/** @type {string} */ reason) => el("li", {}, reason)))];
    fill(this.explanation, why, explanation && !game.state?.is_placing ? players(explanation) : null, [...(explanation?.notes ?? []), ...notes].map((note) => el("p", {}, note)));
    this.compare();
  }

  /** Compares the best move with the next one. */
  compare() {
    const gap = document.getElementById("gap");
    const [first, second] = this.result?.lines ?? [];
    if (!gap || !first || first.move !== this.explained) return;
    gap.hidden = !second || !isMargin(first.value) || "animals" in first.value;
    if (gap.hidden) return;
    const [number, unit] = leading(first.value);
    const better = Math.round(10 * (number - leading(second.value)[0])) / 10;
    fill(gap, better > 0 ? `It is ${amount(better, unit.replace(/s$/, ""))} better than ${second.move}, the next best.` : `${second.move} is about as good.`);
  }
}

/** @param {Result} explanation */
function players(explanation) {
  const columns = /** @type {[string, string, string][]} */ ([
    ["has", "has", "Taken, and under its penguins"],
    ["own", "safe", "That no other player can reach"],
    ["first", "first", "That the player reaches first, safe ones included"],
    ["shared", "shared", "That it reaches at the same time as another player"],
    ["expected", "expected", "At the end of the game, estimated without a search"],
    ["moves", "moves", "Hexes that its penguins can go to now"],
  ]);
  const stuck = explanation.players.filter((/** @type {Result} */ player) => player.stuck.length > 0);
  return [
    el(
      "table",
      { class: "players" },
      el("caption", {}, "Players"),
      el("thead", {}, el("tr", {}, el("td"), columns.map(([, name, title]) => el("th", { scope: "col", title }, name)))),
      el("tbody", {}, explanation.players.map((/** @type {Result} */ player) => el("tr", {}, el("th", { scope: "row", class: `player ${player.player}` }, player.player), columns.map(([key]) => el("td", {}, player[key]))))),
    ),
    stuck.map((/** @type {Result} */ player) => el("p", { class: "faint" }, `Stuck penguins of ${player.player}: ${player.stuck.join(", ")}`)),
  ];
}
