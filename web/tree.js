// A game as a tree of moves: data, and the operations that change it. Views change nodes through these only.

import { History } from "./history.js";

/**
 * Node of a tree: the position after a move. Nodes are never changed, but replaced.
 * `parent` is the id of the node before the move, `children` are those of its continuations, the main one first. `marks` are signs
 * such as `!?`, `arrows` drawings such as `b2-d4` or a hex, `clock` the seconds left to the player after the move, `value` a value in notation, and
 * `review` the note of a review.
 * @typedef {Readonly<{ parent: number, move: string, children: readonly number[], marks: string, comments: readonly string[], arrows: readonly string[], clock: number | null, value: string | null, review: string | null }>} TreeNode
 */
/** What a person or an engine adds to a move. @typedef {{ marks?: string, comments?: readonly string[], arrows?: readonly string[], clock?: number | null, value?: string | null, review?: string | null }} Notes */
/** Node as it is stored: `parent` is the number of an earlier node, counted from 1, or 0 for the first position. @typedef {import("./types").MoveNode} StoredNode */
/** Game as it is stored and sent; `arrows` are drawings on the first position. @typedef {{ position: string, headers: [string, string][], comments: string[], arrows?: string[], nodes: StoredNode[] }} StoredTree */

/** Id of the node of the first position. */
export const ROOT = 0;

/** @type {TreeNode} */
export const EMPTY = Object.freeze({ parent: -1, move: "", children: [], marks: "", comments: [], arrows: [], clock: null, value: null, review: null });

/** Tree of a game, with undo and redo of all that is done to it. */
export class Tree extends History {
  /** Their number after the last move of a game under way. @type {number | null} */
  played = null;
  /** Game from which the first position was set up, with the moves to the position shown there. @type {{ tree: Tree, moves: string[], position: string } | null} */
  origin = null;
  /** Game that was set up from this one when it had this revision, and has been left by undo. @type {{ tree: Tree, revision: number } | null} */
  following = null;
  /** Screen that hides moves of this game from somebody, until the game ends: no other view shows them. @type {import("./view.js").Screen | null} */
  hiddenBy = null;
  nextId = 1;

  /** @param {string} position before the first move @param {readonly [string, string][]} [headers] */
  constructor(position, headers = []) {
    super();
    this.position = position;
    this.headers = headers;
    this.nodes.set(ROOT, EMPTY);
  }

  /** Number of moves in the tree. */
  get size() {
    return this.nodes.size - 1;
  }

  /** @param {number} id */
  has(id) {
    return this.nodes.has(id);
  }

  /** @param {number} id of a node of the tree */
  node(id) {
    const node = this.nodes.get(id);
    if (!node) throw new Error(`the tree has no node ${id}`);
    return node;
  }

  /** Id of the node that this move leads to; null if the tree has none. @param {number} parent @param {string} move */
  child(parent, move) {
    return this.node(parent).children.find((id) => this.node(id).move === move) ?? null;
  }

  /** Whether it has these moves from this position: then it is the tree of that game. @param {string} position @param {readonly string[]} moves */
  holds(position, moves) {
    const end = moves.reduce((/** @type {number | null} */ at, move) => at === null ? null : this.child(at, move), ROOT);
    return position === this.position && end !== null;
  }

  /** Ids of the nodes from the first move to this node; none for the first position. @param {number} id */
  path(id) {
    const path = [];
    for (let at = id; at !== ROOT; at = this.node(at).parent) path.push(at);
    return path.reverse();
  }

  /** Ids of the nodes to this node, and on along the main continuations to the end. @param {number} id */
  line(id) {
    const line = this.path(id);
    for (let at = this.node(id).children[0]; at !== undefined; at = this.node(at).children[0]) line.push(at);
    return line;
  }

  /** Ids of the nodes of the main line. */
  get mainLine() {
    return this.line(ROOT);
  }

  /** Moves from the first position to this node. @param {number} id */
  movesTo(id) {
    return this.path(id).map((at) => this.node(at).move);
  }

  /** Ids of this node and of all below it, each after its parent. @param {number} id */
  below(id) {
    const ids = [id];
    // The list grows while it is read.
    for (const at of ids) for (const child of this.node(at).children) ids.push(child);
    return ids;
  }

  /** Whether nothing but its main line is in the tree. */
  get isPlain() {
    if (this.headers.length > 0 || this.isNoted) return false;
    return [...this.nodes.values()].every(({ parent, move, children, ...notes }) => children.length < 2 && Object.keys(full(notes)).length === 0);
  }

  /** Whether anything is noted on the first position. */
  get isNoted() {
    const { comments, arrows } = this.node(ROOT);
    return comments.length > 0 || arrows.length > 0;
  }

  /**
   * Adds a move after a node, as its last variation; one that is there already stays. Returns the id of its node.
   * @param {number} parent
   * @param {string} move
   * @param {Notes} [notes] of a new node
   */
  add(parent, move, notes = {}) {
    const child = this.child(parent, move);
    if (child !== null) return child;
    return this.step(() => {
      const id = this.nextId++;
      const before = this.node(parent);
      this.put(parent, { ...before, children: [...before.children, id] });
      this.put(id, { ...EMPTY, ...notes, parent, move });
      return id;
    });
  }

  /** Adds moves one after the other, and returns the ids of their nodes. @param {number} parent @param {readonly string[]} moves */
  insertLine(parent, moves) {
    return this.step(() => {
      const ids = [];
      let at = parent;
      for (const move of moves) {
        at = this.add(at, move);
        ids.push(at);
      }
      return ids;
    });
  }

  /** Puts a node before all other continuations of its parent. @param {number} id */
  putFirst(id) {
    const { parent } = this.node(id);
    const before = this.node(parent);
    const others = before.children.filter((child) => child !== id);
    this.put(parent, { ...before, children: [id, ...others] });
  }

  /** The node where the variation that holds this node leaves the line above it; null on the main line. @param {number} id */
  branch(id) {
    for (let at = id; at !== ROOT; at = this.node(at).parent) {
      if (this.node(this.node(at).parent).children[0] !== at) return at;
    }
    return null;
  }

  /** Lets the variation that holds this node take the place of the line above it. @param {number} id */
  promote(id) {
    const branch = this.branch(id);
    if (branch !== null) this.step(() => this.putFirst(branch));
  }

  /** Makes the line to this node the main one, or its moves after this number of them. @param {number} id @param {number} [from] */
  makeMain(id, from = 0) {
    this.step(() => {
      const isOther = (/** @type {number} */ at) => this.node(this.node(at).parent).children[0] !== at;
      for (const at of this.path(id).slice(from).filter(isOther)) this.putFirst(at);
    });
  }

  /** Deletes a move with all that follows it. @param {number} id */
  delete(id) {
    this.step(() => {
      const { parent } = this.node(id);
      for (const at of this.below(id)) this.put(at, null);
      const before = this.node(parent);
      this.put(parent, { ...before, children: before.children.filter((child) => child !== id) });
    });
  }

  /** Changes what is added to a move, or to the first position. @param {number} id @param {Notes} notes */
  annotate(id, notes) {
    const before = this.node(id);
    const after = { ...before, ...notes };
    if (JSON.stringify(before) !== JSON.stringify(after)) this.step(() => this.put(id, after));
  }

  /** @param {readonly [string, string][]} headers */
  setHeaders(headers) {
    if (JSON.stringify(headers) === JSON.stringify(this.headers)) return;
    this.step(() => {
      this.headers = headers;
    });
  }

  /** The game as it is stored: all nodes in a list, main continuations first, without what is empty. @returns {StoredTree} */
  toJSON() {
    const { comments, arrows } = this.node(ROOT);
    return { position: this.position, headers: this.headers.map(([name, value]) => [name, value]), comments: [...comments], ...full({ arrows }), nodes: this.nodesBelow(ROOT) };
  }

  /** Nodes below this one as they are stored; 0 stands for the node itself. @param {number} top */
  nodesBelow(top) {
    const numbers = new Map([[top, 0]]);
    /** @type {StoredNode[]} */
    const nodes = [];
    const open = [...this.node(top).children].reverse();
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      const { parent, move, children, ...notes } = this.node(id);
      nodes.push({ parent: numbers.get(parent) ?? 0, move, ...full(notes) });
      numbers.set(id, nodes.length);
      open.push(...[...children].reverse());
    }
    return nodes;
  }
}

/** Notes without those that are empty. @param {Notes} notes */
export function full(notes) {
  return Object.fromEntries(Object.entries(notes).filter(([, value]) => value !== null && value !== "" && !(Array.isArray(value) && value.length === 0)));
}
