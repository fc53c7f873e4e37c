"""What is wrong with the layout of a room, as a browser finds it: what is cut, broken, pushed aside or out of sight."""

FAULTS = r"""() => {
  const faults = [];
  const told = (each) => `${each.tagName.toLowerCase()}.${each.className?.baseVal ?? each.className}`.trim();
  const say = (what, each, text = each.textContent) =>
    faults.push(`${what}: ${told(each)}: ${text.trim().slice(0, 60)}`);
  const clipped = (each) => getComputedStyle(each).clipPath !== "none";
  const seen = (each) =>
    each.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) &&
    !each.closest("svg, .skip") && !clipped(each) && !clipped(each.parentElement);
  const pushed = document.documentElement.scrollWidth - innerWidth;
  if (pushed > 0) faults.push(`pushed aside by ${pushed}`);
  const scrolls = (each) => /auto|scroll/.test(getComputedStyle(each).overflowX + getComputedStyle(each).overflowY);
  const range = document.createRange();
  for (const each of document.body.querySelectorAll("*")) {
    if (!seen(each)) continue;
    const style = getComputedStyle(each);
    const { left, right, width } = each.getBoundingClientRect();
    const aside = each.closest(".seats, .map .dock") !== null; // a row that is pushed with a finger
    if (getComputedStyle(each.parentElement).textOverflow === "ellipsis") continue; // cut there, as three dots say
    if (width > innerWidth + 1) say("wider than its window", each);
    else if (!aside && (left < -1 || right > innerWidth + 1)) say("out of the window", each);
    const cut = each.scrollWidth - each.clientWidth > 1 && each.clientWidth > 0;
    const row = each.matches(".seats, .map .dock");
    if (cut && style.overflowX !== "visible" && style.textOverflow !== "ellipsis" && !row)
      say(scrolls(each) ? "to be pushed aside" : "cut", each);
    const over = Math.max(each.scrollHeight - each.clientHeight, each.scrollWidth - each.clientWidth);
    if (each.matches("button, .button, .go") && over > 2) say("its words do not fit", each);
    for (const text of each.childNodes) {
      if (text.nodeType !== Node.TEXT_NODE) continue;
      for (const { 0: word, index } of text.data.matchAll(/[\p{L}\p{N}’']+/gu)) {
        if (/\p{Script=Han}|\p{N}/u.test(word)) continue; // signs break anywhere, and so do keys
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
        const long = lines.reduce((sum, line) => sum + line.width, 0);
        const around = each.closest("p, li, h1, h2, h3, button, label, span, section, div").parentElement;
        const { paddingLeft, paddingRight } = getComputedStyle(around);
        const room = around.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
        if (new Set(lines.map(({ top }) => Math.round(top))).size > 1 && long < room) say("broken inside", each, word);
      }
    }
  }
  for (const each of document.querySelectorAll(".go, .half")) {
    if (!seen(each)) continue;
    const { left, top, right, bottom } = each.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight + 0.5) say("gold out of the window", each);
    const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (there && there.closest(".go, .half") !== each) say("gold under something", each);
  }
  return [...new Set(faults)];
}"""
"""A line for everything that is wrong. A word may be broken only where it is longer than its line; a name may be cut
where three dots say so.
"""
