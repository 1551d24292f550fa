import type { Operation } from "../../description/index.js";
import type { Learnt } from "../../engine/index.js";
import type { Json } from "../../json/index.js";
import { bodyPlaces } from "../../model/index.js";
import { plainSchema } from "../../schema/index.js";
import { type ApiState, markersIn, sentAs } from "../../session/index.js";
import { rulesOf } from "../../values/index.js";

/** Returns the facts about members and parameters that a run has learnt, and follows in its valid requests. */
export function learntOf(state: ApiState): readonly Learnt[] {
  const { refinements } = state.learned;
  const refined = [...refinements].flatMap(([member, refinement]) =>
    rulesOf(refinement).map((rule) => ({
      operation: refinement.operation,
      member,
      ...rule,
      ...exampleOf(state, refinement.operation, member),
      message: refinement.message,
    })),
  );
  return [...refined, ...[...state.learned.baselines.keys()].flatMap((id) => triedOf(state, id))];
}

/** The facts that were found by trying, of one operation. */
function triedOf(state: ApiState, id: string): readonly Learnt[] {
  const operation = state.contract.operations.get(id);
  if (operation === undefined) return [];
  const { inFuture, altered } = state.requests;
  const { hasOffsets = false, usesShown = false, sends = [] } = altered.get(id) ?? {};
  const sent = inputsOf(operation).filter(({ name }) => acceptedValue(state, id, name) !== undefined);
  const ofMembers = (rule: string, members: readonly string[]): readonly Learnt[] =>
    members.map((member) => ({
      operation: id,
      member,
      rule,
      ...(rule === "shown" ? exampleOf(state, id, member) : {}),
      message: "",
    }));
  const named = (isMeant: (format: string | undefined, name: string) => boolean): readonly string[] =>
    sent.filter(({ name, format }) => isMeant(format, name)).map(({ name }) => name);
  return [
    ...ofMembers("future", inFuture.has(id) ? named((format) => /^date/.test(format ?? "")) : []),
    ...ofMembers("offset", hasOffsets ? named((format) => format === "date-time") : []),
    ...ofMembers("shown", usesShown ? named((_, name) => isShown(state, id, name)) : []),
    ...ofMembers("required", sends),
  ];
}

function inputsOf(
  operation: Operation,
): readonly { readonly name: string; readonly format?: string | undefined }[] {
  const ofBody = bodyPlaces(operation).flatMap(({ place: { path }, schema }) => {
    const name = path.at(-1);
    return name === undefined || name === "*" ? [] : [{ name, format: plainSchema(schema).format }];
  });
  const asked = operation.parameters.map(({ name, schema }) => ({
    name,
    format: plainSchema(schema).format,
  }));
  return [...new Map([...ofBody, ...asked].map((each) => [each.name, each])).values()];
}

/** Is the accepted value of a member one that a response has shown? */
function isShown(state: ApiState, id: string, name: string): boolean {
  const value = acceptedValue(state, id, name);
  return (state.learned.shown.get(name) ?? []).some((each) => String(each) === String(value));
}

/** A value that was accepted, as `values` of the configuration takes it; none where that cannot write it. */
function exampleOf(state: ApiState, id: string, name: string): Pick<Learnt, "example"> {
  const value = acceptedValue(state, id, name);
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? { example: Number(value) } : {};
  if (typeof value !== "string") return {};
  const doubled = value.replaceAll(/[{}]/g, "$&$&");
  return {
    example: markersIn(state, value).reduce((text, word) => text.replaceAll(word, "{word}"), doubled),
  };
}

/** The value of a member or parameter in the accepted request of an operation. */
function acceptedValue({ learned: { baselines } }: ApiState, id: string, name: string): Json | undefined {
  const valid = baselines.get(id);
  return valid && sentAs({ valid }, name);
}
