// Puzzles: keep what a position is worth, move after move, against the best defence.

import { writeLesson } from "./address.js";
import { amount, announce, bringIntoSight, button, byId, choice, copyText, el, field, fill, moreMenu } from "./dom.js";
import { narrow } from "./follow.js";
import { readGames } from "./games.js";
import { askSheet, lessonOf } from "./print.js";
import { named } from "./seats.js";
import { isTexts, recall, recallValue, remember } from "./storage.js";
import { Hints, Refuter } from "./teacher.js";
import { textOf } from "./transport.js";
import { ROOT, Tree } from "./tree.js";
import { View } from "./view.js";

/** @typedef {import("./main.js").App} App */
/** @typedef {import("./types").ShownPuzzle} Puzzle */
/** @typedef {import("./types").GradedMove} GradedMove */

/** Puzzles that a sheet is chosen from at most, so that the server takes them. */
const MAX_OFFERED = 800;

/** View with puzzles to solve, those of the program or of a file. */
export class Puzzles extends View {
  name = "puzzles";
  title = "Puzzles";
  /** @type {Puzzle[]} */
  all = [];
  /** Those of the set, theme and difficulty chosen, easy ones first. @type {Puzzle[]} */
  puzzles = [];
  /** Theme and difficulty chosen; empty for all. */
  theme = "";
  level = "";
  /** Names of the difficulties from 1 to 5. @type {string[]} */
  levels = [];
  /** @type {Puzzle | undefined} */
  daily = undefined;
  /** @type {Puzzle | undefined} */
  puzzle = undefined;
  /** Values of the moves at the nodes where the person is to move. @type {Map<number, GradedMove[]>} */
  known = new Map();
  /** Tasks at these nodes. @type {Map<number, string>} */
  tasks = new Map();
  /** Tree of the puzzle that is open. @type {import("./tree.js").Tree | null} */
  tree = null;
  /** Game that was on the board before the puzzles, with the moves to the position shown. @type {{ tree: import("./tree.js").Tree, moves: string[] } | null} */
  before = null;
  /** Whether the puzzle is to stay on the board in the next view. */
  isAnalysed = false;

  /** @param {App} app */
  constructor(app) {
    super();
    this.app = app;
    /** Exercises of the lesson opened last. @type {Puzzle[]} */
    this.lesson = recallValue("lesson-puzzles", (puzzles) => puzzles.every((/** @type {Puzzle} */ { position, set }) => position && set), sessionStorage) ?? [];
    /** Whether that lesson has neither hints nor solutions. */
    this.isTest = recall("is-test", sessionStorage) === "true";
    /** Positions of the puzzles that have been solved at the first try. @type {Set<string>} */
    this.solved = new Set(recallValue("solved", isTexts) ?? []);
    /** Positions of the puzzles that count no more. @type {Set<string>} */
    this.tried = new Set(recallValue("tried", isTexts) ?? []);
    /** Positions of the exercises whose first try has failed. @type {Set<string>} */
    this.missed = new Set(recallValue("missed", isTexts, sessionStorage) ?? []);
    this.isTried = this.isSolved = false;
    /** Words below the board on the last try, and their class. */
    this.verdict = { words: "", kind: "" };
    this.sets = el("div");
    narrow.addEventListener("change", () => app.view === this && this.place());
    this.heading = el("h2", { id: "day" });
    this.task = el("p", { class: "summary", id: "task", spoken: true });
    this.about = el("p", { id: "about" });
    this.progress = el("p", { class: "faint", id: "progress" });
    this.head = el("div", {}, this.heading, this.progress, this.task, this.about);
    this.answer = el("div", { id: "answer", spoken: true });
    this.hints = new Hints(app, this.answer);
    /** Judges moves of exercises without proved values. */
    this.refuter = new Refuter(app);
    this.values = el("div", { id: "values" });
    this.record = el("span", { class: "faint", id: "record" });
    this.change = el("b", { id: "rating-change" });
    this.input = el("input", { type: "file", id: "puzzle-file", onchange: () => this.read() });
    this.steps = [button("Previous", () => this.step(-1), { id: "previous-puzzle" }), button("Next", () => this.step(1), { id: "next-puzzle" })];
    this.help = [button("Hint", () => this.showHint(), { id: "puzzle-hint" }), button("Show the solution", () => this.reveal(), { id: "solution" })];
    this.again = button("Again", () => this.openAgain(), { id: "again" });
    this.unsolved = button("Next unsolved", () => this.openUnsolved(), { id: "next-unsolved" });
    this.today = button("Puzzle of the day", () => this.openDaily(), { id: "daily" });
    /** Stands below the answer once the puzzle is solved. */
    this.goOn = button("Next puzzle", () => this.openUnsolved(), { class: "primary", id: "go-on", title: "The next puzzle that has not been solved (u)" });
    /** Stands there after the last exercise of a lesson. */
    this.end = el("div", { id: "lesson-done", spoken: true });
    this.element = el(
      "div",
      { class: "view", id: "puzzles" },
      this.sets,
      // Beside the answer on tablets, and else around it.
      el(
        "div",
        { class: "asked" },
        el("div", {}, this.head, el("div", { class: "row" }, this.help, this.again, button("Analyse", () => this.analyse())), this.ways(app)),
        el("div", { class: "rest" }, el("p", {}, this.record, " ", this.change)),
      ),
      // Below the buttons, which stay where they are.
      el("div", { class: "told" }, this.answer, this.goOn, this.end, this.refuter.element, this.values),
    );
  }

  get isTree() {
    return true;
  }

  get isGame() {
    return false;
  }

  /** Buttons that lead to other puzzles, and out of the page. @param {App} app */
  ways(app) {
    return el(
      "div",
      { class: "row tight" },
      this.steps,
      this.unsolved,
      moreMenu(
        "puzzle-more",
        "More for puzzles",
        "…",
        this.today,
        button("Print", () => this.print(), { id: "print" }),
        button("Copy link", () => app.links.copy(), { id: "copy-puzzle", title: "Copy the address of this puzzle, to be solved: it shows no moves" }),
        field("A lesson, or other puzzles, from a file", this.input, "tall"),
      ),
    );
  }

  /** @param {boolean} isOpened whether the address of the page led to its position */
  async enter(isOpened) {
    const { board, game } = this.app;
    board.onMove = (move) => this.try(move);
    board.onHex = null;
    this.place();
    const { tree, played } = game;
    if (isOpened) this.before = null;
    else if (tree !== this.tree) this.before = { tree, moves: played };
    const { puzzle } = this;
    if (this.daily && puzzle) return isOpened && puzzle.position !== game.start ? this.openLinked(game.start) : this.open(puzzle);
    await this.rate();
    await this.load(await (await fetch("puzzles.exact")).text(), isOpened, puzzle);
  }

  /** Opens the puzzle of an address: one that is known, or one that is made of its position, whose moves are proved. @param {string} position */
  async openLinked(position) {
    let linked = this.all.find((puzzle) => puzzle.position === position);
    if (!linked) {
      // The board is there while its moves are proved; without one the page says what is wrong.
      Object.assign(this, { puzzle: undefined, known: new Map(), tasks: new Map([[ROOT, this.app.game.state ? "A position from a link" : ""]]), isSolved: false });
      this.app.showState("show");
      if (!this.app.game.state) return;
      const reply = await this.prove({ position });
      if (!reply) return;
      [linked] = reply.puzzles;
      this.all.push(linked);
    }
    this.choose(linked.set);
    await this.open(linked);
  }

  /**
   * Has the moves of a position proved; undefined where that fails, or the position has been left.
   * @param {{ position: string, answer?: string[] }} exercise
   */
  async prove(exercise) {
    const { app } = this;
    const seconds = el("span");
    this.say("", "The values of the moves are being proved… ", seconds);
    const isHere = app.game.stay();
    const began = Date.now();
    const timer = setInterval(() => fill(seconds, `${Math.round((Date.now() - began) / 1000)} s`), 1000);
    const reply = await app.engine.ask({ action: "puzzles", ...exercise }).catch((error) => void (isHere() && this.fail(error)));
    clearInterval(timer);
    return isHere() && app.view === this ? reply : undefined;
  }

  /**
   * Opens the first exercise of a lesson; returns whether there is one.
   * @param {string} set name of the lesson
   * @param {import("./print.js").Lesson[]} lessons
   */
  async openLesson(set, lessons) {
    const { puzzles } = await this.app.engine.ask({ action: "puzzles", lessons });
    this.take(puzzles.map((puzzle) => ({ ...puzzle, set })));
    if (this.app.view === this) await this.open(this.puzzle);
    else await this.app.go("puzzles");
  }

  /** Takes the exercises of a lesson, the first of which is opened next. @param {Puzzle[]} exercises @param {boolean} [isTest] without hints and solutions */
  take(exercises, isTest = false) {
    this.lesson = exercises;
    this.isTest = isTest;
    const [{ set }] = exercises;
    remember("lesson-puzzles", JSON.stringify(exercises), sessionStorage);
    remember("is-test", String(isTest), sessionStorage);
    this.all = [...this.all.filter((puzzle) => puzzle.set !== set), ...exercises];
    this.choose(set);
    this.puzzle = exercises[0];
  }

  /** Address of the puzzle that is open, for one who solves it: without the moves that have been played. */
  async ownLink() {
    const { puzzle } = this;
    if (!puzzle) return null;
    const lesson = this.lesson.includes(puzzle) && (await writeLesson(puzzle.set, [puzzle]));
    return lesson ? `view=puzzles&lesson=${lesson}` : `view=puzzles&position=${encodeURIComponent(puzzle.position)}`;
  }

  leave() {
    this.refuter.clear();
    this.place(false);
  }

  /** Puts the task above the board, where that is above the panel. */
  place(isAbove = narrow.matches) {
    if (isAbove) byId("first").append(this.head);
    else this.element.querySelector(".asked > div")?.prepend(this.head);
  }

  /** Gives the game back that was on the board before the puzzles. */
  async conceal() {
    const { before, isAnalysed } = this;
    this.isAnalysed = false;
    if (before && !isAnalysed) await this.app.game.loadTree(before.tree, before.moves);
  }

  /** Goes on in the analysis with all that has been played. */
  async analyse() {
    this.isAnalysed = true;
    await this.app.go("analyze");
  }

  canMove() {
    return this.right !== undefined;
  }

  /** Whether the puzzle that is open is one of a test. */
  get isTested() {
    const { isTest, lesson, puzzle } = this;
    return isTest && puzzle !== undefined && lesson.includes(puzzle);
  }

  update() {
    const { app, isSolved, tasks } = this;
    for (const button of this.help) {
      button.disabled = !this.canMove();
      button.hidden = this.isTested;
    }
    this.again.disabled = app.game.tree.size === 0;
    this.goOn.hidden = !isSolved || this.end.childNodes.length > 0;
    app.tip(this.verdict.words, this.verdict.kind);
    const { node } = app.game;
    const now = tasks.get(node) ?? (isSolved ? "Solved" : "No move is asked for here: step back, or try again");
    // An exercise keeps its name; of the tasks of a puzzle the one of the position shown counts.
    const name = tasks.get(ROOT) ?? "";
    fill(this.task, node !== ROOT && !name.startsWith("Find ") && [name, el("br")], now);
  }

  /** @returns {import("./view.js").Key[]} */
  get keys() {
    const [previous, next] = this.steps;
    const [hint, solution] = this.help;
    return [
      { key: "h", words: "hint: where to look, then the move, then why", button: hint },
      { key: "s", words: "show the solution", button: solution },
      { key: "r", words: "this puzzle again", button: this.again },
      { key: "n", words: "next puzzle", button: next },
      { key: "p", words: "previous puzzle", button: previous },
      { key: "u", words: "next puzzle that has not been solved", button: this.unsolved },
      { key: "t", words: "puzzle of the day", button: this.today },
    ];
  }

  async read() {
    const file = this.input.files?.[0];
    if (!file) return;
    try {
      const text = await textOf(file, this.app.engine);
      await this.load(text).catch((error) => this.loadLesson(file.name, text).then((isLesson) => isLesson || this.fail(error)));
    } catch (error) {
      this.fail(error);
    }
  }

  /**
   * Opens a game file as a lesson; returns whether it is one.
   * @param {string} name of the file
   * @param {string} text
   */
  async loadLesson(name, text) {
    const { games, errors } = await readGames(this.app.engine, text, true).catch(() => ({ games: [], errors: [] }));
    if (games.length === 0) return false;
    const named = games.map((game) => lessonOf(game, new Map(game.headers).get("Name") ?? ""));
    const folder = new Map(games[0].headers).get("Folder");
    await this.openLesson(folder ?? name.replace(/\.[a-z]+$/, ""), named);
    if (errors.length > 0) this.say("bad", `${amount(errors.length, "game")} could not be read: ${errors[0]}`);
    return true;
  }

  /**
   * @param {string} text
   * @param {boolean} [isOpened] whether the address of the page led to its position
   * @param {Puzzle} [puzzle] exercise to open
   */
  async load(text, isOpened = false, puzzle) {
    const { puzzles, daily, levels } = await this.app.engine.ask({ action: "puzzles", text, day: today() });
    this.all = [...puzzles, ...this.lesson];
    this.levels = levels;
    this.daily ??= puzzles[daily];
    // The address of a puzzle holds its position.
    const { start } = this.app.game;
    const isLinked = isOpened || this.all.some(({ position }) => position === start);
    this.choose((puzzle ?? puzzles[0]).set);
    // Another view may have been chosen since.
    if (this.app.view !== this) return;
    if (puzzle) await this.open(puzzle);
    else await (isLinked ? this.openLinked(start) : this.openUnsolved());
  }

  /**
   * @param {string} set
   * @param {string} [theme] empty for all
   * @param {string} [level] empty for all
   */
  choose(set, theme = "", level = "") {
    Object.assign(this, { theme, level });
    const inSet = this.all.filter((puzzle) => puzzle.set === set);
    const sets = [...new Set(this.all.map(({ set }) => set))];
    const levels = [...new Set(inSet.map(({ difficulty }) => difficulty))].filter((level) => level !== null);
    this.puzzles = inSet.filter(({ themes, difficulty }) => (theme === "" || themes.some((name) => name === theme)) && (level === "" || String(difficulty) === level));
    const go = (/** @type {string} */ set, theme = "", level = "") => {
      this.choose(set, theme, level);
      this.puzzle = undefined;
      if (this.puzzles.length > 0) this.openUnsolved();
      else this.say("bad", "No puzzle has this theme and difficulty.");
    };
    fill(
      this.sets,
      choice("Puzzles", sets.map((set) => [set, set]), set, go),
      themesOf(inSet).length > 0 && choice("Theme", ["", ...themesOf(inSet)].map((name) => [name, name || "all"]), theme, (theme) => go(set, theme, level)),
      levels.length > 1 && choice("Difficulty", [["", "all"], ...levels.map((level) => /** @type {[string, string]} */ ([String(level), this.levels[level - 1]]))], level, (level) => go(set, theme, level)),
    );
  }

  /** Puzzles after the one that is open, which is the last. */
  get following() {
    const next = this.puzzles.findIndex((puzzle) => puzzle === this.puzzle) + 1;
    return [...this.puzzles.slice(next), ...this.puzzles.slice(0, next)];
  }

  /** @param {number} step */
  async step(step) {
    await this.open(this.following.at(step - 1));
  }

  /** Opens the first puzzle after this one that has not been solved. */
  async openUnsolved() {
    const { following } = this;
    await this.open(following.find(({ position }) => !this.solved.has(position)) ?? following[0]);
  }

  async openDaily() {
    if (!this.daily) return;
    if (!this.all.includes(this.daily)) this.all.push(this.daily);
    this.choose(this.daily.set);
    await this.open(this.daily);
  }

  /** @param {Puzzle | undefined} puzzle */
  async open(puzzle) {
    if (!puzzle) return;
    const { position, difficulty, stars, task, lesson, moves, drawn } = puzzle;
    this.puzzle = puzzle;
    this.known = new Map([[ROOT, moves]]);
    this.tasks = new Map([[ROOT, task]]);
    this.isTried = this.isSolved = false;
    this.hints.clear();
    this.refuter.clear();
    this.say("", "");
    fill(this.values);
    fill(this.end);
    // The change is that of the puzzle before.
    fill(this.change);
    const date = new Date().toLocaleDateString([], { dateStyle: "long", timeZone: "UTC" });
    fill(this.heading, puzzle === this.daily && `Puzzle of the day, ${date}`);
    const tree = Tree.fromJSON({ position, headers: [], comments: [], arrows: drawn, nodes: [] });
    await this.app.game.load(position, { tree });
    this.tree = tree;
    // What a teacher has written is the task.
    this.about.className = difficulty ? "faint" : "";
    fill(this.about, difficulty && [el("span", { "aria-hidden": "true" }, stars), ` ${this.levels[difficulty - 1]}. `], lesson);
    const index = this.puzzles.indexOf(puzzle);
    this.steps[0].disabled = index <= 0;
    this.steps[1].disabled = index === this.puzzles.length - 1;
    this.showProgress();
    this.app.showState("show");
    this.element.scrollTop = 0;
    if (moves.length === 0) await this.complete(puzzle);
  }

  /** Finds the moves of an exercise when it is opened. @param {Puzzle} puzzle */
  async complete(puzzle) {
    const reply = await this.prove(puzzle.answer.length > 0 ? { position: puzzle.position, answer: puzzle.answer } : { position: puzzle.position });
    if (!reply || puzzle !== this.puzzle) return;
    const [{ moves, goal, themes, answer }] = reply.puzzles;
    Object.assign(puzzle, { moves, goal, themes, answer });
    this.known.set(ROOT, moves);
    this.say("", "");
    this.app.showState("show");
  }

  /** Opens the puzzle again; it does not count as tried for the first time. */
  async openAgain() {
    const { puzzle, isTried } = this;
    if (puzzle) await this.open(puzzle);
    this.isTried = isTried;
  }

  /** Counts the first try at a puzzle; without one, shows what has been counted. @param {boolean} [is_solved] */
  async rate(is_solved) {
    const { puzzle, solved, tried: before } = this;
    let tried = null;
    if (puzzle && is_solved !== undefined) {
      if (this.isTried) return;
      this.isTried = true;
      const { position, rating } = puzzle;
      tried = { rating: before.has(position) || solved.has(position) ? null : rating, is_solved, is_daily: puzzle === this.daily };
      remember("tried", JSON.stringify([...before.add(position)]));
      if (is_solved) remember("solved", JSON.stringify([...solved.add(position)]));
      else remember("missed", JSON.stringify([...this.missed.add(position)]), sessionStorage);
    }
    const { record, words, change } = await this.app.engine.ask({ action: "rate", record: recall("rated"), day: today(), puzzle: tried });
    remember("rated", record);
    fill(this.record, words);
    fill(this.change, change);
    this.change.className = is_solved ? "good" : "bad";
  }

  /** Plays a move in the position shown, and the best defence; null if another puzzle has been opened meanwhile. @param {GradedMove} graded */
  async play({ move, is_right }) {
    const { game, engine } = this.app;
    const { goal, answer } = /** @type {Puzzle} */ (this.puzzle);
    this.hints.clear();
    try {
      await game.play(move);
      const { fields, world, node } = game;
      const isHere = game.stay();
      const reply = await engine.ask({ action: "defence", ...fields, goal, is_right, world, ...(answer.length > 0 && { answer: answer.slice(game.ply) }) });
      // Another position is shown now.
      if (!isHere()) return null;
      if (is_right) {
        await game.edit((tree) => tree.makeMain(node));
        for (const answer of reply.answers) await game.play(answer, { isSettled: true });
        this.known.set(game.node, reply.moves);
        if (reply.task) this.tasks.set(game.node, reply.task);
      }
      return reply;
    } catch (error) {
      return this.fail(error);
    }
  }

  /** @param {string} move */
  async try(move) {
    const { game } = this.app;
    const { node } = game;
    const graded = this.known.get(node)?.find((graded) => graded.move === move);
    const hadFocus = this.app.board.root.contains(document.activeElement);
    if (!graded) return this.say("bad", `${move} is not in the list of this puzzle`);
    this.refuter.clear();
    if (!graded.is_right && !graded.words) return this.judge(move);
    const reply = await this.play(graded);
    if (!reply) return;
    const { words, answers, moves } = reply;
    if (graded.is_right) {
      this.isSolved = moves.length === 0;
      this.say("good", [words, moves.length > 0 ? "Go on." : `Solved! ${this.puzzle?.note ?? ""}`].join(" "));
      if (moves.length === 0) {
        this.rate(true);
        this.showEnd();
        this.showValues();
      }
    } else {
      this.rate(false);
      // What was tried stays in the tree, with what refutes it.
      const tried = game.node;
      game.tree.step(() => {
        game.tree.annotate(tried, { marks: "?", comments: [words] });
        game.tree.insertLine(tried, answers);
      });
      await game.goTo(node);
      this.say("bad", `${words} Try again.`);
      this.verdict.words = "Not right: try again";
    }
    this.app.showState("show");
    // While the other side answered, no hex could be chosen.
    if (hadFocus) this.app.board.focus();
  }

  /** Judges a move that is not in the answer of an exercise: one that a review would not mark solves it as well. @param {string} move */
  async judge(move) {
    const { refuter } = this;
    const { game } = this.app;
    const { node } = game;
    this.hints.clear();
    this.say("", "");
    const refuted = await refuter.judge(move);
    if (!refuted || game.node !== node) return;
    const { is_good, line, words, judgement } = refuted;
    const [tried] = await game.insert([line[0].move], judgement.value).catch(() => []);
    refuter.say("", "");
    this.rate(is_good);
    if (is_good) {
      this.isSolved = true;
      if (tried !== undefined) await game.goTo(tried);
      this.say("good", named(`Right: ${words} Solved! ${this.puzzle?.note ?? ""}`));
      this.showEnd();
    } else {
      if (tried !== undefined) await game.edit((tree) => tree.annotate(tried, { marks: judgement.sign, comments: [words] }));
      const show = button("Play it out", () => this.playOut(refuted), { id: "play-out" });
      this.say("bad", named(`${words} Try again. `), show);
      this.verdict.words = "Not right: try again";
    }
    this.app.showState("show");
  }

  /** Shows how a wrong move is refuted. @param {import("./types").RefutedMove} refuted */
  async playOut(refuted) {
    this.say("", "");
    this.refuter.show(refuted);
    await this.refuter.playOut();
  }

  /** @param {any} error */
  fail({ message }) {
    this.say("bad", message);
    return null;
  }

  /**
   * @param {string} kind
   * @param {string} text
   * @param {...HTMLElement} more
   */
  say(kind, text, ...more) {
    fill(this.answer, text, more);
    this.answer.className = kind;
    this.verdict = { words: kind === "good" ? (this.isSolved ? "Solved!" : "Right: go on") : "", kind };
    if (!text) return;
    announce(text);
    bringIntoSight(this.answer);
  }

  /** The first right move in the position shown, if the puzzle goes on there. */
  get right() {
    return this.known.get(this.app.game.node)?.find(({ is_right }) => is_right);
  }

  /** Shows one hint more: where to look, the move, why. */
  async showHint() {
    this.rate(false);
    if (!this.right) return;
    this.refuter.clear();
    this.answer.className = "";
    await this.hints.more({ ...this.app.game.fields, line: [this.right.move] }, 1, this.help[0]);
  }

  /** Plays the rest of the line, and goes back to where it began. */
  async reveal() {
    const { game, board } = this.app;
    const { node } = game;
    this.rate(false);
    this.refuter.clear();
    const { ply } = game;
    let result = "";
    for (let { right } = this; right; { right } = this) {
      const reply = await this.play(right);
      if (!reply) return;
      result = reply.result ?? "";
    }
    const { turns, words, moves } = game;
    const lines = moves.slice(ply).map((move, index) => el("li", {}, el("b", {}, `${turns[ply + index]} `), words[ply + index] ?? move));
    await game.goTo(node);
    this.say("", "Solution:", el("ol", {}, lines), el("p", {}, named(result), " ", this.puzzle?.note ?? ""));
    this.showEnd();
    this.showValues();
    this.app.showState("show");
    if (this.right) await board.overlay({ arrows: [{ move: this.right.move, label: "" }] });
  }

  /** Number of puzzles solved at the first try. @param {Puzzle[]} puzzles */
  countFirst(puzzles) {
    return puzzles.filter(({ position }) => this.solved.has(position) && !this.missed.has(position)).length;
  }

  showProgress() {
    const { puzzle, puzzles } = this;
    fill(this.progress, `Puzzle ${puzzles.findIndex((one) => one === puzzle) + 1} of ${puzzles.length}, ${this.countFirst(puzzles)} solved at the first try`);
  }

  /** Says how a lesson has gone when its last exercise is over, with those that have not been solved. */
  showEnd() {
    const { lesson, puzzle, solved, missed } = this;
    this.showProgress();
    const isLeft = (/** @type {Puzzle} */ { position }) => !solved.has(position);
    if (!puzzle || !lesson.includes(puzzle) || (puzzle !== lesson.at(-1) && lesson.some((one) => isLeft(one) && !missed.has(one.position)))) return;
    const left = lesson.flatMap((one, index) => (isLeft(one) ? button(String(index + 1), () => this.open(one)) : []));
    const copy = button("Copy my result", () => this.copyResult(), { id: "copy-result", title: "Copy a line for the teacher" });
    fill(this.end, el("p", { class: "summary" }, `Lesson done: ${this.countFirst(lesson)} of ${lesson.length} at the first try`), el("div", { class: "row" }, copy), left.length > 0 && el("p", { class: "row tight" }, "Look again at", left));
    bringIntoSight(this.end);
  }

  /** Copies the result of the lesson as a line of text, which a teacher can read anywhere. */
  async copyResult() {
    const { lesson, solved, missed } = this;
    const signs = lesson.map(({ position }, index) => `${index + 1}${solved.has(position) && !missed.has(position) ? "✓" : solved.has(position) ? "(✓)" : "✗"}`);
    const date = new Date().toISOString().slice(0, 10);
    const words = `${lesson[0].set}, ${date}: ${this.countFirst(lesson)} of ${lesson.length} at the first try: ${signs.join(" ")}`;
    if (await copyText("Copy my result", words)) this.app.tip("Your result is copied: paste it into a message", "good");
  }

  /** Shows the values of the moves in the position shown, if the puzzle asks for a move there, and else in the first position. */
  showValues() {
    const { game } = this.app;
    const { themes } = /** @type {Puzzle} */ (this.puzzle);
    const node = this.right ? game.node : ROOT;
    const moves = this.known.get(node) ?? [];
    // The moves of an answer have no values.
    if (!moves[0]?.words) return fill(this.values);
    const last = game.line.indexOf(node);
    const where = last < 0 ? "in the first position" : `after ${last + 1}. ${game.words[last] ?? game.moves[last]}`;
    fill(
      this.values,
      themes.length > 0 && el("p", { class: "faint", id: "themes" }, `Themes: ${themes.join(", ")}`),
      el("h2", {}, `Moves ${where}`),
      moves.map(({ move, move_words, words, is_right }) => el("div", { class: "line", title: move }, el("b", { class: `value${is_right ? " exact" : ""}` }, words), move_words)),
    );
  }

  /** Asks for a sheet of puzzles of the set from this one on. */
  print() {
    const { puzzle } = this;
    if (!puzzle) return;
    const inSet = this.all.filter(({ set }) => set === puzzle.set);
    const first = inSet.indexOf(puzzle);
    const following = [...inSet.slice(first), ...inSet.slice(0, first)].slice(0, MAX_OFFERED);
    const exercises = following.map(({ position, difficulty, themes, lesson, answer, note }) => ({ position, level: difficulty, themes, remark: lesson, note, ...(answer.length > 0 && { answer }) }));
    const levels = following.some(({ difficulty }) => difficulty) ? this.levels : [];
    askSheet(this.app.engine, { title: this.lesson.includes(puzzle) ? puzzle.set : "Puzzles", order: "from this puzzle on", levels, themes: themesOf(inSet), theme: this.theme, exercises });
  }
}

/** Themes of puzzles. @param {Puzzle[]} puzzles */
function themesOf(puzzles) {
  return [...new Set(puzzles.flatMap(({ themes }) => themes))].sort();
}

/** Number of the day, the same all over the world. */
function today() {
  return Math.floor(Date.now() / 86_400_000);
}
