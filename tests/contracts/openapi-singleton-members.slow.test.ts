import { describe, expect, it } from "vitest";
import { startJsonServer } from "../servers/json-server.js";
import { changes, describePaths, judgeDescribed, reads } from "./described.js";
import { failedIn } from "./deviations.js";

type Settings = Readonly<Record<string, unknown>>;

const members = {
  title: { type: "string", minLength: 1, maxLength: 40 },
  pageSize: { type: "integer", minimum: 1, maximum: 100 },
  layout: { type: "string", enum: ["compact", "wide"] },
  seats: { type: "integer", minimum: 0, maximum: 1000 },
};
const bare = { type: "object", properties: members };
const start: Settings = { title: "Library", pageSize: 20, layout: "compact", seats: 5 };

const isValid = ({ title, pageSize, layout, seats }: Settings): boolean =>
  typeof title === "string" &&
  /^.{1,40}$/.test(title) &&
  Number.isInteger(pageSize) &&
  Number(pageSize) >= 1 &&
  Number(pageSize) <= 100 &&
  ["compact", "wide"].includes(`${layout}`) &&
  Number.isInteger(seats) &&
  Number(seats) >= 0 &&
  Number(seats) <= 1000;

/** The object that has the members, where one wraps it by this name. */
const inside = (value: Settings, wrapper: string): Settings =>
  wrapper === "" ? value : ((value[wrapper] ?? {}) as Settings);
const wrap = (value: object, wrapper: string): object => (wrapper === "" ? value : { [wrapper]: value });
const describeWrapped = (wrapper: string): object =>
  wrapper === "" ? bare : { type: "object", required: [wrapper], properties: { [wrapper]: bare } };

/** What comes of a change: undefined is a refusal. */
type Apply = (now: Settings, sent: Settings) => Settings | undefined;

const merge: Apply = (now, sent) => ({ ...now, ...sent });

/** Judges a server of settings, whose bodies may be wrapped. */
async function judge(apply: Apply, { shown = "", sent = "" } = {}) {
  let now = start;
  const writes: Settings[] = [];
  const baseUrl = await startJsonServer(({ method, path, sent: body }) => {
    if (path === "/ping") return [200, {}];
    if (method === "PATCH") {
      const change = inside(body, sent);
      writes.push(change);
      const next = apply(now, change);
      const isKnown = Object.keys(change).every((each) => Object.hasOwn(members, each));
      if (next === undefined || !isKnown || !isValid({ ...now, ...change })) return [400, {}];
      now = next;
    }
    return [200, wrap(now, shown)];
  });
  const description = describePaths({
    "/settings": {
      get: reads("getSettings", describeWrapped(shown)),
      patch: changes("setSettings", describeWrapped(sent), describeWrapped(shown)),
    },
    "/ping": { get: reads("ping", { type: "object" }) },
  });
  const report = await judgeDescribed(description, baseUrl, { seed: 1, disposable: true });
  const verdictOf = (id: string) => report.requirements.find((each) => each.id === id)?.verdict;
  return {
    failed: failedIn(report),
    verdicts: ["setSettings: changed", "setSettings: invalid values"].map(verdictOf),
    changed: Object.keys(members).filter((name) =>
      writes.some((each) => Object.hasOwn(each, name) && each[name] !== start[name]),
    ),
    now,
  };
}

const all = Object.keys(members);

describe("several members of a singleton are changed and restored", () => {
  it.each([
    ["that is not wrapped", {}],
    ["that is wrapped where it is shown", { shown: "data" }],
    ["that is wrapped where it is shown and where it is sent", { shown: "data", sent: "data" }],
    ["that is wrapped by the name of its path", { shown: "settings", sent: "settings" }],
  ])("%s", async (_, wrappers) => {
    expect(await judge(merge, wrappers)).toEqual({
      failed: [],
      verdicts: ["passed", "passed"],
      changed: all,
      now: start,
    });
  });
});

describe("a singleton is not as described where a change", () => {
  const resets: Apply = (now, sent) => ({ ...now, pageSize: 20, seats: 5, ...sent });
  it.each<[string, Apply, { readonly shown?: string; readonly sent?: string }]>([
    ["takes the numbers that are not sent back to their defaults", resets, {}],
    ["takes them back in a wrapped body", resets, { shown: "data" }],
    [
      "takes one number back, when words are changed, too",
      (now, sent) => ({ ...now, seats: 5, ...sent }),
      {},
    ],
    ["takes the title back", (now, sent) => ({ ...now, title: "Library", ...sent }), {}],
    [
      "takes the layout back",
      (now, sent) => ({ ...now, layout: "compact", ...sent }),
      { shown: "data", sent: "data" },
    ],
    ["leaves the layout as it is", (now, { layout: _, ...sent }) => ({ ...now, ...sent }), {}],
    [
      "leaves the seats as they are",
      (now, { seats: _, ...sent }) => ({ ...now, ...sent }),
      { shown: "data" },
    ],
  ])("%s", async (_, apply, wrappers) => {
    const { failed, now } = await judge(apply, wrappers);
    expect({ failed, now }).toEqual({ failed: ["setSettings: changed"], now: start });
  });
});

describe("a singleton is left alone where", () => {
  it.each<[string, Apply]>([
    [
      "a word decides about a number",
      (now, sent) => ({
        ...now,
        ...("layout" in sent ? { seats: sent["layout"] === "wide" ? 100 : 5 } : {}),
        ...sent,
      }),
    ],
    [
      "a member has to stay",
      (now, sent) => ((sent["layout"] ?? "compact") === "compact" ? { ...now, ...sent } : undefined),
    ],
    [
      "no other value is taken",
      (now, sent) =>
        isValid({ ...now, ...sent }) && all.every((each) => (sent[each] ?? start[each]) === start[each])
          ? now
          : undefined,
    ],
  ])("%s", async (_, apply) => {
    const { failed, now } = await judge(apply);
    expect({ failed, now }).toEqual({ failed: [], now: start });
  });
});
