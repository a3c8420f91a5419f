// Where puzzles come from: the program, files, lessons and addresses.

import { writeLesson } from "./address.js";
import { amount, button, el, fill } from "./dom.js";
import { readGames } from "./games.js";
import { lessonOf } from "./print.js";
import { today } from "./record.js";
import { recall, recallValue, remember } from "./storage.js";
import { textOf } from "./transport.js";
import { ROOT } from "./tree.js";

/** @typedef {import("./types").ShownPuzzle} Puzzle */

/** Finds puzzles, and has their moves proved where they come without values. */
export class PuzzleSource {
  /** Exercises of the lesson opened last. @type {Puzzle[]} */
  lesson = recallValue("lesson-puzzles", (puzzles) => puzzles.every((/** @type {Puzzle} */ { position, set }) => position && set), sessionStorage) ?? [];
  /** Whether that lesson has neither hints nor solutions. */
  isTest = recall("is-test", sessionStorage) === "true";
  input = el("input", { type: "file", id: "puzzle-file", onchange: () => this.read() });

  /** @param {import("./main.js").App} app @param {import("./puzzles.js").Puzzles} view */
  constructor(app, view) {
    this.app = app;
    this.view = view;
    this.sets = view.sets;
    this.attempt = view.attempt;
  }

  /**
   * @param {string} text
   * @param {boolean} [isOpened] whether the address of the page led to its position
   * @param {Puzzle} [puzzle] exercise to open
   */
  async load(text, isOpened = false, puzzle) {
    const { puzzles, daily, levels } = await this.app.engine.ask({ action: "puzzles", text, day: today() });
    this.sets.all = [...puzzles, ...this.lesson];
    this.sets.levels = levels;
    this.sets.daily ??= puzzles[daily];
    // The address of a puzzle holds its position.
    const { start } = this.app.game;
    const isLinked = isOpened || this.sets.all.some(({ position }) => position === start);
    this.sets.choose((puzzle ?? puzzles[0]).set);
    // Another view may have been chosen since.
    if (this.app.view !== this.view) return;
    if (puzzle) await this.view.open(puzzle);
    else await (isLinked ? this.openLinked(start) : this.view.openUnsolved());
  }

  /** Opens the puzzle of an address: one that is known, or one that is made of its position, whose moves are proved. @param {string} position */
  async openLinked(position) {
    let linked = this.sets.all.find((puzzle) => puzzle.position === position);
    if (!linked) {
      // The board is there while its moves are proved; without one the page says what is wrong.
      this.sets.puzzle = undefined;
      this.attempt.begin(null, this.app.game.state ? "A position from a link" : "");
      this.app.showState("show");
      if (!this.app.game.state) return;
      const reply = await this.prove({ position });
      if (!reply) return;
      [linked] = reply.puzzles;
      this.sets.all.push(linked);
    }
    this.sets.choose(linked.set);
    await this.view.open(linked);
  }

  /**
   * Has the moves of a position proved; null where that fails, undefined where the position has been left.
   * @param {{ position: string, answer?: string[] }} exercise
   */
  async prove(exercise) {
    const { app } = this;
    const seconds = el("span");
    this.attempt.say("", "The values of the moves are being proved… ", "", seconds);
    const isHere = app.game.stay();
    const began = Date.now();
    const timer = setInterval(() => fill(seconds, `${Math.round((Date.now() - began) / 1000)} s`), 1000);
    const asked = app.engine.ask({ action: "puzzles", ...exercise });
    const reply = await asked.catch((error) => (isHere() && this.attempt.fail(error), null));
    clearInterval(timer);
    return isHere() && app.view === this.view ? reply : undefined;
  }

  /**
   * Opens the first exercise of a lesson; returns whether there is one.
   * @param {string} set name of the lesson
   * @param {import("./print.js").Lesson[]} lessons
   */
  async openLesson(set, lessons) {
    const { puzzles } = await this.app.engine.ask({ action: "puzzles", lessons });
    this.take(puzzles.map((puzzle) => ({ ...puzzle, set })));
    if (this.app.view === this.view) await this.view.open(this.sets.puzzle);
    else await this.app.go("puzzles");
  }

  /** Takes the exercises of a lesson, the first of which is opened next. @param {Puzzle[]} exercises @param {boolean} [isTest] without hints and solutions */
  take(exercises, isTest = false) {
    this.lesson = exercises;
    this.isTest = isTest;
    const [{ set }] = exercises;
    remember("lesson-puzzles", JSON.stringify(exercises), sessionStorage);
    remember("is-test", String(isTest), sessionStorage);
    this.sets.all = [...this.sets.all.filter((puzzle) => puzzle.set !== set), ...exercises];
    this.sets.choose(set);
    this.sets.puzzle = exercises[0];
  }

  /** Whether the puzzle that is open is one of a test. */
  get isTested() {
    const { isTest, lesson, sets: { puzzle } } = this;
    return isTest && puzzle !== undefined && lesson.includes(puzzle);
  }

  /** Address of the puzzle that is open, for one who solves it: without the moves that have been played. */
  async ownLink() {
    const { puzzle } = this.sets;
    if (!puzzle) return null;
    const lesson = this.lesson.includes(puzzle) && (await writeLesson(puzzle.set, [puzzle]));
    return lesson ? `view=puzzles&lesson=${lesson}` : `view=puzzles&position=${encodeURIComponent(puzzle.position)}`;
  }

  /** Finds the moves of an exercise when it is opened. @param {Puzzle} puzzle */
  async complete(puzzle) {
    const { position, answer: written } = puzzle;
    const reply = await this.prove(written.length > 0 ? { position, answer: written } : { position });
    if (puzzle !== this.sets.puzzle) return;
    if (reply === null) return this.offer(puzzle);
    if (!reply) return;
    const [{ moves, goal, themes, answer }] = reply.puzzles;
    Object.assign(puzzle, { moves, goal, themes, answer });
    this.attempt.known.set(ROOT, moves);
    this.attempt.say("", "");
    this.app.showState("show");
  }

  /** Lets a person solve an exercise that could not be proved in time: by its answer, or after another try to prove it. @param {Puzzle} puzzle */
  offer(puzzle) {
    const { app, attempt } = this;
    const [best] = puzzle.answer;
    if (!best) return attempt.say("bad", "This position could not be proved in time. ", "", button("Try again", () => this.complete(puzzle), { id: "prove-again" }));
    const moves = (app.game.state?.legal ?? []).map(({ move, words }) => ({ move, move_words: words, words: "", value: "", is_right: move === best }));
    attempt.known.set(ROOT, moves);
    attempt.say("", "");
    app.showState("show");
  }

  async read() {
    const file = this.input.files?.[0];
    if (!file) return;
    try {
      const text = await textOf(file, this.app.engine);
      await this.load(text).catch(async (error) => (await this.loadLesson(file.name, text)) || this.attempt.fail(error));
    } catch (error) {
      this.attempt.fail(error);
    }
  }

  /** Opens a game file as a lesson; returns whether it is one. @param {string} name of the file @param {string} text */
  async loadLesson(name, text) {
    const { games, errors } = await readGames(this.app.engine, text, true).catch(() => ({ games: [], errors: [] }));
    if (games.length === 0) return false;
    const named = games.map((game) => lessonOf(game, new Map(game.headers).get("Name") ?? ""));
    const folder = new Map(games[0].headers).get("Folder");
    await this.openLesson(folder ?? name.replace(/\.[a-z]+$/, ""), named);
    if (errors.length > 0) this.attempt.say("bad", `${amount(errors.length, "game")} could not be read: ${errors[0]}`);
    return true;
  }
}
