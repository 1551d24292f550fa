import { expect, it } from "vitest";
import { contract } from "../servers/judging.js";
import { pedigree } from "./pedigree.js";

it("list prints every requirement with level and sentence", async () => {
  const ended = await pedigree(["list"]);

  const lines = ended.stdout.split("\n").map((line) => line.trim().replace(/\s+/g, " "));
  const missing = contract.requirements.filter(
    ({ id, level, sentence }) => !lines.includes(`${id} ${level} ${sentence}`),
  );
  expect(ended).toMatchObject({ exitCode: 0, stderr: "" });
  expect(missing).toEqual([]);
  expect(lines).toContain("Endpoints: List all animals");
});

it("explain tells sentence, level, section and checks of a requirement, in whatever letters it is named", async () => {
  const ended = await pedigree(["explain", "list-3"]);

  expect(ended).toMatchObject({ exitCode: 0, stderr: "" });
  expect(ended.stdout).toMatch(/^LIST-3 {2}An answer never holds more animals than the limit asks for\.\n/);
  expect(ended.stdout).toContain("must: a sentence of the document");
  expect(ended.stdout).toContain("Endpoints: List all animals");
  expect(ended.stdout).toContain("list/query/pageSize/obeyed: a page holds no more animals than its limit");
});

it("explain tells of an open point what is accepted, and of an informative one why it is not tested", async () => {
  const [open, informative] = await Promise.all([
    pedigree(["explain", "STATE-2"]),
    pedigree(["explain", "EVENT-1"]),
  ]);

  expect(open.stdout).toContain("accepts     absent, or any of the three; never null");
  expect(informative.stdout).toContain("reason      there is nothing to receive");
});

it("list prints all requirements as JSON", async () => {
  const ended = await pedigree(["list", "--json"]);

  expect(ended).toMatchObject({ exitCode: 0, stderr: "" });
  expect(JSON.parse(ended.stdout)).toEqual(JSON.parse(JSON.stringify(contract.requirements)));
});

it("explain tells what a check claims, when it has its turn, and about which requirements it decides", async () => {
  const ended = await pedigree(["explain", "list/query/pagesize/obeyed"]);

  expect(ended).toMatchObject({ exitCode: 0, stderr: "" });
  expect(ended.stdout).toMatch(
    /^list\/query\/pageSize\/obeyed {2}a page holds no more animals than its limit/,
  );
  expect(ended.stdout).toContain("phase       read");
  expect(ended.stdout).toContain(
    "LIST-3 (must): An answer never holds more animals than the limit asks for.",
  );
});
