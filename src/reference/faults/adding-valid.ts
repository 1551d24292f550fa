import {
  type Alteration,
  changeJson,
  changeReply,
  changeStatus,
  everyNth,
  keep,
  keepCategory,
  keepName,
  ofCheck,
  ofKind,
  rounded,
  showPets,
} from "../alterations.js";
import type { Conduct } from "../conduct.js";
import type { Fault } from "./fault.js";

/** Section "Endpoints: Add an animal": what is accepted, and how it comes back. */
export const addingValidFaults: readonly Fault[] = [
  {
    name: "created-with-200",
    breaks: "CREATE-1",
    why: "the framework's default status",
    alter: (conduct) => changeStatus(conduct, ofKind("created"), 200),
    consequences: ["CREATE-4", "CREATE-5", "GEN-2"],
  },
  {
    name: "created-with-202",
    breaks: "CREATE-1",
    why: "the animal is put into a queue",
    alter: (conduct) => changeStatus(conduct, ofKind("created"), 202),
    consequences: ["CREATE-4", "CREATE-5", "GEN-2"],
  },
  {
    name: "created-with-no-content",
    breaks: "CREATE-1",
    why: "the client is thought to know what it has sent",
    alter: (conduct) =>
      changeReply(conduct, ofKind("created"), () => ({ status: 204, body: new Uint8Array() })),
    consequences: ["CREATE-4", "CREATE-5", "GEN-1", "GEN-2"],
  },
  {
    name: "names-with-digits-refused",
    breaks: "CREATE-1",
    why: "no dog is called Rex3",
    alter: (conduct) => refuse(conduct, ({ name }) => /\d/.test(`${name}`)),
    consequences: ["CREATE-4", "CREATE-5"],
  },
  {
    name: "names-of-one-letter-refused",
    breaks: "CREATE-1",
    why: "a minimum of two letters",
    alter: (conduct) => refuse(conduct, ({ name }) => `${name}`.length === 1),
    consequences: ["CREATE-4", "CREATE-5"],
  },
  {
    name: "names-above-30-refused",
    breaks: "CREATE-1",
    why: "a column of 30 characters",
    alter: (conduct) => refuse(conduct, ({ name }) => `${name}`.length > 30),
    consequences: ["CREATE-4", "CREATE-5"],
  },
  {
    name: "names-with-blanks-refused",
    breaks: "CREATE-1",
    why: "names are taken for identifiers",
    alter: (conduct) => refuse(conduct, ({ name }) => `${name}`.includes(" ")),
    consequences: ["CREATE-4", "CREATE-5"],
  },
  {
    name: "further-member-required",
    breaks: "CREATE-1",
    why: "another interface's photoUrls is required",
    alter: (conduct) => refuse(conduct, (body) => !Object.hasOwn(body, "photoUrls")),
    consequences: ["CREATE-4", "CREATE-5"],
  },
  {
    name: "fiftieth-animal-refused",
    breaks: "CREATE-1",
    why: "a trial account's quota",
    alter: (conduct) => ({
      checkFurther: (_body, store) => (store.size >= 50 ? "the quota is used up" : undefined),
      ...changeStatus(conduct, ofCheck("checkFurther"), 403),
    }),
    consequences: ["CREATE-4", "CREATE-5", "GEN-2"],
  },
  {
    name: "names-in-small-letters-refused",
    breaks: "CREATE-1",
    why: "a name begins with a capital",
    alter: (conduct) => refuse(conduct, ({ name }) => /^[a-z]/.test(`${name}`)),
    consequences: ["CREATE-4", "CREATE-5"],
  },
  {
    name: "available-refused",
    breaks: "CREATE-4",
    why: "available is the default, and was left out of the enumeration",
    alter: (conduct) => refuse(conduct, ({ status }) => status === "available"),
    consequences: ["CREATE-1"],
  },
  {
    name: "creation-refused-now-and-then",
    breaks: "CREATE-1",
    why: "a validator that is not safe to share between threads",
    alter(conduct) {
      const now = everyNth(6);
      return refuse(conduct, () => now());
    },
    consequences: ["CREATE-4", "CREATE-5"],
  },
  {
    name: "created-in-an-envelope",
    breaks: "PET-4",
    why: "the company's style guide wants an object around every record",
    alter: (conduct) => changeJson(conduct, ofKind("created"), (json) => ({ data: json })),
    consequences: ["PET-1", "PET-2"],
  },

  ...[20, 50, 64, 100, 255].map(
    (length): Fault => ({
      name: `name-cut-at-${length}`,
      breaks: "CREATE-2",
      why: `a column of ${length} characters, in a database that cuts in silence`,
      alter: (conduct) => keepName(conduct, (name) => name.slice(0, length)),
    }),
  ),
  {
    name: "name-cut-at-4000-bytes",
    breaks: "CREATE-2",
    why: "a column of 4000 bytes, in a database that cuts in silence",
    alter: (conduct) => keepName(conduct, (name) => cutBytes(name, 4000)),
  },
  {
    name: "name-cut-at-128-bytes",
    breaks: "CREATE-2",
    why: "a buffer of 128 bytes, cut in the middle of a character",
    alter: (conduct) => keepName(conduct, (name) => cutBytes(name, 128)),
  },
  {
    name: "name-of-emoji-cut-in-half",
    breaks: "CREATE-2",
    why: "UTF-16 units are counted, and the 99th is half a character",
    alter: (conduct) =>
      keepName(conduct, (name) => (/[\u{10000}-\u{10ffff}]/u.test(name) ? name.slice(0, 99) : name)),
  },
  {
    name: "name-escaped-for-html",
    breaks: "CREATE-2",
    why: "a filter against scripts escapes on the way in",
    alter: (conduct) =>
      keepName(conduct, (name) =>
        name.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"),
      ),
  },
  {
    name: "markup-stripped",
    breaks: "CREATE-2",
    why: "a filter against scripts removes tags",
    alter: (conduct) => keepName(conduct, (name) => name.replaceAll(/<[^>]*>/g, "")),
  },
  {
    name: "entities-decoded",
    breaks: "CREATE-2",
    why: "a form's decoder is in the way",
    alter: (conduct) => keepName(conduct, (name) => name.replaceAll("&amp;", "&").replaceAll("&lt;", "<")),
  },
  {
    name: "name-in-small-letters",
    breaks: "CREATE-2",
    why: "names are normalised for the search",
    alter: (conduct) => keepName(conduct, (name) => name.toLowerCase()),
  },
  {
    name: "name-capitalised",
    breaks: "CREATE-2",
    why: "somebody wanted names to look nice",
    alter: (conduct) => keepName(conduct, (name) => name.slice(0, 1).toUpperCase() + name.slice(1)),
  },
  {
    name: "name-in-nfkc",
    breaks: "CREATE-2",
    why: "a compatibility normalisation, where a canonical one was meant",
    alter: (conduct) => keepName(conduct, (name) => name.normalize("NFKC")),
  },
  {
    name: "name-in-nfd",
    breaks: "CREATE-2",
    why: "an old file system's normalisation",
    alter: (conduct) => keepName(conduct, (name) => name.normalize("NFD")),
  },
  {
    name: "accents-removed",
    breaks: "CREATE-2",
    why: "a transliteration for the printer",
    alter: (conduct) => keepName(conduct, (name) => name.normalize("NFD").replaceAll(/[\u0300-\u036f]/g, "")),
  },
  {
    name: "zero-width-stripped",
    breaks: "CREATE-2",
    why: "a filter against invisible characters also tears families apart",
    alter: (conduct) => keepName(conduct, (name) => name.replaceAll(/[\u200b-\u200d\ufeff]/g, "")),
  },
  {
    name: "control-characters-stripped",
    breaks: "CREATE-2",
    why: "a filter for logs",
    alter: (conduct) => keepName(conduct, (name) => name.replaceAll(/[\u0000-\u001f\u007f]/g, "")),
  },
  {
    name: "blanks-collapsed",
    breaks: "CREATE-2",
    why: "white space is collapsed, inside as well",
    alter: (conduct) => keepName(conduct, (name) => name.replaceAll(/ +/g, " ").trim()),
  },
  {
    name: "no-break-space-becomes-a-blank",
    breaks: "CREATE-2",
    why: "every kind of white space is made a blank",
    alter: (conduct) => keepName(conduct, (name) => name.replaceAll(/\s/g, " ")),
  },
  {
    name: "name-in-latin-1",
    breaks: "CREATE-2",
    why: "the connection to the database speaks Latin-1",
    alter: (conduct) => keepName(conduct, (name) => name.replaceAll(/[^\u0000-\u00ff]/g, "?")),
  },
  {
    name: "name-decoded-twice",
    breaks: "CREATE-2",
    why: "UTF-8 is read as Latin-1",
    alter: (conduct) => keepName(conduct, (name) => Buffer.from(name, "utf8").toString("latin1")),
  },
  {
    name: "emoji-replaced",
    breaks: "CREATE-2",
    why: "MySQL's utf8 holds three bytes for a character, and replaces the rest",
    alter: (conduct) => keepName(conduct, (name) => name.replaceAll(/[\u{10000}-\u{10ffff}]/gu, "?")),
  },
  {
    name: "quotes-doubled",
    breaks: "CREATE-2",
    why: "escaped for SQL by hand, and by the driver again",
    alter: (conduct) => keepName(conduct, (name) => name.replaceAll("'", "''")),
  },
  {
    name: "backslashes-doubled",
    breaks: "CREATE-2",
    why: "escaped by hand, and by the serialiser again",
    alter: (conduct) => keepName(conduct, (name) => name.replaceAll("\\", "\\\\")),
  },
  {
    name: "backslashes-removed",
    breaks: "CREATE-2",
    why: "stripslashes",
    alter: (conduct) => keepName(conduct, (name) => name.replaceAll("\\", "")),
  },
  {
    name: "percent-decoded",
    breaks: "CREATE-2",
    why: "a form's decoder is in the way",
    alter: (conduct) =>
      keepName(conduct, (name) => name.replaceAll(/%[2-7][0-9a-f]/gi, (code) => decodeURIComponent(code))),
  },
  {
    name: "name-ends-at-the-null-character",
    breaks: "CREATE-2",
    why: "a string of C",
    alter: (conduct) => keepName(conduct, (name) => name.split("\0")[0] ?? ""),
  },
  {
    name: "name-of-digits-reformatted",
    breaks: "CREATE-2",
    why: "a spreadsheet takes it for a number",
    alter: (conduct) => keepName(conduct, (name) => (/^[\d.]+$/.test(name) ? `${Number(name)}` : name)),
  },
  {
    name: "name-null-becomes-empty",
    breaks: "CREATE-2",
    why: "the word null is taken for null",
    alter: (conduct) => keepName(conduct, (name) => (name === "null" ? "" : name)),
  },
  {
    name: "placeholders-filled",
    breaks: "CREATE-2",
    why: "the name is used as a format",
    alter: (conduct) => keepName(conduct, (name) => name.replaceAll(/%[sdn]|\{0\}/g, "")),
  },
  {
    name: "line-breaks-become-blanks",
    breaks: "CREATE-2",
    why: "the field of the user interface has one line",
    alter: (conduct) => keepName(conduct, (name) => name.replaceAll(/[\n\u2028]/g, " ")),
  },
  {
    name: "name-altered-now-and-then",
    breaks: "CREATE-2",
    why: "one instance still runs the release that wrote small letters",
    alter(conduct) {
      const now = everyNth(8);
      return keepName(conduct, (name) => (now() ? name.toLowerCase() : name));
    },
  },
  {
    name: "created-shows-name-of-the-one-before",
    breaks: "CREATE-2",
    why: "a variable is shared between requests",
    alter(conduct) {
      let before = "nobody";
      return showPets(
        conduct,
        ({ name }) => {
          const shown = before;
          before = `${name}`;
          return { name: shown };
        },
        "renderCreatedPet",
      );
    },
    consequences: ["GET-3", "LIST-12"],
  },

  {
    name: "category-rounded-at-53-bits",
    breaks: "CREATE-3",
    why: "the body is read by JavaScript's JSON.parse",
    alter: (conduct) => keepCategory(conduct, rounded),
    consequences: ["PET-2"],
  },
  {
    name: "category-in-32-bits",
    breaks: "CREATE-3",
    why: "the column is an int",
    alter: (conduct) => keepCategory(conduct, (id) => BigInt.asIntN(32, id)),
  },
  {
    name: "category-clamped-to-32-bits",
    breaks: "CREATE-3",
    why: "a saturating conversion",
    alter: (conduct) =>
      keepCategory(conduct, (id) => (id > 2147483647n ? 2147483647n : id < -2147483648n ? -2147483648n : id)),
  },
  {
    name: "category-in-single-precision",
    breaks: "CREATE-3",
    why: "a float for a number",
    alter: (conduct) => keepCategory(conduct, (id) => BigInt(Math.fround(Number(id)))),
    consequences: ["PET-2"],
  },
  {
    name: "category-without-sign",
    breaks: "CREATE-3",
    why: "the column is unsigned, and the sign is dropped",
    alter: (conduct) => keepCategory(conduct, (id) => (id < 0n && id > -(2n ** 63n) ? -id : id)),
  },
  {
    name: "unknown-category-becomes-nought",
    breaks: "CREATE-3",
    why: "0 stands for a category that is not known",
    alter: (conduct) => keepCategory(conduct, (id) => (id === 1n ? id : 0n)),
  },
  {
    name: "largest-category-one-less",
    breaks: "CREATE-3",
    why: "the largest value is a sentinel in the database",
    alter: (conduct) => keepCategory(conduct, (id) => (id === 2n ** 63n - 1n ? id - 1n : id)),
  },
  {
    name: "category-of-sixteen-digits",
    breaks: "CREATE-3",
    why: "a decimal column of 16 digits, filled up with noughts",
    alter: (conduct) =>
      keepCategory(conduct, (id) => (id > 10n ** 16n || id < -(10n ** 16n) ? (id / 1000n) * 1000n : id)),
  },
  {
    name: "category-rounded-when-created",
    breaks: "CREATE-3",
    why: "the answer goes through a layer that reads JSON numbers as doubles",
    alter: (conduct) =>
      showPets(
        conduct,
        ({ categoryId }) => (typeof categoryId === "bigint" ? { categoryId: rounded(categoryId) } : {}),
        "renderCreatedPet",
      ),
    consequences: ["GET-3", "PET-2", "LIST-12"],
  },
  {
    name: "large-category-lost-without-status",
    breaks: "CREATE-3",
    why: "records without a status take an older constructor, which has an int",
    alter: (conduct) => ({
      normalize(body) {
        const pet = conduct.normalize(body);
        return body["status"] === undefined && typeof pet.categoryId === "bigint"
          ? { ...pet, categoryId: BigInt.asIntN(32, pet.categoryId) }
          : pet;
      },
    }),
  },
  {
    name: "category-in-exponents",
    breaks: "CREATE-3",
    why: "large numbers are written as doubles are printed",
    alter: (conduct) =>
      showPets(conduct, ({ categoryId }) =>
        typeof categoryId === "bigint" && categoryId > 10n ** 15n
          ? {
              categoryId: BigInt(
                Number(categoryId)
                  .toPrecision(12)
                  .replace(/[.]|e.*/g, ""),
              ),
            }
          : {},
      ),
  },

  {
    name: "pending-becomes-available",
    breaks: "CREATE-4",
    why: "a new animal was thought to be always available",
    alter: (conduct) =>
      keep(conduct, ({ status }) => ({ status: status === "pending" ? "available" : status })),
  },
  {
    name: "sent-status-ignored",
    breaks: "CREATE-4",
    why: "the member is not copied into the record",
    alter: (conduct) => keep(conduct, () => ({ status: "available" })),
  },
  {
    name: "sold-refused-for-new-animals",
    breaks: "CREATE-4",
    why: "nobody adds what is sold",
    alter: (conduct) => refuse(conduct, ({ status }) => status === "sold"),
  },
  {
    name: "pending-unknown",
    breaks: "CREATE-4",
    why: "the state was added to the documentation first",
    alter: (conduct) => refuse(conduct, ({ status }) => status === "pending"),
    consequences: ["CREATE-1"],
  },
  {
    name: "status-lost-with-negative-category",
    breaks: "CREATE-4",
    why: "negative categories take another branch, with the default",
    alter: (conduct) =>
      keep(conduct, ({ categoryId, status }) => ({
        status: typeof categoryId === "bigint" && categoryId < 0n ? "available" : status,
      })),
  },
  {
    name: "status-lost-with-long-name",
    breaks: "CREATE-4",
    why: "the record's buffer is full before the status is written",
    alter: (conduct) =>
      keep(conduct, ({ name, status }) => ({ status: `${name}`.length > 200 ? "available" : status })),
  },
  {
    name: "sold-shown-as-pending-when-created",
    breaks: "CREATE-4",
    why: "the answer is made before the state machine has run",
    alter: (conduct) =>
      showPets(conduct, ({ status }) => (status === "sold" ? { status: "pending" } : {}), "renderCreatedPet"),
    consequences: ["GET-3", "LIST-12", "LIST-5", "LIST-8"],
  },

  {
    name: "status-required",
    breaks: "CREATE-5",
    why: "the record's constructor wants one",
    alter: (conduct) => refuse(conduct, (body) => !Object.hasOwn(body, "status")),
    consequences: ["CREATE-2", "CREATE-3"],
  },
  {
    name: "omitted-status-unprocessable",
    breaks: "CREATE-5",
    why: "the validator of the framework says 422",
    alter: (conduct) => ({
      ...refuse(conduct, (body) => !Object.hasOwn(body, "status")),
      ...changeStatus(conduct, ofCheck("checkFurther"), 422),
    }),
    consequences: ["GEN-2"],
  },
  {
    name: "omitted-status-fails",
    breaks: "CREATE-5",
    why: "a null that nobody thought of",
    alter: (conduct) => ({
      normalize(body) {
        if (!Object.hasOwn(body, "status")) throw new Error("null pointer");
        return conduct.normalize(body);
      },
    }),
    consequences: ["GEN-3"],
  },
  {
    name: "omitted-status-accepted-only",
    breaks: "CREATE-5",
    why: "somebody has to decide on the status before the animal is there",
    alter: (conduct) =>
      changeStatus(
        conduct,
        ({ kind }, { body }) =>
          kind === "created" && body.kind === "bytes" && !Buffer.from(body.bytes).includes('"status"'),
        202,
      ),
    consequences: ["GEN-2"],
  },
];

function refuse(
  conduct: Conduct,
  isRefused: (body: Parameters<Conduct["checkFurther"]>[0]) => boolean,
): Alteration {
  return {
    checkFurther: (body, store) =>
      isRefused(body) ? "it is not allowed" : conduct.checkFurther(body, store),
  };
}

function cutBytes(text: string, length: number): string {
  return Buffer.from(text).subarray(0, length).toString("utf8");
}
