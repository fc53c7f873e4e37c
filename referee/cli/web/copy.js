"use strict";
// The text of a file is copied by a click, and by nothing else. Where the browser keeps its clipboard shut it is chosen
// in its field, and copied from there.
for (const button of document.querySelectorAll("button[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const field = button.parentElement.querySelector("textarea");
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      field.closest("details").open = true;
      field.select();
      if (!document.execCommand("copy")) return;
    }
    button.textContent = button.dataset.copy;
  });
}
