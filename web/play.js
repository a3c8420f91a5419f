// Play: people and engines in any seats.

import { Actions } from "./actions.js";
import { takeBack } from "./chance.js";
import { runClocks, showClocks } from "./clocks.js";
import { el, fill } from "./dom.js";
import { Guide } from "./guide.js";
import { Hints } from "./hints.js";
import { ResultCard } from "./result.js";
import { showTips } from "./rules.js";
import { addressed, named } from "./seats.js";
import { SetUp } from "./set-up.js";
import { sound } from "./sound.js";
import { announce } from "./speech.js";
import { EnginePlayer } from "./thinking.js";
import { GameUnderWay } from "./under-way.js";
import { View } from "./view.js";

/** View to play games. */
export class Play extends View {
  name = "play";
  title = "Play";
  isCut = true;
  /** Whether engines play all seats at once, as one player is left. */
  isRushed = false;

  /** @param {import("./main.js").App} app */
  constructor(app) {
    super(app);
    this.underWay = new GameUnderWay(app);
    this.form = new SetUp(app, this);
    this.status = el("p", { class: "summary", id: "status", spoken: true });
    this.actions = new Actions(app, this);
    this.enginePlayer = new EnginePlayer(app, (words) => fill(this.status, words));
    this.hints = new Hints(app);
    this.guide = new Guide(app);
    this.result = new ResultCard(app, this);
    this.tips = el("div");
    this.element = el("div", { class: "view" }, this.status, this.actions.element, this.hints.text, this.tips, this.form.element);
    runClocks(this, (turn) => this.end(turn, "out-of-time"));
    addEventListener("pagehide", () => this.underWay.keep());
  }

  get isGame() {
    return true;
  }

  get screen() {
    return this.underWay;
  }

  get rulesName() {
    return this.form.rulesName;
  }

  /** @param {boolean} isOpened */
  async enter(isOpened) {
    const { board } = this.app;
    board.onMove = (move) => this.person(move);
    board.root.append(this.result.element);
    const { underWay } = this;
    if (isOpened && !underWay.isShown) underWay.link();
    // A game that is over gives way to what is looked at now; it is on the shelf.
    if (underWay.played?.isOver && underWay.played.start !== this.app.game.start) underWay.played = null;
    // Other views may have left the game for other moves and positions.
    await underWay.restore();
  }

  leave() {
    this.enginePlayer.stop();
    this.result.element.remove();
    this.guide.stop();
    const { played } = this.underWay;
    if (played) played.isOver = !this.underWay.isPlaying;
    document.body.classList.remove("laying");
  }

  /** Whether a person may move in the position shown. */
  canMove() {
    const { app: { game }, isRushed, underWay } = this;
    const isAsked = game.isLast && game.state !== null && underWay.people.includes(game.state.turn) && !underWay.waiting;
    return underWay.isPlaying && !isRushed && !underWay.played?.isPaused && !underWay.played?.next && isAsked;
  }

  /** Goes on after every change of the game. */
  update() {
    const { app, underWay } = this;
    const { game } = app;
    const { played } = underWay;
    this.enginePlayer.stop();
    this.hints.clear();
    fill(this.result.element);
    if (played && game.tree === underWay.tree) {
      played.moves = game.moves;
      underWay.keep();
    }
    this.element.classList.toggle("playing", played !== null);
    this.actions.show();
    this.form.show();
    showTips(app, this.tips, (!this.guide.isOn && underWay.isPlaying && underWay.people.length > 0 && game.state?.rules) || "", this.guide);
    this.guide.show();
    if (played?.next) return fill(this.status, `Hand the screen to ${named(played.next)}`);
    app.table.show();
    showClocks(played?.clocks ?? []);
    const { state } = game;
    if (!played || !state) return fill(this.status, underWay.isOffered ? "Choose who plays, and begin" : "New game");
    if (played.end || state.is_over) {
      fill(this.status, this.turnWords);
      this.isRushed = false;
      if (game.isLast) this.result.show(state);
      return;
    }
    if (!game.isLast) return fill(this.status, "Earlier position: go to the last move to play on");
    if (played.isPaused) return fill(this.status, "Paused");
    const seat = underWay.seatOf(state.turn);
    fill(this.status, seat === "person" ? this.turnWords : addressed(named([...game.news, `${state.turn} thinks…`].join(" ")), underWay.you));
    if ((seat !== "person" || this.isRushed) && app.levels.length > 0) this.think(this.isRushed ? "7" : seat, state.turn);
  }

  /** What is asked for next, or the result; who plays alone without a name is addressed. */
  get turnWords() {
    const { played, you } = this.underWay;
    return addressed(played?.end ? named(played.end) : this.app.table.turnWords(), you);
  }

  showTurn() {
    if (this.canMove()) fill(this.status, this.turnWords);
  }

  /** @param {string} move */
  async person(move) {
    const { state } = this.app.game;
    if (!state || !this.canMove()) return;
    this.guide.moved();
    await this.play(move, state.turn);
  }

  /** @param {string} move @param {string} turn */
  async play(move, turn) {
    const index = turn.charCodeAt(0) - 65;
    const { game } = this.app;
    const { played } = this.underWay;
    if (played && index in played.clocks) played.clocks[index] += played.added;
    const { ply } = game;
    await game.play(move);
    sound(game.state?.is_over ? [523, 659, 784] : [440]);
    if (this.underWay.played?.next) return;
    announce(addressed(named(game.moveWords(ply)), this.underWay.you));
  }

  /** Lets an engine move. @param {string} seat @param {string} turn */
  async think(seat, turn) {
    const left = this.underWay.played?.clocks[turn.charCodeAt(0) - 65];
    const move = await this.enginePlayer.choose(seat, turn, left, this.isRushed);
    if (move) await this.play(move, turn);
  }

  /** Lets engines play all seats to the end. */
  rush() {
    this.isRushed = true;
    this.update();
  }

  /** Begins a game with the sleepiest penguin, whose first moves are shown. */
  async learn() {
    await this.app.go("play");
    this.underWay.seats = ["person", "1", "1", "1"];
    await this.form.begin({ rules: "base", players: 2 });
    this.guide.begin();
  }

  /** Goes back to the last choice of a person. */
  async takeBack() {
    this.isRushed = false;
    const { lastChoice } = this.underWay;
    if (lastChoice >= 0) await takeBack(this.app, lastChoice);
  }

  /** Ends the game before its last move. @param {string} player who loses @param {"gave-up" | "out-of-time"} reason */
  async end(player, reason) {
    const { played } = this.underWay;
    if (!played || played.end) return;
    this.enginePlayer.stop();
    await this.underWay.forfeit(player, reason);
    this.app.showState("show");
  }

  /** Goes on with a game that was given up. */
  playOn() {
    this.result.closed = null;
    this.underWay.reopen();
    this.app.showState("show");
  }

  pause() {
    const { played } = this.underWay;
    if (!played) return;
    played.isPaused = !played.isPaused;
    this.app.showState("show");
  }

  /** Shows the next step of the hint. Of hidden tiles, it is to know as much as the person. */
  async advise() {
    const { game } = this.app;
    if (game.state) await this.hints.more(this.underWay.isSecret ? { position: game.state.position } : game.fields, 1, this.actions.hint);
  }

  /** Shows names that have been changed. */
  showNames() {
    this.form.show();
    this.showTurn();
  }
}
