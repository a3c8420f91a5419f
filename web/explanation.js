// The explanation of a position: reasons for the best move, and what each player has.

import { button, el, fill, folded } from "./dom.js";
import { named } from "./seats.js";

/** Reasons, a table of the players, and notes. */
export class Explanation {
  /** Move that is explained. @type {string | undefined} */
  explained = undefined;
  /** Analysis whose best move is compared with the next one. @type {import("./types").AnalysisReport | null} */
  result = null;
  element = el("div", { id: "explanation" });

  /**
   * @param {Pick<import("./main.js").App, "board" | "engine" | "game">} app
   * @param {() => boolean} hasPlayers whether the table of the players is shown
   * @param {() => void} onExplained hears that the position shown has been explained
   */
  constructor(app, hasPlayers, onExplained) {
    this.app = app;
    this.hasPlayers = hasPlayers;
    this.onExplained = onExplained;
  }

  /** Explains the position and the first move of a line. @param {string[]} line */
  async show(line) {
    const { game, engine } = this.app;
    if (!game.state) return;
    this.explained = line[0];
    const fields = game.fields;
    const { explanation, table, told, reasons, notes } = await engine.ask({ action: "explain", ...fields, line });
    if (fields.moves.length !== game.ply || this.explained !== line[0] || !this.element.isConnected) return;
    this.onExplained();
    const why = told && folded("why", true, el("summary", { title: told.title }, `Why ${named(told.text)}`), el("ul", { id: "reasons" }, el("li", { id: "gap", "data-move": line[0] }), reasons.filter((reason) => reason !== `It plays: ${told.text}.`).map((reason) => el("li", {}, named(reason)))));
    const players = this.hasPlayers() && table && folded("players", false, el("summary", {}, "Players"), ...this.players(table));
    fill(this.element, why, players, [...(explanation?.notes ?? []), ...notes].map((note) => el("p", {}, named(note))));
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
}
