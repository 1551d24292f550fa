import { describe, expect, it } from "vitest";
import { isDecidedByServer } from "../../src/model/index.js";
import { failedIn, type Item } from "./deviations.js";
import { judgeShelf, type Shelf } from "./shelf.js";

const boolean = { type: "boolean" };
const urgent = { urgent: boolean };
const always =
  (value: unknown, member = "urgent") =>
  (item: Item): Item => ({ ...item, [member]: value });
const without =
  (name: string) =>
  (item: Item): Item =>
    Object.fromEntries(Object.entries(item).filter(([each]) => each !== name));

describe("a boolean that is the client's, and is not kept, is found:", () => {
  it.each<[string, Shelf, readonly string[]]>([
    ["it is always false", { properties: urgent, create: always(false) }, ["addThing: read back"]],
    ["it is always true", { properties: urgent, create: always(true) }, ["addThing: read back"]],
    ["it is not stored", { properties: urgent, create: without("urgent") }, ["addThing: read back"]],
    [
      "it is null, whatever is sent",
      { properties: { urgent: { type: ["boolean", "null"] } }, create: always(null) },
      ["addThing: read back"],
    ],
    [
      "inside an object",
      {
        properties: { maker: { type: "object", properties: { town: { type: "string" }, local: boolean } } },
        create: (sent) => ({ ...sent, maker: { ...(sent["maker"] as Item), local: false } }),
      },
      ["addThing: read back"],
    ],
    [
      "a replacement leaves it as it was",
      { properties: urgent, replace: (sent, before) => ({ ...sent, urgent: before["urgent"] }) },
      ["putThing: replaced"],
    ],
    [
      "false is taken for nothing by a change",
      {
        properties: urgent,
        change: (sent, before) => ({ ...before, ...sent, urgent: sent["urgent"] || before["urgent"] }),
      },
      ["changeThing: changed"],
    ],
    [
      "a change inverts it",
      {
        properties: urgent,
        change: (sent, before) => ({
          ...before,
          ...sent,
          ...("urgent" in sent && { urgent: sent["urgent"] !== true }),
        }),
      },
      ["changeThing: changed"],
    ],
  ])("%s", async (_, shelf, expected) => {
    expect(failedIn(await judgeShelf(shelf))).toEqual(expected);
  });
});

describe("by its name, a boolean is", () => {
  it.each([
    "active",
    "isActive",
    "isadmin",
    "is_public",
    "emailVerified",
    "inStock",
    "hasErrors",
    "taxExempt",
    "archived",
  ])("the server's: %s", (name) => {
    expect(isDecidedByServer(name)).toBe(true);
  });
  it.each(["urgent", "giftWrap", "pet_friendly", "isolation", "newsletter", "pinned", "allDay", "issue"])(
    "the client's: %s",
    (name) => {
      expect(isDecidedByServer(name)).toBe(false);
    },
  );
});

describe("a server that may do so with a boolean conforms:", () => {
  it.each<[string, Shelf]>([
    ["it keeps it", { properties: urgent }],
    [
      "it keeps it, and has false where none is sent",
      { properties: urgent, create: (sent) => ({ urgent: false, ...sent }) },
    ],
    [
      "it leaves out what is false",
      { properties: urgent, show: (item) => (item["urgent"] === true ? item : without("urgent")(item)) },
    ],
    [
      "its reads do not speak of it",
      { properties: urgent, shownAs: { urgent: undefined }, show: without("urgent") },
    ],
    [
      "it verifies, approves and decides by itself",
      {
        properties: {
          active: boolean,
          emailVerified: boolean,
          is_admin: boolean,
          approved: boolean,
          canEdit: boolean,
        },
        show: (item) => ({
          ...item,
          active: false,
          emailVerified: false,
          is_admin: false,
          approved: false,
          canEdit: true,
        }),
      },
    ],
    [
      "what is not active is not found",
      { properties: { active: boolean }, show: (item) => ({ ...item, active: true }) },
    ],
    [
      "of two that exclude each other it keeps one",
      {
        properties: { smoking: boolean, fresh: boolean },
        show: (item) => (item["smoking"] === true ? { ...item, fresh: false } : item),
      },
    ],
    [
      "it takes nothing but true",
      { properties: { consent: boolean }, refuse: ({ consent }) => (consent === false ? 422 : 0) },
    ],
    [
      "it says so with a number",
      { properties: urgent, shownAs: { urgent: { type: "integer" } }, show: always(1) },
    ],
  ])("%s", async (_, shelf) => {
    expect(failedIn(await judgeShelf(shelf))).toEqual([]);
  });
});
