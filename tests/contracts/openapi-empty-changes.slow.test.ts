import { expect, it } from "vitest";
import { startJsonServer } from "../servers/json-server.js";
import { adds, changes, describePaths, idInPath, judgeDescribed, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";

/** Judges a server that refuses a change of nothing, as its description may say, or accepts it. */
async function judge(refusesNothing: boolean, minProperties = 1): Promise<readonly string[]> {
  const items = new Map<string, object>();
  let created = 0;
  const baseUrl = await startJsonServer(({ method, parts: [, id = ""], body, sent }) => {
    const known = items.get(id);
    const isTitle = /^.{1,40}$/.test(typeof sent["title"] === "string" ? sent["title"] : "");
    if (method === "POST") {
      if (!isTitle) return [400, {}];
      created += 1;
      items.set(`${created}`, { ...sent, id: created });
      return [201, items.get(`${created}`)];
    }
    if (known === undefined) return [404, {}];
    if (method === "DELETE") items.delete(id);
    if (method === "DELETE") return [204];
    const isNothing = body.trim() === "{}" || (body === "" && minProperties === 0);
    if (method === "PATCH" && !isTitle && (refusesNothing || !isNothing)) return [400, {}];
    if (method === "PATCH") items.set(id, { ...known, ...sent });
    return [200, items.get(id)];
  });
  const title = { type: "string", minLength: 1, maxLength: 40 };
  const properties = { title };
  const note = { type: "object", properties: { id: { type: "integer" }, title } };
  const paths = {
    "/notes": { post: adds("addNote", { type: "object", required: ["title"], properties }, note) },
    "/notes/{id}": {
      parameters: [idInPath()],
      get: reads("getNote", note),
      patch: changes("changeNote", { type: "object", minProperties, properties }, note),
      delete: removes("removeNote"),
    },
  };
  return failedIn(await judgeDescribed(describePaths(paths), baseUrl));
}

it("a change of nothing is refused where a change has to have a member", async () => {
  expect(await judge(true)).toEqual([]);
  expect(await judge(false)).toEqual(["changeNote: body minProperties"]);
});

it("no body may stand for a change of nothing where that is valid", async () => {
  expect(await judge(false, 0)).toEqual([]);
});
