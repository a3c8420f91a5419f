// Numbers of the page itself: counts and axes. Values and what they mean come in words from the engine.

/**
 * A number with its sign and at most one decimal.
 * @param {number} number
 */
export function signed(number) {
  const rounded = Math.round(10 * number) / 10;
  return rounded > 0 ? `+${rounded}` : String(rounded);
}

/**
 * A number of things: `3 moves`, `1 move`.
 * @param {number} number
 * @param {string} noun in the singular
 */
export function amount(number, noun) {
  return `${number} ${number === 1 ? noun : `${noun}s`}`;
}
