import { describe, expect, it } from "vitest";
import { parseYamlFile } from "../../src/description/file.js";
import { read } from "./read.js";

describe("a merge key stands for the members of other maps", () => {
  it.each([
    ["of one", "{ <<: *a, own: 1 }", { x: 1, y: 1, own: 1 }],
    ["but for its own", "{ <<: *a, x: 9 }", { x: 9, y: 1 }],
    ["but for its own, which come first", "{ x: 9, <<: *a }", { x: 9, y: 1 }],
    ["of several, of which the first counts", "{ <<: [*b, *a] }", { x: 2, y: 1, z: 2 }],
    ["of one that has merge keys itself", "{ <<: *c }", { x: 2, y: 1, z: 2 }],
    ["of one that stands there", "{ <<: { x: 3 } }", { x: 3 }],
    ["in a list", "[{ <<: *a }]", [{ x: 1, y: 1 }]],
    ["and is an own member where it names no map", "{ <<: 1, x: 2 }", { "<<": 1, x: 2 }],
  ])("%s", (_, written, expected) => {
    const anchors = "a: &a { x: 1, y: 1 }\nb: &b { x: 2, z: 2 }\nc: &c { <<: [*b, *a] }\n";
    const { here } = parseYamlFile("a.yaml", `${anchors}here: ${written}`).value as { here: unknown };
    expect(here).toEqual(expected);
  });

  it.each([
    [["here"], 4],
    [["here", "own"], 6],
    [["here", "far"], 2],
    [["here", "far", "deep"], 3],
    [["here", "nothing"], 4],
    [["same", "far", "deep"], 3],
    [["list", 0, "far"], 2],
  ])("and the line of %j is %i, that of what is meant", (path, line) => {
    const text = "anchor: &a\n  far:\n    deep: 1\nhere:\n  <<: *a\n  own: 1\nsame: *a\nlist: [*a]\n";
    expect(parseYamlFile("a.yaml", text).placeOf(path).line).toBe(line);
  });

  it("in the responses of many operations", () => {
    const operation = (index: number) =>
      `  /a${index}: { get: { operationId: a${index}, responses: { "200": { description: Fine }, <<: *common } } }`;
    const all = Array.from({ length: 150 }, (_, index) => index);
    const { description, limitations } = read(`x-common: &common
  "400": { description: Wrong }
  "500": { headers: 1 }
paths:
${all.map(operation).join("\n")}`);
    expect(description.operations.size).toBe(0);
    expect(limitations[0]).toBe(
      "api.yaml:5: paths › /a0 › get › responses › 500 › headers: must be object (GET /a0 is left out)",
    );
  });

  it("is refused where all that it stands for is too much", () => {
    const members = Array.from({ length: 1000 }, (_, index) => `m${index}: 1`).join(", ");
    const merging = Array.from({ length: 200 }, (_, index) => `b${index}: { <<: *a }`).join("\n");
    expect(() => parseYamlFile("a.yaml", `a: &a { ${members} }\n${merging}`)).toThrow(
      "a.yaml: has merge keys for more than 100000 members",
    );
  });

  it("that merges what merges twice, over and over, is refused at once", () => {
    const merging = Array.from(
      { length: 60 },
      (_, at) => `a${at + 1}: &a${at + 1} { <<: [*a${at}, *a${at}] }`,
    );
    expect(() => parseYamlFile("a.yaml", `a0: &a0 { x: 1 }\n${merging.join("\n")}`)).toThrow(
      "Excessive alias count",
    );
  });
});
