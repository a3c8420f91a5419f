// The game under way in this tab: who sits where, what each may see, and its place on the board.

import { CLOCKS } from "./clocks.js";
import { NO_SECRETS, opened, peopleOf, recallPlayed } from "./played.js";
import { headersOf, nameOf, seatOf } from "./seats.js";
import { randomSeed } from "./shown.js";
import { remember } from "./storage.js";
import { EngineError } from "./transport.js";
import { Tree } from "./tree.js";

/** Game that is played at this table, if one is. */
export class GameUnderWay {
  /** Whether the game on the board is that of a link, and has not been begun here. */
  isLinked = false;
  /** Tree that holds the game; moves that are taken back stay there. @type {import("./tree.js").Tree | null} */
  tree = null;
  /** Clock of a new game, as `TimeControl`; empty for none. */
  clock = "";
  /** @type {import("./played.js").Played | null} */
  played = recallPlayed();
  /** Person or level of each seat. @type {string[]} */
  seats = this.played?.seats ?? ["person", "2", "2", "2"];

  /** Hears that a game is to begin. */
  onPrepared = () => {};

  /** @param {Pick<import("./main.js").App, "game" | "keeper">} app */
  constructor({ game, keeper }) {
    this.game = game;
    this.keeper = keeper;
  }

  /** Takes the game of a link as the one to be played, unless the page has dealt it itself and is loaded again. */
  link() {
    this.played = null;
    this.isLinked = !history.state?.isDealt;
    if (this.isLinked) this.takeSeats();
  }

  /** Takes the seats and the clock that the game shown names, if it names any. */
  takeSeats() {
    const names = new Map(this.game.headers);
    if (names.has("A")) this.seats = [..."ABCD"].map((letter) => seatOf(names.get(letter)));
    const clock = names.get("TimeControl") ?? "";
    if (CLOCKS.some(([value]) => value === clock)) this.clock = clock;
  }

  /** Whether the game of this tab is the one on the board. */
  get isShown() {
    const { start, moves } = this.game;
    return this.played?.start === start && this.played.moves.join(" ") === moves.join(" ");
  }

  /** Shows the last position of the game under way; one that cannot be read is dropped. */
  async restore() {
    const { game } = this;
    if (!this.played) return;
    const { start, moves, world, headers, from, kept } = this.played;
    const before = game.state;
    // The state of another game says nothing about this one.
    game.state = null;
    game.world = world;
    game.viewer = this.viewer();
    try {
      const isOnBoard = !this.played.isSecret && game.tree.holds(start, moves);
      const found = this.tree?.position === start ? this.tree : isOnBoard ? game.tree : kept ? await this.keeper.treeOf(kept, start) : null;
      const tree = (this.tree = found ?? new Tree(start));
      await game.load(start, { moves, headers, tree, from });
    } catch (error) {
      game.state = before;
      game.viewer = null;
      const kind = error instanceof EngineError ? error.error.kind : "";
      if (!["position", "move", "field"].includes(kind)) throw error;
      this.played = null;
      remember("played", "null", sessionStorage);
    }
  }

  /** Whether a game is under way in which tiles have been hidden from a player. */
  get isSecret() {
    return this.isPlaying && this.played?.isSecret === true;
  }

  /** Letter of the person who is to have the screen once its holder has seen the board; empty for none. */
  get waiting() {
    const { isLast, state } = this.game;
    const isOther = state !== null && this.people.includes(state.turn) && state.turn !== this.played?.holder;
    return this.isSecret && this.people.length > 1 && isLast && isOther ? state.turn : "";
  }

  /** Letter of the person to whom the screen is to be handed before anything is shown; null if the right one has it. */
  curtain() {
    const { game: { ply, state }, played } = this;
    if (!played || !state) return null;
    played.isSecret ||= state.has_secrets;
    if (!this.isSecret) {
      played.next = "";
      if (this.people.includes(state.turn)) played.holder = state.turn;
    } else if (ply === 0) this.handOver();
    return played.next || null;
  }

  /** Hides the board until the person who waits for the screen takes it. */
  handOver() {
    if (this.played) this.played.next = this.waiting;
  }

  /** Gives the other views what the viewer of a game with hidden tiles knows, in place of the game. */
  async conceal() {
    if (this.isSecret && this.game.tree === this.tree) await this.game.conceal(this.played?.next ? "" : this.viewer());
  }

  /** Gives the screen to the person that is to have it next. */
  async takeScreen() {
    const { played } = this;
    if (!played?.next) return;
    played.holder = played.next;
    played.next = "";
    this.keep();
    await this.restore();
  }

  /** Stores the game for when the page is loaded again. */
  keep() {
    const { played, isShown } = this;
    if (!played) return;
    if (isShown) Object.assign(played, { headers: this.game.headers, kept: this.keeper.current?.id });
    const text = JSON.stringify(played);
    remember("played", text, sessionStorage);
    // Beyond the tab only a game that goes on.
    if (isShown) remember("played", this.isPlaying ? text : "null");
  }

  /** Whether a game is under way, perhaps paused. */
  get isPlaying() {
    return this.played !== null && !this.played.end && !this.game.state?.is_over;
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

  /** @param {string | undefined} turn */
  seatOf(turn) {
    return this.seats[(turn ?? "A").charCodeAt(0) - 65];
  }

  /**
   * Makes a game from this position the one under way, with the seats and the clock of the form. It goes on in the tree on the board if
   * it has begun there, and hides nothing.
   * @param {string} start
   * @param {number} players
   * @param {string[]} [before] moves played before; without them it is a new game
   */
  prepare(start, players, before) {
    this.onPrepared();
    this.isLinked = false;
    const { clock } = this;
    const [time, added = 0] = clock.split("+").map(Number);
    const clocks = clock ? Array(players).fill(time) : [];
    // A try of a game that goes on after this position is a variation of it.
    const { node, state } = this.game;
    const moves = before ?? [];
    const tree = before && !state?.has_secrets ? this.game.tree : new Tree(start);
    const from = moves.length > 0 && tree === this.game.tree && tree.node(node).children.length > 0 ? moves.length + 1 : 0;
    // The state is that of the game before.
    this.tree = tree;
    this.game.state = null;
    const holder = peopleOf(this.seats.slice(0, players))[0] ?? "";
    this.played = { start, moves, players, seats: this.seats, headers: this.headers(players), world: randomSeed(), clocks, added, isPaused: false, end: "", from, ...NO_SECRETS, holder };
  }

  /** @param {number} players @returns {[string, string][]} */
  headers(players) {
    const { clock } = this;
    const headers = headersOf(this.seats.slice(0, players));
    if (clock) headers.push(["TimeControl", clock]);
    return headers;
  }

  /** The only person, if it has no name. */
  get you() {
    const [only, ...others] = this.people;
    return only && others.length === 0 && !nameOf(only) ? only : "";
  }

  /** Number of moves before the last choice of a person; -1 for none, as where that of another person is hidden from the one at the screen. */
  get lastChoice() {
    const { game } = this;
    const ply = game.turns.slice(0, game.ply).findLastIndex((turn) => this.seatOf(turn) === "person");
    const isOthers = this.isSecret && this.people.length > 1 && game.turns[ply] !== this.played?.holder;
    return isOthers ? -1 : ply;
  }

  /** Whether all other players have retired: the player to move has made the last two moves. */
  get isAlone() {
    const { state, turns, ply } = this.game;
    return state !== null && state.has_floe && !state.is_placing && state.players > 1 && ply > 1 && turns.slice(ply - 2, ply).every((turn) => turn === state.turn);
  }

  /** Whether the game of a link is to be begun. */
  get isOffered() {
    return this.isLinked && !this.played && this.game.state?.is_over === false;
  }

  /** Goes on with the game shown, such as that of a link. */
  async continueGame() {
    const { start, state, played, headers } = this.game;
    if (!state) return;
    if (!this.isOffered) this.takeSeats();
    this.prepare(start, state.players, played);
    // The names are those of the game, where no other person sits.
    const names = new Map(headers);
    const isSame = [..."ABCD"].every((letter, index) => index >= state.players || seatOf(names.get(letter)) === this.seats[index]);
    if (this.played && names.has("A") && isSame) this.played.headers = opened(headers);
    await this.restore();
  }

  /** Ends the game before its last move. @param {string} player who loses @param {"gave-up" | "out-of-time"} reason */
  async forfeit(player, reason) {
    const { game, played } = this;
    if (!played) return;
    // Nobody moves any more.
    played.end = "…";
    const { words, result } = await game.engine.ask({ action: "forfeit", ...game.fields, player, reason });
    played.end = words;
    played.headers = game.headers = [...opened(played.headers), ["Result", result], ["Termination", words]];
  }

  /** Opens a game again that was given up. */
  reopen() {
    if (!this.played) return;
    this.played.end = "";
    this.played.headers = this.game.headers = opened(this.played.headers);
  }
}
