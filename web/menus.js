// Menus for what is rarely used.

import { el } from "./dom.js";

/**
 * What is rarely used, behind a few dots or a word: it lies over the page, and closes when a button of it is pressed or something else is chosen.
 * @param {string} id
 * @param {string} title
 * @param {string} sign
 * @param {...(import("./dom.js").Child | import("./dom.js").Child[])} content
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
