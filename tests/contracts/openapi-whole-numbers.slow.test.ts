import { expect, it } from "vitest";
import { startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, judgeDescribed, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";

const number = { type: "number" };
const sent = {
  type: "object",
  required: ["age", "name"],
  properties: { age: { ...number, minimum: 0.5 }, name: { type: "string" }, size: number },
};
const shown = { type: "object", properties: { id: { type: "integer" }, ...sent.properties } };

/** Judges a server of cats, some of whose numbers have to be integers although any numbers are described. */
async function judge(whole: readonly string[], keep = (cat: object): object => cat) {
  const cats = new Map<string, object>();
  let created = 0;
  const baseUrl = await startJsonServer(({ method, parts: [, id = ""], sent: cat }) => {
    if (method === "POST") {
      const { age, size = 1, name } = cat;
      const isFit = [age, size].every((each) => typeof each === "number") && Number(age) >= 0.5;
      const isWhole = whole.every((each) => Number.isInteger(cat[each] ?? 1));
      if (!isFit || !isWhole || typeof name !== "string") return [400, { message: ["must be an integer"] }];
      created += 1;
      const { id: _, ...members } = cat;
      cats.set(`${created}`, keep({ ...members, id: created }));
      return [201, cats.get(`${created}`) ?? {}];
    }
    const known = cats.get(id);
    if (known === undefined) return [404, {}];
    if (method === "DELETE") cats.delete(id);
    return method === "DELETE" ? [204] : [200, known];
  });
  const description = describePaths({
    "/cats": { post: adds("addCat", sent, shown) },
    "/cats/{id}": { parameters: [idInPath()], get: reads("getCat", shown), delete: removes("removeCat") },
  });
  return { report: await judgeDescribed(description, baseUrl), left: cats.size };
}

it.each([[["age"]], [["age", "size"]], [["size"]], [[]]])(
  "a server is tested where these have to be integers, and are described as numbers: %s",
  async (whole) => {
    const { report, left } = await judge(whole);
    expect(failedIn(report)).toEqual([]);
    expect(report.requirements.find(({ id }) => id === "addCat: read back")?.verdict).toBe("passed");
    expect(left).toBe(0);
  },
);

it("what breaks a promise is found with integers, too", async () => {
  const { report } = await judge(["age", "size"], (cat) => ({ ...cat, age: 7 }));
  expect(failedIn(report)).toEqual(["addCat: read back"]);
});
