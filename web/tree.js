// A game as a tree of moves: data, and the operations that change it. Views change nodes through these only.

import { isHeader, isTexts } from "./storage.js";

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
/** State of the tree before a step, or after it: nodes by id, null for none, headers, and the node at which the step was made. @typedef {{ nodes: Map<number, TreeNode | null>, headers: readonly [string, string][], node?: number }} Snapshot */

/** Id of the node of the first position. */
export const ROOT = 0;

/** Number of steps that can be undone. */
const MAX_STEPS = 1000;

/** @type {TreeNode} */
const EMPTY = Object.freeze({ parent: -1, move: "", children: [], marks: "", comments: [], arrows: [], clock: null, value: null, review: null });

/** Tree of a game, with undo and redo of all that is done to it. */
export class Tree {
  /** Number of changes, undone ones included. */
  revision = 0;
  /** Number of them that changed more than headers. */
  edits = 0;
  /** Number of changes of its moves and their order. */
  shape = 0;
  /** Their number after the last move of a game under way. @type {number | null} */
  played = null;
  /** Game from which the first position was set up, with the moves to the position shown there. @type {{ tree: Tree, moves: string[], position: string } | null} */
  origin = null;
  /** Game that was set up from this one when it had this revision, and has been left by undo. @type {{ tree: Tree, revision: number } | null} */
  following = null;
  nextId = 1;
  /** Steps that can be undone, the last one at the end: what was before each. @type {Snapshot[]} */
  done = [];
  /** Steps that can be done again: what was after each. @type {Snapshot[]} */
  undone = [];
  /** What was before the step under way. @type {Snapshot | null} */
  before = null;

  /** @param {string} position before the first move @param {[string, string][]} [headers] */
  constructor(position, headers = []) {
    this.position = position;
    /** Names and values about the game. @type {readonly [string, string][]} */
    this.headers = headers;
    /** @type {Map<number, TreeNode>} */
    this.nodes = new Map([[ROOT, EMPTY]]);
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

  /**
   * Id of the node that this move leads to; null if the tree has none.
   * @param {number} parent
   * @param {string} move
   */
  child(parent, move) {
    return this.node(parent).children.find((id) => this.node(id).move === move) ?? null;
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
   * Runs operations as one step of undo and redo.
   * @template T
   * @param {() => T} operations
   * @returns {T}
   */
  step(operations) {
    if (this.before) return operations();
    /** @type {Snapshot} */
    const before = { nodes: new Map(), headers: this.headers };
    this.before = before;
    try {
      return operations();
    } finally {
      this.before = null;
      if (before.nodes.size > 0 || before.headers !== this.headers) {
        this.done.push(before);
        if (this.done.length > MAX_STEPS) this.done.shift();
        this.undone = [];
        this.revision++;
        if (before.nodes.size > 0) this.edits++;
      }
    }
  }

  /**
   * Replaces a node, or removes it, and remembers what was there.
   * @param {number} id
   * @param {TreeNode | null} node
   */
  put(id, node) {
    if (!this.before) throw new Error("a tree changes in steps only");
    if (!this.before.nodes.has(id)) this.before.nodes.set(id, this.nodes.get(id) ?? null);
    this.replace(id, node && Object.freeze(node));
  }

  /** @param {number} id @param {TreeNode | null} node null for none */
  replace(id, node) {
    if (node?.children !== this.nodes.get(id)?.children) this.shape++;
    if (node) this.nodes.set(id, node);
    else this.nodes.delete(id);
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

  /**
   * Adds moves one after the other, and returns the ids of their nodes.
   * @param {number} parent
   * @param {readonly string[]} moves
   */
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

  /** Whether the tree has these moves from its first position on. @param {string[]} moves */
  hasLine(moves) {
    let at = ROOT;
    for (const move of moves) {
      const next = this.node(at).children.find((id) => this.node(id).move === move);
      if (next === undefined) return false;
      at = next;
    }
    return true;
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

  /**
   * Makes the line to this node the main one, or its moves after this number of them.
   * @param {number} id
   * @param {number} [from]
   */
  makeMain(id, from = 0) {
    this.step(() => {
      const isOther = (/** @type {number} */ at) => this.node(this.node(at).parent).children[0] !== at;
      for (const at of this.path(id).slice(from).filter(isOther)) this.putFirst(at);
    });
  }

  /** Deletes a move with all that follows it. @param {number} id */
  delete(id) {
    if (id === ROOT) return this.deleteMoves();
    this.step(() => {
      const { parent } = this.node(id);
      for (const at of this.below(id)) this.put(at, null);
      const before = this.node(parent);
      this.put(parent, { ...before, children: before.children.filter((child) => child !== id) });
    });
  }

  /** Deletes all moves. */
  deleteMoves() {
    this.step(() => {
      for (const child of this.node(ROOT).children) this.delete(child);
    });
  }

  /**
   * Changes what is added to a move, or to the first position.
   * @param {number} id
   * @param {Notes} notes
   */
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

  /**
   * Merges what another page has done to a game into this tree. A move that one of the two has deleted since `base` is
   * deleted, unless the other has changed it or what follows it; of a note that both have changed the own one stays, of
   * comments and drawings both.
   * @param {Tree} other tree of the same first position
   * @param {Tree} [base] tree from which both come; without one nothing is deleted
   */
  merge(other, base = new Tree(this.position)) {
    if (other.position !== this.position) throw new Error("expected a game that begins with the same position");
    const own = new Map(this.headers);
    const before = new Map(base.headers);
    const names = new Set([...own.keys(), ...other.headers.map(([name]) => name)]);
    const theirs = new Map(other.headers);
    const merged = [...names].map((name) => /** @type {const} */ ([name, merged3(own.get(name), theirs.get(name), before.get(name))]));
    this.step(() => {
      this.mergeNodes(other, base);
      this.setHeaders(merged.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
    });
  }

  /**
   * Merges nodes that both trees have, and all below them.
   * @param {Tree} other
   * @param {Tree} base
   */
  mergeNodes(other, base) {
    /** Ids of a node in the three trees; in `base` null where the node is new. @type {{ id: number, theirId: number, baseId: number | null }[]} */
    const open = [{ id: ROOT, theirId: ROOT, baseId: ROOT }];
    for (let at = open.pop(); at; at = open.pop()) {
      const { id, theirId, baseId } = at;
      const own = this.node(id);
      const theirs = other.node(theirId);
      const before = baseId === null ? EMPTY : base.node(baseId);
      const known = (/** @type {string} */ move) => (baseId === null ? null : base.child(baseId, move));
      const main = merged3(firstMove(this, own), firstMove(other, theirs), firstMove(base, before));
      this.annotate(id, notesOf(own, theirs, before));
      for (const child of own.children) {
        const { move } = this.node(child);
        const old = known(move);
        if (old !== null && other.child(theirId, move) === null && isSame(this, child, base, old)) this.delete(child);
      }
      for (const child of theirs.children) {
        const { move } = other.node(child);
        const old = known(move);
        const isDeleted = old !== null && this.child(id, move) === null && isSame(other, child, base, old);
        if (!isDeleted) open.push({ id: this.add(id, move), theirId: child, baseId: old });
      }
      const first = main === null ? null : this.child(id, main);
      if (first !== null && this.node(id).children[0] !== first) this.putFirst(first);
    }
  }

  /** Takes back the last step; returns the ids of the nodes that it had changed, or null if there is none. */
  undo() {
    return this.exchange(this.done, this.undone);
  }

  /** Does again what was taken back last; returns the ids of the nodes that it changes, or null if there is none. */
  redo() {
    return this.exchange(this.undone, this.done);
  }

  /**
   * Restores the last state of one list, and puts the present one into the other.
   * @param {Snapshot[]} from
   * @param {Snapshot[]} to
   */
  exchange(from, to) {
    const snapshot = from.pop();
    if (!snapshot) return null;
    /** @type {Snapshot} */
    const present = { nodes: new Map(), headers: this.headers, node: snapshot.node };
    for (const [id, node] of snapshot.nodes) {
      present.nodes.set(id, this.nodes.get(id) ?? null);
      this.replace(id, node);
    }
    this.headers = snapshot.headers;
    to.push(present);
    this.revision++;
    this.edits++;
    return [...snapshot.nodes.keys()];
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

  /**
   * Reads a game as it is stored; what is missing in a node is empty.
   * @param {any} json
   * @throws {Error} that names the first thing that is not as expected
   */
  static fromJSON(json) {
    const { position, headers = [], comments = [], arrows = [], nodes } = json ?? {};
    expect(typeof position === "string", "a position");
    expect(Array.isArray(headers) && headers.every(isHeader), "headers with name and value");
    expect(isTexts(comments) && isTexts(arrows), "comments and arrows that are texts");
    expect(Array.isArray(nodes), "a list of nodes");
    const tree = new Tree(position, headers.map((/** @type {[string, string]} */ [name, value]) => [name, value]));
    tree.step(() => {
      tree.annotate(ROOT, { comments: [...comments], arrows: [...arrows] });
      // Two nodes with the same move are one.
      const ids = [ROOT];
      for (const [index, stored] of nodes.entries()) ids.push(tree.read(stored, index + 1, ids));
    });
    tree.done = [];
    tree.revision = tree.edits = 0;
    return tree;
  }

  /**
   * Adds a node as it is stored.
   * @param {any} stored
   * @param {number} number of the node
   * @param {number[]} ids of the nodes by their numbers
   */
  read(stored, number, ids) {
    const at = `node ${number}`;
    const { parent, move, marks = "", comments = [], arrows = [], clock = null, value = null, review = null } = stored ?? {};
    expect(Number.isInteger(parent) && parent >= 0 && parent < number, `${at}: the number of an earlier node as its parent`);
    expect(typeof move === "string" && move !== "", `${at}: a move`);
    expect(typeof marks === "string", `${at}: marks that are a text`);
    expect(isTexts(comments) && isTexts(arrows), `${at}: comments and arrows that are texts`);
    expect(clock === null || Number.isFinite(clock), `${at}: seconds of a clock`);
    expect([value, review].every((text) => text === null || typeof text === "string"), `${at}: a value and a review that are texts`);
    return this.add(ids[parent], move, { marks, comments: [...comments], arrows: [...arrows], clock, value, review });
  }
}

/**
 * Of a value that two pages may have changed the changed one; of two changed ones the first.
 * @template T
 * @param {T} own
 * @param {T} theirs
 * @param {T} before
 */
function merged3(own, theirs, before) {
  return JSON.stringify(own) === JSON.stringify(before) ? theirs : own;
}

/**
 * Of a list of texts all that stand in both, and what either has added.
 * @param {readonly string[]} own
 * @param {readonly string[]} theirs
 * @param {readonly string[]} before
 */
function mergedTexts(own, theirs, before) {
  const kept = own.filter((text) => theirs.includes(text) || !before.includes(text));
  return [...kept, ...theirs.filter((text) => !own.includes(text) && !before.includes(text))];
}

/**
 * Notes of a node of two trees that come from a third one.
 * @param {TreeNode} own
 * @param {TreeNode} theirs
 * @param {TreeNode} before
 * @returns {Notes}
 */
function notesOf(own, theirs, before) {
  return {
    marks: merged3(own.marks, theirs.marks, before.marks),
    comments: mergedTexts(own.comments, theirs.comments, before.comments),
    arrows: mergedTexts(own.arrows, theirs.arrows, before.arrows),
    clock: merged3(own.clock, theirs.clock, before.clock),
    review: merged3(own.review, theirs.review, before.review),
    value: merged3(own.value, theirs.value, before.value),
  };
}

/** Signs of bad moves. */
export const BAD = ["?!", "?", "??"];

/** Whether a comment is that of a review on a move or on a whole game. @param {string} words */
export function isOfReview(words) {
  return words.search(/^Review: | is an? (inaccuracy|mistake|blunder)(, proved)?: /) >= 0;
}

/**
 * Whether a node and all below it are the same in two trees.
 * @param {Tree} one
 * @param {number} id
 * @param {Tree} other
 * @param {number} otherId
 */
function isSame(one, id, other, otherId) {
  const text = (/** @type {Tree} */ tree, /** @type {number} */ at) => JSON.stringify([{ ...tree.node(at), parent: 0, children: 0 }, tree.nodesBelow(at)]);
  return text(one, id) === text(other, otherId);
}

/**
 * Move of the main continuation of a node; null if it has none.
 * @param {Tree} tree
 * @param {TreeNode} node
 */
function firstMove(tree, { children }) {
  return children.length > 0 ? tree.node(children[0]).move : null;
}

/** Notes without those that are empty. @param {Notes} notes */
function full(notes) {
  return Object.fromEntries(Object.entries(notes).filter(([, value]) => value !== null && value !== "" && !(Array.isArray(value) && value.length === 0)));
}

/** @param {boolean} isRight @param {string} what is expected */
function expect(isRight, what) {
  if (!isRight) throw new Error(`game: expected ${what}`);
}
