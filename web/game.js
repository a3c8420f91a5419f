// The game on the board: all that changes its tree, or the position shown of it.

import { ShownGame, randomSeed } from "./shown.js";
import { ROOT, Tree } from "./tree.js";

/**
 * Game that all views of the page share. Reports `change` when another position is shown, `tree` when the tree has changed, and `fault`
 * when a position of the tree cannot be shown.
 */
export class Game extends ShownGame {
  /**
   * Puts what a person knows of the position shown in the place of the game, without its moves.
   * @param {string | null} person null for one who knows all; empty between two persons, where nobody is known to look: then another game
   */
  async conceal(person) {
    const { engine, fields } = this;
    const viewer = person ? { viewer: person } : {};
    const reply = person === "" ? engine.ask({ action: "deal", seed: randomSeed() }) : engine.ask({ action: "board", ...fields, ...viewer });
    const { position } = await reply;
    this.viewer = null;
    await this.load(position, { automatic: false });
  }

  /**
   * Begins with another position, and perhaps with moves.
   * @param {string} start
   * @param {{ moves?: string[], ply?: number, headers?: [string, string][], automatic?: boolean, tree?: Tree, from?: number }} [game] `automatic`: whether
   * to play steps without a choice after the last move; `tree`: one of this position that the moves are to be in
   */
  async load(start, { moves = [], ply = moves.length, headers = [], automatic = true, tree = new Tree(start), from = 0 } = {}) {
    const isLast = ply >= moves.length;
    const state = await this.ask({ position: start, moves: moves.slice(0, ply), automatic: automatic && isLast, world: this.world });
    if (!state) return;
    const isNew = tree.size === 0 && tree.done.length === 0;
    if (tree !== this.tree) this.replace(tree);
    this.from = from;
    this.line = this.tree.step(() => {
      this.headers = headers;
      return this.tree.insertLine(ROOT, isLast ? state.moves : moves);
    });
    // What has been loaded is not taken back.
    if (isNew) this.tree.done = [];
    this.ply = state.moves.length;
    this.set(state, "load");
  }

  /**
   * Begins with a tree, at the first position or after some moves of its main line.
   * @param {Tree} tree
   * @param {string[]} [moves] moves to the position to show, where they are in the tree
   */
  async loadTree(tree, moves = []) {
    let node = ROOT;
    for (const move of moves) node = tree.child(node, move) ?? node;
    const state = await this.ask({ position: tree.position, moves: tree.movesTo(node) });
    if (!state) return;
    this.replace(tree);
    this.line = tree.line(node);
    this.ply = tree.path(node).length;
    this.set(state, "load");
    await this.describe();
  }

  /** @param {Tree} tree */
  replace(tree) {
    this.tree = tree;
    this.told = new Map();
    this.line = [];
    this.ply = this.from = 0;
    this.dispatchEvent(new Event("load"));
  }

  /** Shows the position after this number of moves of the line. @param {number} ply */
  async show(ply) {
    await this.showLine(this.line, Math.max(0, Math.min(ply, this.line.length)));
  }

  /** Shows the position of a node. @param {number} id */
  async goTo(id) {
    const index = this.line.indexOf(id);
    if (id === ROOT || index >= 0) return this.show(index + 1);
    await this.showLine(this.isCut ? this.tree.path(id) : this.tree.line(id), this.tree.path(id).length);
  }

  /** @param {number[]} line @param {number} ply */
  async showLine(line, ply) {
    if (ply === this.ply && this.state && (line[ply - 1] ?? ROOT) === this.node) {
      this.line = line;
      return;
    }
    const { tree, node } = this;
    const moves = line.slice(0, ply).map((id) => tree.node(id).move);
    const state = await this.ask({ position: this.start, moves }).catch((error) => this.fail(error));
    // The node may have been deleted meanwhile.
    if (!state || tree !== this.tree || !line.every((id) => tree.has(id))) return;
    this.line = line;
    this.ply = ply;
    this.set(state, (line[ply - 2] ?? ROOT) === node && ply > 0 ? "forth" : "show");
  }

  /**
   * Plays a choice in the position shown. The moves that followed it stay in the tree, as another branch; in a game under way the
   * new move comes first.
   * @param {string} choice
   * @param {{ isSettled?: boolean, automatic?: boolean }} [how] `isSettled`: whether the choice has its outcome; `automatic`: whether to play
   * steps without a choice after it
   */
  async play(choice, { isSettled = false, automatic = true } = {}) {
    if (this.moves[this.ply] === choice) return this.show(this.ply + 1);
    const { tree, node } = this;
    const known = tree.child(node, choice);
    if (known !== null && !this.isCut) return this.goTo(known);
    await this.add(isSettled ? { position: this.start, moves: [...this.played, choice] } : { ...this.fields, choice }, automatic);
  }

  /**
   * Goes on from the position shown with the moves of a request.
   * @param {{ position: string, moves: string[], choice?: string }} request
   * @param {boolean} [automatic] whether to play steps without a choice after them
   */
  async add(request, automatic = false) {
    const { tree, node } = this;
    const state = await this.ask({ ...request, world: this.world, automatic });
    if (!state || tree !== this.tree || !tree.has(node)) return;
    const path = tree.path(node);
    this.line = tree.step(() => {
      const line = [...path, ...tree.insertLine(node, state.moves.slice(path.length))];
      if (this.isCut) tree.makeMain(line.at(-1) ?? ROOT, this.from);
      return line;
    });
    if (this.isCut) tree.played = tree.shape;
    this.ply = this.line.length;
    if (!this.isCut) this.line = tree.line(this.node);
    this.set(state, "play");
  }

  /**
   * Adds moves after the position shown, if they can all be played; returns the ids of their nodes.
   * @param {string[]} moves
   * @param {string | null} [value] after the first move, unless the tree has one
   * @throws {import("./transport.js").EngineError} where one cannot be played
   */
  async insert(moves, value = null) {
    const { tree, node } = this;
    const state = await this.engine.ask({ action: "board", position: this.start, moves: [...tree.movesTo(node), ...moves] });
    if (tree !== this.tree || !tree.has(node)) return [];
    const added = tree.step(() => {
      const ids = tree.insertLine(node, moves);
      if (value !== null && tree.node(ids[0]).value === null) tree.annotate(ids[0], { value });
      return ids;
    });
    this.tell([...tree.path(node), ...added], state);
    await this.settle();
    return added;
  }

  /** Ends the line after this number of moves. The moves that are taken back stay in the tree. @param {number} ply */
  async takeBack(ply) {
    await this.show(ply);
    this.line = this.line.slice(0, ply);
    this.dispatchEvent(new CustomEvent("change", { detail: "show" }));
  }

  /** Says whether the line ends with its last move, or goes on in the tree. @param {boolean} isCut */
  cut(isCut) {
    this.isCut = isCut;
    if (!isCut) this.line = this.tree.line(this.line.at(-1) ?? ROOT);
  }

  /** Changes the tree in one step of undo, and shows what has become of it. @param {(tree: Tree) => void} change */
  async edit(change) {
    const { tree, node } = this;
    const { revision } = tree;
    tree.step(() => change(tree));
    const step = tree.done.at(-1);
    if (step && tree.revision !== revision) step.node = node;
    await this.settle();
  }

  /** Begins a new game at a position that has been set up from the one shown; undo returns to that. @param {string} position */
  async setUp(position) {
    const { tree, state } = this;
    // All changes of an editor are one step.
    const isDraft = tree.origin !== null && tree.size === 0 && !tree.isNoted;
    const origin = isDraft ? tree.origin : { tree, moves: this.played, position: state?.position ?? "" };
    if (origin?.position === position) return this.loadTree(origin.tree, origin.moves);
    await this.load(position, { automatic: false });
    if (this.tree !== tree) this.tree.origin = origin;
  }

  /** Whether there is a change to take back, or to do again. */
  get undoable() {
    const { done, undone, origin, following, revision } = this.tree;
    return { undo: done.length > 0 || origin !== null, redo: undone.length > 0 || following?.revision === revision };
  }

  /**
   * Takes back the last change of the tree, and shows the move where others were deleted; before the first one, returns to the game from
   * which it was set up.
   */
  async undo() {
    const { tree } = this;
    const node = tree.done.at(-1)?.node ?? ROOT;
    const isGone = !tree.has(node);
    if (tree.undo()) return this.settle(isGone ? node : undefined);
    const { origin } = tree;
    if (!origin) return;
    origin.tree.following = { tree, revision: origin.tree.revision };
    await this.loadTree(origin.tree, origin.moves);
  }

  /** Does again what was taken back, and shows the last move that it brings back. */
  async redo() {
    const { following, revision } = this.tree;
    const before = new Set(this.tree.nodes.keys());
    const changed = this.tree.redo();
    if (!changed && following?.revision === revision) return this.loadTree(following.tree);
    if (!changed) return;
    const fresh = changed.filter((id) => !before.has(id) && this.tree.has(id));
    await this.settle(fresh.at(-1));
  }

  /** Shows the position of a node, or else the last one of the line that is still in the tree. @param {number} [node] */
  async settle(node) {
    const { tree } = this;
    const path = this.line.slice(0, this.ply);
    const kept = path.filter((id) => tree.has(id));
    const at = node ?? kept.at(-1) ?? ROOT;
    const wasHere = at === this.node && kept.length === path.length;
    const line = this.isCut ? tree.path(at) : this.lineThrough(at);
    if (wasHere) {
      this.line = line;
      this.dispatchEvent(new CustomEvent("tree"));
      return;
    }
    // Of nodes that are gone nothing can be shown, and all is told with the next position.
    this.line = kept;
    this.ply = Math.min(this.ply, kept.length);
    this.state = null;
    await this.showLine(line, tree.path(at).length);
  }

  /** The line shown, if it leads through a node and is still in the tree, or else the one from there along main continuations. @param {number} id */
  lineThrough(id) {
    const { tree, line } = this;
    const isLine = line.every((at, index) => tree.has(at) && tree.node(at).parent === (line[index - 1] ?? ROOT));
    const isThrough = id === ROOT || line.includes(id);
    return isLine && isThrough ? tree.line(line.at(-1) ?? ROOT) : tree.line(id);
  }
}
