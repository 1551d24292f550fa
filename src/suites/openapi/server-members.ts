import { isSuccess, Skip } from "../../checks/index.js";
import type { Operation } from "../../description/index.js";
import { type AnySchema, plainSchema, typeOf } from "../../generate/index.js";
import { isJsonObject, type Json, type JsonObject, renderJson } from "../../json/index.js";
import { encodeFor, isJsonType } from "./bodies.js";
import { slugOf, validRequest } from "./requests.js";
import { collectedAt, resourceAt, unwrapped } from "./resource.js";
import { type ApiScenario, makeRequest, twinOf } from "./twin.js";

/** The members that only the server writes, each with a value that it would never give. */
export function serverMembersOf({ body }: Operation) {
  if (body === undefined || !isJsonType(body.mediaType)) return [];
  return Object.entries(plainSchema(body.schema).properties ?? {}).flatMap(([name, schema]) => {
    const plain = plainSchema(schema);
    const make = plain.readOnly === true ? makerOf(plain) : undefined;
    return make === undefined ? [] : [{ name, make }];
  });
}

/** A member that is `readOnly` is the server's, whatever a client sends. Source: OpenAPI 3.1, section 4.8.24.7. */
export function serverMembersScenario(operation: Operation): ApiScenario | undefined {
  const members = serverMembersOf(operation);
  if (members.length === 0) return undefined;
  return {
    id: `${slugOf(operation)}/read-only`,
    title: `${operation.id} takes over no member that is readOnly`,
    phase: "populate",
    inputs: () => [null],
    run: async (t) => {
      const { shape } = twinOf(t, operation);
      const { request, body } = makeRequest(() => validRequest(t.state, operation, shape));
      if (!isJsonObject(body)) throw new Skip("untested", "no body has members");
      const made: JsonObject = Object.fromEntries(
        members.map(({ name, make }) => [name, make(t.state.token())]),
      );
      const accepts = [...request.accepts, { status: "4xx", schema: "" } as const];
      const label = `with ${Object.keys(made).join(", ")}, which the server writes`;
      const text = encodeFor(operation, { ...body, ...made });
      const { response, json } = await t.send({ ...request, accepts, label, body: text });
      if (!isSuccess(response.status)) return;
      if (!isJsonObject(json)) throw new Skip("untested", "the response does not show what was created");
      const resource =
        collectedAt(t.state.resources, operation.path) ?? resourceAt(t.state.resources, operation.path);
      const inner = resource && unwrapped(resource, json);
      for (const [name, value] of Object.entries(made)) {
        const shown = [json, inner].find((each) => each && Object.hasOwn(each, name))?.[name];
        t.expect(shown === undefined || renderJson(shown) !== renderJson(value), {
          problem: `${name} is taken over`,
          expected: `${name}, which is readOnly, is the server's own`,
          actual: renderJson(shown ?? null),
          at: { in: "body", pointer: `/${name}` },
        });
      }
    },
  };
}

/** How to make a value, of eight letters. */
function makerOf({ enum: words, format, ...schema }: AnySchema): ((token: string) => Json) | undefined {
  const type = typeOf(schema);
  if (words !== undefined) return undefined;
  if (type === "integer")
    return (token) => BigInt(Number.parseInt(token.replaceAll(/[^a-f]/g, "1"), 16) % 1_000_000_000);
  if (type !== "string") return undefined;
  if (format === "date-time") return () => "2001-02-03T04:05:06Z";
  if (format === "date") return () => "2001-02-03";
  if (format === undefined) return (token) => `Pedigree ${token}`;
  if (format === "uuid")
    return (token) =>
      `${Buffer.from(token.slice(0, 4)).toString("hex")}-0000-4000-8000-${Buffer.from(token.slice(2)).toString("hex")}`;
  return undefined;
}
