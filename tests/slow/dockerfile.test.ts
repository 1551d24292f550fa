import { spawn } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, it } from "vitest";
import { readReport, temporaryFolder } from "../cli/pedigree.js";
import { allTested, key, startServer } from "../servers/judging.js";
import { buildImage, type Image } from "./dockerfile.js";
import { root } from "./packed-project.js";

let image: Image;
beforeAll(() => {
  image = buildImage();
});

const isRoot = process.getuid?.() === 0;

/** Starts the image's program as its user, who may write to the reports folder only. */
async function runImage(reports: string, ...args: readonly string[]) {
  const [program = "", main = ""] = image.entrypoint;
  expect(program).toBe("node");
  const child = spawn(process.execPath, [join(image.folder, main), ...args, "--reports", reports], {
    cwd: join(image.folder, image.directory),
    env: {
      ...image.environment,
      PATH: dirname(process.execPath),
      HOME: "/nonexistent",
      TMPDIR: "/nonexistent",
    },
    stdio: ["ignore", "pipe", "pipe"],
    ...(isRoot ? { uid: 1000, gid: 1000 } : {}),
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { exitCode: await ended, stdout, stderr };
}

describe("the image that the Dockerfile describes", () => {
  it("is built in two stages, on a slim base, and runs as no root", () => {
    expect(image.base).toBe("node:22-slim");
    expect(image.user).toBe("node");
    expect(readFileSync(`${root}Dockerfile`, "utf8").match(/^FROM /gm)).toHaveLength(2);
  });

  it("judges a server, and writes to the reports folder only", async () => {
    const { baseUrl } = await startServer();
    const folder = temporaryFolder();
    const reports = join(folder, "reports");
    mkdirSync(reports);
    chmodSync(folder, 0o755);
    if (isRoot) chownSync(reports, 1000, 1000);
    image = { ...image, environment: { ...image.environment, PEDIGREE_API_KEY: key } };

    const { exitCode, stdout, stderr } = await runImage(reports, "run", "--target", baseUrl);

    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    expect(stdout).toContain(allTested);
    expect(readReport(reports)).toMatchObject({ conclusion: { exitCode: 0 } });
  });
});
