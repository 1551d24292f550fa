import { type Creating, createAndRead, isComputed } from "../../actor/index.js";
import type { Operation } from "../../description/index.js";
import { isJsonObject, type Json, renderJson } from "../../json/index.js";
import { pathToMembers, valueAt, withValueAt } from "../../model/index.js";
import { schemaAt } from "../../schema/index.js";
import { type Context, isGiven } from "../../session/index.js";
import { hasMarker, holdsAnyText, isFormType, mayShow, pairOf } from "../../values/index.js";

/** Letters of other alphabets, one of names that is written with two units of UTF-16, and signs that have a meaning in forms. */
const letters = ["ä", "ß", "日", "本"];
const wide = "𠮷";
const signs = ["+", "&"];
/** The longest text that is sent, in characters. */
const longest = 30;

/**
 * A text is shown with the letters that were sent, whichever they are. A server may refuse some, write them large or small, or
 * compose them otherwise. Source: RFC 8259, section 8.1; WHATWG URL, section 5.1.
 */
export async function expectLettersKept(
  t: Context,
  { operation, read, body, shape }: Creating & { readonly body: Json | undefined },
): Promise<void> {
  const wrapped = pathToMembers(t.state.api.resourceAt(read.path), body);
  const names = freeTextsIn(t, operation, body, wrapped);
  if (names.length === 0) return;
  const usual = isFormType(operation.body?.mediaType ?? "") ? [...letters, ...signs] : letters;
  // A server may refuse letters that few have.
  for (const wanted of [[...usual, wide], usual])
    if (await expectKept(t, { operation, read, shape }, { wrapped, names, wanted })) return;
}

/** Sends texts in an object of the body with these letters, and reads them. @returns whether that is accepted */
async function expectKept(
  t: Context,
  creating: Creating,
  { wrapped, names, wanted }: Readonly<Record<"wrapped" | "names" | "wanted", readonly string[]>>,
): Promise<boolean> {
  // A text that is cut off lacks its last word, and says nothing of its letters.
  const texts = names.map((name) => {
    const marker = t.state.words.marker();
    return { name, marker, text: `Pedigree ${wanted.join("")} ${marker}` };
  });
  const made = await createAndRead(t, creating, {
    label: `valid, with ${wanted.join("")} in ${names.join(", ")}`,
    change: (body) =>
      texts.reduce((each, { name, text }) => withValueAt(each, [...wrapped, name], text), body),
  });
  const pair = made && pairOf(t.state.api, { ...creating, ...made });
  if (pair === undefined) return made !== undefined;
  for (const { name, marker } of texts) {
    const [sent, found] = [pair.sent[name], pair.found[name]];
    if (typeof sent !== "string" || typeof found !== "string" || !hasMarker(found, marker)) continue;
    // A text that is meant for a page may be escaped.
    if (/&(#\w+|[a-z]+);/i.test(found) || !mayShow(schemaAt(pair.shown, [name]), sent)) continue;
    const isKept = wanted.every((letter) => plain(found).includes(plain(letter)));
    t.expect(isKept, {
      problem: `other letters in ${name}`,
      expected: `${name} is ${renderJson(sent)}, as it was sent`,
      actual: renderJson(found),
      at: { in: "body", pointer: `/${name}` },
    });
  }
  return true;
}

function plain(text: string): string {
  return text.normalize("NFC").toLowerCase().replaceAll("ß", "ss");
}

/** The texts of a body that may have any letters. */
function freeTextsIn(
  { state }: Context,
  operation: Operation,
  body: Json | undefined,
  wrapped: readonly string[],
): readonly string[] {
  const members = valueAt(body, wrapped);
  return Object.entries(isJsonObject(members) ? members : {}).flatMap(([name, value]) => {
    const each = schemaAt(operation.body?.schema ?? {}, [...wrapped, name]);
    const { maxLength = longest } = each;
    const isClients = !isGiven(state, operation, name) && !isComputed(state, name, operation);
    return typeof value === "string" && holdsAnyText(name, each) && isClients && maxLength >= longest
      ? [name]
      : [];
  });
}
