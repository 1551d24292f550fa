import { isSuccess, type ParsedExchange } from "../../checks/index.js";
import { essenceOf, jsonOf, type Operation, type ResponseSpec } from "../../description/index.js";
import { plainSchema } from "../../generate/index.js";
import { isJsonObject } from "../../json/index.js";
import type { ApiState } from "../../session/index.js";

/** The statuses with which frameworks and gateways answer by themselves, and in words of their own. Source: RFC 9110, section 15.5. */
const ofFrameworks = new Set([
  401, 403, 405, 406, 407, 408, 411, 413, 414, 415, 416, 417, 421, 426, 429, 431,
]);

/**
 * Is the body of a refusal what a description says of all statuses that it does not name? It is, where the server itself
 * speaks: in the media type that is described, and, of a status that its framework may answer with, in that form.
 */
export function isDefaultFailure(
  operation: Operation,
  { contents }: ResponseSpec,
  { response: { status }, mediaType, json }: ParsedExchange,
  { learned: { baselines } }: ApiState,
): boolean {
  const content = jsonOf(contents);
  if (content?.schema === undefined || json === undefined || baselines.size === 0) return false;
  const successes = [...operation.responses.values()].filter(({ status: stated }) => stated.startsWith("2"));
  // A description of successes, too, is no word on failures.
  const isShared = successes.some(({ contents: shown }) => jsonOf(shown)?.schema === content.schema);
  const isOfType = essenceOf(content.mediaType) === mediaType;
  if (isSuccess(status) || status < 400 || successes.length === 0 || isShared || !isOfType) return false;
  const { required = [] } = plainSchema(content.schema);
  const hasForm =
    required.length > 0 && isJsonObject(json) && required.every((name) => Object.hasOwn(json, name));
  return !ofFrameworks.has(status) || hasForm;
}
