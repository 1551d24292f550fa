import { expect, it } from "vitest";
import type { OperationOutcome } from "../../src/server/index.js";
import { judgeDeviant, outcomeOf } from "../servers/judging.js";

const pet = { id: 7n, name: "Rex", categoryId: 1n, status: "sold" };

it.each<[string, OperationOutcome]>([
  ["503", { kind: "refused", status: 503, reason: "not on this path" }],
  ["502", { kind: "refused", status: 502, reason: "not on this path" }],
  ["404", { kind: "no-such-path" }],
  ["200 with a page of its own", { kind: "answered", status: 200, body: { page: "index" } }],
  ["200 with nothing in it", { kind: "listed", pets: [] }],
])("other spellings of the address may be answered %s", async (_what, outcome) => {
  const report = await judgeDeviant((handlers) => ({
    answerEarly: (request, store) =>
      /%74|pets\/$|;/.test(request.path) ? outcome : handlers.answerEarly(request, store),
  }));

  expect(outcomeOf(report)).toMatchObject({ exitCode: 0, broken: [] });
});

it("other spellings of the address may not be answered with animals where there is no key", async () => {
  const report = await judgeDeviant((handlers) => ({
    answerEarly: (request, store) =>
      /%74/.test(request.path) ? { kind: "listed", pets: [pet] } : handlers.answerEarly(request, store),
  }));

  expect(outcomeOf(report).broken.join()).toContain(
    "AUTH-1 served without a key (credential/missing/detours)",
  );
});
