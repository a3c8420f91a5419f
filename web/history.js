// Undo and redo: steps that change the nodes and the headers of a tree.

/** @typedef {import("./tree.js").TreeNode} TreeNode */
/** State of the tree before a step, or after it: nodes by id, null for none, headers, and the node at which the step was made. @typedef {{ nodes: Map<number, TreeNode | null>, headers: readonly [string, string][], node?: number }} Snapshot */

/** Number of steps that can be undone. */
const MAX_STEPS = 1000;

/** Nodes and headers that change in steps. */
export class History {
  /** Number of changes, undone ones included. */
  revision = 0;
  /** Number of them that changed more than headers. */
  edits = 0;
  /** Number of changes of its moves and their order. */
  shape = 0;
  /** Steps that can be undone, the last one at the end: what was before each. @type {Snapshot[]} */
  done = [];
  /** Steps that can be done again: what was after each. @type {Snapshot[]} */
  undone = [];
  /** What was before the step under way. @type {Snapshot | null} */
  before = null;
  /** Names and values about the game. @type {readonly [string, string][]} */
  headers = [];
  /** @type {Map<number, TreeNode>} */
  nodes = new Map();

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

  /** Replaces a node, or removes it, and remembers what was there. @param {number} id @param {TreeNode | null} node */
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

  /** Takes back the last step; returns the ids of the nodes that it had changed, or null if there is none. */
  undo() {
    return this.exchange(this.done, this.undone);
  }

  /** Does again what was taken back last; returns the ids of the nodes that it changes, or null if there is none. */
  redo() {
    return this.exchange(this.undone, this.done);
  }

  /** Restores the last state of one list, and puts the present one into the other. @param {Snapshot[]} from @param {Snapshot[]} to */
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
}
