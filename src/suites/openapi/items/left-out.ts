import { isSuccess, Skip } from "../../../checks/index.js";
import { type Contract, jsonOf, type Operation, responseTo } from "../../../description/index.js";
import { type AnySchema, bareShape, leavesChoice, plainSchema, typeOf } from "../../../generate/index.js";
import { isJsonObject, type Json } from "../../../json/index.js";
import { differencesOf, isChosenByServer } from "../comparison/comparison.js";
import { readItem } from "../requests/read-item.js";
import { slugOf, validRequest } from "../requests/requests.js";
import { type ApiScenario, eventually, makeRequest, twinOf } from "../requests/twin.js";
import { readOf } from "../resources/item-links.js";
import { addressOf, endsInParameter } from "../resources/paths.js";
import { idNames, resourceAt, unwrapped } from "../resources/resource.js";
import { marksIn } from "../state/state.js";

/** Names of texts that a replacement may leave out, and that are gone then: nothing says that there is always one. */
export function leftOutOf(operation: Operation, operations: Contract["operations"]): readonly string[] {
  const { method, path, body } = operation;
  const read = method === "PUT" && endsInParameter(path) ? readOf(operation, operations) : undefined;
  if (read === undefined || body === undefined || leavesChoice(body.schema)) return [];
  const { properties = {}, required = [] } = plainSchema(body.schema);
  const shown = plainSchema(jsonOf(responseTo(read, 200)?.contents ?? [])?.schema ?? {});
  return Object.keys(properties).filter((name) => {
    const isAlwaysThere =
      shown.required?.includes(name) === true && !mayBeNull(plainSchema(shown.properties?.[name] ?? {}));
    const isFree = isFreeText(plainSchema(properties[name] ?? {})) && !isChosenByServer(name);
    return (
      isFree && !required.includes(name) && !isAlwaysThere && Object.hasOwn(shown.properties ?? {}, name)
    );
  });
}

function isFreeText({ format, pattern, enum: words, const: only, ...schema }: AnySchema): boolean {
  return (
    typeOf(schema) === "string" &&
    [format, pattern, words, only, schema.default].every((each) => each === undefined) &&
    schema.readOnly !== true &&
    schema.writeOnly !== true
  );
}

function mayBeNull({ type }: AnySchema): boolean {
  return [type].flat().includes("null");
}

/**
 * What a replacement leaves out is not there any more. Many servers keep it all the same, so that this is advice. Source: RFC
 * 9110, section 9.3.4.
 */
export function leftOutScenario(
  operation: Operation,
  operations: Contract["operations"],
): ApiScenario | undefined {
  const names = leftOutOf(operation, operations);
  const read = readOf(operation, operations);
  if (names.length === 0 || read === undefined) return undefined;
  return {
    id: `${slugOf(operation)}/left-out`,
    title: `what ${operation.id} leaves out is not there any more`,
    phase: "populate",
    inputs: () => [null],
    run: async (t) => {
      twinOf(t, operation);
      const { request, body } = makeRequest(() => validRequest(t.state, operation, bareShape));
      const item = t.state.items.find(({ own, path }) => own && path === addressOf(request.path));
      const before = item && (await readItem(t, read, item));
      const resource = resourceAt(t.state.resources, read.path);
      const ids = resource === undefined ? [] : idNames(resource);
      const membersOf = (shown: Json | undefined) => {
        const inner = resource && isJsonObject(shown) ? unwrapped(resource, shown) : undefined;
        return inner ?? (isJsonObject(shown) ? shown : {});
      };
      const was = membersOf(before);
      const own = names.filter((name) => {
        const value = was[name];
        const isSent = isJsonObject(body) && Object.hasOwn(body, name);
        return (
          typeof value === "string" && marksIn(t.state, value).length > 0 && !isSent && !ids.includes(name)
        );
      });
      if (item === undefined || own.length === 0)
        throw new Skip("untested", "no item of the run shows a text that may be left out");
      const accepts = [...request.accepts, { status: "4xx", schema: "" } as const];
      const { response } = await t.send({ ...request, accepts, label: `valid, without ${own.join(", ")}` });
      if (!isSuccess(response.status) || response.status === 202)
        throw new Skip("untested", `what is required alone was answered with ${response.status}`);
      const after = await eventually(
        t,
        () => readItem(t, read, item),
        (found) =>
          found !== undefined && differencesOf(t.state, { operation, read, sent: body, found }).length === 0,
      );
      const now = membersOf(after);
      const kept = own.filter((name) => now[name] === was[name]);
      t.expect(kept.length === 0, {
        problem: "what is left out is kept",
        expected: `${kept.join(", ")} is not there any more, since the replacement leaves it out`,
        actual: `it is what it was before: PUT replaces the whole (RFC 9110, section 9.3.4), and PATCH is for a part`,
        at: { in: "body", pointer: `/${kept[0] ?? ""}` },
      });
    },
  };
}
