// The form of a new game: rules, players, who sits where, and the floe.

import { CLOCKS } from "./clocks.js";
import { button, choice, el, fill, folded, messageOf } from "./dom.js";
import { rulesOptions } from "./rules.js";
import { PENGUINS, face, nameOf, passSeats, setName } from "./seats.js";
import { randomSeed } from "./shown.js";
import { soundBox } from "./sound.js";

/** Key of the floe that the page deals when it is opened. */
const FIRST = JSON.stringify(["base", 2, "standard", false]);

/** Form that shows the seats, and sets up a new game. */
export class SetUp {
  element = el("div", { class: "set-up" });
  /** Options of a new game. */
  options = { rules: "base", players: 2, layout: "standard", balanced: false };
  /** State of the form when it was written. */
  shown = "";
  /** Position that the form has dealt last, and the key of its game. */
  last = { position: "", key: "" };

  /** @param {import("./main.js").App} app @param {import("./play.js").Play} play */
  constructor(app, play) {
    this.app = app;
    this.play = play;
    this.underWay = play.underWay;
  }

  /** Deals and begins a game, by default that of the form. */
  async begin({ rules, players } = /** @type {{ rules: string, players: number }} */ (this.options)) {
    try {
      // What is shown is played, if it is a game of the form.
      const { game } = this.app;
      const isShown = this.isFresh && this.shownKey === this.keyOf({ rules, players });
      const position = isShown ? game.start : await this.dealPosition({ rules, players });
      this.element.querySelector("details.new")?.removeAttribute("open");
      this.underWay.prepare(position, players);
      await this.underWay.restore();
      this.play.element.scrollTop = 0;
      this.app.panel.scrollTop = 0;
      scrollTo(0, 0);
      this.app.board.picture.focus();
    } catch (error) {
      fill(this.play.status, messageOf(error));
    }
  }

  /** Begins another game of the same rules and players; `places` is how far they change their seats. @param {number} places */
  rematch(places) {
    const { state } = this.app.game;
    if (!state) return;
    const { rules, players } = state;
    if (places > 0) {
      const [first, ...others] = this.underWay.seats;
      this.underWay.seats = others.toSpliced(players - 1, 0, first);
      passSeats(players);
    }
    this.begin({ rules, players });
  }

  /** What a new game depends on, as a text. @param {{ rules: string, players: number }} game */
  keyOf({ rules, players }) {
    const { layout, balanced } = this.options;
    return JSON.stringify([rules, players, layout, balanced]);
  }

  /** Key of the new game that is shown: one that the form has dealt, or the floe with which the page begins. */
  get shownKey() {
    const { key, position } = this.last;
    return this.app.game.start === position ? key : FIRST;
  }

  /** Position of a new game. @param {{ rules: string, players: number }} game */
  async dealPosition({ rules, players }) {
    const { engine, rules: all } = this.app;
    const { layout, balanced } = this.options;
    const hasFloe = all.find(({ name }) => name === rules)?.has_floe;
    /** @type {import("./transport.js").Request<"deal">} */
    const request = { action: "deal", rules, players, seed: randomSeed(), ...(hasFloe ? { layout, balanced } : {}) };
    return (await engine.ask(request)).position;
  }

  /** Shows the game that the form describes, until it begins. */
  async showDeal() {
    const { app, options } = this;
    const wanted = this.keyOf(options);
    if (!this.isFresh || wanted === this.shownKey) return;
    const position = await this.dealPosition(options);
    if (!this.isFresh || wanted !== this.keyOf(options)) return;
    app.dealt = position;
    this.last = { position, key: wanted };
    await app.game.load(position);
  }

  /** Whether the floe on the board has been dealt for the page only, and waits for a game. */
  get isFresh() {
    const { dealt, game } = this.app;
    return !this.underWay.played && !this.underWay.isOffered && game.moves.length === 0 && game.start === dealt;
  }

  /** Rules that a person reads about: those chosen for a new game while its form is open, and else those of the game. */
  get rulesName() {
    const form = this.element.querySelector("details.new");
    const isChosen = !form || form.hasAttribute("open");
    return (!isChosen && this.app.game.state?.rules) || this.options.rules;
  }

  /** All that the form shows. */
  get state() {
    const { app, options } = this;
    const { clock, isOffered, isPlaying, played, seats } = this.underWay;
    const { state, moves } = app.game;
    return JSON.stringify([isPlaying, options, clock, seats, played?.players, app.rules.length, isOffered && [state?.players, moves.length], [..."ABCD"].map(nameOf)]);
  }

  /** Shows the seats, and the form of a new game: in a game under way it is closed. */
  show() {
    const { options, underWay } = this;
    const { isOffered, isPlaying, played } = underWay;
    const { rules, layout, balanced } = options;
    const offered = this.app.rules.find(({ name }) => name === rules);
    const counts = offered?.has_teams ? [4] : [1, 2, 3, 4].filter((count) => count >= (offered?.min_players ?? 2) && count <= (offered?.max_players ?? 4));
    if (!counts.includes(options.players)) options.players = offered?.usual_players ?? 2;
    // What has not changed stays as it is, also where a person has opened a list.
    const { state, moves } = this.app.game;
    const shown = this.state;
    if (shown === this.shown) return;
    this.shown = shown;
    const set = (/** @type {Partial<SetUp["options"]> | { clock: string }} */ change) => {
      Object.assign("clock" in change ? underWay : options, change);
      this.show();
      this.showDeal();
    };
    const levels = this.app.levels.map((_, index) => /** @type {[string, string, string]} */ ([String(index + 1), `${index + 1}: ${PENGUINS[index].join(", ")}`, "Computer"]));
    const seat = (/** @type {number} */ index) => {
      const letter = "ABCD"[index];
      const name = el("input", { type: "text", placeholder: "Name", value: nameOf(letter), maxlength: "40", "aria-label": `Name of ${letter}`, onchange: () => this.rename(letter, name.value) });
      const isPerson = underWay.seats[index] === "person";
      const who = choice(`Player ${letter}`, [["person", "Person"], ...levels], underWay.seats[index], (value) => this.seat(index, value));
      return el("div", { class: "field seat-row" }, who, isPerson ? name : face(Number(underWay.seats[index])));
    };
    const seats = Array.from({ length: (isOffered ? state?.players : isPlaying && played?.players) || options.players }, (_, index) => seat(index));
    const isOpen = this.element.querySelector("details.more")?.hasAttribute("open");
    const clock = choice("Clock", CLOCKS, underWay.clock, (value) => set({ clock: value }));
    const form = [
      choice("Rules", rulesOptions(this.app), rules, (value) => set({ rules: value })),
      choice("Players", counts.map((count) => [String(count), String(count)]), String(options.players), (value) => set({ players: Number(value) })),
    ];
    const more = el("details", { class: "more", open: isOpen }, el("summary", {}, "More"),
      offered?.has_floe !== false && choice("Layout", [["standard", "as in the box"], ["setup-1", "other shape 1"], ["setup-2", "other shape 2"]], layout, (value) => set({ layout: value })),
      offered?.has_floe !== false && el("label", { class: "field check" }, el("input", { type: "checkbox", checked: balanced, onchange: (/** @type {Event} */ event) => set({ balanced: /** @type {HTMLInputElement} */ (event.target).checked }) }), el("span", {}, "Spread the fish evenly")),
      !isOffered && clock);
    const begin = (/** @type {string} */ label) => button(label, () => this.begin(), { class: "primary", id: "begin" });
    const isNew = this.element.querySelector("details.new")?.hasAttribute("open");
    const other = (/** @type {string} */ label) => el("details", { class: "new", open: isNew }, el("summary", {}, "New game"), form, more, begin(label));
    if (isOffered) {
      fill(this.element, el("h2", {}, "Players"), seats, button(moves.length > 0 ? "Continue this game" : "Play this position", () => underWay.continueGame(), { class: "primary", id: "continue-game" }), clock, soundBox(), other("Deal a new floe and begin"));
    } else if (isPlaying) {
      fill(this.element, folded("players", false, el("summary", {}, "Players and sounds"), ...seats, soundBox()), other("End this game and begin"));
    } else {
      fill(this.element, form, seats, begin("Begin"), more, soundBox());
    }
  }

  /** @param {string} letter @param {string} name */
  rename(letter, name) {
    setName(letter, name);
    // The field has it already: a form written anew would take the button from below a finger.
    this.shown = this.state;
    if (this.underWay.isPlaying) this.app.table.rename(letter);
    this.play.showTurn();
  }

  /** Seats a person or an engine. @param {number} index @param {string} seat */
  seat(index, seat) {
    const { underWay } = this;
    underWay.seats = underWay.seats.with(index, seat);
    // A name is that of a person.
    if (seat !== "person") setName("ABCD"[index], "");
    if (!underWay.played || !underWay.isPlaying) return this.show();
    underWay.played.seats = underWay.seats;
    underWay.played.next = "";
    underWay.played.headers = this.app.game.headers = underWay.headers(underWay.played.players);
    this.app.showState("show");
  }
}
