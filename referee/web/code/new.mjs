// The page on which a game begins: all that can be chosen, the invitation as it reads, one gold button.
import { Icon, html } from "./html.mjs";
import { Bar, Folders, Pick, Secret, Typed, begin } from "./page.mjs";
import { Refusal, asked } from "./server.mjs";
import { formOf } from "./drop.mjs";

const TYPED = 400;

/** What is chosen for a new game, and what can be. */
class NewGame {
  constructor(first, redraw) {
    Object.assign(this, { words: first.words, alone: first.alone, redraw });
    [{ value: this.level }] = first.new.form.levels;
    this.pack = "";
    this.voids = "";
    this.trouble = "";
    this.secret = "";
    this.folder = "";
    this.travels = "mail";
    this.busy = false;
    this.asked = 0;
    this.show(first.new);
  }

  show({ form, ask, refused }) {
    Object.assign(this, { form, ask, refused });
    this.terms = form.terms;
    if (!form.levels.some(({ value }) => value === this.level)) [{ value: this.level }] = form.levels;
    this.dirty = false;
  }

  /** What is chosen beside the terms. */
  get wish() {
    const { terms, folder, pack, voids } = this;
    return { terms, folder, pack, voids };
  }

  set(changed) {
    Object.assign(this, changed, { trouble: "" });
    this.fresh();
  }

  /** Something is chosen: the rules say what else can be, and how the invitation reads. */
  choose(changed) {
    this.terms = { ...this.terms, ...changed };
    this.trouble = "";
    this.fresh();
  }

  /** Another game has options of its own; who plays stays. */
  play(game) {
    const { seats, title, name, plays } = this.terms;
    this.pack = "";
    this.choose({ game, seats, title, name, plays, preset: null, options: {} });
  }

  option(name, value) {
    this.choose({ options: { ...this.terms.options, [name]: value } });
  }

  /** What is typed is asked about once the typing has paused. */
  type(changed) {
    this.terms = { ...this.terms, ...changed };
    this.dirty = true;
    clearTimeout(this.typing);
    this.typing = setTimeout(() => this.fresh(), TYPED);
    this.redraw();
  }

  async fresh() {
    clearTimeout(this.typing);
    this.asked += 1;
    const now = this.asked;
    await this.work(async () => {
      const found = await asked("/data/new", this.wish);
      if (now === this.asked) this.show(found);
    });
  }

  /** A data pack of one's own is read, and chosen. */
  bring(files) {
    return this.work(async () => {
      const { pack } = await asked("/data/pack", formOf(files, { game: this.terms.game }));
      this.set({ pack });
    });
  }

  async work(made) {
    try {
      await made();
      this.stopped = false;
    } catch (error) {
      if (error instanceof Refusal) this.trouble = error.message;
      else this.stopped = true;
    }
    this.redraw();
  }

  /** What was read is offered; what reads otherwise since it was typed is read first. */
  offer() {
    return this.work(async () => {
      const read = JSON.stringify([this.ask?.then, this.ask?.warnings]);
      if (this.dirty || !this.ask) await this.fresh();
      if (!this.ask || (read !== JSON.stringify([this.ask.then, this.ask.warnings]) && read !== "[null,null]")) return;
      await this.go("/data/new", { ...this.wish, digest: this.ask.digest, secret: this.secret });
    });
  }

  practise() {
    const { game, seats, name, preset, options } = this.terms;
    const own = new Set(this.form.fields.filter(isOwn).map((field) => field.name));
    const chosen = Object.fromEntries(Object.entries(options).filter(([option]) => own.has(option)));
    return this.work(() =>
      this.go("/data/practice", { terms: { game, seats, name, preset, options: chosen }, level: this.level, pack: this.pack }),
    );
  }

  async go(address, body) {
    if (this.busy) return;
    this.busy = true;
    this.redraw();
    try {
      location.assign(`/table/${(await asked(address, body)).table}`);
    } finally {
      this.busy = false;
    }
  }
}

/** Whether somebody who plays alone chooses this too: the rules of the game, and how its deck is kept. */
function isOwn({ group, name }) {
  return group === "rules" || name === "deal";
}

/** A thing that is chosen: one of several values, a number of days, or words. */
function Field({ room, field }) {
  const { name, label, sentence, kind, value, choices } = field;
  const set = (chosen) => room.option(name, chosen);
  if (kind === "choice") return html`<${Pick} label=${label} told=${sentence} choices=${choices} value=${value} set=${set} />`;
  const typed = room.terms.options[name] ?? value;
  const type = (text) => room.type({ options: { ...room.terms.options, [name]: text } });
  return html`<${Typed} label=${label} told=${sentence} value=${typed} type=${type} days=${kind === "days" && room.words.days} />`;
}

function Fields({ room, group, title, open }) {
  const fields = room.form.fields.filter((field) => field.group === group && field.name !== "deal");
  if (!fields.length) return null;
  return html`<details class="more" open=${open}><summary>${title}</summary>
    ${group === "rules" && html`<${Presets} room=${room} />`}
    ${fields.map((field) => html`<${Field} key=${field.name} room=${room} field=${field} />`)}</details>`;
}

function Presets({ room }) {
  const { form, terms, words } = room;
  if (!form.presets.length) return null;
  const none = { value: "", label: words["by-the-book"], refused: "" };
  const set = (preset) => room.choose({ preset: preset || null, options: {} });
  return html`<${Pick} label=${words.preset} choices=${[none, ...form.presets]} value=${terms.preset ?? ""} set=${set} />`;
}

function Choices({ room }) {
  const { form, terms, words, alone } = room;
  const kinds = [
    { value: "friends", label: words["with-friends"] },
    { value: "alone", label: words.alone },
  ];
  const turn = (kind) => {
    room.alone = kind === "alone";
    room.redraw();
  };
  const deal = form.fields.find(({ name }) => name === "deal");
  return html`<div class="choose">
    <${Pick} label=${words.title} away choices=${kinds} value=${alone ? "alone" : "friends"} set=${turn} />
    <${Pick} label=${words["which-game"]} choices=${form.games} value=${terms.game} set=${(game) => room.play(game)} wide />
    <${Pick} label=${words["how-many"]} choices=${form.seats} value=${String(terms.seats)} set=${(seats) => room.choose({ seats: Number(seats) })} />
    ${alone && html`<${Pick} label=${words.level} choices=${form.levels} value=${room.level} set=${(level) => {
      room.level = level;
      room.redraw();
    }} wide />`}
    ${!alone && html`<${Pick} label=${words["host-plays"]} choices=${form.plays} value=${terms.plays ? "yes" : "no"} set=${(value) => room.choose({ plays: value === "yes" })} wide />`}
    ${deal && html`<${Field} room=${room} field=${deal} />`}
    ${form.packs.length > 0 && html`<${Packs} room=${room} />`}
    ${!alone && html`<${Travels} room=${room} />`}
    ${!alone && form.voids.length > 0 && html`<${Again} room=${room} />`}
    ${!alone && html`<${Fields} room=${room} group="table" title=${words.table} />`}
    <${Fields} room=${room} group="rules" title=${words.rules} />
  </div>`;
}

/** From which data pack it is played: one that comes with the game, or one of one's own. */
function Packs({ room }) {
  const { form, words, pack } = room;
  return html`<${Pick} label=${words.pack} choices=${form.packs} value=${pack || form.packs[0].value} set=${(value) => room.set({ pack: value })} wide />
    <label class="button file">${words["pack-own"]}<input type="file" accept=".json,application/json" onChange=${({ currentTarget }) => {
      if (currentTarget.files.length) room.bring([...currentTarget.files]);
      currentTarget.value = "";
    }} /></label>`;
}

/** A second attempt: whose charter is given up for it, and why. */
function Again({ room }) {
  const { form, words, voids, terms } = room;
  const choices = [{ value: "", label: words["voids-none"] }, ...form.voids];
  return html`<details class="more" open=${Boolean(voids)}><summary>${words.voids}</summary>
    <${Pick} label=${words.voids} away choices=${choices} value=${voids} set=${(value) => room.set({ voids: value })} wide />
    ${voids && html`<${Typed} label=${words.why} value=${terms.why ?? ""} type=${(why) => room.type({ why: why || null })} />`}</details>`;
}

/** How moves get from one to the other: by mail, or through a folder that all share. */
function Travels({ room }) {
  const { words, travels, folder } = room;
  const ways = ["mail", "folder"].map((value) => ({ value, label: words[`travel-${value}`], sentence: words[`travel-${value}-how`] }));
  return html`<${Pick} label=${words.travel} choices=${ways} value=${travels} set=${(by) => room.set({ travels: by, folder: "" })} wide />
    ${travels === "folder" && html`<${Folders} words=${words} chosen=${folder} choose=${(token) => room.set({ folder: token })} />`}`;
}

/** The invitation as it reads, and the one gold button. */
function Invitation({ room }) {
  const { form, ask, refused, terms, words, trouble, busy, stopped } = room;
  const why = trouble || refused?.sentence;
  const press = (event) => {
    event.preventDefault();
    room.offer();
  };
  return html`<form class="reads" onSubmit=${press}>
    <${Typed} label=${words["your-name"]} value=${terms.name} type=${(name) => room.type({ name })} required />
    <${Typed} label=${words["table-name"]} value=${terms.title ?? ""} type=${(title) => room.type({ title: title || null })} />
    <h2>${words.reads}</h2>
    ${
      form.invitation &&
      html`<div class="letter"><p><b>${form.invitation.sentence}</b></p>
      <ul class="agreed">${form.invitation.rows.map(({ label, text }) => html`<li key=${label}><b>${label}</b> <span>${text}</span></li>`)}</ul></div>`
    }
    ${ask?.warnings.map((line) => html`<p class="small">${line}</p>`)}
    <footer>${why && html`<p class="notice bad" role="alert">${why}</p>`}
      ${ask?.secret && html`<${Secret} room=${room} />`}
      <button id="gold" class="go" disabled=${Boolean(refused) || (room.travels === "folder" && !room.folder) || busy || stopped}>${words.offer}</button>
      <p class="small dim">${words.then}</p></footer></form>`;
}

function Alone({ room }) {
  const { words, trouble, busy, stopped, terms } = room;
  const press = (event) => {
    event.preventDefault();
    room.practise();
  };
  return html`<form class="reads" onSubmit=${press}>
    <${Typed} label=${words["your-name"]} value=${terms.name} type=${(name) => room.type({ name })} />
    <p>${words["alone-how"]}</p>
    <footer>${trouble && html`<p class="notice bad" role="alert">${trouble}</p>`}
      <button id="gold" class="go" disabled=${busy || stopped}><${Icon} name="right" />${words.begin}</button></footer></form>`;
}

function Room({ room }) {
  const { words, alone } = room;
  return html`<${Bar} room=${room} />
    <main class="page new" id="main" tabindex="-1"><h1>${words.title}</h1>
      <div class="duo"><${Choices} room=${room} />${alone ? html`<${Alone} room=${room} />` : html`<${Invitation} room=${room} />`}</div></main>`;
}

begin((first, redraw) => new NewGame(first, redraw), Room);
