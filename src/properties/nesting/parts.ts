import { type Actor, type Answer, type Property, parts, type SentChange } from "../../actor/index.js";
import { essenceOf, type Operation } from "../../description/index.js";
import { isSuccess } from "../../engine/index.js";
import type { Json } from "../../json/index.js";
import { addressOf, withMembersAt } from "../../model/index.js";
import { headerValues } from "../../transport/index.js";
import { isJsonType, type ValidRequest, valuesUnlike } from "../../values/index.js";
import { isReported } from "./nesting-verbs.js";

const stored: Omit<Property, "id" | "requirement"> = {
  sentence: ({ op }) => `a change by ${op.id} can be read`,
  source: "RFC 9110, section 9.3.4",
  phase: "populate",
  about: parts,
  run: async (t: Actor, { op }) => {
    const usual = t.request();
    const part = { path: addressOf(usual.request.path) };
    const first = await t.readPart(part);
    const before = (isSuccess(first.response.status) ? first.json : undefined) ?? null;
    const change = await changePart(t, usual, before);
    const isText = isPlainText(op, change.sent);
    const found = await t.until(
      () => t.readPart(part),
      (each) =>
        isText ? textIn(each) === change.sent : t.differences(change, each.json ?? null).length === 0,
    );
    const { status } = found.response;
    t.expect(status !== 404, {
      problem: "not found after it was changed",
      expected: "2xx with what was sent (if that may take longer: --settle 2s)",
      actual: `${status}`,
      at: { in: "status" },
    });
    if (status === 404) return;
    t.assume(isSuccess(status), "not readable", status);
    if (isText) return expectText(t, op, change.sent, found);
    t.expectStored(change, found.json ?? null);
    if (found.json === undefined) return;
    t.expectAnswerTrue(change, before, found.json);
    t.assume(isReported(t, change, before, found.json), "same as before");
  },
};

/** A body that is put to a part of an own item, as `/buckets/{name}/readme` is, can be read there. */
export const replacedParts: Property = {
  ...stored,
  id: "replaced",
  requirement: () => "replaced",
  when: ({ op }) => op.method === "PUT",
};

/** A change of a part can be read there, and an update that is posted to the item. */
export const changedParts: Property = {
  ...stored,
  id: "changed",
  requirement: () => "changed",
  when: ({ op }) => op.method !== "PUT",
};

/** Changes a part to values that differ from what it shows, or to the usual ones where a rule of the server's own is against it. */
async function changePart(t: Actor, usual: ValidRequest, before: Json): Promise<SentChange> {
  const { body = null } = usual;
  const pair = t.pair(body, before);
  const others = pair && valuesUnlike(pair, t.isFixed);
  if (pair !== undefined && others !== undefined && Object.keys(others).length > 0) {
    const change = await t.sendChange(usual, {
      body: withMembersAt(body, pair.path, { ...pair.sent, ...others }),
      label: "valid, with other values than before",
    });
    const { status } = change.response;
    if (isSuccess(status) && status !== 202) return change;
  }
  return t.applied(await t.sendChange(usual));
}

/** Is a whole body a text, and no JSON? */
function isPlainText({ body }: Operation, sent: Json): sent is string {
  return typeof sent === "string" && !isJsonType(body?.mediaType ?? "");
}

/** Letters and single blanks, which no server has to write in another way. */
const plainText = /^[A-Za-z]+( [A-Za-z]+)*$/;

function expectText(t: Actor, { body }: Operation, sent: string, found: Answer): void {
  const [mediaType] = headerValues(found.response, "content-type");
  const isComparable = plainText.test(sent) && essenceOf(mediaType) === essenceOf(body?.mediaType);
  t.assume(isComparable, "another kind of text");
  const text = textIn(found);
  t.expect(text === sent, {
    problem: "another text",
    expected: `the text that was sent: ${sent.slice(0, 60)}`,
    actual: `a text of ${text.length} characters: ${text.slice(0, 60)}`,
    at: { in: "body", pointer: "" },
  });
}

/** A server may end a text with a new line. */
function textIn({ response }: Answer): string {
  return Buffer.from(response.body).toString("utf8").trim();
}
