import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { startOrigin } from "../servers/plain-server.js";
import { adds, describePaths, idInPath, judgeDescribed, lists, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";

const counter = { type: "integer", format: "int64", minimum: 0, maximum: 2 ** 63 };
const sent = { type: "object", required: ["counter"], properties: { counter } };
const shown = {
  type: "object",
  required: ["id", "counter"],
  properties: { id: { type: "integer" }, counter },
};

/** Judges a server of counters, which it keeps as a text of digits or as a double. */
async function judge(keep: (digits: string) => bigint | number) {
  const counters = new Map<string, string>();
  let created = 0;
  const baseUrl = await startOrigin(async (request, response) => {
    const body = await text(request);
    const [, , id = ""] = (request.url ?? "").split("/");
    const answer = (status: number, json?: string) => {
      response.writeHead(status, json === undefined ? {} : { "content-type": "application/json" }).end(json);
    };
    const [, digits] = /^\{"counter":(\d{1,19})\}$/.exec(body) ?? [];
    const known = counters.get(id);
    if (request.method === "POST") {
      if (digits === undefined || BigInt(digits) >= 2n ** 63n) return answer(400, "{}");
      created += 1;
      counters.set(`${created}`, `{"id":${created},"counter":${keep(digits)}}`);
      return answer(201, counters.get(`${created}`));
    }
    if (id === "") return answer(200, `[${[...counters.values()].join(",")}]`);
    if (known === undefined) return answer(404, "{}");
    if (request.method === "GET") return answer(200, known);
    counters.delete(id);
    return answer(204);
  });
  const description = describePaths({
    "/counters": { get: lists("listCounters", shown), post: adds("addCounter", sent, shown) },
    "/counters/{id}": {
      parameters: [idInPath()],
      get: reads("getCounter", shown),
      delete: removes("removeCounter"),
    },
  });
  return failedIn(await judgeDescribed(description, baseUrl));
}

it("integers that are described beyond what a double holds come back digit by digit", async () => {
  expect(await judge(BigInt)).toEqual([]);
  expect(await judge(Number)).not.toEqual([]);
});
