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

/** Of one request, in ms, where the run must conform: a machine that runs other tests meanwhile must not spoil it. */
const longTimeout = 5000;

/** Runs the suite against a server that behaves so: the run must come to what is expected, and do no damage. */
export async function survives(
  behaviour: Behaviour,
  { expect }: { readonly expect: ExpectStatic },
): Promise<void> {
  const [, expected, , peculiarities] = behaviour;
  const { exitCodes, failed, within } = expected;
  const timeout = peculiarities?.timeout ?? (exitCodes === harmless.exitCodes ? longTimeout : shortTimeout);
  const server = await startHostileServer(behaviour);
  try {
    const began = performance.now();
    const run = { contract, baseUrl: server.url, key, timeout, patience: 300, randomCases: 1 };

    const report = await runConformance(run);

    expect(performance.now() - began).toBeLessThan(within);
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
