// Merging what two pages have done to one game.

import { EMPTY, ROOT, Tree } from "./tree.js";

/** @typedef {import("./tree.js").TreeNode} TreeNode */
/** @typedef {import("./tree.js").Notes} Notes */

/**
 * Merges what another page has done to a game into a tree. A move that one of the two has deleted since `base` is
 * deleted, unless the other has changed it or what follows it; of a note that both have changed the own one stays, of
 * comments and drawings both.
 * @param {Tree} tree
 * @param {Tree} other tree of the same first position
 * @param {Tree} [base] tree from which both come; without one nothing is deleted
 */
export function mergeTree(tree, other, base = new Tree(tree.position)) {
  if (other.position !== tree.position) throw new Error("expected a game that begins with the same position");
  const own = new Map(tree.headers);
  const before = new Map(base.headers);
  const names = new Set([...own.keys(), ...other.headers.map(([name]) => name)]);
  const theirs = new Map(other.headers);
  const merged = [...names].map((name) => /** @type {const} */ ([name, merged3(own.get(name), theirs.get(name), before.get(name))]));
  tree.step(() => {
    mergeNodes(tree, other, base);
    tree.setHeaders(merged.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
  });
}

/** Merges nodes that both trees have, and all below them. @param {Tree} tree @param {Tree} other @param {Tree} base */
function mergeNodes(tree, other, base) {
  /** Ids of a node in the three trees; in `base` null where the node is new. @type {{ id: number, theirId: number, baseId: number | null }[]} */
  const open = [{ id: ROOT, theirId: ROOT, baseId: ROOT }];
  for (let at = open.pop(); at; at = open.pop()) {
    const { id, theirId, baseId } = at;
    const own = tree.node(id);
    const theirs = other.node(theirId);
    const before = baseId === null ? EMPTY : base.node(baseId);
    const known = (/** @type {string} */ move) => (baseId === null ? null : base.child(baseId, move));
    const main = merged3(firstMove(tree, own), firstMove(other, theirs), firstMove(base, before));
    tree.annotate(id, notesOf(own, theirs, before));
    for (const child of own.children) {
      const { move } = tree.node(child);
      const old = known(move);
      if (old !== null && other.child(theirId, move) === null && isSame(tree, child, base, old)) tree.delete(child);
    }
    for (const child of theirs.children) {
      const { move } = other.node(child);
      const old = known(move);
      const isDeleted = old !== null && tree.child(id, move) === null && isSame(other, child, base, old);
      if (!isDeleted) open.push({ id: tree.add(id, move), theirId: child, baseId: old });
    }
    const first = main === null ? null : tree.child(id, main);
    if (first !== null && tree.node(id).children[0] !== first) tree.putFirst(first);
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

/** Whether a node and all below it are the same in two trees. @param {Tree} one @param {number} id @param {Tree} other @param {number} otherId */
function isSame(one, id, other, otherId) {
  const text = (/** @type {Tree} */ tree, /** @type {number} */ at) => JSON.stringify([{ ...tree.node(at), parent: 0, children: 0 }, tree.nodesBelow(at)]);
  return text(one, id) === text(other, otherId);
}

/** Move of the main continuation of a node; null if it has none. @param {Tree} tree @param {TreeNode} node */
function firstMove(tree, { children }) {
  return children.length > 0 ? tree.node(children[0]).move : null;
}
