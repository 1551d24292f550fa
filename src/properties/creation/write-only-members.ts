import type { Actor } from "../../actor/index.js";
import type { Operation } from "../../description/index.js";
import { isSuccess, shownJson } from "../../engine/index.js";
import { isJsonObject, isSameJson, type Json, renderJson } from "../../json/index.js";
import {
  bodyPlaces,
  collectionPathOf,
  type DescribedPlace,
  matches,
  pointerTo,
  slugOf,
  valueAt,
} from "../../model/index.js";
import { plainSchema } from "../../schema/index.js";
import { markersIn, validRequest } from "../../session/index.js";
import type { Exchange } from "../../transport/index.js";

/** Has the body members, at any depth, that no response shows? */
export function hasSecrets(operation: Operation): boolean {
  return secretPlaces(operation).length > 0;
}

function secretPlaces(operation: Operation): readonly DescribedPlace[] {
  return bodyPlaces(operation).filter(({ schema }) => plainSchema(schema).writeOnly === true);
}

/** Expects that nothing that is `writeOnly` is in a response to its creation, in the item as it is read, or in the list of items. */
export async function expectSecretsKept(
  { stage: { t, roles } }: Actor,
  sent: Json | undefined,
): Promise<void> {
  const { op: operation } = roles;
  const secrets = secretPlaces(operation).flatMap(({ place }) => {
    const value = valueAt(sent, place.path);
    const isTelling = value !== undefined && value !== null && typeof value !== "boolean";
    return isTelling ? [{ place, value }] : [];
  });
  if (secrets.length === 0) return;
  const list = t.state.api.listAt(collectionPathOf(operation));
  if (list !== undefined && t.state.effects.has(list.id))
    await t.sendAnyway(validRequest(t.state, list).request);
  for (const { place, value } of secrets) {
    // A value that the run has not made up itself may be that of others' items.
    const isOwn = typeof value === "string" && markersIn(t.state, value).length > 0;
    const exchange = t.exchanges.findIndex(
      (each) => (isOwn || each.case.operation !== list?.id) && shows(jsonIn(each), place.path, value),
    );
    t.expect(exchange < 0, {
      check: `${slugOf(operation)}/write-only`,
      problem: `${place.path.join("/")} comes back`,
      expected: `${pointerTo(place)}, which is writeOnly, is in no response`,
      actual: "it is shown",
      at: { in: "body", pointer: pointerTo(place) },
      exchange,
    });
  }
}

function jsonIn({ outcome }: Exchange): Json {
  if (outcome.kind !== "response" || !isSuccess(outcome.status)) return null;
  return shownJson(outcome) ?? null;
}

/** Does a response show it at its place; a text that nothing else has, at any depth, and if it is a secret, anywhere? */
function shows(json: Json, path: readonly string[], value: Json): boolean {
  const name = path.at(-1) ?? "";
  const isLong = typeof value === "string" && /[a-z]{8}/.test(value);
  if (isLong)
    return matches(name, "secret-members") ? renderJson(json).includes(value) : showsUnder(json, name, value);
  // An envelope may have the item beside other members.
  const inner = isJsonObject(json) && !Object.hasOwn(json, "id") ? Object.values(json) : [];
  return [json, ...inner].some((each) => {
    const shown = isJsonObject(each) ? valueAt(each, path) : undefined;
    return shown !== undefined && isSameJson(shown, value);
  });
}

function showsUnder(json: Json, name: string, value: string): boolean {
  if (Array.isArray(json)) return (json as readonly Json[]).some((each) => showsUnder(each, name, value));
  if (!isJsonObject(json)) return false;
  return Object.entries(json).some(([member, each]) =>
    member === name ? renderJson(each).includes(value) : showsUnder(each, name, value),
  );
}
