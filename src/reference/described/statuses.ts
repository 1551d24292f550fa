import { type Operation, responseTo } from "../../description/index.js";
import type { Described, Refusal } from "./call.js";
import { isOpen } from "./objections.js";

/** The status of a success: of those that are described, the usual one for the method. Source: RFC 9110, section 15.3. */
export function successOf({ method, responses }: Operation): number {
  const usual = method === "POST" ? [201, 200] : method === "DELETE" ? [204, 200] : [200];
  const stated = [...responses.keys()].filter((each) => /^2\d\d$/.test(each)).map(Number);
  return (
    usual.find((each) => stated.includes(each)) ??
    stated.toSorted()[0] ??
    (responses.has("2XX") ? usual[0] : 200) ??
    200
  );
}

/** The statuses that fit a refusal, the likeliest first. */
const fitting: Readonly<Record<Refusal["kind"], readonly number[]>> = {
  "no credential": [401, 403],
  invalid: [400, 422],
  "media type": [415, 400, 422],
  "not found": [404, 410],
  gone: [410, 404],
  conflict: [409, 400, 422],
  method: [405],
  broken: [500],
};

/** The status of a refusal: one that is described, if any fits. */
export function refusalOf({ responses }: Operation, kind: Refusal["kind"]): number {
  const [first = 400, ...others] = fitting[kind];
  const stated = [first, ...others].find((each) => responses.has(`${each}`));
  return stated ?? first;
}

/** The statuses with which a conforming server answers what a client may try. */
export function statusesOf(described: Described, operation: Operation): readonly number[] {
  const { parameters, body } = operation;
  const kinds: readonly Refusal["kind"][] = [
    ...(isOpen(described, { operation }) ? [] : (["no credential"] as const)),
    ...(body !== undefined || parameters.some((each) => each.in !== "path") ? (["invalid"] as const) : []),
    ...(operation.path.includes("{") ? (["not found"] as const) : []),
  ];
  return [...new Set([successOf(operation), ...kinds.map((kind) => refusalOf(operation, kind))])];
}

/** Is a response with this status described by the status itself? The default describes none in particular. */
export function isStated(operation: Operation, status: number): boolean {
  const spec = responseTo(operation, status);
  return spec !== undefined && spec.status !== "default";
}
