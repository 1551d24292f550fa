import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadConfiguration } from "../../src/cli/configuration/configuration.js";
import { specDirectory } from "../../src/description/index.js";
import { formats } from "../../src/report/index.js";
import { profiles } from "../../src/run/index.js";
import { contract } from "../servers/judging.js";
import { configure, refusalOf } from "./configured.js";

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
      "targets › staging: must have required property 'url'",
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
    ["a text for a number", `${staging}    rate: fast\n`, 4, "targets › staging › rate: must be number"],
    ["a rate of nothing", `${staging}    rate: 0\n`, 4, "targets › staging › rate: must be > 0"],
    ["half a connection", `${staging}    concurrency: 0.5\n`, 4, "targets › staging › concurrency: must be"],
    ["a number for a yes or no", "strict: 1\n", 1, "strict: must be boolean"],
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
      "categories › 1: 9223372036854775808 does not fit into 64 bits",
    ],
    [
      "a category that YAML rounds",
      `${staging}    categories:\n      - 9007199254740993\n`,
      5,
      "put it in quotes",
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
      2,
      "must have property wait-for when property start is present",
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
    ["no choice", "expect: { limit-out-of-range: [] }\n", 1, "must NOT have fewer than 1 items"],
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
      "LIST-3 is waived already, on line 2",
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
      "must have required property 'expires'",
    ],
    ["a key given twice", "strict: true\nstrict: false\n", 2, "Map keys must be unique"],
    ["a list", "- target\n", 1, "the file: must be object"],
  ])("%s", (_what, text, line, reason) => {
    const refusal = refusalOf(() => configure(text));

    expect(refusal).toContain(reason);
    expect(refusal).toMatch(new RegExp(`^pedigree\\.config\\.yaml:${line}: `));
    expect(refusal).not.toMatch(/\n|secret/);
  });

  it("no file where one is named", () => {
    const refusal = refusalOf(() => loadConfiguration("/no/such/pedigree.config.yaml", contract));

    expect(refusal).toBe("pedigree.config.yaml: cannot be read (ENOENT)");
  });
});

describe("a configuration is read:", () => {
  it("an empty one, and one that is commented out", () => {
    expect(configure("").targets.size).toBe(0);
    expect(configure("# strict: true\n").strict).toBeUndefined();
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

interface ObjectSchema {
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly additionalProperties: unknown;
}

describe("the schema of the configuration", () => {
  const schema = JSON.parse(readFileSync(join(specDirectory, "config.schema.json"), "utf8"));

  it("knows the profiles and formats that there are", () => {
    expect(schema.properties.profile.enum).toEqual(Object.keys(profiles));
    expect(Object.keys(schema.properties.profiles.properties)).toEqual(Object.keys(profiles));
    expect(schema.properties.reports.properties.formats.items.enum).toEqual([...Object.keys(formats), "all"]);
  });

  it("explains every key, and lets no other in", () => {
    const objects: ObjectSchema[] = [];
    const collect = (value: unknown): void => {
      if (typeof value !== "object" || value === null) return;
      if ("additionalProperties" in value && "properties" in value) objects.push(value as ObjectSchema);
      Object.values(value).forEach(collect);
    };
    collect(schema);
    const keys = objects.flatMap(({ properties }) => Object.entries(properties));

    expect(keys.length).toBeGreaterThan(40);
    expect(keys.filter(([, key]) => !key["title"] || !key["description"]).map(([name]) => name)).toEqual([]);
    expect(objects.map(({ additionalProperties }) => additionalProperties)).toEqual(objects.map(() => false));
  });
});
