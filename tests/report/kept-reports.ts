import type { Report, RunOptions } from "../../src/engine/index.js";
import {
  conforming,
  type Handlers,
  mutants,
  type Operator,
  startReferenceServer,
} from "../../src/server/index.js";
import { contract, judge, key } from "../servers/judging.js";

/* Each run is judged once for all tests: they only read its report. */

const faults = [
  "limit-off-by-one",
  "null-as-name-accepted",
  "error-message-missing-when-unauthorized",
  "category-fraction-deep-in-lists",
  "missing-name-answered-200",
  "deprecation-in-milliseconds",
  "name-in-small-letters",
];

/** Of a server with something of every sort: causes, what follows from them, and warnings. */
export const brokenReport = once(() =>
  judgeServer((handlers) => {
    const { renderFoundPet } = handlers;
    const all: Handlers = {
      ...handlers,
      challenge: () => undefined,
      renderFoundPet: (pet) => renderFoundPet({ ...pet, name: "Someone else" }),
    };
    for (const name of faults) Object.assign(all, mutants.get(name)?.({ ...all }));
    return all;
  }),
);

/** The same where LIST-3 could not be decided, and PET-2 fails now and then. */
export async function doubtfulReport(): Promise<Report> {
  const report = await brokenReport();
  const requirements = report.requirements.map((each) =>
    each.id === "LIST-3"
      ? { ...each, verdict: "inconclusive" as const, reason: "a contradiction was seen once", findings: [] }
      : each,
  );
  const findings = report.findings
    .filter(({ requirement }) => requirement !== "LIST-3")
    .map((each) =>
      each.requirement === "PET-2"
        ? { ...each, confirmation: { status: "intermittent" as const, seen: 3 } }
        : each,
    );
  return { ...report, requirements, findings };
}

/** Of a server that conforms, by a run that may not write. */
export const readOnlyReport = once(() => judgeServer(() => ({}), { readOnly: true }));

/** Of an address at which nothing listens. */
export const awayReport = once(() => judge("http://127.0.0.1:9/v1"));

/** Starts a reference server that deviates so, and judges it. */
export async function judgeServer(deviate: Operator, options: Partial<RunOptions> = {}): Promise<Report> {
  const server = await startReferenceServer({ contract, key, handlers: deviate(conforming()) });
  try {
    return await judge(server.baseUrl, options);
  } finally {
    await server.close();
  }
}

type Waiver = NonNullable<Report["requirements"][number]["waiver"]>;

/** The report with waivers, by the id of the requirement. */
export function waive(report: Report, waivers: Readonly<Record<string, Waiver["status"]>>): Report {
  const terms = { reason: "it comes with release 12", owner: "store team", expires: "2026-12-31" };
  const requirements = report.requirements.map((each) => {
    const status = waivers[each.id];
    return status === undefined ? each : { ...each, waiver: { status, ...terms } };
  });
  return { ...report, requirements };
}

/** The report with this many findings, each of a requirement of its own: its own findings, one after the other. */
export function withFindings(report: Report, count: number): Report {
  const { requirements, conclusion } = report;
  const own = report.findings.map(({ requirement }) => requirement);
  const others = requirements.filter(({ level }) => level === "must").map(({ id }) => id);
  const broken = [...new Set([...own, ...others])].slice(0, count);
  const findings = broken.map((id, index) => {
    const like = report.findings[index % report.findings.length]!;
    return { ...like, number: index + 1, requirement: id, requirements: [id], explainedBy: [] };
  });
  const sentence = `does not conform: ${count} requirements are broken (61 of 61 binding requirements tested; 33 observations and advice)`;
  return {
    ...report,
    findings,
    conclusion: { ...conclusion, sentence },
    requirements: requirements.map((each) => {
      const number = broken.indexOf(each.id) + 1;
      if (number > 0) return { ...each, verdict: "failed" as const, findings: [number] };
      const isBroken = each.verdict === "failed" || each.verdict === "warned";
      return isBroken ? { ...each, verdict: "passed" as const, findings: [] } : each;
    }),
  };
}

function once(make: () => Promise<Report>): () => Promise<Report> {
  let made: Promise<Report> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
