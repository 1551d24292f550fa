const chosen = (name: string, number: number): string =>
  Array.from({ length: number }, (_, index) => index + 1)
    .map((at) => `.log:has(#${name}${at}:checked) li:not(.${name}${at})`)
    .join(", ");

/** Charts, tables, and the log of exchanges. */
export const figures = `
.pictures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(270px, 100%), 1fr)); gap: 16px; margin-top: 18px; }
figure { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 14px 18px; max-width: 520px; }
svg { display: block; width: 100%; height: auto; margin-top: 6px; overflow: visible; }
.grid { stroke: var(--line); } .axis { stroke: var(--soft); }
.area { fill: var(--seen); opacity: .22; } .edge { fill: none; stroke: var(--seen); stroke-width: 1.75; stroke-linejoin: round; }
line.mark { stroke: var(--ink); stroke-width: 1.25; } line.p95 { stroke-dasharray: 5 3; } line.p99 { stroke-dasharray: 1.5 2.5; }
svg text { fill: var(--soft); font-size: 11.5px; } text.mark { fill: var(--ink); }
.marks { display: grid; grid-template-columns: repeat(4, 1fr); gap: 8px; margin-top: 10px; font-size: 13px; }
.marks dt { color: var(--soft); font-size: 12px; } .marks dd { font-weight: 600; white-space: nowrap; }
.number { text-align: right; white-space: nowrap; } .heat tbody + tbody th[scope="rowgroup"], .heat tbody:not(:first-of-type) tr:first-child > * { border-top-color: color-mix(in srgb, var(--soft) 50%, var(--card)); }
.heat tr + tr > * { border-top-color: transparent; } .heat th[scope="row"] { font-weight: 450; }
.heat td { font-weight: 640; color: var(--tone); } .heat td.empty { color: var(--soft); font-weight: 400; }
.heat1 { background: color-mix(in srgb, var(--tone-soft) 35%, var(--card)); } .heat2 { background: color-mix(in srgb, var(--tone-soft) 60%, var(--card)); }
.heat3 { background: color-mix(in srgb, var(--tone-soft) 80%, var(--card)); } .heat4 { background: var(--tone-soft); }
.coverage { margin-top: 16px; background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 0 18px; }
.coverage > summary { padding: 12px 0; }
.topic { display: grid; grid-template-columns: minmax(0, 1fr); gap: 6px 24px; padding: 12px 0; border-top: 1px solid var(--line); }
.topic h3 { font-size: 14px; }
@media (min-width: 760px) { .topic { grid-template-columns: 150px minmax(0, 1fr); } }
.kind + .kind { margin-top: 10px; } .kind > p { font-size: 12.5px; color: var(--soft); }
.chips { display: flex; flex-wrap: wrap; gap: 5px; margin-top: 4px; }
.chips li { display: inline-flex; flex-wrap: wrap; align-items: center; gap: 2px 5px; max-width: 100%; padding: 1px 2px 1px 8px; border: 1px solid var(--line); border-radius: 6px; font-size: 12.5px; }
.chips .status { font-size: 11.5px; } .chips i { font-style: normal; font-weight: 450; margin-left: 3px; }
.requirements { min-width: 820px; } .requirements .group th { background: var(--code); color: var(--soft); font-weight: 560; font-size: 13px; }
.requirements td:nth-of-type(2), .requirements td:last-child { width: 34%; } .check + .check { margin-top: 4px; } .check { font-size: 13.5px; line-height: 1.4; }
tr:target > * { background: var(--marker); color: var(--marker-ink); } tr:target * { color: var(--marker-ink); }
tr:target .badge { background: none; }
.log fieldset { border: 0; margin: 12px 0 0; padding: 0; display: flex; flex-wrap: wrap; gap: 4px 16px; font-size: 14px; }
.log legend { float: left; padding: 0; margin-right: 16px; color: var(--soft); } .log fieldset { min-inline-size: 0; } .log label { max-width: 100%; }
.log input { accent-color: var(--link); margin: 0 3px 0 0; vertical-align: -1px; }
.log ol { margin-top: 14px; background: var(--card); border: 1px solid var(--line); border-radius: 10px; overflow: hidden; }
.log li + li { border-top: 1px solid var(--line); } .log details { padding: 0 14px; } .log summary { padding: 5px 0; }
.log summary:hover { background: color-mix(in srgb, var(--code) 60%, transparent); }
.log details[open] { background: var(--code); padding-bottom: 12px; }
.log .no { display: inline-block; min-width: 30px; color: var(--soft); font-size: 12.5px; } .log .took { float: right; padding-left: 12px; }
${chosen("operation", 12)}, ${chosen("answer", 4)} { display: none; }
`;
