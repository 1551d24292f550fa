import { setTimeout as delay } from "node:timers/promises";
import type { Deviation } from "../conduct.js";
import type { IncomingRequest } from "../incoming-request.js";
import { changeStatus, nowAndThen, ofCheck, ofKind } from "../operators/index.js";
import type { Pet } from "../pet.js";
import { type Mutant, mutant } from "./mutant.js";

/** Failures that depend on the input, on the load, and on what the store holds. */
export const failureMutants: readonly Mutant[] = [
  // Failures that certain parameters, ids, bodies and animals lead to.
  mutant("limit-in-words-fails", "GEN-3", "the number is parsed without a guard").by(changeStatus(ofKind("invalid-parameter"), 500)),
  mutant("deeply-nested-body-fails", "GEN-3", "the parser's limit of 256 levels is thrown, and not caught", ["CREATE-12"]).by(
    (conduct) => ({
      parseBody(text) {
        if (text.startsWith("[".repeat(257))) throw new Error("nested too deeply");
        return conduct.parseBody(text);
      },
    }),
  ),
  mutant("limit-zero-fails", "GEN-3", "the number of pages is worked out by dividing by the limit").by(
    changeStatus((outcome, { query }) => isOddParameter(outcome) && query.get("limit") === "0", 500),
  ),
  mutant("limit-beyond-32-bits-fails", "GEN-3", "the parameter is bound to an int, and the overflow is thrown").by(
    changeStatus((outcome, { query }) => isOddParameter(outcome) && /^\d{10,}$/.test(query.get("limit") ?? ""), 500),
  ),
  mutant("unknown-status-filter-fails", "GEN-3", "the enumeration's valueOf throws").by(
    changeStatus((outcome) => outcome.kind === "invalid-parameter" && outcome.parameter === "status", 500),
  ),
  mutant("parameter-given-twice-fails", "GEN-3", "an array arrives where a string is expected").by(
    changeStatus((outcome, { query }) => isOddParameter(outcome) && query.getAll("status").length > 1, 500),
  ),
  mutant("word-for-an-id-fails", "GEN-3", "the path segment is parsed without a guard").by(changeStatus(ofKind("invalid-id"), 500)),
  mutant("id-beyond-64-bits-fails", "GEN-3", "the database refuses the number, and nobody catches it").by(
    changeStatus((outcome) => outcome.kind === "invalid-id" && /^-?\d{19,}$/.test(outcome.text), 500),
  ),
  mutant("null-character-in-names-fails", "GEN-3", "PostgreSQL's text cannot hold it").by(
    failToStore((pet) => `${pet.name}`.includes("\0"), "invalid byte sequence"),
  ),
  mutant("emoji-in-names-fails", "GEN-3", "MySQL's utf8 holds three bytes for a character").by(
    failToStore((pet) => /[\u{10000}-\u{10ffff}]/u.test(`${pet.name}`), "incorrect string value"),
  ),
  mutant("long-names-fail", "GEN-3", "the column has 255 characters, and nothing is checked before").by(
    failToStore((pet) => `${pet.name}`.length > 255, "value too long for type character varying(255)"),
  ),
  mutant("lone-surrogate-in-names-fails", "GEN-3", "the driver cannot encode it").by(
    failToStore((pet) => /\p{Cs}/u.test(`${pet.name}`), "surrogates not allowed"),
  ),
  mutant("invalid-utf-8-fails", "GEN-3", "the decoder throws before the error handling begins").by(
    changeStatus(ofCheck("decodeBody"), 500),
  ),
  mutant("byte-order-mark-fails", "GEN-3", "the parser's exception is not the one that is caught").by((conduct) => ({
    parseBody(text) {
      if (text.startsWith("\ufeff")) throw new Error("unexpected token");
      return conduct.parseBody(text);
    },
  })),
  mutant("null-for-a-body-fails", "GEN-3", "members are read of null", ["CREATE-12"]).by((conduct) => ({
    asObject(body) {
      if (body === null) throw new Error("cannot read properties of null");
      return conduct.asObject(body);
    },
  })),
  mutant("unknown-category-fails", "GEN-3", "a foreign key that is not there is not caught").by(
    failToStore((pet) => pet.categoryId !== 1n, "foreign key constraint"),
  ),
  mutant("unimplemented-content-type", "GEN-3", "501 is what the framework answers where no reader is registered").by(
    changeStatus(ofCheck("checkContentTypeIsJson"), 501),
  ),

  // Failures that depend on what else the service does, and on how much it holds.
  mutant("one-request-in-ten-fails", "GEN-3", "one connection of the pool is dead", [
    "GET-1",
    "AUTH-5",
    "CREATE-1",
    "CREATE-4",
    "CREATE-5",
  ]).by(failingEvery(10)),
  mutant("one-request-in-twenty-five-fails", "GEN-3", "one instance has the wrong database password", [
    "AUTH-5",
    "CREATE-1",
    "CREATE-4",
    "CREATE-5",
  ]).by(failingEvery(25)),
  mutant("one-request-in-forty-fails", "GEN-3", "a rare path leaves a lock behind", ["AUTH-5", "CREATE-1", "CREATE-4", "CREATE-5"]).by(
    failingEvery(40),
  ),
  mutant("one-creation-in-fifteen-fails", "GEN-3", "the sequence is refilled in another transaction", [
    "CREATE-1",
    "CREATE-4",
    "CREATE-5",
  ]).by(
    nowAndThen(15, (now) => (conduct) => ({
      async storePet(pet, store) {
        if (now()) throw new Error("could not serialize access");
        await conduct.storePet(pet, store);
      },
    })),
  ),
  mutant("creations-at-the-same-moment-fail", "GEN-3", "two transactions wait for each other, and one is ended", [
    "CREATE-1",
    "CREATE-4",
    "CREATE-5",
  ]).by((conduct) => {
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
  }),
  mutant("lists-beyond-a-hundred-fail", "GEN-3", "a buffer is made for a hundred animals, and the store has more", [
    "LIST-1",
    "LIST-2",
    "LIST-6",
    "LIST-9",
  ]).by((conduct) => ({
    selectPets(store, status) {
      if (store.size > 100) throw new Error("index out of range");
      return conduct.selectPets(store, status);
    },
  })),

  // What a gateway would say, to some requests every time, while others like them are served.
  mutant(
    "emoji-in-names-unavailable",
    "GEN-3",
    "the worker dies of four bytes for a character, and the gateway finds nobody",
    ["CREATE-1", "CREATE-2"],
    { slow: true },
  ).by(turnAway(503, (request) => /[\u{10000}-\u{10ffff}]/u.test(textOf(request)))),
  mutant(
    "unknown-status-unavailable",
    "GEN-3",
    "the worker dies of a word that its enumeration lacks, and the gateway finds nobody",
    ["CREATE-11"],
    { slow: true },
  ).by(turnAway(503, (request) => /"status":"lost"/.test(textOf(request)))),
  mutant("largest-filtered-page-unavailable", "GEN-3", "the query takes longer than the gateway waits", ["LIST-9"], { slow: true }).by(
    turnAway(502, ({ query }) => query.get("limit") === "100" && query.has("status")),
  ),
];

function isOddParameter({ kind }: { readonly kind: string }): boolean {
  return kind === "invalid-parameter";
}

function failToStore(isBad: (pet: Pet) => boolean, message: string): Deviation {
  return (conduct) => ({
    async storePet(pet, store) {
      if (isBad(pet)) throw new Error(message);
      await conduct.storePet(pet, store);
    },
  });
}

function failingEvery(n: number): Deviation {
  return nowAndThen(n, (now) => () => ({ answerEarly: () => (now() ? { kind: "broken" } : undefined) }));
}

function turnAway(status: number, isMeant: (request: IncomingRequest) => boolean): Deviation {
  return (conduct) => ({
    answerEarly: (request, store) =>
      isMeant(request) ? { kind: "refused", status, reason: "The upstream server does not answer." } : conduct.answerEarly(request, store),
  });
}

function textOf({ body }: IncomingRequest): string {
  return body.kind === "bytes" ? Buffer.from(body.bytes).toString("utf8") : "";
}
