"use strict";
// Whether the program behind the page still runs. When it has stopped, that is said, and nothing is offered any more;
// what stands in the fields stays there.
const gone = document.getElementById("gone");
const pressed = [...document.querySelectorAll("button:not(:disabled)")];
const links = [...document.querySelectorAll("a[href]")];
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
}

document.addEventListener("visibilitychange", look);
addEventListener("focus", look);
setInterval(look, EVERY);
