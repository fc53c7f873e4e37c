// The state of the room: a View comes in, and every answer asks the rules for the next View.
import { kindsOf, narrowed, pickedWith, piecesOf, rowsOf, taken, unpacked, waysOf } from "./choosing.mjs";
import { AGAIN, Refusal, Silence, asked } from "./server.mjs";
import { notify } from "./notify.mjs";
import { tip } from "./tip.mjs";
import { formOf } from "./drop.mjs";

const LOCKED = "key-locked";
const WRONG = "wrong-passphrase";
const MOST_SHOWN = 12;
const PAUSE = 700;
const MOST_STEPS = 200;

/** Where one of these names stands in a text as a word of its own, the longest first. */
function patternOf(names) {
  const spelled = names
    .sort((one, other) => other.length - one.length)
    .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(spelled.length ? `(?<![\\p{L}\\p{N}])(?:${spelled.join("|")})(?![\\p{L}\\p{N}])` : "(?!)", "gu");
}

/** The state of the room, and what can be done in it. */
export class Table {
  constructor(first, redraw) {
    this.id = first.id;
    this.words = first.words;
    this.paths = first.paths;
    this.redraw = redraw;
    this.grounds = new Map(first.view?.board ? [[first.view.board.ground, first.ground]] : []);
    this.view = first.view;
    this.refused = first.refused;
    this.picked = [];
    this.going = [];
    this.verb = null;
    this.pointed = null;
    this.lit = [];
    this.tab = "log";
    this.looking = null;
    this.sought = null;
    this.glances = 0;
    this.earlier = first.earlier;
    this.reasons = new Map();
    this.trouble = "";
    this.news = "";
    this.spoken = "";
    this.say = "";
    this.plan = [];
    this.plans = false;
    this.secret = "";
    this.locked = first.refused?.code === LOCKED;
    this.stopped = false;
    this.changing = false;
    this.busy = false;
    this.sheet = false;
    this.queue = Promise.resolve();
    this.pending = 0;
    this.before = null;
    this.payable = null;
    this.shown = null;
    this.pace = "usual";
    this.mover = null;
    this.waiting = 0;
    this.act = null;
    this.post = null;
    this.menu = null;
    this.menuOf = null;
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
    if (this.planned !== null) return null;
    if (view.form === "number")
      return { conflict: view.question?.conflict ?? null, choices: view.choices, chosen: "" };
    const last = view.orders.at(-1);
    if (!last || !before || before.count !== view.orders.length - 1) return null;
    return before.choices.some(({ id }) => id === last.id) ? { ...before, chosen: last.id } : null;
  }

  /** The moment of the plan that is shown, `win`, `lose` or `then`; null while now is shown. */
  get planned() {
    return this.view?.plan?.shown ?? null;
  }

  /** The ways to pay for the order that was chosen last; null where there is but one. */
  get ways() {
    const { view, payable } = this;
    const last = view.orders.at(-1);
    if (!payable || !last || last.refused || payable.count !== view.orders.length - 1) return null;
    return payable.choices.some(({ id }) => id === last.id) ? { ...payable, chosen: last.id } : null;
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
    } else if (this.whole && this.view && (view.plan?.shown ?? null) === null) {
      this.spend(view);
    }
    if (view.stamp !== this.view?.stamp) this.changing = false;
    const waited = this.view !== null && this.view.stamp !== view.stamp && !this.open;
    this.view = { ...view, choices: unpacked(view.choices) };
    if (waited && this.open) notify(`${view.table.title}: ${this.words.yourTurn}`, this.id);
    if (view.draft) {
      this.say = view.draft.say.join("\n");
      this.plan = view.draft.plan;
    }
    this.placeNames = new Map();
    for (const { id, spoken } of view.board?.places ?? []) {
      for (const name of [id, spoken]) if (name && !this.placeNames.has(name)) this.placeNames.set(name, id);
    }
    this.placePattern = patternOf([...this.placeNames.keys()]);
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

  /** One thing after the other; a click meanwhile waits for its turn, and is then answered as the table is by then. */
  run(work) {
    this.pending += 1;
    this.queue = this.queue.then(async () => {
      this.busy = true;
      try {
        await work();
      } catch (error) {
        this.fail(error);
      }
      this.pending -= 1;
      this.busy = this.pending > 0;
      this.redraw();
    });
    return this.queue;
  }

  /** What an address of this table answers; with the passphrase, once the reader has typed it. */
  async ask(path, body, read) {
    const { secret } = this;
    const found = await asked(`${this.base}${path}`, secret ? { ...body, secret } : body, read);
    this.stopped = false;
    return found;
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
      if (error.code === LOCKED || error.code === WRONG) {
        this.locked = true;
        this.secret = "";
        this.refused = { sentence: error.message };
      }
      this.trouble = error.message;
    }
    this.spoken = error.message;
  }

  // What the reader does

  /** A piece or place is clicked; of two pieces that look alike any is meant, if the one is gone by then. */
  pick(id) {
    const kind = kindsOf(piecesOf(this.view)).get(id);
    this.run(() => {
      if (this.looking || this.stopped || !this.open) return undefined;
      tip.show([]);
      this.pressed = null;
      const kinds = kindsOf(piecesOf(this.view));
      const [like = id] = kinds.has(id) ? [] : [...kinds].filter(([, each]) => each === kind).map(([other]) => other);
      const picked = pickedWith(this.view, this.picked, this.verb, like);
      const whole = picked.length ? taken(narrowed(this.view, picked, this.verb), this.verb) : null;
      this.picked = picked;
      return whole && this.carry(whole);
    });
  }

  /** A word that stands for answers: the only one is taken, of several the pieces and places are shown. */
  press(verb) {
    const seen = this.view;
    this.run(() => {
      const [, choices] = rowsOf(this.view, [], null).verbs.find(([each]) => each === verb) ?? [];
      if (!choices || this.isDoubled(seen, verb)) return undefined;
      this.pressed = verb;
      if (choices.length === 1 && !(choices[0].picks ?? []).length) return this.carry(choices[0]);
      this.picked = [];
      this.verb = verb;
      return undefined;
    });
  }

  /** Whether what is pressed now was pressed already when its answer had not come yet. */
  isDoubled(seen, pressed) {
    return seen !== this.view && this.pressed === pressed;
  }

  drop() {
    this.verb = null;
    this.picked = [];
    this.lit = [];
    this.redraw();
  }

  /** A choice is pressed: one that is there no more replaces what has been chosen where it was. */
  take(choice) {
    const seen = this.view;
    this.run(() => {
      if (this.isDoubled(seen, choice.id)) return undefined;
      this.pressed = choice.id;
      const offered = [...this.view.choices, ...(this.numbers?.choices ?? [])];
      if (!offered.some(({ id }) => id === choice.id)) {
        if (seen.stamp !== this.view.stamp) return undefined;
        this.view = seen;
      }
      return this.carry(choice);
    });
  }

  /** A choice of this view is carried out. */
  carry(choice) {
    const { numbers, picked, planned } = this;
    if (planned !== null) {
      this.plan = [...this.plan, `${planned} ${choice.id}`];
      return this.attempt(this.view.orders.map(({ id }) => id));
    }
    const again = numbers !== null && numbers.chosen !== "";
    if (choice.id === numbers?.chosen) return undefined;
    const ids = this.view.orders.map(({ id }) => id).slice(0, again ? -1 : undefined);
    const ways = waysOf(this.view.choices, choice);
    this.payable = ways.length ? { choices: ways, count: ids.length } : null;
    if (numbers) this.before = { conflict: numbers.conflict, choices: numbers.choices, count: ids.length };
    this.going = picked;
    return this.attempt([...ids, choice.id]);
  }

  /** The order that was chosen last, paid in another way. */
  repay(choice) {
    this.rerun((ids) => (choice.id === this.ways?.chosen ? ids : [...ids.slice(0, -1), choice.id]));
  }

  undo() {
    this.rerun((ids) => ids.slice(0, -1));
  }

  remove({ number, id }) {
    this.rerun((ids) => {
      const at = ids.lastIndexOf(id, number - 1);
      const shifted = [...this.spent]
        .filter(([nth]) => nth !== at + 1)
        .map(([nth, pieces]) => [nth > at + 1 ? nth - 1 : nth, pieces]);
      if (at >= 0) this.spent = new Map(shifted);
      return ids.filter((_, nth) => nth !== at);
    });
  }

  /** The orders as they are by then are changed and tried. */
  rerun(change = (ids) => ids, more = {}) {
    this.pressed = null;
    return this.run(() => this.attempt(change(this.view.orders.map(({ id }) => id)), more));
  }

  /** Orders are tried: how the table is with them. */
  async attempt(orders, more = {}) {
    this.news = "";
    this.trouble = "";
    this.redraw();
    this.picked = [];
    try {
      const view = await this.ask("/try", { ...this.answer(orders), ...more });
      this.picked = this.going;
      this.take_in(view);
      const last = view.orders.at(-1);
      this.spoken = last ? [last.sentence, ...last.led].join(". ") : view.headline;
    } finally {
      this.going = [];
    }
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
    };
  }

  sign() {
    const { ask } = this.view;
    if (!ask) return;
    this.run(async () => {
      if (this.view.ask?.digest !== ask.digest) return; // what has come meanwhile has not been read yet
      const body = { ...this.answer(this.view.orders.map(({ id }) => id)), digest: ask.digest };
      const { view, signed } = await this.ask("/sign", body);
      this.say = "";
      this.plan = [];
      this.before = null;
      this.take_in(view);
      this.news = signed.refused?.sentence ?? "";
      this.spoken = this.words.signedNow;
    });
  }

  /** What is said to the others goes with the next move, so it belongs to what is signed. */
  speak(text) {
    this.say = text;
    this.rerun();
  }

  /** What is sealed behind the orders belongs to what is signed. */
  planAhead(text) {
    this.plan = text
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean);
    this.rerun();
  }

  /** What may be sealed for a moment is shown, or what is asked now again. */
  planFor(moment) {
    this.rerun((ids) => ids, { moment });
  }

  /** The last line of the plan is taken back. */
  planLess() {
    this.run(() => {
      this.plan = this.plan.slice(0, -1);
      return this.attempt(this.view.orders.map(({ id }) => id));
    });
  }

  /** Standing answers are signed at once; the move that is being chosen names them then. */
  stand(lines, digest) {
    this.run(async () => {
      const chosen = this.answer(this.view.orders.map(({ id }) => id));
      this.take_in(await this.ask("/standing", { ...chosen, lines, digest }));
      this.spoken = this.words.standing;
    });
  }

  // Looking

  look(step, stays = false) {
    if (step >= this.view.last && !stays) this.now();
    else if (step >= 0) {
      this.sought = step;
      const glance = (this.glances += 1);
      return this.run(async () => {
        const view = await this.ask(`?step=${step}`);
        if (glance === this.glances) this.looking = view; // who has come back to now meanwhile stays there
      });
    }
    return this.queue;
  }

  now() {
    this.shown = null;
    this.looking = null;
    this.sought = null;
    this.glances += 1;
    this.redraw();
  }

  /** The replay stays at the step that is shown. */
  pause() {
    this.shown = null;
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
    return this.run(() => this.readOlder());
  }

  async readOlder() {
    const first = Math.min(...[...this.earlier, ...this.view.news].map(({ step }) => step), this.view.last + 1);
    if (first <= 1) return;
    const { steps } = await this.ask(`/log?from=${Math.max(1, first - MOST_STEPS)}&to=${first - 1}`);
    this.earlier = [...steps, ...this.earlier];
  }

  /** Why bots may have played so in a step; it is worked out for who wants to know. */
  explain(step) {
    this.run(async () => this.reasons.set(step, await this.ask(`/why?step=${step}`)));
  }

  /** A note that nobody else sees. */
  write(text) {
    this.run(async () => {
      const { notes } = await this.ask("/note", { stamp: "", text });
      this.view = { ...this.view, notes };
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
      const view = await this.ask("");
      this.locked = false;
      this.refused = null;
      this.take_in(view);
      await this.readOlder();
    });
  }

  /** Files that are dropped at a table find their game, be it this one or another. */
  receive(files, agreed = "") {
    if (!files.length) return;
    this.run(async () => {
      const { taken } = await asked("/data/take-in", formOf(files, { secret: this.secret, agreed }));
      this.take_in(await this.ask(""));
      const waits = taken.find(({ ask }) => ask);
      this.act = waits ? { does: "take_in", ask: waits.ask, files } : this.act;
      this.news = taken.map(({ ask, sentence }) => ask?.sentence ?? sentence).join(" ");
      this.spoken = this.news;
    });
  }

  refresh(heard = "") {
    this.run(async () => {
      const view = await this.ask("");
      if (view.stamp === this.view?.stamp && (this.picked.length || this.verb || this.planned !== null)) {
        const { tasks, proposed, seats } = view; // the question is as it was, and what is half chosen stays
        this.view = { ...this.view, tasks, proposed, seats };
        return;
      }
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
