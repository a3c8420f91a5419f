// Review: a game with the engine's annotations of all moves.

import { announce, button, choice, el, fill } from "./dom.js";
import { signed } from "./numbers.js";
import { textOf } from "./transport.js";

/** @typedef {import("./main.js").App} App */
/** @typedef {import("./types").ReviewedMove} ReviewedMove */
/** @typedef {Extract<import("./types").ReadGame, { position: string }>} ReadGame */

const SVG = "http://www.w3.org/2000/svg";

/** View that reviews the game on the board, or one from a file. */
export class Review {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.name = "review";
    this.title = "Review";
    this.isTree = true;
    this.time = "300ms";
    /** @type {ReviewedMove[]} */
    this.moves = [];
    /** Game that has been reviewed. */
    this.of = "";
    /** @type {import("./transport.js").Query | null} */
    this.query = null;
    this.input = el("input", { type: "file", id: "file", accept: ".txt,.game,text/plain", onchange: () => this.read() });
    this.text = el("textarea", { id: "game-text", rows: "3", spellcheck: "false", placeholder: "Or paste a game here", "aria-label": "Game as text" });
    this.games = el("div");
    this.message = el("p", { role: "alert" });
    this.status = el("p", { class: "summary", id: "review-status", role: "status" });
    this.graph = el("div", { class: "graph", id: "graph" });
    this.note = el("p", { id: "note" });
    this.counts = el("div", { id: "counts" });
    this.run = button("Review this game", () => this.review(), { class: "primary", id: "review" });
    this.element = el(
      "div",
      { class: "view" },
      el("label", { class: "field" }, el("span", {}, "Game file"), this.input),
      this.text,
      button("Load the text", () => this.load(this.text.value), { id: "load-text" }),
      this.message,
      this.games,
      choice("Time for each move", [["100ms", "0.1 s"], ["300ms", "0.3 s"], ["1s", "1 s"], ["5s", "5 s"]], this.time, (value) => (this.time = value)),
      this.run,
      this.status,
      this.graph,
      this.note,
      this.counts,
      el("div", { class: "row" }, button("Play from here", () => app.playFromHere())),
    );
  }

  enter() {
    this.app.board.onMove = (move) => this.app.game.play(move);
    this.app.board.onHex = null;
  }

  leave() {
    this.query?.cancel();
    this.query = null;
  }

  canMove() {
    return !this.app.game.state?.is_over;
  }

  async read() {
    const file = this.input.files?.[0];
    if (file) await textOf(file, this.app.engine).then((text) => this.load(text)).catch((error) => this.fail(error.message));
  }

  /**
   * Loads the games of a text; the first one goes to the board.
   * @param {string} text
   */
  async load(text) {
    try {
      const { games } = await this.app.engine.ask({ action: "read", text });
      const good = /** @type {ReadGame[]} */ (games.filter((game) => "position" in game));
      const name = (/** @type {ReadGame} */ game, /** @type {number} */ index) => {
        const headers = new Map(game.headers);
        const players = [..."ABCD"].map((letter) => headers.get(letter)).filter(Boolean).join(" – ");
        return `${index + 1}. ${players || "game"}, ${game.moves.length} moves`;
      };
      const open = (/** @type {ReadGame} */ game) => {
        this.fail(game.error ?? "");
        return this.app.game.load(game.position, { moves: game.moves, ply: game.moves.length, headers: game.headers });
      };
      fill(this.games, good.length > 1 && choice("Game", good.map((game, index) => [String(index), name(game, index)]), "0", (value) => open(good[Number(value)])));
      await open(good[0]);
    } catch (error) {
      this.fail(error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {string} message */
  fail(message) {
    fill(this.message, message);
    this.message.className = message ? "error" : "";
  }

  /** Text that tells one game from another. */
  key() {
    return [this.app.game.start, ...this.app.game.moves].join(" ");
  }

  async review() {
    const { engine, game } = this.app;
    if (game.moves.length === 0) return fill(this.status, "The game has no moves yet");
    this.query?.cancel();
    this.moves = [];
    this.of = this.key();
    /** @type {import("./transport.js").Request<"review">} */
    const request = { action: "review", position: game.start, moves: game.moves, engine: `default:time=${this.time}` };
    const query = engine.query(request, ({ moves }) => {
      this.moves.push(...moves);
      fill(this.status, `${this.moves.length} of ${game.moves.length} moves…`);
      this.show();
    });
    this.query = query;
    const result = await query.done.catch((error) => this.fail(error.message));
    if (this.query !== query || !result) return;
    this.moves = result.moves;
    fill(this.status, "Review complete");
    announce("Review complete");
    this.show();
  }

  update() {
    if (this.of !== this.key()) {
      this.query?.cancel();
      this.moves = [];
      fill(this.status);
    }
    this.show();
  }

  /** Shows the graph, the signs of the moves, and the best move in place of the last one. */
  show() {
    const { game } = this.app;
    this.drawGraph();
    this.showCounts();
    const move = this.moves[game.ply - 1];
    fill(this.note);
    if (!move) return;
    const isBetter = move.mark !== null && move.best !== null;
    fill(this.note, `${game.ply}. ${move.words}`, isBetter && [" Best was ", button(move.best ?? "", () => this.alternative(game.ply - 1, move.best ?? ""), { class: "move" })]);
  }

  /**
   * Shows the position before a move with an arrow for the best one.
   * @param {number} ply
   * @param {string} best
   */
  async alternative(ply, best) {
    await this.app.game.show(ply);
    await this.app.board.overlay({ arrows: [{ move: best, label: "" }] });
  }

  showCounts() {
    const players = [...new Set(this.moves.map(({ player }) => player))].sort();
    if (players.length === 0) return fill(this.counts);
    const marks = /** @type {const} */ (["inaccuracy", "mistake", "blunder"]);
    const names = { inaccuracy: "Inaccuracies", mistake: "Mistakes", blunder: "Blunders" };
    const count = (/** @type {string} */ player, /** @type {string} */ mark) => this.moves.filter((move) => move.player === player && move.mark === mark).length;
    fill(
      this.counts,
      el(
        "table",
        { class: "players" },
        el("caption", {}, "Bad moves"),
        el("thead", {}, el("tr", {}, el("td"), marks.map((mark) => el("th", { scope: "col" }, names[mark])))),
        el("tbody", {}, players.map((player) => el("tr", {}, el("th", { scope: "row", class: `player ${player}` }, player), marks.map((mark) => el("td", {}, count(player, mark)))))),
      ),
    );
  }

  /** Draws the value by move: for two sides that of A, else that of the player who moved. */
  drawGraph() {
    if (this.moves.length === 0) return this.graph.replaceChildren();
    const hasSides = this.app.game.state?.sides === 2;
    const values = this.moves.map(({ advantage }) => advantage);
    const [width, height] = [600, 140];
    const most = Math.max(5, ...values.map(Math.abs));
    const x = (/** @type {number} */ index) => (width * (index + 1)) / Math.max(this.app.game.moves.length, 1);
    const y = (/** @type {number} */ number) => (hasSides ? height / 2 - (number / most) * (height / 2 - 8) : height - 8 - (number / most) * (height - 16));
    const svg = shape("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `Value by move: ${values.map(signed).join(", ")}`, preserveAspectRatio: "none" });
    svg.append(shape("line", { x1: 0, x2: width, y1: y(0), y2: y(0), class: "axis" }));
    svg.append(shape("polyline", { points: values.map((number, index) => `${x(index)},${y(number)}`).join(" "), class: "curve" }));
    this.moves.forEach(({ mark }, index) => mark && svg.append(shape("circle", { cx: x(index), cy: y(values[index]), r: 5, class: mark })));
    svg.append(shape("line", { x1: x(this.app.game.ply - 1), x2: x(this.app.game.ply - 1), y1: 0, y2: height, class: "here" }));
    svg.addEventListener("click", (event) => {
      const { left, width: shown } = svg.getBoundingClientRect();
      this.app.game.show(Math.round(((event.clientX - left) / shown) * this.app.game.moves.length));
    });
    const [top, bottom] = hasSides ? [`A ${signed(most)}`, `B ${signed(most)}`] : [String(Math.round(most)), "0"];
    const axis = el("div", { class: "scale" }, el("span", {}, top), hasSides && el("span", {}, "0"), el("span", {}, bottom));
    const caption = hasSides ? "Who leads, by move" : "Value for the player who moved, by move";
    fill(this.graph, axis, svg, el("span", { class: "faint" }, `${caption} (1 to ${this.app.game.moves.length})`));
  }
}

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 */
function shape(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}
