// Analysis: the best lines live, their values, the territory and its explanation.

import { announce, button, choice, el, fill } from "./dom.js";
import { count } from "./numbers.js";

/** @typedef {import("./main.js").App} App */
/** @typedef {import("./transport.js").Query} Query */
/** @typedef {import("./types").AnalysisReport} AnalysisReport */
/** @typedef {import("./types").LineReport} LineReport */
/** @typedef {import("./types").ExplanationReport} ExplanationReport */
/** @typedef {import("./types").SolveReport} SolveReport */

/** View that analyses the position shown. */
export class Analysis {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.name = "analyze";
    this.title = "Analysis";
    this.isTree = true;
    this.isOn = true;
    this.lines = 3;
    this.hasTerritory = false;
    /** @type {Query | null} */
    this.query = null;
    /** @type {AnalysisReport | null} */
    this.result = null;
    /** Exact values of all moves in a few characters, best first, once they are proved. @type {Map<string, string>} */
    this.exact = new Map();
    this.summary = el("p", { class: "summary", id: "value" });
    this.table = el("div", { class: "lines", id: "lines" });
    this.territory = el("label", { class: "field check" }, el("input", { type: "checkbox", id: "territory", onchange: (/** @type {Event} */ event) => this.showTerritory(event) }), el("span", {}, "Territory"));
    this.details = el("p", { class: "faint" });
    /** How far the proof of all moves is. */
    this.proof = el("p", { class: "faint" });
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
      this.proof,
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
    fill(this.proof);
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
    /** @type {import("./transport.js").Request<"analyze">} */
    const request = { action: "analyze", ...game.fields, lines: this.lines, limits: { time }, progress: 0.05 };
    const query = engine.query(request, (result) => this.query === query && this.show(result));
    this.query = query;
    const result = await query.done.catch((error) => {
      if (this.query === query) fill(this.summary, error.message);
      return null;
    });
    if (this.query !== query || !result) return;
    this.show(result);
    announce(result.value_words);
    if (result.exact && result.best) await this.solve();
  }

  /** Proves the values of all moves, if that takes little time. */
  async solve() {
    const { game, engine } = this.app;
    if (game.state?.is_placing || game.state?.tiles_left === 0) return;
    const request = /** @type {const} */ ({ action: "solve", ...game.fields, all: true, limits: { time: "20s" }, progress: 0.5 });
    const query = engine.query(request, (result) => this.query === query && this.showProof(result));
    this.query = query;
    const result = await query.done.catch(() => null);
    if (this.query !== query) return;
    fill(this.proof);
    if (!result?.exact) return;
    for (const { move, short } of result.moves) if (short) this.exact.set(move, short);
    this.draw();
  }

  /**
   * Shows how far the proof of all moves is.
   * @param {SolveReport} result
   */
  showProof({ progress, nodes }) {
    if (!progress) return;
    const [solved, all] = progress.moves;
    const part = all > 1 ? `all moves: ${solved} of ${all}` : "the value";
    const share = typeof progress.share === "number" ? ` · ${Math.round(100 * progress.share)} % of this one` : "";
    fill(this.proof, `proving ${part}${share} · ${count(nodes)} nodes`);
  }

  /** @param {AnalysisReport} result */
  show(result) {
    this.result = result;
    const { state } = this.app.game;
    fill(this.summary, result.value_words, result.exact ? el("span", { class: "proved", title: "No evaluation influenced this value" }, "proved") : null);
    fill(this.details, result.nodes > 0 ? `depth ${result.depth} · ${count(result.nodes)} nodes · ${result.seconds.toFixed(1)} s` : "known without a search");
    const heading = state?.sides === 2 ? `Best moves, with values for ${state.turn}` : "Best moves";
    fill(this.table, el("p", { class: "faint" }, heading), ...result.lines.map((line) => this.line(line)));
    if (result.best && result.best !== this.explained) this.explain(result.pv);
    this.compare();
    this.app.gauge(result);
    this.draw();
  }

  /** @param {LineReport} line */
  line(line) {
    const moves = line.pv.map((move, index) =>
      button(move, () => this.follow(line.pv.slice(0, index + 1)), { class: "move", title: "Play the line up to here" }),
    );
    return el("div", { class: "line" }, el("b", { class: `value${line.exact ? " exact" : ""}` }, line.short), el("span", { class: "pv" }, moves));
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
    const arrows = this.result.lines.slice(0, 3).map(({ move, short }) => ({ move, label: short }));
    const values = this.values(board.path);
    board.overlay(values.length > 0 && board.path.length > 0 ? { arrows: [], values } : { arrows, values: [] });
  }

  /**
   * Exact values on the hexes that continue this path: of several moves to a hex that of the best.
   * @param {string[]} path
   */
  values(path) {
    const { board, game } = this.app;
    /** @type {Map<string, string>} */
    const best = new Map();
    if (game.state?.sides !== 2) return [];
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
    const why = line.length > 0 && [el("h2", {}, `Why ${line[0]}`), el("ul", { id: "reasons" }, el("li", { id: "gap" }), reasons.map((reason) => el("li", {}, reason)))];
    fill(this.explanation, why, explanation && !game.state?.is_placing ? players(explanation) : null, [...(explanation?.notes ?? []), ...notes].map((note) => el("p", {}, note)));
    this.compare();
  }

  /** Compares the best move with the next one. */
  compare() {
    const gap = document.getElementById("gap");
    const { result } = this;
    if (!gap || !result || result.best !== this.explained) return;
    gap.hidden = !result.comparison;
    fill(gap, result.comparison);
  }
}

/** @param {ExplanationReport} explanation */
function players(explanation) {
  const columns = /** @type {const} */ ([
    ["has", "has", "Taken, and under its penguins"],
    ["own", "safe", "That no other player can reach"],
    ["first", "first", "That the player reaches first, safe ones included"],
    ["shared", "shared", "That it reaches at the same time as another player"],
    ["expected", "expected", "At the end of the game, estimated without a search"],
    ["moves", "moves", "Hexes that its penguins can go to now"],
  ]);
  const stuck = explanation.players.filter(({ stuck }) => stuck.length > 0);
  return [
    el(
      "table",
      { class: "players" },
      el("caption", {}, "Players"),
      el("thead", {}, el("tr", {}, el("td"), columns.map(([, name, title]) => el("th", { scope: "col", title }, name)))),
      el("tbody", {}, explanation.players.map((player) => el("tr", {}, el("th", { scope: "row", class: `player ${player.player}` }, player.player), columns.map(([key]) => el("td", {}, player[key]))))),
    ),
    ...stuck.map((player) => el("p", { class: "faint" }, `Stuck penguins of ${player.player}: ${player.stuck.join(", ")}`)),
  ];
}
