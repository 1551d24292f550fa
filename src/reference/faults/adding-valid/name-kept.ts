import { everyNth, keepName, showPets } from "../../alterations.js";
import type { Fault } from "../fault.js";

/** Names that come back as others. */
export const keptNameFaults: readonly Fault[] = [
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
    name: "replacement-character-becomes-a-question-mark",
    breaks: "CREATE-2",
    why: "the replacement character is taken for a sign of damage",
    alter: (conduct) => keepName(conduct, (name) => name.replaceAll("\ufffd", "?")),
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
    name: "escapes-read-twice",
    breaks: "CREATE-2",
    why: "the log's reader is used for the store, too",
    alter: (conduct) => keepName(conduct, (name) => name.replaceAll("\\n", "\n").replaceAll("\\t", "\t")),
  },
  {
    name: "dollar-patterns-expanded",
    breaks: "CREATE-2",
    why: "the name is put into the statement as a replacement",
    alter: (conduct) => keepName(conduct, (name) => "?".replace("?", name)),
  },
  {
    name: "carriage-returns-dropped",
    breaks: "CREATE-2",
    why: "line ends are made alike",
    alter: (conduct) => keepName(conduct, (name) => name.replaceAll("\r\n", "\n")),
  },
  {
    name: "latin-1-wherever-a-charset-is-told",
    breaks: "CREATE-2",
    why: "charsets are read by a reader that knows one only",
    alter(conduct) {
      let isTold = false;
      return {
        checkContentTypeIsJson(contentType) {
          isTold = contentType.includes("charset");
          return conduct.checkContentTypeIsJson(contentType);
        },
        decodeBody: (bytes) =>
          isTold
            ? { status: "read", value: Buffer.from(bytes).toString("latin1") }
            : conduct.decodeBody(bytes),
      };
    },
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
];

function cutBytes(text: string, length: number): string {
  return Buffer.from(text).subarray(0, length).toString("utf8");
}
