// What lies on the table: it is laid, looked at again, and begun.

import { confirmed } from "./dialogs.js";
import { button, el, keyed } from "./dom.js";
import { recallFollowed } from "./followed.js";
import { headersOf, named } from "./seats.js";
import { narrow } from "./view.js";

/** Questions whose answers begin another game. */
const NEW_GAME = ["rules", "layout", "spaces", "players"];

/** Species of a usual game of cards. */
const SPECIES = 4;

/** The table of a game that is followed, until it begins. */
export class Laying {
  /**
   * Game under way while its table is looked at again, with its position.
   * @type {(import("./followed.js").Followed & { position: string }) | null}
   */
  paused = null;
  resuming = el("div");
  /** Number of species that are chosen. */
  species = 0;

  /** @param {Pick<import("./main.js").App, "game" | "showState">} app @param {import("./follow.js").Follow} follow */
  constructor(app, follow) {
    this.app = app;
    this.follow = follow;
    this.editor = follow.editor;
    this.editor.mayAnswer = (name) => this.mayAnswer(name);
  }

  /** Shows the table, or the game on it. @param {boolean} isSetUp */
  async go(isSetUp) {
    await this.follow.show(isSetUp);
    this.app.showState("show");
  }

  /** Leads back to the table; the game goes on from there if nothing is changed. After a game that is over another table is laid. */
  async setUp() {
    if (!(await this.follow.seat.mayShow())) return;
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
    await this.editor.edit({ answers: { blank: this.follow.seat.me } });
  }

  /** Asks before an answer ends the game under way. @param {string} name of the question */
  async mayAnswer(name) {
    const { paused } = this;
    if (!paused || paused.moves.length === 0 || !NEW_GAME.includes(name)) return true;
    const isNew = await confirmed("Another game?", `You follow a game of ${paused.title}. It stays on the shelf.`, "Set up another game", "Keep this game");
    if (!isNew) return false;
    this.paused = null;
    // What lay on the table belongs to the game that is left.
    await this.editor.edit({ answers: { blank: this.follow.seat.me } });
    return true;
  }

  /** Folds the questions about the game on a phone, once its species are chosen: then cards are laid. */
  fold() {
    const { questions = [] } = this.editor.edited ?? {};
    const species = questions.find(({ name }) => name === "species")?.choices.filter(({ is_chosen }) => is_chosen).length ?? 0;
    if (species !== this.species) this.follow.first.open = !narrow.matches || species < SPECIES;
    this.species = species;
  }

  /** Offers the game that was followed before. */
  showResume() {
    const followed = this.paused ? null : recallFollowed();
    keyed(this.resuming, followed ? [followed.title] : [], String, (title) => button(`Continue the game of ${title}`, () => this.follow.resume(), { id: "follow-resume" }), () => {});
  }

  /** Begins at the position that has been set up, or goes on with the game if it is still that of its table. */
  async begin() {
    const { state, stock } = this.editor.edited ?? {};
    if (!state) return;
    const isResumed = this.paused?.position === state.position;
    if (!isResumed && stock && !stock.is_complete && !(await confirmed("Begin all the same?", named(stock.words), "Begin", "Go on laying"))) return;
    this.follow.chance.isPlaying = true;
    if (isResumed) return this.follow.resume();
    this.paused = null;
    Object.assign(this.follow, { holder: "", next: "", hasHidden: false });
    await this.go(true);
    // The board is where the set-up began.
    scrollTo(0, 0);
    await this.app.game.load(state.position, { automatic: false, headers: headersOf(Array(state.players).fill("person")).filter(([, name]) => name !== "person") });
  }
}
