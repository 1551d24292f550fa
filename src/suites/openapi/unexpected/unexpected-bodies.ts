import { isSuccess, Skip } from "../../../checks/index.js";
import type { Operation } from "../../../description/index.js";
import { type Case, leavesChoice, plainSchema, typeOf } from "../../../generate/index.js";
import { isJsonObject, type JsonObject, renderJson } from "../../../json/index.js";
import { bodyControlStatus } from "../random/random-bodies.js";
import { type ApiScenario, baselineOf, type Context, isRefusal, makeRequest } from "../requests/baseline.js";
import { isJsonType } from "../requests/bodies.js";
import { slugOf, validRequest } from "../requests/requests.js";
import { sendSafely } from "../requests/sending.js";
import {
  asManyAsFit,
  refusedOrServed,
  sendUnexpected,
  type Unexpected,
} from "../requests/unexpected-input.js";
import { createdKind } from "../session/created-items.js";
import { isToBeRefused, violationId, violationsOf } from "../violations/judged-violations.js";
import { isBodiless } from "../violations/violation.js";

/** A body, in place of a valid one. */
interface UnexpectedBody extends Unexpected {
  readonly text: string;
  /** The media type that the request names, if it names another one, or none (`null`). */
  readonly mediaType?: string | null;
  /** Does it lack every member that a valid body has? */
  readonly isBare?: boolean;
}

/** Members within members of a body that is nested deeply. */
const levels = 100;

/** By kind: bodies that are made of a valid one. The bodies that one place of a server reads are of one kind. */
const kinds = {
  malformed: (valid: JsonObject, word: string): readonly UnexpectedBody[] => {
    const text = renderJson(valid);
    return [
      { label: "the body is cut off", text: text.slice(0, Math.ceil(text.length / 2)) },
      { label: "the body is a bare word", text: word },
      { label: "the body has a comma too many", text: `${text.slice(0, -1)},}` },
    ];
  },
  "no object": (valid: JsonObject): readonly UnexpectedBody[] => [
    // First what has a word of the run in it: if that is stored, nothing of the others is sent.
    { label: "the body is a list", text: renderJson([valid]) },
    { label: "the body is null", text: "null", isBare: true },
    { label: "the body is an empty object", text: "{}", isBare: true },
    { label: "the body is empty", text: "", isBare: true },
    { label: "the body is a number", text: "12", isBare: true },
  ],
  "media type": (valid: JsonObject): readonly UnexpectedBody[] => {
    const text = renderJson(valid);
    return [
      { label: "the body is said to be plain text", text, mediaType: "text/plain" },
      { label: "the type of the body is not said", text, mediaType: null },
      { label: "the body is said to be XML", text, mediaType: "application/xml" },
    ];
  },
  form: (valid: JsonObject): readonly UnexpectedBody[] => [
    { label: "the body is JSON, not a form", text: renderJson(valid), mediaType: "application/json" },
    { label: "the body is plain text, not a form", text: renderJson(valid), mediaType: "text/plain" },
  ],
  members: (valid: JsonObject): readonly UnexpectedBody[] => {
    const [[name, value] = ["", null]] = Object.entries(valid);
    const twice = `${renderJson(valid).slice(0, -1)},${renderJson({ [name]: value }).slice(1)}`;
    const nested = `{"pedigreeUnknown":${"[".repeat(levels)}${"]".repeat(levels)},${twice.slice(1)}`;
    return [
      { label: `the body is nested ${levels} levels deep, and has a member twice`, text: nested },
      { label: "the body has a member twice", text: twice },
    ];
  },
} as const;

type Kind = keyof typeof kinds;

/** Whatever stands in the place of a body, the server does not fail. */
export function unexpectedBodyScenario(operation: Operation, operations: number): ApiScenario | undefined {
  const { id, method, body } = operation;
  const isForm = /^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(body?.mediaType ?? "");
  const isObject =
    body !== undefined &&
    (isForm || isJsonType(body.mediaType)) &&
    typeOf(plainSchema(body.schema)) === "object";
  if (!isObject || leavesChoice(body.schema) || !["POST", "PUT", "PATCH"].includes(method)) return undefined;
  return {
    id: `${slugOf(operation)}/server-error/unexpected-body`,
    title: `${id} does not fail, whatever is sent as its body`,
    // By now it is known what is refused: what has no word of the run in it is not to be stored.
    phase: "credentials",
    inputs: () => (Object.keys(kinds) as Kind[]).filter((kind) => (kind === "form") === isForm),
    run: async (t, input) => {
      const kind = input as Kind;
      const { shape } = baselineOf(t, operation);
      if (!(await leavesNothing(t, operation, kind)))
        throw new Skip(
          "not-applicable",
          "an item that the server might create of it could not be deleted again",
        );
      const make = () => makeRequest(() => validRequest(t.state, operation, shape));
      const bodies = (each: JsonObject) => asManyAsFit(kinds[kind](each, t.state.words.marker()), operations);
      for (let index = 0; ; index += 1) {
        const valid = make();
        const isFilled = isJsonObject(valid.body) && Object.keys(valid.body).length > 0;
        const other = isFilled ? bodies(valid.body)[index] : undefined;
        if (other === undefined) return;
        const { response } = await sendUnexpected(t, withBody(operation, valid.request, other));
        if (!isSuccess(response.status)) continue;
        if (other.isBare === true) expectRefused(t, operation, other, response.status);
        // A body that is served once need not be tried in other forms; an item that was changed is made valid again.
        if (method !== "POST") await sendSafely(t.state, make().request);
        return;
      }
    },
  };
}

/** A body with none of its required members is no body at all, where the server refuses one that lacks some. */
function expectRefused(t: Context, operation: Operation, { label }: UnexpectedBody, status: number): void {
  const violations = violationsOf(operation);
  const bodiless = violations.find(isBodiless);
  if (bodiless?.keyword !== "required" || !isToBeRefused(operation, bodiless)) return;
  const asks = violations.some((each) => {
    const isMember = each.place.in === "body" && each.place.path.length === 1 && each.keyword === "required";
    return isMember && isRefusal(t.state.violations.controlStatuses.get(violationId(operation, each)) ?? 0);
  });
  if (!asks) return;
  t.expect(false, {
    check: violationId(operation, bodiless),
    problem: "accepted",
    expected: "a refusal with 4xx, since the body has to have members",
    actual: `${status}, although ${label}`,
    at: { in: "status" },
  });
}

/**
 * Is nothing left behind, whatever the server makes of it? An item that shows a word of the run is deleted in the end, where that is
 * possible. A body without such words has to be refused for its missing members.
 */
async function leavesNothing(t: Context, operation: Operation, kind: Kind): Promise<boolean> {
  const violations = violationsOf(operation);
  const isNew = operation.method === "POST";
  const isStored = kind === "members" || kind === "media type" || kind === "form";
  if (isStored && isNew && !isDeletedAfterwards(t, operation)) return false;
  if (kind === "members") return true;
  const bodiless = violations.find(isBodiless);
  if (isNew && (bodiless === undefined || isSuccess(await bodyControlStatus(t, operation, bodiless))))
    return false;
  if (kind !== "no object") return true;
  const telling = violations.find(
    ({ place, keyword }) =>
      place.in === "body" && place.path.length === 1 && (keyword === "required" || !isNew),
  );
  return telling !== undefined && isRefusal(await bodyControlStatus(t, operation, telling));
}

/** Were items that the operation has created recognised as the run's own, and can they be deleted? */
function isDeletedAfterwards({ state }: Context, operation: Operation): boolean {
  const created = createdKind(state, operation);
  const isDeletable = state.api
    .operationsAt(created?.itemPath ?? "")
    .some(({ id, method }) => method === "DELETE" && state.effects.has(id));
  return isDeletable && state.inventory.items.some(({ own, resource }) => own && resource === created);
}

function withBody(operation: Operation, request: Case, { label, text, mediaType }: UnexpectedBody): Case {
  const isType = ([name]: Case["headers"][number]): boolean => name.toLowerCase() === "content-type";
  const others = request.headers.filter((each) => !isType(each));
  const type = mediaType === undefined ? request.headers.filter(isType) : [];
  return {
    ...request,
    label,
    accepts: refusedOrServed(operation),
    headers: [...others, ...type, ...(mediaType == null ? [] : [["Content-Type", mediaType] as const])],
    body: { kind: "text", text },
  };
}
