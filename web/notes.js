// Notes on moves: signs of bad ones, and the comments that reviews write.

/** Signs of bad moves. */
export const BAD = ["?!", "?", "??"];

/** Whether a comment is that of a review on a move or on a whole game. @param {string} words */
export function isOfReview(words) {
  return words.search(/^Review(, \w+)?: | is an? (inaccuracy|mistake|blunder)(, proved)?: /) >= 0;
}
