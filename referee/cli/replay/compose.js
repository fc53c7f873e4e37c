"use strict";
// Orders clicked together, word by word, until they can be typed. Which there are says the data: behind each first order
// those that may follow it, as what differs from the first ones. Behind two orders nothing is certain any more.
(() => {
  const find = (id) => document.getElementById(id);
  const { compose, words } = JSON.parse(find("film").textContent);
  const { orders, first, behind } = compose;
  const natural = new Intl.Collator(undefined, { numeric: true }).compare;
  let chosen = [];
  let begun = [];

  // Runs of numbers: [from, how many, from, how many ..]
  function spread(runs) {
    const found = [];
    for (let at = 0; at < runs.length; at += 2) {
      for (let more = 0; more < runs[at + 1]; more += 1) found.push(runs[at] + more);
    }
    return found;
  }

  // The numbers of the orders that can stand behind one, or null if none can.
  function after(number) {
    if (!Array.isArray(behind[number])) return null;
    const [gone, come] = behind[number].map(spread);
    const left = new Set(gone);
    return [...spread([0, first]).filter((each) => !left.has(each)), ...come];
  }

  // The numbers of the orders that can stand next, and whether that is certain. Behind two orders it is a guess.
  function open() {
    const last = chosen.at(-1);
    if (chosen.length === 0) return [spread([0, first]), true];
    if (chosen.length === 1) return [after(last) ?? [], true];
    return [after(last) ?? spread([0, first]), false];
  }

  const parts = (number) => orders[number].split(" ");
  const fits = (number) => begun.every((word, at) => parts(number)[at] === word);

  // The words that can stand next, and the order that is whole if none does.
  function next() {
    const [numbers, certain] = open();
    const left = numbers.filter(fits);
    const whole = left.find((number) => parts(number).length === begun.length);
    const following = left.filter((number) => number !== whole).map((number) => parts(number)[begun.length]);
    return { certain, whole: begun.length ? whole : undefined, following: [...new Set(following)].sort(natural) };
  }

  function button(text, action, certain) {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.classList.toggle("unchecked", !certain);
    made.addEventListener("click", action);
    return made;
  }

  function take(number) {
    chosen = [...chosen, number];
    begun = [];
    render();
  }

  function say(word) {
    begun = [...begun, word];
    for (let found = next(); found.following.length === 1 && found.whole === undefined; found = next()) {
      begun = [...begun, found.following[0]];
    }
    const { following, whole } = next();
    if (following.length === 0 && whole !== undefined) take(whole);
    else render();
  }

  function undo() {
    if (begun.length) begun = begun.slice(0, -1);
    else chosen = chosen.slice(0, -1);
    render();
  }

  function hint({ certain, following, whole }) {
    if (chosen.length && !certain) return words.deep;
    if (following.length || whole !== undefined) return words.exact;
    return behind[chosen[0]] === 1 ? words.sealed : words.done;
  }

  function render() {
    const found = next();
    const typed = chosen.map((number) => orders[number]).join("; ");
    find("begun").textContent = [typed, begun.join(" ")].filter(Boolean).join("; ");
    find("try").textContent = typed ? `referee try "${typed}"` : "";
    find("move").textContent = typed ? `referee move "${typed}"` : "";
    find("copy").disabled = !typed;
    find("undo").disabled = !typed && !begun.length;
    find("certain").textContent = hint(found);
    const made = found.following.map((word) => button(word, () => say(word), found.certain));
    if (found.whole !== undefined) made.unshift(button(`${words.take} ${begun.join(" ")}`, () => take(found.whole), found.certain));
    find("words").replaceChildren(...made);
  }

  async function copy() {
    const line = find("move");
    getSelection().selectAllChildren(line);
    try {
      await navigator.clipboard.writeText(line.textContent);
      find("certain").textContent = words.copied;
    } catch {
      find("certain").textContent = words.marked;
    }
  }

  find("undo").addEventListener("click", undo);
  find("copy").addEventListener("click", copy);
  render();
})();
