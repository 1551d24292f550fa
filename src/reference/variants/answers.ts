import { setTimeout as delay } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { isJsonObject, type Json, renderJson } from "../../json/index.js";
import type { OperatorTable } from "../handlers.js";
import { isInt64 } from "../int64.js";
import {
  after,
  always,
  announce,
  before,
  changeHeaders,
  changeJson,
  changeReply,
  changeStatus,
  changeText,
  inTurn,
  nowAndThen,
  ofError,
  ofKind,
  remembering,
  showPets,
  transmit,
} from "../operators/index.js";

/** How answers are written and sent, and how the deprecation is announced. */
export const answerVariants: OperatorTable = {
  // How bodies are written and sent.
  "more-members-in-animals": showPets(() => ({
    category: { id: 1n, name: "Dogs" },
    photoUrls: ["https://example.com/rex.jpg", null],
    createdAt: "2026-01-01T00:00:00Z",
    weight: null,
    Status: "SOLD",
  })),
  "more-members-in-errors": after("renderError", (was) =>
    isJsonObject(was) ? { ...was, details: [{ field: "name" }], traceId: "0af7651916cd43dd", error: null } : was,
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
    (_outcome, request) => /\bgzip\b/.test(`${request.headers["accept-encoding"]}`),
    ({ headers, body }) => ({ headers: { ...headers, "Content-Encoding": "gzip", Vary: "Accept-Encoding" }, body: gzipSync(body) }),
  ),
  "one-request-a-connection": changeHeaders(always, { Connection: "close" }),
  "connections-of-ten-requests": nowAndThen(10, (now) => changeHeaders(now, { Connection: "close" })),
  "slow-with-jitter": remembering(
    () => ({ count: 0 }),
    (memory) =>
      changeReply(always, async () => {
        memory.count += 1;
        await delay((memory.count * 7919) % 23);
        return {};
      }),
  ),
  "now-and-then-very-slow": nowAndThen(90, (now) => changeReply(now, () => delay(400, {}))),
  "headers-of-its-own": changeHeaders(always, {
    "X-Request-Id": "7",
    "Set-Cookie": ["a=1; HttpOnly", "b=2"],
    "Cache-Control": "no-store",
    ETag: 'W/"7"',
    "Strict-Transport-Security": "max-age=1",
  }),
  "created-with-location": changeReply(ofKind("created"), ({ headers, body }) => ({
    headers: { ...headers, Location: `/v1/pets/${/"id":\s*(-?\d+)/.exec(`${Buffer.from(body)}`)?.[1]}` },
  })),
  "codes-of-digits": after("describeRefusal", (was) => ({ ...was, code: "10042" })),
  "codes-in-capitals": after("describeRefusal", (was) => ({ ...was, code: `ERR_${was.code.toUpperCase()}` })),
  "codes-and-messages-empty": () => ({ describeRefusal: () => ({ code: "", message: "" }) }),
  "messages-in-many-scripts": after("describeRefusal", (was) => ({ ...was, message: 'Žádné zvíře 🐕 "\u2028" <b>\n' })),
  "several-challenges": after("challenge", (was) => was && 'Basic realm="store", bearer realm="store", error="invalid_token"'),
  "errors-with-deprecation-headers": inTurn(
    after("deprecation", (was, { kind }) => (kind === "no-such-animal" ? "@1735689600" : was)),
    after("sunset", (was, { kind }) => (kind === "no-such-animal" ? "Thu, 05 Dec 2030 00:00:00 GMT" : was)),
  ),

  // How the deprecation and the removal of `getPet` are announced, where the document is silent.
  "removal-at-the-day's-beginning": announce("sunset", "Thu, 05 Dec 2030 00:00:00 GMT"),
  "removal-at-noon": announce("sunset", "Thu, 05 Dec 2030 12:00:00 GMT"),
  "removal-at-midnight-in-kiribati": announce("sunset", "Wed, 04 Dec 2030 10:00:00 GMT"),
  "removal-at-the-day's-end-on-baker-island": announce("sunset", "Fri, 06 Dec 2030 12:00:00 GMT"),
  "no-deprecation-headers": () => ({ deprecation: () => undefined, sunset: () => undefined, link: () => undefined }),
  "deprecated-since-another-day": announce("deprecation", "@0"),
  "several-links": changeHeaders(ofKind("found"), {
    Link: [
      '<https://example.com/docs#getPet>; rel="deprecation"; type="text/html", <../pets>; rel=successor-version',
      '</v1/pets/7>; rel="self"',
    ],
  }),
  "successor-with-filter": announce("link", '</v1/pets?status=available>; rel="successor-version"'),

  // What ids mean that are no plain integers.
  "odd-ids-refused": changeStatus(ofKind("invalid-id"), 400),
  "odd-ids-unprocessable": changeStatus(ofKind("invalid-id"), 422),
  "other-spellings-of-ids-read": before("readPetId", (text) => text.replace(/^(?:\+|%2B)?0*(?=[1-9])/i, "").replace(/^-0+(?=[1-9])/, "-")),
  "encoded-digits-not-read": () => ({
    readPetId: (text) => (/^-?\d{1,19}$/.test(text) && isInt64(BigInt(text)) ? BigInt(text) : undefined),
  }),
};

function reversed(json: Json): Json {
  return isJsonObject(json) ? Object.fromEntries(Object.entries(json).reverse()) : json;
}
