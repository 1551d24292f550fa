import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { freeId } from "../servers/free-id.js";
import { startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, judgeDescribed, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";

/** Judges a server on which no two items have the same code, and which looks at a rule for it or does not. */
async function judge(rule: object, looksAtRule: boolean, taken = 409) {
  const bodyWith = (code: object) => ({
    type: "object",
    required: ["code", "alias", "title"],
    properties: { code, alias: rule, title: { type: "string" } },
  });
  const ajv = new Ajv2020({ strict: false, logger: false, validateFormats: false });
  const isValid = ajv.compile(bodyWith(looksAtRule ? rule : { type: "string" }));
  const items = new Map<string, Record<string, unknown>>();
  const baseUrl = await startJsonServer(({ method, parts: [, id = ""], body, sent }) => {
    const known = items.get(id);
    if (method === "POST") {
      if (body === "" || !isValid(sent)) return [400, {}];
      if ([...items.values()].some(({ code }) => code === sent["code"])) return [taken, {}];
      const own = { ...sent, id: freeId(items) };
      items.set(`${own.id}`, own);
      return [201, own];
    }
    if (known === undefined) return [404, {}];
    if (method === "DELETE") items.set(id, {});
    return method === "DELETE" ? [204] : [200, known];
  });
  const more = { 409: { description: "It is there already" } };
  const description = describePaths({
    "/notes": { post: adds("addNote", bodyWith(rule), { type: "object" }, more) },
    "/notes/{id}": {
      parameters: [idInPath()],
      get: reads("getNote", { type: "object" }),
      delete: removes("removeNote"),
    },
  });
  return judgeDescribed(description, baseUrl);
}

const rules: readonly (readonly [keyword: string, rule: object])[] = [
  ["pattern", { type: "string", pattern: "^[a-z]+$" }],
  ["minLength", { type: "string", minLength: 3 }],
  ["maxLength", { type: "string", maxLength: 40 }],
  ["maxLength", { type: "string", pattern: "^[a-z]+$", maxLength: 40 }],
];

describe("a rule that is not held is found, although no two items have the same value:", () => {
  it.each(rules)("%s of %o", async (keyword, rule) => {
    expect(failedIn(await judge(rule, true))).toEqual([]);
    expect(failedIn(await judge(rule, false))).toContain(`addNote: body /code ${keyword}`);
    expect(failedIn(await judge(rule, false, 400))).toContain(`addNote: body /code ${keyword}`);
  });
});
