// Elements of the page, written as expressions.

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

/**
 * Replaces the content of an element.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
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

/**
 * Opens a dialog over the page; its heading and the button that closes it stay in sight, however long the content is.
 * @param {string} id
 * @param {string} title
 * @param {...(Child | Child[])} content
 * @returns {HTMLDialogElement}
 */
export function openDialog(id, title, ...content) {
  const close = button("Close", () => dialog.close(), { class: "quiet" });
  const dialog = el("dialog", { id, "aria-label": title, onclose: () => dialog.remove() }, el("div", { class: "dialog-top" }, el("h2", {}, title), close), ...content);
  // Where nothing else is to be done, to close it is.
  if (!dialog.querySelector(".primary")) close.className = "primary";
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * What is rarely used, behind a few dots or a word: it lies over the page, and closes when a button of it is pressed or something else is chosen.
 * @param {string} id
 * @param {string} title
 * @param {string} sign
 * @param {...(Child | Child[])} content
 */
export function moreMenu(id, title, sign, ...content) {
  const box = el("div", {}, ...content);
  const summary = el("summary", { class: "more", title, "aria-label": title }, sign);
  const place = () => {
    const { bottom, right } = summary.getBoundingClientRect();
    const top = Math.max(8, Math.min(bottom + 4, innerHeight - box.scrollHeight - 16));
    Object.assign(box.style, { top: `${top}px`, left: `${Math.max(8, right - box.offsetWidth)}px`, maxHeight: `${innerHeight - top - 8}px` });
  };
  const close = (/** @type {boolean} */ isDone) => isDone && (menu.open = false);
  const menu = el(
    "details",
    {
      id,
      class: "more-menu",
      ontoggle: place,
      onclick: (/** @type {Event} */ { target }) => close(/** @type {Element} */ (target).closest("button") !== null),
      onfocusout: (/** @type {FocusEvent} */ { relatedTarget }) => close(relatedTarget instanceof Node && !menu.contains(relatedTarget)),
      onkeydown: (/** @type {KeyboardEvent} */ { key }) => close(key === "Escape" && (summary.focus(), true)),
    },
    summary,
    box,
  );
  addEventListener("pointerdown", ({ target }) => close(!menu.contains(/** @type {Node} */ (target))));
  return menu;
}

/**
 * Asks a person a question; returns whether the first of two answers was chosen.
 * @param {string} title
 * @param {string} text
 * @param {string} yes
 * @param {string} no
 * @returns {Promise<boolean>}
 */
export function confirmed(title, text, yes, no) {
  return new Promise((resolve) => {
    const answer = (/** @type {boolean} */ isRight) => () => {
      resolve(isRight);
      dialog.close();
    };
    const dialog = openDialog("confirm", title, el("p", {}, text), el("div", { class: "row" }, button(yes, answer(true), { id: "confirm-yes", class: "primary" }), button(no, answer(false), { id: "confirm-no" })));
    dialog.addEventListener("close", () => resolve(false));
  });
}

/** An icon of the engine as an element. It is drawn with the style and the shapes of the picture on the board. @param {string} svg */
export function icon(svg) {
  return document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
}

/**
 * Finds an element of the page that is always there.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element ${id}`);
  return found;
}

/**
 * Creates a button.
 * @param {Child | Child[]} label
 * @param {() => void} onclick
 * @param {Attributes} [attributes]
 */
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

/**
 * Creates an input with its label.
 * @param {string} label
 * @param {HTMLElement} input
 * @param {string} [kind] class of the whole
 */
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
  const next = /** @type {Record<string, number>} */ ({ ArrowLeft: at > 0 ? at - 1 : isRound ? last : 0, ArrowRight: at < last ? at + 1 : isRound ? 0 : last, Home: 0, End: last })[event.key];
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

/**
 * Copies a text; returns whether that was done in silence. Where the page may not copy, as at an address of another machine without
 * https, a dialog with this title shows it selected.
 * @param {string} title
 * @param {string} text
 */
export async function copyText(title, text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const box = el("input", { type: "text", id: "copied", readonly: true, value: text, "aria-label": title, onfocus: () => box.select() });
    openDialog("copy", title, el("p", {}, "It is selected: press Ctrl+C, or hold it and choose Copy."), box);
    box.focus();
    return false;
  }
}

/** Texts that the live region of the page says next: what has happened, and then what elements say last. */
const news = { happened: /** @type {Set<string>} */ (new Set()), said: /** @type {Map<HTMLElement, string>} */ (new Map()) };
/** @type {ReturnType<typeof setTimeout> | undefined} */
let speaking;

/** Announces a text to screen readers. @param {string} text */
export function announce(text) {
  news.happened.add(text.trim());
  saySoon();
}

/** Says what is new a little later, each text once. */
function saySoon() {
  speaking ??= setTimeout(() => {
    speaking = undefined;
    const texts = [...new Set([...news.happened, ...news.said.values()])].filter(Boolean);
    // A sentence that is part of another one is said with it.
    byId("live").textContent = texts.filter((text) => !texts.some((other) => other !== text && other.includes(text))).join(" ");
    news.happened.clear();
    news.said.clear();
  }, 50);
}

/** Text of an element without its buttons, which are reached by themselves. @param {Node} element @returns {string} */
function wordsOf(element) {
  return [...element.childNodes].map((child) => (child instanceof HTMLButtonElement ? "" : child instanceof Element ? wordsOf(child) : (child.textContent ?? ""))).join("");
}

/** Elements whose texts are announced. @type {WeakSet<Node>} */
const speakers = new WeakSet();
const listener = new MutationObserver((records) => {
  for (const { target } of records) {
    let at = /** @type {Node | null} */ (target);
    while (at && !speakers.has(at)) at = at.parentNode;
    if (!(at instanceof HTMLElement) || !at.checkVisibility()) continue;
    news.said.set(at, wordsOf(at).trim());
    saySoon();
  }
});

/** Announces what an element says from now on, in the one live region of the page. @param {HTMLElement} element */
export function speak(element) {
  speakers.add(element);
  listener.observe(element, { childList: true, characterData: true, subtree: true });
}

/** @param {(Child | Child[])[]} children */
function nodes(children) {
  return children
    .flat(Infinity)
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : String(child)));
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

/**
 * A number of things: `3 moves`, `1 move`.
 * @param {number} number
 * @param {string} noun in the singular
 */
export function amount(number, noun) {
  return `${number} ${number === 1 ? noun : `${noun}s`}`;
}

/** Text of what was thrown. @param {unknown} error */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}
