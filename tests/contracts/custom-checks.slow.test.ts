import { describe, expect, it } from "vitest";
import { start } from "../../examples/hono/server.js";
import {
  type CheckDefinition,
  defineProperty,
  defineResponseCheck,
  type PropertyDefinition,
  type ResponseCheckDefinition,
} from "../../src/description/index.js";
import type { Report } from "../../src/engine/index.js";
import { runConformance } from "../../src/library/index.js";
import { cancelled, key, spec } from "./cancelled-bookings.js";
import { type Front, startBehind } from "./front.js";

const requestId = defineResponseCheck({
  id: "request-id",
  sentence: "Every response carries a request id.",
  judge: ({ header }) =>
    header("X-Request-Id") === undefined
      ? { expected: "it", actual: "none", at: { in: "header", name: "x-request-id" } }
      : undefined,
});

const ids = ["changeBooking: cancelled not changed", "every response: request id"];

/** Judges the example by checks of its user alone. */
async function judge(
  checks: readonly CheckDefinition[],
  only: readonly string[],
  response?: Front["response"],
): Promise<Report> {
  const target = await startBehind(start, key, response === undefined ? {} : { response });
  return runConformance({ spec, target, key, checks, only });
}

function outcome({ requirements }: Report, id: string) {
  const { verdict, reason } = requirements.find((each) => each.id === id) ?? {};
  return { verdict, ...(reason === undefined ? {} : { reason }) };
}

/** A property of the operation that changes bookings. */
function propertyOf(run: PropertyDefinition["run"]): PropertyDefinition {
  return defineProperty({ id: "own", sentence: "It holds.", operations: ["changeBooking"], run });
}

describe("custom checks", () => {
  it("pass on a server that keeps their promises", async () => {
    const report = await judge([cancelled, requestId], ids);
    expect(ids.map((id) => outcome(report, id))).toEqual([{ verdict: "passed" }, { verdict: "passed" }]);
    expect(report.conclusion.exitCode).toBe(0);
  });

  it.each([404, 410])("leave alone a server that refuses the change with %i", async (status) => {
    const report = await judge([cancelled], ids.slice(0, 1), (passing) => {
      if (passing.method === "PATCH" && passing.status === 404) passing.status = status;
    });
    expect(outcome(report, ids[0] ?? "")).toEqual({ verdict: "passed" });
  });

  it("find a cancelled booking that is changed, and tell which request shows it", async () => {
    const report = await judge([cancelled], ids.slice(0, 1), (passing) => {
      if (passing.method === "PATCH" && passing.status === 404) passing.status = 200;
    });
    const finding = report.findings.find(({ requirement }) => requirement === ids[0]);
    expect(finding).toMatchObject({
      check: "changeBooking/custom/cancelled-not-changed",
      expected: "a refusal",
      actual: "200",
    });
    expect(report.conclusion.exitCode).toBe(1);
  });

  it("find a response without its request id", async () => {
    const report = await judge([requestId], ids.slice(1), ({ method, headers }) => {
      if (method === "POST") delete headers["x-request-id"];
    });
    expect(outcome(report, ids[1] ?? "")).toEqual({ verdict: "failed" });
    expect(report.findings[0]).toMatchObject({ at: { in: "header", name: "x-request-id" } });
  });

  it.each([
    ["an assumption does not hold", async (t) => t.assume(false, "it is Sunday"), "untested", "it is Sunday"],
    ["nothing is expected", async () => undefined, "untested", "the property own expected nothing"],
    [
      "an operation may not be called",
      async (t) => void (await t.call("noSuch")),
      "inconclusive",
      "the code of the property own failed: TypeError: the description has no operation noSuch",
    ],
    [
      "its code fails",
      async () => {
        throw new TypeError("x is undefined");
      },
      "inconclusive",
      "the code of the property own failed: TypeError: x is undefined",
    ],
  ] as const satisfies readonly (readonly [string, PropertyDefinition["run"], string, string])[])(
    "come to no verdict where %s",
    async (_, run, verdict, reason) => {
      const id = "changeBooking: own";
      expect(outcome(await judge([propertyOf(run)], [id]), id)).toEqual({ verdict, reason });
    },
  );

  it.each<[string, unknown, string]>([
    [
      "fails",
      (response: { readonly json: { readonly items: string } }) => response.json.items.length < 0,
      "TypeError",
    ],
    ["is async", async () => undefined, "it must not be async"],
    ["returns something else", () => false, "give undefined, or { expected, actual, at } with two texts"],
  ])("come to no verdict where the code of a response check %s", async (_, code, reason) => {
    const judge = code as ResponseCheckDefinition["judge"];
    const broken = defineResponseCheck({ id: "broken", sentence: "It holds.", judge });
    const report = await runConformance({
      ...{ spec, target: await startBehind(start, key), key, checks: [broken] },
      only: ["every response: broken", "addRoom: read back"],
    });
    expect(outcome(report, "every response: broken")).toMatchObject({
      verdict: "inconclusive",
      reason: expect.stringContaining(reason),
    });
    expect(outcome(report, "addRoom: read back").verdict).toBe("passed");
    expect(report.run.left ?? []).toEqual([]);
  });

  it("act on nothing but items of the run, and only as long as the property goes on", async () => {
    let late: Promise<unknown> | undefined;
    let act: (() => Promise<unknown>) | undefined;
    const foreign = propertyOf(async (t) => {
      const booking = await t.create();
      act = () => t.call("cancel", { item: booking });
      // It is not awaited.
      late = t.call("changeBooking", { item: { path: `${booking.path}/../1` } });
      await t.call("cancel", { item: { path: booking.path.replace(/[^/]+$/, "1") } });
    });
    const report = await judge([foreign], ["changeBooking: own"]);
    expect(outcome(report, "changeBooking: own")).toMatchObject({
      verdict: "untested",
      reason: expect.stringContaining("the run has not created /rooms/"),
    });
    await expect(late).rejects.toMatchObject({ why: "untested" });
    expect(act).toThrow(expect.objectContaining({ message: "the property has ended" }));
  });

  it("show no key, even where their code puts it into a text", async () => {
    const leaking = propertyOf(async (t) => t.expect(false, { expected: `not ${key}`, actual: key }));
    const report = await judge([leaking], ["changeBooking: own"]);
    expect(report.findings).toHaveLength(1);
    expect(JSON.stringify(report)).not.toContain(key);
  });
});
