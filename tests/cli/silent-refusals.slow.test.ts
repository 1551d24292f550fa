import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startJsonServer } from "../servers/json-server.js";
import { pedigree, readReport, runOn, temporaryFolder } from "./pedigree.js";

const note = {
  type: "object",
  required: ["name", "rank"],
  properties: {
    name: { type: "string", minLength: 1, maxLength: 20 },
    rank: { type: "integer", minimum: 1, maximum: 5 },
  },
};
const shown = {
  type: "object",
  required: ["id"],
  properties: { id: { type: "integer" }, name: { type: "string" }, rank: { type: "integer" } },
};
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const id = { name: "id", in: "path", required: true, schema: { type: "integer" } };

/** Describes notes; no operation says how it refuses invalid input. */
function writeSpec(): string {
  const path = join(temporaryFolder(), "notes.json");
  const paths = {
    "/notes": {
      get: {
        operationId: "listNotes",
        responses: { 200: { description: "All", ...json({ type: "array", items: shown }) } },
      },
      post: {
        operationId: "addNote",
        requestBody: { required: true, ...json(note) },
        responses: { 201: { description: "Added", ...json(shown) } },
      },
    },
    "/notes/{id}": {
      parameters: [id],
      get: {
        operationId: "getNote",
        responses: { 200: { description: "It", ...json(shown) }, 404: { description: "None" } },
      },
      delete: {
        operationId: "removeNote",
        responses: { 204: { description: "Gone" }, 404: { description: "None" } },
      },
    },
  };
  writeFileSync(path, JSON.stringify({ openapi: "3.1.0", info: { title: "Notes", version: "1" }, paths }));
  return path;
}

/** Starts a server that refuses what is invalid, but for a name that is too long. */
function startNotes(): Promise<string> {
  const notes = new Map<string, object>();
  let last = 0;
  return startJsonServer(({ method, parts: [, known = ""], sent: { name, rank } }) => {
    if (known !== "" && !notes.has(known)) return [404, {}];
    if (method === "DELETE") return [notes.delete(known) ? 204 : 404];
    if (method === "GET") return [200, known === "" ? [...notes.values()] : notes.get(known)];
    if (typeof name !== "string" || name === "") return [400, {}];
    if (!Number.isInteger(rank) || Number(rank) < 1 || Number(rank) > 5) return [400, {}];
    last += 1;
    notes.set(`${last}`, { id: last, name, rank });
    return [201, notes.get(`${last}`)];
  });
}

function writeConfiguration(text: string): string {
  const path = join(temporaryFolder(), "notes.yaml");
  writeFileSync(path, text);
  return path;
}

const unjudged = "no input is judged, since no operation describes a refusal";
const stated = "api: { refuses: [400] }\n";
const waiver = `waivers: [{ requirement: "addNote: body /name maxLength", reason: known, owner: us, expires: 2099-01-01 }]\n`;

describe("where no operation describes a refusal", () => {
  it.each([
    ["list", ["list"]],
    ["run --plan", ["run", "--plan"]],
  ])("%s says that no input is judged, and judges it with --strict or api: refuses", async (_, command) => {
    const all = [...command, "--spec", writeSpec()];
    const plain = await pedigree(all);
    const strict = await pedigree([...all, "--strict"]);
    const refuses = await pedigree([...all, "--config", writeConfiguration(stated)]);

    expect([plain, strict, refuses].map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
    expect(plain.stdout).toContain(unjudged.replace(/^no/, "Note: no"));
    expect(`${strict.stdout}${refuses.stdout}`).not.toContain(unjudged);
  });

  it("list shows what is judged then, and explain tells of it", async () => {
    const all = ["--spec", writeSpec(), "--strict"];
    const listed = await pedigree(["list", ...all]);
    const explained = await pedigree(["explain", "addNote: body /name maxLength", ...all]);

    expect(listed.stdout).toContain("addNote: body /name maxLength");
    expect(explained.exitCode).toBe(0);
  });

  it("the conclusion of a run says it", async () => {
    const { exitCode, stdout } = await runOn(await startNotes(), ["--spec", writeSpec()]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain(`; ${unjudged}: state "refuses: [400]" under "api"`);
  });

  it.each([
    ["--strict", ["--strict"], 1],
    ["api: refuses", ["--config", stated], 1],
    ["api: refuses, and a waiver", ["--config", `${stated}${waiver}`], 0],
  ])("%s has an invalid value judged", async (_, [flag = "", text], expected) => {
    const more = text === undefined ? [] : [writeConfiguration(text)];
    const { exitCode, stdout, reports } = await runOn(await startNotes(), [
      ...["--spec", writeSpec(), flag],
      ...more,
    ]);

    expect(stdout).not.toContain(unjudged);
    const { requirements, run } = readReport(reports);
    const failed = requirements.filter(({ verdict }) => verdict === "failed");
    expect(failed.map((each) => each.id)).toEqual(["addNote: body /name maxLength"]);
    expect(run.knowledge ?? []).toEqual(
      more.length === 0 ? [] : [{ section: "refuses", name: "400", status: "used" }],
    );
    expect(exitCode).toBe(expected);
  });

  it("a finding of a strict run is replayed as it was found", async () => {
    const target = await startNotes();
    const spec = writeSpec();
    const { reports } = await runOn(target, ["--spec", spec, "--strict"]);
    const report = join(reports, "report.json");
    const again = await pedigree(["replay", report, "--spec", spec, "--target", target]);
    expect(again.stdout + again.stderr).toContain("finding 1 shows again");
    expect(again.exitCode).toBe(1);
  });
});
