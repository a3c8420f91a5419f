// The graph of a review, and its tables of bad moves.

import { button, el, fill } from "./dom.js";
import { named } from "./seats.js";

/** Graph of the values of a game. */
export class Graph {
  asked = 0;
  element = el("div", { class: "graph", id: "graph", onclick: (/** @type {MouseEvent} */ event) => this.click(event) });
  counts = el("div", { id: "counts" });
  worst = el("div", { id: "worst" });

  /** @param {Pick<import("./main.js").App, "engine" | "game">} app */
  constructor(app) {
    this.app = app;
  }

  /**
   * Draws the value by move, and lists bad moves by player and the worst of them.
   * @param {import("./review.js").Judged[]} judged
   * @param {import("./types").ReviewedMove[] | null} moves of the review under way; null for those of the tree
   * @param {import("./types").PlayTable | null} table how the players have played, once the review is complete
   * @param {(ply: number) => string} reasonOf a bad move
   */
  async draw(judged, moves, table, reasonOf) {
    const { engine, game } = this.app;
    const asked = ++this.asked;
    if (judged.length === 0) for (const part of [this.element, this.counts, this.worst]) fill(part);
    if (judged.length === 0) return;
    const values = moves ? moves.map(({ value }) => value) : game.line.slice(0, judged.length).map((id) => game.tree.node(id).value);
    const request = /** @type {const} */ ({ action: "graph", position: game.start, moves: game.moves, values, marks: judged.map(({ sign }) => sign), ply: game.ply });
    const graph = await engine.ask(request).catch(() => null);
    if (!graph || asked !== this.asked) return;
    const { columns, rows, worst } = table ?? graph.table;
    // As in the list of the moves.
    const numberOf = (/** @type {number} */ ply) => game.numberOf(game.line[ply - 1]);
    const row = (/** @type {string[]} */ [player, ...cells]) => el("tr", {}, el("th", { scope: "row", class: `player ${player}` }, named(player)), cells.map((cell) => el("td", {}, cell)));
    fill(this.counts, el("table", { class: "players" }, el("caption", { class: "unseen" }, "Players"), el("thead", {}, el("tr", {}, el("td"), columns.map((title) => el("th", { scope: "col" }, title)))), el("tbody", {}, rows.map(row))));
    fill(this.worst, worst.map(({ ply, words }) => el("p", {}, button(named(words.replace(/^\d+\./, numberOf(ply))), () => game.show(ply), { class: "move" }), el("span", { class: "faint" }, reasonOf(ply)))));
    const drawn = document.importNode(new DOMParser().parseFromString(graph.svg, "image/svg+xml").documentElement, true);
    for (const label of drawn.querySelectorAll(".fp-side, .fp-name")) fill(label, named(label.textContent));
    const title = drawn.getAttribute("aria-label") ?? "";
    drawn.setAttribute("aria-label", title.replace(/\d+(?=\?)/g, (ply) => numberOf(Number(ply))));
    for (const label of game.hasRounds ? drawn.querySelectorAll(".fp-count") : []) {
      const ply = Number(label.textContent);
      if (ply > 0) fill(label, ply % 2 === 0 && parseInt(numberOf(ply)));
    }
    fill(this.element, drawn);
  }

  /** @param {MouseEvent} event */
  click({ clientX }) {
    const { game } = this.app;
    const plot = this.element.querySelector(".fp-plot")?.getBoundingClientRect();
    if (plot) game.show(Math.round(((clientX - plot.left) / plot.width) * game.line.length));
  }
}
