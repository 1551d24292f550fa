import { isSuccess, type ParsedExchange, Skip, unlessSkipped } from "../../../checks/index.js";
import type { Contract, Operation, Parameter, Schema } from "../../../description/index.js";
import { fullShape, plainSchema, textOfLength, validValueOf } from "../../../generate/index.js";
import { isJsonObject, type Json } from "../../../json/index.js";
import { differencesOf, expectSame } from "../comparison/comparison.js";
import { readBack } from "../comparison/read-back.js";
import type { Representations } from "../comparison/representations.js";
import {
  type ApiScenario,
  baselineOf,
  type Context,
  eventually,
  isRefusal,
  makeRequest,
} from "../requests/baseline.js";
import { encodeFor } from "../requests/bodies.js";
import { describeConflict, isConflict } from "../requests/conflicts.js";
import { readItem } from "../requests/read-item.js";
import { slugOf, validRequest } from "../requests/requests.js";
import { hasUnique } from "../requests/unique-values.js";
import { readOf } from "../resources/item-links.js";
import { addressOf, endsInParameter } from "../resources/paths.js";
import { pointerTo, valueAt, withValueAt } from "../resources/places.js";
import { createdItem } from "../state/created-items.js";
import { givenValue } from "../state/given-values.js";
import { type ApiState, type KnownItem, ownItemAt, type ValidRequest } from "../state/state.js";
import { violationsOf } from "../violations/judged-violations.js";
import { sendViolation } from "../violations/send-violation.js";
import { boundaryRows, type Stated } from "../violations/stated.js";
import { violate } from "../violations/violate.js";
import { membersNamedBy, rulesAcross, withOther } from "./rules-across.js";

/**
 * What is just within a description is accepted: bounds, lengths, words, null, and what is left out. Several places at
 * once, since most servers take them all; one by one where that was refused.
 */
export function boundaryScenario(
  operation: Operation,
  operations: Contract["operations"],
): ApiScenario | undefined {
  const rows = boundaryRows(operation);
  if (rows.length === 0) return undefined;
  const slug = slugOf(operation);
  const read = readOf(operation, operations);
  const kind = kindOf(operation);
  return {
    id: `${slug}/stated`,
    title: `${operation.id} accepts what is just within its description`,
    phase: "populate",
    expects: [rulesAcross, ...(read === undefined || kind === undefined ? [] : [`${slug}/${kind}`])],
    inputs: () => rows.map((_, index) => index),
    run: async (t, input) => {
      const { shape } = baselineOf(t, operation);
      const row = rows[input as number] ?? [];
      // What was stored once may be refused for that.
      const fresh = (): ValidRequest => makeRequest(() => validRequest(t.state, operation, shape));
      const met = await send(t, row, fresh());
      const joint = isConflict(met) ? await send(t, row, fresh()) : met;
      if (!isSuccess(joint) && !isRefusal(joint)) throw new Skip("untested", describeNoAnswer(joint));
      t.expectNone([], rulesAcross);
      if (isSuccess(joint)) return t.expectNone([]);
      for (const stated of row) {
        const status = await send(t, [stated], fresh());
        const isRefused = isRefusal(status) && (await isTheReason(t, stated, fresh));
        const pointer = `${stated.place.in} ${pointerTo(stated.place)}`;
        const isAcross = isRefused && (await isForOthers(t, stated, fresh));
        t.expect(!isRefused, {
          ...(isAcross ? { check: rulesAcross } : {}),
          problem: `${pointer} ${stated.keyword} is refused`,
          expected: `2xx: ${describe(stated)}, and another value of it is accepted`,
          actual: `${status}`,
          at: { in: "status" },
        });
      }
    },
  };

  /**
   * Is another value accepted in its place, with all else the same, also the next one inside of a bound, and is it refused
   * beside nothing else, too? A rule of the server may be against a text, or across members. Last of all it is sent once
   * more, for everyone to see.
   * @param fresh makes another valid request each time
   */
  async function isTheReason(t: Context, stated: Stated, fresh: () => ValidRequest): Promise<boolean> {
    const { place, value } = stated;
    const others = value !== undefined && "length" in value ? otherTexts(value.length) : [];
    for (const is of others)
      if (isSuccess(await send(t, [{ ...stated, value: { is } }], fresh()))) return false;
    if (stated.keyword === "enum" && (await isOtherValueAccepted(t, stated, fresh))) return false;
    const [name = ""] = place.path;
    if (place.in === "body") {
      // A text that only its pattern is known of may be refused as well, for what it is.
      for (let tries = hasUnique(t.state, operation) ? 3 : 1; tries > 0; tries -= 1) {
        const without = await t.sendAnyway({ ...fresh().request, label: "the same with another value" });
        if (!isSuccess(without?.response.status ?? 0)) return false;
      }
      const alone = makeRequest(() => validRequest(t.state, operation, { optional: [name] }));
      if (value !== undefined && !isRefusal(await send(t, [stated], alone))) return false;
    } else {
      const parameter = operation.parameters.find((each) => each.in === place.in && each.name === name);
      const is = makeRequest(() => anyValueOf(parameter?.schema ?? {}, t.state.marker));
      const other: Stated = { ...stated, keyword: "usual value", value: { is } };
      if (!isSuccess(await send(t, [other], fresh()))) return false;
    }
    // A rule of the server's own refuses what is further inside, too.
    const { inside } = stated;
    if (inside !== undefined && isRefusal(await send(t, [{ ...stated, value: inside }], fresh())))
      return false;
    const last = await send(t, [stated], fresh());
    return isRefusal(last) && (await isForItsForm(t, stated, last));
  }

  /**
   * Is a value refused for a rule across members? Its refusal names another member, and not its own; or it is accepted
   * beside another value of the one that is named.
   */
  async function isForOthers(t: Context, stated: Stated, fresh: () => ValidRequest): Promise<boolean> {
    const refusal = t.exchanges.findLast(({ case: sent }) => sent.label === describe(stated));
    if (refusal === undefined) return false;
    const { namesOwn, others } = membersNamedBy(operation, stated.place, refusal);
    if (!namesOwn) return others.length > 0;
    for (const name of others)
      for (const other of withOther(operation, fresh(), name))
        if (isSuccess(await send(t, [stated], other))) return true;
    return false;
  }

  /**
   * Where 400 and 422 are described, one of them may be for rules that no schema states: the one counts that a value gets
   * which the schema refuses at the same place.
   */
  async function isForItsForm(t: Context, { place }: Stated, status: number): Promise<boolean> {
    if (!["400", "422"].every((each) => operation.responses.has(each))) return true;
    const violation = violationsOf(operation).find(
      (each) => each.place.in === place.in && pointerTo(each.place) === pointerTo(place),
    );
    if (violation === undefined) return false;
    return (await sendViolation(t, operation, violation)).response.status === status;
  }

  /** Is a word taken beside other texts, or with all that may be asked for besides? Then it is part of a rule across these. */
  async function isOtherValueAccepted(
    t: Context,
    stated: Stated,
    fresh: () => ValidRequest,
  ): Promise<boolean> {
    const others =
      stated.place.in === "body"
        ? withOtherTexts(t.state, operation, fresh())
        : [
            makeRequest(() =>
              validRequest(t.state, operation, baselineOf(t, operation).shape, allQueries(t)),
            ),
          ];
    for (const other of others) if (isSuccess(await send(t, [stated], other))) return true;
    return false;
  }

  function allQueries({ state }: Context): ReadonlyMap<Parameter, Json> {
    const queries = operation.parameters.filter((each) => each.in === "query");
    return new Map(queries.map((each) => [each, anyValueOf(each.schema, state.marker)]));
  }

  /** Is what was created an item of the run? Another success than 201 does not say that there is a new one. */
  function isOwn({ state }: Context, parsed: ParsedExchange): boolean {
    const created = createdItem(state, operation, parsed);
    return state.items.some(({ own, path }) => own && path === created?.path);
  }

  async function send(t: Context, row: readonly Stated[], valid: ValidRequest): Promise<number> {
    const { body: accepted } = baselineOf(t, operation);
    const free = row.filter(({ place }) => givenValue(t.state, place.path.at(-1) ?? "") === undefined);
    if (free.length === 0) throw new Skip("untested", "the configuration says which values these have");
    const possible = free.filter(
      ({ place }) => place.in !== "body" || valueAt(accepted, place.path) !== undefined,
    );
    if (possible.length === 0) throw new Skip("untested", "no accepted request has these places");
    const changed = makeRequest(() =>
      possible.reduce((request, stated) => changeAt(request, stated, t.state.marker), valid),
    );
    const label = possible.map(describe).join(", ");
    const { accepts } = valid.request;
    const parsed = await t.sendAnyway({ ...changed.request, accepts, label });
    const status = parsed?.response.status ?? 0;
    // Another value of a parameter may be about other data.
    const isInBody = possible.every(({ place }) => place.in === "body");
    if (parsed === undefined || !isSuccess(status) || read === undefined || kind === undefined || !isInBody)
      return status;
    const sent = { operation, read, sent: changed.body, check: `${slug}/${kind}` };
    if (kind === "read-back" && (status === 201 || isOwn(t, parsed))) await readBack(t, { ...sent, parsed });
    const item = ownItemAt(t.state, addressOf(parsed.exchange.case.path));
    if (item === undefined || status === 202 || (await isShownAt(t, { ...sent, item }))) return status;
    // An earlier change may have come late, and another client may have changed it as well.
    await t.state.pause(finalWait);
    const again = await t.sendAnyway({ ...changed.request, accepts, label });
    if (isSuccess(again?.response.status ?? 0) && again?.response.status !== 202)
      await expectChanged(t, { ...sent, item });
    return status;
  }
}

/** What is said of values that were accepted: that they can be read back, after the item was created, replaced or changed. */
function kindOf({ method, path, body }: Operation): "read-back" | "replaced" | "changed" | undefined {
  if (method === "POST") return "read-back";
  if (!endsInParameter(path) || body === undefined) return undefined;
  if (method === "PUT") return "replaced";
  return method === "PATCH" ? "changed" : undefined;
}

/** How late a change may be that was answered before, in ms. */
const finalWait = 500;

/** What was sent to an item of the run. */
type Sent = Omit<Representations, "found"> & { readonly item: KnownItem };

/** What is read of the item, once the time is over in which the change may be seen. */
async function readChanged(t: Context, { item, ...sent }: Sent): Promise<Json | undefined> {
  return eventually(
    t,
    () => unlessSkipped(() => readItem(t, sent.read, item)),
    (shown) => shown !== undefined && differencesOf(t.state, { ...sent, found: shown }).length === 0,
  );
}

async function isShownAt(t: Context, sent: Sent): Promise<boolean> {
  const found = await readChanged(t, sent);
  return found === undefined || differencesOf(t.state, { ...sent, found }).length === 0;
}

async function expectChanged(t: Context, sent: Sent): Promise<void> {
  const found = await readChanged(t, sent);
  if (found !== undefined) await unlessSkipped(async () => expectSame(t, { ...sent, found }));
}

/** Why a status says nothing of a value; 0 where there was no response to judge. */
function describeNoAnswer(status: number): string {
  if (isConflict(status)) return describeConflict(`${status}`);
  return status === 0
    ? "no response could be judged"
    : `it was answered with ${status}, which says nothing of the values`;
}

/** Texts of kinds that a word may ask of another member: what a country calls a postal code, for example. */
const plausible = ["12345", "pedigree@example.com", "https://example.invalid/", "+12025550123"];
/** Members that are tried with these. */
const mostTexts = 3;

/** The same request with another text in one of the members that are free; the others show whose item it is. */
function withOtherTexts(
  { contract }: Pick<ApiState, "contract">,
  operation: Operation,
  valid: ValidRequest,
): readonly ValidRequest[] {
  const { body } = valid;
  const { properties = {} } = plainSchema(operation.body?.schema ?? {});
  if (!isJsonObject(body)) return [];
  const free = Object.keys(body).filter((name) => {
    const { enum: words, format, pattern } = plainSchema(properties[name] ?? {});
    const isOpen = words === undefined && format === undefined && pattern === undefined;
    return typeof body[name] === "string" && isOpen && contract.known?.values[name] === undefined;
  });
  if (free.length < 2) return [];
  return free.slice(-mostTexts).flatMap((name) =>
    plausible
      .filter((text) => text.length <= (plainSchema(properties[name] ?? {}).maxLength ?? text.length))
      .map((text) => {
        const changed = { ...body, [name]: text };
        return {
          ...valid,
          body: changed,
          request: { ...valid.request, body: encodeFor(operation, changed) },
        };
      }),
  );
}

function anyValueOf(schema: Schema, marker: () => string): Json {
  return validValueOf(schema, { marker, reference: () => undefined, shape: fullShape });
}

/** Texts of a length, in the plainest words. */
function otherTexts(length: number): readonly string[] {
  return ["a", "the same words "].map((part) => part.repeat(length).slice(0, length).replace(/ $/, "s"));
}

function describe({ place, keyword, value }: Stated): string {
  return value === undefined ? `${pointerTo(place)} left out` : `${pointerTo(place)} at its ${keyword}`;
}

function changeAt(valid: ValidRequest, { place, value: stated }: Stated, marker: () => string): ValidRequest {
  const value = stated && ("is" in stated ? stated.is : textOfLength(stated.length, marker));
  const change = { place, label: "" };
  const request = violate(valid, value === undefined ? change : { ...change, value });
  const body: Json | undefined =
    place.in === "body" && valid.body !== undefined ? withValueAt(valid.body, place.path, value) : valid.body;
  return { ...valid, request, body };
}
