/** Colours by their use, for both themes; text on the soft ground of its own tone has a contrast of 4.5 or more. */
const colors = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#f7f6f2, #121418); --card: light-dark(#fff, #1a1d23); --code: light-dark(#f4f2ed, #14171c);
  --ink: light-dark(#1b1d21, #e8e6e1); --gray: light-dark(#555a63, #a8adb7); --line: light-dark(#dedbd3, #31353d);
  --link: light-dark(#1d4f91, #8fbcf5); --marker: light-dark(#ffe08a, #6b5312); --pale: light-dark(#eae8e2, #262a31);
}
.good { --tone: light-dark(#14683f, #74d6a3); --ground: light-dark(#dcefe3, #17332a); --solid: light-dark(#14603b, #0f4a2e); }
.bad { --tone: light-dark(#b3261e, #ff9a92); --ground: light-dark(#fbe2df, #46201e); --solid: light-dark(#97211b, #7c1a15); }
.doubt { --tone: light-dark(#64389b, #c9adff); --ground: light-dark(#ebe1f7, #312547); --solid: light-dark(#512d80, #40236a); }
.warn { --tone: light-dark(#764a00, #f1c35a); --ground: light-dark(#faeac4, #3b2f14); }
.seen { --tone: light-dark(#1d5a96, #8cc1f6); --ground: light-dark(#dfebf7, #1b3047); }
.mute { --tone: var(--gray); --ground: var(--pale); }
`;

/** Type, spacing, and what occurs everywhere. */
const base = `
* { box-sizing: border-box; margin: 0; }
body {
  background: var(--paper); color: var(--ink); overflow-wrap: anywhere; font-variant-numeric: tabular-nums;
  font: 15px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", Arial, sans-serif;
}
code, pre { font: 13px/1.55 ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; }
pre, bdi { white-space: pre-wrap; }
pre { margin-top: 8px; tab-size: 2; }
ul { list-style: none; padding: 0; }
h2 { display: inline; font-size: 19px; }
h3 { font-size: 15px; }
a { color: var(--link); }
:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
summary { cursor: pointer; }
mark { background: var(--marker); color: var(--ink); border-radius: 3px; }
.wide { max-width: 1260px; margin: 0 auto; padding: 0 clamp(16px, 3.2vw, 40px); }
.soft, dt { color: var(--gray); font-size: .87em; font-weight: 400; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: 12px; top: -60px; padding: 8px 14px; background: var(--card); }
.skip:focus { top: 12px; }
.card, .scroll { margin-top: 14px; background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
.badge, .waiver { padding: 2px 8px; border-radius: 10px; background: var(--ground); color: var(--tone); font-size: .87em; }
.badge { white-space: nowrap; }
.status { padding: 1px 6px; border-radius: 4px; background: var(--pale); font-size: 13px; font-weight: 700; }
.status.bad { background: var(--ground); color: var(--tone); }
.facts { display: flex; flex-wrap: wrap; gap: 8px 36px; padding-top: 14px; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 14px; }
th, td { padding: 7px 14px; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
thead th { white-space: nowrap; }
td:has(bdi) { min-width: 14em; }
tr:has(:target) > * { background: var(--marker); }
`;

/** The parts of the page, from its head down. */
const parts = `
header { background: var(--solid); color: #fff; padding: 14px 0 14px; }
header h1 { font-size: clamp(28px, 4vw, 36px); line-height: 1.15; }
header .sentence { font-size: 17px; line-height: 1.4; margin: 6px 0 8px; }
header .about { font-size: 14px; color: #fffd; }
header .limit { background: #0003; border-radius: 8px; padding: 6px 14px; margin-top: 8px; }
.lines { padding: 8px 0; }
.lines ol { display: grid; grid-template-columns: auto auto fit-content(24em) minmax(0, 1fr) minmax(0, 1fr); list-style: none; padding: 0; }
.lines li, .lines a { display: grid; grid-column: 1 / -1; grid-template-columns: subgrid; }
.lines a { column-gap: 10px; padding: 1px 18px; color: inherit; text-decoration: none; line-height: 24px; font-size: 14px; }
.lines a:hover { background: var(--pale); }
.lines a > * { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.lines bdi { white-space: nowrap; }
.lines summary { padding: 1px 18px; font-size: 14px; }
.number { min-width: 1.3em; text-align: right; color: var(--gray); }
nav.wide { padding-top: 12px; font-size: 13px; }
nav ul { display: flex; flex-wrap: wrap; gap: 2px 16px; }
.bar { position: sticky; top: 0; z-index: 2; margin-top: 6px; background: var(--paper); border-bottom: 1px solid var(--line); font-size: 13px; }
.bar .wide { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 16px; padding-top: 6px; padding-bottom: 6px; }
.bar select, .bar input, .bar button { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--gray); border-radius: 6px; padding: 2px 8px; max-width: 15em; }
.bar button + button { margin-left: 6px; }
.bar output { color: var(--gray); }
kbd { padding: 0 5px; border-radius: 4px; background: var(--pale); font: inherit; }
main > section { padding-top: 5px; }
main > section:has(> [open]) { padding-top: 14px; }
main { scroll-margin-top: 48px; }
main [id] { scroll-margin-top: 100px; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 20px; margin-top: 6px; }
.legend + .card { margin-top: 8px; }
.row { display: grid; gap: 4px 20px; margin: 0 18px; padding: 3px 0; }
.row h3 { font-size: 14px; line-height: 21px; }
.row + .row { border-top: 1px solid var(--line); }
.row ul { display: flex; flex-wrap: wrap; gap: 4px; }
.row li { min-width: 94px; max-width: 100%; }
[hidden] { display: none !important; }
@media (min-width: 760px) { .row { grid-template-columns: 210px minmax(0, 1fr); } }
.tile { display: block; padding: 0 5px; border-radius: 5px; background: var(--ground); color: var(--tone); font-size: 12px; text-decoration: none; overflow-wrap: anywhere; }
.tile.bad { background: var(--solid); color: #fff; font-weight: 700; }
.entry { margin-top: 8px; border-left: 4px solid var(--tone); }
.entry > summary { display: flex; align-items: baseline; gap: 10px; padding: 7px 16px 7px 12px; list-style: none; }
.entry > summary::-webkit-details-marker { display: none; }
.entry > summary::before { content: "▸"; color: var(--gray); }
.entry[open] > summary::before { content: "▾"; }
.entry h3 { flex: 1; min-width: 0; font-weight: 400; }
.entry > article { padding: 0 20px 16px; }
.entry:has(> :target) { outline: 2px solid var(--link); outline-offset: 2px; }
.waiver { margin-top: 8px; }
.claim { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(260px, 100%), 1fr)); gap: 8px 28px; margin-top: 8px; }
.claim dd { font-size: 16px; font-weight: 600; }
.got { color: var(--tone); }
.exchange { display: grid; margin-top: 6px; border: 1px solid var(--line); border-radius: 9px; background: var(--code); }
.exchange > div { padding: 6px 16px 10px; min-width: 0; }
@media (min-width: 860px) { .exchange { grid-template-columns: minmax(0, 1fr) minmax(0, 2.6fr); } }
.exchange pre { font-size: 12.5px; }
.tall { max-height: 20em; overflow-y: auto; }
.command { display: block; padding: 6px 11px; border: 1px solid var(--line); border-radius: 7px; background: var(--code); white-space: pre-wrap; user-select: all; }
.sequence, .shown { margin-top: 10px; }
.again { display: grid; grid-template-columns: 52px minmax(0, 1fr); align-items: baseline; margin-top: 8px; }
.entry .facts { gap: 4px 28px; padding-top: 10px; }
.entry .facts > div { display: flex; gap: 8px; align-items: baseline; }
.reason { margin-top: 12px; }
.reason ul { padding-left: 18px; }
#exchanges li { border-top: 1px solid var(--line); padding: 5px 0; }
footer.wide { padding-top: 20px; padding-bottom: 16px; }
@media (max-width: 759px) {
  .lines ol { grid-template-columns: auto auto fit-content(40%) minmax(0, 1fr); }
  .lines a > :last-child { display: none; }
  .bar { position: static; }
}
`;

/** On paper: nothing is cut off, and all that a reader needs is unfolded; cases and exchanges are in the file. */
const print = `
@media print {
  @page { margin: 14mm 12mm; }
  :root { color-scheme: light; --paper: #fff; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  nav, .skip, .bar, section:has(> details > #exchanges), section:has(> details > #coverage) { display: none; }
  details::details-content { content-visibility: visible; block-size: auto; }
  .entry { break-inside: auto; }
  .scroll, .tall { overflow: visible; max-height: none; border: 0; }
  th, td { padding: 3px 6px; font-size: 8.5pt; }
  h2, h3 { break-after: avoid; }
  tr, .claim { break-inside: avoid; }
}
`;

/** Colours, type, and what occurs on every page. */
export const baseStyle = `${colors}\n${base}`;

/** The style sheet of the report. */
export const style = [baseStyle, parts, print].join("\n");

/**
 * The script of the report, which the page does not need: it adds a filter, and keys that step through the findings.
 * It hides and opens elements of the page, and makes none of what a target sent.
 */
export const script = `
(() => {
  const all = (place) => [...document.querySelectorAll(place)];
  const bar = document.querySelector(".bar");
  const [verdict, section] = bar.querySelectorAll("select");
  const input = bar.querySelector("input");
  const itemOf = (element, { dataset }, text = element.textContent) => ({
    element, text: text.toLowerCase(),
    verdict: dataset.verdict, section: element.closest("[data-section]").dataset.section,
  });
  const entries = all(".entry").map((each) => itemOf(each, each));
  const rows = all("#requirements tbody [data-verdict]").map((each) => itemOf(each.closest("tr"), each));
  const tiles = all(".row [data-verdict]").map((each) => itemOf(each, each, each.textContent + each.firstChild.title));
  const items = [...entries, ...rows, ...tiles];
  const lines = all(".lines a").map((link) => [
    link.parentElement,
    document.getElementById(link.getAttribute("href").slice(1)).closest(".entry"),
  ]);
  for (const name of new Set(items.map((each) => each.verdict))) verdict.add(new Option(name));
  for (const name of new Set(items.map((each) => each.section))) section.add(new Option(name));

  const shown = (some) => some.filter(({ element }) => !element.hidden).length;
  const filter = () => {
    const words = input.value.toLowerCase().split(/\\s+/);
    for (const { element, text, ...own } of items)
      element.hidden = !(
        (verdict.value === "" || own.verdict === verdict.value) &&
        (section.value === "" || own.section === section.value) &&
        words.every((word) => text.includes(word))
      );
    for (const [line, entry] of lines) line.hidden = entry.hidden;
    for (const row of all(".row")) row.hidden = row.querySelector("li:not([hidden])") === null;
    const isAll = verdict.value + section.value + input.value.trim() === "";
    bar.querySelector("output").textContent = isAll
      ? ""
      : shown(entries) + " of " + entries.length + " findings · " + shown(rows) + " requirements";
  };
  bar.addEventListener("input", filter);

  const target = () => document.querySelector(":target");
  const reveal = () => {
    for (let each = target(); each; each = each.parentElement) if (each.localName === "details") each.open = true;
    target()?.scrollIntoView();
  };
  addEventListener("hashchange", reveal);
  addEventListener("load", reveal);

  const step = (by) => {
    const shown = entries.map(({ element }) => element).filter((each) => !each.hidden);
    const current = document.activeElement.closest(".entry") ?? target()?.closest(".entry");
    const index = current ? shown.indexOf(current) + by : 0;
    const next = shown[Math.min(Math.max(index, 0), shown.length - 1)];
    if (next === undefined) return;
    location.hash = next.querySelector("article").id;
    next.open = true;
    next.querySelector("summary").focus({ preventScroll: true });
  };
  const keys = { j: 1, k: -1 };
  addEventListener("keydown", (event) => {
    const isTyped = event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select");
    if (!isTyped && event.key in keys) step(keys[event.key]);
  });
  for (const button of bar.querySelectorAll("button")) button.addEventListener("click", () => step(keys[button.value]));
  bar.hidden = false;
})();
`;
