// An exercise: the position shown is put into a lesson, with a task and an answer.

import { MAX_NAME, RECENT, ownComments } from "./about.js";
import { openDialog } from "./dialogs.js";
import { choice, el, field, fill, messageOf } from "./dom.js";
import { BAD } from "./notes.js";
import { named } from "./seats.js";
import { recall, remember } from "./storage.js";
import { ROOT, Tree } from "./tree.js";

/** Most moves of the answer to an exercise, as the program reads them. */
const MAX_ANSWER = 3;

/** How exercises are solved. */
const ANSWERS = "Where the values of all moves are soon proved, the best move is the answer, or all moves that keep a win. Else the moves of the answer are asked for, and a move that a review would not mark solves the exercise, too.";

/**
 * Asks for a lesson and a task, and puts the position shown into its folder, with the moves that follow as the answer. After a bad move it is
 * the position before it.
 * @param {Pick<import("./main.js").App, "engine" | "game" | "keeper" | "puzzles" | "tip" | "view">} app
 */
export async function askExercise({ engine, game, keeper, puzzles, tip, view }) {
  const { state, tree, node } = game;
  if (!state) return;
  const games = await keeper.store.list().catch(() => []);
  const folders = [...new Set(games.map(({ folder }) => folder))].filter((folder) => folder && folder !== RECENT);
  const place = el("input", { type: "text", name: "lesson", required: true, maxlength: MAX_NAME, value: recall("lesson-folder") ?? "Lesson", list: "lessons" });
  const { move, marks } = tree.node(node);
  const parent = BAD.includes(marks) ? tree.node(node).parent : node;
  let from = parent;
  const own = ownComments(tree.node(from).comments);
  const asked = view === puzzles && puzzles.attempt.tasks.get(node);
  const task = el("textarea", { name: "task", rows: "3", required: true }, own.join("\n") || asked || "Find the best move.");
  /** Moves of the answer. @type {string[]} */
  let moves = [];
  const answer = el("div", { id: "exercise-answer" });
  const offerAnswer = () => {
    const all = answerIn(tree, from);
    moves = isReviewed(tree, from) ? all.slice(0, 1) : all;
    const options = [...new Set([1, all.length])].map((count) => /** @type {[string, string]} */ ([String(count), all.slice(0, count).join(" ")]));
    fill(answer, all.length > 0 && choice("Answer", options, String(moves.length), (count) => (moves = all.slice(0, Number(count)))));
  };
  const take = (/** @type {string} */ value) => {
    from = value ? node : parent;
    offerAnswer();
  };
  const which = parent !== node && choice("Position", [["", `before ${move}${marks}`], ["shown", "as shown"]], "", take);
  offerAnswer();
  const title = el("input", { type: "text", name: "title", maxlength: MAX_NAME, placeholder: "by its number" });
  const note = el("p", { spoken: true });
  /** First move of the answer that has been checked. */
  let doubted = "";
  const add = async () => {
    const folder = place.value.trim();
    const { length } = games.filter((game) => game.folder === folder);
    try {
      const { position } = from === node ? state : await engine.ask({ action: "board", position: tree.position, moves: tree.movesTo(from) });
      if (moves.length > 0 && doubted !== moves[0]) {
        fill(note, "The answer is checked…");
        const { is_good, words } = await engine.ask({ action: "refute", position, moves: [], move: moves[0], strength: "quick" });
        doubted = moves[0];
        if (!is_good) return fill(note, el("span", { class: "bad" }, named(`${words} Press Add again to keep this answer.`)));
      }
      const exercise = new Tree(position);
      exercise.annotate(ROOT, { comments: task.value.trim().split(/\s*\n\s*/), arrows: tree.node(from).arrows });
      exercise.insertLine(ROOT, moves);
      await keeper.store.add([{ about: { length: moves.length, result: "", words: task.value.trim(), name: title.value.trim() || `Exercise ${length + 1}`, isMade: title.value.trim() === "", folder }, tree: exercise.toJSON() }]);
      remember("lesson-folder", folder);
      dialog.close();
      tip(`Exercise ${length + 1} is in ${folder}: solve or print it on the shelf`, "good");
      await keeper.onChange();
    } catch (error) {
      fill(note, messageOf(error));
    }
  };
  const lists = el("datalist", { id: "lessons" }, folders.map((folder) => el("option", { value: folder })));
  const form = el("form", { onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), add()) }, field("Lesson: a folder of the shelf", place, "tall"), which, field("Title", title, "tall"), field("Task", task, "tall"), answer, el("p", { class: "faint" }, ANSWERS), el("button", { class: "primary", id: "add-exercise" }, "Add"), note, lists);
  const dialog = openDialog("lesson-options", "Add this position to a lesson", form);
}

/** Moves that answer a position in a tree: the first ones that have no sign of a bad move. @param {Tree} tree @param {number} node */
function answerIn(tree, node) {
  const moves = [];
  let at = node;
  while (moves.length < MAX_ANSWER) {
    const next = tree.node(at).children.find((id) => !BAD.includes(tree.node(id).marks));
    if (next === undefined) break;
    moves.push(tree.node(next).move);
    at = next;
  }
  return moves;
}

/**
 * Whether a review has judged a move in a position: then its best move is the answer, and no line of an author.
 * @param {Tree} tree
 * @param {number} node
 */
function isReviewed(tree, node) {
  return tree.node(node).children.some((id) => BAD.includes(tree.node(id).marks) || tree.node(id).review !== null);
}
