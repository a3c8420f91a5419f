// Review: a game with the engine's annotations of all moves.

import { announce, button, choice, el, fill } from "./dom.js";
import { gameTable, readGames, resultOf, titleOf, treeOf } from "./games.js";
import { signed } from "./numbers.js";

/** @typedef {import("./main.js").App} App */
/** @typedef {import("./types").ReviewedMove} ReviewedMove */
/** @typedef {import("./games.js").ReadGame} ReadGame */
/** Move with its sign and its value for the graph. @typedef {{ player: string, sign: string, advantage: number }} Judged */

/** Signs of bad moves, with their names in the graph and in the table. @type {Record<string, { name: string, title: string }>} */
const BAD = {
  "?!": { name: "inaccuracy", title: "Inaccuracies" },
  "?": { name: "mistake", title: "Mistakes" },
  "??": { name: "blunder", title: "Blunders" },
};

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
    this.next = button("Next bad move", () => this.nextMistake(), { id: "next-mistake", disabled: true });
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
      el("div", { class: "row" }, this.next, button("Play from here", () => app.playFromHere())),
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
    if (file) await this.load(await file.text());
  }

  /**
   * Loads the games of a text; the first one goes to the board.
   * @param {string} text
   */
  async load(text) {
    try {
      const { games, errors } = await readGames(this.app.engine, text);
      if (games.length === 0) throw new Error(errors[0]);
      this.listGames(games, games[0]);
      await this.open(games[0]);
      if (errors.length > 0) this.fail(`${errors.length === 1 ? "One game" : `${errors.length} games`} could not be read: ${errors[0]}`);
    } catch (error) {
      this.fail(error instanceof Error ? error.message : String(error));
    }
  }

  /**
   * Lists the games of a file, if it has more than one.
   * @param {ReadGame[]} games
   * @param {ReadGame} shown
   */
  listGames(games, shown) {
    const row = (/** @type {ReadGame} */ game, /** @type {number} */ index) => ({
      name: `${index + 1}. ${titleOf(game.headers) || "game"}`,
      result: resultOf(game.headers),
      length: game.moves.length,
      isOpen: game === shown,
      open: () => this.open(game),
    });
    fill(this.games, games.length > 1 && gameTable(`${games.length} games`, games.map(row)));
  }

  /** @param {ReadGame} game */
  async open(game) {
    this.fail(game.error ?? "");
    await this.app.game.loadTree(treeOf(game));
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
    const { tree, line } = game;
    if (line.length === 0) return fill(this.status, "The game has no moves yet");
    this.query?.cancel();
    this.moves = [];
    this.of = this.key();
    /** @type {import("./transport.js").Request<"review">} */
    const request = { action: "review", position: game.start, moves: game.moves, engine: `default:time=${this.time}` };
    const query = engine.query(request, ({ moves }) => {
      this.moves.push(...moves);
      fill(this.status, `${this.moves.length} of ${line.length} moves…`);
      this.show();
    });
    this.query = query;
    const result = await query.done.catch((error) => this.fail(error.message));
    if (this.query !== query) return;
    if (!result) {
      this.query = null;
      return;
    }
    this.moves = result.moves;
    await this.write(tree, line);
    if (this.query !== query) return;
    this.query = null;
    fill(this.status, "Review complete");
    announce("Review complete");
    this.show();
  }

  /**
   * Writes the review into the tree: values, signs, what is wrong with bad moves, and the best lines as variations.
   * @param {import("./tree.js").Tree} tree
   * @param {number[]} line
   */
  async write(tree, line) {
    const { engine, game } = this.app;
    const { moves } = this;
    /** States after the best lines in place of bad moves. @type {Map<number, import("./types").BoardState>} */
    const better = new Map();
    for (const [index, { mark, line: best }] of moves.entries()) {
      if (mark === null || best.length === 0) continue;
      const before = moves.slice(0, index).map(({ move }) => move);
      better.set(index, await engine.ask({ action: "board", position: tree.position, moves: [...before, ...best] }));
    }
    if (tree !== game.tree || !line.every((id) => tree.has(id))) return;
    await game.edit(() => {
      for (const [index, id] of line.entries()) {
        const reviewed = moves[index];
        if (reviewed) annotate(tree, id, reviewed);
        const state = better.get(index);
        if (!state) continue;
        const added = tree.insertLine(tree.node(id).parent, reviewed.line);
        if (tree.node(added[0]).value === null) tree.annotate(added[0], { value: reviewed.best_value });
        game.tell(tree.path(added[added.length - 1]), state);
      }
    });
  }

  update() {
    if (this.of !== this.key()) {
      this.query?.cancel();
      this.query = null;
      this.moves = [];
      fill(this.status);
    }
    this.show();
  }

  showTree() {
    this.update();
  }

  /**
   * Values and signs of the moves of the line: of the review under way, and else of the tree; it ends before the first move without a value.
   * @returns {Judged[]}
   */
  get judged() {
    const { game } = this.app;
    if (this.query) return this.moves.map(({ player, sign, advantage }) => ({ player, sign, advantage }));
    const nodes = game.line.map((id) => game.tree.node(id));
    const end = nodes.findIndex(({ value }) => value === null);
    const hasSides = game.state?.sides === 2;
    return nodes.slice(0, end < 0 ? undefined : end).map(({ marks, value }, index) => {
      const player = game.turns[index];
      const number = Number.parseFloat(value ?? "") || 0;
      return { player, sign: marks, advantage: hasSides && "BD".includes(player) ? -number : number };
    });
  }

  /** Shows the graph, the numbers of bad moves, and the best move in place of the last one. */
  show() {
    const { game } = this.app;
    const { judged } = this;
    this.drawGraph(judged);
    this.showCounts(judged);
    this.next.disabled = !judged.some(({ sign }) => sign in BAD);
    const move = this.moves[game.ply - 1];
    fill(this.note);
    if (!move) return;
    const isBetter = move.mark !== null && move.best !== null;
    fill(this.note, `${game.ply}. ${move.words}`, isBetter && [" Best was ", button(move.best ?? "", () => this.alternative(game.ply - 1, move.best ?? ""), { class: "move" })]);
  }

  /** Shows the next bad move of the line, after the last one the first. */
  async nextMistake() {
    const { game } = this.app;
    const bad = this.judged.flatMap(({ sign }, index) => (sign in BAD ? [index + 1] : []));
    const next = bad.find((ply) => ply > game.ply) ?? bad[0];
    if (next !== undefined) await game.show(next);
  }

  /** @returns {import("./main.js").Key[]} */
  get keys() {
    return [{ key: "n", words: "next bad move", run: () => this.nextMistake(), isRight: () => !this.next.disabled }];
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

  /** @param {Judged[]} judged */
  showCounts(judged) {
    const players = [...new Set(judged.map(({ player }) => player))].filter((player) => player !== "").sort();
    if (players.length === 0) return fill(this.counts);
    const marks = Object.keys(BAD);
    const count = (/** @type {string} */ player, /** @type {string} */ mark) => judged.filter((move) => move.player === player && move.sign === mark).length;
    fill(
      this.counts,
      el(
        "table",
        { class: "players" },
        el("caption", {}, "Bad moves"),
        el("thead", {}, el("tr", {}, el("td"), marks.map((mark) => el("th", { scope: "col" }, BAD[mark].title)))),
        el("tbody", {}, players.map((player) => el("tr", {}, el("th", { scope: "row", class: `player ${player}` }, player), marks.map((mark) => el("td", {}, count(player, mark)))))),
      ),
    );
  }

  /**
   * Draws the value by move: for two sides that of A, else that of the player who moved.
   * @param {Judged[]} judged
   */
  drawGraph(judged) {
    if (judged.length === 0) return this.graph.replaceChildren();
    const hasSides = this.app.game.state?.sides === 2;
    const values = judged.map(({ advantage }) => advantage);
    const [width, height] = [600, 140];
    const most = Math.max(5, ...values.map(Math.abs));
    const x = (/** @type {number} */ index) => (width * (index + 1)) / Math.max(this.app.game.line.length, 1);
    const y = (/** @type {number} */ number) => (hasSides ? height / 2 - (number / most) * (height / 2 - 8) : height - 8 - (number / most) * (height - 16));
    const svg = shape("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `Value by move: ${values.map(signed).join(", ")}`, preserveAspectRatio: "none" });
    svg.append(shape("line", { x1: 0, x2: width, y1: y(0), y2: y(0), class: "axis" }));
    svg.append(shape("polyline", { points: values.map((number, index) => `${x(index)},${y(number)}`).join(" "), class: "curve" }));
    judged.forEach(({ sign }, index) => BAD[sign] && svg.append(shape("circle", { cx: x(index), cy: y(values[index]), r: 5, class: BAD[sign].name })));
    svg.append(shape("line", { x1: x(this.app.game.ply - 1), x2: x(this.app.game.ply - 1), y1: 0, y2: height, class: "here" }));
    svg.addEventListener("click", (event) => {
      const { left, width: shown } = svg.getBoundingClientRect();
      this.app.game.show(Math.round(((event.clientX - left) / shown) * this.app.game.line.length));
    });
    const [top, bottom] = hasSides ? [`A ${signed(most)}`, `B ${signed(most)}`] : [String(Math.round(most)), "0"];
    const axis = el("div", { class: "scale" }, el("span", {}, top), hasSides && el("span", {}, "0"), el("span", {}, bottom));
    const caption = hasSides ? "Who leads, by move" : "Value for the player who moved, by move";
    fill(this.graph, axis, svg, el("span", { class: "faint" }, `${caption} (1 to ${this.app.game.line.length})`));
  }
}

/**
 * Writes what a review says of a move into the tree. Signs of a person stay.
 * @param {import("./tree.js").Tree} tree
 * @param {number} id
 * @param {ReviewedMove} reviewed
 */
function annotate(tree, id, { value, sign, words }) {
  const { marks, comments } = tree.node(id);
  const isOwn = marks !== "" && !(marks in BAD);
  const isKnown = sign === "" || comments.includes(words);
  tree.annotate(id, { value, marks: isOwn ? marks : sign, comments: isKnown ? comments : [...comments, words] });
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
