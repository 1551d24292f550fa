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
h2 { display: inline; font-size: 21px; }
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
.card, .scroll { margin-top: 16px; background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
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
header { background: var(--solid); color: #fff; padding: 20px 0 24px; }
header h1 { margin-top: 14px; font-size: clamp(32px, 6.2vw, 50px); line-height: 1.1; }
header .sentence { font-size: clamp(17px, 2vw, 20px); line-height: 1.4; margin: 10px 0; max-width: 76ch; }
header .limit { background: #0003; border-radius: 8px; padding: 8px 14px; margin-top: 12px; max-width: 76ch; }
header .facts { margin-top: 18px; border-top: 1px solid #fff6; }
header dt { color: #fffd; }
header dd { font-weight: 600; }
nav { padding-top: 20px; font-size: 14px; }
nav ul { display: flex; flex-wrap: wrap; gap: 4px 16px; }
nav a { color: inherit; text-decoration: none; }
nav a:hover { text-decoration: underline; }
main > section { padding-top: 14px; }
main > section:has(> [open]) { padding-top: 36px; }
@media (min-width: 1120px) {
  .columns { display: grid; grid-template-columns: 190px minmax(0, 1fr); gap: 44px; align-items: start; }
  nav { position: sticky; top: 0; padding-top: 44px; }
  nav ul { display: grid; }
}
.legend { display: flex; flex-wrap: wrap; gap: 6px 20px; margin-top: 12px; }
.row { display: grid; gap: 6px 24px; margin: 0 18px; padding: 9px 0; }
.row + .row { border-top: 1px solid var(--line); }
.row ul { display: flex; flex-wrap: wrap; gap: 4px; }
.row li { min-width: 94px; max-width: 100%; }
@media (min-width: 760px) { .row { grid-template-columns: 190px minmax(0, 1fr); } }
.tile { display: block; padding: 0 5px; border-radius: 5px; background: var(--ground); color: var(--tone); font-size: 12px; text-decoration: none; overflow-wrap: anywhere; }
.tile.bad { background: var(--solid); color: #fff; font-weight: 700; }
.requirement { padding: 16px clamp(14px, 2.4vw, 26px) 20px; }
.requirement:target, .finding:target { outline: 2px solid var(--link); outline-offset: 4px; }
.requirement > h3 { font-size: 20px; line-height: 1.32; margin-top: 8px; max-width: 46em; }
.waiver { margin-top: 8px; }
.finding { margin-top: 14px; }
.finding + .finding { margin-top: 26px; padding-top: 22px; border-top: 1px solid var(--line); }
.claim { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(260px, 100%), 1fr)); gap: 10px 28px; }
.claim dd { font-size: 16px; font-weight: 600; }
.got { color: var(--tone); }
.exchange { display: grid; margin-top: 8px; border: 1px solid var(--line); border-radius: 9px; background: var(--code); }
.exchange > div { padding: 8px 16px 14px; min-width: 0; }
@media (min-width: 860px) { .exchange { grid-template-columns: minmax(0, 1fr) minmax(0, 2fr); } }
.command { display: block; padding: 6px 11px; border: 1px solid var(--line); border-radius: 7px; background: var(--code); white-space: pre-wrap; user-select: all; }
.sequence, .shown, .again, .reason { margin-top: 12px; }
.reason ul { padding-left: 18px; }
#exchanges li { border-top: 1px solid var(--line); padding: 5px 0; }
footer.wide { padding-top: 40px; padding-bottom: 24px; }
`;

/** On paper: nothing is cut off, and all that a reader needs is unfolded; cases and exchanges are in the file. */
const print = `
@media print {
  @page { margin: 14mm 12mm; }
  :root { color-scheme: light; --paper: #fff; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  nav, .skip, section:has(> details > #exchanges), section:has(> details > #coverage) { display: none; }
  .columns { display: block; }
  .reason::details-content, section > details::details-content { content-visibility: visible; block-size: auto; }
  .scroll { overflow: visible; border: 0; }
  th, td { padding: 3px 6px; font-size: 8.5pt; }
  h2, h3 { break-after: avoid; }
  tr, .claim { break-inside: avoid; }
}
`;

/** Colours, type, and what occurs on every page. */
export const baseStyle = `${colors}\n${base}`;

/** The style sheet of the report. */
export const style = [baseStyle, parts, print].join("\n");
