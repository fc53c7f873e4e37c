// A lesson in the room of a table: one thing to do, tried and not signed, and the list of all lessons.
import { Icon, html } from "./html.mjs";
import { keep, kept } from "./light.mjs";
import { asked } from "./server.mjs";
import { Table } from "./state.mjs";

/** The state of a lesson: each click asks the rules as at a table, and what is signed there is tried here. */
export class Lesson extends Table {
  constructor(first, redraw) {
    super({ ...first, id: "", view: first.lesson?.view ?? null, earlier: [] }, redraw);
    this.lesson = first.lesson;
    this.games = first.games;
  }

  get open() {
    return super.open && !this.lesson.solved;
  }

  get game() {
    return this.view.table.game;
  }

  /** What the lesson says of the orders, and how the table is with them. */
  async ask(_, { orders, tries = false }) {
    this.lesson = await asked(`/data/lesson/${this.game}/${this.lesson.number}`, { orders, tries });
    this.stopped = false;
    if (this.lesson.solved) keep(nameOf(this.game, this.lesson.number), "solved");
    return this.lesson.view;
  }

  async attempt(orders, more) {
    await super.attempt(orders, more);
    if (this.lesson.told.length) this.spoken = this.lesson.told.join(". ");
  }

  sign() {
    this.rerun((ids) => ids, { tries: true });
  }

  refresh() {
    this.rerun((ids) => ids, { tries: this.lesson.solved === true });
  }

  /** The address of the lesson behind this one; after the last one that of a game alone. */
  get next() {
    const { lessons } = this.games.find(({ name }) => name === this.game);
    const { number } = this.lesson;
    return number < lessons.length ? [`/lesson/${this.game}/${number + 1}`, this.words.next] : [this.paths.practise, this.words.practise];
  }
}

/** The result of the orders that were tried, and the rule that it is about. */
export function Told({ table }) {
  const { told, solved, rule } = table.lesson;
  const [first, ...led] = told;
  if (first) return html`<div class=${solved ? "notice" : "notice bad"} role="status"><p><b>${first}</b></p>${led.map((line) => html`<p class="small">${line}</p>`)}</div>`;
  return html`<details class="wishes"><summary>${table.words.rule}</summary><p class="small">${rule}</p></details>`;
}

/** The gold button once a lesson is solved. */
export function NextFoot({ table }) {
  const [address, label] = table.next;
  return html`<footer><div class="hb"><a id="gold" class="button go" href=${address}>${label}</a></div></footer>`;
}

/** All lessons, those of this game open; and how the game is played and won. */
export function Lessons({ table }) {
  const { words, lesson, games } = table;
  const row = (name, { number, task }) => {
    const here = name === table.game && number === lesson.number;
    const solved = kept(nameOf(name, number)) === "solved";
    return html`<li key=${number}><span>${solved ? html`<${Icon} name="tick" /><span class="away">${words.solved}</span>` : number}</span>
      <p>${here ? html`<b aria-current="page">${task}</b>` : html`<a href=${`/lesson/${name}/${number}`}>${task}</a>`}</p></li>`;
  };
  return html`<section class="log" aria-label=${words.log}><div class="body" tabindex="0">
    <details class="wishes"><summary>${words.gist}</summary>${lesson.gist.map((line) => html`<p class="small">${line}</p>`)}</details>
    ${games.map(
      ({ name, title, lessons }) => html`<details key=${name} class="wishes" open=${name === table.game}><summary>${title}</summary>
      <ol>${lessons.map((each) => row(name, each))}</ol></details>`,
    )}</div></section>`;
}

function nameOf(game, number) {
  return `lesson ${game} ${number}`;
}
