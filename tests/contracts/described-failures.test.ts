import { expect, it } from "vitest";
import { startJsonServer } from "../servers/json-server.js";
import { describePaths, json, judgeDescribed } from "./described.js";
import { failedIn } from "./deviations.js";

const failure = json({ type: "object", required: ["code"], properties: { code: { type: "string" } } });
const withBody = { description: "Not there yet", ...failure };
const bare = { description: "What comes" };

it.each<[string, object, object, readonly string[]]>([
  ["keeps its description, where that status is described alone", { 501: bare }, {}, []],
  [
    "keeps its description, where that status is described beside a success",
    { 200: bare, 501: bare },
    {},
    [],
  ],
  [
    "keeps its description with the body that is described",
    { 200: bare, 501: withBody },
    { code: "later" },
    [],
  ],
  ["breaks its description with another body", { 200: bare, 501: withBody }, {}, ["fail: responses"]],
  [
    "breaks its description, where its range is described",
    { 200: bare, "5XX": bare },
    {},
    ["fail: no server error"],
  ],
  [
    "breaks its description, where default is described",
    { 200: bare, default: bare },
    {},
    ["fail: no server error"],
  ],
  ["breaks its description with another failure", { 500: bare }, {}, ["fail: no server error"]],
])("an operation that always answers 501 %s", async (_, responses, body, expected) => {
  const baseUrl = await startJsonServer(() => [501, body]);
  const description = describePaths({ "/fail": { get: { operationId: "fail", responses } } });
  expect(failedIn(await judgeDescribed(description, baseUrl))).toEqual(expected);
});

it("an operation that always answers 500 breaks its description, whatever is described", async () => {
  const baseUrl = await startJsonServer(() => [500, {}]);
  const description = describePaths({ "/fail": { get: { operationId: "fail", responses: { 500: bare } } } });
  expect(failedIn(await judgeDescribed(description, baseUrl))).toEqual(["fail: no server error"]);
});
