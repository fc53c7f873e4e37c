// The page of settings: each thing is kept as soon as its button is pressed.
import { html } from "./html.mjs";
import { Bar, Folders, Pick, Secret, Typed, begin } from "./page.mjs";
import { Refusal, asked } from "./server.mjs";

/** What is set, and what is typed and not kept yet. */
class Settings {
  constructor(first, redraw) {
    Object.assign(this, first, { redraw, typed: {}, trouble: "", said: "", secret: "", folder: "" });
  }

  type(name, text) {
    this.typed = { ...this.typed, [name]: text };
    this.redraw();
  }

  /** Keep one thing; language and light are those of the page itself. */
  async keep(act) {
    this.trouble = "";
    this.said = "";
    try {
      this.settings = await asked("/data/settings", act);
      this.stopped = false;
      this.typed = {};
      this.said = this.words.kept;
      if (act.does === "look") location.reload();
    } catch (error) {
      if (error instanceof Refusal) this.trouble = error.message;
      else this.stopped = true;
    }
    this.redraw();
  }
}

function Part({ room, title, told, fields, label, act, children }) {
  const press = (event) => {
    event.preventDefault();
    room.keep(act());
  };
  return html`<section class="part"><h2>${title}</h2>${told && html`<p class="small dim">${told}</p>`}${children}
    <form class="choose" onSubmit=${press}>${fields}<div class="hb"><button>${label}</button></div></form></section>`;
}

function field(room, name, label, value = "", required = false) {
  return html`<${Typed} label=${label} value=${room.typed[name] ?? value} type=${(text) => room.type(name, text)} required=${required} />`;
}

async function importKey(room, { currentTarget }) {
  const [file] = currentTarget.files;
  currentTarget.value = "";
  if (!file) return;
  const name = room.typed.key || file.name.replace(/\W+/g, "-").toLowerCase();
  room.keep({ does: "import_key", name, data: await file.text(), secret: room.secret });
}

function Keys({ room }) {
  const { words, settings } = room;
  return html`<${Part} room=${room} title=${words.keys} told=${words["keys-how"]} label=${words.make}
    fields=${field(room, "key", words["new-key"], "", true)} act=${() => ({ does: "new_key", name: room.typed.key })}>
    <ul class="agreed">${settings.keys.map(
      ({ name, fingerprint, told }) => html`<li key=${name}><b>${name}</b> <span class="small">${fingerprint}</span>${told.map((line) => html` <span class="small dim">${line}</span>`)}</li>`,
    )}</ul>
    <${Secret} room=${room} /><label class="button file">${words["import-key"]}<input type="file" onChange=${(event) => importKey(room, event)} /></label></${Part}>`;
}

function Mail({ room }) {
  const { words, settings, typed } = room;
  const account = () => ({ does: "account", user: typed.user ?? settings.user, smtp: typed.smtp ?? settings.smtp, imap: typed.imap ?? settings.imap });
  return html`<${Part} room=${room} title=${words["own-address"]} label=${words.keep} fields=${field(room, "own", words.address, settings.own, true)}
      act=${() => ({ does: "person", address: typed.own ?? settings.own })} />
    <${Part} room=${room} title=${words.account} told=${words["account-how"]} label=${words.keep} act=${account}
      fields=${[field(room, "user", words.user, settings.user, true), field(room, "smtp", words.smtp, settings.smtp), field(room, "imap", words.imap, settings.imap)]}>
      ${settings.user && html`<button class="plain" onClick=${() => room.keep({ does: "forget_account" })}>${words.forget}</button>`}</${Part}>`;
}

function People({ room }) {
  const { words, settings, typed } = room;
  return html`<${Part} room=${room} title=${words.people} label=${words.keep}
    fields=${[field(room, "name", words.name, "", true), field(room, "address", words.address, "", true)]}
    act=${() => ({ does: "person", name: typed.name, address: typed.address })}>
    <ul class="agreed">${settings.people.map(
      ({ name, address }) => html`<li key=${name}><b>${name}</b> <span>${address}</span>
        <button class="plain" aria-label=${`${words.forget}: ${name}`} onClick=${() => room.keep({ does: "forget", name })}>${words.forget}</button></li>`,
    )}</ul></${Part}>`;
}

function Shared({ room }) {
  const { words, settings, folder } = room;
  const choose = (token) => {
    room.folder = token;
    room.redraw();
  };
  return html`<section class="part"><h2>${words.folders}</h2><p class="small dim">${words["folders-how"]}</p>
    <ul class="agreed">${settings.folders.map((name) => html`<li key=${name}><bdi>${name}</bdi></li>`)}</ul>
    <details class="more"><summary>${words["add-folder"]}</summary><${Folders} words=${words} chosen=${folder} choose=${choose} />
      <div class="hb"><button disabled=${!folder} onClick=${() => room.keep({ does: "folder", folder })}>${words["share-here"]}</button></div></details></section>`;
}

function Room({ room }) {
  const { words, settings, languages, lights, trouble, said } = room;
  const choices = (known) => Object.entries(known).map(([value, label]) => ({ value, label }));
  return html`<${Bar} room=${room} />
    <main class="page set" id="main" tabindex="-1"><h1>${words.settings}</h1>
      ${trouble && html`<p class="notice bad" role="alert">${trouble}</p>`}${said && html`<p class="notice" role="status">${said}</p>`}
      <div class="cards two"><section class="part">
        <${Pick} label=${words.language} choices=${choices(languages)} value=${settings.lang} set=${(lang) => room.keep({ does: "look", lang })} />
        <${Pick} label=${words.light} choices=${choices(lights)} value=${settings.light} set=${(light) => room.keep({ does: "look", light })} /></section>
      <${Keys} room=${room} /><${Mail} room=${room} /><${People} room=${room} /><${Shared} room=${room} /></div></main>`;
}

begin((first, redraw) => new Settings(first, redraw), Room);
