// What happened, what was said, what one noted: three tabs beside the board.
import { Menu } from "./agreements.mjs";
import { Icon, SIGNS, Sign, html } from "./html.mjs";
import { replay } from "./replay.mjs";

/** A sentence whose places light up on the board. */
export function Told({ text, table }) {
  const parts = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(table.placePattern)) {
    const id = table.placeNames.get(word);
    parts.push(text.slice(end, index));
    parts.push(html`<span class="sp" onPointerEnter=${() => table.light([id])} onPointerLeave=${() => table.light([])}
      onClick=${() => table.light([id])}>${word}</span>`);
    end = index + word.length;
  }
  return [...parts, text.slice(end)];
}

/** The latest step of a seat among those that are here. */
export function latestOf(table, seat) {
  return [...table.earlier, ...table.view.news].filter(({ orders, undone }) => !undone && orders[0]?.[0] === seat).at(-1);
}

/** The places that the lines of a step name. */
export function placesOf(table, step) {
  const words = step.told.flatMap((line) => line.match(table.placePattern) ?? []);
  return words.map((word) => table.placeNames.get(word));
}

/** Why a bot may have played so, folded; nothing for people, and where the table passed over a bot. */
function Why({ step, table }) {
  const { words, view, reasons } = table;
  const found = reasons.get(step.step);
  const skipped = new Set(step.table?.map((line) => line.split(" ")).map(([word, seat]) => word === "absent" && seat));
  const moved = step.orders.some(([seat]) => view.bots?.includes(seat) && !skipped.has(seat));
  if (!moved || found?.length === 0) return null;
  return html`<details class="why" onToggle=${({ currentTarget }) => currentTarget.open && table.explain(step.step)}>
    <summary aria-label=${`${words.why} ${words.step} ${step.step}`}>${words.why}</summary>
    <div aria-live="polite">${found?.map((line) => html`<p><${Told} text=${line} table=${table} /></p>`)}</div></details>`;
}

function StepLine({ step, table }) {
  const seat = table.view.seats.find(({ id }) => id === step.orders[0]?.[0]);
  const lines = [...step.told, ...(step.table ?? []), ...(step.decided ?? [])];
  return html`<li class=${step.undone ? "undone" : ""}>
    ${seat ? html`<${Sign} of=${seat.sign} size=${22} />` : html`<span></span>`}
    <div><button class="at" onClick=${() => table.look(step.step)} aria-label=${`${table.words.step} ${step.step}`}>${step.step}</button>
      ${lines.map((line, nth) => html`<p><${Told} text=${line} table=${table} />${step.points
        .filter((one) => one.line === nth)
        .map(({ colour, count }) => html` <span class=${`pt ${colour}`} aria-hidden="true"><${Sign} of=${SIGNS[colour]} size=${14} />+${count}</span>`)}</p>`)}
      <${Why} step=${step} table=${table} />
      ${step.said.map((one) => html`<p class="talk"><bdi>${one.called ?? ""}</bdi> ${one.text ?? one}</p>`)}</div>
  </li>`;
}

function Log({ table }) {
  const { view, words, earlier } = table;
  const fresh = new Set(view.news.map(({ step }) => step));
  const before = earlier.filter(({ step }) => !fresh.has(step));
  const first = before[0]?.step ?? view.news[0]?.step ?? view.last ?? 0;
  return html`${view.last > 0 && html`<button class="chip" onClick=${() => replay(table)}><${Icon} name="right" />${words.replay}</button>`}<ol>
    ${first > 1 && html`<li class="cut older"><button onClick=${() => table.older()}>${words.earlier}</button></li>`}
    ${before.map((step) => html`<${StepLine} key=${step.step} step=${step} table=${table} />`)}
    ${
      view.news.length > 0 &&
      html`<li class="cut" ref=${table.newest}>${words.newSince}
      <button onClick=${() => table.play()}><${Icon} name="right" />${words.show}</button></li>`
    }
    ${view.news.map((step) => html`<${StepLine} key=${step.step} step=${step} table=${table} />`)}
  </ol>`;
}

function Talk({ table }) {
  const { view, words } = table;
  const said = [...table.earlier, ...view.news].flatMap((step) => step.said.map((one) => ({ step: step.step, one })));
  return html`<div class="talks">
    ${said.map(({ step, one }) => html`<p class="talk"><b><bdi>${one.called ?? ""}</bdi></b> ${one.text ?? one} <small class="dim">${step}</small></p>`)}
    ${!said.length && html`<p class="dim small">${words.noTalk}</p>`}
    ${
      view.can.talk.includes("with-move") &&
      table.open &&
      html`<label class="field"><span class="small">${words.talkHint}</span>
      <textarea rows="2" maxlength="272" value=${table.say} onChange=${(event) => table.speak(event.target.value)}></textarea></label>`
    }
  </div>`;
}

function Notes({ table }) {
  const { view, words } = table;
  const keep = (event) => {
    event.preventDefault();
    const { text } = event.currentTarget.elements;
    if (text.value.trim()) table.write(text.value.trim());
    text.value = "";
  };
  return html`<form class="field" onSubmit=${keep}><label class="small" for="note">${words.noteHint}</label>
    <div class="hb"><input id="note" name="text" maxlength="500" autocomplete="off" /><button>${words.keepNote}</button></div></form>
    <ol>${view.notes.map((note) => html`<li><b>${note.step}</b><p>${note.text}</p></li>`)}
    ${!view.notes.length && html`<li class="dim small"><span></span><p>${words.noNotes}</p></li>`}</ol>`;
}

const TABS = { log: Log, talk: Talk, notes: Notes, table: Menu };

/** The panel of tabs. */
export function Logged({ table }) {
  const { tab, words } = table;
  const walk = (event) => {
    const names = Object.keys(TABS);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    table.show(names[(names.indexOf(tab) + step + names.length) % names.length]);
    document.getElementById(`tab-${table.tab}`)?.focus();
  };
  return html`<section class=${tab === "log" ? "log" : "log read"} aria-label=${words.log}>
    <div class="tabs" role="tablist" onKeyDown=${walk}>${Object.keys(TABS).map(
      (name) => html`
      <button key=${name} role="tab" id=${`tab-${name}`} aria-controls="tab-shown" aria-selected=${name === tab} tabindex=${name === tab ? 0 : -1}
        onClick=${() => table.show(name)}>${words[name]}</button>`,
    )}</div>
    <div class="body" id="tab-shown" role="tabpanel" aria-labelledby=${`tab-${tab}`} tabindex="0"><${TABS[tab]} table=${table} /></div>
  </section>`;
}
