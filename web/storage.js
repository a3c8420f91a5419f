// What the page remembers: preferences of a browser, and the game that a tab plays.

/**
 * @param {string} key
 * @param {Storage} [storage]
 */
export function recall(key, storage = localStorage) {
  try {
    return storage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {string} value
 * @param {Storage} [storage]
 */
export function remember(key, value, storage = localStorage) {
  try {
    storage.setItem(key, value);
  } catch {
    // Without storage the page forgets.
  }
}
