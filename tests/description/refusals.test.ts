import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ConfigurationError, loadContract } from "../../src/description/index.js";
import { editSpec, type FileName } from "./edited-spec.js";

const bothFiles: readonly FileName[] = ["openapi.yaml", "requirements.yaml"];

/** The line and the reason that a file is refused with. */
function refusalOf(file: FileName, refusal: string) {
  const [, line, reason] = new RegExp(`/${file}:(\\d+):(?:\\d+:)? (.+)$`, "s").exec(refusal) ?? [];
  return { line: Number(line), reason };
}

/** Loads a contract with one text replaced, and says how many lines above it the refusal points. */
function refuse(file: FileName, from: string, to: string) {
  const spec = editSpec();
  const line = spec.replace(file, from, to);
  const refused = refusalOf(file, spec.refusal());
  return { reason: refused.reason, above: line - refused.line };
}

describe("files that cannot be used are refused with their name", () => {
  it("in a folder that is missing", () => {
    expect(() => loadContract("/no/such/folder")).toThrow(ConfigurationError);
    expect(() => loadContract("/no/such/folder")).toThrow("/openapi.yaml: cannot be read (ENOENT)");
  });

  it.each(bothFiles)("%s is empty", (file) => {
    const spec = editSpec();
    spec.write(file, "");
    expect(spec.refusal()).toBe(`${join(spec.directory, file)}:1: the file: must be object`);
  });
});

describe("broken YAML is refused with file, line and reason", () => {
  it.each<[FileName, string, RegExp]>([
    ["openapi.yaml", "x-more: [1, 2\nx-other: 3", /flow|\]/i],
    ["requirements.yaml", "x-more: [1, 2\nx-other: 3", /flow|\]/i],
    ["openapi.yaml", "openapi: 3.1.0", /Map keys must be unique/],
    ["openapi.yaml", "x-more:\n\ttitle: Animal Store", /tab/i],
    // What stands in the file may be a key: it is not shown.
    ["openapi.yaml", "x-more: *nowhere", /^Unresolved alias \([^)]*\)$/],
    ["requirements.yaml", "---\nmore: 1", /document/],
  ])("%s with %j at its end", (file, more, reason) => {
    const spec = editSpec();
    const before = spec.text(file);
    spec.write(file, before + more);
    const refused = refusalOf(file, spec.refusal());
    expect(refused.reason).toMatch(reason);
    expect(refused.line - before.split("\n").length).toBeOneOf([0, 1, 2]);
  });
});

describe("an interface description that is not as it should be is refused with file, line and reason", () => {
  it.each([
    ["openapi: 3.1.0", "openapi: 3.4.0", "must be a version of OpenAPI"],
    ["openapi: 3.1.0", 'swagger: "2.0"', "must be a version of OpenAPI"],
    ['"200":', "ok:", "ok: is not known here"],
    ["in: query", "in: heder", "one of query, header, path, cookie; did you mean header?"],
    ["required: true\n          schema", "required: false\n          schema", "must be true"],
    ["    post:", "    fetch:", "fetch: is not known here"],
    ["requestBody:", "requestBdoy:", "is not known here; did you mean requestBody?"],
    ["title:", "titel:", "info › titel: is not known here; did you mean title?"],
    ["scheme: bearer", "schme: bearer", "schme: is not known here; did you mean scheme?"],
    ["2030-12-05", "2030-02-30", "date"],
    ["  /pets:", "  pets:", "pets"],
    ["x-removal-date", "x-gone", "x-removal-date"],
    ["type: string\n      enum", "type: text\n      enum", "PetStatus › type: must be one of"],
    ["maximum: 100", "maximum: many", "schema › maximum: must be number"],
    ["scheme: bearer", "scheme: basic", "no such credential is sent"],
    ["x-version-segment: /v1", "x-version-segment: v1", "x-version-segment: must match pattern"],
    ["operationId: getPet", "operationId: listPets", "the operationId listPets is given twice"],
    ['- $ref: "#/components/schemas/NewPet"', '- $ref: "#/x"', "#/x leads nowhere"],
  ])("with %j replaced by %j: %s", (from, to, reason) => {
    const refused = refuse("openapi.yaml", from, to);
    expect(refused.reason).toContain(reason);
    // A member that is missing is reported where its object begins: a few lines above at most.
    expect(refused.above).toBeOneOf([0, 1, 2, 3, 4]);
  });

  it.each([
    ...["#/components/schemas/Animals", "other.yaml#/components/schemas/Pets", "#/components/schema/Pets"],
    // Every object of JavaScript has a constructor; the others are no percent-encoding.
    ...["#/components/schemas/constructor", "#/components/schemas/%", "#/components/schemas/%C3"],
  ])("with a reference that leads nowhere, where it stands: %s", (reference) => {
    const refused = refuse("openapi.yaml", "#/components/schemas/Pets", reference);
    expect(refused).toEqual({ reason: `${reference} leads nowhere`, above: 0 });
  });

  it("with a content type other than JSON, with the line of its operation", () => {
    const spec = editSpec();
    spec.replace("openapi.yaml", "application/json:", "text/xml:");
    expect(refusalOf("openapi.yaml", spec.refusal())).toEqual({
      line: spec.text("openapi.yaml").split("\n").indexOf("    get:") + 1,
      reason: "listPets: content of type text/xml is neither sent nor judged",
    });
  });

  it("without any deprecated operation", () => {
    const spec = editSpec();
    spec.replace("openapi.yaml", "deprecated: true", "deprecated: false");
    expect(spec.refusal()).toContain("openapi.yaml:1: no operation has an x-removal-date");
  });
});

it.each([
  ["escaped slashes (RFC 6901)", "#/paths/~1pets/post/requestBody/content/application~1json/schema"],
  ["escaped letters (RFC 3986)", "#/components/schemas/%4eewPet"],
])("a reference with %s leads where it leads", (_, reference) => {
  const spec = editSpec();
  spec.replace("openapi.yaml", "#/components/schemas/Pets", reference);
  const list = loadContract(spec.directory).operations.get("listPets");
  expect(list?.responses.get("200")?.contents[0]?.schema?.required).toEqual(["name", "categoryId"]);
});

describe("a catalogue with a mistake is refused with file, line and reason", () => {
  const levels = "must be one of must, implied, advice, open, informative; did you mean";

  it.each([
    ["level: must", "level: should", `requirements › 0 › level: ${levels}`],
    ["- id: LIST-2", "- id: LIST-1", "LIST-1: this id is given twice"],
    ["- id: LIST-2", "- id: list-2", "› id: must match pattern"],
    ["[list, create, get]", "[list, delete]", "› operations › 1: must be one of list, create, get"],
    ["{pageSize.minimum}", "{pageSize.least}", "LIST-2: {pageSize.least} names nothing"],
    ["follows: [LIST-1]", "follows: [LIST-99]", "LIST-2: there is no other requirement LIST-99"],
    ["follows: [LIST-1]", "follows: [LIST-2]", "LIST-2: there is no other requirement LIST-2"],
    ["    sentence:", "    sentense:", "sentense: is not known here; did you mean sentence?"],
    ["list: listPets", "list: listCats", "list: openapi.yaml has no operation listCats"],
    ["filter: status", "filter: colour", "filter: listPets has no parameter colour"],
  ])("with %j replaced by %j: %s", (from, to, reason) => {
    expect(refuse("requirements.yaml", from, to)).toEqual({
      reason: expect.stringContaining(reason),
      above: 0,
    });
  });

  it.each(["reason", "accepts", "operations"])(
    "with an entry that lacks its %s, where it begins",
    (member) => {
      const spec = editSpec();
      const [line = ""] = new RegExp(`^ {4}${member}: .*\n`, "m").exec(spec.text("requirements.yaml")) ?? [];
      const at = spec.replace("requirements.yaml", line, "");
      const refused = refusalOf("requirements.yaml", spec.refusal());
      expect(refused.reason).toContain(`must have required property '${member}'`);
      expect(at - refused.line).toBeOneOf([0, 1, 2, 3, 4, 5]);
    },
  );

  it("with no requirement at all", () => {
    const spec = editSpec();
    const [head = ""] = spec.text("requirements.yaml").split("requirements:\n");
    spec.write("requirements.yaml", `${head}requirements: []\n`);
    expect(refusalOf("requirements.yaml", spec.refusal())).toEqual({
      line: head.split("\n").length,
      reason: "requirements: must NOT have fewer than 1 items",
    });
  });
});

it("a further member whose schema leads only to itself is not refused: it may be anything", () => {
  const spec = editSpec();
  const loop = '{ $ref: "#/components/schemas/Loop" }';
  spec.replace("openapi.yaml", "    NewPet:\n", `    Loop: ${loop}\n    NewPet:\n`);
  spec.replace("openapi.yaml", "        status: {", `        friend: ${loop}\n        status: {`);

  expect(loadContract(spec.directory).roles.furtherMembers).toEqual({ friend: { isRequired: false } });
});
