// The first page: all tables, those that wait first; files may be dropped or pasted anywhere.
import { Icon, Sign, filled, html, render } from "./html.mjs";
import { symbolsOf } from "./board.mjs";
import { AGAIN, Refusal, Silence, asked, hear } from "./server.mjs";
import { formOf, takeAnywhere } from "./drop.mjs";
import { Find, FindButton } from "./finder.mjs";
import { beginLight, turnLight } from "./light.mjs";
import { Secret, Typed } from "./page.mjs";

const LOCKED = 423;
const TYPED = 400;
const INVITES = "an-invitation-is-joined";
const FIRST_LESSON = "/lesson/tigris/1";
const TO_READ = ".eml,.txt,.zip,.mbox,.offer,.charter,.step,.move,.join,.accept,message/rfc822,text/plain";

/** The state of the room, and what can be done in it. */
class Lobby {
  constructor(first, redraw) {
    Object.assign(this, { words: first.words, games: first.games, redraw });
    this.taken = [];
    this.post = new Map();
    this.ends = new Map();
    this.invited = null;
    this.found = [];
    this.waits = null;
    this.dragged = false;
    this.trouble = "";
    this.stopped = false;
    this.show(first.lobby);
  }

  show(lobby) {
    this.lobby = lobby;
    document.title = lobby.title;
    const icon = document.querySelector("link[rel=icon]");
    icon.href = icon.href.replace(/icon(-waits)?\.svg$/, lobby.waiting ? "icon-waits.svg" : "icon.svg");
    this.posts();
    const [first] = lobby.tables;
    if (first?.symbols) symbolsOf(`/symbols/${first.symbols}`).then(this.redraw, reportError);
    this.redraw();
  }

  async refresh() {
    try {
      const lobby = await asked("/data/lobby");
      this.stopped = false;
      this.show(lobby);
    } catch (error) {
      this.fail(error);
    }
  }

  fail(error) {
    if (error instanceof Silence) {
      this.stopped = true;
      setTimeout(() => this.refresh(), AGAIN);
    } else if (error instanceof Refusal) this.trouble = error.message;
    else reportError(error);
    this.redraw();
  }

  /** Files that were dropped go to their games; what needs a passphrase or a yes waits for it here. */
  async take(files, { secret = "", agreed = "" } = {}) {
    if (!files.length) return;
    this.trouble = "";
    this.waits = null;
    try {
      const { taken, lobby } = await asked("/data/take-in", formOf(files, { secret, agreed }));
      this.taken = taken.filter((one) => one.refused?.code !== INVITES).map((one) => ({ ...one, files }));
      this.show(lobby);
      const invited = taken.find((one) => one.refused?.code === INVITES);
      const others = new Set(this.taken.filter(({ kept }) => kept).map(({ name }) => name));
      if (invited) await this.invite({ files: files.filter(({ name }) => !others.has(name)) });
    } catch (error) {
      if (error.status === LOCKED) this.waits = files;
      this.fail(error);
    }
  }

  /** An invitation that was dropped, or is in a shared folder, is one question with one gold button. */
  invite(from) {
    this.invited = { from, name: "", secret: "" };
    return this.readInvitation();
  }

  async readInvitation() {
    const { invited } = this;
    const { from, name } = invited;
    clearTimeout(invited.typing);
    await this.tried(async () => {
      const found = await asked("/data/join", formOf(from.files ?? [], { offer: from.offer, name }));
      if (this.invited === invited && invited.name === name) Object.assign(invited, found, { dirty: false });
    });
    if (!invited.invitation) this.invited = null;
    this.redraw();
  }

  typeName(name) {
    const { invited } = this;
    Object.assign(invited, { name, dirty: true });
    clearTimeout(invited.typing);
    invited.typing = setTimeout(() => this.readInvitation(), TYPED);
    this.redraw();
  }

  /** What was read is signed; a name that was just typed is asked about first. */
  async join() {
    const { invited } = this;
    const read = JSON.stringify(invited.before);
    if (invited.dirty || !invited.ask) await this.readInvitation();
    if (!invited.ask || JSON.stringify(invited.before) !== read) return;
    const { from, name, secret, ask } = invited;
    await this.tried(async () => {
      const sent = { offer: from.offer, name, secret, digest: ask.digest };
      location.assign(`/table/${(await asked("/data/join", formOf(from.files ?? [], sent))).table}`);
    });
  }

  async tried(work) {
    this.trouble = "";
    try {
      await work();
    } catch (error) {
      this.fail(error);
    }
  }

  /** The invitations in the shared folders, once the page is seen. */
  async look() {
    try {
      this.found = await asked("/data/invitations");
    } catch (error) {
      if (!(error instanceof Refusal)) return;
    }
    this.redraw();
  }

  /** What is to be sent at each table that is not over, one after the other, once the page is seen. */
  async posts() {
    for (const { table, hosts } of this.lobby.tables.filter(({ table: { head } }) => head.id && head.stage === "playing")) {
      try {
        const { items, sentence } = await asked(`/data/table/${table.head.id}/post`);
        this.post.set(table.head.id, items.some(({ state }) => state !== "sent") ? sentence : "");
        const { ask } = hosts ? await asked(`/data/table/${table.head.id}/act`, { does: "end" }) : {};
        if (ask) this.ends.set(table.head.id, { title: table.head.title, ask });
        else this.ends.delete(table.head.id);
      } catch (error) {
        if (!(error instanceof Refusal)) return; // the program has stopped, which is said elsewhere
      }
      this.redraw();
    }
  }

  /** A game that a move ends which waits for the yes of its host. */
  end(id) {
    const { ask } = this.ends.get(id);
    return this.tried(async () => {
      await asked(`/data/table/${id}/act`, { does: "end", digest: ask.digest });
      this.ends.delete(id);
      await this.refresh();
    });
  }

  /** A game alone begins, and is shown. */
  async practise(game) {
    this.begins = true;
    this.redraw();
    try {
      const { table } = await asked("/data/practice", { terms: { game, seats: 0 } });
      location.assign(`/table/${table}`);
    } catch (error) {
      this.fail(error);
    }
    this.begins = false;
  }

  dismiss() {
    this.taken = [];
    this.trouble = "";
    this.waits = null;
    this.redraw();
  }

  leave() {
    this.invited = null;
    this.trouble = "";
    this.redraw();
  }
}

/** A game alone that begins at once. */
function Practise({ room, game, label, go }) {
  return html`<button id=${go ? "gold" : undefined} class=${go ? "go" : ""} disabled=${room.begins || room.stopped} onClick=${() => room.practise(game)}>${label}</button>`;
}

/** Where the room of a table is. */
function placeOf({ table: { head } }) {
  return `/table/${head.id}`;
}

/** What has still to be sent; the table has the ways. */
function Unsent({ card, room }) {
  const sentence = room.post.get(card.table.head.id);
  return sentence ? html`<p class="unsent"><${Icon} name="mail" /><a href=${`/table/${card.table.head.id}`}>${sentence}</a></p>` : null;
}

function Remind({ card }) {
  return Object.entries(card.remind).map(
    ([seat, label]) =>
      html`<a key=${seat} class="button" href=${`${placeOf(card)}#remind ${seat}`}>${label}</a>`,
  );
}

function Picture({ card, lazy }) {
  if (!card.has_board) return null;
  const address = `/table/${card.table.head.id}/picture.svg`;
  return html`<a class="pic" href=${placeOf(card)} tabindex="-1" aria-hidden="true"><img src=${address} alt="" loading=${lazy ? "lazy" : "eager"} /></a>`;
}

/** The table that waits first: its board, what happened, the own hand, one gold button. */
function First({ card, room }) {
  const { words } = room;
  const { head, trouble } = card.table;
  return html`<article class="hero" aria-labelledby="first-title">
    <${Picture} card=${card} />
    <div class="txt">
      <p class="tag you">${card.since}</p>
      <h2 id="first-title"><bdi>${head.title}</bdi></h2>
      <p class="dim">${card.about}</p>
      ${card.last.length > 0 && html`<ul class="last">${card.last.map((line) => html`<li>${line}</li>`)}</ul>`}
      ${trouble && html`<p class="bad">${trouble.sentence}</p>`}
      <${Unsent} card=${card} room=${room} />
      ${
        card.hand.length > 0 &&
        html`<ul class="hand" aria-label=${words.yours}>${card.hand.map(
          (piece) => html`<li key=${piece.id}><span class="away">${piece.spoken}</span><${Sign} of=${piece.symbol} size=${38} /></li>`,
        )}</ul>`
      }
      <div class="hb foot"><a id=${room.asks ? undefined : "gold"} class=${room.asks ? "button" : "button go"} href=${placeOf(card)}>${card.label}</a><${Remind} card=${card} /></div>
    </div></article>`;
}

function Card({ card, room }) {
  const { words } = room;
  const { head, trouble, turn } = card.table;
  return html`<li class="card"><${Picture} card=${card} lazy />
    <div class="txt"><h3><bdi>${head.title}</bdi></h3>
      ${card.since && html`<p class=${turn && head.stage !== "over" ? "tag you" : "tag"}>${card.since}</p>`}
      ${trouble && html`<p class="bad">${trouble.sentence}</p>`}
      ${card.last.map((line) => html`<p class="small">${line}</p>`)}
      <p class="small dim">${card.about}</p>
      <${Unsent} card=${card} room=${room} />
      <div class="hb foot"><a class="button" href=${placeOf(card)}>${card.label || words.look}<span class="away"> ${head.title}</span></a><${Remind} card=${card} /></div>
    </div></li>`;
}

/** What came of files that were dropped. */
function Taken({ one, room }) {
  const { words } = room;
  return html`<li class="notice">
    <p><b><bdi>${one.name}</bdi></b> <span class=${one.refused && !one.ask ? "bad" : ""}>${one.ask?.sentence ?? one.sentence}</span></p>
    <div class="hb">
      ${one.ask && html`<button onClick=${() => room.take(one.files, { agreed: one.ask.digest })}>${one.ask.label}</button>`}
      ${one.table && one.kept && html`<a class="button" href=${placeOf(room.lobby.tables.find(({ table }) => table.head.id === one.table))}>${words.look}</a>`}
    </div></li>`;
}

/** An invitation as it reads, the name for it, and the one gold button. */
function Invited({ room }) {
  const { invited, words, trouble, stopped } = room;
  const { invitation, before, name, ask, refused } = invited;
  const press = (event) => {
    event.preventDefault();
    room.join();
  };
  const why = trouble || refused?.sentence;
  return html`<form class="hero invited" aria-labelledby="invited-title" onSubmit=${press}><div class="txt">
    <p class="tag you">${words.invited}</p><h2 id="invited-title"><bdi>${invitation.title}</bdi></h2>
    <p><b>${invitation.sentence}</b></p>
    <ul class="agreed">${invitation.rows.map(({ label, text }) => html`<li key=${label}><b>${label}</b> <span>${text}</span></li>`)}</ul>
    ${before.map((line) => html`<p class="bad">${line}</p>`)}
    <${Typed} label=${words["your-name"]} value=${name} type=${(text) => room.typeName(text)} required />
    ${why && html`<p class="notice bad" role="alert">${why}</p>`}
    ${ask?.secret && html`<${Secret} room=${{ words, set secret(text) { invited.secret = text; } }} />`}
    <div class="hb foot"><button id="gold" class="go" disabled=${Boolean(refused) || stopped}>${ask?.label || words.join}</button>
      <button type="button" class="plain" onClick=${() => room.leave()}>${words["not-now"]}</button></div></div></form>`;
}

/** An invitation in a shared folder, which nobody has to drop. */
function Found({ one, room, gold }) {
  return html`<li class="notice"><p>${one.sentence}</p><div class="hb"><button id=${gold ? "gold" : undefined} class=${gold ? "go" : ""} onClick=${() => room.invite({ offer: one.offer })}>${room.words["read-invitation"]}</button></div></li>`;
}

/** A move that ends a game: it waits for the yes of the host. */
function End({ id, title, ask, room, gold }) {
  return html`<li class="notice"><p><b><bdi>${title}</bdi></b></p>${[ask.sentence, ...ask.then].map((line) => html`<p class="said">${line}</p>`)}
    <div class="hb"><button id=${gold ? "gold" : undefined} class=${gold ? "go" : ""} disabled=${room.stopped} onClick=${() => room.end(id)}>${ask.label}</button></div></li>`;
}

function Came({ room }) {
  const { taken, waits, words, found, invited } = room;
  const trouble = invited ? "" : room.trouble;
  const ends = [...room.ends];
  if (!taken.length && !trouble && !found.length && !ends.length) return null;
  const unlock = (event) => {
    event.preventDefault();
    room.take(waits, { secret: event.currentTarget.elements.secret.value });
  };
  return html`<section class="came" role="status">
    <ul>${ends.map(([id, end], nth) => html`<${End} key=${id} id=${id} ...${end} room=${room} gold=${!invited && !nth} />`)}
      ${found.filter(({ offer }) => offer !== invited?.from.offer).map((one, nth) => html`<${Found} key=${one.offer} one=${one} room=${room} gold=${room.reads && !nth} />`)}
      ${taken.map((one) => html`<${Taken} key=${one.name} one=${one} room=${room} />`)}</ul>
    ${trouble && html`<p class="notice bad">${trouble}</p>`}
    ${
      waits &&
      html`<form class="secret" onSubmit=${unlock}><label for="secret">${words.passphrase}</label>
      <input id="secret" name="secret" type="password" autocomplete="off" required /><button>${words.open}</button></form>`
    }
    ${(taken.length > 0 || trouble) && html`<button class="plain" onClick=${() => room.dismiss()}>${words.dismiss}</button>`}</section>`;
}

/** Ways to a game: a new one, an invitation, one against programs. */
function Ways({ room }) {
  const { words } = room;
  return html`<section class="ways"><a class="button" href="/new"><${Icon} name="plus" />${words["new-game"]}</a>
    <${Bring} room=${room} />
    <a class="button" href="/new?alone">${words.practise}</a>
    <a class="button" href=${FIRST_LESSON}>${words.all}</a>
    <span class="grow"></span><p class="small dim">${room.lobby.watching || words.drop}</p></section>`;
}

function Bring({ room }) {
  return html`<label class="button file"><${Icon} name="mail" />${room.words["was-invited"]}
    <input type="file" multiple accept=${TO_READ} onChange=${({ currentTarget }) => {
      room.take([...currentTarget.files]);
      currentTarget.value = "";
    }} /></label>`;
}

/** Where there is no table yet: what this is, a game that begins at once, and the other ways to one. */
function Begin({ room }) {
  const { words, games } = room;
  const [usual, ...others] = Object.entries(games);
  return html`<section class="begin"><p class="lead">${words.welcome}</p>
      <${Practise} room=${room} game=${usual[0]} label=${words.practice} go=${!room.invited && !room.reads} />
      <p class="small dim">${filled(words["practice-how"], { game: usual[1] })}</p>
      <div class="hb">${others.map(
        ([name, title]) => html`<${Practise} key=${name} room=${room} game=${name} label=${title} />`,
      )}<a class="button" href=${FIRST_LESSON}>${words.all}</a></div></section>
    <div class="cards three">
      <section class="card"><div class="txt"><h2>${words["was-invited"]}</h2><p>${words.drop}</p><div class="hb foot"><${Bring} room=${room} /></div></div></section>
      <section class="card"><div class="txt"><h2>${words["have-friends"]}</h2><p>${words["have-friends-how"]}</p><div class="hb foot"><a class="button" href="/new">${words["new-game"]}</a></div></div></section>
      <section class="card"><div class="txt"><h2>${words["have-games"]}</h2><p>${words["have-games-how"]}</p><div class="hb foot"><a class="button" href="/settings">${words["bring-key"]}</a></div></div></section>
    </div>`;
}

function Bar({ room }) {
  const { words, lobby } = room;
  return html`<header class="bar"><span class="name">${words.games} <span class=${lobby.waiting ? "count" : "count none"}>${lobby.waiting}</span></span>
    <span class="grow"></span>
    <${FindButton} room=${room} />
    <button aria-label=${words.light} onClick=${turnLight}><${Icon} name="sun" /></button>
    <a href="/settings">${words.settings}</a>
    <form class="far" method="post" action="/close"><button>${words.close}</button></form>
  </header>`;
}

function Room({ room }) {
  const { words, lobby, stopped } = room;
  const [first] = lobby.tables;
  const waits = lobby.waiting > 0 && first.table.turn;
  room.asks = room.invited !== null || room.ends.size > 0;
  room.reads = !room.asks && !waits && room.found.length > 0;
  room.gold = waits || room.asks;
  const rest = waits ? lobby.tables.slice(1) : lobby.tables;
  return html`<a class="skip" href="#main">${words.skip}</a>
    <${Bar} room=${room} />
    <${Find} room=${room} />
    ${stopped && html`<p class="stopped" role="alert">${words.stopped}</p>`}
    <main class="lobby" id="main" tabindex="-1"><h1>${room.ends.size && !lobby.waiting ? words["end-waits"] : lobby.heading}</h1>
      ${room.invited?.invitation && html`<${Invited} room=${room} />`}
      <${Came} room=${room} />
      ${waits && html`<${First} card=${first} room=${room} />`}
      ${lobby.tables.length ? html`<${Ways} room=${room} />` : html`<${Begin} room=${room} />`}
      ${waits && rest.length > 0 && html`<h2>${words.others}</h2>`}
      ${rest.length > 0 && html`<ul class="cards">${rest.map((card) => html`<${Card} key=${card.table.head.id || card.table.head.title} card=${card} room=${room} />`)}</ul>`}
    </main>
    ${room.dragged && html`<p class="dropping">${words.dropping}</p>`}`;
}

function start() {
  const first = JSON.parse(document.getElementById("first").textContent);
  const root = document.getElementById("room");
  beginLight();
  let wanted = false;
  const draw = () => {
    wanted = false;
    render(html`<${Room} room=${room} />`, root);
  };
  const room = new Lobby(first, () => {
    if (!wanted) requestAnimationFrame(draw);
    wanted = true;
  });
  draw();
  room.look();
  takeAnywhere(
    (files) => room.take(files),
    (over) => {
      room.dragged = over;
      room.redraw();
    },
  );
  let known = "";
  hear(({ tables, lost }) => {
    const now = lost ? "" : JSON.stringify(tables);
    if (now !== known) room.refresh();
    if (known && now !== known) room.look();
    known = now;
  });
}

start();
