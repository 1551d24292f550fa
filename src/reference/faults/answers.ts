import {
  allOf,
  always,
  changeHeaders,
  changeReply,
  changeStatus,
  changeText,
  everyNth,
  noBody,
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
  mutant("json-labelled-html", "GEN-1", "a framework's default content type was never changed", () => ({ contentType: () => html })),
  mutant(
    "json-labelled-text-in-lists",
    "GEN-1",
    "the list handler writes a string that it serialised itself",
    changeHeaders(ofKind("listed"), { "Content-Type": "text/plain" }),
  ),
  mutant(
    "created-without-content-type",
    "GEN-1",
    "the 201 is written by hand, and the header was forgotten",
    changeHeaders(ofKind("created"), { "Content-Type": undefined }),
  ),
  mutant(
    "not-found-labelled-html",
    "GEN-1",
    "the framework's own 404 handler sets the header",
    changeHeaders(ofKind("no-such-animal"), { "Content-Type": html }),
  ),
  mutant(
    "unauthorized-labelled-text",
    "GEN-1",
    "the authentication filter comes before the one that sets the content type",
    changeHeaders(ofKind("unauthorized"), { "Content-Type": "text/plain" }),
  ),
  mutant(
    "found-labelled-octets",
    "GEN-1",
    "the record is sent as the bytes that the database returned",
    changeHeaders(ofKind("found"), { "Content-Type": "application/octet-stream" }),
  ),
  mutant(
    "trailing-comma-in-lists",
    "GEN-1",
    "a template writes a comma after each animal",
    changeText(ofKind("listed"), (text) => text.replace(/\}\]$/, "},]")),
  ),
  mutant(
    "lists-with-hijacking-guard",
    "GEN-1",
    "an old security filter puts )]}' before arrays",
    changeText(ofKind("listed"), (text) => `)]}',\n${text}`),
    { consequences: ["LIST-10"] },
  ),
  mutant(
    "byte-order-mark-before-bodies",
    "GEN-1",
    "a text writer's default encoding is UTF-8 with a mark",
    changeText(always, (text) => `\ufeff${text}`),
    { consequences: ["ERR-1", "LIST-10"] },
  ),
  mutant(
    "bodies-in-latin-1",
    "GEN-1",
    "the platform's default encoding is used",
    () => ({ encode: (text) => Buffer.from(text, "latin1") }),
    { consequences: ["CREATE-2", "ERR-1"] },
  ),
  mutant(
    "bodies-in-utf-16",
    "GEN-1",
    "strings are written as they lie in memory",
    () => ({ encode: (text) => Buffer.from(text, "utf16le") }),
    { consequences: ["ERR-1", "LIST-10"] },
  ),
  mutant(
    "lists-a-line-each",
    "GEN-1",
    "lists are streamed as newline-delimited JSON",
    changeText(ofKind("listed"), (text) => text.slice(1, -1).replaceAll("},{", "}\n{")),
    { consequences: ["LIST-10", "PET-7"] },
  ),
  mutant(
    "null-character-unescaped",
    "GEN-1",
    "a hand-written serialiser escapes quotes only",
    changeText(ofKind("created", "found", "listed"), unescapeControls),
    { consequences: ["CREATE-2"] },
  ),
  mutant(
    "list-with-empty-body",
    "GEN-1",
    "the response is closed before the stream of animals is written",
    changeReply(ofKind("listed"), () => noBody),
    { consequences: ["LIST-10"] },
  ),
  mutant(
    "empty-body-now-and-then",
    "GEN-1",
    "a cache returns an entry that is still being filled",
    (conduct) => {
      const now = everyNth(10);
      return changeReply(ofKind("listed", "found"), () => (now() ? noBody : {}))(conduct);
    },
    { consequences: ["LIST-10"] },
  ),
  mutant("html-now-and-then", "GEN-1", "one of many instances still runs an older release", (conduct) => {
    const now = everyNth(25);
    return changeReply(ofKind("listed", "found", "created"), ({ headers }) =>
      now() ? { headers: { ...headers, "Content-Type": html } } : {},
    )(conduct);
  }),

  // Statuses that the document does not name for the operation.
  mutant("same-name-conflicts", "GEN-2", "the name is a unique column, and a violation is mapped to 409", (conduct) => {
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
  mutant("unknown-category-conflicts", "GEN-2", "a foreign key that is not there is mapped to 409", (conduct) => ({
    checkFurther: ({ categoryId }) => (categoryId === 1n ? undefined : "no such category"),
    ...changeStatus(ofCheck("checkFurther"), 409)(conduct),
  })),
  mutant("markup-in-names-forbidden", "GEN-2", "an application firewall takes the name for an attack", (conduct) => ({
    checkFurther: ({ name }) => (/<script|DROP TABLE/.test(`${name}`) ? "attack suspected" : undefined),
    ...changeStatus(ofCheck("checkFurther"), 403)(conduct),
  })),
  mutant(
    "odd-limit-redirected",
    "GEN-2",
    "a bad page size leads back to the first page",
    changeReply(ofKind("invalid-parameter"), ({ headers }) => ({
      status: 302,
      headers: { ...headers, Location: "/v1/pets" },
      ...noBody,
    })),
  ),
  mutant("emoji-in-names-conflicts", "GEN-2", "the database has three bytes for a character, and a filter says so with 409", (conduct) => ({
    checkFurther: ({ name }) => (/[\u{10000}-\u{10ffff}]/u.test(`${name}`) ? "not storable" : undefined),
    ...changeStatus(ofCheck("checkFurther"), 409)(conduct),
  })),

  // Answers that break off, do not come at all, or cannot be decoded.
  mutant(
    "long-lists-cut-short",
    "GEN-4",
    "a proxy's buffer holds 4 KB",
    changeReply(ofKind("listed"), ({ body }) => (body.length > 4096 ? { transmission: { kind: "cut-short", afterBytes: 4096 } } : {})),
  ),
  mutant(
    "created-cut-short-by-a-byte",
    "GEN-4",
    "the length is counted with a line end that is not sent",
    changeReply(ofKind("created"), ({ body }) => ({
      transmission: { kind: "cut-short", afterBytes: body.length - 1 },
    })),
  ),
  mutant(
    "errors-cut-short",
    "GEN-4",
    "the connection is destroyed as soon as an error is written",
    changeReply(allOf(ofError, ofOperation("createPet")), () => ({
      transmission: { kind: "cut-short", afterBytes: 10 },
    })),
  ),
  mutant(
    "not-found-dropped",
    "GET-4",
    "the worker dies of an exception that nobody catches",
    changeReply(ofKind("no-such-animal"), () => ({ transmission: { kind: "dropped" } })),
    { consequences: ["GEN-4", "GET-2", "GET-5"], slow: true },
  ),
  mutant(
    "unauthorized-dropped-on-creation",
    "AUTH-1",
    "the body of a refused request is not read, and the connection is reset",
    changeReply(allOf(ofKind("unauthorized"), ofOperation("createPet")), () => ({
      transmission: { kind: "dropped" },
    })),
    { consequences: ["AUTH-2", "AUTH-3", "AUTH-4", "AUTH-5", "AUTH-7", "GEN-4"] },
  ),
  mutant(
    "odd-parameters-dropped",
    "GEN-4",
    "the worker dies of a number that it cannot read",
    changeReply(ofKind("invalid-parameter"), () => ({ transmission: { kind: "dropped" } })),
    { slow: true },
  ),
  mutant(
    "largest-page-dropped",
    "LIST-9",
    "a page of a hundred is more than the serialiser's memory",
    changeReply(ofKind("listed"), (_reply, { query }) =>
      query.get("limit") === "100" && query.has("status") ? { transmission: { kind: "dropped" } } : {},
    ),
    { consequences: ["GEN-4"], slow: true },
  ),
  mutant(
    "lists-cut-at-16-kilobytes",
    "GEN-1",
    "the buffer of the answer has 16 KB, and what is more is left behind",
    changeReply(ofKind("listed"), ({ body }) => ({ body: body.subarray(0, 16_384) })),
  ),
  mutant(
    "plain-body-labelled-gzip",
    "GEN-4",
    "the header is set by one layer, and the compressing was switched off in another",
    changeHeaders(ofKind("found"), { "Content-Encoding": "gzip" }),
  ),
];

function unescapeControls(text: string): string {
  return text.replaceAll(/\\u00([01][0-9a-f])/gi, (_escape, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}
