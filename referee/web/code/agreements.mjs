// What players agree to beside their moves: the menu of the table, what is filled in, read and then signed.
import { html } from "./html.mjs";
import { beginAct, tried } from "./asks.mjs";
import { saveText } from "./server.mjs";

const WORDS = new Set(["draw", "end", "leave", "back", "open", "silent", "unheard"]);

/** What a task of the program is done by here, with what is known already; null for any other. */
export function agreementOf({ command }, words) {
  const [, name, what, which] = command.split(" ");
  if (name === "absent") return { does: "absent", values: { seat: what ?? "" } };
  if (name === "rekey") return { does: "rekey", values: { seat: what ?? "" } };
  if (name !== "consent" || !what) return null;
  if (what === "back") return { does: "back", values: which ? { step: which } : {} };
  if (WORDS.has(what)) return { does: what, values: which ? { seat: which } : {} };
  return { does: "key", values: { seat: what }, fields: [{ name: "words", label: words.sixWords, kind: "text" }] };
}

/** Ask what would be signed; where something has to be filled in, that first. */
export function beginAgreement(table, { does, values = {}, fields = [] }) {
  table.act = { menu: true, does, values, fields, ask: null, done: null };
  if (!fields.length) return review(table, values);
  table.redraw();
}

/** Look something up in the rules, beside whatever is asked; `words` are looked up at once. */
export function beginRules(table, words = "") {
  table.act = { menu: true, rules: { rules: [], pages: [] }, done: true };
  if (words) return lookUp(table, words);
  table.redraw();
}

function lookUp(table, words) {
  return tried(table, async () => {
    const rules = await table.ask("/rules", { words });
    table.act = { ...table.act, rules };
  });
}

function Rules({ table }) {
  const { rules, pages } = table.act.rules;
  return html`<form class="hb" onSubmit=${(event) => {
    event.preventDefault();
    lookUp(table, event.currentTarget.elements.words.value);
  }}><label class="away" for="rule-words">${table.words.ruleWords}</label>
    <input id="rule-words" name="words" placeholder=${table.words.ruleWords} autocomplete="off" required /><button>${table.words.look}</button></form>
    ${pages.map((line) => html`<p class="small">${line}</p>`)}
    <dl class="small">${rules.map(({ id, sentence, source, rulings }) => html`<dt><b>${id}</b></dt><dd>${sentence}
      <span class="dim"> ${source}</span>${rulings.map((line) => html`<p class="dim">${line}</p>`)}</dd>`)}</dl>`;
}

function review(table, values) {
  return tried(table, async () => {
    const { does } = table.act;
    const { ask } = await table.ask("/agree", { does, values });
    table.act = { ...table.act, values, ask };
  });
}

/** What was read is signed; a new key has words to be said and a file that goes by hand. */
export function signAgreement(table) {
  return tried(table, async () => {
    const { does, values, ask } = table.act;
    const done = await table.ask("/agree", { does, values, digest: ask.digest });
    table.act = done.text ? { ...table.act, ask: null, done } : null;
    table.take_in(done.view);
    table.news = table.words.signedNow;
  });
}

function Field({ field, value }) {
  const id = `agree-${field.name}`;
  const made =
    field.kind === "choice"
      ? html`<select id=${id} name=${field.name}>${Object.entries(field.options).map(
          ([key, label]) => html`<option key=${key} value=${key} selected=${key === value}>${label}</option>`,
        )}</select>`
      : html`<input id=${id} name=${field.name} type=${field.kind === "number" ? "text" : field.kind}
          inputmode=${field.kind === "number" ? "numeric" : undefined} value=${value ?? ""} autocomplete="off" />`;
  return html`<label class="field" for=${id}><span>${field.label}</span>${made}</label>`;
}

/** What is filled in, or read, or was made. */
export function AgreementAsk({ table }) {
  const { act, words } = table;
  const { ask, done, fields, values } = act;
  if (act.rules) return html`<${Rules} table=${table} />`;
  if (done)
    return html`<p>${done.words.length ? words.saySix : words.attach}</p>
      <p class="four">${done.words.map((word) => html`<b key=${word}>${word}</b> `)}</p>
      <div class="hb"><button onClick=${() => saveText(done)}>${words.saveFile}</button></div>`;
  if (ask)
    return html`<p><b>${ask.sentence}</b></p>${ask.warnings.map((line) => html`<p class="small bad">${line}</p>`)}
      <ul class="agreed">${ask.then.map((line) => html`<li>${line}</li>`)}</ul>`;
  return html`<form id="agree" onSubmit=${(event) => {
    event.preventDefault();
    review(table, { ...values, ...Object.fromEntries(new FormData(event.currentTarget)) });
  }}>${fields.map((field) => html`<${Field} key=${field.name} field=${field} value=${values[field.name]} />`)}</form>`;
}

/** The tab of the table: what is proposed, what was agreed, and what can be done beside moves. */
export function Menu({ table }) {
  const { view, words } = table;
  if (table.menuOf !== view.stamp) {
    table.menuOf = view.stamp;
    tried(table, async () => {
      table.menu = await table.ask("/menu");
    });
  }
  const { agreed = [], acts = [], archive = false, disputed = "" } = table.menu ?? {};
  return html`<div class="menu">
    ${view.proposed.length > 0 && html`<h2 class="small dim">${words.proposed}</h2>`}
    ${view.proposed.map((one) => html`${one.told.map((line) => html`<p class="small">${line}</p>`)}
      ${one.reasons.map(({ called, reason }) => html`<p class="small"><bdi>${called}</bdi>: “${reason}”</p>`)}
      ${one.undone.length > 0 && html`<ul>${one.undone.map(({ step, told }) => html`<li class="small">${step}. ${told}</li>`)}</ul>`}
      ${one.learned.map((line) => html`<p class="small dim">${line}</p>`)}`)}
    <div class="hb">${acts.map(
      (act) => html`<button key=${act.does} class="chip" onClick=${() => beginAgreement(table, act)}>${act.label}</button>`,
    )}${disputed && html`<button class="chip" onClick=${() => beginAct(table, { does: "judge" })}>${disputed}</button>`}${archive && html`<a class="button chip" href=${`${table.base}/game.zip`} download>${words.archive}</a>`}</div>
    ${agreed.length > 0 && html`<h2 class="small dim">${words.agreed}</h2>`}
    <dl class="small">${agreed.map(({ label, text }) => html`<dt class="dim">${label}</dt><dd>${text}</dd>`)}</dl></div>`;
}
