// The board: shows the picture of a position, and turns clicks and keys into moves.

import { Composer } from "./compose.js";
import { button, el, fill, icon } from "./dom.js";
import { named } from "./seats.js";

/** @typedef {import("./types").LegalMove} Legal */
/** @typedef {import("./types").PictureMarks} Marks */

/** Style sheet of the pictures: a page with a strict policy cannot hold it inside them. */
const sheet = new CSSStyleSheet();
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
let sheetText = "";

/** Gives pictures and icons the colours of the page: those of the system, or those that a person has chosen. */
export function colour() {
  const { theme = "" } = document.documentElement.dataset;
  const media = { light: "not all", dark: "all" }[theme] ?? "(prefers-color-scheme: dark)";
  for (const rule of sheet.cssRules) if (rule instanceof CSSMediaRule) rule.media.mediaText = media;
}

/** Whether the page is that of a phone, where the board does not depend on the room of the menu. */
const phone = matchMedia("(max-width: 30rem), (max-height: 34rem) and (orientation: landscape)");

/** Events that end a drag. */
const ENDS = /** @type {const} */ (["pointerup", "pointercancel"]);

/** Board that people click on. */
export class BoardView {
  /** Receives a move of a person. @type {(move: string) => void} */
  onMove = () => {};
  /** Receives a click on a hex in place of the moves, and all hexes that a drag crosses; null where people move. @type {((hex: string, isContinued?: boolean) => void) | null} */
  onHex = null;
  /** Receives a click on a hex that no legal move goes on with, and those chosen before; null for one that does. @type {(hex: string | null, chosen?: string[]) => void} */
  onRefused = () => {};
  /** @type {Legal[]} */
  legal = [];
  /** Marks of the move that is composed, in the picture shown. */
  drawnParts = "";
  /** Receives the move of an option that is asked for in place of a move. @type {((move: string) => void) | null} */
  onTaken = null;
  /** Sentence and options that are shown, and whether a step can be taken back. */
  question = "";
  isBegun = false;
  /** @type {import("./types").StepOption[]} */
  offered = [];
  /** Marks over the picture; `threat` is drawn with the arrows of the tree. @type {Marks & { threat?: string[] }} */
  overlays = {};
  drawnFrom = "";
  /** @type {{ position: string, moves: string[], viewer?: string } | null} */
  shown = null;
  isActive = false;
  /** Whether a position of a line is shown in place of that of the game. */
  isPreview = false;
  /** Whether a penguin is held that can move. */
  isDragging = false;
  asked = 0;
  /** Size and lasting content of the picture shown. */
  still = "";
  /** Height of the largest menu of a game, in pixels, and its rules and window. */
  room = 0;
  roomOf = "";
  /** Whether the focus came by mouse or finger: keys but Enter then belong to the page, until Tab is pressed. */
  isPointed = false;

  /** @param {HTMLElement} root @param {import("./game.js").Game} game */
  constructor(root, game) {
    this.root = root;
    this.game = game;
    /** The move that is composed. */
    this.composer = new Composer(null);
    /** Whether a person may draw into the tree, and does so by clicks, from the hex `drawnFrom`. */
    this.canDraw = this.isDrawing = false;
    this.menu = el("div", { class: "menu", role: "group", "aria-label": "Moves to choose from", hidden: true });
    this.frame = el("div", { class: "frame" });
    /** Sentence that asks for the next part of a move. */
    this.asking = el("p", { class: "asking", id: "asking", spoken: true });
    root.append(this.frame, this.asking, this.menu);
    this.frame.addEventListener("click", (event) => this.click(event));
    this.frame.addEventListener("keydown", (event) => this.key(event));
    this.frame.addEventListener("pointerdown", (event) => this.drag(event));
    // A finger that drags a penguin does not move the page: browsers heed `touch-action` for a whole picture only.
    this.frame.addEventListener("touchmove", (event) => this.isDragging && event.preventDefault(), { passive: false });
    this.frame.addEventListener("contextmenu", (event) => this.canDraw && event.preventDefault());
    this.frame.addEventListener("pointerdown", () => (this.isPointed = true), { capture: true });
    addEventListener("keydown", (event) => event.key === "Tab" && (this.isPointed = false), { capture: true });
    addEventListener("keydown", (event) => event.key === "Escape" && this.stepBack() && event.preventDefault());
    addEventListener("resize", () => this.reserve());
  }

  /** Spaces of a move that have been clicked. */
  get path() {
    return this.composer.path;
  }

  /** Sentence that asks to go on with what has been begun; empty where a move or an answer begins. */
  get goingOn() {
    return this.isActive && (!this.composer.isNew || this.onTaken) ? this.composer.question : "";
  }

  /**
   * Shows the position of the game; `isActive` says whether a person moves.
   * @param {boolean} isActive
   * @param {string | null} animated move to animate
   */
  async show(isActive, animated = null) {
    const { game } = this;
    this.isPreview = false;
    this.shown = { ...game.fields, ...game.view };
    this.legal = game.state?.legal ?? [];
    this.isActive = isActive;
    this.onTaken = null;
    this.composer = this.begun();
    this.overlays = {};
    if (!this.canDraw) this.draws(false);
    const [from = ""] = animated ? this.hexes(animated) : [];
    const before = animated ? this.centre(from) : null;
    const tile = this.space(from)?.cloneNode(true) ?? null;
    if (game.picture && this.drawings.length === 0) this.place(game.picture);
    else await this.draw();
    if (animated && before) this.animate(this.hexes(animated), before);
    if (tile && this.space(from)?.querySelector(".fp-water")) this.sink(/** @type {SVGElement} */ (tile), game.turns[game.ply - 1]);
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

  /** Shows the position after moves from the one of the game, until that is shown again. @param {string[]} moves */
  async preview(moves) {
    const { engine, node, look, start, played } = this.game;
    this.isPreview = true;
    const asked = ++this.asked;
    // Where chance has to decide first, there is nothing to show.
    const picture = await engine.ask({ action: "picture", position: start, moves: [...played, ...moves], ...look }).catch(() => null);
    if (!picture || !this.isPreview || asked !== this.asked || node !== this.game.node) return;
    this.insert(picture.svg);
    this.mark();
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
    const { threat, parts: marked = [], ...marks } = this.overlays;
    const overlays = { ...marks, ...(isHidden && { arrows: [] }), drawn: this.drawings, parts: [...marked, ...parts] };
    const { svg } = await engine.ask({ action: "picture", ...this.shown, ...look, ...overlays });
    if (asked !== this.asked) return;
    this.drawnParts = JSON.stringify(parts);
    this.insert(svg);
    this.mark();
  }

  /** Moves the focus to the board. */
  focus() {
    /** @type {SVGElement | null} */ (this.frame.querySelector('[data-hex][tabindex="0"]'))?.focus({ preventScroll: true });
  }

  /** What is drawn by hand, and the threat. */
  get drawings() {
    const { tree, node } = this.game;
    return [...(this.canDraw ? tree.node(node).arrows : []), ...(this.overlays.threat ?? [])];
  }

  /** @param {boolean} isDrawing whether clicks draw */
  draws(isDrawing) {
    this.isDrawing = isDrawing;
    this.drawnFrom = "";
    this.root.classList.toggle("painting", isDrawing);
    this.mark();
  }

  /** Draws an arrow or a mark, or takes the same one away. @param {string} from @param {string} to */
  addDrawing(from, to) {
    const { node, tree } = this.game;
    const arrows = new Set(tree.node(node).arrows);
    const drawing = from === to ? from : `${from}-${to}`;
    if (!arrows.delete(drawing)) arrows.add(drawing);
    this.game.edit((tree) => tree.annotate(node, { arrows: [...arrows] }));
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
    this.still = "";
    this.frame.replaceChildren();
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
    const [styled, style = ""] = svg.match(/<style>([^]*?)<\/style>/) ?? [""];
    if (style !== sheetText) {
      sheetText = style;
      sheet.replaceSync(new DOMParser().parseFromString(`<b>${style}</b>`, "text/xml").documentElement.textContent ?? "");
      colour();
    }
    const picture = new DOMParser().parseFromString(svg.replace(styled, ""), "image/svg+xml").documentElement;
    picture.removeAttribute("width");
    picture.removeAttribute("height");
    const focused = document.activeElement?.closest?.("#board [data-hex]")?.getAttribute("data-hex");
    const old = this.frame.firstElementChild;
    const still = rest(picture);
    if (old && still === this.still) this.update(old, picture);
    else this.frame.replaceChildren(document.importNode(picture, true));
    this.still = still;
    if (focused) /** @type {SVGElement | null} */ (this.space(focused))?.focus();
  }

  /**
   * Replaces the parts of a picture that have changed, so that pointer and focus stay where they are.
   * @param {Element} old
   * @param {Element} picture
   */
  update(old, picture) {
    // By name: an animation changes their order.
    const fresh = new Map(parts(picture).map((part) => [nameOf(part), part]));
    for (const part of parts(old)) {
      const other = fresh.get(nameOf(part));
      if (other && part.innerHTML !== other.innerHTML) part.replaceChildren(...document.importNode(other, true).childNodes);
    }
    old.setAttribute("aria-label", picture.getAttribute("aria-label") ?? "");
  }

  /** Marks the hexes that can be clicked, and makes them reachable by keys. */
  mark() {
    const { composer } = this;
    const next = this.isActive && !this.isPreview ? composer.next : new Set();
    // Where one click is a move, all of them are marked at once.
    const { path } = composer;
    const left = new Set(this.isActive ? composer.marks.map(({ ghost }) => ghost?.[0]) : []);
    const isMarked = !composer.isNew || this.legal.every(({ path }) => path.length === 1);
    const isFloe = this.game.state?.has_floe === true;
    for (const space of this.spaces()) {
      const hex = space.getAttribute("data-hex") ?? "";
      const title = space.querySelector("title")?.textContent ?? hex;
      const isChosen = path.includes(hex) || hex === this.drawnFrom;
      space.classList.toggle("next", next.has(hex) && isMarked);
      space.classList.toggle("movable", next.has(hex) && composer.isNew);
      space.classList.toggle("chosen", isChosen);
      space.classList.toggle("left", left.has(hex));
      space.setAttribute("role", "button");
      space.setAttribute("aria-label", `${isFloe ? named(title) : title}${isChosen ? ", chosen" : next.has(hex) ? ", can be chosen" : ""}`);
      if (!space.hasAttribute("tabindex")) space.setAttribute("tabindex", "-1");
    }
    if (!this.frame.querySelector('[data-hex][tabindex="0"]')) this.spaces()[0]?.setAttribute("tabindex", "0");
    this.choose();
  }

  /** Marks the hex of a mistake. @param {string | null} hex */
  mistake(hex) {
    for (const space of this.spaces()) space.classList.toggle("wrong", space.getAttribute("data-hex") === hex);
  }

  /** @param {MouseEvent} event */
  click(event) {
    const hex = /** @type {Element} */ (event.target).closest("[data-hex]")?.getAttribute("data-hex");
    if (hex) this.pick(hex);
  }

  /** Takes a hex as the next part of a move. @param {string} hex */
  pick(hex) {
    if (this.isPreview) {
      this.onRefused(null);
      return this.endPreview();
    }
    if (this.onHex) return this.onHex(hex);
    if (this.isDrawing) {
      if (this.drawnFrom) this.addDrawing(this.drawnFrom, hex);
      this.drawnFrom = this.drawnFrom ? "" : hex;
      return this.mark();
    }
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

  /** Takes back the last part of the move; returns whether there was one. */
  stepBack() {
    if (!this.isActive) return false;
    if (this.composer.isNew) {
      if (!this.onTaken) return false;
      this.show(true);
      return true;
    }
    this.composer.back();
    this.proceed();
    return true;
  }

  /** Draws the parts of the move, if they have changed. */
  drawParts() {
    const parts = this.isActive ? this.composer.marks : [];
    if (JSON.stringify(parts) !== this.drawnParts) this.draw();
  }

  /** @param {string} move */
  play(move) {
    // Until the next position is shown, there is nothing to choose.
    this.isActive = false;
    this.mark();
    if (this.onTaken) this.onTaken(move);
    else this.onMove(move);
  }

  /** Asks for the next part of the move, and offers the parts that are chosen by words. */
  choose() {
    const { composer } = this;
    const found = this.isActive ? composer.worded : [];
    const question = this.isActive ? composer.question : "";
    const isBegun = this.isActive && (!composer.isNew || this.onTaken !== null);
    const isSame = question === this.question && isBegun === this.isBegun && found.length === this.offered.length && found.every((option, index) => option === this.offered[index]);
    // What has not changed stays as it is, with the focus.
    if (isSame) return;
    Object.assign(this, { question, isBegun, offered: found });
    this.root.dispatchEvent(new CustomEvent("asked"));
    this.menu.hidden = found.length === 0;
    this.menu.classList.toggle("pictured", found.some(({ icon, odds }) => icon && odds));
    fill(this.menu, found.map((option) => this.wordedButton(option)));
    this.reserve();
    fill(this.asking, question, isBegun && button("Back", () => this.stepBack(), { title: "Take back the last step (Esc)" }));
  }

  /** Keeps the room of the largest menu of this game, so that the board stays where it is when the menu goes. */
  reserve() {
    const { rules = "" } = this.game.state ?? {};
    const of = `${rules} ${innerWidth} ${innerHeight}`;
    if (of !== this.roomOf) Object.assign(this, { roomOf: of, room: 0 });
    this.menu.style.minHeight = "";
    // Held upright the page scrolls, held sideways the menu is beside the board.
    if (phone.matches) return;
    if (this.isActive) this.room = Math.max(this.room, this.menu.offsetHeight);
    this.menu.style.minHeight = this.shown && !this.onHex && this.legal.length > 0 ? `${this.room}px` : "";
  }

  /**
   * Button for a part of a move that is chosen by its words, and is shown on the board while it is looked at.
   * @param {import("./types").StepOption} option
   */
  wordedButton(option) {
    // The button outlives a composer whose position is shown again.
    const look = (/** @type {import("./types").StepOption | null} */ hovered) => () => { this.composer.hovered = hovered; this.drawParts(); };
    const take = () => { this.composer.choose(option); this.proceed(); };
    const { words, odds, left } = option;
    const chances = odds && left !== undefined ? `${odds} · ${left} left` : odds ?? (left && ` ×${left}`);
    const label = [option.icon && icon(option.icon), el("span", {}, words), chances && el("small", {}, odds && !option.icon ? ` · ${chances}` : chances)];
    // What ends a choice of spaces stands aside of the words of such a choice, where it is the only one.
    const { options } = this.composer;
    const isEnd = option.move && options.length > 1 && options.every((other) => other === option || other.spaces) && !option.spaces;
    return button(label, take, { class: isEnd ? "apart" : null, title: option.move, onpointerenter: look(option), onpointerleave: look(null), onfocus: look(option), onblur: look(null) });
  }

  /** Drags a penguin to a hex, or a tool of the editor over hexes. @param {PointerEvent} event */
  drag(event) {
    const from = /** @type {Element} */ (event.target).closest("[data-hex]")?.getAttribute("data-hex");
    const isDrawing = this.canDraw && (event.button === 2 || this.isDrawing);
    if (!from || (event.button !== 0 && !isDrawing)) return;
    if (this.onHex) return this.sweep(from, this.onHex);
    this.isDragging = this.path[0] === from || this.composer.next.has(from);
    const end = (/** @type {PointerEvent} */ up) => {
      for (const name of ENDS) removeEventListener(name, end);
      this.isDragging = false;
      const to = up.type === "pointerup" ? hexAt(up) : null;
      // A click of the first button draws by itself.
      if (to && isDrawing && (to !== from || event.button === 2)) this.addDrawing(from, to);
      if (!to || to === from || isDrawing || this.path.length > 1) return;
      if (this.path[0] !== from) {
        this.composer.clear();
        this.pick(from);
      }
      if (this.path[0] === from && this.composer.next.has(to)) this.pick(to);
    };
    for (const name of ENDS) addEventListener(name, end);
  }

  /**
   * Reports the hexes that a drag crosses; one that stays on its hex is a click.
   * @param {string} from
   * @param {(hex: string, isContinued?: boolean) => void} report
   */
  sweep(from, report) {
    let last = from;
    const move = (/** @type {PointerEvent} */ event) => {
      const hex = hexAt(event);
      if (!hex || hex === last) return;
      if (last === from) report(from);
      last = hex;
      report(hex, true);
    };
    addEventListener("pointermove", move);
    for (const name of ENDS) addEventListener(name, () => removeEventListener("pointermove", move), { once: true });
  }

  /** Moves the focus from hex to hex by arrow keys, and chooses by Enter and the space bar. @param {KeyboardEvent} event */
  key(event) {
    const space = /** @type {Element} */ (event.target).closest("[data-hex]");
    if (!space || (this.isPointed && event.key !== "Enter")) return;
    const directions = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });
    const direction = directions[event.key];
    if (direction) this.moveFocus(space, direction);
    else if (event.key === "Enter" || event.key === " ") this.pick(space.getAttribute("data-hex") ?? "");
    else if (event.key !== "Escape") return;
    // Without a step to take back the keys are those of the game again.
    else if (!this.stepBack()) /** @type {SVGElement} */ (space).blur();
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {Element} space @param {[number, number]} direction */
  moveFocus(space, [right, down]) {
    const from = middle(space);
    const cost = (/** @type {Element} */ other) => {
      const at = middle(other);
      const along = (at.x - from.x) * right + (at.y - from.y) * down;
      const across = Math.abs((at.x - from.x) * down) + Math.abs((at.y - from.y) * right);
      // The nearest one within 45 degrees, the left one of two: up and down go to the next row.
      return along > 1 && across <= along ? Math.round(Math.hypot(along, across)) : Infinity;
    };
    const best = this.spaces().map((other) => ({ other, cost: cost(other) })).sort((a, b) => a.cost - b.cost)[0];
    if (!best || best.cost === Infinity) return;
    space.setAttribute("tabindex", "-1");
    best.other.setAttribute("tabindex", "0");
    best.other.focus();
  }

  /**
   * Lets the penguin of a move slide to its hex.
   * @param {string[]} path
   * @param {{ x: number, y: number }} before
   */
  animate(path, before) {
    const to = this.space(path[1] ?? path[0]);
    if (!to || path.length < 2 || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const pieces = [...to.querySelectorAll("use")].filter((use) => !use.getAttribute("href")?.includes("fish"));
    const after = middle(to);
    const svg = /** @type {SVGSVGElement | null} */ (this.frame.firstElementChild);
    const scale = svg?.getScreenCTM()?.a ?? 1;
    for (const piece of pieces) {
      const wrapper = document.createElementNS("http://www.w3.org/2000/svg", "g");
      piece.replaceWith(wrapper);
      wrapper.append(piece);
      // Above all other hexes.
      const hasFocus = document.activeElement === to;
      to.parentElement?.insertBefore(to, this.frame.querySelector(".fp-marks"));
      if (hasFocus) to.focus();
      const [x, y] = [(before.x - after.x) / scale, (before.y - after.y) / scale];
      wrapper.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: 260, easing: "ease-out" });
    }
  }

  /** Lets a tile that was taken sink, and fly to its owner. @param {SVGElement} tile a copy as it was @param {string} owner */
  sink(tile, owner) {
    const svg = /** @type {SVGSVGElement | null} */ (this.frame.firstElementChild);
    const seat = document.querySelector(`#stage .seat.${owner} .result`)?.getBoundingClientRect();
    const scale = svg?.getScreenCTM()?.a;
    if (!svg || !seat || !scale || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const piece of tile.querySelectorAll("title, use:not([href*='fish'])")) piece.remove();
    for (const name of tile.getAttributeNames().filter((name) => name !== "transform")) tile.removeAttribute(name);
    const gone = document.createElementNS("http://www.w3.org/2000/svg", "g");
    gone.append(tile);
    gone.setAttribute("class", "gone");
    svg.append(gone);
    const at = middle(gone);
    const way = `${(seat.right - seat.height - at.x) / scale}px, ${(seat.top + seat.height / 2 - at.y) / scale}px`;
    const frames = [{ transform: "none", opacity: 1 }, { transform: "scale(.85)", opacity: 0.8, offset: 0.3 }, { transform: `translate(${way}) scale(.2)`, opacity: 0 }];
    gone.animate(frames, { duration: 200, easing: "ease-in" }).onfinish = () => gone.remove();
  }

  /** @param {string | undefined} hex */
  centre(hex) {
    const space = hex && this.space(hex);
    return space ? middle(space) : null;
  }

  /** Names of the hexes in a move. @param {string} move */
  hexes(move) {
    return move.match(/(?<![A-Za-z])[a-z]\d+|(?<=x)[a-z]\d+/g) ?? [];
  }

  /** @returns {SVGElement[]} */
  spaces() {
    return [...this.frame.querySelectorAll("[data-hex]")].map((space) => /** @type {SVGElement} */ (space));
  }

  /** @param {string} hex @returns {SVGElement | null} */
  space(hex) {
    return this.frame.querySelector(`[data-hex="${CSS.escape(hex)}"]`);
  }
}

/** @param {PointerEvent} event */
function hexAt({ clientX, clientY }) {
  return document.elementFromPoint(clientX, clientY)?.closest("[data-hex]")?.getAttribute("data-hex");
}

/** @param {Element} element */
function middle(element) {
  const { x, y, width, height } = (element.querySelector("path, rect, circle") ?? element).getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}

/** Parts of a picture that change from move to move. @param {Element} root */
function parts(root) {
  return [...root.querySelectorAll("title, desc, [data-hex], .fp-marks")].filter((part) => part.parentElement?.closest("[data-hex]") === null);
}

/** Name of a part of a picture. @param {Element} part */
function nameOf(part) {
  return part.getAttribute("data-hex") ?? part.tagName;
}

/** Size and content of a picture without these parts, with the names of its hexes: panels of cards, for example. @param {Element} root */
function rest(root) {
  const copy = /** @type {Element} */ (root.cloneNode(true));
  const names = parts(copy).map(nameOf);
  parts(copy).forEach((part) => part.remove());
  const serializer = new XMLSerializer();
  const content = [...copy.childNodes].map((child) => serializer.serializeToString(child));
  return [root.getAttribute("viewBox"), ...names.sort(), ...content].join();
}
