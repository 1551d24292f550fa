import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { readBundle } from "../../src/certification/index.js";
import { replayNetwork, TranscriptMismatch } from "../../src/certification/replay-network.js";
import { readTranscript } from "../../src/certification/transcript.js";
import { pedigree, start, temporaryFolder } from "../cli/pedigree.js";
import { getCase } from "../transport/raw-server.js";

it("what never ends is refused as a bundle before it is read", async () => {
  const pipe = join(temporaryFolder(), "bundle.tar.gz");
  execFileSync("mkfifo", [pipe]);
  for (const path of [pipe, "/dev/zero"]) {
    expect(() => readBundle(path)).toThrow("is neither a folder nor a file");
    const { exitCode, stdout } = await start(["verify", path]).ended;
    expect({ exitCode, stdout }).toEqual({
      exitCode: 1,
      stdout: "does not hold: it is neither a folder nor a file\n",
    });
  }
});

it("JSON about a bundle has no character in it that a terminal obeys", async () => {
  const folder = temporaryFolder();
  execFileSync("touch", [join(folder, "evil\u009b31m\u202e")]);
  const { stdout } = await pedigree(["verify", folder, "--json"]);
  expect(stdout).not.toMatch(/[\u0080-\u009f\u202e]/);
  expect((JSON.parse(stdout) as { sentence: string }).sentence).toContain("which is no part of a bundle");
});

const outcome = { status: 429, headers: [], body: { text: "" } };
const retry = { kind: "retry", step: "run/1", at: 1, outcome };
const { operation, label, method, path, headers, credential } = getCase();
const exchange = {
  kind: "exchange",
  step: "run/1",
  at: 1,
  request: { operation, label, method, path, headers, credential },
  trace: "",
  sentAt: 0,
  duration: 0,
  retries: 0,
  turnedAway: 0,
  alone: false,
  outcome,
};

/** What becomes of a request whose steps in the transcript are these. */
async function replay(lines: readonly object[]): Promise<unknown> {
  const text = lines.map((each) => `${JSON.stringify(each)}\n`).join("");
  const reader = readTranscript(gzipSync(text));
  const { network } = replayNetwork(reader);
  const client = network.createClient({} as Parameters<typeof network.createClient>[0]);
  return client.send(getCase()).catch((error: unknown) => error);
}

it("retries that no exchange has are found, however many there are", async () => {
  expect(await replay([exchange])).toMatchObject({ retries: 0 });
  expect(await replay([retry, retry, { ...exchange, retries: 2 }])).toMatchObject({ retries: 2 });
  for (const count of [2, 300_000]) {
    const mismatch = await replay([...Array.from({ length: count }, () => retry), exchange]);
    expect(mismatch).toBeInstanceOf(TranscriptMismatch);
    expect((mismatch as Error).message).toMatch(/retries/);
  }
});
