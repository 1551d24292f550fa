import { setTimeout as sleep } from "node:timers/promises";
import type { Stage } from "../../actor/index.js";
import { isSuccess, type LeftChange, shownJson } from "../../engine/index.js";
import { isJsonObject, type Json, type JsonObject, renderJson } from "../../json/index.js";
import { isVersion, sentSingleton, shownSingleton, takesIfMatch } from "../../model/index.js";
import { bareShape } from "../../schema/index.js";
import { validRequest } from "../../session/index.js";
import { type Case, type Exchange, headerValues } from "../../transport/index.js";
import { isStillShown } from "../../values/index.js";

/** A singleton before any change. */
export interface Singleton {
  readonly before: JsonObject;
  /** Names of the members that can be sent and read. */
  readonly names: readonly string[];
  /** The members that can be sent back. */
  readonly whole: JsonObject;
  /** Names of those that stay as they are while others change. */
  readonly steady: readonly string[];
}

/** The representation of the last read. */
export interface Latest {
  readonly json: Json | undefined;
  readonly etag?: string | undefined;
}

/** Values of members; one that is undefined is left out. */
type Values = Readonly<Record<string, Json | undefined>>;

/** The request that gives members these values, with the ETag that was shown, where the operation takes one. */
export function requestOf(
  stage: Stage,
  singleton: Singleton,
  { values, label, latest }: { readonly values: Values; readonly label: string; readonly latest: Latest },
): Case {
  const { t, roles, withBody } = stage;
  const { op } = roles;
  const { etag } = latest;
  const { request } = validRequest(t.state, op, bareShape);
  const headers =
    takesIfMatch(op) && etag !== undefined
      ? [...request.headers, ["If-Match", etag] as const]
      : request.headers;
  return withBody({ ...request, headers, label }, bodyOf(stage, singleton, values, latest));
}

/** The members of a singleton in what a read shows, without what wraps them. */
export function membersIn({ reading }: Stage, json: Json | undefined): Json | undefined {
  const { wrapper } = shownSingleton(reading());
  const inside =
    wrapper !== undefined && isJsonObject(json ?? null) ? (json as JsonObject)[wrapper] : undefined;
  return inside !== undefined && isJsonObject(inside) ? inside : json;
}

/** Makes the body that gives members these values: a PATCH has them alone, and any other change has all that is shown. */
export function bodyOf(
  { roles: { op } }: Stage,
  { names, whole }: Singleton,
  values: Values,
  { json }: Latest,
): JsonObject {
  const shown = json !== undefined && isJsonObject(json) ? Object.entries(json) : [];
  // A version is sent as it is by now.
  const versions = Object.fromEntries(shown.filter(([name]) => names.includes(name) && isVersion(name)));
  const all = op.method === "PATCH" ? { ...versions, ...values } : { ...whole, ...versions, ...values };
  const { wrapper } = sentSingleton(op);
  const body = Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  return wrapper === undefined ? body : { [wrapper]: body };
}

/** How often a singleton is restored until it shows what it showed before, and how long lies between, in ms. */
const mostAttempts = 4;
const betweenAttempts = 250;

/**
 * Restores a singleton, also after the run was stopped, and reads it. Nothing is judged.
 * @param changed the members that a run changed; a refused change is only seen to have changed nothing
 * @returns what could not be restored, and why
 */
export async function restore(
  stage: Stage,
  singleton: Singleton,
  changed: { readonly names: readonly string[]; readonly isRefused: boolean },
): Promise<LeftChange | undefined> {
  const { t, roles } = stage;
  const { before, steady } = singleton;
  const names = [...new Set([...changed.names, ...steady])];
  let latest = await readLast(stage);
  let lost = lostIn(latest.json, before, names);
  if (changed.isRefused && lost.length === 0) return undefined;
  let last: Exchange | undefined;
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    if (attempt > 0) await sleep(betweenAttempts);
    const values = Object.fromEntries(
      [...changed.names, ...lost].map((name) => [name, before[name] ?? null]),
    );
    const request = requestOf(stage, singleton, { values, label: "the values from before", latest });
    last = await t.state.target.sendOnce(request, true);
    latest = await readUntil(stage, (json) => lostIn(json, before, names).length === 0);
    lost = lostIn(latest.json, before, names);
    if (lost.length === 0) return undefined;
  }
  const [member = names[0] ?? ""] = lost;
  const found = isJsonObject(latest.json)
    ? `it shows ${renderJson(latest.json[member] ?? null)}`
    : `it cannot be read (${statusOf(latest.exchange)})`;
  const sent = last === undefined ? "" : `${roles.op.id} with it got ${statusOf(last)}; `;
  const reason = `could not be restored: ${sent}${found}`;
  return { path: roles.op.path, member, before: renderJson(before[member] ?? null), reason };
}

/** The members that are not shown as before. */
function lostIn(found: Json | undefined, before: JsonObject, names: readonly string[]): readonly string[] {
  return names.filter((name) => !isJsonObject(found) || !isStillShown(found[name], before[name]));
}

interface LastRead extends Latest {
  readonly exchange: Exchange;
}

/** Polls until it holds, or the time is over in which a change may be seen: also after the run was stopped. */
async function readUntil(stage: Stage, holds: (json: Json | undefined) => boolean): Promise<LastRead> {
  const { clock } = stage.t.state;
  const until = clock.elapsed() + clock.settle;
  for (;;) {
    const latest = await readLast(stage);
    if (holds(latest.json) || clock.elapsed() >= until) return latest;
    await sleep(betweenAttempts);
  }
}

async function readLast(stage: Stage): Promise<LastRead> {
  const { t, reading } = stage;
  const { request } = validRequest(t.state, reading());
  const exchange = await t.state.target.sendOnce(request, true);
  const { outcome } = exchange;
  if (outcome.kind !== "response" || !isSuccess(outcome.status)) return { exchange, json: undefined };
  return { exchange, json: membersIn(stage, shownJson(outcome)), etag: headerValues(outcome, "etag")[0] };
}

function statusOf({ outcome }: Exchange): string {
  return outcome.kind === "response" ? `${outcome.status}` : `no response (${outcome.cause})`;
}
