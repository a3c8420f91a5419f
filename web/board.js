// The board: shows the picture of a position, and turns clicks and keys into moves.

import { Composer } from "./compose.js";
import { Drawing } from "./drawing.js";
import { markSpaces } from "./marks.js";
import { MoveMenu } from "./menu.js";
import { motionOf } from "./motion.js";
import { PictureFrame } from "./picture.js";
import { Pointer } from "./pointer.js";

/** Board that people click on. */
export class BoardView {
  /** Receives a move of a person. @type {(move: string) => void} */
  onMove = () => {};
  /** Receives a click on a hex in place of the moves, and all hexes that a drag crosses; null where people move. @type {((hex: string, isContinued?: boolean) => void) | null} */
  onHex = null;
  /** Receives a click on a hex that no legal move goes on with, and those chosen before; null for one that does. @type {(hex: string | null, chosen?: string[]) => void} */
  onRefused = () => {};
  /** @type {import("./types").LegalMove[]} */
  legal = [];
  /** Marks of the move that is composed, in the picture shown. */
  drawnParts = "";
  /** Receives the move of an option that is asked for in place of a move. @type {((move: string) => void) | null} */
  onTaken = null;
  /** Marks over the picture. @type {import("./drawing.js").Overlays} */
  overlays = {};
  /** @type {{ position: string, moves: string[], viewer?: string } | null} */
  shown = null;
  isActive = false;
  /** Whether a position of a line is shown in place of that of the game. */
  isPreview = false;
  asked = 0;

  /** @param {HTMLElement} root @param {import("./game.js").Game} game */
  constructor(root, game) {
    this.root = root;
    this.game = game;
    /** The move that is composed. */
    this.composer = new Composer(null);
    /** Whether a person may draw into the tree. */
    this.canDraw = false;
    this.drawing = new Drawing(this);
    this.picture = new PictureFrame();
    this.frame = this.picture.element;
    this.menu = new MoveMenu(this);
    root.append(this.frame, this.menu.asking, this.menu.element);
    this.pointer = new Pointer(this);
  }

  /** Spaces of a move that have been clicked. */
  get path() {
    return this.composer.path;
  }

  /** Sentence that asks to go on with what has been begun; empty where a move or an answer begins. */
  get goingOn() {
    return this.isActive && (!this.composer.isNew || this.onTaken) ? this.composer.question : "";
  }

  /** Shows the position of the game; `isActive` says whether a person moves. @param {boolean} isActive @param {string | null} animated move to animate */
  async show(isActive, animated = null) {
    const { game } = this;
    this.isPreview = false;
    this.shown = { ...game.fields, ...game.view };
    this.legal = game.state?.legal ?? [];
    this.isActive = isActive;
    this.onTaken = null;
    this.composer = this.begun();
    this.overlays = {};
    if (!this.canDraw) this.drawing.turn(false);
    const move = animated && motionOf(this.picture, animated);
    if (game.picture && this.drawing.all.length === 0) this.place(game.picture);
    else await this.draw();
    if (move) move(game.turns[game.ply - 1]);
  }

  /** A move of the position of the game of which nothing has been chosen. */
  begun() {
    const { state } = this.game;
    return new Composer(state?.compose ?? null, state?.has_floe === false);
  }

  /** Puts back all that has been chosen of a move. */
  putBack() {
    this.composer = this.begun();
    this.proceed();
  }

  /**
   * Asks for an option of a step in place of a move; `onTaken` receives its move. A step back asks for a move again.
   * @param {import("./types").Step} step
   * @param {(move: string) => void} onTaken
   */
  ask(step, onTaken) {
    this.composer = new Composer(step);
    this.onTaken = onTaken;
    this.isActive = true;
    this.mark();
  }

  /** Draws arrows, values and territory over the position shown. @param {BoardView["overlays"]} overlays */
  async overlay(overlays) {
    this.overlays = { ...this.overlays, ...overlays };
    await this.draw();
  }

  /** Shows the position after moves from the one of the game, until that is shown again; returns whether it could. @param {string[]} moves */
  async preview(moves) {
    const { engine, node, look, start, played } = this.game;
    this.isPreview = true;
    const asked = ++this.asked;
    // Where chance has to decide first, there is nothing to show.
    const picture = await engine.ask({ action: "picture", position: start, moves: [...played, ...moves], ...look }).catch(() => null);
    if (!picture || !this.isPreview || asked !== this.asked || node !== this.game.node) return false;
    this.insert(picture.svg);
    this.mark();
    return true;
  }

  /** Shows the position of the game again. */
  endPreview() {
    if (!this.isPreview) return;
    this.isPreview = false;
    this.draw();
  }

  async draw() {
    if (!this.shown || this.isPreview) return;
    const asked = ++this.asked;
    const { engine, look } = this.game;
    const parts = this.isActive ? this.composer.marks : [];
    // Arrows of other moves would cover what can follow.
    const isHidden = this.path.length > 1 || (this.composer.confirms && !this.composer.isNew);
    const { parts: marked = [], ...marks } = this.overlays;
    const overlays = { ...marks, ...(isHidden && { arrows: [] }), drawn: this.drawing.all, parts: [...marked, ...parts] };
    const { svg } = await engine.ask({ action: "picture", ...this.shown, ...look, ...overlays });
    if (asked !== this.asked) return;
    this.drawnParts = JSON.stringify(parts);
    this.insert(svg);
    this.mark();
  }

  /** Shows nothing. */
  clear() {
    this.asked++;
    this.isPreview = false;
    this.shown = null;
    this.legal = [];
    this.onTaken = null;
    this.composer = new Composer(null);
    this.overlays = {};
    this.isActive = false;
    this.picture.clear();
    this.mark();
  }

  /** Shows the picture of a draft that is no position. @param {string} svg */
  sketch(svg) {
    this.legal = [];
    this.composer = new Composer(null);
    this.place(svg);
  }

  /** Shows a picture in place of any that has been asked for. @param {string} svg */
  place(svg) {
    this.asked++;
    this.insert(svg);
    this.drawnParts = "[]";
    this.mark();
    this.drawParts();
  }

  /** @param {string} svg */
  insert(svg) {
    this.root.classList.toggle("preview", this.isPreview);
    this.picture.insert(svg);
  }

  /** Marks the hexes, and offers the parts that are chosen by words. */
  mark() {
    markSpaces(this);
    this.menu.show();
  }

  /** Takes a hex as the next part of a move. @param {string} hex */
  pick(hex) {
    if (this.isPreview) {
      this.onRefused(null);
      return this.endPreview();
    }
    if (this.onHex) return this.onHex(hex);
    if (this.drawing.isOn) return this.drawing.pick(hex);
    if (!this.isActive) return;
    const { composer } = this;
    this.onRefused(null);
    if (!composer.pick(hex)) this.restart(hex);
    this.proceed();
  }

  /** Goes a step back from its space, or begins another move with this one. @param {string} hex */
  restart(hex) {
    const { composer, path } = this;
    if (path.at(-1) === hex) return composer.back();
    const { chosen, picked } = composer;
    composer.clear();
    if (composer.pick(hex)) return;
    // What has been chosen stays.
    Object.assign(composer, { chosen, picked });
    this.onRefused(hex, path);
  }

  /** Plays the move if it is complete; otherwise shows what can follow. */
  proceed() {
    const { move } = this.composer;
    if (move) return this.play(move);
    this.mark();
    this.drawParts();
    this.root.dispatchEvent(new CustomEvent("path", { detail: this.path }));
  }

  /** Takes back the last part of the move, or asks for the move before to be, where there was no choice; returns whether there was one. */
  stepBack() {
    if (!this.isActive) return false;
    if (this.composer.isNew) {
      if (!this.onTaken) return false;
      if (this.legal.length > 1) this.show(true);
      else this.root.dispatchEvent(new CustomEvent("back"));
      return true;
    }
    this.composer.back();
    this.proceed();
    return true;
  }

  /** Draws the parts of the move, if they have changed. */
  drawParts() {
    if (JSON.stringify(this.isActive ? this.composer.marks : []) !== this.drawnParts) this.draw();
  }

  /** @param {string} move */
  play(move) {
    // Until the next position is shown, there is nothing to choose.
    this.isActive = false;
    this.mark();
    (this.onTaken ?? this.onMove)(move);
  }
}
