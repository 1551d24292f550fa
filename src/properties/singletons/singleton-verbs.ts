import { type Actor, isComputed, type Stage } from "../../actor/index.js";
import { isSuccess } from "../../engine/index.js";
import { isJsonObject, type Json, type JsonObject, renderJson } from "../../json/index.js";
import {
  changeableMembers,
  isKeptByServer,
  isMasked,
  sentSingleton,
  shownSingleton,
} from "../../model/index.js";
import { plainSchema } from "../../schema/index.js";
import { assume, eventually, validRequest } from "../../session/index.js";
import { type Case, headerValues, orRefused, type Response } from "../../transport/index.js";
import { isJsonType, isServerOwned, isStillShown, type Violation } from "../../values/index.js";
import { bodyOf, type Latest, membersIn, requestOf, restore, type Singleton } from "./singleton-requests.js";
import { type OtherValue, otherValuesOf } from "./singleton-values.js";

/** The response to a singleton with an invalid member, and what it shows before and then. */
export interface InvalidChange {
  readonly violation: Violation;
  readonly status: number;
  readonly before: JsonObject;
  readonly found: JsonObject;
}

/** @param before what the singleton showed before the change, and @param found what it shows then */
type Judge = (changed: OtherValue, before: JsonObject, found: JsonObject) => void;

/** Members that are changed, at most, and those that are tried. */
const mostChanged = 4;
const mostTried = 6;

/** Ends the property without a verdict unless the store may be thrown away, and all that was changed before is restored. */
export function assumeDisposable({ stage }: Actor): void {
  const { settings, sending } = stage.t.state;
  assume(!settings.readOnly, "read-only run");
  assume(settings.disposable, "not disposable");
  const [left] = sending.unrestored;
  assume(left === undefined, "not restored before", left?.path);
}

/** Reads the singleton twice: what differs then is the server's. Nothing may be lost when it is sent back. */
export async function readSingleton({ stage }: Actor): Promise<Singleton> {
  const { t, roles, reading } = stage;
  const { op } = roles;
  const [{ json: first }, { json: before }] = [await read(stage), await read(stage)];
  assume(isJsonObject(before) && isJsonObject(first), "no object");
  const names = Object.keys(changeableMembers(op, reading()));
  assumeWritable(stage, names, before);
  const sent = names.filter((name) => Object.hasOwn(before, name));
  const isSteady = (name: string): boolean =>
    isStillShown(first[name], before[name]) &&
    !isServerOwned(name) &&
    !isKeptByServer(op, name) &&
    !isComputed(t.state, name, op);
  return { before, names, whole: pick(before, sent), steady: sent.filter(isSteady) };
}

/** Returns the pointer to a member in what the read shows. */
export function pointerIn({ stage: { reading } }: Actor, name: string): string {
  const { wrapper } = shownSingleton(reading());
  return wrapper === undefined ? `/${name}` : `/${wrapper}/${name}`;
}

/** Sends the singleton what it shows. @returns what it shows then */
export async function sendBack({ stage }: Actor, singleton: Singleton): Promise<JsonObject> {
  const latest = await read(stage);
  const values = pick(singleton.before, singleton.steady);
  const label = "the values that it shows, sent back";
  const { status } = await send(stage, requestOf(stage, singleton, { values, label, latest }));
  assume(isSuccess(status) && status !== 202, "not changed", status);
  return objectOf((await read(stage)).json);
}

/**
 * Changes one member after the other, and leaves each as it was changed until the end: a refusal changes nothing. A member that has
 * followed another one is left as it is. The first one is changed back before words are changed, or in the end, while the others stay.
 * Then the singleton is restored.
 * @param judge is called with each value that was accepted, and what the singleton showed before and then
 */
export async function changeAndRestore({ stage }: Actor, singleton: Singleton, judge: Judge): Promise<void> {
  const { before } = singleton;
  const tried = [...new Set(otherValuesOf(stage, singleton).map(({ name }) => name))].slice(0, mostTried);
  assume(tried.length > 0, "no changeable member");
  await restoringAfter(stage, singleton, tried, async (note) => {
    const changed: OtherValue[] = [];
    let now = before;
    let status = 0;
    const change = async (other: OtherValue): Promise<void> => {
      const { name, value } = other;
      const latest = await read(stage);
      const present = { ...singleton, whole: pick(now, Object.keys(singleton.whole)) };
      const request = requestOf(stage, present, {
        values: { [name]: value },
        label: `another ${name}`,
        latest,
      });
      note(name, undefined);
      ({ status } = await send(stage, request));
      note(name, status);
      if (!isSuccess(status)) return;
      assume(status !== 202, "not changed", status);
      const found = await readChanged(stage, other);
      judge(other, now, found);
      now = found;
      if (!changed.some((each) => each.name === name)) changed.push(other);
    };
    let isBack = false;
    const changeFirst = async (): Promise<void> => {
      const [first, second] = changed;
      if (first === undefined || second === undefined) return;
      isBack = !isBack;
      await change(isBack ? { ...first, value: before[first.name] ?? null } : first);
    };
    for (const name of tried) {
      const whole = pick(now, Object.keys(singleton.whole));
      const other = otherValuesOf(stage, { ...singleton, whole }).find((each) => each.name === name);
      if (other === undefined || !isStillShown(before[name], now[name]) || changed.length >= mostChanged)
        continue;
      // A word may decide about other members.
      if (other.isWord && !isBack) await changeFirst();
      await change(other);
    }
    await changeFirst();
    assume(changed.length > 0, "other values refused", status);
  });
}

/** Invalid members that are tried of one operation, at most. */
const mostInvalid = 16;

/** Sends the singleton with one invalid member at a time, and restores what was accepted. */
export async function sendInvalid(
  { stage }: Actor,
  singleton: Singleton,
  violations: readonly Violation[],
): Promise<readonly InvalidChange[]> {
  const { sending } = stage.t.state;
  const all: InvalidChange[] = [];
  for (const violation of violations.slice(0, mostInvalid)) {
    // A singleton that could not be restored gets no other change.
    if (sending.unrestored.length > 0) break;
    const name = violation.place.path.at(-1) ?? "";
    const other = { name, value: violation.value };
    await sendAndRestore(stage, singleton, { other, label: violation.label }, async (status, before) => {
      const isAccepted = isSuccess(status) && status !== 202;
      const found = isAccepted ? await readChanged(stage, other) : objectOf((await read(stage)).json);
      all.push({ violation, status, before, found });
    });
  }
  return all;
}

async function read(stage: Stage): Promise<Latest> {
  const { t, reading } = stage;
  const { response, json } = await t.send(validRequest(t.state, reading()).request);
  assume(isSuccess(response.status), "cannot be read", response.status);
  return { json: membersIn(stage, json), etag: headerValues(response, "etag")[0] };
}

async function send({ t }: Stage, request: Case): Promise<Response> {
  return (await t.judge(await t.state.target.sendOnce(request))).response;
}

/** Reads until another value is shown: the change itself may have the server serve nobody. */
async function readChanged(stage: Stage, { name, value }: MemberChange["other"]): Promise<JsonObject> {
  const { t, reading } = stage;
  const { request } = validRequest(t.state, reading());
  const poll = async (): Promise<Json | undefined> => {
    const exchange = await t.state.target.sendOnce(request);
    const { outcome } = exchange;
    const isServed = outcome.kind === "response" && isSuccess(outcome.status);
    assume(isServed, "not read once changed", `${name} is ${renderJson(value ?? null)}`);
    return membersIn(stage, (await t.judge(exchange)).json);
  };
  return objectOf(await eventually(t, poll, (each) => isJsonObject(each) && isStillShown(each[name], value)));
}

/** One request that changes a member, and how it is described. */
interface MemberChange {
  /** The value is undefined where the member is left out. */
  readonly other: { readonly name: string; readonly value: Json | undefined };
  readonly label: string;
}

/**
 * Sends one member with another value, and restores the singleton.
 * @param inspect is called once the response is there, with its status and what the singleton showed before
 */
async function sendAndRestore(
  stage: Stage,
  singleton: Singleton,
  { other: { name, value }, label }: MemberChange,
  inspect: (status: number, before: JsonObject) => Promise<void>,
): Promise<void> {
  await restoringAfter(stage, singleton, [name], async (note) => {
    const latest = await read(stage);
    const request = requestOf(stage, singleton, { values: { [name]: value }, label, latest });
    note(name, undefined);
    const { status } = await send(stage, { ...request, accepts: orRefused(request) });
    note(name, status);
    await inspect(status, objectOf(latest.json));
  });
}

/** Records that a member is about to be changed, and then the status of the response. */
type Note = (name: string, status: number | undefined) => void;

/** Restores a singleton after some of its members were changed. Their values stand in the journal before. */
async function restoringAfter(
  stage: Stage,
  singleton: Singleton,
  names: readonly string[],
  work: (note: Note) => Promise<void>,
): Promise<void> {
  const { t, roles } = stage;
  const { journal, sending } = t.state;
  const { method, path } = roles.op;
  const former = bodyOf(stage, singleton, pick(singleton.before, names), await read(stage));
  const entry = { method, path, body: renderJson(former) };
  assume(journal.change({ event: "changing", ...entry }), "no journal");
  const statuses = new Map<string, number | undefined>();
  try {
    await work((name, status) => void statuses.set(name, status));
  } finally {
    const isRefused = (status = 0): boolean => status >= 400 && status < 500;
    const changed = [...statuses].filter(([, status]) => !isRefused(status)).map(([name]) => name);
    const sent = {
      names: changed.length > 0 ? changed : [...statuses.keys()],
      isRefused: changed.length === 0,
    };
    const left = statuses.size === 0 ? undefined : await restore(stage, singleton, sent);
    if (left === undefined) journal.change({ event: "restored", ...entry });
    else sending.noteUnrestored(left);
  }
}

/** A masked text would be stored, and a replacement would lose a member that is not shown, or not described. */
function assumeWritable(
  { roles: { op }, reading }: Stage,
  names: readonly string[],
  before: JsonObject,
): void {
  const assumeNone = (name: string | undefined, problem: string): void =>
    assume(name === undefined, "lossy", problem);
  assume(isJsonType(op.body?.mediaType ?? ""), "not sent as JSON");
  const masked = Object.keys(before).find((name) => hidesText(before[name]));
  assumeNone(masked, `it masks ${masked}`);
  assume(names.length > 0, "nothing to send");
  if (op.method === "PATCH") return;
  const { properties: sent = {} } = sentSingleton(op).schema;
  const { properties: shown = {} } = shownSingleton(reading()).schema;
  const isSent = (name: string): boolean => plainSchema(sent[name] ?? {}).readOnly !== true;
  const unshown = Object.keys(sent).find((name) => isSent(name) && !Object.hasOwn(before, name));
  assumeNone(unshown, `it does not show ${unshown}`);
  const isDescribed = (name: string): boolean => Object.hasOwn(sent, name) || Object.hasOwn(shown, name);
  const unknown = Object.keys(before).find((name) => !isDescribed(name));
  assumeNone(unknown, `it shows ${unknown}, which is not described`);
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

function objectOf(json: Json | undefined): JsonObject {
  return json !== undefined && isJsonObject(json) ? json : {};
}
