/**
 * The script of the report, which the page does not need: it adds a filter, and keys that step through the findings.
 * It hides and opens elements of the page, and makes none of what a target sent.
 */
export const script = `
(() => {
  const all = (place) => [...document.querySelectorAll(place)];
  const bar = document.querySelector(".bar");
  const [verdict, section] = bar.querySelectorAll("select");
  const input = bar.querySelector("input");
  const itemOf = (element, { dataset }, text = element.textContent) => ({
    element, text: text.toLowerCase(),
    verdict: dataset.verdict, section: element.closest("[data-section]").dataset.section,
  });
  const entries = all(".entry").map((each) => itemOf(each, each));
  const rows = all("#requirements tbody [data-verdict]").map((each) => itemOf(each.closest("tr"), each));
  const tiles = all(".row [data-verdict]").map((each) => itemOf(each, each, each.textContent + each.firstChild.title));
  const items = [...entries, ...rows, ...tiles];
  const lines = all(".lines a").map((link) => [
    link.parentElement,
    document.getElementById(link.getAttribute("href").slice(1)).closest(".entry"),
  ]);
  for (const name of new Set(items.map((each) => each.verdict))) verdict.add(new Option(name));
  for (const name of new Set(items.map((each) => each.section))) section.add(new Option(name));

  const shown = (some) => some.filter(({ element }) => !element.hidden).length;
  const filter = () => {
    const words = input.value.toLowerCase().split(/\\s+/);
    for (const { element, text, ...own } of items)
      element.hidden = !(
        (verdict.value === "" || own.verdict === verdict.value) &&
        (section.value === "" || own.section === section.value) &&
        words.every((word) => text.includes(word))
      );
    for (const [line, entry] of lines) line.hidden = entry.hidden;
    for (const row of all(".row")) row.hidden = row.querySelector("li:not([hidden])") === null;
    const isAll = verdict.value + section.value + input.value.trim() === "";
    bar.querySelector("output").textContent = isAll
      ? ""
      : shown(entries) + " of " + entries.length + " findings · " + shown(rows) + " requirements";
  };
  bar.addEventListener("input", filter);

  const target = () => document.querySelector(":target");
  const reveal = () => {
    for (let each = target(); each; each = each.parentElement) if (each.localName === "details") each.open = true;
    target()?.scrollIntoView();
  };
  addEventListener("hashchange", reveal);
  addEventListener("load", reveal);

  const step = (by) => {
    const shown = entries.map(({ element }) => element).filter((each) => !each.hidden);
    const current = document.activeElement.closest(".entry") ?? target()?.closest(".entry");
    const index = current ? shown.indexOf(current) + by : 0;
    const next = shown[Math.min(Math.max(index, 0), shown.length - 1)];
    if (next === undefined) return;
    location.hash = next.querySelector("article").id;
    next.open = true;
    next.querySelector("summary").focus({ preventScroll: true });
  };
  const keys = { j: 1, k: -1 };
  addEventListener("keydown", (event) => {
    const isTyped = event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select");
    if (!isTyped && event.key in keys) step(keys[event.key]);
  });
  for (const button of bar.querySelectorAll("button")) button.addEventListener("click", () => step(keys[button.value]));
  bar.hidden = false;
})();
`;
