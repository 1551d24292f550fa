import { type JsonObject, renderJson } from "../json/index.js";

/** A body, in place of a valid one. */
export interface UnexpectedBody {
  readonly label: string;
  readonly text: string;
  /** The media type that the request names, if it names another one, or none (`null`). */
  readonly mediaType?: string | null;
  /** Does it lack every member that a valid body has? */
  readonly isBare?: boolean;
  /** Is it sent in ISO 8859-1, so that it is no UTF-8? */
  readonly isLatin?: boolean;
}

/** Members within members of a body that is nested deeply. */
const levels = 300;

/** Bodies that have none of the members of a valid one. */
const bareBodies: readonly (readonly [label: string, text: string])[] = [
  ["is null", "null"],
  ["is an empty object", "{}"],
  ["is empty", ""],
  ["is a number", "12"],
  ["is a number beyond all doubles", "1e400"],
  [`is a list in lists, ${levels} levels deep`, "[".repeat(levels) + "]".repeat(levels)],
  [`is an object in objects, ${levels} levels deep`, `${'{"a":'.repeat(levels)}{}${"}".repeat(levels)}`],
];

/**
 * By kind: bodies that are made of a valid one, with none of its ids changed. The bodies that one place of a server reads are of one
 * kind: once one of them is served, the others of its kind are not sent.
 */
export const unexpectedBodies = {
  malformed: (valid: JsonObject, word: string): readonly UnexpectedBody[] => {
    const text = renderJson(valid);
    return [
      { label: "the body is cut off", text: text.slice(0, Math.ceil(text.length / 2)) },
      { label: "the body is a bare word", text: word },
      { label: "the body has a comma too many", text: `${text.slice(0, -1)},}` },
    ];
  },
  "no object": (valid: JsonObject, word: string): readonly UnexpectedBody[] => [
    // First what has a word of the run in it: if that is stored, nothing of the others is sent.
    { label: "the body is a list", text: renderJson([valid]) },
    { label: "the body is a text", text: renderJson(`Pedigree ${word}`) },
    ...bareBodies.map(([label, text]) => ({ label: `the body ${label}`, text, isBare: true })),
    {
      label: "the body is an empty object, and said to be plain text",
      text: "{}",
      mediaType: "text/plain",
    },
  ],
  "media type": (valid: JsonObject): readonly UnexpectedBody[] => {
    const text = renderJson(valid);
    return [
      { label: "the body is said to be plain text", text, mediaType: "text/plain" },
      { label: "the type of the body is not said", text, mediaType: null },
      { label: "the body is said to be XML", text, mediaType: "application/xml" },
    ];
  },
  form: (valid: JsonObject): readonly UnexpectedBody[] => [
    { label: "the body is JSON, not a form", text: renderJson(valid), mediaType: "application/json" },
    { label: "the body is plain text, not a form", text: renderJson(valid), mediaType: "text/plain" },
  ],
  members: (valid: JsonObject): readonly UnexpectedBody[] => {
    const [[name, value] = ["", null]] = Object.entries(valid);
    const twice = `${renderJson(valid).slice(0, -1)},${renderJson({ [name]: value }).slice(1)}`;
    const nested = `{"pedigreeUnknown":${"[".repeat(levels)}${"]".repeat(levels)},${twice.slice(1)}`;
    return [
      { label: `the body is nested ${levels} levels deep, and has a member twice`, text: nested },
      { label: "the body has a member twice", text: twice },
    ];
  },
  /** Signs that databases and languages do not take in a text (RFC 8259, sections 8.1 and 8.2). */
  texts: (valid: JsonObject, word: string, name = ""): readonly UnexpectedBody[] => {
    const body = (signs: string): string => withText(valid, name, `Pedigree ${word} ${signs}`);
    const [none, half, latin] = ["\0", "\ud800", "\u00ff"];
    return [
      {
        label: `${name} has signs of all kinds, and is no UTF-8`,
        text: body(none + half + latin),
        isLatin: true,
      },
      { label: `${name} has a null character and a lone surrogate in it`, text: body(none + half) },
      { label: `${name} has a lone surrogate in it`, text: body(half) },
      { label: `${name} has a null character in it`, text: body(none) },
    ];
  },
  "byte order mark": (valid: JsonObject, word: string, name = ""): readonly UnexpectedBody[] => [
    {
      label: "the body begins with a byte order mark",
      text: `\ufeff${withText(valid, name, `Pedigree ${word}`)}`,
    },
  ],
} as const;

export type BodyKind = keyof typeof unexpectedBodies;

/** A valid body with another text, by which its item is recognised. */
function withText(valid: JsonObject, name: string, text: string): string {
  return renderJson({ ...valid, [name]: text });
}
