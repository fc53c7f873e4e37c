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

/** Answers that differ in their end alone come as one, with their ends. */
export function unpacked(choices) {
  return choices.flatMap(({ ends, ...head }) =>
    ends
      ? ends.map((end) => ({ ...head, id: head.id + end, label: head.label + end, picks: [...(head.picks ?? []), end] }))
      : [head],
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
  const goal = choice.goes ? choice.picks.at(-1) : null;
  const at = goal ? picked.indexOf(goal) : -1;
  if (at >= 0 && (at === 0 || at < picked.length - 1)) return null;
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
 * places that may be picked now, `matched` all answers that fit, `offers` the ids of what may be chosen from a list.
 * Without a pressed verb, answers that are seldom wanted lie behind their word; another way to pay is asked for later.
 */
export function narrowed(view, picked, verb) {
  const dock = piecesOf(view);
  const kinds = kindsOf(dock);
  const listed = new Set(view.offers.map(({ id }) => id));
  const choices = view.choices.filter(({ stays, instead }) => !stays && !instead);
  const toggles = togglesOf(choices, dock);
  const fits = verb
    ? (choice) => choice.verb === verb
    : (choice) => !toggles.has(choice.verb) && (picked.length > 0 || isMain(choice));
  const whole = [];
  const matched = [];
  const next = new Set();
  const offers = new Set();
  let only = null;
  for (const choice of choices.filter(fits)) {
    const open = left(choice, picked, kinds);
    if (open === null) continue;
    matched.push(choice);
    const gone = choice.goes && picked.includes(choice.picks.at(-1));
    if (!open.size || gone) whole.push(choice);
    if ([...open.keys()].every((id) => listed.has(id))) only = choice;
    if (gone) continue;
    if (choice.goes && !picked.length) open.delete(choice.picks.at(-1));
    for (const kind of open.keys()) if (!listed.has(kind)) next.add(kind);
    const first = (choice.picks ?? []).find((id) => listed.has(id) && open.has(id));
    if (first) offers.add(first);
  }
  if (matched.length === 1 && only && picked.length && !whole.length) whole.push(only);
  return { whole, matched, next, offers, kinds, toggles: verb !== null && toggles.has(verb) };
}

/** The ways to pay for an answer, the plain one first; none where there is but one. */
export function waysOf(choices, { id, instead }) {
  const plain = choices.find((each) => each.id === (instead || id));
  const others = choices.filter((each) => each.instead === plain?.id && each.cost !== plain.cost);
  return others.length ? [plain, ...others] : [];
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

/** What may be chosen from a list now, each with what it costs where that is certain. */
function offersOf(view, { offers, matched, next }) {
  const places = new Set(view.board?.places.map(({ id }) => id) ?? []);
  if (offers.size === 1 && [...next].some((id) => places.has(id))) return [];
  return view.offers
    .filter(({ id }) => offers.has(id))
    .map((offer) => {
      const behind = matched.filter(({ picks }) => picks.includes(offer.id));
      const amounts = new Set(behind.map(({ price }) => price?.amount ?? 0));
      const effects = behind.length === 1 ? behind[0].effects : [];
      return { ...offer, cost: amounts.size === 1 ? [...amounts][0] || "" : "", effects, behind };
    });
}

/**
 * The rows of the panel: `offers` are parts of answers to choose from a list, `rows` whole answers to press, `verbs`
 * words that open the answers behind them, and `wishes` what may be said beside an answer, for the question stays open
 * behind it.
 */
export function rowsOf(view, picked, verb) {
  const found = narrowed(view, picked, verb);
  const offers = offersOf(view, found);
  if (picked.length || verb) return { offers, rows: found.whole, verbs: [], wishes: [], found };
  const toggles = togglesOf(view.choices, piecesOf(view));
  const rows = [];
  const wishes = [];
  const behind = new Map();
  const listed = new Set(view.offers.map(({ id }) => id));
  for (const choice of view.choices) {
    if (choice.stays) wishes.push(choice);
    else if (choice.instead || choice.picks?.some((id) => listed.has(id))) continue;
    else if (!isMain(choice) || toggles.has(choice.verb))
      behind.set(choice.verb, [...(behind.get(choice.verb) ?? []), choice]);
    else if (!choice.picks?.length || view.form === "options") rows.push(choice);
  }
  return { offers, rows, verbs: [...behind], wishes, found };
}
