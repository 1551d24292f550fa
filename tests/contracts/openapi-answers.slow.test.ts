import { describe, expect, it } from "vitest";
import { failedIn, type Item } from "./deviations.js";
import { judgeShelf, type Shelf } from "./shelf.js";

const note = { type: "string", maxLength: 80 };
const size = { type: "integer", minimum: 1, maximum: 90 };
const kind = { enum: ["wheel", "bolt"] };
const tags = { type: "array", items: { type: "string" } };
const properties = { note, size, kind, tags };
const unread: Pick<Shelf, "properties" | "methods"> = { properties, methods: ["DELETE"] };
const answer = (change: (shown: Item, sent: Item) => Item): Pick<Shelf, "answer"> => ({ answer: change });

describe("a creation that answers with what was not sent is found:", () => {
  const all = ["addThing: read back", "putThing: replaced", "changeThing: changed"];

  it.each<[string, Shelf, ...string[]]>([
    ["another text", { properties, ...answer((shown) => ({ ...shown, note: "none" })) }, ...all],
    ["another number", { properties, ...answer((shown) => ({ ...shown, size: 77 })) }, ...all],
    [
      "another number, where nothing reads it",
      { ...unread, ...answer((shown) => ({ ...shown, size: 77 })) },
      "addThing: answer",
    ],
    [
      "another word, where nothing reads it",
      { ...unread, ...answer((shown) => ({ ...shown, kind: "bolt" })) },
      "addThing: answer",
    ],
  ])("%s", async (_, shelf, ...expected) => {
    expect(failedIn(await judgeShelf(shelf))).toEqual(expected);
  });
});

describe("what a creation may answer with is no failure:", () => {
  it.each<[string, Shelf]>([
    ["the item", { properties }],
    ["the item, where nothing reads it", unread],
    ["its id alone", { properties, ...answer(({ id }) => ({ id })) }],
    ["its id alone, where nothing reads it", { ...unread, ...answer(({ id }) => ({ id })) }],
    ["some of it", { ...unread, ...answer(({ id, name }) => ({ id, name })) }],
    ["lists that are not filled yet", { properties, ...answer((shown) => ({ ...shown, tags: [] })) }],
    [
      "a job that has a name and a size of its own",
      { properties, ...answer(({ id }) => ({ id, name: "Creation", note: "waiting", size: 3 })) },
    ],
    [
      "a state of the server's",
      {
        ...unread,
        properties: { ...properties, status: { enum: ["new", "old"] } },
        ...answer((shown) => ({ ...shown, status: "old" })),
      },
    ],
  ])("%s", async (_, shelf) => {
    expect(failedIn(await judgeShelf(shelf))).toEqual([]);
  });

  it("is tested where it is shown, and not where it is not", async () => {
    const verdicts = async (shelf: Shelf) =>
      (await judgeShelf(shelf)).requirements.find(({ id }) => id === "addThing: answer")?.verdict;
    expect(await verdicts(unread)).toBe("passed");
    expect(await verdicts({ ...unread, ...answer(({ id }) => ({ id })) })).toBe("untested");
    expect(await verdicts({ properties })).toBe(undefined);
  });
});
