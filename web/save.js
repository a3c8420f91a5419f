// Pictures, animations and pages of the game, as files.

import { gameTitle, writtenGame } from "./about.js";
import { openDialog } from "./dialogs.js";
import { amount, button, el, fill, messageOf } from "./dom.js";
import { download, fileName, gameFile } from "./files.js";
import { seatRules } from "./seats.js";
import { ROOT } from "./tree.js";

/** @typedef {import("./main.js").App} App */

/** Most moves of an animation, as in the program. */
const MAX_MOVES = 300;

/** Downloads the game as a game file, with all variations. @param {App} app */
export async function saveGame({ engine, game, keeper, moves, rules }) {
  try {
    const text = await gameFile(engine, writtenGame({ game, keeper }));
    const name = fileName(gameTitle({ game, keeper, rules }));
    download(text, name);
    moves.tell(`Saved ${name}`);
  } catch (error) {
    moves.say(messageOf(error));
  }
}

/** Asks what to save. @param {App} app */
export function askSave(app) {
  const { game, board, engine } = app;
  const error = el("p", { class: "error", role: "alert", hidden: true });
  const note = el("p", { class: "faint", spoken: true });
  const { start, tree } = game;
  const main = tree.movesTo(tree.mainLine.at(-1) ?? ROOT);
  const isDark = game.theme === "dark" || (game.theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  const draw = async (/** @type {object} */ request) => {
    const { svg } = await engine.ask({ action: "picture", position: start, ...game.look, theme: isDark ? "dark" : "light", ...request });
    return svg.replace("</style>", `${seatRules()}</style>`);
  };
  const shown = () => draw({ ...board.shown, ...board.overlays, drawn: board.drawing.all });
  const animation = (/** @type {string[]} */ moves) => async () => {
    if (moves.length > MAX_MOVES) throw new Error(`An animation takes at most ${MAX_MOVES} moves, and this game has ${moves.length}`);
    const frames = [];
    for (let ply = 0; ply <= moves.length; ply++) {
      fill(note, `Picture ${ply} of ${moves.length}…`);
      frames.push(await pixels(await draw({ moves: moves.slice(0, ply) }), 800));
    }
    return joined(frames);
  };
  const page = async () => (await engine.ask({ action: "page", ...writtenGame(app) })).html;
  const save = (/** @type {string} */ label, /** @type {string} */ ending, /** @type {() => Promise<string | Blob>} */ make) =>
    button(label, async () => {
      error.hidden = true;
      try {
        const content = await make();
        const name = fileName(gameTitle(app), ending);
        download(content, name);
        fill(note, `Saved ${name}`);
      } catch (fault) {
        error.hidden = false;
        fill(error, messageOf(fault));
      }
    }, { "data-save": ending });
  const isMain = main.join(" ") === game.moves.join(" ");
  /** @type {(HTMLElement | false)[]} */
  const lines = [
    save(`Animation of ${isMain ? "the game" : "the line shown"} (${amount(game.moves.length, "move")})`, "animation.png", animation(game.moves)),
    !isMain && save(`Animation of the main line (${amount(main.length, "move")})`, "main.animation.png", animation(main)),
  ];
  openDialog("saving", "Save",
    el("div", { class: "row" },
      board.shown && [save("Picture (PNG)", "png", async () => pixels(await shown(), 1600)), save("Picture (SVG)", "svg", shown)],
      // A game shows what is hidden.
      game.state && !app.view.screen.isSecret && [...lines, save("Page with notes", "html", page), save("Game file", "txt", () => gameFile(engine, writtenGame(app))), button("Copy link", () => app.links.copy(), { id: "copy-link" })],
    ),
    note, error);
}

/** Draws a picture as PNG. @param {string} svg @param {number} width in pixels */
async function pixels(svg, width) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = el("canvas", { width, height: Math.round((width * image.height) / image.width) });
  canvas.getContext("2d", { alpha: false })?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return /** @type {Promise<Blob>} */ (new Promise((resolve) => canvas.toBlob((blob) => resolve(/** @type {Blob} */ (blob)))));
}

/**
 * Joins pictures in PNG to an animated one (APNG): the pixels of the browser stay as they are, only their chunks are named anew.
 * @param {Blob[]} pictures of one size
 */
async function joined(pictures) {
  /** @type {BlobPart[]} */
  const parts = [];
  let number = 0;
  for (const [index, picture] of pictures.entries()) {
    const bytes = new Uint8Array(await picture.arrayBuffer());
    const view = new DataView(bytes.buffer);
    for (let at = 8; at < bytes.length; at += 12 + view.getUint32(at)) {
      const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
      const data = bytes.subarray(at + 8, at + 8 + view.getUint32(at));
      if (name === "IHDR") {
        if (index === 0) parts.push(bytes.slice(0, 33), chunk("acTL", pictures.length, 0));
        // Size, place, time in milliseconds; the picture stays, and replaces what lies below.
        parts.push(chunk("fcTL", number++, view.getUint32(at + 8), view.getUint32(at + 12), 0, 0, ((index < pictures.length - 1 ? 1000 : 4000) << 16) | 1000, new Uint8Array(2)));
      } else if (name === "IDAT") parts.push(index === 0 ? chunk(name, data) : chunk("fdAT", number++, data));
    }
  }
  return new Blob([...parts, chunk("IEND")], { type: "image/apng" });
}

/** Part of a PNG. @param {string} name @param {...(number | Uint8Array)} data numbers of four bytes, and bytes */
function chunk(name, ...data) {
  const content = data.flatMap((part) => (typeof part === "number" ? [part >>> 24, part >>> 16, part >>> 8, part] : [...part]));
  const bytes = Uint8Array.from([0, 0, 0, 0, ...[...name].map((letter) => letter.charCodeAt(0)), ...content, 0, 0, 0, 0]);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, content.length);
  let sum = -1;
  for (const byte of bytes.subarray(4, -4)) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  view.setUint32(bytes.length - 4, ~sum);
  return bytes;
}
