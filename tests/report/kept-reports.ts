import type { Report } from "../../src/run/index.js";
import { judgeDeviant } from "../servers/judging.js";

let broken: Promise<Report> | undefined;
let doubtful: Promise<Report> | undefined;

/** Of a server with failed and warned requirements. It is judged once for all tests: they only read. */
export function brokenReport(): Promise<Report> {
  broken ??= judgeDeviant(() => ({ pageSize: (limit) => limit + 1, challenge: () => undefined }));
  return broken;
}

/** Of a server that fails now and then, and breaks connections. */
export function doubtfulReport(): Promise<Report> {
  let received = 0;
  doubtful ??= judgeDeviant(() => ({
    answerEarly: () => (++received % 97 === 0 ? { kind: "broken" } : undefined),
  }));
  return doubtful;
}

/** The report with a waiver for its first failed requirement. */
export function waive(report: Report, status: "applied" | "expired" | "stale"): Report {
  const first = report.requirements.find(({ verdict }) => verdict === "failed");
  const waiver = { status, reason: "it comes with release 12", owner: "store team", expires: "2026-12-31" };
  return {
    ...report,
    requirements: report.requirements.map((each) => (each === first ? { ...each, waiver } : each)),
  };
}
