import { describe, expect, it } from "vitest";
import { type Item, type Rules, schemaOf } from "../servers/framework-rules.js";
import { freeId } from "../servers/free-id.js";
import { startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, judgeDescribed, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";

const rules: Rules = {
  title: { type: "string", required: true, minLength: 1, maxLength: 60 },
  operator: { type: "string", required: true, enum: ["IN", "REGEX"] },
  inverted: { type: "boolean", required: true },
  depth: { type: "integer", required: true, minimum: 0, maximum: 9 },
};

/** An error that has a member of the same name as a constraint. */
const problem = {
  description: "Not valid",
  content: {
    "application/json": {
      schema: { type: "object", properties: { title: { type: "string" }, message: { type: "string" } } },
    },
  },
};

/** Judges a server that refuses some valid constraints, and says why. */
async function judge(refuse: (sent: Item) => string | undefined) {
  const items = new Map<string, Item>();
  const baseUrl = await startJsonServer(({ method, parts: [, id], sent }) => {
    const known = items.get(id ?? "");
    if (method === "POST") {
      const { title, operator, inverted, depth } = sent;
      const isTitle = typeof title === "string" && title.length > 0 && title.length < 61;
      const isDepth = Number.isInteger(depth) && Number(depth) >= 0 && Number(depth) < 10;
      const isRight =
        isTitle && isDepth && /^(IN|REGEX)$/.test(`${operator}`) && typeof inverted === "boolean";
      const message = isRight ? refuse(sent) : "not valid";
      if (message !== undefined) return [400, { title: "Bad Request", message }];
      const own = `${freeId(items)}`;
      items.set(own, { ...sent, id: Number(own) });
      return [201, items.get(own)];
    }
    if (known === undefined) return [404, {}];
    return method === "DELETE" ? [items.delete(`${id}`) ? 204 : 404] : [200, known];
  });
  const shown = { type: "object" };
  const paths = {
    "/constraints": { post: adds("addConstraint", schemaOf(rules), shown, { 400: problem }) },
    "/constraints/{id}": {
      parameters: [idInPath()],
      get: reads("getConstraint", shown),
      delete: removes("removeConstraint"),
    },
  };
  const report = await judgeDescribed(describePaths(paths), baseUrl);
  const across = report.requirements.find(({ id }) => id === "every request: rules across members");
  return { failed: failedIn(report), across: across?.verdict };
}

describe("a boundary value that is refused", () => {
  it.each<[string, (sent: Item) => string | undefined, readonly string[], string]>([
    ["is none where all are accepted", () => undefined, [], "passed"],
    [
      "for another member that the message names is advice",
      ({ operator }) => (operator === "REGEX" ? "REGEX cannot be inverted" : undefined),
      [],
      "warned",
    ],
    [
      "beside one value of another member is advice, also where the message names both",
      ({ operator, inverted }) =>
        operator === "REGEX" && inverted === true ? "REGEX operator cannot be inverted" : undefined,
      [],
      "warned",
    ],
    [
      "for itself is a failure",
      ({ operator }) => (operator === "REGEX" ? "operator REGEX is not known" : undefined),
      ["addConstraint: stated values"],
      "passed",
    ],
    [
      "for itself is a failure, also where the described error has a title of its own",
      ({ operator }) => (operator === "REGEX" ? "no such word" : undefined),
      ["addConstraint: stated values"],
      "passed",
    ],
    [
      "for itself is a failure, also where the message names another member that changes nothing",
      ({ depth }) => (depth === 9 ? "depth of inverted constraints is below 9" : undefined),
      ["addConstraint: stated values"],
      "passed",
    ],
  ])("%s", async (_, refuse, failed, across) => {
    expect(await judge(refuse)).toEqual({ failed, across });
  });
});
