import { expect, it } from "vitest";
import { deriveContract } from "../../src/contracts/index.js";
import { actingIn } from "../../src/model/index.js";
import { describePaths, reads } from "../contracts/described.js";

const parameters = [
  { name: "cmd", in: "query", schema: { type: "string", enum: ["RESET", "LIST"] } },
  { name: "force", in: "query", schema: { type: "boolean" } },
  { name: "limit", in: "query", schema: { type: "integer" } },
];

it.each<[string, string | undefined]>([
  ["/health", undefined],
  ["/health?limit=1&cmd=LIST", undefined],
  ["/health?cursor=abc", undefined],
  ["/health?limit=1&cmd=RESET", "cmd"],
  ["/health?cmd=LIST&cmd=", "cmd"],
  ["/health?force=false", "force"],
  ["/health?action=purge", "action"],
])("the query of %s, which a server may have handed out, acts by %s", (path, expected) => {
  const contract = deriveContract(
    describePaths({ "/health": { get: { ...reads("health", {}), parameters } } }),
  );
  const [operation] = contract.operations.values();

  expect(operation && actingIn(operation, path)).toBe(expected);
});
