import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { describePaths, idInPath, json, lists, reads } from "../contracts/described.js";
import { startJsonServer } from "../servers/json-server.js";
import { start, temporaryFolder } from "./pedigree.js";

const item = { type: "object", properties: { id: { type: "integer" } } };
const done = { responses: { 204: { description: "Done" } } };
const { document } = describePaths(
  {
    "/health": {
      get: {
        ...reads("health", item),
        parameters: [{ name: "cmd", in: "query", schema: { enum: ["RESET", "LIST"] } }],
      },
    },
    "/books": {
      get: lists("listBooks", item),
      post: {
        operationId: "addBook",
        requestBody: json({ type: "object", required: ["name"], properties: { name: { type: "string" } } }),
        responses: { 201: { description: "Added", ...json(item) } },
      },
      delete: { operationId: "clearBooks", ...done },
    },
    "/books/{id}": { parameters: [idInPath()], get: reads("getBook", item) },
    "/books/{id}/loans": { parameters: [idInPath()], post: { operationId: "lend", ...done } },
    "/payments": { get: lists("listPayments", item), post: { operationId: "pay", ...done } },
  },
  {
    security: [{ key: [] }],
    components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
  },
);

function writeSpec(): string {
  const file = join(temporaryFolder(), "books.json");
  writeFileSync(file, JSON.stringify(document));
  return file;
}

/** No key is there: a plan needs none. */
const environment = { PEDIGREE_API_KEY: undefined };

async function planOf(...more: readonly string[]) {
  const { ended } = start(["run", "--plan", "--spec", writeSpec(), ...more], { environment });
  return ended;
}

describe("run --plan", () => {
  it("prints what is called, on which item, and why not the rest, without a server", async () => {
    const { exitCode, stdout } = await planOf();

    expect(exitCode).toBe(0);
    expect(stdout.split("\n").map((line) => line.replaceAll(/ {2,}/g, " | "))).toEqual([
      "called | method | path | operation | on | why not, or what is sent",
      "yes | GET | /health | health | none | cmd: only LIST",
      "yes | GET | /books | listBooks | none",
      "yes | POST | /books | addBook | none",
      "no | DELETE | /books | clearBooks | none | it changes or deletes all items of a list at once (--allow clearBooks)",
      "yes | GET | /books/{id} | getBook | listed item",
      "yes | POST | /books/{id}/loans | lend | own item",
      "yes | GET | /payments | listPayments | none",
      'no | POST | /payments | pay | none | its id says "pay" (--allow pay)',
      "",
      "6 of 8 operations are called. Nothing was sent.",
      "",
    ]);
  });

  it.each<[string, readonly string[], readonly string[]]>([
    ["on this machine", [], ["addBook", "lend"]],
    ["where nothing is written", ["--read-only", "--allow", "pay"], []],
    ["on another machine", ["--target", "http://books.invalid"], []],
    [
      "on another machine, with --allow-writes",
      ["--target", "http://books.invalid", "--allow-writes"],
      ["lend"],
    ],
    ["with what the user allows", ["--allow", "pay"], ["addBook", "lend", "pay"]],
  ])("plans what a run writes %s", async (_, flags, expected) => {
    const { stdout } = await planOf("--json", ...flags);
    const planned = JSON.parse(stdout) as readonly { id: string; method: string; called: boolean }[];

    expect(planned).toHaveLength(8);
    expect(planned.filter((each) => each.called && each.method !== "GET").map(({ id }) => id)).toEqual(
      expected,
    );
  });

  it("sends nothing", async () => {
    let requests = 0;
    const target = await startJsonServer(() => {
      requests += 1;
      return [200, {}];
    });

    expect((await planOf("--target", target)).exitCode).toBe(0);
    expect(requests).toBe(0);
  });

  it("is named after a run that left operations out", async () => {
    const target = await startJsonServer(() => [404, {}]);
    const spec = writeSpec();
    const { ended } = start(["run", "--spec", spec, "--target", target, "--reports", temporaryFolder()], {});

    expect((await ended).stdout).toContain(
      `npx pedigree run --plan --target ${target} --spec ${spec}: why 2 of 8 operations were not called`,
    );
  });

  it("needs a description", async () => {
    const { ended } = start(["run", "--plan"], { environment: {} });

    expect(await ended).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("--plan needs --spec"),
    });
  });

  it("names values that nothing tells, does not call what needs them, and counts what cannot be read", async () => {
    const shelves = describePaths({
      "/shelves/{shelf}/books": {
        parameters: [{ name: "shelf", in: "path", required: true, schema: { type: "string" } }],
        get: lists("listShelf", item),
        post: { operationId: "shelve", requestBody: json({ type: "object" }), ...done },
      },
    }).document;
    const document = { ...shelves, paths: { ...shelves.paths, "/faulty": { delete: { responses: 7 } } } };
    const folder = temporaryFolder();
    const spec = join(folder, "shelves.json");
    writeFileSync(spec, JSON.stringify(document));
    const config = join(folder, "values.yaml");
    writeFileSync(config, 'api:\n  values: { shelf: "a{n}" }\n');
    const plan = (...more: readonly string[]) =>
      start(["run", "--plan", "--spec", spec, ...more], { environment }).ended;

    const { stdout, stderr } = await plan();
    expect(stdout).toMatch(/listShelf .* lacks shelf[\s\S]*"api: values": listShelf\.shelf, shelve\.shelf\n/);
    expect(stdout).toMatch(/^no .* shelve .* no operation creates an item for \{shelf\} lacks shelf$/m);
    expect(stdout).toMatch(/^no +DELETE .* its description has a fault$/m);
    expect(stdout).toContain("1 of 3 operations are called.");
    expect(stderr).toContain("(DELETE /faulty is left out)");
    const given = (await plan("--config", config)).stdout;
    expect(given).not.toContain("lacks");
    expect(given).toContain("2 of 3 operations are called.");
  });
});
