import { describe, expect, it } from "vitest";
import { clock } from "../servers/clock.js";
import { type Reply, startJsonServer } from "../servers/json-server.js";
import {
  adds,
  changes,
  describePaths,
  idInPath,
  judgeDescribed,
  lists,
  reads,
  removes,
} from "./described.js";
import { failedIn, type Item } from "./deviations.js";

/** What one server does in its own way; undefined where it does what all do. */
interface Ways {
  /** The version after a change that was sent with one. */
  readonly next?: (version: unknown, sent: Item) => unknown;
  /** The version of a new note. */
  readonly first?: unknown;
  /** The status for a version that is sent; 0 where it is taken. */
  readonly refuse?: (sent: unknown, version: unknown) => number;
  /** What is stored of a change whose version is not the present one. */
  readonly merge?: (sent: Item, note: Item) => Item;
  readonly schema?: object;
  readonly isRequired?: boolean;
  /** What is said of the refusal. */
  readonly said?: string;
  readonly method?: "put" | "patch";
}

const title = { type: "string", minLength: 1, maxLength: 60 };

async function judge(ways: Ways) {
  const {
    next = (version) => Number(version) + 1,
    first = 1,
    refuse = (sent, version) => (sent === version ? 0 : 409),
    merge = (sent) => sent,
    schema = { type: "integer" },
    isRequired = true,
    said = "The version is not that of the note",
    method = "put",
  } = ways;
  const notes = new Map<string, Item>();
  let count = 0;
  const isTitle = (value: unknown): boolean =>
    typeof value === "string" && value !== "" && value.length <= 60;
  const baseUrl = await startJsonServer(({ method: asked, parts, sent }): Reply => {
    const [, id = ""] = parts;
    const isKnown = "version" in sent;
    const isOfType =
      typeof first === "number" ? Number.isInteger(sent["version"]) : typeof sent["version"] === typeof first;
    if (isKnown && !isOfType) return [400, {}];
    if (["POST", "PUT", "PATCH"].includes(asked) && !isTitle(sent["title"])) return [400, {}];
    if (asked === "POST") {
      count += 1;
      const note = { id: count, title: sent["title"], version: first };
      notes.set(`${count}`, note);
      return [201, note];
    }
    const note = notes.get(id);
    if (id === "") return [200, [...notes.values()]];
    if (note === undefined) return [404, {}];
    if (asked === "DELETE") notes.delete(id);
    if (asked === "DELETE") return [204];
    if (asked === "GET") return [200, note];
    if (isRequired && !isKnown) return [400, {}];
    const { version } = note;
    const status = isKnown ? refuse(sent["version"], version) : 0;
    if (status > 0) return [status, { problem: "version" }];
    const kept = sent["version"] === version ? sent : merge(sent, note);
    const now = { ...note, title: kept["title"], version: next(version, sent) };
    notes.set(id, now);
    return [200, now];
  });
  const shown = {
    type: "object",
    required: ["id", "title", "version"],
    properties: { id: { type: "integer" }, title, version: schema },
  };
  const change = {
    type: "object",
    required: isRequired ? ["title", "version"] : ["title"],
    properties: { title, version: schema },
  };
  const description = describePaths({
    "/notes": {
      get: lists("listNotes", shown),
      post: adds("addNote", { type: "object", required: ["title"], properties: { title } }, shown),
    },
    "/notes/{id}": {
      parameters: [idInPath()],
      get: reads("getNote", shown),
      [method]: changes("changeNote", change, shown, {
        409: { description: said },
        412: { description: "No" },
      }),
      delete: removes("removeNote"),
    },
  });
  const report = await judgeDescribed(description, baseUrl);
  const found = report.requirements.find(({ id }) => id === "changeNote: stale version");
  return { failed: failedIn(report), verdict: found?.verdict };
}

const text = {
  schema: { type: "string" },
  first: "aaaa1",
  next: () => `r${clock.now()}`,
} as const;

describe("nothing fails where the server", () => {
  it.each<[string, Ways, string | undefined]>([
    ["refuses a version that is not the present one", {}, "passed"],
    ["begins to count at 0", { first: 0 }, "passed"],
    ["has texts for versions", text, "passed"],
    ["refuses it with 412", { refuse: (sent, version) => (sent === version ? 0 : 412) }, "passed"],
    ["refuses it with 422", { refuse: (sent, version) => (sent === version ? 0 : 422) }, "passed"],
    ["does not need the version", { isRequired: false }, "passed"],
    ["refuses the ones before alone", { refuse: (s, v) => (Number(s) < Number(v) ? 409 : 0) }, "passed"],
    ["takes a change of one member", { method: "patch" }, "passed"],
    [
      "stores the version as it is sent",
      { refuse: () => 0, next: (_, sent) => sent["version"] ?? 1 },
      "untested",
    ],
    [
      "has a version of its own that stays the same",
      { refuse: () => 0, next: (version) => version },
      "untested",
    ],
    [
      "leaves the note as it is for an older version",
      { refuse: () => 0, merge: (_, note) => note },
      undefined,
    ],
    ["counts, and says nothing of versions", { refuse: () => 0, said: "The title is taken" }, undefined],
  ])("%s", async (_, ways, expected) => {
    const { failed, verdict } = await judge(ways);

    expect(failed.filter((id) => id.includes("stale"))).toEqual([]);
    if (expected !== undefined) expect({ failed, verdict }).toEqual({ failed: [], verdict: expected });
  });
});

describe("a server is found that", () => {
  it.each<[string, Ways]>([
    ["takes any version", { refuse: () => 0 }],
    ["takes any version, and begins to count at 0", { refuse: () => 0, first: 0 }],
    ["takes any text for a version", { ...text, refuse: () => 0 }],
    ["takes any version that is not larger", { refuse: (s, v) => (Number(s) > Number(v) ? 409 : 0) }],
    ["takes any version for a change of one member", { refuse: () => 0, method: "patch" }],
    ["takes any version that it does not need", { refuse: () => 0, isRequired: false }],
  ])("%s", async (_, ways) => {
    expect((await judge(ways)).failed).toEqual(["changeNote: stale version"]);
  });
});
