/** On paper: nothing is cut off, and the evidence is unfolded; the log of exchanges stays a list. */
export const print = `
@media print {
  @page { margin: 14mm 12mm; }
  body { background: #fff; font-size: 10.5pt; }
  .contents, .skip, #exchanges .box { display: none; }
  #exchanges::after { content: "They are in the file, and not printed."; color: var(--soft); }
  .columns { display: block; } .wide { max-width: none; padding: 0 4mm; }
  .steps::details-content, .fold::details-content, .folded > details::details-content, .box::details-content, .headers::details-content { content-visibility: visible; block-size: auto; }
  .scroll { overflow: visible; border: 0; } .requirements { min-width: 0; font-size: 8.5pt; } .requirements th, .requirements td { padding: 4px 6px; }
  .story { border-color: #bbb; } h2, h3, .about { break-after: avoid; } tr, .claim, .again { break-inside: avoid; }
  .tile, .badge, .status, .share span, mark, .key { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
  .part { padding-top: 24px; } a { color: inherit; text-decoration: none; }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
`;
