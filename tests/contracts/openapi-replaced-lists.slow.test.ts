import { describe, expect, it } from "vitest";
import { failedIn, type Item } from "./deviations.js";
import { judgeShelf, type Shelf } from "./shelf.js";

const text = { type: "string", maxLength: 40 };
const line = {
  type: "object",
  required: ["label"],
  properties: { label: text, amount: { type: "number", minimum: 0, maximum: 90 } },
};
const lines = { type: "array", items: line };
const stops = { type: "array", items: text };
const properties = { lines, stops };

type List = readonly Item[];

/** Keeps a list that was there before, or a part of it, with the one that is sent. */
const keeping =
  (name: string, keep: (sent: List, before: List) => List) =>
  (sent: Item, before: Item): Item => {
    const [now, old] = [sent[name], before[name]];
    return Array.isArray(now) && Array.isArray(old)
      ? { ...sent, [name]: keep(now as List, old as List) }
      : sent;
  };
const changing = (name: string, keep: (sent: List, before: List) => List): Shelf => ({
  properties,
  change: (sent, before) => ({ ...before, ...keeping(name, keep)(sent, before) }),
});

const appended = (sent: List, before: List): List => [...before, ...sent];
const mergedByIndex = (sent: List, before: List): List => [...sent, ...before.slice(sent.length)];
const reversed = (sent: List): List => sent.toReversed();
const sorted = (sent: List): List => sent.toSorted((a, b) => (`${a["label"]}` < `${b["label"]}` ? -1 : 1));
const byLabel = (sent: List, before: List): List =>
  sent.map((each) => ({ ...before.find((other) => other["label"] === each["label"]), ...each }));

describe("a change of a list is found that", () => {
  it.each<[string, Shelf]>([
    ["adds to it", changing("lines", appended)],
    ["adds to a list of texts", changing("stops", appended)],
    ["leaves what is beyond its end", changing("lines", mergedByIndex)],
    ["reverses it", changing("lines", reversed)],
    [
      "takes the number of the first item for all",
      changing("lines", (sent) => sent.map((each) => ({ ...each, amount: sent[0]?.["amount"] }))),
    ],
  ])("%s", async (_, shelf) => {
    const mediaType = "application/merge-patch+json";
    expect(failedIn(await judgeShelf({ mediaType, ...shelf }))).toEqual(["changeThing: changed"]);
  });

  it("adds to it, where it replaces", async () => {
    const shelf = { properties, replace: keeping("lines", appended) };

    expect(failedIn(await judgeShelf(shelf))).toEqual(["putThing: replaced"]);
  });
});

describe("a change of a list may", () => {
  it.each<[string, Shelf]>([
    ["add to it, where nothing says how it is merged", changing("lines", appended)],
    ["replace it", changing("lines", (sent) => sent)],
    ["sort it", changing("lines", sorted)],
    ["keep what the items had that are still there", changing("lines", byLabel)],
    [
      "add an item of the server's own",
      changing("lines", (sent) => [...sent, { label: "total", amount: 0 }]),
    ],
    [
      "be refused for more than one item",
      { properties, refuse: ({ lines: sent }) => (Array.isArray(sent) && sent.length > 1 ? 422 : 0) },
    ],
    [
      "add to what is a log by its name",
      {
        properties: { history: lines },
        change: (sent, before) => ({ ...before, ...keeping("history", appended)(sent, before) }),
      },
    ],
    [
      "add to a set",
      {
        properties: { tags: stops },
        change: (sent, before) => ({ ...before, ...keeping("tags", appended)(sent, before) }),
      },
    ],
    [
      "show more of its items than was sent",
      {
        properties,
        show: (item) => ({
          ...item,
          lines: Array.isArray(item["lines"])
            ? (item["lines"] as List).map((each) => ({ ...each, of: item["name"] }))
            : [],
        }),
      },
    ],
  ])("%s", async (_, shelf) => {
    expect(failedIn(await judgeShelf(shelf))).toEqual([]);
  });
});

describe("of a change in plain JSON", () => {
  const reasonFor = async (shelf: Shelf) => {
    const report = await judgeShelf(shelf);
    const { verdict, reason = "" } =
      report.requirements.find(({ id }) => id === "changeThing: changed") ?? {};
    return {
      failed: failedIn(report),
      verdict,
      isInPart: reason.startsWith("in part only: the list still has what was there before"),
    };
  };

  it("it is said that a list was added to", async () => {
    const found = await reasonFor(changing("lines", appended));
    expect(found).toEqual({ failed: [], verdict: "passed", isInPart: true });
  });

  it.each<[string, Shelf]>([
    ["objects", { ...changing("lines", appended), properties: { lines: { ...lines, maxItems: 3 } } }],
    ["texts", { ...changing("stops", appended), properties: { stops: { ...stops, maxItems: 4 } } }],
  ])("it is found that a list of %s was added to, so that it is longer than it may be", async (_, shelf) => {
    expect(failedIn(await judgeShelf(shelf))).toContain("changeThing: changed");
  });

  it.each<[string, (sent: List, before: List) => List]>([
    ["keeps the last ones", (sent, before) => appended(sent, before).slice(-3)],
    ["keeps as many of the others as there is room for", (sent, before) => [...sent, ...before].slice(0, 3)],
  ])("a server may add to a list, where it %s", async (_, keep) => {
    const shelf = { ...changing("lines", keep), properties: { lines: { ...lines, maxItems: 3 } } };
    expect(failedIn(await judgeShelf(shelf))).toEqual([]);
  });

  it("nothing is said where a list was replaced", async () => {
    const found = await reasonFor(changing("lines", (sent) => sent));
    expect(found).toEqual({ failed: [], verdict: "passed", isInPart: false });
  });

  it("a list is found that is not changed", async () => {
    const { failed } = await reasonFor(changing("lines", (_, before) => before));
    expect(failed).toEqual(["changeThing: changed"]);
  });
});
