import { base } from "../../html/style/base.js";
import { colors } from "../../html/style/colors.js";
import { overview } from "../../html/style/overview.js";
import { print } from "../../html/style/print.js";
import { looks } from "../../html/verdicts.js";
import { classOf, type Standing } from "./cell.js";

/** The text of a cell is its word; what is seen is its sign. */
const signs = (Object.keys(looks) as Standing[])
  .map(
    (standing) =>
      `.${classOf(standing)}::before { content: "${looks[standing].sign}"; content: "${looks[standing].sign}" / ""; }`,
  )
  .join("\n");

/** What is not in the report of a single run. */
const own = `
.contents { position: static !important; padding-top: 20px !important; }
.contents ul { display: flex !important; }
.series > .target-head { padding-top: 56px; } .series > .target-head p { max-width: 76ch; margin-top: 6px; } .series + .series { margin-top: 64px; border-top: 3px solid var(--line); }
.strip { display: flex; flex-wrap: wrap; gap: 3px; margin-top: 16px; }
.cell { font-size: 0; }
.cell::before { display: grid; place-items: center; height: var(--cell-height, 20px); border-radius: 3px; background: var(--tone-soft); color: var(--tone); font: 700 11px/1 ui-sans-serif, system-ui, "Liberation Sans", Arial, sans-serif; }
.cell.bad::before { background: var(--solid-bad); color: #fff; }
.cell.mute::before { background: none; }
.strip .cell { flex: 1 0 15px; max-width: 34px; --cell-height: 30px; }
.ends { display: flex; justify-content: space-between; color: var(--soft); font-size: 12.5px; margin-top: 4px; }
.news { display: grid; grid-template-columns: minmax(0, 1fr); gap: 14px; margin-top: 18px; }
.news > div { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 14px 18px; }
.news > .alarm { border-left: 4px solid var(--bad); } .news > .relief { border-left: 4px solid var(--good); }
.news li { display: grid; grid-template-columns: minmax(0, 1fr); gap: 2px 20px; padding: 9px 0 7px; border-top: 1px solid var(--line); }
.news ul { margin-top: 8px; }
.news .told { color: var(--soft); font-size: 13px; }
.news .told b { color: var(--ink); font-weight: 600; }
.recent { display: flex; gap: 2px; justify-content: flex-end; align-self: center; width: 240px; max-width: 100%; } .recent span { flex: 1; max-width: 10px; height: 16px; border-radius: 2px; background: var(--tone-soft); }
.recent .bad, .recent .warn, .recent .waived, .recent .doubt { background: var(--tone); } .recent .mute { background: none; box-shadow: inset 0 -2px var(--line); }
.recent .good { background: color-mix(in srgb, var(--good) 38%, var(--card)); }
@media (max-width: 759px) { .recent { justify-content: flex-start; } }
@media (min-width: 760px) { .news li { grid-template-columns: minmax(0, 1fr) auto; } .recent { grid-column: 2; grid-row: 1 / span 3; } .news li > :not(.recent) { grid-column: 1; } }
.nights { direction: rtl; } .nights > table { direction: ltr; }
.matrix { width: auto; margin-right: auto; border-collapse: separate; border-spacing: 1px 1px; padding: 8px 10px 12px 0; font-size: 12.5px; }
.matrix th, .matrix td { padding: 0; border: 0; }
.matrix td { min-width: var(--cell); width: var(--cell); }
.matrix thead th { font-size: 9.5px; font-weight: 450; line-height: 16px; letter-spacing: -.04em; text-align: center; overflow: hidden; max-width: var(--cell); }
.matrix thead .month { text-align: left; max-width: none; padding-left: 3px; font-size: 11.5px; letter-spacing: 0; font-weight: 560; border-left: 1px solid var(--line); }
.matrix .name { position: sticky; left: 0; z-index: 1; background: var(--card); padding: 0 8px 0 14px; text-align: left; white-space: nowrap; font-weight: 600; }
.matrix .name > div { display: flex; gap: 8px; line-height: 20px; }
.matrix .name span { font-weight: 400; color: var(--soft); display: none; }
.matrix .group th { text-align: left; } .matrix .group span { position: sticky; left: 0; display: inline-block; padding-left: 14px; color: var(--soft); font-weight: 560; padding-top: 9px; line-height: 1.4; }
.matrix .all > * { padding-bottom: 4px; } .matrix .all .name { max-width: none; font-size: 12.5px; font-weight: 600; letter-spacing: 0; color: var(--ink); }
.matrix tr:hover > td.cell { box-shadow: 0 0 0 1px var(--line); }
.matrix tr:target .name { background: var(--marker); color: var(--marker-ink); } .matrix tr:target .name span { color: inherit; }
@media (min-width: 760px) { .matrix .name span { display: block; width: min(var(--sentence), 34vw); overflow: hidden; text-overflow: ellipsis; } .matrix .name b { width: 74px; flex: none; } }
.stretches { margin-top: 10px; background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 4px 18px; font-size: 13.5px; }
.stretches > div { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0 16px; padding: 7px 0; } .stretches > div + div { border-top: 1px solid var(--line); } .stretches dt { font-weight: 600; }
@media (min-width: 760px) { .stretches > div { grid-template-columns: 96px minmax(0, 1fr); } .stretches dt { grid-row: 1 / span 13; } .stretches dd { grid-column: 2; } }
.pictures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(330px, 100%), 1fr)); gap: 16px; margin-top: 18px; }
figure { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 14px 18px; max-width: 600px; }
figure figcaption { font-size: 14px; }
svg { display: block; width: 100%; height: auto; margin-top: 8px; overflow: visible; }
.grid { stroke: var(--line); } .axis { stroke: var(--soft); } svg text { fill: var(--soft); font-size: 11px; }
.line { fill: none; stroke: var(--tone); stroke-width: 1.75; stroke-linejoin: round; stroke-linecap: round; } circle { fill: var(--tone); }
svg text.label { fill: var(--tone); font-weight: 640; font-size: 11.5px; }
.p50 { --tone: var(--seen); } .p95 { --tone: var(--doubt); } .p99 { --tone: var(--waived); }
.bar { fill: color-mix(in srgb, var(--seen) 55%, var(--card)); } .bar.newest { fill: var(--seen); }
.number { text-align: right; white-space: nowrap; } table.figures td, table.figures th { padding: 5px 12px; } table.figures time { white-space: nowrap; }
.changes > li { display: grid; grid-template-columns: minmax(0, 1fr); gap: 2px 20px; padding: 12px 0; border-top: 1px solid var(--line); }
.changes > li:first-child { border-top: 0; } .changes { margin-top: 14px; background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 2px 18px; }
.changes time { font-weight: 600; white-space: nowrap; } .changes p + p, .changes p + ul { margin-top: 3px; } .changes .about + .about { margin-top: 10px; }
@media (min-width: 760px) { .changes > li { grid-template-columns: 110px minmax(0, 1fr); } }
.fold { margin-top: 8px; }
@media print {
  .fold:not([open])::details-content { display: none; }
  .matrix { font-size: 8pt; } .matrix .all .name { font-size: 7pt; } .matrix .name { position: static; } .matrix .name span { width: 120px; font-size: 7pt; } .matrix { border-spacing: 0; --cell: 8px !important; padding: 0; }
  .cell::before { -webkit-print-color-adjust: exact; print-color-adjust: exact; font-size: 6pt; height: 11px; border-radius: 0; } .matrix .name > div { line-height: 11px; font-size: 7pt; } .matrix thead th { font-size: 5pt; }
  .recent span { -webkit-print-color-adjust: exact; print-color-adjust: exact; } .news li, .changes > li { break-inside: avoid; }
}
`;

/** The style sheet of the page, in the colours and the type of a single run's report. */
export const style = [colors, base, overview, own, signs, print].join("\n");
