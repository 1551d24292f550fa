import { isSuccess, type ParsedExchange, Skip } from "../../../checks/index.js";
import { jsonOf, type Operation, responseTo } from "../../../description/index.js";
import { plainSchema } from "../../../generate/index.js";
import { isJsonObject, type Json, type JsonObject, renderJson } from "../../../json/index.js";
import { changeableMembers, isMasked, type Singleton } from "../../../model/index.js";
import { headerValues } from "../../../transport/index.js";
import { isComputed } from "../comparison/comparison.js";
import {
  type ApiScenario,
  assumeApplied,
  type Context,
  eventually,
  makeRequest,
} from "../requests/baseline.js";
import { isJsonType } from "../requests/bodies.js";
import { changeKindOf, slugOf, validRequest } from "../requests/requests.js";
import { bodyOf, requestOf, type Shown, type SingletonUse } from "./singleton-requests.js";
import { restore } from "./singleton-restore.js";
import {
  type Alternative,
  alternativesFor,
  isServerOwned,
  isStillShown,
  mayFollow,
} from "./singleton-values.js";

/**
 * A change of a singleton is sent what the singleton shows, which changes nothing, and then one other value, which is shown
 * while all else stays; then the singleton is restored. The last of a run, one at a time.
 */
export function singletonScenario(operation: Operation, singleton: Singleton): ApiScenario {
  const slug = slugOf(operation);
  return {
    id: `${slug}/${changeKindOf(operation)}`,
    title: `${operation.id} changes what it is sent, and nothing else`,
    expects: [`${slug}/valid`, `${slug}/server-error`],
    phase: "final",
    inputs: () => [null],
    run: async (t) => {
      needDisposable(t, operation);
      const names = Object.keys(changeableMembers(operation, singleton.read));
      const use = { singleton, operation, names };
      const shown = await readTwice(t, use);
      await sendUnchanged(t, use, shown);
      await tryAlternatives(t, use, shown);
    },
  };
}

/** @throws Skip unless the store may be thrown away, and all that was changed before is restored */
function needDisposable({ state }: Context, { id }: Operation): void {
  if (state.settings.readOnly) throw new Skip("untested", "this run may not write");
  if (!state.settings.disposable)
    throw new Skip(
      "untested",
      `${id} changes what is there once, as settings are: --disposable has a run change and restore it, on a store that may be thrown away`,
    );
  const [left] = state.sending.unrestored;
  if (left !== undefined) throw new Skip("untested", `${left.path} could not be restored before`);
}

async function read(t: Context, { singleton }: SingletonUse): Promise<ParsedExchange> {
  const parsed = await t.send(makeRequest(() => validRequest(t.state, singleton.read)).request);
  if (isSuccess(parsed.response.status)) return parsed;
  throw new Skip("untested", `it cannot be read: ${parsed.response.status}`);
}

function etagOf({ response }: ParsedExchange): string | undefined {
  return headerValues(response, "etag")[0];
}

/** Reads a singleton twice: what differs by itself is the server's. @throws Skip where it cannot be sent back */
async function readTwice(t: Context, use: SingletonUse): Promise<Shown> {
  const { json: first } = await read(t, use);
  const { json: before } = await read(t, use);
  if (!isJsonObject(before) || !isJsonObject(first)) throw new Skip("untested", "it shows no object");
  needWritable(use, before);
  const sent = use.names.filter((name) => Object.hasOwn(before, name));
  const steady = sent.filter(
    (name) => isStillShown(first[name], before[name]) && !isServerOwned(name) && !isComputed(t.state, name),
  );
  return { before, whole: pick(before, sent), steady };
}

/** @throws Skip where it masks a member, or where a member would be lost as it is replaced: one that is not shown, or not described */
function needWritable({ operation, names, singleton }: SingletonUse, before: JsonObject): void {
  const { method, body } = operation;
  if (!isJsonType(body?.mediaType ?? "")) throw new Skip("untested", "its changes are not sent as JSON");
  const hidden = Object.keys(before).find((name) => hidesText(before[name]));
  if (hidden !== undefined)
    throw new Skip("untested", `it masks ${hidden}: sending it back would store the mask`);
  if (names.length === 0) throw new Skip("untested", "it does not show a member that can be sent");
  if (method === "PATCH") return;
  const sent = plainSchema(body?.schema ?? {}).properties ?? {};
  const shown = plainSchema(jsonOf(responseTo(singleton.read, 200)?.contents ?? [])?.schema ?? {}).properties;
  const isSent = (name: string): boolean => plainSchema(sent[name] ?? {}).readOnly !== true;
  const unshown = Object.keys(sent).find((name) => isSent(name) && !Object.hasOwn(before, name));
  if (unshown !== undefined)
    throw new Skip("untested", `it does not show ${unshown}, which would be lost as it is replaced`);
  const unknown = Object.keys(before).find(
    (name) => !Object.hasOwn(sent, name) && !Object.hasOwn(shown ?? {}, name),
  );
  if (unknown !== undefined)
    throw new Skip(
      "untested",
      `it shows ${unknown}, which is not described and would be lost as it is replaced`,
    );
}

/** Does a value hold a masked text, at any depth? */
function hidesText(value: Json | undefined): boolean {
  if (typeof value === "string") return isMasked(value);
  if (Array.isArray(value)) return (value as readonly Json[]).some(hidesText);
  return value !== undefined && isJsonObject(value) && Object.values(value).some(hidesText);
}

function pick(values: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
}

async function sendUnchanged(t: Context, use: SingletonUse, shown: Shown): Promise<void> {
  const latest = await read(t, use);
  const { before, steady } = shown;
  const body = bodyOf(use, { ...shown, values: pick(before, steady), latest: latest.json });
  const request = requestOf(t, use, {
    body,
    label: "the values that it shows, sent back",
    etag: etagOf(latest),
  });
  const { response } = await t.judge(await t.state.target.sendOnce(request));
  assumeApplied(response);
  const { json: after } = await read(t, use);
  const found = isJsonObject(after) ? after : {};
  for (const name of steady)
    t.expect(isStillShown(before[name], found[name]), {
      problem: `${name} changes`,
      expected: `${name} is ${renderJson(before[name] ?? null)}, as it was shown and sent back`,
      actual: renderJson(found[name] ?? null),
      at: { in: "body", pointer: `/${name}` },
    });
}

/** Sends one other value at a time until one is accepted: a refusal changes nothing. */
async function tryAlternatives(t: Context, use: SingletonUse, shown: Shown): Promise<void> {
  const alternatives = alternativesFor(t.state, use, shown);
  if (alternatives.length === 0) throw new Skip("untested", "it has no member that a run changes");
  let status = 0;
  for (const alternative of alternatives) {
    status = await changeOne(t, use, shown, alternative);
    if (isSuccess(status)) return;
  }
  throw new Skip("untested", `every other value is refused: ${status}`);
}

/** Changes one member, reads it, and restores it. @returns the status of the change */
async function changeOne(
  t: Context,
  use: SingletonUse,
  shown: Shown,
  { name, value }: Alternative,
): Promise<number> {
  const { state } = t;
  const latest = await read(t, use);
  const bodyWith = (values: JsonObject) => bodyOf(use, { ...shown, values, latest: latest.json });
  const request = requestOf(t, use, {
    body: bodyWith({ [name]: value }),
    label: `another ${name}`,
    etag: etagOf(latest),
  });
  const { method, path } = use.operation;
  const change = { method, path, body: renderJson(bodyWith(pick(shown.before, [name]))) };
  if (!state.journal.change({ event: "changing", ...change }))
    throw new Skip("untested", "the journal cannot be written to, so that the old values would be lost");
  let status = 0;
  try {
    const { response } = await t.judge(await state.target.sendOnce(request));
    status = response.status;
    if (!isSuccess(status)) return status;
    assumeApplied(response);
    await expectChanged(t, use, shown, { name, value });
    return status;
  } finally {
    const left = await restore(t, use, shown, { name, isRefused: status >= 400 && status < 500 });
    if (left === undefined) state.journal.change({ event: "restored", ...change });
    else state.sending.noteUnrestored(left);
  }
}

async function expectChanged(
  t: Context,
  use: SingletonUse,
  { before, steady }: Shown,
  { name, value }: Alternative,
): Promise<void> {
  const { request } = makeRequest(() => validRequest(t.state, use.singleton.read));
  const poll = async (): Promise<Json | undefined> => {
    const exchange = await t.state.target.sendOnce(request);
    const { outcome } = exchange;
    // The change itself may have the server serve nobody.
    if (outcome.kind !== "response" || !isSuccess(outcome.status))
      throw new Skip("untested", `it cannot be read once ${name} is ${renderJson(value)}`);
    return (await t.judge(exchange)).json;
  };
  const shown = await eventually(t, poll, (each) => isJsonObject(each) && isStillShown(each[name], value));
  const found = isJsonObject(shown) ? shown : {};
  t.expect(isStillShown(found[name], value), {
    problem: `another ${name}`,
    expected: `${name} is ${renderJson(value)}, as it was sent`,
    actual: renderJson(found[name] ?? null),
    at: { in: "body", pointer: `/${name}` },
  });
  for (const other of steady.filter((each) => each !== name && !mayFollow(each, name, { before, value })))
    t.expect(isStillShown(found[other], before[other]), {
      problem: `${other} changes, too`,
      expected: `${other} is ${renderJson(before[other] ?? null)}, as before ${name} alone was changed`,
      actual: renderJson(found[other] ?? null),
      at: { in: "body", pointer: `/${other}` },
    });
}
