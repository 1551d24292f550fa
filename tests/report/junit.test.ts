import { describe, expect, it } from "vitest";
import { formats } from "../../src/report/index.js";
import type { Report } from "../../src/run/index.js";
import { judgeDeviant } from "../servers/judging.js";
import { hostile, retell } from "./hostile.js";
import { elementsNamed, readXml, type XmlElement } from "./xml-reader.js";

const renderJunit = formats.junit.render;
const count = ({ requirements }: Report, ...verdicts: readonly string[]): string =>
  `${requirements.filter(({ verdict }) => verdicts.includes(verdict)).length}`;
const sum = (suites: readonly XmlElement[], attribute: string): string =>
  `${suites.reduce((total, { attributes }) => total + Number(attributes[attribute]), 0)}`;

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

    const [failure] = elementsNamed(readXml(renderJunit(report)), "failure");

    expect(failure?.attributes).toEqual({
      message: "expected at most 20 animals, got 25 animals",
      type: "must",
    });
    expect(failure?.text).toContain("LIST-4 (must) Without a limit, an answer holds 20 animals at most.");
    expect(failure?.text).toContain("pedigree replay");
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

  it("is well-formed whatever the server sent", async () => {
    const report = await judgeDeviant((conduct) => ({
      checkNameIsString: () => undefined,
      describeRefusal: () => ({ code: hostile, message: hostile }),
      contentType: () => 'text/plain; x="<&>"]]>',
      encode: (text) => Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0x00, 0x1b, 0xed, 0xa0, 0x80])]),
      renderListedPet: (pet) => ({ ...(conduct.renderListedPet(pet) as object), name: hostile }),
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
