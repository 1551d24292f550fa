import { describe, expect, it } from "vitest";
import { loadMutants } from "../../src/calibration/index.js";
import { renderSummary } from "../../src/report/index.js";
import { contract, deviationOf, idsWith, judgeDeviant } from "../servers/judging.js";

/** Servers with several faults each, by the names of their mutants: together they break every promise. */
const servers = `
  limit-required limit-100-refused first-animal-twice sunset-a-year-late found-name-escaped

  pending-refused-as-filter listed-status-always-available limit-101-obeyed
  names-with-digits-refused name-cut-at-20 category-rounded-at-53-bits pending-becomes-available
  omitted-status-unprocessable

  empty-list-null missing-name-accepted missing-category-unprocessable zero-as-name-accepted
  digits-as-category-accepted category-of-2-to-the-63-accepted unknown-status-accepted

  empty-array-as-body-accepted trailing-comma-accepted empty-body-unprocessable
  missing-content-type-accepted added-twice id-rounded-at-53-bits limit-19-gives-20
  sold-filter-ignored error-status-400-when-not-found

  unknown-id-made-up no-authentication-on-getpet
  stored-although-unauthorized name-null-when-fetched category-as-text status-as-number

  id-beyond-53-bits-refused any-key-accepted-on-createpet key-without-scheme-accepted-on-getpet
  id-with-underscore ids-of-the-name large-client-id-taken single-animal-without-array
  unauthorized-null-on-getpet

  beginning-of-the-key-accepted limit-checked-before-the-key code-called-error error-message-missing
  error-status-as-text unauthorized-labelled-text odd-limit-redirected long-names-fail
  limit-100-gives-99 small-limit-before-filter

  long-lists-cut-short removed-early header-unknown-in-small-letters

  no-default-when-sold stored-although-category-missing sold-not-found

  newest-lost-when-filtered

  fetched-animals-leave-the-filtered-lists
`
  .split("\n\n")
  .map((names) => names.trim().split(/\s+/));

const faultsOf = (names: readonly string[]) => loadMutants().filter(({ name }) => names.includes(name));

describe("a server with several faults at once", () => {
  it.each(servers.map((names) => [names]))("is told of each of them, on one screen: %j", async (names) => {
    const faults = faultsOf(names);

    const report = await judgeDeviant(deviationOf(...names));

    expect(idsWith(report, "failed")).toEqual(expect.arrayContaining(faults.map(({ breaks }) => breaks)));
    const expected = faults.flatMap(({ breaks, consequences }) => [breaks, ...consequences]);
    const others = report.findings.filter(
      ({ verdict, explainedBy, requirements }) =>
        verdict === "failed" && explainedBy.length === 0 && !requirements.some((id) => expected.includes(id)),
    );
    expect(others.map(({ requirements, actual }) => [requirements, actual])).toEqual([]);
    const lines = renderSummary(report, { color: false, verbose: false }).split("\n");
    expect(lines.length).toBeLessThanOrEqual(56);
  });

  it("may break any binding requirement, but for the version that stands in the address", () => {
    const broken = servers.flatMap(faultsOf).map(({ breaks }) => breaks);

    const binding = contract.requirements.filter(({ level }) => level === "must" || level === "implied");
    expect(binding.map(({ id }) => id).filter((id) => !broken.includes(id))).toEqual(["VER-1"]);
  });
});
