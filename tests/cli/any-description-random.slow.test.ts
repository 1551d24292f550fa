import { join } from "node:path";
import { expect, it } from "vitest";
import { start } from "../../examples/fastify/server.js";
import { type Front, startBehind } from "../contracts/front.js";
import { sentObject } from "../servers/sent-object.js";
import { pedigree, readReport, temporaryFolder } from "./pedigree.js";

const key = "library-key-123";
const spec = new URL("../../examples/fastify/openapi.yaml", import.meta.url).pathname;
const environment = { PEDIGREE_API_KEY: key };

/** Fails for a genre and a limit together, and for a body in which two members are wrong. */
const broken: Front = {
  request: (passing) => {
    const isBoth = /limit=[1-4]\d/.test(passing.path) && passing.path.includes("genre=");
    const sent = sentObject(passing.body);
    const { title, pages } = sent;
    const areWrong = Object.keys(sent).length > 0 && typeof title !== "string" && !(Number(pages) >= 1);
    const isWrong = passing.path === "/books" && areWrong;
    const fails = isBoth || (passing.method === "POST" && passing.body !== "" && isWrong);
    if (fails) Object.assign(passing, { status: 500, body: "", headers: {} });
  },
};

it("with --spec, shards are merged, and each finding that takes a combination can be replayed", async () => {
  const [target, folder] = [await startBehind(start as never, key, broken), temporaryFolder()];
  const asked = ["--spec", spec, "--target", target];
  for (const number of ["1", "2"]) {
    const part = [
      "--shard",
      `${number}/2`,
      "--reports",
      join(folder, number),
      "--formats",
      "json",
      "--quiet",
    ];
    await pedigree(["run", ...asked, "--cases", "240", "--seed", "3", ...part], { environment });
  }
  const merged = await pedigree(["merge", folder, "--spec", spec, "--reports", folder]);
  expect(merged).toMatchObject({
    exitCode: 1,
    stdout: expect.stringMatching(
      /2 requirements are broken \((\d+) of \1 binding requirements tested; \d+ observations and advice\)/,
    ),
  });
  const report = readReport(folder);
  expect(report.findings.map(({ requirement }) => requirement)).toEqual([
    "listBooks: no server error",
    "addBook: no server error",
  ]);
  expect(report.statistics.random).toMatchObject({ cases: 240 });
  for (const [number, how] of [
    ["1", "shows again\n"],
    ["2", "when the part of the run that leads to it"],
  ] as const) {
    const again = await pedigree(["replay", join(folder, "report.json"), "--finding", number, ...asked], {
      environment,
    });
    expect(again).toMatchObject({ exitCode: 1, stdout: expect.stringContaining(how) });
  }
});
