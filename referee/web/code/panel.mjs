// What is asked, what has been chosen, what would be signed. The foot stands still: whatever grows, grows above it.
import { Icon, SIGNS, Sign, filled, html } from "./html.mjs";
import { kindsOf, piecesOf, rowsOf } from "./choosing.mjs";
import { ActAsk, ActFoot, TaskButton, isDoneHere, wordsBefore } from "./asks.mjs";
import { NextFoot, Told } from "./lesson.mjs";
import { placesOf } from "./log.mjs";
import { LookingBack } from "./replay.mjs";
import { askLeave, mayAsk } from "./notify.mjs";
import { tip } from "./tip.mjs";
import { PostAsk, PostFoot, goesByItself, unsentOf } from "./post.mjs";

const FEW = 3;
const MANY = 10;

/** An effect in a few words, green or red where it is good or bad for the reader. */
function Effects({ effects = [], most = FEW }) {
  return effects
    .slice(0, most)
    .map(
      ({ sentence, good }) =>
        html`<small class=${good === true ? "good" : good === false ? "bad" : "dim"}>${sentence}</small>`,
    );
}

/** An answer as a row: what it is called, what it costs, what it leads to. */
function Row({ choice, number, take, look }) {
  const kind = choice.outcome ? ` ${choice.outcome}` : "";
  return html`<button class=${`opt${kind}`} onClick=${() => take(choice)} onPointerEnter=${() => look(choice)}
    onPointerLeave=${() => look(null)} onFocus=${() => look(choice)} onBlur=${() => look(null)}>
    <span><b>${breaking(choice.label)}</b><${Effects} effects=${choice.effects} /></span>
    ${choice.price && html`<span class="price">${choice.price.amount}</span>`}
    ${number < MANY && html`<kbd aria-hidden="true">${number}</kbd>`}
  </button>`;
}

/** A part of an answer in a list: what it is called, what it costs, what it does. */
function Offer({ offer, number, pick, look }) {
  const alone = offer.behind.length === 1 ? offer.behind[0] : null;
  return html`<button class="opt" onClick=${() => pick(offer.id)} onPointerEnter=${() => look(alone)}
    onPointerLeave=${() => look(null)} onFocus=${() => look(alone)} onBlur=${() => look(null)}>
    <span><b>${breaking(capital(offer.label))}</b>${(offer.told ?? []).map((line) => html`<small class="dim">${line}</small>`)}
    <${Effects} effects=${offer.effects} /></span>
    ${offer.cost && html`<span class="price">${offer.cost}</span>`}
    ${number < MANY && html`<kbd aria-hidden="true">${number}</kbd>`}
  </button>`;
}

/** A text that may go on in the next line behind a slash. */
function breaking(text) {
  return text.split("/").flatMap((part, nth) => (nth ? ["/", html`<wbr />`, part] : [part]));
}

function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The ways to pay for what was chosen last; the one that is chosen is pressed. */
function Ways({ table }) {
  const { ways, words } = table;
  if (!ways) return null;
  return html`<div><h2 class="small dim">${words.pays}</h2><div class="opts ways" role="group" aria-label=${words.pays}>${ways.choices.map(
    (choice) => html`<button key=${choice.id} class="opt" aria-pressed=${choice.id === ways.chosen} onClick=${() => table.repay(choice)}
      onPointerEnter=${() => table.point(choice)} onPointerLeave=${() => table.point(null)}><span>${choice.cost}</span></button>`,
  )}</div></div>`;
}

/** What stands of the reader's answers, and that the chosen one may; each with its sentence before its button. */
function Standing({ table }) {
  const { view, words } = table;
  if (!view.standing) return null;
  const { given, offered, lines, ends } = view.standing;
  const row = (ask, wanted, label) => html`<div class="tasks"><span class="small">${ask.sentence}</span>
    <button onClick=${() => table.stand(wanted, ask.digest)}>${label}</button></div>`;
  return html`<details class="wishes" open=${Boolean(offered)}><summary>${words.standing}</summary>
    ${given.map((line) => html`<p class="small">${line}</p>`)}
    ${offered && row(offered, lines, words.stand)}${ends && row(ends, [], words.standEnds)}</details>`;
}

/** What is to happen behind the orders, sealed with them: chosen as it would be then, or typed where nobody can tell
 * how it will be, a line for each order. */
function Plan({ table }) {
  const { view, words, plan, planned } = table;
  if (!view.plan && !plan.length) return null;
  const moments = view.plan?.moments ?? [];
  const typed = html`<label class="field"><span class="small">${words.planHint}</span>
    <textarea rows="2" value=${plan.join("\n")} onChange=${(event) => table.planAhead(event.target.value)}></textarea></label>`;
  return html`<details class="wishes plan" open=${table.plans || plan.length > 0} onToggle=${({ currentTarget }) => {
    table.plans = currentTarget.open;
  }}><summary>${words.plan}</summary>
    ${!moments.length && (!plan.length || !view.ask) && typed}
    ${view.plan?.sealed.map((line) => html`<p class="small">${line}</p>`)}
    <div class="hb">${moments.map(
      (moment) => html`<button key=${moment} class="chip" aria-pressed=${planned === moment}
        onClick=${() => table.planFor(planned === moment ? null : moment)}>${words[`plan_${moment}`]}</button>`,
    )}${plan.length > 0 && html`<button class="plain" onClick=${() => table.planLess()}><${Icon} name="undo" />${words.undo}</button>`}</div>
    ${view.plan?.doubts.map((line) => html`<p class="small bad">${line}</p>`)}
    ${plan.length > 0 && !view.ask && html`<p class="small bad" role="alert">${words.planUnread}</p>`}</details>`;
}

/** How a conflict stands: both sums, with what each is made of. */
function Sums({ conflict, chosen, seats, words }) {
  const called = (seat) => seats.find(({ id }) => id === seat)?.name ?? seat;
  const own = chosen ? chosen.own : conflict.own.together;
  const other = chosen ? chosen.other : conflict.other.together;
  return html`<div class="versus">
    <div><small>${words.youName}, ${conflict.own.place}</small><b class="mine">${own}</b></div>
    <span>${words.against}</span>
    <div><small><bdi>${called(conflict.other.seat)}</bdi>, ${conflict.other.place}</small><b class="his">${other}</b></div>
  </div>`;
}

/** Numbers as tiles in a row, each with how the conflict then stands; the one that is chosen is pressed. */
function Numbers({ table, conflict, choices, chosen }) {
  const { words } = table;
  const answers = new Map((conflict?.answers ?? []).map((answer) => [answer.order, answer]));
  const pressed = answers.get(chosen);
  const shown = pressed ?? (answers.size === 1 ? [...answers.values()][0] : null);
  return html`
    ${conflict && html`<${Sums} conflict=${conflict} chosen=${pressed} seats=${table.view.seats} words=${words} />`}
    <div class="tiles" role="group" aria-label=${table.view.headline}>${choices.map((choice) => {
      const answer = answers.get(choice.id);
      const said = words[choice.outcome] ?? "";
      return html`<button key=${choice.id} class=${choice.outcome === "loses" ? "lose" : ""} aria-pressed=${choice.id === chosen}
        onClick=${() => table.take(choice)}>${answer?.count ?? /\d+$/.exec(choice.id)?.[0] ?? choice.label}<small>${said}</small></button>`;
    })}</div>
    ${!conflict && choices.filter(({ id }) => id === chosen).map((choice) => html`<${Effects} effects=${choice.effects} />`)}
    ${shown && html`<p class="small"><b>${shown.count}:</b> ${shown.sentence}</p>`}
    ${shown?.wins == null && conflict?.ends.map((line) => html`<p class="small">${line}</p>`)}
    ${shown?.told.map((line) => html`<p class="small dim">${line}</p>`)}
    ${conflict?.enough && !table.view.hint.includes(conflict.enough) && html`<p class="small">${conflict.enough}</p>`}
  `;
}

/** The orders chosen so far, short while one is still choosing, in full when all are there. */
function Chosen({ table, full }) {
  const { view, words } = table;
  if (!view.orders.length) return null;
  if (!full) {
    return html`<ol class="strip" aria-label=${words.chosen}>${view.orders.map(
      (order) => html`
      <li key=${order.number} class=${order.refused ? "struck" : ""}><span class="no">${order.number}</span><span>${order.sentence}</span></li>`,
    )}</ol>`;
  }
  return html`<ol class="chosen" aria-label=${words.chosen}>${view.orders.map(
    (order) => html`
    <li key=${order.number} class=${order.refused ? "struck" : ""}>
      <span class="no">${order.number}</span>
      <b>${order.sentence}</b>
      <span class="eff">${order.refused ? order.refused.sentence : order.led.join(" · ")}</span>
      <button aria-label=${`${words.remove}: ${order.sentence}`} onClick=${() => table.remove(order)}><${Icon} name="cross" /></button>
    </li>`,
  )}</ol>`;
}

/** Words that open answers which are seldom wanted, and those that do nothing. */
function Others({ table, verbs }) {
  const { view, words } = table;
  if (!verbs.length) return null;
  return html`<div><h2 class="small dim">${words.otherActions}</h2><div class="hb">${verbs.map(
    ([verb]) => html`
    <button key=${verb} class="chip" onClick=${() => table.press(verb)}>${view.verbs[verb]}</button>`,
  )}</div></div>`;
}

/** The answers that are possible now. */
function Answers({ table }) {
  const { view, picked, verb, words } = table;
  const numbers = table.numbers;
  if (numbers) return html`<${Numbers} table=${table} ...${numbers} />`;
  const places = view.board?.places ?? [];
  const { offers, rows, verbs, wishes, found } = rowsOf(view, picked, verb);
  const half = verb ? [view.verbs[verb]] : view.offers.filter(({ id }) => picked.includes(id)).map(({ label }) => capital(label));
  return html`
    ${
      half.length > 0 &&
      html`<div class="hb"><b>${half.join(", ")}</b>
      <button class="plain" onClick=${() => table.drop()}><${Icon} name="cross" />${words.drop}</button></div>`
    }
    ${
      offers.length > 0 &&
      html`<div class="opts">${offers.map(
        (offer, nth) => html`
      <${Offer} key=${offer.id} offer=${offer} number=${nth + 1} pick=${(id) => table.pick(id)} look=${(one) => table.point(one)} />`,
      )}</div>`
    }
    ${
      rows.length > 0 &&
      html`<div class="opts">${rows.map(
        (choice, nth) => html`
      <${Row} key=${choice.id} choice=${choice} number=${offers.length + nth + 1} take=${(one) => table.take(one)} look=${(one) => table.point(one)} />`,
      )}</div>`
    }
    ${!verb && !picked.length && !offers.length && !rows.length && found.next.size > 0 && html`<p class="small">${words.start}</p>`}
    ${!verb && !picked.length && html`<${Others} table=${table} verbs=${verbs} />`}
    ${
      wishes.length > 0 &&
      html`<details class="wishes"><summary>${words.wishes}</summary><div class="opts">${wishes.map(
        (choice) => html`
      <${Row} key=${choice.id} choice=${choice} number=${MANY} take=${(one) => table.take(one)} look=${(one) => table.point(one)} />`,
      )}</div></details>`
    }
    ${picked.length > 0 && !verb && places.some(({ id }) => found.next.has(id)) && html`<p class="small dim">${words.dots}</p>`}
  `;
}

/** Other things to do at this table. */
function duesOf(view) {
  return view.tasks.filter(
    ({ rank, code, label, command }) =>
      rank < FEW && label && !/^(answer|you-answer)/.test(code) && command && !/^referee (mail|send|receive|replay)\b/.test(command),
  );
}

/** The one of them that stands on the gold button. */
function firstDue(table) {
  return duesOf(table.view).find((task) => isDoneHere(task, table.words));
}

/** What may be done as well: consents that are asked for, players who are late. */
function alsoOf(view) {
  return view.tasks.filter(({ rank, label, command }) => rank === FEW && label && /^referee (consent|absent|rekey)\b/.test(command));
}

/** What nobody can do here, and everybody should know: sentences without a button. */
const TOLD = new Set(["own-tiles-face-down", "tiles-face-down", "shares-wanted", "standing-silent", "waiting-mix"]);

function Tasks({ table }) {
  const { view } = table;
  const first = table.open || unsentOf(table).length ? undefined : firstDue(table);
  const dues = duesOf(view).filter((task) => task !== first);
  const told = view.tasks.filter(({ code }) => TOLD.has(code));
  const found = [...told, ...dues, ...alsoOf(view), ...view.tasks.filter(({ command }) => command.startsWith("referee receive"))];
  if (!found.length) return null;
  return html`<ul class="tasks">${found.map(
    (task) => html`<li key=${task.code} class="small"><span>${task.sentence}</span>
      ${!TOLD.has(task.code) && html`<${TaskButton} table=${table} task=${task} />`}</li>`,
  )}</ul>`;
}

function Foot({ table }) {
  const { view, words, stopped, busy, looking } = table;
  if (looking) return null;
  if (table.act) return html`<${ActFoot} table=${table} />`;
  if (table.lesson?.solved) return html`<${NextFoot} table=${table} />`;
  const { ask } = view;
  const open = view.choices.length > 0;
  const [begin, rest] = ask ? halves(ask.sentence) : ["", ""];
  if (!table.open) {
    if (goesByItself(table)) return html`<${PostFoot} table=${table} />`;
    const audit = view.result && !table.audited ? view.tasks.filter(({ command }) => command === "referee audit") : [];
    const [due] = unsentOf(table).length ? [] : [firstDue(table), ...audit].filter(Boolean);
    const said = due ? due.sentence : table.waits ? words.replaceUntil : "";
    if (!said) return null;
    return html`<footer>
      <p class="said">${said}</p>
      <div class="hb">
        ${table.waits && html`<button class="plain" onClick=${() => table.change()}>${words.changeOrders}</button>`}
        ${due && html`<${TaskButton} table=${table} task=${due} gold />`}
      </div>
    </footer>`;
  }
  const before = ask && wordsBefore(view);
  return html`<footer>
    <p class="said">${ask ? html`<b>${begin}</b>${rest}` : words.nothingSigned}</p>
    ${ask?.warnings.map((line) => html`<p class="small bad">${line}</p>`)}
    ${
      ask?.secret &&
      html`<label class="secret"><span>${words.passphrase}</span>
      <input type="password" autocomplete="off" value=${table.secret} onInput=${(event) => {
        table.secret = event.target.value;
      }} /></label>`
    }
    <div class="hb">
      <button class="plain undo" disabled=${!view.orders.length || stopped} onClick=${() => table.undo()}><${Icon} name="undo" />${words.undo}</button>
      ${before ? html`<${TaskButton} table=${table} task=${before} gold />` : html`<button id="gold" class=${ask && open ? "half" : "go"} disabled=${!ask || stopped} aria-busy=${busy} onClick=${() => table.sign()}>
        ${ask ? ask.label : words.sign}</button>`}
    </div>
  </footer>`;
}

/** `You sign: ..` in two: what stands bold, and the orders. */
function halves(sentence) {
  const at = sentence.indexOf(":") + 1;
  return [sentence.slice(0, at), sentence.slice(at)];
}

/** The first sentence of a text, and the others. */
function sentences(text) {
  const at = text.search(/[.?!] /);
  return at < 0 ? [text, ""] : [text.slice(0, at + 1), text.slice(at + 2)];
}

/** The names of those that the game waits for, without the reader's own. */
function awaited(view) {
  const called = new Map(view.seats.filter(({ you }) => !you).map(({ id, name }) => [id, name]));
  return [...new Set(view.can.waited.map(({ seat }) => called.get(seat)).filter(Boolean))];
}

/** Since when the game waits for somebody else, as people write it. */
function since(view) {
  const [first] = view.can.waited.map(({ since: at }) => at).sort();
  const as = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" };
  return first ? new Intl.DateTimeFormat(document.documentElement.lang, as).format(new Date(first)) : "";
}

/** How it ended, and how the points went where everybody may see that. */
function Ended({ table }) {
  const { result } = table.view;
  if (!result) return null;
  const hide = ({ currentTarget }) => currentTarget.remove(); // a game without a course of points has no picture of it
  return html`${result.told.map((line) => html`<p>${line}</p>`)}
    <img class="chart" src=${`/table/${table.id}/points.svg`} alt="" onError=${hide} />`;
}

/** The first line: what is asked, or that it was signed; at the end who has won, before the deal what is to be done. */
function headingOf(table, ready, asks) {
  const { view, words } = table;
  if (ready) return words.ready;
  if (table.waits) return words.signedNow;
  const [first = "", second = ""] = view.result?.told ?? [];
  const won = /^\d/.test(second) ? first.replace(/^\d+\. /, "") : second || first;
  if (won) return won.replace(/\. .*|\.$/, "");
  const post = unsentOf(table).length ? table.post.sentence : "";
  return asks || post || view.tasks[0]?.sentence || words.waiting;
}

/** The panel of what is asked. */
export function Panel({ table }) {
  const { view, words, looking, trouble, news } = table;
  const full = table.open && !view.choices.length && !table.numbers;
  const wait = !table.open || looking;
  const ready = Boolean(full && view.ask && !looking && words.ready);
  const names = awaited(view);
  const hint =
    (table.open && view.hint) ||
    (!table.open && names.length ? filled(words.waitingFor, { names: names.join(", "), when: since(view) }) : "");
  const counts = view.form === "pieces" && view.question?.question === "turn"; // how many actions are left
  const { lesson } = table;
  const turned = !lesson && table.open && !looking && !counts && view.hint;
  const [asks, more] = lesson ? [lesson.heading, lesson.task] : turned ? sentences(view.hint) : [view.headline, hint];
  return html`<section id="ask" class=${wait ? "ask wait" : "ask"} aria-label=${words.ask}>
    <header><h1 id="headline" tabindex="-1">${headingOf(table, ready, asks)}</h1>${more && !ready && html`<p>${more}</p>`}
    ${turned && !ready && html`<p>${view.headline}</p>`}</header>
    <div class="body" tabindex="0" role="group" aria-label=${words.choices}>
      ${news && html`<p class="notice" role="status">${news}</p>`}
      ${trouble && html`<p class="notice bad" role="alert">${trouble}</p>`}
      ${lesson && html`<${Told} table=${table} />`}
      ${
        looking
          ? html`<${LookingBack} table=${table} />`
          : table.act
            ? html`<${ActAsk} table=${table} />`
            : html`<${Ways} table=${table} /><${Chosen} table=${table} full=${full} />
          ${table.open && table.planned !== null && html`<h2 class="small">${words[`plan_${table.planned}`]}</h2>`}
          ${table.open && html`<${Answers} table=${table} />`}
          ${view.ask && html`<ul class="then">${view.ask.then.map((line) => html`<li class="small dim">${line}</li>`)}</ul>`}
          ${table.open && html`<${Plan} table=${table} /><${Standing} table=${table} />`}
          ${!table.open && !view.result && !lesson && mayAsk() && html`<div><button class="chip" onClick=${() => askLeave(table.redraw)}>${words.notifyMe}</button></div>`}
          <${Ended} table=${table} />
          <${PostAsk} table=${table} quiet=${table.open} />
          ${(!view.orders.length || trouble) && html`<${Tasks} table=${table} />`}`
      }
    </div>
    <${Foot} table=${table} />
  </section>`;
}

/** The parts of a map that are looked at most. */
function GoTo({ table }) {
  const { words } = table;
  const last = [...table.earlier, ...table.view.news].findLast(({ undone }) => !undone);
  const places = last ? placesOf(table, last) : [];
  return html`<div><h2 aria-hidden="true">${words.goTo}</h2><div class="goto" role="group" aria-label=${words.goTo}>
    <button class="chip" onClick=${() => table.drawn.lands()}>${words.myLands}</button>
    <button class="chip" disabled=${!places.length} onClick=${() => table.drawn.show(places)}>${words.whatHappened}</button>
    <button class="chip" onClick=${() => table.drawn.zoom(0)}>${words.world}</button></div></div>`;
}

/** Something of the reader's that is only looked at; what it is and does stands beside the pointer. */
function Held({ one: { label, sign, text, hint } }) {
  const show = ({ currentTarget }) => tip.show([label, ...hint], currentTarget);
  const hide = () => tip.show([]);
  return html`<li onPointerEnter=${show} onPointerLeave=${hide}>${sign && html`<${Sign} of=${sign} size=${text ? 26 : 52} />`}${text}
    <span class="away">${hint.join(" ")}</span></li>`;
}

/** What is the reader's: pieces that can be picked, those that orders have used, and points. */
export function Dock({ table }) {
  const { view, words, picked, verb } = table;
  const me = view.seats.find(({ you }) => you);
  const kinds = kindsOf(piecesOf(view));
  const { next } = table.found;
  const leaders = (piece) => Boolean(me) && piece.symbol.startsWith(`${me.sign}-`);
  const pieces = table.dock;
  const own = pieces.filter((piece) => !leaders(piece));
  const groups = [[own, view.face_down], [pieces.filter(leaders), 0]].filter(([group, covered]) => group.length || covered);
  const button = (piece, group) => {
    const free = picked.includes(piece.id) || next.has(kinds.get(piece.id) ?? piece.id);
    const told = piece.used ? `${piece.spoken}, ${filled(words.usedBy, { number: piece.used })}` : piece.spoken;
    return html`<button key=${piece.key} class=${`piece${piece.used ? " used" : ""}${free ? "" : picked.length ? " off" : " idle"}`} aria-label=${told}
      aria-pressed=${picked.includes(piece.id)} disabled=${Boolean(piece.used)} data-piece=${piece.id}
      onClick=${() => table.pick(piece.id)} onPointerEnter=${(event) => table.hint(piece.id, event.currentTarget)}
      onPointerLeave=${() => table.hint(null)} onFocus=${(event) => table.hint(piece.id, event.currentTarget)} onBlur=${() => table.hint(null)}>
      ${piece.symbol ? html`<${Sign} of=${piece.symbol} />` : html`<span class="small">${piece.spoken}</span>`}
      ${piece.used && html`<span class="no">${piece.used}</span>`}</button>`;
  };
  const points = me && me.points.length > 1 ? me.points : [];
  const least = view.lowest && points.length ? Math.min(...points.slice(0, -1).map(({ count }) => count)) : -1;
  const held = new Map(view.holdings.map(({ label }) => [label, view.holdings.filter((one) => one.label === label)]));
  if (!groups.length && !points.length && !held.size) return null;
  return html`<section class="dock" aria-label=${words.yours} tabindex=${view.board?.near ? 0 : undefined} onKeyDown=${walkRow}>
    ${view.board?.near && html`<${GoTo} table=${table} />`}
    ${groups.map(([group, covered]) => {
      const lead = group !== own;
      return html`<div key=${lead}><h2 aria-hidden="true">${lead ? words.leaders : words.yours}</h2>
      <div class=${lead ? "pieces ldr" : "pieces"}>${group.map(button)}${Array.from({ length: covered }, (_, nth) => html`<span key=${`down ${nth}`} class="piece back" aria-hidden="true"></span>`)}</div></div>`;
    })}
    ${
      points.length > 0 &&
      html`<div><h2 aria-hidden="true">${view.lowest ? words.lowestCounts : words.points}</h2>
      <ul class="points" aria-label=${view.lowest ? words.lowestCounts : words.points}>${points.map(
        (point, nth) => html`
      <li key=${point.name} class=${`pt ${point.name}${point.count === least && nth < points.length - 1 ? " weak" : ""}`} title=${point.called}><${Sign} of=${SIGNS[point.name]} size=${17} />
        <span class="away">${point.called}: </span>${point.count}</li>`,
      )}</ul></div>`
    }
    ${[...held].map(
      ([label, holdings]) => html`<div key=${label} class="held"><h2 aria-hidden="true">${label}</h2>
      <ul aria-label=${label}>${holdings.map((one) => html`<${Held} one=${one} />`)}</ul></div>`,
    )}
  </section>`;
}

/** Arrows walk the pieces; Tab goes on to what comes next. */
function walkRow(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const all = [...event.currentTarget.querySelectorAll("button.piece:not(:disabled)")];
  const at = all.indexOf(document.activeElement);
  all[(at + step + all.length) % all.length]?.focus();
  event.preventDefault();
}
