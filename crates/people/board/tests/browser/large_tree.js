// Puts a game with 2,000 moves on the shelf: a main line of 20 legal moves, and variations that nobody plays.
const [position, main, done] = arguments;
const nodes = main.map((move, index) => ({ parent: index, move }));
for (let number = 0; nodes.length < 2000; number++) {
  const parent = number % 7 === 0 ? number % main.length : nodes.length;
  nodes.push({ parent, move: `a1-b${number}`, comments: number % 50 === 0 ? ["a comment"] : [] });
}
import("/store.js")
  .then(({ Store }) => new Store().add([{ about: { name: "Large", folder: "Test", length: 20, result: "" }, tree: { position, headers: [], comments: [], nodes } }]))
  .then(() => done("added"), (error) => done(String(error)));
