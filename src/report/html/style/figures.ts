/** Tables, folded boxes, and the log of exchanges. */
export const figures = `
.folded { padding-top: 14px; }
.folded > details > summary h2 { display: inline; font-size: 19px; }
.box { margin-top: 10px; background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 0 18px; }
.box > summary { padding: 10px 0; } .box > .plain { padding-bottom: 12px; } .box > .scroll { margin: 0 0 14px; }
.box .status { margin-right: 6px; }
.requirements { min-width: 820px; } .group th { background: var(--code); color: var(--soft); font-weight: 560; font-size: 13px; }
.requirements td:nth-of-type(2), .requirements td:last-child { width: 34%; } .check + .check { margin-top: 4px; } .check { font-size: 13.5px; line-height: 1.4; }
tr:target > * { background: var(--marker); color: var(--marker-ink); } tr:target * { color: var(--marker-ink); }
tr:target .badge { background: none; }
.log { margin: 0 -18px; overflow: hidden; }
.log li { border-top: 1px solid var(--line); } .log details { padding: 0 18px; } .log summary { padding: 5px 0; }
.log details[open] { background: var(--code); padding-bottom: 12px; }
.log .no { display: inline-block; min-width: 30px; color: var(--soft); font-size: 12.5px; } .log .took { float: right; padding-left: 12px; }
`;
