// Values in words.

/** @typedef {import("./transport.js").Result} Result */

const UNITS = ["fish", "penguins", "points", "animals"];

/**
 * The first number of a value that counts, with the name of its unit.
 * @param {Record<string, number>} pair
 * @returns {[number, string]}
 */
export function leading(pair) {
  if ("penguins" in pair) return [pair.penguins, "penguins"];
  const unit = UNITS.find((name) => name in pair) ?? "fish";
  return [pair[unit], unit];
}

/**
 * A number with its sign and at most one decimal.
 * @param {number} number
 */
export function signed(number) {
  const rounded = Math.round(10 * number) / 10;
  return rounded > 0 ? `+${rounded}` : rounded < 0 ? `−${-rounded}` : "0";
}

/**
 * A value as short text: `+3`, or `+0 (+1 tile)` where the fish are equal, or `A 31, B 28, C 20`.
 * @param {Record<string, any>} value
 * @returns {string}
 */
export function short(value) {
  if (isMargin(value)) {
    if ("animals" in value) return `${Math.round(10 * value.animals) / 10} left`;
    const [number] = leading(value);
    const tiles = value.tiles ?? 0;
    return number === 0 && tiles !== 0 && "tiles" in value ? `0, ${signed(tiles)} ${plural(tiles, "tile")}` : signed(number);
  }
  return Object.entries(value).map(([player, pair]) => `${player} ${Math.round(10 * leading(pair)[0]) / 10}`).join(", ");
}

/**
 * Whether a value is one for the player to move, and not one for each player.
 * @param {Record<string, any>} value
 */
export function isMargin(value) {
  return Object.values(value).every((part) => typeof part === "number");
}

/**
 * @param {number} number
 * @param {string} noun
 */
export function plural(number, noun) {
  return Math.abs(number) === 1 || noun === "fish" ? noun : `${noun}s`;
}

/**
 * A number with its unit: `3 fish`, `1 tile`.
 * @param {number} number
 * @param {string} noun in the singular
 */
export function amount(number, noun) {
  return `${number} ${plural(number, noun)}`;
}

/**
 * The outcome of a margin for the side to move: 1, 0 or −1.
 * @param {Record<string, number>} value
 */
export function outcome(value) {
  const parts = "penguins" in value ? [value.penguins, value.fish] : Object.values(value);
  return Math.sign(parts.find((part) => part !== 0) ?? 0);
}

/**
 * The value of an analysis as a sentence.
 * @param {Result} result result of `analyze`
 * @param {string} turn
 * @returns {string}
 */
export function sentence(result, turn) {
  const { value, exact } = result;
  if (!isMargin(value)) return `${exact ? "Result" : "Expected"}: ${short(value)}`;
  if ("animals" in value) {
    const left = `${amount(Math.round(10 * value.animals) / 10, "animal")} left`;
    return exact ? `${left} with best play` : `About ${left}`;
  }
  const [number, unit] = leading(value);
  if (exact) {
    const sign = outcome(value);
    if (sign === 0) return "Draw with best play";
    const by = Math.abs(number);
    const margin = number !== 0 ? amount(by, unit.replace(/s$/, "")) : "tiles";
    return `${turn} ${sign > 0 ? "wins" : "loses"} by ${margin}`;
  }
  const chance = typeof result.win_probability === "number" ? `, ${Math.round(100 * result.win_probability)} % to win` : "";
  return `About ${signed(number)} ${unit} for ${turn}${chance}`;
}

/**
 * A proved margin for the side to move in words: `+3:1` is `wins by 3 fish`; values that are no margins stay as they are.
 * @param {string} text
 * @param {boolean} isSurvival whether penguins count first, and then fish
 */
export function marginInWords(text, isSurvival) {
  const [first, second = 0] = text.split(":").map(Number);
  if (Number.isNaN(first) || Number.isNaN(second)) return `gives ${text}`;
  if (first === 0 && second === 0) return "draws";
  const nouns = isSurvival ? ["penguin", "fish"] : ["fish", "tile"];
  const [number, noun] = first === 0 ? [second, nouns[1]] : [first, nouns[0]];
  return `${number > 0 ? "wins" : "loses"} by ${amount(Math.abs(number), noun)}`;
}

/**
 * A number of nodes, shortened.
 * @param {number} nodes
 */
export function count(nodes) {
  if (nodes >= 1e6) return `${(nodes / 1e6).toFixed(1)} M`;
  return nodes >= 1e3 ? `${(nodes / 1e3).toFixed(0)} k` : String(nodes);
}

/** @type {Record<string, string>} */
const RULES = {
  base: "Hey, That's My Fish!",
  push: "Push",
  teams: "Teams",
  whale: "Whale",
  "hidden-whale": "Hidden whale",
  survival: "Survival",
  group: "Group",
  "special-tiles": "Special tiles",
  flip: "Fish 'n' Flip",
  contest: "Fish 'n' Flip, competitive",
  angling: "Gone Fishing!",
};

/**
 * The name of rules for people.
 * @param {string} rules
 */
export function rulesName(rules) {
  return RULES[rules] ?? rules.split("+").map((part) => RULES[part] ?? part).join(" + ");
}
