// The position shown of a game: its line in the tree, and what the engine has told of it.

import { ROOT, Tree } from "./tree.js";

/** @typedef {import("./types").BoardState} State */
/** What the engine has told of a move: the letter of its player, its words, what it does beyond itself, the move as the viewer has observed it, and the outcome of a last one. @typedef {{ turn: string, words: string | null, title: string, news: string | null, seen: string | undefined, outcome: string | null }} Told */

/** Number of variations that are described at once, so that a large tree does not hold up the engine. */
const MAX_DESCRIBED = 200;

/** Position of the line of a tree, with its viewer and its side. */
export class ShownGame extends EventTarget {
  /** Ids of the nodes of the line that holds the position shown. @type {number[]} */
  line = [];
  /** Number of moves that are played in the position shown. */
  ply = 0;
  /** Whether the line ends with its last move whatever follows in the tree, as that of a game under way. */
  isCut = false;
  /** Number of first moves that keep their place in the tree, where a game under way has begun as a variation. */
  from = 0;
  /** What is known of moves that have been shown, by the ids of their nodes. @type {Map<number, Told>} */
  told = new Map();
  /** Number of times that something new has been told of a move. */
  tellings = 0;
  /** State of the position shown, as the engine describes it. @type {State | null} */
  state = null;
  /** Letter of the player whose view is shown; null where nothing is hidden. @type {string | null} */
  viewer = null;
  /** Colours of pictures. @type {import("./types").ThemeName} */
  theme = "auto";
  /** Whether the board is turned by half a circle, and whether left and right are swapped. */
  turned = false;
  mirrored = false;
  /** Viewer and colours of the picture of the state. */
  drawnFor = "";
  /** Viewer whose knowledge the state is; null for all. @type {string | null} */
  knownTo = null;
  asked = 0;

  /** @param {import("./transport.js").Engine} engine */
  constructor(engine) {
    super();
    this.engine = engine;
    this.tree = new Tree("");
    /** Number of the world, which decides chance. */
    this.world = randomSeed();
  }

  /** Position before the first move. */
  get start() {
    return this.tree.position;
  }

  /** Moves of the line shown. */
  get moves() {
    return this.line.map((id) => this.tree.node(id).move);
  }

  /** Id of the node of the position shown. */
  get node() {
    return this.line[this.ply - 1] ?? ROOT;
  }

  /** Letters of the players of the moves; empty where they have not been shown. */
  get turns() {
    return this.line.map((id) => this.told.get(id)?.turn ?? "");
  }

  /** Moves in words; null where their notation is plain, and where they have not been shown. */
  get words() {
    return this.line.map((id) => this.told.get(id)?.words ?? null);
  }

  /** Whether moves are numbered by rounds, as those of two who move in turn. */
  get hasRounds() {
    return this.state?.has_floe === true && this.state.players === 2;
  }

  /** Number of a move as players write it: by rounds `3.` and, of the second player, `3…`; else each move has its own. @param {number} id */
  numberOf(id) {
    const path = this.tree.path(id);
    if (!this.hasRounds) return `${path.length}.`;
    let [round, turn] = [0, "B"];
    for (const at of path) {
      const next = this.told.get(at)?.turn || (turn === "A" ? "B" : "A");
      // Who is alone on the floe has a round for each move.
      if (next <= turn) round++;
      turn = next;
    }
    return round + (turn === "A" ? "." : "…");
  }

  /** A move with its number: `3… c5-d4`. @param {number} id */
  numbered(id) {
    return `${this.numberOf(id)} ${this.told.get(id)?.words ?? this.tree.node(id).move}`;
  }

  /** Moves of others since the last one of the player to move, which it has not seen being made; none at its first turn. */
  get since() {
    const { state, turns, ply } = this;
    const from = state ? turns.slice(0, ply).lastIndexOf(state.turn) + 1 : 0;
    return from > 0 ? [...turns.keys()].slice(from, ply) : [];
  }

  /** Sentences on what the moves since the last turn of the player to move did beyond themselves: to other penguins, or for the points. */
  get news() {
    const { state, turns, ply } = this;
    if (!state) return [];
    const from = Math.min(turns.lastIndexOf(state.turn, Math.max(ply - 1, 0)) + 1, ply - state.players);
    return this.line.slice(Math.max(from, 0), ply).flatMap((id) => this.told.get(id)?.news ?? []);
  }

  /** A move with its player, as the viewer has observed it. @param {number} index in the line */
  moveWords(index) {
    const [turn, words] = [this.turns[index], this.words[index]];
    return words ? `${turn}: ${words}.` : `${turn} plays ${this.observed[index]}.`;
  }

  /** @returns {[string, string][]} */
  get headers() {
    return this.tree.headers.map(([name, value]) => [name, value]);
  }

  set headers(headers) {
    this.tree.setHeaders(headers.map(([name, value]) => [name, value]));
  }

  /** Notes the position shown; what is returned says whether it still is. */
  stay() {
    const { tree, node } = this;
    return () => tree === this.tree && node === this.node;
  }

  /** Moves that lead to the position shown. */
  get played() {
    return this.moves.slice(0, this.ply);
  }

  /** Whether the position shown is the last one. */
  get isLast() {
    return this.ply === this.line.length;
  }

  /** Moves as the viewer has observed them. */
  get observed() {
    return this.viewer ? this.line.map((id) => this.told.get(id)?.seen ?? "…") : this.moves;
  }

  /** The viewer as a field of a request. */
  get view() {
    return this.viewer ? { viewer: this.viewer } : {};
  }

  /** Position and moves as fields of a request. */
  get fields() {
    return { position: this.start, moves: this.played };
  }

  /** Side of the viewer as fields of a request. */
  get look() {
    const { turned, mirrored } = this;
    return { turned, mirrored };
  }

  /** Viewer and look that a picture is for. */
  get audience() {
    return [this.viewer, this.turned, this.mirrored].join();
  }

  /** Picture of the position shown; null if it was drawn for another viewer or from another side. */
  get picture() {
    return (this.drawnFor === this.audience && this.state?.svg) || null;
  }

  /**
   * Asks for the state after moves, with its picture; null if the game has gone on before it came.
   * @param {{ position: string, moves: string[], choice?: string, automatic?: boolean, world?: number }} request
   */
  async ask(request) {
    const asked = ++this.asked;
    const { audience, viewer } = this;
    const state = await this.engine.ask({ action: "board", ...request, ...this.view, picture: this.look });
    if (asked !== this.asked) return null;
    this.drawnFor = audience;
    this.knownTo = viewer;
    return state;
  }

  /** Whether the state is what another viewer knows. */
  get isForOthers() {
    return this.knownTo !== this.viewer;
  }

  /** Asks for the position shown again, as its viewer knows it. @param {string} how it came to be shown */
  async refresh(how) {
    const stays = this.stay();
    const state = await this.ask(this.fields).catch((error) => this.fail(error));
    if (state && stays()) this.set(state, how);
  }

  /** Asks for the players and the words of moves that have not been shown yet. */
  async describe() {
    const { tree, engine } = this;
    if (this.viewer) return;
    const isUntold = (/** @type {number} */ id) => tree.node(id).children.length === 0 && !this.told.has(id);
    const ends = tree.below(ROOT).filter((id) => id !== ROOT && isUntold(id));
    for (const id of ends.slice(0, MAX_DESCRIBED)) {
      if (tree !== this.tree || !tree.has(id)) return;
      const path = tree.path(id);
      const request = /** @type {const} */ ({ action: "board", position: tree.position, moves: tree.movesTo(id) });
      // A move that cannot be played is named when it is shown.
      const state = await engine.ask(request).catch(() => null);
      if (state && tree === this.tree) this.tell(path, state);
    }
    if (tree === this.tree && ends.length > 0) this.dispatchEvent(new CustomEvent("tree"));
  }

  /** Remembers what a state says of the moves that lead to it. @param {number[]} path @param {State} state */
  tell(path, state) {
    path.forEach((id, index) => {
      const known = this.told.get(id);
      const seen = state.observed?.[index] ?? known?.seen;
      const outcome = index === path.length - 1 ? state.outcome : (known?.outcome ?? null);
      const told = { turn: state.turns[index], words: state.move_words[index] ?? null, title: state.move_titles[index], news: state.news[index], seen, outcome };
      // What is known already stays the same object.
      if (known && known.turn === told.turn && known.words === told.words && known.title === told.title && known.seen === seen && known.outcome === outcome) return;
      this.told.set(id, told);
      this.tellings++;
    });
  }

  /** @param {unknown} error */
  fail(error) {
    this.dispatchEvent(new CustomEvent("fault", { detail: error }));
    return null;
  }

  /** @param {State} state @param {string} how */
  set(state, how) {
    this.state = state;
    this.tell(this.line.slice(0, this.ply), state);
    this.dispatchEvent(new CustomEvent("change", { detail: how }));
  }
}

/** Draws a seed that numbers of JavaScript hold exactly. */
export function randomSeed() {
  return crypto.getRandomValues(new Uint32Array(1))[0] % 1_000_000_000;
}
