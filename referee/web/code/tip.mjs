// What stands beside the pointer.

/** What stands beside the pointer: it never takes a click, and covers nothing that it explains. */
export const tip = {
  element: null,
  show(lines, element) {
    if (!this.element) {
      this.element = document.createElement("div");
      this.element.className = "tip";
      this.element.setAttribute("role", "tooltip");
      const frame = document.createElement("aside"); // all that is on the page is in a part of it
      frame.append(this.element);
      document.body.append(frame);
    }
    this.element.hidden = !lines.length;
    if (!lines.length) return;
    this.element.replaceChildren(
      ...lines.map((line) => Object.assign(document.createElement("div"), { textContent: line })),
    );
    const { left, top, bottom, width } = element.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = this.element;
    const x = Math.max(8, Math.min(innerWidth - offsetWidth - 8, left + width / 2 - offsetWidth / 2));
    const y = top - offsetHeight - 10 > 50 ? top - offsetHeight - 10 : bottom + 10;
    Object.assign(this.element.style, { left: `${x}px`, top: `${y}px` });
  },
};
