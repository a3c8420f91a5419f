// The moves of a tree in blocks, in the order of reading.

import { ROOT } from "./tree.js";

/** @typedef {import("./tree.js").Tree} Tree */
/** Moves of a line between two places where others branch off, by their ids. @typedef {{ depth: number, isBranch: boolean, ids: number[] }} Block */

/**
 * Blocks of a tree in the order of reading: variations stand after the move that they replace.
 * @param {Tree} tree
 * @param {number[]} secrets moves that begin variations to leave out
 * @returns {Block[]}
 */
export function blocksOf(tree, secrets) {
  /** @type {Block[]} */
  const blocks = [];
  /** Moves at which blocks begin, the next one last. @type {{ id: number, depth: number, isBranch: boolean }[]} */
  const open = tree.node(ROOT).children.slice(0, 1).map((id) => ({ id, depth: 0, isBranch: false }));
  for (let first = open.pop(); first; first = open.pop()) {
    const { depth } = first;
    const ids = [];
    let { isBranch } = first;
    for (let id = first.id; id !== undefined; id = tree.node(id).children[0]) {
      ids.push(id);
      const { parent, children } = tree.node(id);
      const others = isBranch ? [] : tree.node(parent).children.slice(1).filter((other) => !secrets.includes(other));
      isBranch = false;
      if (others.length === 0) continue;
      open.push(...children.slice(0, 1).map((main) => ({ id: main, depth, isBranch: false })));
      open.push(...others.reverse().map((other) => ({ id: other, depth: depth + 1, isBranch: true })));
      break;
    }
    blocks.push({ depth, isBranch: first.isBranch, ids });
  }
  return blocks;
}
