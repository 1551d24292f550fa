import { expect, it } from "vitest";
import { apiOf, inOrderOfCreation } from "../../src/model/index.js";
import { adds, describePaths, idInPath, reads } from "../contracts/described.js";

const text = { type: "string" };

/** A collection with its items; members that end in `!` have to be sent. */
function pathsOf(path: string, members: readonly string[]) {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const noun = path.slice(path.lastIndexOf("/") + 1).replace(/s$/, "");
  const parameters = names.map((name) => ({ ...idInPath("string"), name }));
  const properties = Object.fromEntries(members.map((each) => [each.replace("!", ""), text]));
  const required = members.filter((each) => each.endsWith("!")).map((each) => each.replace("!", ""));
  const schema = { type: "object", required, properties };
  return {
    [path]: { parameters, post: adds(noun, schema, schema) },
    [`${path}/{${noun}Id}`]: {
      parameters: [...parameters, { ...idInPath("string"), name: `${noun}Id` }],
      get: reads(`get_${noun}`, schema),
    },
  };
}

it.each<[string, readonly (readonly [path: string, members: readonly string[]])[], readonly string[]]>([
  [
    "as described",
    [
      ["/cats", ["name!"]],
      ["/dogs", ["name!"]],
    ],
    ["cat", "dog"],
  ],
  [
    "what is referred to first",
    [
      ["/dogs", ["ownerId!"]],
      ["/owners", ["name!"]],
    ],
    ["owner", "dog"],
  ],
  [
    "what is below another item before what refers to it",
    [
      ["/orders", ["seatId!"]],
      ["/shows", ["name!"]],
      ["/shows/{showId}/seats", ["name!"]],
    ],
    ["show", "seat", "order"],
  ],
  [
    "an optional reference, too",
    [
      ["/orders", ["seatId"]],
      ["/shows/{showId}/seats", ["name!"]],
      ["/shows", ["name!"]],
    ],
    ["show", "seat", "order"],
  ],
  [
    "what has to be referred to first, in a circle",
    [
      ["/coachs", ["teamId"]],
      ["/teams", ["coachId!"]],
    ],
    ["coach", "team"],
  ],
  [
    "what has to be referred to first, in a circle that is described the other way",
    [
      ["/teams", ["coachId!"]],
      ["/coachs", ["teamId"]],
    ],
    ["coach", "team"],
  ],
  [
    "an item that refers to its own kind, where it stands",
    [
      ["/nodes", ["nodeId!"]],
      ["/cats", []],
    ],
    ["node", "cat"],
  ],
])("items are created in this order: %s", (_, collections, expected) => {
  const { operations } = describePaths(
    Object.assign({}, ...collections.map(([path, members]) => pathsOf(path, members))),
  );
  const sorted = inOrderOfCreation([...operations.values()], apiOf({ operations }));
  expect(sorted.filter(({ method }) => method === "POST").map(({ id }) => id)).toEqual(expected);
});
