// How what is signed gets to the others, and whether it has.
import { tried } from "./asks.mjs";
import { Component, Icon, filled, html } from "./html.mjs";
import { Refusal, save } from "./server.mjs";

const NO_PASSWORD = "no-password";

/** The mails that have not gone yet. */
export function unsentOf(table) {
  return (table.post?.items ?? []).filter(({ state }) => state !== "sent");
}

/** Whether the account can send them all by itself. */
export function goesByItself(table) {
  const unsent = unsentOf(table);
  return table.post?.way === "account" && unsent.length > 0 && unsent.every(({ address }) => address);
}

async function send(table, does, items) {
  const { password = "" } = table;
  table.trouble = "";
  try {
    table.post = await table.ask("/post", { items: items.map(({ id }) => id), does, password });
    table.password = "";
    table.asksPassword = false;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    table.asksPassword = error.code === NO_PASSWORD;
    table.trouble = error.message;
  }
  table.redraw();
}

/** The text of a mail, copied; where a page has no clipboard it is marked and copied as by hand. */
async function copied(event, item, words) {
  const button = event.currentTarget;
  try {
    await navigator.clipboard.writeText(item.text);
  } catch {
    const field = Object.assign(document.createElement("textarea"), { value: item.text });
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
    button.focus();
  }
  button.textContent = words.copied;
}

/** The ways of one mail: opened with the notes in it, or saved first where they do not fit. */
function Ways({ table, item, gold }) {
  const { words } = table;
  const address = `/mail.eml?item=${encodeURIComponent(item.id)}`;
  const name = `${item.kind}.eml`;
  const opens = gold && item.whole;
  const saves = gold && !item.whole;
  const read = () => tried(table, async () => save(name, await table.ask(address, {}, (answer) => answer.blob())));
  const looks = { id: saves ? "gold" : undefined, class: saves ? "button go" : "button" };
  return html`<div class="hb">
    ${item.whole && html`<a id=${opens ? "gold" : undefined} class=${opens ? "button go" : "button"} href=${item.link}>${words.openMail}</a>`}
    ${table.secret ? html`<button ...${looks} onClick=${read}>${words.saveMail}</button>` : html`<a ...${looks} href=${table.base + address} download=${name}>${words.saveMail}</a>`}
    <button onClick=${(event) => copied(event, item, words)}>${words.copy}</button>
    <button onClick=${() => send(table, "sent", [item])}>${words.iSent}</button></div>`;
}

function Mail({ table, item, gold }) {
  const { words } = table;
  return html`<li class="mail"><p><b><bdi>${item.name}</bdi></b> <span class="dim small">${item.address || words.noAddress}</span></p>
    ${item.error && html`<p class="small bad">${item.error.sentence}</p>`}
    ${!item.whole && html`<p class="small">${words.attach}</p>`}
    <${Ways} table=${table} item=${item} gold=${gold} /></li>`;
}

/** What is to be sent, where a question would stand; folded where something else is asked first. */
export function PostAsk({ table, quiet }) {
  const unsent = unsentOf(table);
  if (!unsent.length) return null;
  const all = goesByItself(table);
  const mails = html`<ul class="mails">${unsent.map(
    (item, nth) =>
      html`<${Mail} key=${item.id} table=${table} item=${item} gold=${!quiet && !all && nth === 0} />`,
  )}</ul>`;
  const { sentence } = table.post;
  const share = html`<button class="plain" onClick=${() => {
    table.act = { does: "share", folder: "" };
    table.redraw();
  }}><${Icon} name="folder" />${table.words.shareFolder}</button>`;
  if (!quiet && !all) return html`${table.view.headline && html`<p>${sentence}</p>`}${mails}<div>${share}</div>`;
  return html`<details class="mails"><summary>${all && !quiet ? table.words.byHand : sentence}</summary>${mails}${share}</details>`;
}

/** The button that sends all through the account; nothing where they go by hand. */
export function PostFoot({ table }) {
  if (!goesByItself(table)) return null;
  const { words } = table;
  return html`<footer><p class="said">${table.post.sentence}</p>
    ${
      table.asksPassword &&
      html`<label class="secret"><span>${words.password}</span><input type="password" autocomplete="off" onInput=${(event) => {
        table.password = event.target.value;
      }} /></label>`
    }
    <div class="hb"><button id="gold" class="go" onClick=${() => send(table, "send", unsentOf(table))}>${words.sendNow}</button></div></footer>`;
}

/** The strip: one quiet line, asked for anew whenever the table has changed. */
export class Post extends Component {
  componentDidMount() {
    this.fresh();
  }

  componentDidUpdate() {
    this.fresh();
  }

  fresh() {
    const { table } = this.props;
    const { stamp, tasks, can } = table.view;
    const now = `${stamp} ${tasks.map(({ code }) => code)}`; // before the deal a signed note changes what is to be done alone
    if (this.known === now || can.sending === "none") return;
    this.known = now;
    table.ask("/post", { items: [], does: "sent" }).then(
      (post) => {
        table.post = post;
        table.redraw();
      },
      (error) => {
        if (!(error instanceof Refusal)) this.known = null; // asked again with the next look
      },
    );
  }

  render() {
    const { post, view, words } = this.props.table;
    const { sending, folder } = view.can;
    const sentence = post ? post.sentence : filled(words[`goes_${sending}`], { folder }); // it stands there at once
    if (!sentence) return html`<p class="post" hidden></p>`;
    return html`<p class="post"><${Icon} name=${(post?.way ?? sending) === "folder" ? "folder" : "mail"} /><span>${sentence}</span></p>`;
  }
}
