// About a game on the shelf: its name, its result, and the words that find it.

import { outcomeOf, titleOf } from "./games.js";
import { isOfReview } from "./notes.js";
import { treeFrom } from "./stored.js";
import { ROOT, Tree } from "./tree.js";

/** @typedef {import("./tree.js").StoredTree} StoredTree */
/** @typedef {Pick<import("./main.js").App, "game" | "rules">} Page */

/** Folder of games that the page keeps on its own. */
export const RECENT = "Recent";

/** Longest name of a game or a folder, in characters. */
export const MAX_NAME = 200;

/** Characters of the headers and comments of a game that a search looks at. */
const MAX_WORDS = 4000;

/**
 * Length of the main line, the game, and its outcome: as the engine has told it of the last move, or as the headers have it.
 * @param {Page} page
 * @param {Tree} tree
 * @param {string} [known] outcome that the shelf has of it
 * @param {string | null} [outcome] of a game that has not been on the board
 */
export function aboutOf({ game, rules }, tree, known, outcome = null) {
  const { mainLine, headers } = tree;
  const last = game.tree === tree ? game.told.get(mainLine.at(-1) ?? ROOT) : undefined;
  const result = known && !last ? known : outcomeOf(headers, last?.outcome ?? outcome);
  // Rules and result are named beside.
  const others = headers.filter(([name]) => !["Rules", "Result"].includes(name));
  const words = [...others.map(([, value]) => value), ...[...tree.nodes.values()].flatMap(({ comments }) => comments)].join(" ").slice(0, MAX_WORDS);
  const about = { length: mainLine.length, result, words };
  const title = rulesTitle(rules, game.tree === tree ? game.state?.rules : headers.find(([name]) => name === "Rules")?.[1]);
  return title ? { ...about, game: title } : about;
}

/** Name of a game that has none. @param {Page} page */
export function unnamed(page) {
  const time = new Date().toLocaleString([], { dateStyle: "short", timeStyle: "short" });
  return `${rulesOf(page)}, ${time}`;
}

/** Title of rules by their name. @param {Page["rules"]} all @param {string | undefined} rules */
function rulesTitle(all, rules) {
  return all.find(({ name }) => name === rules)?.title;
}

/** Title of the rules of the game on the board. @param {Page} page */
function rulesOf({ game, rules }) {
  return rulesTitle(rules, game.state?.rules) ?? "game";
}

/**
 * Name of the game on the board for files: its own, those of its players, or that of its rules.
 * @param {Page & { keeper: import("./keeping.js").Keeper }} page
 */
export function gameTitle(page) {
  return page.keeper.ownName || titleOf(page.game.tree.headers) || rulesOf(page);
}

/** The game on the board for a file, with its own name. @param {Pick<import("./main.js").App, "game" | "keeper">} page @returns {StoredTree} */
export function writtenGame({ game, keeper }) {
  const { ownName } = keeper;
  const stored = game.tree.toJSON();
  return ownName ? { ...stored, headers: [...stored.headers.filter(([name]) => name !== "Name"), ["Name", ownName]] } : stored;
}

/**
 * Whether the main line of a tree is no longer that of the finished game that the shelf has of it: the game stays, and the tree is a study
 * of it.
 * @param {Tree} tree
 * @param {import("./store.js").Kept} known
 * @param {StoredTree | undefined} common what the shelf has of it
 */
export function leavesGame(tree, known, common) {
  const isFinished = known.result !== "" && known.result !== "*";
  // Where a last move was taken back and the game has gone on, it had not ended.
  if (tree.played === tree.shape) return false;
  if (!common || !isFinished || known.name.startsWith("Study of ")) return false;
  return !beginsWith(tree, treeFrom(common));
}

/** Whether the main line of a tree begins with that of another one. @param {Tree} tree @param {Tree} before */
export function beginsWith(tree, before) {
  const { mainLine } = tree;
  return before.mainLine.every((id, index) => before.node(id).move === (mainLine[index] && tree.node(mainLine[index]).move));
}

/** Comments that no review has written. @param {readonly string[]} comments */
export function ownComments(comments) {
  return comments.filter((words) => !isOfReview(words));
}

/** Headers without the place of a game on a shelf. @param {readonly [string, string][]} headers @returns {[string, string][]} */
export function unplaced(headers) {
  return headers.filter(([name]) => name !== "Name" && name !== "Folder");
}
