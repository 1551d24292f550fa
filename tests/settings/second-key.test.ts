import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { pedigree, temporaryFolder } from "../cli/pedigree.js";

const spec = new URL("../../examples/fastify/openapi.yaml", import.meta.url).pathname;
const flag = ["--second-key-file", "second.key"];
const target = "targets: { a: { url: 'http://127.0.0.1:1', second: { env: BEN } } }\ntarget: a\n";

it.each<[string, string, readonly string[], Record<string, string>, number, RegExp]>([
  [
    "is the first",
    "api: { private: true }",
    [],
    { PEDIGREE_SECOND_API_KEY: "key-of-ada-1" },
    2,
    /the second API key is the first: give one of another user/,
  ],
  ["is the first, in a file", "api: { private: true }", flag, {}, 2, /the second API key is the first/],
  [
    "is that of the target",
    `${target}api: { private: true }`,
    [],
    { BEN: "key-of-ada-1" },
    2,
    /the second API key is the first/,
  ],
  [
    "is not there",
    `${target}api: { private: true }`,
    [],
    {},
    2,
    /variable BEN is to hold the key of a, but is not set/,
  ],
  [
    "is not used",
    "strict: true",
    flag,
    {},
    3,
    /the second API key is not used: api: private in the configuration/,
  ],
  [
    "has no use in one place",
    "api: { private: [addBook] }",
    [],
    {},
    3,
    /api: private: addBook serves no item/,
  ],
  [
    "is for an unknown operation",
    "api: { private: [getBok] }",
    [],
    {},
    2,
    /no operation getBok; did you mean getBook/,
  ],
  [
    "is for what is no list",
    "api: { private: getBook }",
    [],
    {},
    2,
    /private: must be true, or a list of operation ids/,
  ],
])("says so where the second key %s", async (_, configuration, flags, environment, exitCode, message) => {
  const directory = temporaryFolder();
  writeFileSync(join(directory, "pedigree.config.yaml"), `${configuration}\n`);
  writeFileSync(join(directory, "second.key"), "key-of-ada-1\n");
  const named = configuration.includes("target: a") ? [] : ["--target", "http://127.0.0.1:1"];
  const ended = await pedigree(["run", "--spec", spec, ...named, "--reports", "reports", ...flags], {
    directory,
    environment: { PEDIGREE_API_KEY: "key-of-ada-1", ...environment },
  });
  expect(ended).toMatchObject({ exitCode, stderr: expect.stringMatching(message) });
});
