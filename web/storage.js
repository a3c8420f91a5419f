// What the page remembers: preferences of a browser, and the game that a tab plays.

/** @param {string} key @param {Storage} [storage] */
export function recall(key, storage = localStorage) {
  try {
    return storage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * Recalls a value that was stored as JSON; null if there is none, or none of this form, such as that of another program.
 * @param {string} key
 * @param {(value: any) => boolean} isRight may throw where the value is not right
 * @param {Storage} [storage]
 */
export function recallValue(key, isRight, storage = localStorage) {
  try {
    const value = JSON.parse(recall(key, storage) ?? "null");
    return isRight(value) ? value : null;
  } catch {
    return null;
  }
}

/** @param {any} list */
export function isTexts(list) {
  return Array.isArray(list) && list.every((entry) => typeof entry === "string");
}

/** @param {string} key @param {string} value @param {Storage} [storage] */
export function remember(key, value, storage = localStorage) {
  try {
    storage.setItem(key, value);
  } catch {
    // Without storage the page forgets.
  }
}

/** Whether a value is a name with a value, as in the headers of a game. @param {any} header */
export function isHeader(header) {
  return isTexts(header) && header.length === 2;
}
