// What a review says of the moves, written into the tree.

import { BAD, isOfReview } from "./notes.js";
import { named } from "./seats.js";
import { ROOT, full } from "./tree.js";

/** @typedef {import("./types").ReviewedMove} ReviewedMove */

/** Start of a comment on a game that has the accuracies by one strength. */
const COMPARED = "Review, ";

/**
 * Writes the review into the tree: values, signs, what is wrong with bad moves, and the best lines as variations, in place of what an earlier
 * review has written of the same moves.
 * @param {Pick<import("./main.js").App, "engine" | "game">} app
 * @param {import("./tree.js").Tree} tree
 * @param {number[]} line
 * @param {ReviewedMove[]} moves
 * @param {string} sum of the review, in words
 * @param {string} accuracies by its strength, `Quick: A 88 %, B 91 %`; empty for a part of a review
 * @param {(change: () => void) => Promise<void>} edit changes the tree
 */
export async function writeReview({ engine, game }, tree, line, moves, sum, accuracies, edit) {
  const known = line.map((id) => (tree.has(id) ? tree.node(id).review : null));
  const request = /** @type {const} */ ({ action: "review", position: tree.position, moves: moves.map(({ move }) => move), known, recall: true });
  const earlier = known[0] ? await engine.ask(request).catch(() => null) : null;
  /** States after the best lines in place of bad moves. @type {Map<number, import("./types").BoardState>} */
  const better = new Map();
  for (const [index, { mark, line: best }] of moves.entries()) {
    if (mark === null || best.length === 0) continue;
    const before = moves.slice(0, index).map(({ move }) => move);
    better.set(index, await engine.ask({ action: "board", position: tree.position, moves: [...before, ...best] }));
  }
  if (!line.every((id) => tree.has(id))) return;
  await edit(() => {
    const { comments } = tree.node(ROOT);
    const compared = comments.filter((words) => words.startsWith(COMPARED) && !(accuracies && words.startsWith(COMPARED + accuracies.split(":")[0])));
    const all = [...comments.filter((words) => !isOfReview(words)), `Review: ${sum}`, ...compared, accuracies && COMPARED + accuracies];
    tree.annotate(ROOT, { comments: all.filter(Boolean) });
    for (const [index, reviewed] of moves.entries()) {
      const id = line[index];
      annotate(tree, id, reviewed);
      const old = earlier?.moves[index];
      if (old?.mark) takeAway(tree, tree.node(id).parent, old, reviewed.mark ? reviewed.line : []);
      const state = better.get(index);
      if (!state) continue;
      const added = tree.insertLine(tree.node(id).parent, reviewed.line);
      const { value, comments } = tree.node(added[0]);
      tree.annotate(added[0], { value: value ?? reviewed.best_value, comments: [...new Set([...comments, ...reviewed.reasons.map((reason) => named(reason))])] });
      if (tree === game.tree) game.tell(tree.path(added[added.length - 1]), state);
    }
  });
}

/** Accuracies by the strengths of the reviews of a game, as writeReview has them, those of the last one at the end. @param {import("./tree.js").Tree} tree */
export function comparedIn(tree) {
  return tree.node(ROOT).comments.flatMap((words) => (words.startsWith(COMPARED) ? words.slice(COMPARED.length) : []));
}

/**
 * Takes away what an earlier review has written of the best line in place of a move: moves that nobody has added to, and that are not in the new line.
 * @param {import("./tree.js").Tree} tree
 * @param {number} parent
 * @param {ReviewedMove} earlier
 * @param {string[]} fresh
 */
function takeAway(tree, parent, { best_value, line, reasons }, fresh) {
  const ids = [];
  for (let at = tree.child(parent, line[0]); at !== null; at = tree.child(at, line[ids.length])) ids.push(at);
  if (ids.length === 0) return;
  const { comments, value } = tree.node(ids[0]);
  const written = reasons.map((reason) => named(reason));
  tree.annotate(ids[0], { comments: comments.filter((words) => !written.includes(words)), value: value === best_value ? null : value });
  const changed = line.findIndex((move, index) => move !== fresh[index]);
  const { mainLine } = tree;
  for (const id of ids.slice(changed < 0 ? ids.length : changed).reverse()) {
    const { parent: _, move, children, ...notes } = tree.node(id);
    if (mainLine.includes(id) || children.length > 0 || Object.keys(full(notes)).length > 0) return;
    tree.delete(id);
  }
}

/**
 * Writes what a review says of a move into the tree. Signs of a person stay.
 * @param {import("./tree.js").Tree} tree
 * @param {number} id
 * @param {ReviewedMove} reviewed
 */
function annotate(tree, id, { value, sign, words, note }) {
  const { marks, comments } = tree.node(id);
  const isOwn = marks !== "" && !BAD.includes(marks);
  const own = comments.filter((comment) => !isOfReview(comment));
  tree.annotate(id, { value, review: note, marks: isOwn ? marks : sign, comments: sign ? [...own, words] : own });
}

/** Reasons for the best move, without the turn, which stands before them. @param {ReviewedMove} reviewed */
export function reasonsOf({ reasons }) {
  return named(reasons.filter((reason) => !reason.startsWith("It plays: ")).join(" "));
}
