import { isRefusal, isSuccess } from "../checks/index.js";
import { essenceOf, type Operation } from "../description/index.js";
import type { UnexpectedBody } from "../engine/index.js";
import { type Actor, anyOperation, type Property } from "../engine/index.js";
import { leavesChoice, plainSchema, typeOf } from "../generate/index.js";
import { type JsonObject, renderJson } from "../json/index.js";
import {
  isBodiless,
  isFormType,
  isJsonType,
  isToBeRefused,
  type Violation,
  violationId,
  violationsOf,
} from "../values/index.js";

/** The server does not fail, whatever stands in the place of a body. */
export const unexpectedBody: Property = {
  id: "unexpected-body",
  requirement: () => "server-error",
  sentence: ({ op }) => `${op.id} does not fail, whatever is sent as its body.`,
  source: "RFC 9110, section 15.6",
  // By now it is known what is refused: what has no word of the run in it is not to be stored.
  phase: "credentials",
  about: anyOperation,
  when: ({ op }) => takesObject(op) && ["POST", "PUT", "PATCH"].includes(op.method),
  inputs: ({ op }) => (Object.keys(kinds) as Kind[]).filter((kind) => (kind === "form") === takesForm(op)),
  run: async (t: Actor, { op }, input) => {
    const kind = input as Kind;
    t.assumeAccepted();
    t.assume(await leavesNothing(t, op, kind), "not deletable");
    await t.sendBodies(kinds[kind], (served, status) => {
      if (served.isBare === true) expectRefused(t, op, served, status);
    });
  },
};

function takesForm({ body }: Operation): boolean {
  const type = essenceOf(body?.mediaType ?? "");
  return type === "multipart/form-data" || isFormType(type);
}

/** Is its body an object, with one form alone? */
function takesObject(op: Operation): boolean {
  const { mediaType = "", schema = {} } = op.body ?? {};
  const isObject = typeOf(plainSchema(schema)) === "object" && !leavesChoice(schema);
  return op.body !== undefined && isObject && (takesForm(op) || isJsonType(mediaType));
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

/** A body with none of its required members is no body at all, where the server refuses one that lacks some. */
function expectRefused(t: Actor, op: Operation, { label }: UnexpectedBody, status: number): void {
  const violations = violationsOf(op);
  const bodiless = violations.find(isBodiless);
  if (bodiless?.keyword !== "required" || !isToBeRefused(op, bodiless)) return;
  const asks = violations.some(
    (each) => isOfMember(each) && each.keyword === "required" && t.wasRefused(each),
  );
  if (!asks) return;
  t.expect(false, {
    check: violationId(op, bodiless),
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
async function leavesNothing(t: Actor, op: Operation, kind: Kind): Promise<boolean> {
  const violations = violationsOf(op);
  const isNew = op.method === "POST";
  const isStored = kind === "members" || kind === "media type" || kind === "form";
  if (isStored && isNew && !t.areDeletable()) return false;
  if (kind === "members") return true;
  const bodiless = violations.find(isBodiless);
  if (isNew && (bodiless === undefined || isSuccess(await t.controlStatus(bodiless)))) return false;
  if (kind !== "no object") return true;
  const telling = violations.find((each) => isOfMember(each) && (each.keyword === "required" || !isNew));
  return telling !== undefined && isRefusal(await t.controlStatus(telling));
}

function isOfMember({ place }: Violation): boolean {
  return place.in === "body" && place.path.length === 1;
}
