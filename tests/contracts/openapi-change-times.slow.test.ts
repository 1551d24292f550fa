import { describe, expect, it } from "vitest";
import { startJsonServer } from "../servers/json-server.js";
import { adds, changes, describePaths, idInPath, judgeDescribed, lists, reads } from "./described.js";
import { failedIn } from "./deviations.js";

interface Boat {
  readonly id: number;
  readonly name: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** How a change goes on with a boat. @param now the present time */
type Change = (boat: Boat, now: string) => Boat;

const honest: Change = (boat, now) => ({ ...boat, updatedAt: now });
const text = { type: "string", minLength: 1, maxLength: 40 };
const time = { type: "string", format: "date-time", readOnly: true };
const texts = {
  created: "When the boat was created. Never changes.",
  updated: "When the boat was last changed.",
};

/** Judges a server of boats. Its clock goes on by some seconds with each request that changes something. */
async function judge(change: Change, said: Partial<typeof texts> = {}, seconds = 1) {
  const boats = new Map<number, Boat>();
  let count = 100;
  const now = (): string => {
    count += 1;
    return new Date(Date.UTC(2026, 0, 1, 0, 0, 1) + Math.floor(count * seconds) * 1000).toISOString();
  };
  const baseUrl = await startJsonServer(({ method, parts: [, id = ""], sent }) => {
    const boat = boats.get(Number(id));
    if (method === "GET") return id === "" ? [200, [...boats.values()]] : boat ? [200, boat] : [404, {}];
    const { name } = sent;
    if (typeof name !== "string" || !/^.{1,40}$/.test(name)) return [400, {}];
    const at = now();
    if (method === "POST") boats.set(count, { id: count, name, createdAt: at, updatedAt: at });
    if (method === "POST") return [201, boats.get(count)];
    if (boat === undefined) return [404, {}];
    boats.set(boat.id, { ...change(boat, at), name });
    return [200, boats.get(boat.id)];
  });
  const { created, updated } = { ...texts, ...said };
  const sent = { type: "object", required: ["name"], properties: { name: text } };
  const shown = {
    type: "object",
    required: ["id", "name", "createdAt", "updatedAt"],
    properties: {
      id: { type: "integer" },
      name: text,
      createdAt: { ...time, description: created },
      updatedAt: { ...time, description: updated },
    },
  };
  const description = describePaths({
    "/boats": { get: lists("listBoats", shown), post: adds("addBoat", sent, shown) },
    "/boats/{id}": {
      parameters: [idInPath()],
      get: reads("getBoat", shown),
      put: changes("putBoat", sent, shown),
    },
  });
  return failedIn(await judgeDescribed(description, baseUrl));
}

describe("a time of a change is found that", () => {
  it.each<[string, Change]>([
    ["stays", (boat) => boat],
    ["is that of the creation again", (boat) => ({ ...boat, updatedAt: boat.createdAt })],
    ["moves the creation", (boat, now) => ({ ...boat, createdAt: now, updatedAt: now })],
  ])("%s", async (_, change) => {
    expect(await judge(change)).toContain("putBoat: change times");
  });
});

describe("a time of a change is left alone that", () => {
  it.each<[string, Change, Partial<typeof texts>, number]>([
    ["is as its text says", honest, {}, 1],
    ["is the same within a second", honest, {}, 0.5],
    [
      "is that of some changes alone",
      (boat) => boat,
      { updated: "When the boat was last changed by its owner." },
      1,
    ],
    [
      "is that of a member",
      (boat) => boat,
      { updated: "Time of the last change of the price of the boat." },
      1,
    ],
  ])("%s", async (_, change, said, seconds) => {
    expect(await judge(change, said, seconds)).toEqual([]);
  });
});
