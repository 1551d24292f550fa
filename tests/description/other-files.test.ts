import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { deriveContract } from "../../src/contracts/index.js";
import { downloadedFiles, loadDescription, referredFiles } from "../../src/description/index.js";
import { createSchemaValidator } from "../../src/schema/index.js";
import { read } from "./read.js";

/** A folder with these files. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "pedigree-files-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const head = `openapi: 3.0.3\ninfo: { title: Books, version: "1" }\n`;
/** The line of each part of a description is 3. */
const withSchema = (schema: string) =>
  `${head}paths: { /a: { get: { operationId: a, responses: { "200": { description: Fine, content: { application/json: { schema: ${schema} } } } } } } }`;

/** Loads `api/openapi.yaml` of these files. */
function load(files: Readonly<Record<string, string>>) {
  const path = join(folderWith(files), "api/openapi.yaml");
  const { description, limitations } = loadDescription(path);
  const [response] = description.operations.get("a")?.responses.values() ?? [];
  return {
    description,
    schema: response?.contents[0]?.schema,
    limitations: limitations.map((each) => each.replaceAll(`${dirname(dirname(path))}/`, "")),
  };
}

describe("a description in several files is read as one", () => {
  it.each([
    ["a whole file", "./title.yaml", { "api/title.yaml": "{ type: string }" }],
    ["a part of a file", "s/all.json#/Title", { "api/s/all.json": '{ "Title": { "type": "string" } }' }],
    ["a file further up", "../title.yaml", { "title.yaml": "{ type: string }" }],
    [
      "a file by way of another",
      "one.yaml",
      {
        "api/one.yaml": "{ $ref: s/two.yaml }",
        "api/s/two.yaml": "{ $ref: ../three.yaml }",
        "api/three.yaml": "{ type: string }",
      },
    ],
    [
      "a part beside the one referred to",
      "all.yaml#/A",
      { "api/all.yaml": "{ A: { $ref: '#/B' }, B: { type: string } }" },
    ],
    [
      "the description itself",
      "all.yaml#/A",
      {
        "api/all.yaml": "{ A: { $ref: 'openapi.yaml#/components/schemas/T' } }",
        "api/openapi.yaml": `${withSchema("{ $ref: all.yaml#/A }")}\ncomponents: { schemas: { T: { type: string } } }`,
      },
    ],
  ])("%s", (_, reference, files) => {
    const { schema, limitations } = load({
      "api/openapi.yaml": withSchema(`{ $ref: "${reference}" }`),
      ...files,
    });
    expect(schema).toEqual({ type: "string" });
    expect(limitations).toEqual([]);
  });

  it("with circles across files, which bodies are still held against", () => {
    const { description, limitations } = load({
      "api/openapi.yaml": withSchema("{ $ref: book.yaml }"),
      "api/book.yaml": "{ type: object, properties: { author: { $ref: author.yaml#/Author } } }",
      "api/author.yaml":
        "Author: { type: object, required: [name], properties: { name: { type: string, nullable: true }, best: { $ref: book.yaml } } }",
    });
    expect(limitations).toEqual([]);
    expect(Object.keys(description.document.components?.schemas ?? {})).toEqual(["Author", "book"]);
    const validate = createSchemaValidator(deriveContract(description));
    const violations = (body: object) =>
      validate("", body as never, { operation: "a", status: 200 }).map(({ at }) => at);
    expect(violations({ author: { name: null, best: { author: { name: "b" } } } })).toEqual([]);
    expect(violations({ author: { name: "a", best: { author: {} } } })).toEqual(["/author/best/author"]);
  });

  it("whose paths, parameters, responses and members are in others", () => {
    const { description, schema, limitations } = load({
      "api/openapi.yaml": `${head}paths: { $ref: paths.yaml }`,
      "api/paths.yaml": "/a: { get: { $ref: get.yaml } }",
      "api/get.yaml": `{ operationId: a, parameters: [{ $ref: "common.yaml#/limit" }], responses: { "200": { $ref: common.yaml#/fine } } }`,
      "api/common.yaml": `
limit: { name: limit, in: query, schema: { type: integer } }
fine: { description: Fine, content: { application/json: { schema: { properties: { $ref: "#/members" } } } } }
members: { title: { type: string } }`,
    });
    expect(limitations).toEqual([]);
    expect(schema).toEqual({ properties: { title: { type: "string" } } });
    expect(description.operations.get("a")?.parameters).toEqual([
      { name: "limit", in: "query", required: false, schema: { type: "integer" } },
    ]);
  });

  it("with names for schemas of other files that the description does not have itself", () => {
    const { description } = load({
      "api/openapi.yaml": `${withSchema("{ oneOf: [{ $ref: Book.yaml }, { $ref: v2/Book.yaml }] }")}\ncomponents: { schemas: { Book: {} } }`,
      "api/Book.yaml": "{ type: string }",
      "api/v2/Book.yaml": "{ type: integer }",
    });
    expect(description.document.components?.schemas).toEqual({
      Book: {},
      Book_2: { type: "string" },
      Book_3: { type: "integer" },
    });
  });

  it("and its digest is that of all of them", () => {
    const digest = (schema: string) =>
      load({ "api/openapi.yaml": withSchema("{ $ref: a.yaml }"), "api/a.yaml": schema }).description.digest;
    expect(digest("{ type: string }")).not.toBe(digest("{ type: integer }"));
  });
});

describe("a reference that is not followed is said, and its schema allows anything", () => {
  it.each([
    ["to a file that is not there", "lost.yaml", "api/openapi.yaml:3: api/lost.yaml cannot be read (ENOENT)"],
    ["to a folder", "../api", "api/openapi.yaml:3: api is not read: a description refers to files"],
    ["to a part that is not there", "some.yaml#/Lost", "api/openapi.yaml:3: some.yaml#/Lost leads nowhere"],
    [
      "to an address",
      "http://127.0.0.1:1/a.yaml",
      "api/openapi.yaml:3: http://127.0.0.1:1/a.yaml is not read: a description in a file may refer to files only",
    ],
    ["to what is no YAML", "broken.yaml", "api/openapi.yaml:3: api/broken.yaml:1:2: Flow sequence"],
  ])("%s", (_, reference, sentence) => {
    const { schema, limitations } = load({
      "api/openapi.yaml": withSchema(`{ $ref: "${reference}" }`),
      "api/some.yaml": "{}",
      "api/broken.yaml": "[",
    });
    expect(schema).toEqual({});
    expect(limitations).toEqual([
      expect.stringContaining(sentence),
      expect.stringMatching(/^api\/openapi\.yaml:3: .* leads nowhere \(.* allows anything\)$/),
    ]);
  });

  it("in a circle of parts that are no schemas", () => {
    const { limitations } = load({
      "api/openapi.yaml": `${head}paths: { /a: { get: { responses: { "200": { $ref: r.yaml#/A } } } } }`,
      "api/r.yaml": "A: { $ref: '#/B' }\nB: { $ref: '#/A' }",
    });
    expect(limitations[0]).toMatch(/^api\/r\.yaml:2: file:.*#\/A leads to itself$/);
    expect(limitations[1]).toContain("(GET /a is left out)");
  });

  it("in another file, with the name of that file", () => {
    const { limitations } = load({
      "api/openapi.yaml": withSchema("{ $ref: all.yaml }"),
      "api/all.yaml": "type: object\nproperties:\n  a: { type: strng }\n  b: { $ref: '#/Lost' }",
    });
    expect(limitations[0]).toBe("api/all.yaml:4: #/Lost leads nowhere");
    expect(limitations[1]).toMatch(/^api\/all\.yaml:3: .*\(ignored\)$/);
  });
});

describe("a description from an address", () => {
  const location = "https://a.example/v1/openapi.yaml";
  const texts = new Map([["https://a.example/common.yaml", "{ T: { type: string } }"]]);
  const responses = (reference: string) =>
    `paths: { /a: { get: { operationId: a, responses: { "200": { description: Fine, content: { application/json: { schema: { $ref: "${reference}" } } } } } } } }`;

  it("may refer to files of its own origin", () => {
    const files = downloadedFiles(location, texts);
    expect(read(responses("../common.yaml#/T"), { files }).limitations).toEqual([]);
  });

  it.each(["http://a.example/common.yaml", "https://b.example/common.yaml", "file:///etc/passwd"])(
    "may not refer to %s",
    (reference) => {
      const files = downloadedFiles(location, new Map([[reference, "{}"]]));
      const { description, limitations } = read(responses(reference), { files });
      expect(description.operations.size).toBe(1);
      expect(limitations[0]).toContain(
        `${reference} is not read: a description from an address may refer to its own origin only`,
      );
    },
  );

  it("names the files of its own origin, that they may be downloaded", () => {
    const text = `{ a: { $ref: "#/b" }, b: [{ $ref: x.yaml#/c }, { $ref: "//b.example/y" }, { $ref: "file:///etc/passwd" }, { $ref: "x.yaml#/d" }] }`;
    expect(referredFiles(location, text)).toEqual(["https://a.example/v1/x.yaml"]);
  });
});
