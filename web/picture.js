// The picture of a position in the page, replaced part by part.

import { el } from "./dom.js";

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

/** Picture with spaces that can be found by their names. */
export class PictureFrame {
  element = el("div", { class: "frame", translate: "no", dir: "ltr" });
  /** Size and lasting content of the picture shown. */
  still = "";

  /** Shows nothing. */
  clear() {
    this.still = "";
    this.element.replaceChildren();
  }

  /** Moves the focus to the board. */
  focus() {
    /** @type {SVGElement | null} */ (this.element.querySelector('[data-hex][tabindex="0"]'))?.focus({ preventScroll: true });
  }

  /** Shows a picture. @param {string} svg */
  insert(svg) {
    const [styled, style = ""] = svg.match(/<style>([^]*?)<\/style>/) ?? [""];
    if (style !== sheetText) {
      sheetText = style;
      sheet.replaceSync(new DOMParser().parseFromString(`<b>${style}</b>`, "text/xml").documentElement.textContent ?? "");
      colour();
    }
    const picture = new DOMParser().parseFromString(svg.replace(styled, ""), "image/svg+xml").documentElement;
    // The words of a space say what its text does.
    for (const text of picture.querySelectorAll("[data-hex] text")) text.setAttribute("aria-hidden", "true");
    picture.removeAttribute("width");
    picture.removeAttribute("height");
    const old = this.element.firstElementChild;
    const still = rest(picture);
    if (old && still === this.still) this.update(old, picture);
    else this.element.replaceChildren(document.importNode(picture, true));
    this.still = still;
  }

  /** Replaces the parts of a picture that have changed, so that pointer and focus stay where they are. @param {Element} old @param {Element} picture */
  update(old, picture) {
    // By name: an animation changes their order.
    const fresh = new Map(parts(picture).map((part) => [nameOf(part), part]));
    for (const part of parts(old)) {
      const other = fresh.get(nameOf(part));
      if (!other || part.innerHTML === other.innerHTML) continue;
      part.replaceChildren(...document.importNode(other, true).childNodes);
      // What is drawn anew slides no more.
      old.querySelector(`.to-${CSS.escape(nameOf(part))}`)?.remove();
    }
    old.setAttribute("aria-label", picture.getAttribute("aria-label") ?? "");
  }

  /** Middle of a space in the window; null if there is none. @param {string | undefined} hex */
  centre(hex) {
    const space = hex && this.space(hex);
    return space ? middle(space) : null;
  }

  /** @returns {SVGElement[]} */
  spaces() {
    return [...this.element.querySelectorAll("[data-hex]")].map((space) => /** @type {SVGElement} */ (space));
  }

  /** @param {string} hex @returns {SVGElement | null} */
  space(hex) {
    return this.element.querySelector(`[data-hex="${CSS.escape(hex)}"]`);
  }
}

/** Middle of an element, or of its first shape, in the window. @param {Element} element */
export function middle(element) {
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
