/** The style sheet of the page, in light and dark. */
export const style = `
:root { color-scheme: light dark; --text: light-dark(#1c2128, #e6e8eb); --soft: light-dark(#57606a, #a4adb8); --card: light-dark(#fff, #1b1f26); --line: light-dark(#d8dee4, #363c46);
  --good: light-dark(#1a7f37, #56d364); --bad: light-dark(#b42318, #ff8f85); --doubt: light-dark(#8a5a00, #e3b341); --link: light-dark(#0550ae, #7cb7ff); }
* { box-sizing: border-box; }
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; color: var(--text); background: light-dark(#f6f7f9, #12151a); overflow-wrap: anywhere; }
main { max-width: 1200px; margin: 0 auto; padding: 24px 16px 48px; }
a { color: var(--link); font-weight: 600; } p { margin: 4px 0; } ul { margin: 8px 0; padding-left: 20px; } h1 { margin: 0; font-size: 28px; } h2 { font-size: 20px; margin: 0; } summary { font-weight: 600; }
.soft { color: var(--soft); font-size: 13px; }
section[id] { margin-top: 36px; }
.series + .series { margin-top: 64px; border-top: 3px solid var(--line); padding-top: 24px; }
header { border-left: 6px solid var(--doubt); padding: 4px 16px; } header.conforms { border-color: var(--good); } header.does-not-conform { border-color: var(--bad); }
details { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 8px 14px; margin-top: 10px; } .new, .failing { border-left: 4px solid var(--bad); } .fixed { border-left: 4px solid var(--good); }
.scroll { overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: 8px; margin-top: 12px; }
table { border-collapse: collapse; width: 100%; font-size: 13px; overflow-wrap: normal; } th, td { text-align: left; padding: 5px 10px; border-top: 1px solid var(--line); vertical-align: top; font-variant-numeric: tabular-nums; } thead th { border-top: 0; }
th > bdi { overflow-wrap: anywhere; }
.scroll:has(.matrix) { direction: rtl; } .matrix { direction: ltr; }
.matrix { width: auto; margin-right: auto; border-collapse: separate; border-spacing: 1px; }
.matrix th, .matrix td { padding: 0; border: 0; line-height: 20px; } .matrix td { min-width: 16px; } .matrix thead th { font-size: 10px; text-align: center; } .figure { font-size: 10px; text-align: center; }
.matrix .name { position: sticky; left: 0; z-index: 1; background: var(--card); padding: 0 12px; text-align: left; white-space: nowrap; font-size: 12.5px; }
.matrix .group th { padding-top: 8px; } .matrix .group bdi { position: sticky; left: 0; padding-left: 12px; }
.cell { text-align: center; font-size: 11px; font-weight: 700; color: var(--soft); } .cell.good { color: var(--good); } .cell.doubt { color: var(--doubt); } .cell.bad { background: #b42318; color: #fff; }
svg { display: block; width: 360px; height: 90px; } .line { fill: none; stroke-width: 1.75; }
.p50 { stroke: var(--good); } .p95 { stroke: var(--doubt); } .p99 { stroke: var(--bad); } td.p50 { color: var(--good); } td.p95 { color: var(--doubt); } td.p99 { color: var(--bad); }
@media print { .cell { print-color-adjust: exact; } li { break-inside: avoid; } }
`;
