import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { parseYamlFile } from "../../src/description/file.js";
import { applyOverlay } from "../../src/description/overlay.js";
import { ok, read } from "./read.js";

const head = `overlay: 1.0.0\ninfo: { title: Changes, version: "1" }\n`;
const overlayOf = (actions: string) => parseYamlFile("overlay.yaml", `${head}actions: ${actions}`);

/** Writes overlays, and returns their paths. */
function written(...texts: readonly string[]): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), "pedigree-overlay-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return texts.map((text, index) => {
    const path = join(folder, `${index}.yaml`);
    writeFileSync(path, text);
    return path;
  });
}

describe("an overlay", () => {
  const document = { a: { b: 1, list: [1, 2, 3] }, c: [{ d: 1 }, { d: 2 }, { d: 3 }] };

  it.each([
    ["adds members", "[{ target: $, update: { e: 1 } }]", { ...document, e: 1 }],
    [
      "merges members at any depth",
      "[{ target: $, update: { a: { b: { x: 1 }, list: [4] } } }]",
      { ...document, a: { b: { x: 1 }, list: [1, 2, 3, 4] } },
    ],
    [
      "adds an item to a list",
      "[{ target: $.a.list, update: 4 }]",
      { ...document, a: { b: 1, list: [1, 2, 3, 4] } },
    ],
    [
      "changes all that matches",
      "[{ target: '$.c[?@.d > 1]', update: { e: 0 } }]",
      { ...document, c: [{ d: 1 }, { d: 2, e: 0 }, { d: 3, e: 0 }] },
    ],
    ["removes a member", "[{ target: $.a.list, remove: true }]", { ...document, a: { b: 1 } }],
    [
      "removes items, whatever their order",
      "[{ target: '$.a.list[2, 0]', remove: true }]",
      { ...document, a: { b: 1, list: [2] } },
    ],
    [
      "removes what it would update, too",
      "[{ target: $.a, remove: true, update: { x: 1 } }]",
      { c: document.c },
    ],
    [
      "does one action after the other",
      "[{ target: $, update: { e: {} } }, { target: $.e, update: { f: 1 } }]",
      { ...document, e: { f: 1 } },
    ],
  ])("%s", (_, actions, expected) => {
    const before = structuredClone(document);
    expect(applyOverlay(document, overlayOf(actions))).toEqual({ document: expected, faults: [] });
    expect(document).toEqual(before);
  });

  it("changes one of two parts that an alias made the same", () => {
    const { value } = parseYamlFile("api.yaml", "a: &part { x: 1 }\nb: *part");
    const { document: changed } = applyOverlay(value, overlayOf("[{ target: $.a, update: { y: 1 } }]"));
    expect(changed).toEqual({ a: { x: 1, y: 1 }, b: { x: 1 } });
  });

  it("that matches nothing says so", () => {
    const { document: same, faults } = applyOverlay(
      document,
      overlayOf("[{ target: $.lost, remove: true }]"),
    );
    expect(same).toEqual(document);
    expect(faults.map(({ message }) => message)).toEqual([
      "overlay.yaml:3: $.lost matches nothing of the description",
    ]);
  });

  it.each([
    ["a target that is no JSONPath", "{ target: '$.[', update: {} }", "is no JSONPath"],
    [
      "an update of a number",
      "{ target: $.a.b, update: {} }",
      "matches what is neither an object nor a list",
    ],
    ["an update of an object by a list", "{ target: $.a, update: [] }", "can be updated by an object only"],
    ["the removal of everything", "{ target: $, remove: true }", "which cannot be removed"],
  ])("with %s is refused", (_, action, reason) => {
    expect(() => applyOverlay(document, overlayOf(`[${action}]`))).toThrow(reason);
  });
});

describe("the overlays of a description", () => {
  const paths = `paths: { /a: { get: { operationId: a, ${ok} }, delete: { operationId: gone, ${ok} } } }`;

  it("are applied in their order, and change its digest", () => {
    const overlays = written(
      `${head}actions: [{ target: $.paths.*.delete, remove: true }, { target: $.lost, remove: true }]`,
      `${head}actions: [{ target: $.paths.*.get, update: { deprecated: true } }]`,
    );
    const { description, limitations } = read(paths, { overlays });
    expect([...description.operations.values()].map(({ id, deprecation }) => [id, deprecation])).toEqual([
      ["a", {}],
    ]);
    expect(limitations).toEqual([`${overlays[0]}:3: $.lost matches nothing of the description`]);
    expect(description.digest).not.toBe(read(paths).description.digest);
  });

  it.each([
    [
      "overlay: 2.0.0\ninfo: { title: a, version: b }\nactions: [{ target: $ }]",
      ":1: overlay: must match pattern",
    ],
    [`${head}actions: []`, ":3: actions: must NOT have fewer than 1 items"],
    [`${head}actions: [{ tarqet: $ }]`, ":3: actions › 0 › tarqet: is not known here; did you mean target?"],
    ["hello", ":1: the file: must be object"],
  ])("are refused with file and line: %j", (text, reason) => {
    const overlays = written(text);
    expect(() => read(paths, { overlays })).toThrow(`${overlays[0]}${reason}`);
  });

  it("are refused where there is no such file", () => {
    expect(() => read(paths, { overlays: ["lost.yaml"] })).toThrow("lost.yaml cannot be read (ENOENT)");
  });
});
