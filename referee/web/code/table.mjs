// One room for one game: a View comes in, the room is drawn from it, and every answer asks the rules for the next View.
import { Component, Icon, Sign, filled, html, render } from "./html.mjs";
import { Board, symbolsOf } from "./board.mjs";
import { kindsOf, narrowed, pickedWith, piecesOf, rowsOf, taken } from "./choosing.mjs";
import { Dock, Panel } from "./panel.mjs";
import { Logged } from "./log.mjs";

const AGAIN = 3000;
const MAP_RATIO = 1.409;
const TALL = 1.15;
const FLAT = 1.7;
const HELD = 450;
const LOCKED = 423;
const MOST_SHOWN = 12;
const PAUSE = 700;

/** What came back instead of a View. */
class Refusal extends Error {
  constructor(status, { refused, view }) {
    super(refused?.sentence ?? "");
    this.status = status;
    this.view = view ?? null;
  }
}

/** Nothing came back: the program has stopped. */
class Silence extends Error {}

async function asked(address, body) {
  const post = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  let answer;
  let found;
  try {
    answer = await fetch(address, body === undefined ? {} : post);
    found = await answer.json();
  } catch {
    throw new Silence(address);
  }
  if (!answer.ok) throw new Refusal(answer.status, found);
  return found;
}

/** The state of the room, and what can be done in it. */
class Table {
  constructor(first, redraw) {
    this.id = first.id;
    this.words = first.words;
    this.paths = first.paths;
    this.redraw = redraw;
    this.view = first.view;
    this.refused = first.refused;
    this.picked = [];
    this.verb = null;
    this.pointed = null;
    this.lit = [];
    this.tab = "log";
    this.looking = null;
    this.glances = 0;
    this.earlier = [];
    this.trouble = "";
    this.news = "";
    this.spoken = "";
    this.say = "";
    this.plan = [];
    this.secret = "";
    this.locked = /passphrase/.test(first.refused?.code ?? "");
    this.stopped = false;
    this.changing = false;
    this.busy = false;
    this.sheet = false;
    this.queue = Promise.resolve();
    this.before = null;
    this.shown = null;
    this.mover = null;
    this.waiting = 0;
    if (this.view) this.take_in(this.view);
  }

  /** What is new is seen first, once for each step that comes. */
  newest = (line) => {
    const body = line?.closest(".body");
    if (!body || this.read === this.view.last) return;
    this.read = this.view.last;
    body.scrollTop = line.offsetTop - body.offsetTop - 8;
  };

  get base() {
    return `/data/table/${this.id}`;
  }

  /** Whether the reader's own move is signed and waits to be entered: the second half of the stamp names it. */
  get waits() {
    return (
      this.view.question !== null && !this.view.stamp.endsWith(".-") && !this.changing && !this.view.orders.length
    );
  }

  /** Whether there is something to answer now. */
  get open() {
    return this.view.question !== null && !this.waits;
  }

  /** A signed move can be replaced until it is entered. */
  change() {
    this.changing = true;
    this.news = "";
    this.redraw();
  }

  /** What is possible behind what is picked. */
  get found() {
    const { view, picked, verb } = this;
    const found = narrowed(view, picked, verb);
    if (!picked.length && !verb && view.form !== "places") {
      const kinds = new Set(found.kinds.values());
      const places = new Set(view.board?.places.map(({ id }) => id) ?? []);
      const first = view.choices.some(({ picks = [] }) => picks.some((id) => kinds.has(found.kinds.get(id) ?? id)));
      if (first) return { ...found, next: new Set([...found.next].filter((id) => kinds.has(id) || !places.has(id))) };
    }
    return found;
  }

  /** The answers of a conflict, while one is asked for or has just been chosen; null elsewhere. */
  get numbers() {
    const { view, before } = this;
    if (view.form === "number")
      return { conflict: view.question?.conflict ?? null, choices: view.choices, chosen: "" };
    const last = view.orders.at(-1);
    if (!last || !before || before.count !== view.orders.length - 1) return null;
    return before.choices.some(({ id }) => id === last.id) ? { ...before, chosen: last.id } : null;
  }

  /** The pieces beside the board: those that are there, and those that the orders have used. */
  get dock() {
    const kinds = kindsOf(piecesOf(this.view));
    const there = piecesOf(this.view);
    if (!this.whole || !this.view.orders.length) return there.map((piece) => ({ ...piece, key: piece.id }));
    const rest = [...there];
    const taken = new Set([...this.spent.values()].flatMap((ids) => [...ids]));
    return this.whole
      .map((piece) => {
        if (taken.has(piece.id)) return { ...piece, key: piece.id, used: this.usedBy(piece) };
        const at = rest.findIndex((each) => each.symbol === piece.symbol && each.spoken === piece.spoken);
        if (at >= 0) return { ...rest.splice(at, 1)[0], key: piece.id };
        return { ...piece, key: piece.id, used: this.usedBy(piece) };
      })
      .concat(rest.map((piece) => ({ ...piece, key: `new ${piece.id}` })))
      .map((piece) => ({ ...piece, kind: kinds.get(piece.id) }));
  }

  /** The number of the order that took a piece that is no longer there. */
  usedBy(piece) {
    const order = this.view.orders.find((each) => this.spent.get(each.number)?.has(piece.id));
    return order?.number ?? this.view.orders.length;
  }

  take_in(view) {
    const dock = piecesOf(view);
    if (!view.orders.length) {
      this.whole = dock;
      this.spent = new Map();
    } else if (this.whole && this.view) {
      this.spend(view);
    }
    if (view.stamp !== this.view?.stamp) this.changing = false;
    this.view = view;
    if (view.draft) {
      this.say = view.draft.say.join("\n");
      this.plan = view.draft.plan;
    }
    this.placeNames = new Map();
    for (const { id, spoken } of view.board?.places ?? []) {
      for (const name of [id, spoken]) if (!this.placeNames.has(name)) this.placeNames.set(name, id);
    }
    this.picked = [];
    this.verb = null;
    this.pointed = null;
  }

  /** Remember which pieces the newest order has used. */
  spend(view) {
    const gone = new Set(
      [...this.spent].filter(([number]) => number <= view.orders.length).flatMap(([, ids]) => [...ids]),
    );
    for (const number of this.spent.keys()) if (number > view.orders.length) this.spent.delete(number);
    const rest = [...piecesOf(view)];
    const clicked = new Set(this.picked);
    const last = [...this.whole].sort((one, other) => clicked.has(one.id) - clicked.has(other.id));
    const now = last.filter((piece) => {
      if (gone.has(piece.id)) return false;
      const at = rest.findIndex((each) => each.symbol === piece.symbol && each.spoken === piece.spoken);
      if (at >= 0) rest.splice(at, 1);
      return at < 0;
    });
    if (now.length)
      this.spent.set(
        view.orders.length,
        new Set([...(this.spent.get(view.orders.length) ?? []), ...now.map(({ id }) => id)]),
      );
  }

  /** One request after the other; a click meanwhile waits for its turn. */
  run(work) {
    this.queue = this.queue.then(async () => {
      this.busy = true;
      try {
        await work();
        this.stopped = false;
      } catch (error) {
        this.fail(error);
      }
      this.busy = false;
      this.redraw();
    });
    return this.queue;
  }

  fail(error) {
    if (error instanceof Silence) {
      this.stopped = true;
      setTimeout(() => this.refresh(), AGAIN);
      return;
    }
    if (!(error instanceof Refusal)) {
      reportError(error);
      return;
    }
    this.stopped = false;
    if (error.view) {
      this.take_in(error.view);
      this.news = error.message;
    } else {
      if (error.status === LOCKED) {
        this.locked = true;
        this.secret = "";
        this.refused = { sentence: error.message };
      }
      this.trouble = error.message;
    }
    this.spoken = error.message;
  }

  // What the reader does

  pick(id) {
    this.queue = this.queue.then(() => {
      if (this.looking || this.stopped || !this.open) return;
      tip.show([]);
      const picked = pickedWith(this.view, this.picked, this.verb, id);
      const whole = picked.length ? taken(narrowed(this.view, picked, this.verb), this.verb) : null;
      this.picked = picked;
      this.redraw();
      if (whole) this.take(whole);
    });
  }

  /** A word that stands for answers: the only one is taken, of several the pieces and places are shown. */
  press(verb, choices) {
    if (choices.length === 1 && !(choices[0].picks ?? []).length) {
      this.take(choices[0]);
      return;
    }
    this.verb = verb;
    this.picked = [];
    this.redraw();
  }

  drop() {
    this.verb = null;
    this.picked = [];
    this.lit = [];
    this.redraw();
  }

  take(choice) {
    const { numbers } = this;
    const again = numbers !== null && numbers.chosen !== "";
    if (choice.id === numbers?.chosen) return;
    const ids = this.view.orders.map(({ id }) => id).slice(0, again ? -1 : undefined);
    if (numbers) this.before = { conflict: numbers.conflict, choices: numbers.choices, count: ids.length };
    this.attempt([...ids, choice.id]);
  }

  undo() {
    this.attempt(this.view.orders.map(({ id }) => id).slice(0, -1));
  }

  remove(number) {
    const shifted = [...this.spent]
      .filter(([nth]) => nth !== number)
      .map(([nth, ids]) => [nth > number ? nth - 1 : nth, ids]);
    this.spent = new Map(shifted);
    this.attempt(this.view.orders.filter((order) => order.number !== number).map(({ id }) => id));
  }

  attempt(orders) {
    this.news = "";
    this.trouble = "";
    this.run(async () => {
      const view = await asked(`${this.base}/try`, this.answer(orders));
      this.take_in(view);
      const last = view.orders.at(-1);
      this.spoken = last ? [last.sentence, ...last.led].join(". ") : view.headline;
    });
  }

  answer(orders) {
    const said = this.say
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean);
    return {
      stamp: this.view.stamp,
      orders,
      plan: this.plan,
      say: said,
      ...(this.secret && { secret: this.secret }),
    };
  }

  sign() {
    const { ask, orders } = this.view;
    if (!ask) return;
    this.run(async () => {
      const body = { ...this.answer(orders.map(({ id }) => id)), digest: ask.digest };
      const { view } = await asked(`${this.base}/sign`, body);
      this.say = "";
      this.plan = [];
      this.secret = "";
      this.before = null;
      this.take_in(view);
      this.news = this.words.signedNow;
      this.spoken = this.words.signedNow;
    });
  }

  /** What is said to the others goes with the next move, so it belongs to what is signed. */
  speak(text) {
    this.say = text;
    this.attempt(this.view.orders.map(({ id }) => id));
  }

  // Looking

  look(step, stays = false) {
    if (step >= this.view.last && !stays) this.now();
    else if (step >= 0) {
      const glance = (this.glances += 1);
      return this.run(async () => {
        const view = await asked(`${this.base}?step=${step}`);
        if (glance === this.glances) this.looking = view; // who has come back to now meanwhile stays there
      });
    }
    return this.queue;
  }

  now() {
    this.shown = null;
    this.looking = null;
    this.glances += 1;
    this.redraw();
  }

  /** What has come since the last look, step by step as it happened; any key or press ends it. */
  async play() {
    const show = {};
    this.shown = show;
    const steps = this.view.news.slice(-MOST_SHOWN).map((each) => [each.step, each.orders[0]?.[0]]);
    if (!steps.length) return;
    await this.look(steps[0][0] - 1);
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    for (const [step, seat] of steps) {
      if (this.shown !== show) return;
      this.mover = still ? null : seat;
      await this.look(step, true);
      await new Promise((done) => setTimeout(done, still ? 2 * PAUSE : PAUSE));
    }
    if (this.shown === show) this.now();
  }

  /** Where what is new on the board comes from: the plate of whoever moved, and once only. */
  get origin() {
    const plate = this.mover && document.querySelector(`[data-seat="${CSS.escape(this.mover)}"]`);
    this.mover = null;
    return plate ? plate.getBoundingClientRect() : null;
  }

  older() {
    const first = Math.min(...[...this.earlier, ...this.view.news].map(({ step }) => step), this.view.last + 1);
    this.run(async () => {
      const { steps } = await asked(`${this.base}/log?from=${Math.max(1, first - 200)}&to=${first - 1}`);
      this.earlier = [...steps, ...this.earlier];
    });
  }

  show(tab) {
    this.tab = tab;
    this.redraw();
  }

  light(places) {
    this.lit = places;
    this.redraw();
  }

  /** The places of an answer light up while it is pointed at. */
  point(choice) {
    const places = new Set(this.view.board?.places.map(({ id }) => id) ?? []);
    this.light((choice?.picks ?? []).filter((id) => places.has(id)));
  }

  /** A key with a passphrase opens nothing without it; it is kept in this tab alone, until the tab goes. */
  unlock(secret) {
    this.secret = secret;
    this.run(async () => {
      const view = await this.fetched();
      this.locked = false;
      this.refused = null;
      this.take_in(view);
    });
  }

  /** How the table is now. */
  fetched() {
    const bare = { stamp: "", orders: [], plan: [], say: [], secret: this.secret };
    return this.secret ? asked(`${this.base}/try`, bare) : asked(this.base);
  }

  refresh(heard = "") {
    this.run(async () => {
      const view = await this.fetched();
      if (heard && view.stamp !== this.view?.stamp) this.news = heard;
      if (!matchMedia("(prefers-reduced-motion: reduce)").matches)
        this.mover = view.news.at(-1)?.orders[0]?.[0] ?? null;
      this.refused = null;
      this.take_in(view);
    });
  }

  /** What a piece or place is, and what it would bring: at most three lines. */
  lines(id) {
    const place = this.view.board?.places.find((each) => each.id === id);
    const piece = this.dock.find((each) => each.id === id);
    const named = place ?? piece;
    if (!named) return [];
    const lies = place?.lies && place.lies !== place.spoken ? place.lies : "";
    const lines = [lies || named.spoken];
    if (this.open && !this.looking && this.picked.length && !this.picked.includes(id)) {
      const { whole } = narrowed(this.view, [...this.picked, id], this.verb);
      for (const { label, cost, effects = [] } of whole.slice(0, 1)) {
        lines.splice(0, 1, label, ...[cost, ...effects.map(({ sentence }) => sentence)].filter(Boolean));
      }
    }
    return lines.slice(0, 3);
  }

  hint(id, element) {
    tip.show(id ? this.lines(id) : [], element);
  }
}

/** What stands beside the pointer: it never takes a click, and covers nothing that it explains. */
const tip = {
  element: null,
  show(lines, element) {
    if (!this.element) {
      this.element = document.createElement("div");
      this.element.className = "tip";
      this.element.setAttribute("role", "tooltip");
      const frame = document.createElement("aside"); // all that is on the page is in a part of it
      frame.append(this.element);
      document.body.append(frame);
    }
    this.element.hidden = !lines.length;
    if (!lines.length) return;
    this.element.replaceChildren(
      ...lines.map((line) => Object.assign(document.createElement("div"), { textContent: line })),
    );
    const { left, top, bottom, width } = element.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = this.element;
    const x = Math.max(8, Math.min(innerWidth - offsetWidth - 8, left + width / 2 - offsetWidth / 2));
    const y = top - offsetHeight - 10 > 50 ? top - offsetHeight - 10 : bottom + 10;
    Object.assign(this.element.style, { left: `${x}px`, top: `${y}px` });
  },
};

/** What could go to a place that was clicked first: a small row at the place itself. */
function Beside({ table }) {
  const { view, picked, verb, found } = table;
  const [place] = view.board.places.filter(({ id }) => id === picked[0]);
  if (!place || picked.length > 1 || verb || table.looking) return null;
  const kinds = new Map(
    table.dock.filter(({ used }) => !used).map((piece) => [found.kinds.get(piece.id) ?? piece.id, piece]),
  );
  const fits = [...kinds].filter(([kind]) => found.next.has(kind)).map(([, piece]) => piece);
  if (!fits.length) return null;
  return html`<div class="pop" role="group" aria-label=${place.spoken}>
    ${fits.map(
      (
        piece,
      ) => html`<button key=${piece.id} class="piece" aria-label=${piece.spoken} onClick=${() => table.pick(piece.id)}
        onPointerEnter=${(event) => table.hint(piece.id, event.currentTarget)} onPointerLeave=${() => table.hint(null)}>
        ${piece.symbol ? html`<${Sign} of=${piece.symbol} />` : piece.spoken}</button>`,
    )}</div>`;
}

/** The board as part of the room: preact keeps its frame, the board itself draws what is in it. */
class Stage extends Component {
  componentDidMount() {
    const { table } = this.props;
    this.board = new Board({
      label: table.words.board,
      pick: (id) => table.pick(id),
      look: (id, element) => table.hint(id, element),
      zoomed: (near) => this.frame.classList.toggle("zoomed", near),
    });
    table.drawn = this.board;
    this.frame.prepend(this.board.root);
    this.fresh();
  }

  componentDidUpdate() {
    this.fresh();
  }

  fresh() {
    const { table } = this.props;
    const view = table.looking ?? table.view;
    if (!view.board) return;
    this.symbols(view.board.symbols);
    const next = table.looking || !table.open ? new Set() : table.found.next;
    this.board.draw({ view, picked: table.looking ? [] : table.picked, next, lit: table.lit, from: table.origin });
    this.beside(table.picked[0]);
  }

  /** The row of what could go there stands above the place, or below it, within the frame. */
  beside(id) {
    const row = this.frame.querySelector(".pop");
    const spot = this.board.spots.get(id)?.element.getBoundingClientRect();
    if (!row || !spot) return;
    const frame = this.frame.getBoundingClientRect();
    const middle = spot.left - frame.left + spot.width / 2 - row.offsetWidth / 2;
    const above = spot.top - frame.top - row.offsetHeight - 8;
    row.style.left = `${Math.max(4, Math.min(frame.width - row.offsetWidth - 4, middle))}px`;
    row.style.top = `${above > 4 ? above : spot.bottom - frame.top + 8}px`;
  }

  symbols(digest) {
    if (!digest || digest === this.pool) return;
    this.pool = digest;
    symbolsOf(`/symbols/${digest}`).catch(() => {
      this.pool = null;
    });
  }

  render() {
    const { table } = this.props;
    const { words } = table;
    return html`<div class=${`stage${table.view.board.near ? " map" : ""}`} ref=${(frame) => {
      this.frame = frame;
    }}>
      ${table.looking && html`<button class="back-to-now" onClick=${() => table.now()}>${words.backToNow}</button>`}
      <${Beside} table=${table} />
      <div class="tools">
        <button aria-label=${words.zoomIn} onClick=${() => table.drawn.zoom(1.5)}><${Icon} name="plus" /></button>
        <button aria-label=${words.zoomOut} onClick=${() => table.drawn.zoom(1 / 1.5)}><${Icon} name="minus" /></button>
        <button aria-label=${words.zoomAll} onClick=${() => table.drawn.zoom(0)}><${Icon} name="whole" /></button>
      </div>
    </div>`;
  }
}

function Bar({ table }) {
  const { view, words, paths } = table;
  const shown = table.looking?.step ?? view.step;
  return html`<header class="bar">
    <a href=${paths.lobby}><${Icon} name="back" />${words.games} <span class=${table.waiting ? "count" : "count none"}>${table.waiting}</span></a>
    <span class="name">${view.table.title}</span>
    ${
      view.last !== null &&
      html`<span class="steps far">
      <button aria-label=${words.stepBack} disabled=${shown <= 1} onClick=${() => table.look(shown - 1)}><${Icon} name="left" /></button>
      ${filled(words.steps, { step: shown, last: view.last })}
      <button aria-label=${words.stepOn} disabled=${shown >= view.last} onClick=${() => table.look(shown + 1)}><${Icon} name="right" /></button></span>`
    }
    <span class="grow"></span>
    <a class="far" href=${paths.rules}>${words.rules}</a>
    <button class="near-only" aria-expanded=${table.sheet} onClick=${() => {
      table.sheet = !table.sheet;
      table.redraw();
    }}><${Icon} name="list" />${words.log}</button>
    <button aria-label=${words.light} onClick=${turnLight}><${Icon} name="sun" /></button>
    <a class="far" href=${paths.settings}>${words.settings}</a>
  </header>`;
}

function turnLight() {
  const root = document.documentElement;
  const dark = root.dataset.light
    ? root.dataset.light === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.light = dark ? "light" : "dark";
  keep("light", root.dataset.light);
}

function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // a browser that keeps nothing forgets the choice with the page
  }
}

function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function Seats({ table }) {
  const { view, words } = table;
  return html`<ul class="seats" aria-label=${words.players} tabindex="0">${view.seats.map((seat) => {
    const points = seat.points.length === 1 ? `${seat.points[0].count} ${seat.points[0].called}` : "";
    return html`<li key=${seat.id} data-seat=${seat.id} class=${`seat${seat.asked ? " now" : ""}${seat.left ? " left" : ""}`}>
      <${Sign} of=${seat.sign} size=${30} />
      <b><bdi>${seat.name}</bdi>${seat.you && html`<span class="you"> ${words.you}</span>`}</b>
      <small>${[seat.asked ? words.toMove : "", points].filter(Boolean).join(" · ")}</small>
      ${seat.hand > 0 && html`<span class="num" title=${words.inHand}><${Icon} name="hand" /><span class="away">${words.inHand}: </span>${seat.hand}</span>`}
    </li>`;
  })}</ul>`;
}

function Post({ table }) {
  const { view, words, paths } = table;
  const by = view.can.sending;
  const sentence = filled(words[`goes_${by}`], { folder: view.can.folder });
  if (!sentence) return null;
  return html`<a class="post" href=${paths.post}><${Icon} name=${by === "folder" ? "folder" : "mail"} /><span>${sentence}</span></a>`;
}

/** The passphrase of the key, without which nothing of the table can be read. */
function Unlock({ table }) {
  const send = (event) => {
    event.preventDefault();
    table.unlock(event.currentTarget.elements.secret.value);
  };
  return html`<form class="secret" onSubmit=${send}><label for="secret">${table.words.passphrase}</label>
    <input id="secret" name="secret" type="password" autocomplete="off" required /><button class="go">${table.words.open}</button></form>`;
}

function Room({ table }) {
  const { view, words } = table;
  if (!view) {
    return html`<main class="page"><p role="alert">${table.refused?.sentence}</p>
      ${table.locked && html`<${Unlock} table=${table} />`}<p><a href=${table.paths.old}>${words.games}</a></p></main>`;
  }
  const shape = table.shape;
  return html`
    <a class="skip" href="#ask">${words.skip}</a>
    <${Bar} table=${table} />
    ${table.stopped && html`<p class="stopped" role="alert">${words.stopped}</p>`}
    <main class=${`table${shape}${table.sheet ? " logged" : ""}`}>
      <${Seats} table=${table} />
      ${view.board && html`<${Stage} table=${table} turn=${table.turn} />`}
      <${Dock} table=${table} />
      <div class="side">
        <${Panel} table=${table} />
        <${Logged} table=${table} />
        <${Post} table=${table} />
      </div>
      <p class="away" role="status" aria-live="polite">${table.spoken}</p>
      <p class="away" id="said">${(view.board?.said ?? []).join("\n")}</p>
    </main>`;
}

/** The frame of a board: a map is seen in part, so its frame is that of a table. */
function framed(table) {
  const board = table.view?.board;
  const ratio = board ? (board.near ? MAP_RATIO : board.box[2] / board.box[3]) : MAP_RATIO;
  document.documentElement.style.setProperty("--ratio", ratio.toFixed(3));
  const bare =
    table.dock.length || table.view?.seats.some(({ you, points }) => you && points.length > 1) ? "" : " bare";
  return `${board?.near ? " map" : ratio < TALL ? " tall" : ratio > FLAT ? " flat" : ""}${bare}`;
}

function title(table) {
  const { view } = table;
  return `${table.open ? `(1) ${view.table.title}: ${table.words.yourTurn}` : view.table.title}`;
}

function keys(table, event) {
  if (!table.view) return;
  if (table.shown) {
    table.now();
    return;
  }
  const { target, key } = event;
  if (target.closest?.("input, textarea, select")) return;
  if ((event.ctrlKey || event.metaKey) && key === "Enter") {
    document.getElementById("gold")?.focus();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const shown = table.looking?.step ?? table.view.step;
  const acts = {
    Escape: () => {
      tip.show([]);
      table.drop();
    },
    Backspace: () => table.view.orders.length && table.undo(),
    "[": () => table.look(shown - 1),
    "]": () => table.look(shown + 1),
    "+": () => table.drawn?.zoom(1.5),
    "-": () => table.drawn?.zoom(1 / 1.5),
    g: () => location.assign(table.paths.lobby),
  };
  if (acts[key]) acts[key]();
  else if (/^\d$/.test(key)) digit(table, Number(key));
  else return;
  event.preventDefault();
}

/** The choice with a number: in a conflict so many, elsewhere the row; without any, 0 is the whole board. */
function digit(table, number) {
  if (!table.open || table.looking) return;
  const { numbers } = table;
  const choices = numbers ? numbers.choices : rowsOf(table.view, table.picked, table.verb).rows;
  const counts = new Map((numbers?.conflict?.answers ?? []).map(({ count, order }) => [count, order]));
  const choice = numbers ? choices.find(({ id }) => id === counts.get(number)) : choices[number - 1];
  if (choice) table.take(choice);
  else if (!number) table.drawn?.zoom(0);
}

/** News of other tabs, of a terminal and of friends: one stream for all tabs of a browser. */
function listen(table) {
  const channel = new BroadcastChannel("events");
  let version = null;
  const hear = ({ waiting, tables, lost }) => {
    if (lost) {
      if (!table.stopped) table.refresh();
      return;
    }
    table.waiting = waiting;
    const now = tables[table.id];
    if (version !== null && now !== version && !table.busy) table.refresh(table.words.changed);
    version = now;
    table.redraw();
  };
  const tell = (found) => {
    channel.postMessage(found);
    hear(found);
  };
  channel.addEventListener("message", ({ data }) => hear(data));
  const open = () => {
    const source = new EventSource("/events");
    source.addEventListener("message", ({ data }) => tell(JSON.parse(data)));
    source.addEventListener("error", () => {
      if (version !== null) tell({ lost: true });
      if (source.readyState === EventSource.CLOSED) setTimeout(open, AGAIN);
    });
  };
  // the tab that holds the lock has the stream, until it is closed
  const hold = () => new Promise(open);
  if (navigator.locks) navigator.locks.request("events", hold);
  else open();
}

function start() {
  const first = JSON.parse(document.getElementById("first").textContent);
  const root = document.getElementById("room");
  if (!document.documentElement.dataset.light && kept("light"))
    document.documentElement.dataset.light = kept("light");
  let wanted = false;
  const draw = () => {
    wanted = false;
    const focused = document.activeElement?.id || document.activeElement?.tagName;
    if (table.view) {
      table.shape = framed(table);
      document.title = title(table);
    }
    table.turn = {};
    render(html`<${Room} table=${table} />`, root);
    if (focused !== "BODY" && document.activeElement === document.body) document.getElementById("headline")?.focus();
  };
  const table = new Table(first, () => {
    if (!wanted) requestAnimationFrame(draw);
    wanted = true;
  });
  draw();
  addEventListener("keydown", (event) => keys(table, event));
  if (table.view) listen(table);
  addEventListener("pointerdown", () => table.shown && table.now(), true);
  let press = 0;
  addEventListener(
    "touchstart",
    ({ target }) => {
      const id = target.dataset?.place ?? target.closest?.("[data-piece]")?.dataset.piece;
      if (id) press = setTimeout(() => table.hint(id, target), HELD);
    },
    { passive: true },
  );
  addEventListener("touchend", () => {
    clearTimeout(press);
    setTimeout(() => table.hint(null), 4 * HELD);
  });
}

start();
