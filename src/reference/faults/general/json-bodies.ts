import {
  always,
  changeHeaders,
  changeReply,
  changeText,
  everyNth,
  noBody,
  ofKind,
} from "../../alterations.js";
import type { Fault } from "../fault.js";

const html = "text/html; charset=utf-8";

/** Bodies that are no JSON, or do not say that they are. */
export const jsonFaults: readonly Fault[] = [
  {
    name: "json-labelled-html",
    breaks: "GEN-1",
    why: "a framework's default content type was never changed",
    alter: () => ({ contentType: () => html }),
  },
  {
    name: "json-labelled-text-in-lists",
    breaks: "GEN-1",
    why: "the list handler writes a string that it serialised itself",
    alter: (conduct) => changeHeaders(conduct, ofKind("listed"), { "Content-Type": "text/plain" }),
  },
  {
    name: "created-without-content-type",
    breaks: "GEN-1",
    why: "the 201 is written by hand, and the header was forgotten",
    alter: (conduct) => changeHeaders(conduct, ofKind("created"), { "Content-Type": undefined }),
  },
  {
    name: "not-found-labelled-html",
    breaks: "GEN-1",
    why: "the framework's own 404 handler sets the header",
    alter: (conduct) => changeHeaders(conduct, ofKind("no-such-animal"), { "Content-Type": html }),
  },
  {
    name: "unauthorized-labelled-text",
    breaks: "GEN-1",
    why: "the authentication filter comes before the one that sets the content type",
    alter: (conduct) => changeHeaders(conduct, ofKind("unauthorized"), { "Content-Type": "text/plain" }),
  },
  {
    name: "found-labelled-octets",
    breaks: "GEN-1",
    why: "the record is sent as the bytes that the database returned",
    alter: (conduct) =>
      changeHeaders(conduct, ofKind("found"), { "Content-Type": "application/octet-stream" }),
  },
  {
    name: "trailing-comma-in-lists",
    breaks: "GEN-1",
    why: "a template writes a comma after each animal",
    alter: (conduct) => changeText(conduct, ofKind("listed"), (text) => text.replace(/\}\]$/, "},]")),
  },
  {
    name: "lists-with-hijacking-guard",
    breaks: "GEN-1",
    why: "an old security filter puts )]}' before arrays",
    alter: (conduct) => changeText(conduct, ofKind("listed"), (text) => `)]}',\n${text}`),
    consequences: ["LIST-10"],
  },
  {
    name: "byte-order-mark-before-bodies",
    breaks: "GEN-1",
    why: "a text writer's default encoding is UTF-8 with a mark",
    alter: (conduct) => changeText(conduct, always, (text) => `\ufeff${text}`),
    consequences: ["ERR-1", "LIST-10"],
  },
  {
    name: "bodies-in-latin-1",
    breaks: "GEN-1",
    why: "the platform's default encoding is used",
    alter: () => ({ encode: (text) => Buffer.from(text, "latin1") }),
    consequences: ["CREATE-2", "ERR-1"],
  },
  {
    name: "bodies-in-utf-16",
    breaks: "GEN-1",
    why: "strings are written as they lie in memory",
    alter: () => ({ encode: (text) => Buffer.from(text, "utf16le") }),
    consequences: ["ERR-1", "LIST-10"],
  },
  {
    name: "lists-a-line-each",
    breaks: "GEN-1",
    why: "lists are streamed as newline-delimited JSON",
    alter: (conduct) =>
      changeText(conduct, ofKind("listed"), (text) => text.slice(1, -1).replaceAll("},{", "}\n{")),
    consequences: ["LIST-10", "PET-7"],
  },
  {
    name: "null-character-unescaped",
    breaks: "GEN-1",
    why: "a hand-written serialiser escapes quotes only",
    alter: (conduct) => changeText(conduct, ofKind("created", "found", "listed"), unescapeControls),
    consequences: ["CREATE-2"],
  },
  {
    name: "list-with-empty-body",
    breaks: "GEN-1",
    why: "the response is closed before the stream of animals is written",
    alter: (conduct) => changeReply(conduct, ofKind("listed"), () => noBody),
    consequences: ["LIST-10"],
  },
  {
    name: "empty-body-now-and-then",
    breaks: "GEN-1",
    why: "a cache returns an entry that is still being filled",
    alter(conduct) {
      const now = everyNth(10);
      return changeReply(conduct, ofKind("listed", "found"), () => (now() ? noBody : {}));
    },
    consequences: ["LIST-10"],
  },
  {
    name: "html-now-and-then",
    breaks: "GEN-1",
    why: "one of many instances still runs an older release",
    alter(conduct) {
      const now = everyNth(25);
      return changeReply(conduct, ofKind("listed", "found", "created"), ({ headers }) =>
        now() ? { headers: { ...headers, "Content-Type": html } } : {},
      );
    },
  },
];

function unescapeControls(text: string): string {
  return text.replaceAll(/\\u00([01][0-9a-f])/gi, (_escape, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}
