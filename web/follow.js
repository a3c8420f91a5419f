// Follow: a real game, as it lies on the table; the computer advises one player, or all who share the screen.

import { Chance } from "./chance.js";
import { confirmed } from "./dialogs.js";
import { amount, bringIntoSight, button, byId, choice, el, fill, isBusy, keyed, setBusy } from "./dom.js";
import { Editor } from "./edit.js";
import { rulesButton } from "./rules.js";
import { askSeats, headersOf, named, nameOf, seatName } from "./seats.js";
import { announce } from "./speech.js";
import { isHeader, isTexts, recall, recallValue, remember } from "./storage.js";
import { View } from "./view.js";

/** Whether the board is above the panel. */
export const narrow = matchMedia("(max-width: 56rem) and (orientation: portrait)");

/** Seat of all who share the screen. */
const ALL = "all";

/** Questions whose answers begin another game. */
const NEW_GAME = ["rules", "layout", "spaces", "players"];

/** Game that is followed, and what it takes to go on with it: `title` names its rules and players. @typedef {{ start: string, moves: string[], headers: [string, string][], title: string }} Followed */

/** The game that was followed last, if it is not over. @returns {Followed | null} */
export function recallFollowed() {
  const isFollowed = (/** @type {any} */ { start, moves, headers, title }) =>
    [start, title].every((text) => typeof text === "string") && isTexts(moves) && headers.every(isHeader);
  return recallValue("followed", isFollowed);
}

/** Whether several players of this table have names. */
function haveNames() {
  return [..."ABCD"].filter(nameOf).length > 1;
}

/** Words as the beginning of a sentence; a name of a hex stays as it is. @param {string} words */
function sentence(words) {
  return /^[a-z](?!\d)/.test(words) ? words[0].toUpperCase() + words.slice(1) : words;
}

/**
 * Next step of a turn of which some steps have been played, in any order; null if it is over, or another one was played.
 * @param {string[]} steps
 * @param {string[]} played
 */
function stepAfter(steps, played) {
  const left = [...steps];
  for (const move of played) {
    // What is drawn is for chance to say.
    const at = left.findIndex((step) => step === move || (step.startsWith("draw:") && move.startsWith("draw:")));
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left[0] ?? null;
}

/**
 * Number of moves that two lines have in common before they part; -1 where one is the beginning of the other.
 * @param {string[]} one
 * @param {string[]} other
 */
function parting(one, other) {
  const at = one.findIndex((move, index) => move !== other[index]);
  return at < other.length ? at : -1;
}

/** View to follow a real game: first what lies on the table, and then turn by turn. */
export class Follow extends View {
  name = "follow";
  title = "At the table";
  isSetUp = false;
  /** Whether the game that is followed has hidden anything so far. */
  hasHidden = false;
  /** Game under way while its table is looked at again, with its position. @type {(Followed & { position: string }) | null} */
  paused = null;
  /** Tree that holds the game. @type {import("./tree.js").Tree | null} */
  tree = null;
  /** Turn of several steps that has been advised, after a number of moves. @type {{ tree: import("./tree.js").Tree, turn: string, ply: number, steps: string[] } | null} */
  plan = null;
  /** Game that was on the board before the table. @type {{ tree: import("./tree.js").Tree, moves: string[] } | null} */
  before = null;
  /** Search for advice. @type {import("./transport.js").Query | null} */
  query = null;

  /** @param {import("./main.js").App} app */
  constructor(app) {
    super();
    this.app = app;
    // A move that is undone has not been played on the table.
    /** Letter of the person who is advised; empty for nobody. */
    this.me = recall("me") ?? (haveNames() ? ALL : "A");
    /** Letter of the person at a shared screen, and of the one to whom it is to be handed; empty for none. */
    this.holder = this.next = "";
    this.editor = new Editor(app);
    this.editor.seat = this.me;
    this.editor.hasOther = this.editor.more.open = false;
    this.editor.mayAnswer = (name) => this.mayAnswer(name);
    this.chance = new Chance(app);
    this.status = el("p", { class: "summary", id: "status", spoken: true });
    const rules = () => rulesButton(app, () => app.game.state?.rules ?? "");
    const begin = button("Begin", () => this.begin(), { class: "primary", id: "follow-begin" });
    this.editor.onChecked = (isRight) => (begin.disabled = !isRight);
    this.seats = el("div", { id: "you-are" });
    this.resuming = el("div");
    const names = () => askSeats(app.game.state?.players ?? 2, (letter) => this.renamed(letter));
    this.tables = button("Set up", () => this.setUp());
    this.who = el("div", {},
      el("div", { class: "row" }, button("Names and colours", names), button("Turn the board", () => app.look.turn({ turned: !app.game.turned })), this.tables), this.seats);
    const { guide, message, notes, gameForm, form, more } = this.editor;
    /** Which game it is, and who plays: what is asked before the table is laid. */
    this.first = el("div", { class: "first" }, gameForm);
    this.table = el("div", {}, guide, form, message, notes, begin, more, el("div", { class: "row" }, rules()));
    this.advising = button("Advise me", () => this.advise(), { id: "advise", title: "a" });
    this.undoing = button("Undo", () => this.undo(), { id: "follow-undo", title: "u" });
    this.advice = el("div", { id: "advice" });
    this.again = button("Another game", () => this.beginAgain(), { class: "primary", id: "follow-again" });
    /** Place of the move shown, where it is not the last one. */
    this.past = el("p", { class: "faint", id: "past" });
    /** Later moves that can be kept after another move in an earlier position. */
    this.later = el("p", { class: "faint", id: "later" });
    /** Line before the last correction, the line shown last, and where they part: the new line has `skip` moves there in place of as many old ones. @type {{ tree: import("./tree.js").Tree | null, moves: string[], last: string[], at: number, skip: number }} */
    this.former = { tree: null, moves: [], last: [], at: -1, skip: 0 };
    /** Reason why no one is advised. */
    this.why = el("p", { class: "faint", id: "no-advice" });
    this.turns = el("div", {},
      this.past,
      this.later,
      el("div", { class: "row" }, this.advising, this.undoing, rules()), this.again,
      this.why, this.advice, this.chance.element);
    this.element = el("div", { class: "view" }, this.first, this.table);
    narrow.addEventListener("change", () => app.view === this && this.place());
  }

  get isCut() {
    return true;
  }

  get hasUndo() {
    return true;
  }

  /** @param {boolean} isOpened */
  async enter(isOpened) {
    // Other views may have left the game for other moves and positions, and for what a person knows of it.
    if (this.isSetUp && !isOpened && recallFollowed()) await this.resume();
    // An address with a position is that of a game under way.
    else await this.show(isOpened || this.isSetUp);
    if (this.isSetUp || this.editor.before.length > 0) return;
    const { played, tree } = this.app.game;
    this.before = { tree, moves: played };
    await this.editor.edit({ answers: { blank: this.me } });
  }

  leave() {
    this.editor.leave();
    document.body.classList.remove("laying");
    fill(byId("first"));
  }

  /** Puts the questions in their order: where the board is above the panel, those about the game are above the board. */
  place() {
    const { isSetUp, first, element } = this;
    document.body.classList.toggle("laying", !isSetUp);
    if (isSetUp) element.prepend(this.status, this.turns, this.who);
    else first.replaceChildren(this.status, this.resuming, this.editor.gameForm, this.who);
    first.hidden = this.resuming.hidden = this.table.hidden = isSetUp;
    this.turns.hidden = this.tables.hidden = !isSetUp;
    if (narrow.matches && !isSetUp) byId("first").append(first);
    else element.insertBefore(first, this.table);
  }

  /** Whether a game is followed; what is laid out is none. */
  get isGame() {
    return this.isSetUp;
  }

  canMove() {
    return this.isSetUp && !this.next && this.app.game.state?.is_over === false;
  }

  /** Whether all players look at this screen, each in turn. */
  get isShared() {
    return this.me === ALL;
  }

  /** Whether a game is shown of which each player at this screen knows something else, or will when it goes on. */
  get isSecret() {
    const { state } = this.app.game;
    return this.isSetUp && this.isShared && (this.hasHidden || state?.has_secrets === true) && state?.is_over === false;
  }

  viewer() {
    return this.isSecret ? this.holder || null : null;
  }

  /** Letter of the person to whom the screen is to be handed before anything is shown; null if the right one has it. */
  curtain() {
    const { game } = this.app;
    if (this.isSetUp) this.hasHidden ||= game.state?.has_secrets === true;
    if (!this.isSecret) {
      // Who plays before anything is hidden knows what is hidden then.
      this.next = "";
      this.holder = game.state?.turn ?? "";
    } else if (game.isLast && game.state && game.state.turn !== this.holder) this.next = game.state.turn;
    return this.next || null;
  }

  /** Gives the screen to the person that is to have it next. */
  async takeScreen() {
    this.holder = this.next;
    this.next = "";
    this.app.game.viewer = this.viewer();
    await this.resume();
  }

  /** Takes back the step of the person who had the screen before it is handed on. */
  async withdraw() {
    this.next = "";
    await this.undo();
  }

  /** Gives the other views what the person at a shared screen knows, in place of the game; where nothing was laid, the game before. */
  async conceal() {
    const { before } = this;
    if (!this.isSetUp && !this.editor.isLaid && before) await this.app.game.loadTree(before.tree, before.moves);
    if (this.isSecret) await this.app.game.conceal(this.next ? "" : this.holder);
  }

  get keys() {
    if (!this.isSetUp) return this.editor.keys;
    return [
      { key: "a", words: "advise me", run: () => this.advise() },
      { key: "u", words: "undo the last move", run: () => this.undo() },
    ];
  }

  async undo() {
    if (!this.isSetUp) return this.editor.undo();
    if (this.next) return;
    const { game, board } = this.app;
    // A choice whose outcome is asked for has not been played yet.
    if (board.onTaken && (game.state?.legal.length ?? 0) > 1) {
      board.stepBack();
      return;
    }
    this.chance.isPlaying = false;
    if (game.ply === 0) return;
    const stays = game.stay();
    const ply = await this.chance.lastChoice();
    if (stays()) await game.takeBack(ply);
  }

  /** @param {boolean} isSetUp */
  async go(isSetUp) {
    await this.show(isSetUp);
    this.app.showState("show");
  }

  /** @param {boolean} isSetUp */
  async show(isSetUp) {
    const { board } = this.app;
    this.isSetUp = isSetUp;
    this.place();
    this.editor.leave();
    board.onHex = null;
    board.onMove = (move) => this.chance.play(move);
    if (!isSetUp) await this.editor.enter();
  }

  /** Leads back to the table; the game goes on from there if nothing is changed. After a game that is over another table is laid. */
  async setUp() {
    if (!(await this.mayShow())) return;
    const { state } = this.app.game;
    if (state?.is_over) return this.beginAgain();
    const followed = recallFollowed();
    this.paused = state && followed ? { ...followed, position: state.position } : null;
    await this.go(false);
  }

  /** Lays another table for the same game and players. */
  async beginAgain() {
    await this.go(false);
    scrollTo(0, 0);
    await this.editor.edit({ answers: { blank: this.me } });
  }

  /** Asks before all that a shared screen hides is shown. */
  async mayShow() {
    return !this.isSecret || confirmed("Show all tiles?", "Who looks at the screen now would see all tiles.", "Show all tiles", "Keep them hidden");
  }

  /** Asks before an answer ends the game under way. @param {string} name of the question */
  async mayAnswer(name) {
    const { paused } = this;
    if (!paused || paused.moves.length === 0 || !NEW_GAME.includes(name)) return true;
    const isNew = await confirmed("Another game?", `You follow a game of ${paused.title}. It stays on the shelf.`, "Set up another game", "Keep this game");
    if (!isNew) return false;
    this.paused = null;
    // What lay on the table belongs to the game that is left.
    await this.editor.edit({ answers: { blank: this.me } });
    return true;
  }

  /** @param {string} me letter of a seat, or who else looks at the screen @param {boolean} [isChosen] whether a person has chosen it */
  async sit(me, isChosen = true) {
    if (!(await this.mayShow())) {
      fill(this.seats);
      return this.showSeats();
    }
    this.me = this.editor.seat = me;
    this.holder = this.next = "";
    if (isChosen) remember("me", me);
    if (this.isSetUp) return this.app.showState("show");
    const isNew = !this.editor.isLaid && this.paused === null;
    await this.editor.edit(isNew ? { answers: { blank: me } } : {});
  }

  update() {
    const { game } = this.app;
    const { state, ply } = game;
    this.showSeats();
    if (!this.isSetUp) {
      this.who.hidden = false;
      fill(this.status, "What lies in front of you?");
      this.showResume();
      return this.editor.update();
    }
    if (!state) return;
    this.keep();
    this.query?.cancel();
    this.showPlan();
    this.turns.hidden = this.who.hidden = this.next !== "";
    fill(this.status, this.next ? `Hand the screen to ${named(this.next)}` : this.turnWords);
    this.advising.disabled = !this.isMine || this.next !== "";
    fill(this.past, game.isLast || this.next ? "" : `You look back: ${game.ply} of ${amount(game.line.length, "move")}. Another move here takes the place of the later ones; they stay in Analysis as a variation.`);
    this.showLater();
    fill(this.why, this.next ? "" : this.noAdvice);
    this.undoing.disabled = ply === 0;
    this.again.hidden = !state.is_over;
    if (!this.next) this.chance.offer();
  }

  /** Moves of the game before its last correction that are still to come after the line shown; none once it goes another way. */
  get laterMoves() {
    const { tree, moves } = this.app.game;
    if (this.former.tree !== tree) this.former = { tree, moves, last: moves, at: -1, skip: 0 };
    const { former } = this;
    if (parting(former.last, moves) >= 0 && parting(former.last, former.moves) >= 0) former.moves = former.last;
    former.last = moves;
    const at = parting(former.moves, moves);
    if (at !== former.at) Object.assign(former, { at, skip: moves.length - at });
    const later = former.moves.slice(at + former.skip);
    const since = moves.slice(at + former.skip);
    const isCorrected = at >= 0 && since.length <= later.length && parting(later, since) < 0;
    if (!isCorrected && (at >= 0 || moves.length > former.moves.length)) former.moves = moves;
    return isCorrected ? later.slice(since.length) : [];
  }

  /** Offers to play the later moves again, as far as they are legal after a correction. */
  async showLater() {
    const { game } = this.app;
    const later = this.laterMoves;
    const stays = game.stay();
    if (later.length === 0 || !game.isLast || this.isSecret) return fill(this.later);
    const fit = await this.fitting(later);
    if (!stays() || !game.isLast) return;
    const keep = () => game.add({ ...game.fields, moves: [...game.played, ...later.slice(0, fit)] });
    const words = `Keep the ${fit < later.length ? `${fit} of ` : ""}${amount(later.length, "later move")} that still fit${fit === 1 ? "s" : ""}`;
    fill(this.later, fit > 0 ? button(words, keep, { id: "keep-later" }) : "No later move fits any more.", " The moves as they were stay in Analysis as a variation.");
  }

  /** Number of moves that can be played one after the other from the position shown; what chance brings must be possible. @param {string[]} moves */
  async fitting(moves) {
    const { engine, game: { start, played } } = this.app;
    let least = 0;
    let most = moves.length;
    while (least < most) {
      const half = Math.ceil((least + most) / 2);
      const isLegal = await engine.ask({ action: "board", position: start, moves: [...played, ...moves.slice(0, half)] }).then(() => true, () => false);
      if (isLegal) least = half;
      else most = half - 1;
    }
    return least;
  }

  /** Whose turn it is, or the result. */
  get turnWords() {
    return this.app.table.turnWords(this.me);
  }

  /** Says what is asked for next. */
  showTurn() {
    if (this.isSetUp && !this.next) fill(this.status, this.turnWords);
  }

  /** Shows a name that has been changed. Several named people share this screen, until one of them is chosen. @param {string} letter */
  renamed(letter) {
    this.app.table.rename(letter);
    if (!this.isSetUp && haveNames() && recall("me") === null && this.me !== ALL) this.sit(ALL, false);
    this.showNames();
  }

  /** Shows names that have been changed, and leaves all else as it is. */
  showNames() {
    this.showSeats();
    if (!this.isSetUp) {
      this.editor.showForm();
      this.editor.showPalette();
    }
    this.showTurn();
  }

  /** Offers the seats of this game. */
  showSeats() {
    const { state } = this.app.game;
    const letters = [..."ABCD"].slice(0, state?.players ?? 2);
    const roles = state?.rules === "angling" ? [", the angler", ", the fish"] : [];
    /** @type {[string, string][]} */
    const seats = [...letters.map((letter, index) => /** @type {[string, string]} */ ([letter, `${seatName(letter)}${roles[index] ?? ""}`])), [ALL, "all of us, at this screen"], ["", "nobody: you watch"]];
    if (seats.every(([seat]) => seat !== this.me)) this.me = this.editor.seat = "A";
    // What nobody has chosen says why it is so.
    const isMade = this.me === ALL && recall("me") === null;
    const why = isMade && el("small", { class: "faint" }, "Several of you have names: each is advised in turn.");
    keyed(this.seats, [JSON.stringify([seats, this.me, isMade])], String, () => el("div", {}, choice("You are", seats, this.me, (me) => this.sit(me)), why), () => {});
  }

  /** Offers the game that was followed before. */
  showResume() {
    const followed = this.paused ? null : recallFollowed();
    keyed(this.resuming, followed ? [followed.title] : [], String, (title) => button(`Continue the game of ${title}`, () => this.resume(), { id: "follow-resume" }), () => {});
  }

  /** Goes on with the game that was followed before. */
  async resume() {
    const followed = recallFollowed();
    if (!followed) return;
    const { start, moves, headers } = followed;
    this.paused = null;
    await this.show(true);
    const { game } = this.app;
    const tree = [this.tree, game.tree].find((tree) => tree?.position === start) ?? undefined;
    game.viewer = this.isShared && this.hasHidden ? this.holder || null : null;
    await game.load(start, { moves, headers, automatic: false, tree });
  }

  /** Keeps the game for when the page is opened again. */
  keep() {
    const { game, rules } = this.app;
    const { state } = game;
    if (!state) return;
    this.tree = game.tree;
    const about = rules.find(({ name }) => name === state.rules)?.title ?? state.rules;
    const names = [..."ABCD"].slice(0, state.players).map((letter) => named(letter));
    const title = `${about} (${names.join(", ")})`;
    remember("followed", JSON.stringify(state.is_over ? null : { start: game.start, moves: game.moves, headers: game.headers, title }));
  }

  /** Whether a person who is advised is to move; where all play together, anyone is. */
  get isMine() {
    const { state } = this.app.game;
    return state?.is_over === false && (state.sides === 1 || this.isShared || state.turn === this.me);
  }

  /** Reason why the person at this screen is not advised now; empty if it is. */
  get noAdvice() {
    const { state } = this.app.game;
    if (!state || this.isMine || state.is_over) return "";
    if (!this.me) return "You watch: choose a seat below to be advised.";
    return named(`Advice is for ${this.me}; it is the turn of ${state.turn}. Choose “all of us” below to advise everyone.`);
  }

  /** Begins at the position that has been set up, or goes on with the game if it is still that of its table. */
  async begin() {
    const { state, stock } = this.editor.edited ?? {};
    if (!state) return;
    const isResumed = this.paused?.position === state.position;
    if (!isResumed && stock && !stock.is_complete && !(await confirmed("Begin all the same?", named(stock.words), "Begin", "Set up on"))) return;
    this.chance.isPlaying = true;
    if (isResumed) return this.resume();
    this.paused = null;
    this.holder = this.next = "";
    this.hasHidden = false;
    await this.go(true);
    // The board is where the set-up began.
    scrollTo(0, 0);
    await this.app.game.load(state.position, { automatic: false, headers: headersOf(Array(state.players).fill("person")).filter(([, name]) => name !== "person") });
  }

  /** Shows the best move of the person at the table, and why; or in its place why there is none. */
  async advise() {
    if (!this.isMine || this.next || isBusy(this.advising)) return;
    setBusy(this.advising, true);
    announce("Thinking…");
    await this.showBest().catch(({ message }) => fill(this.advice, el("p", { class: "error", role: "alert" }, message)));
    setBusy(this.advising, false);
    bringIntoSight(this.advice);
  }

  async showBest() {
    const { engine, game } = this.app;
    const { state } = game;
    // At a shared screen the computer knows as much as the person there.
    const fields = this.isSecret && state ? { position: state.position } : game.fields;
    fill(this.advice);
    const query = engine.query({ action: "analyze", ...fields, lines: 2, limits: { time: "3s" } });
    this.query = query;
    const found = await query.done;
    this.query = null;
    if (!found?.best || state !== game.state) return;
    const { best, pv, value_words, comparison, turn: steps = pv } = found;
    const words = state?.legal.find(({ move }) => move === best)?.words ?? best;
    const { reasons } = await engine.ask({ action: "explain", ...fields, line: pv });
    if (state !== game.state) return;
    // Without a floe the first reason is the whole turn, which says all.
    const turn = state?.has_floe ? "" : (reasons.shift() ?? "").replace(/^It plays: |\.$/g, "");
    if (comparison) reasons.push(comparison);
    // With a capital the article would be a player.
    const told = turn || words.replace(/^a(?=\s)/, "place a");
    // What the whale does belongs to the words of the move.
    const others = reasons.filter((reason) => !told.includes(reason.slice(1, -1)));
    fill(this.advice, el("p", {}, el("b", { title: best }, `${sentence(named(told))}.`), ` ${sentence(named(value_words))}.`), others.length > 0 && el("ul", {}, others.map((reason) => el("li", {}, named(reason)))));
    announce(`${words}. ${named(value_words)}`);
    this.plan = state && !state.has_floe ? { tree: game.tree, turn: state.turn, ply: game.ply, steps } : null;
    this.draw(best);
  }

  /**
   * Draws a move that is advised, without its value, which would hide where it ends. What has been chosen of another one is put back; of this one, the next space is marked.
   * @param {string} move
   */
  draw(move) {
    const { board, game } = this.app;
    const [first, ...others] = board.path;
    const path = game.state?.legal.find((legal) => legal.move === move)?.path ?? [];
    const isBegun = [first, ...others].every((space, index) => space === path[index]);
    const next = path[others.length + 1];
    if (isBegun && others.length > 0 && next) {
      board.overlay({ parts: [{ outlined: [next] }] });
      return;
    }
    if (board.goingOn && !board.onTaken && !(isBegun && first && others.length === 0)) {
      board.putBack();
      this.advice.append(el("p", { class: "faint" }, "What you had chosen is put back."));
    }
    board.overlay({ arrows: [{ move }] });
  }

  /** Keeps the advice while its turn goes on as advised, and draws the next step. */
  showPlan() {
    const { game } = this.app;
    const { plan } = this;
    const next = plan && plan.tree === game.tree && plan.turn === game.state?.turn && game.ply >= plan.ply ? stepAfter(plan.steps, game.moves.slice(plan.ply, game.ply)) : null;
    if (next) this.draw(next);
    else {
      this.plan = null;
      fill(this.advice);
    }
  }
}
