import { expect, it } from "vitest";
import { startJsonServer } from "../servers/json-server.js";
import { changes, describePaths, json, judgeDescribed, lists, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";

const title = { type: "string", maxLength: 60 };
const body = { type: "object", required: ["title"], properties: { title } };
const created = { 201: { description: "New", ...json(body) } };
const parameters = [
  { name: "code", in: "path", required: true, schema: { type: "string", pattern: "^[a-z]{12}$" } },
];

/** Judges a server of notes under codes of the client's. */
async function judge(statusOf: (isNew: boolean, puts: number) => number, more: object = created) {
  const notes = new Map<string, unknown>();
  let puts = 0;
  const baseUrl = await startJsonServer(({ method, parts: [, code = ""], sent }) => {
    if (code === "") return [200, [...notes.values()]];
    const isNew = !notes.has(code);
    if (method !== "PUT" && isNew) return [404, {}];
    if (method === "GET") return [200, notes.get(code)];
    if (method === "DELETE") return [notes.delete(code) ? 204 : 404];
    const { title: text } = sent;
    if (!/^[a-z]{12}$/.test(code) || typeof text !== "string" || text.length > 60) return [400, {}];
    notes.set(code, { title: text });
    puts += 1;
    return [statusOf(isNew, puts), { title: text }];
  });
  const description = describePaths({
    "/notes": { get: lists("listNotes", body) },
    "/notes/{code}": {
      parameters,
      get: reads("getNote", body),
      put: changes("putNote", body, body, more),
      delete: removes("removeNote"),
    },
  });
  const report = await judgeDescribed(description, baseUrl);
  const { verdict } = report.requirements.find(({ id }) => id === "putNote: new or replaced") ?? {};
  return { failed: failedIn(report), verdict };
}

it("a PUT may say what is new, and what is not", async () => {
  expect(await judge((isNew) => (isNew ? 201 : 200))).toEqual({ failed: [], verdict: "passed" });
});

it("a PUT that says of nothing that it is new is no matter", async () => {
  expect(await judge(() => 200)).toEqual({ failed: [], verdict: "passed" });
});

it("a PUT that calls new what another client may have removed before is not judged", async () => {
  expect(await judge((isNew, puts) => (isNew || puts % 2 === 0 ? 201 : 200))).toEqual({
    failed: [],
    verdict: "untested",
  });
});

it("a PUT that calls everything new is warned about", async () => {
  expect(await judge(() => 201)).toEqual({ failed: [], verdict: "warned" });
});
