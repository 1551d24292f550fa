import { expect, it } from "vitest";
import { deriveContract, openApi } from "../../src/contracts/index.js";
import { clock, judgeInProcess } from "../servers/clock.js";
import { startOrigin } from "../servers/plain-server.js";
import { describePaths, reads } from "./described.js";

const shown = { type: "object", required: ["at"], properties: { at: { type: "integer" } } };
const description = describePaths(
  Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [`/clock${index}`, { get: reads(`readClock${index}`, shown) }]),
  ),
);

/** Judges a server that answers every second request so. */
async function judge(retryAfter: string) {
  let count = 0;
  const baseUrl = await startOrigin((_, response) => {
    count += 1;
    response.setHeader("content-type", "application/json");
    if (count % 2 === 0) response.writeHead(429, { "retry-after": retryAfter }).end("{}");
    else response.end('{"at":1}');
  });
  const before = clock.leapt();
  const report = await judgeInProcess(openApi, { contract: deriveContract(description), baseUrl, key: "" });
  return { report, waited: clock.leapt() - before };
}

it("a run does not wait more than five minutes in all for a server that asks for it at every second request", async () => {
  const { report, waited } = await judge("20");
  expect(report.conclusion).toMatchObject({
    exitCode: 3,
    trouble: expect.stringContaining("more than five minutes in all"),
  });
  // Connections that wait together wait at the same time.
  expect(waited).toBeLessThan(20 * 60_000);
});

it("a run waits as often as a server asks for it, while it is not long in all", async () => {
  const { report } = await judge("0");
  expect(report.conclusion.exitCode).toBe(0);
});
