import type { ExpectStatic } from "vitest";
import { type Behaviour, harmless } from "./behaviour.js";
import { undergo } from "./ordeal.js";
import { everywhere, onWire } from "./wire.js";

/** The first run of a process loads and compiles what every later one has at hand. */
export async function warmUp(): Promise<void> {
  const response = everywhere((socket, reply) => void socket.write(onWire(reply)));
  await undergo({ name: "behaves", expected: harmless, response, timeout: 5000 });
}

/** Behaviours in a table whose rows start with their names. */
export function named(behaviours: readonly Behaviour[]): readonly (readonly [string, Behaviour])[] {
  return behaviours.map((each) => [each.name, each] as const);
}

/** Runs the suite against a server that behaves so; the run must come to what is expected, and do no damage. */
export async function survives(
  [, behaviour]: readonly [name: string, behaviour: Behaviour],
  { expect }: { readonly expect: ExpectStatic },
): Promise<void> {
  const { exitCode, failed, within } = behaviour.expected;

  const { duration, ...aftermath } = await undergo(behaviour);

  expect(aftermath).toEqual({
    exitCode,
    sentence: expect.any(String),
    failed: failed === undefined ? expect.any(Array) : expect.arrayContaining([failed]),
    damage: [],
  });
  expect(duration).toBeLessThan(within);
}
