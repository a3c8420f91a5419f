// The legal moves as a list of texts.

import { amount, button, el, fill } from "./dom.js";
import { named } from "./seats.js";

/** Legal moves, to be played without the board. */
export class LegalList {
  element = el("details", { id: "legal", hidden: true });

  /** @param {Pick<import("./main.js").App, "board" | "game" | "view">} app */
  constructor(app) {
    this.app = app;
  }

  /** Shows the moves of the position shown, if a person may play one. */
  show() {
    const legal = this.app.view.canMove() ? (this.app.game.state?.legal ?? []) : [];
    this.element.hidden = legal.length === 0;
    fill(this.element, el("summary", {}, amount(legal.length, "legal move")));
    const list = () => {
      if (!this.element.open || this.element.childElementCount > 1) return;
      const from = legal.map(({ path }) => (path.length > 1 ? path[0] : ""));
      const moves = legal.map(({ move, words }, index) => [from[index] !== from[index - 1] && from[index] && el("b", {}, from[index]), button(named(words), () => this.app.board.onMove(move), { class: "move", title: move })]);
      this.element.append(el("div", { class: "moves" }, moves.flat()));
    };
    this.element.ontoggle = list;
    list();
  }
}
