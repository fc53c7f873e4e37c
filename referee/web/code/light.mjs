// Whether the rooms are light or dark, and what else a browser keeps of them.

/** The other light, which is kept for next time. */
export function turnLight() {
  const root = document.documentElement;
  const dark = root.dataset.light
    ? root.dataset.light === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.light = dark ? "light" : "dark";
  keep("light", root.dataset.light);
}

/** The light that was chosen last, where the server names none. */
export function beginLight() {
  const root = document.documentElement;
  if (!root.dataset.light && kept("light")) root.dataset.light = kept("light");
}

export function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // a browser that keeps nothing forgets the choice with the page
  }
}

export function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}
