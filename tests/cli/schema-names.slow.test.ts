import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { json } from "../contracts/described.js";
import { startOrigin } from "../servers/plain-server.js";
import { pedigree, temporaryFolder } from "./pedigree.js";

/** What JSON Schema calls a schema by. */
const names: Readonly<Record<string, object>> = {
  $anchor: { $anchor: "m" },
  $dynamicAnchor: { $dynamicAnchor: "m" },
  $id: { $id: "http://x/m" },
  "an anchor that is none": { $anchor: "1 m" },
};

/** Where a name may stand twice: in a schema, or in what only looks like one. */
const places: Readonly<Record<string, (named: object) => object>> = {
  "two responses": (named) => ({ ...named }),
  "their members": (named) => ({ properties: { b: named, c: named } }),
  "schemas that depend on members": (named) => ({ dependentSchemas: { b: named } }),
  examples: (named) => ({ example: named, examples: [named] }),
  extensions: (named) => ({ "x-more": [named, { ...named, title: "Another" }] }),
  "values that are compared with": (named) => ({ properties: { b: { const: named } } }),
};

/** A description of two operations, each with a schema that differs and holds this. */
function describing(held: object): string {
  const path = join(temporaryFolder(), "named.json");
  const shows = (schema: object) => ({
    get: { responses: { 200: { description: "Shown", ...json({ ...schema, ...held }) } } },
    post: {
      requestBody: json({ type: "object", required: ["b"], ...held }),
      responses: { 200: { description: "Added", ...json({}) }, 400: { description: "Not so" } },
    },
  });
  const paths = { "/a": shows({ type: "object" }), "/b": shows({ type: ["object", "array"] }) };
  writeFileSync(path, JSON.stringify({ openapi: "3.1.0", info: { title: "Named", version: "1" }, paths }));
  return path;
}

const table = Object.entries(names).flatMap(([name, named]) =>
  Object.entries(places).map(([place, hold]) => [name, place, hold(named)] as const),
);

describe("names of schemas that are given twice end no command", () => {
  it.each(table)("%s in %s", async (name, place, held) => {
    const isCompared = place === "values that are compared with";
    const shown = isCompared ? JSON.stringify({ b: names[name] }) : "{}";
    const target = await startOrigin((_, response) =>
      response.setHeader("content-type", "application/json").end(shown),
    );
    const spec = describing(held);
    const reports = ["--spec", spec, "--reports", temporaryFolder()];

    const judged = await pedigree(["run", "--target", target, "--read-only", ...reports]);
    const calibrated = await pedigree(["calibrate", "--max-mutants", "1", ...reports]);

    expect(judged.stdout).toContain("conforms");
    expect(judged.exitCode).toBe(0);
    expect(calibrated.stderr).not.toContain("this is a bug");
    expect([0, 1]).toContain(calibrated.exitCode);
  });

  it("and a value that a schema compares with keeps what looks like one", async () => {
    const target = await startOrigin((_, response) =>
      response.setHeader("content-type", "application/json").end('{"b":{}}'),
    );
    const spec = describing({ properties: { b: { const: { $id: "http://x/m" } } } });

    const { exitCode, stdout } = await pedigree([
      "run",
      "--target",
      target,
      "--read-only",
      "--spec",
      spec,
      "--reports",
      temporaryFolder(),
    ]);

    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: expect.stringContaining("responses") });
  });
});
