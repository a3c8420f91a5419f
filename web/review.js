// Review: a game with the engine's annotations of all moves.

import { button, choice, el, fill, folded } from "./dom.js";
import { titleOf } from "./games.js";
import { Graph } from "./graph.js";
import { Loading } from "./loading.js";
import { moreMenu } from "./menus.js";
import { Lesson } from "./mistakes.js";
import { BAD } from "./notes.js";
import { reasonsOf } from "./reviewed.js";
import { addressed, named } from "./seats.js";
import { ReviewSearch, STRENGTHS } from "./searching.js";
import { recall, remember } from "./storage.js";
import { View } from "./view.js";

/** @typedef {import("./main.js").App} App */
/** Move with its sign. @typedef {{ player: string, sign: string }} Judged */

/** View that reviews the game on the board, or one from a file. */
export class Review extends View {
  name = "review";
  title = "Review";
  isTree = true;
  /** Number of the bad move that is shown with the best one in the position before it; 0 for none. */
  looked = 0;
  /** Whether the form of the review is behind the dots. @type {boolean | null} */
  isArranged = null;

  /** @param {App} app */
  constructor(app) {
    super(app);
    this.loading = new Loading(app);
    this.graph = new Graph(app);
    this.search = new ReviewSearch(app, this);
    const { run } = this.search;
    /** Names and date of the game, on paper. */
    this.heading = el("h1", { class: "on-paper" });
    this.note = el("p", { id: "note" });
    this.lesson = new Lesson(app, () => this.mistakes);
    this.next = button("Next bad move", () => this.nextMistake(), { class: "primary", id: "next-mistake", disabled: true, title: "To the next bad move (n)" });
    /** Names the line that is reviewed, where it is not the main one. */
    this.which = el("p", { class: "faint", id: "which-line" });
    const set = (/** @type {string | null} */ value) => {
      this.search.strength = STRENGTHS.find(([name]) => name === value)?.[0] ?? this.search.strength;
      remember("strength", this.search.strength);
    };
    set(recall("strength"));
    this.start = el("div", { class: "row start" }, choice("Strength", STRENGTHS, this.search.strength, set), run);
    this.more = moreMenu("review-more", "More", "…", this.lesson.choices, button("Play from here", () => app.playFromHere()));
    this.head = el("div");
    this.found = el("div", { class: "found" });
    this.after = el("div", { class: "after" });
    this.worst = folded("worst", false, el("summary", {}, "Worst moves"), this.graph.worst);
    /** What a lesson hides: above it, beside its buttons and below it; the list of moves stands before the last part. */
    this.parts = [this.head, this.next, this.note, this.found, this.after];
    const [head, next, ...others] = this.parts;
    this.lesson.offers.prepend(next);
    this.element = el("div", { class: "view", id: "reviewing" }, head, this.lesson.element, others);
    this.arrange(false);
  }

  /** Puts what begins a review behind the dots once there is one that is complete: the result and the moves have the room. @param {boolean} isDone */
  arrange(isDone) {
    if (isDone === this.isArranged) return;
    this.isArranged = isDone;
    const { after, found, graph, head, heading, lesson, loading: { element, games, message }, more, search: { compared, status }, start, which, worst } = this;
    fill(head, message, games, !isDone && start, which, !isDone && status);
    fill(found, heading, isDone && status, compared, graph.element, graph.counts);
    fill(after, worst, !isDone && element);
    (isDone ? lesson.offers : start).append(more);
    if (isDone) more.lastElementChild?.append(start, element);
  }

  enter() {
    this.app.board.onMove = (move) => (this.lesson.isHere ? this.lesson.take(move) : this.app.game.play(move));
    this.loading.element.open = this.app.game.line.length === 0;
  }

  leave() {
    const { search } = this;
    if (search.query && search.moves.length > 0) search.stop();
    else if (search.query) search.forget();
    this.lesson.stop();
    this.app.moves.element.hidden = false;
  }

  forget() {
    this.lesson.stop();
    this.loading.fail("");
  }

  update() {
    const { search } = this;
    const key = search.key();
    const isWriting = search.query !== null && search.isWriting;
    if (search.of !== key && !isWriting) {
      search.forget();
      search.of = key;
      search.recall();
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
    if (this.search.query) return this.search.moves;
    const nodes = game.line.map((id) => game.tree.node(id));
    const end = nodes.findIndex(({ value }) => value === null);
    return nodes.slice(0, end < 0 ? undefined : end).map(({ marks }, index) => ({ player: game.turns[index], sign: marks }));
  }

  /** Sign of a move that the review under way has found, and the tree does not have yet. @param {number} id */
  signOf(id) {
    return this.search.query ? this.search.moves[this.app.game.line.indexOf(id)]?.sign ?? "" : "";
  }

  /** @returns {import("./mistakes.js").Mistake[]} */
  get mistakes() {
    const { line } = this.app.game;
    return this.judged.flatMap(({ player, sign }, index) => {
      const { line: best = [], loss = 0 } = this.search.moves[index] ?? {};
      return BAD.includes(sign) && line[index] !== undefined ? [{ id: line[index], player, best, loss, rank: BAD.indexOf(sign) }] : [];
    });
  }

  /** Shows the graph, the play of the players, and the best move in place of the last one. */
  show() {
    const { app, judged, lesson } = this;
    const { game } = app;
    this.graph.draw(judged, this.search.query && this.search.moves, this.search.table, (ply) => this.reasonOf(ply));
    const { headers } = game.tree;
    fill(this.heading, [...new Set([titleOf(headers), new Map(headers).get("Date")])].filter(Boolean).join(", "));
    this.showWhich();
    lesson.offer();
    for (const part of this.parts) part.hidden = lesson.isOn;
    lesson.element.className = lesson.isOn ? "lesson on" : "lesson";
    // The list has the better moves.
    app.moves.element.hidden = !game.state || lesson.isAsking;
    this.next.disabled = !judged.some(({ sign }) => BAD.includes(sign));
    this.search.run.classList.toggle("primary", this.next.disabled);
    this.arrange(!this.next.disabled && !this.search.query && this.search.count === game.line.length);
    if (this.looked !== game.ply + 1) this.looked = 0;
    const ply = this.looked || game.ply;
    const move = this.search.moves[ply - 1];
    fill(this.note, BAD.includes(judged[ply - 1]?.sign) && this.reasonOf(ply));
    if (!move) return;
    const isBetter = move.mark !== null && move.best !== null;
    fill(this.note, `${game.numberOf(game.line[ply - 1])} ${named(move.words)}`, isBetter && [" Best was ", button(named(move.best_words ?? ""), () => this.look(ply), { class: "move", id: "best-was" }), `: ${reasonsOf(move)}`]);
  }

  /**
   * Why a bad move is bad, in sentences: the best one with its reasons, or what the comments on it say.
   * @param {number} ply number of the move, counted from 1
   */
  reasonOf(ply) {
    const { line, tree } = this.app.game;
    const move = this.search.moves[ply - 1];
    return move?.best_words ? `Best was ${named(move.best_words)}: ${reasonsOf(move)}` : named(tree.node(line[ply - 1]).comments.join(" "));
  }

  /** Says which line is reviewed, where it is not the main one. */
  showWhich() {
    const { game } = this.app;
    const main = game.tree.mainLine;
    const at = game.line.findIndex((id, index) => id !== main[index]);
    fill(this.which, at >= 0 && [`Reviews the line shown, which leaves the main line at ${game.numbered(game.line[at])}. `, button("Show the main line", () => game.goTo(main[at]), { id: "to-main-line" })]);
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
    moves.list.point([game.line[ply - 1]]);
    const { best = null, best_tag, tag } = this.search.moves[ply - 1] ?? {};
    const bad = { move: game.moves[ply - 1], label: tag, is_bad: true };
    await board.overlay({ arrows: best ? [{ move: best, label: best_tag }, bad] : [bad] });
  }

  /** Goes to the review of the game shown, and begins it. */
  async begin() {
    await this.app.go("review");
    await this.search.review();
  }

  /** Shows the worst move of a player, after a review if there is none. @param {string} player empty for that of all */
  async showWorst(player) {
    await this.app.go("review");
    if (this.search.moves.length < this.app.game.line.length) await this.search.review("quick");
    const { moves } = this.search;
    const bad = moves.filter((move) => move.mark && (!player || move.player === player));
    // Of moves that lose as many fish, the one that loses more of the chance to win has the lower accuracy.
    const [worst] = bad.sort((one, other) => other.loss - one.loss || (one.accuracy ?? 100) - (other.accuracy ?? 100));
    if (worst) await this.look(moves.indexOf(worst) + 1);
    else fill(this.search.status, player ? addressed(named(`${player} has made no mistake`), this.app.play.underWay.you) : "No move was a mistake");
  }
}
