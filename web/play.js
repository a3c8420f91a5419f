// Play: people and engines in any seats.

import { announce, button, choice, el, fill } from "./dom.js";
import { randomSeed } from "./game.js";
import { rulesName, short } from "./words.js";

/** @typedef {import("./main.js").App} App */
/** @typedef {import("./transport.js").Result} Result */

/** Times of a player in seconds, with the time added after a move. @type {[string, string][]} */
const CLOCKS = [["", "none"], ["60+1", "1 min + 1 s"], ["300+3", "5 min + 3 s"], ["600+5", "10 min + 5 s"]];

/** View to play games. */
export class Play {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.name = "play";
    this.title = "Play";
    /** Options of a new game. */
    this.options = { rules: "base", players: 2, layout: "standard", balanced: false, clock: "" };
    /** Person or level of each seat. @type {string[]} */
    this.seats = ["person", "5", "5", "5"];
    /** Whether a game is under way. */
    this.isPlaying = false;
    this.thinking = 0;
    /** @type {import("./transport.js").Query | null} */
    this.query = null;
    /** Remaining seconds of the players. @type {number[]} */
    this.clocks = [];
    this.added = 0;
    /** Time of the last look at the clocks in milliseconds. */
    this.looked = performance.now();
    /** Player whose time has run out. @type {string | null} */
    this.late = null;
    this.setUp = el("div", { class: "set-up" });
    this.status = el("p", { class: "summary", id: "status", role: "status" });
    this.actions = el("div", { class: "row" });
    this.hint = el("p", { class: "faint", id: "hint" });
    this.element = el("div", { class: "view" }, this.status, this.actions, this.hint, this.setUp);
    setInterval(() => this.tick(), 100);
  }

  enter() {
    this.app.board.onMove = (move) => this.person(move);
    this.app.board.onHex = () => false;
    this.update();
  }

  leave() {
    this.stop();
  }

  /** The only person of a game under way, from whom tiles may be hidden; null if there are several or none. */
  viewer() {
    const { state } = this.app.game;
    const people = this.seats.slice(0, this.options.players).flatMap((seat, index) => (seat === "person" ? ["ABCD"[index]] : []));
    return this.isPlaying && !state?.is_over && people.length === 1 ? people[0] : null;
  }

  /** Whether a person may move in the position shown. */
  canMove() {
    const { game } = this.app;
    return this.isPlaying && game.isLast && !game.state?.is_over && this.seatOf(game.state?.turn) === "person";
  }

  /** @param {string | undefined} turn */
  seatOf(turn) {
    return this.seats[(turn ?? "A").charCodeAt(0) - 65];
  }

  /** Deals and begins a game. */
  async begin() {
    const { engine, game } = this.app;
    const { rules, players, layout, balanced, clock } = this.options;
    const offered = this.app.rules.find(({ name }) => name === rules);
    const request = { action: "deal", rules, players, seed: randomSeed(), ...(offered?.has_floe ? { layout, balanced } : {}) };
    try {
      const { position } = await engine.ask(request);
      game.world = randomSeed();
      const [time, added] = clock.split("+").map(Number);
      this.clocks = clock ? Array(players).fill(time) : [];
      this.added = added ?? 0;
      this.late = null;
      this.isPlaying = true;
      game.viewer = this.viewer();
      await game.load(position, { headers: this.headers(players) });
    } catch (error) {
      fill(this.status, error instanceof Error ? error.message : String(error));
    }
  }

  /**
   * @param {number} players
   * @returns {[string, string][]}
   */
  headers(players) {
    const names = this.seats.slice(0, players).map((seat) => (seat === "person" ? "person" : `floe, level ${seat}`));
    const date = new Date().toISOString().slice(0, 10);
    return [["Date", date], ...names.map((name, index) => /** @type {[string, string]} */ (["ABCD"[index], name]))];
  }

  /** Goes on after every change of the game. */
  update() {
    const { game } = this.app;
    this.stop();
    fill(this.hint);
    this.showActions();
    this.showSetUp();
    this.app.showPlayers();
    this.app.showClocks(this.clocks);
    const state = game.state;
    if (this.late) return fill(this.status, `${this.late} has run out of time`);
    if (!this.isPlaying || !state) return fill(this.status, "Set up a game and begin");
    if (state.is_over) {
      fill(this.status, state.words ?? "Game over");
      return announce(state.words ?? "Game over");
    }
    const seat = this.seatOf(state.turn);
    if (!game.isLast) return fill(this.status, "Earlier position: go to the last move to play on");
    fill(this.status, seat === "person" ? `${state.turn} to move` : `${state.turn} thinks…`);
    if (seat !== "person") this.think(seat);
  }

  /** @param {string} move */
  async person(move) {
    const { game } = this.app;
    if (this.canMove()) await this.play(move, game.state?.turn);
  }

  /**
   * @param {string} move
   * @param {string} turn
   */
  async play(move, turn) {
    if (this.clocks.length > 0) this.clocks[turn.charCodeAt(0) - 65] += this.added;
    await this.app.game.play(move);
    announce(`${turn} plays ${move}`);
  }

  /**
   * Lets an engine move.
   * @param {string} seat
   */
  async think(seat) {
    const { engine, game } = this.app;
    const number = ++this.thinking;
    const level = this.app.levels[Number(seat) - 1];
    const turn = game.state?.turn;
    const left = this.clocks[turn.charCodeAt(0) - 65];
    const limits = left === undefined ? {} : { limits: { time: Math.max(0.05, Math.min(5, left / 15)) } };
    const spec = `${level}${level.includes(":") ? "," : ":"}seed=${randomSeed()}`;
    const query = engine.query({ action: "analyze", ...game.fields, engine: spec, ...limits });
    this.query = query;
    const pause = new Promise((resolve) => setTimeout(resolve, this.app.pause));
    const result = await query.done.catch((error) => {
      if (number === this.thinking) fill(this.status, error.message);
      return null;
    });
    await pause;
    if (number !== this.thinking || !result?.best) return;
    this.query = null;
    await this.play(result.best, turn);
  }

  stop() {
    this.thinking++;
    this.query?.cancel();
    this.query = null;
  }

  /** Goes back to the last choice of a person. */
  async takeBack() {
    const { game } = this.app;
    const turns = await this.turns();
    const ply = turns.slice(0, game.ply).findLastIndex((turn) => this.seatOf(turn) === "person");
    if (ply >= 0) await game.takeBack(ply);
  }

  /** Players to move before every move of the game. */
  async turns() {
    const { engine, game } = this.app;
    const states = game.moves.map((_, ply) => engine.ask({ action: "board", position: game.start, moves: game.moves.slice(0, ply) }));
    return (await Promise.all(states)).map(({ turn }) => turn);
  }

  /** Shows the best move of a strong engine. */
  async advise() {
    const { engine, game, board, levels } = this.app;
    fill(this.hint, "…");
    const fields = game.fields;
    const query = engine.query({ action: "analyze", ...fields, engine: levels[6] });
    // A move ends the search for it.
    this.query = query;
    const result = await query.done.catch((error) => void fill(this.hint, error.message));
    if (query !== this.query) return;
    this.query = null;
    if (!result?.best || fields.moves.length !== game.ply) return;
    fill(this.hint, `Hint: ${result.pv.slice(0, 4).join(" ")} (${short(result.value)})`);
    board.overlay({ arrows: [{ move: result.best, label: short(result.value) }] });
  }

  tick() {
    const { game } = this.app;
    const state = game.state;
    const now = performance.now();
    const passed = (now - this.looked) / 1000;
    this.looked = now;
    if (!this.isPlaying || this.clocks.length === 0 || !state || state.is_over || !game.isLast || !this.element.isConnected) return;
    const index = state.turn.charCodeAt(0) - 65;
    this.clocks[index] -= passed;
    if (this.clocks[index] <= 0) {
      this.stop();
      this.isPlaying = false;
      this.clocks[index] = 0;
      this.late = state.turn;
      this.app.showState("show");
      announce(`${state.turn} has run out of time`);
    }
    this.app.showClocks(this.clocks);
  }

  showActions() {
    const { game } = this.app;
    const hasPerson = this.seats.slice(0, game.state?.players ?? 2).includes("person");
    fill(
      this.actions,
      this.isPlaying && hasPerson && game.moves.length > 0 && button("Take back", () => this.takeBack(), { id: "take-back" }),
      this.canMove() && button("Hint", () => this.advise(), { id: "ask-hint" }),
      this.isPlaying && button("Analyse", () => this.app.go("analyze")),
      game.moves.length > 0 && button("Save game", () => this.app.save(), { id: "save" }),
    );
  }

  showSetUp() {
    const { rules, players, layout, balanced } = this.options;
    const offered = this.app.rules.find(({ name }) => name === rules);
    const set = (/** @type {Record<string, any>} */ change) => {
      Object.assign(this.options, change);
      this.showSetUp();
    };
    const least = offered?.min_players ?? 2;
    const counts = offered?.has_teams ? [4] : [1, 2, 3, 4].filter((count) => count >= least);
    if (!counts.includes(players)) this.options.players = offered?.usual_players ?? 2;
    const levels = this.app.levels.map((_, index) => /** @type {[string, string]} */ ([String(index + 1), `Engine, level ${index + 1}`]));
    const seat = (/** @type {number} */ index) =>
      choice(`Player ${"ABCD"[index]}`, [["person", "Person"], ...levels], this.seats[index], (value) => {
        this.seats[index] = value;
        if (this.isPlaying) this.update();
      });
    fill(
      this.setUp,
      el("h2", {}, "New game"),
      choice("Rules", this.app.rules.map(({ name }) => [name, rulesName(name)]), rules, (value) => set({ rules: value })),
      choice("Players", counts.map((count) => [String(count), String(count)]), String(this.options.players), (value) => set({ players: Number(value) })),
      offered?.has_floe !== false && choice("Layout", [["standard", "Standard"], ["setup-1", "Set-up 1"], ["setup-2", "Set-up 2"]], layout, (value) => set({ layout: value })),
      offered?.has_floe !== false && el("label", { class: "field check" }, el("input", { type: "checkbox", checked: balanced, onchange: (/** @type {Event} */ event) => set({ balanced: /** @type {HTMLInputElement} */ (event.target).checked }) }), el("span", {}, "Spread the fish evenly")),
      Array.from({ length: this.options.players }, (_, index) => seat(index)),
      choice("Clock", CLOCKS, this.options.clock, (value) => set({ clock: value })),
      button("Begin", () => this.begin(), { class: "primary", id: "begin" }),
    );
  }
}
