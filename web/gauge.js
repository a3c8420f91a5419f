// The gauge: chances at the side of the board.

import { byId, el, keyed } from "./dom.js";

/**
 * Shows the chances of all sides to win at the side of the board.
 * @param {import("./game.js").Game} game
 * @param {import("./types").AnalysisReport | null} result result of `analyze`, or null for none
 */
export function showGauge(game, result) {
  const gauge = byId("gauge");
  const chances = Object.entries(result?.chances ?? {});
  gauge.hidden = chances.length === 0;
  gauge.title = result?.value_words ?? "";
  gauge.classList.toggle("turned", game.turned);
  keyed(gauge, chances, ([side]) => side, ([side]) => el("div", { class: side }), (part, [, chance]) => /** @type {HTMLElement} */ (part).style.setProperty("flex-grow", String(chance)));
}
