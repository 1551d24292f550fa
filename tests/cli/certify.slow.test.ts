import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { start } from "./pedigree.js";

let directory: string;
const pedigree = (...args: readonly string[]) => start(args, { directory }).ended;
const product = ["--vendor", "Acme", "--product", "Store", "--product-version", "2.4.1"];

describe("certify, and verify", () => {
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), "pedigree-certify-"));
  });

  it("makes a signed bundle of the embedded reference server, which the public key verifies", async () => {
    expect((await pedigree("keygen", "--out", "acme")).exitCode).toBe(0);
    // The calibration itself takes longer than a test may.
    writeFileSync(join(directory, "calibration.json"), await calibration());
    const certified = await pedigree(
      "certify",
      ...product,
      "--challenge",
      "of the office",
      "--signing-key",
      "acme.pem",
      "--calibration",
      "calibration.json",
    );
    expect(certified).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining("Evidence: reports/certificate.tar.gz"),
    });

    const bundle = "reports/certificate.tar.gz";
    expect(
      await pedigree("verify", bundle, "--public-key", "acme.pub", "--challenge", "of the office"),
    ).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(
        /^verified: Store 2\.4\.1 of Acme conforms, .* with the challenge "of the office"\n$/,
      ),
    });
    expect(await pedigree("verify", "reports/certificate", "--json")).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('"status": "intact"'),
    });
    expect(await pedigree("verify", bundle, "--challenge", "another")).toMatchObject({
      exitCode: 1,
      stdout: "does not hold: it is the answer to another challenge\n",
    });
    expect((await pedigree("keygen", "--out", "other", "--type", "p256")).exitCode).toBe(0);
    expect(await pedigree("verify", bundle, "--public-key", "other.pub")).toMatchObject({
      exitCode: 1,
      stdout: "does not hold: it is not signed with this key\n",
    });
  });

  it("makes none of a server that does not conform, and shows what was found", async () => {
    const server = start(["serve", "--port", "0", "--mutant", "status-required"], { directory });
    const target = await server.said(/http:\/\/\S+/);
    const ended = await pedigree("certify", ...product, "--target", target);
    expect(ended).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining("does not conform"),
      stderr: expect.stringContaining("there is no bundle"),
    });
  });

  it("judges a live server with a fresh challenge besides", async () => {
    const server = start(["serve", "--port", "0"], { directory });
    const target = await server.said(/http:\/\/\S+/);
    expect(
      await pedigree("verify", "reports/certificate", "--live", target, "--challenge", "fresh"),
    ).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^intact: .*\nlive: conforms/),
    });
  });
});

async function calibration(): Promise<string> {
  const { digestOfBuild } = await import("../../src/certification/index.js");
  const figures = { mutants: 1, caught: 1, diagnosed: 1, variants: 1, passed: 1 };
  return JSON.stringify({ build: digestOfBuild(), figures, holds: true });
}

describe("the bundle in the repository", () => {
  const folder = new URL("../../examples/certificate/", import.meta.url).pathname;

  it('is verified; if not, "npm run example" makes a new one', async () => {
    directory = folder;
    expect(await pedigree("verify", "certificate.tar.gz", "--public-key", "example.pub")).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^verified: /),
    });
    expect(readFileSync(join(folder, "example.pub"), "utf8")).toContain("PUBLIC KEY");
  });
});
