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

  attempt(orders, tries = false) {
    this.news = "";
    this.trouble = "";
    this.run(async () => {
      this.lesson = await asked(`/data/lesson/${this.game}/${this.lesson.number}`, { orders, tries });
      this.take_in(this.lesson.view);
      if (this.lesson.solved) keep(nameOf(this.game, this.lesson.number), "solved");
      const last = this.view.orders.at(-1);
      this.spoken = this.lesson.told.join(". ") || (last ? [last.sentence, ...last.led].join(". ") : this.view.headline);
    });
  }

  sign() {
    this.attempt(this.view.orders.map(({ id }) => id), true);
  }

  refresh() {
    this.attempt(this.view.orders.map(({ id }) => id), this.lesson.solved === true);
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
