import { beforeAll, describe, expect, it } from "vitest";
import { startReferenceServer } from "../../src/reference/index.js";
import { commandName } from "../../src/report/commands.js";
import {
  nameKeyVariable,
  renderConclusion,
  renderSummary,
  type SummaryOptions,
} from "../../src/report/index.js";
import type { Report } from "../../src/run/index.js";
import { allTested, binding, contract, findingOf, judge, judgeDeviant, key } from "../servers/judging.js";
import { hostile, retell } from "./hostile.js";

const plain: SummaryOptions = { color: false, verbose: false, reportPath: "out/report.json" };
const escapes = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/;

describe("the summary of a run that failed", () => {
  let report: Report;

  beforeAll(async () => {
    const server = await startReferenceServer({
      contract,
      key,
      handlers: {
        defaultLimit: () => 25,
        checkContentTypeIsPresent: () => undefined,
        challenge: () => undefined,
      },
    });
    report = await judge(server.url);
    await server.close();
  });

  it("starts with the first failure and its sentence, and ends with the conclusion", () => {
    const lines = renderSummary(report, plain).split("\n");

    expect(lines[0]).toBe(
      "✗ LIST-4 Without a limit, an answer holds 20 animals at most. [must · Endpoints: List all animals]",
    );
    expect(lines.at(-1)).toBe(report.conclusion.sentence);
    expect(lines.at(-2 - report.findings.length)).toContain(
      `seed 1 · ${report.run.requests} requests · ${report.run.created} items added`,
    );
  });

  it("tells of each failure what was asked, expected and got", () => {
    const text = renderSummary(report, plain);

    const block = text.slice(0, text.indexOf("\n\n"));
    const { exchanges } = findingOf(report, "LIST-4");
    expect(block).toMatch(/^ {4}asked {4}GET \/v1\/pets/m);
    expect(block).toMatch(/^ {4}expected at most 20 animals$/m);
    expect(block).toMatch(/^ {4}got {6}25 animals/m);
    expect(block).toMatch(/^ {4}curl {5}curl .*-H "Authorization: Bearer \$PEDIGREE_API_KEY"/m);
    expect(exchanges.length).toBeGreaterThan(0);
  });

  it("tells how often each was seen, and how to send it again, where more is asked for", () => {
    const text = renderSummary(report, { ...plain, verbose: true });

    const { number } = findingOf(report, "LIST-4");
    expect(text).toMatch(/^ {4}seen {5}repeats \(\d of \d\)/m);
    expect(text).toContain(`replay   npx pedigree replay out/report.json --finding ${number}`);
  });

  it.each([{}, { width: 80 }, { width: 200 }])("ends with a line a finding in 80 columns (%o)", (width) => {
    const lines = renderSummary(report, { ...plain, ...width })
      .split("\n")
      .slice(-1 - report.findings.length, -1);

    expect(lines.map((line) => line.trim().split(" ")[0])).toEqual(
      report.findings.map((_, index) => `${index + 1}`),
    );
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(lines[0]?.trim()).toMatch(
      /^1 ✗ LIST-4 Without a limit, .*: expected at most 20 .*, got 25 animals$/,
    );
  });

  it("tells failures before warnings, and warnings before the sections", () => {
    const text = renderSummary(report, { ...plain, verbose: true });

    const places = ["✗ LIST-4", "✗ CREATE-15", "! AUTH-8", "  Authentication ", "does not conform"];
    const found = places.map((place) => text.indexOf(place));
    expect(found).not.toContain(-1);
    expect(found.toSorted((left, right) => left - right)).toEqual(found);
  });

  it("has no escape codes without colour", () => {
    expect(renderSummary(report, plain)).not.toMatch(escapes);
    expect(renderSummary(report, { ...plain, verbose: true })).not.toMatch(escapes);
  });

  it("says the same with colour", () => {
    const colored = renderSummary(report, { ...plain, color: true });

    expect(colored).toContain("\u001b[31m✗\u001b[39m");
    expect(colored.replaceAll(/\u001b\[\d+m/g, "")).toBe(renderSummary(report, plain));
  });

  it("lists every requirement when it is verbose, but those that no request can test", () => {
    const text = renderSummary(report, { ...plain, verbose: true });

    const ids = report.requirements.filter(({ level }) => level !== "informative").map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(60);
    expect(ids.filter((id) => !new RegExp(`(?<![\\w-])${id}(?!\\d)`).test(text))).toEqual([]);
  });

  it("holds no escape code of the server's, whatever the server sent", () => {
    const text = renderSummary(
      retell(report, (each) => hostile + each),
      { ...plain, verbose: true },
    );

    expect(text).not.toMatch(escapes);
    expect(text).not.toMatch(/\p{Bidi_Control}/u);
  });
});

describe("the summary of a run that conforms", () => {
  it("is short, and says how much was tested", async () => {
    const text = renderSummary(await judgeDeviant(() => ({})), plain);

    expect(text.split("\n").length).toBeLessThan(25);
    expect(text.endsWith(`\n${allTested}`)).toBe(true);
    expect(text).not.toContain("✗");
  });

  it("says what was not tested and why", async () => {
    const text = renderSummary(await judgeDeviant(() => ({}), { readOnly: true }), plain);

    expect(text).toContain("Not tested:");
    expect(text).toMatch(/^ {2}[\s\S]*CREATE-1, CREATE-2, [\s\S]*\n {4}untested: this run may not write$/m);
    expect(text).toContain("leave out --read-only");
    expect(text).toMatch(new RegExp(`\\nconforms, \\d+ of ${binding} requirements tested$`));
  });
});

describe("the summary of a finding with many exchanges", () => {
  it("says what was sent before", async () => {
    const report = await judgeDeviant((handlers) => ({
      renderFoundPet: (pet) => handlers.renderFoundPet({ ...pet, name: "Someone else" }),
    }));

    const text = renderSummary(report, plain);

    expect(text).toMatch(/✗ GET-3/);
    expect(text).toMatch(/before {3}.*POST \/v1\/pets → 201/);
  });
});

describe("the conclusion of an inconclusive run", () => {
  it("names the requirements that could not be decided, and why", async () => {
    let received = 0;
    const report = await judgeDeviant(() => ({
      answerEarly: () => (++received === 100 ? { kind: "broken" } : undefined),
    }));

    expect(renderConclusion(report)).toMatch(
      /^inconclusive: .* \(GEN-3: a contradiction was seen once and never again\)$/,
    );
  });

  it("is the sentence where that says why", async () => {
    const report = await judge("http://127.0.0.1:9/v1");

    expect(renderConclusion(report)).toBe(report.conclusion.sentence);
  });
});

describe("the command to type is", () => {
  it.each([
    ["/usr/local/bin/pedigree", "pedigree"],
    ["/project/node_modules/.bin/pedigree", "npx pedigree"],
    ["/root/.npm/_npx/1f/node_modules/.bin/pedigree", "npx pedigree"],
    ["/project/dist/cli/main.js", "npx pedigree"],
  ])("for %s: %s", (script, command) => {
    expect(commandName(script)).toBe(command);
  });
});

describe("the variable of the key", () => {
  it("is the one that the key came from, in every command line", async () => {
    const report = await judgeDeviant(() => ({ pageSize: (limit) => limit + 1 }));

    const text = renderSummary(nameKeyVariable(report, "STAGING_KEY"), plain);

    expect(text).toContain("Bearer $STAGING_KEY");
    expect(text).not.toContain("PEDIGREE_API_KEY");
  });

  it("is never what a shell would take for more than a variable", async () => {
    const report = await judgeDeviant(() => ({ pageSize: (limit) => limit + 1 }));

    expect(nameKeyVariable(report, "X; rm -rf ~")).toBe(report);
  });
});
