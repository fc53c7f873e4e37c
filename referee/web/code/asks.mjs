// What is read before it is signed, and the safety words: each one question with one gold button.
import { AgreementAsk, agreementOf, beginAgreement, signAgreement } from "./agreements.mjs";
import { filled, html } from "./html.mjs";
import { Folders } from "./page.mjs";
import { Refusal, asked } from "./server.mjs";

const ACTS = { accept: "accept", ack: "acknowledge", words: "words", charter: "begin", audit: "audit", remind: "remind", judge: "judge" };
const HOSTS = ["host", "both"];
/** So many milliseconds between two looks at a running audit. */
const SOON = 300;
const NAMED = ["charter", "remind", "judge"];

/** The act that a task is done by here, with the names that it is about; null for one that has a room of its own. */
export function actOf(task) {
  const [, name, ...rest] = task.command.split(" ");
  const names = rest.filter((word) => !word.startsWith("--")).flatMap((word) => word.split(","));
  if (name === "charter" && rest.includes("--without")) return { does: "leave_out", names };
  return ACTS[name] && (!rest.length || NAMED.includes(name)) ? { does: ACTS[name], names } : null;
}

/** Whether a task can be done in this room. */
export function isDoneHere(task, words) {
  return task.command.startsWith("referee receive") || agreementOf(task, words) !== null || actOf(task) !== null;
}

/** The safety words, where nothing is signed before they were compared. */
export function wordsBefore(view) {
  const waits = view.tasks.some(({ code }) => /^(answer|you-answer)/.test(code));
  return view.question && !waits ? view.tasks.find(({ command }) => command === "referee words") : undefined;
}

/** What a server refuses is said where it was asked. */
export async function tried(table, work) {
  table.trouble = "";
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refusal)) table.fail(error);
    else table.trouble = error.message;
  }
  table.redraw();
}

/** Ask what would be signed, or for the words: nothing is signed or kept by that. */
export function beginAct(table, { does, names = [] }) {
  return tried(table, async () => {
    if (does === "audit") {
      const running = { does, audit: null };
      table.act = running;
      table.redraw();
      followAudit(table, running);
      table.act = { does, audit: await table.ask("/audit", {}) };
      table.audited = true;
    } else if (does === "judge") table.act = { does, verdicts: await table.ask("/judge", {}) };
    else if (does === "remind") table.act = { does, mails: await table.ask("/remind", { seats: names }) };
    else if (does === "words") table.act = { does, apart: false, ...(await table.ask("/words", {})) };
    else table.act = { does, names, ...(await table.ask("/act", { does, names })) };
  });
}

/** While an audit runs, ask how far it has come. */
async function followAudit(table, running) {
  for (;;) {
    await new Promise((later) => setTimeout(later, SOON));
    if (table.act !== running) return;
    running.steps = await asked(`${table.base}/audit`).catch(() => [0, 0]);
    table.redraw();
  }
}

/** A move or a consent that ends the game waits for the yes of its host: it is asked for once, however it came. */
export async function askEnd(table) {
  const { view } = table;
  if (table.act || view?.table.stage !== "playing" || !HOSTS.includes(view.can.role)) return;
  try {
    const { ask } = await table.ask("/act", { does: "end" });
    if (!ask || table.act || table.later === ask.digest) return;
    table.later = ask.digest;
    table.act = { does: "end", ask };
    table.redraw();
  } catch (error) {
    if (!(error instanceof Refusal)) table.fail(error);
  }
}

export function endAct(table) {
  table.act = null;
  table.trouble = "";
  table.redraw();
}

function sign(table) {
  if (table.act.does === "take_in") {
    const { files, ask } = table.act;
    table.act = null;
    return table.receive(files, ask.digest);
  }
  return tried(table, async () => {
    const { does, names, ask } = table.act;
    const { view } = await table.ask("/act", { does, names, digest: ask.digest });
    table.act = null;
    table.take_in(view);
    table.news = table.words.signedNow;
  });
}

/** From now on what is signed goes through a folder that all share. */
function share(table) {
  return tried(table, async () => {
    const { folder } = table.act;
    const { view } = await table.ask("/share", { folder });
    table.act = null;
    table.post = null;
    table.take_in(view);
  });
}

/** Who has the same words is kept, and what somebody else has said. */
function hear(table, form) {
  return tried(table, async () => {
    const fields = [...new FormData(form)];
    const same = fields.filter(([name]) => name === "same").map(([, role]) => role);
    const heard = Object.fromEntries(fields.filter(([name]) => name.startsWith("heard ")).map(([name, text]) => [name.slice(6), text]));
    await table.ask("/words", { same, heard });
    table.act = null;
    table.refresh();
  });
}

/** A row of what is agreed: what it is about, and what was said of it. */
function Row({ line }) {
  const [about, ...said] = line.trim().split(/\s{2,}/);
  return said.length ? html`<li><b>${about}</b> <span>${said.join(" ")}</span></li>` : html`<li>${about}</li>`;
}

function Words({ table }) {
  const { act, words } = table;
  const { words: found, names, apart } = act;
  const newKeys = new Set(found.new_keys);
  return html`<form id="words" class="words" onSubmit=${(event) => {
    event.preventDefault();
    hear(table, event.currentTarget);
  }}>
    <p class="four">${found.words.map((word) => html`<b key=${word}>${word}</b> `)}</p>
    ${found.own_key.length > 0 && html`<p class="small">${words.yourSix}</p><p class="four">${found.own_key.join(" ")}</p>`}
    <p class="small">${words.byVoice}</p>
    <ul>${Object.entries(names).map(([role, name]) =>
      newKeys.has(role) || apart
        ? html`<li key=${role}><label>${name} <input type="text" name=${`heard ${role}`} autocomplete="off" /></label></li>`
        : html`<li key=${role}><label class="tick"><input type="checkbox" name="same" value=${role} />${name}</label></li>`,
    )}</ul>
    ${
      !apart &&
      html`<button type="button" class="plain" onClick=${() => {
        act.apart = true;
        table.redraw();
      }}>${words.othersApart}</button>`
    }</form>`;
}

/** What an audit has found: the verdict first, then every fault, then how much was looked at. */
export function Audit({ audit, steps: [at, of] = [0, 0], words }) {
  if (!audit)
    return html`<p role="status" aria-busy="true">${words.checking}</p>
      ${of > 0 && html`<progress value=${at} max=${of} aria-label=${words.checking}></progress> <span class="small dim">${at} / ${of}</span>`}`;
  const { verdict, good, checked, findings, remarks } = audit;
  return html`<p class=${good ? "verdict good" : "verdict bad"} role="status"><b>${verdict}</b></p>
    ${findings.length > 0 && html`<ul class="agreed">${findings.map((line) => html`<li class="bad">${line}</li>`)}</ul>`}
    <ul class="then">${[...checked, ...remarks].map((line) => html`<li class="small dim">${line}</li>`)}</ul>`;
}

/** What disputed notes prove, those that accuse first. */
function Verdicts({ verdicts }) {
  return verdicts.map(
    ({ upheld, heading, sentence }) => html`<p class=${upheld === false ? "verdict good" : "verdict bad"}><b>${heading}</b></p><p class="small">${sentence}</p>`,
  );
}

/** The reminders, each a mail to be sent. */
function Reminders({ mails, words }) {
  const copy = (event, text) => {
    const button = event.currentTarget;
    navigator.clipboard.writeText(text).then(() => {
      button.textContent = words.copied;
    }, reportError);
  };
  return html`<ul class="mails">${mails.map(
    ({ name, address, text, link }, nth) => html`<li class="mail"><p><b><bdi>${name}</bdi></b> <span class="dim small">${address || words.noAddress}</span></p>
      <div class="hb"><a id=${nth ? undefined : "gold"} class=${nth ? "button" : "button go"} href=${link}>${words.openMail}</a>
        <button onClick=${(event) => copy(event, text)}>${words.copy}</button></div></li>`,
  )}</ul>`;
}

/** Whom a charter seats, clockwise; each but the first can be moved forward. */
function Seating({ table }) {
  const { act, words } = table;
  const order = Object.entries(act.seats ?? {});
  if (order.length < 2) return null;
  const forward = (at) => {
    const names = order.map(([seat]) => seat);
    names.splice(at - 1, 2, names[at], names[at - 1]);
    return beginAct(table, { does: act.does, names });
  };
  return html`<p class="small dim">${words.seatOrder}</p><ol>${order.map(
    ([seat, name], at) => html`<li key=${seat}><bdi>${name}</bdi> ${
      at > 0 &&
      html`<button class="plain" aria-label=${filled(words.seatEarlier, { name })} onClick=${() => forward(at)}>↑</button>`
    }</li>`,
  )}</ol>`;
}

/** What is asked, in place of the question of the game. */
export function ActAsk({ table }) {
  const { act } = table;
  if (act.does === "share") {
    const choose = (folder) => {
      act.folder = folder;
      table.redraw();
    };
    return html`<p>${table.words.shareHow}</p><${Folders} words=${table.words} chosen=${act.folder} choose=${choose} />`;
  }
  if (act.does === "audit") return html`<${Audit} audit=${act.audit} steps=${act.steps} words=${table.words} />`;
  if (act.does === "judge") return html`<${Verdicts} verdicts=${act.verdicts} />`;
  if (act.does === "remind") return html`<${Reminders} mails=${act.mails} words=${table.words} />`;
  if (act.menu) return html`<${AgreementAsk} table=${table} />`;
  if (act.does === "words") return html`<${Words} table=${table} />`;
  return html`<p><b>${act.ask.sentence}</b></p>
    ${act.ask.warnings.map((line) => html`<p class="small bad">${line}</p>`)}
    <ul class="agreed">${act.ask.then.map((line) => html`<${Row} line=${line} />`)}</ul><${Seating} table=${table} />`;
}

/** Its one gold button, and the way back. */
export function ActFoot({ table }) {
  const { act, words, stopped } = table;
  if (act.does === "share")
    return html`<footer><div class="hb"><button class="plain" onClick=${() => endAct(table)}>${words.notNow}</button>
      <button id="gold" class="go" disabled=${!act.folder || stopped} onClick=${() => share(table)}>${words.shareHere}</button></div></footer>`;
  if (["audit", "judge", "remind"].includes(act.does))
    return html`<footer><div class="hb"><button class="plain" onClick=${() => endAct(table)}>${words.backTo}</button></div></footer>`;
  const isWords = act.does === "words";
  return html`<footer>
    ${
      act.ask?.secret &&
      html`<label class="secret"><span>${words.passphrase}</span><input type="password" autocomplete="off" onInput=${(event) => {
        table.secret = event.target.value;
      }} /></label>`
    }
    <div class="hb"><button class="plain" onClick=${() => endAct(table)}>${words.notNow}</button>
      ${
        act.menu
          ? !act.done &&
            html`<button id="gold" class="go" form=${act.ask ? undefined : "agree"} disabled=${stopped}
              onClick=${act.ask ? () => signAgreement(table) : undefined}>${act.ask ? act.ask.label || words.readSign : words.review}</button>`
          : isWords
          ? html`<button id="gold" class="go" form="words" disabled=${stopped}>${act.apart ? words.keepWords : words.theyAgree}</button>`
          : html`<button id="gold" class="go" disabled=${stopped} onClick=${() => sign(table)}>${act.ask.label || words.readSign}</button>`
      }</div></footer>`;
}

/** The button of a task that can be done in this room; none for any other. */
export function TaskButton({ table, task, gold }) {
  const act = actOf(task);
  const agreement = agreementOf(task, table.words);
  if (task.command.startsWith("referee receive"))
    return html`<label class="button file">${task.label}<input type="file" multiple onChange=${({ currentTarget }) => {
      table.receive([...currentTarget.files]);
      currentTarget.value = "";
    }} /></label>`;
  if (agreement)
    return html`<button id=${gold ? "gold" : undefined} class=${gold ? "go" : ""} onClick=${() => beginAgreement(table, agreement)}>${task.label}</button>`;
  if (!act) return null;
  return html`<button id=${gold ? "gold" : undefined} class=${gold ? "go" : ""} onClick=${() => beginAct(table, act)}>${task.label}</button>`;
}
