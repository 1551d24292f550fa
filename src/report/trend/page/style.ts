import { baseStyle } from "../../html/style.js";

/** The style sheet of the page: that of reports, and what only a trend has. */
export const style = `${baseStyle}
main.wide { padding-top: 24px; padding-bottom: 48px; }
section:has(> details) { padding-top: 36px; }
.series + .series { margin-top: 64px; border-top: 3px solid var(--line); padding-top: 24px; }
.series ul { list-style: disc; padding-left: 20px; margin: 8px 0; }
header { border-left: 6px solid var(--tone); padding: 4px 16px; }
.card { padding: 8px 14px; }
.card > summary { font-weight: 600; }
.new, .failing { border-left: 4px solid light-dark(#b3261e, #ff9a92); }
.fixed { border-left: 4px solid light-dark(#14683f, #74d6a3); }
.scroll:has(.matrix) { direction: rtl; }
.matrix { direction: ltr; width: auto; margin-right: auto; border-collapse: separate; border-spacing: 1px; overflow-wrap: normal; }
.matrix th, .matrix td { padding: 0; border: 0; line-height: 20px; }
.matrix td { min-width: 16px; }
.matrix thead th, .figure { font-size: 10px; text-align: center; }
.matrix .name { position: sticky; left: 0; z-index: 1; background: var(--card); padding: 0 12px; text-align: left; font-size: 12.5px; white-space: nowrap; }
.matrix .group th { padding-top: 8px; }
.matrix .group bdi { position: sticky; left: 0; padding-left: 12px; }
.cell { text-align: center; font-size: 11px; font-weight: 700; color: var(--tone); }
.cell.bad { background: var(--solid); color: #fff; }
svg { display: block; width: 360px; height: 90px; }
.line { fill: none; stroke: var(--tone); stroke-width: 1.75; }
.time { color: var(--tone); }
@media print { .cell { print-color-adjust: exact; } li { break-inside: avoid; } }
`;
