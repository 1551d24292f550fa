import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../cli/pedigree.js";
import { readNet, subjectOf } from "./recorded.js";

/** As vitest writes snapshots: of a server that breaks promises, of one that does not, of one with other operations. */
const file = `// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html

exports[\`a server > keeps \\\`null\\\` 1\`] = \`
"does not conform
failed: 1
  changeThing: changed
not applicable: 1
  getThing: gone
passed: 87
warned: 1
  addThing: body /a\\\\b pattern
finding changeThing/changed/emptied | {"in":"body"} | changeThing: changed"
\`;

exports[\`a server > is honest 1\`] = \`
"conforms
passed: 88
untested: 1
  putThing: body /day format"
\`;
`;

function written(): ReturnType<typeof readNet> {
  const path = join(temporaryFolder(), "x.snap");
  writeFileSync(path, file);
  return readNet(path);
}

it("a net names the requirements that did not pass", () => {
  expect(Object.fromEntries([...written()].map(([name, run]) => [name, Object.fromEntries(run)]))).toEqual({
    "a server > keeps `null` 1": {
      "changeThing: changed": "failed",
      "getThing: gone": "not applicable",
      "addThing: body /a\\b pattern": "warned",
    },
    "a server > is honest 1": { "putThing: body /day format": "untested" },
  });
  expect(readNet("nowhere.snap").size).toBe(0);
});

it.each<[server: string, test: string, ids: readonly string[], subject: readonly string[]]>([
  [
    "that breaks promises: those",
    "a server > keeps `null` 1",
    ["changeThing: changed", "addThing: body /a\\b pattern", "getThing: gone"],
    ["changeThing: changed", "addThing: body /a\\b pattern"],
  ],
  [
    "that is honest: what others break",
    "a server > is honest 1",
    ["changeThing: changed", "putThing: body /day format", "putThing: changed"],
    ["changeThing: changed"],
  ],
  [
    "that is honest and has other operations: the same promises",
    "a server > is honest 1",
    ["changeNote: changed", "getNote: read back"],
    ["changeNote: changed"],
  ],
  ["of which others break nothing: no part", "a server > is honest 1", ["getNote: gone"], []],
  [
    "whose tests name another one: that, too",
    "a server > is honest 1",
    ["changeNote: changed", "getNote: gone", "getNote: shown"],
    ["changeNote: changed", "getNote: gone"],
  ],
])("the subject of a server %s", (_, test, ids, subject) => {
  const net = written();
  const source = 'expect(verdictOf("getNote: gone")).toBe("passed");';

  expect(subjectOf(ids, net.get(test) ?? new Map(), { net, source })).toEqual(subject);
});
