// Markup in template strings, drawn by preact. Text is set as text, never parsed.
import { Component, h, render } from "./vendor/preact.mjs";
import htm from "./vendor/htm.mjs";

export const html = htm.bind(h);
export { Component, render };

const SIDE = 48;

/** What stands for points of a colour. */
export const SIGNS = { red: "temple", black: "settlement", green: "market", blue: "farm", treasures: "treasure" };

const PATHS = {
  back: "M12 4 6 10l6 6",
  down: "M5 8l5 5 5-5",
  cross: "M5 5l10 10M15 5 5 15",
  undo: "M7 5 3.5 8.5 7 12M3.5 8.500H12a4.5 4.5 0 0 1 0 9H8",
  tick: "M4 10.500l4 4 8-9",
  folder: "M2.5 5.500h5l1.8 2h8.2v8.500h-15z",
  mail: "M2.5 5h15v10.500h-15zM2.5 5.500l7.5 6 7.5-6",
  sun: "M10 1.500v2.6M10 15.900v2.6M1.500 10h2.6M15.900 10h2.6M4 4l1.800 1.800M14.200 14.200 16 16M16 4l-1.800 1.800M5.800 14.200 4 16M10 6.400a3.6 3.6 0 1 0 0 7.2a3.6 3.6 0 1 0 0-7.2",
  plus: "M10 4v12M4 10h12",
  minus: "M4 10h12",
  whole: "M3.5 8V3.500H8M12 3.500h4.500V8M16.500 12v4.500H12M8 16.500H3.500V12",
  left: "M13 4 6 10l7 6z",
  right: "M7 4l7 6-7 6z",
  hand: "M3 7.500l6-2.500 3.500 9-6 2.500zM9.500 3.500h7v11h-3",
  find: "M9 3.500a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11M13.200 13.200l4 4",
  book: "M10 5.500C8 4 5.500 3.500 2.500 3.500v12c3 0 5.500.5 7.500 2c2-1.500 4.500-2 7.500-2v-12c-3 0-5.500.5-7.500 2zM10 5.500v12",
  gear: "M10 7a3 3 0 1 0 0 6a3 3 0 1 0 0-6M10 2v3M10 15v3M2 10h3M15 10h3M4.300 4.300l2.200 2.200M13.500 13.500l2.200 2.200M15.700 4.300l-2.200 2.200M6.500 13.500l-2.200 2.200",
  list: "M3 5h14M3 10h14M3 15h9",
};

/** A small sign of the page; it is never the only name of a button. */
export function Icon({ name }) {
  return html`<svg class="i" viewBox="0 0 20 20" aria-hidden="true"><path d=${PATHS[name]} /></svg>`;
}

/** A symbol of the game's pictures in a box of its own; that of a seat lies on its colour. */
export function Sign({ of, size = SIDE }) {
  if (!of) return null;
  const seat = /^seat(\d)$/.exec(of)?.[1];
  const inside = seat ? SIDE / 6 : 0;
  const use = { href: `#${of}`, x: inside, y: inside, width: SIDE - 2 * inside, height: SIDE - 2 * inside };
  return html`<svg viewBox="0 0 48 48" width=${size} height=${size} aria-hidden="true">
    ${seat && html`<rect width="48" height="48" rx="9" class=${`q${seat}`} />`}
    <use ...${use} class=${seat ? `e${seat}` : ""} />
  </svg>`;
}

/** A sentence of the words with its holes filled: `{step} of {last}`. */
export function filled(sentence, values) {
  return (sentence ?? "").replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}
