// The game on the board: a first position, moves, and the move that is shown.

/** @typedef {import("./transport.js").Engine} Engine */
/** @typedef {import("./types").BoardState} State */
/** @typedef {import("./types").ThemeName} Theme */

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
    /** Colours of pictures. @type {Theme} */
    this.theme = "auto";
    /** Viewer and colours of the picture of the state. */
    this.drawnFor = "";
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

  /** Viewer and colours that a picture is for. */
  get audience() {
    return [this.viewer, this.theme].join();
  }

  /** Picture of the position shown; null if it was drawn for another viewer or in other colours. */
  get picture() {
    return (this.drawnFor === this.audience && this.state?.svg) || null;
  }

  /**
   * Asks for the state after moves, with its picture; null if the game has gone on before it came.
   * @param {{ position: string, moves: string[], choice?: string, automatic?: boolean, world?: number }} request
   */
  async ask(request) {
    const asked = ++this.asked;
    const { audience } = this;
    const state = await this.engine.ask({ action: "board", ...request, ...this.view, picture: { theme: this.theme } });
    if (asked !== this.asked) return null;
    this.drawnFor = audience;
    return state;
  }

  /**
   * Begins with another position, and perhaps with moves.
   * @param {string} start
   * @param {{ moves?: string[], ply?: number, headers?: [string, string][], automatic?: boolean }} [game] `automatic`: whether to play steps without a choice after the last move
   */
  async load(start, { moves = [], ply = moves.length, headers = [], automatic = true } = {}) {
    const isLast = ply >= moves.length;
    const state = await this.ask({ position: start, moves: moves.slice(0, ply), automatic: automatic && isLast, world: this.world });
    if (!state) return;
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
    const from = this.ply;
    const state = await this.ask({ position: this.start, moves: this.moves.slice(0, ply) });
    if (!state) return;
    this.ply = ply;
    this.set(state, ply === from + 1 ? "forth" : "show");
  }

  /**
   * Plays a choice in the position shown; moves that followed it are dropped, unless the next one is this one.
   * @param {string} choice
   */
  async play(choice) {
    if (this.moves[this.ply] === choice) return this.show(this.ply + 1);
    const state = await this.ask({ ...this.fields, choice, world: this.world, automatic: true });
    if (!state) return;
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
    this.turns = [...state.turns, ...this.turns.slice(this.ply, this.moves.length)];
    this.words = [...state.move_words, ...this.words.slice(this.ply, this.moves.length)];
    if (state.observed) this.seen = [...state.observed, ...this.seen.slice(this.ply, this.moves.length)];
    this.dispatchEvent(new CustomEvent("change", { detail: how }));
  }
}

/** Draws a seed that numbers of JavaScript hold exactly. */
export function randomSeed() {
  return crypto.getRandomValues(new Uint32Array(1))[0] % 1_000_000_000;
}
