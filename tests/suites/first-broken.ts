import type { Operator } from "../../src/reference/index.js";
import { judgeDeviant } from "../servers/judging.js";

/** What is wrong, and the requirement that must be named first, with a server that breaks it. */
export type Broken = readonly [what: string, first: string, deviate: Operator];

/** Judges the server as a gate would. The first finding is what its user reads. */
export async function firstBroken(
  deviate: Operator,
): Promise<{ exitCode: number; first: string | undefined }> {
  const { conclusion, findings } = await judgeDeviant(deviate);
  return { exitCode: conclusion.exitCode, first: findings[0]?.requirement };
}
