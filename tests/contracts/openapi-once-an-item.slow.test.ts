import { describe, expect, it } from "vitest";
import { type Asked, type Reply, startJsonServer } from "../servers/json-server.js";
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

const members = {
  name: { type: "string", maxLength: 80 },
  watts: { type: "integer", minimum: 0, maximum: 900 },
};
const shown = {
  type: "object",
  properties: { id: { type: "integer" }, ...members },
  required: ["id", "name", "watts"],
};

const description = describePaths({
  "/lamps": {
    get: lists("listLamps", shown),
    post: adds("addLamp", { type: "object", properties: members, required: ["name", "watts"] }, shown),
  },
  "/lamps/{id}": {
    parameters: [idInPath()],
    get: reads("getLamp", shown),
    patch: changes("changeLamp", { type: "object", properties: members }, shown),
    delete: removes("removeLamp"),
  },
});

interface Lamp {
  readonly id: number;
  readonly name: unknown;
  readonly watts: unknown;
  /** How often its watts were changed. */
  readonly changes: number;
}

const isValid = ({ name, watts }: Pick<Lamp, "name" | "watts">): boolean =>
  typeof name === "string" &&
  name.length <= 80 &&
  typeof watts === "number" &&
  Number.isInteger(watts) &&
  watts >= 0 &&
  watts <= 900;

/** Judges a server of lamps that ignores some changes of a lamp's watts, by their number in that lamp's life. */
async function judgeLamps(isIgnored: (change: number, lamp: number) => boolean) {
  const lamps = new Map<string, Lamp>();
  let next = 0;
  const show = ({ changes: _, ...lamp }: Lamp): object => lamp;
  const create = (sent: Asked["sent"]): Reply => {
    const lamp = { id: next + 1, name: sent["name"], watts: sent["watts"], changes: 0 };
    if (!isValid(lamp)) return [400, {}];
    next += 1;
    lamps.set(`${next}`, lamp);
    return [201, show(lamp)];
  };
  const change = (lamp: Lamp, sent: Asked["sent"]): Reply => {
    const { name = lamp.name, watts = lamp.watts } = sent;
    if (!isValid({ name, watts })) return [400, {}];
    const count = lamp.changes + (watts === lamp.watts ? 0 : 1);
    const isLost = count > lamp.changes && isIgnored(count, lamp.id);
    const changed = { ...lamp, name, watts: isLost ? lamp.watts : watts, changes: count };
    lamps.set(`${lamp.id}`, changed);
    return [200, show(changed)];
  };
  const url = await startJsonServer(({ method, parts: [, key = ""], sent }): Reply => {
    if (key === "") return method === "GET" ? [200, [...lamps.values()].map(show)] : create(sent);
    const lamp = lamps.get(key);
    if (lamp === undefined) return [404, {}];
    if (method === "PATCH") return change(lamp, sent);
    if (method === "DELETE") lamps.delete(key);
    return method === "DELETE" ? [204] : [200, show(lamp)];
  });
  return judgeDescribed(description, url);
}

describe("a change that is lost once in an item's life", () => {
  it("is a failure where the next item shows it, too", async () => {
    const report = await judgeLamps((change) => change === 1);

    expect(report.conclusion.exitCode).toBe(1);
    expect(report.findings).toMatchObject([
      { requirement: "changeLamp: changed", confirmation: { status: "repeats", seen: 2 } },
    ]);
  });

  it("is inconclusive where it is one item's alone", async () => {
    const report = await judgeLamps((change, lamp) => change === 1 && lamp === 1);

    expect(report.conclusion.exitCode).toBe(3);
  });

  it("is no failure where nothing is lost", async () => {
    const report = await judgeLamps(() => false);

    expect(report.conclusion.exitCode).toBe(0);
    expect(report.findings).toEqual([]);
  });
});
