import { expect, it } from "vitest";
import { startJsonServer } from "../servers/json-server.js";
import { describePaths, json, judgeDescribed } from "./described.js";
import { failedIn } from "./deviations.js";

type Headers = Readonly<Record<string, string | readonly string[]>>;

/** A server whose only response has these headers, and a description of one of them. */
async function judge(name: string, schema: object, headers: Headers): Promise<readonly string[]> {
  const baseUrl = await startJsonServer(() => [200, {}, headers]);
  const shown = { description: "Fine", headers: { [name]: { schema } }, ...json({ type: "object" }) };
  const get = { operationId: "getStatus", responses: { 200: shown } };
  return failedIn(await judgeDescribed(describePaths({ "/status": { get } }), baseUrl));
}

// tests/values/header-values.test.ts has the kinds of headers, on responses without a server.
it.each<[string, Headers, readonly string[]]>([
  ["that is as its schema says is fine", { "x-left": "12" }, []],
  ["of what stands in front is fine beside it", { "x-left": ["12", "12;w=60"] }, []],
  ["that is another one is found", { "x-left": "1001" }, ["getStatus: responses"]],
])("a response header %s", async (_, headers, failed) => {
  expect(await judge("X-Left", { type: "integer", maximum: 1000 }, headers)).toEqual(failed);
});
