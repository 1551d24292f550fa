import { setTimeout as sleep } from "node:timers/promises";
import { isSuccess, parseBody } from "../../../checks/index.js";
import { isJsonObject, type Json, type JsonObject, renderJson } from "../../../json/index.js";
import type { LeftChange } from "../../../run/index.js";
import { type Exchange, headerValues } from "../../../transport/index.js";
import { type Context, makeRequest } from "../requests/baseline.js";
import { validRequest } from "../requests/requests.js";
import { bodyOf, requestOf, type Shown, type SingletonUse } from "./singleton-requests.js";
import { isStillShown } from "./singleton-values.js";

/** How often a singleton is restored until it shows what it showed before, and how long lies between, in ms. */
const mostAttempts = 4;
const betweenAttempts = 250;

/**
 * Restores a singleton, also after the run was stopped, and reads it. Nothing is judged.
 * @param changed the member that a run changed; a refused change is only seen to have changed nothing
 * @returns what could not be restored, and why
 */
export async function restore(
  t: Context,
  use: SingletonUse,
  { whole, before, steady }: Shown,
  changed: { readonly name: string; readonly isRefused: boolean },
): Promise<LeftChange | undefined> {
  const names = [changed.name, ...steady.filter((each) => each !== changed.name)];
  let latest = await readLast(t, use);
  let lost = lostIn(latest.json, before, names);
  if (changed.isRefused && lost.length === 0) return undefined;
  let last: Exchange | undefined;
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    if (attempt > 0) await sleep(betweenAttempts);
    const values = Object.fromEntries([changed.name, ...lost].map((name) => [name, before[name] ?? null]));
    const body = bodyOf(use, { whole, values, latest: latest.json });
    last = await t.state.target.sendOnce(
      requestOf(t, use, { body, label: "the values from before", etag: latest.etag }),
      true,
    );
    latest = await readUntil(t, use, (json) => lostIn(json, before, names).length === 0);
    lost = lostIn(latest.json, before, names);
    if (lost.length === 0) return undefined;
  }
  const [member = changed.name] = lost;
  const found = isJsonObject(latest.json)
    ? `it shows ${renderJson(latest.json[member] ?? null)}`
    : `it cannot be read (${statusOf(latest.exchange)})`;
  const sent = last === undefined ? "" : `${use.operation.id} with it got ${statusOf(last)}; `;
  const reason = `could not be restored: ${sent}${found}`;
  return { path: use.operation.path, member, before: renderJson(before[member] ?? null), reason };
}

/** The members that are not shown as before. */
function lostIn(found: Json | undefined, before: JsonObject, names: readonly string[]): readonly string[] {
  return names.filter((name) => !isJsonObject(found) || !isStillShown(found[name], before[name]));
}

/** The representation of the last read. */
interface Latest {
  readonly exchange: Exchange;
  readonly json: Json | undefined;
  readonly etag?: string;
}

/** Polls until it holds, or the time is over in which a change may be seen. */
async function readUntil(
  t: Context,
  use: SingletonUse,
  holds: (json: Json | undefined) => boolean,
): Promise<Latest> {
  const until = t.state.clock.elapsed() + t.state.clock.settle;
  for (;;) {
    const latest = await readLast(t, use);
    if (holds(latest.json) || t.state.clock.elapsed() >= until) return latest;
    await sleep(betweenAttempts);
  }
}

async function readLast(t: Context, { singleton }: SingletonUse): Promise<Latest> {
  const { request } = makeRequest(() => validRequest(t.state, singleton.read));
  const exchange = await t.state.target.sendOnce(request, true);
  const { outcome } = exchange;
  if (outcome.kind !== "response" || !isSuccess(outcome.status)) return { exchange, json: undefined };
  const parsed = parseBody(outcome);
  const [etag] = headerValues(outcome, "etag");
  return {
    exchange,
    json: parsed.status === "valid" ? parsed.value : undefined,
    ...(etag === undefined ? {} : { etag }),
  };
}

function statusOf({ outcome }: Exchange): string {
  return outcome.kind === "response" ? `${outcome.status}` : `no response (${outcome.cause})`;
}
