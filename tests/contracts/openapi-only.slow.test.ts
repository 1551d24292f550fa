import { expect, it } from "vitest";
import { openApi } from "../../src/contracts/index.js";
import type { Report } from "../../src/engine/index.js";
import { judgeInProcess } from "../servers/clock.js";
import { library } from "./library.js";

it("a run of one requirement tests it as a whole run does", async () => {
  const baseUrl = await library.startBehind();
  const judge = (options: { only?: readonly string[] } = {}): Promise<Report> =>
    judgeInProcess(openApi, { contract: library.contract, baseUrl, key: library.key, ...options });
  const whole = await judge();
  const tested = whole.requirements.filter(
    ({ verdict }) => verdict !== "untested" && verdict !== "not applicable",
  );

  const otherwise: string[] = [];
  for (const { id, verdict } of tested) {
    const report = await judge({ only: [id] });
    const own = report.requirements.find((each) => each.id === id);
    if (own?.verdict !== verdict) otherwise.push(`${id}: ${own?.verdict} ${own?.reason}`);
    expect(report.conclusion.sentence).not.toContain("nothing was tested");
  }

  expect(tested.length).toBeGreaterThan(60);
  expect(otherwise).toEqual([]);
});
