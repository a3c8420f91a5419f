// Later moves of a game at the table that can be kept after a correction.

import { amount, button, el, fill } from "./dom.js";

/** Offers to keep the moves that were played after the one that is corrected. */
export class LaterMoves {
  /** Line before the last correction, the line shown last, and where they part: the new line has `skip` moves there in place of as many old ones. @type {{ tree: import("./tree.js").Tree | null, moves: string[], last: string[], at: number, skip: number }} */
  former = { tree: null, moves: [], last: [], at: -1, skip: 0 };
  element = el("p", { class: "faint", id: "later" });

  /** @param {Pick<import("./main.js").App, "engine" | "game">} app @param {() => boolean} isSecret whether the table hides anything */
  constructor(app, isSecret) {
    this.app = app;
    this.isSecret = isSecret;
  }

  /** Moves of the game before its last correction that are still to come after the line shown; none once it goes another way. */
  get moves() {
    const { tree, moves } = this.app.game;
    if (this.former.tree !== tree) this.former = { tree, moves, last: moves, at: -1, skip: 0 };
    const { former } = this;
    if (parting(former.last, moves) >= 0 && parting(former.last, former.moves) >= 0) former.moves = former.last;
    former.last = moves;
    const at = parting(former.moves, moves);
    if (at !== former.at) Object.assign(former, { at, skip: moves.length - at });
    const later = former.moves.slice(at + former.skip);
    const since = moves.slice(at + former.skip);
    const isCorrected = at >= 0 && since.length <= later.length && parting(later, since) < 0;
    if (!isCorrected && (at >= 0 || moves.length > former.moves.length)) former.moves = moves;
    return isCorrected ? later.slice(since.length) : [];
  }

  /** Offers to play the later moves again, as far as they are legal after a correction. */
  async show() {
    const { game } = this.app;
    const later = this.moves;
    const stays = game.stay();
    if (later.length === 0 || !game.isLast || this.isSecret()) return fill(this.element);
    const fit = await this.fitting(later);
    if (!stays() || !game.isLast) return;
    const keep = () => game.add({ ...game.fields, moves: [...game.played, ...later.slice(0, fit)] });
    const words = `Keep the ${fit < later.length ? `${fit} of ` : ""}${amount(later.length, "later move")} that still fit${fit === 1 ? "s" : ""}`;
    fill(this.element, fit > 0 ? button(words, keep, { id: "keep-later" }) : "No later move fits any more.", " The moves as they were stay in Analysis as a variation.");
  }

  /** Number of moves that can be played one after the other from the position shown; what chance brings must be possible. @param {string[]} moves */
  async fitting(moves) {
    const { engine, game: { start, played } } = this.app;
    let least = 0;
    let most = moves.length;
    while (least < most) {
      const half = Math.ceil((least + most) / 2);
      const isLegal = await engine.ask({ action: "board", position: start, moves: [...played, ...moves.slice(0, half)] }).then(() => true, () => false);
      if (isLegal) least = half;
      else most = half - 1;
    }
    return least;
  }
}

/**
 * Number of moves that two lines have in common before they part; -1 where one is the beginning of the other.
 * @param {string[]} one
 * @param {string[]} other
 */
function parting(one, other) {
  const at = one.findIndex((move, index) => move !== other[index]);
  return at < other.length ? at : -1;
}
