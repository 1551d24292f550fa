import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { calibration, copyBuild, render, root } from "./packed-build.js";
import { start } from "./pedigree.js";

let packed: string;
let directory: string;
const startPacked = (args: readonly string[], build = packed) =>
  start(args, { directory, program: join(build, "dist/cli/main.js") });
const pedigree = (...args: readonly string[]) => startPacked(args).ended;
const product = ["--vendor", "Acme", "--product", "Store", "--product-version", "2.4.1"];

beforeAll(() => {
  packed = copyBuild(render(calibration));
  directory = mkdtempSync(join(tmpdir(), "pedigree-certify-"));
});

/** The commands that the README gives for a certificate, as their arguments. */
function documentedCommands(target: string): readonly (readonly string[])[] {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const [, block = ""] = /## A certificate\n\n```sh\n([\s\S]*?)```/.exec(readme) ?? [];
  const lines = block.replaceAll("\\\n", " ").trim().split("\n");
  return lines.map((line) => {
    const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
    expect(words.slice(0, 2)).toEqual(["npx", "pedigree"]);
    return words.slice(2).map((word) => (word === "https://store.example/v1" ? target : word));
  });
}

describe("certify, and verify", () => {
  it("make and verify a certificate with the README's commands and the calibration of the package", async () => {
    const server = startPacked(["serve", "--port", "0"]);
    mkdirSync(join(directory, "reports"));
    writeFileSync(join(directory, "reports/report.json"), "an older one");
    const commands = documentedCommands(await server.said(/http:\/\/\S+/));
    const ended = [];
    for (const command of commands) ended.push(await pedigree(...command));
    expect(ended).toMatchObject([
      { exitCode: 0 },
      { exitCode: 0, stdout: expect.stringContaining("Evidence: reports/certificate.tar.gz") },
      {
        exitCode: 0,
        stdout: expect.stringMatching(
          /^verified: Store 2\.4\.1 of Acme conforms, .* with the challenge "text from the office"\n$/,
        ),
      },
    ]);
    const said = ended[1]?.stderr ?? "";
    expect(said.match(/run \d of \d|made and verified|calibrated/g)).toEqual([
      ...["run 1 of 4", "run 2 of 4", "run 3 of 4", "run 4 of 4", "made and verified"],
    ]);
    expect(readFileSync(join(directory, "reports/certificate/calibration.json"), "utf8")).toBe(
      render(calibration),
    );
    // Beside a new bundle, no report looks like one of its runs.
    expect(existsSync(join(directory, "reports/report.json"))).toBe(false);
    expect(readFileSync(join(directory, "reports/report.json.previous"), "utf8")).toBe("an older one");
  });

  it("are refused with another key, and for another challenge", async () => {
    const bundle = "reports/certificate.tar.gz";
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

  it("name a calibration that is not the package's", async () => {
    const other = copyBuild(
      JSON.stringify({ ...calibration, figures: { ...calibration.figures, mutants: 2, caught: 2 } }),
    );
    const verified = await startPacked(["verify", "reports/certificate", "--json"], other).ended;
    expect(verified.exitCode).toBe(0);
    expect(JSON.parse(verified.stdout)).toMatchObject({
      status: "intact",
      sentence: expect.stringContaining("with a calibration of its own"),
    });
  });

  it("tell another build of the same version from a forgery", async () => {
    const other = copyBuild();
    writeFileSync(join(other, "spec/note.yaml"), "of another build: true\n");
    expect(
      await startPacked(["verify", "reports/certificate", "--public-key", "acme.pub"], other).ended,
    ).toMatchObject({
      exitCode: 3,
      stdout: expect.stringMatching(
        /^another build of pedigree \S+ made the bundle \([0-9a-f]{12}; this one is [0-9a-f]{12}\): its files are unchanged/,
      ),
    });
  });

  it("make none of a server that does not conform, and show what was found", async () => {
    const server = startPacked(["serve", "--port", "0", "--mutant", "status-required"]);
    const target = await server.said(/http:\/\/\S+/);
    const ended = await pedigree("certify", ...product, "--target", target);
    expect(ended).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining("does not conform"),
      stderr: expect.stringContaining("there is no bundle"),
    });
  });

  it("judge a live server with a fresh challenge, too", async () => {
    const server = startPacked(["serve", "--port", "0"]);
    const target = await server.said(/http:\/\/\S+/);
    expect(
      await pedigree("verify", "reports/certificate", "--live", target, "--challenge", "fresh"),
    ).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^intact: .*\nlive: conforms/),
    });
  });
});

describe("a certification calibrates this build, and says why,", () => {
  const ofAnother = JSON.stringify({ ...calibration, build: "0".repeat(64) });
  const broken = JSON.stringify({ ...calibration, holds: false });
  it.each<[string, string | undefined, readonly string[], RegExp]>([
    [
      "where a package has no calibration",
      undefined,
      [],
      /comes without its calibration, which a released package has/,
    ],
    ["where the calibration is of another build", ofAnother, [], /is no calibration of this build/],
    ["where the calibration does not hold", broken, [], /does not hold/],
    ["where that is asked for", JSON.stringify(calibration), ["--calibrate"], /a new one is asked for/],
  ])("%s", async (_, shipped, flags, why) => {
    const build = copyBuild(shipped);
    const certification = startPacked(["certify", ...product, "--reports", "none", ...flags], build);
    expect(
      await certification.said(/pedigree: this build is calibrated first, which takes minutes: .*\n/),
    ).toMatch(why);
  });
});

describe("the package", () => {
  it("holds the calibration, and nothing else of its folder", () => {
    writeFileSync(join(packed, "calibration/calibration.csv"), "mutant\n");
    const listed = execFileSync("npm", ["pack", "--ignore-scripts", "--dry-run", "--json"], {
      cwd: packed,
      encoding: "utf8",
    });
    const [{ files } = { files: [] }] = JSON.parse(listed) as { files: { path: string }[] }[];
    const paths = files.map(({ path }) => path).filter((path) => path.startsWith("calibration/"));
    expect(paths).toEqual(["calibration/calibration.json"]);
  });

  it("is released with the build that was calibrated: packing it runs no script, which would build another", () => {
    const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    expect(scripts.release.split(" && ").slice(-2)).toEqual([
      "node tools/calibrate-package.js",
      "npm pack --ignore-scripts",
    ]);
    expect(scripts.prepack).not.toContain("calibrate");
  });

  it("keeps a calibration of its own build when it is released again", () => {
    const file = join(packed, "calibration/calibration.json");
    const before = statSync(file).mtimeMs;
    execFileSync(process.execPath, [join(packed, "tools/calibrate-package.js")]);
    expect(statSync(file).mtimeMs).toBe(before);
  });
});

describe("the bundle in the repository", () => {
  it('is signed and unchanged, and verified by the build that made it; "npm run example" makes a new one', async () => {
    directory = join(root, "examples/certificate");
    const flags = ["--public-key", "example.pub", "--json"];
    const { exitCode, stdout } = await pedigree("verify", "certificate.tar.gz", ...flags);
    const { status } = JSON.parse(stdout) as { status: string };
    expect({ verified: 0, "other build": 3, "other version": 3 }).toMatchObject({ [status]: exitCode });
  });
});
