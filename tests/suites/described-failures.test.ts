import { expect, it } from "vitest";
import { startJsonServer } from "../servers/json-server.js";
import { describePaths, judgeDescribed } from "./described.js";
import { failedIn } from "./deviations.js";

it.each<[string, readonly number[], readonly string[]]>([
  ["keeps its description, if that is all that is described", [501], []],
  ["breaks its description where a success is described, too", [200, 501], ["fail: no server error"]],
  ["breaks its description with another failure", [500], ["fail: no server error"]],
])("an operation that always answers 501 %s", async (_, statuses, expected) => {
  const baseUrl = await startJsonServer(() => [501]);
  const responses = Object.fromEntries(statuses.map((status) => [status, { description: "What comes" }]));
  const description = describePaths({ "/fail": { get: { operationId: "fail", responses } } });
  expect(failedIn(await judgeDescribed(description, baseUrl))).toEqual(expected);
});
