// Numbers of the page itself. Values and what they mean come in words from the engine.

/**
 * A number of things: `3 moves`, `1 move`.
 * @param {number} number
 * @param {string} noun in the singular
 */
export function amount(number, noun) {
  return `${number} ${number === 1 ? noun : `${noun}s`}`;
}
