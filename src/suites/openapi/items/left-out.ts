import { isSuccess, Skip } from "../../../checks/index.js";
import { jsonOf, type Operation, responseTo } from "../../../description/index.js";
import { type AnySchema, bareShape, leavesChoice, plainSchema, typeOf } from "../../../generate/index.js";
import { isFraction, isJsonObject, type Json, renderJson } from "../../../json/index.js";
import {
  type Api,
  addressOf,
  endsInParameter,
  idNames,
  isChosenByServer,
  unwrapped,
} from "../../../model/index.js";
import { differencesOf } from "../comparison/comparison.js";
import { type ApiScenario, baselineOf, eventually, makeRequest, orRefused } from "../requests/baseline.js";
import { encodeFor } from "../requests/bodies.js";
import { readItem } from "../requests/read-item.js";
import { slugOf, validRequest } from "../requests/requests.js";
import { type ApiState, markersIn, ownItemAt } from "../session/state.js";
import { mayBeNull } from "./empty-values.js";
import { withOtherValues } from "./other-values.js";

/** Names of members that a replacement may leave out, and that are gone then: nothing says that there is always one. */
export function leftOutOf(operation: Operation, api: Api): readonly string[] {
  const { method, path, body } = operation;
  const read = method === "PUT" && endsInParameter(path) ? api.readOf(operation) : undefined;
  if (read === undefined || body === undefined || leavesChoice(body.schema)) return [];
  const { properties = {}, required = [] } = membersIn(plainSchema(body.schema));
  const shown = membersIn(plainSchema(jsonOf(responseTo(read, 200)?.contents ?? [])?.schema ?? {}));
  return Object.keys(properties).filter((name) => {
    const isAlwaysThere =
      shown.required?.includes(name) === true && !mayBeNull(plainSchema(shown.properties?.[name] ?? {}));
    const isFree = isFreeValue(plainSchema(properties[name] ?? {})) && !isChosenByServer(name);
    return (
      isFree && !required.includes(name) && !isAlwaysThere && Object.hasOwn(shown.properties ?? {}, name)
    );
  });
}

/** Names of members that only wrap an item. */
const wrappers = ["data", "result", "item"];

/** Where a schema has an object alone in it, the one that is wrapped. */
function membersIn(schema: AnySchema): AnySchema {
  const [[name, inner] = ["", {}], ...others] = Object.entries(schema.properties ?? {});
  const isWrapper = wrappers.includes(name) && others.length === 0;
  return isWrapper && !leavesChoice(inner) ? plainSchema(inner) : schema;
}

/** Is it a text, or a number that may be absent, of which nothing says what it is by default? */
function isFreeValue({ format, pattern, enum: words, const: only, ...schema }: AnySchema): boolean {
  const type = typeOf(schema) ?? "";
  const isNumber = ["integer", "number"].includes(type) && mayBeNull(schema);
  return (
    (type === "string" ? format === undefined && pattern === undefined : isNumber) &&
    [words, only, schema.default].every((each) => each === undefined) &&
    schema.readOnly !== true &&
    schema.writeOnly !== true
  );
}

/** Is a value one that the run has sent, and that no server has by itself? */
function isOfRun(state: ApiState, value: Json | undefined, sent: Json | undefined): boolean {
  if (typeof value === "string") return markersIn(state, value).length > 0;
  const isNumber = typeof value === "bigint" || (value !== undefined && isFraction(value));
  return isNumber && Number(renderJson(value)) > 1 && isSame(value, sent);
}

function isSame(left: Json | undefined, right: Json | undefined): boolean {
  return renderJson(left ?? null) === renderJson(right ?? null);
}

/**
 * A replacement removes the members that it leaves out. Many servers keep them: a finding is advice.
 * Source: RFC 9110, section 9.3.4.
 */
export function leftOutScenario(operation: Operation, api: Api): ApiScenario | undefined {
  const names = leftOutOf(operation, api);
  const read = api.readOf(operation);
  if (names.length === 0 || read === undefined) return undefined;
  return {
    id: `${slugOf(operation)}/left-out`,
    title: `${operation.id} removes the members that its body leaves out`,
    phase: "populate",
    inputs: () => [null],
    run: async (t) => {
      const { shape } = baselineOf(t, operation);
      const { request, body } = makeRequest(() => validRequest(t.state, operation, bareShape));
      const item = ownItemAt(t.state.inventory, addressOf(request.path));
      const resource = t.state.api.resourceAt(read.path);
      const ids = resource === undefined ? [] : idNames(resource);
      const membersOf = (shown: Json | undefined) => {
        const inner = resource && isJsonObject(shown) ? unwrapped(resource, shown) : undefined;
        return inner ?? (isJsonObject(shown) ? shown : {});
      };
      const least = membersOf(body);
      const poll = async (sent?: Json) => {
        const was = membersOf(item && (await readItem(t, read, item)));
        const isOwn = (name: string): boolean => isOfRun(t.state, was[name], membersOf(sent)[name]);
        return {
          was,
          own: names.filter((name) => isOwn(name) && !Object.hasOwn(least, name) && !ids.includes(name)),
        };
      };
      const fill = async () => {
        const valid = makeRequest(() => validRequest(t.state, operation, shape));
        const isFixed = (name: string): boolean => !names.includes(name) && !wrappers.includes(name);
        const whole = withOtherValues(operation.body?.schema ?? {}, valid.body, isFixed);
        if (whole === undefined) return undefined;
        await t.send({ ...valid.request, body: encodeFor(operation, whole) });
        return poll(whole);
      };
      const first = await poll();
      const { was, own } = (first.own.length === 0 && (await fill())) || first;
      if (item === undefined || own.length === 0)
        throw new Skip("untested", "no item of the run shows a value of its own that may be left out");
      const accepts = orRefused(request);
      const { response } = await t.send({ ...request, accepts, label: `valid, without ${own.join(", ")}` });
      if (!isSuccess(response.status) || response.status === 202)
        throw new Skip(
          "untested",
          `a body of the required members alone was answered with ${response.status}`,
        );
      const after = await eventually(
        t,
        () => readItem(t, read, item),
        (found) =>
          found !== undefined && differencesOf(t.state, { operation, read, sent: body, found }).length === 0,
      );
      const now = membersOf(after);
      const kept = own.filter((name) => isSame(now[name], was[name]));
      t.expect(kept.length === 0, {
        problem: "a member that is left out is kept",
        expected: `${kept.join(", ")} is not there any more, since the replacement leaves it out`,
        actual: `it is what it was before: PUT replaces the whole (RFC 9110, section 9.3.4), and PATCH is for a part`,
        at: { in: "body", pointer: `/${kept[0] ?? ""}` },
      });
    },
  };
}
