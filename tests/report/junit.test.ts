import { describe, expect, it } from "vitest";
import type { Report } from "../../src/engine/index.js";
import { renderJunit } from "../../src/report/junit.js";
import { idsWith } from "../servers/judging.js";
import { hostile, hostileMarkup, retell } from "./hostile.js";
import { brokenReport, doubtfulReport, readOnlyReport, waive } from "./kept-reports.js";
import { elementsNamed, readXml, type XmlElement } from "./xml-reader.js";

const read = (report: Report): XmlElement => readXml(renderJunit(report, "out/report.json"));

function readCase(report: Report, id: string): XmlElement {
  return elementsNamed(read(report), "testcase").find((each) => idOf(each) === id)!;
}

const idOf = ({ attributes }: XmlElement): string => attributes["name"]!.split(" ")[0]!;

const propertiesOf = (element: XmlElement): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    element.children[0]!.children.map(({ attributes }) => [attributes["name"], attributes["value"]]),
  );

describe("junit.xml", () => {
  it("has a case a requirement, in suites by section, and counts that agree", async () => {
    const report = await doubtfulReport();

    const root = read(report);

    const suites = elementsNamed(root, "testsuite");
    const idsOf = (name: string) =>
      elementsNamed(root, "testcase")
        .filter((each) => elementsNamed(each, name).length === 1)
        .map(idOf);
    const ids = {
      tests: report.requirements.map(({ id }) => id),
      failures: idsWith(report, "failed"),
      errors: idsWith(report, "inconclusive"),
      skipped: [...idsWith(report, "untested"), ...idsWith(report, "not applicable")],
    };
    expect(suites.map(({ attributes }) => attributes["name"])).toEqual([
      ...new Set(report.requirements.map(({ section }) => section)),
    ]);
    expect(idsOf("properties").toSorted()).toEqual(ids.tests.toSorted());
    expect(idsOf("failure").toSorted()).toEqual(ids.failures.toSorted());
    expect(idsOf("error").toSorted()).toEqual(ids.errors.toSorted());
    expect(idsOf("skipped").toSorted()).toEqual(ids.skipped.toSorted());
    for (const [name, { length }] of Object.entries(ids)) {
      expect(root.attributes[name]).toBe(`${length}`);
      expect(suites.reduce((sum, { attributes }) => sum + Number(attributes[name]), 0)).toBe(length);
    }
  });

  it("says of each suite with what the run was made", async () => {
    const report = await brokenReport();

    const suites = elementsNamed(read(report), "testsuite");

    const { target, run, tool, conclusion } = report;
    const properties = {
      target: target.baseUrl,
      profile: "gate",
      seed: "1",
      "run-id": run.id,
      requests: `${run.requests}`,
      "tool-version": `pedigree ${tool.version}`,
      conclusion: conclusion.sentence,
    };
    expect(suites.length).toBeGreaterThan(5);
    expect(suites.map(propertiesOf)).toEqual(suites.map(() => properties));
  });

  it("tells of a failed requirement what was expected, what came, and how to send it again", async () => {
    const report = await brokenReport();

    const [failure] = elementsNamed(readCase(report, "LIST-3"), "failure");

    expect(failure?.attributes).toEqual({
      message: expect.stringMatching(/^expected at most \d+ animals?, got \d+ animals$/),
      type: "must",
    });
    expect(failure?.text).toContain("LIST-3 (must) An answer never holds more animals than the limit");
    expect(failure?.text).toMatch(/pedigree replay out\/report\.json --finding \d+ --target http:\S+\/v1/);
    expect(failure?.text).toContain("$PEDIGREE_API_KEY");
  });

  it("tells which checks put a requirement to the test, with how many inputs, and how long they took", async () => {
    const report = await brokenReport();
    const requirements = report.requirements.map((each) => {
      const [check] = each.checks;
      const checks = [30, 12].map((duration) => ({ ...check!, duration }));
      return each.id === "LIST-2" ? { ...each, checks } : { ...each, checks: [] };
    });

    const root = read({ ...report, requirements });

    const list = elementsNamed(root, "testcase").find((each) => idOf(each) === "LIST-2")!;
    const [output] = elementsNamed(list, "system-out");
    expect(output?.text).toMatch(/^check \S+: .+ \(inputs: \d+ passed.*\)$/m);
    const timed = [...elementsNamed(root, "testsuite"), ...elementsNamed(root, "testcase")];
    const times = timed.map(({ attributes }) => attributes["time"]).filter((time) => time !== "0.000");
    expect(list.attributes["time"]).toBe("0.042");
    expect(times).toEqual(["0.042", "0.042"]);
  });

  it("calls inconclusive requirements errors, with the reason, and marks what fails now and then", async () => {
    const report = await doubtfulReport();

    const [error] = elementsNamed(readCase(report, "LIST-3"), "error");
    const flaky = elementsNamed(read(report), "testcase").filter((each) => propertiesOf(each)["flaky"]);

    expect(error?.attributes).toEqual({ message: "a contradiction was seen once", type: "inconclusive" });
    expect(flaky.map(idOf)).toEqual(["PET-2"]);
    const [failure] = elementsNamed(flaky[0]!, "failure");
    expect(failure?.attributes["message"]).toMatch(/^now and then: expected /);
  });

  it("skips what is waived, with the reason in both places that readers look at", async () => {
    const report = waive(await brokenReport(), { "LIST-3": "applied", "PET-2": "expired" });

    const [waived, expired] = [readCase(report, "LIST-3"), readCase(report, "PET-2")];

    const reason = "waived until 2026-12-31 (store team): it comes with release 12";
    expect(elementsNamed(waived, "skipped")).toMatchObject([
      { attributes: { message: reason }, text: reason },
    ]);
    expect(elementsNamed(waived, "failure")).toEqual([]);
    expect(elementsNamed(waived, "system-out")[0]?.text).toMatch(
      /^failed, and waived\n[\s\S]*pedigree replay out\/report\.json --finding/,
    );
    expect(read(report).attributes["failures"]).toBe(`${report.counts.failed - 1}`);
    expect(elementsNamed(expired, "failure")).toHaveLength(1);
    expect(elementsNamed(expired, "system-out")[0]?.text).toContain("the waiver expired on 2026-12-31");
  });

  const failing = async (): Promise<Report> => {
    const { requirements, ...rest } = await readOnlyReport();
    return { ...rest, requirements: requirements.map((each) => ({ ...each, verdict: "failed" })) };
  };
  const waived = async (): Promise<Report> => {
    const report = await failing();
    return waive(report, Object.fromEntries(report.requirements.map(({ id }) => [id, "applied"])));
  };
  it.each<readonly [Report["conclusion"]["status"], string, () => Promise<Report>, readonly string[]]>([
    ["inconclusive", "no case is an error", readOnlyReport, ["error"]],
    ["does not conform", "no case is a failure", readOnlyReport, ["failure"]],
    ["does not conform", "all that fails is waived", waived, ["failure"]],
    ["does not conform", "cases fail", failing, []],
    ["conforms", "no case fails", readOnlyReport, []],
  ])(
    "says once of a run that ends with %j why, where no case does: %s",
    async (status, _what, make, kinds) => {
      const report = await make();
      const conclusion = { ...report.conclusion, status, sentence: "it is so" };

      const root = read({ ...report, conclusion });

      const told = elementsNamed(root, "testcase").filter(({ children }) =>
        children.some(({ text }) => text === "it is so"),
      );
      expect(told.map(({ children }) => children.map(({ name }) => name))).toEqual(
        kinds.map((each) => [each]),
      );
      expect(elementsNamed(root, "testcase")).toHaveLength(Number(root.attributes["tests"]));
    },
  );

  it.each([hostile, hostileMarkup])("is well-formed where every text is hostile (%#)", async (text) => {
    const report = await brokenReport();

    const root = read(retell(report, (each) => `${text}${each}${text}`));

    const [failure] = elementsNamed(root, "failure");
    expect(failure?.text).toMatch(/<script>&amp;\]\]>|<img src=x/);
    expect(failure?.attributes["message"]).toMatch(/<script>&amp;\]\]>|<img src=x/);
    const outputs = elementsNamed(root, "system-out").map((each) => each.text);
    expect(outputs.join("\n").match(/evil\.test/g)?.length).toBeGreaterThan(50);
    // Readers would take it for a file to attach.
    expect(outputs.join("\n")).not.toContain("[[ATTACHMENT");
  });
});
