// Puzzles: keep what a position is worth, move after move, against the best defence.

import { announce, button, choice, el, fill } from "./dom.js";
import { print } from "./print.js";
import { isTexts, recall, recallValue, remember } from "./storage.js";
import { Hints } from "./teacher.js";
import { textOf } from "./transport.js";
import { ROOT } from "./tree.js";

/** @typedef {import("./main.js").App} App */
/** @typedef {import("./types").ShownPuzzle} Puzzle */
/** @typedef {import("./types").GradedMove} GradedMove */

/** View with puzzles to solve, those of the program or of a file. */
export class Puzzles {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.name = "puzzles";
    this.title = "Puzzles";
    this.isTree = true;
    this.isGame = false;
    /** @type {Puzzle[]} */
    this.all = [];
    /** Those of the set and theme chosen, easy ones first. @type {Puzzle[]} */
    this.puzzles = [];
    /** @type {Puzzle | undefined} */
    this.daily = undefined;
    /** @type {Puzzle | undefined} */
    this.puzzle = undefined;
    /** Positions of the puzzles that have been solved at the first try. @type {Set<string>} */
    this.solved = new Set(recallValue("solved", isTexts) ?? []);
    /** Positions of the puzzles that count no more. @type {Set<string>} */
    this.tried = new Set(recallValue("tried", isTexts) ?? []);
    /** Values of the moves at the nodes where the person is to move. @type {Map<number, GradedMove[]>} */
    this.known = new Map();
    this.isTried = false;
    this.sets = el("div");
    this.task = el("p", { class: "summary", id: "task", role: "status" });
    this.about = el("p", { class: "faint", id: "about" });
    this.answer = el("p", { id: "answer", role: "status" });
    this.hints = new Hints(app, this.answer);
    this.values = el("div", { id: "values" });
    this.progress = el("p", { class: "faint", id: "progress" });
    this.record = el("p", { class: "faint", id: "record" });
    this.input = el("input", { type: "file", id: "puzzle-file", onchange: () => this.read() });
    this.steps = [button("Previous", () => this.step(-1), { id: "previous-puzzle" }), button("Next", () => this.step(1), { id: "next-puzzle" })];
    this.help = [button("Hint", () => this.showHint(), { id: "puzzle-hint" }), button("Show the solution", () => this.reveal(), { id: "solution" })];
    this.element = el(
      "div",
      { class: "view", id: "puzzles" },
      this.sets,
      this.task,
      this.about,
      el("div", { class: "row" }, this.help, button("Analyse", () => app.go("analyze"))),
      el(
        "div",
        { class: "row tight" },
        this.steps,
        button("Next unsolved", () => this.openUnsolved(), { id: "next-unsolved" }),
        button("Puzzle of the day", () => this.openDaily(), { id: "daily" }),
        button("Print", () => this.print(), { id: "print" }),
      ),
      // Below the buttons, which stay where they are.
      this.answer,
      this.progress,
      this.record,
      this.values,
      el("label", { class: "field" }, el("span", {}, "Other puzzles: a file of graded positions"), this.input),
    );
  }

  async enter() {
    this.app.board.onMove = (move) => this.try(move);
    this.app.board.onHex = null;
    if (this.puzzle) return this.open(this.puzzle);
    await this.rate();
    await this.load(await (await fetch("puzzles.exact")).text());
  }

  leave() {}

  canMove() {
    return this.right !== undefined;
  }

  update() {
    for (const button of this.help) button.disabled = !this.canMove();
  }

  async read() {
    const file = this.input.files?.[0];
    if (file) await textOf(file, this.app.engine).then((text) => this.load(text)).catch((error) => this.fail(error));
  }

  /** @param {string} text */
  async load(text) {
    const { puzzles, daily } = await this.app.engine.ask({ action: "puzzles", text, day: today() });
    this.all = puzzles;
    this.daily ??= puzzles[daily];
    // The address of a puzzle holds its position.
    const linked = puzzles.find(({ position }) => position === this.app.game.start);
    this.choose((linked ?? puzzles[0]).set, "");
    // Another view may have been chosen since.
    if (this.app.view === this) await (linked ? this.open(linked) : this.openUnsolved());
  }

  /**
   * @param {string} set
   * @param {string} theme empty for all
   */
  choose(set, theme) {
    const inSet = this.all.filter((puzzle) => puzzle.set === set);
    const themes = [...new Set(inSet.flatMap(({ themes }) => themes))].sort();
    const sets = [...new Set(this.all.map(({ set }) => set))];
    this.puzzles = inSet.filter(({ themes }) => theme === "" || themes.includes(theme));
    const go = (/** @type {string} */ set, theme = "") => {
      this.choose(set, theme);
      this.puzzle = undefined;
      this.openUnsolved();
    };
    fill(
      this.sets,
      choice("Puzzles", sets.map((set) => [set, set]), set, go),
      choice("Theme", ["", ...themes].map((name) => [name, name || "all"]), theme, (theme) => go(set, theme)),
    );
  }

  /** Puzzles after the one that is open, which is the last. */
  get following() {
    const next = this.puzzles.findIndex((puzzle) => puzzle === this.puzzle) + 1;
    return [...this.puzzles.slice(next), ...this.puzzles.slice(0, next)];
  }

  /** @param {number} step */
  async step(step) {
    await this.open(/** @type {Puzzle} */ (this.following.at(step - 1)));
  }

  /** Opens the first puzzle after this one that has not been solved. */
  async openUnsolved() {
    const { following } = this;
    await this.open(following.find(({ position }) => !this.solved.has(position)) ?? following[0]);
  }

  async openDaily() {
    if (!this.daily) return;
    if (!this.all.includes(this.daily)) this.all.push(this.daily);
    this.choose(this.daily.set, "");
    await this.open(this.daily);
  }

  /** @param {Puzzle} puzzle */
  async open(puzzle) {
    const { position, difficulty, stars, task, lesson, moves } = puzzle;
    this.puzzle = puzzle;
    this.known = new Map([[ROOT, moves]]);
    this.isTried = false;
    this.hints.clear();
    this.say("", "");
    fill(this.values);
    await this.app.game.load(position);
    fill(this.task, task);
    fill(this.about, stars && el("span", { role: "img", "aria-label": `difficulty ${difficulty} of 5` }, stars), lesson);
    const solved = this.puzzles.filter(({ position }) => this.solved.has(position)).length;
    const index = this.puzzles.indexOf(puzzle);
    this.steps[0].disabled = index <= 0;
    this.steps[1].disabled = index === this.puzzles.length - 1;
    fill(this.progress, `Puzzle ${index + 1} of ${this.puzzles.length}, ${solved} solved at the first try`);
    this.app.showState("show");
    this.element.scrollTop = 0;
  }

  /**
   * Counts the first try at a puzzle; without one, shows what has been counted.
   * @param {boolean} [is_solved]
   */
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
    }
    const { record, words } = await this.app.engine.ask({ action: "rate", record: recall("rated"), day: today(), puzzle: tried });
    remember("rated", record);
    fill(this.record, words);
  }

  /**
   * Plays a move in the position shown, and the best defence; null if another puzzle has been opened meanwhile.
   * @param {GradedMove} graded
   */
  async play({ move, is_right }) {
    const { game, engine } = this.app;
    const { goal } = /** @type {Puzzle} */ (this.puzzle);
    this.hints.clear();
    try {
      await game.play(move);
      const { fields, world, tree } = game;
      const reply = await engine.ask({ action: "defence", ...fields, goal, is_right, world });
      if (tree !== game.tree) return null;
      if (is_right) {
        await game.edit((tree) => tree.makeMain(game.node));
        for (const answer of reply.answers) await game.play(answer, { isSettled: true });
        this.known.set(game.node, reply.moves);
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
    const reply = await this.play(graded);
    if (!reply) return;
    const { words, answers, moves } = reply;
    if (graded.is_right) {
      this.say("good", `${words} ${moves.length > 0 ? "Go on." : "Solved!"}`);
      if (moves.length === 0) {
        this.rate(true);
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
    }
    this.app.showState("show");
    // While the other side answered, no hex could be chosen.
    if (hadFocus) this.app.board.focus();
  }

  /** @param {any} error */
  fail({ message }) {
    this.say("bad", message);
    return null;
  }

  /**
   * @param {string} kind
   * @param {string} text
   */
  say(kind, text) {
    fill(this.answer, text);
    this.answer.className = kind;
    if (text) announce(text);
  }

  /** The first right move in the position shown, if the puzzle goes on there. */
  get right() {
    return this.known.get(this.app.game.node)?.find(({ is_right }) => is_right);
  }

  /** Shows one hint more: where to look, the move, why. */
  async showHint() {
    this.rate(false);
    if (!this.right) return;
    this.answer.className = "";
    await this.hints.more({ ...this.app.game.fields, line: [this.right.move] });
  }

  /** Plays the rest of the line, and goes back to where it began. */
  async reveal() {
    const { game, board } = this.app;
    const { node } = game;
    this.rate(false);
    let words = "Solution:";
    for (let { right } = this; right; { right } = this) {
      const reply = await this.play(right);
      if (!reply) return;
      words += ` ${reply.words}`;
    }
    await game.goTo(node);
    this.say("", words);
    this.showValues();
    this.app.showState("show");
    if (this.right) await board.overlay({ arrows: [{ move: this.right.move, label: "" }] });
  }

  showValues() {
    const { moves, themes } = /** @type {Puzzle} */ (this.puzzle);
    fill(
      this.values,
      themes.length > 0 && el("p", { class: "faint", id: "themes" }, `Themes: ${themes.join(", ")}`),
      moves.map(({ move, move_words, words, is_right }) => el("div", { class: "line", title: move }, el("b", { class: `value${is_right ? " exact" : ""}` }, words), move_words)),
    );
  }

  /** Prints two pages of puzzles from this one on. */
  async print() {
    const { following } = this;
    const exercises = [...following.splice(-1), ...following].slice(0, 12).map(({ position, difficulty, lesson }) => ({ position, level: difficulty, remark: lesson }));
    await print(this.app.engine, { title: "Puzzles", exercises }).catch((error) => this.fail(error));
  }
}

/** Number of the day, the same all over the world. */
function today() {
  return Math.floor(Date.now() / 86_400_000);
}
