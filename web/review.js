// Review: a game with the engine's annotations of all moves.

import { button, choice, el, field, fill, messageOf } from "./dom.js";
import { gameTable, outcomeOf, readGames, titleOf } from "./games.js";
import { moreMenu } from "./menus.js";
import { Lesson } from "./mistakes.js";
import { BAD } from "./notes.js";
import { named } from "./seats.js";
import { recall, remember } from "./storage.js";
import { treeFrom } from "./stored.js";
import { ROOT } from "./tree.js";
import { View } from "./view.js";

/** @typedef {import("./main.js").App} App */
/** @typedef {import("./types").ReviewedMove} ReviewedMove */
/** @typedef {import("./games.js").ReadGame} ReadGame */
/** Move with its sign. @typedef {{ player: string, sign: string }} Judged */

/** Start of the comment on a game that sums up its review. */
const SUMMARY = "Review: ";

/** View that reviews the game on the board, or one from a file. */
export class Review extends View {
  name = "review";
  title = "Review";
  /** @type {import("./types").ReviewStrength} */
  strength = "normal";
  /** How the players have played, once the review is complete. @type {import("./types").PlayTable | null} */
  table = null;
  asked = 0;
  /** @type {ReviewedMove[]} */
  moves = [];
  /** Game that has been reviewed. */
  of = "";
  /** @type {import("./transport.js").Query | null} */
  query = null;
  /** Whether the review is being written into the tree. */
  isWriting = false;
  /** Number of the bad move that is shown with the best one in the position before it; 0 for none. */
  looked = 0;

  /** @param {App} app */
  constructor(app) {
    super();
    this.app = app;
    this.input = el("input", { type: "file", id: "file", accept: ".txt,.game,text/plain", onchange: () => this.read() });
    this.text = el("textarea", { id: "game-text", rows: "3", spellcheck: "false", placeholder: "Or paste a game here:\n1. d2 f4 2. b5 e5 …", "aria-label": "Game as text" });
    this.games = el("div");
    this.message = el("p", { role: "alert" });
    this.status = el("p", { class: "summary", id: "review-status", spoken: true });
    /** Names and date of the game, on paper. */
    this.heading = el("h1", { class: "on-paper" });
    this.graph = el("div", { class: "graph", id: "graph", onclick: (/** @type {MouseEvent} */ event) => this.clickGraph(event) });
    this.note = el("p", { id: "note" });
    this.counts = el("div", { id: "counts" });
    this.worst = el("div", { id: "worst" });
    this.lesson = new Lesson(app, () => this.mistakes);
    this.next = button("Next bad move", () => this.nextMistake(), { class: "primary", id: "next-mistake", disabled: true, title: "To the next bad move (n)" });
    this.run = button("Review this game", () => (this.query ? this.stop() : this.review()), { id: "review" });
    this.loading = el("details", {}, el("summary", {}, "Load a game"), field("Game file", this.input), this.text, button("Load the text", () => this.load(this.text.value), { id: "load-text" }));
    /** Names the line that is reviewed, where it is not the main one. */
    this.which = el("p", { class: "faint", id: "which-line" });
    /** @type {[import("./types").ReviewStrength, string][]} */
    const strengths = [["quick", "Quick"], ["normal", "Normal"], ["thorough", "Thorough"]];
    const set = (/** @type {string | null} */ value) => {
      this.strength = strengths.find(([name]) => name === value)?.[0] ?? this.strength;
      remember("strength", this.strength);
    };
    set(recall("strength"));
    const strength = choice("Strength", strengths, this.strength, set);
    /** What a lesson hides: above it, beside its buttons and below it; the list of moves stands before the last part. */
    this.parts = [
      el(
        "div",
        {},
        this.message,
        this.games,
        el("div", { class: "row start" }, strength, this.run, moreMenu("review-more", "More", "…", this.lesson.choices, button("Play from here", () => app.playFromHere()))),
        this.which,
        this.status,
      ),
      this.next,
      this.note,
      el("div", { class: "found" }, this.heading, this.graph, this.counts),
      el("div", { class: "after" }, this.worst, this.loading),
    ];
    const [head, next, ...others] = this.parts;
    this.lesson.offers.prepend(next);
    this.element = el("div", { class: "view", id: "reviewing" }, head, this.lesson.element, others);
  }

  get isTree() {
    return true;
  }

  enter() {
    this.app.board.onMove = (move) => (this.lesson.isHere ? this.lesson.take(move) : this.app.game.play(move));
    this.app.board.onHex = null;
    this.loading.open = this.app.game.line.length === 0;
  }

  leave() {
    if (this.query) this.forget();
    this.lesson.stop();
    this.app.moves.element.hidden = false;
  }

  canMove() {
    return !this.app.game.state?.is_over;
  }

  async read() {
    const file = this.input.files?.[0];
    if (file) await this.load(await file.text());
  }

  /** Loads the games of a text; the first one goes to the board. @param {string} text */
  async load(text) {
    try {
      const { engine, game } = this.app;
      // Moves alone are those of the floe shown.
      const whole = /^\s*1\./.test(text) ? `${game.start}\n${text}` : text;
      const { games, errors } = await readGames(engine, whole);
      if (games.length === 0) throw new Error(errors[0]);
      this.listGames(games, games[0]);
      await this.open(games[0]);
      if (errors.length > 0) this.fail(`${errors.length === 1 ? "One game" : `${errors.length} games`} could not be read: ${errors[0]}`);
    } catch (error) {
      this.fail(messageOf(error));
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
      result: outcomeOf(game.headers, game.outcome),
      length: game.moves.length,
      isOpen: game === shown,
      open: () => this.open(game),
    });
    fill(this.games, games.length > 1 && gameTable(`${games.length} games`, games.map(row)));
  }

  /** @param {ReadGame} game */
  async open(game) {
    this.fail(game.error ?? "");
    await this.app.game.loadTree(treeFrom(game));
  }

  /** @param {string} message */
  fail(message) {
    fill(this.message, message);
    this.message.className = message ? "error" : "";
  }

  /** Text that tells one game, and what the tree knows of it, from another. */
  key() {
    const { start, moves } = this.app.game;
    return JSON.stringify([start, moves, this.known]);
  }

  /** Notes of reviews on the moves of the line. */
  get known() {
    const { line, tree } = this.app.game;
    return line.map((id) => tree.node(id).review);
  }

  /** Shows what the tree knows of the line, without a search. */
  async recall() {
    const { engine, game } = this.app;
    const { known, of } = this;
    if (!known[0]) return;
    const request = /** @type {const} */ ({ action: "review", position: game.start, moves: game.moves, known, recall: true });
    const result = await engine.ask(request).catch(() => null);
    if (result && result.moves.length > 0 && of === this.of && !this.query) this.complete(result);
  }

  /** Shows a review, which may be that of the first moves only. @param {import("./types").Review} review */
  complete({ moves, table, effort }) {
    Object.assign(this, { moves, table });
    const { length } = this.app.game.line;
    const isWhole = moves.length === length;
    fill(this.status, el("span", { title: effort }, isWhole ? "Review complete" : `${moves.length} of ${length} moves reviewed`));
    this.run.textContent = isWhole ? "Review again" : "Review the other moves";
    this.show();
  }

  async review() {
    const { engine, game } = this.app;
    const { tree, line } = game;
    if (line.length === 0) return fill(this.status, "The game has no moves yet");
    const { known } = this;
    // A whole review is made anew.
    const isWhole = this.moves.length === line.length;
    this.query?.cancel();
    this.moves = [];
    this.table = null;
    this.of = this.key();
    this.run.textContent = "Stop";
    fill(this.status, `0 of ${line.length} moves…`);
    /** When the first move that had to be searched was found, and how many were known before. */
    let since = 0;
    let before = 0;
    /** @type {import("./transport.js").Request<"review">} */
    const request = { action: "review", position: game.start, moves: game.moves, strength: this.strength, known: isWhole ? [] : known };
    const found = (/** @type {import("./types").Review} */ { moves }) => {
      this.moves.push(...moves);
      const { length } = this.moves;
      if (since === 0 || (!isWhole && known[length - 1])) {
        since = performance.now();
        before = length;
      }
      const left = length > before ? (performance.now() - since) / (length - before) * (line.length - length) : 0;
      fill(this.status, `${length} of ${line.length} moves…`, left > 0 && ` ${durationWords(left / 1000)} left`);
      this.show();
      this.app.moves.update();
    };
    const query = engine.query(request, found, () => void fill(this.status, "Waits for another search…"));
    this.query = query;
    const reply = await query.done.catch((error) => this.fail(error.message));
    if (this.query !== query) return;
    // Without a server, a review that is stopped ends with its last move alone.
    const result = reply && !reply.summary ? { ...reply, moves: this.moves } : reply;
    if (!result || result.moves.length === 0) return this.forget();
    this.moves = result.moves;
    await this.write(tree, line, result.summary?.players ?? []);
    if (this.query !== query) return;
    this.query = null;
    this.of = this.key();
    this.complete(result);
  }

  /** Ends the review under way: the moves that have been reviewed stay so. */
  stop() {
    this.query?.cancel();
    fill(this.status, "Stops…");
  }

  /** Forgets the review shown, and ends one under way. */
  forget() {
    this.query?.cancel();
    this.query = null;
    this.of = "";
    this.moves = [];
    this.table = null;
    fill(this.status);
    this.run.textContent = "Review this game";
  }

  /**
   * Writes the review into the tree: values, signs, what is wrong with bad moves, and the best lines as variations.
   * @param {import("./tree.js").Tree} tree
   * @param {number[]} line
   * @param {{ words: string }[]} players
   */
  async write(tree, line, players) {
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
    this.isWriting = true;
    await game.edit(() => {
      const others = tree.node(ROOT).comments.filter((comment) => !comment.startsWith(SUMMARY));
      tree.annotate(ROOT, { comments: [...others, SUMMARY + players.map(({ words }) => words).join("; ")] });
      for (const [index, id] of line.entries()) {
        const reviewed = moves[index];
        if (reviewed) annotate(tree, id, reviewed);
        const state = better.get(index);
        if (!state) continue;
        const added = tree.insertLine(tree.node(id).parent, reviewed.line);
        const { value, comments } = tree.node(added[0]);
        tree.annotate(added[0], { value: value ?? reviewed.best_value, comments: [...new Set([...comments, ...reviewed.reasons.map((reason) => named(reason))])] });
        game.tell(tree.path(added[added.length - 1]), state);
      }
    });
    this.isWriting = false;
  }

  update() {
    const key = this.key();
    const isWriting = this.query !== null && this.isWriting;
    if (this.of !== key && !isWriting) {
      this.forget();
      this.of = key;
      this.recall();
    }
    this.show();
  }

  showTree() {
    this.update();
  }

  /**
   * Signs of the moves of the line: of the review under way, and else of the tree; it ends before the first move without a value.
   * @returns {Judged[]}
   */
  get judged() {
    const { game } = this.app;
    if (this.query) return this.moves;
    const nodes = game.line.map((id) => game.tree.node(id));
    const end = nodes.findIndex(({ value }) => value === null);
    return nodes.slice(0, end < 0 ? undefined : end).map(({ marks }, index) => ({ player: game.turns[index], sign: marks }));
  }

  /** Sign of a move that the review under way has found, and the tree does not have yet. @param {number} id */
  signOf(id) {
    return this.query ? this.moves[this.app.game.line.indexOf(id)]?.sign ?? "" : "";
  }

  /** @returns {import("./mistakes.js").Mistake[]} */
  get mistakes() {
    const { line } = this.app.game;
    return this.judged.flatMap(({ player, sign }, index) => {
      const { line: best = [], loss = 0 } = this.moves[index] ?? {};
      return BAD.includes(sign) && line[index] !== undefined ? [{ id: line[index], player, best, loss, rank: BAD.indexOf(sign) }] : [];
    });
  }

  /** Shows the graph, the play of the players, and the best move in place of the last one. */
  show() {
    const { app, judged, lesson } = this;
    const { game } = app;
    this.drawGraph(judged);
    const { headers } = game.tree;
    fill(this.heading, [...new Set([titleOf(headers), new Map(headers).get("Date")])].filter(Boolean).join(", "));
    this.showWhich();
    lesson.offer();
    for (const part of this.parts) part.hidden = lesson.isOn;
    lesson.element.className = lesson.isOn ? "lesson on" : "lesson";
    // The list has the better moves.
    app.moves.element.hidden = !game.state || lesson.isAsking;
    this.next.disabled = !judged.some(({ sign }) => BAD.includes(sign));
    this.run.classList.toggle("primary", this.next.disabled);
    if (this.looked !== game.ply + 1) this.looked = 0;
    const ply = this.looked || game.ply;
    const move = this.moves[ply - 1];
    fill(this.note, BAD.includes(judged[ply - 1]?.sign) && this.reasonOf(ply));
    if (!move) return;
    const isBetter = move.mark !== null && move.best !== null;
    fill(this.note, `${ply}. ${named(move.words)}`, isBetter && [" Best was ", button(named(move.best_words ?? ""), () => this.look(ply), { class: "move", id: "best-was" }), `: ${reasonsOf(move)}`]);
  }

  /**
   * Why a bad move is bad, in sentences: the best one with its reasons, or what the comments on it say.
   * @param {number} ply number of the move, counted from 1
   */
  reasonOf(ply) {
    const { line, tree } = this.app.game;
    const move = this.moves[ply - 1];
    return move?.best_words ? `Best was ${named(move.best_words)}: ${reasonsOf(move)}` : named(tree.node(line[ply - 1]).comments.join(" "));
  }

  /** Says which line is reviewed, where it is not the main one. */
  showWhich() {
    const { game } = this.app;
    const main = game.tree.mainLine;
    const at = game.line.findIndex((id, index) => id !== main[index]);
    fill(this.which, at >= 0 && [`Reviews the line shown, which leaves the main line at move ${at + 1}. `, button("Show the main line", () => game.goTo(main[at]), { id: "to-main-line" })]);
  }

  /** Shows the next bad move of the line, after the last one the first. */
  async nextMistake() {
    const { game } = this.app;
    const bad = this.judged.flatMap(({ sign }, index) => (BAD.includes(sign) ? [index + 1] : []));
    const next = bad.find((ply) => ply > (this.looked || game.ply)) ?? bad[0];
    if (next !== undefined) await this.look(next);
    this.note.scrollIntoView({ block: "nearest" });
  }

  /** @returns {import("./view.js").Key[]} */
  get keys() {
    const { lesson } = this;
    return [
      { key: "n", words: "next bad move", run: () => (lesson.isOn ? lesson.next() : this.nextMistake()), isRight: () => !this.next.disabled },
      { key: "m", words: "learn from your mistakes", run: () => lesson.start(), isRight: () => !lesson.begin.disabled },
      { key: "h", words: "hint", run: () => lesson.hint(1), isRight: () => lesson.isAsking },
      { key: "s", words: "show the solution", run: () => lesson.reveal(), isRight: () => lesson.isAsking },
    ];
  }

  /**
   * Shows the position before a bad move: that one struck out, and an arrow for the best one, with their values.
   * @param {number} ply number of the move, counted from 1
   */
  async look(ply) {
    const { board, game, moves } = this.app;
    await game.show(ply - 1);
    this.looked = ply;
    this.show();
    moves.point([game.line[ply - 1]]);
    const { best = null, best_tag, tag } = this.moves[ply - 1] ?? {};
    const bad = { move: game.moves[ply - 1], label: tag, is_bad: true };
    await board.overlay({ arrows: best ? [{ move: best, label: best_tag }, bad] : [bad] });
  }

  /** Shows the worst move of a player, after a review if there is none. @param {string} player */
  async showWorst(player) {
    await this.app.go("review");
    if (this.moves.length < this.app.game.line.length) await this.review();
    const [worst] = this.mistakes.filter((mistake) => mistake.player === player).sort((one, other) => other.rank - one.rank || other.loss - one.loss);
    if (worst) await this.look(this.app.game.line.indexOf(worst.id) + 1);
    else fill(this.status, named(`${player} has made no mistake`));
  }

  /** Draws the value by move, and lists bad moves by player and the worst of them. @param {Judged[]} judged */
  async drawGraph(judged) {
    const { engine, game } = this.app;
    const asked = ++this.asked;
    if (judged.length === 0) for (const part of [this.graph, this.counts, this.worst]) fill(part);
    if (judged.length === 0) return;
    const values = this.query ? this.moves.map(({ value }) => value) : game.line.slice(0, judged.length).map((id) => game.tree.node(id).value);
    const request = /** @type {const} */ ({ action: "graph", position: game.start, moves: game.moves, values, marks: judged.map(({ sign }) => sign), ply: game.ply });
    const graph = await engine.ask(request).catch(() => null);
    if (!graph || asked !== this.asked) return;
    const { columns, rows, worst } = this.table ?? graph.table;
    const row = (/** @type {string[]} */ [player, ...cells]) => el("tr", {}, el("th", { scope: "row", class: `player ${player}` }, named(player)), cells.map((cell) => el("td", {}, cell)));
    fill(this.counts, el("table", { class: "players" }, el("caption", {}, "Players"), el("thead", {}, el("tr", {}, el("td"), columns.map((title) => el("th", { scope: "col" }, title)))), el("tbody", {}, rows.map(row))));
    fill(this.worst, worst.length > 0 && el("h2", {}, "Worst moves"), worst.map(({ ply, words }) => el("p", {}, button(named(words), () => game.show(ply), { class: "move" }), el("span", { class: "faint" }, this.reasonOf(ply)))));
    const drawn = document.importNode(new DOMParser().parseFromString(graph.svg, "image/svg+xml").documentElement, true);
    for (const label of drawn.querySelectorAll(".fp-side, .fp-name")) fill(label, named(label.textContent));
    fill(this.graph, drawn);
  }

  /** @param {MouseEvent} event */
  clickGraph({ clientX }) {
    const { game } = this.app;
    const plot = this.graph.querySelector(".fp-plot")?.getBoundingClientRect();
    if (plot) game.show(Math.round(((clientX - plot.left) / plot.width) * game.line.length));
  }
}

/** Time that is left, roughly. @param {number} seconds */
function durationWords(seconds) {
  return seconds < 90 ? `about ${Math.max(1, Math.round(seconds))} s` : `about ${Math.round(seconds / 60)} min`;
}

/**
 * Writes what a review says of a move into the tree. Signs of a person stay.
 * @param {import("./tree.js").Tree} tree
 * @param {number} id
 * @param {ReviewedMove} reviewed
 */
function annotate(tree, id, { value, sign, words, note }) {
  const { marks, comments } = tree.node(id);
  const isOwn = marks !== "" && !BAD.includes(marks);
  const isKnown = sign === "" || comments.includes(words);
  tree.annotate(id, { value, review: note, marks: isOwn ? marks : sign, comments: isKnown ? comments : [...comments, words] });
}

/** Reasons for the best move, without the turn, which stands before them. @param {ReviewedMove} reviewed */
function reasonsOf({ reasons }) {
  return named(reasons.filter((reason) => !reason.startsWith("It plays: ")).join(" "));
}
