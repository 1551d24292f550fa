import { expect, it } from "vitest";
import { startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, judgeDescribed, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";

it("where two items of one day are in each other's way, each has a day of its own", async () => {
  const items = new Map<string, { readonly from: string; readonly to: string; readonly guest: unknown }>();
  let created = 0;
  const baseUrl = await startJsonServer(({ method, parts: [, id = ""], sent }) => {
    const known = items.get(id);
    if (method === "POST") {
      const { from, to, guest } = sent;
      const isDay = (day: unknown): day is string => typeof day === "string" && /^\d{4}-\d\d-\d\d$/.test(day);
      if (!isDay(from) || !isDay(to) || from > to || typeof guest !== "string") return [400, {}];
      if ([...items.values()].some((each) => each.from <= to && from <= each.to)) return [409, {}];
      created += 1;
      items.set(`${created}`, { from, to, guest });
      return [201, { id: created, from, to, guest }];
    }
    if (known === undefined) return [404, {}];
    if (method === "DELETE") items.delete(id);
    return method === "DELETE" ? [204] : [200, { id: Number(id), ...known }];
  });
  const day = { type: "string", format: "date" };
  const properties = { from: day, to: day, guest: { type: "string" } };
  const sent = { type: "object", required: ["from", "to", "guest"], properties };
  const shown = { type: "object", properties: { id: { type: "integer" }, ...properties } };
  const paths = {
    "/bookings": { post: adds("book", sent, shown, { 409: { description: "Taken" } }) },
    "/bookings/{id}": { parameters: [idInPath()], get: reads("get", shown), delete: removes("cancel") },
  };
  const report = await judgeDescribed(describePaths(paths), baseUrl);
  expect(failedIn(report)).toEqual([]);
  expect(created).toBeGreaterThan(3);
  expect(items.size).toBe(0);
});
