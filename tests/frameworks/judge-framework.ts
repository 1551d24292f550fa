import { onTestFinished } from "vitest";
import { idsWith, judgeInRealTime, key } from "../servers/judging.js";
import { launchFramework } from "./launch.js";

/** What a run says of a server that conforms, on a machine of any speed. */
export const conforming = { status: "conforms", failed: [], untested: [] };

/** Whether creations overlap, as PET-5 needs, depends on how busy the machine is. */
const ofTheMachine = "PET-5";

/** Starts the Animal Store of a framework, and returns the conclusion of a gate run. The server ends with the test. */
export async function judgeFramework(name: string) {
  const server = await launchFramework(name, key);
  onTestFinished(server.stop);
  const report = await judgeInRealTime(server.url);
  const broken = idsWith(report, "failed");
  const findings = report.findings.filter(({ requirement }) => broken.includes(requirement));
  return {
    status: report.conclusion.status,
    failed: findings.map(({ requirement, check, actual }) => `${requirement} (${check}): ${actual}`),
    untested: idsWith(report, "untested").filter((id) => id !== ofTheMachine),
  };
}
