import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { digestsOf, type FileName, fileNames, packArchive } from "../../src/certification/evidence-bundle.js";
import { type BundleFiles, readBundle, type Statement } from "../../src/certification/index.js";
import { renderEnvelope, sealStatement } from "../../src/certification/statement.js";
import { renderPage } from "../../src/certification/verify.js";
import { bundleOf, certifyServer, otherKeys, outcomeOf, vendorKeys, verify } from "./evidence.js";

/** `npm run bench -- --certification` tries more. */
const every = process.env["PEDIGREE_EVERY"] !== undefined;

let files: BundleFiles;
let archive: Buffer;
/** Of the same server, for another challenge. */
let others: BundleFiles;
beforeAll(async () => {
  files = await bundleOf(await certifyServer());
  archive = packArchive(files);
  others = await bundleOf(await certifyServer({ challenge: "another" }));
});

const statementFile = "statement.dsse.json";
const transcriptFile = "transcript.ndjson.gz";
const statementOf = (bundle: BundleFiles): Statement => {
  const { payload } = JSON.parse(bundle.get(statementFile)?.toString() ?? "") as { payload: string };
  return JSON.parse(Buffer.from(payload, "base64").toString()) as Statement;
};

type Draft = { -readonly [Name in keyof Statement]: Statement[Name] };

/** The same bundle with other contents, and the digests of them, signed by whoever tampers with it. */
function signAgain(
  changes: Partial<Record<FileName, Buffer>>,
  change: (statement: Draft) => void = () => undefined,
  { privateKey } = vendorKeys as typeof vendorKeys | typeof otherKeys,
): BundleFiles {
  const changed = new Map(files);
  for (const [name, content] of Object.entries(changes)) changed.set(name as FileName, content);
  const statement = structuredClone(statementOf(files)) as Draft;
  statement.predicate.pedigree.files = digestsOf(changed);
  for (const subject of statement.subject)
    if (subject.name === transcriptFile)
      subject.digest.sha256 = statement.predicate.pedigree.files[transcriptFile] ?? "";
  change(statement);
  return changed.set(statementFile, Buffer.from(renderEnvelope(sealStatement(statement, privateKey))));
}

const folder = mkdtempSync(join(tmpdir(), "pedigree-tampering-"));
async function outcomeOfArchive(bytes: Buffer): Promise<string> {
  const path = join(folder, "tampered.tar.gz");
  writeFileSync(path, bytes);
  try {
    return await outcomeOf(readBundle(path), vendorKeys.publicKey);
  } catch (error) {
    return `refused: ${(error as Error).message}`;
  }
}

/** Draws with a fixed seed, so that a failure can be seen again. */
function draw<Value>(arbitrary: fc.Arbitrary<Value>, numRuns: number): readonly Value[] {
  return fc.sample(arbitrary, { seed: 14, numRuns });
}

const byteOf = (length: number) => fc.tuple(fc.nat(length - 1), fc.integer({ min: 1, max: 255 }));
const flipped = (bytes: Buffer, at: number, by: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ by;
  return copy;
};

describe("without the signing key", () => {
  it("finds 300 of 300 single bytes that were changed anywhere in an archive", async () => {
    const unnoticed: string[] = [];
    // Half of them where the container itself is: at both ends, and around each file's header.
    const anywhere = draw(byteOf(archive.length), 200);
    const atEnds = draw(fc.tuple(fc.nat(49), fc.integer({ min: 1, max: 255 }), fc.boolean()), 100);
    const all = [
      ...anywhere,
      ...atEnds.map(([at, by, isEnd]) => [isEnd ? archive.length - 1 - (at % 8) : at, by] as const),
    ];
    for (const [at, by] of all)
      if (!(await outcomeOfArchive(flipped(archive, at, by))).startsWith("refused"))
        unnoticed.push(`${at} ${by}`);
    expect(unnoticed).toEqual([]);
  });

  it("finds 140 of 140 single bytes that were changed in a file of a folder", async () => {
    const unnoticed: string[] = [];
    for (const [nth, [at, by]] of draw(byteOf(2 ** 30), 140).entries()) {
      const [name, content] = [...files][nth % files.size] ?? [statementFile, Buffer.alloc(0)];
      const tampered = new Map(files).set(name, flipped(content, at % content.length, by));
      const outcome = await outcomeOf(tampered, vendorKeys.publicKey);
      if (!outcome.startsWith("refused")) unnoticed.push(`${name} ${at % content.length} ${by}: ${outcome}`);
    }
    expect(unnoticed).toEqual([]);
  });

  it("finds an archive with something after its end", async () => {
    for (const rest of [Buffer.from("x"), gzipSync("x"), Buffer.alloc(1024)])
      expect(await outcomeOfArchive(Buffer.concat([archive, rest]))).toMatch(/^refused/);
  });

  const names = fileNames;

  it.each(names)("finds that %s is missing", async (name) => {
    const left = new Map(files);
    left.delete(name);
    expect(await outcomeOfArchive(packArchive(left))).toMatch(/^refused: (has no|is an archive)/);
    expect(await outcomeOf(left, vendorKeys.publicKey)).toMatch(/^refused/);
  });

  it.each(names)("finds that %s comes from another bundle", async (name) => {
    const swapped = new Map(files).set(name, others.get(name) ?? Buffer.alloc(0));
    expect(await outcomeOf(swapped, vendorKeys.publicKey)).toMatch(
      name === "calibration.json" ? /^verified$/ : /^refused/,
    );
  });

  it.each(names.flatMap((first, index) => names.slice(index + 1).map((second) => [first, second] as const)))(
    "finds that %s and %s were swapped",
    async (first, second) => {
      const [one, other] = [files.get(first) ?? Buffer.alloc(0), files.get(second) ?? Buffer.alloc(0)];
      const swapped = new Map(files).set(first, other).set(second, one);
      expect(await outcomeOf(swapped, vendorKeys.publicKey)).toMatch(/^refused/);
    },
  );

  it("finds verdicts that were changed, with digests computed again and another key", async () => {
    const ids = Object.keys(statementOf(files).predicate.pedigree.verdicts);
    const unnoticed: string[] = [];
    for (const id of draw(fc.constantFrom(...ids), 20)) {
      const tampered = signAgain(
        {},
        ({ predicate }) => {
          predicate.pedigree.verdicts[id] = "failed";
        },
        otherKeys,
      );
      if (!(await outcomeOf(tampered, vendorKeys.publicKey)).startsWith("refused")) unnoticed.push(id);
    }
    expect(unnoticed).toEqual([]);
  });

  it("tells another version of the suite by its name", async () => {
    const version = (statement: Draft): void => {
      statement.predicate.pedigree.version = "9.9.9";
    };
    expect(await verify(signAgain({}, version))).toEqual({ status: "other version", version: "9.9.9" });
  });

  it("tells another build of the same version by its digest, whatever its checks did", async () => {
    const build = "ab".repeat(32);
    const shorter = { [transcriptFile]: pack(linesOf(files).slice(0, 40)) };
    const byAnother = signAgain(shorter, ({ predicate }) => {
      predicate.pedigree.claims.build = build;
    });
    expect(await verify(byAnother)).toEqual({ status: "other build", build });
    expect(await outcomeOf(byAnother, otherKeys.publicKey)).toBe("refused: it is not signed with this key");
    const changed = new Map(byAnother).set("README.md", Buffer.from("# Everything is fine\n"));
    expect(await outcomeOf(changed)).toMatch(/^refused: a file has another digest/);
  });
});

type Line = Record<string, unknown> & { kind: string; step?: string };

const linesOf = (bundle: BundleFiles): Line[] =>
  gunzipSync(bundle.get(transcriptFile) ?? "")
    .toString()
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
const pack = (lines: readonly Line[]): Buffer =>
  gzipSync(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
const exchangesOf = (lines: readonly Line[]): readonly number[] =>
  lines.flatMap(({ kind }, index) => (kind === "exchange" ? [index] : []));

/** Changes one exchange of a transcript. */
type Forge = (lines: Line[], at: number, foreign: readonly Line[]) => void;

const requestOf = (line: Line | undefined) => line?.["request"] as Record<string, unknown>;
const outcomeAt = (line: Line | undefined) => line?.["outcome"] as Record<string, unknown>;

const forgeries: Readonly<Record<string, Forge>> = {
  "an exchange deleted": (lines, at) => void lines.splice(at, 1),
  "an exchange duplicated": (lines, at) => void lines.splice(at, 0, structuredClone(lines[at]) as Line),
  "an exchange moved to another place": (lines, at) => {
    const [moved] = lines.splice(at, 1);
    if (moved !== undefined) lines.splice(Math.floor(at / 2) + 1, 0, moved);
  },
  "an exchange of another run": (lines, at, foreign) => {
    const other = foreign[at % foreign.length];
    if (other !== undefined) lines[at] = structuredClone(other);
  },
  "another request": (lines, at) => {
    requestOf(lines[at])["path"] = "/pets?limit=7";
  },
  "another credential": (lines, at) => {
    requestOf(lines[at])["credential"] = { kind: "wrong", key: "x" };
  },
  "a failing response": (lines, at) => {
    const outcome = outcomeAt(lines[at]);
    lines[at] = {
      ...(lines[at] as Line),
      outcome: { ...outcome, status: 500, headers: [], body: { text: "" } },
    };
  },
  "another time": (lines, at) => {
    (lines[at] as Line)["at"] = 0;
  },
};

describe("an envelope has one form:", () => {
  it.each<[string, (text: string) => string]>([
    ["a blank more", (text) => `${text} `],
    [
      "another order",
      (text) =>
        JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text) as object).reverse()), null, 1),
    ],
    ["another keyid", (text) => text.replace(/"keyid": "./, '"keyid": "_')],
    ["a second signature", (text) => text.replace(/(\{\s*"keyid"[^}]*\})/, "$1, $1")],
    ["a member more", (text) => text.replace("{", '{ "more": 1,')],
  ])("%s is found", async (_, change) => {
    const text = files.get(statementFile)?.toString() ?? "";
    expect(change(text)).not.toBe(text);
    const tampered = new Map(files).set(statementFile, Buffer.from(change(text)));
    expect(await outcomeOf(tampered, vendorKeys.publicKey)).toMatch(/^refused/);
  });
});

describe("with the signing key", () => {
  it.each(Object.entries(forgeries))(
    "judging again finds %s, each time",
    { timeout: 300_000 },
    async (_, forge) => {
      const original = linesOf(files);
      const foreign = linesOf(others).filter(({ kind }) => kind === "exchange");
      const places = exchangesOf(original).slice(5);
      const unnoticed: number[] = [];
      for (const at of draw(fc.constantFrom(...places), every ? 25 : 4)) {
        const lines = structuredClone(original);
        forge(lines, at, foreign);
        const outcome = await outcomeOf(signAgain({ [transcriptFile]: pack(lines) }), vendorKeys.publicKey);
        if (!outcome.startsWith("refused")) unnoticed.push(at);
      }
      expect(unnoticed).toEqual([]);
    },
  );

  it.each<[string, object]>([
    ["an object", { body: { text: '{"pets":[]}' } }],
    ["a page of a website", { headers: [["content-type", "text/html"]], body: { text: "<p>hello</p>" } }],
    ["nothing", { body: { text: "" } }],
    ["not found", { status: 404, body: { text: '{"status":404}' } }],
    ["a connection that is refused", { cause: "refused", detail: "ECONNREFUSED" }],
  ])("judging again finds a first response that is no list: %s", async (_, change) => {
    for (const run of [0, 1]) {
      const lines = linesOf(files);
      const begin = lines.findIndex(({ kind, number }) => kind === "run" && number === run + 1);
      const at = lines.findIndex(({ kind }, index) => index > begin && kind === "exchange");
      const { status: _, headers: __, body: ___, ...rest } = outcomeAt(lines[at]);
      const outcome = "cause" in change ? { ...rest, ...change } : { ...outcomeAt(lines[at]), ...change };
      lines[at] = { ...(lines[at] as Line), outcome };
      const forged = signAgain({ [transcriptFile]: pack(lines) });
      expect(await outcomeOf(forged, vendorKeys.publicKey)).toMatch(/^refused: it/);
    }
  });

  const changes: Readonly<Record<string, (statement: Draft) => void>> = {
    "another challenge": ({ predicate }) => {
      predicate.pedigree.claims.challenge.text = "chosen";
    },
    "another seed": ({ predicate }) => {
      predicate.pedigree.seeds[0] = 1;
    },
    "fewer cases": ({ predicate }) => {
      predicate.pedigree.conditions.cases = 1;
    },
    "more cases": ({ predicate }) => {
      predicate.pedigree.conditions.cases += 1;
    },
    "another day": ({ predicate }) => {
      predicate.pedigree.conditions.now = "2031-01-01T00:00:00.000Z";
    },
    "a grace period": ({ predicate }) => {
      predicate.pedigree.conditions.settle = 60_000;
    },
    "no near misses": ({ predicate }) => {
      predicate.pedigree.conditions.misses = [];
    },
    "a result": ({ predicate }) => {
      predicate.result = "WARNED";
    },
    "a passed test": ({ predicate }) => void predicate.passedTests.pop(),
    "a failed test": ({ predicate }) => void predicate.failedTests.push("X"),
    "a conclusion": ({ predicate }) => {
      predicate.pedigree.conclusion = "conforms perfectly";
    },
    "an observation": ({ predicate }) => {
      predicate.pedigree.observations = {};
    },
    "another description": ({ predicate }) =>
      void Object.assign(predicate.configuration[0]?.digest ?? {}, { sha256: "0".repeat(64) }),
    "another subject": ({ subject }) => {
      subject[0] = { name: "x", digest: { sha256: "0".repeat(64) } };
    },
  };

  it.each(Object.entries(changes))("judging again finds in the statement: %s", async (_, change) => {
    expect(await outcomeOf(signAgain({}, change), vendorKeys.publicKey)).toMatch(/^refused/);
  });

  it("finds a page that says something else, and a count in a report", async () => {
    const page = signAgain({ "README.md": Buffer.from("# Everything is fine\n") });
    const report = JSON.parse(files.get("run-2.json")?.toString() ?? "") as { run: { requests: number } };
    report.run.requests += 1;
    const count = signAgain({ "run-2.json": Buffer.from(JSON.stringify(report)) });
    for (const forged of [page, count])
      expect(await outcomeOf(forged, vendorKeys.publicKey)).toMatch(/^refused/);
  });

  it("finds each flipped verdict, in the statement and in the report", async () => {
    const ids = Object.keys(statementOf(files).predicate.pedigree.verdicts);
    const unnoticed: string[] = [];
    for (const id of draw(fc.constantFrom(...ids), every ? 15 : 2)) {
      const flip = ({ predicate }: Draft): void => {
        predicate.pedigree.verdicts[id] = "untested";
      };
      const report = JSON.parse(files.get("run-1.json")?.toString() ?? "") as {
        requirements: { id: string; verdict: string }[];
      };
      for (const each of report.requirements) if (each.id === id) each.verdict = "untested";
      const inReport = signAgain({ "run-1.json": Buffer.from(JSON.stringify(report)) });
      for (const forged of [signAgain({}, flip), inReport])
        if (!(await outcomeOf(forged, vendorKeys.publicKey)).startsWith("refused")) unnoticed.push(id);
    }
    expect(unnoticed).toEqual([]);
  });
});

/** The threat model's list of what a bundle cannot show, in docs/certification.md. */
describe("what judging again cannot find, with the signing key:", () => {
  it("a vendor, a product, or who ran it, made up", async () => {
    const made = {
      ...statementOf(files).predicate.pedigree.claims,
      vendor: "Somebody else",
      runBy: "office",
    } as const;
    const page = { "README.md": Buffer.from(renderPage(made)) };
    const forged = signAgain(page, ({ predicate }) => {
      predicate.pedigree.claims = made;
    });
    expect(await outcomeOf(forged, vendorKeys.publicKey)).toBe("verified");
  });

  it("a response that was changed to another one that the interface allows", async () => {
    const lines = linesOf(files);
    const errors = exchangesOf(lines).filter((at) => outcomeAt(lines[at])["status"] === 401);
    for (const at of errors) {
      const body = outcomeAt(lines[at])["body"] as { text: string };
      body.text = JSON.stringify({ code: "made_up", message: "made up", status: 401 });
    }
    const outcome = await outcomeOf(signAgain({ [transcriptFile]: pack(lines) }), vendorKeys.publicKey);
    expect(outcome).toMatch(/^(verified|refused: a report)/);
  });
});
