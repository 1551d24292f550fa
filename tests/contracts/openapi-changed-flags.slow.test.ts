import { describe, expect, it } from "vitest";
import { failedIn, type Item } from "./deviations.js";
import { judgeShelf, type Shelf } from "./shelf.js";

const flag = { type: "boolean" };
const properties = { is_public: flag, verified: flag, is_default: flag };

/** A change that leaves a flag as it is where this value is sent. */
const ignores = (name: string, value: boolean): Shelf => ({
  properties,
  change: (sent: Item, before: Item) => ({
    ...before,
    ...sent,
    ...(sent[name] === value ? { [name]: before[name] } : {}),
  }),
});

describe("flags on which a server may decide may be", () => {
  it.each<[string, Shelf]>([
    ["changed", { properties }],
    [
      "the server's from the start",
      { ...ignores("verified", true), create: (sent) => ({ ...sent, verified: false }) },
    ],
    ["kept for an item that others follow", ignores("is_default", false)],
    [
      "refused",
      { properties, refuse: (sent, method) => (method === "PATCH" && sent["is_public"] === false ? 422 : 0) },
    ],
  ])("%s", async (_, shelf) => {
    expect(failedIn(await judgeShelf(shelf)).filter((id) => id.startsWith("changeThing"))).toEqual([]);
  });
});

describe("a change is found that ignores", () => {
  it.each<[string, Shelf]>([
    ["false, which a creation takes", ignores("is_public", false)],
    ["true, which a creation takes", ignores("verified", true)],
  ])("%s", async (_, shelf) => {
    expect(failedIn(await judgeShelf(shelf))).toEqual(["changeThing: changed"]);
  });
});

describe("a change is found that resets a flag which it leaves out", () => {
  it.each<[string, string, boolean]>([
    ["to true", "refundable", true],
    ["to false", "is_public", false],
  ])("%s", async (_, name, usual) => {
    const shelf: Shelf = {
      properties: { [name]: { type: "boolean", default: usual } },
      change: (sent, before) => ({ ...before, [name]: usual, ...sent }),
    };
    expect(failedIn(await judgeShelf(shelf))).toEqual(["changeThing: changed"]);
  });
});

it("what others have approved may be taken back by a change", async () => {
  const shelf: Shelf = {
    properties: { approved: { type: "boolean", default: false } },
    change: (sent, before) => ({ ...before, approved: false, ...sent }),
  };
  expect(failedIn(await judgeShelf(shelf))).toEqual([]);
});
