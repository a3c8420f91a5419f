// The voice of the page: one live region that says each sentence once.

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
    const said = texts.filter((text) => !texts.some((other) => other !== text && other.includes(text)));
    /** @type {HTMLElement} */ (document.getElementById("live")).textContent = said.join(" ");
    news.happened.clear();
    news.said.clear();
  }, 50);
}

/** Forgets what was said before another view opens, or another person looks: nothing of it is heard then, and what is said again is news. */
export function hush() {
  listener.takeRecords();
  news.happened.clear();
  news.said.clear();
  last = new WeakMap();
  /** @type {HTMLElement} */ (document.getElementById("live")).textContent = "";
}

/** Text of an element without its buttons, which are reached by themselves. @param {Node} element @returns {string} */
function wordsOf(element) {
  return [...element.childNodes].map((child) => (child instanceof HTMLButtonElement ? "" : child instanceof Element ? wordsOf(child) : (child.textContent ?? ""))).join("");
}

/** Elements whose texts are announced. @type {WeakSet<Node>} */
const speakers = new WeakSet();
/** What each of them has said last. @type {WeakMap<Node, string>} */
let last = new WeakMap();
const listener = new MutationObserver((records) => {
  for (const { target } of records) {
    let at = /** @type {Node | null} */ (target);
    while (at && !speakers.has(at)) at = at.parentNode;
    if (!(at instanceof HTMLElement) || !at.checkVisibility()) continue;
    const words = wordsOf(at).trim();
    if (words === last.get(at)) continue;
    last.set(at, words);
    news.said.set(at, words);
    saySoon();
  }
});

/** Announces what an element says from now on, in the one live region of the page. @param {HTMLElement} element */
export function speak(element) {
  speakers.add(element);
  listener.observe(element, { childList: true, characterData: true, subtree: true });
}
