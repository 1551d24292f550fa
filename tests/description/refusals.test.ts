import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ConfigurationError, loadContract } from "../../src/description/index.js";
import { editSpec } from "./edited-spec.js";

describe("a contract that is in order", () => {
  it("is loaded from any folder, and is the one that is shipped", () => {
    expect(loadContract(editSpec().directory)).toEqual(loadContract());
  });
});

describe("files that cannot be read are refused with their name", () => {
  it.each(["openapi.yaml", "requirements.yaml"] as const)("%s is missing", (file) => {
    const spec = editSpec();
    spec.remove(file);
    expect(spec.refusal()).toBe(`${join(spec.directory, file)}: cannot be read (ENOENT)`);
  });

  it("the folder is missing", () => {
    expect(() => loadContract("/no/such/folder")).toThrow(ConfigurationError);
  });

  it.each(["openapi.yaml", "requirements.yaml"] as const)("%s is empty", (file) => {
    const spec = editSpec();
    spec.write(file, "");
    expect(spec.refusal()).toBe(`${join(spec.directory, file)}:1: the file: must be object`);
  });
});

describe("broken YAML is refused with file, line and reason", () => {
  it.each(["openapi.yaml", "requirements.yaml"] as const)("%s: a bracket that is not closed", (file) => {
    const spec = editSpec();
    const line = spec.append(file, "x-more: [1, 2\nx-other: 3");
    const at = new RegExp(`^${join(spec.directory, file)}:(\\d+): (.+)`).exec(spec.refusal());
    expect(Number(at?.[1])).toBeGreaterThanOrEqual(line);
    expect(Number(at?.[1])).toBeLessThanOrEqual(line + 2);
    expect(at?.[2]).toMatch(/flow|\]/i);
  });

  it("a key given twice", () => {
    const spec = editSpec();
    const line = spec.append("openapi.yaml", "openapi: 3.1.0");
    expect(spec.refusal()).toContain(`openapi.yaml:${line}: Map keys must be unique`);
  });

  it("a tab for indentation", () => {
    const spec = editSpec();
    const line = spec.replace("openapi.yaml", "  title: Animal Store", "\ttitle: Animal Store");
    expect(spec.refusal()).toMatch(new RegExp(`openapi\\.yaml:${line}: .*[Tt]ab`));
  });

  it("an alias without an anchor", () => {
    const spec = editSpec();
    const line = spec.append("openapi.yaml", "x-more: *nowhere");
    expect(spec.refusal()).toMatch(new RegExp(`openapi\\.yaml:${line}: .*nowhere`));
  });

  it("more than one document in a file", () => {
    const spec = editSpec();
    spec.append("requirements.yaml", "---\nmore: 1");
    expect(spec.refusal()).toMatch(/requirements\.yaml:\d+: .*document/);
  });
});

describe("an interface description that is not as it should be is refused with file, line and reason", () => {
  it.each([
    ["an operation without an id", "operationId: listPets", "x-id: listPets", "operationId"],
    ["an OpenAPI version that is not 3.1", "openapi: 3.1.0", "openapi: 3.0.3", "pattern"],
    ["a response status in words", '"200":', "ok:", "ok"],
    ["a parameter in a header", "in: query", "in: header", "must be one of query, path"],
    ["a scheme that is not bearer", "scheme: bearer", "scheme: basic", "must be bearer"],
    ["a method that nobody knows", "    post:", "    fetch:", "fetch: is not known here"],
    ["a content type other than JSON", "application/json:", "text/xml:", "content"],
    ["a date that does not exist", "2030-12-05", "2030-02-30", "date"],
    ["a path without a slash", "  /pets:", "  pets:", "pets"],
    ["a missing removal date", "x-removal-date", "x-gone", "x-removal-date"],
  ])("%s", (_, from, to, reason) => {
    const spec = editSpec();
    const line = spec.replace("openapi.yaml", from, to);
    const message = spec.refusal();
    const [, at, why] = /openapi\.yaml:(\d+): (.+)$/s.exec(message) ?? [];
    expect(why).toContain(reason);
    // A member that is missing is reported where its object begins: a few lines above at most.
    expect(line - Number(at)).toBeGreaterThanOrEqual(0);
    expect(line - Number(at)).toBeLessThanOrEqual(4);
  });

  it("a version segment without a slash", () => {
    const spec = editSpec();
    const line = spec.replace("openapi.yaml", "x-version-segment: /v1", "x-version-segment: v1");
    expect(spec.refusal()).toContain(`openapi.yaml:${line}: x-version-segment: must match pattern`);
  });

  it("a description without any deprecated operation", () => {
    const spec = editSpec();
    spec.replace("openapi.yaml", "deprecated: true", "deprecated: false");
    expect(spec.refusal()).toContain("openapi.yaml:1: no operation has an x-removal-date");
  });

  it("an operation id given twice", () => {
    const spec = editSpec();
    const line = spec.replace("openapi.yaml", "operationId: getPet", "operationId: listPets");
    expect(spec.refusal()).toMatch(new RegExp(`openapi\\.yaml:${line}: .*listPets`));
  });
});

describe("references and schemas of an interface description", () => {
  it.each([
    ["to a schema that is not there", "#/components/schemas/Animals"],
    ["to another file", "other.yaml#/components/schemas/Pets"],
    ["to a part that is not there", "#/components/schema/Pets"],
    ["to something that every object of JavaScript has", "#/components/schemas/constructor"],
  ])("a reference %s is refused where it stands", (_, reference) => {
    const spec = editSpec();
    const line = spec.replace("openapi.yaml", "#/components/schemas/Pets", reference);
    expect(spec.refusal()).toContain(`openapi.yaml:${line}: ${reference} leads nowhere`);
  });

  it("a reference between schemas that leads nowhere is refused", () => {
    const spec = editSpec();
    const line = spec.replace("openapi.yaml", '- $ref: "#/components/schemas/NewPet"', '- $ref: "#/x"');
    expect(spec.refusal()).toContain(`openapi.yaml:${line}: #/x leads nowhere`);
  });

  it("a reference with escaped slashes leads where it leads (RFC 6901)", () => {
    const spec = editSpec();
    spec.append("openapi.yaml", 'x-more: { $ref: "#/paths/~1pets/get" }');
    expect(() => loadContract(spec.directory)).not.toThrow();
  });

  it("a schema that is no JSON Schema is refused where it stands", () => {
    const spec = editSpec();
    spec.replace("openapi.yaml", "type: string\n      enum:", "type: text\n      enum:");
    const line = spec.text("openapi.yaml").split("\n").indexOf("    PetStatus:") + 1;
    expect(spec.refusal()).toMatch(
      new RegExp(`openapi\\.yaml:${line}: no valid JSON Schema: PetStatus.*type`),
    );
  });
});
