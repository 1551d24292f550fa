import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Report } from "../../src/engine/index.js";
import { clock } from "../servers/clock.js";
import { startJsonServer } from "../servers/json-server.js";
import { adds, changes, describePaths, idInPath, judgeDescribed, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";

const note = {
  type: "object",
  required: ["title", "text"],
  properties: { title: { type: "string" }, text: { type: "string" } },
};
const kept = { ...note, properties: { ...note.properties, id: { type: "integer" } } };

/** What is described of `If-Match`: nothing, the statuses alone, or a header that may be or has to be there. */
type Described = "nothing" | "statuses" | "optional" | "required" | "required, without 428";

function describeNotes(described: Described) {
  const isRequired = described === "required" || described === "required, without 428";
  const isHeader = described === "optional" || isRequired;
  const header = {
    name: "If-Match",
    in: "header",
    required: isRequired,
    schema: { type: "string" },
  };
  const statuses = {
    ...(described === "nothing" ? {} : { 412: { description: "Changed" } }),
    ...(described === "nothing" || described === "required, without 428"
      ? {}
      : { 428: { description: "No ETag" } }),
  };
  const asked = isHeader ? { parameters: [header] } : {};
  const anyNote = { type: "object", properties: note.properties };
  return describePaths({
    "/notes": { post: adds("addNote", note, kept) },
    "/notes/{id}": {
      parameters: [idInPath()],
      get: reads("getNote", kept),
      put: { ...changes("replaceNote", note, kept, statuses), ...asked },
      patch: { ...changes("changeNote", anyNote, kept, statuses), ...asked },
      delete: { ...removes("removeNote", statuses), ...asked },
    },
  });
}

interface Ways {
  /** What a change without `If-Match` is answered with; absent: it is done. */
  readonly without?: number;
  readonly etagOf?: (hash: string) => string | undefined;
  /** Does an ETag count that is not the item's? */
  readonly takesAny?: boolean | "DELETE";
  /** Which change is done without an ETag, although the others are not. */
  readonly asksNoneFor?: "PUT" | "PATCH" | "DELETE";
  /** Is an item deleted although that is refused? */
  readonly deletesAnyway?: boolean;
  /** Is an item changed although that is refused? */
  readonly changesAnyway?: boolean;
  readonly drops?: "PUT" | "PATCH" | "DELETE";
  /** Changes are refused once that go out while another client changes the item. */
  readonly isBusy?: boolean;
}

async function judge(described: Described, ways: Ways) {
  const { etagOf = (hash) => `"${hash}"` } = ways;
  const notes = new Map<string, Record<string, unknown>>();
  const conditions: (string | undefined)[] = [];
  let created = 0;
  let isRaced = ways.isBusy === true;
  const origin = await startJsonServer(({ method, url, headers, body, sent }) => {
    const key = url.split("/").at(-1) ?? "";
    const known = notes.get(key);
    const hash = createHash("sha1")
      .update(JSON.stringify(known ?? {}))
      .digest("hex");
    const etag = etagOf(hash);
    if (method === "POST" ? !url.endsWith("/notes") : known === undefined) return [404, {}];
    if (method === "GET") return [200, known, etag === undefined ? {} : { etag }];
    const condition = headers["if-match"];
    if (method !== "POST") {
      conditions.push(condition);
      if (condition === undefined && ways.without !== undefined && method !== ways.asksNoneFor)
        return [ways.without, {}];
      if (condition !== undefined && isRaced) {
        isRaced = false;
        return [412, {}];
      }
      const takesAny = ways.takesAny === true || ways.takesAny === method;
      if (condition !== undefined && condition !== etag && !takesAny) {
        if (method === "DELETE" && ways.deletesAnyway === true) notes.delete(key);
        if (method === "PUT" && ways.changesAnyway === true) notes.set(key, { ...known, ...sent });
        return [412, {}];
      }
    }
    if (method === "DELETE") {
      if (ways.drops !== method) notes.delete(key);
      return [204];
    }
    if (body === "") return [400, {}];
    const all = method === "PATCH" ? { ...known, ...sent } : sent;
    if (typeof all["title"] !== "string" || typeof all["text"] !== "string") return [400, {}];
    if (method === "POST") created += 1;
    const id = method === "POST" ? created : Number(key);
    const next = { title: all["title"], text: all["text"], id };
    if (ways.drops !== method) notes.set(`${id}`, next);
    return [method === "POST" ? 201 : 200, next];
  });
  const report = await judgeDescribed(describeNotes(described), `${origin}/v1`);
  return { report, conditions, left: notes.size };
}

function verdictsOf({ requirements }: Report): readonly string[] {
  return [
    "replaceNote: replaced",
    "changeNote: changed",
    "removeNote: gone",
    "replaceNote: stale ETag",
    "changeNote: stale ETag",
    "removeNote: stale ETag",
  ].map((name) => requirements.find(({ id }) => id === name)?.verdict ?? "none");
}

const done = ["passed", "passed", "passed"];
const notDone = ["untested", "untested", "untested"];

describe("what is only changed with its ETag is changed, read and deleted, where", () => {
  it.each<[string, Described, Ways, readonly string[]]>([
    ["428 is all that asks for it", "statuses", { without: 428 }, ["passed", "passed", "passed"]],
    ["428 asks for it, of which nothing is described", "nothing", { without: 428 }, ["none", "none", "none"]],
    [
      "the header is required, and refused with 400",
      "required",
      { without: 400 },
      ["passed", "passed", "passed"],
    ],
    [
      "the header is required, and 428 asks for it",
      "required",
      { without: 428 },
      ["passed", "passed", "passed"],
    ],
    [
      "the header is optional, and 428 asks for it",
      "optional",
      { without: 428 },
      ["passed", "passed", "passed"],
    ],
    [
      "the ETag is weak",
      "statuses",
      { without: 428, etagOf: (hash) => `W/"${hash}"` },
      ["passed", "passed", "passed"],
    ],
    ["others change it as well", "statuses", { without: 428, isBusy: true }, ["passed", "passed", "passed"]],
    [
      "the ETag is weak, and never changes",
      "statuses",
      { without: 428, etagOf: () => 'W/"the same"' },
      ["untested", "untested", "untested"],
    ],
  ])("%s", async (_, described, ways, stale) => {
    const { report, left } = await judge(described, ways);
    expect(failedIn(report)).toEqual([]);
    expect(verdictsOf(report)).toEqual([...done, ...stale]);
    expect(left).toBe(0);
  });
});

it("an ETag may be the second of the last change", async () => {
  const seconds = new Map<string, number>();
  const etagOf = (hash: string): string => {
    const second = seconds.get(hash) ?? Math.floor(clock.now() / 1000);
    seconds.set(hash, second);
    return `"${second}"`;
  };
  const { report } = await judge("statuses", { without: 428, etagOf });
  expect(failedIn(report)).toEqual([]);
});

describe("nothing is found where", () => {
  it.each<[string, Described, Ways, readonly string[]]>([
    ["nobody asks for it", "nothing", {}, [...done, "none", "none", "none"]],
    ["it is optional, and nobody asks for it", "optional", {}, [...done, "passed", "passed", "passed"]],
    [
      "it is optional, and ETags are weak and count for nothing",
      "optional",
      { takesAny: true, etagOf: (hash) => `W/"${hash}"` },
      [...done, "untested", "untested", "untested"],
    ],
    [
      "it is asked for, and no item has an ETag",
      "statuses",
      { without: 428, etagOf: () => undefined },
      [...notDone, "untested", "untested", "untested"],
    ],
    [
      "no ETag ever matches",
      "statuses",
      { without: 428, etagOf: () => `"${Math.random()}"` },
      [...notDone, "untested", "untested", "untested"],
    ],
  ])("%s", async (_, described, ways, verdicts) => {
    const { report, conditions } = await judge(described, ways);
    expect(failedIn(report)).toEqual([]);
    expect(verdictsOf(report)).toEqual(verdicts);
    if (described === "nothing") expect(conditions.every((each) => each === undefined)).toBe(true);
  });
});

describe("a broken promise is found where changes ask for If-Match:", () => {
  it.each<[string, Ways, string]>([
    ["an ETag never changes", { etagOf: () => '"the same"' }, "replaceNote: stale ETag"],
    ["a stale ETag overwrites", { takesAny: true }, "replaceNote: stale ETag"],
    ["what is put is not kept", { drops: "PUT" }, "replaceNote: replaced"],
    ["what is changed is not kept", { drops: "PATCH" }, "changeNote: changed"],
    ["what is deleted stays", { drops: "DELETE" }, "removeNote: gone"],
    ["a stale ETag deletes", { takesAny: "DELETE" }, "removeNote: stale ETag"],
    ["what is refused is changed", { changesAnyway: true }, "replaceNote: stale ETag"],
    ["what is refused is deleted", { deletesAnyway: true }, "removeNote: stale ETag"],
  ])("%s", async (_, ways, requirement) => {
    const { report } = await judge("statuses", { without: 428, ...ways });
    expect(failedIn(report)).toContain(requirement);
  });

  it("a stale ETag counts for nothing, where the header is optional", async () => {
    const { report } = await judge("optional", { takesAny: true });
    expect(failedIn(report).toSorted()).toEqual([
      "changeNote: stale ETag",
      "removeNote: stale ETag",
      "replaceNote: stale ETag",
    ]);
  });
});

describe("a header that is required", () => {
  const names = ["replaceNote", "changeNote", "removeNote"].map((id) => `${id}: header /If-Match required`);
  const judgeAll = async (described: Described, ways: Ways) => {
    const { report } = await judge(described, ways);
    const verdicts = names.map(
      (name) => report.requirements.find(({ id }) => id === name)?.verdict ?? "none",
    );
    return { verdicts, failed: failedIn(report) };
  };

  it.each<[string, Described, Ways, string]>([
    ["is asked for with 428", "required", { without: 428 }, "passed"],
    ["is asked for with 400", "required", { without: 400 }, "passed"],
    ["is asked for nowhere, and 428 is not described", "required, without 428", {}, "untested"],
    ["is not described", "statuses", { without: 428 }, "none"],
    ["is optional", "optional", { without: 428 }, "none"],
  ])("%s", async (_, described, ways, verdict) => {
    const { verdicts, failed } = await judgeAll(described, ways);
    expect(failed).toEqual([]);
    expect(verdicts).toEqual([verdict, verdict, verdict]);
  });

  it.each<[string, Described, Ways, readonly string[]]>([
    ["of what replaces", "required", { without: 428, asksNoneFor: "PUT" }, names.slice(0, 1)],
    ["of what changes", "required", { without: 400, asksNoneFor: "PATCH" }, names.slice(1, 2)],
    [
      "of what deletes, by difference",
      "required, without 428",
      { without: 400, asksNoneFor: "DELETE" },
      names.slice(2),
    ],
    ["of what deletes", "required", { without: 428, asksNoneFor: "DELETE" }, names.slice(2)],
    ["of all, although 428 is described", "required", {}, names],
  ])("is found not to be asked for: %s", async (_, described, ways, found) => {
    expect((await judgeAll(described, ways)).failed.toSorted()).toEqual(found.toSorted());
  });
});
