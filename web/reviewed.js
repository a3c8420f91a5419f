// What a review says of the moves, written into the tree.

import { BAD } from "./notes.js";
import { named } from "./seats.js";
import { ROOT } from "./tree.js";

/** @typedef {import("./types").ReviewedMove} ReviewedMove */

/** Start of the comment on a game that sums up its review. */
const SUMMARY = "Review: ";

/**
 * Writes the review into the tree: values, signs, what is wrong with bad moves, and the best lines as variations.
 * @param {Pick<import("./main.js").App, "engine" | "game">} app
 * @param {import("./tree.js").Tree} tree
 * @param {number[]} line
 * @param {ReviewedMove[]} moves
 * @param {{ words: string }[]} players
 * @param {(change: () => void) => Promise<void>} edit changes the tree
 */
export async function writeReview({ engine, game }, tree, line, moves, players, edit) {
  /** States after the best lines in place of bad moves. @type {Map<number, import("./types").BoardState>} */
  const better = new Map();
  for (const [index, { mark, line: best }] of moves.entries()) {
    if (mark === null || best.length === 0) continue;
    const before = moves.slice(0, index).map(({ move }) => move);
    better.set(index, await engine.ask({ action: "board", position: tree.position, moves: [...before, ...best] }));
  }
  if (tree !== game.tree || !line.every((id) => tree.has(id))) return;
  await edit(() => {
    const others = tree.node(ROOT).comments.filter((comment) => !comment.startsWith(SUMMARY));
    tree.annotate(ROOT, { comments: [...others, SUMMARY + players.map(({ words }) => words).join("; ")] });
    for (const [index, id] of line.entries()) {
      const reviewed = moves[index];
      if (reviewed) annotate(tree, id, reviewed);
      const state = better.get(index);
      if (!state) continue;
      const added = tree.insertLine(tree.node(id).parent, reviewed.line);
      const { value, comments } = tree.node(added[0]);
      tree.annotate(added[0], { value: value ?? reviewed.best_value, comments: [...new Set([...comments, ...reviewed.reasons.map((reason) => named(reason))])] });
      game.tell(tree.path(added[added.length - 1]), state);
    }
  });
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
  const isKnown = sign === "" || comments.includes(words);
  tree.annotate(id, { value, review: note, marks: isOwn ? marks : sign, comments: isKnown ? comments : [...comments, words] });
}

/** Reasons for the best move, without the turn, which stands before them. @param {ReviewedMove} reviewed */
export function reasonsOf({ reasons }) {
  return named(reasons.filter((reason) => !reason.startsWith("It plays: ")).join(" "));
}
