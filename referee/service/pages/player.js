"use strict";
// Shows a game step by step. It knows no game: it puts shapes where the data says, and every word as text.
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const [CLEAR, RATIO] = [1.18, 1.409]; // pixels a unit, at which names of a map are read; the shape of its frame
  const ROW = 20; // what lies no further apart stands in one row
  const find = (id) => document.getElementById(id);
  const { layers, still, forms, shapes, steps, words, hands, points } = JSON.parse(find("film").textContent);
  const entries = [...document.querySelectorAll("#log > li")];
  const shown = new Map();
  let now = steps.length - 1;

  // One element of a form, with the next values of a shape where the form is open.
  function built([name, known, open, text, ...inside], next) {
    const made = name === "p" ? document.createElement(name) : document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(known)) made.setAttribute(key, value);
    for (const key of open) made.setAttribute(key, next());
    if (text !== "") made.append(text === 0 ? next() : text);
    for (const each of inside) made.append(built(each, next));
    return made;
  }

  function put(number) {
    const [form, ...values] = shapes[number];
    const [layer, tree] = forms[form];
    const made = built(tree, () => values.shift());
    const place = find(`layer-${layers[layer]}`);
    const next = place.className === "round" && [...place.children].find((other) => reads(made, other));
    if (next) next.before(made);
    else place.append(made);
    shown.set(number, made);
  }

  function at(piece) {
    if (!piece.viewBox) return piece.dataset.at.split(" ").map(Number);
    const { x, y, height } = piece.viewBox.baseVal;
    return [x, y + height / 2];
  }

  // Whether one piece round the board is read before another: row by row, from the left.
  function reads(one, other) {
    const [[x, y], [across, down]] = [one, other].map(at);
    return Math.abs(y - down) > ROW ? y < down : x < across;
  }

  // The last board is there already: in each layer what stays, then the other shapes in the order of their numbers.
  // Round it lies what was put in the order in which it is read: that is put anew.
  function adopt() {
    for (const round of document.querySelectorAll(".round")) round.replaceChildren();
    const left = layers.map((layer, place) => [...find(`layer-${layer}`).children].slice(still[place]));
    for (const number of [...wanted(now)].sort((one, other) => one - other)) {
      const made = left[forms[shapes[number][0]][0]].shift();
      if (made) shown.set(number, made);
      else put(number);
    }
  }

  // The shapes that lie on the table after a step.
  function wanted(step) {
    const found = new Set();
    for (const { gone, come } of steps.slice(0, step + 1)) {
      for (const number of gone) found.delete(number);
      for (const number of come) found.add(number);
    }
    return found;
  }

  function scroll() {
    find("log").scrollTop = entries[now].offsetTop - 8;
  }

  function tell(step, aloud) {
    const { number, title } = steps[step];
    const label = words.step.replace("%n", number);
    for (const [place, entry] of entries.entries()) {
      entry.classList.toggle("later", place > step);
      entry.classList.toggle("now", place === step);
      if (place === step) entry.firstElementChild.setAttribute("aria-current", "step");
      else entry.firstElementChild.removeAttribute("aria-current");
    }
    find("title").textContent = title;
    find("where").textContent = label;
    find("slider").value = step;
    find("slider").setAttribute("aria-valuetext", label);
    const lines = [...entries[step].querySelectorAll("a, li")].map((line) => line.textContent);
    if (aloud) find("said").textContent = lines.join(". ");
    for (const id of ["first", "back"]) find(id).setAttribute("aria-disabled", step === 0);
    for (const id of ["next", "last"]) find(id).setAttribute("aria-disabled", step === steps.length - 1);
  }

  // The chart up to a step, each line with its name at its end; of the table the rows up to there.
  function draw(step) {
    if (!points) return;
    const { left, across, ends } = points;
    const [, ...heights] = ends.findLast(([from]) => from <= step);
    find("until").firstElementChild.setAttribute("width", across * step + 1);
    for (const [seat, name] of [...find("ends").children].entries()) {
      name.setAttribute("transform", `translate(${left + across * step} ${heights[seat]})`);
    }
    for (const row of document.querySelectorAll("#counts [data-step]")) row.hidden = row.dataset.step > step;
  }

  function hold(step) {
    const lines = document.querySelectorAll("#hands li");
    for (const [seat, line] of [...lines].entries()) line.textContent = hands.lines[hands.steps[step][seat]];
  }

  function show(step, aloud = true) {
    now = Math.max(0, Math.min(steps.length - 1, step));
    const set = wanted(now);
    for (const [number, made] of shown) {
      if (set.has(number)) continue;
      made.remove();
      shown.delete(number);
    }
    for (const number of set) if (!shown.has(number)) put(number);
    document.documentElement.classList.toggle("newest", now === steps.length - 1);
    tell(now, aloud);
    draw(now);
    hold(now);
    scroll(); // behind all that is written: what asks where something lies has the page laid out
    const hash = `#${steps[now].number}`;
    document.dispatchEvent(new Event("shown"));
    if (location.hash !== hash) history.replaceState(null, "", hash);
  }

  // The step after which the address asks to begin; the last one if it asks for none.
  function asked() {
    const found = steps.findIndex(({ number }) => `#${number}` === location.hash);
    return found < 0 ? steps.length - 1 : found;
  }

  // The last turn of the seat that is chosen, or the beginning.
  function since() {
    const seat = Number(find("who").value);
    return Math.max(0, steps.findLastIndex(({ by }) => by.includes(seat)));
  }

  // The next step that way; past those in which somebody only passed, if the reader wants that.
  function turn(way) {
    let step = now + way;
    while (find("skip")?.checked && steps[step]?.idle && steps[step + way]) step += way;
    show(step);
  }

  // Step by step to the end, at the speed that is chosen; whatever turns the pages in another way ends it.
  let playing = 0;
  function play(wanted) {
    clearInterval(playing);
    playing = wanted ? setInterval(() => (now < steps.length - 1 ? turn(1) : play(false)), 1000 * find("speed").value) : 0;
    find("play").setAttribute("aria-pressed", Boolean(wanted));
    find("play").textContent = wanted ? words.stop : words.play;
  }

  function begin() {
    if (playing) return play(false);
    if (now === steps.length - 1) show(0);
    play(true);
  }

  const stopping = (action) => () => {
    play(false);
    action();
  };

  const actions = {
    first: () => show(0),
    back: () => turn(-1),
    next: () => turn(1),
    last: () => show(steps.length - 1),
    since: () => show(since()),
  };
  const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", "[": "back", "]": "next" };
  for (const [id, action] of Object.entries(actions)) find(id).addEventListener("click", stopping(action));
  find("slider").addEventListener("input", stopping(() => show(Number(find("slider").value))));
  find("play").addEventListener("click", begin);
  find("speed").addEventListener("change", () => playing && play(true));
  for (const [box, layer] of [["rings", "marks"], ["outlines", "outlines"], ["outlines", "tags"]]) {
    find(box)?.addEventListener("change", () => find(`layer-${layer}`)?.toggleAttribute("hidden", !find(box).checked));
  }
  document.addEventListener("keydown", (event) => {
    const within = /^(SELECT|TEXTAREA|INPUT)$/.test(event.target.tagName);
    if (within || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !keys[event.key]) return;
    event.preventDefault();
    stopping(actions[keys[event.key]])();
  });

  // A finger that draws the board to the left turns to what comes.
  let finger = null;
  find("board").addEventListener("touchstart", (event) => {
    finger = event.touches.length === 1 ? event.touches[0] : null;
  }, { passive: true });
  find("board").addEventListener("touchend", (event) => {
    const [end] = event.changedTouches;
    const [across, down] = finger ? [end.clientX - finger.clientX, end.clientY - finger.clientY] : [0, 0];
    if (Math.abs(across) > 60 && Math.abs(across) > 2 * Math.abs(down)) turn(across < 0 ? 1 : -1);
  });

  for (const [step, entry] of entries.entries()) {
    entry.removeAttribute("id"); // else the browser scrolls the page to it
    entry.firstElementChild.addEventListener("click", (event) => {
      event.preventDefault();
      show(step);
    });
  }
  window.addEventListener("resize", scroll);
  window.addEventListener("hashchange", () => show(asked()));
  // A map too large to be read whole is shown through a frame, that a small map beside it moves.
  function framed(world) {
    const [left, top, wide, high] = find("board").dataset.all.split(" ").map(Number);
    const [nearest, highest, width, height] = find("board").dataset.near.split(" ").map(Number);
    let [x, y] = [nearest + width / 2, highest + height / 2];
    function frame() {
      const across = Math.min(wide, Math.max(640, find("picture").clientWidth / CLEAR));
      const down = Math.min(high, across / RATIO);
      [x, y] = [[x, left, wide, across], [y, top, high, down]].map(
        ([at, from, room, size]) => Math.max(from + size / 2, Math.min(from + room - size / 2, at)));
      const box = [x - across / 2, y - down / 2, across, down];
      find("board").setAttribute("viewBox", box.join(" "));
      for (const [place, key] of ["x", "y", "width", "height"].entries()) find("frame").setAttribute(key, box[place]);
    }
    const far = 160;
    const ways = { ArrowLeft: [-far, 0], ArrowRight: [far, 0], ArrowUp: [0, -far], ArrowDown: [0, far] };
    world.addEventListener("click", (event) => {
      const shown = world.getBoundingClientRect();
      x = left + ((event.clientX - shown.left) / shown.width) * wide;
      y = top + ((event.clientY - shown.top) / shown.height) * high;
      frame();
    });
    world.addEventListener("keydown", (event) => {
      if (!ways[event.key]) return;
      [x, y] = [x + ways[event.key][0], y + ways[event.key][1]];
      event.preventDefault();
      event.stopPropagation();
      frame();
    });
    window.addEventListener("resize", frame);
    frame();
  }

  adopt();
  document.documentElement.classList.add("stepping");
  if (find("world")) framed(find("world"));
  show(asked(), false);
  performance.mark("board");
})();
