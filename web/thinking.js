// Engines in the seats of a game: each thinks as long as its clock and people allow.

import { named } from "./seats.js";
import { randomSeed } from "./shown.js";

/** Engines that play. */
export class EnginePlayer {
  /** Number of searches so far: only the last one counts. */
  number = 0;
  /** @type {import("./transport.js").Query | null} */
  query = null;

  /**
   * @param {Pick<import("./main.js").App, "board" | "engine" | "game" | "levels" | "pause">} app
   * @param {(words: string) => void} say shows what holds it up
   */
  constructor(app, say) {
    this.app = app;
    this.say = say;
  }

  /**
   * Move of an engine in the position shown; null where the search is stopped or fails.
   * @param {string} seat its level
   * @param {string} turn letter of its player
   * @param {number | undefined} left seconds of its clock
   * @param {boolean} isRushed whether it plays as soon as it can
   */
  async choose(seat, turn, left, isRushed) {
    const { board, engine, game, levels, pause } = this.app;
    const number = ++this.number;
    const isLast = () => number === this.number;
    const level = levels[Number(seat) - 1];
    const limits = left === undefined ? {} : { limits: { time: Math.max(0.05, Math.min(5, left / 15)) } };
    const spec = `${level}${level.includes(":") ? "," : ":"}seed=${randomSeed()}`;
    const wait = () => isLast() && this.say(named(`${turn} waits: the computer is busy with other searches`));
    const query = engine.query({ action: "analyze", ...game.fields, engine: spec, ...limits }, undefined, wait);
    this.query = query;
    const paused = delay(isRushed ? 0 : pause);
    const result = await query.done.catch((error) => void (isLast() && this.say(error.message)));
    await paused;
    if (!isLast() || !result?.best) return null;
    this.query = null;
    const { best } = result;
    const { has_floe, has_secrets, legal = [] } = game.state ?? {};
    // What a step does with cards is seen before chance lays new ones.
    if (!has_floe && !has_secrets && !isRushed && (await board.preview([best])) && isLast()) {
      const words = legal.find(({ move }) => move === best)?.words;
      if (words) this.say(named(`${turn}: ${words}.`));
      await delay(2 * pause);
    }
    return isLast() ? best : null;
  }

  stop() {
    this.number++;
    this.query?.cancel();
    this.query = null;
  }
}

/** @param {number} time in milliseconds */
function delay(time) {
  return new Promise((resolve) => setTimeout(resolve, time));
}
