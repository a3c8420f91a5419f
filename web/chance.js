// What came? A person who follows a real game says what chance has brought.

import { el } from "./dom.js";

/** @typedef {import("./main.js").App} App */
/** @typedef {import("./types").Outcomes} Outcomes */

/** Takes back the moves after this number of them, unless one has shown somebody what was hidden: then it says so. @param {App} app @param {number} ply */
export async function takeBack(app, ply) {
  const { game, rules, view } = app;
  const stays = game.stay();
  const isHidden = view.screen.isSecret || (view === app.play && rules.some(({ name, has_chance, has_floe }) => name === game.state?.rules && has_chance && has_floe));
  const isSeen = isHidden && (await hasRevealed(game, ply));
  if (!stays()) return;
  if (isSeen) app.tip("What was hidden has been seen since: that is not taken back.");
  else await game.takeBack(ply);
}

/** Whether a move after this number of them had several outcomes for somebody, who has seen now which of them it is. @param {App["game"]} game @param {number} ply */
async function hasRevealed({ engine, played: moves, start: position, state }, ply) {
  const viewers = [..."ABCD"].slice(0, state?.players);
  for (const [index, choice] of [...moves.entries()].slice(ply)) {
    const asked = viewers.map((viewer) => engine.ask({ action: "outcomes", position, moves: moves.slice(0, index), choice, viewer }).then(({ outcomes }) => outcomes.length, () => 0));
    // Nobody could choose what chance has said.
    if (Math.max(...(await Promise.all(asked))) !== 1) return true;
  }
  return false;
}

/** Asks after each choice what chance has brought, or draws it at random. */
export class Chance {
  /** First position of the game in which it does not ask; every other game begins with questions. */
  silent = "";
  /** Whether steps without a choice are played on. */
  isPlaying = false;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.input = el("input", { type: "checkbox", id: "ask-chance", checked: true, onchange: () => this.switch() });
    this.element = el("label", { class: "field check" }, this.input, el("span", {}, "Ask what came"));
  }

  /** Whether the rules of the position shown leave something to chance. */
  get hasChance() {
    const name = this.app.game.state?.rules;
    return this.app.rules.some((rules) => rules.name === name && rules.has_chance);
  }

  /** Whether it asks. */
  get isAsking() {
    return this.silent !== this.app.game.start;
  }

  switch() {
    const { board, game, view } = this.app;
    this.silent = this.input.checked ? "" : game.start;
    if (this.isAsking) this.offer();
    else board.show(view.canMove());
  }

  /** Plays a choice, and asks for its outcome if it has several. @param {string} choice */
  async play(choice) {
    const { game } = this.app;
    if (!this.isAsking || !this.hasChance) return game.play(choice);
    const outcomes = await this.outcomes(choice);
    if (outcomes && outcomes.outcomes.length > 1) this.ask(outcomes, choice);
    else await this.playOn(choice, false);
  }

  /** Number of moves before the last one that a person has chosen. Where it is asked what came, each answer is one. */
  async lastChoice() {
    const { engine, game } = this.app;
    const { moves } = game;
    let ply = game.ply - 1;
    while (ply > 0 && this.hasChance && !this.isAsking) {
      const { legal } = await engine.ask({ action: "board", ...game.fields, ...game.view, moves: moves.slice(0, ply) });
      if (legal.length !== 1) break;
      ply--;
    }
    return ply;
  }

  /** Asks for the outcome where the position shown leaves no choice but chance. */
  async offer() {
    const { game } = this.app;
    const { state } = game;
    this.element.hidden = !this.hasChance;
    this.input.checked = this.isAsking;
    if (!state || !this.isAsking || !this.hasChance || state.has_floe || state.legal.length !== 1) return;
    const choice = state.legal[0].move;
    const outcomes = await this.outcomes(choice);
    if (!outcomes || state !== game.state) return;
    if (outcomes.outcomes.length > 1) this.ask(outcomes, choice);
    else if (this.isPlaying && game.isLast) await this.playOn(choice, false);
  }

  /**
   * Plays a choice, and then steps that leave no choice and nothing to chance.
   * @param {string} move
   * @param {boolean} isSettled whether the move has its outcome
   */
  async playOn(move, isSettled) {
    this.isPlaying = true;
    await this.app.game.play(move, { isSettled, automatic: false });
  }

  /** What can come of a choice; null if another position is shown by then. @param {string} choice */
  async outcomes(choice) {
    const { engine, game } = this.app;
    const { state } = game;
    const outcomes = await engine.ask({ action: "outcomes", ...game.fields, choice });
    return state === game.state ? outcomes : null;
  }

  /** Offers the outcomes of a choice on the board. @param {Outcomes} outcomes @param {string} choice */
  ask({ step, at_random }, choice) {
    if (!step) return;
    const random = { words: at_random, move: choice };
    const isPictured = step.options.some(({ icon }) => icon);
    const options = isPictured ? [...step.options, random] : [random, ...step.options];
    this.app.board.ask({ ...step, options }, (move) => this.playOn(move, move !== choice));
  }
}
