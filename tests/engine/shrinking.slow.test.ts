import { expect, it } from "vitest";
import { fromPlain } from "../../src/json/index.js";
import type { Operator } from "../../src/server/index.js";
import { findingOf, judgeDeviant } from "../servers/judging.js";

it("what only random cases show is shrunk on the wire: to the least limit, and to the shortest name", async () => {
  const limits: number[] = [];
  const names: string[] = [];
  const isBrokenLimit = (limit: number) => limit >= 30 && limit <= 90 && limit !== 50;
  const isBrokenName = (name: string) =>
    /^[A-Za-z ]{9,}$/.test(name) && /[a-z]/.test(name) && !name.includes("e");
  const broken: Operator = () => ({
    pageSize: (limit) => {
      if (isBrokenLimit(limit)) limits.push(limit);
      return isBrokenLimit(limit) ? limit + 1 : limit;
    },
    checkFurther: (body) => {
      const name = String(body["name"]);
      if (isBrokenName(name)) names.push(name);
      return isBrokenName(name) ? "no e in the name" : undefined;
    },
  });

  const report = await judgeDeviant(broken, { profile: "nightly", cases: 300, maxCreated: 400, seed: 5 });

  expect(findingOf(report, "LIST-3")).toMatchObject({
    check: "list/query/both/random",
    input: { limit: [["limit", "30"]], status: [], isStatusFirst: false, headers: [] },
    confirmation: { status: "repeats" },
  });
  expect(limits[0]).toBeGreaterThan(30);
  const { check, input } = findingOf(report, "CREATE-1");
  expect(check).toBe("create/accepted/plain");
  expect((fromPlain(input) as { readonly name: string }).name).toHaveLength(9);
  expect(names[0]?.length).toBeGreaterThan(9);
});
