import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { loadSettings } from "../../src/settings/load-settings.js";
import { startOrigin } from "../servers/plain-server.js";
import { uncommented } from "../settings/configured.js";
import { pedigree, readReport, temporaryFolder } from "./pedigree.js";

const path = (name: string): string => new URL(`../../examples/${name}`, import.meta.url).pathname;
const responses = { 200: { description: "Fine" } };
const created = (schema: object) => ({
  201: { description: "Done", content: { "application/json": { schema } } },
});
const text = { type: "string" };
const sends = (properties: Readonly<Record<string, object>>) => ({
  content: {
    "application/json": { schema: { type: "object", required: Object.keys(properties), properties } },
  },
});
const parameter = (name: string, where: string, schema: object = text) => ({
  name,
  in: where,
  required: true,
  schema,
});
const describing = (paths: object, more: object = {}): string =>
  JSON.stringify({ openapi: "3.1.0", info: { title: "Odd", version: "1" }, paths, ...more });

/** What no one calls an operation, except to break what reads the file. */
const names = [
  'say "hi": #1',
  "two\nlines\r\n- more: x",
  "# api:",
  "- true",
  "é 漢 \u{1f600}",
  "\u001b[31m\u202e\u2028",
  "*a",
  "null",
];

const edgeCase: Readonly<Record<string, string>> = {
  "no operation ids": describing({
    "/things": { get: { responses }, post: { requestBody: sends({ name: text }), responses: created({}) } },
    "/mail": { post: { responses }, head: { responses }, delete: { responses } },
  }),
  "odd names": describing(
    Object.fromEntries(
      names.map((name, index) => [
        `/mail/${index}/{a: ${index} # "}`,
        { post: { operationId: name, parameters: [parameter(name, "query")], responses } },
      ]),
    ),
  ),
  "odd names of what is called": describing(
    Object.fromEntries(
      names.map((name, index) => [
        `/list${index}`,
        {
          get: { responses },
          post: {
            operationId: name,
            parameters: [
              parameter(`${name} id`, "header"),
              ...["x".repeat(3000), "\u200b".repeat(150)].map((long) => parameter(long, "query")),
            ],
            requestBody: sends({ [`${name}_id`]: { examples: [`${name}: # x`] } }),
            responses,
          },
        },
      ]),
    ),
  ),
  "very many operations": describing(
    Object.fromEntries(
      Array.from({ length: 2000 }, (_, index) => [
        `/send${index}/{id}`,
        { post: { responses }, get: { responses } },
      ]),
    ),
  ),
};

async function initiate(spec: string, ...flags: readonly string[]) {
  const directory = temporaryFolder();
  const ended = await pedigree(["init", "--spec", spec, ...flags], { directory });
  const config = join(directory, "pedigree.config.yaml");
  return { ...ended, directory, config, written: ended.exitCode === 0 ? readFileSync(config, "utf8") : "" };
}

async function load(spec: string, config: string, written: string) {
  writeFileSync(config, written);
  vi.stubEnv("PEDIGREE_API_KEY", "a-key-of-some-length");
  onTestFinished(() => void vi.unstubAllEnvs());
  const { configuration, target } = await loadSettings({ spec, config });
  return { known: configuration?.known, target };
}

const examples = [
  "fastify/openapi.yaml",
  "express/openapi.yaml",
  "hono/openapi.yaml",
  "koa/openapi.yaml",
].map(path);
const inFile = (description: string): string => {
  const file = join(temporaryFolder(), "odd.json");
  writeFileSync(file, description);
  return file;
};

describe("what init --spec writes loads as it is, and without its comments:", () => {
  it.each([...examples, path("python/openapi.json"), ...Object.keys(edgeCase)])("%s", async (name) => {
    const spec = edgeCase[name] === undefined ? name : inFile(edgeCase[name]);
    const { config, written, stderr } = await initiate(spec);

    expect(stderr).toBe("");
    expect(written).not.toMatch(/(?!\n)\p{Cc}|[\u202e\u2028]/u);
    expect(await load(spec, config, written)).toMatchObject({
      known: { values: {}, leaveOut: [], allow: [] },
    });
    const whole = await load(spec, config, uncommented(written));
    expect(whole.target?.baseUrl).toMatch(/^http:\/\/localhost:(3000|8080)$/);
    if (name.startsWith("odd names")) {
      const { allow = [], leaveOut = [], values = {} } = whole.known ?? {};
      expect([...allow, ...leaveOut]).toEqual(names);
      expect(Object.keys(values)).toHaveLength(name === "odd names" ? 0 : 2 * names.length);
    }
    expect(written.length).toBeLessThan(20_000);
  });
});

const shop = describing(
  {
    "/tenants/{tenantId}/orders": {
      get: { operationId: "listOrders", responses },
      post: {
        operationId: "addOrder",
        parameters: [parameter("X-Region", "header", { ...text, examples: ["north"] })],
        requestBody: sends({
          warehouseId: { type: "integer" },
          orderId: text,
          productId: text,
          listingId: text,
          paid: text,
        }),
        responses: created({
          properties: {
            result: { properties: { order: { properties: { id: { ...text, readOnly: true } } } } },
          },
        }),
      },
      parameters: [parameter("tenantId", "path", { type: "string", format: "uuid" })],
    },
    "/tenants/{tenantId}/orders/{orderId}": {
      get: { operationId: "getOrder", responses },
      parameters: [parameter("tenantId", "path"), parameter("orderId", "path")],
    },
    "/listings": { get: { operationId: "listListings", responses } },
    "/products/{productId}": { get: { responses }, parameters: [parameter("productId", "path")] },
    "/products": { get: { operationId: "listProducts", responses } },
    "/refunds": { get: { responses }, post: { operationId: "refund", responses } },
    "/count": { post: { operationId: "count", responses } },
    "/flush": { get: { operationId: "flush", responses } },
    "/all": { delete: { operationId: "removeAll", responses } },
  },
  { servers: [{ url: "https://shop.example" }, { url: "http://localhost:4000/v2/" }] },
);

describe("init --spec", () => {
  it("asks for what the description leaves to say, and says why", async () => {
    const { written, stdout } = await initiate(inFile(shop));

    expect(stdout).toMatch(/^pedigree\.config\.yaml was written\. .* pedigree run --spec \S+odd\.json\n$/);
    const lines = written.split("\n").filter((line) => /^#? {4,}[^#]| {4}url|never called/.test(line));
    expect(lines).toEqual([
      "    url: http://localhost:4000/v2",
      '#     tenantId: "61626364-0000-4000-8000-636465666768" # path parameter of listOrders, addOrder, getOrder',
      '#     X-Region: "north" # header parameter of addOrder',
      "#     warehouseId: 1 # member of the body of addOrder",
      '#     listingId: "..." # member of the body of addOrder',
      "#     - addOrder # POST /tenants/{tenantId}/orders",
      '#     - refund # POST /refunds: its id says "refund"',
      "#     - count # POST /count: it is posted to no collection that is read as a list or item by item",
      '#     - flush # GET /flush: its id says "flush"',
      "#     - removeAll # DELETE /all: it changes or deletes what is no single item",
      "#     - result.order.id",
    ]);
  });

  it("writes the target that is named, and names none of another machine by itself", async () => {
    const paths = { "/orders": { get: { responses: { 200: { description: "all" } } } } };
    const far = inFile(describing(paths, { servers: [{ url: "https://shop.example" }] }));

    expect((await initiate(far)).written).toContain("# target: server\n");
    const named = await initiate(far, "--target", "https://shop.example/v1/");
    expect(named.written).toContain(
      "\ntarget: server\ntargets:\n  server:\n    url: https://shop.example/v1\n",
    );
    expect(await initiate(far, "--target", "shop")).toMatchObject({ exitCode: 2 });
    expect(
      await pedigree(["init", "--target", "http://localhost:1"], { directory: temporaryFolder() }),
    ).toMatchObject({
      exitCode: 2,
      stderr: "pedigree: --target needs --spec with a description, a file or an address\n",
    });
  });

  it("is named by a run that lacks a value, once", async () => {
    const target = await startOrigin((_, answer) => answer.writeHead(404).end());
    const [spec, reports] = [inFile(shop), temporaryFolder()];

    const { stdout } = await pedigree(["run", "--spec", spec, "--target", target, "--reports", reports]);

    expect(stdout.match(/pedigree init /g)).toHaveLength(1);
    expect(stdout).toMatch(
      /init --target \S+ --spec \S+: writes a configuration with a place for the values that/,
    );
    expect(readReport(reports).requirements).toContainEqual(
      expect.objectContaining({ id: "addOrder: responses", verdict: "untested", lacks: "value" }),
    );
  });
});
