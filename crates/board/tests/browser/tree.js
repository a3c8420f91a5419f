// Random operations on trees: what is saved is loaded again, and all that is done is undone and done again.
const done = arguments[0];
import("/tree.js").then(({ Tree, ROOT }) => {
  let state = 1;
  const random = (below) => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
  const texts = ["", "good", "{brace} (and) \"quote\"", "<b>no markup</b>", "two\nlines"];
  const any = (list) => list[random(list.length)];
  const moves = ["a1-b2", "c3-d4", "e5", "x:b2-c2", "draw:s"];
  const written = (tree) => JSON.stringify(tree);
  const change = (tree) => {
    const ids = tree.below(ROOT);
    const id = any(ids);
    const other = Tree.fromJSON({ position: "start", nodes: [{ parent: 0, move: any(moves), comments: [any(texts)] }] });
    const operations = [
      () => tree.add(id, any(moves)),
      () => tree.add(id, any(moves), { marks: "!", value: "+1:0" }),
      () => tree.insertLine(id, [any(moves), any(moves), any(moves)]),
      () => tree.promote(id),
      () => tree.makeMain(id),
      () => random(8) === 0 && tree.delete(id),
      () => tree.annotate(id, { comments: [any(texts)] }),
      () => tree.annotate(id, id === ROOT ? {} : { marks: any(["", "!", "??"]), arrows: [any(moves)], clock: random(100) }),
      () => tree.setHeaders([["A", any(texts)]]),
      () => tree.merge(other),
      () => tree.undo(),
      () => tree.redo(),
    ];
    any(operations)();
  };
  const check = (isRight, what) => {
    if (!isRight) throw new Error(what);
  };
  for (let round = 0; round < 60; round++) {
    const tree = new Tree("start");
    const first = written(tree);
    for (let number = 0; number < 60; number++) {
      const before = written(tree);
      const steps = tree.done.length;
      change(tree);
      const now = written(tree);
      check(written(Tree.fromJSON(JSON.parse(now))) === now, `loaded again: ${now}`);
      if (tree.done.length === steps + 1 && tree.undone.length === 0) {
        tree.undo();
        check(written(tree) === before, "undone");
        tree.redo();
        check(written(tree) === now, "done again");
      }
      const main = tree.mainLine;
      check(main.every((id, index) => tree.node(id).parent === (main[index - 1] ?? ROOT)), "the main line is a path");
      check(tree.below(ROOT).length === tree.size + 1, "all nodes hang on the first position");
    }
    const last = written(tree);
    let count = 0;
    while (tree.undo()) count++;
    check(written(tree) === first, "all is undone");
    while (count-- > 0) tree.redo();
    check(written(tree) === last, "all is done again");
  }
  return "right";
}).then(done, (error) => done(String(error)));
