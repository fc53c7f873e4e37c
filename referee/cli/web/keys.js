"use strict";
// A letter leads to its room, from everywhere but a field.
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, textarea, select")) return;
  const link = [...document.querySelectorAll(".top a[data-key]")].find((each) => each.dataset.key === event.key);
  if (!link || link.inert) return;
  event.preventDefault();
  link.click();
});
