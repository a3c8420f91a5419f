// Drawing on the board: arrows and marks of a person, which the tree keeps.

/** Marks over a picture. @typedef {import("./types").PictureMarks} Overlays */

/** Arrows and marks that are drawn by hand. */
export class Drawing {
  /** Whether clicks draw, and the hex where an arrow begins. */
  isOn = false;
  from = "";

  /** @param {import("./board.js").BoardView} board */
  constructor(board) {
    this.board = board;
  }

  /** What is drawn by hand. */
  get all() {
    const { canDraw, game: { node, tree } } = this.board;
    return canDraw ? [...tree.node(node).arrows] : [];
  }

  /** @param {boolean} isDrawing whether clicks draw */
  turn(isDrawing) {
    this.isOn = isDrawing;
    this.from = "";
    this.board.root.classList.toggle("painting", isDrawing);
    this.board.mark();
  }

  /** Draws an arrow or a mark, or takes the same one away. @param {string} from @param {string} to */
  add(from, to) {
    const { game } = this.board;
    const { node, tree } = game;
    const arrows = new Set(tree.node(node).arrows);
    const drawing = from === to ? from : `${from}-${to}`;
    if (!arrows.delete(drawing)) arrows.add(drawing);
    game.edit((tree) => tree.annotate(node, { arrows: [...arrows] }));
  }

  /** Begins an arrow at a hex, or ends it there. @param {string} hex */
  pick(hex) {
    if (this.from) this.add(this.from, hex);
    this.from = this.from ? "" : hex;
    this.board.mark();
  }
}
