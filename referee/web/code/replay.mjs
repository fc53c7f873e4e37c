// A game looked back at: step by step from the beginning, at a pace, from any step on.
import { Told } from "./log.mjs";
import { filled, html } from "./html.mjs";

const PACES = { slow: 1600, usual: 700, fast: 200 };

/** The step of the log that is shown. */
function shownStep(table, step) {
  return [...table.earlier, ...table.view.news].find((each) => each.step === step);
}

/** All steps of the log are read, so that each can be told. */
async function readAll(table) {
  let before;
  do {
    before = table.earlier.length;
    await table.older();
  } while (table.earlier.length > before);
}

/** Play the game on from the step that is shown, from its beginning for who sees it as it is now. */
export async function replay(table) {
  const { last } = table.view;
  const show = { pauses: true };
  let step = table.looking && table.looking.step < last ? table.looking.step : 0;
  table.sheet = false;
  table.shown = show;
  await readAll(table);
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  for (; step <= last && table.shown === show; step += 1) {
    table.mover = still ? null : shownStep(table, step)?.orders[0]?.[0];
    await table.look(step, true);
    await new Promise((done) => setTimeout(done, still ? PACES.slow : PACES[table.pace]));
  }
  if (table.shown === show) table.pause();
}

/** Which step is shown and what happened in it; the way to any other. */
export function LookingBack({ table }) {
  const { words, view, looking } = table;
  const runs = Boolean(table.shown?.pauses);
  const step = shownStep(table, looking.step);
  return html`<p>${filled(words.lookingAt, { step: looking.step, last: view.last })}</p>
    <div class="pace"><input type="range" min="0" max=${view.last} value=${looking.step} aria-label=${words.step}
      onInput=${({ currentTarget }) => table.look(Number(currentTarget.value), true)} />
    <div class="hb"><button id="runs" onClick=${() => (runs ? table.pause() : replay(table))}>${runs ? words.pause : words.goOn}</button>
      <button onClick=${() => table.now()}>${words.backToNow}</button></div>
    <div class="hb" role="group" aria-label=${words.pace}>${Object.keys(PACES).map(
      (pace) => html`<button key=${pace} class="chip" aria-pressed=${pace === table.pace} onClick=${() => {
        table.pace = pace;
        table.redraw();
      }}>${words[pace]}</button>`,
    )}</div></div>
    ${step?.told.map((line) => html`<p class="small"><${Told} text=${line} table=${table} /></p>`)}`;
}
