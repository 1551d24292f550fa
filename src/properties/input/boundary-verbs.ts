import { type Actor, type Roles, sendViolation } from "../../actor/index.js";
import type { Operation, Parameter, Schema } from "../../description/index.js";
import { isRefusal, isSuccess } from "../../engine/index.js";
import { isJsonObject, type Json } from "../../json/index.js";
import { pointerTo } from "../../model/index.js";
import { fullShape, schemaAt, validValueOf } from "../../schema/index.js";
import {
  type ApiState,
  assume,
  baselineOf,
  type Context,
  hasUnique,
  isGiven,
  makeRequest,
  validRequest,
} from "../../session/index.js";
import {
  type BoundaryValue,
  isConflict,
  type ValidRequest,
  violationsOf,
  withOtherBody,
} from "../../values/index.js";
import { describeValue, sendValues } from "./boundary-requests.js";
import { membersNamedBy, withOther } from "./named-members.js";

/** A refusal of a value that the description allows. */
export interface RefusedValue {
  readonly status: number;
  /** Is it because of another member? */
  readonly isForOthers: boolean;
}

/**
 * Sends values that the description allows: all at once, as most servers accept them, and else one by one.
 * @param judge is called with each value, and with its refusal if the server refuses it for itself
 */
export async function tryValues(
  { stage: { t, roles } }: Actor,
  values: readonly BoundaryValue[],
  judge: (value: BoundaryValue, refusal: RefusedValue | undefined) => void,
): Promise<void> {
  const { shape } = baselineOf(t, roles.op);
  // A value that was stored once may be refused for that.
  const fresh = (): ValidRequest => validRequest(t.state, roles.op, shape);
  const first = await sendValues(t, roles, values, fresh());
  const together = isConflict(first) ? await sendValues(t, roles, values, fresh()) : first;
  assume(!isConflict(together), "in conflict", together);
  assume(together !== 0, "not judged");
  assume(isSuccess(together) || isRefusal(together), "neither accepted nor refused", together);
  if (isSuccess(together)) {
    for (const value of values) judge(value, undefined);
    return;
  }
  for (const value of values) {
    const status = await sendValues(t, roles, [value], fresh());
    judge(value, await refusalOf(t, roles, value, status, fresh));
  }
}

/**
 * Looks for the reason of a refusal.
 * @param fresh makes another valid request each time
 * @returns undefined where something else than the value is the reason
 */
async function refusalOf(
  t: Context,
  roles: Roles,
  value: BoundaryValue,
  status: number,
  fresh: () => ValidRequest,
): Promise<RefusedValue | undefined> {
  const { op } = roles;
  const send = (sent: BoundaryValue, valid = fresh()): Promise<number> => sendValues(t, roles, [sent], valid);
  if (!isRefusal(status) || !(await isTheReason())) return undefined;
  return { status, isForOthers: await isForOthers() };

  /**
   * Is another value accepted in its place, with all else the same, also the next one inside of a bound, and is it refused
   * beside nothing else, too? A rule of the server may be against a text, or across members. Last of all it is sent once
   * more, for everyone to see.
   */
  async function isTheReason(): Promise<boolean> {
    const { place, value: content } = value;
    const others = content !== undefined && "length" in content ? otherTexts(content.length) : [];
    for (const is of others) if (isSuccess(await send({ ...value, value: { is } }))) return false;
    if (value.keyword === "enum" && (await isOtherValueAccepted())) return false;
    const [name = ""] = place.path;
    if (place.in === "body") {
      // A text that only its pattern is known of may be refused as well, for what it is.
      for (let tries = hasUnique(t.state, op) ? 3 : 1; tries > 0; tries -= 1) {
        const without = await t.sendAnyway({ ...fresh().request, label: "the same with another value" });
        if (!isSuccess(without?.response.status ?? 0)) return false;
      }
      const alone = validRequest(t.state, op, { optional: [name] });
      if (content !== undefined && !isRefusal(await send(value, alone))) return false;
    } else {
      const parameter = op.parameters.find((each) => each.in === place.in && each.name === name);
      const is = makeRequest(() => anyValueOf(parameter?.schema ?? {}, t.state.words.marker));
      if (!isSuccess(await send({ ...value, keyword: "usual value", value: { is } }))) return false;
    }
    // A rule of the server's own refuses what is further inside, too.
    const { inside } = value;
    if (inside !== undefined && isRefusal(await send({ ...value, value: inside }))) return false;
    const last = await send(value);
    return isRefusal(last) && (await isForItsForm(last));
  }

  /**
   * Is a value refused for a rule across members? Its refusal names another member, and not its own; or it is accepted
   * beside another value of the one that is named.
   */
  async function isForOthers(): Promise<boolean> {
    const refusal = t.exchanges.findLast(({ case: sent }) => sent.label === describeValue(value));
    if (refusal === undefined) return false;
    const { namesOwn, others } = membersNamedBy(op, value.place, refusal);
    if (!namesOwn) return others.length > 0;
    for (const name of others)
      for (const other of withOther(op, fresh(), name)) if (isSuccess(await send(value, other))) return true;
    return false;
  }

  /**
   * Where 400 and 422 are described, one of them may be for rules that no schema states: the one counts that a value gets
   * which the schema refuses at the same place.
   */
  async function isForItsForm(answered: number): Promise<boolean> {
    if (!["400", "422"].every((each) => op.responses.has(each))) return true;
    const violation = violationsOf(op).find(
      (each) => each.place.in === value.place.in && pointerTo(each.place) === pointerTo(value.place),
    );
    if (violation === undefined) return false;
    return (await sendViolation(t, op, violation)).response.status === answered;
  }

  /** Is a word accepted beside other texts, or with all other queries? Then it is part of a rule across these. */
  async function isOtherValueAccepted(): Promise<boolean> {
    const others =
      value.place.in === "body"
        ? withOtherTexts(t.state, op, fresh())
        : [validRequest(t.state, op, baselineOf(t, op).shape, allQueries(t, op))];
    for (const other of others) if (isSuccess(await send(value, other))) return true;
    return false;
  }
}

function allQueries({ state }: Context, op: Operation): ReadonlyMap<Parameter, Json> {
  const queries = op.parameters.filter((each) => each.in === "query");
  return new Map(queries.map((each) => [each, anyValueOf(each.schema, state.words.marker)]));
}

/** Texts of kinds that a word may ask of another member: what a country calls a postal code, for example. */
const plausible = ["12345", "pedigree@example.com", "https://example.invalid/", "+12025550123"];
/** Members that are tried with these. */
const mostTexts = 3;

/** The same request with another text in one of the members that are free; the others show whose item it is. */
function withOtherTexts({ contract }: ApiState, op: Operation, valid: ValidRequest): readonly ValidRequest[] {
  const { body } = valid;
  if (!isJsonObject(body)) return [];
  const schemaOf = (name: string) => schemaAt(op.body?.schema ?? {}, [name]);
  const free = Object.keys(body).filter((name) => {
    const { enum: words, format, pattern } = schemaOf(name);
    const isOpen = words === undefined && format === undefined && pattern === undefined;
    return typeof body[name] === "string" && isOpen && !isGiven({ contract }, op, name);
  });
  if (free.length < 2) return [];
  return free
    .slice(-mostTexts)
    .flatMap((name) =>
      plausible
        .filter((text) => text.length <= (schemaOf(name).maxLength ?? text.length))
        .map((text) => withOtherBody(op, valid, { ...body, [name]: text })),
    );
}

function anyValueOf(schema: Schema, marker: () => string): Json {
  return validValueOf(schema, { marker, reference: () => undefined, shape: fullShape });
}

/** Texts of a length, in the plainest words. */
function otherTexts(length: number): readonly string[] {
  return ["a", "the same words "].map((part) => part.repeat(length).slice(0, length).replace(/ $/, "s"));
}
