import { describe, expect, it } from "vitest";
import { noKnowledge } from "../../src/description/index.js";
import type { ChangeEntry, Report, RunOptions } from "../../src/engine/index.js";
import { renderSummary } from "../../src/report/index.js";
import { renderMarkdown } from "../../src/report/summary-markdown.js";
import { type Asked, type Reply, startJsonServer } from "../servers/json-server.js";
import { changes, describePaths, judgeDescribed, reads } from "./described.js";
import { failedIn } from "./deviations.js";

const members = {
  title: { type: "string", maxLength: 40 },
  pageSize: { type: "integer", minimum: 1, maximum: 100 },
  enabled: { type: "boolean" },
  url: { type: "string" },
  tags: { type: "array", items: { type: "string" } },
  note: { type: ["string", "null"] },
  updatedAt: { type: "string", format: "date-time" },
  version: { type: "integer" },
};
const sent = { type: "object", properties: members };
const shown = { ...sent, required: ["title", "pageSize", "enabled"] };

const describeSettings = (method: string, path = "/settings", more: object = {}) =>
  describePaths({
    [path]: {
      get: reads("getSettings", { ...shown, properties: { ...members, ...more } }),
      [method]: changes("setSettings", { ...sent, properties: { ...members, ...more } }, shown),
    },
    "/ping": { get: reads("ping", { type: "object" }) },
  });

type Settings = Record<string, unknown>;

const isValid = ({ title, pageSize, enabled }: Settings): boolean =>
  typeof title === "string" &&
  title.length <= 40 &&
  Number.isInteger(pageSize) &&
  Number(pageSize) >= 1 &&
  Number(pageSize) <= 100 &&
  typeof enabled === "boolean";

/** What a server of settings does with a change. */
interface Ways {
  /** The settings after a change of these members; undefined for a refusal. */
  readonly apply?: (now: Settings, sent: Settings, count: number) => Settings | undefined;
  /** The settings that are stored; others are refused. */
  readonly accepts?: (next: Settings) => boolean;
  /** What a request gets in place of everything else. */
  readonly instead?: (asked: Asked, now: Settings) => Reply | undefined;
}

const start = {
  title: "Library",
  pageSize: 20,
  enabled: false,
  url: "http://a.example",
  tags: ["b", "a"],
  note: "",
  updatedAt: "2026-01-01T00:00:00Z",
  version: 1,
};

/** Starts a server of settings. */
async function startSettings({ apply, accepts = isValid, instead }: Ways = {}) {
  const server = { now: { ...start } as Settings, writes: [] as Asked[] };
  const baseUrl = await startJsonServer((asked) => {
    if (asked.method !== "GET") server.writes.push(asked);
    const other = instead?.(asked, server.now);
    if (other !== undefined) return other;
    if (asked.path === "/ping") return [200, {}];
    if (asked.method === "GET") return [200, server.now];
    if (!accepts({ ...server.now, ...asked.sent })) return [400, {}];
    const own = {
      updatedAt: new Date(1.7e12 + server.writes.length * 1000).toISOString(),
      version: Number(server.now["version"]) + 1,
    };
    const next = (apply ?? ((now, change) => ({ ...now, ...change })))(
      server.now,
      asked.sent,
      server.writes.length,
    );
    if (next === undefined) return [400, {}];
    server.now = { ...next, ...own };
    return [200, server.now];
  });
  return { server, baseUrl };
}

const userSettings = ({ updatedAt: _, version: __, ...rest }: Settings): Settings => rest;

async function judge(
  ways: Ways = {},
  method = "put",
  options: Partial<RunOptions> = { disposable: true },
  path = "/settings",
  more: object = {},
) {
  const { server, baseUrl } = await startSettings(ways);
  const report = await judgeDescribed(describeSettings(method, path, more), baseUrl, { seed: 1, ...options });
  return { report, server };
}

const verdictOf = ({ requirements }: Report, id: string) => requirements.find((each) => each.id === id);

describe("what is there once", () => {
  it.each(["put", "patch", "post"])(
    "is never changed by %s unless the store is disposable",
    async (method) => {
      for (const options of [{}, { disposable: true, readOnly: true }]) {
        const { report, server } = await judge({}, method, options);
        expect(server.writes).toEqual([]);
        const { verdict, reason = "" } =
          verdictOf(report, `setSettings: ${method === "put" ? "replaced" : "changed"}`) ?? {};
        expect(verdict).toBe("untested");
        expect(reason).toContain("readOnly" in options ? "may not write" : "--disposable");
      }
    },
  );

  it.each<[string, Ways, object]>([
    [
      "does not show a member that a replacement may send",
      {
        instead: ({ method, path }, now) =>
          method === "GET" && path === "/settings" ? [200, now] : undefined,
      },
      { footer: { type: "string" } },
    ],
    [
      "shows a member that nothing describes",
      {
        instead: ({ method, path }, now) =>
          method === "GET" && path === "/settings" ? [200, { ...now, legacy: "kept" }] : undefined,
      },
      {},
    ],
  ])("is never replaced where it %s", async (_, ways, more) => {
    for (const [method, writes] of [
      ["put", 0],
      ["patch", 1],
    ] as const) {
      const { server } = await judge(ways, method, { disposable: true }, "/settings", more);
      expect(server.writes.length >= writes).toBe(true);
      if (writes === 0) expect(server.writes).toEqual([]);
    }
  });

  it("is not even changed where the user allows the operation by name", async () => {
    const { server, baseUrl } = await startSettings();
    const known = { allow: ["setSettings"] };
    const description = { ...describeSettings("post"), known: { ...noKnowledge, ...known } };
    await judgeDescribed(description, baseUrl, { seed: 1 });
    expect(server.writes).toEqual([]);
  });

  it.each(["put", "patch", "post"])(
    "is sent back, changed in several members and restored by %s, where it is",
    async (method) => {
      const lines: ChangeEntry[] = [];
      const { report, server } = await judge({}, method, {
        disposable: true,
        onChange: (entry) => lines.push(entry),
      });
      expect(failedIn(report)).toEqual([]);
      const own = method === "put" ? "setSettings: replaced" : "setSettings: changed";
      expect(verdictOf(report, own)?.verdict).toBe("passed");
      expect(userSettings(server.now)).toEqual(userSettings(start));
      const [unchanged, changed] = server.writes.map((each) => each.sent);
      expect({ ...start, ...unchanged }).toEqual(start);
      expect(changed?.["title"]).not.toBe("Library");
      for (const name of ["title", "note", "pageSize", "enabled"] as const)
        expect(
          server.writes.some((each) => ![start[name], undefined].includes(each.sent[name] as never)),
        ).toBe(true);
      expect(lines.slice(0, 2).map(({ event, path }) => [event, path])).toEqual([
        ["changing", "/settings"],
        ["restored", "/settings"],
      ]);
      expect(JSON.parse(lines[0]?.body ?? "")).toMatchObject({ title: "Library" });
      expect(report.run.unrestored).toBeUndefined();
    },
  );

  it.each<[string, string, Ways]>([
    [
      "ignores a change",
      "another title",
      { apply: (now, change) => (change["title"] === "Library" ? { ...now, ...change } : now) },
    ],
    [
      "changes another member, too",
      "pageSize changes, too",
      { apply: (now, change) => ({ ...now, ...change, pageSize: change["title"] === "Library" ? 20 : 50 }) },
    ],
    [
      "changes what is sent back unchanged",
      "enabled changes",
      { apply: (now, change) => ({ ...now, ...change, enabled: now["enabled"] !== true }) },
    ],
  ])("is not as described where a server %s", async (_, problem, ways) => {
    const { report, server } = await judge(ways);
    expect(failedIn(report)).toEqual(["setSettings: replaced"]);
    expect(report.findings.map((each) => each.problem)).toContain(problem);
    expect(server.now["title"]).toBe("Library");
  });

  it.each<[string, string, Ways, verdict?: string]>([
    ["refuses what is invalid", "put", {}, "passed"],
    ["refuses what is invalid", "patch", {}, "passed"],
    ["refuses nothing", "put", { accepts: () => true }, "untested"],
    [
      "takes the nearest number in place of one that is too large",
      "put",
      {
        accepts: (next) => isValid({ ...next, pageSize: Math.min(Number(next["pageSize"]), 100) }),
        apply: (now, change) => ({ ...now, ...change, pageSize: Math.min(Number(change["pageSize"]), 100) }),
      },
      "passed",
    ],
    [
      "takes any length of a title",
      "put",
      { accepts: (next) => isValid({ ...next, title: `${next["title"]}`.slice(0, 40) }) },
      "failed",
    ],
  ])("is judged by invalid values where a server %s (%s)", async (_, method, ways, verdict) => {
    const { report, server } = await judge(ways, method);
    expect(verdictOf(report, "setSettings: invalid values")?.verdict).toBe(verdict);
    expect(userSettings(server.now)).toEqual(userSettings(start));
  });

  it.each<[string, boolean, string[]]>([
    ["rounds a number, as its text says", true, []],
    ["rounds a number, although no text says so", false, ["setSettings: replaced"]],
  ])("is judged by its texts where a server %s", async (_, isSaid, failed) => {
    const description = "Rounded down to a multiple of 5.";
    const pageSize = { ...members.pageSize, ...(isSaid ? { description } : {}) };
    const { report } = await judge(
      {
        apply: (now, change) => ({
          ...now,
          ...change,
          pageSize: Math.max(5, Number(change["pageSize"]) - (Number(change["pageSize"]) % 5)),
        }),
      },
      "put",
      { disposable: true },
      "/settings",
      { pageSize },
    );
    expect(failedIn(report)).toEqual(failed);
  });

  it("is found to be changed by what is refused", async () => {
    const server = { now: { ...start } as Settings };
    const baseUrl = await startJsonServer(({ method, path, sent: change }) => {
      if (path === "/ping" || method === "GET") return [200, path === "/ping" ? {} : server.now];
      const next = { ...server.now, ...change };
      server.now = next;
      return isValid(next) ? [200, next] : [400, {}];
    });
    const report = await judgeDescribed(describeSettings("put"), baseUrl, { seed: 1, disposable: true });
    expect(failedIn(report)).toContain("setSettings: invalid values");
    expect(userSettings(server.now)).toEqual(userSettings(start));
  });

  it.each<[string, Ways]>([
    [
      "refuses every other value",
      {
        apply: (now, change) =>
          change["title"] === "Library" &&
          change["pageSize"] === 20 &&
          change["enabled"] === false &&
          change["note"] === ""
            ? { ...now }
            : undefined,
      },
    ],
    ["refuses what it shows", { apply: () => undefined }],
    [
      "shows another count each time",
      {
        instead: ({ method }, now) => {
          now["pageSize"] = Number(now["pageSize"]) + (method === "GET" ? 1 : 0);
          return undefined;
        },
      },
    ],
    [
      "asks for the current version",
      { apply: (now, change) => (change["version"] === now["version"] ? { ...now, ...change } : undefined) },
    ],
    [
      "writes what it is sent in its own way",
      {
        apply: (now, change) => ({
          ...now,
          ...change,
          url: "http://a.example/",
          tags: ["a", "b"],
          note: null,
        }),
      },
    ],
  ])("is left as it was, without an alarm, where a server %s", async (_, ways) => {
    const { report, server } = await judge(ways);
    expect(failedIn(report)).toEqual([]);
    expect(server.now["title"]).toBe("Library");
    expect(report.run.unrestored).toBeUndefined();
  });

  it.each<[string, Ways, RegExp]>([
    [
      "refuses to be restored",
      { apply: (now, change, count) => (count > 2 ? undefined : { ...now, ...change }) },
      /setSettings with it got 400; it shows "[a-z]{8}"/,
    ],
    [
      "serves nobody once it was changed",
      { instead: (_, now) => (now["title"] === "Library" ? undefined : [503, { error: "maintenance" }]) },
      /setSettings with it got 503; it cannot be read \(503\)/,
    ],
  ])("is reported with its value before, where a server %s", async (_, ways, reason) => {
    const { report, server } = await judge(ways);
    expect(server.now["title"]).not.toBe("Library");
    expect(failedIn(report)).toEqual([]);
    const [left, ...more] = report.run.unrestored ?? [];
    expect(more).toEqual([]);
    expect(left).toMatchObject({ path: "/settings", member: "title", before: '"Library"' });
    expect(left?.reason).toMatch(reason);
    for (const text of [renderSummary(report, { color: false, verbose: false }), renderMarkdown(report)])
      expect(text.replaceAll(/\s+/g, " ").replaceAll("\\", "")).toContain(
        'Not restored: title of /settings, which was "Library"',
      );
    // Restoring is tried more than once.
    expect(server.writes.length).toBeGreaterThan(3);
  });

  it.each([
    ["of a guarded path", "/admin/network", {}],
    ["of a licence", "/licence", {}],
    ["with a password", "/settings", { smtpPassword: { type: "string" } }],
    ["with a member that is never shown", "/settings", { code: { type: "string", writeOnly: true } }],
    [
      "with a secret in a part",
      "/settings",
      { mail: { type: "object", properties: { apiKey: { type: "string" } } } },
    ],
  ])("is never changed %s", async (_, path, more) => {
    const { report, server } = await judge(
      { instead: ({ method }) => (method === "GET" ? [200, start] : undefined) },
      "put",
      { disposable: true },
      path,
      more,
    );
    expect(server.writes).toEqual([]);
    expect(verdictOf(report, "setSettings: replaced")).toBeUndefined();
  });

  it("is never changed where it masks a member", async () => {
    const { report, server } = await judge({
      instead: ({ method }, now) => (method === "GET" ? [200, { ...now, title: "ab******" }] : undefined),
    });
    expect(server.writes).toEqual([]);
    expect(verdictOf(report, "setSettings: replaced")?.reason).toContain("masks title");
  });
});

it.each<[string, Ways, object]>([
  [
    "the current version",
    { apply: (now, change) => (change["version"] === now["version"] ? { ...now, ...change } : undefined) },
    {},
  ],
  [
    "its current ETag",
    {
      instead: ({ method, headers }, now) => {
        if (method === "GET") return [200, now, { etag: `"${now["version"]}"` }];
        return headers["if-match"] === `"${now["version"]}"` ? undefined : [412];
      },
    },
    { parameters: [{ name: "If-Match", in: "header", required: true, schema: { type: "string" } }] },
  ],
])("a singleton that asks for %s is changed and restored", async (_, ways, more) => {
  const { server, baseUrl } = await startSettings(ways);
  const put = { ...changes("setSettings", sent, shown), ...more };
  const description = describePaths({ "/settings": { get: reads("getSettings", shown), put } });
  const report = await judgeDescribed(description, baseUrl, { seed: 1, disposable: true });
  expect(verdictOf(report, "setSettings: replaced")?.verdict).toBe("passed");
  expect(userSettings(server.now)).toEqual(userSettings(start));
  expect(report.run.unrestored).toBeUndefined();
});

it("a flag that follows another one is no alarm, and both are restored", async () => {
  const flags = {
    type: "object",
    required: ["enabled", "muted"],
    properties: { enabled: { type: "boolean" }, muted: { type: "boolean" } },
  };
  const description = describePaths({
    "/alerts/settings": { get: reads("getAlerts", flags), put: changes("setAlerts", flags, flags) },
  });
  const seen: unknown[] = [];
  let now: unknown = { enabled: true, muted: false };
  const baseUrl = await startJsonServer(({ method, sent: body }) => {
    if (method === "PUT") {
      if (![body["enabled"], body["muted"]].every((each) => typeof each === "boolean")) return [400, {}];
      now = { enabled: body["enabled"], muted: body["enabled"] !== true };
      seen.push(body["enabled"]);
    }
    return [200, now];
  });
  const report = await judgeDescribed(description, baseUrl, { seed: 1, disposable: true });
  expect(failedIn(report)).toEqual([]);
  expect(seen.slice(0, 3)).toEqual([true, false, true]);
  expect(now).toEqual({ enabled: true, muted: false });
});

it.each([
  ["left alone", {}, 0],
  ["switched, restored as often as it takes, and reported", { disposable: true }, 3],
])("a switch by which a server serves nobody any more is %s", async (_, options, least) => {
  const flag = { type: "object", required: ["enabled"], properties: { enabled: { type: "boolean" } } };
  const description = describePaths({
    "/admin/maintenance": {
      get: reads("getMaintenance", flag),
      post: changes("toggleMaintenance", flag, flag),
    },
  });
  const writes: unknown[] = [];
  let enabled: unknown = false;
  const baseUrl = await startJsonServer(({ method, sent: body }) => {
    if (method !== "GET") writes.push(body["enabled"]);
    if (enabled !== false) return [503];
    if (method !== "GET") enabled = body["enabled"];
    return [200, { enabled }];
  });
  const report = await judgeDescribed(description, baseUrl, { seed: 1, ...options });
  expect(failedIn(report)).toEqual([]);
  expect(writes.length).toBeGreaterThanOrEqual(least);
  expect(enabled).toBe(least > 0);
  expect(report.run.unrestored?.map(({ path, member, before }) => [path, member, before])).toEqual(
    least > 0 ? [["/admin/maintenance", "enabled", "false"]] : undefined,
  );
});

it("a run that is stopped while a singleton is changed restores it", async () => {
  const stop = new AbortController();
  const { report, server } = await judge(
    {
      apply: (now, change) => {
        if (change["title"] !== "Library") stop.abort();
        return { ...now, ...change };
      },
    },
    "put",
    { disposable: true, signal: stop.signal },
  );
  expect(report.run.interrupted).toBe(true);
  expect(server.writes.length).toBeGreaterThan(2);
  expect(userSettings(server.now)).toEqual(userSettings(start));
});
