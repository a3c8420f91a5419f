// The focus, which no redraw loses.

/** Controls, and those of them to which the focus may go by itself: a field would take the keys of the view, and open the keyboard of a phone. */
const CONTROLS = "button, summary, select, input, textarea, [data-hex]";
const NEXT = 'button:not([tabindex="-1"]), summary, input[type="checkbox"], [data-hex][tabindex="0"]';
/** Names by which a control is known again. */
const KEYS = ["id", "data-hex", "data-id", "data-view", "data-do"];

/**
 * What has had the focus last: its name and words, the elements around it from the nearest one, and the controls of its part of the page.
 * @type {{ element: HTMLElement, key: string, words: string, groups: Element[], others: Element[], isSeen: boolean } | null}
 */
let last = null;

/** Words of a control. @param {Element} control */
function wordsOf(control) {
  const label = control.matches("select, input") ? control.closest("label")?.querySelector("span") : control;
  return control.getAttribute("aria-label") ?? label?.textContent?.trim() ?? "";
}

/** Whether an element can have the focus. @param {Element} element */
function isUsable(element) {
  return element.isConnected && !element.matches(":disabled") && element.checkVisibility({ visibilityProperty: true });
}

/** @param {HTMLElement} element that has the focus now */
function note(element) {
  const part = element.closest("#panel, #stage, dialog, header");
  const name = KEYS.find((name) => element.getAttribute(name));
  const groups = [];
  for (let group = element.parentElement; group && group !== part && part; group = group.parentElement) groups.push(group);
  const others = [...(part?.querySelectorAll(NEXT) ?? [])];
  const key = name ? `[${name}="${CSS.escape(element.getAttribute(name) ?? "")}"]` : "";
  last = { element, key, words: wordsOf(element), groups, others, isSeen: element.matches(":focus-visible") };
}

/** What takes the focus in the place of an element that is gone: the same one, written anew, the next one of its group, the board, or the panel. @param {NonNullable<typeof last>} gone */
function successor({ element, key, words, groups, others }) {
  const root = document.querySelector(":modal") ?? document.body;
  const left = [...groups.filter((group) => group.isConnected && root.contains(group)), root];
  const find = (/** @type {Element} */ group, /** @type {string} */ selector) => [...group.querySelectorAll(selector)].filter(isUsable);
  const same = key ? find(root, key) : words ? left.flatMap((group) => find(group, CONTROLS).filter((other) => other.tagName === element.tagName && wordsOf(other) === words)) : [];
  if (same.length > 0) return same[0];
  const at = others.indexOf(element);
  for (const group of root === document.body ? left.slice(0, -1) : left) {
    const found = find(group, NEXT);
    if (found.length > 0) return others.find((other, index) => index > at && found.includes(other)) ?? found.findLast((other) => others.indexOf(other) < at) ?? found[0];
  }
  return [...find(document.body, '.frame [data-hex][tabindex="0"]'), ...find(document.body, "#take-screen, #panel")][0];
}

/** Keeps the focus in the page, whatever is drawn anew, disabled or hidden. */
export function keepFocus() {
  const isLost = () => last && (document.activeElement === document.body || (document.activeElement === last.element && !isUsable(last.element)));
  addEventListener("focusin", ({ target }) => target instanceof Element && note(/** @type {HTMLElement} */ (target)));
  // Who leaves an element that is still there wants no other one. A redraw has been made good by then.
  addEventListener("focusout", () => setTimeout(() => last && isLost() && isUsable(last.element) && (last = null)));
  new MutationObserver((records) => {
    if (!last || !isLost()) return;
    const { element, isSeen } = last;
    // A dialog that closes gives the focus back by itself, and is removed then.
    if (element.isConnected && element.closest("dialog:not([open])")) return;
    const isMoved = records.some(({ removedNodes }) => [...removedNodes].some((node) => node.contains(element)));
    const next = isUsable(element) ? isMoved && element : successor(last);
    if (next) /** @type {HTMLElement} */ (next).focus({ preventScroll: !isSeen });
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled", "hidden", "open"] });
}
