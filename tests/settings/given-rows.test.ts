import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadYamlFile } from "../../src/description/index.js";
import { readConfiguration } from "../../src/settings/configuration/configuration.js";
import { contract } from "../servers/judging.js";
import { configure, refusalOf, writeConfiguration } from "./configured.js";

/** Reads a configuration whose values stand in a file beside it. */
function valuesWith(values: string, [name, text]: readonly [string, string]) {
  const { path } = writeConfiguration(`api:\n  values: ${values}\n`);
  writeFileSync(join(dirname(path), name), text);
  return readConfiguration(loadYamlFile(path), contract).known.values;
}

describe("values in a file of rows", () => {
  it.each([
    [
      "are those of a column with the name of the member",
      "{ addUser.name: { rows: users.csv } }",
      ["users.csv", 'id,name\r\n1,"Ada, ""the first"""\r\n2,Bo\r\n'],
      { "addUser.name": { rows: ['Ada, "the first"', "Bo"] } },
    ],
    [
      "are the members of an operation where no column has the name",
      "{ addUser: { rows: users.csv } }",
      ["users.csv", "id,name\n1,Ada\n"],
      { "addUser.id": { rows: ["1"] }, "addUser.name": { rows: ["Ada"] } },
    ],
    [
      "may be a list of maps",
      "{ name: { rows: users.yaml } }",
      ["users.yaml", "- name: Ada\n- name: Bo\n"],
      { name: { rows: ["Ada", "Bo"] } },
    ],
  ] as const)("%s", (_, values, file, expected) => {
    expect(valuesWith(values, file)).toEqual(expected);
  });

  it("are refused where the file has no rows", () => {
    expect(
      refusalOf(() => valuesWith("{ name: { rows: users.yaml } }", ["users.yaml", "name: Ada"])),
    ).toMatch(/users\.yaml must have rows: CSV with a line of names, or a list of maps$/);
  });
});

it("A brace of a given value is doubled, or that of a placeholder", () => {
  expect(refusalOf(() => configure('api:\n  values: { name: "pg{number}" }\n'))).toMatch(
    /api › values › name: has a brace that is neither doubled nor that of \{n\} or \{word\}: write \{\{ and \}\} for braces$/,
  );
});
