// Lessons: a folder of the shelf as exercises, to solve, to print and to pass on.

import { ownComments } from "./about.js";
import { writeLesson } from "./address.js";
import { button, el, fill } from "./dom.js";
import { titleOf } from "./games.js";
import { isOfReview } from "./notes.js";
import { askSheet, lessonOf } from "./print.js";

/** @typedef {import("./main.js").App} App */
/** @typedef {import("./transport.js").Engine} Engine */

/** What can be done with the games that a shelf lists as a lesson. */
export class LessonTools {
  /** Games listed whose exercises were counted last, with their changes. */
  counted = "";

  /** @param {Pick<App, "engine" | "keeper" | "links" | "puzzles">} app @param {import("./shelf.js").Shelf} shelf */
  constructor(app, shelf) {
    this.app = app;
    this.shelf = shelf;
    this.solve = button("", () => this.open(), { id: "solve-lesson", title: "Solve the commented positions of these games one after the other" });
    this.isTest = el("input", { type: "checkbox", id: "is-test" });
    this.elements = [
      this.solve,
      button("Print a lesson", () => this.print(), { id: "print-lesson" }),
      button("Copy link to the lesson", () => this.copy(), {
        id: "copy-lesson", title: "Copy an address that opens these exercises to be solved",
      }),
      el("label", { class: "check row", title: "Who opens the link gets neither hints nor solutions" }, this.isTest, "as a test"),
    ];
  }

  /** Games listed as lessons. */
  lessons() {
    return lessonsOf(this.app.keeper.store, this.shelf.inOrder);
  }

  /** Opens the exercises of the games listed as puzzles. */
  open() {
    return this.use((name, lessons) => this.app.puzzles.source.openLesson(name, lessons));
  }

  /** Copies an address that opens the exercises of the games listed as puzzles. */
  copy() {
    return this.use(async (name, lessons) => {
      const link = await linkOf(this.app.engine, name, lessons);
      if (link) await this.app.links.copyHash(link + (this.isTest.checked ? "&test=1" : ""));
      else fill(this.shelf.status, "This lesson is too large for a link: use Export, and open the file in Puzzles.");
    });
  }

  /** Asks for a sheet made of the games listed. */
  print() {
    return this.use((title, lessons) => askSheet(this.app.engine, { title, order: "as listed here", lessons }));
  }

  /**
   * Does something with the games listed as a lesson; where that fails the view says why.
   * @param {(name: string, lessons: import("./print.js").Lesson[]) => Promise<void> | void} use
   */
  use(use) {
    return this.shelf.alter(async () => use(this.shelf.folder || "Lesson", await this.lessons()));
  }

  /** Says how many exercises the games listed have; they are read again only where one has changed. */
  async count() {
    const listed = JSON.stringify(this.shelf.inOrder.map(({ id, saved }) => [id, saved]));
    if (listed === this.counted) return;
    this.counted = listed;
    const asked = this.lessons().then((lessons) => this.app.engine.ask({ action: "puzzles", lessons }));
    const count = await asked.then(({ puzzles }) => puzzles.length, () => 0);
    if (listed === this.counted) fill(this.solve, `Solve as a lesson: ${count}`);
  }
}

/**
 * Those of some games that have comments, as lessons: positions with comments of a person are exercises, and the main moves after
 * them the answers.
 * @param {import("./store.js").Store} store
 * @param {import("./store.js").Kept[]} games in the order of a lesson
 */
async function lessonsOf(store, games) {
  const lessons = [];
  for (const { id, name, isMade } of games) {
    const found = await store.get(id);
    if (!found) continue;
    const { comments, nodes, headers } = found.tree;
    // Beside a move that a review has blamed, the comments are its reasons.
    const blamed = nodes.filter((node) => node.comments?.some(isOfReview));
    const isReason = (/** @type {typeof nodes[number]} */ node) => !blamed.includes(node) && blamed.some(({ parent }) => parent === node.parent);
    const own = { ...found.tree, comments: ownComments(comments), nodes: nodes.map((node) => ({ ...node, comments: isReason(node) ? [] : ownComments(node.comments ?? []) })) };
    if (own.comments.length > 0 || own.nodes.some((node) => node.comments.length > 0)) lessons.push(lessonOf(own, isMade ? titleOf(headers) : name));
  }
  if (lessons.length === 0) throw new Error("No position of these games has a comment: a lesson is made of those that have.");
  return lessons;
}

/**
 * Address of exercises to be solved; null if it is too long.
 * @param {Engine} engine
 * @param {string} set name of the lesson
 * @param {import("./print.js").Lesson[]} lessons
 */
async function linkOf(engine, set, lessons) {
  const { puzzles } = await engine.ask({ action: "puzzles", lessons });
  const lesson = await writeLesson(set, puzzles);
  return lesson && `view=puzzles&lesson=${lesson}`;
}

/** Address of the game on the board if it is an exercise, else null. @param {Pick<App, "engine" | "game" | "keeper">} app */
export async function exerciseLink({ engine, game, keeper }) {
  const kept = keeper.current;
  if (!kept || !keeper.isExercise) return null;
  return linkOf(engine, kept.folder, [lessonOf(game.tree.toJSON(), kept.isMade ? "" : kept.name)]);
}
