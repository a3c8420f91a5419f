// Dialogs over the page.

import { button, el } from "./dom.js";

/** @typedef {import("./dom.js").Child} Child */

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
