"use strict";
// Whether the program behind the page still runs. When it has stopped, that is said, and nothing is offered any more;
// what stands in the fields stays there.
const gone = document.getElementById("gone");
// On a board one can still step and try: only what leads away from it is not offered.
const pressed = [...document.querySelectorAll("button:not(:disabled, #game *)")];
const links = [...document.querySelectorAll("a[href]:not(#game *)")];
const EVERY = 3000;

async function look() {
  if (document.hidden) return;
  let runs = true;
  try {
    await fetch("/runs", { cache: "no-store" });
  } catch {
    runs = false;
  }
  if (gone.hidden === runs) return;
  gone.hidden = runs;
  for (const each of pressed) each.disabled = !runs;
  for (const each of links) each.inert = !runs;
  document.dispatchEvent(new Event("runs"));
}

document.addEventListener("visibilitychange", look);
addEventListener("focus", look);
setInterval(look, EVERY);
