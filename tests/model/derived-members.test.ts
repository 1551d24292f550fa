import { expect, it } from "vitest";
import { aggregated, derivedFigures, derivedMembers } from "../../src/model/index.js";
import type { AnySchema } from "../../src/schema/index.js";

const number: AnySchema = { type: "number" };
const reviews = {
  collection: "/tools/{toolId}/reviews",
  other: {
    type: "object",
    properties: { rating: number, priceCents: number, writtenOn: { format: "date" } },
  },
} as const;
const ticketTypes = { collection: "/ticket-types", other: { type: "object", properties: {} } } as const;

/** What a text says of a member of a tool. */
function read(
  description: string,
  sent: AnySchema = {},
  others = reviews as typeof reviews | typeof ticketTypes,
) {
  const shown: AnySchema = { type: "object", properties: { it: { type: "number", description } } };
  const [found] = derivedMembers(shown, sent, others);
  return found && [found.aggregate, found.of, found.isOfSome ? "some" : "all"];
}

it.each([
  ["The number of reviews of the tool.", ["count", undefined, "all"]],
  ["Number of reviews that the tool has now.", ["count", undefined, "all"]],
  ["Total number of all its reviews; 0 at first.", ["count", undefined, "all"]],
  ["How many reviews there are", ["count", undefined, "all"]],
  ["Number of open reviews of the tool.", ["count", undefined, "some"]],
  ["Number of reviews that were ever written.", ["count", undefined, "some"]],
  ["Number of reviews without a text.", ["count", undefined, "some"]],
  ["Number of reviews of the tool. Hidden ones do not count.", ["count", undefined, "some"]],
  ["Number of reviews in the past.", ["count", undefined, "some"]],
  ["Number of reviews of the tool. Empty ones are no part of it.", ["count", undefined, "some"]],
  ["Number of reviews of the tool, hidden ones included. Updated at once.", ["count", undefined, "all"]],
  ["Number of reviews of the tool, those of its owner excepted.", ["count", undefined, "some"]],
  ["Number of reviews of the tool; several of one author count once.", undefined],
  ["Highest rating of all reviews of the tool, in the last 24 hours.", undefined],
  ["Lowest rating of all reviews of the tool, but 2 if it is lower.", ["lowest", "rating", "some"]],
  ["Sum of the ratings of all reviews, at most 100.", undefined],
  ["Number of reviews of the tool, recomputed every hour.", undefined],
  ["Number of reviews of the tool. It may be a minute old.", undefined],
  ["Number of reviews of the tool. It does not lag.", ["count", undefined, "all"]],
  ["Number of reviews of the tool. It may be up to 300 ms late.", ["count", undefined, "all"]],
  [
    "Average rating of all reviews, rounded to one decimal; `null` if there are none.",
    ["mean", "rating", "all"],
  ],
  ["The mean of the ratings of all reviews, not rounded.", ["mean", "rating", "all"]],
  ["Average rating of its reviews", ["mean", "rating", "all"]],
  ["Total price of all reviews, in cents.", ["sum", "priceCents", "all"]],
  ["Date of the latest review, by the day it was written on.", ["highest", "writtenOn", "all"]],
  ["The highest rating of all reviews.", ["highest", "rating", "all"]],
  ["The number of pages of the tool.", undefined],
  ["The serial number of the tool.", undefined],
  ["Whether the tool has reviews.", undefined],
])("reads %j", (text, found) => {
  expect(read(text)).toEqual(found);
});

it("finds words that the path joins", () => {
  expect(read("Number of ticket types.", {}, ticketTypes)).toEqual(["count", undefined, "all"]);
});

it("tells members from the noun for their items", () => {
  const others = { collection: "/parcels", other: { properties: { parcel: number, weight: number } } };
  const shown: AnySchema = {
    properties: { it: { ...number, description: "The highest weight of its parcels." } },
  };
  expect(derivedMembers(shown, {}, others)[0]?.of).toBe("weight");
});

it("leaves what clients send to them", () => {
  expect(read("Number of reviews of the tool.", { type: "object", properties: { it: {} } })).toBe(undefined);
});

it.each([
  ["The mean of the ratings of all reviews.", 0.001],
  ["The mean of the ratings of all reviews, rounded to one decimal.", 0.06],
  ["The mean of the ratings of all reviews, rounded to the nearest half.", 0.999],
  ["The mean of the ratings of all reviews, rounded to whole stars.", 0.999],
])("%s is compared within %d", (description, tolerance) => {
  const shown: AnySchema = { type: "object", properties: { it: { type: "number", description } } };
  expect(derivedMembers(shown, {}, reviews)[0]?.tolerance).toBe(tolerance);
});

/** What a text says of a figure. */
function readFigure(description: string, type = "integer") {
  const properties = {
    days: { type: "integer" },
    fee: { type: "number" },
    status: { type: "string", enum: ["open", "late", "finished"] },
  } as const;
  const shown: AnySchema = { type: "object", properties: { it: { type, description } } };
  const [found] = derivedFigures(shown, { collection: "/loans", other: { type: "object", properties } });
  return found && [found.aggregate, found.of, found.counted?.values];
}

it.each([
  ["Number of all loans.", ["count", undefined, undefined]],
  ["Number of all loans, in whatever state.", ["count", undefined, undefined]],
  ["How many loans there are", ["count", undefined, undefined]],
  ["Number of open loans", ["count", undefined, ["open"]]],
  ["Number of loans that are not finished.", ["count", undefined, ["open", "late"]]],
  ["Number of loans with the status finished.", ["count", undefined, ["finished"]]],
  ["Number of loans whose status is open.", ["count", undefined, ["open"]]],
  ["Number of loans with a fee.", undefined],
  ["Sum of the days of all finished loans.", ["sum", "days", ["finished"]]],
  ["Number of loans that were finished.", undefined],
  ["Number of loans, late or not.", undefined],
  ["Number of copies of all loans.", undefined],
  ["Number of loans of this week.", undefined],
  ["Number of loans in the last 30 days.", undefined],
  ["Number of all loans; updated every hour.", undefined],
  ["Sum of the extra days of all loans.", undefined],
  ["Number of all loans. Lost ones are left out.", undefined],
  ["Sum of the fees of all loans.", undefined],
])("reads the figure %j", (text, found) => {
  expect(readFigure(text)).toEqual(found);
});

it("reads sums of numbers with decimals", () => {
  expect(readFigure("Total fee of open loans, to the cent.", "number")).toEqual(["sum", "fee", ["open"]]);
});

it.each([
  ["count", [3, 4], 2],
  ["sum", [3, 4], 7],
  ["mean", [3, 4], 3.5],
  ["highest", [3, 4], 4],
  ["lowest", [3, 4], 3],
  ["count", [], 0],
  ["mean", [], undefined],
] as const)("the %s of %j is %j", (aggregate, values, result) => {
  expect(aggregated(aggregate, values)).toBe(result);
});
