// The result of a game that is over, as a card over the floe.

import { button, el, fill } from "./dom.js";
import { addressed, headerWords, named, nameOf } from "./seats.js";

/** Card that says who won, and how to go on. */
export class ResultCard {
  /** Game whose result has been closed. @type {import("./played.js").Played | null} */
  closed = null;
  element = el("div", { id: "result" });

  /** @param {Pick<import("./main.js").App, "game" | "review">} app @param {import("./play.js").Play} play */
  constructor(app, play) {
    this.app = app;
    this.play = play;
  }

  /** Lays a card over the floe: who won, what each player has, and how to go on. @param {import("./types").BoardState} state */
  show({ outcome, results, sides }) {
    const { app, play } = this;
    const { game } = app;
    const { people, played, seats, you } = play.underWay;
    if (!played || this.closed === played) return;
    const row = (/** @type {import("./types").PlayerResult} */ { player, text }) => {
      const name = player === you ? "You" : nameOf(player) || headerWords(game.headers.find(([key]) => key === player)?.[1] ?? "");
      return el("tr", {}, el("td", {}, el("b", { class: `player ${player}` }, player)), el("th", { scope: "row" }, name), el("td", {}, text));
    };
    const title = addressed(named(played.end || (outcome ?? "")), you);
    const only = people.length === 1 ? people[0] : "";
    const [level] = seats.slice(0, played.players).filter((seat) => seat !== "person");
    const isLost = only !== "" && hasLost(played, only, results);
    // Who has lost meets an easier opponent, and who has won a harder one.
    const other = String(Number(level) + (isLost ? -1 : 1));
    const change = () => {
      play.underWay.seats = seats.map((seat) => (seat === level ? other : seat));
      play.form.rematch(0);
    };
    const close = () => {
      this.closed = played;
      fill(this.element);
    };
    fill(
      this.element,
      el("h2", {}, title || "The game is over"),
      sides > 1 && el("table", {}, results.map(row)),
      el("div", { class: "row" },
        button("Again", () => play.form.rematch(0), { id: "rematch", class: "primary" }),
        level && sides > 1 && people.length > 0 && /^[1-8]$/.test(other) && button(isLost ? "A bit easier" : "A bit harder", change, { id: isLost ? "easier" : "harder" }),
        game.line.length > 0 && button(only ? "Show me my worst move" : "Show the worst move", () => app.review.showWorst(only), { id: "worst-move" }),
        button("See the floe", close, { class: "quiet", id: "close-result" })),
    );
  }
}

/** Whether the only person has lost against the computer. @param {import("./played.js").Played} played @param {string} person @param {import("./types").PlayerResult[]} results */
function hasLost({ clocks, end, seats }, person, results) {
  // Without a clock of the computer that has run out, it is the person who ended the game.
  if (end) return clocks.every((left, index) => left > 0 || seats[index] === "person");
  // Each game has two of these numbers, the first of which counts most.
  const worth = (/** @type {{ points?: number, penguins?: number, fish?: number, tiles?: number, animals?: number }} */ { points = 0, penguins = 0, fish = 0, tiles = 0 }) => (points + penguins) * 1e6 + fish * 1e3 + tiles;
  return results.some((result) => worth(result) > Math.max(...results.filter(({ player }) => player === person).map(worth)));
}
