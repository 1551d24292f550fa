/** The verdict, the contents, and the map of all requirements. */
export const overview = `
.verdict { background: var(--solid); color: #fff; padding: 22px 0 26px; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
.verdict :focus-visible { outline-color: #fff; }
.brand { font-size: 13px; opacity: .92; }
.verdict h1 { display: flex; align-items: center; gap: .36em; margin-top: 22px; font-size: clamp(32px, 6.2vw, 54px); line-height: 1.08; letter-spacing: -.026em; font-weight: 700; }
.seal { display: grid; place-items: center; flex: none; width: 1.16em; height: 1.16em; border: 2.5px solid #fff; border-radius: 50%; font-size: .78em; line-height: 1; letter-spacing: 0; }
.sentence { margin-top: 12px; font-size: clamp(17px, 2vw, 20px); line-height: 1.4; max-width: 62ch; }
.target { margin-top: 14px; font-size: 14px; }
.target code { font-size: 14px; background: #0003; padding: 2px 7px; border-radius: 5px; -webkit-box-decoration-break: clone; box-decoration-break: clone; }
.limits { margin-top: 16px; max-width: 76ch; }
.limits li { background: #0000003d; border-radius: 8px; padding: 9px 14px; margin-top: 6px; }
.facts { display: flex; flex-wrap: wrap; gap: 14px 40px; margin-top: 24px; padding-top: 18px; border-top: 1px solid #ffffff3d; }
.facts dt { font-size: 12px; color: #ffffffd9; }
.facts dd { font-weight: 600; line-height: 1.35; }
.contents { padding-top: 20px; font-size: 14px; }
.contents ul { display: flex; flex-wrap: wrap; gap: 6px 16px; }
.contents a { color: var(--soft); text-decoration: none; display: block; padding: 3px 0; }
.contents a:hover { color: var(--ink); text-decoration: underline; }
.contents .count { color: var(--ink); font-weight: 640; }
@media (min-width: 1120px) {
  .columns { display: grid; grid-template-columns: 190px minmax(0, 1fr); gap: 44px; align-items: start; }
  .contents { position: sticky; top: 0; padding-top: 56px; max-height: 100vh; overflow-y: auto; }
  .contents ul { display: block; }
  .contents li { padding: 1.5px 0; line-height: 1.35; }
}
.share { display: flex; gap: 2px; height: 10px; margin-top: 16px; border-radius: 5px; overflow: hidden; }
.share span { background: var(--tone); min-width: 3px; }
.share .mute { opacity: .35; }
.legend { display: flex; flex-wrap: wrap; gap: 6px 20px; margin-top: 12px; font-size: 14px; }
.key { display: inline-grid; place-items: center; width: 20px; height: 20px; border-radius: 5px; background: var(--tone-soft); color: var(--tone); font-size: 12.5px; font-weight: 700; line-height: 1; }
.key.bad { background: var(--tile-bad); color: #fff; }
.map { margin-top: 18px; background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 4px clamp(14px, 1.6vw, 20px); }
.row { display: grid; grid-template-columns: minmax(0, 1fr); gap: 7px; padding: 10px 0; border-top: 1px solid var(--line); }
.row:first-child { border-top: 0; }
.row h3 { font-size: 14px; font-weight: 560; }
.row ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(94px, 1fr)); gap: 4px; }
@media (min-width: 760px) { .row { grid-template-columns: 190px minmax(0, 1fr); gap: 24px; } .row h3 { padding-top: 3px; } }
.tile { display: block; padding: 2px 5px; border-radius: 5px; background: var(--tone-soft); color: var(--tone); font-size: 11.5px; line-height: 20px; font-weight: 560; text-decoration: none; white-space: nowrap; }
.tile > span:first-child { display: inline-block; width: 12px; font-weight: 700; }
.tile.bad { background: var(--tile-bad); color: #fff; font-weight: 700; }
.tile:hover { box-shadow: inset 0 0 0 1.5px currentColor; }
`;
