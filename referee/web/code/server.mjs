// What the rooms ask of their server, what it answers, and the news that it sends.

/** After so many milliseconds a server that was silent is asked once more. */
export const AGAIN = 3000;

/** What came back instead of what was asked for. */
export class Refusal extends Error {
  constructor(status, { refused, view }) {
    super(refused?.sentence ?? "");
    this.status = status;
    this.code = refused?.code ?? "";
    this.view = view ?? null;
  }
}

/** Nothing came back: the program has stopped. */
export class Silence extends Error {}

/** What an address answers, as JSON or as `read` has it: to a GET without a body, to a POST with one; files go as the
 * form that they are in. */
export async function asked(address, body, read = (answer) => answer.json()) {
  const json = { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const post = { method: "POST", ...(body instanceof FormData ? { body } : json) };
  let answer;
  let found;
  try {
    answer = await fetch(address, body === undefined ? {} : post);
    found = await (answer.ok ? read(answer) : answer.json());
  } catch {
    throw new Silence(address);
  }
  if (!answer.ok) throw new Refusal(answer.status, found);
  return found;
}

/** A file of this name, kept where the browser keeps what it downloads. */
export function save(name, blob) {
  const link = Object.assign(document.createElement("a"), { download: name });
  link.href = URL.createObjectURL(blob);
  link.click();
  URL.revokeObjectURL(link.href);
}

/** A text as a file. */
export function saveText({ name, text }) {
  save(name, new Blob([text], { type: "text/plain" }));
}

/** News of other tabs, of a terminal and of friends: one stream for all tabs of a browser. `heard` gets how the tables
 * are, or that the stream was `lost`. */
export function hear(heard) {
  const channel = new BroadcastChannel("events");
  const tell = (found) => {
    channel.postMessage(found);
    heard(found);
  };
  channel.addEventListener("message", ({ data }) => heard(data));
  const open = () => {
    const source = new EventSource("/events");
    source.addEventListener("message", ({ data }) => tell(JSON.parse(data)));
    source.addEventListener("error", () => {
      tell({ lost: true });
      if (source.readyState === EventSource.CLOSED) setTimeout(open, AGAIN);
    });
  };
  // the tab that holds the lock has the stream, until it is closed
  const hold = () => new Promise(open);
  if (navigator.locks) navigator.locks.request("events", hold);
  else open();
}
