import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compileShippedFiles } from "../../src/description/contract.js";
import { ConfigurationError, loadContract, specDirectory } from "../../src/description/index.js";
import { editSpec } from "./edited-spec.js";

describe("a contract that is in order", () => {
  it("is loaded from any folder, and is the one that is shipped", () => {
    expect(loadContract(editSpec().directory)).toEqual(loadContract());
  });
});

describe("the contract that is shipped", () => {
  it("is stored at build time as it is when it is checked anew", () => {
    const stored = readFileSync(new URL("../../dist/description/compiled.json", import.meta.url), "utf8");
    expect(JSON.parse(stored)).toEqual(compileShippedFiles());
  });

  it("is stored under the hashes of its files, so that an edited file is checked", () => {
    const texts = ["openapi.yaml", "requirements.yaml"].map((name) =>
      readFileSync(join(specDirectory, name)),
    );
    const hashes = texts.map((text) => createHash("sha256").update(text).digest("hex"));
    expect(Object.keys(compileShippedFiles())).toEqual(hashes);
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
    const at = new RegExp(`^${join(spec.directory, file)}:(\\d+):\\d+: (.+)`).exec(spec.refusal());
    expect(Number(at?.[1])).toBeGreaterThanOrEqual(line);
    expect(Number(at?.[1])).toBeLessThanOrEqual(line + 2);
    expect(at?.[2]).toMatch(/flow|\]/i);
  });

  it("a key given twice", () => {
    const spec = editSpec();
    const line = spec.append("openapi.yaml", "openapi: 3.1.0");
    expect(spec.refusal()).toContain(`openapi.yaml:${line}:1: Map keys must be unique`);
  });

  it("a tab for indentation", () => {
    const spec = editSpec();
    const line = spec.replace("openapi.yaml", "  title: Animal Store", "\ttitle: Animal Store");
    expect(spec.refusal()).toMatch(new RegExp(`openapi\\.yaml:${line}:\\d+: .*[Tt]ab`));
  });

  it("an alias without an anchor", () => {
    const spec = editSpec();
    const line = spec.append("openapi.yaml", "x-more: *nowhere");
    expect(spec.refusal()).toMatch(new RegExp(`openapi\\.yaml:${line}:\\d+: Unresolved alias`));
  });

  it("more than one document in a file", () => {
    const spec = editSpec();
    spec.append("requirements.yaml", "---\nmore: 1");
    expect(spec.refusal()).toMatch(/requirements\.yaml:\d+:\d+: .*document/);
  });
});

describe("an interface description that is not as it should be is refused with file, line and reason", () => {
  it.each([
    [
      "an OpenAPI version that is not read",
      "openapi: 3.1.0",
      "openapi: 3.4.0",
      "must be a version of OpenAPI",
    ],
    ["a version 2 of Swagger", "openapi: 3.1.0", 'swagger: "2.0"', "must be a version of OpenAPI"],
    ["a response status in words", '"200":', "ok:", "ok: is not known here"],
    [
      "a parameter nowhere",
      "in: query",
      "in: heder",
      "one of query, header, path, cookie; did you mean header?",
    ],
    [
      "a path parameter that is optional",
      "required: true\n          schema",
      "required: false\n          schema",
      "must be true",
    ],
    ["a method that nobody knows", "    post:", "    fetch:", "fetch: is not known here"],
    [
      "a key that is written wrong",
      "requestBody:",
      "requestBdoy:",
      "is not known here; did you mean requestBody?",
    ],
    [
      "a required key that is written wrong",
      "title:",
      "titel:",
      "info › titel: is not known here; did you mean title?",
    ],
    [
      "a key of one kind of object",
      "scheme: bearer",
      "schme: bearer",
      "schme: is not known here; did you mean scheme?",
    ],
    ["a date that does not exist", "2030-12-05", "2030-02-30", "date"],
    ["a path without a slash", "  /pets:", "  pets:", "pets"],
    ["a missing removal date", "x-removal-date", "x-gone", "x-removal-date"],
    [
      "an unknown type of a schema",
      "type: string\n      enum",
      "type: text\n      enum",
      "PetStatus › type: must be one of",
    ],
    ["a constraint that is no number", "maximum: 100", "maximum: many", "schema › maximum: must be number"],
    [
      "a scheme that is not bearer",
      "scheme: bearer",
      "scheme: basic",
      "no credential other than a bearer token is sent",
    ],
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

  it("a content type other than JSON, with the line of its operation", () => {
    const spec = editSpec();
    spec.replace("openapi.yaml", "application/json:", "text/xml:");
    const line = spec.text("openapi.yaml").split("\n").indexOf("    get:") + 1;
    expect(spec.refusal()).toContain(
      `openapi.yaml:${line}: listPets: content of type text/xml is neither sent nor judged`,
    );
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

  it.each([
    ["with escaped slashes (RFC 6901)", "#/paths/~1pets/post/requestBody/content/application~1json/schema"],
    ["with escaped letters (RFC 3986)", "#/components/schemas/%4eewPet"],
  ])("a reference %s leads where it leads", (_, reference) => {
    const spec = editSpec();
    spec.replace("openapi.yaml", "#/components/schemas/Pets", reference);
    const list = loadContract(spec.directory).operations.get("listPets");
    expect(list?.responses.get("200")?.contents[0]?.schema?.required).toEqual(["name", "categoryId"]);
  });

  it.each(["%", "%C3"])("a reference that holds %s by mistake is refused", (part) => {
    const spec = editSpec();
    spec.replace("openapi.yaml", "#/components/schemas/Pets", `#/components/schemas/${part}`);
    expect(spec.refusal()).toContain(`${part} leads nowhere`);
  });
});
