import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readConfiguration } from "../../src/cli/configuration/configuration.js";
import { renderJsonSchema } from "../../src/cli/configuration/schema.js";
import { renderTemplate } from "../../src/cli/init-command.js";
import { profileNames } from "../../src/cli/values.js";
import { ConfigurationError, specDirectory } from "../../src/description/index.js";
import { profiles } from "../../src/run/index.js";
import { contract } from "../servers/judging.js";
import { configure, refusalOf, uncommented } from "./configured.js";

const staging = "targets:\n  staging:\n    url: https://staging.example/v1\n";
const waiver = (requirement: string, expires = "2026-12-31"): string =>
  `  - { requirement: ${requirement}, reason: later, owner: us, expires: ${expires} }\n`;

describe("a configuration is refused with file, line and what is meant:", () => {
  it.each<readonly [string, string, number, string]>([
    [
      "a key that there is not",
      "profile: gate\ntragets: {}\n",
      2,
      "tragets: is not known here; did you mean targets?",
    ],
    [
      "a key of a target that there is not",
      `${staging}    concurency: 4\n`,
      4,
      "targets › staging › concurency: is not known here; did you mean concurrency?",
    ],
    [
      "a key that is needed, written wrong",
      "targets:\n  staging: { ulr: http://x/v1 }\n",
      2,
      "targets › staging › ulr: is not known here; did you mean url?",
    ],
    [
      "a target without an address",
      "targets:\n  staging: {}\n",
      2,
      "targets › staging › url: is missing: it must be an HTTP address such as https://staging.example/v1",
    ],
    [
      "a profile that there is not",
      "profile: nigthly\n",
      1,
      "profile: must be one of gate, nightly, certification; did you mean nightly?",
    ],
    [
      "a change to a profile that there is not",
      "profiles:\n  gaet: {}\n",
      2,
      "profiles › gaet: is not known here; did you mean gate?",
    ],
    [
      "a format that there is not",
      "reports:\n  formats:\n    - json\n    - junti\n",
      4,
      "reports › formats › 1: must be one of json, junit, markdown, html, ctrf, har, all; did you mean junit?",
    ],
    [
      "a text for a number",
      `${staging}    rate: fast\n`,
      4,
      "targets › staging › rate: must be a number from 0.001",
    ],
    [
      "a rate of nothing",
      `${staging}    rate: 0\n`,
      4,
      "targets › staging › rate: must be a number from 0.001",
    ],
    [
      "half a connection",
      `${staging}    concurrency: 0.5\n`,
      4,
      "targets › staging › concurrency: must be an integer from 1",
    ],
    ["a number for a yes or no", "strict: 1\n", 1, "strict: must be true or false"],
    [
      "a duration without sense",
      `${staging}    timeout: soon\n`,
      4,
      "targets › staging › timeout: must be a duration such as 500ms, 10s or 2m",
    ],
    [
      "a name that --target could not take",
      "targets:\n  a/b: { url: http://x/v1 }\n",
      2,
      "targets › a/b: must be a name of letters, digits",
    ],
    [
      "an address without a scheme",
      "targets:\n  a: { url: localhost }\n",
      2,
      "targets › a › url: must be an HTTP address such as",
    ],
    ["an address with a query", "targets:\n  a: { url: 'http://x/v1?y' }\n", 2, "has a query or fragment"],
    [
      "a category beyond 64 bits",
      `${staging}    categories: [1, '9223372036854775808']\n`,
      4,
      "categories › 1: must be a 64-bit integer",
    ],
    [
      "a category that YAML rounds",
      `${staging}    categories:\n      - 9007199254740993\n`,
      5,
      "categories › 0: must be a 64-bit integer, in quotes beyond 2^53",
    ],
    [
      "a header of ours",
      `${staging}    headers:\n      authorization: x\n`,
      5,
      "authorization cannot be set: Pedigree puts good and bad keys there",
    ],
    [
      "the header that the cases decide about",
      `${staging}    headers: { Content-Type: x }\n`,
      4,
      "Content-Type cannot be set: the cases decide",
    ],
    [
      "a header that is a number",
      `${staging}    headers: { X-Version: 2 }\n`,
      4,
      "headers › X-Version: must be a text: put it in quotes",
    ],
    ["a header that none can be", `${staging}    headers: { "X Y": z }\n`, 4, '"X Y" is no name of a header'],
    [
      "a proxy that is none",
      `${staging}    proxy: socks5://u:secret@x\n`,
      4,
      "proxy: the proxy is no http or https address",
    ],
    [
      "a key that stands there bare",
      `${staging}    key: secret\n`,
      4,
      "key: must be one of { env: NAME }, { file: PATH } and { value: KEY }",
    ],
    [
      "a key from two places",
      `${staging}    key: { env: A, file: b }\n`,
      4,
      "key: must be one of { env: NAME }",
    ],
    [
      "a key from elsewhere",
      `${staging}    key: { evn: A }\n`,
      4,
      "key › evn: is not known here; did you mean env?",
    ],
    [
      "--start without --wait-for",
      `${staging}    start: npm start\n`,
      4,
      "targets › staging › start: needs wait-for with the address that answers",
    ],
    [
      "writing that is read-only",
      `${staging}    read-only: true\n    writing: allowed\n`,
      5,
      "targets › staging › writing: contradicts read-only: true",
    ],
    ["writing that is not allowed", `${staging}    writing: true\n`, 4, "writing: must be one of allowed"],
    [
      "production that is none",
      "targets:\n  production: { url: http://x/v1, production: false }\n",
      2,
      "a target of this name is a production target",
    ],
    [
      "a default target that there is not",
      `target: stagin\n${staging}`,
      1,
      "target: there is no target stagin; did you mean staging?",
    ],
    [
      "a certification that leaves things out",
      "profiles:\n  certification: { require-tested: false }\n",
      2,
      "certification always requires everything to be tested",
    ],
    [
      "an open point that there is not",
      "expect:\n  limit-out-of-rang: 400\n",
      2,
      "expect › limit-out-of-rang: there is no such open point; did you mean limit-out-of-range?",
    ],
    [
      "a choice that a server does not have",
      "expect:\n  limit-out-of-range: 500\n",
      2,
      "expect › limit-out-of-range: 500 is none of the choices (200, 4xx); did you mean 200?",
    ],
    [
      "one of several such choices",
      "expect:\n  other-content-type:\n    - 400\n    - acepted\n",
      4,
      "acepted is none of the choices (accepted, 400, 415); did you mean accepted?",
    ],
    ["a 401 among 4xx", "expect: { limit-out-of-range: 401 }\n", 1, "401 is none of the choices"],
    [
      "no choice",
      "expect: { limit-out-of-range: [] }\n",
      1,
      "expect › limit-out-of-range: must be a choice, or a list of them",
    ],
    [
      "a waiver of what there is not",
      `waivers:\n${waiver("LIST-33")}`,
      2,
      "waivers › 0 › requirement: there is no requirement LIST-33; did you mean LIST-3?",
    ],
    [
      "a waiver of an open point",
      `waivers:\n${waiver("LIST-3")}${waiver("LIST-13")}`,
      3,
      "LIST-13 is an open point",
    ],
    [
      "a waiver of what no request tests",
      `waivers:\n${waiver("STATE-1")}`,
      2,
      "STATE-1 can be tested by no request",
    ],
    [
      "a second waiver",
      `waivers:\n${waiver("LIST-3")}${waiver("list-3")}`,
      3,
      "LIST-3 is waived already: see waivers › 0",
    ],
    [
      "a day that there is not",
      `waivers:\n${waiver("LIST-3", "2026-02-30")}`,
      2,
      "waivers › 0 › expires: must be a day such as 2026-12-31",
    ],
    [
      "a waiver for ever",
      "waivers:\n  - { requirement: LIST-3, reason: later, owner: us }\n",
      2,
      "waivers › 0 › expires: is missing: it must be a day such as 2026-12-31",
    ],
    ["a key given twice", "strict: true\nstrict: false\n", 2, "Map keys must be unique"],
    ["a list", "- target\n", 1, "the file: must be a map of keys and values"],
  ])("%s", (_what, text, line, reason) => {
    const refusal = refusalOf(() => configure(text));

    expect(refusal).toContain(reason);
    expect(refusal).toMatch(new RegExp(`^pedigree\\.config\\.yaml:${line}:\\d+: `));
    expect(refusal).not.toMatch(/\n|secret/);
  });

  it("all that is wrong at once, from the top, with line and column", () => {
    const text = `profiel: gate\n${staging}    rate: fast\n    key: { value: secret, file: a }\n    start: x\nstrict: 1\n${"waivers:\n"}${waiver("LIST-33")}expect: { limit-out-of-rang: 400 }\ntarget: live\n`;

    const refusal = refusalOf(() => configure(text)).split("\n");

    expect(refusal.map((line) => line.split(": ").slice(0, 2).join(" "))).toEqual([
      "pedigree.config.yaml:1:1 profiel",
      "pedigree.config.yaml:5:5 targets › staging › rate",
      "pedigree.config.yaml:6:5 targets › staging › key",
      "pedigree.config.yaml:7:5 targets › staging › start",
      "pedigree.config.yaml:8:1 strict",
      "pedigree.config.yaml:10:7 waivers › 0 › requirement",
      "pedigree.config.yaml:11:11 expect › limit-out-of-rang",
      "pedigree.config.yaml:12:1 target",
    ]);
  });

  it("whatever stands in place of a value, and never with a bug", () => {
    const example: unknown = parse(uncommented(renderTemplate()));
    const value = fc.oneof(
      fc.constantFrom<unknown>(null, [], {}, [null], { a: [{}] }, "", "x", -1, true),
      fc.jsonValue(),
    );

    fc.assert(
      fc.property(fc.nat(), value, (at, other) => {
        let left = at % 70;
        const change = (node: unknown): unknown => {
          left -= 1;
          if (left === -1) return other;
          if (typeof node !== "object" || node === null) return node;
          if (Array.isArray(node)) return node.map(change);
          return Object.fromEntries(Object.entries(node).map(([key, each]) => [key, change(each)]));
        };
        const text = JSON.stringify(change(example));
        try {
          configure(text);
        } catch (error) {
          expect(error).toBeInstanceOf(ConfigurationError);
          expect(String(error)).toMatch(/yaml:\d+:\d+: \S/);
        }
      }),
      { numRuns: 100, seed: 1 },
    );
  });

  it("no file where one is named", () => {
    const refusal = refusalOf(() => readConfiguration("/no/such/pedigree.config.yaml", contract));

    expect(refusal).toBe("pedigree.config.yaml: cannot be read (ENOENT)");
  });
});

describe("a configuration is read:", () => {
  it("an empty one, and one that is commented out", () => {
    expect(configure("").targets.size).toBe(0);
    expect(configure("# strict: true\n").settings.strict).toBeUndefined();
  });

  it("choices as numbers, statuses of a class, words and lists, by requirement", () => {
    const text =
      "expect:\n  limit-out-of-range: 422\n  unknown-category: [400, accepted]\n  visibility: at once\n";

    expect(Object.fromEntries(configure(text).expectations)).toEqual({
      "LIST-13": ["422"],
      "CREATE-23": ["400", "accepted"],
      "STATE-4": ["at once"],
    });
  });

  it("waivers, with ids as the catalogue writes them", () => {
    expect(configure(`waivers:\n${waiver("list-3")}`).waivers).toEqual([
      { requirement: "LIST-3", reason: "later", owner: "us", expires: "2026-12-31" },
    ]);
  });

  it("the schema's address in it, for editors", () => {
    expect(() => configure("$schema: ./config.schema.json\n")).not.toThrow();
  });
});

describe("the schema of the configuration", () => {
  it("is published as the code has it: npm run schemas", () => {
    const published = JSON.parse(readFileSync(join(specDirectory, "config.schema.json"), "utf8"));

    expect(published).toEqual(JSON.parse(renderJsonSchema(contract)));
  });

  it("knows the profiles that there are", () => {
    expect(profileNames).toEqual(Object.keys(profiles));
  });

  it.each([
    ["an example of every setting", uncommented(renderTemplate()), true],
    ["a key that there is not", "tragets: {}", false],
    ["a duration without sense", `${staging}    timeout: soon`, false],
    ["a rate of nothing", `${staging}    rate: 0`, false],
    ["a key from two places", `${staging}    key: { env: A, file: b }`, false],
    ["--start without --wait-for", `${staging}    start: npm start`, false],
  ])("judges as pedigree does, for editors: %s", (_what, text, isValid) => {
    const validate = new Ajv2020({ strict: false, formats: { date: true } }).compile(
      JSON.parse(renderJsonSchema(contract)),
    );

    expect(validate(parse(text))).toBe(isValid);
  });
});

it("what reads a configuration is loaded only where there is one: it takes longer than all else", () => {
  const folder = new URL("../../src/cli/", import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
  const eager = files.filter((file) => {
    const text = readFileSync(new URL(file, folder), "utf8");
    const isLater = /^configuration\/(?!load-configuration)/.test(file);
    return !isLater && /^import (?!type ).*"(?:zod|.*\/(?:configuration|schema|problems)\.js)"/m.test(text);
  });

  expect(files).toContain("configuration/load-configuration.ts");
  expect(eager).toEqual([]);
});
