import type { Actor } from "../../actor/index.js";
import { isRefusal, isSuccess } from "../../engine/index.js";
import { isJsonObject, type JsonObject } from "../../json/index.js";
import { freshBaseline, mayDeleteCreated, sendSafely } from "../../session/index.js";
import { bytesBody } from "../../transport/index.js";
import { type UnexpectedBody, type Violation, violationId, withMediaType } from "../../values/index.js";

/**
 * Sends valid requests with other bodies, fewer where there are many operations, until one is served: that need not be tried in other
 * forms.
 * @param bodiesOf makes other bodies of a valid one, and of a word that no request had before
 * @param judge is called with the one that is served
 */
export async function sendBodies(
  { stage: { t, roles }, asManyAsFit, sendUnexpected }: Actor,
  bodiesOf: (valid: JsonObject, word: string) => readonly UnexpectedBody[],
  judge: (served: UnexpectedBody, status: number) => void,
): Promise<void> {
  for (let index = 0; ; index += 1) {
    const { request, body } = freshBaseline(t, roles.op);
    if (!isJsonObject(body) || Object.keys(body).length === 0) return;
    const other = asManyAsFit(bodiesOf(body, t.state.words.marker()))[index];
    if (other === undefined) return;
    const { label, text, mediaType, isLatin = false } = other;
    const typed = mediaType === undefined ? request : withMediaType(request, mediaType);
    const sent = isLatin ? bytesBody(Buffer.from(text, "latin1")) : ({ kind: "text", text } as const);
    const { response } = await sendUnexpected({ ...typed, label, body: sent });
    if (!isSuccess(response.status)) continue;
    judge(other, response.status);
    // An item that was changed is made valid again.
    if (roles.op.method !== "POST") await sendSafely(t.state, freshBaseline(t, roles.op).request);
    return;
  }
}

/** Did the run see a violation refused that was alone? */
export function wasRefused({ stage: { t, roles } }: Actor, violation: Violation): boolean {
  return isRefusal(t.state.violations.controlStatuses.get(violationId(roles.op, violation)) ?? 0);
}

/** Were items that the operation has created recognised as the run's own, and can they be deleted? */
export function areDeletable({ stage: { t, roles }, areRecognised }: Actor): boolean {
  return areRecognised() && mayDeleteCreated(t.state, roles.op);
}
