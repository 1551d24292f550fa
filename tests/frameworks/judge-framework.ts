import { onTestFinished } from "vitest";
import { idsWith, judge, key } from "../servers/judging.js";
import { launchFramework } from "./launch.js";

/** Starts the Animal Store of a framework, and tells what a gate run says of it. It ends with the test. */
export async function judgeFramework(name: string): Promise<{ said: string; failed: readonly string[] }> {
  const server = await launchFramework(name, key);
  onTestFinished(server.stop);
  const report = await judge(server.url);
  const broken = idsWith(report, "failed");
  const findings = report.findings.filter(({ requirement }) => broken.includes(requirement));
  return {
    said: report.conclusion.sentence,
    failed: findings.map(({ requirement, check, actual }) => `${requirement} (${check}): ${actual}`),
  };
}
