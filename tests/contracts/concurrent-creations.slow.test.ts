import { type ChildProcess, spawn } from "node:child_process";
import { type AddressInfo, connect, createServer as createDoor } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import type { RunOptions } from "../../src/engine/index.js";
import { deviationOf, idsWith, judge, judgeDeviant, requirementOf, startServer } from "../servers/judging.js";

const only = ["PET-5"];

/** Lets one request through at a time, and takes no other connection meanwhile. */
async function startSerialDoor(baseUrl: string): Promise<string> {
  const { hostname, port, pathname } = new URL(baseUrl);
  let isTaken = false;
  const door = createDoor((visitor) => {
    visitor.on("error", () => undefined);
    if (isTaken) {
      visitor.resetAndDestroy();
      return;
    }
    isTaken = true;
    const host = connect(Number(port), hostname).on("error", () => undefined);
    visitor.on("close", () => {
      isTaken = false;
      host.destroy();
    });
    visitor.pipe(host).pipe(visitor);
  });
  await new Promise<void>((resolve) => door.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void door.close());
  return `http://127.0.0.1:${(door.address() as AddressInfo).port}${pathname}`;
}

/** Keeps every core busy until the test ends. */
function keepBusy(loops: number): void {
  const busy: ChildProcess[] = Array.from({ length: loops }, () =>
    spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }),
  );
  onTestFinished(() => busy.forEach((each) => void each.kill()));
}

describe("ids of animals that are added at the same moment", () => {
  it.each<readonly [string, Partial<RunOptions>]>([
    ["with the connections of a usual run", {}],
    ["with two connections", { concurrency: 2 }],
  ])("are tested on a server that answers at once, %s", async (_, options) => {
    const report = await judgeDeviant(undefined, { only, ...options });

    expect(requirementOf(report, "PET-5").verdict).toBe("passed");
  });

  it("are tested on a busy machine", async () => {
    keepBusy(3);

    const report = await judgeDeviant(undefined, { only });

    expect(requirementOf(report, "PET-5").verdict).toBe("passed");
  });

  it("are untested over one connection, and the reason names the remedy", async () => {
    const report = await judgeDeviant(undefined, { only, concurrency: 1 });

    const { verdict, reason } = requirementOf(report, "PET-5");
    expect([verdict, reason]).toEqual(["untested", expect.stringContaining("0 of ")]);
    expect(reason).toContain("a higher --concurrency");
  });

  it("are untested on a server that takes one connection at a time", async () => {
    const { baseUrl } = await startServer();

    const report = await judge(await startSerialDoor(baseUrl), { only });

    expect(requirementOf(report, "PET-5").verdict).toBe("untested");
  });

  it("are found where only creations that overlap get one id", async () => {
    const racing = deviationOf("one-id-for-creations-at-the-same-time");

    const report = await judgeDeviant(racing, { only });

    expect(idsWith(report, "failed")).toEqual(["PET-5"]);
  });
});
