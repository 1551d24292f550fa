import { expect, it } from "vitest";
import { readDescription } from "../../src/description/index.js";
import { runConformance } from "../../src/run/index.js";
import { deriveContract, openApi } from "../../src/suites/index.js";
import { startOrigin } from "../servers/plain-server.js";
import { failedIn } from "./deviations.js";

it.each<[string, readonly number[], readonly string[]]>([
  ["keeps its description, if that is all that is described", [501], []],
  ["breaks its description where a success is described, too", [200, 501], ["fail: no server error"]],
  ["breaks its description with another failure", [500], ["fail: no server error"]],
])("an operation that always answers 501 %s", async (_, statuses, expected) => {
  const baseUrl = await startOrigin((_request, response) => response.writeHead(501).end());
  const responses = Object.fromEntries(statuses.map((status) => [status, { description: "What comes" }]));
  const document = {
    openapi: "3.1.0",
    info: { title: "Bench", version: "1" },
    paths: { "/fail": { get: { operationId: "fail", responses } } },
  };
  const contract = deriveContract(readDescription("bench.json", JSON.stringify(document)).description);
  expect(failedIn(await runConformance(openApi, { contract, baseUrl, key: "" }))).toEqual(expected);
});
