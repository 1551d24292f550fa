import { expect, it } from "vitest";
import { isJsonObject, type Json } from "../../src/json/index.js";
import {
  after,
  changeJson,
  changeReply,
  emptyBody,
  inTurn,
  numberFrom,
  type Operator,
  ofError,
  wrap,
} from "../../src/server/operators/index.js";
import { deviationOf, judgeDeviant } from "../servers/judging.js";

const rounded = (value: Json): Json => {
  if (typeof value === "bigint") return BigInt(Number(value));
  if (Array.isArray(value)) return value.map(rounded);
  return isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, rounded(each)]))
    : value;
};
const ofAnything = () => true;
const roundsIntegers = inTurn(
  numberFrom((count) => 2n ** 60n + count * 100_003n),
  changeJson(ofAnything, rounded),
);

/** Stores a new animal under the id that the client sends. */
function takeIds(): Operator {
  const chosen = new WeakMap<object, bigint>();
  return inTurn(
    after("normalize", (pet, { id }) => {
      if (typeof id === "bigint") chosen.set(pet, id);
      return pet;
    }),
    wrap("assignId", (decide, pet, store) => chosen.get(pet) ?? decide(pet, store)),
  );
}

const plainText = changeReply("unauthorized", ({ headers }) => ({
  headers: { ...headers, "Content-Type": "text/plain" },
  body: Buffer.from("Unauthorized"),
}));
const pages = (headers: Readonly<Record<string, string>>) => ({
  headers: { ...headers, "Content-Type": "text/html" },
  body: Buffer.from("<html>no</html>"),
});

/** Each with what the finding must name: its first requirement, or the likely cause. */
const bugs: readonly (readonly [name: string, bug: Operator, named: string])[] = [
  ["an id taken from the body", takeIds(), "PET-6"],
  [
    "a filter that is applied after the limit",
    deviationOf("limit-before-filter"),
    "the filter is applied after the limit",
  ],
  ["a limit that is one too many", after("pageSize", (was) => was + 1), "LIST-3"],
  [
    "a default page of 10",
    after("defaultLimit", () => 10),
    "a page shows 10 animals without a limit; 20 are the default",
  ],
  ["integers rounded beyond 2^53", roundsIntegers, "integers beyond 2^53 are rounded"],
  ["a 401 in plain text", plainText, "ERR-1"],
  ["a 401 without a body", emptyBody("unauthorized"), "ERR-1"],
  ["errors that are HTML pages", changeReply(ofError, ({ headers }) => pages(headers as never)), "ERR-1"],
  ["errors in another shape", changeJson(ofError, () => ({ error: "no" })), "ERR-2"],
  [
    "no operation that asks for a key",
    deviationOf(
      "no-authentication-on-listpets",
      "no-authentication-on-createpet",
      "no-authentication-on-getpet",
    ),
    "AUTH-1",
  ],
  [
    "pages of 10 animals at most",
    after("pageSize", (was) => Math.min(10, was)),
    "no page shows more than 10 animals",
  ],
  ["a filter that is ignored", after("readStatusFilter", () => undefined), "LIST-7"],
  ["lists in an object", changeJson("listed", (items) => ({ items })), "PET-7"],
  ["a deprecated operation that is gone", deviationOf("removed-early"), "DEP-1"],
  ["a deprecated operation that is gone, with 410", deviationOf("removed-early-with-410"), "DEP-1"],
];

it.each(bugs)("is one finding, its cause first: %s", async (_name, bug, named) => {
  const { findings } = await judgeDeviant(bug);

  const failed = findings.filter(({ verdict }) => verdict === "failed");
  expect(failed.map(({ requirements, actual }) => [requirements.join(" "), actual])).toHaveLength(1);
  expect(`${failed[0]?.requirement} ${failed[0]?.likelyCause}`).toContain(named);
});

it.each([
  ["two animals that share an id", "every-fifth-id-given-twice", "PET-5"],
  ["an address without the version", "mounted-without-version", "VER-1"],
  ["animals that a page hides", "one-in-ten-lost-from-lists", "LIST-5"],
])("a finding has a request to repeat, also where several exchanges show it: %s", async (_, name, id) => {
  const { findings } = await judgeDeviant(deviationOf(name));

  const shown = findings.find(({ requirement }) => requirement === id);
  expect(shown?.exchanges[shown.shownBy]?.curl).toMatch(/^curl -sS -i -g /);
});

it.each([
  ["in plain text", plainText],
  ["without a body", emptyBody("unauthorized")],
])("the status alone decides what a 401 says: %s", async (_form, bug) => {
  const { requirements } = await judgeDeviant(bug);

  const ofKeys = requirements.filter(({ id }) => /^AUTH-[1-7]$/.test(id));
  expect(ofKeys.map(({ verdict }) => verdict)).toEqual(ofKeys.map(() => "passed"));
});
