import { setTimeout as delay } from "node:timers/promises";
import {
  type Alteration,
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
} from "../alterations.js";
import type { Conduct } from "../conduct.js";
import type { Pet } from "../pet.js";
import type { Fault } from "./fault.js";

const html = "text/html; charset=utf-8";

/** Section "What the service does": JSON, documented statuses, no failures, whole answers. */
export const generalFaults: readonly Fault[] = [
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

  {
    name: "same-name-conflicts",
    breaks: "GEN-2",
    why: "the name is a unique column, and a violation is mapped to 409",
    alter(conduct) {
      const names = new Set<unknown>();
      return {
        checkFurther(body, store) {
          if (names.has(body["name"])) return "the name is taken";
          names.add(body["name"]);
          return conduct.checkFurther(body, store);
        },
        ...changeStatus(conduct, ofCheck("checkFurther"), 409),
      };
    },
  },
  {
    name: "unknown-category-conflicts",
    breaks: "GEN-2",
    why: "a foreign key that is not there is mapped to 409",
    alter: (conduct) => ({
      checkFurther: ({ categoryId }) => (categoryId === 1n ? undefined : "no such category"),
      ...changeStatus(conduct, ofCheck("checkFurther"), 409),
    }),
  },
  {
    name: "markup-in-names-forbidden",
    breaks: "GEN-2",
    why: "an application firewall takes the name for an attack",
    alter: (conduct) => ({
      checkFurther: ({ name }) => (/<script|DROP TABLE/.test(`${name}`) ? "attack suspected" : undefined),
      ...changeStatus(conduct, ofCheck("checkFurther"), 403),
    }),
  },
  {
    name: "odd-limit-redirected",
    breaks: "GEN-2",
    why: "a bad page size leads back to the first page",
    alter: (conduct) =>
      changeReply(conduct, ofKind("invalid-parameter"), ({ headers }) => ({
        status: 302,
        headers: { ...headers, Location: "/v1/pets" },
        ...noBody,
      })),
  },
  {
    name: "emoji-in-names-conflicts",
    breaks: "GEN-2",
    why: "the database has three bytes for a character, and a filter says so with 409",
    alter: (conduct) => ({
      checkFurther: ({ name }) => (/[\u{10000}-\u{10ffff}]/u.test(`${name}`) ? "not storable" : undefined),
      ...changeStatus(conduct, ofCheck("checkFurther"), 409),
    }),
  },

  {
    name: "limit-in-words-fails",
    breaks: "GEN-3",
    why: "the number is parsed without a guard",
    alter: (conduct) => changeStatus(conduct, ofKind("invalid-parameter"), 500),
  },
  {
    name: "limit-zero-fails",
    breaks: "GEN-3",
    why: "the number of pages is worked out by dividing by the limit",
    alter: (conduct) =>
      changeStatus(
        conduct,
        (outcome, { query }) => isOddParameter(outcome) && query.get("limit") === "0",
        500,
      ),
  },
  {
    name: "limit-beyond-32-bits-fails",
    breaks: "GEN-3",
    why: "the parameter is bound to an int, and the overflow is thrown",
    alter: (conduct) =>
      changeStatus(
        conduct,
        (outcome, { query }) => isOddParameter(outcome) && /^\d{10,}$/.test(query.get("limit") ?? ""),
        500,
      ),
  },
  {
    name: "unknown-status-filter-fails",
    breaks: "GEN-3",
    why: "the enumeration's valueOf throws",
    alter: (conduct) =>
      changeStatus(
        conduct,
        (outcome) => outcome.kind === "invalid-parameter" && outcome.parameter === "status",
        500,
      ),
  },
  {
    name: "parameter-given-twice-fails",
    breaks: "GEN-3",
    why: "an array arrives where a string is expected",
    alter: (conduct) =>
      changeStatus(
        conduct,
        (outcome, { query }) => isOddParameter(outcome) && query.getAll("status").length > 1,
        500,
      ),
  },
  {
    name: "word-for-an-id-fails",
    breaks: "GEN-3",
    why: "the path segment is parsed without a guard",
    alter: (conduct) => changeStatus(conduct, ofKind("invalid-id"), 500),
  },
  {
    name: "id-beyond-64-bits-fails",
    breaks: "GEN-3",
    why: "the database refuses the number, and nobody catches it",
    alter: (conduct) =>
      changeStatus(
        conduct,
        (outcome) => outcome.kind === "invalid-id" && /^-?\d{19,}$/.test(outcome.text),
        500,
      ),
  },
  {
    name: "null-character-in-names-fails",
    breaks: "GEN-3",
    why: "PostgreSQL's text cannot hold it",
    alter: (conduct) => failToStore(conduct, (pet) => `${pet.name}`.includes("\0"), "invalid byte sequence"),
  },
  {
    name: "emoji-in-names-fails",
    breaks: "GEN-3",
    why: "MySQL's utf8 holds three bytes for a character",
    alter: (conduct) =>
      failToStore(conduct, (pet) => /[\u{10000}-\u{10ffff}]/u.test(`${pet.name}`), "incorrect string value"),
  },
  {
    name: "long-names-fail",
    breaks: "GEN-3",
    why: "the column has 255 characters, and nothing is checked before",
    alter: (conduct) =>
      failToStore(
        conduct,
        (pet) => `${pet.name}`.length > 255,
        "value too long for type character varying(255)",
      ),
  },
  {
    name: "lone-surrogate-in-names-fails",
    breaks: "GEN-3",
    why: "the driver cannot encode it",
    alter: (conduct) =>
      failToStore(conduct, (pet) => /\p{Cs}/u.test(`${pet.name}`), "surrogates not allowed"),
  },
  {
    name: "invalid-utf-8-fails",
    breaks: "GEN-3",
    why: "the decoder throws before the error handling begins",
    alter: (conduct) => changeStatus(conduct, ofCheck("decodeBody"), 500),
  },
  {
    name: "byte-order-mark-fails",
    breaks: "GEN-3",
    why: "the parser's exception is not the one that is caught",
    alter: (conduct) => ({
      parseBody(text) {
        if (text.startsWith("\ufeff")) throw new Error("unexpected token");
        return conduct.parseBody(text);
      },
    }),
  },
  {
    name: "null-for-a-body-fails",
    breaks: "GEN-3",
    why: "members are read of null",
    alter: (conduct) => ({
      asObject(body) {
        if (body === null) throw new Error("cannot read properties of null");
        return conduct.asObject(body);
      },
    }),
    consequences: ["CREATE-12"],
  },
  {
    name: "unknown-category-fails",
    breaks: "GEN-3",
    why: "a foreign key that is not there is not caught",
    alter: (conduct) => failToStore(conduct, (pet) => pet.categoryId !== 1n, "foreign key constraint"),
  },
  {
    name: "unimplemented-content-type",
    breaks: "GEN-3",
    why: "501 is what the framework answers where no reader is registered",
    alter: (conduct) => changeStatus(conduct, ofCheck("checkContentTypeIsJson"), 501),
  },
  {
    name: "one-request-in-ten-fails",
    breaks: "GEN-3",
    why: "one connection of the pool is dead",
    alter: () => failingEvery(10),
    consequences: ["GET-1", "AUTH-5", "CREATE-1", "CREATE-4", "CREATE-5"],
  },
  {
    name: "one-request-in-twenty-five-fails",
    breaks: "GEN-3",
    why: "one instance has the wrong database password",
    alter: () => failingEvery(25),
    consequences: ["AUTH-5", "CREATE-1", "CREATE-4", "CREATE-5"],
  },
  {
    name: "one-request-in-forty-fails",
    breaks: "GEN-3",
    why: "a rare path leaves a lock behind",
    alter: () => failingEvery(40),
    consequences: ["AUTH-5", "CREATE-1", "CREATE-4", "CREATE-5"],
  },
  {
    name: "one-creation-in-fifteen-fails",
    breaks: "GEN-3",
    why: "the sequence is refilled in another transaction",
    alter(conduct) {
      const now = everyNth(15);
      return {
        async storePet(pet, store) {
          if (now()) throw new Error("could not serialize access");
          await conduct.storePet(pet, store);
        },
      };
    },
    consequences: ["CREATE-1", "CREATE-4", "CREATE-5"],
  },
  {
    name: "creations-at-the-same-moment-fail",
    breaks: "GEN-3",
    why: "two transactions wait for each other, and one is ended",
    alter(conduct) {
      let running = 0;
      return {
        async storePet(pet, store) {
          running += 1;
          await delay(3);
          const deadlock = running > 6;
          running -= 1;
          if (deadlock) throw new Error("deadlock detected");
          await conduct.storePet(pet, store);
        },
      };
    },
    consequences: ["CREATE-1", "CREATE-4", "CREATE-5"],
  },
  {
    name: "lists-beyond-a-hundred-fail",
    breaks: "GEN-3",
    why: "a buffer is made for a hundred animals, and the store has more",
    alter: (conduct) => ({
      selectPets(store, status) {
        if (store.size > 100) throw new Error("index out of range");
        return conduct.selectPets(store, status);
      },
    }),
    consequences: ["LIST-1", "LIST-2", "LIST-6", "LIST-9"],
  },

  {
    name: "long-lists-cut-short",
    breaks: "GEN-4",
    why: "a proxy's buffer holds 4 KB",
    alter: (conduct) =>
      changeReply(conduct, ofKind("listed"), ({ body }) =>
        body.length > 4096 ? { transmission: { kind: "cut-short", afterBytes: 4096 } } : {},
      ),
  },
  {
    name: "created-cut-short-by-a-byte",
    breaks: "GEN-4",
    why: "the length is counted with a line end that is not sent",
    alter: (conduct) =>
      changeReply(conduct, ofKind("created"), ({ body }) => ({
        transmission: { kind: "cut-short", afterBytes: body.length - 1 },
      })),
  },
  {
    name: "errors-cut-short",
    breaks: "GEN-4",
    why: "the connection is destroyed as soon as an error is written",
    alter: (conduct) =>
      changeReply(conduct, allOf(ofError, ofOperation("createPet")), () => ({
        transmission: { kind: "cut-short", afterBytes: 10 },
      })),
  },
  {
    name: "not-found-dropped",
    breaks: "GET-4",
    why: "the worker dies of an exception that nobody catches",
    alter: (conduct) =>
      changeReply(conduct, ofKind("no-such-animal"), () => ({ transmission: { kind: "dropped" } })),
    consequences: ["GEN-4", "GET-2", "GET-5"],
  },
  {
    name: "unauthorized-dropped-on-creation",
    breaks: "AUTH-1",
    why: "the body of a refused request is not read, and the connection is reset",
    alter: (conduct) =>
      changeReply(conduct, allOf(ofKind("unauthorized"), ofOperation("createPet")), () => ({
        transmission: { kind: "dropped" },
      })),
    consequences: ["AUTH-2", "AUTH-3", "AUTH-4", "AUTH-5", "AUTH-7", "GEN-4"],
  },
  {
    name: "odd-parameters-dropped",
    breaks: "GEN-4",
    why: "the worker dies of a number that it cannot read",
    alter: (conduct) =>
      changeReply(conduct, ofKind("invalid-parameter"), () => ({ transmission: { kind: "dropped" } })),
  },
  {
    name: "largest-page-dropped",
    breaks: "LIST-9",
    why: "a page of a hundred is more than the serialiser's memory",
    alter: (conduct) =>
      changeReply(conduct, ofKind("listed"), (_reply, { query }) =>
        query.get("limit") === "100" && query.has("status") ? { transmission: { kind: "dropped" } } : {},
      ),
    consequences: ["GEN-4"],
  },
  {
    name: "plain-body-labelled-gzip",
    breaks: "GEN-4",
    why: "the header is set by one layer, and the compressing was switched off in another",
    alter: (conduct) => changeHeaders(conduct, ofKind("found"), { "Content-Encoding": "gzip" }),
  },
];

function isOddParameter({ kind }: { readonly kind: string }): boolean {
  return kind === "invalid-parameter";
}

function failToStore(conduct: Conduct, isBad: (pet: Pet) => boolean, message: string): Alteration {
  return {
    async storePet(pet, store) {
      if (isBad(pet)) throw new Error(message);
      await conduct.storePet(pet, store);
    },
  };
}

function failingEvery(n: number): Alteration {
  const now = everyNth(n);
  return { answerEarly: () => (now() ? { kind: "broken" } : undefined) };
}

function unescapeControls(text: string): string {
  return text.replaceAll(/\\u00([01][0-9a-f])/gi, (_escape, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}
