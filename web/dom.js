// Elements of the page, written as expressions.

import { speak } from "./speech.js";
import { recall, remember } from "./storage.js";

/** Attributes of an element, and its listeners by names such as `onclick`. @typedef {{ [name: string]: unknown }} Attributes */
/** Content of an element; lists may hold lists. @typedef {Node | string | number | null | undefined | false} Child */

/**
 * Creates an element. Keys of `attributes` that begin with `on` are listeners, and what a `spoken` element says is announced; false and null leave an
 * attribute out.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} name
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "spoken") speak(element);
    else if (key.startsWith("on")) element.addEventListener(key.slice(2), /** @type {EventListener} */ (value));
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, String(value));
  }
  element.append(...nodes(children));
  return element;
}

/** Replaces the content of an element. @param {Element} element @param {...(Child | Child[])} children */
export function fill(element, ...children) {
  element.replaceChildren(...nodes(children));
}

/** Keys of the elements of lists. @type {WeakMap<Element, unknown>} */
const keys = new WeakMap();

/**
 * Makes the content of an element that of a list, in place: the element of a known key stays, with its focus, selection and scroll position.
 * @template T
 * @param {Element} parent
 * @param {readonly T[]} items
 * @param {(item: T) => unknown} keyOf of an item, different from those of all others
 * @param {(item: T) => Element} create
 * @param {(element: Element, item: T) => void} update writes an item into its element
 */
export function keyed(parent, items, keyOf, create, update) {
  const wanted = new Set(items.map(keyOf));
  /** @type {Map<unknown, Element>} */
  const known = new Map();
  for (const child of [...parent.children]) {
    if (wanted.has(keys.get(child))) known.set(keys.get(child), child);
    else child.remove();
  }
  let next = parent.firstElementChild;
  for (const item of items) {
    const key = keyOf(item);
    const element = known.get(key) ?? create(item);
    keys.set(element, key);
    // An element that is moved loses the focus.
    if (element === next) next = element.nextElementSibling;
    else parent.insertBefore(element, next);
    update(element, item);
  }
}

/** An icon of the engine as an element. It is drawn with the style and the shapes of the picture on the board. @param {string} svg */
export function icon(svg) {
  return document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
}

/** Finds an element of the page that is always there. @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element ${id}`);
  return found;
}

/** Creates a button. @param {Child | Child[]} label @param {() => void} onclick @param {Attributes} [attributes] */
export function button(label, onclick, attributes = {}) {
  return el("button", { type: "button", onclick, ...attributes }, label);
}

/** Whether what a button has begun goes on. @param {Element} element */
export function isBusy(element) {
  return element.getAttribute("aria-busy") === "true";
}

/**
 * Says on a button whether what it has begun goes on. It keeps the focus.
 * @param {HTMLElement} element a button, or what is to be written
 * @param {boolean} is
 */
export function setBusy(element, is) {
  if (isBusy(element) === is) return;
  element.setAttribute("aria-busy", String(is));
  if (!(element instanceof HTMLButtonElement)) return;
  if (is) element.dataset.words = element.textContent ?? "";
  element.textContent = is ? "Thinking…" : (element.dataset.words ?? "");
}

/** Scrolls the panel, and the page, as far as an element needs to be seen. @param {HTMLElement} element */
export function bringIntoSight(element) {
  element.scrollIntoView({ block: "nearest" });
}

/** Creates an input with its label. @param {string} label @param {HTMLElement} input @param {string} [kind] class of the whole */
export function field(label, input, kind = "") {
  return el("label", { class: `field ${kind}` }, el("span", {}, label), input);
}

/**
 * Moves the focus among elements by the arrow keys, Home and End; returns the one that has it now, or nothing for other keys.
 * @param {KeyboardEvent} event
 * @param {HTMLElement[]} elements
 * @param {boolean} [isRound] whether the first one follows the last one
 */
export function walk(event, elements, isRound = false) {
  const at = elements.indexOf(/** @type {HTMLElement} */ (event.target));
  const last = elements.length - 1;
  const isMirrored = event.target instanceof Element && getComputedStyle(event.target).direction === "rtl";
  const key = (isMirrored && /** @type {Record<string, string>} */ ({ ArrowLeft: "ArrowRight", ArrowRight: "ArrowLeft" })[event.key]) || event.key;
  const next = /** @type {Record<string, number>} */ ({ ArrowLeft: at > 0 ? at - 1 : isRound ? last : 0, ArrowRight: at < last ? at + 1 : isRound ? 0 : last, Home: 0, End: last })[key];
  if (at < 0 || next === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  elements[next].focus();
  return elements[next];
}

/**
 * Creates a labelled list of choices.
 * @param {string} label
 * @param {[string, string, (string | null)?][]} options value and text of each, and the heading above it and its neighbours that have the same one
 * @param {string} value
 * @param {(value: string) => void} onchange
 */
export function choice(label, options, value, onchange) {
  const select = el("select", { onchange: () => onchange(select.value) });
  select.append(...grouped(options, ([, , group]) => group ?? null, ([key, text]) => el("option", { value: key, selected: key === value }, text)));
  return field(label, select);
}

/**
 * Options of a list, below the headings of their groups.
 * @template T
 * @param {readonly T[]} options
 * @param {(option: T) => string | null} groupOf
 * @param {(option: T) => HTMLElement} create
 * @returns {HTMLElement[]}
 */
export function grouped(options, groupOf, create) {
  /** @type {HTMLElement[]} */
  const list = [];
  for (const option of options) {
    const group = groupOf(option);
    const last = list.at(-1);
    if (!group) list.push(create(option));
    else if (last?.getAttribute("label") === group) last.append(create(option));
    else list.push(el("optgroup", { label: group }, create(option)));
  }
  return list;
}

/** @param {(Child | Child[])[]} children */
function nodes(children) {
  return children
    .flat(Infinity)
    .filter((child) => child !== null && child !== undefined && child !== false)
    // A number and its sign stay in one line.
    .map((child) => (child instanceof Node ? child : String(child).replace(/(\d) %/g, "$1\u00a0%")));
}

/**
 * Part of the panel that stays folded, or unfolded, as it was left.
 * @param {string} name
 * @param {boolean} isOpen at first
 * @param {...HTMLElement} content with its summary first
 */
export function folded(name, isOpen, ...content) {
  const key = `fold-${name}`;
  const details = el("details", { open: (recall(key) ?? String(isOpen)) === "true", ontoggle: () => remember(key, String(details.open)) }, content);
  return details;
}

/** A number of things: `3 moves`, `1 move`. @param {number} number @param {string} noun in the singular */
export function amount(number, noun) {
  return `${number} ${number === 1 ? noun : `${noun}s`}`;
}

/** Text of what was thrown. @param {unknown} error */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}
