import { setTimeout as delay } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { isJsonObject, type Json, renderJson } from "../../json/index.js";
import {
  always,
  changeHeaders,
  changeJson,
  changeReply,
  changeText,
  everyNth,
  ofError,
  ofKind,
  showPets,
} from "../alterations.js";
import type { PermittedChoice } from "./permitted-choice.js";

/** How bodies are written and sent. */
export const answerChoices: readonly PermittedChoice[] = [
  {
    name: "more-members-in-animals",
    concerns: "PET-1",
    why: "nothing says that an animal has no further members",
    alter: (conduct) =>
      showPets(conduct, () => ({
        category: { id: 1n, name: "Dogs" },
        photoUrls: ["https://example.com/rex.jpg", null],
        createdAt: "2026-01-01T00:00:00Z",
        weight: null,
        Status: "SOLD",
      })),
  },
  {
    name: "more-members-in-errors",
    concerns: "ERR-1",
    why: "nothing says that an Error has no further members",
    alter: (conduct) => ({
      renderError(code, message, status) {
        const error = conduct.renderError(code, message, status);
        return isJsonObject(error)
          ? { ...error, details: [{ field: "name" }], traceId: "0af7651916cd43dd", error: null }
          : error;
      },
    }),
  },
  {
    name: "members-in-another-order",
    concerns: "PET-1",
    why: "the members of a JSON object have no order",
    alter: (conduct) =>
      changeJson(conduct, always, (json) => (Array.isArray(json) ? json.map(reversed) : reversed(json))),
  },
  {
    name: "indented",
    concerns: "GEN-1",
    why: "white space means nothing in JSON",
    alter: () => ({ serialize: (body) => `\n${renderJson(body, 4)}\r\n` }),
  },
  {
    name: "escaped-beyond-ascii",
    concerns: "GEN-1",
    why: "an escaped character is the character",
    alter: (conduct) =>
      changeText(conduct, always, (text) =>
        text.replaceAll(
          /[\u0080-\uffff/]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
        ),
      ),
  },
  {
    name: "charset-in-content-type",
    concerns: "GEN-1",
    why: "a parameter does not change what the media type is",
    alter: () => ({ contentType: () => "application/json; charset=utf-8" }),
  },
  {
    name: "content-type-in-other-letters",
    concerns: "GEN-1",
    why: "media types are the same in any letters (RFC 9110, section 8.3.1)",
    alter: () => ({ contentType: () => "Application/JSON;Charset=UTF-8" }),
  },
  {
    name: "problems-for-errors",
    concerns: "ERR-6",
    why: "the document does not say how JSON is labelled; RFC 9457 has a label for errors",
    alter: (conduct) => changeHeaders(conduct, ofError, { "Content-Type": "application/problem+json" }),
    conflictsWith: ["charset-in-content-type", "content-type-in-other-letters"],
  },
  {
    name: "media-type-of-its-own",
    concerns: "ERR-6",
    why: "a media type that ends in +json is JSON, too",
    alter: () => ({ contentType: () => "application/vnd.store.v1+json" }),
    conflictsWith: ["problems-for-errors"],
  },
  {
    name: "chunked",
    concerns: "GEN-4",
    why: "how a body is transferred is HTTP's business",
    alter: (conduct) =>
      changeReply(conduct, always, () => ({ transmission: { kind: "chunked", bytes: 700, pause: 0 } })),
  },
  {
    name: "chunked-in-splinters",
    concerns: "GEN-4",
    why: "characters may be cut in two by a chunk's end",
    alter: (conduct) =>
      changeReply(conduct, always, ({ body }) => ({
        transmission: { kind: "chunked", bytes: body.length > 2000 ? 997 : 7, pause: 0 },
      })),
    conflictsWith: ["chunked"],
  },
  {
    name: "compressed",
    concerns: "GEN-4",
    why: "the request says that it understands gzip",
    alter: (conduct) =>
      changeReply(conduct, always, ({ headers, body }, request) =>
        /\bgzip\b/.test(`${request.headers["accept-encoding"]}`)
          ? {
              headers: { ...headers, "Content-Encoding": "gzip", Vary: "Accept-Encoding" },
              body: gzipSync(body),
            }
          : {},
      ),
  },
  {
    name: "one-request-a-connection",
    concerns: "GEN-4",
    why: "nothing promises that connections are kept",
    alter: (conduct) => changeHeaders(conduct, always, { Connection: "close" }),
  },
  {
    name: "connections-of-ten-requests",
    concerns: "GEN-4",
    why: "many servers close a connection after some requests",
    alter(conduct) {
      const now = everyNth(10);
      return changeReply(conduct, always, ({ headers }) =>
        now() ? { headers: { ...headers, Connection: "close" } } : {},
      );
    },
  },
  {
    name: "slow-with-jitter",
    concerns: "GEN-4",
    why: "nothing is said about how long an answer takes",
    alter(conduct) {
      let count = 0;
      return changeReply(conduct, always, async () => {
        count += 1;
        await delay((count * 7919) % 23);
        return {};
      });
    },
    slow: true,
  },
  {
    name: "now-and-then-very-slow",
    concerns: "GEN-4",
    why: "nothing is said about how long an answer takes",
    alter(conduct) {
      const now = everyNth(90);
      return changeReply(conduct, always, async () => {
        if (now()) await delay(400);
        return {};
      });
    },
    slow: true,
  },
  {
    name: "headers-of-its-own",
    concerns: "GEN-2",
    why: "any header may be added",
    alter: (conduct) =>
      changeHeaders(conduct, always, {
        "X-Request-Id": "7",
        "Set-Cookie": ["a=1; HttpOnly", "b=2"],
        "Cache-Control": "no-store",
        ETag: 'W/"7"',
        "Strict-Transport-Security": "max-age=1",
      }),
  },
  {
    name: "created-with-location",
    concerns: "CREATE-1",
    why: "RFC 9110 wants a Location with 201, and the document does not mind",
    alter: (conduct) =>
      changeReply(conduct, ofKind("created"), ({ headers, body }) => ({
        headers: { ...headers, Location: `/v1/pets/${/"id":\s*(-?\d+)/.exec(`${Buffer.from(body)}`)?.[1]}` },
      })),
  },
  {
    name: "codes-of-digits",
    concerns: "ERR-5",
    why: "the values of code are not shown",
    alter: (conduct) => ({
      describeRefusal: (refusal) => ({ ...conduct.describeRefusal(refusal), code: "10042" }),
    }),
  },
  {
    name: "codes-in-capitals",
    concerns: "ERR-5",
    why: "the values of code are not shown",
    alter: (conduct) => ({
      describeRefusal(refusal) {
        const { code, message } = conduct.describeRefusal(refusal);
        return { code: `ERR_${code.toUpperCase()}`, message };
      },
    }),
  },
  {
    name: "codes-and-messages-empty",
    concerns: "ERR-5",
    why: "an empty string is a string",
    alter: () => ({ describeRefusal: () => ({ code: "", message: "" }) }),
  },
  {
    name: "messages-in-many-scripts",
    concerns: "ERR-3",
    why: "a message is any string",
    alter: (conduct) => ({
      describeRefusal: (refusal) => ({
        ...conduct.describeRefusal(refusal),
        message: 'Žádné zvíře 🐕 "\u2028" <b>\n',
      }),
    }),
  },
  {
    name: "several-challenges",
    concerns: "AUTH-8",
    why: "a 401 may name more schemes, with parameters",
    alter: () => ({
      challenge: ({ kind }) =>
        kind === "unauthorized"
          ? 'Basic realm="store", bearer realm="store", error="invalid_token"'
          : undefined,
    }),
  },
  {
    name: "errors-with-deprecation-headers",
    concerns: "DEP-4",
    why: "the whole operation is deprecated, its errors included",
    alter: (conduct) => ({
      deprecation: (outcome) =>
        outcome.kind === "no-such-animal" ? "@1735689600" : conduct.deprecation(outcome),
      sunset: (outcome, removalDate) =>
        outcome.kind === "no-such-animal"
          ? "Thu, 05 Dec 2030 00:00:00 GMT"
          : conduct.sunset(outcome, removalDate),
    }),
  },
];

function reversed(json: Json): Json {
  return isJsonObject(json) ? Object.fromEntries(Object.entries(json).reverse()) : json;
}
