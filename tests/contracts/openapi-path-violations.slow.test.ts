import { describe, expect, it } from "vitest";
import type { Report, RunOptions } from "../../src/engine/index.js";
import { startOrigin } from "../servers/plain-server.js";
import { describePaths, judgeDescribed, reads } from "./described.js";
import { failedIn } from "./deviations.js";

/** What is read by something in its path: by ids of items, or by years of which there are reports. */
const read = {
  "/items/{itemId}": { type: "integer", minimum: 1 },
  "/parts/{partId}": { type: "integer", minimum: 1 },
  "/labels/{labelId}": { type: "string", pattern: "^[a-z]{3}$" },
  "/reports/{year}": { type: "integer", minimum: 2000, maximum: 2030 },
  "/budgets/{year}": { type: "integer", minimum: 2000, maximum: 2030 },
} as const;

type Reply = readonly [status: number, body?: string, type?: string];

const shown: Reply = [200, JSON.stringify({ name: "Something" })];

/** Does a schema of these allow a text? */
function isValid(
  schema: { readonly type: string; readonly minimum?: number; readonly maximum?: number },
  text: string,
): boolean {
  if (schema.type === "string") return /^[a-z]{3}$/.test(text);
  const { minimum = 0, maximum = Number.POSITIVE_INFINITY } = schema;
  return /^-?\d{1,9}$/.test(text) && Number(text) >= minimum && Number(text) <= maximum;
}

/** Judges a server that answers some requests in its own way. */
async function judge(
  own: (kind: string, id: string) => Reply | undefined,
  options: Partial<RunOptions> = {},
): Promise<Report> {
  const baseUrl = await startOrigin((request, response) => {
    const [, kind = "", id] = (request.url ?? "").split("/").map(decodeURIComponent);
    const reply = (): Reply => {
      if (id === undefined) return [200, JSON.stringify([{ id: kind === "labels" ? "abc" : 7, name: "It" }])];
      const [, schema] = Object.entries(read).find(([path]) => path.startsWith(`/${kind}/`)) ?? [];
      const decided = own(kind, id);
      if (decided !== undefined) return decided;
      if (schema === undefined || !isValid(schema, id)) return [400];
      return /^(items|parts|labels)$/.test(kind) && !/^(7|abc)$/.test(id) ? [404] : shown;
    };
    const [status, body, type = "application/json"] = reply();
    response.writeHead(status, { "content-type": type }).end(body);
  });
  const thing = { type: "object", required: ["name"], properties: { name: { type: "string" } } };
  const paths = Object.entries(read).flatMap(([path, schema]) => {
    const [, kind = "", name = ""] = /^\/(\w+)\/\{(\w+)\}$/.exec(path) ?? [];
    const parameters = [{ name, in: "path", required: true, schema }];
    const list = { get: reads(`list-${kind}`, { type: "array" }) };
    return [
      [path, { get: { ...reads(kind, thing), parameters } }],
      ...(name === "year" ? [] : [[`/${kind}`, list]]),
    ];
  });
  return judgeDescribed(describePaths(Object.fromEntries(paths) as object), baseUrl, options);
}

describe("what is served for an id that is not valid is found, where others like it are refused:", () => {
  it.each<[string, (kind: string, id: string) => Reply | undefined, string]>([
    [
      "a word",
      (kind, id) => (kind === "items" && id === "abc" ? shown : undefined),
      "items: path /itemId type",
    ],
    [
      "zero",
      (kind, id) => (kind === "parts" && id === "0" ? shown : undefined),
      "parts: path /partId minimum",
    ],
    [
      "zero, where the others are not found",
      (kind, id) => (id === "0" ? (kind === "parts" ? shown : [404]) : undefined),
      "parts: path /partId minimum",
    ],
    [
      "a year that is too late",
      (kind, id) => (kind === "budgets" && id === "2031" ? shown : undefined),
      "budgets: path /year maximum",
    ],
  ])("%s", async (_, own, requirement) => {
    expect(failedIn(await judge(own))).toEqual([requirement]);
  });

  it("a text of another pattern, with no other like it, if the run is strict", async () => {
    const own = (kind: string): Reply | undefined => (kind === "labels" ? shown : undefined);
    expect(failedIn(await judge(own))).toEqual([]);
    expect(failedIn(await judge(own, { strict: true }))).toEqual(["labels: path /labelId pattern"]);
  });
});

it("every keyword of an id is tested that has its like", async () => {
  const { requirements } = await judge(() => undefined);
  const ofPaths = requirements.filter(({ id }) => id.includes(": path "));
  expect(ofPaths.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual(
    [
      ...["items: path /itemId", "parts: path /partId"].flatMap((id) => [`${id} type`, `${id} minimum`]),
      "labels: path /labelId pattern",
      ...["reports: path /year", "budgets: path /year"].flatMap((id) => [
        `${id} type`,
        `${id} minimum`,
        `${id} maximum`,
      ]),
    ].map((each) => `${each} passed`),
  );
});

describe("it is no failure that", () => {
  it.each<[string, (kind: string, id: string) => Reply | undefined]>([
    ["all are refused", () => undefined],
    [
      "what is not valid is not found",
      (_, id) => (/^(abc|0|2031|1999|----|~~~~)$/.test(id) ? [404] : undefined),
    ],
    [
      "a page is shown at every other address",
      (kind, id) => (kind === "items" && id === "abc" ? [200, "<html>", "text/html"] : undefined),
    ],
    [
      "null is shown for what is not there",
      (kind, id) => (kind === "items" && id === "abc" ? [200, "null"] : undefined),
    ],
    ["one leads elsewhere", (kind, id) => (kind === "items" && id === "abc" ? [302] : undefined)],
    ["bounds are looked at nowhere", (_, id) => (/^(0|1999|2031)$/.test(id) ? shown : undefined)],
    [
      "there is a report of an earlier year, and no budget",
      (kind, id) => (id === "1999" ? (kind === "reports" ? shown : [404]) : undefined),
    ],
  ])("%s", async (_, own) => {
    const report = await judge(own);
    expect(failedIn(report)).toEqual([]);
    expect(report.conclusion.exitCode).toBe(0);
  });
});
