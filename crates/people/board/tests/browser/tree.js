// Random operations on trees: what is saved is loaded again, and all that is done is undone and done again.
const done = arguments[0];
Promise.all(["/tree.js", "/stored.js", "/merge.js"].map((file) => import(file))).then(([{ Tree, ROOT }, { treeFrom }, { mergeTree }]) => {
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
    const other = treeFrom({ position: "start", nodes: [{ parent: 0, move: any(moves), comments: [any(texts)] }] });
    const operations = [
      () => tree.add(id, any(moves)),
      () => tree.add(id, any(moves), { marks: "!", value: "+1:0" }),
      () => tree.insertLine(id, [any(moves), any(moves), any(moves)]),
      () => tree.promote(id),
      () => tree.makeMain(id),
      () => random(8) === 0 && id !== ROOT && tree.delete(id),
      () => tree.annotate(id, { comments: [any(texts)] }),
      () => tree.annotate(id, { marks: any(["", "!", "??"]), arrows: [any(moves)], clock: random(100), review: any([null, "1 - 1:0 1:0 -"]) }),
      () => tree.setHeaders([["A", any(texts)]]),
      () => mergeTree(tree, other),
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
      check(written(treeFrom(JSON.parse(now))) === now, `loaded again: ${now}`);
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
  // Two pages change copies of a game: what either has deleted is gone, and what either has added or changed is there.
  const pathsOf = (tree) => new Map(tree.below(ROOT).map((id) => [tree.movesTo(id).join(" "), id]));
  const textAt = (tree, id) => JSON.stringify([{ ...tree.node(id), parent: 0, children: 0 }, tree.nodesBelow(id)]);
  for (let round = 0; round < 200; round++) {
    const seed = new Tree("start");
    for (let number = 0; number < 12; number++) change(seed);
    const base = treeFrom(seed.toJSON());
    const [own, other] = [base, base].map((tree) => treeFrom(tree.toJSON()));
    for (let number = random(6); number > 0; number--) change(own);
    const untouched = written(own);
    check((mergeTree(own, base, base), written(own) === untouched), "merging what is known changes nothing");
    for (let number = random(6); number > 0; number--) change(other);
    const same = treeFrom(base.toJSON());
    mergeTree(same, other, base);
    check(same.nodes.size === other.nodes.size, `all of the other page is taken over: ${written(base)} ${written(other)} ${written(same)}`);
    const [known, ours, theirs] = [base, own, other].map(pathsOf);
    const before = new Map([...ours].map(([path, id]) => [path, textAt(own, id)]));
    mergeTree(own, other, base);
    const merged = pathsOf(own);
    for (const [path, id] of [...ours, ...theirs]) if (!known.has(path)) check(merged.has(path), `added: ${path} ${id}`);
    for (const [path, id] of known) {
      const [one, two] = [ours.get(path), theirs.get(path)];
      if (one !== undefined && two !== undefined) check(merged.has(path), `kept by both: ${path}`);
      if (one === undefined && two === undefined) check(!merged.has(path), `deleted by both: ${path}`);
      const parent = path.split(" ").slice(0, -1).join(" ");
      const isDeletedThere = two === undefined && theirs.has(parent) && ours.has(parent);
      if (isDeletedThere && one !== undefined && before.get(path) === textAt(base, id)) check(!merged.has(path), `deleted there: ${path}`);
    }
    check(own.mainLine.length === 0 || merged.size > 1, "the main line is in the tree");
  }
  return "right";
}).then(done, (error) => done(String(error)));
