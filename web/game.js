// The game on the board: a first position, moves, and the move that is shown.

/** @typedef {import("./transport.js").Engine} Engine */
/** @typedef {import("./transport.js").Result} State */

/** Game that all views of the page share. */
export class Game extends EventTarget {
  /** @param {Engine} engine */
  constructor(engine) {
    super();
    this.engine = engine;
    this.start = "";
    /** @type {string[]} */
    this.moves = [];
    /** Letters of the players of the moves, as far as they have been shown. @type {string[]} */
    this.turns = [];
    /** Moves in words, null on a floe, as far as they have been shown. @type {(string | null)[]} */
    this.words = [];
    /** Moves as the viewer has observed them, as far as they have been shown. @type {string[]} */
    this.seen = [];
    /** Number of moves that are played in the position shown. */
    this.ply = 0;
    /** State of the position shown, as the engine describes it. @type {State | null} */
    this.state = null;
    /** Number of the world, which decides chance. */
    this.world = randomSeed();
    /** @type {[string, string][]} */
    this.headers = [];
    /** Letter of the player whose view is shown; null where nothing is hidden. @type {string | null} */
    this.viewer = null;
    this.asked = 0;
  }

  /** Moves that lead to the position shown. */
  get played() {
    return this.moves.slice(0, this.ply);
  }

  /** Whether the position shown is the last one. */
  get isLast() {
    return this.ply === this.moves.length;
  }

  /** Moves as the viewer has observed them. */
  get observed() {
    return this.viewer ? this.moves.map((_, index) => this.seen[index] ?? "…") : this.moves;
  }

  /** The viewer as a field of a request. */
  get view() {
    return this.viewer ? { viewer: this.viewer } : {};
  }

  /** Position and moves as fields of a request. */
  get fields() {
    return { position: this.start, moves: this.played };
  }

  /**
   * Begins with another position, and perhaps with moves.
   * @param {string} start
   * @param {{ moves?: string[], ply?: number, headers?: [string, string][], automatic?: boolean }} [game] `automatic`: whether to play steps without a choice after the last move
   */
  async load(start, { moves = [], ply = moves.length, headers = [], automatic = true } = {}) {
    const asked = ++this.asked;
    const isLast = ply >= moves.length;
    const state = await this.engine.ask({ action: "board", position: start, moves: moves.slice(0, ply), automatic: automatic && isLast, world: this.world, ...this.view });
    if (asked !== this.asked) return;
    Object.assign(this, { start, moves: isLast ? state.moves : moves, ply: state.moves.length, headers, turns: [], words: [], seen: [] });
    this.set(state, "load");
  }

  /**
   * Shows the position after this number of moves.
   * @param {number} ply
   */
  async show(ply) {
    ply = Math.max(0, Math.min(ply, this.moves.length));
    if (ply === this.ply && this.state) return;
    const asked = ++this.asked;
    const from = this.ply;
    const state = await this.engine.ask({ action: "board", position: this.start, moves: this.moves.slice(0, ply), ...this.view });
    if (asked !== this.asked) return;
    this.ply = ply;
    this.set(state, ply === from + 1 ? "forth" : "show");
  }

  /**
   * Plays a choice in the position shown; moves that followed it are dropped, unless the next one is this one.
   * @param {string} choice
   */
  async play(choice) {
    if (this.moves[this.ply] === choice) return this.show(this.ply + 1);
    const asked = ++this.asked;
    const state = await this.engine.ask({ action: "board", ...this.fields, choice, world: this.world, automatic: true, ...this.view });
    if (asked !== this.asked) return;
    this.moves = state.moves;
    this.ply = this.moves.length;
    this.set(state, "play");
  }

  /**
   * Takes back the moves after this number of them.
   * @param {number} ply
   */
  async takeBack(ply) {
    const moves = this.moves.slice(0, ply);
    await this.show(ply);
    this.moves = moves;
    this.dispatchEvent(new CustomEvent("change", { detail: "show" }));
  }

  /**
   * @param {State} state
   * @param {string} how
   */
  set(state, how) {
    this.state = state;
    // Later moves have been seen when the position after them was shown.
    const later = (/** @type {any[]} */ list) => list.slice(this.ply, this.moves.length);
    this.turns = [...state.turns, ...later(this.turns)];
    this.words = [...state.move_words, ...later(this.words)];
    if (state.observed) this.seen = [...state.observed, ...later(this.seen)];
    this.dispatchEvent(new CustomEvent("change", { detail: how }));
  }
}

/** Draws a seed that numbers of JavaScript hold exactly. */
export function randomSeed() {
  return crypto.getRandomValues(new Uint32Array(1))[0] % 1_000_000_000;
}
