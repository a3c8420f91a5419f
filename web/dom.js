// Elements of the page, written as expressions.

/** Attributes of an element, and its listeners by names such as `onclick`. @typedef {{ [name: string]: unknown }} Attributes */
/** Content of an element; lists may hold lists. @typedef {Node | string | number | null | undefined | false} Child */

/**
 * Creates an element. Keys of `attributes` that begin with `on` are listeners; false and null leave an attribute out.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} name
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), /** @type {EventListener} */ (value));
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
 * @param {string} label
 * @param {() => void} onclick
 * @param {Attributes} [attributes]
 */
export function button(label, onclick, attributes = {}) {
  return el("button", { type: "button", onclick, ...attributes }, label);
}

/**
 * Creates a labelled list of choices.
 * @param {string} label
 * @param {[string, string][]} options value and text of each
 * @param {string} value
 * @param {(value: string) => void} onchange
 */
export function choice(label, options, value, onchange) {
  const select = el("select", { onchange: () => onchange(select.value) });
  select.append(...options.map(([key, text]) => el("option", { value: key, selected: key === value }, text)));
  return el("label", { class: "field" }, el("span", {}, label), select);
}

/**
 * Announces a text to screen readers.
 * @param {string} text
 */
export function announce(text) {
  byId("live").textContent = text;
}

/** @param {(Child | Child[])[]} children */
function nodes(children) {
  return children
    .flat(Infinity)
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : String(child)));
}
