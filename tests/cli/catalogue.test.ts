import { expect, it } from "vitest";
import { contract } from "../servers/judging.js";
import { pedigree, start } from "./pedigree.js";

it("list prints every requirement with level and sentence, by sections", async () => {
  const ended = await start(["list"]).ended;

  const lines = ended.stdout.split("\n").map((line) => line.trim().replace(/\s+/g, " "));
  const wanted = contract.requirements.map(({ id, level, sentence }) => `${id} ${level} ${sentence}`);
  expect(ended).toMatchObject({ exitCode: 0, stderr: "" });
  expect(lines).toEqual(expect.arrayContaining([...wanted, "Endpoints: List all animals"]));
});

it("list prints all requirements as JSON", async () => {
  const { stdout } = await pedigree(["list", "--json"]);

  expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(contract.requirements)));
});

it.each([
  [
    "of a requirement, in whatever letters, its sentence, level, section and checks",
    "list-3",
    [
      "LIST-3  An answer never holds more animals than the limit asks for.\n",
      "must: a sentence of the document",
      "Endpoints: List all animals",
      "list/query/pageSize/obeyed: a page holds no more animals than its limit",
    ],
  ],
  ["of an open point what is accepted", "STATE-2", ["accepts     absent, or any of the three; never null"]],
  ["of an informative one why it is not tested", "EVENT-1", ["reason      there is nothing to receive"]],
  [
    "what a check claims, when it has its turn, and about which requirements it decides",
    "list/query/pagesize/obeyed",
    [
      "list/query/pageSize/obeyed  a page holds no more animals than its limit",
      "phase       read",
      "LIST-3 (must): An answer never holds more animals than the limit asks for.",
    ],
  ],
])("explain tells %s", async (_what, name, told) => {
  const { exitCode, stdout, stderr } = await pedigree(["explain", name]);

  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  expect(told.filter((text) => !stdout.includes(text))).toEqual([]);
});

it.each([
  ["LIST-3", "name: limit", "post:"],
  ["CREATE-1", '"201":', "name: limit"],
])("explain quotes of %s the operation in the description, and no other", async (id, line, other) => {
  const { stdout } = await pedigree(["explain", id]);

  const [, quotation = ""] = /\nthe description says\n((?: {2}[|…].*\n)+)/.exec(stdout) ?? [];
  expect(quotation).toContain(line);
  expect(quotation).not.toContain(other);
});
