// From what has been clicked to an answer. The answers come with the View; nothing here knows a rule of a game.

/** The kinds of the pieces beside the board: two that look alike are one kind, `temple 2` is a `temple`. */
export function kindsOf(dock) {
  const ids = new Set(dock.map((piece) => piece.id));
  return new Map(
    dock.map(({ id, kind }) => {
      const plain = id.replace(/ \d+$/, "");
      return [id, kind ?? (ids.has(plain) ? plain : id)];
    }),
  );
}

function counted(ids, kinds) {
  const found = new Map();
  for (const id of ids) {
    const kind = kinds.get(id) ?? id;
    found.set(kind, (found.get(kind) ?? 0) + 1);
  }
  return found;
}

/** What is still to be picked for a choice, kind by kind; null if something picked is not of it. */
function left(choice, picked, kinds) {
  const open = counted(choice.picks ?? [], kinds);
  for (const [kind, count] of counted(picked, kinds)) {
    const rest = (open.get(kind) ?? 0) - count;
    if (rest < 0) return null;
    if (rest) open.set(kind, rest);
    else open.delete(kind);
  }
  return open;
}

/** The verbs whose answers take several pieces and no place: their pieces are turned on and off. */
export function togglesOf(choices, dock) {
  const pieces = new Set(dock.map((piece) => piece.id));
  const found = new Set();
  const placed = new Set();
  for (const { verb, picks = [] } of choices) {
    if (picks.some((id) => !pieces.has(id))) placed.add(verb);
    else if (picks.length > 1) found.add(verb);
  }
  return new Set([...found].filter((verb) => !placed.has(verb)));
}

/**
 * What is possible behind what has been picked: `whole` are the answers that need nothing more, `next` the kinds and
 * places that may be picked now, `matched` all answers that fit. Without a pressed verb, answers that are seldom wanted
 * lie behind their word.
 */
export function narrowed(view, picked, verb) {
  const dock = piecesOf(view);
  const kinds = kindsOf(dock);
  const toggles = togglesOf(view.choices, dock);
  const fits = verb
    ? (choice) => choice.verb === verb
    : (choice) => !toggles.has(choice.verb) && (picked.length > 0 || isMain(choice));
  const whole = [];
  const matched = [];
  const next = new Set();
  for (const choice of view.choices.filter(fits)) {
    const open = left(choice, picked, kinds);
    if (open === null) continue;
    matched.push(choice);
    if (!open.size) whole.push(choice);
    for (const kind of open.keys()) next.add(kind);
  }
  return { whole, matched, next, kinds, toggles: verb !== null && toggles.has(verb) };
}

export function isMain(choice) {
  return (choice.rank ?? "main") === "main";
}

/** The answer that a click has made whole and that can be taken at once; null while there is something to choose. */
export function taken(found, verb) {
  const [only] = found.whole;
  const alone = found.whole.length === 1 && found.matched.length === 1;
  return alone && !found.toggles && (isMain(only) || verb !== null) ? only : null;
}

/** What is picked after a click: once more lets go, what fits is added, anything else begins anew. */
export function pickedWith(view, picked, verb, id) {
  if (picked.includes(id)) return picked.filter((each) => each !== id);
  const added = [...picked, id];
  if (narrowed(view, added, verb).matched.length) return added;
  return narrowed(view, [id], verb).matched.length ? [id] : picked;
}

/** All pieces beside the board, group by group. */
export function piecesOf(view) {
  return view.dock.flatMap((group) => group.pieces ?? [group]);
}

/**
 * The rows of the panel: `rows` are whole answers to press, `verbs` words that open the answers behind them, and
 * `wishes` what may be said beside an answer, for the question stays open behind it.
 */
export function rowsOf(view, picked, verb) {
  const found = narrowed(view, picked, verb);
  if (picked.length || verb) return { rows: found.whole, verbs: [], wishes: [], found };
  const toggles = togglesOf(view.choices, piecesOf(view));
  const rows = [];
  const wishes = [];
  const behind = new Map();
  for (const choice of view.choices) {
    if (choice.stays) wishes.push(choice);
    else if (!isMain(choice) || toggles.has(choice.verb))
      behind.set(choice.verb, [...(behind.get(choice.verb) ?? []), choice]);
    else if (!choice.picks?.length || view.form === "options") rows.push(choice);
  }
  return { rows, verbs: [...behind], wishes, found };
}
