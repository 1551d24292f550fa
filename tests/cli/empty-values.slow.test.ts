import { describe, expect, it } from "vitest";
import { writeConfiguration } from "./configured.js";
import { pedigree, temporaryFolder } from "./pedigree.js";

const target = ["--target", "http://127.0.0.1:9/v1"];

describe("an empty value ends with 2 and one sentence", () => {
  it.each([
    ...[
      "target",
      "config",
      "key",
      "key-file",
      "header",
      "ca",
      "proxy",
      "spec",
      "reports",
      "start",
      "cleanup",
    ],
    ...["profile", "seed", "only", "formats", "rate", "timeout", "now"],
  ])("as a flag: --%s", async (flag) => {
    const ended = await pedigree(["run", `--${flag}`, "", "--quiet"], { directory: temporaryFolder() });

    expect(ended).toMatchObject({ exitCode: 2, stdout: "" });
    expect(ended.stderr).toMatch(new RegExp(`^pedigree: .*--${flag}\\b.*(?: is empty|'' is invalid)`));
  });

  it.each(["TARGET", "CONFIG", "PROFILE", "SEED", "REPORTS"])("as a variable: PEDIGREE_%s", async (name) => {
    const ended = await pedigree(["run", "--quiet"], {
      directory: temporaryFolder(),
      environment: { [`PEDIGREE_${name}`]: "" },
    });

    expect(ended).toMatchObject({ exitCode: 2, stdout: "" });
    expect(ended.stderr).toMatch(new RegExp(`^pedigree: .*PEDIGREE_${name}\\b.*empty|'' from env`));
  });

  it("as the key's variable, unless a flag names another", async () => {
    const environment = { PEDIGREE_API_KEY: "" };
    const args = ["run", ...target, "--quiet", "--reports", temporaryFolder()];

    const [empty, flagged] = await Promise.all([
      pedigree(args, { environment }),
      pedigree([...args, "--key", "other"], { environment }),
    ]);

    expect(empty).toMatchObject({ exitCode: 2, stdout: "" });
    expect(empty.stderr).toMatch(/^pedigree: the environment variable PEDIGREE_API_KEY is empty/);
    expect(flagged.exitCode).toBe(3);
  });

  it.each(['target: ""\n', 'targets: { a: { url: "" } }\n', 'reports: { folder: "" }\n'])(
    "in the configuration: %s",
    async (text) => {
      const { folder } = writeConfiguration(text);

      const ended = await pedigree(["run", "--quiet"], { directory: folder });

      expect(ended).toMatchObject({ exitCode: 2, stdout: "" });
      expect(ended.stderr).toMatch(/^pedigree: pedigree\.config\.yaml:1:\d+: /);
    },
  );
});
