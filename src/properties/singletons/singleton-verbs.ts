import { type Actor, isComputed, type Stage } from "../../actor/index.js";
import { isSuccess } from "../../engine/index.js";
import { isJsonObject, type Json, type JsonObject, renderJson } from "../../json/index.js";
import { changeableMembers, isMasked, matches, soundsHarmful } from "../../model/index.js";
import { type AnySchema, plainSchema } from "../../schema/index.js";
import { assume, eventually, validRequest } from "../../session/index.js";
import { type Case, headerValues, orRefused, type Response } from "../../transport/index.js";
import {
  isJsonType,
  isNumber,
  isServerOwned,
  isStillShown,
  shownSchema,
  type Violation,
  valuesUnlike,
} from "../../values/index.js";
import { bodyOf, type Latest, requestOf, restore, type Singleton } from "./singleton-requests.js";

/** Another value of one member. */
interface OtherValue {
  readonly name: string;
  readonly value: Json;
}

/** The response to a singleton with an invalid member, and what it shows before and then. */
export interface InvalidChange {
  readonly violation: Violation;
  readonly status: number;
  readonly before: JsonObject;
  readonly found: JsonObject;
}

type Judge = (changed: OtherValue, found: JsonObject) => void;

/** Other values that are tried until one is accepted. */
const mostValues = 3;

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
    isStillShown(first[name], before[name]) && !isServerOwned(name) && !isComputed(t.state, name, op);
  return { before, names, whole: pick(before, sent), steady: sent.filter(isSteady) };
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
 * Sends one other value at a time until one is accepted, since a refusal changes nothing, and restores the singleton.
 * @param judge is called with the value that was accepted, and what the singleton shows then
 */
export async function changeAndRestore({ stage }: Actor, singleton: Singleton, judge: Judge): Promise<void> {
  const values = otherValuesOf(stage, singleton);
  assume(values.length > 0, "no changeable member");
  let status = 0;
  for (const each of values) {
    status = await change(stage, singleton, each, judge);
    if (isSuccess(status)) return;
  }
  assume(false, "other values refused", status);
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
    const [name = ""] = violation.place.path;
    const other = { name, value: violation.value };
    await sendAndRestore(
      stage,
      singleton,
      { other, label: violation.label, isInvalid: true },
      async (status, before) => {
        const isAccepted = isSuccess(status) && status !== 202;
        const found = isAccepted ? await readChanged(stage, other) : objectOf((await read(stage)).json);
        all.push({ violation, status, before, found });
      },
    );
  }
  return all;
}

async function read({ t, reading }: Stage): Promise<Latest> {
  const { response, json } = await t.send(validRequest(t.state, reading()).request);
  assume(isSuccess(response.status), "cannot be read", response.status);
  return { json, etag: headerValues(response, "etag")[0] };
}

async function send({ t }: Stage, request: Case): Promise<Response> {
  return (await t.judge(await t.state.target.sendOnce(request))).response;
}

/** Reads until another value is shown: the change itself may have the server serve nobody. */
async function readChanged(
  { t, reading }: Stage,
  { name, value }: MemberChange["other"],
): Promise<JsonObject> {
  const { request } = validRequest(t.state, reading());
  const poll = async (): Promise<Json | undefined> => {
    const exchange = await t.state.target.sendOnce(request);
    const { outcome } = exchange;
    const isServed = outcome.kind === "response" && isSuccess(outcome.status);
    assume(isServed, "not read once changed", `${name} is ${renderJson(value ?? null)}`);
    return (await t.judge(exchange)).json;
  };
  return objectOf(await eventually(t, poll, (each) => isJsonObject(each) && isStillShown(each[name], value)));
}

/** Changes one member, and restores it. @returns the status of the change */
function change(stage: Stage, singleton: Singleton, other: OtherValue, judge: Judge): Promise<number> {
  return sendAndRestore(stage, singleton, { other, label: `another ${other.name}` }, async (status) => {
    if (!isSuccess(status)) return;
    assume(status !== 202, "not changed", status);
    judge(other, await readChanged(stage, other));
  });
}

/** One request that changes a member, and how it is described. */
interface MemberChange {
  /** The value is undefined where the member is left out. */
  readonly other: { readonly name: string; readonly value: Json | undefined };
  readonly label: string;
  readonly isInvalid?: boolean;
}

/**
 * Sends one member with another value, and restores the singleton.
 * @param inspect is called once the response is there, with its status and what the singleton showed before
 * @returns the status of the response
 */
async function sendAndRestore(
  stage: Stage,
  singleton: Singleton,
  { other: { name, value }, label, isInvalid = false }: MemberChange,
  inspect: (status: number, before: JsonObject) => Promise<void>,
): Promise<number> {
  const { t, roles } = stage;
  const { journal, sending } = t.state;
  const { method, path } = roles.op;
  const latest = await read(stage);
  const request = requestOf(stage, singleton, { values: { [name]: value }, label, latest });
  const former = bodyOf(stage, singleton, pick(singleton.before, [name]), latest);
  const entry = { method, path, body: renderJson(former) };
  assume(journal.change({ event: "changing", ...entry }), "no journal");
  let status = 0;
  try {
    const accepts = isInvalid ? orRefused(request) : request.accepts;
    ({ status } = await send(stage, { ...request, accepts }));
    await inspect(status, objectOf(latest.json));
    return status;
  } finally {
    const left = await restore(stage, singleton, { name, isRefused: status >= 400 && status < 500 });
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
  const { properties: sent = {} } = plainSchema(op.body?.schema ?? {});
  const { properties: shown = {} } = shownSchema(reading());
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

/** Other values, one for each member that may be changed: those that do least come first. */
function otherValuesOf(
  { t, roles: { op }, reading }: Stage,
  { whole, steady }: Singleton,
): readonly OtherValue[] {
  const schemas = changeableMembers(op, reading());
  const isFixed = (name: string): boolean => !steady.includes(name) || soundsHarmful(name);
  const texts = Object.entries(whole)
    .filter(([name, was]) => typeof was === "string" && !isFixed(name) && matches(name, "plain-texts"))
    .filter(([name]) => isFree(schemas[name] ?? {}))
    .map(([name]) => ({ name, value: t.state.words.marker() }));
  const schema = plainSchema(op.body?.schema ?? {});
  const others = valuesUnlike({ sent: whole, found: whole, schema }, isFixed);
  const values = Object.entries(others).map(([name, value]) => ({ name, value }));
  return [
    ...texts,
    ...values.filter(({ value }) => isNumber(value)),
    ...values.filter(({ value }) => typeof value === "boolean"),
    ...values.filter(({ value }) => typeof value === "string"),
  ].slice(0, mostValues);
}

/** May a text of eight letters stand there? */
function isFree(schema: AnySchema): boolean {
  const { enum: words, const: only, format, pattern, minLength = 0, maxLength = 8 } = schema;
  const isStated = [words, only, format, pattern].some((each) => each !== undefined);
  return !isStated && minLength <= 8 && maxLength >= 8;
}

function pick(values: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
}

function objectOf(json: Json | undefined): JsonObject {
  return json !== undefined && isJsonObject(json) ? json : {};
}
