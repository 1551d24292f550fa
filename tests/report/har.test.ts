import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import type { Report } from "../../src/engine/index.js";
import { renderHar } from "../../src/report/har.js";
import { key } from "../servers/judging.js";
import { hostile, hostileMarkup, retell } from "./hostile.js";
import { awayReport, brokenReport } from "./kept-reports.js";

const require = createRequire(import.meta.url);
const schemas = require("har-schema") as Readonly<Record<string, object>>;
const ajv = new Ajv({ allErrors: true, strict: false });
ajv.addMetaSchema(
  JSON.parse(readFileSync(require.resolve("ajv/dist/refs/json-schema-draft-06.json"), "utf8")) as object,
);
addFormats.default(ajv);
ajv.addSchema(Object.values(schemas));

interface Entry {
  readonly request: Readonly<Record<"method" | "url", string>> & { readonly headers: readonly object[] };
  readonly response: { readonly status: number; readonly content: { readonly text?: string } };
  readonly _label: string;
  readonly _kind?: string;
}

function read(report: Report): { readonly comment: string; readonly entries: readonly Entry[] } {
  const value = JSON.parse(renderHar(report)) as { log: { comment: string; entries: Entry[] } };
  ajv.validate("har.json", value);
  expect(ajv.errors ?? []).toEqual([]);
  return value.log;
}

describe("exchanges.har", () => {
  it("follows the schema, with an entry an exchange, in order, at its time", async () => {
    const report = await brokenReport();

    const { entries, comment } = read(report);

    const { exchanges, run } = report;
    const [first] = exchanges.entries;
    expect(entries.map(({ _label }) => _label)).toEqual(exchanges.entries.map(({ label }) => label));
    expect(comment).toContain(`${entries.length} of ${exchanges.all} exchanges were kept`);
    expect(entries[0]).toMatchObject({
      startedDateTime: new Date(Date.parse(run.startedAt) + first!.sentAt).toISOString(),
      time: first!.duration,
      _trace: first!.trace,
    });
    expect(new Set(entries.flatMap(({ _kind }) => _kind ?? []))).toEqual(
      new Set(["either", "invalid", "valid", "wrong key"]),
    );
  });

  it("gives credentials by name only", async () => {
    const report = await brokenReport();

    const headers = read(report).entries.flatMap(({ request }) => request.headers);

    const names = ["[the good key]", "[a wrong key]", "[the good key, last character removed]"];
    const named = names.map((value) => ({ name: "Authorization", value }));
    expect(headers).toEqual(expect.arrayContaining(named));
    expect(JSON.stringify(headers)).not.toContain("no credential");
    expect(renderHar(report)).not.toContain(key);
  });

  it("holds what was sent and what came back, with the query taken apart", async () => {
    const { entries } = read(await brokenReport());

    const listed = entries.find(({ _label }) => _label === "limit=5 and status=sold");
    const added = entries.find(({ response }) => response.status === 201);
    const limit = { name: "limit", value: "5" };
    expect(listed?.request).toMatchObject({ queryString: [limit, { name: "status", value: "sold" }] });
    expect(JSON.parse(listed?.response.content.text ?? "")).toBeInstanceOf(Array);
    expect(added?.request).toMatchObject({
      method: "POST",
      postData: { mimeType: "application/json", text: expect.stringMatching(/^\{.*"categoryId"/) },
    });
  });

  it("holds what is no text as base64", async () => {
    const report = await brokenReport();
    const [first] = report.exchanges.entries;
    const body = { base64: "//4=", bytes: 2 };
    const request = { ...first!.request, body };
    const response = { ...first!.response!, body };
    const entries = [{ ...first!, request, response }];

    const [entry] = read({ ...report, exchanges: { all: 1, entries } }).entries;

    expect(entry?.request).toMatchObject({ postData: { text: "//4=", _encoding: "base64" } });
    expect(entry?.response.content).toMatchObject({ text: "//4=", encoding: "base64", size: 2 });
  });

  it("shows an exchange without an answer as status 0, with the cause", async () => {
    expect(read(await awayReport()).entries[0]?.response).toMatchObject({
      status: 0,
      _error: expect.stringMatching(/^refused: /),
      content: { size: 0 },
    });
  });

  it.each([hostile, hostileMarkup])("is valid where every text is hostile (%#)", async (text) => {
    const report = await brokenReport();
    const told = retell(report, (each) => `${text}${each}${text}`);
    const entries = told.exchanges.entries.map((each) => ({ ...each, sentAt: 1e300 }));

    const [entry] = read({ ...told, exchanges: { all: 1, entries } }).entries;

    expect(entry?.request.url).toMatch(/^[\x21-\x7e]+$/);
    expect(entry?.response.content.text).toContain(text.toWellFormed().slice(-10));
  });
});
