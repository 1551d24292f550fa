import type { Operator, OperatorTable } from "../handlers.js";
import {
  allOf,
  always,
  answerText,
  changeErrors,
  changeHeaders,
  changeJson,
  changeReply,
  drop,
  emoji,
  emptyBody,
  inTurn,
  isForLargestFilteredPage,
  isTaken,
  lengthOf,
  nowAndThen,
  ofCheck,
  ofError,
  ofKind,
  ofOperation,
  redirect,
  refuseAs,
  remembering,
  textOf,
  transmit,
  type When,
} from "../operators/index.js";

const html = "text/html; charset=utf-8";

/** How answers are written and sent, and the section `Errors`. */
export const answerMutants: OperatorTable = {
  // Bodies that are no JSON, or do not say that they are.
  "created-without-content-type": changeHeaders(ofKind("created"), { "Content-Type": undefined }),
  "not-found-labelled-html": changeHeaders(ofKind("no-such-animal"), { "Content-Type": html }),
  "unauthorized-labelled-text": changeHeaders(ofKind("unauthorized"), { "Content-Type": "text/plain" }),
  "found-labelled-octets": changeHeaders(ofKind("found"), { "Content-Type": "application/octet-stream" }),
  "empty-body-now-and-then": nowAndThen(10, (now) => emptyBody(allOf(ofKind("listed", "found"), now))),
  "html-now-and-then": nowAndThen(25, (now) => changeHeaders(allOf(ofKind("listed", "found", "created"), now), { "Content-Type": html })),

  // Statuses that the document does not name for the operation.
  "same-name-conflicts": remembering(isTaken(String), (taken) => refuseAs(409, taken)),
  "unknown-category-conflicts": refuseAs(409, ({ categoryId }) => categoryId !== 1n),
  "markup-in-names-forbidden": refuseAs(403, ({ name }) => /<script|DROP TABLE/.test(`${name}`)),
  "odd-limit-redirected": redirect(ofKind("invalid-parameter"), "/v1/pets"),
  "emoji-in-names-conflicts": refuseAs(409, ({ name }) => emoji.test(`${name}`)),

  // Answers that break off, do not come at all, or cannot be decoded.
  "long-lists-cut-short": transmit(ofKind("listed"), ({ body }) =>
    body.length > 4096 ? { kind: "cut-short", afterBytes: 4096 } : { kind: "whole" },
  ),
  "created-cut-short-by-a-byte": transmit(ofKind("created"), ({ body }) => ({ kind: "cut-short", afterBytes: body.length - 1 })),
  "errors-cut-short": transmit(allOf(ofError, ofOperation("createPet")), () => ({ kind: "cut-short", afterBytes: 10 })),
  "not-found-dropped": drop(ofKind("no-such-animal")),
  "unauthorized-dropped-on-creation": drop(allOf(ofKind("unauthorized"), ofOperation("createPet"))),
  "odd-parameters-dropped": drop(ofKind("invalid-parameter")),
  "largest-page-dropped": drop((outcome, request) => outcome.kind === "listed" && isForLargestFilteredPage(request)),
  "lists-cut-at-16-kilobytes": changeReply(ofKind("listed"), ({ body }) => ({ body: body.subarray(0, 16_384) })),
  "plain-body-labelled-gzip": changeHeaders(ofKind("found"), { "Content-Encoding": "gzip" }),

  // Section "Errors".
  "not-found-empty": emptyBody(ofKind("no-such-animal")),
  "no-json-answered-empty": emptyBody(ofCheck("parseBody")),
  "unauthorized-null-on-getpet": changeJson(allOf(ofKind("unauthorized"), ofOperation("getPet")), () => null),
  "errors-empty-now-and-then": nowAndThen(10, (now) => emptyBody(allOf(ofError, now))),

  ...members("code", "type", 7n),
  "errors-in-an-object": () => ({ renderError: (code, message, status) => ({ error: { code, message, status: BigInt(status) } }) }),
  "code-is-the-status": changeErrors(always, ({ status = null }) => ({ code: status })),
  "code-called-error": changeErrors(always, ({ code = null }) => ({ code: undefined, error: code })),

  ...members("message", "detail", 7n),
  "message-a-list": changeErrors(ofKind("invalid-body"), ({ message = null }) => ({ message: [message] })),
  "message-in-languages": changeErrors(always, ({ message = null }) => ({ message: { en: message } })),

  ...members("status", "statusCode", "400"),
  "error-status-as-text": changeErrors(always, ({ status }) => ({ status: `${status}` })),
  "error-status-always-500": changeErrors(always, () => ({ status: 500n })),
  "error-status-400-when-unauthorized": changeErrors(ofKind("unauthorized"), () => ({ status: 400n })),
  "error-status-400-when-not-found": changeErrors(ofKind("no-such-animal"), () => ({ status: 400n })),
  "error-status-a-word": changeErrors(always, () => ({ status: "error" })),

  "lists-labelled-as-a-relative": changeHeaders(ofKind("listed"), { "Content-Type": "application/vnd.store.v1+json" }),
  "error-quotes-without-escaping": answerText(
    allOf(ofCheck("checkStatusIsAllowed"), (_outcome, request) => textOf(request).includes('\\"')),
    '{"code":"status","message":"There is no status "x" here.","status":400}',
  ),
  "error-of-long-bodies-in-html": answerPage(
    allOf(ofKind("invalid-body"), (_outcome, request) => lengthOf(request) > 65_536),
    "<h1>400</h1>",
  ),
  "errors-labelled-as-text-json": changeHeaders(ofError, { "Content-Type": "text/json" }),
  "errors-labelled-as-problems": changeHeaders(ofError, { "Content-Type": "application/problem+json" }),
};

/** Answers with a page for people. */
function answerPage(when: When, page: string): Operator {
  return inTurn(changeHeaders(when, { "Content-Type": "text/html" }), answerText(when, page));
}

/** The ways in which each member of an Error goes wrong: everywhere, and in one kind of answer only. */
function members(member: string, otherName: string, otherValue: bigint | string): OperatorTable {
  return {
    [`error-${member}-missing`]: changeErrors(always, () => ({ [member]: undefined })),
    [`error-${member}-renamed-on-createpet`]: changeErrors(ofKind("invalid-body"), (error) => ({
      [member]: undefined,
      [otherName]: error[member] ?? null,
    })),
    [`error-${member}-missing-when-unauthorized`]: changeErrors(ofKind("unauthorized"), () => ({ [member]: undefined })),
    [`error-${member}-null-when-not-found`]: changeErrors(ofKind("no-such-animal"), () => ({ [member]: null })),
    [`error-${member}-of-another-type-when-no-json`]: changeErrors(ofCheck("parseBody"), () => ({ [member]: otherValue })),
    [`error-${member}-missing-without-content-type`]: changeErrors(ofCheck("checkContentTypeIsPresent"), () => ({ [member]: undefined })),
  };
}
