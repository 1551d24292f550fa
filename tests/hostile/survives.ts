import { type ExpectStatic, it } from "vitest";
import { runConformance } from "../../src/library/index.js";
import { contract } from "../servers/judging.js";
import { type Behaviour, harmless, timeout as shortTimeout } from "./behaviour.js";
import { damageOf } from "./damage.js";
import { key, startHostileServer } from "./hostile-server.js";
import { adding } from "./wire.js";

/** The measure of the others; and the first run of a process loads and compiles what every later one has at hand. */
export function itSurvivesTheStoreItself(): void {
  it.for<Behaviour>([["behaves", harmless, adding([])]])("%s", survives);
}

/** Of one request, in ms, where the run must come to a verdict: a machine that runs other tests meanwhile must not spoil it. */
const longTimeout = 5000;

/** Runs the suite against a server that behaves so: the run must come to what is expected, and do no damage. */
export async function survives(
  behaviour: Behaviour,
  { expect }: { readonly expect: ExpectStatic },
): Promise<void> {
  const [, expected, , peculiarities] = behaviour;
  const { exitCodes, failed, requests = Number.POSITIVE_INFINITY } = expected;
  const timeout = peculiarities?.timeout ?? (exitCodes.includes(3) ? shortTimeout : longTimeout);
  const server = await startHostileServer(behaviour);
  try {
    const run = { contract, baseUrl: server.url, key, timeout, patience: 300, randomCases: 1 };

    const report = await runConformance(run);

    expect(report.run.requests).toBeLessThanOrEqual(requests);
    expect({
      exitCode: report.conclusion.exitCode,
      sentence: report.conclusion.sentence,
      failed: report.requirements.filter(({ verdict }) => verdict === "failed").map(({ id }) => id),
      strayed: server.strayed(),
      damage: await damageOf(report),
    }).toEqual({
      exitCode: expect.toBeOneOf([...exitCodes]),
      sentence: expect.any(String),
      failed: failed === undefined ? expect.any(Array) : expect.arrayContaining([failed]),
      strayed: 0,
      damage: [],
    });
  } finally {
    await server.close();
  }
}
