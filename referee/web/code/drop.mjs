// Files that are dropped anywhere in a room, and text that is pasted outside a field.

/** Call `take` with the files that come, and `drag` with whether something is held over the room. */
export function takeAnywhere(take, drag) {
  const over = (event) => {
    if (event.target.closest?.("dialog")) return;
    const types = event.dataTransfer?.types ?? [];
    if (!types.includes("Files") && !types.includes("text/plain")) return;
    event.preventDefault();
    drag(event.type === "dragover");
  };
  addEventListener("dragover", over);
  addEventListener("dragleave", over);
  addEventListener("drop", (event) => {
    if (event.target.closest?.("dialog")) return;
    over(event);
    take(filesOf(event.dataTransfer));
  });
  addEventListener("paste", (event) => {
    if (!event.target.closest?.("input, textarea, dialog")) take(filesOf(event.clipboardData));
  });
}

function filesOf(data) {
  const text = data.getData("text/plain");
  return data.files.length ? [...data.files] : text.trim() ? [new File([text], "pasted.txt")] : [];
}

/** Files as the form in which they are sent. */
export function formOf(files, fields = {}) {
  const form = new FormData();
  for (const file of files) form.append("files", file);
  for (const [name, value] of Object.entries(fields)) if (value) form.append(name, value);
  return form;
}
