// Clocks of a game between people and engines.

/** Times of a player in seconds, with the time added after a move. @type {[string, string][]} */
export const CLOCKS = [["", "none"], ["60+1", "1 min + 1 s"], ["300+3", "5 min + 3 s"], ["600+5", "10 min + 5 s"]];

/**
 * Lets the clock of the player to move run while its game is shown.
 * @param {import("./play.js").Play} play
 * @param {(turn: string) => void} onEnd hears whose time has run out
 */
export function runClocks({ app: { game }, element, underWay }, onEnd) {
  let looked = performance.now();
  setInterval(() => {
    const now = performance.now();
    const passed = (now - looked) / 1000;
    looked = now;
    const { isPlaying, played } = underWay;
    if (!played || !game.state || !isPlaying || played.isPaused || played.next || underWay.waiting || !game.isLast || !element.isConnected || played.clocks.length === 0) return;
    const { turn } = game.state;
    const index = turn.charCodeAt(0) - 65;
    played.clocks[index] = Math.max(0, played.clocks[index] - passed);
    if (played.clocks[index] === 0) onEnd(turn);
    showClocks(played.clocks);
  }, 100);
}

/** Shows the time of each player. @param {number[]} clocks remaining seconds */
export function showClocks(clocks) {
  clocks.forEach((seconds, index) => {
    const clock = document.getElementById(`clock-${"ABCD"[index]}`);
    const minutes = Math.floor(seconds / 60);
    const rest = seconds < 20 ? (seconds % 60).toFixed(1).padStart(4, "0") : String(Math.floor(seconds % 60)).padStart(2, "0");
    if (clock) clock.textContent = `${minutes}:${rest}`;
  });
}
