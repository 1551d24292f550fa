import { beforeAll, describe, expect, it } from "vitest";
import { startReferenceServer } from "../../src/reference/index.js";
import { renderSummary, type SummaryOptions } from "../../src/report/index.js";
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
      conduct: {
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
    expect(lines.at(-2)).toContain(
      `seed 1 · ${report.run.requests} requests · ${report.run.created} items added`,
    );
  });

  it("tells of each failure what was asked, expected and got, how often, and how to see it again", () => {
    const text = renderSummary(report, plain);

    const story = text.slice(0, text.indexOf("\n\n"));
    const { number, exchanges } = findingOf(report, "LIST-4");
    expect(story).toMatch(/^ {4}asked {4}GET \/v1\/pets/m);
    expect(story).toMatch(/^ {4}expected at most 20 animals$/m);
    expect(story).toMatch(/^ {4}got {6}25 animals/m);
    expect(story).toMatch(/^ {4}seen {5}repeats \(\d of \d\)/m);
    expect(story).toMatch(/^ {4}curl {5}curl .*-H "Authorization: Bearer \$PEDIGREE_API_KEY"/m);
    expect(story).toContain(`replay   pedigree replay out/report.json --finding ${number}`);
    expect(exchanges.length).toBeGreaterThan(0);
  });

  it("tells failures before warnings, and warnings before the sections", () => {
    const text = renderSummary(report, plain);

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
    expect(text).toContain("this run may not write");
    expect(text).toMatch(new RegExp(`\\nconforms, \\d+ of ${binding} requirements tested$`));
  });
});

describe("the summary of a finding with many exchanges", () => {
  it("says what was sent before", async () => {
    const report = await judgeDeviant((conduct) => ({
      renderFoundPet: (pet) => conduct.renderFoundPet({ ...pet, name: "Someone else" }),
    }));

    const text = renderSummary(report, plain);

    expect(text).toMatch(/✗ GET-3/);
    expect(text).toMatch(/before {3}.*POST \/v1\/pets → 201/);
  });
});
