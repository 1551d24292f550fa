import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { renderHar } from "../../src/report/har.js";
import type { Report } from "../../src/run/index.js";
import { judge, judgeDeviant, key } from "../servers/judging.js";
import { hostile, retell } from "./hostile.js";
import { hostileMarkup } from "./hostile-markup.js";
import { brokenReport, doubtfulReport } from "./kept-reports.js";

const require = createRequire(import.meta.url);
const schemas = require("har-schema") as Readonly<Record<string, object>>;
const ajv = new Ajv({ allErrors: true, strict: false });
ajv.addMetaSchema(
  JSON.parse(readFileSync(require.resolve("ajv/dist/refs/json-schema-draft-06.json"), "utf8")) as object,
);
addFormats.default(ajv);
ajv.addSchema(Object.values(schemas));

interface Entry {
  readonly startedDateTime: string;
  readonly time: number;
  readonly comment: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly { readonly name: string; readonly value: string }[];
    readonly queryString: readonly { readonly name: string; readonly value: string }[];
    readonly postData?: { readonly text: string; readonly mimeType: string; readonly _encoding?: string };
  };
  readonly response: {
    readonly status: number;
    readonly _error?: string;
    readonly content: { readonly text?: string; readonly encoding?: string; readonly size: number };
  };
  readonly _label: string;
  readonly _kind?: string;
  readonly _trace: string;
}

function read(report: Report): { readonly comment: string; readonly entries: readonly Entry[] } {
  const value = JSON.parse(renderHar(report)) as { log: { comment: string; entries: Entry[] } };
  ajv.validate("har.json", value);
  expect(ajv.errors ?? []).toEqual([]);
  return value.log;
}

const authorizationOf = ({ request }: Entry): string | undefined =>
  request.headers.find(({ name }) => name === "Authorization")?.value;

describe("exchanges.har", () => {
  it("follows the schema, with an entry an exchange, in order, at its time", async () => {
    const report = await brokenReport();

    const { entries, comment } = read(report);

    expect(entries).toHaveLength(report.exchanges.entries.length);
    expect(comment).toContain(`${entries.length} of ${report.exchanges.all} exchanges were kept`);
    const [first] = report.exchanges.entries;
    expect(Date.parse(entries[0]!.startedDateTime)).toBe(Date.parse(report.run.startedAt) + first!.sentAt);
    expect(entries[0]).toMatchObject({ time: first!.duration, _trace: first!.trace, _label: first!.label });
    const kinds = new Set(entries.flatMap(({ _kind }) => _kind ?? []));
    expect([...kinds].toSorted()).toEqual(["either", "invalid", "valid", "wrong key"]);
  });

  it("gives credentials by name only", async () => {
    const report = await brokenReport();

    const { entries } = read(report);

    const named = new Set(entries.map(authorizationOf));
    expect(named).toContain("[the good key]");
    expect(named).toContain("[a wrong key]");
    expect(named).toContain("[the good key, last character removed]");
    expect(named).toContain(undefined);
    expect(renderHar(report)).not.toContain(key);
  });

  it("holds what was sent and what came back, with the query taken apart", async () => {
    const { entries } = read(await brokenReport());

    const listed = entries.find(({ _label }) => _label === "limit=5 and status=sold");
    expect(listed?.request.queryString).toEqual([
      { name: "limit", value: "5" },
      { name: "status", value: "sold" },
    ]);
    expect(JSON.parse(listed?.response.content.text ?? "")).toBeInstanceOf(Array);
    const added = entries.find(
      ({ request, response }) => request.method === "POST" && response.status === 201,
    );
    expect(added?.request.postData?.mimeType).toBe("application/json");
    expect(JSON.parse(added?.request.postData?.text ?? "")).toHaveProperty("categoryId");
    const bytes = entries.find(({ request }) => request.postData?._encoding === "base64");
    expect(Buffer.from(bytes?.request.postData?.text ?? "", "base64").length).toBeGreaterThan(0);
  });

  it("holds an answer that is no text as base64", async () => {
    const report = await judgeDeviant(
      () => ({ encode: (text) => Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xfe])]) }),
      { readOnly: true },
    );

    const { entries } = read(report);

    expect(entries.filter(({ response }) => response.content.encoding === "base64").length).toBeGreaterThan(
      0,
    );
  });

  it("shows an exchange without an answer as status 0, with the cause", async () => {
    const { entries } = read(await judge("http://127.0.0.1:9/v1"));

    expect(entries.length).toBeGreaterThan(0);
    expect(entries[0]?.response).toMatchObject({
      status: 0,
      _error: expect.stringMatching(/^refused: /),
      content: { size: 0 },
    });
    expect(read(await doubtfulReport()).entries.length).toBeGreaterThan(0);
  });

  it.each([hostile, hostileMarkup])("is valid and inert where every text is hostile (%#)", async (text) => {
    const report = await brokenReport();
    const told = retell(report, (each) => `${text}${each}${text}`);
    const headers = told.exchanges.entries.map((each) => ({ ...each, sentAt: 1e300 }));

    const { entries } = read({ ...told, exchanges: { ...told.exchanges, entries: headers } });

    expect(entries).toHaveLength(report.exchanges.entries.length);
    expect(entries[0]?.request.url).toMatch(/^[\x21-\x7e]+$/);
    expect(entries[0]?.response.content.text).toContain(text.toWellFormed().slice(-10));
    expect(renderHar(told)).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u);
  });
});
