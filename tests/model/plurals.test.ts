import { expect, it } from "vitest";
import { endsAsPlural, infinitivesOf, oneOrMany, singularOf } from "../../src/model/names.js";

it.each([
  ["pets", "pet"],
  ["categories", "category"],
  ["staff", "staff"],
  ["", ""],
])("has the singular of %s", (plural, singular) => {
  expect(singularOf(plural)).toBe(singular);
});

it("has a name as one and as many", () => {
  expect(oneOrMany("entry")).toEqual(["entry", "entrys", "entryes", "entries"]);
});

it("tells plurals by their end", () => {
  expect(["lamps", "lamp", "address"].filter(endsAsPlural)).toEqual(["lamps"]);
});

it("has the infinitives that a verb may have", () => {
  expect(infinitivesOf("notifies")).toContain("notify");
  expect(infinitivesOf("refreshes")).toContain("refresh");
  expect(infinitivesOf("starts")).toContain("start");
});
