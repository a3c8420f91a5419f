// A list of 2,000 entries is written again: elements, focus and scroll position stay.
const done = arguments[0];
import("/dom.js").then(({ el, keyed }) => {
  const list = el("ol");
  list.style.cssText = "height: 100px; overflow-y: scroll";
  document.body.append(list);
  let created = 0;
  const create = () => {
    created++;
    return el("li", { tabindex: "0" });
  };
  const write = (items) => keyed(list, items, (item) => item, create, (element, item) => (element.textContent = `move ${item}`));
  const items = Array.from({ length: 2000 }, (_, index) => index);
  write(items);
  const first = created;
  const held = list.children[1000];
  held.focus();
  const { scrollTop } = list;
  write([...items.slice(0, 500), 5000, ...items.slice(500)]);
  const is_same = list.children[1001] === held && created === first + 1 && Math.abs(list.scrollTop - scrollTop) < 100;
  done({ created: first, entries: list.children.length, is_same, has_focus: document.activeElement === held });
}, (error) => done(String(error)));
