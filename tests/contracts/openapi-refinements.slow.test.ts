import { describe, expect, it } from "vitest";
import { startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, judgeDescribed, lists, reads, removes } from "./described.js";

const members = {
  title: { type: "string" },
  color: { type: "string" },
  until: { type: "string", format: "date-time" },
};
const sent = { type: "object", required: ["title"], properties: members };
const shown = {
  type: "object",
  required: ["id", "title"],
  properties: { id: { type: "integer" }, ...members },
};

const description = describePaths({
  "/flags": { get: lists("listFlags", shown), post: adds("addFlag", sent, shown) },
  "/flags/{id}": { parameters: [idInPath()], get: reads("getFlag", shown), delete: removes("removeFlag") },
});

/** Judges a server of flags that refuses by a rule of its own. Returns the report, and the number of creations that it refused. */
async function judge(refusalOf: (flag: Readonly<Record<string, unknown>>) => unknown) {
  const flags = new Map<number, object>();
  let [count, refused] = [0, 0];
  const baseUrl = await startJsonServer(({ method, parts, sent: body }) => {
    const [, id = ""] = parts;
    if (id !== "" && method === "DELETE") return flags.delete(Number(id)) ? [204] : [404, {}];
    if (id !== "") return flags.has(Number(id)) ? [200, flags.get(Number(id))] : [404, {}];
    if (method === "GET") return [200, [...flags.values()]];
    const texts = [body["title"] ?? "", body["color"] ?? "", body["until"] ?? ""];
    const refusal = texts.every((each) => typeof each === "string")
      ? refusalOf(body)
      : { error: "texts only" };
    if (refusal !== undefined || typeof body["title"] !== "string") {
      refused += 1;
      return [400, refusal ?? { error: "title is missing" }];
    }
    count += 1;
    flags.set(count, { id: count, title: body["title"], color: body["color"], until: body["until"] });
    return [201, flags.get(count)];
  });
  return { report: await judgeDescribed(description, baseUrl), refused: () => refused };
}

describe("a rule that the description does not state", () => {
  it.each([
    [
      "a last letter",
      (flag) => (String(flag["title"]).endsWith(".") ? undefined : { error: "Title is not canonical" }),
      { member: "title", rule: "suffix", value: ".", example: "Pedigree {word}." },
    ],
    [
      "a list of words",
      ({ color = "red" }) =>
        ["red", "blue"].includes(String(color))
          ? undefined
          : { errors: { color: ["must be one of red, blue"] } },
      { member: "color", rule: "enum", value: ["red", "blue"], example: "red" },
    ],
    [
      "a length",
      ({ title }) =>
        String(title).length <= 9
          ? undefined
          : { detail: [{ loc: ["body", "title"], msg: "String should have at most 9 characters" }] },
      { member: "title", rule: "maxLength", value: 9, example: "{word}n" },
    ],
  ] satisfies readonly (readonly [string, (flag: Readonly<Record<string, unknown>>) => unknown, object])[])(
    "is learnt from refusals: %s",
    async (_, refusalOf, learnt) => {
      const { report } = await judge(refusalOf);
      expect(report.run.learnt).toContainEqual(expect.objectContaining({ operation: "addFlag", ...learnt }));
      expect(report.requirements.find(({ id }) => id === "addFlag: read back")?.verdict).toBe("passed");
    },
  );

  it("that no refusal tells is given up after a few requests", async () => {
    const { report, refused } = await judge(() => ({
      error: "title is wrong, color is wrong, until is wrong",
    }));
    expect(report.run.learnt).toBeUndefined();
    expect(report.requirements.find(({ id }) => id === "addFlag: read back")?.verdict).toBe("untested");
    expect(refused()).toBeLessThan(40);
    const reasons = report.requirements.flatMap(({ reason }) => reason ?? []);
    expect(reasons).toContainEqual(
      expect.stringContaining('"title is wrong, color is wrong, until is wrong", about title'),
    );
  });
});
