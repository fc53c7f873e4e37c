"use strict";
// Orders clicked together, on the board or word by word, until they can be typed. Which there are says the data: behind
// each first order those that may follow it, as what differs from the first ones. Behind two nothing is certain any more.
(() => {
  const find = (id) => document.getElementById(id);
  const { compose, words } = JSON.parse(find("film").textContent);
  const { orders, first, behind, spots, named } = compose;
  const natural = new Intl.Collator(undefined, { numeric: true }).compare;
  const FEW = 16; // so many orders are shown whole once the board has been pointed at
  let chosen = []; // orders, by number
  let begun = []; // words of the next one
  let picked = []; // spots that it names, by number

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
  const fits = (number) =>
    begun.every((word, at) => parts(number)[at] === word) && picked.every((spot) => named[number].includes(spot));

  // The orders that fit, the words that can stand next, and the order that is whole if none does.
  function next() {
    const [numbers, certain] = open();
    const left = numbers.filter(fits);
    const whole = left.find((number) => parts(number).length === begun.length);
    const following = left.filter((number) => number !== whole).map((number) => parts(number)[begun.length]);
    return { certain, left, whole: begun.length ? whole : undefined, following: [...new Set(following)].sort(natural) };
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
    picked = [];
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

  // Who points at a space looks at it: alone it is no order, though one order alone may name it. Behind a word, or
  // behind another spot such as a tile of the hand, it is.
  function pick(spot) {
    const meant = begun.length > 0 || picked.length > 0;
    const taken = picked.includes(spot);
    picked = taken ? picked.filter((each) => each !== spot) : [...picked, spot];
    const { left } = next();
    if (left.length === 1 && meant && !taken) take(left[0]);
    else render();
  }

  function undo() {
    if (picked.length) picked = picked.slice(0, -1);
    else if (begun.length) begun = begun.slice(0, -1);
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
    const pointed = picked.length ? `${words.with} ${picked.map((spot) => spots[spot][0]).join(", ")}` : "";
    find("begun").textContent = [typed, [begun.join(" "), pointed].filter(Boolean).join(" ")].filter(Boolean).join("; ");
    find("try").textContent = typed ? `referee try "${typed}"` : "";
    find("move").textContent = typed ? `referee move "${typed}"` : "";
    find("copy").disabled = !typed;
    find("undo").disabled = !typed && !begun.length && !picked.length;
    find("certain").textContent = hint(found);
    find("words").replaceChildren(...choices(found));
    mark(found);
  }

  function choices({ certain, left, following, whole }) {
    if (picked.length && left.length <= FEW) {
      const sorted = [...left].sort((one, other) => natural(orders[one], orders[other]));
      return sorted.map((number) => button(orders[number], () => take(number), certain));
    }
    const made = following.map((word) => button(word, () => say(word), certain));
    if (whole !== undefined) made.unshift(button(`${words.take} ${begun.join(" ")}`, () => take(whole), certain));
    return made;
  }

  // On the board

  function placed([title, x, y, width, height], spot) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    const [wide, high] = [width - 6, height - 6];
    const values = { class: "spot", role: "button", x: x + 3, y: y + 3, width: wide, height: high, rx: 6 };
    for (const [key, value] of Object.entries(values)) made.setAttribute(key, value);
    // A bracket at each corner: so all spaces of a board can be marked. The line begins behind the first corner.
    const [across, down, corner] = [wide - 12, high - 12, 3 * Math.PI];
    const [flat, steep] = [across / 6, down / 6];
    const angle = flat + corner + steep;
    const lines = [flat, across - 2 * flat, angle, down - 2 * steep, angle, across - 2 * flat, angle, down - 2 * steep];
    made.setAttribute("stroke-dasharray", [...lines, steep + corner, 0].join(" "));
    made.setAttribute("aria-label", title);
    made.addEventListener("click", () => pick(spot));
    made.addEventListener("keydown", (event) => press(event, spot));
    return made;
  }

  // Where a place is shown: on the board, or in the small picture beside it that covers the place.
  function host(x, y) {
    const beside = [...document.querySelectorAll(".round > svg")].find(({ viewBox }) => {
      const { x: left, y: top, width, height } = viewBox.baseVal;
      return left <= x && x <= left + width && top <= y && y <= top + height;
    });
    beside?.setAttribute("role", "group");
    return beside ?? layer;
  }

  const middle = ({ x, y, width, height }) =>
    [x.baseVal.value + width.baseVal.value / 2, y.baseVal.value + height.baseVal.value / 2];
  const layer = document.createElementNS("http://www.w3.org/2000/svg", "g");
  const rings = spots.map(placed);
  layer.id = "spots";
  layer.setAttribute("role", "group");
  layer.setAttribute("aria-label", words.board);
  find("board").append(layer, ...document.querySelectorAll("#layer-tags")); // names of kingdoms can be read above them

  // Every place where it is shown; what lies beside the board is put anew with each step.
  function lay() {
    for (const ring of rings) host(...middle(ring)).append(ring);
  }

  // One of the spots is reached by Tab, the others from it by the arrows.
  function mark({ certain, left }) {
    const open = new Set([...left.flatMap((number) => named[number]), ...picked]);
    for (const [spot, ring] of rings.entries()) {
      ring.toggleAttribute("hidden", !open.has(spot));
      ring.setAttribute("aria-pressed", picked.includes(spot));
      ring.classList.toggle("unchecked", !certain);
    }
    const seen = rings.filter((_, spot) => open.has(spot));
    reach(seen.find((ring) => ring === document.activeElement) ?? seen[0]);
  }

  function reach(wanted) {
    for (const ring of rings) ring.setAttribute("tabindex", ring === wanted ? 0 : -1);
  }

  // The nearest spot that way; what lies aside counts twice.
  function beside(ring, [right, down]) {
    const [x, y] = middle(ring);
    const far = (other) => {
      const [across, below] = [middle(other)[0] - x, middle(other)[1] - y];
      const ahead = across * right + below * down;
      return ahead > 0 ? ahead + 2 * Math.abs(across * down + below * right) : Infinity;
    };
    const seen = rings.filter((other) => !other.hasAttribute("hidden") && far(other) < Infinity);
    return seen.sort((one, other) => far(one) - far(other))[0];
  }

  const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  function press(event, spot) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") pick(spot);
    else if (ways[event.key]) {
      const found = beside(rings[spot], ways[event.key]);
      if (found) reach(found);
      found?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  async function copy() {
    const line = find("move");
    find("typed").open = true;
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
  document.addEventListener("shown", lay);
  lay();
  render();
})();
