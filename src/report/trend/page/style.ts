import { base } from "../../html/style/base.js";
import { colors } from "../../html/style/colors.js";
import { figures } from "../../html/style/figures.js";
import { overview } from "../../html/style/overview.js";
import { print } from "../../html/style/print.js";

/** What is not in the report of a single run. */
const own = `
.target-head { padding-top: 56px; } .target-head p { max-width: 76ch; margin-top: 6px; } .series + .series { margin-top: 64px; border-top: 3px solid var(--line); }
.news { display: grid; grid-template-columns: minmax(0, 1fr); gap: 14px; margin-top: 18px; }
.news > div { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 14px 18px; }
.news > .alarm { border-left: 4px solid var(--bad); } .news > .relief { border-left: 4px solid var(--good); }
.news li { padding: 8px 0; border-top: 1px solid var(--line); } .news ul { margin-top: 8px; }
.news .told { color: var(--soft); font-size: 13px; }
.nights { direction: rtl; } .nights > table { direction: ltr; }
.matrix { width: auto; margin-right: auto; border-collapse: separate; border-spacing: 1px; padding: 8px 10px 12px 0; font-size: 12.5px; }
.matrix th, .matrix td { padding: 0; border: 0; line-height: 20px; }
.matrix td { min-width: 16px; } .matrix thead th { font-size: 10px; font-weight: 450; text-align: center; }
.matrix .name { position: sticky; left: 0; z-index: 1; background: var(--card); padding: 0 12px 0 14px; text-align: left; white-space: nowrap; font-size: 12.5px; font-weight: 600; }
.matrix .group th { background: none; padding-top: 8px; } .matrix .group span { position: sticky; left: 0; padding-left: 14px; }
.cell { background: var(--tone-soft); color: var(--tone); border-radius: 3px; text-align: center; font-size: 11px; font-weight: 700; }
.cell.bad { background: var(--solid-bad); color: #fff; } .cell.mute { background: none; }
.pictures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(330px, 100%), 1fr)); gap: 16px; margin-top: 18px; }
figure { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 14px 18px; max-width: 600px; }
svg { display: block; width: 100%; height: auto; margin-top: 8px; }
.line { fill: none; stroke: var(--tone); stroke-width: 1.75; stroke-linejoin: round; stroke-linecap: round; }
.p50 { --tone: var(--seen); } .p95 { --tone: var(--doubt); } .p99 { --tone: var(--waived); }
.marks { font-size: 13px; margin-top: 8px; } .marks > div { display: flex; gap: 10px; } .marks dt { color: var(--tone); font-weight: 640; }
@media print { .cell { -webkit-print-color-adjust: exact; print-color-adjust: exact; } .news li { break-inside: avoid; } }
`;

/** The style sheet of the page, in the colours and the type of a single run's report. */
export const style = [colors, base, overview, figures, own, print].join("\n");
