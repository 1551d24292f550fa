import { statedPrefixes } from "../../description/index.js";
import type { Preflight, SendTo } from "../../engine/index.js";
import { isSuccess } from "../../engine/index.js";
import type { Case } from "../../transport/index.js";
import { headerValues } from "../../transport/index.js";
import type { ApiState } from "../api-state.js";
import { requestIfAny } from "./made-request.js";

/** Requests that are asked at most. */
const mostAsked = 3;

/** Is there a server at all, at this address, that takes the key? */
export async function preflight(state: ApiState, sendTo: SendTo): Promise<Preflight> {
  const { baseUrl } = state.target;
  const requests = plainRequests(state);
  const statuses: number[] = [];
  for (const request of requests) {
    const { outcome } = await sendTo(baseUrl, request);
    // One operation may wait for what comes, as a long poll does.
    const isLast = request === requests.at(-1);
    if (outcome.kind === "transport-error" && outcome.cause === "timeout" && !isLast) continue;
    if (outcome.kind === "transport-error") {
      const reason = `${new URL(baseUrl).host} does not answer (${outcome.detail}): is the server started, and the address right?`;
      return { status: "unreachable", reason };
    }
    statuses.push(outcome.status);
    // One that is answered otherwise shows that both are right.
    const describesNone = state.contract.operations.get(request.operation)?.responses.has("404") === true;
    if (outcome.status !== 401 && (outcome.status !== 404 || describesNone)) return { status: "ready" };
  }
  const [first] = requests;
  if (first !== undefined && statuses.every((status) => status === 404))
    return findPrefix(state, sendTo, first);
  const isRefused = statuses.length > 0 && statuses.every((status) => status === 401);
  if (!isRefused || requests.some(({ credential }) => credential.kind !== "good")) return { status: "ready" };
  const [what, remedy] = state.key.isToken
    ? [
        "token that it was given",
        "check the login in the configuration, and that the description says where tokens go",
      ]
    : ["API key", "check PEDIGREE_API_KEY, and that the key is one of this deployment"];
  const reason = `${baseUrl} refuses the ${what} (401) for ${requests.map(({ operation }) => operation).join(", ")}: ${remedy}`;
  return { status: "key-refused", reason };
}

/** Reads that need nothing else to be known. */
function plainRequests(state: ApiState): readonly Case[] {
  const operations = [...state.contract.operations.values()].filter(
    ({ id, method, path }) => method === "GET" && !path.includes("{") && state.effects.has(id),
  );
  return operations.slice(0, mostAsked).flatMap((operation) => {
    const valid = requestIfAny(state, operation);
    return valid === undefined ? [] : [{ ...valid.request, label: "is there a server" }];
  });
}

/** A part of the address may be missing, or be there twice: one with which something is found is the right one. */
async function findPrefix(state: ApiState, sendTo: SendTo, request: Case): Promise<Preflight> {
  const { origin, pathname } = new URL(state.target.baseUrl);
  const own = pathname.replace(/(?<!\/)\/+$/, "");
  const prefixes = ["", ...statedPrefixes(state.contract.document)].flatMap((prefix) => [
    prefix,
    `${own}${prefix}`,
  ]);
  for (const prefix of new Set(prefixes)) {
    if (prefix === own) continue;
    const { outcome } = await sendTo(`${origin}${prefix}`, request);
    // A page of a website is found anywhere.
    const isFound = outcome.kind === "response" && (isSuccess(outcome.status) || outcome.status === 401);
    if (!isFound || !/json/i.test(headerValues(outcome, "content-type")[0] ?? "")) continue;
    const reason = `${state.target.baseUrl} answers 404 to GET ${request.path}, and ${origin}${prefix} does not: use --target ${origin}${prefix}`;
    return { status: "wrong address", reason };
  }
  return { status: "ready" };
}
