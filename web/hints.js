// Hints in steps: where to look, the move, and why.

import { bringIntoSight, el, fill, isBusy, setBusy } from "./dom.js";
import { named } from "./seats.js";

/** Says that a search has to wait. */
export const WAITS = "Waits for another search…";

/** Hints that say more and more: where to look, the move, and why. */
export class Hints {
  key = "";
  move = "";
  /** @type {string[]} */
  steps = [];
  /** Spaces where to look. @type {string[]} */
  spaces = [];
  shown = 0;

  /** @param {Pick<import("./main.js").App, "board" | "engine" | "game">} app @param {HTMLElement} [text] element that shows the hint */
  constructor(app, text = el("p", { class: "faint", id: "hint", spoken: true })) {
    this.app = app;
    this.text = text;
  }

  clear() {
    Object.assign(this, { key: "", shown: 0 });
    fill(this.text);
  }

  /**
   * Shows the next steps of the hint to a position: the first one marks spaces, the second one has an arrow.
   * @param {{ position: string, moves?: string[], line?: string[] }} request
   * @param {number} [count] of steps
   * @param {HTMLElement} [asked] button that says whether the computer thinks
   */
  async more(request, count = 1, asked = this.text) {
    if (isBusy(asked)) return;
    setBusy(asked, true);
    await this.show(request, count).finally(() => setBusy(asked, false));
  }

  /** @param {{ position: string, moves?: string[], line?: string[] }} request @param {number} count */
  async show(request, count) {
    const { engine, board, game } = this.app;
    const key = JSON.stringify(request);
    if (this.key !== key) {
      this.clear();
      this.key = key;
      fill(this.text, "Looks for the best move…");
      bringIntoSight(this.text);
      const wait = () => void fill(this.text, WAITS);
      const isHere = game.stay();
      const hint = await engine.query({ action: "hint", ...request }, undefined, wait).done.catch((error) => void (this.key === key && fill(this.text, error.message)));
      if (this.key !== key) return;
      // A hint to a position that has been left is none.
      if (!isHere()) return this.clear();
      if (!hint) return void (this.key = "");
      Object.assign(this, hint);
    }
    this.shown = Math.min(this.shown + count, this.steps.length);
    fill(this.text, named(`Hint: ${this.steps.slice(0, this.shown).join(" ")}`));
    bringIntoSight(this.text);
    await board.overlay(this.shown > 1 ? { arrows: [{ move: this.move }], parts: [] } : { parts: [{ outlined: this.spaces }] });
  }
}
