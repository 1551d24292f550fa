import { setTimeout as delay } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { isJsonObject, type Json, renderJson } from "../../json/index.js";
import {
  after,
  allOf,
  always,
  answerText,
  anyOf,
  changeErrors,
  changeHeaders,
  changeJson,
  changeMembers,
  changeReply,
  changeText,
  drop,
  emoji,
  emptyBody,
  everyNth,
  inTurn,
  isForLargestFilteredPage,
  isTaken,
  lengthOf,
  type Operator,
  type OperatorTable,
  ofError,
  refuseAs,
  showPets,
  textOf,
  to,
  transmit,
  type When,
} from "../operators/index.js";

const html = "text/html; charset=utf-8";

/** How answers are written and sent, and the section `Errors`. */
export const mutants = (): OperatorTable => ({
  // Bodies that are no JSON, or do not say that they are.
  "created-without-content-type": changeHeaders("created", { "Content-Type": undefined }),
  "not-found-labelled-html": changeHeaders("no-such-animal", { "Content-Type": html }),
  "unauthorized-labelled-text": changeHeaders("unauthorized", { "Content-Type": "text/plain" }),
  "found-labelled-octets": changeHeaders("found", { "Content-Type": "application/octet-stream" }),
  "empty-body-now-and-then": emptyBody(allOf(anyOf("listed", "found"), everyNth(10))),
  "html-now-and-then": changeHeaders(allOf(anyOf("listed", "found", "created"), everyNth(25)), { "Content-Type": html }),

  // Statuses that the document does not name for the operation.
  "same-name-conflicts": refuseAs(409, isTaken(String)),
  "unknown-category-conflicts": refuseAs(409, ({ categoryId }) => categoryId !== 1n),
  "markup-in-names-forbidden": refuseAs(403, ({ name }) => /<script|DROP TABLE/.test(`${name}`)),
  "odd-limit-redirected": inTurn(changeHeaders("invalid-parameter", { Location: "/v1/pets" }), emptyBody("invalid-parameter", 302)),
  "emoji-in-names-conflicts": refuseAs(409, ({ name }) => emoji.test(`${name}`)),

  // Answers that break off, do not come at all, or cannot be decoded.
  "long-lists-cut-short": transmit("listed", ({ body }) =>
    body.length > 4096 ? { kind: "cut-short", afterBytes: 4096 } : { kind: "whole" },
  ),
  "created-cut-short-by-a-byte": transmit("created", ({ body }) => ({ kind: "cut-short", afterBytes: body.length - 1 })),
  "errors-cut-short": transmit(allOf(ofError, "createPet"), () => ({ kind: "cut-short", afterBytes: 10 })),
  "not-found-dropped": drop("no-such-animal"),
  "unauthorized-dropped-on-creation": drop(allOf("unauthorized", "createPet")),
  "odd-parameters-dropped": drop("invalid-parameter"),
  "largest-page-dropped": drop(allOf("listed", to(isForLargestFilteredPage))),
  "lists-cut-at-16-kilobytes": changeReply("listed", ({ body }) => ({ body: body.subarray(0, 16_384) })),
  "plain-body-labelled-gzip": changeHeaders("found", { "Content-Encoding": "gzip" }),

  // Section "Errors".
  "not-found-empty": emptyBody("no-such-animal"),
  "no-json-answered-empty": emptyBody("parseBody"),
  "unauthorized-null-on-getpet": changeJson(allOf("unauthorized", "getPet"), () => null),
  "errors-empty-now-and-then": emptyBody(allOf(ofError, everyNth(10))),

  ...mistakesIn("code", "type", 7n),
  "errors-in-an-object": () => ({ renderError: (code, message, status) => ({ error: { code, message, status: BigInt(status) } }) }),
  "code-is-the-status": changeErrors(always, ({ status }) => ({ code: status })),
  "code-called-error": changeErrors(always, ({ code }) => ({ code: undefined, error: code })),

  ...mistakesIn("message", "detail", 7n),
  "message-a-list": changeErrors("invalid-body", ({ message = null }) => ({ message: [message] })),
  "message-in-languages": changeErrors(always, ({ message = null }) => ({ message: { en: message } })),

  ...mistakesIn("status", "statusCode", "400"),
  "error-status-as-text": changeErrors(always, ({ status }) => ({ status: `${status}` })),
  "error-status-always-500": changeErrors(always, () => ({ status: 500n })),
  "error-status-400-when-unauthorized": changeErrors("unauthorized", () => ({ status: 400n })),
  "error-status-400-when-not-found": changeErrors("no-such-animal", () => ({ status: 400n })),
  "error-status-a-word": changeErrors(always, () => ({ status: "error" })),

  "lists-labelled-as-a-relative": changeHeaders("listed", { "Content-Type": "application/vnd.store.v1+json" }),
  "error-quotes-without-escaping": answerText(
    allOf(
      "checkStatusIsAllowed",
      to((request) => textOf(request).includes('\\"')),
    ),
    '{"code":"status","message":"There is no status "x" here.","status":400}',
  ),
  "error-of-long-bodies-in-html": changeReply(
    allOf(
      "invalid-body",
      to((request) => lengthOf(request) > 65_536),
    ),
    ({ headers }) => ({
      headers: { ...headers, "Content-Type": "text/html" },
      body: Buffer.from("<h1>400</h1>"),
    }),
  ),
  "errors-labelled-as-text-json": changeHeaders(ofError, { "Content-Type": "text/json" }),
  "errors-labelled-as-problems": changeHeaders(ofError, { "Content-Type": "application/problem+json" }),
});

/** How answers are written and sent, where the document is silent. */
export const variants = (): OperatorTable => ({
  "more-members-in-animals": showPets(() => ({
    category: { id: 1n, name: "Dogs" },
    photoUrls: ["https://example.com/rex.jpg", null],
    createdAt: "2026-01-01T00:00:00Z",
    weight: null,
    Status: "SOLD",
  })),
  "more-members-in-errors": after("renderError", (was) =>
    changeMembers(was, () => ({ details: [{ field: "name" }], traceId: "0af7651916cd43dd", error: null })),
  ),
  "members-in-another-order": changeJson(always, (json) => (Array.isArray(json) ? json.map(reversed) : reversed(json))),
  indented: () => ({ serialize: (body) => `\n${renderJson(body, 4)}\r\n` }),
  "escaped-beyond-ascii": changeText(always, (text) =>
    text.replaceAll(/[\u0080-\uffff/]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
  ),
  "charset-in-content-type": () => ({ contentType: () => "application/json; charset=utf-8" }),
  "content-type-in-other-letters": () => ({ contentType: () => "Application/JSON;Charset=UTF-8" }),
  "problems-for-errors": changeHeaders(ofError, { "Content-Type": "application/problem+json" }),
  "media-type-of-its-own": () => ({ contentType: () => "application/vnd.store.v1+json" }),
  chunked: transmit(always, () => ({ kind: "chunked", bytes: 700, pause: 0 })),
  "chunked-in-splinters": transmit(always, ({ body }) => ({ kind: "chunked", bytes: body.length > 2000 ? 997 : 7, pause: 0 })),
  compressed: changeReply(
    to(({ headers }) => /\bgzip\b/.test(`${headers["accept-encoding"]}`)),
    ({ headers, body }) => ({ headers: { ...headers, "Content-Encoding": "gzip", Vary: "Accept-Encoding" }, body: gzipSync(body) }),
  ),
  "one-request-a-connection": changeHeaders(always, { Connection: "close" }),
  "connections-of-ten-requests": changeHeaders(everyNth(10), { Connection: "close" }),
  "slow-with-jitter": answerLater(always, (count) => (count * 7919) % 23),
  "now-and-then-very-slow": answerLater(everyNth(90), () => 400),
  "headers-of-its-own": changeHeaders(always, {
    "X-Request-Id": "7",
    "Set-Cookie": ["a=1; HttpOnly", "b=2"],
    "Cache-Control": "no-store",
    ETag: 'W/"7"',
    "Strict-Transport-Security": "max-age=1",
  }),
  "created-with-location": changeReply("created", ({ headers, body }) => ({
    headers: { ...headers, Location: `/v1/pets/${/"id":\s*(-?\d+)/.exec(`${Buffer.from(body)}`)?.[1]}` },
  })),
  "codes-of-digits": after("describeRefusal", (was) => ({ ...was, code: "10042" })),
  "codes-in-capitals": after("describeRefusal", (was) => ({ ...was, code: `ERR_${was.code.toUpperCase()}` })),
  "codes-and-messages-empty": () => ({ describeRefusal: () => ({ code: "", message: "" }) }),
  "messages-in-many-scripts": after("describeRefusal", (was) => ({ ...was, message: 'Žádné zvíře 🐕 "\u2028" <b>\n' })),
  "several-challenges": after("challenge", (was) => was && 'Basic realm="store", bearer realm="store", error="invalid_token"'),
});

/** The ways in which each member of an Error goes wrong: everywhere, and in one kind of answer only. */
function mistakesIn(member: string, otherName: string, otherValue: bigint | string): OperatorTable {
  return {
    [`error-${member}-missing`]: changeErrors(always, () => ({ [member]: undefined })),
    [`error-${member}-renamed-on-createpet`]: changeErrors("invalid-body", (error) => ({
      [member]: undefined,
      [otherName]: error[member],
    })),
    [`error-${member}-missing-when-unauthorized`]: changeErrors("unauthorized", () => ({ [member]: undefined })),
    [`error-${member}-null-when-not-found`]: changeErrors("no-such-animal", () => ({ [member]: null })),
    [`error-${member}-of-another-type-when-no-json`]: changeErrors("parseBody", () => ({ [member]: otherValue })),
    [`error-${member}-missing-without-content-type`]: changeErrors("checkContentTypeIsPresent", () => ({ [member]: undefined })),
  };
}

/** Takes so many milliseconds more for the nth of these answers. */
function answerLater(when: When, pauseOf: (count: number) => number): Operator {
  let count = 0;
  return changeReply(when, () => {
    count += 1;
    return delay(pauseOf(count), {});
  });
}

function reversed(json: Json): Json {
  return isJsonObject(json) ? Object.fromEntries(Object.entries(json).reverse()) : json;
}
