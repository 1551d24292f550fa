import { expect, it } from "vitest";
import {
  adds,
  changes,
  describePaths,
  idInPath,
  judgeDescribed,
  lists,
  reads,
} from "../contracts/described.js";
import { startJsonServer } from "../servers/json-server.js";

const sent = { type: "object", required: ["title"], properties: { title: { type: "string" } } };
const shown = { type: "object", properties: { id: { type: "integer" }, title: { type: "string" } } };

it.each<["patch" | "put", boolean]>([
  ["put", true],
  ["patch", false],
])("an API that changes notes by %s is judged by the law on repeated PUTs: %s", async (method, isJudged) => {
  const notes: { id: number; title: unknown }[] = [];
  const baseUrl = await startJsonServer(({ method: verb, parts: [, id = ""], sent: { title } }) => {
    const note = notes[Number(id) - 1];
    if (verb === "GET" && id === "") return [200, notes];
    if (verb === "GET") return note === undefined ? [404, {}] : [200, note];
    if (typeof title !== "string") return [400, {}];
    if (verb !== "POST") return note === undefined ? [404, {}] : [200, Object.assign(note, { title })];
    notes.push({ id: notes.length + 1, title });
    return [201, notes.at(-1)];
  });
  const description = describePaths({
    "/notes": { get: lists("listNotes", shown), post: adds("addNote", sent, shown) },
    "/notes/{id}": {
      parameters: [idInPath()],
      get: reads("getNote", shown),
      [method]: changes("changeNote", sent, shown),
    },
  });

  const { conclusion, requirements } = await judgeDescribed(description, baseUrl);

  const verdictOf = (name: string) => requirements.find(({ id }) => id === `every item: ${name}`)?.verdict;
  expect(conclusion.exitCode).toBe(0);
  expect(verdictOf("refused, no effect")).toBe("passed");
  expect(verdictOf("idempotent")).toBe(isJudged ? "passed" : undefined);
});
