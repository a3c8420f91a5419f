// A move that a person composes: the parts chosen so far, and what can follow. It knows no element of the page.

/** @typedef {import("./types").Step} Step */
/** @typedef {import("./types").StepOption} Option */
/** @typedef {import("./types").StepMarks} Marks */

/** Most options that are offered by their words after a click where another click decides: more of them hide the page. */
const FEW = 6;

/** Composes one move, step by step. */
export class Composer {
  /** Parts chosen so far, with the spaces clicked for each. @type {{ option: Option, clicks: string[] }[]} */
  chosen = [];
  /** Spaces clicked in this step that leave several options. @type {string[]} */
  picked = [];
  /** Option whose words are looked at. @type {Option | null} */
  hovered = null;
  /** Number of parts at the beginning that have no alternative. */
  forced = 0;

  /** @param {Step | null} first @param {boolean} [confirms] whether a first click that completes a move shows its words before it is played */
  constructor(first, confirms = false) {
    this.first = first;
    this.confirms = confirms;
    this.skip();
  }

  /** The step that asks for the next part; null where nothing can be chosen. @returns {Step | null} */
  get step() {
    const last = this.chosen[this.chosen.length - 1];
    return last ? (last.option.next ?? null) : this.first;
  }

  /** Sentence that asks for the next part. */
  get question() {
    return this.step?.question ?? "";
  }

  /** Spaces that have been clicked, in order. */
  get path() {
    return [...this.chosen.flatMap(({ clicks }) => clicks), ...this.picked];
  }

  /** Whether a person has chosen or clicked nothing yet. */
  get isNew() {
    return this.picked.length === 0 && this.chosen.length === this.forced;
  }

  /** The only option of this step, if it has no space and another step follows. */
  get only() {
    const options = this.step?.options ?? [];
    return options.length === 1 && !options[0].spaces && options[0].next ? options[0] : null;
  }

  /** Takes parts that have no alternative. */
  skip() {
    const isNew = this.chosen.length === 0;
    for (let { only } = this; only; only = this.only) this.chosen.push({ option: only, clicks: [] });
    if (isNew) this.forced = this.chosen.length;
  }

  /** Options of this step that have all spaces clicked in it. */
  get options() {
    const options = this.step?.options ?? [];
    return options.filter(({ spaces = [] }) => this.picked.every((space) => spaces.includes(space)));
  }

  /** Options chosen by words whose spaces can be clicked at once. Where this step has spaces, they come first: a click is never two things. */
  get openers() {
    const options = this.step?.options ?? [];
    return options.some(({ spaces }) => spaces) ? [] : options.filter(({ next }) => next);
  }

  /** Options one step ahead that have all clicked spaces: a click on a card also says what is done with it. */
  get ahead() {
    if (this.picked.length === 0) return [];
    const has = (/** @type {Option} */ { spaces = [] }) => this.picked.every((space) => spaces.includes(space));
    return this.openers.flatMap(({ next }) => next?.options.filter(has) ?? []);
  }

  /** Options to choose by their words: those without a space or, after a click, those that it leaves. */
  get worded() {
    if (this.picked.length === 0) return this.options.filter(({ spaces }) => !spaces);
    const left = [...this.options, ...this.ahead];
    const isOwn = (/** @type {string} */ space) => left.filter(({ spaces = [] }) => spaces.includes(space)).length === 1;
    const isDecided = left.every(({ spaces = [] }) => spaces.some(isOwn));
    return isDecided && left.length > FEW ? [] : left;
  }

  /** Spaces that go on with the move. @returns {Set<string>} */
  get next() {
    const ahead = this.picked.length > 0 ? this.ahead : this.openers.flatMap(({ next }) => next?.options ?? []);
    const spaces = [...this.options, ...ahead].flatMap(({ spaces = [] }) => spaces);
    return new Set(spaces.filter((space) => !this.picked.includes(space)));
  }

  /** Marks of the parts chosen, and of those that can follow. @returns {Marks[]} */
  get marks() {
    const chosen = this.chosen.flatMap(({ option }) => option.marks ?? []);
    const followers = this.isNew ? [] : this.options;
    // Of those to come, a space alone says what is lost on it.
    const lost = (/** @type {Option} */ { spaces = [], marks }) => marks?.lost?.filter((space) => spaces.includes(space));
    const shown = followers.flatMap((option) => (option.marks ? [{ arrow: option.marks.arrow, lost: lost(option) }] : []));
    const open = this.hovered ? [this.hovered] : this.worded;
    const [first = [], ...others] = open.map(({ marks }) => marks?.outlined ?? []);
    const outlined = first.filter((space) => others.every((spaces) => spaces.includes(space)));
    return [...chosen, ...shown, ...(outlined.length > 0 ? [{ outlined }] : [])];
  }

  /** Takes a space as the next part of the move. Returns whether the move goes on with it. @param {string} space */
  pick(space) {
    if (!this.next.has(space)) return false;
    const isFirst = this.isNew;
    this.picked.push(space);
    const found = [...this.options, ...this.ahead];
    const only = found[0]?.move ?? "";
    // A pier is a move at once, but the one where an angler goes out for good.
    const isShown = this.confirms && found.length === 1 && (space.startsWith("@") ? only.endsWith("+out") : isFirst && only !== "");
    if (found.length === 1 && !isShown) this.choose(found[0]);
    return true;
  }

  /** Takes an option of this step, or of the one after an option by words. @param {Option} option */
  choose(option) {
    const opener = this.openers.find(({ next }) => next?.options.includes(option));
    if (opener) this.chosen.push({ option: opener, clicks: [] });
    this.chosen.push({ option, clicks: this.picked });
    this.picked = [];
    this.hovered = null;
    this.skip();
  }

  /** The move that has been composed; null while a part is missing. */
  get move() {
    return this.chosen[this.chosen.length - 1]?.option.move ?? null;
  }

  /** Takes back the last click. */
  back() {
    this.hovered = null;
    if (this.picked.length > 0) {
      this.picked.pop();
      return;
    }
    do this.chosen.pop();
    while (this.chosen.length > 0 && this.only);
    this.skip();
  }

  /** Forgets the spaces, and keeps the parts before them that were chosen by their words. */
  clear() {
    const first = this.chosen.findIndex(({ clicks }) => clicks.length > 0);
    if (first >= 0) this.chosen = this.chosen.slice(0, first);
    this.picked = [];
    this.hovered = null;
    this.skip();
  }
}
