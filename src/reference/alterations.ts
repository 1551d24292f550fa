import { isJsonObject, type Json, type JsonObject, parseJsonBytes, renderJson } from "../json/index.js";
import type { Conduct } from "./conduct.js";
import type { IncomingRequest, OperationId } from "./incoming-request.js";
import type { BodyCheck, Outcome } from "./outcome.js";
import type { NewPet, Pet } from "./pet.js";
import type { Reply } from "./reply.js";

/** The part of a conduct that a deviation overrides. */
export type Alteration = Partial<Conduct>;

/** Which answers are meant. */
export type When = (outcome: Outcome, request: IncomingRequest) => boolean;

/** Every answer. */
export const always: When = () => true;

/** Answers to what came to one of these. */
export function ofKind(...kinds: readonly Outcome["kind"][]): When {
  return ({ kind }) => kinds.includes(kind);
}

/** Every answer of one of these operations. */
export function ofOperation(...ids: readonly OperationId[]): When {
  return (_outcome, { operationId }) => operationId !== undefined && ids.includes(operationId);
}

/** Refusals of a body in one of these steps. */
export function ofCheck(...checks: readonly BodyCheck[]): When {
  return (outcome) => outcome.kind === "invalid-body" && checks.includes(outcome.check);
}

/** Answers to bodies in chunks. */
export const toChunks: When = (_outcome, request) => isChunked(request);

/** Did its body come in chunks, its length untold? */
export function isChunked({ headers }: IncomingRequest): boolean {
  return headers["transfer-encoding"] !== undefined;
}

/** Every refusal. */
export const ofError: When = ({ kind }) => !["listed", "created", "found", "answered"].includes(kind);

/** Answers to which all of this applies. */
export function allOf(...conditions: readonly When[]): When {
  return (outcome, request) => conditions.every((when) => when(outcome, request));
}

/** True the nth time that it is asked, and every nth time after. */
export function everyNth(n: number): () => boolean {
  let count = 0;
  return () => ++count % n === 0;
}

/** Changes the finished reply. */
export function changeReply(
  conduct: Conduct,
  when: When,
  change: (reply: Reply, request: IncomingRequest) => Partial<Reply> | Promise<Partial<Reply>>,
): Alteration {
  return {
    async finish(reply, request, outcome) {
      const finished = await conduct.finish(reply, request, outcome);
      return when(outcome, request) ? { ...finished, ...(await change(finished, request)) } : finished;
    },
  };
}

/** Sets headers; undefined takes one away. */
export function changeHeaders(conduct: Conduct, when: When, headers: Reply["headers"]): Alteration {
  return changeReply(conduct, when, (reply) => ({ headers: { ...reply.headers, ...headers } }));
}

/** Changes the bytes of the body, given as text; a body that is compressed by now is none. */
export function changeText(conduct: Conduct, when: When, change: (text: string) => string): Alteration {
  return changeReply(conduct, when, ({ headers, body }) =>
    headers["Content-Encoding"] === undefined ? { body: Buffer.from(change(textOf(body))) } : {},
  );
}

/** Changes the value of the body. */
export function changeJson(conduct: Conduct, when: When, change: (json: Json) => Json): Alteration {
  return changeReply(conduct, when, (reply) => ({ body: changedJson(reply, change) }));
}

/** Changes the members of every Error; undefined takes one away. */
export function changeErrors(
  conduct: Conduct,
  when: When,
  change: (error: JsonObject) => Readonly<Record<string, Json | undefined>>,
): Alteration {
  return changeJson(conduct, allOf(ofError, when), (json) =>
    isJsonObject(json) ? withMembers(json, change(json)) : json,
  );
}

/** Answers with another status, in the head and in an Error's body. */
export function changeStatus(conduct: Conduct, when: When, status: number): Alteration {
  return changeReply(conduct, when, (reply) => ({
    status,
    body: changedJson(reply, (json) =>
      isJsonObject(json) && Object.hasOwn(json, "message")
        ? withMembers(json, { status: BigInt(status) })
        : json,
    ),
  }));
}

/** Answers with an Error instead. */
export function answerError(conduct: Conduct, when: When, status: number): Alteration {
  const body = conduct.renderError("refused", "That is not possible.", status);
  return changeReply(conduct, when, () => ({ status, body: Buffer.from(renderJson(body)) }));
}

/** Answers without a body. */
export const noBody: Partial<Reply> = { body: new Uint8Array() };

function changedJson(reply: Reply, change: (json: Json) => Json): Uint8Array {
  const parsed = parseJsonBytes(reply.body);
  return parsed.status === "valid" ? Buffer.from(renderJson(change(parsed.value))) : reply.body;
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("utf8");
}

/** Where an animal is shown. */
export type Place = "renderListedPet" | "renderCreatedPet" | "renderFoundPet";
const everyPlace: readonly Place[] = ["renderListedPet", "renderCreatedPet", "renderFoundPet"];

/** Shows animals with changed members, everywhere or in some places only; undefined takes a member away. */
export function showPets(
  conduct: Conduct,
  change: (pet: JsonObject) => Readonly<Record<string, Json | undefined>>,
  ...places: readonly Place[]
): Alteration {
  const showIn = (place: Place) => (pet: Pet) => {
    const shown = conduct[place](pet);
    return isJsonObject(shown) ? withMembers(shown, change(shown)) : shown;
  };
  return Object.fromEntries((places.length > 0 ? places : everyPlace).map((place) => [place, showIn(place)]));
}

/** The object with these members instead of its own; undefined takes one away. */
export function withMembers(
  object: JsonObject,
  members: Readonly<Record<string, Json | undefined>>,
): JsonObject {
  const entries = Object.entries({ ...object, ...members });
  return Object.fromEntries(entries.filter((entry): entry is [string, Json] => entry[1] !== undefined));
}

/** Keeps something else of a valid body. */
export function keep(conduct: Conduct, change: (pet: NewPet) => Partial<NewPet>): Alteration {
  return {
    normalize(body) {
      const pet = conduct.normalize(body);
      return { ...pet, ...change(pet) };
    },
  };
}

/** Keeps another name, of names that are strings. */
export function keepName(conduct: Conduct, change: (name: string) => Json): Alteration {
  return keep(conduct, ({ name }) => (typeof name === "string" ? { name: change(name) } : {}));
}

/** Keeps another category, of categories that are integers. */
export function keepCategory(conduct: Conduct, change: (categoryId: bigint) => Json): Alteration {
  return keep(conduct, ({ categoryId }) =>
    typeof categoryId === "bigint" ? { categoryId: change(categoryId) } : {},
  );
}

/** Chooses a list's animals from fewer; the page is cut afterwards. */
export function selectOnly(
  conduct: Conduct,
  keeps: (pet: Pet, status: string | undefined) => boolean,
): Alteration {
  return {
    *selectPets(store, status) {
      for (const pet of conduct.selectPets(store, status)) if (keeps(pet, status)) yield pet;
    },
  };
}

/** The integer that is left of it in a double, brought back into 64 bits. */
export function rounded(value: bigint): bigint {
  const nearest = BigInt(Number(value));
  return nearest > largest ? largest : nearest;
}

const largest = 2n ** 63n - 1n;

/** Remembers which animals were added without a status. */
export function rememberOmittedStatus(conduct: Conduct): {
  readonly omitted: ReadonlySet<bigint>;
  readonly remembering: Alteration;
} {
  const drafts = new WeakSet<NewPet>();
  const omitted = new Set<bigint>();
  return {
    omitted,
    remembering: {
      normalize(body) {
        const pet = { ...conduct.normalize(body) };
        if (body["status"] === undefined) drafts.add(pet);
        return pet;
      },
      async assignId(pet, store) {
        const id = await conduct.assignId(pet, store);
        if (drafts.has(pet)) omitted.add(id);
        return id;
      },
    },
  };
}
