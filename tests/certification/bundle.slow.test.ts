import { execFileSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { digestsOf, type FileName } from "../../src/certification/evidence-bundle.js";
import { type BundleFiles, readBundle, type Statement, writeBundle } from "../../src/certification/index.js";
import { key } from "../servers/judging.js";
import {
  bundleOf,
  type Certified,
  certifyServer,
  claims,
  otherKeys,
  outcomeOf,
  vendorKeys,
  verify,
} from "./evidence.js";

let certified: Certified;
let files: BundleFiles;
beforeAll(async () => {
  certified = await certifyServer();
  files = await bundleOf(certified);
});

const textOf = (name: FileName): string => files.get(name)?.toString("utf8") ?? "";
const envelopeOf = () =>
  JSON.parse(textOf("statement.dsse.json")) as { payload: string; signatures: { sig: string }[] };
const statementOf = () =>
  JSON.parse(Buffer.from(envelopeOf().payload, "base64").toString("utf8")) as Statement;

describe("the bundle of a server that conforms", () => {
  it("is verified with the vendor's public key, and intact without", async () => {
    expect(await outcomeOf(files, vendorKeys.publicKey)).toBe("verified");
    expect(await outcomeOf(files)).toBe("intact");
  });

  it("is refused with another key, and for another challenge", async () => {
    expect(await outcomeOf(files, otherKeys.publicKey)).toBe("refused: it is not signed with this key");
    expect(await verify(files, { challenge: "another" })).toEqual({
      status: "refused",
      difference: "it is the answer to another challenge",
    });
  });

  it("is the same as a folder and as an archive", () => {
    const parent = mkdtempSync(join(tmpdir(), "pedigree-bundle-"));
    const { folder, archive } = writeBundle(files, parent);
    for (const path of [folder, archive]) {
      expect(digestsOf(readBundle(path))).toEqual(digestsOf(files));
    }
  });

  it("holds the API key in no file", () => {
    const transcript = gunzipSync(files.get("transcript.ndjson.gz") ?? "").toString("utf8");
    for (const text of [transcript, ...[...files.values()].map((each) => each.toString("utf8"))])
      expect(text).not.toContain(key);
  });

  it("states what Statement v1 and test-result v0.1 ask for", () => {
    const { _type, subject, predicateType, predicate } = statementOf();
    expect({ _type, subject, predicateType }).toEqual({
      _type: "https://in-toto.io/Statement/v1",
      subject: [
        { name: "transcript.ndjson.gz", digest: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } },
        { name: "Store 1.0", digest: claims.product.digest },
      ],
      predicateType: "https://in-toto.io/attestation/test-result/v0.1",
    });
    expect(["PASSED", "WARNED"]).toContain(predicate.result);
    for (const { uri, digest } of predicate.configuration) expect(uri ?? digest).toBeDefined();
    expect(predicate.passedTests.length).toBeGreaterThan(60);
    expect(predicate.failedTests).toEqual([]);
  });

  it.each([
    ["Ed25519", vendorKeys],
    ["P-256", otherKeys],
  ])("has a signature with %s that OpenSSL verifies", async (_, { privateKey, publicKey }) => {
    const signed = privateKey === vendorKeys.privateKey ? files : await bundleOf(certified, privateKey);
    const { payload, signatures } = JSON.parse(
      signed.get("statement.dsse.json")?.toString() ?? "",
    ) as ReturnType<typeof envelopeOf>;
    const bytes = Buffer.from(payload, "base64");
    const type = "application/vnd.in-toto+json";
    const folder = mkdtempSync(join(tmpdir(), "pedigree-openssl-"));
    const at = (name: string): string => join(folder, name);
    writeFileSync(
      at("signed"),
      Buffer.concat([Buffer.from(`DSSEv1 ${type.length} ${type} ${bytes.length} `), bytes]),
    );
    writeFileSync(at("signature"), Buffer.from(signatures[0]?.sig ?? "", "base64"));
    writeFileSync(at("key"), publicKey.export({ type: "spki", format: "pem" }));
    const said = execFileSync(
      "openssl",
      privateKey.asymmetricKeyType === "ed25519"
        ? [
            "pkeyutl",
            "-verify",
            "-pubin",
            "-inkey",
            at("key"),
            "-rawin",
            "-in",
            at("signed"),
            "-sigfile",
            at("signature"),
          ]
        : ["dgst", "-sha256", "-verify", at("key"), "-signature", at("signature"), at("signed")],
      { encoding: "utf8" },
    );
    expect(said).toMatch(/Verified/i);
  });
});

describe("a bundle", () => {
  it("is only intact where nobody signed it, and refused where somebody should have", async () => {
    const unsigned = await bundleOf(certified, null);
    expect(await verify(unsigned)).toMatchObject({ status: "intact", isSigned: false });
    expect(await outcomeOf(unsigned, generateKeyPairSync("ed25519").publicKey)).toMatch(/^refused/);
  });
});
