// Play: people and engines in any seats.

import { announce, button, choice, el, fill, messageOf } from "./dom.js";
import { randomSeed } from "./game.js";
import { Guide } from "./guide.js";
import { rulesButton, rulesOptions, showTips } from "./rules.js";
import { PENGUINS, face, headerWords, headersOf, named, nameOf, passSeats, seatOf, setName } from "./seats.js";
import { sound, soundBox } from "./sound.js";
import { isHeader, isTexts, recall, recallValue, remember } from "./storage.js";
import { Hints } from "./teacher.js";
import { EngineError } from "./transport.js";
import { View } from "./view.js";

/** @typedef {import("./main.js").App} App */

/**
 * Game that people and engines play, with all that it takes to go on after the page is loaded again: `clocks` are remaining seconds, and
 * `end` says how it was ended before its last move, `from` is the number of first moves that keep their place in the tree, and `kept` that
 * of the game of the shelf. `isSecret` says whether tiles have been hidden in it, `holder` is the letter of the person at the screen, and
 * `next` that of the one to whom it is to be handed, or empty.
 * @typedef {{ start: string, moves: string[], players: number, seats: string[], headers: [string, string][], world: number, clocks: number[], added: number, isPaused: boolean, isOver?: boolean, end: string, from?: number, kept?: number, isSecret: boolean, holder: string, next: string }} Played
 */

/** Times of a player in seconds, with the time added after a move. @type {[string, string][]} */
const CLOCKS = [["", "none"], ["60+1", "1 min + 1 s"], ["300+3", "5 min + 3 s"], ["600+5", "10 min + 5 s"]];

/** State in the history of the browser of an address that the page has written for a position of its own. */
export const DEALT = "dealt";

/** Where nothing has been hidden yet. */
const NO_SECRETS = { isSecret: false, holder: "", next: "" };

/** View to play games. */
export class Play extends View {
  name = "play";
  title = "Play";
  /** Whether the game on the board is that of a link, and has not been begun here. */
  isLinked = false;
  thinking = 0;
  /** @type {import("./transport.js").Query | null} */
  query = null;
  /** Tree that holds the game. @type {import("./tree.js").Tree | null} */
  tree = null;
  /** State of the form when it was written. */
  shownSetUp = "";
  /** New game that is shown, as `dealOf` has it. */
  shownDeal = JSON.stringify(["base", 2, "standard", false]);
  /** Game whose result has been closed. @type {Played | null} */
  closed = null;
  /** Whether engines play all seats at once, as one player is left. */
  isRushed = false;

  /** @param {App} app */
  constructor(app) {
    super();
    this.app = app;
    // Moves that are taken back stay in the tree, and are none of the game.
    /** Options of a new game. */
    this.options = { rules: "base", players: 2, layout: "standard", balanced: false, clock: "" };
    /** Game under way in this tab, or the last one: that of another tab waits. @type {Played | null} */
    this.played = recallValue("played", isPlayed, sessionStorage);
    const other = recall("played", sessionStorage) === null ? recallValue("played", isPlayed) : null;
    if (other) this.played = { ...other, isPaused: true };
    if (this.played) this.played = { ...NO_SECRETS, ...this.played };
    /** Person or level of each seat. @type {string[]} */
    this.seats = this.played?.seats ?? ["person", "2", "2", "2"];
    /** Time of the last look at the clocks in milliseconds. */
    this.looked = performance.now();
    this.setUp = el("div", { class: "set-up" });
    this.status = el("p", { class: "summary", id: "status", spoken: true });
    this.actions = el("div", { class: "row" });
    /** Button to give up, or the question whether to do so in its place. */
    this.surrender = el("div", { class: "row apart", role: "group", "aria-label": "Give up", onkeydown: (/** @type {KeyboardEvent} */ { key }) => key === "Escape" && this.askToGiveUp(false) });
    this.askToGiveUp(false);
    this.hints = new Hints(app);
    this.guide = new Guide(app);
    /** Result of a game that is over. */
    this.card = el("div", { id: "result" });
    this.tips = el("div");
    this.element = el("div", { class: "view" }, this.status, this.tips, this.actions, this.hints.text, this.setUp);
    setInterval(() => this.tick(), 100);
    addEventListener("pagehide", () => this.keep());
  }

  get isGame() {
    return true;
  }

  get isCut() {
    return true;
  }

  /** @param {boolean} isOpened */
  async enter(isOpened) {
    const { board } = this.app;
    board.onMove = (move) => this.person(move);
    board.onHex = null;
    board.root.append(this.card);
    if (isOpened && !this.isShown) this.link();
    // A game that is over gives way to what is looked at now; it is on the shelf.
    if (this.played?.isOver && this.played.start !== this.app.game.start) this.played = null;
    // Other views may have left the game for other moves and positions.
    await this.restore();
  }

  leave() {
    this.stop();
    this.card.remove();
    this.guide.flipper.remove();
    if (this.played) this.played.isOver = !this.isPlaying;
    document.body.classList.remove("laying");
  }

  /** Takes the game of a link as the one to be played, unless the page has dealt it itself and is loaded again. */
  link() {
    this.played = null;
    this.isLinked = history.state !== DEALT;
    if (this.isLinked) this.takeSeats();
  }

  /** Takes the seats and the clock that the game shown names, if it names any. */
  takeSeats() {
    const names = new Map(this.app.game.headers);
    if (names.has("A")) this.seats = [..."ABCD"].map((letter) => seatOf(names.get(letter)));
    const clock = names.get("TimeControl") ?? "";
    if (CLOCKS.some(([value]) => value === clock)) this.options.clock = clock;
  }

  /** Whether the game of this tab is the one on the board. */
  get isShown() {
    const { start, moves } = this.app.game;
    return this.played?.start === start && this.played.moves.join(" ") === moves.join(" ");
  }

  /** Shows the last position of the game under way; one that cannot be read is dropped. */
  async restore() {
    const { game } = this.app;
    if (!this.played) return;
    const { start, moves, world, headers, from, kept } = this.played;
    const before = game.state;
    // The state of another game says nothing about this one.
    game.state = null;
    game.world = world;
    game.viewer = this.viewer();
    try {
      const found = [this.tree, game.tree].find((tree) => tree?.position === start);
      const tree = found ?? (kept ? await this.app.keeper.treeOf(kept, start) : null) ?? undefined;
      await game.load(start, { moves, headers, tree, from });
      this.tree = game.tree;
    } catch (error) {
      game.state = before;
      game.viewer = null;
      const kind = error instanceof EngineError ? error.error.kind : "";
      if (!["position", "move", "field"].includes(kind)) throw error;
      this.played = null;
      remember("played", "null", sessionStorage);
    }
  }

  /** Gives the other views what the viewer of a game with hidden tiles knows, in place of the game. */
  async conceal() {
    if (this.isSecret && this.isShown) await this.app.game.conceal(this.played?.next ? "" : this.viewer());
  }

  /** Whether a game is under way in which tiles have been hidden from a player. */
  get isSecret() {
    return this.isPlaying && this.played?.isSecret === true;
  }

  /** Letter of the person to whom the screen is to be handed before anything is shown; null if the right one has it. */
  curtain() {
    const { played } = this;
    const { game } = this.app;
    if (!played || !game.state) return null;
    const { turn, has_secrets } = game.state;
    played.isSecret ||= has_secrets;
    const isOther = this.seatOf(turn) === "person" && turn !== played.holder;
    if (!this.isSecret) {
      // Who plays before anything is hidden knows what is hidden then.
      played.next = "";
      if (this.seatOf(turn) === "person") played.holder = turn;
    } else if (this.people.length > 1 && game.isLast && isOther) played.next = turn;
    return played.next || null;
  }

  /** Gives the screen to the person that is to have it next. */
  async takeScreen() {
    if (!this.played?.next) return;
    this.played.holder = this.played.next;
    this.played.next = "";
    this.keep();
    await this.restore();
  }

  /** Stores the game for when the page is loaded again. */
  keep() {
    const { played, isShown } = this;
    if (!played) return;
    if (isShown) Object.assign(played, { headers: this.app.game.headers, kept: this.app.keeper.current?.id });
    const text = JSON.stringify(played);
    remember("played", text, sessionStorage);
    // Beyond the tab only a game that goes on.
    if (isShown) remember("played", this.isPlaying ? text : "null");
  }

  /** Whether a game is under way, perhaps paused. */
  get isPlaying() {
    return this.played !== null && !this.played.end && !this.app.game.state?.is_over;
  }

  /** Letters of the persons who play. */
  get people() {
    return peopleOf(this.seats.slice(0, this.played?.players));
  }

  /** Who looks at a game under way, and may not see all: the only person, or the one at the screen; null if only engines play. */
  viewer() {
    if (!this.isPlaying || !this.played) return null;
    const { people } = this;
    return people.length === 1 ? people[0] : this.played.holder || null;
  }

  /** Whether a person may move in the position shown. */
  canMove() {
    const { game } = this.app;
    return this.isPlaying && !this.isRushed && !this.played?.isPaused && !this.played?.next && game.state !== null && game.isLast && this.seatOf(game.state?.turn) === "person";
  }

  /** @param {string | undefined} turn */
  seatOf(turn) {
    return this.seats[(turn ?? "A").charCodeAt(0) - 65];
  }

  /** Deals and begins a game, by default that of the form. */
  async begin({ rules, players } = this.options) {
    try {
      // What is shown is played, if it is a game of the form.
      const { game } = this.app;
      const isShown = this.isFresh && this.shownDeal === this.dealOf({ rules, players });
      const position = isShown ? game.start : await this.dealt({ rules, players });
      this.prepare(position, players);
      await this.restore();
      this.element.scrollTop = 0;
      this.app.panel.scrollTop = 0;
      scrollTo(0, 0);
      this.app.board.focus();
    } catch (error) {
      fill(this.status, messageOf(error));
    }
  }

  /** What a new game depends on, as a text. @param {{ rules: string, players: number }} game */
  dealOf({ rules, players }) {
    const { layout, balanced } = this.options;
    return JSON.stringify([rules, players, layout, balanced]);
  }

  /** Position of a new game. @param {{ rules: string, players: number }} game */
  async dealt({ rules, players }) {
    const { engine, rules: all } = this.app;
    const { layout, balanced } = this.options;
    const hasFloe = all.find(({ name }) => name === rules)?.has_floe;
    /** @type {import("./transport.js").Request<"deal">} */
    const request = { action: "deal", rules, players, seed: randomSeed(), ...(hasFloe ? { layout, balanced } : {}) };
    return (await engine.ask(request)).position;
  }

  /** Shows the game that the form describes, until it begins. */
  async deal() {
    const { app, options } = this;
    const wanted = this.dealOf(options);
    if (!this.isFresh || wanted === this.shownDeal) return;
    const position = await this.dealt(options);
    if (!this.isFresh || wanted !== this.dealOf(options)) return;
    app.dealt = position;
    this.shownDeal = wanted;
    await app.game.load(position);
  }

  /** Begins another game of the same rules and players; `places` is how far they change their seats. @param {number} places */
  rematch(places) {
    const { state } = this.app.game;
    if (!state) return;
    const { rules, players } = state;
    if (places > 0) {
      this.seats = [...this.seats.slice(1, players), this.seats[0], ...this.seats.slice(players)];
      passSeats(players);
    }
    this.begin({ ...this.options, rules, players });
  }

  /**
   * Makes a game from this position the one under way, with the seats and the clock of the form.
   * @param {string} start
   * @param {number} players
   * @param {string[]} [moves] played before
   */
  prepare(start, players, moves = []) {
    this.askToGiveUp(false);
    this.isLinked = false;
    const { clock } = this.options;
    const [time, added = 0] = clock.split("+").map(Number);
    const clocks = clock ? Array(players).fill(time) : [];
    // A try of a game that goes on after this position is a variation of it.
    const { tree, node } = this.app.game;
    const from = moves.length > 0 && tree.node(node).children.length > 0 ? moves.length + 1 : 0;
    // The state is that of the game before.
    this.tree = tree;
    this.app.game.state = null;
    const holder = peopleOf(this.seats.slice(0, players))[0] ?? "";
    this.played = { start, moves, players, seats: this.seats, headers: this.headers(players), world: randomSeed(), clocks, added, isPaused: false, end: "", from, ...NO_SECRETS, holder };
  }

  /** @param {number} players @returns {[string, string][]} */
  headers(players) {
    const { clock } = this.options;
    const headers = headersOf(this.seats.slice(0, players));
    if (clock) headers.push(["TimeControl", clock]);
    return headers;
  }

  /** Goes on after every change of the game. */
  update() {
    const { game } = this.app;
    this.stop();
    this.hints.clear();
    fill(this.card);
    if (this.played?.start === game.start) {
      this.played.moves = game.moves;
      this.keep();
    }
    this.showActions();
    this.showSetUp();
    showTips(this.app, this.tips, (this.isPlaying && this.people.length > 0 && game.state?.rules) || "", this.guide);
    this.guide.show();
    if (this.played?.next) {
      fill(this.status, `Hand the screen to ${named(this.played.next)}`);
      return;
    }
    this.app.showPlayers();
    this.app.showClocks(this.played?.clocks ?? []);
    const { state } = game;
    if (!this.played || !state) return fill(this.status, this.isOffered ? "Choose who plays, and begin" : "New game");
    if (this.played.end || state.is_over) {
      fill(this.status, this.played.end ? named(this.played.end) : this.app.turnWords());
      this.isRushed = false;
      if (game.isLast) this.showResult(state);
      return;
    }
    if (!game.isLast) return fill(this.status, "Earlier position: go to the last move to play on");
    if (this.played.isPaused) return fill(this.status, "Paused");
    const seat = this.seatOf(state.turn);
    fill(this.status, seat === "person" ? this.turnWords : named([...game.news, `${state.turn} thinks…`].join(" ")));
    if ((seat !== "person" || this.isRushed) && this.app.levels.length > 0) this.think(this.isRushed ? "7" : seat, state.turn);
  }

  /** The only person, if it has no name. */
  get you() {
    const [only, ...others] = this.people;
    return only && others.length === 0 && !nameOf(only) ? only : "";
  }

  /** Says what is asked for next; who plays alone without a name is addressed. */
  get turnWords() {
    return this.app.turnWords().replace(`${this.you || "-"}: your turn`, "Your turn");
  }

  showTurn() {
    if (this.canMove()) fill(this.status, this.turnWords);
  }

  /** Lays a card over the floe: who won, what each player has, and how to go on. @param {import("./types").BoardState} state */
  showResult({ outcome, results, sides }) {
    const { app, played, you } = this;
    const { game } = app;
    if (!played || this.closed === played) return;
    const { tree, line } = game;
    const row = (/** @type {import("./types").PlayerResult} */ { player, text }) => {
      const name = player === you ? "You" : nameOf(player) || headerWords(game.headers.find(([key]) => key === player)?.[1] ?? "");
      return el("tr", {}, el("td", {}, el("b", { class: `player ${player}` }, player)), el("th", { scope: "row" }, name), el("td", {}, text));
    };
    const signs = /** @type {const} */ ([["??", "Worst"], ["!!", "Best"]]);
    const moments = signs.flatMap(([sign, words]) => {
      const ply = line.findIndex((id) => tree.node(id).marks === sign);
      const found = ply < 0 ? line.findIndex((id) => tree.node(id).marks === sign[0]) : ply;
      return found < 0 ? [] : [button(`${words}: ${found + 1}. ${game.words[found] ?? game.moves[found]}`, () => this.app.reviewGame(line[found]), { class: "quiet" })];
    });
    const title = named(played.end || (outcome ?? "")).replace(you ? new RegExp(`^${you} wins`) : /$^/, "You win");
    const [level] = this.seats.slice(0, played.players).filter((seat) => seat !== "person" && seat < "8");
    const harder = () => {
      this.seats = this.seats.map((seat) => (seat === level ? String(Number(level) + 1) : seat));
      this.rematch(0);
    };
    const close = () => {
      this.closed = played;
      fill(this.card);
    };
    fill(
      this.card,
      el("h2", {}, title || "The game is over"),
      sides > 1 && el("table", {}, results.map(row)),
      moments,
      el(
        "div",
        { class: "row" },
        button("Again", () => this.rematch(0), { id: "rematch", class: "primary" }),
        level && this.people.length > 0 && button("A bit harder", harder, { id: "harder" }),
        this.people.length === 1 && moments.length === 0 && line.length > 0 && button("Show me my worst move", () => app.review.showWorst(this.people[0]), { id: "my-worst" }),
        button("See the floe", close, { class: "quiet", id: "close-result" }),
      ),
    );
  }

  /** @param {string} move */
  async person(move) {
    const { state } = this.app.game;
    if (!state || !this.canMove()) return;
    this.guide.moved();
    await this.play(move, state.turn);
  }

  /** @param {string} move @param {string} turn */
  async play(move, turn) {
    const index = turn.charCodeAt(0) - 65;
    if (this.played && index in this.played.clocks) this.played.clocks[index] += this.played.added;
    const { game } = this.app;
    const { ply } = game;
    await game.play(move);
    sound(game.state?.is_over ? [523, 659, 784] : [440]);
    if (this.played?.next) return;
    const words = game.words[ply];
    announce(named(words ? `${turn}: ${words}` : `${turn} plays ${game.observed[ply]}`));
  }

  /**
   * Lets an engine move.
   * @param {string} seat
   * @param {string} turn
   */
  async think(seat, turn) {
    const { engine, game } = this.app;
    const number = ++this.thinking;
    const level = this.app.levels[Number(seat) - 1];
    const left = this.played?.clocks[turn.charCodeAt(0) - 65];
    const limits = left === undefined ? {} : { limits: { time: Math.max(0.05, Math.min(5, left / 15)) } };
    const spec = `${level}${level.includes(":") ? "," : ":"}seed=${randomSeed()}`;
    const wait = () => number === this.thinking && fill(this.status, named(`${turn} waits: the computer is busy with other searches`));
    const query = engine.query({ action: "analyze", ...game.fields, engine: spec, ...limits }, undefined, wait);
    this.query = query;
    const pause = new Promise((resolve) => setTimeout(resolve, this.isRushed ? 0 : this.app.pause));
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

  /** Number of moves before the last choice of a person; -1 for none, as where that of another person is hidden from the one at the screen. */
  get lastChoice() {
    const { game } = this.app;
    const ply = game.turns.slice(0, game.ply).findLastIndex((turn) => this.seatOf(turn) === "person");
    const isOthers = this.isSecret && this.people.length > 1 && game.turns[ply] !== this.played?.holder;
    return isOthers ? -1 : ply;
  }

  /** Goes back to the last choice of a person. */
  async takeBack() {
    this.isRushed = false;
    const { lastChoice } = this;
    if (lastChoice >= 0) await this.app.game.takeBack(lastChoice);
  }

  /**
   * Ends the game before its last move.
   * @param {string} player who loses
   * @param {"gave-up" | "out-of-time"} reason
   */
  async end(player, reason) {
    const { played } = this;
    const { engine, game } = this.app;
    if (!played || played.end) return;
    this.stop();
    // Nobody moves any more.
    played.end = "…";
    const { words, result } = await engine.ask({ action: "forfeit", ...game.fields, player, reason });
    played.end = words;
    played.headers = game.headers = [...opened(played.headers), ["Result", result], ["Termination", words]];
    this.app.showState("show");
  }

  /** Asks whether to give up, or offers it. @param {boolean} isAsked */
  askToGiveUp(isAsked) {
    const { surrender } = this;
    const hadFocus = surrender.contains(document.activeElement);
    const answers = [el("b", {}, "Give up?"), button("Yes", () => this.giveUp(), { id: "give-up-yes" }), button("No", () => this.askToGiveUp(false), { id: "give-up-no" })];
    fill(surrender, isAsked ? answers : button("Give up", () => this.askToGiveUp(true), { id: "give-up" }));
    // Enter pressed twice gives nothing up.
    if (hadFocus) /** @type {HTMLElement} */ (surrender.lastElementChild).focus();
  }

  /** Gives up for the only person, or else for the person to move. */
  giveUp() {
    this.askToGiveUp(false);
    const { state } = this.app.game;
    const [only, ...others] = this.people;
    if (state) this.end(others.length === 0 ? only : state.turn, "gave-up");
  }

  /** Goes on with a game that was given up. */
  playOn() {
    if (!this.played) return;
    this.closed = null;
    this.played.end = "";
    this.played.headers = this.app.game.headers = opened(this.played.headers);
    this.app.showState("show");
  }

  /** Whether all other players have retired: the player to move has made the last two moves. */
  get isAlone() {
    const { state, turns, ply } = this.app.game;
    return state !== null && state.has_floe && !state.is_placing && state.players > 1 && ply > 1 && turns.slice(ply - 2, ply).every((turn) => turn === state.turn);
  }

  pause() {
    if (!this.played) return;
    this.played.isPaused = !this.played.isPaused;
    this.app.showState("show");
  }

  /** Whether the game of a link is to be begun. */
  get isOffered() {
    return this.isLinked && !this.played && this.app.game.state?.is_over === false;
  }

  /** Goes on with the game shown, such as that of a link. */
  async continueGame() {
    const { start, state, played, headers } = this.app.game;
    if (!state) return;
    if (!this.isOffered) this.takeSeats();
    this.prepare(start, state.players, played);
    // The names are those of the game, where no other person sits.
    const names = new Map(headers);
    const isSame = [..."ABCD"].every((letter, index) => index >= state.players || seatOf(names.get(letter)) === this.seats[index]);
    if (this.played && names.has("A") && isSame) this.played.headers = opened(headers);
    await this.restore();
  }

  /** Shows the next step of the hint. Of hidden tiles, it is to know as much as the person. */
  async advise() {
    const { game } = this.app;
    if (game.state) await this.hints.more(this.isSecret ? { position: game.state.position } : game.fields, 1, document.getElementById("ask-hint") ?? undefined);
  }

  tick() {
    const { game } = this.app;
    const now = performance.now();
    const passed = (now - this.looked) / 1000;
    this.looked = now;
    const { played } = this;
    if (!played || !game.state || !this.isPlaying || played.isPaused || played.next || !game.isLast || !this.element.isConnected || played.clocks.length === 0) return;
    const { turn } = game.state;
    const index = turn.charCodeAt(0) - 65;
    played.clocks[index] = Math.max(0, played.clocks[index] - passed);
    if (played.clocks[index] === 0) this.end(turn, "out-of-time");
    this.app.showClocks(played.clocks);
  }

  /** Whether the floe on the board has been dealt for the page only, and waits for a game. */
  get isFresh() {
    const { dealt, game } = this.app;
    return !this.played && !this.isOffered && game.moves.length === 0 && game.start === dealt;
  }

  /** Rules that a person reads about: those chosen for a new game while its form is open, and else those of the game. */
  get rulesName() {
    const form = this.setUp.querySelector("details.new");
    const isChosen = !form || form.hasAttribute("open");
    return (!isChosen && this.app.game.state?.rules) || this.options.rules;
  }

  showActions() {
    const { app, isPlaying } = this;
    // Players and moves would take the room of the form.
    document.body.classList.toggle("laying", this.isFresh);
    const { game } = app;
    const hasPerson = this.seats.slice(0, this.played?.players ?? 2).includes("person");
    const hasMoves = game.moves.length > 0;
    if (this.played?.next) return fill(this.actions);
    // What is put into the page anew loses the focus.
    const focused = this.surrender.contains(document.activeElement) && /** @type {HTMLElement} */ (document.activeElement);
    fill(
      this.actions,
      // First, so that it stays where it is when the others come and go.
      isPlaying && button(this.played?.isPaused ? "Resume" : "Pause", () => this.pause(), { id: "pause" }),
      isPlaying && !this.isRushed && this.isAlone && button("Play to the end", () => { this.isRushed = true; this.update(); }, { id: "to-end" }),
      this.canMove() && button("Hint", () => this.advise(), { id: "ask-hint" }),
      isPlaying && hasMoves && this.lastChoice >= 0 && button("Take back", () => this.takeBack(), { id: "take-back" }),
      this.played && !isPlaying && [
        game.state && game.state.players > 1 && button("Rematch, seats swapped", () => this.rematch(1), { id: "rematch-swapped" }),
        this.played.end && game.state?.is_over === false && button("Play on", () => this.playOn(), { id: "play-on" }),
        hasMoves && button("Look for mistakes", () => app.reviewGame(), { id: "review-game" }),
      ],
      !this.played && !this.isOffered && game.state?.is_over === false && !this.isFresh && button("Continue this game", () => this.continueGame(), { id: "continue-game" }),
      rulesButton(app, () => this.rulesName),
      this.played && button("Try out moves", () => app.go("analyze")),
      // A file would show what is hidden.
      hasMoves && !this.isSecret && button("Save game", () => app.save(), { id: "save" }),
      isPlaying && hasPerson && this.surrender,
    );
    if (focused) focused.focus();
  }

  /** All that the form shows. */
  get setUpState() {
    const { app, isOffered, isPlaying, options, played, seats } = this;
    const { state, moves } = app.game;
    return JSON.stringify([isPlaying, options, seats, played?.players, app.rules.length, isOffered && [state?.players, moves.length], [..."ABCD"].map(nameOf)]);
  }

  /** Shows the seats, and the form of a new game: in a game under way it is closed. */
  showSetUp() {
    const { isPlaying, options } = this;
    const { rules, layout, balanced } = options;
    const offered = this.app.rules.find(({ name }) => name === rules);
    const counts = offered?.has_teams ? [4] : [1, 2, 3, 4].filter((count) => count >= (offered?.min_players ?? 2) && count <= (offered?.max_players ?? 4));
    if (!counts.includes(options.players)) options.players = offered?.usual_players ?? 2;
    // What has not changed stays as it is, also where a person has opened a list.
    const { isOffered } = this;
    const { state, moves } = this.app.game;
    const shown = this.setUpState;
    if (shown === this.shownSetUp) return;
    this.shownSetUp = shown;
    const set = (/** @type {Partial<Play["options"]>} */ change) => {
      Object.assign(options, change);
      this.showSetUp();
      this.deal();
    };
    const levels = this.app.levels.map((_, index) => /** @type {[string, string, string]} */ ([String(index + 1), `${index + 1}: ${PENGUINS[index].join(", ")}`, "Computer"]));
    const seat = (/** @type {number} */ index) => {
      const letter = "ABCD"[index];
      const name = el("input", { type: "text", placeholder: "Name", value: nameOf(letter), maxlength: "40", "aria-label": `Name of ${letter}`, onchange: () => this.rename(letter, name.value) });
      const isPerson = this.seats[index] === "person";
      const who = choice(`Player ${letter}`, [["person", "Person"], ...levels], this.seats[index], (value) => this.seat(index, value));
      return el("div", { class: "field seat-row" }, who, isPerson ? name : face(Number(this.seats[index])));
    };
    const seats = Array.from({ length: (isOffered ? state?.players : isPlaying && this.played?.players) || options.players }, (_, index) => seat(index));
    const isOpen = this.setUp.querySelector("details.more")?.hasAttribute("open");
    const clock = choice("Clock", CLOCKS, options.clock, (value) => set({ clock: value }));
    const form = [
      choice("Rules", rulesOptions(this.app), rules, (value) => set({ rules: value })),
      choice("Players", counts.map((count) => [String(count), String(count)]), String(options.players), (value) => set({ players: Number(value) })),
    ];
    const more = el("details", { class: "more", open: isOpen }, el("summary", {}, "More"),
      offered?.has_floe !== false && choice("Layout", [["standard", "as in the box"], ["setup-1", "other shape 1"], ["setup-2", "other shape 2"]], layout, (value) => set({ layout: value })),
      offered?.has_floe !== false && el("label", { class: "field check" }, el("input", { type: "checkbox", checked: balanced, onchange: (/** @type {Event} */ event) => set({ balanced: /** @type {HTMLInputElement} */ (event.target).checked }) }), el("span", {}, "Spread the fish evenly")),
      !isOffered && clock);
    const begin = (/** @type {string} */ label) => button(label, () => this.begin(), { class: "primary", id: "begin" });
    const isNew = this.setUp.querySelector("details.new")?.hasAttribute("open");
    const other = (/** @type {string} */ label) => el("details", { class: "new", open: isNew }, el("summary", {}, "New game"), form, more, begin(label));
    if (isOffered) {
      const label = moves.length > 0 ? "Continue this game" : "Play this position";
      fill(this.setUp, el("h2", {}, "Players"), seats, button(label, () => this.continueGame(), { class: "primary", id: "continue-game" }), clock, soundBox(), other("Deal a new floe and begin"));
    } else if (isPlaying) {
      fill(this.setUp, el("h2", {}, "Players"), seats, soundBox(), other("End this game and begin"));
    } else {
      fill(this.setUp, form, seats, begin("Begin"), more, soundBox());
    }
  }

  /** @param {string} letter @param {string} name */
  rename(letter, name) {
    setName(letter, name);
    // The field has it already: a form written anew would take the button from below a finger.
    this.shownSetUp = this.setUpState;
    if (this.isPlaying) this.app.rename(letter);
    this.showTurn();
  }

  /** Shows names that have been changed. */
  showNames() {
    this.showSetUp();
    this.showTurn();
  }

  /**
   * Seats a person or an engine.
   * @param {number} index
   * @param {string} seat
   */
  seat(index, seat) {
    this.seats = this.seats.with(index, seat);
    // A name is that of a person.
    if (seat !== "person") setName("ABCD"[index], "");
    if (!this.played || !this.isPlaying) return this.showSetUp();
    this.played.seats = this.seats;
    this.played.next = "";
    this.played.headers = this.app.game.headers = this.headers(this.played.players);
    this.app.showState("show");
  }
}

/** Headers of a game that goes on. @param {[string, string][]} headers */
function opened(headers) {
  return headers.filter(([name]) => name !== "Result" && name !== "Termination");
}

/** Letters of the seats of persons. @param {string[]} seats */
function peopleOf(seats) {
  return seats.flatMap((seat, index) => (seat === "person" ? ["ABCD"[index]] : []));
}

/** Whether a value from the storage of the browser has the form of a game. @param {Played} played */
function isPlayed({ start, moves, players, seats, headers, world, clocks, added, isPaused, end, isSecret = false, holder = "", next = "" }) {
  const isSeat = (/** @type {string} */ seat) => /^(person|[1-8])$/.test(seat);
  return (
    [start, end, holder, next].every((text) => typeof text === "string") &&
    isTexts(moves) &&
    [1, 2, 3, 4].includes(players) &&
    isTexts(seats) && seats.length === 4 && seats.every(isSeat) &&
    headers.every(isHeader) &&
    Number.isSafeInteger(world) && world >= 0 &&
    clocks.every(Number.isFinite) && [0, players].includes(clocks.length) &&
    Number.isFinite(added) &&
    typeof isPaused === "boolean" && typeof isSecret === "boolean"
  );
}
