import {
  allOf,
  always,
  changeHeaders,
  changeReply,
  changeStatus,
  changeText,
  inTurn,
  noBody,
  nowAndThen,
  ofCheck,
  ofError,
  ofKind,
  ofOperation,
} from "../operators/index.js";
import { type Mutant, mutant } from "./mutant.js";

const html = "text/html; charset=utf-8";

/** What an answer says and how: its body, its status, whether it is whole. */
export const answerMutants: readonly Mutant[] = [
  // Bodies that are no JSON, or do not say that they are.
  mutant("json-labelled-html", "GEN-1", "a framework's default content type was never changed").by(() => ({
    contentType: () => html,
  })),
  mutant("json-labelled-text-in-lists", "GEN-1", "the list handler writes a string that it serialised itself").by(
    changeHeaders(ofKind("listed"), { "Content-Type": "text/plain" }),
  ),
  mutant("created-without-content-type", "GEN-1", "the 201 is written by hand, and the header was forgotten").by(
    changeHeaders(ofKind("created"), { "Content-Type": undefined }),
  ),
  mutant("not-found-labelled-html", "GEN-1", "the framework's own 404 handler sets the header").by(
    changeHeaders(ofKind("no-such-animal"), { "Content-Type": html }),
  ),
  mutant("unauthorized-labelled-text", "GEN-1", "the authentication filter comes before the one that sets the content type").by(
    changeHeaders(ofKind("unauthorized"), { "Content-Type": "text/plain" }),
  ),
  mutant("found-labelled-octets", "GEN-1", "the record is sent as the bytes that the database returned").by(
    changeHeaders(ofKind("found"), { "Content-Type": "application/octet-stream" }),
  ),
  mutant("trailing-comma-in-lists", "GEN-1", "a template writes a comma after each animal").by(
    changeText(ofKind("listed"), (text) => text.replace(/\}\]$/, "},]")),
  ),
  mutant("lists-with-hijacking-guard", "GEN-1", "an old security filter puts )]}' before arrays", ["LIST-10"]).by(
    changeText(ofKind("listed"), (text) => `)]}',\n${text}`),
  ),
  mutant("byte-order-mark-before-bodies", "GEN-1", "a text writer's default encoding is UTF-8 with a mark", ["ERR-1", "LIST-10"]).by(
    changeText(always, (text) => `\ufeff${text}`),
  ),
  mutant("bodies-in-latin-1", "GEN-1", "the platform's default encoding is used", ["CREATE-2", "ERR-1"]).by(() => ({
    encode: (text) => Buffer.from(text, "latin1"),
  })),
  mutant("bodies-in-utf-16", "GEN-1", "strings are written as they lie in memory", ["ERR-1", "LIST-10"]).by(() => ({
    encode: (text) => Buffer.from(text, "utf16le"),
  })),
  mutant("lists-a-line-each", "GEN-1", "lists are streamed as newline-delimited JSON", ["LIST-10", "PET-7"]).by(
    changeText(ofKind("listed"), (text) => text.slice(1, -1).replaceAll("},{", "}\n{")),
  ),
  mutant("null-character-unescaped", "GEN-1", "a hand-written serialiser escapes quotes only", ["CREATE-2"]).by(
    changeText(ofKind("created", "found", "listed"), unescapeControls),
  ),
  mutant("list-with-empty-body", "GEN-1", "the response is closed before the stream of animals is written", ["LIST-10"]).by(
    changeReply(ofKind("listed"), () => noBody),
  ),
  mutant("empty-body-now-and-then", "GEN-1", "a cache returns an entry that is still being filled", ["LIST-10"]).by(
    nowAndThen(10, (now) => changeReply(ofKind("listed", "found"), () => (now() ? noBody : {}))),
  ),
  mutant("html-now-and-then", "GEN-1", "one of many instances still runs an older release").by(
    nowAndThen(25, (now) =>
      changeReply(ofKind("listed", "found", "created"), ({ headers }) => (now() ? { headers: { ...headers, "Content-Type": html } } : {})),
    ),
  ),

  // Statuses that the document does not name for the operation.
  mutant("same-name-conflicts", "GEN-2", "the name is a unique column, and a violation is mapped to 409").by((conduct) => {
    const names = new Set<unknown>();
    return {
      checkFurther(body, store) {
        if (names.has(body["name"])) return "the name is taken";
        names.add(body["name"]);
        return conduct.checkFurther(body, store);
      },
      ...changeStatus(ofCheck("checkFurther"), 409)(conduct),
    };
  }),
  mutant("unknown-category-conflicts", "GEN-2", "a foreign key that is not there is mapped to 409").by(
    inTurn(
      () => ({ checkFurther: ({ categoryId }) => (categoryId === 1n ? undefined : "no such category") }),
      changeStatus(ofCheck("checkFurther"), 409),
    ),
  ),
  mutant("markup-in-names-forbidden", "GEN-2", "an application firewall takes the name for an attack").by(
    inTurn(
      () => ({ checkFurther: ({ name }) => (/<script|DROP TABLE/.test(`${name}`) ? "attack suspected" : undefined) }),
      changeStatus(ofCheck("checkFurther"), 403),
    ),
  ),
  mutant("odd-limit-redirected", "GEN-2", "a bad page size leads back to the first page").by(
    changeReply(ofKind("invalid-parameter"), ({ headers }) => ({
      status: 302,
      headers: { ...headers, Location: "/v1/pets" },
      ...noBody,
    })),
  ),
  mutant("emoji-in-names-conflicts", "GEN-2", "the database has three bytes for a character, and a filter says so with 409").by(
    inTurn(
      () => ({ checkFurther: ({ name }) => (/[\u{10000}-\u{10ffff}]/u.test(`${name}`) ? "not storable" : undefined) }),
      changeStatus(ofCheck("checkFurther"), 409),
    ),
  ),

  // Answers that break off, do not come at all, or cannot be decoded.
  mutant("long-lists-cut-short", "GEN-4", "a proxy's buffer holds 4 KB").by(
    changeReply(ofKind("listed"), ({ body }) => (body.length > 4096 ? { transmission: { kind: "cut-short", afterBytes: 4096 } } : {})),
  ),
  mutant("created-cut-short-by-a-byte", "GEN-4", "the length is counted with a line end that is not sent").by(
    changeReply(ofKind("created"), ({ body }) => ({
      transmission: { kind: "cut-short", afterBytes: body.length - 1 },
    })),
  ),
  mutant("errors-cut-short", "GEN-4", "the connection is destroyed as soon as an error is written").by(
    changeReply(allOf(ofError, ofOperation("createPet")), () => ({
      transmission: { kind: "cut-short", afterBytes: 10 },
    })),
  ),
  mutant("not-found-dropped", "GET-4", "the worker dies of an exception that nobody catches", ["GEN-4", "GET-2", "GET-5"], {
    slow: true,
  }).by(changeReply(ofKind("no-such-animal"), () => ({ transmission: { kind: "dropped" } }))),
  mutant("unauthorized-dropped-on-creation", "AUTH-1", "the body of a refused request is not read, and the connection is reset", [
    "AUTH-2",
    "AUTH-3",
    "AUTH-4",
    "AUTH-5",
    "AUTH-7",
    "GEN-4",
  ]).by(
    changeReply(allOf(ofKind("unauthorized"), ofOperation("createPet")), () => ({
      transmission: { kind: "dropped" },
    })),
  ),
  mutant("odd-parameters-dropped", "GEN-4", "the worker dies of a number that it cannot read", [], { slow: true }).by(
    changeReply(ofKind("invalid-parameter"), () => ({ transmission: { kind: "dropped" } })),
  ),
  mutant("largest-page-dropped", "LIST-9", "a page of a hundred is more than the serialiser's memory", ["GEN-4"], { slow: true }).by(
    changeReply(ofKind("listed"), (_reply, { query }) =>
      query.get("limit") === "100" && query.has("status") ? { transmission: { kind: "dropped" } } : {},
    ),
  ),
  mutant("lists-cut-at-16-kilobytes", "GEN-1", "the buffer of the answer has 16 KB, and what is more is left behind").by(
    changeReply(ofKind("listed"), ({ body }) => ({ body: body.subarray(0, 16_384) })),
  ),
  mutant("plain-body-labelled-gzip", "GEN-4", "the header is set by one layer, and the compressing was switched off in another").by(
    changeHeaders(ofKind("found"), { "Content-Encoding": "gzip" }),
  ),
];

function unescapeControls(text: string): string {
  return text.replaceAll(/\\u00([01][0-9a-f])/gi, (_escape, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}
