// The board: shapes by key, what is chosen so far, and the places that can be clicked. Between two Views it takes away
// what went and puts what came; everything else stays as it is.
const SVG = "http://www.w3.org/2000/svg";
const TAGS = new Set([
  "g",
  "rect",
  "circle",
  "ellipse",
  "line",
  "path",
  "polygon",
  "polyline",
  "text",
  "tspan",
  "use",
  "svg",
]);
const ATTRIBUTES = new Set([
  "class",
  "clip-path",
  "cx",
  "cy",
  "d",
  "dx",
  "dy",
  "fill",
  "fill-rule",
  "height",
  "href",
  "opacity",
  "points",
  "r",
  "rx",
  "ry",
  "stroke",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "stroke-width",
  "text-anchor",
  "textLength",
  "lengthAdjust",
  "transform",
  "viewBox",
  "width",
  "x",
  "x1",
  "x2",
  "y",
  "y1",
  "y2",
  "overflow",
  "preserveAspectRatio",
]);
const NEAREST = 8;
const CLOSEST = 6;
const STEP = 1.25;
const FIT = 0.8;
const FIRST = 0.42;
const LEGIBLE = 1.25;
const LARGE = 100;
const DISC = 13;
const FINGER = 32;
const FLIGHT = 380;
const FALL = 220;
const MOVING = new Set(["tiles", "monuments", "leaders", "treasures"]);

function made(name, attributes = {}, ...inside) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...inside);
  return element;
}

/** An element of a shape; what is not on the lists is left out. */
function drawn([name, attributes = [], text = "", inside = []]) {
  if (!TAGS.has(name)) return document.createTextNode("");
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of attributes) {
    if (ATTRIBUTES.has(key) && (key !== "href" || String(value).startsWith("#"))) element.setAttribute(key, value);
  }
  if (text) element.append(text);
  element.append(...inside.map(drawn));
  return element;
}

function disc(x, y, number) {
  return made(
    "g",
    { class: "gno" },
    made("circle", { cx: x, cy: y, r: DISC - 1 }),
    made("text", { x, y: y + 5 }, String(number)),
  );
}

function ring(box, kind, grow = 0) {
  const [x, y, width, height] = box;
  const where = { x: x - grow, y: y - grow, width: width + 2 * grow, height: height + 2 * grow, rx: 8 };
  return made(
    "g",
    { class: kind },
    made("rect", { ...where, class: "under" }),
    made("rect", { ...where, class: "over" }),
  );
}

/** A part of a map with enough round it to see where it lies. */
function grown([x, y, width, height], [, , whole, high]) {
  const [wide, tall] = [Math.max(width * 1.2, whole * FIRST), Math.max(height * 1.2, high * FIRST)];
  return [x + width / 2 - wide / 2, y + height / 2 - tall / 2, wide, tall];
}

/** What holds all of these boxes. */
function around(boxes) {
  const [left, top] = [0, 1].map((at) => Math.min(...boxes.map((box) => box[at])));
  const [right, low] = [0, 1].map((at) => Math.max(...boxes.map((box) => box[at] + box[at + 2])));
  return [left, top, right - left, low - top];
}

/** Where the gold point of a place stands: in its middle, but where much is written, above or below that. */
function pointed([x, y, width, height]) {
  if (width > LARGE && width > height * 1.3) return { cx: x + width - 6, cy: y + 6, r: Math.min(12, height / 5) };
  if (width > LARGE) return { cx: x + width / 2, cy: y + height * 0.73, r: 9 };
  return { cx: x + width / 2, cy: y + height / 2, r: Math.min(9, Math.max(6, height / 7)) };
}

/** The symbols of a game, read once as a document and taken over into this one. */
const pools = new Map();

export function symbolsOf(address) {
  if (!pools.has(address)) {
    pools.set(
      address,
      new Promise((done, failed) => {
        const asked = new XMLHttpRequest();
        asked.open("GET", address);
        asked.responseType = "document";
        asked.overrideMimeType("image/svg+xml");
        asked.onload = () => (asked.responseXML ? done(asked.responseXML) : failed(new Error(address)));
        asked.onerror = () => failed(new Error(address));
        asked.send();
      })
        .then((found) => {
          const pool = made("svg", { class: "away", "aria-hidden": "true", width: 0, height: 0 });
          pool.append(
            ...[...found.querySelectorAll("symbol, clipPath, linearGradient")].map((each) =>
              document.importNode(each, true),
            ),
          );
          document.body.append(pool);
        })
        .catch((error) => {
          pools.delete(address);
          throw error;
        }),
    );
  }
  return pools.get(address);
}

export class Board {
  constructor({ pick, look, zoomed, label, fits }) {
    this.pick = pick;
    this.fits = fits;
    this.zoomed = zoomed;
    this.look = look;
    this.keys = new Map();
    this.spots = new Map();
    this.box = [0, 0, 1, 1];
    this.seen = this.wanted = [0, 0, 1, 1];
    this.at = "";
    this.layers = Object.fromEntries(
      ["shapes", "marks", "points", "hits"].map((name) => [name, made("g", { class: name })]),
    );
    this.layers.shapes.setAttribute("aria-hidden", "true");
    this.layers.shapes.id = "shapes";
    this.layers.marks.setAttribute("aria-hidden", "true");
    this.layers.points.setAttribute("aria-hidden", "true");
    this.root = made(
      "svg",
      { class: "board", role: "group", tabindex: -1, "aria-label": label, "aria-describedby": "said" },
      ...Object.values(this.layers),
    );
    this.fingers = new Map();
    this.moved = false;
    this.listen();
  }

  /** Draw a View, what is picked in it, and what may be clicked now. */
  draw({ view, ground = [], picked, next, lit, from = null }) {
    const { board } = view;
    this.near = board.near;
    this.places = board.places;
    if (this.box.join() !== board.box.join()) {
      this.box = board.box;
      if (board.near) this.lands();
      else this.see(board.box);
    }
    this.place([...ground, ...(board.shapes ?? [])], from);
    this.mark(view, picked, lit);
    this.offer(board.places, picked, next);
  }

  /** Put shapes in their order; only what is new or different is made. `from` is where what is new comes from. */
  place(shapes, from) {
    const wanted = new Set(shapes.map(([key]) => key));
    for (const [key, { element }] of this.keys) {
      if (wanted.has(key)) continue;
      this.keys.delete(key);
      if (from) this.fade(element);
      else element.remove();
    }
    const come = [];
    let before = this.layers.shapes.firstChild;
    for (const shape of shapes) {
      const [key, layer, elements] = shape;
      let here = this.keys.get(key);
      const written = here?.shape === shape ? here.written : JSON.stringify(elements); // nearly all are those of before
      if (here) here.shape = shape;
      if (here?.written !== written) {
        const element = made("g", {}, ...elements.map(drawn));
        if (here) {
          if (before === here.element) before = element;
          here.element.replaceWith(element);
        }
        here = { element, written, shape };
        this.keys.set(key, here);
        if (from && MOVING.has(layer)) come.push(element);
      }
      if (here.element === before) before = before.nextSibling;
      else this.layers.shapes.insertBefore(here.element, before);
    }
    for (const element of come) this.fly(element, from);
  }

  /** A piece comes from the seat of whoever laid it. */
  fly(element, from) {
    const [x, y] = this.point({ clientX: from.left + from.width / 2, clientY: from.top + from.height / 2 });
    const box = element.getBBox();
    const way = `translate(${x - box.x - box.width / 2}px, ${y - box.y - box.height / 2}px)`;
    const frames = [
      { transform: way, opacity: 0.4 },
      { transform: "none", opacity: 1 },
    ];
    element.animate(frames, { duration: FLIGHT, easing: "cubic-bezier(.2,.8,.2,1)" });
  }

  /** What falls fades where it lies. */
  fade(element) {
    element.animate([{ opacity: 1 }, { opacity: 0 }], { duration: FALL }).finished.finally(() => element.remove());
  }

  /** Rings: what the orders so far have touched, what is picked, the two sides of a conflict, what a line speaks of. */
  mark(view, picked, lit) {
    const box = (id) => view.board.places.find((place) => place.id === id)?.box;
    const rings = [];
    const conflict = view.question?.conflict;
    for (const [side, kind] of conflict
      ? [
          [conflict.own, "mine"],
          [conflict.other, "his"],
        ]
      : []) {
      rings.push(
        ...[...side.spaces, side.place]
          .map(box)
          .filter(Boolean)
          .map((each) => ring(each, kind)),
      );
    }
    for (const { element } of this.keys.values()) element.classList.remove("draft");
    for (const order of view.orders) rings.push(...this.drafted(view, order));
    rings.push(
      ...picked
        .map(box)
        .filter(Boolean)
        .map((each) => ring(each, "mine", 1)),
    );
    rings.push(
      ...lit
        .map(box)
        .filter(Boolean)
        .map((each) => ring(each, "lit", 2)),
    );
    this.layers.marks.replaceChildren(...rings);
  }

  /** What an order has put down, dashed and with its number, and what it has taken away, pale. */
  drafted(view, { number, lays = [], leaves = [] }) {
    const found = leaves.map(([, , elements]) => made("g", { class: "gone" }, ...elements.map(drawn)));
    const boxes = lays
      .map((key) => this.keys.get(key)?.element)
      .filter(Boolean)
      .map((element) => {
        element.classList.add("draft");
        return element.getBBox();
      });
    for (const { x, y, width, height } of boxes) {
      const within = ({ box: [left, top, wide, high] }) =>
        left <= x + width / 2 &&
        x + width / 2 < left + wide &&
        top <= y + height / 2 &&
        y + height / 2 < top + high &&
        wide * high >= width * height * FIT;
      const where = view.board.places.find(within)?.box ?? [x, y, width, height];
      found.push(ring(where, "ghost"), this.numbered(where, number));
    }
    return found;
  }

  /** The number of an order at the lower right of a box, within the board. */
  numbered([x, y, width, height], number) {
    const [left, top, whole, high] = this.box;
    return disc(Math.min(x + width - 4, left + whole - DISC), Math.min(y + height - 2, top + high - DISC), number);
  }

  /** The places: a box to click, and a point in those that fit what is picked. */
  offer(places, picked, next) {
    this.layers.points.replaceChildren(
      ...places.filter(({ id }) => next.has(id)).map(({ box }) => made("circle", { ...pointed(box), class: "can" })),
    );
    const wanted = new Set(places.map(({ id }) => id));
    for (const [id, { element }] of this.spots) {
      if (wanted.has(id)) continue;
      element.remove();
      this.spots.delete(id);
    }
    for (const place of places) {
      let spot = this.spots.get(place.id);
      if (!spot) {
        spot = {
          element: made("rect", { class: "hit", role: "button", tabindex: -1, "data-place": place.id, rx: 6 }),
        };
        this.spots.set(place.id, spot);
        this.layers.hits.append(spot.element);
      }
      const [pressed, open] = [picked.includes(place.id), next.has(place.id)];
      if (spot.place !== place || spot.open !== open) this.name(spot, place, open);
      if (spot.pressed !== pressed) spot.element.setAttribute("aria-pressed", pressed);
      if (spot.open !== open) spot.element.classList.toggle("open", open);
      Object.assign(spot, { pressed, open });
    }
    const first = places.find(({ id }) => next.has(id))?.id;
    const changed = first !== this.first && !this.layers.hits.contains(document.activeElement);
    this.first = first;
    if (!this.spots.has(this.at) || (first && changed && !next.has(this.at))) this.at = first ?? places[0]?.id ?? "";
    this.walk(this.at, false);
  }

  /** Where a place is, and what it is called with what lies there; and that it fits, which a gold point shows. */
  name(spot, place, open) {
    const [x, y, width, height] = place.box;
    const lies = place.lies && place.lies !== place.spoken ? place.lies : "";
    const said = [place.spoken, lies, open ? this.fits : ""].filter(Boolean).join(", ");
    for (const [key, value] of Object.entries({ x, y, width, height, "aria-label": said }))
      spot.element.setAttribute(key, value);
    spot.place = place;
  }

  /** The one place that Tab comes to. */
  walk(id, focus = true) {
    if (!this.spots.get(id)?.tabbed) {
      for (const [each, spot] of this.spots) {
        spot.tabbed = each === id;
        spot.element.setAttribute("tabindex", spot.tabbed ? 0 : -1);
      }
    }
    this.at = id;
    const { element, place } = this.spots.get(id) ?? {};
    if (!focus || !element) return;
    const [x, y, width, height] = place.box;
    const [left, top, wide, tall] = this.seen;
    if (x < left || y < top || x + width > left + wide || y + height > top + tall)
      this.see([x + (width - wide) / 2, y + (height - tall) / 2, wide, tall]);
    element.focus({ preventScroll: true });
  }

  /** The next place that fits, or the one before. */
  fitting(step) {
    const ids = [...this.spots].filter(([, { open }]) => open).map(([id]) => id);
    const at = ids.indexOf(this.at);
    if (ids.length) this.walk(ids[(at + step + ids.length) % ids.length]);
  }

  /** The nearest place to the left, to the right, above or below. */
  beside(dx, dy) {
    const middle = ({ box: [x, y, width, height] }) => [x + width / 2, y + height / 2];
    const here = this.spots.get(this.at);
    if (!here) return;
    const [x, y] = middle(here.place);
    let best = null;
    for (const [id, { place }] of this.spots) {
      const [px, py] = middle(place);
      const ahead = (px - x) * dx + (py - y) * dy;
      const aside = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
      const far = ahead + (NEAREST * aside) / 3;
      if (id !== this.at && ahead > 1 && (!best || far < best.far)) best = { id, far };
    }
    if (best) this.walk(best.id);
  }

  /** What part of the board is seen: as wide as its frame, kept within the board, and no closer than a sixth. */
  see(wanted) {
    const [x, y, width, height] = wanted;
    const [left, top, whole, high] = this.box;
    const frame = this.root.getBoundingClientRect();
    const ratio = frame.height ? frame.width / frame.height : whole / high;
    const near = width < whole && height < high;
    const wide = near ? Math.min(whole, high * ratio, Math.max(whole / CLOSEST, width, height * ratio)) : whole;
    const tall = near ? wide / ratio : high;
    const at = (middle, size, from, all) => Math.min(from + all - size, Math.max(from, middle - size / 2));
    this.seen = [at(x + width / 2, wide, left, whole), at(y + height / 2, tall, top, high), wide, tall];
    this.root.setAttribute("viewBox", this.seen.map((each) => Math.round(each * 10) / 10).join(" "));
    this.root.classList.toggle("near", near);
    this.zoomed(near, this.seen);
    this.wanted = wanted;
    this.home = false;
  }

  /** The reader's lands; in a narrow frame no more round one of them than can be read. */
  lands() {
    const [x, y, width, height] = this.near;
    const middle = ([left, top, wide, high]) => [left + wide / 2, top + high / 2];
    const wanted = grown(this.near, this.box);
    const most = this.root.getBoundingClientRect().width * LEGIBLE || wanted[2];
    if (wanted[2] <= most || this.near.join() === this.box.join()) this.see(wanted);
    else {
      const [mx, my] = middle(this.near);
      const far = ({ box }) => Math.hypot(middle(box)[0] - mx, middle(box)[1] - my);
      const inside = this.places.filter(({ box }) => box[0] >= x && box[0] < x + width && box[1] >= y && box[1] < y + height);
      const [cx, cy] = middle(inside.sort((one, other) => far(one) - far(other))[0]?.box ?? this.near);
      this.see([cx - most / 2, cy, most, 0]); // as high as the frame is
    }
    this.home = true;
  }

  /** These places, with what lies round them. */
  show(ids) {
    const boxes = this.places.filter(({ id }) => ids.includes(id)).map(({ box }) => box);
    if (boxes.length) this.see(grown(around(boxes), this.box));
  }

  /** Closer or farther, round a point of the picture; 0 is the whole board. */
  zoom(by, point) {
    const [x, y, width, height] = this.seen;
    if (!by) return this.see(this.box);
    const [px, py] = point ?? [x + width / 2, y + height / 2];
    return this.see([px - (px - x) / by, py - (py - y) / by, width / by, height / by]);
  }

  /** Whether a finger met a board whose places are too small for it: then it brings them closer and takes nothing. */
  approached({ pointerType, target }, id) {
    if (pointerType !== "touch" || this.root.classList.contains("near")) return false;
    if (target.getBoundingClientRect().width >= FINGER) return false;
    const [x, y, width, height] = this.spots.get(id).place.box;
    this.see([x - width * 2.5, y - height * 2.5, width * 6, height * 6]);
    return true;
  }

  /** Where a pointer is in the picture. */
  point({ clientX, clientY }) {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(this.root.getScreenCTM().inverse());
    return [x, y];
  }

  listen() {
    const named = (event) => event.target.getAttribute?.("data-place");
    this.root.addEventListener("click", (event) => {
      const id = named(event);
      if (id && !this.moved && !this.approached(event, id)) this.pick(id);
    });
    this.root.addEventListener("dblclick", (event) => {
      if (!named(event)) this.zoom(2, this.point(event));
    });
    for (const [name, on] of [
      ["pointerover", true],
      ["pointerout", false],
      ["focusin", true],
      ["focusout", false],
    ]) {
      this.root.addEventListener(name, (event) => {
        if (name === "focusin" && named(event)) this.walk(named(event), false);
        if (event.pointerType !== "touch") this.look(on ? named(event) : null, event.target);
      });
    }
    this.root.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        this.zoom(event.deltaY < 0 ? STEP : 1 / STEP, this.point(event));
      },
      { passive: false },
    );
    this.root.addEventListener("keydown", (event) => this.press(event));
    this.root.addEventListener("pointerdown", (event) => {
      this.fingers.set(event.pointerId, event);
      this.moved = false;
    });
    addEventListener("pointermove", (event) => this.drag(event));
    new ResizeObserver(() => (this.home ? this.lands() : this.see(this.wanted))).observe(this.root);
    for (const name of ["pointerup", "pointercancel"])
      addEventListener(name, ({ pointerId }) => this.fingers.delete(pointerId));
  }

  press(event) {
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const ids = [...this.spots.keys()];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (ways[event.key]) this.beside(...ways[event.key]);
    else if (event.key === "Home") this.walk(ids[0]);
    else if (event.key === "End") this.walk(ids.at(-1));
    else if (event.key === "PageDown") this.fitting(1);
    else if (event.key === "PageUp") this.fitting(-1);
    else if (event.key === "Enter" || event.key === " ") this.pick(this.at);
    else return;
    event.preventDefault();
  }

  /** One finger pans a board that is larger than its frame, two of them zoom. */
  drag(event) {
    const from = this.fingers.get(event.pointerId);
    if (!from) return;
    const others = [...this.fingers.values()].filter(({ pointerId }) => pointerId !== event.pointerId);
    const { width, height } = this.root.getBoundingClientRect();
    const [dx, dy] = [event.clientX - from.clientX, event.clientY - from.clientY];
    if (!others.length && Math.hypot(dx, dy) < NEAREST && !this.moved) return;
    this.moved = true;
    this.fingers.set(event.pointerId, event);
    if (others.length) {
      const [other] = others;
      const apart = (one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
      const middle = { clientX: (event.clientX + other.clientX) / 2, clientY: (event.clientY + other.clientY) / 2 };
      this.zoom(apart(event) / Math.max(1, apart(from)), this.point(middle));
    } else {
      const [x, y, wide, tall] = this.seen;
      this.see([x - (dx / width) * wide, y - (dy / height) * tall, wide, tall]);
    }
  }
}
