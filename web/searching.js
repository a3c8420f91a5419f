// The search of a review: it finds what the moves of a game are worth, and writes it into the tree.

import { button, el, fill } from "./dom.js";
import { comparedIn, writeReview } from "./reviewed.js";
import { named } from "./seats.js";

/** Strengths of reviews with their titles. @type {[import("./types").ReviewStrength, string][]} */
export const STRENGTHS = [["quick", "Quick"], ["normal", "Normal"], ["thorough", "Thorough"]];

/** Review of the line shown, complete, under way or none. */
export class ReviewSearch {
  /** @type {import("./types").ReviewStrength} */
  strength = "normal";
  /** How the players have played, once the review is complete. @type {import("./types").PlayTable | null} */
  table = null;
  /** @type {import("./types").ReviewedMove[]} */
  moves = [];
  /** Game that has been reviewed. */
  of = "";
  /** @type {import("./transport.js").Query | null} */
  query = null;
  /** Whether the review is being written into the tree. */
  isWriting = false;
  /** Review that was stopped last: its game, and how many moves it had come to. @type {{ tree: import("./tree.js").Tree, moves: string, count: number } | null} */
  stopped = null;
  status = el("p", { class: "summary", id: "review-status", spoken: true });
  /** Accuracies by other strengths. */
  compared = el("p", { class: "faint", id: "compared" });
  run = button("Review this game", () => (this.query ? this.stop() : this.review()), { id: "review" });

  /** @param {Pick<import("./main.js").App, "engine" | "game" | "moves" | "view">} app @param {import("./review.js").Review} view */
  constructor(app, view) {
    this.app = app;
    this.view = view;
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
    const { count } = this;
    const isWhole = count === length;
    const strengths = isWhole ? comparedIn(this.app.game.tree) : [];
    const strength = strengths.at(-1)?.split(":")[0];
    const words = isWhole ? `${strength ?? ""} review complete` : `${count} of ${length} moves reviewed`;
    const accuracies = strengths.length === 1 && `: ${named(strengths[0].slice(strengths[0].indexOf(" ") + 1))}`;
    fill(this.status, el("span", { title: effort }, this.isStopped ? `Stopped at ${count} of ${length}` : words.trim()), accuracies);
    fill(this.compared, strengths.length > 1 && named(strengths.join("; ")));
    this.run.textContent = this.isStopped ? "Continue" : isWhole ? "Review again" : "Review the other moves";
    this.view.show();
  }

  /** Whether the review of the line shown was stopped before its end. */
  get isStopped() {
    const { game } = this.app;
    return this.stopped?.tree === game.tree && this.stopped.moves === game.moves.join();
  }

  /** Number of moves that the review of the line shown has come to. */
  get count() {
    return this.isStopped ? this.stopped?.count ?? 0 : this.moves.length;
  }

  /** @param {import("./types").ReviewStrength} [strength] */
  async review(strength = this.strength) {
    const { engine, game } = this.app;
    const { tree, line } = game;
    if (line.length === 0) return fill(this.status, "The game has no moves yet");
    // A whole review is made anew, and one that was stopped goes on.
    const known = this.known.slice(0, this.isStopped ? this.count : undefined);
    const isWhole = this.count === line.length;
    const title = STRENGTHS.find(([name]) => name === strength)?.[1];
    const texts = game.moves.join();
    this.query?.cancel();
    this.moves = [];
    this.table = this.stopped = null;
    this.of = this.key();
    this.run.textContent = "Stop";
    fill(this.compared);
    fill(this.status, `0 of ${line.length} moves…`);
    /** When the first move that had to be searched was found, and how many were known before. */
    let since = 0;
    let before = 0;
    /** @type {import("./transport.js").Request<"review">} */
    const request = { action: "review", position: game.start, moves: game.moves, strength, known: isWhole ? [] : known };
    const found = (/** @type {import("./types").Review} */ { moves }) => {
      this.moves.push(...moves);
      const { length } = this.moves;
      if (since === 0 || (!isWhole && known[length - 1])) {
        since = performance.now();
        before = length;
      }
      const left = length > before ? (performance.now() - since) / (length - before) * (line.length - length) : 0;
      fill(this.status, `${length} of ${line.length} moves…`, left > 0 && ` ${durationWords(left / 1000)} left`);
      this.view.show();
      this.app.moves.update();
    };
    const query = engine.query(request, found, () => void fill(this.status, "Waits for another search…"));
    this.query = query;
    this.view.show();
    const reply = await query.done.catch((error) => this.view.loading.fail(error.message));
    if (this.query !== query) return;
    // Without a server, a review that is stopped ends with its last move alone.
    const result = reply && !reply.summary ? { ...reply, moves: this.moves } : reply;
    if (!result || result.moves.length === 0) return this.forget();
    this.moves = result.moves;
    const { length } = this.moves;
    if (length < line.length) this.stopped = { tree, moves: texts, count: length };
    const players = result.summary?.players ?? [];
    const accuracies = length === line.length ? `${title}: ${result.table?.rows.map(([player, accuracy]) => `${player} ${accuracy}`).join(", ")}` : "";
    await writeReview(this.app, tree, line, this.moves, players.map(({ words }) => words).join("; "), accuracies, (change) => this.edit(tree, change));
    if (this.query !== query) return;
    this.query = null;
    // Who comes back finds it in the tree.
    if (this.app.view !== this.view) return this.forget();
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
    for (const part of [this.status, this.compared]) fill(part);
    this.run.textContent = "Review this game";
  }

  /** Changes the tree as the review says, which another view may have taken from the board. @param {import("./tree.js").Tree} tree @param {() => void} change */
  async edit(tree, change) {
    const { game } = this.app;
    this.isWriting = true;
    await (tree === game.tree ? game.edit(change) : tree.step(change));
    this.isWriting = false;
  }
}

/** Time that is left, roughly. @param {number} seconds */
function durationWords(seconds) {
  return seconds < 90 ? `about ${Math.max(1, Math.round(seconds))} s` : `about ${Math.round(seconds / 60)} min`;
}
