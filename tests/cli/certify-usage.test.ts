import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { pedigree } from "./pedigree.js";

const folder = mkdtempSync(join(tmpdir(), "pedigree-keys-"));
const at = (name: string): string => join(folder, name);
const product = ["--vendor", "Acme", "--product", "Store", "--product-version", "1"];

describe("keygen", () => {
  it("writes a private key that only its owner can read, and a public one, and overwrites neither", async () => {
    expect(await pedigree(["keygen", "--out", at("acme")])).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^[0-9a-f]{64}\n$/),
    });
    expect(statSync(at("acme.pem")).mode & 0o777).toBe(0o600);
    expect(await pedigree(["keygen", "--out", at("acme")])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("is there already: name another pair with --out"),
    });
  });
});

describe("one sentence says what is wrong, and what to do:", () => {
  writeFileSync(at("nonsense"), "nonsense");
  const { privateKey } = generateKeyPairSync("ed25519");
  writeFileSync(at("private"), privateKey.export({ type: "pkcs8", format: "pem" }));
  const clock = 'openapi: 3.1.0\ninfo: { title: Clock, version: "1" }\n';
  const paths = 'paths: { /time: { get: { responses: { "200": { description: Now } } } } }\n';
  writeFileSync(at("openapi.yaml"), `${clock}${paths}`);
  writeFileSync(at("webhooks.yaml"), `${clock}webhooks: {}\n`);
  it.each<[string, readonly string[], RegExp]>([
    [
      "a bundle that is not there",
      ["verify", at("nowhere")],
      /cannot be read \(ENOENT\): give the folder or the \.tar\.gz/,
    ],
    ["a bundle that is none", ["verify", at("nonsense")], /does not hold: it is no \.tar\.gz archive/],
    [
      "a public key that is none",
      ["verify", at("nonsense"), "--public-key", at("nonsense")],
      /holds no public key of Ed25519 or P-256/,
    ],
    [
      "a live server without a challenge",
      ["verify", at("x"), "--live", "http://localhost:1/v1"],
      /--live needs --challenge/,
    ],
    [
      "a signing key that is none",
      ["certify", ...product, "--signing-key", at("nonsense")],
      /holds no private key/,
    ],
    [
      "no product",
      ["certify", "--product", "Store"],
      /certify needs --vendor <name>, --product-version <version>/,
    ],
    [
      "a private key in the place of the public one",
      ["verify", at("nonsense"), "--public-key", at("private")],
      /holds a private key, which only its owner is to have: name the file of the public one/,
    ],
    [
      "a description of another interface",
      ["certify", ...product, "--spec", at("openapi.yaml")],
      /openapi\.yaml describes another interface/,
    ],
    [
      "a description of webhooks alone",
      ["list", "--spec", at("webhooks.yaml")],
      /webhooks\.yaml describes no operation that can be called: give a description that has paths/,
    ],
    ["too few cases", ["certify", ...product, "--cases", "10"], /at least 3000 random cases/],
    ["a digest that is none", ["certify", ...product, "--product-digest", "abc"], /64 hexadecimal digits/],
    ["a run that may not write", ["certify", ...product, "--read-only"], /cannot be read-only/],
    [
      "a calibration of another build",
      ["certify", ...product, "--calibration", at("nonsense")],
      /no calibration of this build/,
    ],
  ])("%s", async (_, args, expected) => {
    const { exitCode, stdout, stderr } = await pedigree(args, { directory: folder });
    expect(stdout + stderr).toMatch(expected);
    expect([1, 2]).toContain(exitCode);
  });
});
