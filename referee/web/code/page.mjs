// What the pages beside a table have in common: the bar, how a thing is chosen or typed, and how a page begins.
import { Find, FindButton } from "./finder.mjs";
import { Component, Icon, html, render } from "./html.mjs";
import { beginLight, turnLight } from "./light.mjs";
import { asked } from "./server.mjs";

/** The bar of a page: back to the games, light and settings. */
export function Bar({ room }) {
  const { words, stopped } = room;
  return html`<a class="skip" href="#main">${words.skip}</a>
    <header class="bar"><a href="/"><${Icon} name="back" />${words.games}</a><span class="grow"></span>
      <${FindButton} room=${room} />
      <button aria-label=${words.light} onClick=${turnLight}><${Icon} name="sun" /></button>
      <a href="/settings"><${Icon} name="gear" /><span class="word">${words.settings}</span></a></header>
    <${Find} room=${room} />
    ${stopped && html`<p class="stopped" role="alert">${words.stopped}</p>`}`;
}

/** One of several values. One that cannot be chosen beside the others says why. */
export function Pick({ label, told, choices, value, set, wide, away }) {
  return html`<fieldset class="field"><legend class=${away ? "away" : ""}>${label}</legend>
    ${told && html`<p class="small dim">${told}</p>`}
    <div class=${wide ? "pick wide" : "pick"}>${choices.map(
      (one) => html`<button key=${one.value} type="button" class="opt" aria-pressed=${one.value === value} disabled=${Boolean(one.refused) && one.value !== value}
        onClick=${() => set(one.value)}><span><b>${one.label}</b>${(one.refused || one.sentence) && html`<small class="dim">${one.refused || one.sentence}</small>`}</span></button>`,
    )}</div></fieldset>`;
}

/** Words or a number that are typed. */
export function Typed({ label, told, value, type, required, days }) {
  return html`<label class="field"><b>${label}</b>${told && html`<span class="small dim">${told}</span>`}
    <span class=${days ? "days" : ""}><input type="text" value=${value} inputmode=${days ? "numeric" : undefined} required=${required} autocomplete="off" onInput=${(event) => type(event.target.value)} />
    ${days && html`<span class="dim">${days}</span>`}</span></label>`;
}

/** The folders of this computer, of which one is chosen: drawn by the server, by tokens. */
export class Folders extends Component {
  componentDidMount() {
    this.look("");
  }

  async look(at) {
    const list = await asked(`/data/folders${at ? `?at=${at}` : ""}`).catch(() => null);
    if (list) this.setState({ list });
  }

  render() {
    const { chosen, choose, words } = this.props;
    const { list } = this.state;
    if (!list) return null;
    return html`<ul class="folders">
      ${list.name && html`<li><button type="button" class="plain" onClick=${() => this.look(list.above)}><${Icon} name="back" />${words["folder-above"] ?? words.folderAbove}</button> <bdi class="small dim">${list.name}</bdi></li>`}
      ${!list.rows.length && html`<li class="small dim">${words["folder-none"] ?? words.folderNone}</li>`}
      ${list.rows.map(
        ({ token, name, told, refused }) => html`<li key=${token} class=${token === chosen ? "on" : ""}>
          <button type="button" class="opt" aria-pressed=${token === chosen} disabled=${refused} onClick=${() => choose(token)}><${Icon} name="folder" /><span><b><bdi>${name}</bdi></b>${told && html`<small class="dim">${told}</small>`}</span></button>
          <button type="button" aria-label=${`${words.open ?? ""} ${name}`} onClick=${() => this.look(token)}><${Icon} name="right" /></button></li>`,
      )}</ul>`;
  }
}

/** The passphrase of the key, kept until the page goes. */
export function Secret({ room }) {
  return html`<label class="secret"><span>${room.words.passphrase}</span><input type="password" autocomplete="off" onInput=${(event) => {
    room.secret = event.target.value;
  }} /></label>`;
}

/** Begin a page with its first data: `made` gives its state, which `Room` draws. */
export function begin(made, Room) {
  const first = JSON.parse(document.getElementById("first").textContent);
  const root = document.getElementById("room");
  beginLight();
  let wanted = false;
  const draw = () => {
    wanted = false;
    render(html`<${Room} room=${room} />`, root);
  };
  const room = made(first, () => {
    if (!wanted) requestAnimationFrame(draw);
    wanted = true;
  });
  draw();
  return room;
}
