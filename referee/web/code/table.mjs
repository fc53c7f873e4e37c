// One room for one game: it begins here, and hears keys, fingers and news.
import { html, render } from "./html.mjs";
import { askEnd, beginAct } from "./asks.mjs";
import { rowsOf } from "./choosing.mjs";
import { beginLight } from "./light.mjs";
import { Room, framed } from "./room.mjs";
import { hear } from "./server.mjs";
import { Lesson } from "./lesson.mjs";
import { Table } from "./state.mjs";
import { takeAnywhere } from "./drop.mjs";
import { tip } from "./tip.mjs";

const HELD = 450;

function title(table) {
  const { view } = table;
  return `${table.open ? `(1) ${view.table.title}: ${table.words.yourTurn}` : view.table.title}`;
}

/** A key or a press ends what is shown; a replay stays where it is, and its own buttons are pressed as they are. */
function endShow(table, { target }) {
  if (!table.shown.pauses) table.now();
  else if (!target.closest?.(".pace")) table.pause();
}

function keys(table, event) {
  if (!table.view) return;
  if (table.shown) {
    endShow(table, event);
    return;
  }
  const { target, key } = event;
  if (target.closest?.("input, textarea, select") || document.querySelector("dialog")) return;
  if ((event.ctrlKey || event.metaKey) && key === "Enter") {
    document.getElementById("gold")?.focus();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const shown = table.sought ?? table.view.step;
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
  const { offers, rows } = rowsOf(table.view, table.picked, table.verb);
  const offer = numbers ? undefined : offers[number - 1];
  if (offer) {
    table.pick(offer.id);
    return;
  }
  const choices = numbers ? numbers.choices : rows;
  const counts = new Map((numbers?.conflict?.answers ?? []).map(({ count, order }) => [count, order]));
  const choice = numbers ? choices.find(({ id }) => id === counts.get(number)) : choices[number - offers.length - 1];
  if (choice) table.take(choice);
  else if (!number) table.drawn?.zoom(0);
}

/** News of other tabs, of a terminal and of friends. */
function listen(table) {
  let version = null;
  let shared = null;
  hear(({ waiting, tables, lost }) => {
    if (lost) {
      if (!table.stopped) table.refresh();
      return;
    }
    table.waiting = waiting;
    const now = tables[table.id];
    if (version !== null && now !== version && !table.busy) table.refresh(table.words.changed);
    if (now !== version || tables[""] !== shared) askEnd(table);
    version = now;
    shared = tables[""];
    table.redraw();
  });
}

function start() {
  const first = JSON.parse(document.getElementById("first").textContent);
  const root = document.getElementById("room");
  beginLight();
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
    if (focused !== "BODY" && !document.querySelector("dialog") && document.activeElement === document.body) document.getElementById("headline")?.focus();
  };
  const table = new (first.games ? Lesson : Table)(first, () => {
    if (!wanted) requestAnimationFrame(draw);
    wanted = true;
  });
  draw();
  addEventListener("keydown", (event) => keys(table, event));
  if (table.view) listen(table);
  const [, reminded] = /^#remind%20(.+)$/.exec(location.hash) ?? [];
  if (table.view && reminded) beginAct(table, { does: "remind", names: [decodeURIComponent(reminded)] });
  takeAnywhere(
    (files) => table.receive(files),
    (over) => root.classList.toggle("over", over),
  );
  addEventListener("pointerdown", (event) => table.shown && endShow(table, event), true);
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
