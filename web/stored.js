// Reading a tree as it is stored and sent.

import { isHeader, isTexts } from "./storage.js";
import { ROOT, Tree } from "./tree.js";

/**
 * Reads a game as it is stored; what is missing in a node is empty.
 * @param {any} json
 * @throws {Error} that names the first thing that is not as expected
 */
export function treeFrom(json) {
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
    for (const [index, stored] of nodes.entries()) ids.push(readNode(tree, stored, index + 1, ids));
  });
  tree.done = [];
  tree.revision = tree.edits = 0;
  return tree;
}

/**
 * Adds a node as it is stored.
 * @param {Tree} tree
 * @param {any} stored
 * @param {number} number of the node
 * @param {number[]} ids of the nodes by their numbers
 */
function readNode(tree, stored, number, ids) {
  const at = `node ${number}`;
  const { parent, move, marks = "", comments = [], arrows = [], clock = null, value = null, review = null } = stored ?? {};
  expect(Number.isInteger(parent) && parent >= 0 && parent < number, `${at}: the number of an earlier node as its parent`);
  expect(typeof move === "string" && move !== "", `${at}: a move`);
  expect(typeof marks === "string", `${at}: marks that are a text`);
  expect(isTexts(comments) && isTexts(arrows), `${at}: comments and arrows that are texts`);
  expect(clock === null || Number.isFinite(clock), `${at}: seconds of a clock`);
  expect([value, review].every((text) => text === null || typeof text === "string"), `${at}: a value and a review that are texts`);
  return tree.add(ids[parent], move, { marks, comments: [...comments], arrows: [...arrows], clock, value, review });
}

/** @param {boolean} isRight @param {string} what is expected */
function expect(isRight, what) {
  if (!isRight) throw new Error(`game: expected ${what}`);
}
