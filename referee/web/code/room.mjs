// The room as it is laid out: the bar, the players, the board, the panels beside it.
import { beginAgreement, beginRules } from "./agreements.mjs";
import { beginAct } from "./asks.mjs";
import { Find, FindButton } from "./finder.mjs";
import { Icon, Sign, filled, html } from "./html.mjs";
import { turnLight } from "./light.mjs";
import { Lessons } from "./lesson.mjs";
import { Logged, latestOf, placesOf } from "./log.mjs";
import { Dock, Panel } from "./panel.mjs";
import { Post } from "./post.mjs";
import { Stage } from "./stage.mjs";
import { tip } from "./tip.mjs";

const MAP_RATIO = 1.409;
const TALL = 1.15;
const FLAT = 1.7;
const LINES = 3;

/** What was found is done where everything at a table is asked. */
function runFound(table, { how, does, fields, words }) {
  if (how === "agree") return beginAgreement(table, { does, fields });
  if (how === "rules") return beginRules(table, words);
  return beginAct(table, { does });
}

function Bar({ table }) {
  const { view, words, paths } = table;
  const shown = table.sought ?? view.step;
  return html`<header class="bar">
    <a href=${paths.lobby}><${Icon} name="back" /><span class="word">${words.games}</span> <span class=${table.waiting ? "count" : "count none"}>${table.waiting}</span></a>
    <span class="name">${view.table.title}</span>
    ${
      view.last !== null &&
      html`<span class="steps far">
      <button aria-label=${words.stepBack} disabled=${shown <= 1} onClick=${() => table.look(shown - 1)}><${Icon} name="left" /></button>
      ${filled(words.steps, { step: shown, last: view.last })}
      <button aria-label=${words.stepOn} disabled=${shown >= view.last} onClick=${() => table.look(shown + 1)}><${Icon} name="right" /></button></span>`
    }
    <span class="grow"></span>
    ${!table.lesson && html`<button onClick=${() => beginRules(table)}><${Icon} name="book" /><span class="word">${words.rules}</span></button>`}
    <button class="near-only" aria-expanded=${table.sheet} onClick=${() => {
      table.sheet = !table.sheet;
      table.redraw();
    }}><${Icon} name="list" /><span class="word">${words.log}</span></button>
    <${FindButton} room=${table} />
    <button aria-label=${words.light} onClick=${turnLight}><${Icon} name="sun" /></button>
    <a href=${paths.settings}><${Icon} name="gear" /><span class="word">${words.settings}</span></a>
  </header>`;
}

function Seats({ table }) {
  const { view, words } = table;
  return html`<ul class="seats" aria-label=${words.players} tabindex="0">${view.seats.map((seat) => {
    const points = seat.points.length === 1 ? `${seat.points[0].count} ${seat.points[0].called}` : "";
    const last = latestOf(table, seat.id);
    const point = (event) => {
      table.light(last ? placesOf(table, last) : []);
      tip.show(last ? last.told.slice(0, LINES) : [], event.currentTarget);
    };
    const leave = () => {
      table.light([]);
      tip.show([]);
    };
    return html`<li key=${seat.id} data-seat=${seat.id} onPointerEnter=${point} onPointerLeave=${leave} class=${`seat${seat.asked ? " now" : ""}${seat.left ? " left" : ""}`}>
      <${Sign} of=${seat.sign} size=${30} />
      <b><bdi>${seat.name}</bdi>${seat.you && html`<span class="you"> ${words.you}</span>`}</b>
      <small>${[seat.asked ? words.toMove : "", points || last?.told[0]].filter(Boolean).join(" · ")}</small>
      ${seat.hand > 0 && html`<span class="num" title=${words.inHand}><${Icon} name="hand" /><span class="away">${words.inHand}: </span>${seat.hand}</span>`}
    </li>`;
  })}</ul>`;
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

export function Room({ table }) {
  const { view, words } = table;
  if (!view) {
    return html`<main class="page"><p role="alert">${table.refused?.sentence}</p>
      ${table.locked && html`<${Unlock} table=${table} />`}<p><a href=${table.paths.lobby}>${words.games}</a></p></main>`;
  }
  const shape = table.shape;
  return html`
    <a class="skip" href="#ask">${words.skip}</a>
    <${Bar} table=${table} />
    <${Find} table=${table} here=${view.headline || view.tasks[0]?.sentence || ""} run=${(row) => runFound(table, row)} failed=${(error) => table.fail(error)} />
    ${table.stopped && html`<p class="stopped" role="alert">${words.stopped}</p>`}
    <main class=${`table${shape}${table.sheet ? " logged" : ""}`}>
      <${Seats} table=${table} />
      ${view.board && html`<${Stage} table=${table} turn=${table.turn} />`}
      <${Dock} table=${table} />
      <div class="side">
        <${Panel} table=${table} />
        ${table.lesson ? html`<${Lessons} table=${table} />` : html`<${Logged} table=${table} /><${Post} table=${table} />`}
      </div>
      <p class="away" role="status" aria-live="polite">${table.spoken}</p>
      <p class="away" id="said">${(view.board?.said ?? []).join("\n")}</p>
    </main>`;
}

/** The frame of a board: a map is seen in part, so its frame is that of a table. */
export function framed(table) {
  const board = table.view?.board;
  const ratio = board ? (board.near ? MAP_RATIO : board.box[2] / board.box[3]) : MAP_RATIO;
  document.documentElement.style.setProperty("--ratio", ratio.toFixed(3));
  if (!board) return " opening";
  const bare =
    table.dock.length || table.view?.face_down || table.view?.holdings.length || table.view?.seats.some(({ you, points }) => you && points.length > 1) ? "" : " bare";
  return `${board?.near ? " map" : ratio < TALL ? " tall" : ratio > FLAT ? " flat" : ""}${bare}`;
}
