import { describe, expect, it } from "vitest";
import { deriveContract } from "../../src/contracts/index.js";
import { noKnowledge } from "../../src/description/index.js";
import type { RunOptions } from "../../src/engine/index.js";
import { startJsonServer } from "../servers/json-server.js";
import { describePaths, idInPath, judgeDescribed, lists, reads } from "./described.js";

const item = { type: "object", properties: { id: { type: "integer" }, state: { type: "string" } } };
const parameter = (name: string, schema: object, more: object = {}) => ({
  name,
  in: "query",
  schema,
  ...more,
});
const commands = ["DISABLE ALL", "SILENCE ALL", "DISABLE", "SILENCE", "RESET", "LIST"];
const cmd = parameter("cmd", { type: "string", enum: commands });
const mode = parameter("mode", { type: "array", items: { type: "string", enum: ["list", "purge"] } });

// After netdata's GET /manage/health?cmd=, and others that act by a parameter.
const paths = {
  "/manage/health": {
    get: { ...reads("health", item), parameters: [cmd, parameter("limit", { type: "integer" })] },
  },
  "/manage/needed": { get: { ...reads("needed", item), parameters: [{ ...cmd, required: true }] } },
  "/alarms": {
    get: {
      ...lists("listAlarms", item),
      parameters: [
        mode,
        parameter("purge", { type: "boolean" }),
        parameter("force", { type: "boolean", default: false }),
        parameter("action", { type: "string" }),
        parameter("ack", { type: "string", enum: ["yes", "no"] }),
        parameter("state", { type: "string", enum: ["raised", "cleared"] }),
      ],
    },
  },
  "/alarms/{id}": { parameters: [idInPath()], get: { ...reads("getAlarm", item), parameters: [cmd] } },
  "/queues/{action}": {
    parameters: [
      { ...idInPath("string"), name: "action", schema: { type: "string", enum: ["drain", "status"] } },
    ],
    get: reads("queues", item),
  },
  "/free": {
    get: {
      ...reads("free", item),
      parameters: [parameter("command", { type: "string" }, { required: true })],
    },
  },
};

/** Runs against a server that answers every request and hands out a link that resets it. Returns what was asked of it. */
async function askedOf(options: Partial<RunOptions>, allow: readonly string[] = []) {
  const asked: { readonly path: string; readonly query: readonly (readonly [string, string])[] }[] = [];
  const baseUrl = await startJsonServer(({ path, query }) => {
    asked.push({ path, query: [...query] });
    const shown = { id: 7, state: "raised" };
    const next = { link: '</alarms?limit=1&cmd=RESET>; rel="next"' };
    return [200, path === "/alarms" ? [shown] : shown, next];
  });
  const description = { ...describePaths(paths), known: { ...noKnowledge, allow } };
  const contract = deriveContract(description);
  const report = await judgeDescribed(description, baseUrl, { contract, ...options });
  return { asked, report };
}

describe("no parameter does anything but read, where", () => {
  it.each<[string, Partial<RunOptions>, readonly string[]]>([
    ["a gate writes", {}, []],
    ["a gate only reads", { readOnly: true }, []],
    ["a gate only reads, and an operation is allowed", { readOnly: true }, ["free", "needed", "health"]],
    ["a long run tries random cases", { profile: "nightly", cases: 200 }, []],
    ["it is another machine", { deletableOnly: true }, []],
  ])("%s", async (_, options, allow) => {
    const { asked } = await askedOf(options, allow);

    const acting = asked
      .flatMap(({ query }) => query)
      .filter(([name]) => /^(cmd|mode|purge|force|action|ack|command)$/.test(name));
    expect(acting.filter(([, value]) => value !== "LIST" && value !== "list")).toEqual([]);
    expect(acting.filter(([name]) => !["cmd", "mode"].includes(name))).toEqual([]);
    expect(asked.map(({ path }) => path)).toEqual(
      expect.arrayContaining(["/manage/health", "/manage/needed", "/queues/status"]),
    );
    const others = asked.filter(({ path }) => path.startsWith("/queues/") && path !== "/queues/status");
    expect(others).toEqual([]);
    expect(asked.some(({ path }) => path === "/free")).toBe(false);
    // What cannot act is tried as before.
    expect(asked.some(({ query }) => query.some(([name]) => name === "state"))).toBe(true);
  });
});

it("an operation that needs a command is called where the user allows it", async () => {
  const { asked } = await askedOf({}, ["free"]);

  expect(asked.some(({ path }) => path === "/free")).toBe(true);
});

const state = { type: "string", enum: ["on", "off", "toggle"] };
const devices = {
  "/relay/{id}": {
    parameters: [idInPath()],
    get: { ...reads("relay", item), parameters: [parameter("turn", state)] },
  },
  "/cm": { get: { ...reads("cm", item), parameters: [parameter("cmnd", { type: "string" })] } },
  "/plug": { get: { ...reads("plug", item), parameters: [parameter("state", state)] } },
  "/bulb": { get: { ...reads("bulb", item), parameters: [parameter("power", state, { required: true })] } },
  "/lamp/on": { get: reads("lampOn", item) },
  "/lamp/toggle": { get: reads("lampToggle", item) },
  "/queue/pop": { get: reads("queuePop", item) },
  "/factory-default": { get: reads("factory", item) },
  "/tickets/open": { get: reads("ticketsOpen", item) },
  "/search-and-replace": { post: reads("searchAndReplace", item) },
  "/calls": { get: lists("listCalls", item), post: reads("dialIt", item) },
};

it.each<[string, Partial<RunOptions>]>([
  ["writes", {}],
  ["only reads", { readOnly: true }],
  ["tries random cases", { profile: "nightly", cases: 100 }],
])("no device is commanded, and nobody is called, where a run %s", async (_, options) => {
  const asked: string[] = [];
  const baseUrl = await startJsonServer(({ method, path, query }) => {
    asked.push(
      `${method} ${path.replace(/^\/relay\/.*/, "/relay")}?${[...query.keys()].toSorted().join("&")}`,
    );
    return [200, path === "/calls" ? [] : { id: 7, state: "on" }];
  });
  await judgeDescribed(describePaths(devices), baseUrl, options);

  const paths = new Set(asked.map((each) => each.replace(/\?.*/, "")));
  expect([...paths].filter((each) => !each.includes("unknown")).toSorted()).toEqual([
    "GET /calls",
    "GET /cm",
    "GET /plug",
    "GET /relay",
    "GET /tickets/open",
  ]);
  expect(asked.filter((each) => /turn|cmnd|state|power/.test(each))).toEqual([]);
});
