import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import type { Operator } from "../../src/server/index.js";
import { after } from "../../src/server/operators/index.js";
import { findingOf, idsWith, judgeDeviant, judgeInRealTime, outcomeOf } from "../servers/judging.js";
import { lineOf, type Received, recordInto } from "../servers/recording.js";

describe("random cases", () => {
  it("find nothing on a server that keeps the contract, add nothing, and let each two classes meet", async () => {
    const without = await judgeDeviant();

    const report = await judgeDeviant(undefined, { cases: 1500 });

    expect(outcomeOf(report)).toEqual({ exitCode: 0, broken: [] });
    expect(report.run.created).toBe(without.run.created);
    expect(report.statistics.random?.cases).toBe(1500);
    expect(report.statistics.random?.pairs.tried).toBe(report.statistics.random?.pairs.all);
    expect(report.statistics.random?.pairs.all).toBeGreaterThan(300);
    expect(without.statistics.random).toBeUndefined();
  });

  it("are the same for the same seed, over however many connections, and others for another", async () => {
    const sentWith = async (seed: number, concurrency: number): Promise<ReadonlySet<string>> => {
      const received: Received[] = [];
      let last = 1_000_000_000_999n;
      const assignId = () => (last += 1n);
      await judgeDeviant(
        recordInto(received, () => ({ assignId })),
        { cases: 300, seed, concurrency, only: ["LIST-9"] },
      );
      return new Set(received.map(lineOf).filter((line) => line.startsWith("GET /v1/pets?")));
    };
    const one = await sentWith(5, 1);

    expect(await sentWith(5, 8)).toEqual(one);
    expect(await sentWith(6, 1)).not.toEqual(one);
  });

  it("test no requirement that the walk could not test", async () => {
    const untestedWith = async (cases: number) =>
      idsWith(await judgeDeviant(undefined, { readOnly: true, cases }), "untested");

    expect(await untestedWith(300)).toEqual(await untestedWith(0));
  });

  it("are not tried by a gate run unless it is told to", async () => {
    expect((await judgeDeviant(undefined, { cases: 0 })).run.requests).toBe(
      (await judgeDeviant()).run.requests,
    );
  });
});

it("random cases leave to the server how many animals, up to the maximum, an unknown status shows", async () => {
  const generous: Operator = (handlers) => ({
    checkStatusFilter: () => undefined,
    ...after("revisePage", (page, _was, { parameters, status }, store) =>
      ["available", "pending", "sold", undefined].includes(status) || parameters.has("limit")
        ? page
        : [...store.all()].slice(0, 100),
    )(handlers),
  });

  const report = await judgeDeviant(generous, { cases: 900 });

  expect(outcomeOf(report)).toEqual({ exitCode: 0, broken: [] });
});

it("what is new in a random case is found beside what is known already", async () => {
  const broken = after("revisePage", (page, _was, { parameters, limit, status }, store) => {
    const isStray = [...parameters.keys()][0] === "status" && limit > 30 && limit < 45 && status === "sold";
    const rows = isStray ? [...store.all()].slice(0, limit) : page;
    return rows.length < 20 ? rows : [...rows, ...[...store.all()].slice(-1)];
  });

  const report = await judgeDeviant(broken, { cases: 3000 });

  expect(idsWith(report, "failed")).toEqual(expect.arrayContaining(["LIST-3", "LIST-9"]));
});

/** Shows all animals where the page is asked for in this way. */
const showAllWhere = (isMeant: (names: readonly string[], limit: number, status?: string) => boolean) =>
  after("revisePage", (page, _was, { parameters, limit, status }, store) =>
    isMeant([...parameters.keys()], limit, status) ? [...store.all()].slice(0, limit) : page,
  );

it.each([
  [
    "a filter that is ignored beside some limits",
    showAllWhere((_names, limit, status) => limit > 60 && limit < 75 && status === "sold"),
    "LIST-9",
    { limit: [["limit", "61"]], status: [["status", "sold"]], isStatusFirst: false, headers: [] },
  ],
  [
    "a filter that is ignored where it comes first, beside some limits",
    showAllWhere(
      ([first], limit, status) => first === "status" && limit > 30 && limit < 45 && status === "pending",
    ),
    "LIST-9",
    { limit: [["limit", "31"]], status: [["status", "pending"]], isStatusFirst: true, headers: [] },
  ],
])(
  "what only a combination shows is found, and shown as small as it can be: %s",
  async (_what, broken, id, input) => {
    const report = await judgeDeviant(broken, { cases: 3000 });

    expect(idsWith(report, "failed")).toContain(id);
    expect(findingOf(report, id)).toMatchObject({ check: "list/query/both/random", input });
  },
);

it.each([
  ["that is slow", 300],
  ["that stops answering", Number.POSITIVE_INFINITY],
])("a run of a stated duration ends in time on a server %s", async (_what, delay) => {
  const server = createServer((_request, response) => {
    const answer = () => response.setHeader("content-type", "application/json").end("[]");
    if (Number.isFinite(delay)) setTimeout(answer, delay);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const began = performance.now();

  const report = await judgeInRealTime(`http://127.0.0.1:${port}/v1`, { duration: 2500 });

  server.closeAllConnections();
  server.close();
  expect(report.conclusion.sentence).toContain("the run took longer than 2.5 seconds");
  expect(report.run.interrupted).toBe(false);
  // A bound that only a run without any end exceeds.
  expect(performance.now() - began).toBeLessThan(10_000);
});

it("what shows by chance is shown with its rate, and the interval that the rate lies in", async () => {
  let requests = 0;
  const rare = after("statusCode", (status, { kind }) => {
    if (kind === "no-such-animal") requests += 1;
    return kind === "no-such-animal" && requests % 100 === 0 ? 500 : status;
  });

  // Now and then both of two in a row are hundredths: then it repeats, as far as anyone can tell.
  const judgeRare = async () => findingOf(await judgeDeviant(rare, { cases: 6000 }), "GEN-3").confirmation;
  let confirmation = await judgeRare();
  for (let again = 0; again < 3 && confirmation.status === "repeats"; again += 1)
    confirmation = await judgeRare();

  if (confirmation.status !== "intermittent") throw new Error(`it ${confirmation.status}`);
  const { from = 1, to = 0, of } = confirmation.rate ?? {};
  expect(of).toBe(2000);
  expect(from).toBeLessThan(0.01);
  expect(to).toBeGreaterThan(0.01);
  expect(to - from).toBeLessThan(0.02);
});
