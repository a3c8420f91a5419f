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

/**
 * A number of nodes, shortened.
 * @param {number} nodes
 */
export function count(nodes) {
  if (nodes >= 1e6) return `${(nodes / 1e6).toFixed(1)} M`;
  return nodes >= 1e3 ? `${(nodes / 1e3).toFixed(0)} k` : String(nodes);
}
