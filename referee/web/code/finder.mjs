// What is found by typing a few letters: everything that can be done here now, and what has a form of its own.
import { formOf } from "./drop.mjs";
import { Component, Icon, filled, html } from "./html.mjs";
import { Refusal, asked, saveText } from "./server.mjs";

const LANGUAGE_MARKS = /\p{M}/gu;

/** A text as it is compared: small letters without accents. */
function plain(text) {
  return text.normalize("NFD").replace(LANGUAGE_MARKS, "").toLowerCase();
}

/** The rows that have every word that was typed, those whose name begins with it first. */
export function matching(rows, typed, groups) {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  const found = rows.filter(({ label, also = "", group }) => {
    const text = plain(`${label} ${also} ${groups[group] ?? ""}`);
    return words.every((word) => text.includes(word));
  });
  const first = ({ label }) => words.length > 0 && plain(label).startsWith(words[0]);
  return [...found.filter(first), ...found.filter((row) => !first(row))];
}

/** One thing that is filled in. */
function Field({ field: { name, kind, label, options } }) {
  const id = `tool-${name}`;
  if (kind === "tick") return html`<label class="tick"><input type="checkbox" name=${name} value="yes" />${label}</label>`;
  const made = {
    lines: () => html`<textarea id=${id} name=${name} rows="3" autocomplete="off" spellcheck="false"></textarea>`,
    choice: () => html`<select id=${id} name=${name}>${Object.entries(options).map(([key, said]) => html`<option key=${key} value=${key}>${said}</option>`)}</select>`,
    file: () => html`<input id=${id} type="file" data-files required />`,
    files: () => html`<input id=${id} type="file" data-files multiple />`,
    secret: () => html`<input id=${id} name=${name} type="password" autocomplete="off" />`,
    number: () => html`<input id=${id} name=${name} type="text" inputmode="numeric" autocomplete="off" />`,
    text: () => html`<input id=${id} name=${name} type="text" autocomplete="off" required />`,
  }[kind]();
  return html`<label class="field" for=${id}><span>${label}</span>${made}</label>`;
}

/** Rows of figures under their heads. */
function Figures({ table: { heading, said, heads, rows } }) {
  return html`<section><h3>${heading}</h3>${said.map((line) => html`<p class="small">${line.trim()}</p>`)}
    ${
      rows.length > 0 &&
      html`<div class="figures" tabindex="0" role="group" aria-label=${heading}><table><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
      <tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td><bdi>${cell}</bdi></td>`)}</tr>`)}</tbody></table></div>`
    }</section>`;
}

/** The button that opens it. */
export function FindButton({ room }) {
  const { words } = room;
  return html`<button aria-label=${words.find} title=${`${words.find} (Ctrl+K)`} aria-keyshortcuts="Control+K" onClick=${() => room.finder.open()}><${Icon} name="find" /></button>`;
}

/** What it opens, in a `room` or at a `table`. `run` does there what a row says; `here` is what is asked there now. */
export class Find extends Component {
  constructor(props) {
    super(props);
    (props.table ?? props.room).finder = this;
    this.isOpen = false;
    this.state = { open: false };
    this.press = (event) => {
      const typing = event.target.closest?.("input, textarea, select, dialog");
      const wanted = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
      if (!wanted && (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey)) return;
      event.preventDefault();
      this.open();
    };
  }

  componentDidMount() {
    addEventListener("keydown", this.press);
  }

  /** What was pressed is gone: the next thing to do has the focus. */
  componentDidUpdate() {
    if (document.activeElement !== document.body) return;
    document.querySelector(".finder :is(input, textarea, select, .go, button)")?.focus();
  }

  componentWillUnmount() {
    removeEventListener("keydown", this.press);
  }

  get words() {
    return (this.props.table ?? this.props.room).words;
  }

  get place() {
    const { table } = this.props;
    return table ? { table: table.id, secret: table.secret } : { table: "", secret: "" };
  }

  async open() {
    if (this.isOpen) return;
    this.isOpen = true;
    this.setState({ open: true, typed: "", found: null, tool: null, done: null, ask: null, trouble: "" });
    const found = await asked("/data/find", this.place).catch((error) => this.fail(error));
    this.setState({ found });
  }

  fail(error) {
    this.setState({ trouble: error.message, busy: false });
    if (!(error instanceof Refusal)) this.props.failed?.(error);
    return null;
  }

  close() {
    this.isOpen = false;
    this.setState({ open: false, tool: null, done: null, sent: null });
  }

  /** Escape: it is gone before the next key comes. */
  cancel(event) {
    event.preventDefault();
    this.close();
  }

  /** The rows that fit what is typed: what is asked now comes first, and at a table the rules come last. */
  get rows() {
    const { typed, found } = this.state;
    if (!found) return [];
    const { here, table } = this.props;
    const now = here && document.getElementById("gold") ? [{ group: "here", label: here, how: "gold" }] : [];
    const rows = matching([...now, ...found.rows], typed, found.groups);
    const words = typed.trim();
    if (table && words) rows.push({ group: "table", label: filled(found.words.rule, { words }), how: "rules", words });
    return rows;
  }

  choose(row) {
    if (row.how === "tool") {
      this.setState({ tool: row, trouble: "", ask: null, done: null, sent: null });
      return;
    }
    this.close();
    if (row.how === "gold") requestAnimationFrame(() => document.getElementById("gold")?.focus());
    else this.props.run?.(row);
  }

  async send(form, digest = "") {
    const { tool } = this.state;
    const sent = form ?? this.state.sent;
    this.setState({ busy: true, trouble: "", sent });
    try {
      const place = this.place;
      const fields = { ...sent.fields, does: tool.does, table: place.table, digest };
      if (place.secret && !fields.secret) fields.secret = place.secret;
      const done = await asked("/data/tool", formOf(sent.files, fields));
      this.setState({ busy: false, ask: done.ask ?? null, done: done.ask ? null : done });
      if (done.changed) this.props.table?.refresh();
    } catch (error) {
      this.fail(error);
    }
  }

  fill(event) {
    event.preventDefault();
    const form = event.currentTarget;
    const files = [...form.querySelectorAll("[data-files]")].flatMap((input) => [...input.files]);
    this.send({ fields: Object.fromEntries(new FormData(form)), files });
  }

  walk(event) {
    const rows = [...event.currentTarget.querySelectorAll(".opt")];
    const at = rows.indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      const next = at + step;
      if (next < 0) event.currentTarget.querySelector("input").focus();
      else rows[next % rows.length]?.focus();
    } else if (event.key === "Enter" && event.target.matches("input")) {
      event.preventDefault();
      rows[0]?.click();
    }
  }

  List() {
    const { typed, found, trouble } = this.state;
    const words = found?.words ?? {};
    const groups = { here: words.here, ...found?.groups };
    return html`<div class="finds" onKeyDown=${(event) => this.walk(event)}>
      <input type="search" aria-label=${this.words.find} placeholder=${words.letters} autocomplete="off" value=${typed} autofocus
        onInput=${({ currentTarget }) => this.setState({ typed: currentTarget.value })} />
      ${trouble && html`<p class="notice bad" role="alert">${trouble}</p>`}
      <ul class="rows">${this.rows.map((row) => {
        const inside = html`<span><b><bdi>${row.label}</bdi></b><small class="dim">${groups[row.group]}</small></span>`;
        return html`<li key=${`${row.group} ${row.label} ${row.href ?? row.does}`}>${
          row.href
            ? html`<a class="opt" href=${row.href} download=${row.href.endsWith(".zip")}>${inside}</a>`
            : html`<button type="button" class="opt" onClick=${() => this.choose(row)}>${inside}</button>`
        }</li>`;
      })}</ul>
      ${found && !this.rows.length && html`<p class="small dim" role="status">${words.none}</p>`}</div>`;
  }

  Form() {
    const { tool, trouble, busy, ask, done, found, sent } = this.state;
    const { words } = found;
    const not = html`<button type="button" class="plain" onClick=${() => this.close()}>${words["not-now"]}</button>`;
    const alarm = trouble && html`<p class="notice bad" role="alert">${trouble}</p>`;
    if (done)
      return html`<div class="finds" role="status">${(done.told ?? []).map((line) => html`<p>${line}</p>`)}
        ${done.words && html`<ol class="paper">${done.words.map((word, nth) => html`<li key=${nth}><b>${word}</b></li>`)}</ol>`}
        ${(done.tables ?? []).map((table) => html`<${Figures} table=${table} />`)}
        <div class="hb"><button type="button" class="plain" onClick=${() => this.close()}>${words.close}</button>${done.text && html`<button id="tool-gold" class="go" onClick=${() => saveText(done)}>${words.save}</button>`}</div></div>`;
    if (ask)
      return html`<div class="finds"><p class="said"><b>${ask.sentence}</b></p>${sent.fields.say && html`<blockquote>${sent.fields.say}</blockquote>`}${ask.warnings.map((line) => html`<p class="small bad">${line}</p>`)}
        <ul class="agreed">${ask.then.map((line) => html`<li>${line}</li>`)}</ul>
        ${ask.secret && !this.place.secret && html`<label class="secret"><span>${words.passphrase}</span><input type="password" autocomplete="off" onInput=${({ currentTarget }) => {
          this.state.sent.fields.secret = currentTarget.value;
        }} /></label>`}${alarm}
        <div class="hb">${not}<button id="tool-gold" class="go" disabled=${busy} onClick=${() => this.send(null, ask.digest)}>${ask.label}</button></div></div>`;
    return html`<form class="finds" onSubmit=${(event) => this.fill(event)}><p>${tool.told}</p>
      ${(tool.fields ?? []).map((field) => html`<${Field} key=${field.name} field=${field} />`)}${alarm}
      <div class="hb">${not}<button id="tool-gold" class="go" disabled=${busy}>${tool.press}</button></div></form>`;
  }

  render() {
    const { open, tool } = this.state;
    if (!open) return null;
    return html`<dialog class="finder" aria-label=${tool ? tool.label : this.words.find} ref=${(dialog) => dialog && !dialog.open && dialog.showModal()} onCancel=${(event) => this.cancel(event)} onClose=${() => this.close()}>
      ${tool && html`<h2>${tool.label}</h2>`}${tool ? this.Form() : this.List()}</dialog>`;
  }
}
