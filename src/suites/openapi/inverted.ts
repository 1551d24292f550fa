import type { Operation } from "../../description/index.js";
import { isJsonObject, type Json } from "../../json/index.js";
import { encodeFor } from "./bodies.js";
import { isComputed } from "./comparison.js";
import { createdItem } from "./created-items.js";
import { readItem } from "./read-item.js";
import { validRequest } from "./requests.js";
import type { ValidRequest } from "./state.js";
import { type Context, makeRequest } from "./twin.js";

/**
 * A server may set a boolean to what it likes, but not each time to what was not sent: where one is shown as the opposite,
 * another item is created with the other value.
 */
export async function expectNotInverted(
  t: Context,
  { operation, read }: { readonly operation: Operation; readonly read: Operation },
  { body, shape }: Pick<ValidRequest, "body" | "shape">,
  found: Json,
): Promise<void> {
  const suspects = oppositesIn(body, found).filter((name) => !isComputed(t.state, name));
  if (suspects.length === 0) return;
  const { request, body: next } = makeRequest(() => validRequest(t.state, operation, shape));
  if (!isJsonObject(next)) return;
  const flipped = Object.fromEntries(suspects.map((name) => [name, next[name] !== true]));
  const sent = { ...next, ...flipped };
  const label = `valid, with another ${suspects.join(", ")}`;
  const parsed = await t.send({ ...request, label, body: encodeFor(operation, sent) });
  const item = createdItem(t.state, operation, parsed);
  const again = item && (await readItem(t, read, item));
  if (again === undefined) return;
  const opposites = oppositesIn(sent, again);
  for (const name of suspects)
    t.expect(!opposites.includes(name), {
      problem: `${name} is inverted`,
      expected: `${name} is ${sent[name]}, as it was sent`,
      actual: "the opposite, whichever is sent",
      at: { in: "body", pointer: `/${name}` },
    });
}

/** Names of booleans that are shown as what was not sent. */
function oppositesIn(sent: Json | undefined, found: Json): readonly string[] {
  if (!isJsonObject(sent) || !isJsonObject(found)) return [];
  return Object.keys(sent).filter(
    (name) => typeof sent[name] === "boolean" && found[name] === !(sent[name] === true),
  );
}
