import { setTimeout as delay } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { isJsonObject, type Json, renderJson } from "../../json/index.js";
import * as op from "../operators/index.js";

const html = "text/html; charset=utf-8";

/** How answers are written and sent, and the section `Errors`. */
export const mutants = (): op.OperatorTable => ({
  // Bodies that are no JSON, or do not say that they are.
  "created-without-content-type": op.changeHeaders("created", { "Content-Type": undefined }),
  "not-found-labelled-html": op.changeHeaders("no-such-animal", { "Content-Type": html }),
  "unauthorized-labelled-text": op.changeHeaders("unauthorized", { "Content-Type": "text/plain" }),
  "found-labelled-octets": op.changeHeaders("found", { "Content-Type": "application/octet-stream" }),
  "empty-body-now-and-then": op.emptyBody([op.anyOf("listed", "found"), op.everyNth(10)]),
  "html-now-and-then": op.changeHeaders([op.anyOf("listed", "found", "created"), op.everyNth(25)], { "Content-Type": html }),

  // Statuses that the document does not name for the operation.
  "same-name-conflicts": op.refuseAs(409, op.rememberNames(String)),
  "unknown-category-conflicts": op.refuseAs(409, ({ categoryId }) => categoryId !== 1n),
  "markup-in-names-forbidden": op.refuseAs(403, ({ name }) => /<script|DROP TABLE/.test(`${name}`)),
  "odd-limit-redirected": [op.changeHeaders("invalid-parameter", { Location: "/v1/pets" }), op.emptyBody("invalid-parameter", 302)],
  "emoji-in-names-conflicts": op.refuseAs(409, ({ name }) => op.emoji.test(`${name}`)),

  // Answers that break off, do not come at all, or cannot be decoded.
  "long-lists-cut-short": op.transmit("listed", ({ body }) =>
    body.length > 4096 ? { kind: "cut-short", afterBytes: 4096 } : { kind: "whole" },
  ),
  "created-cut-short-by-a-byte": op.transmit("created", ({ body }) => ({ kind: "cut-short", afterBytes: body.length - 1 })),
  "errors-cut-short": op.transmit([op.ofError, "createPet"], () => ({ kind: "cut-short", afterBytes: 10 })),
  "not-found-dropped": op.drop("no-such-animal"),
  "unauthorized-dropped-on-creation": op.drop(["unauthorized", "createPet"]),
  "odd-parameters-dropped": op.drop("invalid-parameter"),
  "largest-page-dropped": op.drop(["listed", op.to(op.isForLargestFilteredPage)]),
  "lists-cut-at-16-kilobytes": op.changeReply("listed", ({ body }) => ({ body: body.subarray(0, 16_384) })),
  "plain-body-labelled-gzip": op.changeHeaders("found", { "Content-Encoding": "gzip" }),

  // Section "Errors".
  "not-found-empty": op.emptyBody("no-such-animal"),
  "no-json-answered-empty": op.emptyBody("parseBody"),
  "unauthorized-null-on-getpet": op.changeJson(["unauthorized", "getPet"], () => null),
  "errors-empty-now-and-then": op.emptyBody([op.ofError, op.everyNth(10)]),

  ...mistakesIn("code", "type", 7n),
  "errors-in-an-object": () => ({ renderError: (code, message, status) => ({ error: { code, message, status: BigInt(status) } }) }),
  "code-is-the-status": op.changeErrors(op.always, ({ status }) => ({ code: status })),
  "code-called-error": op.changeErrors(op.always, ({ code }) => ({ code: undefined, error: code })),

  ...mistakesIn("message", "detail", 7n),
  "message-a-list": op.changeErrors("invalid-body", ({ message = null }) => ({ message: [message] })),
  "message-in-languages": op.changeErrors(op.always, ({ message = null }) => ({ message: { en: message } })),

  ...mistakesIn("status", "statusCode", "400"),
  "error-status-as-text": op.changeErrors(op.always, ({ status }) => ({ status: `${status}` })),
  "error-status-always-500": op.changeErrors(op.always, () => ({ status: 500n })),
  "error-status-400-when-unauthorized": op.changeErrors("unauthorized", () => ({ status: 400n })),
  "error-status-400-when-not-found": op.changeErrors("no-such-animal", () => ({ status: 400n })),
  "error-status-a-word": op.changeErrors(op.always, () => ({ status: "error" })),

  "lists-labelled-as-a-relative": op.changeHeaders("listed", { "Content-Type": "application/vnd.store.v1+json" }),
  "error-quotes-without-escaping": op.answerText(
    ["checkStatusIsAllowed", op.to((request) => op.textOf(request).includes('\\"'))],
    '{"code":"status","message":"There is no status "x" here.","status":400}',
  ),
  "error-of-long-bodies-in-html": op.changeReply(["invalid-body", op.to((request) => op.lengthOf(request) > 65_536)], ({ headers }) => ({
    headers: { ...headers, "Content-Type": "text/html" },
    body: Buffer.from("<h1>400</h1>"),
  })),
  "error-shows-id-without-escaping": op.answerText(
    (outcome) => outcome.kind === "invalid-id" && outcome.text.includes("%22"),
    '{"code":"id","message":"There is no animal "x here.","status":404}',
  ),
  "error-shows-filter-without-escaping": [
    op.after("checkStatusFilter", (was, [text = ""]) => was && `is "${text}"`),
    op.changeText(op.ofParameter("status"), (text) => text.replaceAll("\\", "")),
  ],
  "xml-where-asked-for": op.answerText(["listed", op.to(({ headers }) => `${headers.accept}`.includes("xml"))], "<pets/>"),
  "errors-labelled-as-text-json": op.changeHeaders(op.ofError, { "Content-Type": "text/json" }),
  "errors-labelled-as-problems": op.changeHeaders(op.ofError, { "Content-Type": "application/problem+json" }),
});

/** How answers are written and sent, where the document is silent. */
export const variants = (): op.OperatorTable => ({
  "more-members-in-animals": op.showPets(() => ({
    category: { id: 1n, name: "Dogs" },
    photoUrls: ["https://example.com/rex.jpg", null],
    createdAt: "2026-01-01T00:00:00Z",
    weight: null,
    Status: "SOLD",
  })),
  "more-members-in-errors": op.after("renderError", (was) =>
    op.changeMembers(was, () => ({ details: [{ field: "name" }], traceId: "0af7651916cd43dd", error: null })),
  ),
  "members-in-another-order": op.changeJson(op.always, (json) => (Array.isArray(json) ? json.map(reversed) : reversed(json))),
  indented: () => ({ serialize: (body) => `\n${renderJson(body, 4)}\r\n` }),
  "escaped-beyond-ascii": op.changeText(op.always, (text) =>
    text.replaceAll(/[\u0080-\uffff/]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
  ),
  "charset-in-content-type": () => ({ contentType: () => "application/json; charset=utf-8" }),
  "content-type-in-other-letters": () => ({ contentType: () => "Application/JSON;Charset=UTF-8" }),
  "problems-for-errors": op.changeHeaders(op.ofError, { "Content-Type": "application/problem+json" }),
  "media-type-of-its-own": () => ({ contentType: () => "application/vnd.store.v1+json" }),
  chunked: op.transmit(op.always, () => ({ kind: "chunked", bytes: 700, pause: 0 })),
  "chunked-in-splinters": op.transmit(op.always, ({ body }) => ({ kind: "chunked", bytes: body.length > 2000 ? 997 : 7, pause: 0 })),
  compressed: op.changeReply(
    op.to(({ headers }) => /\bgzip\b/.test(`${headers["accept-encoding"]}`)),
    ({ headers, body }) => ({ headers: { ...headers, "Content-Encoding": "gzip", Vary: "Accept-Encoding" }, body: gzipSync(body) }),
  ),
  "one-request-a-connection": op.changeHeaders(op.always, { Connection: "close" }),
  "connections-of-ten-requests": op.changeHeaders(op.everyNth(10), { Connection: "close" }),
  "slow-with-jitter": answerLater(op.always, (count) => (count * 7919) % 23),
  "now-and-then-very-slow": answerLater(op.everyNth(90), () => 400),
  "headers-of-its-own": op.changeHeaders(op.always, {
    "X-Request-Id": "7",
    "Set-Cookie": ["a=1; HttpOnly", "b=2"],
    "Cache-Control": "no-store",
    ETag: 'W/"7"',
    "Strict-Transport-Security": "max-age=1",
  }),
  "created-with-location": op.changeReply("created", ({ headers, body }) => ({
    headers: { ...headers, Location: `/v1/pets/${/"id":\s*(-?\d+)/.exec(`${Buffer.from(body)}`)?.[1]}` },
  })),
  "other-media-types-not-acceptable": op.answerError(
    op.to(({ headers }) => /^(text|application)\/(html|xml)/.test(`${headers.accept}`)),
    406,
  ),
  "codes-of-digits": op.after("describeRefusal", (was) => ({ ...was, code: "10042" })),
  "codes-in-capitals": op.after("describeRefusal", (was) => ({ ...was, code: `ERR_${was.code.toUpperCase()}` })),
  "codes-and-messages-empty": () => ({ describeRefusal: () => ({ code: "", message: "" }) }),
  "messages-in-many-scripts": op.after("describeRefusal", (was) => ({ ...was, message: 'Žádné zvíře 🐕 "\u2028" <b>\n' })),
  "several-challenges": op.after("challenge", (was) => was && 'Basic realm="store", bearer realm="store", error="invalid_token"'),
});

/** The ways in which each member of an Error goes wrong: everywhere, and in one kind of answer only. */
function mistakesIn(member: string, otherName: string, otherValue: bigint | string): op.OperatorTable {
  return {
    [`error-${member}-missing`]: op.changeErrors(op.always, () => ({ [member]: undefined })),
    [`error-${member}-renamed-on-createpet`]: op.changeErrors("invalid-body", (error) => ({
      [member]: undefined,
      [otherName]: error[member],
    })),
    [`error-${member}-missing-when-unauthorized`]: op.changeErrors("unauthorized", () => ({ [member]: undefined })),
    [`error-${member}-null-when-not-found`]: op.changeErrors("no-such-animal", () => ({ [member]: null })),
    [`error-${member}-of-another-type-when-no-json`]: op.changeErrors("parseBody", () => ({ [member]: otherValue })),
    [`error-${member}-missing-without-content-type`]: op.changeErrors("checkContentTypeIsPresent", () => ({ [member]: undefined })),
  };
}

/** Delays the nth of these answers by this long, in ms. */
function answerLater(when: op.When, pauseOf: (count: number) => number): op.Operator {
  let count = 0;
  return op.changeReply(when, () => {
    count += 1;
    return delay(pauseOf(count), {});
  });
}

function reversed(json: Json): Json {
  return isJsonObject(json) ? Object.fromEntries(Object.entries(json).reverse()) : json;
}
