import { describe, expect, it } from "vitest";
import { failedIn, type Item } from "./deviations.js";
import { judgeShelf, type Shelf } from "./shelf.js";

const note = { type: ["string", "null"], maxLength: 80 };
const hint = { type: "string", maxLength: 80 };
const weight = { type: "number" };
const pages = { type: "integer", minimum: 0, maximum: 900 };
const lines = { type: "array", items: { type: "string" } };
const day = { type: ["string", "null"], format: "date" };
const properties = { note, hint, weight, pages, lines, day };

/** Keeps what was there before where a test says so of what is sent. */
const keeps =
  (name: string, isNothing: (value: unknown) => boolean) =>
  (sent: Item, before: Item): Item => ({
    ...sent,
    ...(isNothing(sent[name]) ? { [name]: before[name] } : {}),
  });
const shelfOf = (change: (sent: Item, before: Item) => Item, more: Partial<Shelf> = {}): Shelf => ({
  properties,
  change: (sent, before) => ({ ...before, ...change(sent, before) }),
  ...more,
});
const isNull = (value: unknown): boolean => value === null || value === undefined;
const isZero = (value: unknown): boolean => value === 0;
const isBlank = (value: unknown): boolean => value === "";
const isBare = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

const about = "Only the members that are sent are changed. `null` empties a member that may be null.";
const summary = "Change some members; null takes one away";

describe("what is empty and taken for nothing is found, where a change", () => {
  it.each<[string, Shelf]>([
    ["keeps a text for null", shelfOf(keeps("note", isNull), { summary })],
    ["keeps a text for null, as its text denies", shelfOf(keeps("note", isNull), { about })],
    [
      "keeps the one text that its text names for null",
      shelfOf(keeps("note", isNull), { about: "`null` clears `note`." }),
    ],
    ["keeps a day for null", shelfOf(keeps("day", isNull), { mediaType: "application/merge-patch+json" })],
    ["keeps a number for 0", shelfOf(keeps("weight", isZero))],
    ["keeps a text for an empty one", shelfOf(keeps("hint", isBlank))],
    ["keeps a list for an empty one", shelfOf(keeps("lines", isBare))],
    [
      "keeps a list for an empty one, and refuses empty texts",
      shelfOf(keeps("lines", isBare), {
        refuse: (sent) => (sent["hint"] === "" || sent["name"] === "" ? 422 : 0),
      }),
    ],
    [
      "keeps a text for null, and refuses empty lists",
      shelfOf(keeps("note", isNull), { summary, refuse: ({ lines: sent }) => (isBare(sent) ? 422 : 0) }),
    ],
  ])("%s", async (_, shelf) => {
    expect(failedIn(await judgeShelf(shelf))).toEqual(["changeThing: changed"]);
  });

  it("keeps a number for 0, where a replacement does", async () => {
    const shelf = { properties, replace: keeps("weight", isZero) };

    expect(failedIn(await judgeShelf(shelf))).toEqual(["putThing: replaced"]);
  });
});

const withoutNulls = (sent: Item): Item =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => !isNull(value)));

const withoutEmpties = (sent: Item): Item =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => !isBlank(value) && !isBare(value)));

describe("what is empty may be", () => {
  it.each<[string, Shelf]>([
    ["kept as it is", shelfOf((sent) => sent)],
    [
      "left out of responses",
      {
        properties,
        show: (item) =>
          Object.fromEntries(
            Object.entries(item).filter(([, value]) => !isNull(value) && !isBlank(value) && !isBare(value)),
          ),
      },
    ],
    [
      "written as null, or as an empty text",
      shelfOf(
        (sent) => ({
          ...sent,
          ...(sent["hint"] === "" ? { hint: null } : {}),
          ...(sent["note"] === null ? { note: "" } : {}),
        }),
        { shownAs: { hint: note } },
      ),
    ],
    ["refused", shelfOf((sent) => sent, { refuse: (sent) => (Object.values(sent).some(isBlank) ? 422 : 0) })],
    [
      "another value than both, which the server has for all",
      shelfOf((sent) => ({
        ...sent,
        ...(sent["weight"] === 0 ? { weight: 1.25 } : {}),
        ...(sent["hint"] === "" ? { hint: "none" } : {}),
        ...(isBare(sent["lines"]) ? { lines: ["none"] } : {}),
      })),
    ],
    [
      "nothing at all, for a creation, too",
      {
        ...shelfOf((sent) => withoutEmpties(sent)),
        create: (sent) => withoutEmpties(sent),
        replace: (sent) => withoutEmpties(sent),
      },
    ],
    ["left as it is for null, where nothing is said of that", shelfOf(withoutNulls)],
    [
      "left as it is for null, where another member is named",
      shelfOf(keeps("note", isNull), { about: "`null` clears `day`." }),
    ],
    [
      "left as it is for null, where that holds at some times",
      shelfOf(withoutNulls, { about: "`null` clears a member if the thing is new." }),
    ],
    [
      "left as it is for null, where the item has always something there",
      {
        ...shelfOf(withoutNulls, { summary }),
        create: withoutNulls,
        replace: withoutNulls,
        shownAs: { note: hint, day: { type: "string" } },
      },
    ],
    [
      "left as it is where the server decides on it, by its name",
      { properties: { approvalLevel: hint }, change: keeps("approvalLevel", isBlank) },
    ],
  ])("%s", async (_, shelf) => {
    expect(failedIn(await judgeShelf(shelf))).toEqual([]);
  });
});
