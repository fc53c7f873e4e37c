// The board as part of the room: the frame, what lies beside a clicked place, the tools.
import { Component, Icon, Sign, html } from "./html.mjs";
import { Board, symbolsOf } from "./board.mjs";
import { asked } from "./server.mjs";

/** What could go to a place that was clicked first: a small row at the place itself. */
function Beside({ table }) {
  const { view, picked, verb, found } = table;
  const [place] = view.board.places.filter(({ id }) => id === picked[0]);
  if (!place || picked.length > 1 || verb || table.looking) return null;
  const kinds = new Map(
    table.dock.filter(({ used }) => !used).map((piece) => [found.kinds.get(piece.id) ?? piece.id, piece]),
  );
  const fits = [...kinds].filter(([kind]) => found.next.has(kind)).map(([, piece]) => piece);
  if (!fits.length) return null;
  return html`<div class="pop" role="group" aria-label=${place.spoken}>
    ${fits.map(
      (
        piece,
      ) => html`<button key=${piece.id} class="piece" aria-label=${piece.spoken} onClick=${() => table.pick(piece.id)}
        onPointerEnter=${(event) => table.hint(piece.id, event.currentTarget)} onPointerLeave=${() => table.hint(null)}>
        ${piece.symbol ? html`<${Sign} of=${piece.symbol} />` : piece.spoken}</button>`,
    )}</div>`;
}

/** The board as part of the room: preact keeps its frame, the board itself draws what is in it. */
export class Stage extends Component {
  componentDidMount() {
    const { table } = this.props;
    this.board = new Board({
      label: table.words.board,
      fits: table.words.fits,
      pick: (id) => table.pick(id),
      look: (id, element) => table.hint(id, element),
      zoomed: (near, seen) => this.zoomed(near, seen),
    });
    table.drawn = this.board;
    this.frame.prepend(this.board.root);
    this.fresh();
  }

  componentDidUpdate() {
    this.fresh();
  }

  fresh() {
    const { table } = this.props;
    const view = table.looking ?? table.view;
    if (!view.board) return;
    this.symbols(view.board.symbols);
    const ground = this.ground(view.board.ground);
    const next = table.looking || !table.open ? new Set() : table.found.next;
    this.board.draw({ view, ground, picked: table.looking ? [] : [...table.picked, ...table.going], next, lit: table.lit, from: table.origin });
    this.beside(table.picked[0]);
  }

  /** How much is seen is drawn into the small world. */
  zoomed(near, [x, y, width, height]) {
    this.frame.classList.toggle("zoomed", near);
    const seen = this.frame.querySelector(".world .seen");
    if (seen) for (const [key, value] of Object.entries({ x, y, width, height })) seen.setAttribute(key, value);
  }

  /** The small world is pressed, or drawn over: that part is seen. */
  travel(event) {
    if (event.type === "pointermove" && !event.buttons) return;
    const { currentTarget: world, clientX, clientY } = event;
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(world.getScreenCTM().inverse());
    const [, , width, height] = this.board.seen;
    this.board.see([x - width / 2, y - height / 2, width, height]);
  }

  /** The row of what could go there stands above the place, or below it, within the frame. */
  beside(id) {
    const row = this.frame.querySelector(".pop");
    const spot = this.board.spots.get(id)?.element.getBoundingClientRect();
    if (!row || !spot) return;
    const frame = this.frame.getBoundingClientRect();
    const middle = spot.left - frame.left + spot.width / 2 - row.offsetWidth / 2;
    const above = spot.top - frame.top - row.offsetHeight - 8;
    row.style.left = `${Math.max(4, Math.min(frame.width - row.offsetWidth - 4, middle))}px`;
    row.style.top = `${above > 4 ? above : spot.bottom - frame.top + 8}px`;
  }

  /** The shapes below all others, which are asked for once. */
  ground(digest) {
    const { table } = this.props;
    if (!table.grounds.has(digest)) {
      table.grounds.set(digest, []);
      asked(`/ground/${digest}`).then(
        (shapes) => {
          table.grounds.set(digest, shapes);
          table.redraw();
        },
        () => table.grounds.delete(digest),
      );
    }
    return table.grounds.get(digest);
  }

  symbols(digest) {
    if (!digest || digest === this.pool) return;
    this.pool = digest;
    symbolsOf(`/symbols/${digest}`).catch(() => {
      this.pool = null;
    });
  }

  render() {
    const { table } = this.props;
    const { words } = table;
    return html`<div class=${`stage${table.view.board.near ? " map" : ""}`} ref=${(frame) => {
      this.frame = frame;
    }}>
      ${table.looking && html`<button class="back-to-now" onClick=${() => table.now()}>${words.backToNow}</button>`}
      <${Beside} table=${table} />
      ${
        table.view.board.near &&
        html`<svg class="world" viewBox=${table.view.board.box.join(" ")} aria-hidden="true"
        onPointerDown=${(event) => this.travel(event)} onPointerMove=${(event) => this.travel(event)}><use href="#shapes" /><rect class="seen" /></svg>`
      }
      <div class="tools">
        <button aria-label=${words.zoomIn} onClick=${() => table.drawn.zoom(1.5)}><${Icon} name="plus" /></button>
        <button aria-label=${words.zoomOut} onClick=${() => table.drawn.zoom(1 / 1.5)}><${Icon} name="minus" /></button>
        <button aria-label=${words.zoomAll} onClick=${() => table.drawn.zoom(0)}><${Icon} name="whole" /></button>
      </div>
    </div>`;
  }
}
