import { expect, it } from "vitest";
import { judgeDeviant, key } from "../servers/judging.js";
import { lineOf, type Received, recordInto } from "../servers/recording.js";

function credentialOf({ authorization }: Received): string {
  if (authorization === undefined) return "none";
  return authorization === `Bearer ${key}` ? "good" : "altered";
}

/** What a gate run sends with seed 1 over one connection: `npx vitest run tests/nets -u` records it anew. */
it("a gate run sends what was recorded", async () => {
  const received: Received[] = [];
  let next = 999_999_999n;
  const assignId = () => {
    next += 1n;
    return next;
  };

  await judgeDeviant(
    recordInto(received, () => ({ assignId })),
    { seed: 1, concurrency: 1 },
  );

  const lines = received.map((each) =>
    JSON.stringify(`${credentialOf(each)} ${lineOf(each).slice(0, 300)}`).slice(1, -1),
  );
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("gate-transcript.txt");
});
