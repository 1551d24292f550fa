import { keepName, nowAndThen, showPets } from "../operators/index.js";
import { type Mutant, mutant } from "./mutant.js";

/** Names that are kept otherwise than sent. */
export const keptNameMutants: readonly Mutant[] = [
  ...[20, 50, 64, 100, 255].map((length) =>
    mutant(`name-cut-at-${length}`, "CREATE-2", `a column of ${length} characters, in a database that cuts in silence`).by(
      keepName((name) => name.slice(0, length)),
    ),
  ),
  mutant("name-cut-at-4000-bytes", "CREATE-2", "a column of 4000 bytes, in a database that cuts in silence").by(
    keepName((name) => cutBytes(name, 4000)),
  ),
  mutant("name-cut-at-128-bytes", "CREATE-2", "a buffer of 128 bytes, cut in the middle of a character").by(
    keepName((name) => cutBytes(name, 128)),
  ),
  mutant("name-of-emoji-cut-in-half", "CREATE-2", "UTF-16 units are counted, and the 99th is half a character").by(
    keepName((name) => (/[\u{10000}-\u{10ffff}]/u.test(name) ? name.slice(0, 99) : name)),
  ),
  mutant("name-escaped-for-html", "CREATE-2", "a filter against scripts escapes on the way in").by(
    keepName((name) => name.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")),
  ),
  mutant("replacement-character-becomes-a-question-mark", "CREATE-2", "the replacement character is taken for a sign of damage").by(
    keepName((name) => name.replaceAll("\ufffd", "?")),
  ),
  mutant("markup-stripped", "CREATE-2", "a filter against scripts removes tags").by(keepName((name) => name.replaceAll(/<[^>]*>/g, ""))),
  mutant("entities-decoded", "CREATE-2", "a form's decoder is in the way").by(
    keepName((name) => name.replaceAll("&amp;", "&").replaceAll("&lt;", "<")),
  ),
  mutant("name-in-small-letters", "CREATE-2", "names are normalised for the search").by(keepName((name) => name.toLowerCase())),
  mutant("name-capitalised", "CREATE-2", "somebody wanted names to look nice").by(
    keepName((name) => name.slice(0, 1).toUpperCase() + name.slice(1)),
  ),
  mutant("name-in-nfkc", "CREATE-2", "a compatibility normalisation, where a canonical one was meant").by(
    keepName((name) => name.normalize("NFKC")),
  ),
  mutant("name-in-nfd", "CREATE-2", "an old file system's normalisation").by(keepName((name) => name.normalize("NFD"))),
  mutant("accents-removed", "CREATE-2", "a transliteration for the printer").by(
    keepName((name) => name.normalize("NFD").replaceAll(/[\u0300-\u036f]/g, "")),
  ),
  mutant("zero-width-stripped", "CREATE-2", "a filter against invisible characters also tears families apart").by(
    keepName((name) => name.replaceAll(/[\u200b-\u200d\ufeff]/g, "")),
  ),
  mutant("control-characters-stripped", "CREATE-2", "a filter for logs").by(
    keepName((name) => name.replaceAll(/[\u0000-\u001f\u007f]/g, "")),
  ),
  mutant("blanks-collapsed", "CREATE-2", "white space is collapsed, inside as well").by(
    keepName((name) => name.replaceAll(/ +/g, " ").trim()),
  ),
  mutant("no-break-space-becomes-a-blank", "CREATE-2", "every kind of white space is made a blank").by(
    keepName((name) => name.replaceAll(/\s/g, " ")),
  ),
  mutant("name-in-latin-1", "CREATE-2", "the connection to the database speaks Latin-1").by(
    keepName((name) => name.replaceAll(/[^\u0000-\u00ff]/g, "?")),
  ),
  mutant("name-decoded-twice", "CREATE-2", "UTF-8 is read as Latin-1").by(keepName((name) => Buffer.from(name, "utf8").toString("latin1"))),
  mutant("emoji-replaced", "CREATE-2", "MySQL's utf8 holds three bytes for a character, and replaces the rest").by(
    keepName((name) => name.replaceAll(/[\u{10000}-\u{10ffff}]/gu, "?")),
  ),
  mutant("quotes-doubled", "CREATE-2", "escaped for SQL by hand, and by the driver again").by(
    keepName((name) => name.replaceAll("'", "''")),
  ),
  mutant("backslashes-doubled", "CREATE-2", "escaped by hand, and by the serialiser again").by(
    keepName((name) => name.replaceAll("\\", "\\\\")),
  ),
  mutant("backslashes-removed", "CREATE-2", "stripslashes").by(keepName((name) => name.replaceAll("\\", ""))),
  mutant("percent-decoded", "CREATE-2", "a form's decoder is in the way").by(
    keepName((name) => name.replaceAll(/%[2-7][0-9a-f]/gi, (code) => decodeURIComponent(code))),
  ),
  mutant("name-ends-at-the-null-character", "CREATE-2", "a string of C").by(keepName((name) => name.split("\0")[0] ?? "")),
  mutant("name-of-digits-reformatted", "CREATE-2", "a spreadsheet takes it for a number").by(
    keepName((name) => (/^[\d.]+$/.test(name) ? `${Number(name)}` : name)),
  ),
  mutant("name-null-becomes-empty", "CREATE-2", "the word null is taken for null").by(keepName((name) => (name === "null" ? "" : name))),
  mutant("placeholders-filled", "CREATE-2", "the name is used as a format").by(keepName((name) => name.replaceAll(/%[sdn]|\{0\}/g, ""))),
  mutant("escapes-read-twice", "CREATE-2", "the log's reader is used for the store, too").by(
    keepName((name) => name.replaceAll("\\n", "\n").replaceAll("\\t", "\t")),
  ),
  mutant("dollar-patterns-expanded", "CREATE-2", "the name is put into the statement as a replacement").by(
    keepName((name) => "?".replace("?", name)),
  ),
  mutant("carriage-returns-dropped", "CREATE-2", "line ends are made alike").by(keepName((name) => name.replaceAll("\r\n", "\n"))),
  mutant("latin-1-wherever-a-charset-is-told", "CREATE-2", "charsets are read by a reader that knows one only").by((conduct) => {
    let isTold = false;
    return {
      checkContentTypeIsJson(contentType) {
        isTold = contentType.includes("charset");
        return conduct.checkContentTypeIsJson(contentType);
      },
      decodeBody: (bytes) => (isTold ? { status: "read", value: Buffer.from(bytes).toString("latin1") } : conduct.decodeBody(bytes)),
    };
  }),
  mutant("line-breaks-become-blanks", "CREATE-2", "the field of the user interface has one line").by(
    keepName((name) => name.replaceAll(/[\n\u2028]/g, " ")),
  ),
  mutant("name-altered-now-and-then", "CREATE-2", "one instance still runs the release that wrote small letters").by(
    nowAndThen(8, (now) => keepName((name) => (now() ? name.toLowerCase() : name))),
  ),
  mutant("created-shows-name-of-the-one-before", "CREATE-2", "a variable is shared between requests", ["GET-3", "LIST-12"]).by(
    (conduct) => {
      let before = "nobody";
      return showPets(({ name }) => {
        const shown = before;
        before = `${name}`;
        return { name: shown };
      }, "renderCreatedPet")(conduct);
    },
  ),
];

function cutBytes(text: string, length: number): string {
  return Buffer.from(text).subarray(0, length).toString("utf8");
}
