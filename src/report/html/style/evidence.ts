/** The stories of findings, exchanges, and what was left out. */
export const evidence = `
.story { margin-top: 22px; background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 20px clamp(16px, 2.4vw, 28px) 24px; }
.story:target { border-color: var(--focus); box-shadow: 0 0 0 1px var(--focus); }
.about { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 12px; font-size: 13.5px; color: var(--soft); }
.about a { font-weight: 640; }
.story > h3 { font-size: 20px; line-height: 1.32; letter-spacing: -.008em; margin-top: 10px; max-width: 46em; text-wrap: pretty; }
.reason { color: var(--soft); margin-top: 6px; }
.waiver { margin-top: 12px; padding: 9px 14px; border-radius: 8px; background: var(--waived-soft); color: var(--waived); max-width: 90ch; }
.finding { margin-top: 18px; }
.finding + .finding { margin-top: 28px; padding-top: 24px; border-top: 1px solid var(--line); }
.claim { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(260px, 100%), 1fr)); gap: 12px 28px; }
.claim dt, .again dt, .pane-title { font-size: 12.5px; color: var(--soft); font-weight: 450; }
.claim dd { font-size: 16px; font-weight: 560; line-height: 1.4; }
.claim .got dd { color: var(--tone); }
.exchange { display: grid; grid-template-columns: minmax(0, 1fr); margin-top: 14px; border: 1px solid var(--line); border-radius: 9px; background: var(--code); }
.pane { padding: 11px 16px 14px; min-width: 0; }
.pane + .pane { border-top: 1px solid var(--line); }
@media (min-width: 860px) {
  .finding > .exchange { grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); }
  .finding > .exchange.bodiless { grid-template-columns: minmax(0, 1fr) minmax(0, 2.6fr); }
  .finding > .exchange > .pane + .pane { border-top: 0; border-left: 1px solid var(--line); }
}
.pane .head { margin-top: 2px; }
.line b { font-weight: 700; }
.headers { font-size: 13px; margin-top: 4px; }
.headers > summary { color: var(--soft); width: fit-content; }
mark:has(> .status) { padding: 1px 0; margin: 0; }
mark > .status { background: none; color: inherit; padding: 0 3px; }
pre.body { white-space: pre-wrap; overflow-wrap: anywhere; margin-top: 8px; tab-size: 2; }
.headers pre.body { margin-top: 2px; }
.pane > .none { margin-top: 8px; }
.again { display: grid; grid-template-columns: 62px minmax(0, 1fr); gap: 6px 12px; margin-top: 16px; font-size: 14px; }
.again dt { padding-top: 2px; }
.command { display: block; padding: 7px 11px; border-radius: 7px; background: var(--code); border: 1px solid var(--line); white-space: pre-wrap; -webkit-user-select: all; user-select: all; }
.steps { margin-top: 16px; }
.steps > summary { font-size: 13px; color: var(--soft); width: fit-content; }
.steps ol { counter-reset: step; margin: 8px 0 0 11px; border-left: 2px solid var(--line); }
.steps li { counter-increment: step; position: relative; padding: 4px 0 4px 26px; line-height: 1.5; }
.steps li::before { content: counter(step); position: absolute; left: -12px; top: 4px; width: 22px; height: 22px; border-radius: 50%; background: var(--card); border: 2px solid var(--line); color: var(--soft); font: 600 11px/18px ui-sans-serif, system-ui, sans-serif; text-align: center; }
.steps li.shown::before { background: var(--solid-bad); border-color: var(--solid-bad); color: #fff; }
.steps .exchange { margin: 6px 0 8px; }
.arrow, .what { color: var(--soft); } .what { font-size: 13px; }
.why { margin-top: 18px; } .why h3 { font-weight: 560; } .why .plain { margin-top: 6px; color: var(--soft); } .why .plain b { color: var(--ink); }
`;
