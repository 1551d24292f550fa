import type { Actor, Property } from "../../actor/index.js";
import { essenceOf, type Operation } from "../../description/index.js";
import { isRefusal, isSuccess } from "../../engine/index.js";
import { leavesChoice, plainSchema, typeOf } from "../../schema/index.js";
import {
  type BodyKind,
  holdsAnyText,
  isBodiless,
  isFormType,
  isJsonType,
  isToBeRefused,
  type UnexpectedBody,
  unexpectedBodies,
  type Violation,
  violationId,
  violationsOf,
} from "../../values/index.js";
import { areDeletable, sendBodies, wasRefused } from "./body-verbs.js";
import { ofServerErrors } from "./robustness.js";

/** The server does not fail, whatever stands in the place of a body. */
export const unexpectedBody: Property = {
  id: "unexpected-body",
  ...ofServerErrors,
  sentence: ({ op }) => `${op.id} does not fail, whatever is sent as its body.`,
  // By now it is known what is refused: what has no word of the run in it is not to be stored.
  phase: "credentials",
  when: ({ op }) => takesObject(op) && ["POST", "PUT", "PATCH"].includes(op.method),
  inputs: ({ op }, { isElsewhere }) =>
    (Object.keys(unexpectedBodies) as BodyKind[]).filter(
      (kind) =>
        (kind === "form") === takesForm(op) &&
        (!isText(kind) || (!isElsewhere && freeTextIn(op) !== undefined)),
    ),
  run: async (t: Actor, { op }, input) => {
    const kind = input as BodyKind;
    t.assumeAccepted();
    t.assume(await leavesNothing(t, op, kind), "not deletable");
    const name = freeTextIn(op);
    // An item with odd signs in its address might not be found again.
    t.assume(!isText(kind) || name === undefined || !t.isItsId(name), "not deletable");
    await sendBodies(
      t,
      (valid, word) => unexpectedBodies[kind](valid, word, name),
      (served, status) => {
        if (served.isBare === true) expectRefused(t, op, served, status);
      },
    );
  },
};

/** Is a valid body sent with another text? */
function isText(kind: BodyKind): boolean {
  return kind === "texts" || kind === "byte order mark";
}

function takesForm({ body }: Operation): boolean {
  const type = essenceOf(body?.mediaType ?? "");
  return type === "multipart/form-data" || isFormType(type);
}

/** The first member of a body that may have any text. */
function freeTextIn({ body }: Operation): string | undefined {
  const { properties = {} } = plainSchema(body?.schema ?? {});
  return Object.keys(properties).find((name) => holdsAnyText(name, plainSchema(properties[name] ?? {})));
}

/** Is its body an object, with one form alone? */
function takesObject(op: Operation): boolean {
  const { mediaType = "", schema = {} } = op.body ?? {};
  const isObject = typeOf(plainSchema(schema)) === "object" && !leavesChoice(schema);
  return op.body !== undefined && isObject && (takesForm(op) || isJsonType(mediaType));
}

/** A body with none of its required members is no body at all, where the server refuses one that lacks some. */
function expectRefused(t: Actor, op: Operation, { label }: UnexpectedBody, status: number): void {
  const violations = violationsOf(op);
  const bodiless = violations.find(isBodiless);
  if (bodiless?.keyword !== "required" || !isToBeRefused(op, bodiless)) return;
  const asks = violations.some(
    (each) => isOfMember(each) && each.keyword === "required" && wasRefused(t, each),
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
async function leavesNothing(t: Actor, op: Operation, kind: BodyKind): Promise<boolean> {
  const violations = violationsOf(op);
  const isNew = op.method === "POST";
  const isStored = kind === "members" || kind === "media type" || kind === "form";
  if (isStored && isNew && !areDeletable(t)) return false;
  // One text is stored at most, as one of the items of the run.
  if (isText(kind)) return !isNew || t.areRecognised();
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
