import { describe, expect, it } from "vitest";
import { start } from "../../examples/express/server.js";
import { deriveContract } from "../../src/contracts/index.js";
import { loadDescription } from "../../src/description/index.js";
import type { Report } from "../../src/engine/index.js";
import { judgeForNet, type NetOptions } from "../nets/verdicts.js";
import { changeEvery, failedIn, type Item, inside } from "./deviations.js";
import { type Front, type Start, startBehind } from "./front.js";

export const key = "desk-key-123";

const { description } = loadDescription(
  new URL("../../examples/express/openapi.yaml", import.meta.url).pathname,
);
const contract = deriveContract(description);

/** Judges the helpdesk of `examples/express` behind a front that changes what passes. */
export async function judgeHelpdesk(front: Front, options: Partial<NetOptions> = {}): Promise<Report> {
  const baseUrl = await startBehind(start as Start, key, front);
  return judgeForNet({ contract, baseUrl, key, ...options });
}

export const listProjects = "GET /projects";
export const createProject = "POST /projects";
export const getProject = "GET /projects/*";
export const deleteProject = "DELETE /projects/*";
export const listTickets = "GET /projects/*/tickets";
export const createTicket = "POST /projects/*/tickets";
export const getTicket = "GET /projects/*/tickets/*";
export const replaceTicket = "PUT /projects/*/tickets/*";
export const changeTicket = "PATCH /projects/*/tickets/*";
export const deleteTicket = "DELETE /projects/*/tickets/*";

/** A ticket with what it needs. */
export const ticket = { subject: "None", reporter: "nobody@example.com" };

export const withMember = (name: string, value: unknown) => (item: Item) => ({ ...item, [name]: value });

/** Members of every object in a success. */
export const everywhere = (change: (members: Item) => object): Front =>
  changeEvery((json) => inside(json, change));

/** What is wrong, the front that makes it so, and the requirement that has to fail. */
export type Deviation = readonly [phrase: string, front: Front, requirement: string];

/** What is permitted, the front that does it, and the options of the run, if it needs any. */
export type Permitted = readonly [phrase: string, front: Front, options?: Partial<NetOptions>];

/** Returns deviations of one kind, with it in front of their phrases. */
export const named = (kind: string, deviations: readonly Deviation[]): readonly Deviation[] =>
  deviations.map(([phrase, ...rest]) => [`${kind}: ${phrase}`, ...rest]);

/** Each deviation is found. */
export function describeBroken(deviations: readonly Deviation[]): void {
  describe("a helpdesk that breaks one promise is found, by the requirement that names it:", () => {
    it.each(deviations)("%s", async (_, front, requirement) => {
      const report = await judgeHelpdesk(front);
      expect(failedIn(report)).toContain(requirement);
      expect(report.conclusion.exitCode).toBe(1);
    });
  });
}

/** No deviation is found that is permitted. */
export function describePermitted(permitted: readonly Permitted[]): void {
  describe("what the description of the helpdesk permits is no failure:", () => {
    it.for(permitted)("%s", async ([_, front, options]) => {
      const report = await judgeHelpdesk(front, options);
      expect(failedIn(report)).toEqual([]);
    });
  });
}
