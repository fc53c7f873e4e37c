"use strict";
// Orders clicked together, on the board or word by word, until they can be typed. Which there are says the data: behind
// each first order those that may follow it, as what differs from the first ones. Behind two nothing is certain any more.
(() => {
  const find = (id) => document.getElementById(id);
  const { compose, words } = JSON.parse(find("film").textContent);
  const { orders, first, behind, spots, named, used, told, heads, sides, actions, sentences, labels, home } = compose;
  const seldom = new Set(compose.seldom);
  const natural = new Intl.Collator(undefined, { numeric: true }).compare;
  const FEW = 16; // so many orders are shown whole once the board has been pointed at
  const MANY = 24; // more choices have no room on a small window
  let chosen = []; // orders, by number
  let begun = []; // words of the next one
  let picked = []; // spots that it names, by number
  let from = 0; // on a small window: the first of the choices that are shown

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

  const parted = orders.map((order) => order.split(" "));
  const parts = (number) => parted[number];
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

  // A choice, with the names of its codes and, where it is an order whose end is known, that.
  function button(text, action, certain, number) {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    const said = text.split(" ").map((word) => labels[word]).filter(Boolean).join(", ");
    if (said) note(made, "small", said);
    const sure = number !== undefined && chosen.length === 0;
    const known = sure ? (told[number] ?? []).map((each) => sentences[each]) : [];
    const leads = heads[number] ? known : known.slice(1); // the first sentence is the order itself
    if (sure && (heads[number] || leads.length)) {
      made.classList.add("leads");
      const ends = note(made, "span", "");
      ends.id = `leads${number}`;
      ends.setAttribute("aria-hidden", true); // its description: the name of the button is the word
      made.setAttribute("aria-describedby", ends.id);
      if (heads[number]) note(ends, "b", `${heads[number]} `);
      note(ends, "small", same(number) ? words.alike : leads.join("; "));
    }
    made.classList.toggle("unchecked", !certain);
    made.addEventListener("click", action);
    return made;
  }

  // Whether an answer to a conflict leads to nothing else than the one before it, but for the sums.
  function same(number) {
    const ends = (each) => JSON.stringify(told[each] ?? []);
    return Boolean(heads[number] && heads[number - 1] && told[number].length) && ends(number) === ends(number - 1);
  }

  function note(inside, name, text) {
    inside.append(document.createElement(name));
    inside.lastChild.textContent = text;
    return inside.lastChild;
  }

  // The words with which every order begins that can stand next: nobody has to choose them.
  function given() {
    const [numbers] = open();
    const all = numbers.map(parts);
    const most = Math.min(...all.map((words) => words.length)) - 1;
    const same = all.length ? all[0].slice(0, most).findIndex((word, at) => all.some((words) => words[at] !== word)) : 0;
    return all.length ? all[0].slice(0, same < 0 ? most : same) : [];
  }

  function drop() {
    [begun, picked] = [given(), []];
  }

  function take(number) {
    chosen = [...chosen, number];
    drop();
    ask();
  }

  // The next question, shown and reached: what was pressed may be gone.
  function ask() {
    from = 0;
    show(null);
    render();
    find("begun").focus({ preventScroll: true });
  }

  function say(word) {
    begun = [...begun, word];
    for (let found = next(); found.following.length === 1 && found.whole === undefined; found = next()) {
      begun = [...begun, found.following[0]];
    }
    const { following, whole } = next();
    if (following.length === 0 && whole !== undefined) take(whole);
    else ask();
  }

  // Who points at a space looks at it: alone it is no order, though one order alone may name it. Behind a word, or
  // behind another spot such as a tile of the hand, it is.
  // On a small window the first tap on the board brings its place near, and takes nothing.
  function pick(spot) {
    const meant = begun.length > given().length || picked.length > 0;
    const taken = picked.includes(spot);
    from = 0;
    if (small.matches && !near && onBoard(rings[spot])) {
      show(spots[spot]);
      if (meant) return;
    }
    picked = taken ? picked.filter((each) => each !== spot) : [...picked, spot];
    const { left } = next();
    if (left.length === 1 && meant && !taken) take(left[0]);
    else render();
  }

  function undo() {
    if (picked.length) picked = picked.slice(0, -1);
    else if (begun.length > given().length) begun = begun.slice(0, -1);
    else {
      chosen = chosen.slice(0, -1);
      drop();
    }
    ask();
  }

  function hint({ certain, following, whole }) {
    if (chosen.length && !certain) return words.deep;
    if (following.length || whole !== undefined) return "";
    return behind[chosen[0]] === 1 ? words.sealed : words.done;
  }

  function render() {
    const found = next();
    const typed = chosen.map((number) => orders[number]).join("; ");
    const pointed = picked.length ? `${words.with} ${picked.map((spot) => spots[spot][0]).join(", ")}` : "";
    const half = begun.length > given().length || pointed ? [begun.join(" "), pointed].filter(Boolean).join(" ") : "";
    find("begun").textContent = half || (found.following.length ? words.begin : hint(found));
    find("signed").textContent = typed && words.sign.replace("%o", () => typed);
    find("chosen").replaceChildren(...chosen.map(taken));
    find("try").textContent = typed ? `referee try "${typed}"` : "";
    find("move").textContent = typed ? `referee move "${typed}"` : "";
    find("copy").disabled = !typed;
    if (home) send(typed);
    find("undo").disabled = !typed && !half;
    find("certain").textContent = found.following.length ? hint(found) : "";
    fold(choices(found));
    count();
    mark(found);
    draw();
  }

  // A small window shows as many choices as there is room for, and then the next ones: nothing scrolls within the bar.
  function fold(made) {
    const place = find("words");
    const spills = () => small.matches && place.scrollHeight > place.clientHeight + 1;
    place.replaceChildren(...made);
    if (!spills() && !from) return;
    let last = Math.min(made.length, from + MANY);
    const more = button(words.more, () => {
      from = last < made.length ? last : 0;
      render();
      place.firstElementChild.focus({ preventScroll: true });
    }, true);
    place.replaceChildren(...made.slice(from, last), more);
    while (spills() && last > from + 1) made[(last -= 1)].remove();
  }

  // How many actions of the turn are made or chosen; an answer that comes of one is none.
  function count() {
    if (!actions) return;
    const [made, all, ...aside] = actions;
    const more = chosen.filter((number) => !aside.includes(number)).length;
    find("count").textContent = words.count.replace("%n", Math.min(made + more, all)).replace("%m", all);
  }

  // The orders as a mail to oneself: where a program takes shared text it is asked, else the mail program.
  function send(typed) {
    const [address, subject, above] = home;
    const text = `${above}${chosen.map((number) => `order ${orders[number]}\n`).join("")}-----END REFEREE ORDERS-----\n`;
    const link = find("home");
    link.hidden = !typed;
    link.href = `mailto:${encodeURIComponent(address).replace("%40", "@")}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`;
    link.onclick = (event) => {
      if (!navigator.share) return;
      event.preventDefault();
      navigator.share({ title: subject, text }).catch(() => {});
    };
  }

  // An order that is chosen: its number, its words, and what it leads to where that is known.
  function taken(number, place) {
    const made = document.createElement("li");
    const [name, ends] = [document.createElement("b"), document.createElement("span")];
    name.textContent = orders[number];
    const leads = (place ? [] : told[number] ?? []).map((each) => sentences[each]);
    ends.textContent = [place ? "" : heads[number], ...leads].filter(Boolean).join("; ");
    made.append(name, ends);
    return made;
  }

  function choices({ certain, left, following, whole }) {
    if (picked.length && left.length <= FEW) {
      const sorted = [...left].sort((one, other) => natural(orders[one], orders[other]));
      return sorted.map((number) => button(orders[number], () => take(number), certain, number));
    }
    const apart = (word) => left.every((number) => seldom.has(number) || parts(number)[begun.length] !== word);
    const sorted = begun.length ? following : [...following.filter((each) => !apart(each)), ...following.filter(apart)];
    const alone = (word) => {
      const meant = left.filter((number) => parts(number)[begun.length] === word);
      return meant.length === 1 && sorted.length <= FEW ? meant[0] : undefined;
    };
    const made = sorted.map((word) => button(word, () => say(word), certain, begun.length ? alone(word) : undefined));
    for (const [at, word] of sorted.entries()) made[at].classList.toggle("seldom", !begun.length && apart(word));
    if (whole !== undefined) made.unshift(button(`${words.take} ${begun.join(" ")}`, () => take(whole), certain, whole));
    return made;
  }

  // On the board

  function placed([title, x, y, width, height, lying], spot) {
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
    made.setAttribute("aria-label", lying ? `${title}: ${lying}` : title);
    made.dataset.title = title;
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
  const ghosts = document.createElementNS("http://www.w3.org/2000/svg", "g");
  ghosts.id = "ghosts";
  const rings = spots.map(placed);
  layer.id = "spots";
  layer.setAttribute("role", "group");
  layer.setAttribute("aria-label", words.board);
  find("board").append(ghosts, layer, ...document.querySelectorAll("#layer-tags")); // names of kingdoms can be read above them

  // Every place where it is shown; what lies beside the board is put anew with each step.
  function lay() {
    for (const ring of rings) host(...middle(ring)).append(ring);
  }

  const onBoard = (ring) => ring.parentNode === layer;
  const small = matchMedia("(max-width: 600px)");
  let all = "";
  let near = false;

  // The board as far as it lies round a spot; without one all of it. So near, six spaces fill the width.
  function show(spot) {
    if (near && spot === null) find("board").setAttribute("viewBox", all);
    near = spot !== null;
    find("whole").hidden = !near;
    if (!near) return;
    all = find("board").getAttribute("viewBox");
    const [left, top, wide, high] = all.split(" ").map(Number);
    const [, x, y, width, height] = spot;
    const side = Math.min(wide, high, 6 * Math.max(width, height));
    const within = (at, from, room) => Math.max(from, Math.min(from + room - side, at - side / 2));
    const [over, down] = [within(x + width / 2, left, wide), within(y + height / 2, top, high)];
    find("board").setAttribute("viewBox", `${over} ${down} ${side} ${side}`);
  }

  // The orders that are chosen, on the board: the true piece, not yet real; of the hand what it takes is pale.
  function draw() {
    const gone = new Set();
    ghosts.replaceChildren(...sides.flatMap((boxes, side) => boxes.flatMap((box) => counted(box, side))));
    for (const ring of rings) ring.parentNode?.classList.remove("gone");
    for (const [place, number] of chosen.entries()) {
      const own = used[number].filter((spot) => !onBoard(rings[spot])).map((spot) => {
        const alike = (other) => !onBoard(rings[other]) && spots[other][0] === spots[spot][0] && !gone.has(other);
        return gone.has(spot) ? spots.findIndex((_, other) => alike(other)) : spot;
      }).filter((spot) => spot >= 0);
      for (const spot of own) {
        gone.add(spot);
        rings[spot].parentNode.classList.add("gone");
      }
      const places = [...new Set([...used[number], ...named[number]])].filter((spot) => onBoard(rings[spot]));
      for (const spot of places) ghosts.append(ghost(place + 1, spots[spot], places.length === 1 ? own[0] : undefined));
    }
  }

  function shape(name, values, text) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(values)) made.setAttribute(key, value);
    if (text) made.textContent = text;
    return made;
  }

  // What counts in a conflict: the reader's with a golden ring, the other side's with a dashed one.
  function counted([x, y, width, height], side) {
    const edge = { x: x + 2, y: y + 2, width: width - 4, height: height - 4, rx: 7 };
    return [["halo", 9, ""], side ? ["inkline", 5, "6 4"] : ["goldline", 5, ""]].map(([look, wide, dashes]) =>
      shape("rect", { class: `${look} none`, "stroke-width": wide, "stroke-dasharray": dashes, ...edge }));
  }

  function ghost(number, [, x, y, width, height], piece) {
    const made = shape("g", {});
    const drawn = piece === undefined ? null : rings[piece].parentNode.querySelector("use");
    if (drawn) {
      const copy = drawn.cloneNode();
      for (const [key, value] of Object.entries({ x, y, width, height, opacity: 0.78 })) copy.setAttribute(key, value);
      made.append(copy);
    }
    const edge = { x: x + 2, y: y + 2, width: width - 4, height: height - 4, rx: 6 };
    const high = Math.min(30, height / 2);
    made.append(
      shape("rect", { class: "halo none", "stroke-width": 5, ...edge }),
      shape("rect", { class: "inkline none", "stroke-width": 3, "stroke-dasharray": "7 4", ...edge }),
      shape("circle", { class: "gold goldedge", cx: x + 3, cy: y + 3, r: high / 2 }),
      shape("text", { class: "m ongold", x: x + 3, y: y + 3 + high * 0.26, "font-size": high * 0.75 }, number),
    );
    return made;
  }

  // One of the spots is reached by Tab, the others from it by the arrows; beside the board another one. Until a word or
  // a tile is chosen the board is only looked at: its places can be clicked, and are not marked.
  function mark({ certain, left }) {
    const open = new Set([...left.flatMap((number) => named[number]), ...picked]);
    for (const [spot, ring] of rings.entries()) {
      ring.toggleAttribute("hidden", !open.has(spot));
      ring.setAttribute("aria-pressed", picked.includes(spot));
      ring.classList.toggle("unchecked", !certain);
      ring.classList.toggle("quiet", onBoard(ring) && !begun.length && !picked.length);
    }
    for (const there of [true, false]) {
      const seen = rings.filter((ring, spot) => open.has(spot) && onBoard(ring) === there);
      reach(seen.find((ring) => ring === document.activeElement) ?? seen[0], there);
    }
  }

  function reach(wanted, there) {
    for (const ring of rings) if (onBoard(ring) === there) ring.setAttribute("tabindex", ring === wanted ? 0 : -1);
  }

  // The nearest spot that way; what lies aside counts twice.
  function beside(ring, [right, down]) {
    const [x, y] = middle(ring);
    const far = (other) => {
      const [across, below] = [middle(other)[0] - x, middle(other)[1] - y];
      const ahead = across * right + below * down;
      return ahead > 0 ? ahead + 2 * Math.abs(across * down + below * right) : Infinity;
    };
    const same = (other) => onBoard(other) === onBoard(ring) && !other.hasAttribute("hidden");
    const seen = rings.filter((other) => same(other) && far(other) < Infinity);
    return seen.sort((one, other) => far(one) - far(other))[0];
  }

  const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  function press(event, spot) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") pick(spot);
    else if (ways[event.key]) {
      const found = beside(rings[spot], ways[event.key]);
      if (found) reach(found, onBoard(found));
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
  find("whole").addEventListener("click", () => show(null));
  document.addEventListener("shown", () => {
    lay();
    render();
  });
  // Digits choose, Backspace takes back, Escape drops what is begun; Control and Enter lead to the button, and press
  // nothing.
  document.addEventListener("keydown", (event) => {
    if (/^(SELECT|TEXTAREA|INPUT)$/.test(event.target.tagName) || event.altKey || event.metaKey) return;
    if (event.ctrlKey) {
      if (event.key === "Enter") find("copy").focus();
    } else if (/^[1-9]$/.test(event.key)) find("words").children[event.key - 1]?.click();
    else if (event.key === "Backspace" && !find("undo").disabled) undo();
    else if (event.key === "Escape" && begun.length + picked.length) {
      drop();
      ask();
    } else return;
    event.preventDefault();
  });
  drop();
  lay();
  render();
})();
