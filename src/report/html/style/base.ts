/** Type, spacing, and what occurs everywhere. */
export const base = `
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 16px; }
body {
  margin: 0; background: var(--paper); color: var(--ink); overflow-wrap: anywhere;
  font: 15px/1.55 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", Arial, sans-serif;
  font-variant-numeric: tabular-nums;
}
code, pre { font: 13px/1.55 ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; }
h1, h2, h3, p, ul, ol, dl, dd, figure, pre { margin: 0; padding: 0; }
ul, ol { list-style: none; }
h2 { font-size: 22px; line-height: 1.25; letter-spacing: -.012em; font-weight: 680; text-wrap: balance; }
h3 { font-size: 16px; line-height: 1.4; font-weight: 640; }
a { color: var(--link); text-underline-offset: 2px; text-decoration-thickness: 1px; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 3px; }
summary { cursor: pointer; }
mark { background: var(--marker); color: var(--marker-ink); border-radius: 3px; padding: 1px 3px; margin: 0 -3px; -webkit-box-decoration-break: clone; box-decoration-break: clone; }
mark * { color: inherit !important; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: 12px; top: -60px; z-index: 2; padding: 8px 14px; background: var(--card); border-radius: 6px; }
.skip:focus { top: 12px; }
.wide { max-width: 1260px; margin: 0 auto; padding: 0 clamp(16px, 3.2vw, 40px); }
.part { padding-top: 52px; }
.part > .lead { color: var(--soft); max-width: 76ch; margin-top: 4px; text-wrap: pretty; }
.count { color: var(--soft); font-weight: 450; }
.aside, .none, .note, .took { color: var(--soft); font-size: 13px; }
.nowrap { white-space: nowrap; }
.badge { display: inline-block; padding: 1px 9px 1px 7px; border-radius: 99px; background: var(--tone-soft); color: var(--tone); font-size: 12.5px; font-weight: 640; line-height: 1.6; white-space: nowrap; }
.status { display: inline-block; padding: 0 6px; border-radius: 4px; background: var(--tone-soft, var(--mute-soft)); color: var(--tone, var(--ink)); font: 640 12.5px/1.55 ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; }
.fold > summary { color: var(--link); width: fit-content; padding: 4px 0; }
.plain li { padding: 3px 0; max-width: 90ch; }
.number { text-align: right; white-space: nowrap; }
.scroll { overflow-x: auto; margin-top: 16px; background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
table { border-collapse: collapse; width: 100%; font-size: 14px; }
th, td { padding: 8px 14px; text-align: left; vertical-align: top; border-top: 1px solid var(--line); }
thead th { border-top: 0; color: var(--soft); font-size: 12.5px; font-weight: 560; white-space: nowrap; }
tbody th { font-weight: 600; }
footer { margin-top: 64px; padding-top: 20px; padding-bottom: 40px; color: var(--soft); font-size: 13px; border-top: 1px solid var(--line); }
`;
