// The end of a lesson: how it has gone, as a person and as a teacher read it.

import { copyText } from "./dialogs.js";
import { bringIntoSight, button, el, fill } from "./dom.js";

/** @typedef {import("./types").ShownPuzzle} Puzzle */

/** Stands below the answer after the last exercise of a lesson. */
export class LessonEnd {
  element = el("div", { id: "lesson-done", spoken: true });

  /** @param {import("./puzzles.js").Puzzles} puzzles */
  constructor(puzzles) {
    this.puzzles = puzzles;
  }

  /** Says how a lesson has gone when its last exercise is over, with those that have not been solved. */
  show() {
    const { record: { missed, solved }, sets: { puzzle }, source: { lesson } } = this.puzzles;
    const isLeft = (/** @type {Puzzle} */ { position }) => !solved.has(position);
    if (!puzzle || !lesson.includes(puzzle) || (puzzle !== lesson.at(-1) && lesson.some((one) => isLeft(one) && !missed.has(one.position)))) return;
    const left = lesson.flatMap((one, index) => (isLeft(one) ? button(String(index + 1), () => this.puzzles.open(one)) : []));
    const copy = button("Copy my result", () => this.copyResult(), { id: "copy-result", title: "Copy a line for the teacher" });
    fill(this.element, el("p", { class: "summary" }, `Lesson done: ${this.puzzles.record.countFirst(lesson)} of ${lesson.length} at the first try`), el("div", { class: "row" }, copy), left.length > 0 && el("p", { class: "row tight" }, "Look again at", left));
    bringIntoSight(this.element);
  }

  /** Copies the result of the lesson as a line of text, which a teacher can read anywhere. */
  async copyResult() {
    const { record, source: { lesson } } = this.puzzles;
    const { missed, solved } = record;
    const signs = lesson.map(({ position }, index) => `${index + 1}${solved.has(position) && !missed.has(position) ? "✓" : solved.has(position) ? "(✓)" : "✗"}`);
    const date = new Date().toISOString().slice(0, 10);
    const words = `${lesson[0].set}, ${date}: ${record.countFirst(lesson)} of ${lesson.length} at the first try: ${signs.join(" ")}`;
    if (!(await copyText("Copy my result", words))) return;
    const copy = this.element.querySelector("#copy-result");
    if (copy) copy.textContent = "Copied: paste it into a message";
  }
}
