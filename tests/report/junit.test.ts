import { describe, expect, it } from "vitest";
import { renderJunit } from "../../src/report/junit.js";
import type { Report, RunOptions } from "../../src/run/index.js";
import { judgeDeviant } from "../servers/judging.js";
import { hostile, retell } from "./hostile.js";
import { hostileMarkup } from "./hostile-markup.js";
import { brokenReport, doubtfulReport, waive } from "./kept-reports.js";
import { elementsNamed, readXml, type XmlElement } from "./xml-reader.js";

const count = ({ requirements }: Report, ...verdicts: readonly string[]): string =>
  `${requirements.filter(({ verdict }) => verdicts.includes(verdict)).length}`;
const sum = (suites: readonly XmlElement[], attribute: string): string =>
  `${suites.reduce((total, { attributes }) => total + Number(attributes[attribute]), 0)}`;

const propertiesOf = (element: XmlElement): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    element.children
      .filter(({ name }) => name === "properties")
      .flatMap(({ children }) => children)
      .map(({ attributes }) => [attributes["name"] ?? "", attributes["value"]]),
  );

describe("junit.xml", () => {
  it("has a case a requirement, in suites by section, and counts that agree with the report", async () => {
    const report = await judgeDeviant(
      () => ({ pageSize: (limit) => limit + 1, challenge: () => undefined }),
      {
        maxCreated: 40,
      },
    );

    const root = readXml(renderJunit(report));

    const suites = elementsNamed(root, "testsuite");
    const cases = elementsNamed(root, "testcase");
    expect(cases.map(({ attributes }) => attributes["name"]?.split(" ")[0]).toSorted()).toEqual(
      report.requirements.map(({ id }) => id).toSorted(),
    );
    expect(suites.map(({ attributes }) => attributes["name"])).toEqual([
      ...new Set(report.requirements.map(({ section }) => section)),
    ]);
    expect(root.attributes).toMatchObject({
      tests: `${report.requirements.length}`,
      failures: count(report, "failed"),
      errors: count(report, "inconclusive"),
      skipped: count(report, "untested", "not applicable"),
    });
    for (const attribute of ["tests", "failures", "errors", "skipped"]) {
      expect(sum(suites, attribute)).toBe(root.attributes[attribute]);
    }
    expect(elementsNamed(root, "failure")).toHaveLength(report.counts.failed);
    expect(elementsNamed(root, "skipped")).toHaveLength(
      report.counts.untested + report.counts["not applicable"],
    );
    expect(report.counts).toMatchObject({ warned: 1 });
    expect(report.counts.failed).toBeGreaterThan(0);
    expect(report.counts.untested).toBeGreaterThan(0);
  });

  it("tells of a failed requirement what was expected, what came, and how to send it again", async () => {
    const report = await judgeDeviant(() => ({ defaultLimit: () => 25 }));

    const [failure] = elementsNamed(readXml(renderJunit(report, "out/report.json")), "failure");

    expect(failure?.attributes).toEqual({
      message: "expected at most 20 animals, got 25 animals",
      type: "must",
    });
    expect(failure?.text).toContain("LIST-4 (must) Without a limit, an answer holds 20 animals at most.");
    expect(failure?.text).toContain(
      `pedigree replay out/report.json --finding 1 --target ${report.target.baseUrl}`,
    );
    expect(failure?.text).toContain("$PEDIGREE_API_KEY");
  });

  it("calls inconclusive requirements errors, with the reason", async () => {
    let received = 0;
    const report = await judgeDeviant(() => ({
      answerEarly: () => (++received === 100 ? { kind: "broken" } : undefined),
    }));

    const errors = elementsNamed(readXml(renderJunit(report)), "error");

    expect(errors.map(({ attributes }) => attributes)).toEqual([
      { message: "a contradiction was seen once and never again", type: "inconclusive" },
    ]);
  });

  it.each<readonly [string, Partial<RunOptions>, string, RegExp]>([
    ["a target that is away", { baseUrl: "http://127.0.0.1:9/v1" }, "error", /nothing listens/],
    ["a refused key", { key: "another-key" }, "error", /refuses the API key/],
    ["nothing tested", { only: ["CREATE-1"], readOnly: true }, "error", /nothing was tested/],
    ["too little tested", { requireTested: true, readOnly: true }, "failure", /this run asks for all/],
  ])(
    "says once why a run does not conform that no case tells of: %s",
    async (_what, options, kind, reason) => {
      const report = await judgeDeviant(() => ({}), options);

      const root = readXml(renderJunit(report));

      const told = ["error", "failure"].flatMap((name) => elementsNamed(root, name));
      expect(told.map(({ name, attributes }) => [name, attributes["message"]])).toEqual([
        [kind, expect.stringMatching(reason)],
      ]);
      expect(told[0]?.text).toBe(report.conclusion.sentence);
      expect(root.attributes[`${kind}s`]).toBe("1");
      expect(elementsNamed(root, "testcase")).toHaveLength(Number(root.attributes["tests"]));
    },
  );

  it("says how long the checks of a requirement took", async () => {
    const slow = await judgeDeviant(
      (handlers) => ({
        finish: async (...args) => {
          await new Promise((resolve) => setTimeout(resolve, 30));
          return handlers.finish(...args);
        },
      }),
      { only: ["LIST-3"] },
    );

    const root = readXml(renderJunit(slow));

    const timeOf = (id: string): number =>
      Number(
        elementsNamed(root, "testcase").find(({ attributes }) => attributes["name"]?.startsWith(`${id} `))
          ?.attributes["time"],
      );
    expect(timeOf("LIST-3")).toBeGreaterThanOrEqual(0.03);
    expect(timeOf("CREATE-17")).toBe(0);
    expect(Number(sum(elementsNamed(root, "testsuite"), "time"))).toBeGreaterThanOrEqual(0.03);
  });

  it("says of each suite with what the run was made", async () => {
    const report = await brokenReport();

    const suites = elementsNamed(readXml(renderJunit(report)), "testsuite");

    for (const suite of suites) {
      expect(propertiesOf(suite)).toMatchObject({
        target: report.target.baseUrl,
        profile: "gate",
        seed: "1",
        "run-id": report.run.id,
        "tool-version": `pedigree ${report.tool.version}`,
        conclusion: report.conclusion.sentence,
      });
    }
    expect(suites.length).toBeGreaterThan(5);
  });

  it("tells which checks put a requirement to the test, and with how many inputs", async () => {
    const root = readXml(renderJunit(await brokenReport()));

    const list = elementsNamed(root, "testcase").find(({ attributes }) =>
      attributes["name"]?.startsWith("LIST-2 "),
    );
    const output = elementsNamed(list!, "system-out")[0]?.text;
    expect(output).toMatch(/^check \S+: .+ \(inputs: \d+ passed.*\)$/m);
  });

  it("skips what is waived, with the reason in both places that readers look at", async () => {
    const report = waive(await brokenReport(), "applied");
    const waived = report.requirements.find(({ waiver }) => waiver !== undefined);

    const root = readXml(renderJunit(report, "out/report.json"));

    const found = elementsNamed(root, "testcase").find(({ attributes }) =>
      attributes["name"]?.startsWith(`${waived?.id} `),
    );
    const reason = "waived until 2026-12-31 (store team): it comes with release 12";
    expect(elementsNamed(found!, "skipped")[0]).toMatchObject({
      attributes: { message: reason },
      text: reason,
    });
    expect(elementsNamed(found!, "system-out")[0]?.text).toMatch(
      /^failed, and waived\n[\s\S]*pedigree replay out\/report\.json --finding/,
    );
    expect(root.attributes["failures"]).toBe(`${report.counts.failed - 1}`);
    expect(elementsNamed(root, "failure")).toHaveLength(report.counts.failed - 1);
    expect(elementsNamed(root, "skipped")).toHaveLength(Number(root.attributes["skipped"]));
  });

  it("keeps a failure whose waiver has expired", async () => {
    const report = waive(await brokenReport(), "expired");

    const root = readXml(renderJunit(report));

    expect(elementsNamed(root, "failure")).toHaveLength(report.counts.failed);
    expect(elementsNamed(root, "system-out").map(({ text }) => text)).toContainEqual(
      expect.stringContaining("the waiver expired on 2026-12-31 (store team)"),
    );
  });

  it("tells what fails now and then from what fails each time", async () => {
    const flaky = elementsNamed(readXml(renderJunit(await doubtfulReport())), "testcase").filter(
      (each) => propertiesOf(each)["flaky"] === "true",
    );

    expect(flaky.length).toBeGreaterThan(0);
    expect(elementsNamed(flaky[0]!, "failure")[0]?.attributes["message"]).toMatch(/^now and then: expected /);
  });

  it("has nothing in it that readers take for a file to attach", async () => {
    const report = retell(await brokenReport(), (text) => `${hostileMarkup}${text}`);

    const outputs = elementsNamed(readXml(renderJunit(report)), "system-out").map(({ text }) => text);

    expect(outputs.join("\n")).toContain("ATTACHMENT|/etc/passwd");
    expect(outputs.join("\n")).not.toContain("[[ATTACHMENT");
  });

  it("is well-formed whatever the server sent", async () => {
    const report = await judgeDeviant((handlers) => ({
      checkNameIsString: () => undefined,
      describeRefusal: () => ({ code: hostile, message: hostile }),
      contentType: () => 'text/plain; x="<&>"]]>',
      encode: (text) => Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0x00, 0x1b, 0xed, 0xa0, 0x80])]),
      renderListedPet: (pet) => ({ ...(handlers.renderListedPet(pet) as object), name: hostile }),
    }));

    const root = readXml(renderJunit(report));

    expect(elementsNamed(root, "failure").length).toBe(report.counts.failed);
    expect(report.counts.failed).toBeGreaterThan(0);
  });

  it("is well-formed where every text of the report is hostile", async () => {
    const report = retell(
      await judgeDeviant(() => ({ pageSize: (limit) => limit + 1, challenge: () => undefined })),
      (text) => `${hostile}${text}${hostile}`,
    );

    const root = readXml(renderJunit(report));

    const [failure] = elementsNamed(root, "failure");
    expect(failure?.text).toContain("🐕");
    expect(failure?.text).toContain("<script>&amp;]]>");
    expect(failure?.attributes["message"]).toContain("🐕");
  });
});
