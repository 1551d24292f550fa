import { type Alteration, changeStatus, ofCheck, ofKind } from "../../alterations.js";
import type { Conduct } from "../../conduct.js";
import type { Pet } from "../../pet.js";
import type { Fault } from "../fault.js";

/** Failures that certain parameters, ids, bodies and animals lead to. */
export const oddInputFailureFaults: readonly Fault[] = [
  {
    name: "limit-in-words-fails",
    breaks: "GEN-3",
    why: "the number is parsed without a guard",
    alter: (conduct) => changeStatus(conduct, ofKind("invalid-parameter"), 500),
  },
  {
    name: "deeply-nested-body-fails",
    breaks: "GEN-3",
    why: "the parser's limit of 256 levels is thrown, and not caught",
    alter: (conduct) => ({
      parseBody(text) {
        if (text.startsWith("[".repeat(257))) throw new Error("nested too deeply");
        return conduct.parseBody(text);
      },
    }),
    consequences: ["CREATE-12"],
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
