import { describe, expect, it } from "vitest";
import { startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, judgeDescribed, lists, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";

interface Loan {
  readonly id: number;
  readonly reader: string;
  readonly days: number;
  readonly status: "open" | "finished";
}

/** The figures of a library, by the loans that are there, and by those that ever were. */
type Figures = (now: readonly Loan[], ever: readonly Loan[]) => object;

const daysOf = (loans: readonly Loan[]): number => loans.reduce((total, { days }) => total + days, 0);
const isIn =
  (state: Loan["status"]) =>
  ({ status }: Loan): boolean =>
    status === state;
const honest = (now: readonly Loan[]) => ({
  loans: now.length,
  byStatus: { open: now.filter(isIn("open")).length, finished: now.filter(isIn("finished")).length },
  days: daysOf(now.filter(isIn("finished"))),
});

const text = { type: "string", minLength: 1, maxLength: 40 };
const days = { type: "integer", minimum: 1, maximum: 30 };
const number = { type: "integer", minimum: 0 };
const status = { type: "string", enum: ["open", "finished"], readOnly: true };
const texts = {
  loans: "Number of all loans, in whatever state.",
  byStatus: "Number of loans in each state.",
  days: "Sum of the days of all finished loans.",
  operation: "Always counted anew.",
};

/** Judges a library that shows figures. */
async function judge(figures: Figures, said: Partial<typeof texts> = {}) {
  const loans = new Map<number, Loan>();
  const ever: Loan[] = [];
  let count = 100;
  const baseUrl = await startJsonServer(({ method, parts: [first, id = "", action], sent }) => {
    if (first === "figures") return [200, figures([...loans.values()], ever)];
    const loan = loans.get(Number(id));
    if (method === "GET" && id === "") return [200, [...loans.values()]];
    if (method === "POST" && id === "") {
      const { reader, days: long } = sent;
      if (typeof reader !== "string" || !/^.{1,40}$/.test(reader)) return [400, {}];
      if (!Number.isInteger(long) || Number(long) < 1 || Number(long) > 30) return [400, {}];
      count += 1;
      const made: Loan = { id: count, reader, days: Number(long), status: "open" };
      loans.set(count, made);
      ever.push(made);
      return [201, made];
    }
    if (loan === undefined) return [404, {}];
    if (method === "DELETE") return [loans.delete(loan.id) ? 204 : 404];
    if (action === "finish") loans.set(loan.id, { ...loan, status: "finished" });
    return [200, loans.get(loan.id)];
  });
  const { operation, ...others } = { ...texts, ...said };
  const sent = { type: "object", required: ["reader", "days"], properties: { reader: text, days } };
  const shown = {
    type: "object",
    required: ["id", "reader", "days", "status"],
    properties: { id: { type: "integer" }, reader: text, days, status },
  };
  const figuresShown = {
    type: "object",
    required: ["loans", "byStatus", "days"],
    properties: {
      loans: { ...number, description: others.loans },
      byStatus: {
        type: "object",
        properties: { open: number, finished: number },
        description: others.byStatus,
      },
      days: { ...number, description: others.days },
    },
  };
  const description = describePaths({
    "/loans": { get: lists("listLoans", shown), post: adds("addLoan", sent, shown) },
    "/loans/{id}": {
      parameters: [idInPath()],
      get: reads("getLoan", shown),
      delete: removes("removeLoan"),
    },
    "/loans/{id}/finish": {
      parameters: [idInPath()],
      post: { ...reads("finishLoan", shown), description: "An open loan becomes finished." },
    },
    "/figures": { get: { ...reads("getFigures", figuresShown), description: operation } },
  });
  const report = await judgeDescribed(description, baseUrl);
  const verdict = report.requirements.find(({ id }) => id === "getFigures: computed from others")?.verdict;
  return { failed: failedIn(report), verdict };
}

describe("figures are found that", () => {
  it.each<[string, Figures]>([
    ["never move", () => honest([])],
    ["count what is gone", (now, ever) => ({ ...honest(now), loans: ever.length })],
    [
      "count an item in each state",
      (now) => ({ ...honest(now), byStatus: { open: now.length, finished: 0 } }),
    ],
    ["sum up all items", (now) => ({ ...honest(now), days: daysOf(now) })],
    ["count instead of summing up", (now) => ({ ...honest(now), days: now.filter(isIn("finished")).length })],
  ])("%s", async (_, figures) => {
    expect(await judge(figures)).toEqual({
      failed: ["getFigures: computed from others"],
      verdict: "failed",
    });
  });
});

describe("figures are left alone that", () => {
  it("are as their texts say", async () => {
    expect(await judge(honest)).toEqual({ failed: [], verdict: "passed" });
  });

  it("are old, where nothing says that they are not", async () => {
    const { verdict, failed } = await judge(() => honest([]), { operation: "Figures of the library." });
    expect({ verdict, failed }).toEqual({ failed: [], verdict: "untested" });
  });

  it.each<[string, Figures, Partial<typeof texts>]>([
    ["are kept for some time", () => honest([]), { operation: "The figures are cached for a minute." }],
    [
      "count what their texts leave open",
      () => honest([]),
      {
        loans: "Number of late loans.",
        byStatus: "Number of loans by shelf.",
        days: "Sum of the days of all loans that were ever finished.",
      },
    ],
  ])("%s", async (_, figures, said) => {
    expect(await judge(figures, said)).toEqual({ failed: [], verdict: undefined });
  });

  it("change while others write", async () => {
    let written = 0;
    const busy: Figures = (now) => {
      written += 1;
      return { ...honest(now), loans: now.length + written };
    };
    expect(await judge(busy)).toEqual({ failed: [], verdict: "passed" });
  });
});
