import { setTimeout as delay } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { isJsonObject, type Json, renderJson } from "../../json/index.js";
import {
  after,
  always,
  changeHeaders,
  changeJson,
  changeReply,
  changeText,
  nowAndThen,
  ofError,
  ofKind,
  showPets,
} from "../operators/index.js";
import { type Variant, variant } from "./variant.js";

/** How bodies are written and sent. */
export const answerVariants: readonly Variant[] = [
  variant("more-members-in-animals", "PET-1", "nothing says that an animal has no further members").by(
    showPets(() => ({
      category: { id: 1n, name: "Dogs" },
      photoUrls: ["https://example.com/rex.jpg", null],
      createdAt: "2026-01-01T00:00:00Z",
      weight: null,
      Status: "SOLD",
    })),
  ),
  variant("more-members-in-errors", "ERR-1", "nothing says that an Error has no further members").by((conduct) => ({
    renderError(code, message, status) {
      const error = conduct.renderError(code, message, status);
      return isJsonObject(error) ? { ...error, details: [{ field: "name" }], traceId: "0af7651916cd43dd", error: null } : error;
    },
  })),
  variant("members-in-another-order", "PET-1", "the members of a JSON object have no order").by(
    changeJson(always, (json) => (Array.isArray(json) ? json.map(reversed) : reversed(json))),
  ),
  variant("indented", "GEN-1", "white space means nothing in JSON").by(() => ({
    serialize: (body) => `\n${renderJson(body, 4)}\r\n`,
  })),
  variant("escaped-beyond-ascii", "GEN-1", "an escaped character is the character").by(
    changeText(always, (text) => text.replaceAll(/[\u0080-\uffff/]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)),
  ),
  variant("charset-in-content-type", "GEN-1", "a parameter does not change what the media type is").by(() => ({
    contentType: () => "application/json; charset=utf-8",
  })),
  variant("content-type-in-other-letters", "GEN-1", "media types are the same in any letters (RFC 9110, section 8.3.1)").by(() => ({
    contentType: () => "Application/JSON;Charset=UTF-8",
  })),
  variant("problems-for-errors", "ERR-6", "the document does not say how JSON is labelled; RFC 9457 has a label for errors", {
    conflictsWith: ["charset-in-content-type", "content-type-in-other-letters"],
  }).by(changeHeaders(ofError, { "Content-Type": "application/problem+json" })),
  variant("media-type-of-its-own", "ERR-6", "a media type that ends in +json is JSON, too", {
    conflictsWith: ["problems-for-errors"],
  }).by(() => ({ contentType: () => "application/vnd.store.v1+json" })),
  variant("chunked", "GEN-4", "how a body is transferred is HTTP's business").by(
    changeReply(always, () => ({ transmission: { kind: "chunked", bytes: 700, pause: 0 } })),
  ),
  variant("chunked-in-splinters", "GEN-4", "characters may be cut in two by a chunk's end", { conflictsWith: ["chunked"] }).by(
    changeReply(always, ({ body }) => ({
      transmission: { kind: "chunked", bytes: body.length > 2000 ? 997 : 7, pause: 0 },
    })),
  ),
  variant("compressed", "GEN-4", "the request says that it understands gzip").by(
    changeReply(always, ({ headers, body }, request) =>
      /\bgzip\b/.test(`${request.headers["accept-encoding"]}`)
        ? {
            headers: { ...headers, "Content-Encoding": "gzip", Vary: "Accept-Encoding" },
            body: gzipSync(body),
          }
        : {},
    ),
  ),
  variant("one-request-a-connection", "GEN-4", "nothing promises that connections are kept").by(
    changeHeaders(always, { Connection: "close" }),
  ),
  variant("connections-of-ten-requests", "GEN-4", "many servers close a connection after some requests").by(
    nowAndThen(10, (now) => changeReply(always, ({ headers }) => (now() ? { headers: { ...headers, Connection: "close" } } : {}))),
  ),
  variant("slow-with-jitter", "GEN-4", "nothing is said about how long an answer takes", { slow: true }).by((conduct) => {
    let count = 0;
    return changeReply(always, async () => {
      count += 1;
      await delay((count * 7919) % 23);
      return {};
    })(conduct);
  }),
  variant("now-and-then-very-slow", "GEN-4", "nothing is said about how long an answer takes", { slow: true }).by(
    nowAndThen(90, (now) =>
      changeReply(always, async () => {
        if (now()) await delay(400);
        return {};
      }),
    ),
  ),
  variant("headers-of-its-own", "GEN-2", "any header may be added").by(
    changeHeaders(always, {
      "X-Request-Id": "7",
      "Set-Cookie": ["a=1; HttpOnly", "b=2"],
      "Cache-Control": "no-store",
      ETag: 'W/"7"',
      "Strict-Transport-Security": "max-age=1",
    }),
  ),
  variant("created-with-location", "CREATE-1", "RFC 9110 wants a Location with 201, and the document does not mind").by(
    changeReply(ofKind("created"), ({ headers, body }) => ({
      headers: { ...headers, Location: `/v1/pets/${/"id":\s*(-?\d+)/.exec(`${Buffer.from(body)}`)?.[1]}` },
    })),
  ),
  variant("codes-of-digits", "ERR-5", "the values of code are not shown").by(
    after("describeRefusal", (was) => ({ ...was, code: "10042" })),
  ),
  variant("codes-in-capitals", "ERR-5", "the values of code are not shown").by((conduct) => ({
    describeRefusal(refusal) {
      const { code, message } = conduct.describeRefusal(refusal);
      return { code: `ERR_${code.toUpperCase()}`, message };
    },
  })),
  variant("codes-and-messages-empty", "ERR-5", "an empty string is a string").by(() => ({
    describeRefusal: () => ({ code: "", message: "" }),
  })),
  variant("messages-in-many-scripts", "ERR-3", "a message is any string").by(
    after("describeRefusal", (was) => ({
      ...was,
      message: 'Žádné zvíře 🐕 "\u2028" <b>\n',
    })),
  ),
  variant("several-challenges", "AUTH-8", "a 401 may name more schemes, with parameters").by(() => ({
    challenge: ({ kind }) => (kind === "unauthorized" ? 'Basic realm="store", bearer realm="store", error="invalid_token"' : undefined),
  })),
  variant("errors-with-deprecation-headers", "DEP-4", "the whole operation is deprecated, its errors included").by((conduct) => ({
    deprecation: (outcome) => (outcome.kind === "no-such-animal" ? "@1735689600" : conduct.deprecation(outcome)),
    sunset: (outcome, removalDate) =>
      outcome.kind === "no-such-animal" ? "Thu, 05 Dec 2030 00:00:00 GMT" : conduct.sunset(outcome, removalDate),
  })),
];

function reversed(json: Json): Json {
  return isJsonObject(json) ? Object.fromEntries(Object.entries(json).reverse()) : json;
}
