import { deriveContract } from "../../src/contracts/index.js";
import { type LoadedDescription, readDescription } from "../../src/description/index.js";
import type { Report } from "../../src/engine/index.js";
import { judgeForNet, type NetOptions } from "../nets/verdicts.js";

type Description = LoadedDescription["description"];

/** What a body is that is JSON of this schema. */
export const json = (schema: object) => ({ content: { "application/json": { schema } } });

/** The body that has to be sent to an operation. */
export const takes = (schema: object) => ({ requestBody: { required: true, ...json(schema) } });

/** The parameter of a path that leads to one item. */
export const idInPath = (type = "integer") => ({ name: "id", in: "path", required: true, schema: { type } });

/** The responses to what is not valid, and to what is not there. */
const refusals = { 400: { description: "Not so" }, 404: { description: "None" } };

/** An operation that shows what is there; more responses may be described. */
export const reads = (operationId: string, shown: object, more: object = {}) => ({
  operationId,
  responses: { ...refusals, 200: { description: "Shown", ...json(shown) }, ...more },
});

/** An operation that shows a list of such items. */
export const lists = (operationId: string, item: object, more: object = {}) =>
  reads(operationId, { type: "array", items: item }, more);

/** An operation that adds what is sent, and shows it. */
export const adds = (operationId: string, sent: object, shown: object, more: object = {}) => ({
  operationId,
  ...takes(sent),
  responses: { ...refusals, 201: { description: "Added", ...json(shown) }, ...more },
});

/** An operation that changes or replaces an item by what is sent, and shows it. */
export const changes = (operationId: string, sent: object, shown: object, more: object = {}) => ({
  ...reads(operationId, shown, more),
  ...takes(sent),
});

/** An operation that removes an item. */
export const removes = (operationId: string, more: object = {}) => ({
  operationId,
  responses: { ...refusals, 204: { description: "Removed" }, ...more },
});

/** The description of an interface that has these paths; other members of the document stand beside them. */
export function describePaths(paths: object, others: object = {}): Description {
  const document = { openapi: "3.1.0", info: { title: "Notes", version: "1" }, ...others, paths };
  return readDescription("notes.json", JSON.stringify(document)).description;
}

/** Judges a server by a description. */
export async function judgeDescribed(
  description: Description,
  baseUrl: string,
  options: Partial<NetOptions> = {},
): Promise<Report> {
  const contract = deriveContract(description);
  return judgeForNet({ contract, baseUrl, key: "", ...options });
}
