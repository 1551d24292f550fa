import { start } from "../../examples/fastify/server.js";
import { deriveContract } from "../../src/contracts/index.js";
import { loadDescription } from "../../src/description/index.js";
import type { Report } from "../../src/engine/index.js";
import { judgeForNet, type NetOptions } from "../nets/verdicts.js";
import { type Front, startBehind } from "./front.js";

const key = "library-key-123";

const { description } = loadDescription(
  new URL("../../examples/fastify/openapi.yaml", import.meta.url).pathname,
);
const contract = deriveContract(description);

/** The library of the Fastify example: its key, its contract, and a start of it behind what may change its traffic. */
export const library = {
  key,
  contract,
  startBehind: (front?: Front): Promise<string> => startBehind(start as never, key, front),
};

/** Judges the library by its description, behind what may change its traffic. */
export async function judgeLibrary(front?: Front, options: Partial<NetOptions> = {}): Promise<Report> {
  const baseUrl = await library.startBehind(front);
  return judgeForNet({ contract, baseUrl, key, ...options });
}
