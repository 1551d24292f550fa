import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { renderTemplate } from "../../src/cli/init-command.js";
import { ConfigurationError, specDirectory } from "../../src/description/index.js";
import { profiles } from "../../src/engine/index.js";
import { renderJsonSchema } from "../../src/settings/configuration/configuration-schema.js";
import { profileNames } from "../../src/settings/kinds.js";
import { contract } from "../servers/judging.js";
import { configure, refusalOf, uncommented } from "./configured.js";

const staging = "targets:\n  staging:\n    url: https://staging.example/v1\n";

/** All that is wrong here is said behind it, in the order in which it is told. */
const wrong = `
profiel: gate # profiel: is not known here; did you mean profile?
target: stagin # target: there is no target stagin; did you mean staging?
profile: nigthly # profile: must be one of gate, nightly, certification; did you mean nightly?
strict: 1 # strict: must be true or false
reports:
  formats:
    - json
    - junti # reports › formats › 1: must be one of json, junit, markdown, html, ctrf, har, all; did you mean junit?
profiles:
  gaet: {} # profiles › gaet: is not known here; did you mean gate?
  certification: { require-tested: false } # profiles › certification › require-tested: certification always requires everything to be tested: leave it out
targets:
  staging: { url: http://x/v1 }
  needed: {} # targets › needed › url: is missing: it must be an HTTP address such as https://staging.example/v1
  near: { ulr: http://x/v1 } # targets › near › ulr: is not known here; did you mean url?
  base: { baseUrl: http://x/v1 } # targets › base › baseUrl: is not known here; did you mean url?
  a/b: { url: http://x/v1 } # targets › a/b: must be a name of letters, digits, hyphens, dots and underscores
  scheme: { url: localhost } # targets › scheme › url: must be an HTTP address such as https://staging.example/v1
  query: { url: "http://x/v1?y" } # targets › query › url: "http://x/v1?y" has a query or fragment: give the base address only
  production: { url: http://x/v1, production: false } # targets › production › production: a target of this name is a production target: rename it
  writing: { url: http://x/v1, writing: true } # targets › writing › writing: must be one of allowed
  both: { url: http://x/v1, read-only: true, writing: allowed } # targets › both › writing: contradicts read-only: true; leave one of them out
  start: { url: http://x/v1, wait-for: http://x/v1 } # targets › start › wait-for: needs start with the command that starts the server
  bare: { url: http://x/v1, key: secret } # targets › bare › key: must be one of { env: NAME }, { file: PATH } and { value: KEY }
  two: { url: http://x/v1, key: { env: secret, file: b } } # targets › two › key: must be one of { env: NAME }, { file: PATH } and { value: KEY }
  evn: { url: http://x/v1, key: { evn: secret } } # targets › evn › key › evn: is not known here; did you mean env?
  several:
    url: http://x/v1
    concurency: 4 # targets › several › concurency: is not known here; did you mean concurrency?
    concurrency: 0.5 # targets › several › concurrency: must be an integer from 1
    rate: fast # targets › several › rate: must be a number from 0.001
    timeout: soon # targets › several › timeout: must be a duration such as 500ms, 10s or 2m
    proxy: socks5://u:secret@x # targets › several › proxy: the proxy is no http or https address: give one such as http://proxy.example:3128, or none
    categories:
      - 1
      - "9223372036854775808" # targets › several › categories › 1: must be a 64-bit integer, in quotes beyond 2^53
      - 9007199254740993 # targets › several › categories › 2: must be a 64-bit integer, in quotes beyond 2^53
    headers:
      X-Version: 2 # targets › several › headers › X-Version: must be a text: put it in quotes
  still: { url: http://x/v1, rate: 0 } # targets › still › rate: must be a number from 0.001
  ours: { url: http://x/v1, headers: { authorization: x } } # targets › ours › headers › authorization: authorization cannot be set: Pedigree puts good and bad keys there; the key comes from PEDIGREE_API_KEY
  cases: { url: http://x/v1, headers: { Content-Type: x } } # targets › cases › headers › Content-Type: Content-Type cannot be set: the cases decide what is sent there
  blank: { url: http://x/v1, headers: { "X Y": z } } # targets › blank › headers › X Y: "X Y" is no name of a header
expect:
  limit-out-of-rang: 400 # expect › limit-out-of-rang: there is no such open point; did you mean limit-out-of-range?
  limit-out-of-range: 401 # expect › limit-out-of-range: 401 is none of the choices (200, 4xx); did you mean 200?
  unknown-category: [] # expect › unknown-category: must be a choice, or a list of them
  other-content-type:
    - 400
    - acepted # expect › other-content-type › 1: acepted is none of the choices (accepted, 400, 415); did you mean accepted?
waivers:
  - { requirement: LIST-3, reason: later, owner: us, expires: 2026-12-31 }
  - { requirement: LIST-33, reason: later, owner: us, expires: 2026-12-31 } # waivers › 1 › requirement: there is no requirement LIST-33; did you mean LIST-3?
  - { requirement: LIST-13, reason: later, owner: us, expires: 2026-12-31 } # waivers › 2 › requirement: LIST-13 is an open point: whatever a server does there is no failure, so that there is nothing to waive; only must, implied and advice can be waived
  - { requirement: STATE-1, reason: later, owner: us, expires: 2026-12-31 } # waivers › 3 › requirement: STATE-1 can be tested by no request, so that there is nothing to waive; only must, implied and advice can be waived
  - { requirement: list-3, reason: later, owner: us, expires: 2026-12-31 } # waivers › 4 › requirement: LIST-3 is waived already: see waivers › 0
  - { requirement: LIST-4, reason: later, owner: us, expires: 2026-02-30 } # waivers › 5 › expires: must be a day such as 2026-12-31
  - { requirement: LIST-5, reason: later, owner: us } # waivers › 6 › expires: is missing: it must be a day such as 2026-12-31
`;

describe("a configuration is refused", () => {
  it("for all that is wrong in it, from the top, with line, place and what is meant", () => {
    const wanted = wrong.split("\n").flatMap((line, index) => {
      const reason = / # (.*)/.exec(line)?.[1];
      return reason === undefined ? [] : [`${index + 1}: ${reason}`];
    });

    const told = refusalOf(() => configure(wrong))
      .split("\n")
      .map((line) => line.replace(/^pedigree\.config\.yaml:(\d+):\d+/, "$1"));

    expect(wanted.length).toBeGreaterThan(40);
    expect(told).toEqual(wanted);
  });

  it.each([
    ["strict: true\nstrict: false\n", /^pedigree\.config\.yaml:2:1: Map keys must be unique/],
    ["- target\n", /^pedigree\.config\.yaml:1:1: the file: must be a map of keys and values$/],
  ])("where it is no map, with line and column: %j", (text, reason) => {
    expect(refusalOf(() => configure(text))).toMatch(reason);
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
      { numRuns: 50, seed: 1 },
    );
  });
});

describe("a configuration is read:", () => {
  it.each(["", "# strict: true\n", "$schema: ./config.schema.json\n"])(
    "one that states nothing: %j",
    (text) => {
      const { targets, settings } = configure(text);

      expect([targets.size, settings.strict]).toEqual([0, undefined]);
    },
  );

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
    const text = "waivers:\n  - { requirement: list-3, reason: later, owner: us, expires: 2026-12-31 }\n";

    expect(configure(text).waivers).toEqual([
      { requirement: "LIST-3", reason: "later", owner: "us", expires: "2026-12-31" },
    ]);
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

  const validate = new Ajv2020({ strict: false, formats: { date: true } }).compile(
    JSON.parse(renderJsonSchema(contract)),
  );
  it.each([
    ["an example of every setting", uncommented(renderTemplate()), true],
    ["a key that there is not", "tragets: {}", false],
    ["a duration without sense", `${staging}    timeout: soon`, false],
    ["a rate of nothing", `${staging}    rate: 0`, false],
    ["a key from two places", `${staging}    key: { env: A, file: b }`, false],
    ["start without wait-for: the target is waited for", `${staging}    start: npm start`, true],
    ["wait-for without start", `${staging}    wait-for: http://x/v1`, false],
  ])("judges as pedigree does, for editors: %s", (_what, text, isValid) => {
    expect(validate(parse(text))).toBe(isValid);
  });
});

it("what reads a configuration is loaded only where there is one: it takes longer than all else", () => {
  const folder = new URL("../../src/settings/", import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
  const eager = files.filter((file) => {
    const text = readFileSync(new URL(file, folder), "utf8");
    const isLater = /^configuration\/(?!open-configuration)/.test(file);
    return (
      !isLater &&
      /^import (?!type ).*"(?:zod|.*\/(?:configuration|configuration-schema|problems)\.js)"/m.test(text)
    );
  });

  expect(files).toContain("configuration/open-configuration.ts");
  expect(eager).toEqual([]);
});

it("members that the server computes or ignores are named for all operations, or by operation", () => {
  const { known } = configure("api: { computed: [total], ignored: { addOrder: [number, total] } }");
  expect(known.computed).toEqual([{ name: "total" }]);
  expect(known.ignored).toEqual([
    { operation: "addOrder", name: "number" },
    { operation: "addOrder", name: "total" },
  ]);
});
