import { expect, it } from "vitest";
import { apiOf, idOf } from "../../src/model/index.js";
import { describePaths, reads } from "../contracts/described.js";

const key = { type: "string", pattern: "^[a-z]{8}$" };
const text = { type: "string" };

it.each<[what: string, members: Readonly<Record<string, object>>, id: string | undefined]>([
  ["with the pattern of the path", { key, title: text, tenant: key }, "of-key"],
  ["by its name, whatever has that pattern", { id: text, key }, "of-id"],
  ["nowhere, where two members have it", { key, other: key }, undefined],
  ["nowhere, where none has it", { key: text }, undefined],
])("an item shows its id %s", (_, properties, expected) => {
  const parameters = ["tenant", "project"].map((name) => ({ name, in: "path", required: true, schema: key }));
  const parent = { parameters: parameters.slice(0, 1), get: reads("getTenant", { type: "object" }) };
  const path = "/tenants/{tenant}/projects/{project}";
  const { operations } = describePaths({
    "/tenants/{tenant}": parent,
    [path]: { parameters, get: reads("getProject", { type: "object", properties }) },
  });
  const resource = apiOf({ operations }).resourceAt(path);
  const item = Object.fromEntries(Object.keys(properties).map((name) => [name, `of-${name}`]));
  expect(resource && idOf(resource, item)).toBe(expected);
});
