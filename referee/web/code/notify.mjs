// A notice of the system that it is the reader's turn: only once the reader has asked for it, never what is in a hand.

/** Whether the reader can still be asked for leave. */
export function mayAsk() {
  return globalThis.Notification?.permission === "default";
}

/** The browser asks the reader for leave. */
export function askLeave(answered) {
  Notification.requestPermission().then(answered);
}

/** A notice, where it is allowed and the page is not looked at; a press leads to the page. One takes the place of the
 * one before of the same table. */
export function notify(text, tag) {
  if (!document.hidden || globalThis.Notification?.permission !== "granted") return;
  const notice = new Notification(text, { tag });
  notice.addEventListener("click", () => {
    focus();
    notice.close();
  });
}
